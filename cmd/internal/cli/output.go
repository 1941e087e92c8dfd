package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"settle/internal/atomicfile"
	"settle/internal/lists"
	"settle/report"
)

// Output is the folder of --out. Files are written to a hidden folder inside it
// and appear under their names when the report is printed, or a step is finished (Finish);
// until then nothing in the folder changes, and if the command ends without it, everything written and
// every directory made is removed. (A second signal kills the process where it
// stands: then what is hidden, .settle-…, is left until the next command that writes
// there removes it.) A file that the command line names, as
// an input is, is never replaced. A file that is a link there is followed, and one that is a
// device or FIFO is written to at once. The methods of a nil Output do nothing, so that
// a command need not ask whether --out was given.
type Output struct {
	env    *Env
	dir    string // the folder
	place  *staging
	staged []stagedFile

	inputs []byte // that keys of steps are made of, empty if there can be none; nil until it is known
	step   string // the key of the step whose files appear, "" outside of Finish
}

// Output opens the folder of --out, or returns nil if it was not given. The
// folder is made and tried now, so that the command fails before its long work
// and not after it: call it when the input is known to be good. Later calls
// return the same Output.
func (e *Env) Output() (*Output, error) {
	if e.Out == "" || e.output != nil {
		return e.output, nil
	}
	place, err := newStaging(e.Out)
	if err != nil {
		return nil, fmt.Errorf("--out %s: %w", e.Out, Reason(err))
	}
	e.places = append(e.places, place)
	o := &Output{env: e, dir: place.folder, place: place}
	e.output = o
	if err := o.spareInputs(ManifestName); err != nil {
		return nil, err
	}
	if _, err := readManifest(o.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: choose another folder", err)
	}
	return o, nil
}

// File writes one file: write is given a buffered writer to it. If write
// fails or panics, or the command was interrupted, nothing of the file is
// kept. The name must be safe, and is if it is made of report.SafeName and
// an extension; File panics if it is not. Two files of one name are an error.
// File can be called from several goroutines.
func (o *Output) File(name string, write func(io.Writer) error) error {
	if o == nil {
		return nil
	}
	if !report.IsSafeName(name) {
		panic(fmt.Sprintf("cli: file name %q was not made by report.SafeName", name))
	}
	if err := o.env.Context.Err(); err != nil {
		return err
	}
	if err := o.spareInputs(name); err != nil {
		return err
	}
	file, err := o.stage(name, write)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(o.dir, name), err)
	}
	if file.staging == nil {
		return nil
	}
	o.env.mutex.Lock()
	defer o.env.mutex.Unlock()
	if slices.ContainsFunc(o.staged, func(f stagedFile) bool { return f.target == file.target }) {
		return fmt.Errorf("%s: is a link to another file that is written", filepath.Join(o.dir, name))
	}
	o.staged = append(o.staged, file)
	return nil
}

// names returns the names of the files that are to appear in the folder.
func (o *Output) names() []string {
	if o == nil {
		return nil
	}
	return lists.Each(o.staged, func(f stagedFile) string { return f.name })
}

// stage writes a file of the folder.
func (o *Output) stage(name string, write func(io.Writer) error) (stagedFile, error) {
	target, err := atomicfile.Resolve(filepath.Join(o.dir, name))
	if err != nil {
		return stagedFile{}, Reason(err)
	}
	return o.env.stage(o.place, target, name, write)
}

// stage writes a file into a hidden folder: the given one if it is where the file is to
// appear, or else one beside that. What is written to a device or FIFO is not staged.
func (e *Env) stage(place *staging, target atomicfile.Target, name string, write func(io.Writer) error) (stagedFile, error) {
	if target.Stream {
		return stagedFile{}, stream(target, write)
	}
	if place == nil || filepath.Dir(target.Path) != place.folder {
		var err error
		if place, err = newStagingBeside(target); err != nil {
			return stagedFile{}, err
		}
		e.mutex.Lock()
		e.places = append(e.places, place)
		e.mutex.Unlock()
	}
	sum, err := place.write(name, write)
	return stagedFile{place, name, target.Path, sum}, err
}

// spareInputs refuses to write over a file that the command line names.
func (o *Output) spareInputs(name string) error {
	target := filepath.Join(o.dir, name)
	there, err := os.Stat(target)
	if err != nil {
		return nil // so it replaces nothing
	}
	if count(o.env.inputs, there) > 0 {
		return Usagef("--out %s would write %s over an input of that name: choose another folder", o.dir, target)
	}
	return nil
}
