package page

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"settle/internal/tables"
)

// A Board is a leaderboard: a table with a drawing of each model's interval next to the
// model's name. On a narrow screen the drawing and the other cells stand below the
// name.
type Board struct {
	Table         // the column Name holds row headings
	Name   int    // index of the column of model names
	Label  string // heading of the drawings
	Ranges []Range
	First  int // number of rows shown on screens until a reader searches, 0 for all; print shows all
}

// A Range holds the numbers that the drawing in one row of a Board shows: a score and
// its interval.
type Range struct {
	Score, Lo, Hi float64 // NaN values are not drawn
	Band          int     // colour band from 1 at the top, 0 for none
}

// bandColors is the number of colours that page.css has for bands of tied models.
const bandColors = 6

// A scale converts scores to positions on an axis.
type scale struct {
	lo, hi float64
	ticks  []float64
	digits int // decimals of tick labels
}

// newScale returns a scale that covers all intervals and scores, and has ticks at round
// numbers.
func newScale(ranges []Range) scale {
	s := scale{lo: math.Inf(1), hi: math.Inf(-1)}
	for _, r := range ranges {
		for _, v := range []float64{r.Score, r.Lo, r.Hi} {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				s.lo, s.hi = min(s.lo, v), max(s.hi, v)
			}
		}
	}
	if s.lo > s.hi {
		s.lo, s.hi = 0, 1
	}
	margin := max((s.hi-s.lo)/25, 1e-3*max(math.Abs(s.lo), math.Abs(s.hi)), 1e-9)
	s.lo, s.hi = s.lo-margin, s.hi+margin
	step := math.Pow(10, math.Floor(math.Log10((s.hi-s.lo)/3)))
	for _, times := range []float64{5, 2} {
		if (s.hi-s.lo)/(times*step) >= 3 {
			step *= times
			break
		}
	}
	s.digits = max(0, -int(math.Floor(math.Log10(step))))
	for i := math.Ceil(s.lo / step); i*step <= s.hi; i++ {
		s.ticks = append(s.ticks, i*step)
	}
	return s
}

// position returns, as text, the position of v on an axis of the given length.
func (s scale) position(v, units float64) string {
	return fmt.Sprintf("%.1f", units*(v-s.lo)/(s.hi-s.lo))
}

// axis returns the ticks of the axis above the drawings of the rows.
func (s scale) axis() (ticks []tick) {
	for _, v := range s.ticks {
		ticks = append(ticks, tick{s.position(v, 100), tables.Float(v, s.digits)})
	}
	return ticks
}

// A tick is a label on an axis, with its position in percent of the length of the axis.
type tick struct{ At, Text string }

// draw returns an SVG drawing of the score and the interval in one row, 1000 units
// wide.
func (s scale) draw(r Range) template.HTML {
	var b strings.Builder
	b.WriteString(`<svg class="bar" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">`)
	if !math.IsNaN(r.Lo) && !math.IsNaN(r.Hi) {
		fmt.Fprintf(&b, "<title>%s to %s</title>", tables.Float(r.Lo, 4), tables.Float(r.Hi, 4))
	}
	b.WriteString(`<path class="at-tick" d="`)
	for _, v := range s.ticks {
		fmt.Fprintf(&b, "M%s 0v20", s.position(v, 1000))
	}
	b.WriteString(`"/>`)
	if !math.IsNaN(r.Lo) && !math.IsNaN(r.Hi) {
		lo, hi := s.position(r.Lo, 1000), s.position(r.Hi, 1000)
		fmt.Fprintf(&b, `<path class="span" d="M%s 10H%sM%[1]s 6v8M%[2]s 6v8"/>`, lo, hi)
	}
	if !math.IsNaN(r.Score) {
		fmt.Fprintf(&b, `<path class="dot-at" d="M%s 10h0"/>`, s.position(r.Score, 1000))
	}
	return template.HTML(b.String() + "</svg>")
}

// A boardRow is one row of a Board, divided into the parts that the HTML template
// needs.
type boardRow struct {
	Class        string
	Before, Rest []boardCell
	Name         boardCell
	Drawing      template.HTML
}

type boardCell struct {
	Cell
	tables.Column
}

func (b Board) render(s *setter) (template.HTML, error) {
	if len(b.Ranges) != len(b.Rows) {
		return "", fmt.Errorf("leaderboard: %d drawings for %d rows", len(b.Ranges), len(b.Rows))
	}
	view := struct {
		Board
		Axis           []tick
		Rows           []boardRow
		Before, Behind []tables.Column
	}{Board: b, Before: b.Columns[:b.Name], Behind: b.Columns[b.Name+1:]}
	scale := newScale(b.Ranges)
	view.Axis = scale.axis()
	for i, row := range b.Rows {
		if len(row.Cells) != len(b.Columns) {
			return "", fmt.Errorf("leaderboard: row %d has %d cells for %d columns", i+1, len(row.Cells), len(b.Columns))
		}
		cells := make([]boardCell, len(row.Cells))
		for j, c := range row.Cells {
			cells[j] = boardCell{c, b.Columns[j]}
		}
		one := boardRow{Before: cells[:b.Name], Name: cells[b.Name], Rest: cells[b.Name+1:], Drawing: scale.draw(b.Ranges[i])}
		if band := b.Ranges[i].Band; band > 0 {
			one.Class = fmt.Sprintf("band band-%d", (band-1)%bandColors+1)
		}
		if b.First > 0 && i >= b.First {
			one.Class += " beyond"
		}
		view.Rows = append(view.Rows, one)
	}
	return s.fill("board", view)
}
