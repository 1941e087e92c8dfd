package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"settle/internal/quoted"

	"github.com/go-json-experiment/json/jsontext"
)

// WriteCSV writes the grid in long form: a header with the columns model,
// question, trial, the given ones and, if the grid names its task, task; then
// one row a cell, by model, question and trial. Trials count from 1.
//
// The function appends what belongs into one of the given columns, counted
// from 0, of the row of a cell: a number or a boolean, or nothing at all if it is
// missing. It fails for names that ReadGrid would refuse or change: empty ones,
// ones that are not UTF-8, and ones with "\r\n" in them.
func (g *Grid[T]) WriteCSV(w io.Writer, columns []string, text func(text []byte, cell *T, column int) []byte) error {
	if err := g.checkNames(writableCSV); err != nil {
		return err
	}
	names := g.columns(columns)
	before := make([]string, len(names))
	for i, name := range names {
		if names[i] = csvText(name); i > 0 {
			before[i] = ","
		}
	}
	return writeLongForm(w, g, text, dialect{
		header: strings.Join(names, ",") + "\n",
		before: before,
		quote:  csvText,
	})
}

// WriteJSONL writes what WriteCSV does as JSON lines: one object a cell, with
// the columns as keys, and null for what is missing. It fails for names that
// are empty or not UTF-8.
func (g *Grid[T]) WriteJSONL(w io.Writer, columns []string, text func(text []byte, cell *T, column int) []byte) error {
	if err := g.checkNames(func(string) error { return nil }); err != nil {
		return err
	}
	before := g.columns(columns)
	for i, name := range before {
		before[i] = "," + jsonText(name) + ":"
	}
	before[0] = "{" + before[0][1:]
	return writeLongForm(w, g, text, dialect{before: before, quote: jsonText, missing: "null", end: "}"})
}

// columns are those of the file, in its order.
func (g *Grid[T]) columns(values []string) []string {
	columns := append([]string{"model", "question", "trial"}, values...)
	if g.Task != "" {
		columns = append(columns, "task")
	}
	return columns
}

// dialect is how a file in long form is spelled.
type dialect struct {
	header  string
	before  []string // what stands before each field of a row
	quote   func(name string) string
	missing string // what stands for a value that is missing
	end     string // of a row
}

// writeLongForm writes one row a cell. The names are those of a grid that can
// be written.
func writeLongForm[T any](w io.Writer, g *Grid[T], text func([]byte, *T, int) []byte, d dialect) error {
	out := bufio.NewWriter(w)
	out.WriteString(d.header) // out keeps its first error
	values := d.before[trialField+1:]
	end := d.end + "\n"
	if g.Task != "" {
		last := len(values) - 1
		end = values[last] + d.quote(g.Task) + end
		values = values[:last]
	}
	questions := make([]string, len(g.Questions))
	for i, question := range g.Questions {
		questions[i] = d.before[questionField] + d.quote(question) + d.before[trialField]
	}
	cells := g.Cells
	var row []byte
	for _, model := range g.Models {
		model = d.before[modelField] + d.quote(model)
		for _, question := range questions {
			for trial := range g.Trials {
				row = append(append(row[:0], model...), question...)
				row = strconv.AppendInt(row, int64(trial)+1, 10)
				for i, before := range values {
					row = append(row, before...)
					length := len(row)
					if row = text(row, &cells[trial], i); len(row) == length {
						row = append(row, d.missing...)
					}
				}
				row = append(row, end...)
				if _, err := out.Write(row); err != nil {
					return err
				}
			}
			cells = cells[g.Trials:]
		}
	}
	return out.Flush()
}

// csvText is one field as CSV spells it.
func csvText(field string) string {
	var text strings.Builder
	c := csv.NewWriter(&text)
	_ = c.Write([]string{field}) // nothing can fail in memory
	c.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// jsonText is a string as JSON spells it. The string must be UTF-8.
func jsonText(s string) string {
	text, _ := jsontext.AppendQuote(nil, s) // fails for other encodings only
	return string(text)
}

// checkNames tells why the names of the grid cannot be written.
func (g *Grid[T]) checkNames(writable func(name string) error) error {
	check := func(what string, names ...string) error {
		for _, name := range names {
			if err := checkName(what, name); err != nil {
				return err
			}
			if err := writable(name); err != nil {
				return fmt.Errorf("%s %s %w", what, quoted.Text(name), err)
			}
		}
		return nil
	}
	if g.Task != "" {
		if err := check("task", g.Task); err != nil {
			return err
		}
	}
	if err := check("model", g.Models...); err != nil {
		return err
	}
	return check("question", g.Questions...)
}

func writableCSV(name string) error {
	if strings.Contains(name, "\r\n") {
		return errors.New("would lose a carriage return in CSV")
	}
	return nil
}
