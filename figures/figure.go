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

// The formats of figures. SVG leaves glyphs that the embedded fonts lack, such as
// Chinese, to the viewer's fonts. PNG and PDF spell them out: 模 becomes \u6a21. A PDF
// embeds the glyphs that it uses, contains no date, and its text can be searched.
const (
	SVG Format = "svg"
	PNG Format = "png" // resolution of 192 dots per inch, recorded in the file
	PDF Format = "pdf"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG, PDF} }

const (
	dpi       = 192
	maxPanels = 24 // more panels would not fit a reasonable page
)

// The least and the greatest Figure.Width, in millimetres.
const (
	MinWidth = 60.0
	MaxWidth = 2000.0
)

// A Figure is one drawing: one panel or a grid of panels, with a title above and a caption below. All
// fields except Panels can be zero.
type Figure struct {
	Title   string  // wrapped to the width
	Caption string  // notes below; wrapped to the width, newlines kept
	Panels  []Panel // 1 to 24, all of one kind, in reading order
	Columns int     // panels per row; 0 chooses: up to three in a row, four as 2×2

	// Width is the width of the page in millimetres, from 60 to 2000. 0 lets the panels
	// choose. The size of text does not change with the width. Data areas, names and the
	// number of panels in a row adapt to it, and parts that do not fit side by side are
	// stacked.
	Width float64
	// Bare omits all text below the panels: the caption and the notes of panels.
	Bare bool
}

// A Panel is one set of axes: [Curves], [Leaderboard], [Trajectories], [HeatMap] or [Bumps].
type Panel interface {
	heading() string
	kind() string     // plural name of its kind, for errors
	models() []string // models of the panel, each of which looks the same in all panels
	check() error
	body(typesetter, *catalogue, room) body
	columns() []string
	records(panel string) [][]string
}

// Write renders the figure to w. It fails, before writing anything, if the format is
// unknown, the figure is invalid, or Width is too small for parts that cannot be
// shortened. A figure is invalid if, for example, it has no panels, too many, or panels
// of two kinds. Slices of unequal length, a repeated name in a panel, numbers that an
// axis cannot show, and impossible ranks are invalid too. A panel without data is valid
// and shows "no data".
func (f *Figure) Write(w io.Writer, format Format) error {
	if err := f.check(); err != nil {
		return err
	}
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("unknown figure format %q; formats are %s, %s and %s", format, SVG, PNG, PDF)
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

// encode draws the page p in the given format and writes it to w.
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

// page returns the figure with all sizes and positions. It returns an error if the
// figure does not fit the requested width.
func (f *Figure) page(t typesetter) (page, error) {
	p := f.compose(t)
	if f.Width != 0 && !p.fits() {
		return page{}, fmt.Errorf("width %g mm is too small for this figure; it needs %g mm", f.Width,
			f.leastWidth(t))
	}
	return p, nil
}

// check returns an error that says why the figure cannot be drawn, or nil if it can. It
// names only the first reason.
func (f *Figure) check() error {
	switch n := len(f.Panels); {
	case n == 0:
		return errors.New("a figure needs at least one panel")
	case n > maxPanels:
		return fmt.Errorf("a figure cannot have %d panels; the most is %d", n, maxPanels)
	case f.Columns < 0:
		return fmt.Errorf("a figure cannot have %d panels per row", f.Columns)
	case f.Width != 0 && !(MinWidth <= f.Width && f.Width <= MaxWidth):
		return fmt.Errorf("the figure is %g mm wide; its width must be between %g and %g mm", f.Width, MinWidth, MaxWidth)
	}
	for i, p := range f.Panels {
		if p == nil {
			return fmt.Errorf("panel %d is nil", i+1)
		}
		if err := p.check(); err != nil {
			return fmt.Errorf("panel %q: %w", panelName(p, i), err)
		}
		if first := f.Panels[0].kind(); p.kind() != first {
			return fmt.Errorf("a figure cannot mix %s and %s", first, p.kind())
		}
	}
	return nil
}

// checkNames returns an error if the list contains a name twice. The first argument
// says what the names stand for.
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

// runsOf splits the indices 0, …, n−1 into runs [from, to) of consecutive indices. If
// inside(i), index i continues the run of index i−1; otherwise it begins a new run.
func runsOf(n int, inside func(i int) bool) [][2]int {
	var runs [][2]int
	for i := range n {
		if i > 0 && inside(i) {
			runs[len(runs)-1][1]++
		} else {
			runs = append(runs, [2]int{i, i + 1})
		}
	}
	return runs
}

// panelName returns the name used for panel i in errors and CSV files: its title or,
// without one, its number counted from 1.
func panelName(p Panel, i int) string {
	if t := p.heading(); t != "" {
		return t
	}
	return fmt.Sprint(i + 1)
}
