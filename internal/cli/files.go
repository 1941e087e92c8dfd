package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"settle/figures"
	"settle/tables"
)

// Figure adds a drawing to the folder, as SVG and PNG and with the data behind
// it as CSV, in files of the given name.
func (o *Output) Figure(name string, f *figures.Figure) error {
	for _, format := range []figures.Format{figures.SVG, figures.PNG} {
		draw := func(w io.Writer) error { return f.Write(w, format) }
		if err := o.File(name+"."+string(format), draw); err != nil {
			return err
		}
	}
	return o.File(name+".csv", f.WriteData)
}

// Table adds a table to the folder as a CSV file of the given name.
func (o *Output) Table(name string, t *tables.Table) error {
	return o.File(name+".csv", func(w io.Writer) error { return t.Write(w, tables.CSV) })
}

// WriteFile writes a file in one step: beside its place first, then renamed.
// If anything fails, nothing is left behind.
func (e *Env) WriteFile(path string, write func(f *os.File) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".settle-*")
	if err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := write(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := file.Chmod(0o644); err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	if err := e.Context.Err(); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	return nil
}
