package boardpage

import (
	"encoding/json"
	"fmt"

	"settle/internal/tables"
	"settle/report"
)

// printedDocument is what is said of a page that was written, as JSON.
type printedDocument struct {
	Page  string         `json:"page"`
	Bytes int            `json:"bytes"`
	Tasks []taskDocument `json:"tasks"`
}

type taskDocument struct {
	Task      string          `json:"task"`
	Lead      string          `json:"lead"`
	Run       string          `json:"run"`
	Scores    json.RawMessage `json:"scores,omitempty"`
	Questions json.RawMessage `json:"questions,omitempty"`
	Standard  json.RawMessage `json:"standard,omitempty"`
}

// Printed is the report of a page that was written: what it says first, and in JSON the
// studies that no other command shows.
func Printed(file string, bytes int, parts []Part) report.Report {
	d := printedDocument{Page: file, Bytes: bytes}
	var rows []taskDocument
	for _, p := range parts {
		one := taskDocument{Task: p.Standings.Task, Lead: p.leads(), Run: p.toRun()}
		if p.Scores != nil {
			one.Scores = raw(p.Scores.Report())
		}
		if p.Questions != nil {
			one.Questions = raw(p.Questions.Report(report.JSON))
		}
		if p.Card != nil {
			one.Standard = raw(p.Card.Report(report.JSON))
		}
		d.Tasks = append(d.Tasks, one)
		one.Task = p.name()
		rows = append(rows, one)
	}
	t := tables.New("The page is "+file, []tables.Field[taskDocument]{
		tables.Left("task", func(d taskDocument) string { return d.Task }),
		tables.Wrapped("who leads", 50, func(d taskDocument) string { return d.Lead }),
		tables.Wrapped("what to run next", 50, func(d taskDocument) string { return d.Run }),
	}, rows)
	r := report.Report{JSON: d, Tables: []*tables.Table{t}}
	if len(parts) == 1 {
		r.Sentence = fmt.Sprintf("%s %s\nThe page is %s.", tables.Clean(parts[0].leads()), tables.Clean(parts[0].toRun()), tables.Clean(file))
	}
	return r
}

// raw is a document as it is rendered.
func raw(r report.Report) json.RawMessage {
	rendered, err := r.Render(report.JSON)
	if err != nil {
		return nil // as of values that are no numbers, of which there are none
	}
	return rendered
}
