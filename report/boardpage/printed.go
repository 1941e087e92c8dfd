package boardpage

import (
	"fmt"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
)

// Printed returns the report that a command prints after it has written a page to a
// file of the given size in bytes. The report contains the first sentences of the page.
// As JSON, it also contains the studies that no other command prints.
func Printed(file string, bytes int, parts []Part) report.Report {
	t := tables.New("The page is "+file, []tables.Field[Part]{
		tables.Left("task", Part.name), tables.Wrapped("who leads", 50, Part.leads),
		tables.Wrapped("what to run next", 50, Part.trialsPhrase),
	}, parts)
	document := tables.NewObject("page", file, "bytes", bytes, "tasks", lists.Each(parts, Part.resultsForJSON))
	r := report.Report{JSON: document, Tables: []*tables.Table{t}}
	if len(parts) == 1 {
		r.Sentence = fmt.Sprintf("%s%s\nThe page is %s.", tables.Clean(parts[0].leads()), parts[0].briefLine(), tables.Clean(file))
	}
	return r
}

// briefLine returns a line that says which trials to run next. It returns "" if there
// is no plan of trials.
func (p Part) briefLine() string {
	if p.Budget == nil {
		return ""
	}
	run, _ := p.shortPlan()
	return "\nWhat to run next? " + tables.Clean(run) + "."
}

// resultsForJSON returns the results for one task, for JSON.
func (p Part) resultsForJSON() tables.Object {
	scores, questions, standard, changes := tables.Absent, tables.Absent, tables.Absent, tables.Absent
	if p.Changes != nil {
		changes = p.Changes.Report(report.JSON).JSON
	}
	if p.Scores != nil {
		scores = p.Scores.Report().JSON
	}
	if p.Questions != nil {
		questions = p.Questions.Report(report.JSON).JSON
	}
	if p.Card != nil {
		standard = p.Card.Report(report.JSON).JSON
	}
	return tables.NewObject("task", p.Standings.Task, "lead", p.begins(), "run", p.trialsPhrase(),
		"scores", scores, "questions", questions, "standard", standard, "changes", changes)
}
