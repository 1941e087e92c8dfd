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
	if t.Lead != "" {
		fmt.Fprintf(&b, "%s\n\n", markdownText(t.Lead))
	}
	// go-pretty escapes pipes.
	w := t.pretty(markdownInline, "")
	w.Style().Format.Header = 0
	w.Style().Markdown.PadContent = true
	b.WriteString(w.RenderMarkdown())
	b.WriteByte('\n')
	for _, note := range t.AllNotes() {
		fmt.Fprintf(&b, "\n%s\n", markdownText(note))
	}
	return b.String()
}

// markdownMarks escapes every ASCII character, except the pipe, that GitHub Flavored
// Markdown can read as inline markup, mathematics or HTML. A backslash makes ASCII
// punctuation literal (CommonMark 0.31, section 2.4).
var markdownMarks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`,
	`~`, `\~`, `$`, `\$`, `#`, `\#`, `!`, `\!`,
	`&`, `&amp;`, `<`, `&lt;`, `>`, `&gt;`,
)

func markdownInline(s string) string {
	return strings.ReplaceAll(markdownMarks.Replace(insertDividers(Clean(s))), divider, "<!-- -->")
}

// divider marks a place in a text where an empty HTML comment must separate two
// characters. It is a private-use character. Clean escapes such characters, so the text
// itself contains none.
const divider = "\uE000"

// livePatterns match text that GitHub turns into a link, a mention or an emoji without
// any markup (GFM 0.29, section 6.9). Each pattern has two groups. A divider between
// the texts of the two groups prevents this.
var livePatterns = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(\b(?:https?|ftp):)(//)`),
	regexp.MustCompile(`(?i)(\b(?:mailto|xmpp):)([^\s])`),
	regexp.MustCompile(`(?i)(\bwww)(\.)`),
	regexp.MustCompile(`([\pL\d.+_-]@)([\pL\d_-]+\.[\pL\d])`), // an address
	regexp.MustCompile(`((?:^|[^\pL\d_])@)([\pL\d])`),         // a mention
	regexp.MustCompile(`(:)([\pL+-][\pL\d_+-]*:)`),            // an emoji
	regexp.MustCompile(`(#)(\d)`),                             // an issue
}

// insertDividers inserts a divider into each text that GitHub would turn into a link, a
// mention or an emoji, so that GitHub shows the text unchanged.
func insertDividers(s string) string {
	for _, pattern := range livePatterns {
		s = pattern.ReplaceAllString(s, "${1}"+divider+"${2}")
	}
	return s
}

// blockMark matches the beginning of text that would turn a paragraph into a list, a
// rule or a heading.
var blockMark = regexp.MustCompile(`^([-+=]|[0-9]+[.)])`)

// markdownText escapes a paragraph for Markdown.
func markdownText(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(markdownInline(s), "|", `\|`))
	if mark := blockMark.FindString(s); mark != "" {
		last := len(mark) - 1
		return s[:last] + `\` + s[last:]
	}
	return s
}
