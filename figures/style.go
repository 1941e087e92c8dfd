package figures

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Font sizes in points.
const (
	titleSize   = 12
	headingSize = 10.5
	labelSize   = 10
	legendSize  = 9.5
	tickSize    = 9
	captionSize = 8.5
	leastText   = 7 // smallest legible size in print
	ruleSize    = 8.5
)

var (
	ink          = color.NRGBA{R: 0x22, G: 0x22, B: 0x22, A: 0xff}
	paleInk      = color.NRGBA{R: 0x55, G: 0x55, B: 0x55, A: 0xff}
	gridGrey     = color.NRGBA{R: 0xe4, G: 0xe4, B: 0xe4, A: 0xff}
	tieShade     = color.NRGBA{R: 0xe6, G: 0xee, B: 0xf6, A: 0xff}
	spanShade    = color.NRGBA{R: 0xa9, G: 0xc9, B: 0xe3, A: 0xff}
	chainFrame   = color.NRGBA{R: 0x7f, G: 0xa6, B: 0xc9, A: 0xff}
	settledShade = color.NRGBA{R: 0xf0, G: 0xf5, B: 0xfa, A: 0xff}
	bandAlpha    = uint8(0x26)
	fillAlpha    = uint8(0x18) // fainter than a band, because many fills overlap
)

// palette holds the colours of Okabe and Ito (https://jfly.uni-koeln.de/color/), dark
// colours first. Yellow, which is invisible on white, is omitted, and an eighth colour
// is added.
var palette = []color.NRGBA{
	{R: 0x00, G: 0x00, B: 0x00, A: 0xff}, // black
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // bluish green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // reddish purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x7f, G: 0x4f, B: 0x24, A: 0xff}, // brown, from pathPalette
}

// pathPalette holds the colours of trajectories, which are many and cross each other.
// It consists of the colours in palette and five darker ones. Any two colours differ by
// at least 9 in CIEDE2000 (a measure of visible difference), and neighbours in the list
// by at least 20. This is also true for protanopes, deuteranopes and tritanopes (with
// the matrices of Machado, Oliveira and Fernandes, 2009).
var pathPalette = []color.NRGBA{
	{R: 0x00, G: 0x00, B: 0x00, A: 0xff}, // black
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // reddish purple
	{R: 0x7f, G: 0x4f, B: 0x24, A: 0xff}, // brown
	{R: 0x33, G: 0x22, B: 0x88, A: 0xff}, // indigo
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // bluish green
	{R: 0x9b, G: 0x59, B: 0xff, A: 0xff}, // violet
	{R: 0x66, G: 0x11, B: 0x00, A: 0xff}, // dark red
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0x88, G: 0x22, B: 0x55, A: 0xff}, // wine
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
}

// dashes lists dash patterns, each as alternating lengths of dash and gap in points.
// The first pattern is solid.
var dashes = [][]vg.Length{
	nil,
	{6, 2.5},
	{1.6, 1.8},
	{9, 2.2, 1.6, 2.2},
	{13, 3.5},
	{6, 2, 1.6, 2, 1.6, 2},
}

// overDashes returns a dash pattern for a line that would otherwise hide the given
// number of lines. The more lines it would hide, the longer are the gaps.
func overDashes(below int) []vg.Length { return []vg.Length{4, vg.Length(9*below - 4)} }

// thick is the least distance at which two lines can be distinguished, as a share of
// the length of an axis.
const thick = 0.006

// pathDashes holds the dash patterns of trajectories. Their gaps are short, since a
// short slope could disappear in a wide gap.
var pathDashes = [][]vg.Length{
	nil,
	{7, 1.8},
	{2.4, 1.5},
	{9, 1.5, 2, 1.5},
	{4.5, 1.5},
}

// shapes holds the markers of groups of lines. The lines of one group have the same
// outline and differ in the inside of the shape. The number of shapes and the number of
// colours have no common divisor, so that the first 88 groups all differ in colour or
// marker.
var shapes = []shape{
	{sides: 40},
	{sides: 4, turn: math.Pi / 4},
	{sides: 3, turn: math.Pi / 2},
	{sides: 4},
	{sides: 3, turn: -math.Pi / 2},
	{sides: 40, hollow: true},
	{sides: 4, turn: math.Pi / 4, hollow: true},
	{sides: 3, turn: math.Pi / 2, hollow: true},
	{sides: 4, hollow: true},
	{sides: 3, turn: -math.Pi / 2, hollow: true},
	{sides: 4, turn: math.Pi / 2, waist: 0.35},
}

// pathShapes holds the markers of trajectories and bump charts, which need more
// combinations of colour and marker than other lines. The number of shapes and the
// number of colours have no common divisor. Many lines therefore differ before a
// combination of colour and marker repeats.
var pathShapes = append(slices.Clone(shapes),
	shape{sides: 4, turn: math.Pi / 4, waist: 0.35},
	shape{sides: 5, turn: math.Pi / 2, waist: 0.45},
)

// A shape is a marker: a regular polygon or a star. The zero shape draws nothing.
type shape struct {
	sides  int
	turn   float64 // angle of the first corner
	hollow bool
	member int     // number within the group: 1 is a ring, 2 a ring with a dot
	waist  float64 // radius of the inner corners of a star, as a share of the outer radius
}

// draw draws the shape around pt. All shapes with the same radius look equally large.
func (s shape) draw(c draw.Canvas, clr color.Color, radius vg.Length, pt vg.Point) {
	if s.sides == 0 {
		return
	}
	switch {
	case s.waist > 0:
		radius *= 1.6
	case s.sides == 3:
		radius *= 1.35
	case s.sides == 4:
		radius *= 1.2
	}
	c.FillPolygon(clr, s.corners(radius, pt))
	switch {
	case s.member > 0:
		c.FillPolygon(color.White, s.corners(radius*0.7, pt))
		if s.member > 1 {
			c.FillPolygon(clr, s.corners(radius*0.38, pt))
		}
	case s.hollow:
		c.FillPolygon(color.White, s.corners(radius*0.55, pt))
	}
}

func (s shape) corners(radius vg.Length, pt vg.Point) []vg.Point {
	var out []vg.Point
	corner := func(radius vg.Length, i float64) {
		sin, cos := math.Sincos(s.turn + 2*math.Pi*i/float64(s.sides))
		out = append(out, vg.Point{X: pt.X + radius*vg.Length(cos), Y: pt.Y + radius*vg.Length(sin)})
	}
	for i := range s.sides {
		corner(radius, float64(i))
		if s.waist > 0 {
			corner(radius*vg.Length(s.waist), float64(i)+0.5)
		}
	}
	return out
}

// A stroke is the look of one line: its colour, width, dashes and marker. A line has
// the same look in all panels and in the legend.
type stroke struct {
	color  color.NRGBA
	width  vg.Length
	dashes []vg.Length
	shape  shape
}

func (s stroke) line() draw.LineStyle {
	return draw.LineStyle{Color: s.color, Width: s.width, Dashes: s.dashes}
}

// faint returns a translucent version of the stroke's colour for filled areas, so that
// other parts stay visible behind them.
func (s stroke) faint(alpha uint8) color.Color {
	c := s.color
	c.A = alpha
	return c
}

// dot returns the shape that marks single points of a line. This is the line's own
// marker or, if it has none, the first marker in shapes.
func (s stroke) dot() shape {
	if s.shape.sides == 0 {
		return shapes[0]
	}
	return s.shape
}

// strokeOf returns the look of the line with number j in the group with number i, both
// counted from 0.
func strokeOf(i, j int) stroke {
	round := i / len(palette) // how often the colours have been used up
	s := stroke{color: palette[i%len(palette)], width: 1.3, dashes: dashes[(j+round)%len(dashes)]}
	if i == 0 {
		s.width = 2.8 // thick enough to show on both sides of a line that covers it
	}
	if again := j / len(dashes); i > 0 || again > 0 {
		s.shape = shapes[(i+len(shapes)-1+3*again)%len(shapes)]
		s.shape.member = j % 3
	}
	return s
}

var ruleStroke = stroke{color: paleInk, width: 0.8, dashes: []vg.Length{3, 2}}

// pathStrokeOf returns the look of the trajectory with number i, counted from 0. When
// all colours have been used, they repeat with dashes and different markers.
func pathStrokeOf(i int) stroke {
	return stroke{
		color: pathPalette[i%len(pathPalette)], width: 1.9,
		dashes: pathDashes[i/len(pathPalette)%len(pathDashes)], shape: pathShapes[i%len(pathShapes)],
	}
}

// pale returns the look of the pale parts of a trajectory whose strong parts have the
// look s.
func (s stroke) pale() stroke {
	fade := func(v uint8) uint8 { return uint8(255 - (255-float64(v))*0.5) }
	s.color = color.NRGBA{R: fade(s.color.R), G: fade(s.color.G), B: fade(s.color.B), A: s.color.A}
	s.width *= 0.7
	return s
}
