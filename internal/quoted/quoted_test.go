package quoted_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"settle/internal/quoted"
)

// What is short and printable stays; Go's escapes are those of strconv.Quote.
func TestShortTextIsWhole(t *testing.T) {
	hundred := strings.Repeat("x", 100)
	for _, c := range []struct{ got, want string }{
		{quoted.Text(""), `""`},
		{quoted.Text("ünï 模型 😀"), `"ünï 模型 😀"`},
		{quoted.Text("a\"\n\x1b[2J\u202e\xff\x00"), `"a\"\n\x1b[2J\u202e\xff\x00"`},
		{quoted.Text(hundred), `"` + hundred + `"`},
		{quoted.Bare("Format Aware"), "Format Aware"},
		{quoted.Bare("two\nlines"), `"two\nlines"`},
		{quoted.Path("data/boards.csv"), "data/boards.csv"},
		{quoted.Path("two\nlines.csv"), `"two\nlines.csv"`},
		{quoted.Path(strings.Repeat("p", 200)), strings.Repeat("p", 200)},
		{quoted.List(nil), ""},
		{quoted.List([]string{"a", "b\n"}), `"a", "b\n"`},
		{quoted.Join([]string{"a (1-D)", "b"}), "a (1-D), b"},
		{quoted.Message(errors.New("line 2:\n  bad\x1b")), `line 2: bad\x1b`},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// What is long is cut between two characters, and a … tells.
func TestLongTextIsCut(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("t%04d", i+1)
	}
	for _, c := range []struct{ got, want string }{
		{quoted.Text(x(99) + "üyz"), `"` + x(99) + `"…`},                                   // ü would be bytes 100 and 101
		{quoted.Text(strings.Repeat("\xff", 26)), `"` + strings.Repeat(`\xff`, 25) + `"…`}, // four bytes each
		{quoted.Bare(x(101)), `"` + x(100) + `"…`},
		{quoted.Path("first/" + strings.Repeat("p", 200)), "…" + strings.Repeat("p", 200)},
		{quoted.Path(x(10) + "ü" + x(199)), "…" + x(199)},                                      // half of ü is left out, too
		{quoted.Path("x" + strings.Repeat("\n", 150)), `…"` + strings.Repeat(`\n`, 100) + `"`}, // two bytes each
		{quoted.List(names), `"t0001", "t0002", "t0003", "t0004", "t0005", "t0006", "t0007", "t0008", "t0009", "t0010", ` +
			`"t0011", "t0012", "t0013", "t0014", "t0015", "t0016", "t0017", "t0018", "t0019", "t0020" and 980 more`},
		{quoted.List([]string{x(500), x(500), x(500), x(500), x(500)}), strings.Repeat(`"`+x(100)+`"…, `, 2) + `"` + x(100) + `"… and 2 more`},
		{quoted.Message(errors.New("unknown key " + x(1000))), "unknown key " + x(188) + "…"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// Three names, a path and a list fit a message of 1,000 bytes, whatever they are.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "a", "\xff\xfe", "\x00\n\x1b]0;x\a", "\u202e\u009b", strings.Repeat("ü\n", 300), strings.Repeat("😀", 80)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for what, c := range map[string]struct {
			shown string
			bytes int
		}{
			"text":    {quoted.Text(text), 105}, // 100, quotes and …
			"bare":    {quoted.Bare(text), 105},
			"path":    {quoted.Path(text), 205},
			"list":    {quoted.List([]string{text, text, text, text, text, text, text}), 412},
			"message": {quoted.Message(errors.New(text)), 203},
		} {
			if len(c.shown) > c.bytes {
				t.Errorf("%s takes %d bytes: %s", what, len(c.shown), c.shown)
			}
			if !utf8.ValidString(c.shown) || strings.ContainsFunc(c.shown, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%s is not printable: %q", what, c.shown)
			}
		}
	})
}
