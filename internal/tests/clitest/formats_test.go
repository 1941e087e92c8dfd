package clitest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"strings"
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
		"text": {
			[]string{"", "a\nb é 模 👩\u200d🚀\n"},
			[]string{"a\x1b[0m", "a\rb", "a\u202eb", "a\u200bb", "a\u200db", "\xff", "a\u2028b", "\u009b1m"},
		},
		"html": {
			[]string{page("<p>a &lt;b&gt;</p>"), page(`<a href="#x-1">a</a><a href="a.svg">b</a><a href="data:text/csv;charset=utf-8;base64,YQ==" download="a.csv">c</a>`),
				page(`<script type="application/json" id="x">{"a": "<"}</script>`),
				page(`<script type="application/octet-stream">YQ==</script><script>x</script>`)}, // SHA-256 of x, by sha256sum
			[]string{
				page("<b>x</b>"), page(`<p onclick="x">`), page(`<a href="javascript:x">a</a>`), page(`<a href="//x">a</a>`), page(`<a href="../x">a</a>`),
				page(`<img src="x">`), page("<script>y</script>"), page(`<script src="x"></script>`), page(`<script type="application/json">{</script>`),
				page("<!-- x -->"), page("<p>\u202ex</p>"), page("<p title=x>"), page(`<svg><g style="fill:url(x)"></g></svg>`), page("<style>x</style>"),
				page(`<svg><image href="http://x"/></svg>`), page(`<meta http-equiv="refresh" content="0">`), page("<title>\x1b</title>"),
				strings.Replace(page(""), "default-src 'none'; ", "", 1),
			},
		},
		"pdf": {
			[]string{pdf("BT 1 0 0 1 2.5 3 cm 2 3 Td (a \\) b (c)) Tj /F1 7 Tf ET q Q", "")},
			[]string{"", pdf("BT (a) Tj evil ET", ""), pdf("BT (a ET", ""), pdf("q Q", ""), pdf("BT (a) Tj ET", "/OpenAction 3 0 R"), pdf("BT (a) Tj ET", "/JS (x)")},
		},
		"csv": {
			[]string{"a,b\n1,\"x\ny\"\n", "a,b\n'=1,-0.5\n", "a,b\n\"a;'=1\",x=y\n"},
			[]string{``, "a,b\n", "a,b\n1\n", "a,b\n1,\"x\n",
				"a\n=1\n", "a\n+x\n", "a\n\"x;=1\"\n", "a\n\" =1\"\n", "a\n\"\"\"=1\"\n", "a\n＝1\n", "a\n\x1b\n"},
		},
		"json": {
			[]string{"{}\n"},
			[]string{``, "{}", "{\n", "{}\n{}\n", "[NaN]\n"},
		},
		"md": {
			[]string{"### T\n\n| a | b |\n|---|---|\n| 1 | \\| |\n\nnote\n"},
			[]string{
				"", "| a | b |\n|---|---|\n| 1 | | |\n",
				"| a |\n|---|\n| [x](y) |\n", "| a |\n|---|\n| <b>x</b> |\n", "| a |\n|---|\n| *x* |\n", "| a |\n|---|\n| `x` |\n",
				"| a |\n|---|\n| http://x.example |\n", "| a |\n|---|\n| 1 |\n\n- note\n", "| a |\n|---|\n| \u202ex |\n",
				"| a |\n|---|\n| 1 |\n\n<script>x</script>\n",
			},
		},
		"tex": {
			[]string{"\\begin{tabular}{lr}\n\\toprule\na & \\textbackslash{}b \\\\\n1\\& & \\{ \\\\\n\\end{tabular}\n"},
			[]string{
				"",
				"\\begin{tabular}{lr}\na & b \\\\\n",
				"\\begin{tabular}{lr}\na & b & c \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & \\input{b} \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & } \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & 5 % \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & x_1 \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & $x$ \\\\\n\\end{tabular}\n",
				"\\begin{tabular}{lr}\na & a--b \\\\\n\\end{tabular}\n",
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

// page is a page with something in it.
func page(content string) string {
	return "<!doctype html><html lang=en><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src " +
		"'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='\"><style></style></head><body><h1>x</h1><main>" + content + "</main></body></html>"
}

// pdf is what is looked at of a PDF: what draws it, and its objects.
func pdf(drawing, objects string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(drawing))
	w.Close()
	return "%PDF-1.3\n<< /Type /Catalog " + objects + " >>\nstream\n" + b.String() + "\nendstream\n%%EOF\n"
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
