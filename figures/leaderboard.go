package figures

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Leaderboard is a panel of models, one per row in the order given, each with
// its score as a dot, its interval as whiskers, and the score in figures. Where
// entries have sets of ranks, a second data area shows them. Every model is
// drawn: the more there are, the tighter the rows, and where names would touch,
// some are left out, which the caption says.
type Leaderboard struct {
	Title     string // wrapped to the panel
	XLabel    string // what the score is
	Value     string // head of the column of scores; "" is "score"
	Second    string // what Observed is; "" is "observed"
	RankLabel string // what the sets of ranks are; "" is "rank"
	Entries   []Entry
	Of        int // models that ranks are among, 0 for as many as there are entries

	// Joined joins the two numbers of an entry by a line. An entry has a colour only if its
	// interval lacks the second number: one of rising scores, or of falling ones.
	Joined bool

	// ShowX are scores that the axis shows in any case, such as those of other pages.
	ShowX []float64
}

// Entry is one model on a leaderboard. In a panel without sets of ranks,
// neighbours of the same Rank, other than "", are shown to be tied by a common
// band.
type Entry struct {
	Model string
	Rank  string
	Score float64 // NaN: no dot
	Value string  // in place of the score in figures, "" for that
	// Chained says that the model is told apart from another one of its band,
	// which neighbours joined by their ties. The band is then a dashed frame.
	Chained bool
	// Lo and Hi are the interval around Score; without one, both are NaN.
	Lo, Hi float64
	// Observed is a second number on the axis of the score, drawn hollow, such as
	// the mean of the trials beside a posterior mean; NaN for none.
	Observed float64
	// RankLo and RankHi are the best and the worst rank that the model may have,
	// from 1 to the number of models (Leaderboard.Of), and Place is its rank, which may be half of
	// one; 0 for none.
	RankLo, RankHi int
	Place          float64
}

const (
	maxName   = 60 // characters of a name that are drawn
	headSize  = 8.5
	columnGap = 10
	rankShare = 0.62 // of the width of the scores that the ranks take
	rankInset = 16   // between the scores in figures and the ranks
)

func (b Leaderboard) heading() string { return b.Title }
func (Leaderboard) kind() string      { return "leaderboards" }
func (Leaderboard) models() []string  { return nil }
func (b Leaderboard) names() []string {
	return lists.Each(b.Entries, func(e Entry) string { return e.Model })
}

func (b Leaderboard) check() error {
	for _, e := range b.Entries {
		if err := e.check(max(b.Of, len(b.Entries))); err != nil {
			return fmt.Errorf("model %q: %w", e.Model, err)
		}
	}
	return checkNames("models", b.names())
}

func (e Entry) check(models int) error {
	none := math.IsNaN(e.Lo) && math.IsNaN(e.Hi)
	switch {
	case !math.IsNaN(e.Score) && !finite(e.Score):
		return fmt.Errorf("score %g cannot be drawn", e.Score)
	case !math.IsNaN(e.Observed) && !finite(e.Observed):
		return fmt.Errorf("observed score %g cannot be drawn", e.Observed)
	case !none && (!finite(e.Lo) || !finite(e.Hi) || !(e.Lo <= e.Score && e.Score <= e.Hi)):
		return fmt.Errorf("interval %g to %g is not one around the score %g", e.Lo, e.Hi, e.Score)
	case e.Place != 0 && !(1 <= e.Place && e.Place <= float64(models)):
		return fmt.Errorf("rank %g: ranks of %d models are from 1 to %d", e.Place, models, models)
	case e.hasRanks() && !(1 <= e.RankLo && e.RankLo <= e.RankHi && e.RankHi <= models):
		return fmt.Errorf("ranks from %d to %d: those of %d models are from 1 to %d", e.RankLo, e.RankHi, models, models)
	}
	return nil
}

// hasRanks reports whether the entry has a set of ranks.
func (e Entry) hasRanks() bool { return e.RankLo != 0 || e.RankHi != 0 }

// ranked reports whether any model has a set of ranks.
func (b Leaderboard) ranked() bool { return slices.ContainsFunc(b.Entries, Entry.hasRanks) }

// twice reports whether any model has a second number.
func (b Leaderboard) twice() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return finite(e.Observed) })
}

// ties returns the stretches [from, to) of two or more rows of one rank.
func ties(rows []Entry) [][2]int {
	runs := runsOf(len(rows), func(i int) bool { return rows[i].Rank == rows[i-1].Rank })
	return slices.DeleteFunc(runs, func(run [2]int) bool { return run[1]-run[0] == 1 || rows[run[0]].Rank == "" })
}

// scores returns what the axis shows.
func (b Leaderboard) scores() interval {
	var r interval
	for _, e := range b.Entries {
		r.include(e.Score, e.Lo, e.Hi, e.Observed)
	}
	r.include(b.ShowX...)
	return r
}

// body lays the panel out: ranks and names left of the data area, scores in
// figures right of it and the sets of ranks right of them, or where it is tight
// below, with the names once more. The height follows from the rows.
func (b Leaderboard) body(t typesetter, _ *catalogue, r room) body {
	scores := b.scores()
	width := r.X
	if !r.exact {
		width = min(width, 320)
	}
	pitch := pitchOf(len(b.Entries))
	height := pitch.height * vg.Length(max(2, len(b.Entries)))
	axes := b.axes(valueAxis(scores, false, max(2, int(width/45))))
	table := b.table(t, pitch, r.names)
	if r.tightness == tight {
		table.ranks = column{} // the rows are in their order
	}
	key := b.key(t)
	lift := vg.Length(0) // of the key, above the head of the scores in figures
	if key.width > width+columnGap {
		lift = key.height
	}
	ticks := axes.margins(vg.Point{X: width, Y: height})
	below := t.set(sans(labelSize), b.XLabel, width+table.right())
	beside, under := b.rankAreas(t, vg.Point{X: width, Y: height}, pitch, r.tightness >= piled, table)
	m := margins{
		left:   max(ticks.left, table.left(), (below.width-width)/2, under.left()),
		right:  max(ticks.right, table.right()+max(beside.width(), under.ticks.right), (below.width-width)/2),
		top:    max(ticks.top, table.top(), gapped(key.height+lift, 4)),
		bottom: max(ticks.bottom+gapped(below.height, 4), beside.bottom()),
	}
	// Where there is little room the key begins further left.
	keyShift := max(0, key.width-width-m.right)
	m.left = max(m.left, keyShift)
	if keyShift > 0 {
		m.top = max(m.top, table.top()+key.height)
		lift = table.names.head.height
	}
	toUnder := m.bottom + gutter // from the data area to the one under it
	if under.rows != nil {
		m.bottom = toUnder + height + under.bottom()
	}
	return body{
		title: b.Title, outdented: true, width: width, height: height, margins: m,
		notes: pitch.notes(b.Title),
		draw: func(c draw.Canvas, margin vg.Length) {
			edge := c.Min.X - margin
			if !b.ranked() {
				b.bands(c, edge, table)
			}
			axes.draw(c)
			standings{b.Entries, pitch, markScale(width), b.Joined}.draw(c, axes)
			table.draw(c, edge)
			key.draw(c, c.Min.X-keyShift, c.Max.Y+2+lift)
			below.draw(c, ink, c.Center().X, c.Min.Y-ticks.bottom-4, centre)
			beside.draw(c, c.Max.X+table.right()+rankInset)
			b.tagRows(c, edge, m.right)
			if under.rows != nil {
				lower := c
				lower.Max.Y = c.Min.Y - toUnder
				lower.Min.Y = lower.Max.Y - height
				table.names.cellsIn(lower, edge+gapped(table.ranks.width(), columnGap), left)
				under.draw(lower, c.Min.X)
				b.tagRows(lower, edge, m.right)
			}
			if !scores.some {
				t.noData(c)
			}
		},
	}
}

// tagRows notes where the rows of the data area c are, with what stands beside it.
func (b Leaderboard) tagRows(c draw.Canvas, edge, beside vg.Length) {
	c.Min.X, c.Max.X = edge, c.Max.X+beside
	tagArea(c, fmt.Sprintf(`data-rows="%d"`, len(b.Entries)), textTag("of", b.XLabel))
}

// axes returns those of a data area whose rows are the models.
func (b Leaderboard) axes(x axis) frame {
	return frame{x, axis{interval: interval{lo: 0, hi: float64(max(1, len(b.Entries)))}, inverted: true, hidden: true}}
}

// bands joins neighbours of one rank.
func (b Leaderboard) bands(c draw.Canvas, edge vg.Length, table table) {
	for _, tied := range ties(b.Entries) {
		chained := slices.ContainsFunc(b.Entries[tied[0]:tied[1]], func(e Entry) bool { return e.Chained })
		table.band(c, edge, tied, chained)
	}
}

// standings draws the dots and whiskers; row i lies at i + ½.
type standings struct {
	rows  []Entry
	pitch pitch
	scale vg.Length // of the dots and rings

	joined bool
}

// markScale returns how large dots are on a data area so wide: a narrow one has narrow
// intervals, which larger dots would hide.
func markScale(width vg.Length) vg.Length { return max(0.45, min(1, width/200)) }

// draw draws the second number behind the others, for its ring would hide a narrow
// interval.
func (s standings) draw(c draw.Canvas, f frame) {
	x, y := f.transforms(c)
	tip, radius := s.pitch.atMost(2.5, 0.25), s.scale*s.pitch.atMost(2.8, 0.3)
	for i, e := range s.rows {
		at, clr := y(float64(i)+0.5), s.colorOf(e)
		style := draw.LineStyle{Color: clr, Width: s.pitch.atMost(1.2, 0.3)}
		if s.joined && finite(e.Observed) && finite(e.Score) {
			c.StrokeLine2(draw.LineStyle{Color: clr, Width: s.pitch.atMost(2.4, 0.4)}, x(e.Observed), at, x(e.Score), at)
		}
		if finite(e.Observed) {
			drawSecond(c, radius*1.3, vg.Point{X: x(e.Observed), Y: at})
		}
		if finite(e.Lo) && finite(e.Hi) {
			lo, hi := x(e.Lo), x(e.Hi)
			c.StrokeLine2(style, lo, at, hi, at)
			c.StrokeLine2(style, lo, at-tip, lo, at+tip)
			c.StrokeLine2(style, hi, at-tip, hi, at+tip)
		}
		if finite(e.Score) {
			shapes[0].draw(c, clr, radius, vg.Point{X: x(e.Score), Y: at})
		}
	}
}

// colorOf returns the colour of a row.
func (s standings) colorOf(e Entry) color.Color {
	switch {
	case !s.joined, e.Observed < e.Lo:
		return palette[2]
	case e.Observed > e.Hi:
		return palette[1]
	}
	return paleInk
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

// table sets the text of the rows, names within the given width, if that is
// not 0.
func (b Leaderboard) table(t typesetter, p pitch, width vg.Length) table {
	if len(b.Entries) == 0 {
		return table{}
	}
	names := t.shortenedAll(sans(p.text), b.names(), maxName, width)
	out := table{
		names:  newColumn(t, p, "model", names),
		scores: newColumn(t, p, cmp.Or(b.Value, "score"), figuresOf(b.Entries)),
	}
	if b.Joined {
		out.scores.head = t.set(sans(headSize), "change", 0)
	}
	if ranks := lists.Each(b.Entries, func(e Entry) string { return e.Rank }); slices.Max(ranks) != "" {
		out.ranks = newColumn(t, p, "rank", ranks)
	}
	return out
}

// newColumn sets a cell for each row, empty where the rows are too close.
func newColumn(t typesetter, p pitch, head string, cells []string) column {
	c := column{head: t.set(sans(headSize), head, 0), cells: make([]block, len(cells))}
	for i, s := range cells {
		if i%p.every == 0 {
			c.cells[i] = t.set(sans(p.text), s, 0)
		}
	}
	return c
}

func (c column) width() vg.Length {
	return max(c.head.width, lists.Max(c.cells, func(b block) vg.Length { return b.width }))
}

// draw writes the column with the heading above the data area c.
func (col column) draw(c draw.Canvas, x vg.Length, a alignment) {
	col.head.draw(c, paleInk, x, c.Max.Y+col.head.height+2, a)
	col.cellsIn(c, x, a)
}

// cellsIn writes the column without its heading.
func (col column) cellsIn(c draw.Canvas, x vg.Length, a alignment) {
	for i, b := range col.cells {
		mid := c.Max.Y - rowHeightIn(c, len(col.cells))*(vg.Length(i)+0.5)
		b.draw(c, ink, x, mid+b.height/2, a)
	}
}

// rowHeightIn returns the height of each of n rows in the data area c.
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

// figuresOf returns the scores in figures, all with as many decimals as suit the
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
	return lists.Each(rows, func(e Entry) string {
		if e.Value != "" {
			return typeset(e.Value)
		}
		if !finite(e.Score) {
			return "–"
		}
		return typeset(strconv.FormatFloat(e.Score, verb, digits, 64))
	})
}
