package boardpage

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/standings"

	"settle/report/page"
	"settle/study/posterior"
	"settle/study/sequential"
)

// answers are what a reader should know who reads no further: a sentence to act on each,
// and where there is more.
func (p Part) answers(title, prefix string) []page.Block {
	ranked := p.Standings.Rankings[0]
	a := page.Answers{Title: title}
	add := func(question, says, section, more string) {
		if says != "" {
			a.List = append(a.List, page.Answer{Question: question, Says: says, Section: prefix + section, More: more})
		}
	}
	add("Who could be first?", standings.CouldLead(ranked), "leaderboard", "Leaderboard")
	add("Who is tied?", standings.Tied(ranked), "pairs", "Pairs")
	if !p.alone() {
		add("Would it hold on other questions?", p.elsewhere(), "leaderboard", "Leaderboard")
		add("Is it the same by other metrics?", p.Standings.Leaders(), "metrics", "Other metrics")
		add("Do the trials settle the whole ranking?", p.settles(), "settling", "Settling")
		add("What to run next, and what does it cost?", p.toRun(), "budget", "What it takes")
		add("And in small steps, if so planned from the start?", p.step(), "next", "Next step")
		add("How much hangs on single questions and trials?", p.hangs(), "sensitivity", "What would change")
	}
	var blocks []page.Block
	if p.Standings.Facts != "" {
		blocks = append(blocks, page.Text(p.Standings.Facts))
	}
	if p.many() {
		blocks = append(blocks, p.leftOut())
	}
	if len(a.List) == 0 {
		return blocks
	}
	blocks = append(blocks, a)
	if note := p.about(); note != "" {
		blocks = append(blocks, page.Note(note))
	}
	return blocks
}

// alone tells whether there is nobody to compare a model with.
func (p Part) alone() bool { return len(p.Standings.Rankings[0].Rows) < 2 }

// about says what the numbers are of, and which are for one or for all at once.
func (p Part) about() string {
	ranked := p.Standings.Rankings[0]
	if !ranked.Interval {
		return ""
	}
	said := fmt.Sprintf("Scores and chances are by %s, for the mean over %s", ranked.Metric, standings.About(ranked.Rules.Estimand))
	if p.Budget != nil && !p.alone() {
		said += " " + p.Budget.Level()
	}
	return said
}

func (p Part) settles() string {
	if p.Convergence == nil {
		return p.why(Converge)
	}
	return p.Convergence.InShort()
}

// elsewhere is how much of what is known of the leader's score is of these questions only.
func (p Part) elsewhere() string {
	if p.Scores == nil || p.Standings.Rankings[0].Rules.Estimand == posterior.Population {
		return ""
	}
	return p.Scores.Elsewhere()
}

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

// step is the next step of an evaluation, "" where there is none to take.
func (p Part) step() string {
	if p.Next == nil || p.Next.Stop == sequential.Exhausted {
		return ""
	}
	return p.Next.InShort()
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
		t.Rows = append(t.Rows, page.RowOf(p.name(), p.leads(), standings.CouldLead(p.Standings.Rankings[0]),
			p.toRun()))
	}
	return t
}
