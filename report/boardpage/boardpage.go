package boardpage

import (
	"cmp"
	"fmt"
	"strings"

	"settle/internal/tables"
	"settle/report"
	"settle/report/bootstrap"
	"settle/report/budget"
	"settle/report/converge"
	"settle/report/page"
	"settle/report/standings"
)

// A Part holds the results for one board, which is one task on the page. A field is nil
// if its study was not run; Absent then gives the reason.
type Part struct {
	Standings   standings.Standings
	Curves      *bootstrap.Curves
	Convergence *converge.Convergence
	Budget      *budget.Budget
	Next        *budget.Next
	Scores      *standings.ScoreParts
	Questions   *standings.Questions
	Card        *standings.Card
	Changes     *standings.Changes // changes since older results

	First string // first sentence of every report on the board
	Title string // title of the page, "" for the board's name

	Top int // number of models drawn and listed; 0 for all if there are at most 100, else the first 30

	Absent   map[Study]string // reasons for absent studies
	Commands map[Study]string // commands that print the same numbers
}

// A Study names one of the studies that a page shows.
type Study string

// The studies. Each is named after the command that shows it, except for the last four,
// which have no command.
const (
	Rank      Study = "rank"
	Versus    Study = "versus" // comparison of two models
	Bootstrap Study = "bootstrap"
	Converge  Study = "converge"
	Plan      Study = "budget"
	Next      Study = "next"
	Scores    Study = "scores"
	Questions Study = "questions"
	Standard  Study = "standard"
	Futures   Study = "futures"
	Changes   Study = "changes"
)

// New returns the HTML page of one or several boards, one board per task. If there are
// several parts, the last one must hold the results for all tasks pooled. The
// provenance of the page can be nil. New returns an error if a figure or a report
// cannot be rendered.
func New(parts []Part, from *report.Provenance) (*page.Page, error) {
	last := parts[len(parts)-1]
	p := &page.Page{Title: cmp.Or(last.Title, last.Standings.Name), Lead: last.begins(), Folded: true}
	if from != nil {
		p.Provenance = from.String()
	}
	if len(parts) == 1 {
		p.Summary = last.firstScreen("")
		sections, err := last.sections("", from)
		p.Sections = sections
		return p, err
	}
	p.Summary = append(last.firstScreen("all-"), perTask(parts[:len(parts)-1]))
	for i := range parts {
		at := (i + len(parts) - 1) % len(parts) // the pool of all tasks comes first
		s, err := parts[at].asSection(at+1, len(parts), from)
		if err != nil {
			return nil, err
		}
		p.Sections = append(p.Sections, s)
	}
	return p, nil
}

// begins returns the first sentences of the page: p.First, then a sentence about the
// leader.
func (p Part) begins() string { return strings.TrimSpace(p.First + " " + p.leads()) }

// leads returns a sentence that names the leader and says how certain its lead is.
func (p Part) leads() string {
	if lead := first(p.Standings.Report(string(tables.Text))).Lead; lead != "" {
		return lead
	}
	rows := p.Standings.Rankings[0].Rows
	if len(rows) == 1 {
		return fmt.Sprintf("The board has one model, %s: there is nothing to rank.", rows[0].Model)
	}
	return fmt.Sprintf("%s is first by %s, which has no intervals, so the uncertainty is unknown.",
		rows[0].Model, p.Standings.Rankings[0].Metric)
}

// first returns the first table in a report.
func first(r report.Report) *tables.Table { return r.Tables[0] }

// name returns the name of the task or, without one, of the board.
func (p Part) name() string { return cmp.Or(p.Standings.Task, p.Standings.Name) }
