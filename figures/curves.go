package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Curves is a panel of lines that have a common x axis, such as the number of trials.
//
// The x axis ends where the data end, and the y axis extends a little beyond them. A
// line has a gap at numbers that cannot be drawn (NaN, infinite, or beyond ±1e100). On
// a log y axis, an interval or a shaded area that would reach zero ends at the low end
// of the axis. Its size on the page then has no meaning.
type Curves struct {
	Title  string // such as "(a) AIME'25"; wrapped to the panel
	Note   string // small text below the title, also wrapped, such as a note on omitted lines
	XLabel string
	YLabel string
	Lines  []Line // lines in the order of the legend, which is also the order of drawing
	Rules  []Rule
	LogX   bool // logarithmic x axis; every x must then be positive
	LogY   bool // logarithmic y axis; every y must then be positive

	// ShowX and ShowY are numbers that fitted axes always include, such as 0 or the
	// largest y of other panels.
	ShowX, ShowY []float64

	// Dodge draws points of several lines that have the same x side by side.
	Dodge bool

	// Beyond, if not empty, names a category that lies beyond the x axis, such as "never".
	// Bars right of the axes show each line's share in this category, from 0 to 100 %.
	Beyond string

	// Bounds holds the smallest and the largest possible y, such as 0 and 1 for a share.
	// Intervals are cut at these bounds. Nil means no bounds.
	Bounds *[2]float64

	// Inset repeats part of the panel, enlarged and without bands, in the lower right
	// corner of the data area. No line should enter this corner. Nil means no inset.
	Inset *Inset

	// YRange holds the y at the bottom and at the top of the axis. The first can be the
	// larger. Data outside the range is clipped. Nil fits the axis to the data. With LogY
	// both must be positive.
	YRange *[2]float64
}

// A Line is one line, or one cloud of points, in a panel.
//
// Lines with the same Name and Group in several panels are the same line: they look
// alike and share a legend entry. Lines of one Group share a colour and the outline of
// their markers. They differ in their dashes and in the inside of their markers. The
// first group of a figure is black and thicker.
//
// A line that coincides with an earlier line at every point and in every panel is not
// drawn again. The legend then names both: "pass@2 = gpass@2:0.5". A line without data
// coincides with no other.
type Line struct {
	Name     string    // name in the legend; unnamed lines are drawn but not listed
	Group    string    // "" makes the line its own group
	X, Y     []float64 // coordinates of the points, of equal length
	SE       []float64 // standard errors of Y, or nil; ±1.96 standard errors are shaded, except where SE is NaN
	Lo, Hi   []float64 // instead of SE: ends of the shaded interval around Y, omitted where NaN; or nil
	Points   bool      // draw noisy points, with bars for SE, instead of a line
	Step     bool      // hold each y until the next x, as a distribution function does
	Bars     bool      // draw a bar of height y from x − ½ to x + ½, for a distribution over whole numbers
	Bare     bool      // omit markers, which would make a calculated curve look measured
	HideLast bool      // do not draw the last point, which has another meaning and would change the scale; it is only written to the data
	MarkLast bool      // mark only the last point of the line
	Fill     bool      // shade the area between y = 0 and the line or its bars; a fitted axis then includes 0

	// Labels holds the names of the points, or is nil. They are written to the data, and
	// drawn only if Named is true.
	Labels []string

	// Named draws the name of each point next to it.
	Named bool

	// Beyond is the line's share, in [0, 1], of the category named by Curves.Beyond.
	Beyond float64

	// Empty is the legend's remark in brackets for a line that has no data in any panel,
	// such as "never settles". "" means "no data".
	Empty string
}

// A Rule is a straight reference line through the whole panel. Its label stands outside
// the axes, joined to the rule by a leader (a thin line) of the same colour. An axis
// that is fitted to the data includes all rules. With a YRange, rules outside the range
// are not drawn.
type Rule struct {
	Horizontal bool    // the rule is the line y = At; otherwise it is the line x = At
	At         float64 // finite
	Label      string
	Line       string // name of a line of this panel whose look the rule takes; "" for grey
}

const (
	confidence   = 1.96 // standard errors on either side: 95 % of a normal distribution
	markers      = 7    // greatest number of markers on a line
	markerGap    = 40   // least distance between the markers of a line
	everyPoint   = 12   // greatest number of points of a line that are all marked
	markRadius   = 2.6  // radius of markers
	sideLabel    = 95   // greatest width of the label of a rule
	foldedLabel  = 48   // greatest width of a vertical rule's label if labels side by side need more lines
	ruleLabelGap = 16   // distance between labels side by side, wide enough that they do not read as one sentence
	halfBar      = 0.5  // half the width of a bar
	barWidth     = 1.2  // greatest width of a bar's outline
	dodge        = 4.5  // distance between points that stand side by side
	touching     = 1e-6 // greatest gap between bars that are drawn as one
	leader       = 8    // length of the leader from an axis to a rule's label, which can be moved aside
)

func (l Line) key() key { return key{name: l.Name, group: l.Group} }

// groupKey returns the key of the line's group. A line without a group forms a group of
// its own.
func (l Line) groupKey() key {
	if l.Group == "" {
		return key{name: l.Name}
	}
	return key{group: l.Group}
}

// drawable reports whether point i has an x and a y that can be drawn.
func (l Line) drawable(i int) bool { return finite(l.X[i]) && finite(l.Y[i]) }

// span returns the ends of the interval at point i. ok is false if the point has no
// interval.
func (l Line) span(i int) (lo, hi float64, ok bool) {
	switch {
	case l.Lo != nil:
		return l.Lo[i], l.Hi[i], finite(l.Lo[i]) && finite(l.Hi[i])
	case l.SE == nil || !(l.SE[i] >= 0) || !finite(l.SE[i]):
		return 0, 0, false
	}
	m := confidence * l.SE[i]
	return l.Y[i] - m, l.Y[i] + m, true
}

// hasInterval reports whether point i has an interval.
func (l Line) hasInterval(i int) bool {
	_, _, ok := l.span(i)
	return ok
}

// wide reports whether the interval at point i has a positive width.
func (l Line) wide(i int) bool {
	lo, hi, ok := l.span(i)
	return ok && lo < hi
}

// joins reports whether the points are joined by a line.
func (l Line) joins() bool { return !l.Points && !l.Bars }

func (l Line) hasData() bool { return len(l.runs(l.drawable)) > 0 }

// runs returns the longest stretches of consecutive points for which ok(i) is true.
// Each stretch is an interval [from, to) of indices.
func (l Line) runs(ok func(int) bool) [][2]int {
	var out [][2]int
	for i := range l.X {
		switch {
		case !ok(i):
		case len(out) > 0 && out[len(out)-1][1] == i:
			out[len(out)-1][1]++
		default:
			out = append(out, [2]int{i, i + 1})
		}
	}
	return out
}

func (c Curves) heading() string { return c.Title }
func (Curves) kind() string      { return "curves" }
func (Curves) models() []string  { return nil }

func (c Curves) check() error {
	seen := map[key]bool{}
	for _, l := range c.Lines {
		if seen[l.key()] {
			return fmt.Errorf("two lines are named %q", l.Name)
		}
		seen[l.key()] = true
		if err := l.check(c.LogX, c.LogY); err != nil {
			return fmt.Errorf("line %q: %w", l.Name, err)
		}
		if l.Bars && (c.LogX || c.LogY) {
			return fmt.Errorf("line %q: bars cannot be on a log axis", l.Name)
		}
	}
	for i, shown := range [][]float64{c.ShowX, c.ShowY} {
		name, log := [...]string{"x", "y"}[i], [...]bool{c.LogX, c.LogY}[i]
		if err := checkLog(name, log, shown); err != nil {
			return err
		}
	}
	for _, r := range c.Rules {
		if err := c.checkRule(r); err != nil {
			return fmt.Errorf("rule %q: %w", r.Label, err)
		}
	}
	return cmp.Or(c.checkBounds(), c.checkRange(), c.checkBeyond(), c.Inset.check(c.LogX, c.LogY))
}

func (c Curves) checkBounds() error {
	if b := c.Bounds; b != nil && !(b[0] <= b[1]) {
		return fmt.Errorf("the y bounds %g and %g do not ascend", b[0], b[1])
	}
	return nil
}

func (c Curves) checkRange() error {
	if c.YRange == nil {
		return nil
	}
	from, to := c.YRange[0], c.YRange[1]
	r := interval{lo: min(from, to), hi: max(from, to)}
	switch {
	case !finite(from) || !finite(to) || r.flat():
		return fmt.Errorf("a y axis cannot go from %g to %g", from, to)
	case c.LogY && r.lo < 1/maxMagnitude:
		return fmt.Errorf("a log y axis cannot go from %g to %g", from, to)
	}
	return nil
}

func (l Line) check(logX, logY bool) error {
	if len(l.X) != len(l.Y) {
		return fmt.Errorf("x has %d values, but y has %d", len(l.X), len(l.Y))
	}
	if l.SE != nil && len(l.SE) != len(l.Y) {
		return fmt.Errorf("y has %d values, but SE has %d", len(l.Y), len(l.SE))
	}
	if len(l.Lo) != len(l.Hi) || l.Lo != nil && len(l.Lo) != len(l.Y) || l.Lo != nil && l.SE != nil {
		return fmt.Errorf("y has %d values, but its intervals have %d lower and %d upper ends, and SE has %d values", len(l.Y), len(l.Lo), len(l.Hi), len(l.SE))
	}
	if (l.Labels != nil || l.Named) && len(l.Labels) != len(l.X) {
		return fmt.Errorf("%d points but %d labels", len(l.X), len(l.Labels))
	}
	return cmp.Or(checkLog("x", logX, l.X), checkLog("y", logY, l.Y))
}

// ends returns the ends of the interval at point i, cut at c.Bounds. If there is no
// interval, both ends are the y of the point.
func (c Curves) ends(l Line, i int) (lo, hi float64) {
	lo, hi, ok := l.span(i)
	if !ok {
		return l.Y[i], l.Y[i]
	}
	if c.Bounds != nil {
		lo, hi = min(l.Y[i], max(lo, c.Bounds[0])), max(l.Y[i], min(hi, c.Bounds[1]))
	}
	return lo, hi
}

// checkLog returns an error for the first number among vs that cannot be drawn on a log
// axis, although it could be drawn on a linear one.
func checkLog(name string, log bool, vs []float64) error {
	for _, v := range vs {
		if log && finite(v) && v < 1/maxMagnitude {
			return fmt.Errorf("%s = %g cannot be on a log axis", name, v)
		}
	}
	return nil
}

func (c Curves) checkRule(r Rule) error {
	switch {
	case !finite(r.At):
		return fmt.Errorf("cannot be at %g", r.At)
	case r.Line != "" && !slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Name == r.Line }):
		return fmt.Errorf("no line is named %q", r.Line)
	case r.Horizontal:
		return checkLog("y", c.LogY, []float64{r.At})
	}
	return checkLog("x", c.LogX, []float64{r.At})
}

// ranges returns the ranges of x and y that the axes must include.
func (c Curves) ranges() (x, y interval) {
	for _, l := range c.Lines {
		for i := range l.X {
			if !l.drawable(i) {
				continue
			}
			x.include(l.X[i])
			if !l.joined(i) {
				continue
			}
			lo, hi := c.reach(l, i)
			y.include(lo, hi)
			if (l.Fill || l.Bars) && !l.Points && !c.LogY {
				y.include(0)
			}
		}
	}
	for _, r := range c.Rules {
		if r.Horizontal {
			y.include(r.At)
		} else {
			x.include(r.At)
		}
	}
	x.include(c.ShowX...)
	y.include(c.ShowY...)
	return x, y
}

// places returns the distinct x values of all points that can be drawn, in ascending
// order.
func (c Curves) places() []float64 {
	var xs []float64
	for _, l := range c.Lines {
		for i, x := range l.X {
			if l.drawable(i) {
				xs = append(xs, x)
			}
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// reach returns the part of the interval at point i that the y axis must include. On a
// log axis, this part extends at most one decade below the point, because an interval
// that almost reaches zero would leave no room for the lines.
func (c Curves) reach(l Line, i int) (lo, hi float64) {
	lo, hi = c.ends(l, i)
	if c.LogY {
		lo = max(lo, l.Y[i]/10)
	}
	return lo, hi
}

// axes returns the x and y axes for a data area of the given size.
func (c Curves) axes(size vg.Point) (x, y axis) {
	rx, ry := c.ranges()
	n := max(2, int(size.Y/30))
	y = valueAxis(ry, c.LogY, n)
	if c.YRange != nil {
		y = fixedAxis(c.YRange[0], c.YRange[1], c.LogY, n)
	}
	x = trialAxis(rx, c.LogX, size.X)
	if xs := c.places(); c.LogX && len(xs) > 0 && len(xs) <= everyPoint && !c.named() {
		x.ticks = x.spacedTicks(wholes(append([]float64{rx.hi, rx.lo}, xs...)...), size.X)
	}
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Bars && l.hasData() }) {
		x.lo, x.hi = min(x.lo, rx.lo-halfBar), max(x.hi, rx.hi+halfBar)
	}
	if c.Dodge && x.some {
		aside := dodge * float64(len(c.Lines)) / 2 / float64(size.X)
		x.interval = x.interval.stretched(c.LogX, aside)
	}
	return x, y
}

// named reports whether the panel has points with names next to them. The x values of
// such points are measured, not chosen.
func (c Curves) named() bool {
	return slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Named })
}

// body returns the panel, laid out around a data area of about the requested size.
func (c Curves) body(t typesetter, cat *catalogue, r room) body {
	size := r.Point
	x, y := c.axes(size)
	axes := frame{x, y}
	empty := !slices.ContainsFunc(c.Lines, Line.hasData)
	look := func(line string) stroke { return cat.strokeNamed(c, line) }
	var (
		ticks = axes.margins(size)
		above = newRuleLabels(t, c.Rules, look, false, x, size.X)
		aside = newRuleLabels(t, c.Rules, look, true, y, size.Y)
		more  = newBeyond(t, cat, c)
		below = t.set(sans(labelSize), c.XLabel, size.X)
		along = t.set(sans(labelSize), c.YLabel, size.Y)
	)
	m := margins{
		left:   ticks.left + addGap(along.height, 5),
		right:  max(ticks.right, aside.depth(), more.width()),
		top:    max(ticks.top, above.depth()),
		bottom: ticks.bottom + addGap(below.height, 4),
	}
	return body{
		title: c.Title, remark: c.Note, width: size.X, height: size.Y, margins: m,
		draw: func(dc draw.Canvas, margin vg.Length) {
			axes.draw(dc)
			lines{c, cat, t}.draw(dc, axes)
			c.Inset.draw(dc, lines{c, cat, t})
			tagArea(dc, x.tag("x"), y.tag("y"), textTag("of", c.XLabel), textTag("what", c.YLabel), c.linesTag(cat))
			mid := dc.Center()
			below.draw(dc, ink, mid.X, dc.Min.Y-ticks.bottom-4, centre)
			along.drawUp(dc, ink, dc.Min.X-margin, mid.Y, centre)
			above.draw(dc)
			aside.draw(dc)
			more.draw(dc)
			if empty {
				t.noData(dc)
			}
		},
	}
}

// addGap returns l + gap, but 0 if l is 0.
func addGap(l, gap vg.Length) vg.Length {
	if l == 0 {
		return 0
	}
	return l + gap
}

// lines holds the content of a panel that is drawn inside its axes: lines, points and
// rules.
type lines struct {
	Curves
	cat *catalogue
	t   typesetter
}

// draw draws first fills and bands, then rules, and then lines. A line can thus be
// covered only by a later line.
func (ls lines) draw(c draw.Canvas, f frame) {
	x, y := f.transforms(c)
	if ls.LogY {
		y = aboveZero(y, f.y.lo)
	}
	var pens []pen
	for _, l := range ls.Lines {
		i := ls.cat.index[l.key()]
		if e := ls.cat.lines[i]; e.same == i && l.hasData() {
			pens = append(pens, pen{
				Line: l, number: i, stroke: e.stroke, c: c, x: x, y: y,
				ends: func(i int) (lo, hi float64) { return ls.ends(l, i) },
			})
		}
	}
	if ls.Dodge {
		sideBySide(pens)
	}
	for _, pen := range pens {
		taggedLine(c, pen.number, pen.fill)
	}
	for _, pen := range pens {
		taggedLine(c, pen.number, pen.band)
	}
	ls.rules(c, f)
	for i, pen := range pens {
		taggedLine(c, pen.number, func() {
			if pen.Points {
				pen.cloud()
				return
			}
			pen.curve()
			pen.marks(phaseOf(i), ls.begins())
		})
	}
	if ls.named() {
		ls.names(pointLabels{c: c, t: ls.t}, pens, y)
	}
}

// names writes the name of each point next to the point, where it covers neither a
// horizontal rule nor the interval of a point.
func (ls lines) names(at pointLabels, pens []pen, y func(float64) vg.Length) {
	for _, r := range ls.Rules {
		if r.Horizontal {
			at.take(vg.Rectangle{Min: vg.Point{X: at.c.Min.X, Y: y(r.At) - 1}, Max: vg.Point{X: at.c.Max.X, Y: y(r.At) + 1}})
		}
	}
	for _, pen := range pens {
		for i := range pen.X {
			if pen.drawable(i) && pen.wide(i) {
				low, high := pen.position(i, -1), pen.position(i, 1)
				at.take(vg.Rectangle{Min: vg.Point{X: low.X - 1, Y: low.Y}, Max: vg.Point{X: high.X + 1, Y: high.Y}})
			}
		}
	}
	for _, pen := range pens {
		if pen.Named {
			at.draw(pen.places(), pen.Labels)
		}
	}
}

// places returns the position of each point of the line. A point that cannot be drawn
// gets a position outside the canvas.
func (p pen) places() []vg.Point {
	return lists.Each(lists.Indices(len(p.X)), func(i int) vg.Point {
		if p.drawable(i) {
			return p.position(i, 0)
		}
		return vg.Point{X: p.c.Min.X - 1}
	})
}

// linesTag returns an attribute for scripts. For each line that is drawn, it gives the
// rows of the panel's CSV data that belong to the line.
func (c Curves) linesTag(cat *catalogue) string {
	var list []stretchOfRows
	first := 0
	for _, l := range c.Lines {
		if i := cat.index[l.key()]; cat.lines[i].same == i && l.hasData() {
			list = append(list, stretchOfRows{i, first, len(l.X)})
		}
		first += len(l.X)
	}
	return rowsTag(list)
}

// phaseOf returns how far the markers of line i are shifted along the line, as a share
// from 0 to 1 of the distance between two markers. Consecutive lines often lie close
// together, so they get very different shares: multiples of the golden section, modulo
// 1.
func phaseOf(i int) float64 {
	_, phase := math.Modf((float64(i) + 0.5) * (math.Phi - 1))
	return phase
}

// begins returns the smallest x of all lines, or NaN if no point can be drawn.
func (ls lines) begins() float64 {
	if places := ls.places(); len(places) > 0 {
		return places[0]
	}
	return math.NaN()
}

// sideBySide moves each cloud of points sideways, so that points of different clouds
// with the same x do not coincide.
func sideBySide(pens []pen) {
	var clouds []*pen
	for i := range pens {
		if pens[i].Points {
			clouds = append(clouds, &pens[i])
		}
	}
	for i, p := range clouds {
		x, aside := p.x, dodge*(vg.Length(i)-vg.Length(len(clouds)-1)/2)
		p.x = func(v float64) vg.Length { return x(v) + aside }
	}
}

// aboveZero returns a function that maps a positive v to y(v), and any other v to
// y(low), the low end of a log axis.
func aboveZero(y func(float64) vg.Length, low float64) func(float64) vg.Length {
	return func(v float64) vg.Length {
		if v <= 0 {
			v = low
		}
		return y(v)
	}
}

// rules draws the reference lines of the panel.
func (ls lines) rules(c draw.Canvas, f frame) {
	x, y := f.transforms(c)
	for _, r := range ls.Rules {
		style := ls.cat.strokeNamed(ls.Curves, r.Line).line()
		if r.Line != "" {
			style.Width = 1
		}
		var ends []vg.Point
		if r.Horizontal { // the x axis can be logarithmic, so x cannot be mapped from At
			ends = []vg.Point{{X: c.Min.X, Y: y(r.At)}, {X: c.Max.X, Y: y(r.At)}}
		} else {
			ends = []vg.Point{{X: x(r.At), Y: c.Min.Y}, {X: x(r.At), Y: c.Max.Y}}
		}
		c.StrokeLines(style, c.ClipLinesXY(ends)...)
	}
}

// pen draws one line of a panel on a canvas.
type pen struct {
	Line
	number int // number of the line in the figure
	stroke stroke
	c      draw.Canvas
	x, y   func(float64) vg.Length
	ends   func(i int) (lo, hi float64) // ends of the interval at a point
}

// position returns the position of point i if side is 0, of the lower end of its
// interval if side is −1, and of the upper end if side is 1.
func (p pen) position(i int, side float64) vg.Point {
	y := p.Y[i]
	if side != 0 {
		lo, hi := p.ends(i)
		if y = hi; side < 0 {
			y = lo
		}
	}
	return vg.Point{X: p.x(p.X[i]), Y: p.y(y)}
}

// joined reports whether point i can be drawn and is part of the line. If HideLast is
// true, the last point is not.
func (l Line) joined(i int) bool { return l.drawable(i) && !(l.HideLast && i == len(l.X)-1) }

// bodiless reports whether the line is drawn as bars and all bars have height zero.
func (l Line) bodiless() bool {
	return l.Bars && !slices.ContainsFunc(lists.Indices(len(l.X)), func(i int) bool { return l.joined(i) && l.Y[i] != 0 })
}

// bars returns the outline of each group of adjacent bars, as a list of points. Bars of
// height zero have no outline.
func (p pen) bars() [][]vg.Point {
	var out [][]vg.Point
	high := func(i int) bool { return p.joined(i) && p.Y[i] != 0 }
	for _, r := range p.runs(high) {
		var pts []vg.Point
		for i := r[0]; i < r[1]; i++ {
			from, to, y := p.x(p.X[i]-halfBar), p.x(p.X[i]+halfBar), p.y(p.Y[i])
			if n := len(pts); n == 0 || abs(pts[n-1].X-from) > touching {
				out, pts = closeOutline(out, pts, p.y(0)), []vg.Point{{X: from, Y: p.y(0)}}
			}
			pts = append(pts, vg.Point{X: from, Y: y}, vg.Point{X: to, Y: y})
		}
		out = closeOutline(out, pts, p.y(0))
	}
	return out
}

// closeOutline completes the outline pts of a group of bars, which ends at the height
// zero, and appends it to outlines. If pts is empty, it returns outlines unchanged.
func closeOutline(outlines [][]vg.Point, pts []vg.Point, zero vg.Length) [][]vg.Point {
	if len(pts) == 0 {
		return outlines
	}
	return append(outlines, append(pts, vg.Point{X: pts[len(pts)-1].X, Y: zero}))
}

// fill shades the area between the line and y = 0 or, on a log axis, between the line
// and the low end of the axis. It leaves out gaps of the line.
func (p pen) fill() {
	if !p.Fill || p.Points {
		return
	}
	if p.Bars {
		for _, pts := range p.bars() {
			p.c.FillPolygon(p.stroke.faint(fillAlpha), p.c.ClipPolygonXY(pts))
		}
		return
	}
	for _, r := range p.runs(p.joined) {
		if pts := p.outline(r, 0); len(pts) > 1 {
			first, last, zero := pts[0], pts[len(pts)-1], p.y(0)
			pts = append(pts, vg.Point{X: last.X, Y: zero}, vg.Point{X: first.X, Y: zero})
			p.c.FillPolygon(p.stroke.faint(fillAlpha), p.c.ClipPolygonXY(pts))
		}
	}
}

// band shades the intervals around the line. It leaves out gaps of the line.
func (p pen) band() {
	if p.Points {
		return
	}
	for _, r := range p.runs(func(i int) bool { return p.joined(i) && p.hasInterval(i) }) {
		wide := false
		for i := r[0]; i < r[1]; i++ {
			wide = wide || p.wide(i)
		}
		upper, lower := p.outline(r, 1), p.outline(r, -1)
		if wide && len(upper) > 1 {
			slices.Reverse(lower)
			p.c.FillPolygon(p.stroke.faint(bandAlpha), p.c.ClipPolygonXY(append(upper, lower...)))
		}
	}
}

// curve draws the line with its gaps. A single point between two gaps becomes a dot
// with a bar for its interval.
func (p pen) curve() {
	if p.Bars {
		for _, pts := range p.bars() {
			style := p.stroke.line()
			style.Width = min(style.Width, barWidth)
			p.c.StrokeLines(style, p.c.ClipLinesXY(pts)...)
		}
		return
	}
	for _, r := range p.runs(p.joined) {
		if r[1]-r[0] == 1 {
			p.point(r[0])
			continue
		}
		p.c.StrokeLines(p.stroke.line(), p.c.ClipLinesXY(p.outline(r, 0))...)
	}
}

// outline returns the corners of a part of the line. The part consists of the points
// with indices from r[0] to r[1]−1. If side is 0, the corners follow these points. If
// side is 1 or −1, they follow the upper or the lower ends of the intervals at these
// points.
func (p pen) outline(r [2]int, side float64) []vg.Point {
	var out []vg.Point
	for i := r[0]; i < r[1]; i++ {
		pt := p.position(i, side)
		if n := len(out); p.Step && n > 0 {
			out = append(out, vg.Point{X: pt.X, Y: out[n-1].Y})
		}
		out = append(out, pt)
	}
	return out
}

// cloud draws each point of the line as a dot, for lines that are clouds of points.
func (p pen) cloud() {
	for i := range p.X {
		if p.drawable(i) {
			p.point(i)
		}
	}
}

// point draws point i as a dot, with a bar for its interval.
func (p pen) point(i int) {
	if p.wide(i) {
		bar := []vg.Point{p.position(i, -1), p.position(i, 1)}
		p.c.StrokeLines(draw.LineStyle{Color: p.stroke.color, Width: 0.6}, p.c.ClipLinesXY(bar)...)
	}
	radius := vg.Length(1.8)
	if len(p.X) <= everyPoint {
		radius = markRadius
	}
	if pt := p.position(i, 0); p.c.Contains(pt) {
		p.stroke.dot().draw(p.c, p.stroke.color, radius, pt)
	}
}

// marks puts markers on the line at even distances. The markers are shifted by phase
// times this distance, with 0 ≤ phase ≤ 1, so that those of neighbouring lines
// alternate. A line that starts at x > begins, the smallest x of all lines, also has a
// marker at its first point.
func (p pen) marks(phase, begins float64) {
	if p.stroke.shape.sides == 0 {
		return
	}
	var visible []vg.Point
	late := false // the line begins at its first visible point, further right than another line
	for i := range p.X {
		if !p.joined(i) || p.Bars && p.Y[i] == 0 {
			continue
		}
		if pt := p.position(i, 0); p.c.Contains(pt) {
			late = late || len(visible) == 0 && i == 0 && p.X[i] > begins
			visible = append(visible, pt)
		}
	}
	if p.MarkLast && len(visible) > 0 {
		visible = visible[len(visible)-1:]
	}
	if !p.MarkLast && len(visible) > 0 && len(p.X) > everyPoint {
		visible = p.spaced(visible, phase, late)
	}
	for _, pt := range visible {
		p.stroke.shape.draw(p.c, p.stroke.color, markRadius, pt)
	}
}

// spaced returns the points among pts that are closest to evenly spaced positions.
// These positions are shifted by phase times their distance. If first is true, the
// result also contains the first point, but no other point close to it.
func (p pen) spaced(pts []vg.Point, phase float64, first bool) []vg.Point {
	var out []vg.Point
	width := p.c.Max.X - p.c.Min.X
	count := max(1, min(markers, int(width/markerGap)))
	step := width / vg.Length(count)
	if first {
		out = append(out, pts[0])
	}
	for k := range count {
		want := p.c.Min.X + step*vg.Length(float64(k)+phase)
		nearest := slices.MinFunc(pts, func(a, b vg.Point) int {
			if abs(a.X-want) < abs(b.X-want) {
				return -1
			}
			return 1
		})
		if first && nearest.X-pts[0].X < step/2 {
			continue
		}
		if abs(nearest.X-want) <= step/2 && !slices.Contains(out, nearest) {
			out = append(out, nearest)
		}
	}
	if len(out) == 0 {
		return pts[:1]
	}
	return out
}

func abs(l vg.Length) vg.Length { return max(l, -l) }
