package figures

import (
	"cmp"
	"fmt"
	"html"
	"image/color"
	"maps"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// Inline is a figure for an HTML page. The page shows the title and the caption itself.
type Inline struct {
	// SVG is an element svg with the requested width; it shrinks if there is less room. It
	// has no ids or scripts and refers to nothing outside. Its colours are custom
	// properties that a page can set, for example for a dark page: --figure-paper, -ink,
	// -faint, -black, -grid, -shade, -span, -frame, -brown, -indigo, -maroon and -wine. A
	// figure with heat maps is always light.
	//
	// Attributes tell a script where each part is drawn. On the element itself, data-kind
	// is the kind of the panels, and data-first lists the first row of each panel's data,
	// counted from 0. Each data area has an element rect. Its attributes data-x and data-y
	// hold the ends of the axes, followed by "log" if they are logarithmic. An area of
	// rows and columns instead has data-rows and data-columns with their numbers. data-of
	// and data-what describe the axes. data-lines lists the rows of the panel's data
	// behind each line, as NUMBER:FIRST+COUNT. A group with data-line holds the drawing of
	// the line with that number. A group with data-key holds its entry in the legend, and
	// data-name is its name.
	SVG string
	// Caption is the caption of the figure, followed by notes on the parts that are not
	// drawn, separated by newlines.
	Caption string
}

// Inline renders the figure for an HTML page, without its title and caption. It fails
// if [Figure.Write] would fail.
func (f *Figure) Inline() (Inline, error) {
	if err := f.check(); err != nil {
		return Inline{}, err
	}
	var t typesetter
	drawn := *f
	drawn.Title, drawn.Bare = "", true
	p, err := drawn.page(t)
	if err != nil {
		return Inline{}, err
	}
	return Inline{SVG: f.svg(t, p, true), Caption: p.caption}, nil
}

// svg returns the page p as an SVG element. If inHTML is true, the element can take its
// colours from an HTML page. Otherwise it is a complete SVG document.
func (f *Figure) svg(t typesetter, p page, inHTML bool) string {
	canvas := newSVGCanvas(p.width, p.height, inHTML && f.themed())
	p.draw(draw.New(canvas))
	namespace := ""
	if !inHTML {
		namespace = `xmlns="http://www.w3.org/2000/svg" `
	}
	text := func(s string) string { return html.EscapeString(t.clean(sans(titleSize), s)) }
	width, height := short(p.width.Points()), short(p.height.Points())
	return fmt.Sprintf(`<svg %sclass="figure" role="img" data-kind="%s" data-first="%s" `+
		`width="%spt" height="%spt" viewBox="0 0 %s %s" font-family="Liberation Sans,Arial,Helvetica,sans-serif">`+
		`<title>%s</title><desc>%s</desc>%s</svg>`,
		namespace, f.Panels[0].kind(), f.firstRows(), width, height, width, height,
		text(f.Title), text(f.describe()), canvas.finish())
}

// firstRows returns the indices, separated by spaces, of the rows at which each panel
// begins in the CSV data of the figure.
func (f *Figure) firstRows() string {
	var firsts []string
	row := 0
	for _, p := range f.Panels {
		firsts = append(firsts, strconv.Itoa(row))
		row += len(p.records(""))
	}
	return strings.Join(firsts, " ")
}

// themed reports whether an HTML page can change the colours of the background and the
// text. It returns false for heat maps, whose cells have fixed colours.
func (f *Figure) themed() bool { return f.Panels[0].kind() != HeatMap{}.kind() }

// mostNamed is the largest number of lines, models or rows that a text description
// names.
const mostNamed = 15

// describe returns a text description of the figure for readers who cannot see it.
func (f *Figure) describe() string {
	parts := []string{fmt.Sprintf("%s in %d panels", f.Panels[0].kind(), len(f.Panels))}
	if len(f.Panels) == 1 {
		parts[0] = f.Panels[0].kind()
	}
	var names []string
	seen := map[string]bool{}
	for _, p := range f.Panels {
		said := p.heading()
		if c, ok := p.(Curves); ok && c.YLabel != "" && c.XLabel != "" {
			said = strings.TrimPrefix(said+": "+c.YLabel+" against "+c.XLabel, ": ")
		}
		if said != "" {
			parts = append(parts, said)
		}
		for _, name := range shownBy(p) {
			if name != "" && !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	if more := len(names) - mostNamed; more > 0 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", more))
	}
	if len(names) > 0 {
		parts = append(parts, "of "+strings.Join(names, ", "))
	}
	return strings.Join(parts, "; ") + "."
}

// shownBy returns the names of the lines or models that a panel shows.
func shownBy(p Panel) []string {
	switch p := p.(type) {
	case Curves:
		return lists.Each(p.Lines, func(l Line) string { return l.Name })
	case Leaderboard:
		return p.names()
	}
	return p.models()
}

// Themes returns a map from colours of an SVG file, such as #d55e00, to the CSS values
// that replace them in [Inline.SVG].
func Themes() map[string]string { return maps.Clone(themes) }

var themes = func() map[string]string {
	white := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	out := map[string]string{}
	for _, of := range []struct {
		name  string
		color color.NRGBA
	}{
		{"paper", white}, {"ink", ink}, {"faint", paleInk}, {"black", palette[0]}, {"grid", gridGrey}, {"shade", tieShade},
		{"shade", settledShade}, {"span", spanShade}, {"frame", chainFrame},
		// These colours are too dark on dark paper.
		{"brown", pathPalette[2]}, {"indigo", pathPalette[3]}, {"maroon", pathPalette[6]}, {"wine", pathPalette[10]},
	} {
		hex := hexadecimal(of.color)
		out[hex] = fmt.Sprintf("var(--figure-%s,%s)", of.name, hex)
	}
	for _, c := range pathPalette {
		hex, faded := hexadecimal(c), hexadecimal((stroke{color: c}).pale().color)
		if c == palette[0] {
			out[faded] = fmt.Sprintf("var(--figure-faint,%s)", faded)
			continue
		}
		// A faded colour is an even mixture of the colour and the paper.
		out[faded] = fmt.Sprintf("color-mix(in srgb,%s,%s)", cmp.Or(out[hex], hex), out[hexadecimal(white)])
	}
	return out
}()
