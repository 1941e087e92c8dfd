package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"

	"github.com/go-json-experiment/json/jsontext"
)

// WriteCSV writes the grid in long form. The header has the columns model, question and
// trial, then the given columns. It also has the column task if the grid names its
// task. One row per cell follows, by model, question and trial. Trials are numbered
// from 1.
//
// WriteCSV calls text(b, cell, i) to append the value of a cell in column i to b. The
// given columns are numbered from 0. The call must append a number, a boolean or, if
// the value is missing, nothing. WriteCSV fails for names that ReadGrid would reject or
// change: names that are empty, are not UTF-8 or contain "\r\n".
func (g *Grid[T]) WriteCSV(w io.Writer, columns []string, text func(text []byte, cell *T, column int) []byte) error {
	return csvDialect.write(w, columns, g.Task != "", []longRows{g.rows(text)})
}

// WriteJSONL writes the rows of WriteCSV as JSON lines: one object per cell, with the
// columns as keys. It calls text(b, cell, i) for each value, as WriteCSV does. If a
// call appends nothing, the value is null. WriteJSONL fails for names that are empty or
// not UTF-8.
func (g *Grid[T]) WriteJSONL(w io.Writer, columns []string, text func(text []byte, cell *T, column int) []byte) error {
	return jsonDialect("null").write(w, columns, g.Task != "", []longRows{g.rows(text)})
}

// rows returns the cells as rows for writing.
func (g *Grid[T]) rows(text func(text []byte, cell *T, column int) []byte) longRows {
	var cell *T
	return longRows{
		names: names{g.Task, g.Models, g.Questions, nil},
		all: func(yield func(place longPlace) bool) {
			for i := range g.Cells {
				row := i / g.Trials
				cell = &g.Cells[i]
				if !yield(longPlace{row / len(g.Questions), row % len(g.Questions), int64(i%g.Trials) + 1}) {
					return
				}
			}
		},
		value: func(row []byte, column int) []byte { return text(row, cell, column) },
	}
}

// longRows holds the rows of one task that are to be written in long form.
type longRows struct {
	names
	all iter.Seq[longPlace]

	// value appends the value of a column in the row that the iterator all yielded last.
	value func(row []byte, column int) []byte
}

// names holds the names of a task, its models, its questions and their groups.
type names struct {
	task              string
	models, questions []string
	groups            []string // by question, "" for none; nil if no question has a group
}

// A longPlace says which model, question and trial a row describes.
type longPlace struct {
	model, question int
	trial           int64
}

// A dialect describes the syntax of a file in long form, CSV or JSONL.
type dialect struct {
	quote    func(name string) string
	writable func(name string) error
	header   bool   // the first line names the columns
	key      string // separator between a column's name and its value; "" if rows do not name the columns
	begin    string // start of a row
	missing  string // text for a missing value
	end      string // end of a row
}

var csvDialect = dialect{quote: csvText, writable: writableCSV, header: true}

func jsonDialect(missing string) dialect {
	return dialect{
		quote: jsonText, writable: func(string) error { return nil },
		key: ":", begin: "{", missing: missing, end: "}",
	}
}

// textsBefore returns, for each column, the text that precedes its value in a row.
func (d dialect) textsBefore(columns []string) []string {
	before := make([]string, len(columns))
	for i, name := range columns {
		before[i] = ","
		if i == 0 {
			before[i] = d.begin
		}
		if d.key != "" {
			before[i] += d.quote(name) + d.key
		}
	}
	return before
}

// write writes the rows of all tasks. The columns are model, question and trial, then
// those with the names values[i]. If any question has a group, the column group
// follows. If tasks is true, the column task follows.
func (d dialect) write(w io.Writer, values []string, tasks bool, all []longRows) error {
	columns := append([]string{"model", "question", "trial"}, values...)
	if slices.ContainsFunc(all, func(rows longRows) bool { return rows.groups != nil }) {
		columns = append(columns, groupColumn)
	}
	if tasks {
		columns = append(columns, "task")
	}
	for _, rows := range all {
		if err := rows.check(d.writable); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	if d.header {
		for i, name := range columns {
			columns[i] = d.quote(name)
		}
		fmt.Fprintln(out, strings.Join(columns, ",")) // out keeps its first error
	}
	before := d.textsBefore(columns)
	before, after := before[:taskField+len(values)], before[taskField+len(values):]
	for _, rows := range all {
		if err := d.writeRows(out, rows, before, d.ends(rows.names, after, tasks)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// ends returns the text after the values in each question's rows: the group, the task,
// or both. The text after[i] precedes each of them.
func (d dialect) ends(of names, after []string, task bool) []string {
	end := d.end + "\n"
	if task {
		end = after[len(after)-1] + d.quote(of.task) + end
		after = after[:len(after)-1]
	}
	ends := slices.Repeat([]string{end}, len(of.questions))
	for i := range ends {
		if len(after) == 0 {
			break
		}
		group := ""
		switch {
		case of.groups != nil && of.groups[i] != "":
			group = d.quote(of.groups[i])
		case d.key != "": // JSON
			group = "null"
		}
		ends[i] = after[0] + group + end
	}
	return ends
}

// writeRows writes the rows of one task. The last two arguments hold the text before
// each value and, by question, the text after each row.
func (d dialect) writeRows(out *bufio.Writer, rows longRows, before, ends []string) error {
	models, questions := make([]string, len(rows.models)), make([]string, len(rows.questions))
	for i, name := range rows.models {
		models[i] = before[modelField] + d.quote(name)
	}
	for i, name := range rows.questions {
		questions[i] = before[questionField] + d.quote(name) + before[trialField]
	}
	var row []byte
	for at := range rows.all {
		row = append(append(row[:0], models[at.model]...), questions[at.question]...)
		row = strconv.AppendInt(row, at.trial, 10)
		for i, before := range before[trialField+1:] {
			row = append(row, before...)
			length := len(row)
			row = rows.value(row, i)
			if len(row) == length {
				row = append(row, d.missing...)
			}
		}
		row = append(row, ends[at.question]...)
		if _, err := out.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// csvText returns a field in CSV notation.
func csvText(field string) string {
	var text strings.Builder
	c := csv.NewWriter(&text)
	_ = c.Write([]string{field}) // writing to memory cannot fail
	c.Flush()
	return strings.TrimSuffix(text.String(), "\n")
}

// jsonText returns a string in JSON notation. The string must be UTF-8.
func jsonText(s string) string {
	text, _ := jsontext.AppendQuote(nil, s) // fails only for other encodings
	return string(text)
}

// check fails if a name is invalid or cannot be written in the file's format.
func (n *names) check(writable func(name string) error) error {
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
	if n.task != "" {
		if err := check("task", n.task); err != nil {
			return err
		}
	}
	if err := check("model", n.models...); err != nil {
		return err
	}
	if err := check("group", slices.DeleteFunc(slices.Clone(n.groups), func(name string) bool { return name == "" })...); err != nil {
		return err
	}
	return check("question", n.questions...)
}

func writableCSV(name string) error {
	if strings.Contains(name, "\r\n") {
		return errors.New("would lose a carriage return in CSV")
	}
	return nil
}
