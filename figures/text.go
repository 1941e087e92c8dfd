package figures

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

const (
	leading   = 1.25 // distance between baselines, in font sizes
	ascent    = 0.95 // distance from the top of a line to its baseline, in font sizes
	replacing = '□'  // replaces control characters and broken UTF-8
)

// sans returns the regular font at a size in points.
func sans(size vg.Length) font.Font {
	return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
}

// bold returns the bold font at a size in points.
func bold(size vg.Length) font.Font {
	f := sans(size)
	f.Weight = xfont.WeightBold
	return f
}

// fonts returns the two fonts that figures use, regular and bold. Importing
// gonum.org/v1/plot would add ten more fonts, 3.6 MB in total.
var fonts = sync.OnceValue(func() *font.Cache {
	var faces font.Collection
	for _, face := range []struct {
		font font.Font
		ttf  []byte
	}{{sans(0), liberationsansregular.TTF}, {bold(0), liberationsansbold.TTF}} {
		parsed, err := opentype.Parse(face.ttf)
		if err != nil {
			panic(fmt.Sprintf("figures: an embedded font: %v", err))
		}
		faces = append(faces, font.Face{Font: face.font, Face: parsed})
	}
	return font.NewCache(faces)
})

func faceOf(f font.Font) font.Face { return fonts().Lookup(f, f.Size) }

// A typesetter turns untrusted text into lines that fit a width and can be drawn.
type typesetter struct {
	// raster is true for formats whose viewers cannot supply other fonts. Missing glyphs
	// are then replaced by text. Subscript digits, which the font spaces widely, are
	// replaced by small digits.
	raster bool
}

// alignment says which point of a line of text lies at a given x coordinate: its left
// end, its centre or its right end.
type alignment float64

const (
	left   alignment = 0
	centre alignment = 0.5
	right  alignment = 1
)

// A block is measured text: one or more lines in one font. The block of an empty string
// has no lines and size zero.
type block struct {
	setter        typesetter
	lines         []string
	widths        []vg.Length
	width, height vg.Length
	font          font.Font
}

// set returns the text s as a block of lines that are at most max wide. If max is 0,
// the block is one line of any length. Control characters and superfluous blanks are
// replaced.
func (t typesetter) set(f font.Font, s string, max vg.Length) block {
	b := block{setter: t, font: f}
	b.add(t.wrap(f, t.clean(f, s), max))
	return b
}

// setParagraphs returns a block as set does, but each newline in s begins a new line.
func (t typesetter) setParagraphs(f font.Font, s string, max vg.Length) block {
	b := block{setter: t, font: f}
	for p := range strings.SplitSeq(s, "\n") {
		b.add(t.wrap(f, t.clean(f, p), max))
	}
	return b
}

func (b *block) add(lines []string) {
	for _, l := range lines {
		w := b.setter.width(b.font, l)
		b.lines, b.widths = append(b.lines, l), append(b.widths, w)
		b.width = max(b.width, w)
	}
	b.height = vg.Length(len(b.lines)) * leading * b.font.Size
}

// draw writes the block with its top at height y. The alignment a says whether x is the
// left end, the centre or the right end of each line.
func (b block) draw(c draw.Canvas, clr color.Color, x, y vg.Length, a alignment) {
	c.SetColor(clr)
	for i, l := range b.lines {
		pt := vg.Point{X: x - vg.Length(a)*b.widths[i], Y: y - (vg.Length(i)*leading+ascent)*b.font.Size}
		for _, p := range b.setter.pieces(b.font, l) {
			c.FillString(faceOf(p.font), vg.Point{X: pt.X, Y: pt.Y - p.drop}, p.text)
			pt.X += p.width()
		}
	}
}

// drawUp writes the block turned by 90 degrees, so that its text runs upwards. The
// block lies right of x. The alignment a says whether y is the lower end, the centre or
// the upper end of each line.
func (b block) drawUp(c draw.Canvas, clr color.Color, x, y vg.Length, a alignment) {
	b.drawTurned(c, clr, x, y, math.Pi/2, a)
}

// drawTurned writes the block as draw does, but turned by the given angle around the
// point (x, y).
func (b block) drawTurned(c draw.Canvas, clr color.Color, x, y vg.Length, angle float64, a alignment) {
	c.Push()
	defer c.Pop()
	c.Translate(vg.Point{X: x, Y: y})
	c.Rotate(angle)
	b.draw(c, clr, 0, 0, a)
}

// noData writes "no data" in the middle of the data area c.
func (t typesetter) noData(c draw.Canvas) {
	none, mid := t.set(sans(labelSize), "no data", 0), c.Center()
	none.draw(c, paleInk, mid.X, mid.Y+none.height/2, centre)
}

// clean returns s as one line of visible characters. White space becomes single spaces,
// and other invisible characters become boxes.
func (t typesetter) clean(f font.Font, s string) string {
	face := faceOf(f)
	var out strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		switch {
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r):
			out.WriteRune(replacing)
		case t.raster && !hasGlyph(face, r):
			out.WriteString(asciiSpelling(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// asciiSpelling returns an ASCII replacement for a character that the font lacks. For
// some mathematical symbols this is readable text, such as "ceil(". For all other
// characters it is an escape, such as \u6a21.
func asciiSpelling(r rune) string {
	switch r {
	case '⌈':
		return "ceil("
	case '⌊':
		return "floor("
	case '⌉', '⌋':
		return ")"
	case 'ₖ':
		return "_k"
	}
	if r > 0xffff {
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

func hasGlyph(face font.Face, r rune) bool {
	i, err := face.Face.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// A piece is a part of a line of text in one font.
type piece struct {
	text string
	font font.Font
	drop vg.Length // distance by which the piece is drawn lower than the rest of the line
}

// pieces splits a line of text into pieces that are drawn one by one.
func (t typesetter) pieces(f font.Font, s string) []piece {
	if !t.raster {
		return []piece{{text: s, font: f}}
	}
	small := f
	small.Size = max(0.68*f.Size, leastText)
	var out []piece
	for _, r := range s {
		p := piece{text: string(r), font: f}
		if '₀' <= r && r <= '₉' {
			p = piece{text: string(r - '₀' + '0'), font: small, drop: 0.14 * f.Size}
		}
		if n := len(out); n > 0 && out[n-1].drop == p.drop {
			out[n-1].text += p.text
		} else {
			out = append(out, p)
		}
	}
	return out
}

// width returns the width of the piece. A glyph that the font lacks counts as one em,
// which is the width of East Asian glyphs.
func (p piece) width() vg.Length {
	face := faceOf(p.font)
	var known strings.Builder
	var lacking vg.Length
	for _, r := range p.text {
		if hasGlyph(face, r) {
			known.WriteRune(r)
		} else {
			lacking += p.font.Size
		}
	}
	return face.Width(known.String()) + lacking
}

// width returns the width of s as one line in the font f.
func (t typesetter) width(f font.Font, s string) vg.Length {
	return lists.Sum(t.pieces(f, s), piece.width)
}

// wrap breaks s into lines that are at most max wide. It breaks at spaces, and also
// inside words that are too long for a line.
func (t typesetter) wrap(f font.Font, s string, max vg.Length) []string {
	if s == "" {
		return nil
	}
	if max <= 0 {
		return []string{s}
	}
	var lines []string
	line := ""
	for _, word := range unbroken(s) {
		if line != "" && t.width(f, line+" "+word) <= max {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; t.width(f, line) > max; {
			head := t.fittingPrefix(f, line, max)
			lines, line = append(lines, head), line[len(head):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// unbroken splits s into parts that must not be broken between lines. A percent sign
// stays with its number, and an equals sign with the words on both sides.
func unbroken(s string) []string {
	var words []string
	for word := range strings.SplitSeq(s, " ") {
		last := len(words) - 1
		if last >= 0 && (strings.HasPrefix(word, "%") || word == "=" || strings.HasSuffix(words[last], " =")) {
			words[last] += " " + word
			continue
		}
		words = append(words, word)
	}
	return words
}

// fittingPrefix returns the longest prefix of s that is no wider than max, but always
// at least one character.
func (t typesetter) fittingPrefix(f font.Font, s string, max vg.Length) string {
	end := 0
	for i, r := range s {
		next := i + len(string(r))
		if end > 0 && t.width(f, s[:next]) > max {
			break
		}
		end = next
	}
	return s[:end]
}
