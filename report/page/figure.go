package page

import (
	"fmt"
	"html/template"
	"strings"

	"settle/figures"
)

// The widths of figures on a page in millimetres. The text of the wide ones is at
// least 7 points high also where they are printed on A4, 180 mm wide; the narrow
// ones have the width of a telephone of 360 pixels.
const (
	wide   = 210
	narrow = 88
)

// Figure is a figure, drawn for wide and for narrow screens.
type Figure struct {
	*figures.Figure
	Files []Link     // the same as files, and the numbers behind it
	Held  []Download // likewise, in the page itself; the first, if any, are the numbers (figures.Figure.WriteData)
}

func (f Figure) render(s *setter) (template.HTML, error) {
	onWide, err := inlineOn(*f.Figure, wide)
	if err != nil { // maybe it needs more, and is then made smaller
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
		From         string        // the ID of its data
		Packed       template.HTML // the data, where they are not on the page yet
	}{Title: f.Title, Caption: strings.Split(onWide.Caption, "\n"), Wide: template.HTML(onWide.SVG)}
	if onNarrow, err := inlineOn(*f.Figure, narrow); err == nil { // else the wide one is made smaller
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

// inlineOn is a figure of a width, or of its own if that is less; 0 is its own.
func inlineOn(f figures.Figure, width float64) (figures.Inline, error) {
	f.Width = width
	return f.Inline()
}
