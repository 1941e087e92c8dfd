package tables

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A Screen describes the device on which the format Text is shown. The zero value wraps
// nothing and uses no colour.
type Screen struct {
	Width int  // width at which prose is wrapped between words; 0 means no limit
	Fit   bool // for a terminal: tables are fitted to the width, and intervals are drawn if there is room
	Color bool
}

// Ranges holds one interval for each row of a table. A screen draws the intervals in a
// column of their own.
type Ranges struct {
	Head        string // name of the column after which the intervals are drawn
	Lo, Mid, Hi []float64
}

// Limits on widths: of a drawn interval, and of a shortened name or wrapped text.
const (
	leastDrawn, mostDrawn = 12, 48
	leastName             = 10
)

// onScreen returns the table as a screen shows it.
func (t *Table) onScreen(s Screen) *Table {
	shown := *t
	shown.Columns, shown.Rows = slices.Clone(t.Columns), make([][]string, len(t.Rows))
	for c := range shown.Columns {
		shown.Columns[c].Name = Clean(shown.Columns[c].Name)
	}
	for i, row := range t.Rows {
		shown.Rows[i] = make([]string, len(row))
		for c, cell := range row {
			shown.Rows[i][c] = markCell(Clean(cell), t.Columns[c].Marks && (s.Fit || s.Color))
		}
	}
	if s.Fit {
		if over := shown.width() - s.Width; over > 0 {
			shown.narrow(over)
		} else {
			shown.drawRanges(min(-over-2, mostDrawn))
		}
	}
	if s.Color {
		shown.paint()
	}
	return &shown
}

// markCell returns the cell. If marks is true, it returns ✓ for yes and ✗ for no.
func markCell(cell string, marks bool) string {
	switch {
	case marks && cell == "yes":
		return "✓"
	case marks && cell == "no":
		return "✗"
	}
	return cell
}

// widths returns the width of each column. Rows that are headings do not count.
func (t *Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for c, column := range t.Columns {
		for _, line := range strings.Split(column.Name, "\n") {
			widths[c] = max(widths[c], text.StringWidthWithoutEscSequences(line))
		}
		for i, row := range t.Rows {
			if !slices.Contains(t.Headings, i) {
				widths[c] = max(widths[c], text.StringWidthWithoutEscSequences(row[c]))
			}
		}
		if column.Width > 0 {
			widths[c] = min(widths[c], column.Width)
		}
	}
	return widths
}

// width returns the width of the table, including two spaces between columns.
func (t *Table) width() int {
	total := 2 * (len(t.Columns) - 1)
	for _, width := range t.widths() {
		total += width
	}
	return total
}

// narrow makes the table narrower by the given number of characters, as far as
// possible. It wraps the heads of numeric columns first. Then it wraps texts and
// shortens names, beginning with the widest.
func (t *Table) narrow(excess int) {
	goal := t.width() - excess
	for c := range t.Columns {
		if t.Columns[c].Right {
			t.Columns[c].Name = foldHead(t.Columns[c].Name, t.Columns[c].widest(t, c))
		}
	}
	widths := t.widths()
	limit := slices.Max(widths)
	for excess = t.width() - goal; excess > 0 && limit > leastName; limit-- {
		for c := range t.Columns {
			if !t.Columns[c].Right && widths[c] == limit {
				widths[c]--
				excess--
			}
		}
	}
	t.shorten(widths)
}

// widest returns the width of the widest cell in a column.
func (Column) widest(t *Table, c int) (width int) {
	for i, row := range t.Rows {
		if !slices.Contains(t.Headings, i) {
			width = max(width, text.StringWidthWithoutEscSequences(row[c]))
		}
	}
	return width
}

// foldHead breaks the head of a column at spaces and after colons, so that its lines
// are no wider than width where possible.
func foldHead(head string, width int) string {
	words := strings.Fields(strings.ReplaceAll(head, ":", ": "))
	if len(words) == 0 {
		return head
	}
	lines := words[:1]
	for _, word := range words[1:] {
		last := &lines[len(lines)-1]
		glue := " "
		if strings.HasSuffix(*last, ":") && !strings.Contains(head, ": ") {
			glue = ""
		}
		if text.StringWidthWithoutEscSequences(*last+glue+word) <= width {
			*last += glue + word
		} else {
			lines = append(lines, word)
		}
	}
	return strings.Join(lines, "\n")
}

// shorten reduces columns of text to the given widths. It wraps prose and shortens
// names. Different names stay different, even in different columns.
func (t *Table) shorten(widths []int) {
	natural := t.widths()
	var names []string
	width := math.MaxInt
	short := func(c int) bool { return !t.Columns[c].Right && widths[c] < natural[c] }
	for c := range t.Columns {
		switch {
		case short(c) && t.prose(c):
			t.Columns[c].Width = widths[c]
		case short(c):
			width = min(width, widths[c])
		}
		if !t.Columns[c].Right && !t.prose(c) {
			for _, row := range t.Rows {
				names = append(names, row[c])
			}
		}
	}
	called := Shortened(names, width)
	for i, row := range t.Rows {
		for c := range row {
			if short(c) && !t.prose(c) && !slices.Contains(t.Headings, i) {
				row[c] = called[row[c]]
			}
		}
	}
}

// prose reports whether a column holds prose, not names.
func (t *Table) prose(c int) bool {
	return t.Columns[c].Width > 0 || slices.ContainsFunc(t.Rows, func(row []string) bool { return strings.Count(row[c], " ") > 3 })
}

// Shortened returns a short form of each name. A name wider than the given width loses
// its middle, unless the result would equal another name.
func Shortened(names []string, width int) map[string]string {
	called, taken := map[string]string{}, map[string]bool{}
	for _, name := range names {
		taken[name] = true
	}
	for _, name := range names {
		if called[name] != "" {
			continue
		}
		called[name] = name
		if text.StringWidthWithoutEscSequences(name) <= width {
			continue
		}
		for _, short := range cuts(name, width) {
			if !taken[short] {
				called[name], taken[short] = short, true
				break
			}
		}
	}
	return called
}

// cuts returns all ways to remove the middle of a name so that the rest has the given
// width. First comes the way whose two ends are closest to equal width.
func cuts(name string, width int) (all []string) {
	const least = 2 // minimum width of either end
	runes := []rune(name)
	fitting := func(room, from, step int) (n int) { // returns how many characters, from one end, fit into room
		for used := 0; n < len(runes); n++ {
			if used += text.StringWidthWithoutEscSequences(string(runes[from+n*step])); used > room {
				break
			}
		}
		return n
	}
	for off := range max(width-2*least, 0) {
		head := (width-1)/2 + (off+1)/2*(1-off%2*2)
		if tail := width - 1 - head; head >= least && tail >= least {
			left, right := fitting(head, 0, 1), fitting(tail, len(runes)-1, -1)
			all = append(all, string(runes[:left])+"…"+string(runes[len(runes)-right:]))
		}
	}
	return all
}

// drawRanges adds a column of at most the given width, in which the intervals in
// t.Ranges are drawn. It adds nothing if there are no intervals or if there is too
// little room.
func (t *Table) drawRanges(width int) {
	if t.Ranges == nil || width < leastDrawn || len(t.Rows) < 2 {
		return
	}
	r, at := t.Ranges, 1+slices.Index(t.header(), t.Ranges.Head)
	least, most := slices.Min(r.Lo), slices.Max(r.Hi)
	if !(most > least) || math.IsInf(most-least, 0) {
		return
	}
	place := func(v float64) int { return int(math.Round(float64(width-1) * (v - least) / (most - least))) }
	t.Columns = slices.Insert(t.Columns, at, Column{Name: ends(least, most, width)})
	for i := range t.Rows {
		drawn := ""
		if !slices.Contains(t.Headings, i) {
			drawn = drawnRange(place(r.Lo[i]), place(r.Mid[i]), place(r.Hi[i]))
		}
		t.Rows[i] = slices.Insert(t.Rows[i], at, drawn)
	}
}

// ends returns the head of the column of drawn intervals. It shows the lowest and the
// highest value of their common scale.
func ends(least, most float64, width int) string {
	lo, hi := Float(least, 2), Float(most, 2)
	return lo + strings.Repeat(" ", max(width-len(lo)-len(hi), 1)) + hi
}

// drawnRange returns a drawing of the interval from lo to hi, with a dot at mid. The
// arguments are distances from the left, in characters.
func drawnRange(lo, mid, hi int) string {
	line := []rune(strings.Repeat(" ", lo) + strings.Repeat("─", hi-lo+1))
	line[lo], line[hi] = '├', '┤'
	line[min(max(mid, lo), hi)] = '●'
	return string(line)
}

// paint colours the marks ✓ and ✗. If the rows have colour bands, it also colours names
// and drawn intervals, with the colour of the row's band.
func (t *Table) paint() {
	bands := []text.Color{text.FgGreen, text.FgCyan, text.FgBlue, text.FgMagenta, text.FgYellow}
	for i, row := range t.Rows {
		for c, cell := range row {
			switch {
			case slices.Contains(t.Headings, i):
			case cell == "✓" || cell == "✗":
				row[c] = colored(cell)
			case t.Bands != nil && !t.Columns[c].Right && cell != "":
				row[c] = tinted(bands[(t.Bands[i]+len(bands)-1)%len(bands)], cell)
			}
		}
	}
}

// colored returns a text in which the mark at the beginning, if any, is coloured.
func colored(s string) string {
	if rest, ok := strings.CutPrefix(s, "✓"); ok {
		return tinted(text.FgGreen, "✓") + rest
	}
	if rest, ok := strings.CutPrefix(s, "✗"); ok {
		return tinted(text.FgRed, "✗") + rest
	}
	return s
}

// tinted returns a text in a colour. It ignores the environment, because Screen.Color
// says whether to use colour.
func tinted(c text.Color, s string) string { return fmt.Sprintf("\x1b[%dm%s\x1b[0m", int(c), s) }

// Prose wraps paragraphs, one per line, for the screen. It does not wrap a command that
// users copy.
func (s Screen) Prose(paragraphs string) string {
	lines := strings.Split(paragraphs, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, Command) {
			lines[i] = Wrap(line, s.Width)
		}
		if s.Color {
			lines[i] = colored(lines[i])
		}
	}
	return strings.Join(lines, "\n")
}

// Command is the prefix of a note that contains a command to copy.
const Command = "Next: "

// Wrap breaks a text into lines of at most the given width, between words. A wider word
// has a line of its own. A width of 0 means no limit.
func Wrap(s string, width int) string {
	if width <= 0 || text.StringWidthWithoutEscSequences(s) <= width {
		return s
	}
	var b strings.Builder
	used := 0
	for _, word := range strings.Split(s, " ") {
		wide := text.StringWidthWithoutEscSequences(word)
		switch {
		case used > 0 && used+1+wide > width:
			b.WriteByte('\n')
			used = 0
		case used > 0:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += wide
	}
	return b.String()
}
