package tables

import (
	"fmt"
	"regexp"
	"strings"
)

func (t *Table) markdown() string {
	var b strings.Builder
	if t.Title != "" {
		fmt.Fprintf(&b, "### %s\n\n", markdownText(t.Title))
	}
	// The pipes are left to go-pretty, which escapes them.
	w := t.pretty(markdownInline)
	w.Style().Format.Header = 0
	w.Style().Markdown.PadContent = true
	b.WriteString(w.RenderMarkdown())
	b.WriteByte('\n')
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "\n%s\n", markdownText(note))
	}
	return b.String()
}

// markdownMarks is every ASCII character that GitHub Flavored Markdown may
// take for inline markup, mathematics or HTML, but for the pipe. CommonMark
// 0.31, section 2.4: a backslash before ASCII punctuation makes it literal.
var markdownMarks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`,
	`~`, `\~`, `$`, `\$`, `#`, `\#`, `!`, `\!`,
	`&`, `&amp;`, `<`, `&lt;`, `>`, `&gt;`,
)

func markdownInline(s string) string { return markdownMarks.Replace(clean(s)) }

// blockMark is what would turn a paragraph into a list, a rule or a heading.
var blockMark = regexp.MustCompile(`^([-+=]|[0-9]+[.)])`)

// markdownText escapes a paragraph of its own.
func markdownText(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(markdownInline(s), "|", `\|`))
	if mark := blockMark.FindString(s); mark != "" {
		last := len(mark) - 1
		return s[:last] + `\` + s[last:]
	}
	return s
}
