package figures

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"time"

	"codeberg.org/go-pdf/fpdf"
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"settle/internal/lists"
)

// pdfCanvas draws one page of a PDF. It stores text as Unicode with the glyphs that it
// needs, so that text can be searched and copied, and it writes no time of day. The
// package vgpdf of gonum does neither: it writes text in code page 1252, which lacks τ
// and the minus sign, and it includes the time.
type pdfCanvas struct {
	doc    *fpdf.Fpdf
	size   vg.Point
	images int         // number of images drawn so far
	lines  []vg.Length // stack of line widths; the last one is current
}

var _ vg.CanvasWriterTo = (*pdfCanvas)(nil)

// pdfFamily is the name of the only typeface in the document.
const pdfFamily = "sans"

// noTime is the time that the document contains until withoutTime removes it.
var noTime = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

func newPDF(width, height vg.Length) (*pdfCanvas, error) {
	doc := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt", Size: fpdf.SizeType{Wd: width.Points(), Ht: height.Points()},
	})
	doc.SetCreationDate(noTime)
	doc.SetModificationDate(noTime)
	doc.SetCatalogSort(true) // otherwise the order of objects is random
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	for style, f := range map[string]font.Font{"": sans(tickSize), "B": bold(tickSize)} {
		var raw bytes.Buffer
		if _, err := faceOf(f).Face.WriteSourceTo(nil, &raw); err != nil {
			return nil, err
		}
		doc.AddUTF8FontFromBytes(pdfFamily, style, raw.Bytes())
	}
	doc.AddPage()
	c := &pdfCanvas{doc: doc, size: vg.Point{X: width, Y: height}, lines: []vg.Length{1}}
	c.Push()
	c.Translate(vg.Point{Y: height})
	c.Scale(1, -1) // fpdf counts downwards
	vg.Initialize(c)
	return c, doc.Error()
}

func (c *pdfCanvas) Size() (width, height vg.Length) { return c.size.X, c.size.Y }

func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.lines[len(c.lines)-1] = w
	c.doc.SetLineWidth(w.Points())
}

func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.doc.SetDashPattern(lists.Each(pattern, vg.Length.Points), offset.Points())
}

func (c *pdfCanvas) SetColor(clr color.Color) {
	opaque := unmultiplied(clr)
	r, g, b := int(opaque.R), int(opaque.G), int(opaque.B)
	c.doc.SetFillColor(r, g, b)
	c.doc.SetDrawColor(r, g, b)
	c.doc.SetTextColor(r, g, b)
	c.doc.SetAlpha(float64(opaque.A)/math.MaxUint8, "Normal")
}

func (c *pdfCanvas) Rotate(angle float64) { c.doc.TransformRotate(-angle*180/math.Pi, 0, 0) }

func (c *pdfCanvas) Translate(pt vg.Point) { c.doc.TransformTranslate(pt.X.Points(), pt.Y.Points()) }

func (c *pdfCanvas) Scale(x, y float64) { c.doc.TransformScale(100*x, 100*y, 0, 0) }

func (c *pdfCanvas) Push() {
	c.lines = append(c.lines, c.lines[len(c.lines)-1])
	c.doc.TransformBegin()
}

func (c *pdfCanvas) Pop() {
	c.doc.TransformEnd()
	c.lines = c.lines[:len(c.lines)-1]
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.lines[len(c.lines)-1] > 0 {
		c.path(p, "D")
	}
}

func (c *pdfCanvas) Fill(p vg.Path) { c.path(p, "F") }

// path draws a path that consists of straight pieces only; figures have no other paths.
func (c *pdfCanvas) path(p vg.Path, style string) {
	for _, piece := range p {
		x, y := piece.Pos.X.Points(), piece.Pos.Y.Points()
		switch piece.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.CloseComp:
			c.doc.ClosePath()
		default:
			panic("figures: a PDF holds no arcs and curves")
		}
	}
	c.doc.DrawPath(style)
}

func (c *pdfCanvas) FillString(f font.Face, pt vg.Point, text string) {
	style := ""
	if f.Font.Weight == xfont.WeightBold {
		style = "B"
	}
	c.doc.SetFont(pdfFamily, style, f.Font.Size.Points())
	c.Push()
	defer c.Pop()
	c.Translate(pt)
	c.Scale(1, -1) // otherwise text is upside down
	c.doc.Text(0, 0, text)
}

func (c *pdfCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	c.images++
	name, how := fmt.Sprint(c.images), fpdf.ImageOptions{ImageType: "png"}
	c.doc.RegisterImageOptionsReader(name, how, bytes.NewReader(encoded(img)))
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	c.Scale(1, -1) // otherwise the image is upside down
	size := rect.Size()
	c.doc.ImageOptions(name, 0, 0, size.X.Points(), size.Y.Points(), false, how, 0, "")
}

// WriteTo finishes the document and writes it to w.
func (c *pdfCanvas) WriteTo(w io.Writer) (int64, error) {
	c.Pop()
	var out bytes.Buffer
	if err := c.doc.Output(&out); err != nil {
		return 0, err
	}
	return bytes.NewReader(withoutTime(out.Bytes())).WriteTo(w)
}

// withoutTime replaces the times in a PDF document by white space of equal length, so
// that byte offsets stay valid.
func withoutTime(doc []byte) []byte {
	for _, key := range []string{"CreationDate", "ModDate"} {
		entry := []byte("/" + key + " (D:" + noTime.Format("20060102150405") + ")")
		doc = bytes.Replace(doc, entry, bytes.Repeat([]byte(" "), len(entry)), 1)
	}
	return doc
}
