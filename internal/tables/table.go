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

// Table is a table ready to be drawn. Every row has exactly one cell for each
// column, of which there is at least one.
type Table struct {
	Title   string // above the table, "" for none
	Lead    string // what the table comes to, below the title, "" for nothing
	Columns []Column
	Rows    [][]string
	Notes   []string // below the table, one paragraph each: what explains it

	// Details say more than most readers ask for; they stand behind the notes.
	Details []string

	// Warnings stand before the notes: what the table is of, and what may mislead.
	Warnings []string

	// Headings are the rows, by their places, of which only the first cell is not
	// empty, and that head those below them: in Text they take the whole line, and
	// no column is as wide as they are.
	Headings []int

	// Bands are the bands of the rows, in the order of colours, nil where there are none.
	Bands []int
	// Ranges are what a screen draws beside the numbers, nil for nothing.
	Ranges *Ranges
}

// Column is the head of a column.
type Column struct {
	Name  string
	Right bool // align the column to the right, as numbers are
	Width int  // in Text, what is wider is wrapped; 0 for no limit
	Marks bool // a screen shows yes as ✓ and no as ✗
}

// Format is a way to draw a table.
type Format string

// The formats.
const (
	// Text is for a terminal: aligned by display width, a rule under the
	// header, no trailing spaces. Whatever is not graphic is escaped as in Go:
	// \x1b, \u202e.
	Text Format = "text"
	// CSV is for other programs and spreadsheets: the header and the rows,
	// without title and notes. What is not graphic is escaped as in Text, and
	// what a spreadsheet would take for a formula has an apostrophe in front
	// (OWASP, "CSV Injection"), also behind a semicolon, where some
	// spreadsheets let a cell begin.
	CSV Format = "csv"
	// Markdown is a GitHub pipe table under a heading. Nothing in a cell is
	// taken for markup or HTML, nor becomes a link, a mention or an emoji.
	Markdown Format = "md"
	// LaTeX is a tabular that needs the package booktabs, inside a table
	// environment if there is a title (its caption) or a note. Nothing in a
	// cell is taken for a command; Greek letters, relations and subscripts of
	// common use become commands. Other characters outside Latin need an
	// engine that reads Unicode.
	LaTeX Format = "tex"
)

// Formats lists the formats of tables.
func Formats() []string {
	return []string{string(Text), string(CSV), string(Markdown), string(LaTeX)}
}

// IsData tells whether the format is for programs, which get all numbers in full and no text.
func (f Format) IsData() bool { return f == CSV }

func init() {
	// Otherwise the locale decides whether characters such as τ and – are one
	// or two columns wide, and the same table has two drawings.
	text.OverrideRuneWidthEastAsianWidth(false)
}

// Write draws the table and writes it to w at once. It fails if the format is
// unknown or w does, and panics if the table has no columns or a row with
// more or fewer cells than there are columns.
func (t *Table) Write(w io.Writer, f Format) error { return t.WriteOn(w, f, Screen{}) }

// WriteOn is Write with Text for a screen. The other formats are the same on all of them.
func (t *Table) WriteOn(w io.Writer, f Format, s Screen) error {
	t.mustBeRegular()
	drawing, err := t.draw(f, s)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, drawing)
	return err
}

// Note appends notes, but those that are empty.
func (t *Table) Note(notes ...string) { t.Notes = appendSome(t.Notes, notes) }

// Explain appends details, but those that are empty.
func (t *Table) Explain(details ...string) { t.Details = appendSome(t.Details, details) }

// Warn appends warnings, but those that are empty.
func (t *Table) Warn(warnings ...string) { t.Warnings = appendSome(t.Warnings, warnings) }

func appendSome(list, more []string) []string {
	return append(list, slices.DeleteFunc(slices.Clone(more), func(text string) bool { return text == "" })...)
}

// AllNotes returns the warnings, the notes and the details.
func (t *Table) AllNotes() []string { return slices.Concat(t.Warnings, t.Notes, t.Details) }

func (t *Table) mustBeRegular() {
	if len(t.Columns) == 0 {
		panic(fmt.Sprintf("tables: table %q has no columns", t.Title))
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			panic(fmt.Sprintf("tables: row %d of table %q has %d cells for %d columns", i, t.Title, len(row), len(t.Columns)))
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
	return "", fmt.Errorf("no table format %q: there are text, csv, md and tex", f)
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
	b.WriteString(shown.headed(w.Render()))
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

// headingMark stands for a heading while the columns are measured. It is not
// graphic, and so in no cell that was cleaned.
const headingMark = "\ue000"

// headed puts the headings in the place of their marks.
func (t *Table) headed(drawn string) string {
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

// lightStyle is a rule under the header and two spaces between columns.
func lightStyle() table.Style {
	style := table.StyleDefault
	style.Box = table.BoxStyle{MiddleHorizontal: "─", MiddleSeparator: "──", MiddleVertical: "  "}
	style.Format = table.FormatOptions{}
	style.Options = table.Options{SeparateHeader: true, SeparateColumns: true}
	return style
}

// pretty hands the cells to go-pretty, each passed through escape, with a mark in
// place of headings unless it is "".
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
		// Without a width of at least one, go-pretty drops an empty header line.
		configs[i] = table.ColumnConfig{Number: i + 1, Align: align, AlignHeader: align, VAlignHeader: text.VAlignBottom, WidthMin: 1}
		if mark != "" { // a page and a typesetter wrap by themselves
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
			// encoding/csv would write an empty line, which readers skip.
			w.Flush()
			b.WriteString("\"\"\n")
			continue
		}
		escaped := make([]string, len(record))
		for i, cell := range record {
			escaped[i] = SafeCell(cell)
		}
		w.Write(escaped) // a Builder does not fail
	}
	w.Flush()
	return b.String()
}

// formula is where a spreadsheet finds the first mark of a formula, also one of full
// width, which some turn into the other.
var formula = regexp.MustCompile(`(?:^|;)[\s"']*([=+\-@＝＋－＠])`)

// SafeCell returns a cell as CSV has it. Numbers are no formulas.
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
			mark = 0 // before blanks and quotes, too
		}
		b.WriteString(cell[done:mark] + "'")
		done = mark
	}
	return b.String() + cell[done:]
}

// CopySafely copies CSV with its cells as SafeCell has them.
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

// Clean is a text as all formats but CSV show it, and others should: one line of
// characters that can be seen. White space of any kind becomes a space, and every
// other character that is not graphic, among them terminal escapes and the marks that
// reverse the direction of what follows, is escaped as in Go, so that two names that
// differ do not look alike. The joiners that Indic and Arabic scripts need, and the
// selectors of pictures, stay behind characters that are not ASCII.
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

// selects tells whether a character changes how the one before it is drawn.
func selects(r rune) bool {
	return r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r)
}

// invisible tells whether a character that counts as graphic cannot be seen.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// escaped is a character as Go writes it where it is not graphic.
func escaped(r rune) string {
	quoted := strconv.QuoteToASCII(string(r))
	return quoted[1 : len(quoted)-1]
}
