package figures

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// A page has just the width asked for, 72/25.4 points a millimetre, and what is drawn
// fits: nothing of the grid is wider than the page between its borders.
func TestWidth(t *testing.T) {
	for name, f := range usual() {
		for _, width := range []float64{100, 140, 300} {
			f.Width = width
			p := f.compose(typesetter{})
			if want := width * 72 / 25.4; math.Abs(p.width.Points()-want) > 1e-9 {
				t.Errorf("%s is %g points wide, want %g", name, p.width.Points(), want)
			}
			if g := f.grid(typesetter{}, newCatalogue(f.Panels)); g.width() > f.inner()+1 && width > 100 {
				t.Errorf("%s on %g mm: panels are %g points wide, want at most %g", name, width, g.width(), f.inner())
			}
		}
	}
}

// Text keeps its size whatever the width, and panels go below one another where
// their data areas would be too narrow.
func TestWidthKeepsText(t *testing.T) {
	sizes := func(width float64) []string {
		f := figure2()
		f.Width = width
		found := regexp.MustCompile(`font-size:[0-9.]+px`).FindAllString(string(render(t, f, SVG)), -1)
		slices.Sort(found)
		return slices.Compact(found)
	}
	if narrow, wide := sizes(100), sizes(400); !slices.Equal(narrow, wide) {
		t.Errorf("text sizes are %v and %v", narrow, wide)
	}
	for _, tt := range []struct {
		width   float64
		columns int
	}{{400, 3}, {140, 2}, {70, 1}} {
		f := figure2()
		f.Width = tt.width
		if got := len(f.grid(typesetter{}, newCatalogue(f.Panels)).columns); got != tt.columns {
			t.Errorf("%g mm: %d panels in a row, want %d", tt.width, got, tt.columns)
		}
	}
}

// A page of a given width fills it: the grid is as wide as there is room for it.
func TestWidthIsUsed(t *testing.T) {
	for name, f := range usual() {
		if name == "empty" {
			continue
		}
		f.Width = 300
		g := f.grid(typesetter{}, newCatalogue(f.Panels))
		if short := f.inner() - g.width(); short > 2 {
			t.Errorf("%s: %g of %g points are not used", name, short, f.inner())
		}
	}
}

// A bare figure has its panels, and nothing below them.
func TestBareFigure(t *testing.T) {
	f := &Figure{Title: "T", Caption: "caption", Panels: []Panel{climbing("(a)", 5, 1)}, Bare: true}
	d := inspect(t, render(t, f, SVG))
	for _, s := range d.texts {
		if s == "caption" || strings.HasPrefix(s, "Strong lines") {
			t.Errorf("%q is there", s)
		}
	}
	if !slices.Contains(d.texts, "T") {
		t.Error("the title is not")
	}
}

// A PDF is one page of the size of the SVG, with its fonts embedded, no date, and an
// index that leads to every object: viewers mend one that does not, or refuse.
func TestPDF(t *testing.T) {
	f := figure2()
	doc := render(t, f, PDF)
	if !bytes.HasPrefix(doc, []byte("%PDF-1.")) {
		t.Fatalf("it begins with %q", doc[:10])
	}
	if bytes.Contains(doc, []byte("Date")) {
		t.Error("it has a date")
	}
	for _, want := range []string{"/FontFile2", "/ToUnicode", "/Count 1"} {
		if !bytes.Contains(doc, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	p := f.compose(typesetter{raster: true})
	if box := fmt.Sprintf("/MediaBox [0 0 %.2f %.2f]", p.width, p.height); !bytes.Contains(doc, []byte(box)) {
		t.Errorf("no %s", box)
	}
	checkXref(t, doc)
}

// checkXref follows every entry of the index of a PDF (ISO 32000-1, 7.5.4).
func checkXref(t *testing.T, doc []byte) {
	t.Helper()
	match := regexp.MustCompile(`startxref\s+([0-9]+)\s+%%EOF`).FindSubmatch(doc)
	if match == nil {
		t.Fatal("no startxref")
	}
	start, _ := strconv.Atoi(string(match[1]))
	lines := strings.Split(string(doc[start:]), "\n")
	var count int
	if _, err := fmt.Sscanf(lines[1], "0 %d", &count); lines[0] != "xref" || err != nil || count < 5 {
		t.Fatalf("the index begins with %q", lines[:2])
	}
	for i := 1; i < count; i++ {
		offset, err := strconv.Atoi(lines[2+i][:10])
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("%d 0 obj", i); !bytes.HasPrefix(doc[offset:], []byte(want)) {
			t.Errorf("object %d is not where the index says", i)
		}
	}
}

// Text in a PDF is text: the page writes every label in UTF-16, also what code pages
// do not have, and foreign letters are spelled out as in a PNG.
func TestPDFText(t *testing.T) {
	f := &Figure{Title: "τ − ½ 模", Panels: []Panel{Curves{Lines: []Line{straight("a", -1, 2)}}}}
	page := inflated(t, render(t, f, PDF))
	for _, want := range []string{"τ − ½ \\u6a21", "−1"} {
		if !strings.Contains(page, utf16Of(want)) {
			t.Errorf("no %q on the page", want)
		}
	}
}

// utf16Of is text as a PDF writes it, backslashes doubled as its strings ask.
func utf16Of(s string) string {
	var out []byte
	for _, r := range s {
		if r == '\\' {
			out = append(out, 0, '\\', '\\')
			continue
		}
		out = append(out, byte(r>>8), byte(r))
	}
	return string(out)
}

// inflated are the compressed streams of a PDF, one after another.
func inflated(t *testing.T, doc []byte) string {
	t.Helper()
	var out strings.Builder
	for rest := doc; ; {
		_, after, found := bytes.Cut(rest, []byte("stream\n"))
		if !found {
			break
		}
		if r, err := zlib.NewReader(bytes.NewReader(after)); err == nil {
			_, _ = io.Copy(&out, r)
		}
		rest = after
	}
	return out.String()
}

// Names that are cut to a width are no wider, but keep some letters.
func TestShortened(t *testing.T) {
	var ts typesetter
	name := "organisation/some-model-with-a-long-name-01"
	for _, width := range []vg.Length{60, 100, 150} {
		s := ts.shortenedTo(sans(9), name, maxName, width)
		if got := ts.width(sans(9), s); got > width || got < width-15 || !strings.Contains(s, "…") {
			t.Errorf("%q is %g points wide, asked for %g", s, got, width)
		}
	}
	if s := ts.shortenedTo(sans(9), name, maxName, 0); s != name {
		t.Errorf("%q is not whole", s)
	}
	if s := ts.shortenedTo(sans(9), name, maxName, 1); len([]rune(s)) != 5 {
		t.Errorf("%q has not 5 letters", s)
	}
}
