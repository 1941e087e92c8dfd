package audit

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/audit"
)

// Widths of the table as text, in characters.
const (
	auditWidth     = 120 // width of the whole table
	auditNameWidth = 50  // greatest width of the column of names
	auditWhyWidth  = 30  // least width of the column of reasons
)

// An auditLine is a line of the table: either the check of a number, or a heading.
type auditLine struct {
	head bool
	audit.Check
}

// headingFor returns a heading with the given name.
func headingFor(name string) auditLine {
	return auditLine{true, audit.Check{Name: name, Published: math.NaN(), Recomputed: math.NaN()}}
}

// name returns the text in the first column of the line. The names of checks are
// indented below the name of their log.
func (l auditLine) name() string { return wording.If(!l.head, "  ") + l.Name }

func (l auditLine) published() string  { return auditedNumber(l.Published) }
func (l auditLine) recomputed() string { return auditedNumber(l.Recomputed) }

// table returns a table of the logs and the numbers in them. Logs with the worst
// verdicts come first, and so do the numbers with the worst verdicts in each log.
func (a Audit) table() *tables.Table {
	lines := a.lines()
	table := tables.New(a.title(), []tables.Field[auditLine]{
		tables.Wrapped("number", auditNameWidth, auditLine.name),
		tables.Right("published", auditLine.published),
		tables.Right("recomputed", auditLine.recomputed),
		tables.Left("verdict", func(l auditLine) string { return string(l.Verdict) }),
		tables.Wrapped("why", whyWidth(lines), func(l auditLine) string { return l.Why }),
	}, lines)
	for i, line := range lines {
		if line.head {
			table.Headings = append(table.Headings, i)
		}
	}
	table.Warn(a.notes()...)
	return table
}

// whyWidth returns the width of the column of reasons. The column takes what the other
// columns leave, but at least auditWhyWidth.
func whyWidth(lines []auditLine) int {
	name, published, recomputed := 0, len("published"), len("recomputed")
	for _, l := range lines {
		if !l.head {
			name = max(name, utf8.RuneCountInString(l.name()))
			published = max(published, len(l.published()))
			recomputed = max(recomputed, len(l.recomputed()))
		}
	}
	others := min(name, auditNameWidth) + published + recomputed + len(audit.CannotTell) + 4*len("  ")
	return max(auditWhyWidth, auditWidth-others)
}

// lines returns the lines of the table for all logs in which at least one number was
// checked.
func (a Audit) lines() []auditLine {
	logs := lists.Where(a.Logs, func(l audit.Log) bool { return len(l.Checks) > 0 })
	slices.SortStableFunc(logs, func(x, y audit.Log) int { return worst(x.Checks) - worst(y.Checks) })
	names := shortNames(logs)
	var lines []auditLine
	for i, log := range logs {
		checks := slices.Clone(log.Checks)
		slices.SortStableFunc(checks, func(x, y audit.Check) int { return badness(x) - badness(y) })
		shown := lists.Where(checks, a.shows)
		n := len(checks) - len(shown)
		agree := fmt.Sprintf("%s %s", tables.Count(n, "number"), wording.Verb(n, "agrees", "agree"))
		if len(shown) == 0 {
			lines = append(lines, headingFor(names[i]+": "+agree))
			continue
		}
		lines = append(lines, headingFor(names[i]))
		lines = append(lines, lists.Each(shown, func(c audit.Check) auditLine { return auditLine{Check: c} })...)
		if n > 0 {
			lines = append(lines, headingFor("  "+agree))
		}
	}
	return lines
}

// shows reports whether the table has a line for a check. It has none if the numbers
// agree, unless the user asked for all checks or said which number to expect.
func (a Audit) shows(c audit.Check) bool { return a.All || c.Verdict != audit.Agrees || c.Expected }

// badness returns a number that orders verdicts. It is smaller for worse verdicts:
// first differs, then cannot tell, then agrees.
func badness(c audit.Check) int {
	return slices.Index([]audit.Verdict{audit.Differs, audit.CannotTell, audit.Agrees}, c.Verdict)
}

// worst returns the badness of the worst verdict among several checks.
func worst(checks []audit.Check) int {
	return badness(slices.MinFunc(checks, func(x, y audit.Check) int { return badness(x) - badness(y) }))
}

// shortNames returns the names of logs, shortened to fit a line. A long name first
// loses the folders that all names share, and then its middle. Names that would become
// equal are not shortened.
func shortNames(logs []audit.Log) []string {
	names := lists.Each(logs, func(log audit.Log) string { return filepath.ToSlash(log.File) })
	common := commonFolders(names)
	short := make([]string, len(names))
	places := map[string]int{}
	for i, name := range names {
		short[i] = shortenName(name, common)
		places[short[i]]++
	}
	for i, name := range short {
		if places[name] > 1 {
			short[i] = names[i]
		}
	}
	return short
}

// shortenName shortens the name of a log so that a count fits behind the name in the
// same line. The second argument is the prefix that the names of all logs share.
func shortenName(name, common string) string {
	const room = auditWidth - len(": 1000 numbers agree")
	if common != "" && utf8.RuneCountInString(name) > room {
		name = "…/" + strings.TrimPrefix(name, common)
	}
	return cutMiddle(name, room)
}

// cutMiddle shortens a text to at most the given number of characters by replacing its
// middle with an ellipsis.
func cutMiddle(s string, room int) string {
	letters := []rune(s)
	if len(letters) <= room {
		return s
	}
	return string(letters[:room/2]) + "…" + string(letters[len(letters)-(room-room/2)+1:])
}

// commonFolders returns the longest prefix, up to a slash, that all names have in
// common.
func commonFolders(names []string) string {
	if len(names) < 2 {
		return ""
	}
	common := names[0]
	for _, name := range names[1:] {
		for !strings.HasPrefix(name, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	return common[:strings.LastIndexByte(common, '/')+1]
}

// title returns a sentence that says how many numbers differ, names the first of them,
// and counts all others.
func (a Audit) title() string {
	counts := map[audit.Verdict]int{}
	total, first, kind := 0, "", "published number"
	for _, log := range a.Logs {
		for _, c := range log.Checks {
			counts[c.Verdict]++
			total++
			if c.Expected {
				kind = "published or expected number"
			}
			if first == "" && c.Verdict == audit.Differs {
				first = cutMiddle(c.Name, 40)
			}
		}
	}
	of := tables.Count(len(a.Logs), "log")
	published := tables.Count(total, kind)
	switch {
	case total == 0:
		return fmt.Sprintf("Nothing could be checked: %s %s no numbers.", of, wording.Verb(len(a.Logs), "publishes", "publish"))
	case counts[audit.CannotTell] == total:
		return fmt.Sprintf("Nothing could be checked: %s cannot be compared (%s).", published, of)
	}
	said := fmt.Sprintf("None of %s differs", published)
	switch n := counts[audit.Differs]; {
	case n == 1:
		said = fmt.Sprintf("1 of %s differs: %s", published, first)
	case n > 1:
		said = fmt.Sprintf("%d of %s differ: %s and %d more", n, published, first, n-1)
	}
	return fmt.Sprintf("%s; %s (%s).", said, otherVerdicts(counts), of)
}

// otherVerdicts returns a phrase that says how many numbers agree and how many could
// not be checked.
func otherVerdicts(counts map[audit.Verdict]int) string {
	var parts []string
	if n := counts[audit.Agrees]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d %s", n, wording.Verb(n, "agrees", "agree")))
	}
	if n := counts[audit.CannotTell]; n > 0 {
		parts = append(parts, fmt.Sprintf("%d could not be checked", n))
	}
	return cmp.Or(strings.Join(parts, ", "), "none agrees")
}

// notes returns notes about files and logs that do not appear in the table.
func (a Audit) notes() []string {
	var notes []string
	silent := map[string]int{}
	for _, log := range a.Logs {
		if len(log.Checks) == 0 {
			silent[log.Format]++
		}
	}
	if len(silent) > 0 {
		total := 0
		var formats []string
		for _, format := range slices.Sorted(maps.Keys(silent)) {
			total += silent[format]
			formats = append(formats, fmt.Sprintf("%s %d", format, silent[format]))
		}
		notes = append(notes, fmt.Sprintf("%s %s no published number that can be audited: %s.",
			tables.Count(total, "log"), wording.Verb(total, "has", "have"), strings.Join(formats, ", ")))
	}
	return append(notes, a.Stopped, a.passedOver())
}

// passedOver returns a note that counts the skipped files: those that are not logs, and
// those with only aggregates of logs. It returns "" if there are none.
func (a Audit) passedOver() string {
	var parts []string
	if a.NoLogs > 0 {
		parts = append(parts, fmt.Sprintf("%d not a log", a.NoLogs))
	}
	if a.Companions > 0 {
		parts = append(parts, fmt.Sprintf("%d with aggregates only", a.Companions))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Skipped: %s (%s).", tables.Count(a.NoLogs+a.Companions, "file"), strings.Join(parts, ", "))
}
