package page

import (
	"fmt"
	"html/template"
	"strings"

	"settle/figures"
)

// Widths of figures on a page, in millimetres. Even if a page is printed on A4, where
// figures are 180 mm wide, the text of a wide figure is at least 7 points high. Narrow
// figures are as wide as a phone with 360 pixels.
const (
	wide   = 210
	narrow = 88
)

// A Figure is a block with one figure, which is drawn twice: for wide and for narrow
// screens.
type Figure struct {
	*figures.Figure
	Files []Link     // links to the figure and its data as files
	Held  []Download // the figure and its data, embedded in the page; the first, if any, is the data (figures.Figure.WriteData)
}

func (f Figure) render(s *setter) (template.HTML, error) {
	onWide, err := inlineOn(*f.Figure, wide)
	if err != nil { // the figure can need more width; then the browser scales it down
		onWide, err = inlineOn(*f.Figure, 0)
	}
	if err != nil {
		return "", err
	}
	view := struct {
		Title        string
		Caption      []string
		Wide, Narrow template.HTML
		Files        template.HTML
		From         string        // ID of the element with its data
		Packed       template.HTML // the data, unless another figure has embedded it
	}{Title: f.Title, Caption: strings.Split(onWide.Caption, "\n"), Wide: template.HTML(onWide.SVG)}
	if onNarrow, err := inlineOn(*f.Figure, narrow); err == nil { // otherwise the browser scales the wide one down
		view.Narrow = template.HTML(onNarrow.SVG)
	}
	if len(f.Files) > 0 {
		if view.Files, err = (Links{Links: f.Files}).render(s); err != nil {
			return "", err
		}
	}
	if len(f.Held) > 0 {
		held, err := (Downloads{Files: f.Held}).render(s)
		if err != nil {
			return "", err
		}
		view.Files += held
	} else {
		data, err := packedData(f.Figure)
		if err != nil {
			return "", err
		}
		var known bool
		if view.From, known = s.packed[data]; !known {
			view.From = fmt.Sprintf("figure-data-%d", len(s.packed)+1)
			view.Packed, s.packed[data] = packed(view.From, data), view.From
		}
	}
	return s.fill("figure", view)
}

// inlineOn draws a figure for a page at the given width in millimetres. It uses the
// figure's natural width if that is smaller, or if width is 0.
func inlineOn(f figures.Figure, width float64) (figures.Inline, error) {
	f.Width = width
	return f.Inline()
}
