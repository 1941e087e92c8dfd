package figures

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tracing is a canvas that notes how far to the left, right, bottom and top of the
// page marks and texts reach. It implements vg.CanvasSizer.
type tracing struct {
	size    vg.Point
	now     affine
	stack   []affine
	reached vg.Rectangle
	what    [4]string // the marks that reach furthest

	smallest vg.Length // text
}

// affine maps (x, y) to (a x + c y + e, b x + d y + f).
type affine struct{ a, b, c, d, e, f float64 }

func (m affine) times(n affine) affine {
	return affine{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

func newTracing(width, height vg.Length) *tracing {
	return &tracing{size: vg.Point{X: width, Y: height}, now: affine{a: 1, d: 1}}
}

func (c *tracing) note(what string, x, y vg.Length) {
	px := vg.Length(c.now.a*float64(x) + c.now.c*float64(y) + c.now.e)
	py := vg.Length(c.now.b*float64(x) + c.now.d*float64(y) + c.now.f)
	for i, far := range []struct {
		to *vg.Length
		by bool
	}{
		{&c.reached.Min.X, px < c.reached.Min.X}, {&c.reached.Max.X, px > c.reached.Max.X},
		{&c.reached.Min.Y, py < c.reached.Min.Y}, {&c.reached.Max.Y, py > c.reached.Max.Y},
	} {
		if far.by {
			*far.to = []vg.Length{px, px, py, py}[i]
			c.what[i] = what
		}
	}
}

func (c *tracing) path(p vg.Path) {
	for _, comp := range p {
		if comp.Type == vg.ArcComp {
			c.note("an arc", comp.Pos.X-comp.Radius, comp.Pos.Y-comp.Radius)
			c.note("an arc", comp.Pos.X+comp.Radius, comp.Pos.Y+comp.Radius)
		} else if comp.Type != vg.CloseComp {
			c.note("a line", comp.Pos.X, comp.Pos.Y)
		}
	}
}

func (c *tracing) Size() (vg.Length, vg.Length)       { return c.size.X, c.size.Y }
func (c *tracing) SetLineWidth(vg.Length)             {}
func (c *tracing) SetLineDash([]vg.Length, vg.Length) {}
func (c *tracing) SetColor(color.Color)               {}
func (c *tracing) Rotate(r float64) {
	s, k := math.Sincos(r)
	c.now = c.now.times(affine{k, s, -s, k, 0, 0})
}
func (c *tracing) Translate(p vg.Point) {
	c.now = c.now.times(affine{1, 0, 0, 1, float64(p.X), float64(p.Y)})
}
func (c *tracing) Scale(x, y float64) { c.now = c.now.times(affine{a: x, d: y}) }
func (c *tracing) Push()              { c.stack = append(c.stack, c.now) }
func (c *tracing) Pop()               { c.now, c.stack = c.stack[len(c.stack)-1], c.stack[:len(c.stack)-1] }
func (c *tracing) Stroke(p vg.Path)   { c.path(p) }
func (c *tracing) Fill(p vg.Path)     { c.path(p) }
func (c *tracing) FillString(f font.Face, p vg.Point, s string) {
	c.smallest = min(c.smallest, f.Font.Size)
	for _, x := range []vg.Length{p.X, p.X + f.Width(s)} {
		c.note(s, x, p.Y)
		c.note(s, x, p.Y+f.Font.Size*0.7)
	}
}
func (c *tracing) DrawImage(r vg.Rectangle, _ image.Image) {
	c.note("a picture", r.Min.X, r.Min.Y)
	c.note("a picture", r.Max.X, r.Max.Y)
}

// leaves says what of a figure lies beyond its page, "" if nothing does.
func leaves(f *Figure) string {
	p := f.compose(typesetter{})
	c := newTracing(p.width, p.height)
	c.reached.Max = c.size // what is on the page goes unnoticed
	p.draw(draw.New(c))
	var out []string
	low, high := c.reached.Min, c.reached.Max
	for i, by := range []vg.Length{-low.X, high.X - p.width, -low.Y, high.Y - p.height} {
		if by > 0.01 {
			out = append(out, fmt.Sprintf("%q %s by %.1f", c.what[i], []string{"left", "right", "below", "above"}[i], by))
		}
	}
	return strings.Join(out, ", ")
}

// Nothing of a leaderboard lies beyond its page, with and without sets of ranks,
// with few and with many models of long names; none of these is refused.
func TestBoardsStayOnPage(t *testing.T) {
	widths, sizes := []float64{60, 61, 70, 85, 100, 120, 140}, []int{1, 11, 31, 200}
	if testing.Short() {
		widths, sizes = []float64{60, 85}, []int{1, 11}
	}
	for _, width := range widths {
		for _, models := range sizes {
			for what, b := range map[string]Leaderboard{"ranked": ranked(models), "board": board(models)} {
				f := &Figure{Panels: []Panel{b}, Width: width, Bare: true}
				if !f.compose(typesetter{}).fits() {
					t.Errorf("%s of %d on %g mm is too wide", what, models, width)
				}
				if s := leaves(f); s != "" {
					t.Errorf("%s of %d on %g mm: %s", what, models, width, s)
				}
			}
		}
	}
}

// What leaves the page is seen, also where it is turned.
func TestLeavesIsSeen(t *testing.T) {
	c := newTracing(100, 100)
	c.reached.Max = c.size
	d := draw.New(c)
	d.Push()
	d.Translate(vg.Point{X: 90, Y: 50})
	d.Rotate(math.Pi / 2)
	d.StrokeLine2(draw.LineStyle{Width: 1}, 0, 0, 60, 20) // ends at (70, 110)
	d.Pop()
	if c.reached.Max.Y < 109.99 || c.reached.Max.Y > 110.01 || c.reached.Max.X != 100 {
		t.Errorf("the line reaches %v", c.reached.Max)
	}
}

// A figure of any kind is on its page or refused in one line that says which width
// it needs, and on a page of that width it is drawn.
func TestTooNarrowIsRefused(t *testing.T) {
	refused := 0
	for name, f := range usual() {
		widths := []float64{60, 85, 100, 140}
		if testing.Short() {
			widths = widths[:2]
		}
		for _, width := range widths {
			f.Width = width
			err := f.Write(io.Discard, SVG)
			if err == nil {
				if s := leaves(f); s != "" {
					t.Errorf("%s on %g mm: %s", name, width, s)
				}
				continue
			}
			refused++
			var asked, needed float64
			if _, scanErr := fmt.Sscanf(err.Error(),
				"width %g mm is too small for this figure; it needs %g mm", &asked, &needed); scanErr != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if f.Width = needed; asked != width || needed <= width || f.Write(io.Discard, SVG) != nil {
				t.Errorf("%s on %g mm: %v, but %g mm do not suffice", name, width, err, needed)
			}
		}
	}
	if refused == 0 {
		t.Error("no figure is refused")
	}
}

// Intervals of ±0.012 on scores from 0.60 to 0.84, as narrow as on boards of 80 trials
// at 30 questions, are wider than the ring of the observed mean in their middle.
func TestRingsLeaveIntervals(t *testing.T) {
	for _, width := range []float64{60, 85, 100, 140, 0} {
		b := ranked(11)
		for i := range b.Entries {
			e := &b.Entries[i]
			e.Score = 0.84 - 0.024*float64(i)
			e.Observed, e.Lo, e.Hi = e.Score, e.Score-0.012, e.Score+0.012
		}
		d := inspect(t, render(t, &Figure{Panels: []Panel{b}, Width: width, Bare: true}, SVG))
		span := func(style string) []float64 {
			var out []float64
			for _, p := range d.styled(style) {
				if from, to := extent(t, p); to-from < 60 && to > from {
					out = append(out, to-from)
				}
			}
			return out
		}
		rings, intervals := span("fill:"+hexOf(ink)), span("stroke:"+hexOf(palette[2]))
		if len(rings) != 12 || len(intervals) != 11 { // one ring is in the key
			t.Fatalf("%g mm: %d rings and %d intervals", width, len(rings), len(intervals))
		}
		if ring, interval := slices.Min(rings), slices.Min(intervals); ring > 0.75*interval {
			t.Errorf("%g mm: a ring of %g points on an interval of %g", width, ring, interval)
		}
	}
}

func hexOf(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// smallest is the size of the smallest text of a figure, in points.
func smallest(t *testing.T, f *Figure, ts typesetter) vg.Length {
	t.Helper()
	p := f.compose(ts)
	c := newTracing(p.width, p.height)
	c.smallest = 100
	p.draw(draw.New(c))
	return c.smallest
}

// No text is below 7 points, the least that journals print, in columns of 85 to 90 and
// of 170 to 180 mm and where the panels choose the width, small figures of indices
// included; nor is any figure of ranks in circles that share a narrow column.
func TestTextIsLegible(t *testing.T) {
	all := usual()
	all["indices"] = &Figure{Title: "LLM₁₀", Caption: "LLM₁", Panels: []Panel{Curves{XLabel: "x₁", Lines: []Line{straight("LLM₁₀", 1, 2)}}}}
	crowded := Bumps{Title: "a"}
	for j := range 14 {
		crowded.Columns = append(crowded.Columns, fmt.Sprintf("column %d", j))
	}
	for i := range 25 {
		row := BumpRow{Model: fmt.Sprintf("model %d", i)}
		for j := range crowded.Columns {
			row.Ranks = append(row.Ranks, float64(1+(i+j)%25/2*2))
		}
		crowded.Rows = append(crowded.Rows, row)
	}
	all["crowded"] = &Figure{Panels: []Panel{crowded}}
	for name, f := range all {
		widths := []float64{85, 0, 90, 170, 180}
		if testing.Short() {
			widths = widths[:2]
		}
		for _, width := range widths {
			for _, raster := range []bool{false, true} {
				f.Width = width
				if got := smallest(t, f, typesetter{raster: raster}); got < 7 {
					t.Errorf("%s on %g mm has text of %g points", name, width, got)
				}
			}
		}
	}
}

// In a narrow column paths have names at their ends alone, and the data area is not
// narrower than a third of the column; on a wide page names are on both sides.
func TestNarrowPaths(t *testing.T) {
	for width, each := range map[float64]int{88: 1, 300: 2} {
		var settled Trajectories
		for n := range 80 {
			settled.N = append(settled.N, n+1)
		}
		for i, m := range paperModels {
			settled.Paths = append(settled.Paths, Path{
				Model: m.name, Gold: float64(i + 1), Ranks: slices.Repeat([]float64{float64(i + 1)}, 80),
			})
		}
		for name, p := range map[string]Panel{"trajectories": settled, "bumps": Bumps{
			Columns: []string{"a", "b", "c", "d", "e", "f", "g", "h"},
			Rows:    []BumpRow{{Model: paperModels[0].name, Ranks: slices.Repeat([]float64{1}, 8)}, {Model: paperModels[1].name, Ranks: slices.Repeat([]float64{2}, 8)}},
		}} {
			f := &Figure{Panels: []Panel{p}, Width: width, Bare: true}
			named := 0
			for _, s := range inspect(t, render(t, f, SVG)).texts {
				if strings.HasPrefix(s, "Qwen") {
					named++
				}
			}
			if named != each {
				t.Errorf("%s on %g mm: a model is named %d times, want %d", name, width, named, each)
			}
			g := f.grid(typesetter{}, newCatalogue(f.Panels))
			if g.narrowest() < f.inner()/3 {
				t.Errorf("%s on %g mm: the data area has %g of %g points", name, width, g.narrowest(), f.inner())
			}
		}
	}
}
