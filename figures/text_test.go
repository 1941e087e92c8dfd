package figures

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
)

// The characters of the paper's names and formulas that the embedded fonts
// have; those that they lack are listed so that a new version of the fonts
// shows.
func TestGlyphs(t *testing.T) {
	for _, f := range []string{"regular", "bold"} {
		face := faceOf(sans(10))
		if f == "bold" {
			face = faceOf(bold(10))
		}
		for _, r := range "τσμρπα@₀₁₂₃₄₅₆₇₈₉²±≥≤≈–—…−·□’éшΩ" {
			if !hasGlyph(face, r) {
				t.Errorf("%s has no %c", f, r)
			}
		}
		for _, r := range "⌈⌉模型🙂ₖ" {
			if hasGlyph(face, r) {
				t.Errorf("%s has %c now; spelling it out can go", f, r)
			}
		}
	}
}

// In PNG, glyphs that no font supplies are spelled out as on a typewriter or
// as Go writes them; in SVG they are the viewer's business.
func TestSpelledOut(t *testing.T) {
	for s, want := range map[string]string{
		"⌈τ·k⌉":   "ceil(τ·k)",
		"⌊x⌋":     "floor(x)",
		"模型-7B":   `\u6a21\u578b-7B`,
		"🙂":       `\U0001f642`,
		"LLM₁₀":   "LLM₁₀",
		"a\x07b":  "a□b",
		" a \n b": "a b",
	} {
		if got := (typesetter{raster: true}).clean(sans(10), s); got != want {
			t.Errorf("%q in PNG: %q, want %q", s, got, want)
		}
	}
	if got := (typesetter{}).clean(sans(10), "⌈模"); got != "⌈模" {
		t.Errorf("in SVG: %q", got)
	}
}

// Subscript figures are small figures below the line, side by side.
func TestSubscripts(t *testing.T) {
	f := sans(10)
	got := typesetter{raster: true}.pieces(f, "LLM₁₀ wins")
	var texts []string
	for _, p := range got {
		texts = append(texts, p.text)
	}
	if want := []string{"LLM", "10", " wins"}; !slices.Equal(texts, want) || got[1].drop <= 0 || got[1].font.Size >= f.Size {
		t.Errorf("pieces are %v, want %q with the second small and low", got, want)
	}
}

// Wrapping loses nothing but the spaces at which it breaks, and no line is too
// wide; a width too small for one character still holds one per line.
func TestWrap(t *testing.T) {
	f := sans(10)
	for _, ts := range []typesetter{{}, {raster: true}} {
		for _, s := range []string{"some words to be wrapped", strings.Repeat("x", 300), "模型 模型模型模型模型模型 LLM₁₀₁₀₁₀₁₀₁₀₁₀", ""} {
			for _, width := range lengths(1, 40, 80, 1000) {
				lines := ts.wrap(f, s, width)
				if squeeze(strings.Join(lines, "")) != squeeze(s) {
					t.Errorf("%q wrapped to %g: %q", s, width, lines)
				}
				for _, l := range lines {
					if ts.width(f, l) > width && utf8.RuneCountInString(l) > 1 {
						t.Errorf("%q is wider than %g", l, width)
					}
				}
			}
		}
	}
}

func squeeze(s string) string { return strings.ReplaceAll(s, " ", "") }

// Names of up to n characters stay whole; longer ones keep both ends, which is
// where models differ.
func TestShorten(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdefg", 6, "ab…efg"},
		{"模型模型模型模型", 5, "模型…模型"},
	} {
		if got := (typesetter{}).shortenedTo(sans(9), tt.s, tt.n, 0); got != tt.want {
			t.Errorf("%q to %d: %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

// A percent sign does not begin a line.
func TestPercentStaysWithNumber(t *testing.T) {
	var ts typesetter
	f := sans(10)
	for width := vg.Length(30); width < 200; width += 7 {
		for _, line := range ts.wrap(f, "ranks, all at once at 95 % (of 80 %), or so", width) {
			if strings.HasPrefix(line, "%") {
				t.Errorf("at %g points a line is %q", width, line)
			}
		}
	}
}
