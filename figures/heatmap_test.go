package figures

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// heat has a bell around the diagonal, each row of which adds up to 1.
func heat(title string, n int) HeatMap {
	h := HeatMap{Title: title, XLabel: "rank"}
	for i := range n {
		row, sum := HeatRow{Model: fmt.Sprintf("organisation/model-%02d", i+1), Shares: make([]float64, n)}, 0.0
		for j := range row.Shares {
			row.Shares[j] = math.Exp(-float64((i-j)*(i-j)) / float64(1+i%4))
			sum += row.Shares[j]
		}
		for j := range row.Shares {
			row.Shares[j] /= sum
		}
		h.Columns, h.Rows = append(h.Columns, fmt.Sprint(i+1)), append(h.Rows, row)
	}
	return h
}

// toOKLab is the inverse of fromOKLab, from the other direction of the same
// publication: linear sRGB to LMS, cube roots, and to lightness and the two
// opponent axes.
func toOKLab(r, g, b uint8) [3]float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	R, G, B := linear(r), linear(g), linear(b)
	l := math.Cbrt(0.4122214708*R + 0.5363325363*G + 0.0514459929*B)
	m := math.Cbrt(0.2119034982*R + 0.6806995451*G + 0.1073969566*B)
	s := math.Cbrt(0.0883024619*R + 0.2817188376*G + 0.6299787005*B)
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}

// Equal steps of the ramp are equal steps in OKLab, of one hue; 8 bits a
// channel allow for a deviation of some thousandths. That also shows that no
// channel is clipped.
func TestRampIsUniform(t *testing.T) {
	for i := range 101 {
		v := float64(i) / 100
		c := ramp(v)
		got := toOKLab(c.R, c.G, c.B)
		want := [3]float64{1 - 0.64*v, -0.021 * v, -0.118 * v}
		for k := range got {
			if math.Abs(got[k]-want[k]) > 0.004 {
				t.Errorf("ramp(%v) is %v in OKLab, want %v", v, got, want)
			}
		}
	}
	if c := ramp(0); c.R != 255 || c.G != 255 || c.B != 255 {
		t.Errorf("nothing is %v, want white", c)
	}
}

// Text on any colour of the ramp has a contrast of 4.5 or more, as WCAG 2.1 asks
// for (1.4.3), by its formulas for contrast and relative luminance.
func TestRampContrast(t *testing.T) {
	luminance := func(r, g, b uint32) float64 {
		linear := func(v uint32) float64 {
			x := float64(v) / 0xffff
			if x <= 0.03928 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	for i := range 101 {
		v := float64(i) / 100
		r, g, b, _ := ramp(v).RGBA()
		R, G, B, _ := inkOn(v).RGBA()
		one, two := luminance(r, g, b), luminance(R, G, B)
		if contrast := (max(one, two) + 0.05) / (min(one, two) + 0.05); contrast < 4.5 {
			t.Errorf("text on %v has a contrast of %.2f", v, contrast)
		}
	}
}

// Cells say whole percents, nothing below a half, and are the darker the
// larger; the CSV has every share.
func TestHeatMap(t *testing.T) {
	f := &Figure{Panels: []Panel{HeatMap{
		XLabel: "rank", Columns: []string{"1st", "2nd", "3rd", "4th"},
		Rows: []HeatRow{{"a", []float64{0.996, 0.004, 0, math.NaN()}}, {"b", []float64{0.004, 0.666, 0.33, 0}}},
	}}}
	d := inspect(t, render(t, f, SVG))
	if !d.has("a", "b", "rank", "100", "67", "33", "1st", "2nd", "3rd", "4th", "100 %", "25 %", "5 %", "0 %", "Where other cells have numbers, a cell without one is below half a percent.") {
		t.Errorf("texts are %q", d.texts)
	}
	if slices.Contains(d.texts, "0") {
		t.Error("less than half a percent is written")
	}
	want := "panel,model,column,share\n1,a,1st,0.996\n1,a,2nd,0.004\n1,a,3rd,0\n1,a,4th,\n1,b,1st,0.004\n1,b,2nd,0.666\n1,b,3rd,0.33\n1,b,4th,0\n"
	if got := csvOf(t, f); got != want {
		t.Errorf("the data are %q, want %q", got, want)
	}
	f.Panels = []Panel{HeatMap{Columns: []string{"x", "y"}, Rows: []HeatRow{{"a", []float64{0.995, 0.005}}, {"b", []float64{0.25, math.NaN()}}}}}
	if d := inspect(t, render(t, f, SVG)); !d.has("100", "1", "25") || strings.Contains(strings.Join(d.texts, " "), "Cells without") {
		t.Errorf("all shares have numbers, and the texts are %q", d.texts)
	}
}

// Names that do not fit side by side are left out, but none that slants; the last
// of them, from the middle of the twelfth column on, has room to the right.
func TestSlantedHeatMap(t *testing.T) {
	h := heat("", 12)
	for i := range h.Columns {
		h.Columns[i] = fmt.Sprintf("category %02d, such as it is", i)
	}
	shown := func() (headings int) {
		d := inspect(t, render(t, &Figure{Panels: []Panel{h}}, SVG))
		for _, name := range h.Columns {
			if slices.Contains(d.texts, name) {
				headings++
			}
		}
		return headings
	}
	if n := shown(); n >= 12 {
		t.Errorf("%d long names stand side by side", n)
	}
	h.Slanted = true
	if n := shown(); n != 12 {
		t.Errorf("%d of 12 names are there", n)
	}
	body := h.body(typesetter{}, nil, room{Point: dataSize(1)})
	last := typesetter{}.set(sans(nameSize), h.Columns[11], 0)
	if reach := last.width*vg.Length(math.Cos(slant)) - body.width/24; body.margins.right < reach || body.margins.top < last.width*vg.Length(math.Sin(slant)) {
		t.Errorf("margins are %+v for a name that reaches %v to the right", body.margins, reach)
	}
}

// Of 70 models and ranks all are drawn, and all models are named; headings that
// do not fit are left out but for the first and the last, and all figures in cells
// are, where 100 would not fit.
func TestLargeHeatMap(t *testing.T) {
	f := &Figure{Panels: []Panel{heat("", 70)}}
	d := inspect(t, render(t, f, SVG))
	if n := strings.Count(strings.Join(d.texts, "\n"), "organisation/"); n != 70 {
		t.Errorf("%d rows are named, want 70", n)
	}
	if !d.has("1", "5", "10", "65", "70") || slices.Contains(d.texts, "7") || slices.Contains(d.texts, "69") {
		t.Errorf("headings are among %q", d.texts)
	}
	if n := len(slices.DeleteFunc(d.texts, func(s string) bool { return s != "5" })); n != 1 {
		t.Errorf("5 is written %d times, want once, in the headings", n)
	}
	// Every cell is drawn that is not as white as the page. The largest share is
	// 1/Σe^(−d²) = 56 %, so that 75 % is the darkest.
	white, boxes, want := ramp(0), 0, 0
	for _, row := range heat("", 70).Rows {
		for _, v := range row.Shares {
			if ramp(math.Sqrt(v/0.75)) != white {
				want++
			}
		}
	}
	for _, p := range d.paths {
		if strings.Contains(p.style, "fill:#") && strings.Count(p.d, "L") == 3 {
			boxes++
		}
	}
	if boxes -= 1 + 50; boxes != want || want < 70*5 { // the page, and the steps of the scale
		t.Errorf("%d cells are drawn, want %d", boxes, want)
	}
	if got := strings.Count(csvOf(t, f), "\n"); got != 1+70*70 {
		t.Errorf("the data have %d lines, want a header and 4900 cells", got)
	}
}

// A map of very many cells is one picture in every format, of three pixels a cell,
// whose colours are those of the cells; 90,000 boxes would take megabytes.
func TestVeryLargeHeatMap(t *testing.T) {
	h := heat("", 300)
	f := &Figure{Panels: []Panel{h}}
	svg := render(t, f, SVG)
	inspect(t, svg)
	match := regexp.MustCompile(`<image [^>]*preserveAspectRatio="none" href="data:image/png;base64,([^"]+)"`).FindSubmatch(svg)
	if match == nil || len(svg) > 2e6 {
		t.Fatalf("no picture in %d bytes", len(svg))
	}
	img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(match[1])))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 900 || size.Y != 900 {
		t.Errorf("the picture has %v pixels, want 900 × 900", size)
	}
	// The largest share is 1/Σe^(−d²) = 56 %, so that 75 % is the darkest.
	for _, cell := range [][2]int{{0, 0}, {4, 5}, {299, 298}, {7, 200}} {
		want := ramp(math.Sqrt(h.Rows[cell[0]].Shares[cell[1]] / 0.75))
		for _, d := range []int{0, 2} {
			if got := color.NRGBAModel.Convert(img.At(3*cell[1]+d, 3*cell[0]+d)); got != want {
				t.Errorf("row %d, column %d is %v, want %v", cell[0], cell[1], got, want)
			}
		}
	}
	if doc := render(t, f, PDF); !bytes.Contains(doc, []byte("/Subtype /Image")) || len(doc) > 2e6 {
		t.Errorf("no picture in a PDF of %d bytes", len(doc))
	}
}

// No two headings touch, whatever their number and the width.
func TestHeadingsApart(t *testing.T) {
	var ts typesetter
	for _, n := range []int{1, 2, 3, 9, 10, 11, 12, 31, 63, 99, 100, 101, 200, 1000} {
		for _, width := range []vg.Length{60, 150, 440, 560} {
			h, end := heat("", n), vg.Length(-1000)
			for i, b := range h.level(ts, width) {
				if b.width == 0 {
					continue
				}
				at := width / vg.Length(n) * (vg.Length(i) + 0.5)
				if at-b.width/2 < end+1 {
					t.Errorf("%d headings on %g points: %q touches the one before", n, width, b.lines)
				}
				end = at + b.width/2
			}
			if end < 0 {
				t.Errorf("no heading of %d on %g points", n, width)
			}
		}
	}
}

// Small shares are told from none: one of 4 % differs in lightness from white by
// 0.64·√0.04 = 0.128, one of 1 % by half of that, where a ramp that goes by the
// share itself would have 0.026 and 0.006. Where all shares are smaller, the ramp ends
// sooner.
func TestSmallShares(t *testing.T) {
	for largest, want := range map[float64]shades{0: 0.001, 0.004: 0.005, 0.05: 0.05, 0.051: 0.1, 0.3: 0.5, 0.76: 1, 1: 1} {
		h := HeatMap{Columns: []string{"1", "2"}, Rows: []HeatRow{{"m", []float64{largest, math.NaN()}}}}
		if got := h.shades(); got != want {
			t.Errorf("the darkest share of one of %g is %g, want %g", largest, float64(got), float64(want))
		}
	}
	for _, tt := range []struct{ share, darker float64 }{{0.04, 0.128}, {0.01, 0.064}, {1, 0.64}, {0, 0}} {
		c := ramp(shades(1).position(tt.share))
		if got := 1 - toOKLab(c.R, c.G, c.B)[0]; math.Abs(got-tt.darker) > 0.004 {
			t.Errorf("%g is %.3f darker than white, want %.3f", tt.share, got, tt.darker)
		}
	}
}

// The golden file was looked at, as the others were.
func TestGoldenHeatMap(t *testing.T) {
	golden(t, "heatmap.svg", render(t, &Figure{Title: "Chance of each rank", Panels: []Panel{heat("", 5)}}, SVG))
}

// Names over columns narrower than a line would run into one another: columns then have
// the numbers of the rows, of which there is room for some.
func TestHeatMapCrowded(t *testing.T) {
	h := HeatMap{XLabel: "row above column", Slanted: true}
	for i := range 20 {
		name := fmt.Sprintf("a long name of model %d", i)
		h.Columns = append(h.Columns, name)
		h.Rows = append(h.Rows, HeatRow{Model: name, Shares: make([]float64, 20)})
	}
	wide := inspect(t, render(t, &Figure{Title: "T", Width: 210, Panels: []Panel{h}}, SVG)).texts
	narrow := inspect(t, render(t, &Figure{Title: "T", Width: 88, Panels: []Panel{h}}, SVG)).texts
	const key = "(1 is the first row)"
	if strings.Contains(strings.Join(wide, " "), key) || !strings.Contains(strings.Join(narrow, " "), key) {
		t.Errorf("of wide columns the texts are %q, of narrow ones %q", wide, narrow)
	}
	if !slices.Contains(narrow, "1") || !slices.Contains(narrow, "20") || slices.Contains(wide, "20") {
		t.Errorf("narrow columns are headed by %q", narrow)
	}
}
