package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
)

const (
	fewFiles  = 10 // at most this many files are listed one per line
	listWidth = 76 // line width of a longer list
)

// sayWritten lists the committed files in the folder of --out on standard error, unless --quiet is
// set.
func (e *Env) sayWritten(names []string) {
	if len(names) == 0 || e.Quiet {
		return
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(stem(a), stem(b)), cmp.Compare(a, b))
	})
	fmt.Fprintf(e.Stderr, "%s: wrote %s to %s:\n", e.program, tables.Count(len(names), "file"), e.output.dir)
	for _, line := range listLines(names) {
		fmt.Fprintf(e.Stderr, "  %s\n", line)
	}
}

// stem returns a name without its extension.
func stem(name string) string { return strings.TrimSuffix(name, filepath.Ext(name)) }

// listLines returns the lines of a list of files. A short list has one name per line; a long list
// has several names per line, and groups names with the same stem.
func listLines(names []string) []string {
	if len(names) <= fewFiles {
		return names
	}
	lines := []string{""}
	for _, name := range groupNames(names) {
		last := len(lines) - 1
		switch longer := strings.TrimSpace(lines[last] + " " + name); {
		case lines[last] != "" && len(longer) > listWidth:
			lines = append(lines, name)
		default:
			lines[last] = longer
		}
	}
	return lines
}

// groupNames joins adjacent names that differ only in their extension. The result uses shell
// notation: fig1.{csv,png,svg}.
func groupNames(names []string) []string {
	var out []string
	for len(names) > 0 {
		n := 1
		for n < len(names) && stem(names[n]) == stem(names[0]) {
			n++
		}
		name := names[0]
		if n > 1 {
			endings := lists.Each(names[:n], func(name string) string { return strings.TrimPrefix(filepath.Ext(name), ".") })
			name = stem(name) + ".{" + strings.Join(endings, ",") + "}"
		}
		out, names = append(out, name), names[n:]
	}
	return out
}
