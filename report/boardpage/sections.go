package boardpage

import (
	"fmt"

	"settle/page"
	"settle/report"
	"settle/tables"
)

// topic is what a section of one board is about.
type topic struct {
	id, title string
	fill      func(*setting)
}

var topics = []topic{
	{"leaderboard", "Leaderboard", (*setting).leaderboard},
	{"ranks", "Who has which rank?", (*setting).ranks},
	{"pairs", "Which pairs are told apart?", (*setting).pairs},
	{"settling", "How many trials until the ranking settles?", (*setting).settling},
	{"budget", "What tells more models apart, and what does it cost?", (*setting).budget},
	{"next", "If the evaluation is still going on: what to run next?", (*setting).next},
	{"metrics", "Other metrics", (*setting).metrics},
	{"questions", "Questions", (*setting).questions},
	{"sensitivity", "What would change the leader?", (*setting).sensitivity},
	{"standard", "Leaderboard Reporting Standard", (*setting).standard},
	{"data", "Data and commands", (*setting).data},
}

// setting collects the blocks of a part. The first error stays.
type setting struct {
	Part
	prefix string // of IDs and of the names of files
	from   *report.Provenance
	blocks []page.Block
	status string
	err    error
}

func (s *setting) add(blocks ...page.Block) { s.blocks = append(s.blocks, blocks...) }

// sections are those of a page of one board.
func (p Part) sections(prefix string, from *report.Provenance) ([]page.Section, error) {
	var all []page.Section
	for _, t := range topics {
		s := &setting{Part: p, prefix: prefix, from: from}
		t.fill(s)
		if s.err != nil {
			return nil, fmt.Errorf("%s: %w", t.id, s.err)
		}
		if len(s.blocks) > 0 {
			all = append(all, page.Section{ID: prefix + t.id, Title: t.title, Status: s.status, Blocks: s.blocks})
		}
	}
	return all, nil
}

// asSection is a board as one section of a page of several.
func (p Part) asSection(number, of int, from *report.Provenance) (page.Section, error) {
	out := page.Section{ID: fmt.Sprintf("task-%d", number), Title: p.name()}
	if number == of {
		out.ID, out.Title = "all", "All tasks together"
	}
	sections, err := p.sections(out.ID+"-", from)
	for i, s := range sections {
		if i > 0 {
			out.Blocks = append(out.Blocks, page.Heading(s.Title))
		} else {
			out.Status = s.Status
		}
		out.Blocks = append(out.Blocks, s.Blocks...)
	}
	return out, err
}

func (s *setting) leaderboard() {
	ranked := s.Standings.Rankings[0]
	if apart, of := ranked.PairsApart(); ranked.Together != nil && of > 0 {
		s.status = fmt.Sprintf("%d of %s told apart", apart, tables.Count(of, "pair"))
	}
	s.table(first(s.Standings.Report(string(tables.Text))))
	s.figure("leaderboard", s.Standings.Figure(ranked))
	s.figure("categories", s.Standings.CategoriesFigure())
	s.add(s.download("CSV of all metrics", "rank", s.Standings.Report(string(tables.CSV))))
}

func (s *setting) ranks() {
	s.figure("ranks", s.Standings.RanksFigure(s.Standings.Rankings[0]))
}

func (s *setting) pairs() {
	ranked := s.Standings.Rankings[0]
	s.figure("pairs", s.Standings.PairsFigure(ranked))
	if t := s.Standings.PairsTable(ranked); t != nil {
		s.table(t)
	}
	s.compare(s.Standings.Comparison(ranked))
}

func (s *setting) settling() {
	if s.Convergence == nil {
		s.absent(Converge)
	} else {
		c := s.Convergence
		s.add(page.TableOf(first(c.Report(string(tables.Text)))))
		s.figure("settled", c.Figure("share of rankings settled by n", c.CDF("")))
		s.figure("convergence", c.Figure("probability that the ranking settles at n", c.PMF("")))
		if len(c.Traces) > 0 {
			t := c.Traces[0]
			s.figure("trajectory", c.Figure(report.TraceTitle(t), c.Trajectories("", t)))
		}
	}
	if s.Curves == nil {
		s.absent(Bootstrap)
		return
	}
	s.figure("agreement", s.Curves.Figure())
	s.add(page.TableOf(first(s.Curves.Report(string(tables.Text)))))
}

func (s *setting) budget() {
	if s.Budget == nil {
		s.absent(Plan)
		return
	}
	s.table(first(s.Budget.Report(string(tables.Text))))
	if s.BudgetLines != nil {
		s.figure("budget", s.Budget.Figure(s.BudgetLines))
	}
	s.add(s.download("CSV of all numbers", "budget-pairs", s.Budget.Report(string(tables.CSV))))
}

func (s *setting) next() {
	if s.Next == nil {
		s.absent(Next)
		return
	}
	s.add(page.Text("An evaluation may look after every few trials and stop what is decided, if it planned to do so from the start. " +
		"Under such a plan this is the next step."))
	s.table(first(s.Next.Report(string(tables.Text))))
	s.add(s.download("CSV of what to run", "next", s.Next.Report(string(tables.CSV))))
}

func (s *setting) metrics() {
	t := s.Standings.Beside()
	if t == nil {
		return
	}
	s.table(t)
	s.figure("metrics", s.Standings.BesideFigure())
}

func (s *setting) questions() {
	if s.Questions == nil {
		s.absent(Questions)
		return
	}
	s.table(first(s.Questions.Report(string(tables.Text))))
	s.figure("questions", s.Questions.Figure())
	s.add(s.download("CSV of all questions", "question-list", s.Questions.Report(string(tables.CSV))))
}

func (s *setting) sensitivity() {
	if s.Questions == nil {
		return
	}
	if all := s.Questions.Report(string(tables.Text)).Tables; len(all) > 1 {
		s.table(all[1])
		return
	}
	s.add(page.Text(s.Questions.Sensitivity()))
}

func (s *setting) standard() {
	if s.Card == nil {
		s.absent(Standard)
		return
	}
	for i, t := range s.Card.Report(string(tables.Text)).Tables {
		shown := page.TableOf(t)
		shown.Stacked = i == 0 // of words
		s.add(shown)
	}
	if s.Card.Futures == nil {
		s.absent(Futures)
	}
}

// table adds a table.
func (s *setting) table(t *tables.Table) { s.add(page.TableOf(t)) }

// absent says why a study is not there.
func (s *setting) absent(study Study) {
	if why := s.why(study); why != "" {
		s.add(page.Text(why))
	}
}
