package bakeoff

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
)

// A Template lists the files of an example method, which users can develop into their
// own method.
type Template struct {
	Files []TemplateFile `json:"files"`
	Next  []string       `json:"next"` // commands that run it
}

// A TemplateFile is a file of a Template.
type TemplateFile struct {
	File  string `json:"file"`
	About string `json:"about"`
}

// Report returns a list of the files, and the commands to run next.
func (t Template) Report() report.Report {
	width := lists.Max(t.Files, func(file TemplateFile) int { return len([]rune(file.File)) })
	var said strings.Builder
	for _, file := range t.Files {
		fmt.Fprintf(&said, "%-*s  %s\n", width, file.File, file.About)
	}
	said.WriteString("\nIt runs as it is:\n\n  " + strings.Join(t.Next, "\n  "))
	if slices.ContainsFunc(t.Next, func(line string) bool { return strings.HasSuffix(line, "CHECKOUT") }) {
		said.WriteString("\n\nCHECKOUT is the folder of Settle's source code: the module is not published.")
	}
	columns := []tables.Field[TemplateFile]{
		tables.Left("file", func(f TemplateFile) string { return f.File }),
		tables.Left("about", func(f TemplateFile) string { return f.About }),
	}
	return report.Report{JSON: t, Tables: []*tables.Table{tables.New("", columns, t.Files)}, Sentence: said.String()}
}
