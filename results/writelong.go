package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
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
	return csvDialect.write(w, columns, g.Task != "", []longRows{g.rows(text)})
}

// WriteJSONL writes what WriteCSV does as JSON lines: one object a cell, with
// the columns as keys, and null for what is missing. It fails for names that
// are empty or not UTF-8.
func (g *Grid[T]) WriteJSONL(w io.Writer, columns []string, text func(text []byte, cell *T, column int) []byte) error {
	return jsonDialect("null").write(w, columns, g.Task != "", []longRows{g.rows(text)})
}

// rows yields the rows of the cells.
func (g *Grid[T]) rows(text func(text []byte, cell *T, column int) []byte) longRows {
	var cell *T
	return longRows{
		names: names{g.Task, g.Models, g.Questions},
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

// longRows are the rows of one task that are to be written in long form.
type longRows struct {
	names
	all iter.Seq[longPlace]

	// value appends the value of a column, of the row that all gave last.
	value func(row []byte, column int) []byte
}

// names holds the names of what is to be written.
type names struct {
	task              string
	models, questions []string
}

// longPlace says which cell a row is of.
type longPlace struct {
	model, question int
	trial           int64
}

// dialect is how a file in long form is spelled.
type dialect struct {
	quote    func(name string) string
	writable func(name string) error
	header   bool   // whether the first line names the columns
	key      string // the mark behind a column's name before each of its values, "" if rows do not name them
	begin    string // of a row
	missing  string // what stands for a value that is missing
	end      string // of a row
}

var csvDialect = dialect{quote: csvText, writable: writableCSV, header: true}

func jsonDialect(missing string) dialect {
	return dialect{
		quote: jsonText, writable: func(string) error { return nil },
		key: ":", begin: "{", missing: missing, end: "}",
	}
}

// before returns what stands before each field of a row.
func (d dialect) before(columns []string) []string {
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

// write writes the rows of all tasks with the columns of values, and with the tasks if
// asked to.
func (d dialect) write(w io.Writer, values []string, tasks bool, all []longRows) error {
	columns := append([]string{"model", "question", "trial"}, values...)
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
	before := d.before(columns)
	for _, rows := range all {
		end := d.end + "\n"
		if tasks {
			end = before[len(before)-1] + d.quote(rows.task) + end
		}
		if err := d.writeRows(out, rows, before[:taskField+len(values)], end); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeRows writes the rows of one task, of which each ends so.
func (d dialect) writeRows(out *bufio.Writer, rows longRows, before []string, end string) error {
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
			switch string(row[length:]) {
			case "":
				row = append(row, d.missing...)
			case "inf", "-inf": // which is no number of JSON
				row = append(row[:length], d.quote(string(row[length:]))...)
			}
		}
		row = append(row, end...)
		if _, err := out.Write(row); err != nil {
			return err
		}
	}
	return nil
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

// check tells why the names cannot be written.
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
	return check("question", n.questions...)
}

func writableCSV(name string) error {
	if strings.Contains(name, "\r\n") {
		return errors.New("would lose a carriage return in CSV")
	}
	return nil
}
