package clitest

import (
	"encoding/json"
	"testing"
)

// What is well-formed, and the next thing to it that is not, by the doc of the
// command.
func TestWellFormed(t *testing.T) {
	for format, c := range map[string]struct {
		good []string
		bad  []string
	}{
		"svg": {
			[]string{`<?xml version="1.0"?><svg><g><text x="1">a &lt; b</text></g></svg>`},
			[]string{``, `<g></g>`, `<svg>`, `<svg><script/></svg>`, `<svg onload="x"/>`, `<svg><text>a < b</text></svg>`, `<svg><image href="http://x"/></svg>`},
		},
		"png": {nil, []string{``, "\x89PNG\r\n\x1a\n"}},
		"csv": {
			[]string{"a,b\n1,\"x\ny\"\n"},
			[]string{``, "a,b\n", "a,b\n1\n", "a,b\n1,\"x\n"},
		},
		"json": {
			[]string{"{}\n"},
			[]string{``, "{}", "{\n", "{}\n{}\n", "[NaN]\n"},
		},
		"md": {
			[]string{"### T\n\n| a | b |\n|---|---|\n| 1 | \\| |\n\nnote\n"},
			[]string{"", "| a | b |\n|---|---|\n| 1 | | |\n"},
		},
		"tex": {
			[]string{"\\begin{tabular}{lr}\n\\toprule\na & \\textbackslash{}b \\\\\n1\\& & \\{ \\\\\n\\end{tabular}\n"},
			[]string{
				"",
				"\\begin{tabular}{lr}\na & b \\\\\n",
				"\\begin{tabular}{lr}\na & b & c \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & \\input{b} \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & } \\\\\n\\end{tabular}\n",
			},
		},
	} {
		for _, content := range c.good {
			if err := formats[format](content); err != nil {
				t.Errorf("%s %q: %v", format, content, err)
			}
		}
		for _, content := range c.bad {
			if formats[format](content) == nil {
				t.Errorf("%s %q is taken for well-formed", format, content)
			}
		}
	}
}

// A number equals the expected one to its digits; one without a point, exactly.
func TestSameToken(t *testing.T) {
	for _, c := range []struct {
		got, want json.Token
		same      bool
	}{
		{json.Number("0.5625001"), json.Number("0.562500"), true},
		{json.Number("0.562501"), json.Number("0.562500"), false},
		{json.Number("1"), json.Number("1.00"), true},
		{json.Number("1.0000001"), json.Number("1"), false},
		{json.Number("1e0"), json.Number("1"), true},
		{json.Number("1"), "1", false},
		{nil, json.Number("0"), false},
		{nil, nil, true},
		{"a", "a", true},
		{json.Delim('['), json.Delim('{'), false},
	} {
		if got := sameToken(c.got, c.want); got != c.same {
			t.Errorf("%v and %v: same is %v, want %v", c.got, c.want, got, c.same)
		}
	}
}
