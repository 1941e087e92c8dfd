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
	// The pipes are left to go-pretty, which escapes them.
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

// markdownMarks is every ASCII character that GitHub Flavored Markdown may
// take for inline markup, mathematics or HTML, but for the pipe. CommonMark
// 0.31, section 2.4: a backslash before ASCII punctuation makes it literal.
var markdownMarks = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`,
	`~`, `\~`, `$`, `\$`, `#`, `\#`, `!`, `\!`,
	`&`, `&amp;`, `<`, `&lt;`, `>`, `&gt;`,
)

func markdownInline(s string) string {
	return strings.ReplaceAll(markdownMarks.Replace(dead(Clean(s))), apart, "<!-- -->")
}

// apart marks where an empty comment is to part two characters. It is for private
// use, so clean has escaped any that was there.
const apart = "\uE000"

// live is what GitHub makes a link, a mention or an emoji of although no mark of the
// language is there (GFM 0.29, section 6.9), in two parts that must not stand
// together.
var live = []*regexp.Regexp{
	regexp.MustCompile(`(?i)(\b(?:https?|ftp):)(//)`),
	regexp.MustCompile(`(?i)(\b(?:mailto|xmpp):)([^\s])`),
	regexp.MustCompile(`(?i)(\bwww)(\.)`),
	regexp.MustCompile(`([\pL\d.+_-]@)([\pL\d_-]+\.[\pL\d])`), // an address
	regexp.MustCompile(`((?:^|[^\pL\d_])@)([\pL\d])`),         // somebody
	regexp.MustCompile(`(:)([\pL+-][\pL\d_+-]*:)`),            // an emoji
	regexp.MustCompile(`(#)(\d)`),                             // an issue
}

// dead keeps text from coming alive.
func dead(s string) string {
	for _, pattern := range live {
		s = pattern.ReplaceAllString(s, "${1}"+apart+"${2}")
	}
	return s
}

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
