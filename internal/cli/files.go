package cli

import (
	"io"

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
