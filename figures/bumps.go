package figures

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bumps is a panel of ranks in named columns, the first rank on top: one line
// per model, named at both ends, with its rank in a circle in every column.
// Models that tie run side by side, in the order given, just below the height
// of their rank.
//
// Of more than 60 models or columns the first 60 are drawn, and the caption
// says so.
type Bumps struct {
	Title   string    // wrapped to the panel
	XLabel  string    // what the columns are
	Columns []string  // their names, unique, slanted above
	Rows    []BumpRow // one per model; a model looks the same in all panels
}

// BumpRow is one model's ranks, each from 1 to the number of models, one for
// each column.
type BumpRow struct {
	Model string
	Ranks []float64
}

const (
	bumpShare    = 0.5 // distance of tied models, in ranks
	bumpWidth    = 560 // of the columns together
	widestBump   = 46  // width of a column
	thinnestBump = 20
	circleRadius = 6.6 // of the ranks, at most
	circleText   = 7.5 // size of the ranks in circles
	smallCircle  = 4.6 // with figures; smaller ones are markers
	slant        = math.Pi / 5
	maxHeading   = 36 // characters of a column's name that are drawn
)

func (b Bumps) heading() string      { return b.Title }
func (Bumps) kind() string           { return "bump charts" }
func (Bumps) curves() (Curves, bool) { return Curves{}, false }
func (b Bumps) models() (out []string) {
	for _, row := range b.Rows {
		out = append(out, row.Model)
	}
	return out
}

func (b Bumps) check() error {
	seen := map[string]bool{}
	for _, name := range b.Columns {
		if seen[name] {
			return fmt.Errorf("two columns are named %q", name)
		}
		seen[name] = true
	}
	clear(seen)
	for _, row := range b.Rows {
		if seen[row.Model] {
			return fmt.Errorf("two models are named %q", row.Model)
		}
		seen[row.Model] = true
		if len(row.Ranks) != len(b.Columns) {
			return fmt.Errorf("model %q: %d ranks for %d columns", row.Model, len(row.Ranks), len(b.Columns))
		}
		models := float64(len(b.Rows))
		for i, r := range row.Ranks {
			if !(1 <= r && r <= models) {
				return fmt.Errorf("model %q: rank %g in column %q: ranks of %g models are from 1 to %g",
					row.Model, r, b.Columns[i], models, models)
			}
		}
	}
	return nil
}

// paths are the rows and columns that are drawn, as trajectories without a gold.
func (b Bumps) paths() []Path {
	var out []Path
	for _, row := range b.Rows[:min(len(b.Rows), maxRows)] {
		out = append(out, Path{Model: row.Model, Ranks: row.Ranks[:b.drawn()], Gold: math.NaN()})
	}
	return out
}

// drawn is the number of columns that are drawn.
func (b Bumps) drawn() int { return min(len(b.Columns), maxRows) }

// notes say what is not drawn.
func (b Bumps) notes() []string {
	var notes []string
	if len(b.Rows) > maxRows {
		notes = append(notes, undrawn(b.Title, len(b.Rows)))
	}
	if len(b.Columns) > maxRows {
		notes = append(notes, fmt.Sprintf("The first %d of %d columns are drawn.", maxRows, len(b.Columns)))
	}
	return notes
}

// body lays the panel out: models on both sides of the data area, the slanted
// names of the columns above it.
func (b Bumps) body(t typesetter, cat *catalogue, r room) body {
	var (
		paths   = b.paths()
		columns = vg.Length(max(2, b.drawn()))
		width   = columns * max(thinnestBump, min(widestBump, bumpWidth/columns))
		lowest  = 2.0
	)
	if r.exact {
		width = r.X
	}
	for _, p := range paths {
		for _, r := range p.Ranks {
			lowest = max(lowest, math.Ceil(r))
		}
	}
	y := axis{interval: interval{lo: 0.4, hi: lowest + 0.8, some: true}, inverted: true}
	chart := bumpChart{
		setter: t, cat: cat, paths: paths, y: y, columns: b.drawn(),
		heights: heightsOf(paths, b.drawn(), len(b.Rows), bumpShare),
	}
	look := func(p Path, _ int) stroke { return cat.pathStroke(p.Model, true) }
	starts, ends := namesOf(t, y, paths, chart.heights, r.names/2, look, func(Path) string { return "" })
	height := maxPitch * vg.Length(max(2, len(paths)))
	area := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
	if chart.numbered(area, 0) {
		starts.withoutRanks()
	}
	if chart.numbered(area, b.drawn()-1) {
		ends.withoutRanks()
	}
	headings := newSlanted(t, b.Columns[:b.drawn()])
	_, overhang := headings.overhang(width)
	below := t.set(sans(labelSize), b.XLabel, width)
	return body{
		title: b.Title, outdented: true, width: width, height: height, notes: b.notes(),
		margins: margins{
			left:   starts.depth(),
			right:  max(ends.depth(), overhang),
			top:    headings.height(),
			bottom: gapped(below.height, 4),
		},
		draw: func(c draw.Canvas, _ vg.Length) {
			below.draw(c, ink, c.Center().X, c.Min.Y-4, centre)
			if len(paths) == 0 || b.drawn() == 0 {
				none := t.set(sans(labelSize), "no data", 0)
				none.draw(c, paleInk, c.Center().X, c.Center().Y+none.height/2, centre)
				return
			}
			headings.draw(c)
			chart.draw(c, starts, ends)
		},
	}
}

// columnAt is the middle of a column in c, a data area of so many.
func columnAt(c draw.Canvas, i, columns int) vg.Length {
	return c.Min.X + c.Size().X*(vg.Length(i)+0.5)/vg.Length(columns)
}

// slanted are the names of columns, rising to the right from the middle of each.
type slanted []block

func newSlanted(t typesetter, names []string) slanted {
	var out slanted
	for _, name := range t.shortenedAll(sans(nameSize), names, maxHeading, 0) {
		out = append(out, t.set(sans(nameSize), name, 0))
	}
	return out
}

// height is the room that the names need above a data area.
func (s slanted) height() vg.Length {
	var h vg.Length
	for _, b := range s {
		h = max(h, b.width*vg.Length(math.Sin(slant))+b.height*vg.Length(math.Cos(slant)))
	}
	return gapped(h, 4)
}

// overhang is how far the names reach beyond the sides of a data area, of which
// the left is never reached.
func (s slanted) overhang(width vg.Length) (left, right vg.Length) {
	for i, b := range s {
		at := width * (vg.Length(i) + 0.5) / vg.Length(len(s))
		right = max(right, at+b.width*vg.Length(math.Cos(slant))-width)
	}
	return 0, right
}

// draw puts the names above c, a data area.
func (s slanted) draw(c draw.Canvas) {
	for i, b := range s {
		// The first letter stands over the column, whatever the slant.
		lift := b.height * vg.Length(math.Cos(slant))
		b.drawTurned(c, ink, columnAt(c, i, len(s))-b.height/2*vg.Length(math.Sin(slant)), c.Max.Y+4+lift, slant, left)
	}
}

// bumpChart is what is inside the data area.
type bumpChart struct {
	setter  typesetter
	cat     *catalogue
	paths   []Path
	heights [][]float64 // by path and column, in ranks
	columns int
	y       axis
}

// draw draws faint columns, the lines of the last model first so that the best
// are in front, and all circles above the lines.
func (b bumpChart) draw(c draw.Canvas, starts, ends names) {
	for i := range b.columns {
		x := columnAt(c, i, b.columns)
		c.StrokeLine2(draw.LineStyle{Color: gridGrey, Width: 0.6}, x, c.Min.Y, x, c.Max.Y)
	}
	first, last := starts.leaders(c), ends.leaders(c)
	for j := len(b.paths) - 1; j >= 0; j-- {
		whole := slices.Clone(first[j]) // in one piece, or a hairline shows where two meet
		slices.Reverse(whole)
		whole = slices.Concat(whole[:len(whole)-1], b.line(c, j), last[j][1:])
		c.StrokeLines(b.cat.pathStroke(b.paths[j].Model, true).line(), whole)
	}
	starts.drawTexts(c, first)
	ends.drawTexts(c, last)
	for i := range b.columns {
		radius := b.radius(c, i)
		for j := len(b.paths) - 1; j >= 0; j-- {
			b.circle(c, b.at(c, j, i), radius, b.paths[j], i)
		}
	}
}

// at is where path j is in column i.
func (b bumpChart) at(c draw.Canvas, j, i int) vg.Point {
	return vg.Point{X: columnAt(c, i, b.columns), Y: c.Y(b.y.norm(b.heights[j][i]))}
}

// line is path j from one side of the data area to the other: level as far
// as a circle reaches, and straight in between.
func (b bumpChart) line(c draw.Canvas, j int) []vg.Point {
	points := []vg.Point{{X: c.Min.X, Y: b.at(c, j, 0).Y}}
	for i := range b.columns {
		p := b.at(c, j, i)
		points = append(points, vg.Point{X: p.X - circleRadius, Y: p.Y}, vg.Point{X: p.X + circleRadius, Y: p.Y})
	}
	return append(points, vg.Point{X: c.Max.X, Y: b.at(c, j, b.columns-1).Y})
}

// radius is that of the circles in a column, so that none covers another.
func (b bumpChart) radius(c draw.Canvas, i int) vg.Length {
	var ys []vg.Length
	for j := range b.paths {
		ys = append(ys, b.at(c, j, i).Y)
	}
	slices.Sort(ys)
	radius := min(circleRadius, c.Size().X/vg.Length(b.columns)/2)
	for k := range max(1, len(ys)) - 1 {
		radius = min(radius, (ys[k+1]-ys[k])/2)
	}
	return max(radius, pathRadius)
}

// numbered tells whether the circles in a column have room for figures.
func (b bumpChart) numbered(c draw.Canvas, i int) bool {
	return b.columns > 0 && b.radius(c, i) >= smallCircle
}

// circle marks the rank of a path in column i; where it has no room for figures
// it is the marker of the path.
func (b bumpChart) circle(c draw.Canvas, at vg.Point, radius vg.Length, p Path, i int) {
	s := b.cat.pathStroke(p.Model, true)
	if radius < smallCircle {
		s.shape.draw(c, s.color, pathRadius, at)
		return
	}
	ring := shape{sides: 40}
	ring.draw(c, s.color, radius, at)
	c.FillPolygon(color.White, ring.corners(radius-1.3, at))
	rank := b.setter.set(sans(circleText), number(p.Ranks[i]), 0)
	if room := 2*radius - 2.2; rank.width > room {
		rank = b.setter.set(sans(circleText*room/rank.width), number(p.Ranks[i]), 0)
	}
	rank.draw(c, ink, at.X, at.Y+rank.height/2, centre)
}
