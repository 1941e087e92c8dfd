package figures

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// An inline figure is one well-formed element with the texts of the SVG file, in the
// same order, but for the title and the caption, which it hands over; it has no ids
// and refers to nothing.
func TestInline(t *testing.T) {
	for name, f := range usual() {
		bare := *f
		bare.Title, bare.Bare = "", true
		want := inspect(t, render(t, &bare, SVG)).texts
		inline, err := f.Inline()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := inspect(t, []byte(inline.SVG)).texts; !slices.Equal(got, want) {
			t.Errorf("%s: texts are %q, want %q", name, got, want)
		}
		if f.Caption != "" && !strings.HasPrefix(inline.Caption, f.Caption) {
			t.Errorf("%s: the caption is %q", name, inline.Caption)
		}
		for _, bad := range []string{` id=`, `http`, `<script`, `url(`, "xlink"} {
			if strings.Contains(inline.SVG, bad) {
				t.Errorf("%s holds %q", name, bad)
			}
		}
		if again, err := f.Inline(); err != nil || again != inline {
			t.Errorf("%s: %v, or other bytes the second time", name, err)
		}
	}
}

// An inline figure is the drawing of the SVG file in the colours of Themes, but for heat
// maps, which stay as they are.
func TestThemes(t *testing.T) {
	themes, colour := Themes(), regexp.MustCompile(`#[0-9a-f]{6}`)
	for name, f := range usual() {
		bare := *f
		bare.Title, bare.Bare = "", true
		inline, err := f.Inline()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, got, _ := strings.Cut(inline.SVG, "</desc>")
		_, want, _ := strings.Cut(strings.TrimSuffix(string(render(t, &bare, SVG)), "\n"), "</desc>")
		if f.themed() {
			want = colour.ReplaceAllStringFunc(want, func(c string) string { return cmp.Or(themes[c], c) })
		}
		if got != want || len(got) < 1000 {
			t.Errorf("%s: the drawing of %d bytes is not that of the file", name, len(got))
		}
	}
}

// Its y goes down: the triangle (1, 2), (4, 2), (4, 6) on a page of 10 by 10 points begins 8
// below the top. A polygon of 40 corners is a circle.
func TestSVGCanvas(t *testing.T) {
	c := newSVGCanvas(10, 10, true)
	c.SetColor(palette[1])
	c.Fill(pathOf([][2]float64{{1, 2}, {4, 2}, {4, 6}}))
	c.Push()
	c.Translate(point(5, 5))
	c.Rotate(1.5707963267948966) // a quarter: (1, 0) is now (0, 1)
	c.Stroke(pathOf([][2]float64{{0, 0}, {1, 0}}))
	c.Pop()
	c.Fill(discPath(3, 4, 2))
	want := `<g style="fill:#d55e00"><path d="M1 8h3v-4z"/></g>` +
		`<g style="fill:none;stroke:#d55e00;stroke-width:1"><path d="M5 5v-1z"/></g>` +
		`<g style="fill:#d55e00"><circle cx="3" cy="6" r="2"/></g>`
	if got := c.finish(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Numbers are as short as SVG allows.
func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.004: "0", -0.004: "0", 0.5: ".5", -0.25: "-.25", 12: "12", 1.005e3: "1005", -3.1: "-3.1"} {
		if got := short(v); got != want {
			t.Errorf("short(%g) is %q, want %q", v, got, want)
		}
	}
	if got := pair(150, -25) + pair(-1, 100); got != "1.5-.25-.01 1" {
		t.Errorf("pairs are %q", got)
	}
}

// Names come from files: in text, title and description they are escaped.
func TestInlineEscapes(t *testing.T) {
	evil := `</svg><script>alert("1")</script>`
	f := &Figure{Title: evil, Panels: []Panel{Curves{Title: evil, XLabel: evil, YLabel: evil, Lines: []Line{straight(evil, 1, 2)}}}}
	inline, err := f.Inline()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(inline.SVG, "<script") || strings.Count(inline.SVG, "</svg>") != 1 {
		t.Error("a name is not escaped")
	}
	d := xml.NewDecoder(strings.NewReader(inline.SVG))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, element := range []string{"title", "desc"} {
		if !regexp.MustCompile("<" + element + ">[^<]*&lt;script").MatchString(inline.SVG) {
			t.Errorf("no name in its %s", element)
		}
	}
}

// A page that is dark replaces paper and ink; the cells of a heat map keep theirs.
func TestInlineThemes(t *testing.T) {
	for name, f := range usual() {
		inline, err := f.Inline()
		if err != nil {
			t.Fatal(err)
		}
		_, isMap := f.Panels[0].(HeatMap)
		if themed := strings.Contains(inline.SVG, "var(--figure-paper"); themed == isMap {
			t.Errorf("%s: themed %t", name, themed)
		}
	}
}

func point(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(y)} }

// pathOf is a closed path through corners.
func pathOf(corners [][2]float64) (p vg.Path) {
	for i, c := range corners {
		if i == 0 {
			p.Move(point(c[0], c[1]))
		} else {
			p.Line(point(c[0], c[1]))
		}
	}
	p.Close()
	return p
}

// discPath is the polygon that figures draw for a disc.
func discPath(x, y, radius float64) vg.Path {
	var corners [][2]float64
	for _, p := range shapes[0].corners(vg.Length(radius), point(x, y)) {
		corners = append(corners, [2]float64{float64(p.X), float64(p.Y)})
	}
	return pathOf(corners)
}
