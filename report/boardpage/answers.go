package boardpage

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/standings"

	"settle/report/page"
)

// alone tells whether there is nobody to compare a model with.
func (p Part) alone() bool { return len(p.Standings.Rankings[0].Rows) < 2 }

// toRun is what tells more models apart. It need not be about the first place.
func (p Part) toRun() string {
	if p.Budget == nil {
		return p.why(Plan)
	}
	said := p.Budget.InShort()
	if standings.Decided(p.Standings.Rankings[0]) && p.Budget.Advises() {
		said = "The first place needs nothing more, on these questions. For others: " + said
	}
	if by := p.Standings.Rankings[0].Metric; !p.Budget.Models.Known && by != p.Budget.Metric() {
		said += fmt.Sprintf(" (Planned by %s, under whose uniform prior gaps and z are other than by %s.)", p.Budget.Metric(), by)
	}
	return said
}

// why says why something was not found.
func (p Part) why(s Study) string {
	if reason := p.Absent[s]; reason != "" {
		return "Not shown: " + reason + "."
	}
	return ""
}

// perTask are the tasks, one a row.
func perTask(parts []Part) page.Table {
	t := page.Table{
		Title: "Task by task", Stacked: true,
		Columns: []tables.Column{{Name: "task"}, {Name: "who leads"}, {Name: "who could be first"}, {Name: "what to run next"}},
	}
	for _, p := range parts {
		t.Rows = append(t.Rows, page.RowOf(p.name(), p.leads(), standings.CouldLead(p.Standings.Rankings[0]),
			p.toRun()))
	}
	return t
}
