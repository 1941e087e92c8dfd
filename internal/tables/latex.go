package tables

import (
	"fmt"
	"strconv"
	"strings"
)

func (t *Table) latex() string {
	var b strings.Builder
	float := t.Title != "" || t.Lead != "" || len(t.AllNotes()) > 0
	if float {
		b.WriteString("\\begin{table}\n\\centering\n")
	}
	if caption := t.caption(); caption != "" {
		fmt.Fprintf(&b, "\\caption{%s}\n", latexText(caption))
	}
	t.latexTabular(&b)
	for _, note := range t.AllNotes() {
		fmt.Fprintf(&b, "\\par{\\footnotesize %s}\n", latexText(note))
	}
	if float {
		b.WriteString("\\end{table}\n")
	}
	return b.String()
}

// caption returns the table's title and main result as one text.
func (t *Table) caption() string {
	if t.Title == "" || t.Lead == "" {
		return t.Title + t.Lead
	}
	title := t.Title
	if !strings.HasSuffix(title, "?") {
		title += "."
	}
	return title + " " + t.Lead
}

func (t *Table) latexTabular(b *strings.Builder) {
	fmt.Fprintf(b, "\\begin{tabular}{%s}\n\\toprule\n", t.latexAlignment())
	latexRow(b, t.header())
	b.WriteString("\\midrule\n")
	for _, row := range t.Rows {
		latexRow(b, row)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

func (t *Table) latexAlignment() string {
	letters := make([]byte, len(t.Columns))
	for i, column := range t.Columns {
		letters[i] = 'l'
		if column.Right {
			letters[i] = 'r'
		}
	}
	return string(letters)
}

func latexRow(b *strings.Builder, cells []string) {
	escaped := make([]string, len(cells))
	for i, cell := range cells {
		escaped[i] = latexCell(cell)
	}
	row := strings.Join(escaped, " & ")
	if strings.HasPrefix(row, "[") || strings.HasPrefix(row, "*") {
		// LaTeX would otherwise read a row that starts with [ or * as an option of the \\ or
		// \midrule before it.
		row = "{}" + row
	}
	fmt.Fprintf(b, "%s \\\\\n", row)
}

// latexCell escapes the text of a cell for LaTeX. It replaces the hyphen of a negative
// number by a minus sign.
func latexCell(s string) string {
	s = strings.TrimSpace(s)
	if digits, ok := strings.CutPrefix(s, "-"); ok {
		if _, err := strconv.ParseFloat(digits, 64); err == nil {
			return "$-$" + latexText(digits)
		}
	}
	return latexText(s)
}

func latexText(s string) string { return latexMarks.Replace(Clean(s)) }

// latexMarks replaces text so that LaTeX shows every special character literally and
// forms no ligatures. Characters that LaTeX's default fonts lack become commands.
var latexMarks = strings.NewReplacer(
	`&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`, `_`, `\_`, `{`, `\{`, `}`, `\}`,
	`~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, `\`, `\textbackslash{}`,
	`<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
	"`", `\textasciigrave{}`, `--`, `-{}-{}`, `''`, `'{}'{}`,
	"\uFFFD", `?`,
	`−`, `\ensuremath{-}`, `≤`, `\ensuremath{\le}`, `≥`, `\ensuremath{\ge}`,
	`∧`, `\ensuremath{\wedge}`, `∨`, `\ensuremath{\vee}`, `¬`, `\ensuremath{\neg}`,
	`✓`, `\ensuremath{\surd}`, `✗`, `\ensuremath{\times}`,
	`≠`, `\ensuremath{\ne}`, `≈`, `\ensuremath{\approx}`, `∞`, `\ensuremath{\infty}`,
	`→`, `\ensuremath{\to}`, `⌈`, `\ensuremath{\lceil}`, `⌉`, `\ensuremath{\rceil}`,
	`α`, `\ensuremath{\alpha}`, `β`, `\ensuremath{\beta}`, `μ`, `\ensuremath{\mu}`,
	`ρ`, `\ensuremath{\rho}`, `σ`, `\ensuremath{\sigma}`, `τ`, `\ensuremath{\tau}`,
	`₀`, `\textsubscript{0}`, `₁`, `\textsubscript{1}`, `₂`, `\textsubscript{2}`,
	`₃`, `\textsubscript{3}`, `₄`, `\textsubscript{4}`, `₅`, `\textsubscript{5}`,
	`₆`, `\textsubscript{6}`, `₇`, `\textsubscript{7}`, `₈`, `\textsubscript{8}`,
	`₉`, `\textsubscript{9}`,
)
