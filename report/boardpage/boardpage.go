package boardpage

import (
	"fmt"

	"settle/page"
	"settle/report"
	"settle/study/budget"
	"settle/study/sequential"
	"settle/tables"
)

// Part is what was found of one board, a task of a page. What is nil was not found, and
// Absent says why.
type Part struct {
	Standings   report.Standings
	Curves      *report.Curves
	Convergence *report.Convergence
	Budget      *report.Budget
	BudgetLines []budget.Pair // of the figure of the budget
	Next        *report.Next
	Questions   *report.Questions
	Card        *report.Card

	Absent   map[Study]string // why something was not found
	Commands map[Study]string // that print the same numbers
}

// Study is one of those that a page shows.
type Study string

// The studies, by the commands that show them; the last two have none.
const (
	Rank      Study = "rank"
	Versus    Study = "versus" // of two models
	Bootstrap Study = "bootstrap"
	Converge  Study = "converge"
	Plan      Study = "budget"
	Next      Study = "next"
	Questions Study = "questions"
	Standard  Study = "standard"
	Futures   Study = "futures"
)

// New makes a page of a board, or of several tasks of which the last is all of them
// together. from is where the page comes from, nil if that is not to be said.
func New(parts []Part, from *report.Provenance) (*page.Page, error) {
	last := parts[len(parts)-1]
	p := &page.Page{Title: last.Standings.Name + ": who leads, and how sure is that?", Lead: last.leads()}
	if from != nil {
		p.Provenance = from.String()
	}
	if len(parts) == 1 {
		p.Summary = []page.Block{last.answers("In short")}
		sections, err := last.sections("", from)
		p.Sections = sections
		return p, err
	}
	p.Summary = []page.Block{last.answers("In short: all tasks together"), perTask(parts[:len(parts)-1])}
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

// answer is a question that a reader brings, with what the page says to it.
type answer struct{ question, says string }

// answers are what a reader should know who reads no further.
func (p Part) answers(title string) page.Table {
	ranked := p.Standings.Rankings[0]
	list := []answer{
		{"Who could be first?", report.CouldLead(ranked)},
		{"Who is told apart?", report.Tied(ranked)},
		{"How many trials until the ranking settles?", p.settles()},
		{"What to run next, and what does it cost?", p.toRun()},
		{"And if the evaluation goes on in small steps?", p.step()},
		{"How much hangs on single questions?", p.hangs()},
	}
	t := page.Table{Title: title, Columns: []tables.Column{{Name: "question"}, {}}, Stacked: true}
	for _, a := range list {
		if a.says != "" {
			t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{{Text: a.question}, {Text: a.says}}})
		}
	}
	return t
}

func (p Part) settles() string {
	if p.Convergence == nil {
		return p.why(Converge)
	}
	said := p.Convergence.Sentence()
	if p.Convergence.OwnGold {
		said += " (Reorderings of this board's own trials, compared with its final order, which need not be the true one.)"
	}
	return said
}

func (p Part) toRun() string {
	if p.Budget == nil {
		return p.why(Plan)
	}
	return first(p.Budget.Report(string(tables.Text))).Lead
}

// step is the next step of an evaluation, "" where there is none to take.
func (p Part) step() string {
	if p.Next == nil || p.Next.Stop == sequential.Exhausted {
		return ""
	}
	return first(p.Next.Report(string(tables.Text))).Lead
}

func (p Part) hangs() string {
	if p.Questions == nil {
		return ""
	}
	return p.Questions.Sensitivity()
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
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			{Text: p.name()}, {Text: p.leads()}, {Text: report.CouldLead(p.Standings.Rankings[0])}, {Text: p.toRun()},
		}})
	}
	return t
}

// name is that of a task.
func (p Part) name() string {
	if p.Standings.Task != "" {
		return p.Standings.Task
	}
	return p.Standings.Name
}
