package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"settle/report"
)

// Finish commits the files added since the previous call; these are the files of a finished step.
// They remain even if the command ends before it prints its report. A later run of the same
// command can skip the step; see Finished.
func (o *Output) Finish(step string) error {
	if o == nil {
		return nil
	}
	from, err := o.env.Provenance()
	if err != nil {
		return err
	}
	o.step = o.key(step)
	_, err = o.env.commit(from)
	o.step = ""
	return err
}

// Finished reports whether an earlier run with equal inputs finished the step and left all its
// files unchanged in the folder. Inputs are equal if the program, the command line, the contents
// of the input files and the flags for figures are equal.
func (o *Output) Finished(step string) bool {
	if o == nil {
		return false
	}
	m, err := readManifest(o.dir)
	key := o.key(step)
	if err != nil || key == "" {
		return false
	}
	m.Runs = slices.DeleteFunc(m.Runs, func(r run) bool { return r.Key != key })
	files, err := m.verify(o.env.Context, o.dir)
	changed := func(f verification) bool { return f.Verdict != whole }
	finished := err == nil && len(files) > 0 && !slices.ContainsFunc(files, changed)
	if finished {
		o.env.written += len(files)
	}
	return finished
}

// Path returns the path of a file in the folder.
func (o *Output) Path(name string) string { return filepath.Join(o.dir, name) }

// key returns a digest of everything that the files of a step depend on, or "" if an input
// cannot be read twice.
func (o *Output) key(step string) string {
	if o.inputs == nil {
		o.inputs = o.env.inputsOfSteps()
	}
	if len(o.inputs) == 0 {
		return ""
	}
	sum := sha256.Sum256(append(slices.Clone(o.inputs), step...))
	return hex.EncodeToString(sum[:])
}

// inputsOfSteps returns an encoding of all inputs on which the files of every step depend, from
// which keys are computed. It returns an empty slice if an input cannot be read twice.
func (e *Env) inputsOfSteps() []byte {
	from, err := e.provenance()
	unread := func(i report.Input) bool { return i.SHA256 == nil }
	if err != nil || slices.ContainsFunc(from.Input, unread) {
		return []byte{}
	}
	path, err := os.Executable()
	if err != nil {
		return []byte{}
	}
	program, err := e.digest(path) // two programs built from one checkout can have the same version
	if err != nil || program == "" {
		return []byte{}
	}
	key, err := json.Marshal(struct {
		Program string
		From    *report.Provenance
		Unsaid  bool
		Drawing *Drawing
	}{program, from, e.NoProvenance, e.drawing})
	if err != nil {
		return []byte{}
	}
	return key
}
