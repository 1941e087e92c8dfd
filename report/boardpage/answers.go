package boardpage

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/standings"

	"settle/report/page"
)

// lacksPairs reports whether the board has fewer than two models.
func (p Part) lacksPairs() bool { return len(p.Standings.Rankings[0].Rows) < 2 }

// trialsPhrase returns sentences that say which trials to run in order to separate more
// models. If no plan was computed, it gives the reason.
func (p Part) trialsPhrase() string {
	if p.Budget == nil {
		return p.missingReason(Plan)
	}
	said := p.Budget.InShort()
	if standings.Decided(p.Standings.Rankings[0]) && p.Budget.Advises() {
		said = "The first place needs no more trials on these questions. For other places: " + said
	}
	if by := p.Standings.Rankings[0].Metric; !p.Budget.Models.Known && by != p.Budget.Metric() {
		said += fmt.Sprintf(" (The plan uses %s, whose uniform prior gives other gaps and values of z than %s.)", p.Budget.Metric(), by)
	}
	return said
}

// missingReason returns a sentence that says why the results of a study are missing, or
// "" if they are not missing.
func (p Part) missingReason(s Study) string {
	if reason := p.Absent[s]; reason != "" {
		return "Not shown: " + reason + "."
	}
	return ""
}

// perTask returns a table with one task per row: its leader, the models that could be
// first, and what to run next.
func perTask(parts []Part) page.Table {
	t := page.Table{
		Title: "Task by task", Stacked: true,
		Columns: []tables.Column{{Name: "task"}, {Name: "who leads"}, {Name: "who could be first"}, {Name: "what to run next"}},
	}
	for _, p := range parts {
		t.Rows = append(t.Rows, page.RowOf(p.name(), p.leads(), standings.CouldLead(p.Standings.Rankings[0]),
			p.trialsPhrase()))
	}
	return t
}
