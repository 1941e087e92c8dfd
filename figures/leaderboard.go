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

// Leaderboard is a panel of models, one per row in the given order. Each row shows the
// model's score as a dot and as a number, and its interval as whiskers. If entries have
// sets of possible ranks, a second data area shows these. Every model is drawn. If
// there are many, rows get tighter and names that would touch are omitted; the caption
// then says so.
type Leaderboard struct {
	Title     string // wrapped to the panel
	XLabel    string // description of the score
	Value     string // heading of the column of scores; "" means "score"
	Second    string // name of Observed; "" means "observed"
	RankLabel string // description of the sets of ranks; "" means "rank"
	Entries   []Entry
	Of        int // number of ranked models, 0 for the number of entries

	// Joined joins the two numbers of each entry by a line. An entry is coloured only if
	// its interval excludes the second number. Rising scores have one colour and falling
	// scores another.
	Joined bool

	// ShowX lists scores that the axis always includes, such as the scores on other pages.
	ShowX []float64
}

// An Entry is one model on a leaderboard. Adjacent entries with the same non-empty Rank
// are tied, and a band joins them, unless the panel shows sets of possible ranks.
type Entry struct {
	Model string
	Rank  string
	Score float64 // NaN: no dot
	Value string  // replaces the number of the score, unless ""
	// Chained marks a model that is separated from another model of its band. Only a chain
	// of ties joins the two, and the band becomes a dashed frame.
	Chained bool
	// Lo and Hi are the ends of the interval around Score, or NaN if there is none.
	Lo, Hi float64
	// Observed is a second number on the axis of scores, drawn as a ring, such as the mean
	// of the trials next to a posterior mean. NaN means none.
	Observed float64
	// RankLo and RankHi are the best and the worst possible rank of the model, from 1 to
	// the number of models (Leaderboard.Of). Place is the model's rank, which can be a
	// multiple of one half. 0 means none.
	RankLo, RankHi int
	Place          float64
}

const (
	maxName   = 60 // greatest number of characters drawn of a name
	headSize  = 8.5
	columnGap = 10
	rankShare = 0.62 // width of the ranks, as a share of the width of the scores
	rankInset = 16   // distance between the numbers of the scores and the ranks
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
		return fmt.Errorf("interval %g to %g does not contain the score %g", e.Lo, e.Hi, e.Score)
	case e.Place != 0 && !(1 <= e.Place && e.Place <= float64(models)):
		return fmt.Errorf("rank %g: ranks of %d models are from 1 to %d", e.Place, models, models)
	case e.hasRanks() && !(1 <= e.RankLo && e.RankLo <= e.RankHi && e.RankHi <= models):
		return fmt.Errorf("ranks %d to %d: ranks of %d models are from 1 to %d", e.RankLo, e.RankHi, models, models)
	}
	return nil
}

// hasRanks reports whether the entry has a set of possible ranks.
func (e Entry) hasRanks() bool { return e.RankLo != 0 || e.RankHi != 0 }

// ranked reports whether at least one entry has a set of possible ranks.
func (b Leaderboard) ranked() bool { return slices.ContainsFunc(b.Entries, Entry.hasRanks) }

// twice reports whether at least one entry has a second number on the axis of scores.
func (b Leaderboard) twice() bool {
	return slices.ContainsFunc(b.Entries, func(e Entry) bool { return finite(e.Observed) })
}

// ties returns the stretches of at least two adjacent rows with the same rank. Each
// stretch is an interval [from, to) of indices.
func ties(rows []Entry) [][2]int {
	runs := runsOf(len(rows), func(i int) bool { return rows[i].Rank == rows[i-1].Rank })
	return slices.DeleteFunc(runs, func(run [2]int) bool { return run[1]-run[0] == 1 || rows[run[0]].Rank == "" })
}

// scores returns the range of scores that the axis includes.
func (b Leaderboard) scores() interval {
	var r interval
	for _, e := range b.Entries {
		r.include(e.Score, e.Lo, e.Hi, e.Observed)
	}
	r.include(b.ShowX...)
	return r
}

// body returns the panel, laid out for the given room. Ranks and names are left of the
// data area, scores as numbers on its right, and sets of possible ranks further right.
// On a narrow page, these sets are below, with the names again. The height depends on
// the number of rows.
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
		table.ranks = column{} // the order of the rows already shows the ranks
	}
	key := b.key(t)
	lift := vg.Length(0) // height of the key above the heading of the scores
	if key.width > width+columnGap {
		lift = key.height
	}
	ticks := axes.margins(vg.Point{X: width, Y: height})
	below := t.set(sans(labelSize), b.XLabel, width+table.right())
	beside, under := b.rankAreas(t, vg.Point{X: width, Y: height}, pitch, r.tightness >= piled, table)
	m := margins{
		left:   max(ticks.left, table.left(), (below.width-width)/2, under.left()),
		right:  max(ticks.right, table.right()+max(beside.width(), under.ticks.right), (below.width-width)/2),
		top:    max(ticks.top, table.top(), addGap(key.height+lift, 4)),
		bottom: max(ticks.bottom+addGap(below.height, 4), beside.bottom()),
	}
	// If there is too little room, the key begins further left.
	keyShift := max(0, key.width-width-m.right)
	m.left = max(m.left, keyShift)
	if keyShift > 0 {
		m.top = max(m.top, table.top()+key.height)
		lift = table.names.head.height
	}
	toUnder := m.bottom + gutter // distance from one data area to the data area below it
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
				table.names.cellsIn(lower, edge+addGap(table.ranks.width(), columnGap), left)
				under.draw(lower, c.Min.X)
				b.tagRows(lower, edge, m.right)
			}
			if !scores.some {
				t.noData(c)
			}
		},
	}
}

// tagRows records, for scripts, where on the page the rows of the data area c lie,
// including the text beside them.
func (b Leaderboard) tagRows(c draw.Canvas, edge, beside vg.Length) {
	c.Min.X, c.Max.X = edge, c.Max.X+beside
	tagArea(c, fmt.Sprintf(`data-rows="%d"`, len(b.Entries)), textTag("of", b.XLabel))
}

// axes returns axes for a data area that has one row per model.
func (b Leaderboard) axes(x axis) frame {
	return frame{x, axis{interval: interval{lo: 0, hi: float64(max(1, len(b.Entries)))}, inverted: true, hidden: true}}
}

// bands draws the bands that join tied neighbours.
func (b Leaderboard) bands(c draw.Canvas, edge vg.Length, table table) {
	for _, tied := range ties(b.Entries) {
		chained := slices.ContainsFunc(b.Entries[tied[0]:tied[1]], func(e Entry) bool { return e.Chained })
		table.band(c, edge, tied, chained)
	}
}

// standings holds the models whose dots and whiskers are drawn. The middle of row i has
// the y coordinate i + ½.
type standings struct {
	rows  []Entry
	pitch pitch
	scale vg.Length // scale of the dots and rings

	joined bool
}

// markScale returns the factor by which dots are scaled for a data area of the given
// width. It is small for narrow areas, where intervals are short and large dots would
// hide them.
func markScale(width vg.Length) vg.Length { return max(0.45, min(1, width/200)) }

// draw draws the dots and whiskers. If an entry has a second number, its ring is drawn
// first, since it would hide a narrow interval.
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

// colorOf returns the colour of an entry. If the two numbers of entries are joined, the
// colour shows whether the score rose, fell, or did neither clearly.
func (s standings) colorOf(e Entry) color.Color {
	switch {
	case !s.joined, e.Observed < e.Lo:
		return palette[2]
	case e.Observed > e.Hi:
		return palette[1]
	}
	return paleInk
}

// table holds the columns of text on both sides of the dots: ranks, names and scores.
type table struct {
	ranks, names, scores column
}

// column holds one text per row and a heading.
type column struct {
	head  block
	cells []block
}

// table returns the columns of text for the rows. Names are at most as wide as width,
// unless width is 0.
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

// newColumn returns a column with one text per row. If rows are too tight for text,
// only every few rows have text.
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

// draw writes the column at x in the rows of the data area c, and its heading above c.
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

// rowHeightIn returns the height of each row if the data area c has n rows.
func rowHeightIn(c draw.Canvas, n int) vg.Length { return c.Size().Y / vg.Length(max(1, n)) }

func (t table) left() vg.Length {
	return addGap(t.ranks.width(), columnGap) + t.names.width() + columnGap
}
func (t table) right() vg.Length { return columnGap + t.scores.width() }
func (t table) top() vg.Length   { return t.names.head.height + 4 }

// draw writes the columns on both sides of the data area c. The columns on the left
// start at the x coordinate edge.
func (t table) draw(c draw.Canvas, edge vg.Length) {
	t.ranks.draw(c, edge+t.ranks.width(), right)
	t.names.draw(c, edge+addGap(t.ranks.width(), columnGap), left)
	t.scores.draw(c, c.Max.X+t.right(), right)
}

// band draws the band behind a stretch of tied rows, with a small gap before the next
// band. The text of the rows begins at x = edge. If chained is true, the band is a
// dashed frame.
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

// figuresOf formats the scores as numbers that all have the same number of decimals,
// chosen for the largest score.
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
