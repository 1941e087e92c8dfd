package boardpage

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/standings"

	"settle/report/page"
)

// alone reports whether the board has fewer than two models.
func (p Part) alone() bool { return len(p.Standings.Rankings[0].Rows) < 2 }

// toRun returns what to run to separate more models, not necessarily for the first place.
func (p Part) toRun() string {
	if p.Budget == nil {
		return p.why(Plan)
	}
	said := p.Budget.InShort()
	if standings.Decided(p.Standings.Rankings[0]) && p.Budget.Advises() {
		said = "The first place needs no more trials on these questions. For other places: " + said
	}
	if by := p.Standings.Rankings[0].Metric; !p.Budget.Models.Known && by != p.Budget.Metric() {
		said += fmt.Sprintf(" (Planned by %s. Its uniform prior gives other gaps and values of z than %s.)", p.Budget.Metric(), by)
	}
	return said
}

// why returns the reason why a study is absent, or "" for none.
func (p Part) why(s Study) string {
	if reason := p.Absent[s]; reason != "" {
		return "Not shown: " + reason + "."
	}
	return ""
}

// perTask returns the table of the tasks, one per row.
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
