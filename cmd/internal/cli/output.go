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

// An Output is the folder of --out. Files are staged in a hidden folder inside it. They get their
// final names when the report is printed or a step ends (see Finish); until then the folder does
// not change. If the command ends earlier, all staged files and created directories are removed. A
// second signal kills the process and leaves the hidden folder .settle-…, which the next command
// that writes to the folder removes.
//
// A file that the command line names, such as an input, is never replaced. Links are followed;
// devices and FIFOs are written to directly. The methods of a nil Output do nothing, so a command
// need not check whether --out was given.
type Output struct {
	env    *Env
	dir    string // path of the folder
	place  *staging
	staged []stagedFile

	inputs []byte // the data from which step keys are computed, empty if there is none; nil until computed
	step   string // key of the step whose files are being committed, "" outside Finish
}

// Output opens the folder of --out, or returns nil if it was not given. It creates the folder
// and checks that it is writable, so that the command fails before its long work. Call it after
// checking the input. Later calls return the same Output.
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
		return nil, fmt.Errorf("%w; choose another folder", err)
	}
	return o, nil
}

// File adds a file to the folder. The given function writes the content to a buffered writer. No
// part of the file is kept if the function fails or panics, or if the command is interrupted. The
// name must consist of a result of report.SafeName and an extension; otherwise File panics. Two
// files with the same name are an error. File can be called from several goroutines.
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
		return fmt.Errorf("%s: is a link to another output file", filepath.Join(o.dir, name))
	}
	o.staged = append(o.staged, file)
	return nil
}

// names returns the names of the files staged for the folder.
func (o *Output) names() []string {
	if o == nil {
		return nil
	}
	return lists.Each(o.staged, func(f stagedFile) string { return f.name })
}

// stage writes a file of the folder into a hidden folder, from which it can be moved later.
func (o *Output) stage(name string, write func(io.Writer) error) (stagedFile, error) {
	target, err := atomicfile.Resolve(filepath.Join(o.dir, name))
	if err != nil {
		return stagedFile{}, Reason(err)
	}
	return o.env.stage(o.place, target, name, write)
}

// stage writes a file into a hidden folder, from which it can be moved to the target later. It uses
// the given staging folder if that is beside the target; otherwise it creates one. It writes
// directly to devices and FIFOs.
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

// spareInputs returns an error if the named file of the folder is also an input in the command
// line.
func (o *Output) spareInputs(name string) error {
	target := filepath.Join(o.dir, name)
	there, err := os.Stat(target)
	if err != nil {
		return nil // the file does not exist, so no input is replaced
	}
	if count(o.env.inputs, there) > 0 {
		return Usagef("cannot write to --out %s: %s is an input file; choose another folder", o.dir, target)
	}
	return nil
}
