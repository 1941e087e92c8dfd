package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"settle/study/standings"
	"settle/tables"
)

// Across is rankings of the same attempts under several schemata, with what they
// were made of.
type Across struct {
	*standings.Across
	Origin SignalsOrigin
	Name   string // of the attempts, for titles
	Facts  string // what they are, in sentences
}

// Report is the report in the format asked for: CSV gets a row per model and
// schema.
func (x Across) Report(format string) Report {
	r := Report{JSON: x.document(), Tables: []*tables.Table{x.Data()}}
	if tables.Format(format) != tables.CSV {
		places := x.Table(x.title())
		places.Notes = append(places.Notes, x.Facts)
		r.Tables = []*tables.Table{places, x.Summary("How the schemata agree")}
	}
	return r
}

// AcrossTasks is the report of rankings under several schemata at several tasks, of
// which the last is at all of them together. CSV gets one table, whose first column
// is the task. Of one ranking it is the report.
func AcrossTasks(all []Across, format string) Report {
	last := len(all) - 1
	if last == 0 {
		return all[0].Report(format)
	}
	d := acrossTasksDocument{Pool: all[last].document()}
	var shown []taskTables
	for i, x := range all {
		if i < last {
			d.Tasks = append(d.Tasks, x.document())
		}
		shown = append(shown, taskTables{x.Task, x.Report(format).Tables})
	}
	return Report{JSON: d, Tables: byTask(shown, format)}
}

func (x Across) title() string {
	return fmt.Sprintf("%s ranked by %d schemata", x.Name, len(x.Schemata))
}

// headsWidth is how many characters the names of schemata may take in the head
// of a table before letters stand for them.
const headsWidth = 80

// heads are what tables call the schemata: their names, or letters if that
// would make the table too wide, which a note then explains.
func (x Across) heads() (heads []string, note string) {
	width := 0
	for _, s := range x.Schemata {
		heads = append(heads, s.Schema.Name())
		width += utf8.RuneCountInString(s.Schema.Name()) + 2
	}
	if width <= headsWidth {
		return heads, ""
	}
	var legend []string
	for i, name := range heads {
		heads[i] = letter(i)
		legend = append(legend, heads[i]+" "+name)
	}
	return heads, strings.Join(legend, ", ") + "."
}

// letter is a, b, …, z, aa, ab, … for 0, 1, ….
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}
