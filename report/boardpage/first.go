package boardpage

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/page"
	"settle/report/standings"
	"settle/report/wording"
)

// firstScreen returns the blocks of a board's first screen: its description, three
// short answers, and the leaderboard.
func (p Part) firstScreen(prefix string) []page.Block {
	said := wording.Joined(p.Standings.Facts, " ", p.smallness())
	blocks := []page.Block{page.Note(strings.TrimSpace(said))}
	if !p.lacksPairs() {
		blocks = append(blocks, p.chips(prefix))
	}
	return append(blocks, p.board())
}

// chips returns short answers to the questions that a reader asks first. Each answer
// links to its section of the page.
func (p Part) chips(prefix string) page.Answers {
	ranked := p.Standings.Rankings[0]
	leader, ties := standings.ClearLead(ranked), standings.Ties(ranked)
	a := page.Answers{Chips: true}
	add := func(question, says string, good bool, section string) {
		tone := page.Open
		if good {
			tone = page.Good
		}
		a.List = append(a.List, page.Answer{Question: question, Says: says, Section: prefix + section, Tone: tone})
	}
	add("Is the leader clear?", leader, standings.Decided(ranked), "leaderboard")
	if ranked.Together != nil {
		add("Which models tie?", ties, ties == standings.NoTies, "pairs")
	}
	run, done := "Unknown", false
	if p.Budget != nil {
		run, done = p.shortPlan()
	}
	add("What to run next?", run, done, "budget")
	return a
}

// board returns the leaderboard, with a drawing of each model's interval. Adjacent
// models have the same colour as long as they are not separated from the first model of
// this colour.
func (p Part) board() page.Board {
	ranked := p.Standings.Rankings[0]
	t := page.TableOf(first(p.Standings.Report(string(tables.Text))))
	b := page.Board{Table: t, Label: wording.IfElse(ranked.Interval, "interval", "score")}
	b.Title, b.Lead, b.Notes = "", "", nil
	if at := column(t, "observed"); at >= 0 { // drop this column, which CSV contains
		b.Columns = slices.Delete(slices.Clone(t.Columns), at, at+1)
		for i := range b.Rows {
			b.Rows[i].Cells = slices.Delete(b.Rows[i].Cells, at, at+1)
		}
	}
	b.Name = column(b.Table, "model")
	bands := ranked.Bands()
	for place, row := range ranked.Rows {
		r := page.Range{Score: row.Score, Lo: row.Lo, Hi: row.Hi}
		if ranked.Interval {
			r.Score = row.Mu
		} else {
			r.Lo, r.Hi = row.Score, row.Score
		}
		if bands != nil {
			r.Band = bands[place]
		}
		b.Ranges = append(b.Ranges, r)
	}
	if p.omitsModels() {
		b.First = p.leading()
	}
	if bands != nil {
		b.Notes = []string{"A new colour starts at the first model that is separated from the top model of the colour above." +
			wording.If(ranked.Rows[0].Letters != "", " Models that share a letter are not separated.")}
	}
	return b
}

// column returns the index of the column with the given name, or −1 if there is none.
func column(t page.Table, name string) int {
	return slices.IndexFunc(t.Columns, func(c tables.Column) bool { return c.Name == name })
}

// A size holds the least numbers of models, questions and trials per question that a
// section of the page needs to be meaningful.
type size struct{ models, questions, trials int }

// fewQuestions is the number of questions below which claims about similar questions
// are unreliable (docs/coverage.md).
const fewQuestions = 10

// holds reports whether the board is at least as large as the given size.
func (p Part) holds(least size) bool {
	shape := p.Standings.Shape
	return len(p.Standings.Rankings[0].Rows) >= least.models && shape.Questions >= least.questions &&
		max(shape.Trials, shape.Most) >= least.trials
}

// smallness returns a note that says in which respects the board is small, and which
// sections are therefore omitted. It returns "" for a large board.
func (p Part) smallness() string {
	shape := p.Standings.Shape
	var small []string
	add := func(is bool, what string) {
		if is {
			small = append(small, what)
		}
	}
	add(shape.Models < 3, tables.Count(shape.Models, "model"))
	add(shape.Questions < fewQuestions, tables.Count(shape.Questions, "question")+", too few for claims about similar ones")
	add(max(shape.Trials, shape.Most) < 2, "1 trial per question, which hides how much two runs differ")
	out := lists.Where(topics, func(t topic) bool { return !p.holds(t.needs) })
	switch {
	case small == nil:
		return ""
	case p.lacksPairs():
		return "A small board: sections that compare models are omitted."
	}
	titles := lists.Each(out, func(t topic) string { return "“" + t.title + "”" })
	return fmt.Sprintf("A small board: %s.", strings.Join(small, "; ")) +
		wording.If(out != nil, " Omitted because they mean little here: "+strings.Join(titles, ", ")+".")
}
