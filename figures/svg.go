package figures

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"math"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"settle/internal/lists"
)

// svgCanvas is a canvas that writes what is drawn on it as the content of an SVG
// element.
type svgCanvas struct {
	size   vg.Point
	themed bool
	out    strings.Builder
	look   string   // look of the open group, "" if none is open
	tags   []string // attributes of groups that the next drawing opens
	now    svgState
	stack  []svgState
}

// svgState holds the state of the canvas that Push saves and Pop restores.
type svgState struct {
	at     placement
	color  color.NRGBA
	width  vg.Length
	dashes []vg.Length
	offset vg.Length
}

// placement maps the point (x, y) of a drawing to the point
// (a x + c y + e, b x + d y + f) of the page, whose y axis points down.
type placement struct{ a, b, c, d, e, f float64 }

// multiply returns the placement that applies n first and m second.
func (m placement) multiply(n placement) placement {
	return placement{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// apply returns the point of the page to which the placement maps p.
func (m placement) apply(p vg.Point) (x, y float64) {
	return m.a*p.X.Points() + m.c*p.Y.Points() + m.e, m.b*p.X.Points() + m.d*p.Y.Points() + m.f
}

var _ vg.CanvasSizer = (*svgCanvas)(nil)

func newSVGCanvas(width, height vg.Length, themed bool) *svgCanvas {
	c := &svgCanvas{size: vg.Point{X: width, Y: height}, themed: themed}
	c.now.at = placement{a: 1, d: -1, f: height.Points()}
	vg.Initialize(c)
	return c
}

func (c *svgCanvas) Size() (width, height vg.Length) { return c.size.X, c.size.Y }

func (c *svgCanvas) SetLineWidth(w vg.Length) { c.now.width = w }

func (c *svgCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.now.dashes, c.now.offset = pattern, offset
}

func (c *svgCanvas) SetColor(clr color.Color) {
	c.now.color = unmultiplied(clr)
}

func (c *svgCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	c.now.at = c.now.at.multiply(placement{a: cos, b: sin, c: -sin, d: cos})
}

func (c *svgCanvas) Translate(pt vg.Point) {
	c.now.at = c.now.at.multiply(placement{a: 1, d: 1, e: pt.X.Points(), f: pt.Y.Points()})
}

func (c *svgCanvas) Scale(x, y float64) { c.now.at = c.now.at.multiply(placement{a: x, d: y}) }

func (c *svgCanvas) Push() { c.stack = append(c.stack, c.now) }

func (c *svgCanvas) Pop() {
	last := len(c.stack) - 1
	c.now, c.stack = c.stack[last], c.stack[:last]
}

func (c *svgCanvas) Stroke(p vg.Path) {
	if c.now.width <= 0 {
		return
	}
	look := c.paint("stroke", "fill:none;") + ";stroke-width:" + short(c.now.width.Points())
	if len(c.now.dashes) > 0 {
		lengths := lists.Each(c.now.dashes, func(l vg.Length) string { return short(l.Points()) })
		look += ";stroke-dasharray:" + strings.Join(lengths, ",")
		if c.now.offset != 0 {
			look += ";stroke-dashoffset:" + short(c.now.offset.Points())
		}
	}
	c.group(look)
	fmt.Fprintf(&c.out, `<path d="%s"/>`, c.data(p))
}

func (c *svgCanvas) Fill(p vg.Path) {
	c.group(c.paint("fill", ""))
	if x, y, radius, ok := c.disc(p); ok {
		fmt.Fprintf(&c.out, `<circle cx="%s" cy="%s" r="%s"/>`, short(x), short(y), short(radius))
		return
	}
	fmt.Fprintf(&c.out, `<path d="%s"/>`, c.data(p))
}

// paint returns an SVG style that sets the given property to the current colour. The
// style also contains the given list of other styles.
func (c *svgCanvas) paint(property, others string) string {
	opaque := c.now.color
	opaque.A = 0xff
	shown := hexadecimal(opaque)
	if theme, ok := themes[shown]; ok && c.themed {
		shown = theme
	}
	look := others + property + ":" + shown
	if c.now.color.A != 0xff {
		look += ";" + property + "-opacity:" + short(float64(c.now.color.A)/0xff)
	}
	return look
}

func hexadecimal(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// group ensures that what is drawn next is inside an SVG group with the given look.
func (c *svgCanvas) group(look string) {
	if look == c.look {
		return
	}
	c.endGroup()
	c.openTags()
	fmt.Fprintf(&c.out, `<g style="%s">`, look)
	c.look = look
}

func (c *svgCanvas) endGroup() {
	if c.look != "" {
		c.out.WriteString("</g>")
	}
	c.look = ""
}

// finish closes the open group and returns the complete drawing.
func (c *svgCanvas) finish() string {
	c.endGroup()
	return c.out.String()
}

// data returns a path as SVG path data, with each point relative to the previous one
// and in hundredths of a point. The path must consist of straight pieces.
func (c *svgCanvas) data(p vg.Path) string {
	var b strings.Builder
	var x, y int
	for _, piece := range p {
		px, py := c.now.at.apply(piece.Pos)
		toX, toY := hundredths(px), hundredths(py)
		switch piece.Type {
		case vg.MoveComp:
			b.WriteString("M" + pair(toX, toY))
		case vg.LineComp:
			switch dx, dy := toX-x, toY-y; {
			case dx == 0 && dy == 0:
				continue
			case dy == 0:
				b.WriteString("h" + hundredth(dx))
			case dx == 0:
				b.WriteString("v" + hundredth(dy))
			default:
				b.WriteString("l" + pair(dx, dy))
			}
		case vg.CloseComp:
			b.WriteString("z")
			continue
		default:
			panic("figures: a page holds no arcs and curves")
		}
		x, y = toX, toY
	}
	return b.String()
}

// leastCorners is the least number of corners that a regular polygon must have to be
// written as a circle.
const leastCorners = 24

// disc reports whether a path is a regular polygon with at least leastCorners corners,
// which is written as a circle. If so, it returns the centre and the radius of this
// circle.
func (c *svgCanvas) disc(p vg.Path) (x, y, radius float64, ok bool) {
	var xs, ys []float64
	for i, piece := range p {
		if i == 0 && piece.Type == vg.MoveComp || i > 0 && piece.Type == vg.LineComp {
			px, py := c.now.at.apply(piece.Pos)
			xs, ys = append(xs, px), append(ys, py)
			x, y = x+px, y+py
		} else if piece.Type != vg.CloseComp {
			return 0, 0, 0, false
		}
	}
	n := float64(len(xs))
	if len(xs) < leastCorners {
		return 0, 0, 0, false
	}
	x, y = x/n, y/n
	radius = math.Hypot(xs[0]-x, ys[0]-y)
	for i := range xs {
		if math.Abs(math.Hypot(xs[i]-x, ys[i]-y)-radius) > 1e-6 {
			return 0, 0, 0, false
		}
	}
	return x, y, radius, true
}

func (c *svgCanvas) FillString(f font.Face, pt vg.Point, text string) {
	look := c.paint("fill", "") + ";font-size:" + short(f.Font.Size.Points()) + "px"
	if f.Font.Weight == xfont.WeightBold {
		look += ";font-weight:bold"
	}
	c.group(look)
	x, y := c.now.at.apply(pt)
	fmt.Fprintf(&c.out, `<text x="%s" y="%s"`, short(x), short(y))
	if turn := math.Atan2(c.now.at.b, c.now.at.a); math.Abs(turn) > 1e-9 {
		fmt.Fprintf(&c.out, ` transform="rotate(%s %s %s)"`, short(turn*180/math.Pi), short(x), short(y))
	}
	fmt.Fprintf(&c.out, ">%s</text>", html.EscapeString(text))
}

func (c *svgCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	c.endGroup()
	c.openTags()
	x, y := c.now.at.apply(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	size := rect.Size()
	fmt.Fprintf(&c.out, `<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" href="data:image/png;base64,%s"/>`,
		short(x), short(y), short(size.X.Points()), short(size.Y.Points()), base64.StdEncoding.EncodeToString(encoded(img)))
}

// encoded returns the picture encoded as PNG.
func encoded(img image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(fmt.Sprintf("figures: cannot encode a picture as PNG: %v", err))
	}
	return out.Bytes()
}

// unmultiplied returns the colour clr as NRGBA, whose components are not multiplied by
// the opacity. If clr is nil, it returns black.
func unmultiplied(clr color.Color) color.NRGBA {
	if clr == nil {
		clr = color.Black
	}
	return color.NRGBAModel.Convert(clr).(color.NRGBA)
}

// short returns a number as text, with at most two decimals and without redundant
// characters.
func short(v float64) string { return hundredth(hundredths(v)) }

func hundredths(v float64) int { return int(math.Round(v * 100)) }

func hundredth(v int) string {
	s := strconv.FormatFloat(float64(v)/100, 'f', -1, 64)
	if digits, ok := strings.CutPrefix(s, "-0."); ok {
		return "-." + digits
	}
	if digits, ok := strings.CutPrefix(s, "0."); ok {
		return "." + digits
	}
	return s
}

// pair formats two numbers for SVG path data. It puts a blank between them, unless the
// minus sign of the second already separates them.
func pair(x, y int) string {
	if second := hundredth(y); y < 0 {
		return hundredth(x) + second
	}
	return hundredth(x) + " " + hundredth(y)
}
