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

// Trajectories is a panel of ranks against the number of trials, with rank 1 on top.
// Each model is a line with its name and rank at both ends. The lines of tied models
// run side by side at their rank and just below, in the order of the reference ranking
// (gold).
//
// A line is strong where the model's rank differs from its rank in the reference
// ranking, and pale elsewhere; the caption explains this. If there are more than 60
// models, only the first 60 are drawn, and the caption says so.
type Trajectories struct {
	Title  string // wrapped to the panel
	XLabel string // "" means "trials n"
	N      []int  // numbers of trials, positive and ascending
	Paths  []Path // one per model; a model looks the same in all panels
	Of     int    // number of ranked models, 0 for the number of paths

	// Settled is the smallest number of trials at and beyond which the ranking agrees with
	// gold. A rule marks it, the area after it is shaded, and no line is strong there. 0
	// means that the ranking never settles. The panel then says so, unless there is no
	// gold.
	Settled int
}

// A Path holds the ranks of one model at several numbers of trials.
type Path struct {
	Model string
	Ranks []float64 // the model's rank at each number of trials, from 1 to the number of models
	Gold  float64   // the model's gold rank, NaN if there is no gold
}

const (
	maxRows    = 60   // greatest number of rows drawn
	minPitch   = 13   // least distance between two ranks
	maxPitch   = 24   // greatest distance between two ranks
	tieShare   = 0.26 // distance between tied models, in ranks
	tieRoom    = 0.8  // greatest share of the distance to the next rank that tied models take
	slope      = 10   // greatest length over which a path changes its rank
	seam       = 1    // overlap of neighbouring lines, to avoid hairlines between them
	fan        = 22   // distance from a data area to the names, in which leaders run
	pathRadius = 2.4  // radius of the markers of paths
	markEvery  = 70   // distance between the markers of a path

	shortestTrail = 130 // least width of a data area that has names at both ends
)

func (tr Trajectories) heading() string  { return tr.Title }
func (Trajectories) kind() string        { return "trajectories" }
func (tr Trajectories) models() []string { return modelsOf(tr.Paths) }

func modelsOf(paths []Path) []string {
	return lists.Each(paths, func(p Path) string { return p.Model })
}

func (tr Trajectories) check() error {
	for i, n := range tr.N {
		switch {
		case n < 1:
			return fmt.Errorf("invalid number of trials %d", n)
		case i > 0 && n <= tr.N[i-1]:
			return fmt.Errorf("numbers of trials must ascend, but %d follows %d", n, tr.N[i-1])
		}
	}
	if tr.Settled != 0 && !slices.Contains(tr.N, tr.Settled) {
		return fmt.Errorf("settled at n = %d, but there is no ranking at that n", tr.Settled)
	}
	for _, p := range tr.Paths {
		if err := tr.checkPath(p); err != nil {
			return fmt.Errorf("model %q: %w", p.Model, err)
		}
	}
	return checkNames("models", tr.models())
}

func (tr Trajectories) checkPath(p Path) error {
	if len(p.Ranks) != len(tr.N) {
		return fmt.Errorf("%d ranks for %d numbers of trials", len(p.Ranks), len(tr.N))
	}
	models := max(tr.Of, len(tr.Paths))
	for i, r := range p.Ranks {
		if err := checkRank(r, models, "rank %g at n = %d", r, tr.N[i]); err != nil {
			return err
		}
	}
	if math.IsNaN(p.Gold) {
		return nil
	}
	return checkRank(p.Gold, models, "gold rank %g", p.Gold)
}

// checkRank returns an error if a rank is impossible for the given number of models.
// The message begins with fmt.Sprintf(format, of...), which says what the rank is.
func checkRank(rank float64, models int, format string, of ...any) error {
	if 1 <= rank && rank <= float64(models) {
		return nil
	}
	return fmt.Errorf("%s: ranks of %d models are from 1 to %d", fmt.Sprintf(format, of...), models, models)
}

// shownPaths returns the paths that are drawn.
func (tr Trajectories) shownPaths() []Path { return tr.Paths[:min(len(tr.Paths), maxRows)] }

// deviates reports whether a model's rank at N[i] trials differs from its rank in the
// reference ranking (gold). It returns false once the ranking has settled, because a
// settled ranking can still break ties of the reference ranking.
func (tr Trajectories) deviates(p Path, i int) bool {
	settled := tr.Settled != 0 && tr.N[i] >= tr.Settled
	return !settled && p.Ranks[i] != p.Gold
}

// hasGold reports whether at least one model has a rank in a reference ranking (gold).
func (tr Trajectories) hasGold() bool {
	return slices.ContainsFunc(tr.Paths, func(p Path) bool { return !math.IsNaN(p.Gold) })
}

// heights returns the height of each line at each number of trials, in units of ranks.
// The result is indexed by path and then by the index of the number of trials.
func (tr Trajectories) heights() [][]float64 {
	return heightsOf(tr.shownPaths(), len(tr.N), max(tr.Of, len(tr.Paths)), tieShare)
}

// heightsOf returns the height of each path in each column, in units of ranks. Tied
// models lie one below the other, between their rank and the next. The distance between
// two of them is the given share of a rank, or less if many models are tied.
func heightsOf(paths []Path, columns, models int, share float64) [][]float64 {
	out := make([][]float64, len(paths))
	order := make([]int, len(paths))
	for j := range paths {
		out[j], order[j] = make([]float64, columns), j
	}
	for i := range columns {
		slices.SortFunc(order, func(a, b int) int {
			p, q := paths[a], paths[b]
			return cmp.Or(cmp.Compare(p.Ranks[i], q.Ranks[i]), cmp.Compare(p.Gold, q.Gold), cmp.Compare(a, b))
		})
		rankAt := func(place int) float64 { return paths[order[place]].Ranks[i] }
		for _, run := range runsOf(len(order), func(place int) bool { return rankAt(place) == rankAt(place-1) }) {
			rank, next := rankAt(run[0]), float64(models+1)
			if run[1] < len(order) {
				next = rankAt(run[1])
			}
			step := min(share, tieRoom*(next-rank)/float64(run[1]-run[0]))
			for k, j := range order[run[0]:run[1]] {
				out[j][i] = rank + step*float64(k)
			}
		}
	}
	return out
}

// body returns the panel, laid out with names on both sides of the data area. Its
// height depends on the number of ranks.
func (tr Trajectories) body(t typesetter, cat *catalogue, r room) body {
	var (
		paths  = tr.shownPaths()
		xs, ys interval
		lowest = float64(max(2, min(len(tr.Paths), maxRows)))
	)
	for _, n := range tr.N {
		xs.include(float64(n))
	}
	for _, p := range paths {
		for _, r := range p.Ranks {
			lowest = max(lowest, math.Ceil(r))
		}
	}
	empty := len(paths) == 0 || len(tr.N) == 0
	rows := vg.Length(max(2, len(paths)))
	ys = interval{lo: 1, hi: lowest, some: true}
	y := axis{interval: interval{lo: 0.4, hi: lowest + 0.6, some: true}, inverted: true, hidden: true}
	y.ticks = multiples(ys, max(1, roundStep(lowest/maxRows)))
	x := trialAxis(xs, false, r.X)
	axes := frame{x, y}
	b := trails{Trajectories: tr, heights: tr.heights(), cat: cat}
	starts, ends := b.names(t, y, r.eachSide(), r.tightness < piled)
	if r.tightness >= piled {
		starts.withoutNames()
	}
	height := max(minPitch*rows, min(r.Y, maxPitch*rows), starts.height(), ends.height())
	xLabel := cmp.Or(tr.XLabel, "trials n")
	var (
		ticks = axes.margins(vg.Point{X: r.X, Y: height})
		above = newRuleLabels(t, tr.rules(), func(string) stroke { return ruleStroke }, false, x, r.X)
		below = t.set(sans(labelSize), xLabel, r.X)
		never = t.set(sans(ruleSize), tr.unsettledNote(), r.X)
	)
	m := margins{
		left:   max(ticks.left, starts.depth()),
		right:  max(ticks.right, ends.depth()),
		top:    max(ticks.top, above.depth(), addGap(never.height, leader+2)),
		bottom: ticks.bottom + addGap(below.height, 4),
	}
	return body{
		title: tr.Title, outdented: true, width: r.X, height: height, margins: m,
		notes: tr.notes(), wants: shortestTrail,
		draw: func(c draw.Canvas, _ vg.Length) {
			tr.shade(c, x)
			axes.draw(c)
			if !empty {
				b.draw(c, axes)
			}
			tagArea(c, x.tag("x"), y.tag("y"), textTag("of", xLabel), `data-what="rank"`, pathsTag(cat, paths, len(tr.N)))
			below.draw(c, ink, c.Center().X, c.Min.Y-ticks.bottom-4, centre)
			above.draw(c)
			never.draw(c, ink, c.Max.X, c.Max.Y+leader+2+never.height, right)
			starts.draw(c)
			ends.draw(c)
			if empty {
				t.noData(c)
			}
		},
	}
}

// pathsTag returns an attribute for scripts. The attribute lists, for each path that is
// drawn, the rows of the path in the panel's CSV data. Each path has the same number of
// rows.
func pathsTag(cat *catalogue, paths []Path, rows int) string {
	var list []stretchOfRows
	for j, p := range paths {
		list = append(list, stretchOfRows{cat.paths[p.Model], j * rows, len(p.Ranks)})
	}
	return rowsTag(list)
}

// rules returns a vertical rule at the number of trials at which the ranking settles,
// or nil if it never settles.
func (tr Trajectories) rules() []Rule {
	if tr.Settled == 0 {
		return nil
	}
	return []Rule{{At: float64(tr.Settled), Label: settledAt(tr)}}
}

// settledAt returns the label of the rule that marks where the ranking settles. If the
// ranking settles only at the last number of trials, the label says so.
func settledAt(tr Trajectories) string {
	if tr.Settled == tr.N[len(tr.N)-1] {
		return fmt.Sprintf("settles only at %d", tr.Settled)
	}
	return fmt.Sprintf("settles at n = %d", tr.Settled)
}

// shade shades the part of the data area c in which the ranking has settled.
func (tr Trajectories) shade(c draw.Canvas, x axis) {
	if tr.Settled == 0 {
		return
	}
	at := c.X(x.norm(float64(tr.Settled)))
	c.FillPolygon(settledShade, []vg.Point{{X: at, Y: c.Min.Y}, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: at, Y: c.Max.Y}})
}

// unsettledNote returns a note that the ranking does not settle. It returns "" if the
// ranking settles, or if there is no reference ranking.
func (tr Trajectories) unsettledNote() string {
	if tr.Settled != 0 || len(tr.N) == 0 || !tr.hasGold() {
		return ""
	}
	if n := tr.N[len(tr.N)-1]; n > 1 {
		return fmt.Sprintf("does not settle within %d trials", n)
	}
	return "does not settle within 1 trial"
}

// notes returns an explanation of strong and pale lines, and notes on models that are
// not drawn.
func (tr Trajectories) notes() []string {
	var out []string
	if tr.hasGold() {
		out = append(out, "Strong lines: models away from their gold ranks; pale lines: models at their gold ranks.")
	}
	if len(tr.Paths) > maxRows {
		out = append(out, undrawn(tr.Title, len(tr.Paths)))
	}
	return out
}

// undrawn returns a note that says how many models a panel draws, if it does not draw
// all of them.
func undrawn(title string, models int) string {
	return noteOf(title, fmt.Sprintf("The first %d of %d models are drawn.", maxRows, models))
}

// trails holds the paths that are drawn inside the axes of a panel of trajectories.
type trails struct {
	Trajectories
	heights [][]float64
	cat     *catalogue
}

// draw draws the rule first, then the pale parts of paths, and then their strong parts.
// Ranks that differ from the reference ranking are thus in front.
func (b trails) draw(c draw.Canvas, f frame) {
	x, y := f.transforms(c)
	if b.Settled != 0 {
		style := ruleStroke.line()
		style.Color, style.Width = ink, 1
		at := x(float64(b.Settled))
		c.StrokeLine2(style, at, c.Min.Y, at, c.Max.Y)
	}
	for _, strong := range []bool{false, true} {
		for j := len(b.heights) - 1; j >= 0; j-- {
			taggedLine(c, b.cat.paths[b.Paths[j].Model], func() { b.path(c, j, strong, x, y) })
		}
	}
}

// path draws the strong parts of path j if strong is true, and otherwise its pale
// parts.
func (b trails) path(c draw.Canvas, j int, strong bool, x, y func(float64) vg.Length) {
	p := b.Paths[j]
	s := b.cat.pathStroke(p.Model, strong)
	for _, st := range b.stretches(c, j, x, y) {
		if st.strong == strong {
			c.StrokeLines(s.line(), st.points)
		}
	}
	// Markers of neighbouring paths alternate. There is no marker near the right end,
	// since there is one beside the name.
	next := c.Min.X + markEvery*(0.25+0.5*vg.Length(j%2))
	for i, n := range b.N {
		at := vg.Point{X: x(float64(n)), Y: y(b.heights[j][i])}
		if at.X < next || at.X > c.Max.X-markEvery/4 {
			continue
		}
		next += markEvery
		if b.deviates(p, i) == strong {
			s.shape.draw(c, s.color, pathRadius, at)
		}
	}
}

// A stretch is a part of a path that is strong throughout or pale throughout.
type stretch struct {
	strong bool
	points []vg.Point
}

// stretches splits path j, from one side of the data area to the other, into strong and
// pale parts. The slope between two ranks is strong if the path is strong at either of
// its ends.
func (b trails) stretches(c draw.Canvas, j int, x, y func(float64) vg.Length) []stretch {
	var out []stretch
	add := func(strong bool, pts ...vg.Point) {
		if n := len(out); n > 0 && out[n-1].strong == strong {
			out[n-1].points = append(out[n-1].points, pts[1:]...)
			return
		}
		out = append(out, stretch{strong, pts})
	}
	at := func(i int) vg.Point { return vg.Point{X: x(float64(b.N[i])), Y: y(b.heights[j][i])} }
	p := b.Paths[j]
	last := len(b.N) - 1
	// The line of a rank begins half a change of rank before its n and ends half a change
	// after it.
	from := vg.Point{X: c.Min.X, Y: at(0).Y}
	for i := range last {
		here, there := at(i), at(i+1)
		half := min(slope, there.X-here.X) / 2
		mid := (here.X + there.X) / 2
		a, z := vg.Point{X: mid - half, Y: here.Y}, vg.Point{X: mid + half, Y: there.Y}
		add(b.deviates(p, i), from, a)
		add(b.deviates(p, i) || b.deviates(p, i+1), a, z)
		from = z
	}
	add(b.deviates(p, last), from, vg.Point{X: c.Max.X, Y: at(last).Y})
	return out
}

// names holds the names of models at the left or the right ends of their paths.
type names struct {
	onRight bool
	y       axis
	items   []pathName // names from top to bottom
}

// A pathName is the name of a model at one end of its path, with the model's rank
// there.
type pathName struct {
	path       int // index of the path
	line       int // number of the line in the figure
	model      string
	name, rank block
	at         float64 // height of the path, in ranks
	stroke     stroke
}

const (
	nameSize = 9
	rankGap  = 6  // gap between rank and name
	fewPaths = 20 // with at most so many paths, long names take several lines
)

// names returns the names beside the first and the last number of trials. If remarks is
// true and a model's last rank differs from its reference rank (gold), the name on the
// right also gives the reference rank. Names are at most as wide as width, unless width
// is 0.
func (b trails) names(t typesetter, y axis, width vg.Length, remarks bool) (starts, ends names) {
	last := len(b.N) - 1
	look := func(p Path, i int) stroke { return b.cat.pathStroke(p.Model, b.deviates(p, i)) }
	return namesOf(t, b.cat, y, b.shownPaths(), b.heights, width, look, func(p Path) string {
		if remarks && b.deviates(p, last) && !math.IsNaN(p.Gold) {
			return fmt.Sprintf(" (gold: %s)", number(p.Gold))
		}
		return ""
	})
}

// namesOf returns the names at both ends of the paths. look(p, i) returns the look of
// path p at its i-th rank. remark(p) returns the text that follows the name of p at the
// right end. A path without ranks has no name.
func namesOf(
	t typesetter, cat *catalogue, y axis, paths []Path, heights [][]float64, width vg.Length,
	look func(p Path, i int) stroke, remark func(Path) string,
) (starts, ends names) {
	starts, ends = names{y: y}, names{y: y, onRight: true}
	short := t.shortenedAll(sans(nameSize), modelsOf(paths), maxName, width)
	whole := width
	if len(paths) > fewPaths {
		whole = 0
	}
	for j, p := range paths {
		last := len(p.Ranks) - 1
		if last < 0 {
			continue
		}
		item := func(i int, remark string) pathName {
			return pathName{
				path: j, line: cat.paths[p.Model], model: p.Model,
				name: t.setName(short[j], p.Model, remark, whole),
				rank: t.set(sans(nameSize), number(p.Ranks[i]), 0),
				at:   heights[j][i], stroke: look(p, i),
			}
		}
		starts.items = append(starts.items, item(0, ""))
		ends.items = append(ends.items, item(last, remark(p)))
	}
	for _, ns := range []names{starts, ends} {
		slices.SortStableFunc(ns.items, func(a, b pathName) int { return cmp.Compare(a.at, b.at) })
	}
	return starts, ends
}

// height returns the total height of all names, placed below each other.
func (ns names) height() vg.Length {
	return lists.Sum(ns.items, func(it pathName) vg.Length { return max(it.name.height, it.rank.height) })
}

// withoutRanks removes the ranks beside the names, for panels in which circles already
// show them.
func (ns names) withoutRanks() {
	for i := range ns.items {
		ns.items[i].rank = block{}
	}
}

// withoutNames removes the names at one end of the paths, for narrow pages on which the
// names at the other end suffice.
func (ns names) withoutNames() {
	for i := range ns.items {
		ns.items[i].name = block{}
	}
}

// widths returns the width of the widest name and the width of the widest rank.
func (ns names) widths() (name, rank vg.Length) {
	for _, it := range ns.items {
		name, rank = max(name, it.name.width), max(rank, it.rank.width)
	}
	return name, rank
}

// depth returns the width that the names, and the lines that join them to their paths,
// need beside the data area.
func (ns names) depth() vg.Length {
	if len(ns.items) == 0 {
		return 0
	}
	name, rank := ns.widths()
	return fan + addGap(rank, rankGap) + rankGap + name
}

// leaders returns, for each path, the line that joins the edge of the data area c to
// the name of the path. The map is indexed by path.
func (ns names) leaders(c draw.Canvas) map[int][]vg.Point {
	var places, sizes []vg.Length // from top to bottom, so that tied paths use the room below them
	for _, it := range ns.items {
		places = append(places, c.Max.Y-c.Y(ns.y.norm(it.at)))
		sizes = append(sizes, max(it.name.height, it.rank.height))
	}
	edge, away := ns.edge(c)
	out := map[int][]vg.Point{}
	for i, is := range spreadOut(places, sizes, 0, c.Max.Y-c.Min.Y) {
		was, y := c.Max.Y-places[i], c.Max.Y-is
		out[ns.items[i].path] = []vg.Point{
			{X: edge, Y: was}, {X: edge + away*fan/4, Y: was}, {X: edge + away*fan*3/4, Y: y}, {X: edge + away*fan, Y: y},
		}
	}
	return out
}

// edge returns the x coordinate of the side of the data area c on which the names
// stand. It also returns the direction away from c: 1 if this is the right side, and −1
// if it is the left.
func (ns names) edge(c draw.Canvas) (x, outward vg.Length) {
	if ns.onRight {
		return c.Max.X, 1
	}
	return c.Min.X, -1
}

// draw writes the names beside the data area c and joins them to their paths.
func (ns names) draw(c draw.Canvas) {
	_, away := ns.edge(c)
	leaders := ns.leaders(c)
	for _, it := range ns.items {
		points := leaders[it.path]
		points[0].X -= away * seam
		taggedLine(c, it.line, func() { c.StrokeLines(it.stroke.line(), points) })
	}
	ns.drawTexts(c, leaders)
}

// tag returns the attributes that scripts need to find a name. Only the name at the
// right end of a path carries an attribute with the model's name.
func (ns names) tag(it pathName) string {
	tag := fmt.Sprintf(`data-line="%d"`, it.line)
	if ns.onRight {
		tag += " " + textTag("name", it.model)
	}
	return tag
}

// drawTexts writes the names, and draws a marker where the line to each name ends.
func (ns names) drawTexts(c draw.Canvas, leaders map[int][]vg.Point) {
	_, away := ns.edge(c)
	a := right
	if ns.onRight {
		a = left
	}
	_, rank := ns.widths()
	for _, it := range ns.items {
		end := leaders[it.path][3]
		tagged(c, ns.tag(it), func() {
			it.stroke.shape.draw(c, it.stroke.color, pathRadius, end)
			it.rank.draw(c, ink, end.X+away*(rankGap+rank/2), end.Y+it.rank.height/2, centre)
			it.name.draw(c, ink, end.X+away*(addGap(rank, rankGap)+rankGap), end.Y+it.name.height/2, a)
		})
	}
}
