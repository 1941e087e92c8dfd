package boardpage

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/page"
	"settle/report/standings"
	"settle/report/wording"
	"settle/study/posterior"
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
	return said + p.basisNote()
}

// shortPlan returns a few words that say which trials to run next. It also reports
// whether all pairs are separated.
func (p Part) shortPlan() (said string, done bool) {
	said, done = p.Budget.Short()
	return said + wording.If(p.basis() != "", " "+p.basis()), done
}

// basis returns words that say by which metric and on which questions the plan separates
// models. It returns "" if the ranking separates them by the same metric on the same
// questions.
func (p Part) basis() string {
	ranked := p.Standings.Rankings[0]
	if p.Budget.Models.Known || ranked.Metric == p.Budget.Metric() && ranked.Rules.Estimand == posterior.Questions {
		return ""
	}
	return fmt.Sprintf("by %s on these questions", p.Budget.Metric())
}

// basisNote returns a sentence in parentheses that says how the plan and the ranking
// differ, after a space. It returns "" if they do not differ.
func (p Part) basisNote() string {
	if p.basis() == "" {
		return ""
	}
	ranked := p.Standings.Rankings[0]
	return fmt.Sprintf(" (The plan separates models %s, the ranking by %s on %s questions.)", p.basis(), ranked.Metric,
		wording.IfElse(ranked.Rules.Estimand == posterior.Population, "similar", "these"))
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
