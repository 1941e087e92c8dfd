package figures

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

func atof(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// thick are the strokes of the first line of a figure, the only ones 2.8
// points wide, without its sample in the legend, which is drawn last.
func (d drawn) thick(t *testing.T) []path {
	t.Helper()
	all := d.styled("stroke-width:2.8")
	if len(all) == 0 {
		t.Fatal("no sample in the legend")
	}
	return all[:len(all)-1]
}

// Lines that coincide are drawn once and share a legend entry, by the order
// of the lines. Gaps coincide with gaps, but a longer line is another line.
func TestCoincidentLines(t *testing.T) {
	nan := math.NaN()
	d := inspect(t, render(t, one(
		straight("pass@2", 1, nan, 3),
		straight("bayes", 3, 2, 1),
		straight("gpass@2:0.5", 1, nan, 3),
		straight("shorter", 1, nan),
		straight("mgpass@2", 1, nan, 3),
	), SVG))
	if !d.has("pass@2 = gpass@2:0.5 = mgpass@2", "bayes", "shorter") {
		t.Errorf("texts are %q", d.texts)
	}
	if slices.Contains(d.texts, "gpass@2:0.5") {
		t.Error("a line that is not drawn is listed by itself")
	}
}

// A line shares the entry of another only if one would hide the other in
// every panel; a line missing from one panel is no twin of one that is there.
func TestCoincidentInAllPanels(t *testing.T) {
	a, b := straight("a", 1, 2), straight("b", 1, 2)
	for _, tt := range []struct {
		name   string
		second []Line
		want   []string
	}{
		{"in both", []Line{a, b}, []string{"a = b"}},
		{"in one", []Line{a, straight("b", 1, 3)}, []string{"a", "b"}},
		{"missing", []Line{a}, []string{"a", "b"}},
		{"neither there", nil, []string{"a = b"}},
		{"points", []Line{a, {Name: "b", X: b.X, Y: b.Y, Points: true}}, []string{"a", "b"}},
		{"steps", []Line{a, {Name: "b", X: b.X, Y: b.Y, Step: true}}, []string{"a", "b"}},
		{"filled", []Line{a, {Name: "b", X: b.X, Y: b.Y, Fill: true}}, []string{"a = b"}},
	} {
		f := &Figure{Panels: []Panel{Curves{Lines: []Line{a, b}}, Curves{Lines: tt.second}}}
		var got []string
		for _, e := range newCatalogue(f.Panels).legendEntries() {
			got = append(got, e.name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: legend is %q, want %q", tt.name, got, tt.want)
		}
		render(t, f, SVG)
	}
}

// Each number that cannot be drawn breaks the line: 1 2 NaN 4 5 Inf 7 leaves
// two stretches, and the lone last point becomes a dot, which is no stroke.
func TestBrokenLine(t *testing.T) {
	l := straight("a", 1, 2, math.NaN(), 4, 5, math.Inf(1), 7)
	got := inspect(t, render(t, one(l), SVG)).thick(t)
	if len(got) != 2 {
		t.Fatalf("%d strokes, want 2", len(got))
	}
	for _, p := range got {
		if n := strings.Count(p.d, "L"); n != 1 {
			t.Errorf("a stretch has %d segments, want 1: %s", n, p.d)
		}
	}
}

// The band of 1, 2, NaN, 4, 5, 6 with standard errors is two polygons, of
// 2·2 and 3·2 corners; errors that are NaN or 0 have none.
func TestBands(t *testing.T) {
	band := "fill-opacity:.15"
	l := straight("a", 1, 2, math.NaN(), 4, 5, 6)
	l.SE = []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}
	var corners []int
	for _, p := range inspect(t, render(t, one(l), SVG)).styled(band) {
		corners = append(corners, 1+strings.Count(p.d, "L"))
	}
	if !slices.Equal(corners, []int{4, 6}) {
		t.Errorf("bands have %v corners, want 4 and 6", corners)
	}
	l.SE = []float64{0.1, 0.1, 0.1, 0.1, math.NaN(), 0.1}
	if n := len(inspect(t, render(t, one(l), SVG)).styled(band)); n != 1 {
		t.Errorf("%d bands around a NaN, want 1", n)
	}
	l.SE = make([]float64, 6)
	if n := len(inspect(t, render(t, one(l), SVG)).styled(band)); n != 0 {
		t.Errorf("%d bands of no width", n)
	}
}

// The half-width of a 95 % interval is 1.96 standard errors; negative,
// infinite and missing ones mean that there is no interval.
func TestSpan(t *testing.T) {
	l := straight("a", 1, 1, 1, 1)
	l.SE = []float64{0.5, -1, math.NaN(), math.Inf(1)}
	for i, want := range []bool{true, false, false, false} {
		if lo, hi, ok := l.span(i); ok != want || ok && (math.Abs(lo-0.02) > 1e-15 || math.Abs(hi-1.98) > 1e-15) {
			t.Errorf("standard error %g: %g to %g, %v", l.SE[i], lo, hi, ok)
		}
	}
}

// Ends in place of standard errors need not lie around y alike; a NaN is no end.
func TestEndsOfBands(t *testing.T) {
	l := straight("a", 1, 2, 1, 2)
	l.Lo, l.Hi = []float64{0.5, 1.9, 1, 0}, []float64{1.1, 4, 1, math.NaN()}
	var corners []int
	for _, p := range inspect(t, render(t, one(l), SVG)).styled("fill-opacity:.15") {
		corners = append(corners, 1+strings.Count(p.d, "L"))
	}
	if !slices.Equal(corners, []int{5}) { // the two ends of the third point are one place
		t.Errorf("bands have %v corners, want 5 around the first three points", corners)
	}
	if _, y := one(l).Panels[0].(Curves).ranges(); y.lo != 0.5 || y.hi != 4 {
		t.Errorf("the y axis shows %v", y)
	}
	if wide := []bool{l.wide(0), l.wide(1), l.wide(2), l.wide(3)}; !slices.Equal(wide, []bool{true, true, false, false}) {
		t.Errorf("wide at %v", wide)
	}
	for _, ends := range [][2][]float64{{{1}, {1}}, {{1, 1, 1, 1}, nil}} {
		l.Lo, l.Hi = ends[0], ends[1]
		if err := one(l).check(); err == nil {
			t.Errorf("ends %v are let pass", ends)
		}
	}
}

// What lies outside of the y range is clipped: a line that leaves and returns
// is in two parts, at the height of the range where it is cut.
func TestYRangeClips(t *testing.T) {
	r := [2]float64{0, 1}
	c := Curves{Lines: []Line{straight("a", 0.5, 5, 0.5)}, YRange: &r}
	got := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG)).thick(t)
	if len(got) != 2 {
		t.Errorf("%d strokes, want 2", len(got))
	}
	r = [2]float64{11, 1}
	if y := fixedAxis(r[0], r[1], false, 5); y.norm(11) != 0 || y.norm(1) != 1 {
		t.Errorf("11 lies at %g and 1 at %g of a range from 11 to 1", y.norm(11), y.norm(1))
	}
}

// Thirteen lines and 70 groups must be told apart without colour, and with it:
// no two looks are the same, and the first group is black and thicker.
func TestLooksDiffer(t *testing.T) {
	var lines []Line
	for i := range 70 {
		for j := range 6 {
			lines = append(lines, Line{Name: fmt.Sprint(j), Group: fmt.Sprint(i)})
		}
	}
	colourless := map[string]bool{}
	for i, l := range newCatalogue([]Panel{Curves{Lines: thirteen(0)}}).lines {
		look := fmt.Sprint(l.stroke.dashes, l.stroke.shape)
		if colourless[look] {
			t.Errorf("line %d looks like an earlier one in grey", i+1)
		}
		colourless[look] = true
	}
	seen := map[string]bool{}
	for i, l := range newCatalogue([]Panel{Curves{Lines: lines}}).lines {
		look := fmt.Sprint(l.stroke)
		if seen[look] {
			t.Errorf("line %d looks like an earlier one", i+1)
		}
		seen[look] = true
		if first := i < 6; first != (l.stroke.width == 2.8) || first && l.stroke.color != palette[0] {
			t.Errorf("line %d of group %d is %v", i+1, i/6, l.stroke)
		}
	}
}

// Of very many lines all are drawn, but the legend stays on the page and the
// caption says what it leaves out.
func TestThousandLines(t *testing.T) {
	var all []Line
	for i := range 1000 {
		all = append(all, straight(fmt.Sprintf("line %d", i+1), float64(i), float64(i+1)))
	}
	d := inspect(t, render(t, one(all...), SVG))
	if !d.has("line 1", "line 60", "The legend names the first 60 of 1000 lines.") || slices.Contains(d.texts, "line 61") {
		t.Errorf("texts are %q", d.texts)
	}
}

// A rule may take the look of a line, here the dashes of the second line of
// its group; a rule outside of the y range is not drawn.
func TestRules(t *testing.T) {
	a, b := straight("a", 0, 1), straight("b", 1, 0)
	a.Group, b.Group = "g", "g"
	c := Curves{
		Lines:  []Line{a, b},
		YRange: &[2]float64{0, 1},
		Rules:  []Rule{{At: 1.5, Label: "mean of b", Line: "b"}, {Horizontal: true, At: 2, Label: "outside"}},
	}
	d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
	if got := d.styled("stroke-dasharray:6,2.5"); len(got) != 3 {
		t.Errorf("%d dashed strokes, want those of the rule, the line and the legend", len(got))
	}
	if !slices.Contains(d.texts, "mean of b") || slices.Contains(d.texts, "outside") {
		t.Errorf("texts are %q", d.texts)
	}
}

// The label of a rule is joined to it in the colour of its line, for where
// rules are close it could be that of another: rule, leader, line and legend.
func TestRuleLeaders(t *testing.T) {
	c := Curves{
		Lines: []Line{straight("a", 0, 1), straight("b", 1, 0)},
		Rules: []Rule{{At: 1.5, Label: "1.5", Line: "b"}, {At: 1.4, Label: "plain"}},
	}
	d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
	if got := d.styled("stroke:#d55e00"); len(got) != 4 {
		t.Errorf("%d strokes in the colour of b, want 4", len(got))
	}
	if got := d.styled("stroke:#555555"); len(got) != 2 {
		t.Errorf("%d grey strokes, want those of the plain rule and its leader", len(got))
	}
}

// A step holds until the next x: 3 points give 2 corners more, 5 in all; gaps
// break steps as they break lines. The band has the same steps.
func TestSteps(t *testing.T) {
	l := straight("a", 1, 2, 4, math.NaN(), 5, 6)
	l.Step = true
	var got []int
	for _, p := range inspect(t, render(t, one(l), SVG)).thick(t) {
		got = append(got, 1+strings.Count(p.d, "L"))
	}
	if !slices.Equal(got, []int{5, 3}) {
		t.Errorf("stretches have %v corners, want 5 and 3", got)
	}
	l = straight("a", 1, 2)
	l.Step, l.SE = true, []float64{0.1, 0.1}
	for _, p := range inspect(t, render(t, one(l), SVG)).styled("fill-opacity:.15") {
		if n := 1 + strings.Count(p.d, "L"); n != 6 {
			t.Errorf("the band has %d corners, want 6", n)
		}
	}
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
	id := func(v float64) vg.Length { return vg.Length(v) }
	if got, want := (pen{Line: l, x: id, y: id}).outline([2]int{0, 2}, 0), []vg.Point{at(1, 1), at(2, 1), at(2, 2)}; !slices.Equal(got, want) {
		t.Errorf("the corners are %v, want %v", got, want)
	}
}

// A fill has the corners of its stretch and two at y = 0, which the axis then
// shows; a single point has none, and neither has a cloud.
func TestFill(t *testing.T) {
	fill := "fill-opacity:.09"
	l := straight("a", 5, 6, 7, math.NaN(), 8)
	l.Fill = true
	d := inspect(t, render(t, one(l), SVG))
	if got := d.styled(fill); len(got) != 1 || strings.Count(got[0].d, "L") != 4 {
		t.Errorf("fills are %v, want one of 5 corners", got)
	}
	if _, y := (Curves{Lines: []Line{l}}).ranges(); y.lo != 0 || y.hi != 8 {
		t.Errorf("the y axis is for %g to %g, want 0 to 8", y.lo, y.hi)
	}
	l.Points = true
	if got := inspect(t, render(t, one(l), SVG)).styled(fill); len(got) != 0 {
		t.Errorf("%d fills of points", len(got))
	}
	if _, y := (Curves{Lines: []Line{l}}).ranges(); y.lo != 5 {
		t.Errorf("the y axis begins at %g, want 5", y.lo)
	}
}

// logLog is a panel of both log axes, over x = 1, 10, 100 and the y of the
// line.
func logLog(l Line) Curves {
	l.X = []float64{1, 10, 100}
	return Curves{LogX: true, LogY: true, Lines: []Line{l}}
}

// corners are the points of a path. Those of a page are upside down, with y
// growing towards the top, within the group that turns it.
func corners(t *testing.T, p path) []vg.Point {
	t.Helper()
	var out []vg.Point
	for _, s := range strings.FieldsFunc(p.d, func(r rune) bool { return strings.ContainsRune("MLZ", r) }) {
		x, y, _ := strings.Cut(s, ",")
		out = append(out, vg.Point{X: vg.Length(atof(t, x)), Y: vg.Length(atof(t, y))})
	}
	return out
}

// A power law is straight on two log axes: 2, 20, 200 at x = 1, 10, 100 has
// its middle point halfway, across and up.
func TestPowerLaw(t *testing.T) {
	got := inspect(t, render(t, &Figure{Panels: []Panel{logLog(straight("a", 2, 20, 200))}}, SVG)).thick(t)
	if len(got) != 1 {
		t.Fatalf("%d strokes, want 1", len(got))
	}
	pts := corners(t, got[0])
	if len(pts) != 3 {
		t.Fatalf("corners are %v, want 3", pts)
	}
	off := pts[0].Add(pts[2]).Sub(pts[1].Scale(2))
	if max(abs(off.X), abs(off.Y)) > 0.01 {
		t.Errorf("the line has corners at %v, the middle one not halfway", pts)
	}
}

// A log axis follows intervals as far as one decade below their points: with
// y = 10 and ±1.96·SE it fits 8.04 to 11.96, but 1 to 29.6 where the interval
// begins at −9.6, and does not fit the zero of a fill.
func TestLogRanges(t *testing.T) {
	for _, tt := range []struct{ se, lo, hi float64 }{{1, 8.04, 11.96}, {10, 1, 29.6}, {0, 10, 10}} {
		l := Line{Name: "a", X: []float64{1}, Y: []float64{10}, SE: []float64{tt.se}, Fill: true}
		_, y := Curves{LogY: true, Lines: []Line{l}}.ranges()
		if math.Abs(y.lo-tt.lo) > 1e-12 || math.Abs(y.hi-tt.hi) > 1e-12 {
			t.Errorf("standard error %g: the y axis is for %g to %g, want %g to %g", tt.se, y.lo, y.hi, tt.lo, tt.hi)
		}
	}
}

// What reaches zero ends at the low end of a log axis, whichever way up it is,
// and there a rule marks it here: a fill has its two last corners there, a band
// the one of its lower edge that is not positive (100 − 196, between two of
// 100 − 19.6), a bar its end.
func TestLogLowEnd(t *testing.T) {
	l := straight("a", 100, 100, 100)
	l.SE = []float64{10, 100, 10}
	points := l
	l.Fill, points.Points = true, true
	for _, tt := range []struct {
		what  string
		line  Line
		style string
		want  int
	}{{"fill", l, "fill-opacity:.09", 2}, {"band", l, "fill-opacity:.15", 1}, {"bar", points, "stroke:#000000;stroke-width:.6", 1}} {
		for _, r := range [][2]float64{{1, 1000}, {1000, 1}} {
			c := logLog(tt.line)
			c.YRange, c.Rules = &r, []Rule{{Horizontal: true, At: 1}}
			d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
			low := corners(t, d.styled("stroke-dasharray:3,2")[0])[0].Y
			got := 0
			for _, p := range d.styled(tt.style) {
				for _, at := range corners(t, p) {
					if at.Y == low {
						got++
					}
				}
			}
			if got != tt.want {
				t.Errorf("%s from %g to %g: %d corners at the low end, want %d", tt.what, r[0], r[1], got, tt.want)
			}
		}
	}
}

// A horizontal rule lies on a log axis where a line of its height does: on
// 1 to 10000, 100 is halfway between rules at the ends.
func TestLogRules(t *testing.T) {
	c := logLog(straight("a", 100, 100, 100))
	c.YRange = &[2]float64{1, 10000}
	for _, at := range []float64{1, 100, 10000, 1e5} {
		c.Rules = append(c.Rules, Rule{Horizontal: true, At: at, Label: fmt.Sprintf("rule %g", at)})
	}
	d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
	if !slices.Contains(d.texts, "rule 100") || slices.Contains(d.texts, "rule 100000") {
		t.Errorf("texts are %q", d.texts)
	}
	var heights []vg.Length
	for _, p := range append(d.styled("stroke-dasharray:3,2"), d.thick(t)...) {
		heights = append(heights, corners(t, p)[0].Y)
	}
	if len(heights) != 4 || heights[1] != heights[3] || abs(heights[0]+heights[2]-2*heights[1]) > 0.01 {
		t.Errorf("rules at 1, 100 and 10000 and a line at 100 are at %v", heights)
	}
}

// Lines without data are in the legend, each by itself, with the words that
// the caller has for them.
func TestEmptyLines(t *testing.T) {
	empty := []Line{{Name: "pass@2", Empty: "never settles"}, {Name: "pass@4", Empty: "never settles"}, {Name: "other"}}
	d := inspect(t, render(t, one(append(empty, straight("bayes", 1, 2))...), SVG))
	if !d.has("pass@2 (never settles)", "pass@4 (never settles)", "other (no data)", "bayes") {
		t.Errorf("texts are %q", d.texts)
	}
	// In one panel only, a line has no data; the legend does not say so.
	full := straight("pass@2", 1, 2)
	full.Empty = "never settles"
	f := &Figure{Panels: []Panel{Curves{Lines: empty[:1]}, Curves{Lines: []Line{full}}}}
	if d := inspect(t, render(t, f, SVG)); !d.has("pass@2") {
		t.Errorf("texts are %q", d.texts)
	}
}

// Notes stand below the titles of their panels, and panels without one leave
// the others theirs.
func TestNote(t *testing.T) {
	f := &Figure{Panels: []Panel{
		Curves{Title: "(a)", Note: "never: 48 %", Lines: []Line{straight("a", 1, 2)}}, Curves{Title: "(b)"}, Curves{Note: "untitled"},
	}}
	d := inspect(t, render(t, f, SVG))
	if !d.has("(a)", "never: 48 %", "(b)", "untitled") {
		t.Errorf("texts are %q", d.texts)
	}
}

// Means of four panels of up to four metrics keep their labels apart from one
// another, in one row as long as they fit.
func TestLabelsOfMeans(t *testing.T) {
	f := settling()
	var ts typesetter
	ends := map[string]float64{} // of the last label, by y
	n := 0
	for _, s := range inspect(t, render(t, f, SVG)).spots {
		if !strings.Contains(s.style, "font-size:8.5px") || !strings.Contains(s.text, ".") {
			continue
		}
		n++
		x := atof(t, s.x)
		if end, ok := ends[s.y]; ok && x < end {
			t.Errorf("%s begins at %g, the label before ends at %g", s.text, x, end)
		}
		ends[s.y] = x + ts.width(sans(ruleSize), s.text).Points()
	}
	if n != 10 || len(ends) != 2 {
		t.Errorf("%d labels at %d heights, want 10 at 2", n, len(ends))
	}
}

// Labels of rules that are close together must not overlap, and stay between
// the ends where they fit: three labels of 10 at 50, at 0 and at 100.
func TestSpreadOut(t *testing.T) {
	for _, at := range []float64{50, 0, 100} {
		got := spreadOut(lengths(at, at, at), lengths(10, 10, 10), 0, 100)
		for i, l := range got {
			if l < 5 || l > 95 || i > 0 && l-got[i-1] < 10 {
				t.Errorf("three at %g become %v", at, got)
			}
		}
	}
}

// Numbers at the ends of what floats can be must not hang or panic, whatever
// the axes.
func TestExtremes(t *testing.T) {
	tiny, huge := math.SmallestNonzeroFloat64, math.MaxFloat64
	for _, ys := range [][]float64{
		{-huge, huge}, {-1e100, 1e100}, {0, tiny}, {tiny, 2 * tiny}, {1, math.Nextafter(1, 2)},
		{1e-300, 2e-300}, {1e16, 1e16 + 2}, {0, 0}, {-5, -5}, {1e99, 1e100}, {2e-99, 1e100},
	} {
		for _, log := range []bool{false, true} {
			c := Curves{Lines: []Line{{Name: "a", X: []float64{1, 2}, Y: ys, SE: []float64{huge, 1e100}}}, LogX: log}
			inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
			if c.Lines[0].X = ys; !log || ys[0] > 1e-99 {
				c.LogY = log
				inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
			}
		}
	}
}

// Bars of neighbouring x are one outline, from zero up and back to zero: bars of
// heights 1 and 2 at x = 1 and 2 have the corners (½, 0), (½, 1), (1½, 1), (1½, 2),
// (2½, 2) and (2½, 0). A bar of no height breaks it, and the axis reaches half a bar
// beyond the data.
func TestBars(t *testing.T) {
	id := func(v float64) vg.Length { return vg.Length(v) }
	l := straight("a", 1, 2, 0, 3)
	l.Bars = true
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }
	want := [][]vg.Point{
		{at(0.5, 0), at(0.5, 1), at(1.5, 1), at(1.5, 2), at(2.5, 2), at(2.5, 0)},
		{at(3.5, 0), at(3.5, 3), at(4.5, 3), at(4.5, 0)},
	}
	if got := (pen{Line: l, x: id, y: id}).bars(); !slices.EqualFunc(got, want, slices.Equal[[]vg.Point]) {
		t.Errorf("the outlines are %v, want %v", got, want)
	}
	l.X[3] = 9 // with nothing between, but not a neighbour
	l.Y[2] = 4
	if got := (pen{Line: l, x: id, y: id}).bars(); len(got) != 2 {
		t.Errorf("bars at 1, 2, 3 and 9 are %d outlines, want 2", len(got))
	}
	c := Curves{Lines: []Line{l}}
	if x, y := c.axes(dataSize(1)); x.lo != 0.5 || x.hi != 9.5 || y.lo > 0 {
		t.Errorf("the axes are %+v and %+v", x.interval, y.interval)
	}
	c.LogX = true
	if err := c.check(); err == nil || err.Error() != `line "a": bars cannot be on a log axis` {
		t.Errorf("error is %v", err)
	}
}

// The last point stands apart: the line ends before it, and the axis does not show it.
func TestApart(t *testing.T) {
	l := straight("a", 1, 2, 300)
	l.HideLast = true
	d := inspect(t, render(t, one(l), SVG))
	strokes := d.thick(t)
	if len(strokes) != 1 || strings.Count(strokes[0].d, "L") != 1 {
		t.Errorf("the line has strokes %v, want one from the first point to the second", strokes)
	}
	x, y := Curves{Lines: []Line{l}}.axes(dataSize(1))
	if x.hi != 3 || y.hi > 3 {
		t.Errorf("the axes end at x = %g and y = %g, want 3, where the data do, and about 2", x.hi, y.hi)
	}
}

// Bars without height are named in the legend by where they are.
func TestOnlyBeside(t *testing.T) {
	never := Line{Name: "b", X: []float64{0, 1, 2}, Y: []float64{0, 0, 0}, Bars: true, Beyond: 1}
	some := Line{Name: "a", X: []float64{0, 1, 2}, Y: []float64{0.5, 0.5, 0}, Bars: true}
	published := Line{Name: "p", X: []float64{1}, Y: []float64{0}, Points: true}
	c := Curves{Beyond: "never", Lines: []Line{some, never, published}}
	cat := newCatalogue([]Panel{c})
	if named := cat.legendEntries(); named[0].name != "a" || named[1].name != "b (only beside the axes)" || named[2].name != "p" {
		t.Errorf("the legend names %q, %q and %q", named[0].name, named[1].name, named[2].name)
	}
	if n := len(newBeyond(typesetter{}, cat, c).bars); n != 2 {
		t.Errorf("%d bars beside the axes, want 2: points have none", n)
	}
}

// Intervals end where y does: ±1.96 · 0.1 around 0.05 from 0 to 1 is 0 to 0.246; a
// value outside, by rounding say, stays where it is.
func TestBounds(t *testing.T) {
	l := Line{X: []float64{1, 2, 3}, Y: []float64{0.05, 0.5, 1.001}, SE: []float64{0.1, 0.1, 0.1}}
	c := Curves{Lines: []Line{l}, Bounds: &[2]float64{0, 1}}
	for i, want := range [][2]float64{{0, 0.246}, {0.304, 0.696}, {0.805, 1.001}} {
		if lo, hi := c.ends(l, i); math.Abs(lo-want[0]) > 1e-12 || math.Abs(hi-want[1]) > 1e-12 {
			t.Errorf("the interval around %g is %g to %g, want %v", l.Y[i], lo, hi, want)
		}
	}
	c.Bounds = &[2]float64{1, 0}
	if err := c.check(); err == nil || err.Error() != "the y bounds 1 and 0 do not ascend" {
		t.Errorf("error is %v", err)
	}
}

// Fitted axes show what they are told to, a given range does not.
func TestShow(t *testing.T) {
	c := Curves{Lines: []Line{straight("a", 3, 4)}, ShowX: []float64{0}, ShowY: []float64{0, 10}}
	x, y := c.axes(dataSize(1))
	if x.lo != 0 || x.hi != 2 || y.lo > 0 || y.hi < 10 {
		t.Errorf("the axes are %+v and %+v", x.interval, y.interval)
	}
	c.YRange = &[2]float64{3, 4}
	if _, y := c.axes(dataSize(1)); y.lo != 3 || y.hi != 4 {
		t.Errorf("y goes from %g to %g, want 3 to 4", y.lo, y.hi)
	}
	c.LogX = true
	if err := c.check(); err == nil || err.Error() != "x = 0 cannot be on a log axis" {
		t.Errorf("error is %v", err)
	}
}

// A line that all but coincides with an earlier solid one is dashed, so that both are
// seen: 0.004 of an axis from 0 to 1 is less than the 0.006 that they would need, 0.01
// is not. Lines that are apart in another panel stay solid.
func TestLinesOnTopOfEachOther(t *testing.T) {
	pair := func(by float64) Curves {
		return Curves{
			YRange: &[2]float64{0, 1},
			Lines:  []Line{straight("a", 0.1, 0.5, 0.9), straight("b", 0.1+by, 0.5+by, 0.9-by)},
		}
	}
	for _, tt := range []struct {
		panels []Panel
		dashed bool
	}{
		{[]Panel{pair(0.004)}, true},
		{[]Panel{pair(0.01)}, false},
		{[]Panel{pair(0.004), pair(0.004)}, true},
		{[]Panel{pair(0.004), pair(0.01)}, false},
	} {
		d := inspect(t, render(t, &Figure{Panels: tt.panels}, SVG))
		if got := len(d.styled("stroke-dasharray:4,5")) > 0; got != tt.dashed {
			t.Errorf("%d panels: dashed is %t, want %t", len(tt.panels), got, tt.dashed)
		}
	}
}

// Of lines on top of each other every one is seen: after 4 points of ink the second
// leaves a gap of 5, the third of 14, in which there is a dash of the second.
func TestThreeLinesOnTopOfEachOther(t *testing.T) {
	c := Curves{YRange: &[2]float64{0, 1}, Lines: []Line{
		straight("a", 0.1, 0.5), straight("b", 0.101, 0.501), straight("c", 0.102, 0.502), straight("d", 0.9, 0.1),
	}}
	d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
	for dashes, want := range map[string]int{"stroke-dasharray:4,5": 2, "stroke-dasharray:4,14": 2} { // and in the legend
		if got := len(d.styled(dashes)); got != want {
			t.Errorf("%d strokes have %s, want %d", got, dashes, want)
		}
	}
}

// One label is enough for rules on top of each other, if they say the same.
func TestSameRulesOneLabel(t *testing.T) {
	c := Curves{Lines: []Line{straight("a", 1, 2)}, Rules: []Rule{
		{At: 1.5, Label: "N = 31"}, {At: 1.5, Label: "N = 31", Line: "a"}, {At: 1.5, Label: "mean"},
	}}
	d := inspect(t, render(t, &Figure{Panels: []Panel{c}}, SVG))
	count := func(text string) (n int) {
		for _, s := range d.texts {
			if s == text {
				n++
			}
		}
		return n
	}
	if count("N = 31") != 1 || count("mean") != 1 {
		t.Errorf("texts are %q", d.texts)
	}
}

// Points at one x stand side by side, 4.5 points apart around it, and the axis has
// room for them.
func TestDodge(t *testing.T) {
	id := func(v float64) vg.Length { return vg.Length(v) }
	pens := []pen{{Line: Line{Points: true}, x: id}, {x: id}, {Line: Line{Points: true}, x: id}, {Line: Line{Points: true}, x: id}}
	sideBySide(pens)
	for i, want := range []vg.Length{10 - 4.5, 10, 10, 10 + 4.5} {
		if got := pens[i].x(10); got != want {
			t.Errorf("pen %d: 10 is at %v, want %v", i, got, want)
		}
	}
	lines := []Line{straight("a", 1, 2), straight("b", 1, 2), straight("c", 1, 2)}
	for i := range lines {
		lines[i].Points = true
	}
	c := Curves{Lines: lines, Dodge: true}
	x, _ := c.axes(vg.Point{X: 100, Y: 100})
	if room := 100 * x.norm(1); room < 4.5 {
		t.Errorf("there are %g points left of x = 1, want 4.5 or more", room)
	}
}

// A curve that was calculated has no markers, neither in its panel nor in the legend.
func TestBare(t *testing.T) {
	lines := []Line{straight("a", 1, 2), straight("b", 2, 1)}
	marked := inspect(t, render(t, one(lines...), SVG)).styled("fill:#d55e00")
	lines[1].Bare = true
	bare := inspect(t, render(t, one(lines...), SVG)).styled("fill:#d55e00")
	if len(marked) != 3 || len(bare) != 0 { // two points and the legend
		t.Errorf("%d marks and %d without, want 3 and 0", len(marked), len(bare))
	}
}

// Where few x were looked at, a log axis marks just them.
func TestTicksOfFewPlaces(t *testing.T) {
	l := Line{X: []float64{1, 2, 4, 8, 16, 32}, Y: []float64{1, 2, 3, 4, 5, 6}}
	x, _ := Curves{Lines: []Line{l}, LogX: true}.axes(dataSize(1))
	var got []string
	for _, tick := range x.ticks {
		got = append(got, tick.label)
	}
	if want := []string{"1", "2", "4", "8", "16", "32"}; !slices.Equal(got, want) {
		t.Errorf("the ticks are %q, want %q", got, want)
	}
}

// Of lines that follow each other, which often lie close together, markers are a fifth
// of their distance apart or more: the golden section leaves 0.382 to the next line and
// 0.236 to the one after.
func TestMarkersOfNeighboursAreApart(t *testing.T) {
	for i := range 20 {
		for _, next := range []int{1, 2} {
			d := math.Abs(phaseOf(i) - phaseOf(i+next))
			if d = min(d, 1-d); d < 0.2 {
				t.Errorf("lines %d and %d have theirs at %.2f and %.2f", i, i+next, phaseOf(i), phaseOf(i+next))
			}
		}
	}
}

// A line that begins after others has a marker where it does, and none near it; one
// that begins with them has none there for that.
func TestLateLineIsMarkedWhereItBegins(t *testing.T) {
	c := vgimg.New(700, 100)
	p := pen{c: draw.New(c)}
	p.c.Min, p.c.Max = vg.Point{}, vg.Point{X: 700, Y: 100}
	var pts []vg.Point
	for x := range 601 {
		pts = append(pts, vg.Point{X: vg.Length(100 + x)})
	}
	// Markers are a seventh of 700 points apart: wanted at 30, 130, …, 630.
	xs := func(first bool) (all []float64) {
		for _, pt := range p.spaced(pts, 0.3, first) {
			all = append(all, float64(pt.X))
		}
		return all
	}
	if got := xs(false); !slices.Equal(got, []float64{130, 230, 330, 430, 530, 630}) {
		t.Errorf("markers at %v", got)
	}
	if got := xs(true); !slices.Equal(got, []float64{100, 230, 330, 430, 530, 630}) {
		t.Errorf("of a line that begins late, markers at %v", got)
	}
	// On 90 points there is room for two, 45 apart: wanted at 13.5 and 58.5.
	p.c.Max.X, pts = 90, nil
	for x := range 91 {
		pts = append(pts, vg.Point{X: vg.Length(x)})
	}
	if got := xs(false); len(got) != 2 || got[0] < 13 || got[0] > 14 || got[1] < 58 || got[1] > 59 {
		t.Errorf("on a narrow panel, markers at %v", got)
	}
}

// Where panels have lines of their own, the legend says of which panels it speaks;
// where lines are in overlapping sets of panels, or panels have no letters, it is one.
func TestLegendParts(t *testing.T) {
	panel := func(title string, names ...string) Panel {
		c := Curves{Title: title}
		for i, name := range names {
			c.Lines = append(c.Lines, straight(name, float64(i), float64(i+1)))
		}
		return c
	}
	for _, tt := range []struct {
		panels   []Panel
		headings []string
	}{
		{[]Panel{panel("(a) x", ""), panel("(b) y", "D = 1", "D = 2"), panel("(c) z", "D = 1", "D = 2"), panel("(d)", "N = 1")}, []string{"(b), (c)", "(d)"}},
		{[]Panel{panel("(a) x", "p", "q"), panel("(b) y", "p")}, nil}, // p is in both
		{[]Panel{panel("(a) x", "p"), panel("(b) y", "p")}, nil},
		{[]Panel{panel("x", "p"), panel("y", "q")}, nil},
	} {
		for _, width := range []float64{88, 0} {
			f := &Figure{Panels: tt.panels, Width: width}
			var got []string
			for _, s := range inspect(t, render(t, f, SVG)).texts {
				if slices.Contains([]string{"(a)", "(b)", "(b), (c)", "(a), (b)"}, s) {
					got = append(got, s)
				}
			}
			want := slices.DeleteFunc(slices.Clone(tt.headings), func(s string) bool { return s == "(d)" }) // also a title
			if !slices.Equal(got, want) {
				t.Errorf("%s on %g mm: headings %q, want %q", panelName(tt.panels[0], 0), width, got, want)
			}
			if s := leaves(f); s != "" {
				t.Errorf("%g mm: %s", width, s)
			}
		}
	}
}
