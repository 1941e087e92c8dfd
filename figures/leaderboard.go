package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Leaderboard is a panel of models, one per row in the order given, each with
// its score as a dot, its interval as whiskers, and the score in figures. Of
// more than 60 models the first 60 are drawn, and the caption says so.
type Leaderboard struct {
	Title   string // wrapped to the panel
	XLabel  string // what the score is
	Value   string // head of the column of scores; "" is "score"
	Entries []Entry
}

// Entry is one model on a leaderboard. Neighbours of the same Rank, other
// than "", are shown to be tied by a common band.
type Entry struct {
	Model string
	Rank  string
	Score float64 // NaN: no dot
	// Chained says that the model is told apart from another one of its band,
	// which neighbours joined by their ties. The band is then a dashed frame.
	Chained bool
	// Lo and Hi are the interval around Score; without one, both are NaN.
	Lo, Hi float64
	// Observed is a second number on the axis of the score, such as the mean of
	// the trials beside a posterior mean; NaN for none.
	Observed float64
	// RankLo and RankHi are the best and the worst rank that the model may have,
	// from 1 to the number of models, and Place is its rank, which may be half of
	// one; 0 for none.
	RankLo, RankHi int
	Place          float64
}

const (
	maxRows   = 60
	maxName   = 60 // characters of a name that are drawn
	rowHeight = 15
	rowSize   = 9.5
	headSize  = 8.5
	columnGap = 10
)

func (b Leaderboard) heading() string      { return b.Title }
func (Leaderboard) kind() string           { return "leaderboards" }
func (Leaderboard) curves() (Curves, bool) { return Curves{}, false }
func (Leaderboard) models() []string       { return nil }

func (b Leaderboard) check() error {
	seen := map[string]bool{}
	for _, e := range b.Entries {
		if seen[e.Model] {
			return fmt.Errorf("two models are named %q", e.Model)
		}
		seen[e.Model] = true
		if err := e.check(); err != nil {
			return fmt.Errorf("model %q: %w", e.Model, err)
		}
	}
	return nil
}

func (e Entry) check() error {
	none := math.IsNaN(e.Lo) && math.IsNaN(e.Hi)
	switch {
	case !math.IsNaN(e.Score) && !finite(e.Score):
		return fmt.Errorf("score %g cannot be drawn", e.Score)
	case none:
		return nil
	case !finite(e.Lo) || !finite(e.Hi) || !(e.Lo <= e.Score && e.Score <= e.Hi):
		return fmt.Errorf("interval %g to %g is not one around the score %g", e.Lo, e.Hi, e.Score)
	}
	return nil
}

// shown are the entries that are drawn.
func (b Leaderboard) shown() []Entry { return b.Entries[:min(len(b.Entries), maxRows)] }

// ties are the stretches [from, to) of two or more rows of one rank.
func ties(rows []Entry) [][2]int {
	var out [][2]int
	for from := 0; from < len(rows); {
		to := from + 1
		for to < len(rows) && rows[to].Rank == rows[from].Rank {
			to++
		}
		if to-from > 1 && rows[from].Rank != "" {
			out = append(out, [2]int{from, to})
		}
		from = to
	}
	return out
}

// body lays the panel out: ranks and names left of the data area, scores
// right of it. The height follows from the rows.
func (b Leaderboard) body(t typesetter, _ *catalogue, size vg.Point) body {
	rows := b.shown()
	var scores interval
	for _, e := range rows {
		scores.include(e.Score)
		scores.include(e.Lo)
		scores.include(e.Hi)
	}
	width := min(size.X, 320)
	places := axis{interval: interval{lo: 0, hi: float64(max(1, len(rows)))}, inverted: true}
	p := newPlot(valueAxis(scores, false, max(2, int(width/50))), places)
	p.HideY()
	p.Y.Padding = 0
	p.Add(standings(rows))
	height := rowHeight * vg.Length(max(2, len(rows)))
	table := newTable(t, b.Value, rows)
	ticks := tickMargins(p, vg.Point{X: width, Y: height})
	below := t.set(sans(labelSize), b.XLabel, width)
	m := margins{
		left:   max(ticks.left, table.left()),
		right:  max(ticks.right, table.right()),
		top:    max(ticks.top, table.top()),
		bottom: ticks.bottom + gapped(below.height, 4),
	}
	return body{
		title: b.Title, outdented: true, width: width, height: height, margins: m,
		notes: b.notes(),
		draw: func(c draw.Canvas, margin vg.Length) {
			edge := c.Min.X - margin
			for _, tied := range ties(rows) {
				table.band(c, edge, tied, slices.ContainsFunc(rows[tied[0]:tied[1]], func(e Entry) bool { return e.Chained }))
			}
			p.Draw(ticks.around(c))
			table.draw(c, edge)
			mid := c.Center()
			below.draw(c, ink, mid.X, c.Min.Y-ticks.bottom-4, centre)
			if !scores.some {
				none := t.set(sans(labelSize), "no data", 0)
				none.draw(c, paleInk, mid.X, mid.Y+none.height/2, centre)
			}
		},
	}
}

// notes say what is not drawn.
func (b Leaderboard) notes() []string {
	if len(b.Entries) <= maxRows {
		return nil
	}
	return []string{undrawn(b.Title, len(b.Entries))}
}

// undrawn says that a panel does not show all of its models.
func undrawn(title string, models int) string {
	note := fmt.Sprintf("The first %d of %d models are drawn.", maxRows, models)
	if title != "" {
		note = title + ": " + note
	}
	return note
}

// standings draws the dots and whiskers. It implements plot.Plotter; row i
// lies at i + ½.
type standings []Entry

// Plot implements plot.Plotter.
func (rows standings) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	clr := palette[2]
	style := draw.LineStyle{Color: clr, Width: 1.2}
	const tip = 2.5
	for i, e := range rows {
		at := y(float64(i) + 0.5)
		if finite(e.Lo) && finite(e.Hi) {
			lo, hi := x(e.Lo), x(e.Hi)
			c.StrokeLine2(style, lo, at, hi, at)
			c.StrokeLine2(style, lo, at-tip, lo, at+tip)
			c.StrokeLine2(style, hi, at-tip, hi, at+tip)
		}
		if finite(e.Score) {
			shapes[0].draw(c, clr, 2.8, vg.Point{X: x(e.Score), Y: at})
		}
	}
}

// table is the text on either side of the dots.
type table struct {
	ranks, names, scores column
}

// column is the text of every row, with a heading.
type column struct {
	head  block
	cells []block
}

func newTable(t typesetter, value string, rows []Entry) table {
	if len(rows) == 0 {
		return table{}
	}
	var ranks, names []string
	ranked := false
	for _, e := range rows {
		ranked = ranked || e.Rank != ""
		ranks = append(ranks, e.Rank)
		names = append(names, shorten(e.Model, maxName))
	}
	out := table{names: newColumn(t, "model", names), scores: newColumn(t, cmp.Or(value, "score"), figuresOf(rows))}
	if ranked {
		out.ranks = newColumn(t, "rank", ranks)
	}
	return out
}

func newColumn(t typesetter, head string, cells []string) column {
	c := column{head: t.set(sans(headSize), head, 0)}
	for _, s := range cells {
		c.cells = append(c.cells, t.set(sans(rowSize), s, 0))
	}
	return c
}

func (c column) width() vg.Length {
	w := c.head.width
	for _, b := range c.cells {
		w = max(w, b.width)
	}
	return w
}

// draw writes the column with the heading above the data area c.
func (col column) draw(c draw.Canvas, x vg.Length, a alignment) {
	col.head.draw(c, paleInk, x, c.Max.Y+col.head.height+2, a)
	for i, b := range col.cells {
		mid := c.Max.Y - rowHeightIn(c, len(col.cells))*(vg.Length(i)+0.5)
		b.draw(c, ink, x, mid+b.height/2, a)
	}
}

// rowHeightIn is the height of each of n rows in the data area c.
func rowHeightIn(c draw.Canvas, n int) vg.Length { return c.Size().Y / vg.Length(max(1, n)) }

func (t table) left() vg.Length {
	return gapped(t.ranks.width(), columnGap) + t.names.width() + columnGap
}
func (t table) right() vg.Length { return columnGap + t.scores.width() }
func (t table) top() vg.Length   { return t.names.head.height + 4 }

// draw writes the table around the data area c, from edge on.
func (t table) draw(c draw.Canvas, edge vg.Length) {
	t.ranks.draw(c, edge+t.ranks.width(), right)
	t.names.draw(c, edge+gapped(t.ranks.width(), columnGap), left)
	t.scores.draw(c, c.Max.X+t.right(), right)
}

// band draws the band behind a stretch of tied rows, from edge on, leaving a gap
// to the next; that of a chain is a dashed frame.
func (t table) band(c draw.Canvas, edge vg.Length, rows [2]int, chained bool) {
	h := rowHeightIn(c, len(t.names.cells))
	top, bottom := c.Max.Y-h*vg.Length(rows[0])-1, c.Max.Y-h*vg.Length(rows[1])+1
	from, to := edge-4, c.Max.X+t.right()+4
	corners := []vg.Point{{X: from, Y: top}, {X: to, Y: top}, {X: to, Y: bottom}, {X: from, Y: bottom}}
	if !chained {
		c.FillPolygon(tieShade, corners)
		return
	}
	c.StrokeLines(draw.LineStyle{Color: chainFrame, Width: 0.8, Dashes: []vg.Length{4, 3}}, append(corners, corners[0]))
}

// figuresOf are the scores in figures, all with as many decimals as suit the
// largest.
func figuresOf(rows []Entry) []string {
	var r interval
	for _, e := range rows {
		r.include(math.Abs(e.Score))
	}
	verb, digits := byte('f'), 4
	switch {
	case r.hi >= 1e6:
		verb, digits = 'g', 6
	case r.hi >= 10:
		digits = 2
	}
	var out []string
	for _, e := range rows {
		s := "–"
		if finite(e.Score) {
			s = typeset(strconv.FormatFloat(e.Score, verb, digits, 64))
		}
		out = append(out, s)
	}
	return out
}
