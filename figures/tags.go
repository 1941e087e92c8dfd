package figures

import (
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tagged calls drawing(). On a canvas for HTML pages, it puts everything that this
// function draws into a group with the given attributes, so that a script can find it.
// If the function draws nothing, there is no group.
func tagged(c draw.Canvas, attributes string, drawing func()) {
	page := pageUnder(c)
	if page == nil {
		drawing()
		return
	}
	page.begin(attributes)
	drawing()
	page.end()
}

// pageUnder returns the canvas for HTML pages on which c draws, directly or through
// other canvases. It returns nil if there is none.
func pageUnder(c draw.Canvas) *svgCanvas {
	for {
		switch under := c.Canvas.(type) {
		case *svgCanvas:
			return under
		case draw.Canvas: // a cropped canvas
			c = under
		default:
			return nil
		}
	}
}

// taggedLine calls drawing(), which must draw a part of a line or path. On a canvas for
// HTML pages, it puts this part into a group that holds the number of the line in the
// figure.
func taggedLine(c draw.Canvas, number int, drawing func()) {
	tagged(c, fmt.Sprintf(`data-line="%d"`, number), drawing)
}

// tagArea records the position of the data area c and attributes that describe its
// content. It does nothing on a canvas that is not for HTML pages.
func tagArea(c draw.Canvas, attributes ...string) {
	if page := pageUnder(c); page != nil {
		page.place(c.Rectangle, strings.Join(attributes, " "))
	}
}

// tag returns an attribute that describes the axis for scripts: its two ends, from left
// to right or from bottom to top, and whether it is logarithmic.
func (a axis) tag(name string) string {
	from, to, scale := a.lo, a.hi, ""
	if a.inverted {
		from, to = to, from
	}
	if a.log {
		scale = " log"
	}
	return fmt.Sprintf(`data-%s="%.7g %.7g%s"`, name, from, to, scale)
}

// textTag returns an attribute for scripts, such as data-of="score". The parameters are
// the name, without the prefix data-, and the value.
func textTag(name, text string) string {
	return fmt.Sprintf(`data-%s="%s"`, name, html.EscapeString(typesetter{}.clean(sans(labelSize), text)))
}

// A stretchOfRows says which rows of a panel's CSV data belong to a line. The rows are
// consecutive: first is the index of the first one, and count says how many there are.
type stretchOfRows struct{ line, first, count int }

// rowsTag returns an attribute for scripts that says which rows of a panel's CSV data
// belong to which line.
func rowsTag(list []stretchOfRows) string {
	var parts []string
	for _, s := range list {
		if s.count > 0 {
			parts = append(parts, fmt.Sprintf("%d:%d+%d", s.line, s.first, s.count))
		}
	}
	return fmt.Sprintf(`data-lines="%s"`, strings.Join(parts, " "))
}

// begin prepares a group with the given attributes. The group is written only when
// something is drawn in it.
func (c *svgCanvas) begin(attributes string) {
	c.endGroup()
	c.tags = append(c.tags, attributes)
}

// end closes the group that was begun last. If nothing was drawn in the group, it drops
// the group.
func (c *svgCanvas) end() {
	if last := len(c.tags) - 1; last >= 0 {
		c.tags = c.tags[:last]
		return
	}
	c.endGroup()
	c.out.WriteString("</g>")
}

// openTags writes the start of all groups that were begun but not yet written.
func (c *svgCanvas) openTags() {
	for _, attributes := range c.tags {
		fmt.Fprintf(&c.out, "<g %s>", attributes)
	}
	c.tags = nil
}

// place writes an invisible box at the place of r, with the given attributes for
// scripts.
func (c *svgCanvas) place(r vg.Rectangle, attributes string) {
	c.endGroup()
	c.openTags()
	x, y := c.now.at.apply(vg.Point{X: r.Min.X, Y: r.Max.Y})
	size := r.Size()
	fmt.Fprintf(&c.out, `<rect fill="none" x="%s" y="%s" width="%s" height="%s" %s/>`,
		short(x), short(y), short(size.X.Points()), short(size.Y.Points()), attributes)
}
