package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Format is a file format that figures can be written in. Its value is the
// usual file name extension, without the dot.
type Format string

// The formats. SVG leaves glyphs that the embedded fonts lack (Chinese, say)
// to the fonts of whoever views it; in PNG and PDF they are spelled out: 模
// becomes \u6a21. A PDF has the letters that it uses, as text, and no date.
const (
	SVG Format = "svg"
	PNG Format = "png" // at 192 dots per inch, which the file states
	PDF Format = "pdf"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG, PDF} }

const (
	dpi       = 192
	maxPanels = 24 // a page of this many is still a page
)

// The least and the greatest Width of a Figure, in millimetres.
const (
	MinWidth = 60.0
	MaxWidth = 2000.0
)

// Figure is one drawing: one panel or a grid of them, with a title above and
// a caption below. The zero value of every field but Panels will do.
type Figure struct {
	Title   string  // wrapped to the width
	Caption string  // notes below; wrapped to the width, newlines kept
	Panels  []Panel // 1 to 24, all of one kind, in reading order
	Columns int     // panels per row; 0 chooses: up to three in a row, four as 2×2

	// Width is that of the page in millimetres, from 60 to 2000; 0 lets the panels
	// choose. Text keeps its size: data areas, names and the number of panels in a
	// row follow the width, and what does not fit beside one another goes below.
	Width float64
	// Bare leaves out what stands below: the caption, and the notes of panels.
	Bare bool
}

// Panel is one set of axes: [Curves], [Leaderboard], [Trajectories],
// [HeatMap] or [Bumps].
type Panel interface {
	heading() string
	kind() string     // what errors call panels of its kind
	models() []string // names that look the same in all panels
	check() error
	body(typesetter, *catalogue, room) body
	columns() []string
	records(panel string) [][]string
}

// Write renders the figure to w. It fails, before writing anything, if the
// format is unknown or the figure is not sound: no panels or too many, panels
// of two kinds, slices of unequal lengths, one name twice in a panel, numbers
// that an axis cannot show, ranks that there cannot be, a Width too small for
// what cannot be shortened. A panel without data is
// not an error; it says "no data".
func (f *Figure) Write(w io.Writer, format Format) error {
	if err := f.check(); err != nil {
		return err
	}
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("figures are written as %s, %s or %s, not %q", SVG, PNG, PDF, format)
	}
	t := typesetter{raster: format != SVG}
	p, err := f.page(t)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := f.encode(&out, format, t, p); err != nil {
		return fmt.Errorf("encoding %s: %w", format, err)
	}
	_, err = out.WriteTo(w)
	return err
}

// encode draws a page in a format.
func (f *Figure) encode(w io.Writer, format Format, t typesetter, p page) (err error) {
	var canvas vg.CanvasWriterTo
	switch format {
	case SVG:
		_, err := io.WriteString(w, xml.Header+f.svg(t, p, false)+"\n")
		return err
	case PNG:
		size, density := vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dpi)
		canvas = resolvedPNG{vgimg.PngCanvas{Canvas: vgimg.NewWith(size, density)}}
	case PDF:
		if canvas, err = newPDF(p.width, p.height); err != nil {
			return err
		}
	}
	p.draw(draw.New(canvas))
	_, err = canvas.WriteTo(w)
	return err
}

// page lays the figure out.
func (f *Figure) page(t typesetter) (page, error) {
	p := f.compose(t)
	if f.Width != 0 && !p.fits() {
		return page{}, fmt.Errorf("a page of %g mm is too narrow for this figure, which needs %g mm", f.Width,
			f.leastWidth(t))
	}
	return p, nil
}

// check reports the first thing that makes the figure impossible to draw.
func (f *Figure) check() error {
	switch n := len(f.Panels); {
	case n == 0:
		return errors.New("a figure needs at least one panel")
	case n > maxPanels:
		return fmt.Errorf("%d panels: a figure holds at most %d", n, maxPanels)
	case f.Columns < 0:
		return fmt.Errorf("%d panels per row", f.Columns)
	case f.Width != 0 && !(MinWidth <= f.Width && f.Width <= MaxWidth):
		return fmt.Errorf("a figure is %g to %g mm wide, not %g", MinWidth, MaxWidth, f.Width)
	}
	for i, p := range f.Panels {
		if p == nil {
			return fmt.Errorf("panel %d is nil", i+1)
		}
		if err := p.check(); err != nil {
			return fmt.Errorf("panel %q: %w", panelName(p, i), err)
		}
		if first := f.Panels[0].kind(); p.kind() != first {
			return fmt.Errorf("a figure holds %s or %s, not both", first, p.kind())
		}
	}
	return nil
}

// checkNames fails for two things of one name.
func checkNames(what string, names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		if seen[name] {
			return fmt.Errorf("two %s are named %q", what, name)
		}
		seen[name] = true
	}
	return nil
}

// runsOf returns the longest runs [from, to) of 0..n−1 in which each number but the first
// goes on from the one before it.
func runsOf(n int, on func(i int) bool) [][2]int {
	var runs [][2]int
	for i := range n {
		if i > 0 && on(i) {
			runs[len(runs)-1][1]++
		} else {
			runs = append(runs, [2]int{i, i + 1})
		}
	}
	return runs
}

// panelName returns what errors and CSV files call a panel: its title, or its
// number, counted from 1.
func panelName(p Panel, i int) string {
	if t := p.heading(); t != "" {
		return t
	}
	return fmt.Sprint(i + 1)
}
