package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"settle/report"
)

// Output is the folder of --out. Files are written to a hidden folder inside
// it and appear under their names when Commit is called; until then nothing in
// the folder changes, and if the command ends without it, everything written
// and every directory made is removed. (A second signal kills the process where
// it stands: then the hidden folder, .settle- and a number, may be left and can
// be deleted.) A file that the command line names, as an input is, is never
// replaced. The methods of a nil Output do nothing,
// so that a command need not ask whether --out was given.
type Output struct {
	ctx     context.Context
	inputs  []os.FileInfo // files that must not be replaced
	dir     string        // the folder
	staging string        // the hidden folder
	made    []string      // the directories made for it, outermost first

	mutex  sync.Mutex
	staged []string // the names of the files that are complete
}

// Output opens the folder of --out, or returns nil if it was not given. The
// folder is made and tried now, so that the command fails before its long work
// and not after it: call it when the input is known to be good. Later calls
// return the same Output.
func (e *Env) Output() (*Output, error) {
	if e.Out == "" || e.output != nil {
		return e.output, nil
	}
	output, err := openOutput(e.Context, e.Out, e.inputs)
	if err != nil {
		return nil, err
	}
	e.output = output
	return output, nil
}

func openOutput(ctx context.Context, dir string, inputs []os.FileInfo) (*Output, error) {
	o := &Output{ctx: ctx, inputs: inputs, dir: filepath.Clean(dir)}
	if err := o.open(); err != nil {
		o.discard()
		return nil, fmt.Errorf("--out %s: %w", dir, Reason(err))
	}
	return o, nil
}

func (o *Output) open() error {
	if err := o.makeDirectories(o.dir); err != nil {
		return err
	}
	staging, err := os.MkdirTemp(o.dir, ".settle-")
	o.staging = staging
	return err
}

// makeDirectories is os.MkdirAll that remembers what it made.
func (o *Output) makeDirectories(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return errors.New("not a directory")
	case err == nil || !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := o.makeDirectories(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil // somebody else was faster
		}
		return err
	}
	o.made = append(o.made, dir)
	return nil
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
	if err := o.ctx.Err(); err != nil {
		return err
	}
	if err := o.spareInputs(name); err != nil {
		return err
	}
	if err := stage(filepath.Join(o.staging, name), write); err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(o.dir, name), err)
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.staged = append(o.staged, name)
	return nil
}

// spareInputs refuses to write over a file that the command line names.
func (o *Output) spareInputs(name string) error {
	target := filepath.Join(o.dir, name)
	there, err := os.Stat(target)
	if err != nil {
		return nil // so it replaces nothing
	}
	if count(o.inputs, there) > 0 {
		return Usagef("--out %s would write %s over an input of that name: choose another folder", o.dir, target)
	}
	return nil
}

// named are the files that the arguments name: as a whole, as the value of a
// flag, behind a word and a colon, or in a list with commas, as in
// --prior=old.csv, coins:mine.csv and exact-match,mine.yaml. A file is there
// once for each argument that names it.
func named(args []string) []os.FileInfo {
	var files []os.FileInfo
	for _, arg := range args {
		files = append(files, namedBy(arg)...)
	}
	return files
}

func namedBy(arg string) []os.FileInfo {
	var files []os.FileInfo
	add := func(path string) {
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() && count(files, info) == 0 {
			files = append(files, info)
		}
	}
	for found := true; found; {
		add(arg)
		for part := range strings.SplitSeq(arg, ",") {
			add(strings.TrimSpace(part))
		}
		at := strings.IndexAny(arg, "=:")
		if found = at >= 0; found {
			arg = arg[at+1:]
		}
	}
	return files
}

// count tells how many of the files are this one.
func count(files []os.FileInfo, this os.FileInfo) int {
	n := 0
	for _, file := range files {
		if os.SameFile(file, this) {
			n++
		}
	}
	return n
}

// stage writes the file at path, or removes it.
func stage(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return errors.New("two files of this name")
	}
	if err != nil {
		return Reason(err)
	}
	complete := false
	defer func() {
		if !complete {
			file.Close()
			os.Remove(path)
		}
	}()
	buffer := bufio.NewWriter(file)
	if err := write(buffer); err != nil {
		return err
	}
	if err := errors.Join(buffer.Flush(), file.Close()); err != nil {
		return Reason(err)
	}
	complete = true
	return nil
}

// Commit moves every file to its name in the folder, replacing files that were
// there. It moves none if the command was interrupted, or if a directory
// stands in the way of one. Each file moves in one step; should the file system
// refuse one of them after that, the ones moved before it stay.
func (o *Output) Commit() error {
	if o == nil {
		return nil
	}
	defer o.discard()
	if err := o.ctx.Err(); err != nil {
		return err
	}
	if err := o.blocked(); err != nil {
		return err
	}
	for _, name := range o.staged {
		target := filepath.Join(o.dir, name)
		if err := os.Rename(filepath.Join(o.staging, name), target); err != nil {
			return fmt.Errorf("%s: %w", target, Reason(err))
		}
	}
	o.made = nil // the user's from now on
	return nil
}

// blocked fails if a directory has the name of a file.
func (o *Output) blocked() error {
	for _, name := range o.staged {
		target := filepath.Join(o.dir, name)
		if info, err := os.Lstat(target); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory", target)
		}
	}
	return nil
}

// discard removes what is staged and the directories made for it, unless
// something else has been put there. It can be called several times.
func (o *Output) discard() {
	if o.staging != "" {
		os.RemoveAll(o.staging)
	}
	for _, dir := range slices.Backward(o.made) {
		os.Remove(dir)
	}
	o.made, o.staged = nil, nil
}
