package figures

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
)

// catalogue lists each line of a figure once, even if several panels contain it. It
// holds the colour, dashes and marker of each line, and records which lines coincide.
type catalogue struct {
	lines []entry
	index map[key]int    // into lines; looked up, never ranged over
	paths map[string]int // numbers of the models in trajectories and bump charts, from 0 in the order of the models' names
}

// key identifies a line. Lines with equal keys in different panels are the same line.
type key struct{ name, group string }

// entry holds one line of the figure, with its colour, dashes and marker.
type entry struct {
	name   string
	group  int // number of the line's group, from 0 in order of first appearance
	stroke stroke
	points bool   // drawn as points where it first appears
	empty  bool   // no finite point in any panel
	none   string // text in the legend if empty is true
	beside bool   // has only bars beside the axes, in every panel
	over   bool   // dashed so that the lines below stay visible
	same   int    // index of the first line that it coincides with in all panels, or its own index
	where  string // panels that contain it, as shown in the legend, or "" if the legend names no panels
}

func newCatalogue(panels []Panel) *catalogue {
	var curves []Curves
	for _, p := range panels {
		if c, ok := p.(Curves); ok {
			curves = append(curves, c)
		}
	}
	cat := &catalogue{index: map[key]int{}, paths: map[string]int{}}
	models := slices.Sorted(slices.Values(lists.Flat(panels, Panel.models)))
	for i, model := range slices.Compact(models) {
		cat.paths[model] = i
	}
	groups, sizes := map[key]int{}, []int{}
	for _, c := range curves {
		for _, l := range c.Lines {
			cat.enter(l, groups, &sizes)
		}
	}
	placed := cat.place(curves)
	for i := range cat.lines {
		cat.lines[i].same = cat.original(i, placed)
	}
	cat.placeInLegend(curves, placed)
	axes := make([]axis, len(curves))
	for k, c := range curves {
		_, axes[k] = c.axes(dataSize(1))
	}
	for i := range cat.lines {
		if n := cat.hiddenLines(i, placed, axes); n > 0 {
			cat.lines[i].over, cat.lines[i].stroke.dashes = true, overDashes(n)
		}
	}
	return cat
}

// placeInLegend records for each line which panels contain it, so that the legend can
// group lines by panels. It does so only if there are at least two groups of panels.
// Panels of one group must have the same lines, and panels of different groups no line
// in common. The title of each panel must begin with a letter in brackets.
func (cat *catalogue) placeInLegend(curves []Curves, placed [][]*Line) {
	where := make([]string, len(cat.lines))
	owner := make([]string, len(curves)) // for each panel, the set of panels that have the same lines
	for i, e := range cat.lines {
		if e.name == "" {
			continue
		}
		var letters []string
		for k, c := range curves {
			if placed[k][i] == nil {
				continue
			}
			letter, _, ok := strings.Cut(c.Title, ")")
			if !ok || len(letter) != 2 || letter[0] != '(' {
				return
			}
			letters = append(letters, letter+")")
		}
		where[i] = strings.Join(letters, ", ")
		for k := range curves {
			if placed[k][i] != nil && owner[k] != "" && owner[k] != where[i] {
				return
			}
			if placed[k][i] != nil {
				owner[k] = where[i]
			}
		}
	}
	named := slices.DeleteFunc(slices.Sorted(slices.Values(where)), func(s string) bool { return s == "" })
	if len(slices.Compact(named)) < 2 {
		return
	}
	for i := range cat.lines {
		cat.lines[i].where = where[i]
	}
}

// hiddenLines returns the number of earlier lines that line i would cover, because it
// runs very close to them in every panel. It considers only solid lines and lines that
// are dashed for this same reason. It ignores lines that coincide exactly with an
// earlier line.
func (cat *catalogue) hiddenLines(i int, placed [][]*Line, axes []axis) int {
	solid := func(e entry) bool { return (e.stroke.dashes == nil || e.over) && !e.empty }
	below := 0
	for j := range i {
		if !solid(cat.lines[i]) || cat.lines[i].same != i || !solid(cat.lines[j]) || cat.lines[j].same != j {
			continue
		}
		apart := false
		for k, panel := range placed {
			a, b := panel[i], panel[j]
			apart = apart || a == nil || b == nil || !near(a, b, axes[k])
		}
		if !apart {
			below++
		}
	}
	return below
}

// near reports whether two lines have the same x coordinates and almost the same y
// coordinates. A y beyond the end of the axis counts as lying at that end.
func near(a, b *Line, y axis) bool {
	at := func(v float64) float64 { return min(max(y.norm(v), 0), 1) }
	for i := range min(len(a.X), len(b.X)) {
		switch drawn := a.drawable(i); {
		case drawn != b.drawable(i), drawn && a.X[i] != b.X[i]:
			return false
		case drawn && math.Abs(at(a.Y[i])-at(b.Y[i])) > thick:
			return false
		}
	}
	return len(a.X) == len(b.X) && a.joins() && b.joins()
}

// enter adds l to the catalogue, unless a line with the same key is already there. It
// also records whether the line has data in any panel.
func (cat *catalogue) enter(l Line, groups map[key]int, sizes *[]int) {
	i, ok := cat.index[l.key()]
	if !ok {
		g, ok := groups[l.groupKey()]
		if !ok {
			g = len(*sizes)
			groups[l.groupKey()] = g
			*sizes = append(*sizes, 0)
		}
		i = len(cat.lines)
		cat.index[l.key()] = i
		cat.lines = append(cat.lines, entry{
			name: l.Name, group: g, stroke: strokeOf(g, (*sizes)[g]),
			points: l.Points, empty: true, none: cmp.Or(l.Empty, "no data"), beside: true,
		})
		if l.Bare {
			cat.lines[i].stroke.shape = shape{}
		}
		(*sizes)[g]++
	}
	if l.hasData() {
		cat.lines[i].empty = false
	}
	if !l.bodiless() || l.Beyond == 0 {
		cat.lines[i].beside = false
	}
}

// place returns the lines of each panel, indexed by panel and by the number of the line
// in the figure. An element is nil if the panel does not contain that line.
func (cat *catalogue) place(panels []Curves) [][]*Line {
	out := make([][]*Line, len(panels))
	for i, c := range panels {
		out[i] = make([]*Line, len(cat.lines))
		for j, l := range c.Lines {
			out[i][cat.index[l.key()]] = &c.Lines[j]
		}
	}
	return out
}

// original returns the index of the first line that coincides with line i in every
// panel. If there is none, or if line i has no data, it returns i.
func (cat *catalogue) original(i int, placed [][]*Line) int {
	if cat.lines[i].empty {
		return i
	}
	for j := range i {
		differ := func(panel []*Line) bool { return !coincide(panel[i], panel[j]) }
		if cat.lines[j].same == j && !slices.ContainsFunc(placed, differ) {
			return j
		}
	}
	return i
}

// coincide reports whether two lines have the same points and are drawn in the same
// way, so that one would hide the other. It returns true if both are nil.
func coincide(a, b *Line) bool {
	if a == nil || b == nil {
		return a == b
	}
	equal := func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) }
	return a.Points == b.Points && a.Step == b.Step && a.Bars == b.Bars && a.HideLast == b.HideLast && a.Beyond == b.Beyond &&
		slices.EqualFunc(a.X, b.X, equal) && slices.EqualFunc(a.Y, b.Y, equal) &&
		slices.EqualFunc(a.Lo, b.Lo, equal) && slices.EqualFunc(a.Hi, b.Hi, equal)
}

// legendEntries returns the entries of the legend in the order of the lines. Coinciding
// lines share an entry, and unnamed lines have none.
func (cat *catalogue) legendEntries() []entry {
	var out []entry
	at := map[int]int{}
	for _, e := range cat.lines {
		if i, ok := at[e.same]; ok {
			if e.name != "" {
				out[i].name += " = " + e.name
			}
			continue
		}
		if e.name == "" {
			continue
		}
		at[e.same] = len(out)
		out = append(out, e)
	}
	for i := range out {
		if out[i].empty {
			out[i].name += " (" + out[i].none + ")"
		} else if out[i].beside {
			out[i].name += " (only beside the axes)"
		}
	}
	return out
}

// strokeNamed returns the colour, dashes and marker of the line with the given name in
// panel c. If there is no such line, it returns those of a plain rule.
func (cat *catalogue) strokeNamed(c Curves, name string) stroke {
	for _, l := range c.Lines {
		if name != "" && l.Name == name {
			return cat.lines[cat.lines[cat.index[l.key()]].same].stroke
		}
	}
	return ruleStroke
}

// pathStroke returns the look of the strong parts of a model's trajectory if strong is
// true, and otherwise that of its pale parts.
func (cat *catalogue) pathStroke(model string, strong bool) stroke {
	s := pathStrokeOf(cat.paths[model])
	if !strong {
		return s.pale()
	}
	return s
}
