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

// Part is what was found of one board, a task of a page. What is nil was not found, and
// Absent says why.
type Part struct {
	Standings   standings.Standings
	Curves      *bootstrap.Curves
	Convergence *converge.Convergence
	Budget      *budget.Budget
	Next        *budget.Next
	Scores      *standings.ScoreParts
	Questions   *standings.Questions
	Card        *standings.Card
	Changes     *standings.Changes // since older results

	First string // what every report of the board begins with
	Title string // of the page, "" for the board's name

	Top int // models that are drawn and listed, 0 for all of a hundred or fewer and the first 30 of more

	Absent   map[Study]string // why something was not found
	Commands map[Study]string // that print the same numbers
}

// Study is one of those that a page shows.
type Study string

// The studies, by the commands that show them; the last four have none.
const (
	Rank      Study = "rank"
	Versus    Study = "versus" // of two models
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

// New makes a page of a board, or of several tasks of which the last is all of them
// together. from is where the page comes from, nil if that is not to be said.
func New(parts []Part, from *report.Provenance) (*page.Page, error) {
	last := parts[len(parts)-1]
	p := &page.Page{Title: cmp.Or(last.Title, last.Standings.Name), Lead: last.begins(), Folded: true}
	if from != nil {
		p.Provenance = from.String()
	}
	if len(parts) == 1 {
		p.Summary = last.atFirst("")
		sections, err := last.sections("", from)
		p.Sections = sections
		return p, err
	}
	p.Summary = append(last.atFirst("all-"), perTask(parts[:len(parts)-1]))
	for i := range parts {
		at := (i + len(parts) - 1) % len(parts) // all tasks together come first
		s, err := parts[at].asSection(at+1, len(parts), from)
		if err != nil {
			return nil, err
		}
		p.Sections = append(p.Sections, s)
	}
	return p, nil
}

// begins returns what the page says first: who leads, behind what is said before all else.
func (p Part) begins() string { return strings.TrimSpace(p.First + " " + p.leads()) }

// leads is who leads, and how sure that is.
func (p Part) leads() string {
	if lead := first(p.Standings.Report(string(tables.Text))).Lead; lead != "" {
		return lead
	}
	rows := p.Standings.Rankings[0].Rows
	if len(rows) == 1 {
		return fmt.Sprintf("The board has one model, %s: there is nothing to rank.", rows[0].Model)
	}
	return fmt.Sprintf("%s is first by %s, which has no intervals: how sure that is cannot be said.",
		rows[0].Model, p.Standings.Rankings[0].Metric)
}

// first is the first table of a report.
func first(r report.Report) *tables.Table { return r.Tables[0] }

// name is that of a task.
func (p Part) name() string { return cmp.Or(p.Standings.Task, p.Standings.Name) }
