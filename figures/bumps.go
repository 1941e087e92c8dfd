package figures

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Bumps is a panel of ranks in named columns, with rank 1 on top. Each model is a line
// with its name at both ends and its rank in a circle in every column. The lines of
// tied models run side by side, in the given order, at their rank and just below.
//
// Only the first 60 models and the first 60 columns are drawn. If there are more, the
// caption says so.
type Bumps struct {
	Title   string    // wrapped to the panel
	XLabel  string    // description of the columns
	Columns []string  // unique names of the columns, drawn slanted above them
	Rows    []BumpRow // one per model; a model looks the same in all panels
	Of      int       // number of ranked models, 0 for the number of rows
}

// BumpRow holds the ranks of one model, one rank for each column. Each rank is from 1
// to the number of models.
type BumpRow struct {
	Model string
	Ranks []float64
}

const (
	bumpShare    = 0.5 // distance between tied models, in ranks
	bumpWidth    = 560 // of all columns together
	widestBump   = 46  // greatest width of a column
	thinnestBump = 20
	leastBump    = clearLine * nameSize // least width of a column on a narrow page
	circleRadius = 6.6                  // greatest radius of the circles around ranks
	circleText   = 7.5                  // size of the ranks in circles, if there is room
	ringWidth    = 2.2                  // width of a circle's outline, which the digits leave free
	slant        = math.Pi / 5
	steepest     = 0.3 // greatest length of the level part of a line on either side of a column's middle, as a share of the column's width
	maxHeading   = 36  // greatest number of characters of a column's name
)

func (b Bumps) heading() string { return b.Title }
func (Bumps) kind() string      { return "bump charts" }
func (b Bumps) models() []string {
	return lists.Each(b.Rows, func(row BumpRow) string { return row.Model })
}

func (b Bumps) check() error {
	for _, row := range b.Rows {
		if len(row.Ranks) != len(b.Columns) {
			return fmt.Errorf("model %q: %d ranks for %d columns", row.Model, len(row.Ranks), len(b.Columns))
		}
		for i, r := range row.Ranks {
			of := []any{row.Model, r, b.Columns[i]}
			if err := checkRank(r, max(b.Of, len(b.Rows)), "model %q: rank %g in column %q", of...); err != nil {
				return err
			}
		}
	}
	return cmp.Or(checkNames("columns", b.Columns), checkNames("models", b.models()))
}

// paths returns the drawn rows as paths, as in Trajectories. Each path has one rank per
// drawn column and no reference rank.
func (b Bumps) paths() []Path {
	return lists.Each(b.Rows[:min(len(b.Rows), maxRows)], func(row BumpRow) Path {
		return Path{Model: row.Model, Ranks: row.Ranks[:b.drawn()], Gold: math.NaN()}
	})
}

// drawn returns the number of drawn columns.
func (b Bumps) drawn() int { return min(len(b.Columns), maxRows) }

// notes returns notes that say how many models and how many columns are not drawn, if
// any.
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

// body lays the panel out: names of models on both sides of the data area, and slanted
// column names above it.
func (b Bumps) body(t typesetter, cat *catalogue, r room) body {
	var (
		paths   = b.paths()
		columns = vg.Length(max(2, b.drawn()))
		width   = columns * max(thinnestBump, min(widestBump, bumpWidth/columns))
		lowest  = 2.0
	)
	least := vg.Length(leastBump)
	for _, p := range paths {
		for _, r := range p.Ranks {
			lowest = max(lowest, math.Ceil(r))
			least = max(least, t.width(sans(leastText), number(r))+ringWidth)
		}
	}
	if r.exact {
		width = max(r.X, columns*least)
	}
	y := axis{interval: interval{lo: 0.4, hi: lowest + 0.8, some: true}, inverted: true}
	chart := bumpChart{
		setter: t, cat: cat, paths: paths, y: y, columns: b.drawn(),
		heights: heightsOf(paths, b.drawn(), max(b.Of, len(b.Rows)), bumpShare),
	}
	look := func(p Path, _ int) stroke { return cat.pathStroke(p.Model, true) }
	starts, ends := namesOf(t, cat, y, paths, chart.heights, r.eachSide(), look, func(Path) string { return "" })
	height := maxPitch * vg.Length(max(2, len(paths)))
	area := draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: height}}}
	if chart.numbered(area, 0) {
		starts.withoutRanks()
	}
	if chart.numbered(area, b.drawn()-1) {
		ends.withoutRanks()
	}
	if r.tightness >= piled {
		starts.withoutNames()
	}
	headings := newSlanted(t, b.Columns[:b.drawn()], width/columns)
	_, overhang := headings.overhang(width)
	below := t.set(sans(labelSize), b.XLabel, width)
	return body{
		title: b.Title, outdented: true, width: width, height: height, notes: b.notes(),
		wants: columns * thinnestBump,
		margins: margins{
			left:   starts.depth(),
			right:  max(ends.depth(), overhang),
			top:    headings.height(),
			bottom: addGap(below.height, 4),
		},
		draw: func(c draw.Canvas, _ vg.Length) {
			below.draw(c, ink, c.Center().X, c.Min.Y-4, centre)
			if len(paths) == 0 || b.drawn() == 0 {
				t.noData(c)
				return
			}
			headings.draw(c)
			chart.draw(c, starts, ends)
			columns := fmt.Sprintf(`data-columns="%d"`, b.drawn())
			tagArea(c, columns, y.tag("y"), textTag("of", b.XLabel), `data-what="rank"`, pathsTag(cat, paths, len(b.Columns)))
		},
	}
}

// columnAt returns the x coordinate of the middle of column i in the data area c, which
// has the given number of columns.
func columnAt(c draw.Canvas, i, columns int) vg.Length {
	return c.Min.X + c.Size().X*(vg.Length(i)+0.5)/vg.Length(columns)
}

// slanted holds the names of columns, for drawing them at an angle. Each name rises to
// the right from the middle of its column.
type slanted struct {
	names []block
	angle float64
}

// clearLine is the least distance between two neighbouring slanted names, at right
// angles to the text, as a multiple of the font size.
const clearLine = 1.08

// newSlanted returns the names of columns, for drawing them at an angle. The narrower
// the columns are, the steeper are the names.
func newSlanted(t typesetter, names []string, column vg.Length) slanted {
	short := t.shortenedAll(sans(nameSize), names, maxHeading, 0)
	return slanted{
		angle: max(slant, math.Asin(min(1, clearLine*nameSize/float64(column)))),
		names: lists.Each(short, func(name string) block { return t.set(sans(nameSize), name, 0) }),
	}
}

// sincos returns the sine and the cosine of the angle at which names are slanted.
func (s slanted) sincos() (sin, cos vg.Length) {
	a, b := math.Sincos(s.angle)
	return vg.Length(a), vg.Length(b)
}

// height returns the height that the slanted names need above a data area.
func (s slanted) height() vg.Length {
	sin, cos := s.sincos()
	return addGap(lists.Max(s.names, func(b block) vg.Length { return b.width*sin + b.height*cos }), 4)
}

// overhang returns how far the names reach beyond the left and the right side of a data
// area of the given width. It is always 0 on the left.
func (s slanted) overhang(width vg.Length) (left, right vg.Length) {
	_, cos := s.sincos()
	for i, b := range s.names {
		at := width * (vg.Length(i) + 0.5) / vg.Length(len(s.names))
		right = max(right, at+b.width*cos-width)
	}
	return 0, right
}

// draw writes the names above the data area c.
func (s slanted) draw(c draw.Canvas) {
	sin, cos := s.sincos()
	for i, b := range s.names {
		// The first letter of a name stands over the middle of its column at any slant.
		b.drawTurned(c, ink, columnAt(c, i, len(s.names))-b.height/2*sin, c.Max.Y+4+b.height*cos, s.angle, left)
	}
}

// bumpChart draws the lines and circles inside the data area of a bump chart.
type bumpChart struct {
	setter  typesetter
	cat     *catalogue
	paths   []Path
	heights [][]float64 // by path and column, in ranks
	columns int
	y       axis
}

// draw draws the columns faintly, then the lines, then the circles. Better models are
// drawn later, so that they are in front. In narrow columns, a circle is drawn only if
// the model's rank differs from its rank in the column before.
func (b bumpChart) draw(c draw.Canvas, starts, ends names) {
	for i := range b.columns {
		x := columnAt(c, i, b.columns)
		c.StrokeLine2(draw.LineStyle{Color: gridGrey, Width: 0.6}, x, c.Min.Y, x, c.Max.Y)
	}
	crowded := c.Size().X < thinnestBump*vg.Length(b.columns)
	first, last := starts.leaders(c), ends.leaders(c)
	for j := len(b.paths) - 1; j >= 0; j-- {
		whole := slices.Clone(first[j]) // drawn in one piece, since a hairline shows between two pieces
		slices.Reverse(whole)
		whole = slices.Concat(whole[:len(whole)-1], b.line(c, j), last[j][1:])
		look := b.cat.pathStroke(b.paths[j].Model, true).line()
		taggedLine(c, b.number(j), func() { c.StrokeLines(look, whole) })
	}
	starts.drawTexts(c, first)
	ends.drawTexts(c, last)
	for i := range b.columns {
		radius, numbered := b.radius(c, i), b.numbered(c, i)
		for j := len(b.paths) - 1; j >= 0; j-- {
			p, at := b.paths[j], b.position(c, j, i)
			if numbered && crowded && !b.news(j, i) {
				continue
			}
			taggedLine(c, b.number(j), func() {
				if s := b.cat.pathStroke(p.Model, true); numbered {
					b.circle(c, at, radius, s, p.Ranks[i])
				} else {
					s.shape.draw(c, s.color, pathRadius, at)
				}
			})
		}
	}
}

// news returns true if column i must show the rank of path j. The first and the last
// column always show it, and any other column only if the rank differs from that in the
// column before.
func (b bumpChart) news(j, i int) bool {
	ranks := b.paths[j].Ranks
	return i == 0 || i == b.columns-1 || ranks[i] != ranks[i-1]
}

// number returns the number that the figure gives to the model of path j.
func (b bumpChart) number(j int) int { return b.cat.paths[b.paths[j].Model] }

// position returns the position of path j in column i.
func (b bumpChart) position(c draw.Canvas, j, i int) vg.Point {
	return vg.Point{X: columnAt(c, i, b.columns), Y: c.Y(b.y.norm(b.heights[j][i]))}
}

// line returns the points of path j from one side of the data area to the other. The
// path is level across each circle and straight between circles. In narrow columns the
// level parts are shorter, so that the rest is less steep.
func (b bumpChart) line(c draw.Canvas, j int) []vg.Point {
	points := []vg.Point{{X: c.Min.X, Y: b.position(c, j, 0).Y}}
	level := min(circleRadius, steepest*c.Size().X/vg.Length(b.columns))
	for i := range b.columns {
		p := b.position(c, j, i)
		points = append(points, vg.Point{X: p.X - level, Y: p.Y}, vg.Point{X: p.X + level, Y: p.Y})
	}
	return append(points, vg.Point{X: c.Max.X, Y: b.position(c, j, b.columns-1).Y})
}

// radius returns the radius of all circles in column i. It is small enough that no
// circle covers another, but never smaller than a marker.
func (b bumpChart) radius(c draw.Canvas, i int) vg.Length {
	ys := lists.Each(lists.Indices(len(b.paths)), func(j int) vg.Length { return b.position(c, j, i).Y })
	slices.Sort(ys)
	radius := min(circleRadius, c.Size().X/vg.Length(b.columns)/2)
	for k := range max(1, len(ys)) - 1 {
		radius = min(radius, (ys[k+1]-ys[k])/2)
	}
	return max(radius, pathRadius)
}

// numbered reports whether the circles in column i are large enough to contain ranks.
// If not, the markers of the paths are drawn instead.
func (b bumpChart) numbered(c draw.Canvas, i int) bool {
	if b.columns == 0 {
		return false
	}
	room := roomIn(b.radius(c, i))
	return !slices.ContainsFunc(b.paths, func(p Path) bool {
		return b.setter.width(sans(leastText), number(p.Ranks[i])) > room || room < leastText
	})
}

// roomIn returns the width available for digits in a circle of the given radius.
func roomIn(radius vg.Length) vg.Length { return 2*radius - ringWidth + 0.01 }

// circle draws the rank r in a circle.
func (b bumpChart) circle(c draw.Canvas, at vg.Point, radius vg.Length, s stroke, r float64) {
	ring := shape{sides: 40}
	ring.draw(c, s.color, radius, at)
	c.FillPolygon(color.White, ring.corners(radius-1.3, at))
	rank := b.setter.set(sans(circleText), number(r), 0)
	if rank.width > roomIn(radius) {
		rank = b.setter.set(sans(leastText), number(r), 0)
	}
	rank.draw(c, ink, at.X, at.Y+rank.height/2, centre)
}
