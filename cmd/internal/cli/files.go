package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/atomicfile"
	"settle/internal/tables"
	"settle/report"
	"settle/report/page"
	"settle/report/wording"
)

// Figure adds a figure to the folder, once for each format of --figures, and the figure's data as
// CSV. Each file has the given name, with the extension of the format. A leaderboard of many models
// is split into pages, each in its own file.
func (o *Output) Figure(name string, f *figures.Figure) error {
	if o == nil {
		return nil
	}
	f, err := o.signed(f)
	if err != nil {
		return err
	}
	f = o.env.drawing.styled(f)
	for i, page := range f.Pages() {
		if err := o.draw(name+wording.If(i > 0, fmt.Sprintf("-page%d", i+1)), page); err != nil {
			return err
		}
	}
	return o.data(name, f.WriteData)
}

// draw adds a figure to the folder, once for each format of --figures.
func (o *Output) draw(name string, f *figures.Figure) error {
	for _, format := range o.env.drawing.formats() {
		draw := func(w io.Writer) error { return f.Write(w, format) }
		if err := o.File(name+"."+string(format), draw); err != nil {
			return err
		}
	}
	return nil
}

// A Drawn is a figure together with the name of its files.
type Drawn struct {
	Name   string
	Figure *figures.Figure // nil means no figure
}

// Figures adds figures to the folder. fileName maps the name of each figure to the name of its
// files.
func (o *Output) Figures(fileName func(figure string) string, all ...Drawn) error {
	for _, d := range all {
		if d.Figure == nil {
			continue
		}
		if err := o.Figure(fileName(d.Name), d.Figure); err != nil {
			return err
		}
	}
	return nil
}

// signed returns a copy of the figure whose caption ends with the provenance.
func (o *Output) signed(f *figures.Figure) (*figures.Figure, error) {
	from, err := o.env.Provenance()
	if from == nil || err != nil {
		return f, err
	}
	copied := *f
	copied.Caption = strings.TrimPrefix(f.Caption+"\n"+from.String(), "\n")
	return &copied, nil
}

// Table adds a table to the folder as a CSV file of the given name.
func (o *Output) Table(name string, t *tables.Table) error {
	return o.data(name, func(w io.Writer) error { return t.Write(w, tables.CSV) })
}

// Document adds v to the folder as a JSON document. The document includes the provenance, as the
// JSON of a report does.
func (o *Output) Document(name string, v any) error {
	if o == nil {
		return nil
	}
	from, err := o.env.Provenance()
	if err != nil {
		return err
	}
	rendered, err := report.Report{JSON: v, Document: o.env.document(), Provenance: from}.Render(report.JSON)
	if err != nil {
		return err
	}
	return o.File(name, func(w io.Writer) error {
		_, err := w.Write(rendered)
		return err
	})
}

// PageName is the name of the page that shows everything in the folder.
const PageName = "index.html"

// Page adds an HTML page and its provenance to the folder.
func (o *Output) Page(name string, p *page.Page) error {
	if o == nil {
		return nil
	}
	from, err := o.env.Provenance()
	if err != nil {
		return err
	}
	signed := *p
	if from != nil {
		signed.Provenance = from.String()
	}
	return o.File(name, signed.Write)
}

// data adds a CSV file to the folder. It escapes values so that a spreadsheet runs no formulas.
func (o *Output) data(name string, write func(io.Writer) error) error {
	if o == nil {
		return nil
	}
	return o.File(name+".csv", func(w io.Writer) error {
		var plain bytes.Buffer
		if err := write(&plain); err != nil {
			return err
		}
		return tables.CopySafely(w, &plain)
	})
}

// A File describes a file to write: its path and the function that writes its contents.
type File struct {
	Path  string
	Write func(io.Writer) error
}

// WriteFiles writes files to paths that the user chose. It stages each file in a hidden folder
// beside its path; Print later commits all of them or none. It follows links, writes directly to
// devices and FIFOs, and skips files without a path. The command line must contain each path
// exactly once.
//
// It fails if two files have the same path, if a directory exists at the path of a file, if the
// command line also names a file as an input, or if the context ends.
func (e *Env) WriteFiles(files ...File) error {
	files = slices.DeleteFunc(files, func(f File) bool { return f.Path == "" })
	if err := e.spareNamed(files); err != nil {
		return err
	}
	seen := map[string]bool{}
	for _, file := range files {
		target, err := atomicfile.Resolve(file.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", file.Path, Reason(err))
		}
		path := place(target.Path)
		if seen[path] && !target.Stream {
			return Usagef("two output files are named %s; choose different names", file.Path)
		}
		seen[path] = true
		if info, err := os.Stat(file.Path); err == nil && info.IsDir() {
			return fmt.Errorf("%s: is a directory", file.Path)
		}
		if err := e.writeFile(target, file.Write); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	return e.Context.Err()
}

// writeFile stages a file in a hidden folder beside its path, or writes it to a stream.
func (e *Env) writeFile(target atomicfile.Target, write func(io.Writer) error) error {
	file, err := e.stage(nil, target, filepath.Base(target.Path), func(w io.Writer) error {
		return write(interruptible{e.Context, w})
	})
	if err == nil && file.staging != nil {
		e.staged = append(e.staged, file)
	}
	return err
}

// spareNamed returns an error if the command line also names one of the files to write as an
// input.
func (e *Env) spareNamed(files []File) error {
	var there []os.FileInfo
	for _, file := range files {
		if info, err := os.Stat(file.Path); err == nil {
			there = append(there, info)
		}
	}
	for _, file := range files {
		if info, err := os.Stat(file.Path); err == nil && count(e.inputs, info) > count(there, info) {
			return Usagef("cannot write %s: it is an input file; choose another file", file.Path)
		}
	}
	return nil
}

// place returns a canonical path of a file that need not exist. If the folder of the file exists,
// all spellings of the path give the same result.
func place(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	folder, name := filepath.Split(absolute)
	if resolved, err := filepath.EvalSymlinks(folder); err == nil {
		folder = resolved
	}
	return filepath.Join(folder, name)
}

// An interruptible is a writer that fails once the context has ended.
type interruptible struct {
	ctx context.Context
	w   io.Writer
}

func (i interruptible) Write(p []byte) (int, error) {
	if err := i.ctx.Err(); err != nil {
		return 0, err
	}
	return i.w.Write(p)
}
