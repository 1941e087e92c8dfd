package tables

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A Table is a table of formatted cells. It must have at least one column, and every
// row must have one cell per column.
type Table struct {
	Title   string // text above the table, or ""
	Lead    string // the main result, shown below the title, or ""
	Columns []Column
	Rows    [][]string
	Notes   []string // explanations shown below the table, one paragraph each

	// Details holds explanations that few readers need. They follow the notes.
	Details []string

	// Warnings come before the notes. They describe the data in the table and the ways in
	// which the table can mislead.
	Warnings []string

	// Headings holds the indexes of rows that are headings for the rows below them. In such
	// a row, only the first cell is filled. In the format Text, that cell takes the whole
	// line and does not affect column widths.
	Headings []int

	// Bands holds the number of each row's colour band. It is nil if there are no bands.
	Bands []int
	// Ranges holds intervals that a screen draws next to the numbers. It is nil if there
	// are none.
	Ranges *Ranges
}

// A Column describes one column of a table.
type Column struct {
	Name  string
	Right bool // whether the column is right-aligned, as for numbers
	Width int  // width above which the format Text wraps cells; 0 means no limit
	Marks bool // whether a screen shows yes as ✓ and no as ✗
}

// A Format is an output format of tables.
type Format string

// Output formats of tables.
const (
	// Text is for a terminal. Columns are aligned by their width on the screen, with a rule
	// under the header and no trailing spaces. Characters that are not graphic are escaped
	// as in Go, for example \x1b or \u202e.
	Text Format = "text"
	// CSV is for other programs and spreadsheets. It has the header and the rows, without
	// title and notes. Characters that are not graphic are escaped as in Text. Text that a
	// spreadsheet could read as a formula gets an apostrophe in front (OWASP, "CSV
	// Injection"). This includes text after a semicolon, where some spreadsheets start a
	// new cell.
	CSV Format = "csv"
	// Markdown is a GitHub pipe table under a heading. Nothing in a cell acts as markup or
	// HTML, or becomes a link, a mention or an emoji.
	Markdown Format = "md"
	// LaTeX is a tabular that needs the package booktabs. If the table has a title or a
	// note, the tabular is inside a table environment, and the title is its caption.
	// Nothing in a cell acts as a command. Common Greek letters, relations and subscripts
	// become commands; other characters outside Latin need an engine that reads Unicode.
	LaTeX Format = "tex"
)

// Formats returns the names of all output formats of tables.
func Formats() []string {
	return []string{string(Text), string(CSV), string(Markdown), string(LaTeX)}
}

// IsData reports whether the format is for programs. Such a format has no prose and
// does not round numbers.
func (f Format) IsData() bool { return f == CSV }

func init() {
	// Without this setting, the locale would decide whether characters such as τ and – are
	// one or two columns wide, and the output would depend on it.
	text.OverrideRuneWidthEastAsianWidth(false)
}

// Write formats the table and writes it to w in a single call. It fails if the format
// is unknown or if writing fails. It panics if the table has no columns or if a row has
// the wrong number of cells.
func (t *Table) Write(w io.Writer, f Format) error { return t.WriteOn(w, f, Screen{}) }

// WriteOn works like Write, but fits the format Text to a screen. The other formats
// ignore the screen.
func (t *Table) WriteOn(w io.Writer, f Format, s Screen) error {
	t.mustBeRegular()
	drawing, err := t.draw(f, s)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, drawing)
	return err
}

// Note appends notes to the table. It skips empty notes.
func (t *Table) Note(notes ...string) { t.Notes = appendSome(t.Notes, notes) }

// Explain appends details to the table. It skips empty details.
func (t *Table) Explain(details ...string) { t.Details = appendSome(t.Details, details) }

// Warn appends warnings to the table. It skips empty warnings.
func (t *Table) Warn(warnings ...string) { t.Warnings = appendSome(t.Warnings, warnings) }

func appendSome(list, more []string) []string {
	return append(list, slices.DeleteFunc(slices.Clone(more), func(text string) bool { return text == "" })...)
}

// AllNotes returns the table's warnings, notes and details, in this order.
func (t *Table) AllNotes() []string { return slices.Concat(t.Warnings, t.Notes, t.Details) }

func (t *Table) mustBeRegular() {
	if len(t.Columns) == 0 {
		panic(fmt.Sprintf("tables: table %q has no columns", t.Title))
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			panic(fmt.Sprintf("tables: row %d of table %q has %d cells, but the table has %d columns", i, t.Title, len(row), len(t.Columns)))
		}
	}
}

func (t *Table) draw(f Format, s Screen) (string, error) {
	switch f {
	case Text:
		return t.text(s), nil
	case CSV:
		return t.csv(), nil
	case Markdown:
		return t.markdown(), nil
	case LaTeX:
		return t.latex(), nil
	}
	return "", fmt.Errorf("unknown table format %q; formats are text, csv, md and tex", f)
}

// header returns the names of the columns.
func (t *Table) header() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}

func (t *Table) text(s Screen) string {
	var b strings.Builder
	line := func(text, end string) {
		if text != "" {
			b.WriteString(s.Prose(strings.TrimSpace(Clean(text))) + end)
		}
	}
	line(t.Title, "\n\n")
	line(t.Lead, "\n\n")
	shown := t.onScreen(s)
	w := shown.pretty(func(cell string) string { return cell }, headingMark)
	w.SetStyle(lightStyle())
	w.SuppressTrailingSpaces()
	b.WriteString(shown.insertHeadings(w.Render()))
	b.WriteByte('\n')
	notes := t.AllNotes()
	if len(notes) > 0 {
		b.WriteByte('\n')
	}
	for _, note := range notes {
		b.WriteString(s.Prose(strings.TrimSpace(Clean(note))) + "\n")
	}
	return b.String()
}

// headingMark takes the place of headings while the columns are measured, because a
// heading must not widen its column. No cleaned cell contains headingMark, because it
// is not a graphic character.
const headingMark = "\ue000"

// insertHeadings replaces each headingMark in a drawn table by its heading.
func (t *Table) insertHeadings(drawn string) string {
	if len(t.Headings) == 0 {
		return drawn
	}
	lines, next := strings.Split(drawn, "\n"), 0
	for i, line := range lines {
		if strings.HasPrefix(line, headingMark) {
			lines[i] = t.Rows[t.Headings[next]][0]
			next++
		}
	}
	return strings.Join(lines, "\n")
}

// lightStyle returns a go-pretty style with a rule under the header and two spaces
// between columns.
func lightStyle() table.Style {
	style := table.StyleDefault
	style.Box = table.BoxStyle{MiddleHorizontal: "─", MiddleSeparator: "──", MiddleVertical: "  "}
	style.Format = table.FormatOptions{}
	style.Options = table.Options{SeparateHeader: true, SeparateColumns: true}
	return style
}

// pretty returns a go-pretty table with the escaped cells. If mark is not "", it takes
// the place of headings.
func (t *Table) pretty(escape func(string) string, mark string) table.Writer {
	w := table.NewWriter()
	w.AppendHeader(prettyRow(t.header(), escape))
	for i, row := range t.Rows {
		drawn := prettyRow(row, escape)
		if mark != "" && slices.Contains(t.Headings, i) {
			drawn[0] = mark
		}
		w.AppendRow(drawn)
	}
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, column := range t.Columns {
		align := text.AlignLeft
		if column.Right {
			align = text.AlignRight
		}
		// go-pretty drops an empty header line unless the width is at least one.
		configs[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, VAlignHeader: text.VAlignBottom, WidthMin: 1}
		if mark != "" { // Markdown and LaTeX wrap by themselves
			configs[i].WidthMax, configs[i].WidthMaxEnforcer = column.Width, text.WrapSoft
		}
	}
	w.SetColumnConfigs(configs)
	return w
}

func prettyRow(cells []string, escape func(string) string) table.Row {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		row[i] = escape(cell)
	}
	return row
}

func (t *Table) csv() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	for _, record := range append([][]string{t.header()}, t.Rows...) {
		if len(record) == 1 && record[0] == "" {
			// encoding/csv would write an empty line, and readers skip empty lines.
			w.Flush()
			b.WriteString("\"\"\n")
			continue
		}
		escaped := make([]string, len(record))
		for i, cell := range record {
			escaped[i] = SafeCell(cell)
		}
		w.Write(escaped) // writing to a Builder cannot fail
	}
	w.Flush()
	return b.String()
}

// formula matches a place where a spreadsheet could find the beginning of a formula. It
// includes full-width forms, because some spreadsheets convert them.
var formula = regexp.MustCompile(`(?:^|;)[\s"']*([=+\-@＝＋－＠])`)

// SafeCell returns a cell for CSV, changed so that no spreadsheet reads it as a
// formula. Numbers are not changed.
func SafeCell(cell string) string {
	cell = Clean(cell)
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	var b strings.Builder
	done := 0
	for _, at := range formula.FindAllStringSubmatchIndex(cell, -1) {
		mark := at[2]
		if at[0] == 0 && cell[0] != ';' {
			mark = 0 // also before spaces and quotes
		}
		b.WriteString(cell[done:mark] + "'")
		done = mark
	}
	return b.String() + cell[done:]
}

// CopySafely copies a CSV file and applies SafeCell to every cell.
func CopySafely(to io.Writer, from io.Reader) error {
	records := csv.NewReader(from)
	w := csv.NewWriter(to)
	for {
		record, err := records.Read()
		if errors.Is(err, io.EOF) {
			w.Flush()
			return w.Error()
		}
		if err != nil {
			return err
		}
		for i, cell := range record {
			record[i] = SafeCell(cell)
		}
		if err := w.Write(record); err != nil {
			return err
		}
	}
}

// Clean returns a text as one line of visible characters. All formats except CSV show
// texts in this form. White space becomes a space. Other characters that are not
// graphic are escaped as in Go, including terminal escapes and marks that reverse the
// text direction, so that different names do not look alike. Joiners of Indic and
// Arabic scripts and variation selectors are kept after characters that are not ASCII.
func Clean(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		switch {
		case r == unicode.ReplacementChar && !utf8.ValidString(s[i:min(i+utf8.RuneLen(r), len(s))]):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case selects(r) && before > unicode.MaxASCII:
			b.WriteRune(r)
		case unicode.IsGraphic(r) && !invisible(r):
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		default:
			b.WriteString(escaped(r))
		}
		before = r
	}
	return b.String()
}

// selects reports whether a character changes how the character before it is shown.
func selects(r rune) bool {
	return r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r)
}

// invisible reports whether a character cannot be seen although Unicode counts it as
// graphic.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// escaped returns a character, with Go escapes if it is not graphic.
func escaped(r rune) string {
	quoted := strconv.QuoteToASCII(string(r))
	return quoted[1 : len(quoted)-1]
}
