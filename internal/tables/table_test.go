package tables

import (
	"encoding/csv"
	"errors"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// board is drawn by hand in the goldens below: left and right columns, a wide
// name, a missing number, and a character that means something in each format.
func board() *Table {
	return &Table{
		Title:   "Mean τ at n = 10",
		Columns: []Column{{Name: "model"}, {Name: "Mean", Right: true}, {Name: "z", Right: true}},
		Rows: [][]string{
			{"gpt_oss & co", Float(0.9, 2), Float(-1.645, 3)},
			{"模型|b", Float(math.NaN(), 2), "12"},
		},
		Notes: []string{"100 % of 2 replicates."},
	}
}

func drawing(t rapid.TB, table *Table, f Format) string {
	t.Helper()
	var b strings.Builder
	if err := table.Write(&b, f); err != nil {
		t.Fatalf("Write %s: %v", f, err)
	}
	return b.String()
}

// The goldens were laid out by hand from the promises of the formats' docs:
// the header keeps its case, a Chinese character is two columns wide, numbers
// are aligned to the right and no line has trailing spaces.
func TestGoldens(t *testing.T) {
	goldens := map[Format]string{
		Text: `Mean τ at n = 10

model         Mean       z
──────────────────────────
gpt_oss & co  0.90  -1.645
模型|b           –      12

100 % of 2 replicates.
`,
		CSV: `model,Mean,z
gpt_oss & co,0.90,-1.645
模型|b,–,12
`,
		Markdown: `### Mean τ at n = 10

| model             | Mean |      z |
|:----------------- | ----:| ------:|
| gpt\_oss &amp; co | 0.90 | -1.645 |
| 模型\|b           |    – |     12 |

100 % of 2 replicates.
`,
		LaTeX: `\begin{table}
\centering
\caption{Mean \ensuremath{\tau} at n = 10}
\begin{tabular}{lrr}
\toprule
model & Mean & z \\
\midrule
gpt\_oss \& co & 0.90 & $-$1.645 \\
模型\textbar{}b & – & 12 \\
\bottomrule
\end{tabular}
\par{\footnotesize 100 \% of 2 replicates.}
\end{table}
`,
	}
	for f, want := range goldens {
		if diff := cmp.Diff(want, drawing(t, board(), f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
}

// One is singular, nothing and all else plural, as in English.
func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 models", 1: "1 model", 2: "2 models", 11: "11 models"} {
		if got := Count(n, "model"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSizeBetween(t *testing.T) {
	for _, test := range []struct {
		least, most int
		want        string
	}{
		{5, 8, "7 models × 83 questions × 5–8 trials"},
		{0, 1, "7 models × 83 questions × 0–1 trials"},
		{8, 8, "7 models × 83 questions × 8 trials"},
		{1, 0, "7 models × 83 questions × 1 trial"},
	} {
		if got := SizeBetween(7, 83, test.least, test.most); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// A table without title, notes and rows is a header and nothing that would
// stand around it: by definition of the formats.
func TestBareTable(t *testing.T) {
	bare := &Table{Columns: []Column{{Name: "a"}, {Name: "b", Right: true}}}
	goldens := map[Format]string{
		Text:     "a  b\n────\n",
		CSV:      "a,b\n",
		Markdown: "| a | b |\n|:--- | ---:|\n",
		LaTeX:    "\\begin{tabular}{lr}\n\\toprule\na & b \\\\\n\\midrule\n\\bottomrule\n\\end{tabular}\n",
	}
	for f, want := range goldens {
		if diff := cmp.Diff(want, drawing(t, bare, f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f, diff)
		}
	}
}

// What must not pass: a terminal escape (ESC and the 8-bit CSI of ECMA-48), a
// row of one's own, and the override of U+202E that shows "gpj.exe" as
// "exe.jpg". White space becomes a space, the rest is escaped as Go writes it.
func TestTextIsHarmless(t *testing.T) {
	hostile := &Table{
		Title:   "a\x1b]0;title\ab",
		Columns: []Column{{Name: "x\ny"}, {Name: "z"}},
		Rows:    [][]string{{"\x1b[31mred\u009b0m", "tab\there\r\u202eback\u2028\xff"}},
		Notes:   []string{"one\r\ntwo"},
	}
	want := `a\x1b]0;title\ab

x y                  z
─────────────────────────────────────────────
\x1b[31mred\u009b0m  tab here \u202eback \xff

one  two
`
	if diff := cmp.Diff(want, drawing(t, hostile, Text)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Two names that differ do not look alike: what cannot be seen is escaped, but for what
// scripts and pictures need behind characters of their own (Unicode 17, section 23.2 on
// joiners, 23.4 on selectors; UAX 44 on characters that are ignored by default).
func TestInvisible(t *testing.T) {
	for given, want := range map[string]string{
		"a\u200db": `a\u200db`, "a\u200bb": `a\u200bb`, "a\ufe0fb": `a\ufe0fb`, "a\u3164b": `a\u3164b`, "a\u034fb": `a\u034fb`,
		"\u200d": `\u200d`, "क\u200dष": "क\u200dष", "می\u200cخ": "می\u200cخ", "❤\ufe0f": "❤\ufe0f", "👩\u200d🚀": "👩\u200d🚀",
		"\U000e0061": `\U000e0061`, "\ufeffa": `\ufeffa`, "a\u00adb": `a\u00adb`,
	} {
		if got := Clean(given); got != want {
			t.Errorf("%+q is shown as %q, want %q", given, got, want)
		}
	}
}

// The locale must not move a column: in an East Asian one, which this variable
// of go-pretty's width library stands for, it takes τ and – for two columns.
func TestGoldensIgnoreLocale(t *testing.T) {
	again := exec.Command(os.Args[0], "-test.run=^TestGoldens$")
	again.Env = append(os.Environ(), "RUNEWIDTH_EASTASIAN=1")
	out, err := again.CombinedOutput()
	if errors.Is(err, syscall.ENOEXEC) {
		t.Skip("an emulated program cannot start itself")
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// nasty draws strings that are mostly characters with a meaning somewhere.
var nasty = rapid.OneOf(
	rapid.StringOfN(rapid.SampledFrom([]rune("ab0 ₀₉≤∧¬✓−αρ⌈&%$#_{}~^\\<>|`*[]!-'\"+,.;\t\r\n\x1b\u202e\u2028é模τ₁")), 0, 12, -1),
	rapid.String(),
	rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 8), func(b []byte) string { return string(b) }),
)

var anyTable = rapid.Custom(func(t *rapid.T) *Table {
	columns := rapid.IntRange(1, 4).Draw(t, "columns")
	cells := rapid.SliceOfN(nasty, columns, columns)
	table := &Table{Rows: rapid.SliceOfN(cells, 0, 4).Draw(t, "rows")}
	for _, name := range cells.Draw(t, "header") {
		table.Columns = append(table.Columns, Column{Name: name, Right: rapid.Bool().Draw(t, "right")})
	}
	return table
})

// Expected: the cells as SafeCell has them, which are read back as they are.
func TestCSVRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable.Draw(t, "table")
		got, err := csv.NewReader(strings.NewReader(drawing(t, table, CSV))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		want := append([][]string{table.header()}, table.Rows...)
		for i := range want {
			want[i] = each(want[i], SafeCell)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

// Expected: a title, a header, a rule and one line for each row and note,
// whatever the cells hold; nothing but graphic characters (or joiners), and no
// trailing space.
func TestTextLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable.Draw(t, "table")
		table.Title, table.Notes = "title", []string{nasty.Draw(t, "note")}
		lines := strings.Split(drawing(t, table, Text), "\n")
		if got, want := len(lines), 2+2+len(table.Rows)+2+1; got != want {
			t.Fatalf("%d lines, want %d", got, want)
		}
		for _, line := range lines {
			if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) && r != '\u200c' && r != '\u200d' }); i >= 0 {
				t.Fatalf("line %q holds a character that is not graphic", line)
			}
			if strings.HasSuffix(line, " ") {
				t.Fatalf("line %q has a trailing space", line)
			}
		}
	})
}

// Expected: read by the rules of GitHub's pipe tables (a cell ends at a pipe
// without a backslash before it, a backslash makes punctuation literal), every
// row has its cells, and each cell is its own clean text.
func TestMarkdownCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable.Draw(t, "table")
		lines := strings.Split(strings.TrimSuffix(drawing(t, table, Markdown), "\n"), "\n")
		if got, want := len(lines), 2+len(table.Rows); got != want {
			t.Fatalf("%d lines, want %d", got, want)
		}
		want := append([][]string{table.header()}, table.Rows...)
		for i, line := range append(lines[:1:1], lines[2:]...) {
			clean := each(want[i], func(s string) string { return strings.TrimSpace(Clean(s)) })
			if diff := cmp.Diff(clean, readMarkdown(line)); diff != "" {
				t.Fatalf("line %q (-want +got):\n%s", line, diff)
			}
		}
	})
}

// readMarkdown is a reader of one line of a pipe table, written from the GFM
// specification, section 4.10, and CommonMark's backslash escapes.
func readMarkdown(line string) []string {
	var cells []string
	var cell strings.Builder
	line = strings.ReplaceAll(line, "<!-- -->", "") // HTML comments are not shown (section 6.10)
	runes := []rune(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|") + "|")
	for i := 0; i < len(runes); i++ {
		switch {
		case runes[i] == '\\' && i+1 < len(runes):
			i++
			cell.WriteRune(runes[i])
		case runes[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		case runes[i] == '`', runes[i] == '<', runes[i] == '*', runes[i] == '_', runes[i] == '[':
			cell.WriteString("MARKUP")
		default:
			cell.WriteRune(runes[i])
		}
	}
	entities := strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")
	return each(cells, entities.Replace)
}

// What GitHub makes a link, a mention, an emoji or a reference of without any mark
// (GFM 0.29, section 6.9, and GitHub's own rules for @name, :name: and #1) is parted
// by a comment; names of metrics are not.
func TestMarkdownIsNotLive(t *testing.T) {
	const part = "<!-- -->"
	for given, want := range map[string]string{
		"http://evil.example":   "http:" + part + "//evil.example",
		"see HTTPS://x.example": "see HTTPS:" + part + "//x.example",
		"www.evil.example":      "www" + part + ".evil.example",
		"mailto:a@b.example":    "mailto:" + part + "a@" + part + "b.example",
		"user@host.example":     "user@" + part + "host.example",
		"@octocat":              "@" + part + "octocat",
		"ask @octocat":          "ask @" + part + "octocat",
		"x :smile: y":           "x :" + part + "smile: y",
		"fixes #1":              `fixes \#` + part + "1",
		"pass@2":                "pass@2",
		"gpass@4:0.5":           "gpass@4:0.5",
		"coins:20x30:1.5":       "coins:20x30:1.5",
		"stand-in:aime25":       "stand-in:aime25",
	} {
		if got := markdownInline(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
}

// A spreadsheet takes what begins with = + - @ for a formula (OWASP, "CSV
// Injection"), but for numbers; some trim blanks, turn signs of full width into the
// others, or begin a cell behind a semicolon. The rest is what the text of a table
// escapes.
func TestSafeCell(t *testing.T) {
	for given, want := range map[string]string{
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1+1": "'+1+1", "-2+3": "'-2+3", "@SUM(A1)": "'@SUM(A1)",
		"-0.5": "-0.5", "+Inf": "+Inf", "1e-3": "1e-3", "": "", "gpt-4": "gpt-4",
		"\t=1": "' =1", " +1+1": "' +1+1", "\n=1": "' =1", "＝1": "'＝1", "a;=1+1;b": "a;'=1+1;b", `";-a;" @b`: `";'-a;" '@b`,
		`"=1`: `'"=1`, "a=1": "a=1", "a; b": "a; b", "; =1": "; '=1", "-1;=2": "'-1;'=2",
		"\x1b[31m": `\x1b[31m`, "a\u202eb": `a\u202eb`, "-": "'-",
	} {
		if got := SafeCell(given); got != want {
			t.Errorf("%q becomes %q, want %q", given, got, want)
		}
	}
	table := &Table{Columns: []Column{{Name: "model"}}, Rows: [][]string{{"=1"}}}
	if got := drawing(t, table, CSV); got != "model\n'=1\n" {
		t.Errorf("a table becomes %q", got)
	}
}

// A paragraph that starts like a list, a rule or a heading stays a paragraph:
// CommonMark 0.31, sections 4 and 5.
func TestMarkdownParagraphs(t *testing.T) {
	for given, want := range map[string]string{
		"- item": `\- item`, "+ item": `\+ item`, "* item": `\* item`,
		"1. item": `1\. item`, "12) item": `12\) item`, "---": `\---`, "===": `\===`,
		"# heading": `\# heading`, "> quote": `&gt; quote`, "    code": `code`,
		"a|b <script>": `a\|b &lt;script&gt;`, "0.5 of all": "0\\.5 of all",
	} {
		if got := markdownText(given); got != want {
			t.Errorf("markdownText(%q) = %q, want %q", given, got, want)
		}
	}
}

// Expected: one ampersand less than columns on each row and no special
// character but in the commands this test knows how to undo, which give the
// clean text back.
func TestLaTeXCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable.Draw(t, "table")
		lines := strings.Split(strings.TrimSuffix(drawing(t, table, LaTeX), "\n"), "\n")
		if got, want := len(lines), 6+len(table.Rows); got != want {
			t.Fatalf("%d lines, want %d", got, want)
		}
		want := append([][]string{table.header()}, table.Rows...)
		for i, line := range append(lines[2:3:3], lines[4:len(lines)-2]...) {
			clean := each(want[i], latexMeaning)
			if diff := cmp.Diff(clean, readLaTeX(t, line)); diff != "" {
				t.Fatalf("line %q (-want +got):\n%s", line, diff)
			}
		}
	})
}

func latexMeaning(s string) string {
	return strings.ReplaceAll(Clean(strings.TrimSpace(s)), "\uFFFD", "?")
}

// latexUndo is a list of its own of the commands of LaTeX 2e, its textcomp
// symbols and its mathematics that a cell may hold.
var latexUndo = []string{
	`\textasciitilde{}`, "~", `\textasciicircum{}`, "^", `\textbackslash{}`, `\`,
	`\textless{}`, "<", `\textgreater{}`, ">", `\textbar{}`, "|", `\textasciigrave{}`, "`",
	`\ensuremath{-}`, "−", `\ensuremath{\le}`, "≤", `\ensuremath{\ge}`, "≥",
	`\ensuremath{\ne}`, "≠", `\ensuremath{\approx}`, "≈", `\ensuremath{\infty}`, "∞",
	`\ensuremath{\wedge}`, "∧", `\ensuremath{\vee}`, "∨", `\ensuremath{\neg}`, "¬",
	`\ensuremath{\surd}`, "✓", `\ensuremath{\times}`, "✗",
	`\ensuremath{\to}`, "→", `\ensuremath{\lceil}`, "⌈", `\ensuremath{\rceil}`, "⌉",
	`\ensuremath{\alpha}`, "α", `\ensuremath{\beta}`, "β", `\ensuremath{\mu}`, "μ",
	`\ensuremath{\rho}`, "ρ", `\ensuremath{\sigma}`, "σ", `\ensuremath{\tau}`, "τ",
	`\textsubscript{0}`, "₀", `\textsubscript{1}`, "₁", `\textsubscript{2}`, "₂",
	`\textsubscript{3}`, "₃", `\textsubscript{4}`, "₄", `\textsubscript{5}`, "₅",
	`\textsubscript{6}`, "₆", `\textsubscript{7}`, "₇", `\textsubscript{8}`, "₈",
	`\textsubscript{9}`, "₉", `\{`, "{", `\}`, "}",
	`\&`, "&", `\%`, "%", `\$`, "$", `\#`, "#", `\_`, "_", `$-$`, "-", `{}`, "",
}

func readLaTeX(t *rapid.T, line string) []string {
	line, ok := strings.CutSuffix(line, ` \\`)
	if !ok {
		t.Fatalf("row %q does not end the row", line)
	}
	if strings.HasPrefix(line, "[") || strings.HasPrefix(line, "*") {
		t.Fatalf("row %q starts with an option of the command before it", line)
	}
	var cells []string
	var cell strings.Builder
next:
	for line != "" {
		for i := 0; i < len(latexUndo); i += 2 {
			if rest, ok := strings.CutPrefix(line, latexUndo[i]); ok {
				cell.WriteString(latexUndo[i+1])
				line = rest
				continue next
			}
		}
		if rest, ok := strings.CutPrefix(line, "&"); ok {
			cells = append(cells, strings.TrimSuffix(cell.String(), " "))
			cell.Reset()
			line = strings.TrimPrefix(rest, " ")
			continue
		}
		if strings.ContainsAny(line[:1], `%$#_{}~^\<>|`) || strings.HasPrefix(line, "--") {
			t.Fatalf("the row is not literal from %q on", line)
		}
		cell.WriteByte(line[0])
		line = line[1:]
	}
	return append(cells, cell.String())
}

func each(cells []string, f func(string) string) []string {
	out := make([]string, len(cells))
	for i, cell := range cells {
		out[i] = f(cell)
	}
	return out
}

// By the contract of Write: a wrong shape is a programmer's mistake, an
// unknown format and a failing writer are errors.
func TestWriteFails(t *testing.T) {
	for name, table := range map[string]*Table{
		"no columns": {},
		"short row":  {Columns: []Column{{Name: "a"}, {Name: "b"}}, Rows: [][]string{{"1"}}},
		"long row":   {Columns: []Column{{Name: "a"}}, Rows: [][]string{{"1", "2"}}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("Write did not panic")
				}
			}()
			table.Write(&strings.Builder{}, CSV)
		})
	}
	if err := board().Write(&strings.Builder{}, "json"); err == nil {
		t.Error("Write accepted the format json")
	}
	if err := board().Write(full{}, Text); !errors.Is(err, errFull) {
		t.Errorf("Write to a full disk: %v", err)
	}
}

var errFull = errors.New("disk full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The expected strings are fixed-point decimals rounded by strconv (to nearest
// even of the exact binary value) and the conventions of Float's doc.
func TestNumbers(t *testing.T) {
	negativeZero := math.Copysign(0, -1)
	for _, c := range []struct {
		got, want string
	}{
		{Float(0.23324, 4), "0.2332"},
		{Float(-1.5, 1), "-1.5"},
		{Float(44, 0), "44"},
		{Float(-0.0004, 3), "0.000"},
		{Float(-0.3, 0), "0"},
		{Float(negativeZero, 1), "0.0"},
		{Float(math.NaN(), 3), "–"},
		{Float(math.Inf(1), 3), "∞"},
		{Float(math.Inf(-1), 3), "-∞"},
		{Percent(0.837, 1), "83.7 %"},
		{Percent(1, 0), "100 %"},
		{Percent(math.NaN(), 1), "–"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
