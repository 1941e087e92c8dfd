package boardpage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/tables"
	"settle/report"
	"settle/report/converge"
	"settle/report/page"
	"settle/report/standings"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/sequential"
)

// topic is what a section of one board is about.
type topic struct {
	id, title string
	fill      func(*setting)
	ofOne     bool // also of a single model
}

var topics = []topic{
	{"leaderboard", "Leaderboard", (*setting).leaderboard, true},
	{"ranks", "Who has which rank?", (*setting).ranks, false},
	{"pairs", "Which pairs are separated?", (*setting).pairs, false},
	{"settling", "How many trials until the ranking settles?", (*setting).settling, false},
	{"budget", "What tells more models apart, and what does it cost?", (*setting).budget, false},
	{"next", "If the evaluation is still going on: what to run next?", (*setting).next, false},
	{"metrics", "Other metrics", (*setting).metrics, false},
	{"questions", "Questions", (*setting).questions, false},
	{"sensitivity", "What would change the leader?", (*setting).sensitivity, false},
	{"standard", "Leaderboard Reporting Standard", (*setting).standard, false},
	{"data", "Data and commands", (*setting).data, true},
}

// setting collects the blocks of a part. The first error stays.
type setting struct {
	Part
	prefix string // of IDs and of the names of files
	from   *report.Provenance
	said   map[string]bool // notes that stand on the page already
	blocks []page.Block
	status string
	err    error

	repeated  []string // notes that are said again all the same
	oneOfMany bool     // a task of several, of which less is drawn
}

// mostOfMany is for how many models a task of several is drawn pair by pair.
const mostOfMany = 15

func (s *setting) add(blocks ...page.Block) { s.blocks = append(s.blocks, blocks...) }

// sections are those of a page of one board.
func (p Part) sections(prefix string, from *report.Provenance) ([]page.Section, error) {
	var all []page.Section
	said := map[string]bool{p.Standings.Facts: true} // by the answers
	for _, t := range topics {
		s := &setting{Part: p, prefix: prefix, from: from, said: said, oneOfMany: strings.HasPrefix(prefix, taskPrefix)}
		if !p.alone() || t.ofOne {
			t.fill(s)
		}
		if s.err != nil {
			return nil, fmt.Errorf("%s: %w", t.id, s.err)
		}
		if len(s.blocks) > 0 {
			all = append(all, page.Section{ID: prefix + t.id, Title: t.title, Status: s.status, Blocks: s.blocks})
		}
	}
	return all, nil
}

// taskPrefix begins the IDs of a task of several.
const taskPrefix = "task-"

// asSection is a board as one section of a page of several.
func (p Part) asSection(number, of int, from *report.Provenance) (page.Section, error) {
	out := page.Section{ID: fmt.Sprintf("%s%d", taskPrefix, number), Title: p.name()}
	if number == of {
		out.ID, out.Title = "all", "All tasks together"
	}
	sections, err := p.sections(out.ID+"-", from)
	out.Blocks = []page.Block{page.Text(p.leads())}
	if number < of { // of all tasks together it begins the page
		out.Blocks = append(out.Blocks, p.answers("", out.ID+"-")...)
	}
	var contents page.List
	for _, s := range sections {
		contents.Items = append(contents.Items, page.Item{Text: s.Title, Section: s.ID})
	}
	out.Blocks = append(out.Blocks, contents)
	for i, s := range sections {
		if i == 0 {
			out.Status = s.Status
		}
		out.Blocks = append(out.Blocks, page.Heading{Text: s.Title, ID: s.ID})
		out.Blocks = append(out.Blocks, s.Blocks...)
	}
	return out, err
}

func (s *setting) leaderboard() {
	ranked := s.Standings.Rankings[0]
	if apart, of := ranked.PairsApart(); ranked.Together != nil && of > 0 {
		s.status = fmt.Sprintf("%d of %s separated", apart, tables.Count(of, "pair"))
	}
	s.figure("leaderboard", s.leadingOf(s.Standings.Figure(ranked)))
	t := first(s.Standings.Report(string(tables.Text)))
	t.Lead = "" // the page begins with it
	shown := s.tableOf(t)
	shown.Title += ", in numbers"
	s.unfolded(shown)
	if s.Scores != nil {
		s.add(page.Text(s.Scores.Runs()))
		t := first(s.Scores.Report())
		s.details(t.Title, s.shorter(s.tableOf(t), Scores))
	}
	s.figure("categories", s.leadingOf(s.Standings.CategoriesFigure()))
	if all := s.Standings; s.many() && len(all.Rankings) > 1 {
		all.Rankings = all.Rankings[:1]
		s.add(s.download("CSV of all models by "+ranked.Metric, "rank", all.Report(string(tables.CSV))))
		return
	}
	s.add(s.download("CSV of all metrics", "rank", s.Standings.Report(string(tables.CSV))))
}

func (s *setting) ranks() {
	drawn := s.lowRanks(s.leadingOf(s.Standings.RanksFigure(s.Standings.Rankings[0])))
	s.titled("How likely each model has each rank", "ranks", drawn)
}

func (s *setting) pairs() {
	ranked := s.Standings.Rankings[0]
	if tied := standings.Tied(ranked); tied != "" {
		s.add(page.Text(tied))
	}
	near := ranked
	if s.many() {
		near = standings.Leading(ranked, s.leading())
		s.add(page.Text(s.whichPairs()))
	}
	if !s.oneOfMany || len(ranked.Rows) <= mostOfMany {
		s.titled("How likely each model is truly above each other", "pairs", s.pairsFigure())
	}
	if t := s.Standings.PairsTable(near); t != nil {
		s.details(t.Title, s.tableOf(t))
	}
	s.compare(s.Standings.Comparison(ranked))
}

// pairsFigure is of the first models where they are many.
func (s *setting) pairsFigure() *figures.Figure {
	ranked := s.Standings.Rankings[0]
	if !s.many() {
		return s.Standings.PairsFigure(ranked)
	}
	shown := min(s.leading(), blockOfMany)
	f := s.Standings.PairsFigure(standings.Leading(ranked, shown))
	if f != nil {
		f.Caption = s.alsoSaid(f.Caption, s.firstOf(shown))
	}
	return f
}

// whichPairs says which pairs of many models are shown.
func (s *setting) whichPairs() string {
	ranked := s.Standings.Rankings[0]
	said := fmt.Sprintf("Shown are neighbours, and the leader over each, of the first %d models.", s.leading())
	if all := len(ranked.Rows); len(ranked.Pairs) < all*(all-1)/2 {
		said = fmt.Sprintf("Of more than %d models each is compared with the next one; shown are the first %d. "+
			"Sets of ranks and what is separated come from all pairs.", posterior.MostTogether, s.leading())
	}
	return said + " Any other pair is printed by " + s.Commands[Versus] + ", with the two models' names for A and B."
}

func (s *setting) settling() {
	if s.Convergence == nil {
		s.absent(Converge)
	} else {
		s.converges(s.Convergence)
	}
	if s.Curves == nil {
		s.absent(Bootstrap)
		return
	}
	s.figure("agreement", s.Curves.Figure())
	t := first(s.Curves.Report(string(tables.Text)))
	s.details("The same as a table", s.tableOf(t))
}

// converges is when the ranking settles.
func (s *setting) converges(c *converge.Convergence) {
	by := wording.IfElse(c.OwnGold, c.Distributions[0].Metric, "the true means")
	s.ordered(by, byLevel(c.GoldLevels))
	s.table(first(c.Report(string(tables.Text))))
	if c.Settles() {
		s.figure("settled", c.Figure("share of rankings settled by n", c.CDF("")))
	}
	if len(c.Traces) > 0 && !s.oneOfMany {
		t := c.Traces[0]
		s.figure("trajectory", s.leadingOf(c.Figure(converge.TraceTitle(t), c.Trajectories("", t))))
	}
	if c.Settles() {
		s.details("How likely is each n?", s.drawn("convergence", c.Figure("probability that the ranking settles at n", c.PMF(""))))
	}
}

func (s *setting) budget() {
	if s.Budget == nil {
		s.absent(Plan)
		return
	}
	by := wording.IfElse(s.Budget.Models.Known, "the true means", s.Budget.Metric())
	s.ordered(by, byOrder(s.Budget.Models.Order))
	s.add(s.shorter(s.tableOf(first(s.Budget.Report(string(tables.Text)))), Plan))
	if s.BudgetLines != nil {
		odds := wording.IfElse(s.Budget.Models.Known, "Even odds", "If what the trials show were the truth: even odds")
		s.details(odds+", as in the paper's Fig. 3", s.drawn("budget", s.Budget.Figure(s.BudgetLines)))
	}
	s.add(s.download("CSV of all numbers", "budget-pairs", s.Budget.Report(string(tables.CSV))))
}

func (s *setting) next() {
	if s.Next == nil {
		s.absent(Next)
		return
	}
	t := first(s.Next.Report(string(tables.Text)))
	if s.Next.Stop == sequential.Exhausted {
		s.add(page.Text(fmt.Sprintf("An evaluation may look after every few trials and stop what is decided, if it planned to do so "+
			"from the start. This one has %s of each question where it is not decided, and no plan goes on from there by itself: "+
			"what it would take is said above.", tables.Count(s.Next.Step.MaxTrials, "trial"))))
		s.details("What that plan says of each model", s.shorter(s.tableOf(t), Next))
		return
	}
	s.add(page.Text("An evaluation may look after every few trials and stop what is decided, if it planned to do so from the start. " +
		"Under such a plan this is the next step."))
	s.ordered(s.Next.Metric, func(i, j int) int { return cmp.Compare(s.Next.Estimates[i].Mu, s.Next.Estimates[j].Mu) })
	s.add(s.shorter(s.tableOf(t), Next))
	s.add(s.download("CSV of what to run", "next", s.Next.Report(string(tables.CSV))))
}

func (s *setting) metrics() {
	t := s.Standings.Beside()
	if t == nil {
		return
	}
	s.add(s.shorter(s.tableOf(t), Rank))
	if !s.oneOfMany || len(s.Standings.Rankings[0].Rows) <= mostOfMany {
		s.figure("metrics", s.leadingOf(s.Standings.BesideFigure()))
	}
}

func (s *setting) questions() {
	if s.Questions == nil {
		s.absent(Questions)
		return
	}
	s.grid()
	s.table(first(s.Questions.Report(string(tables.Text))))
	s.figure("questions", s.Questions.Figure())
	s.add(s.download("CSV of all questions", "question-list", s.Questions.Report(string(tables.CSV))))
}

func (s *setting) sensitivity() {
	if s.Questions == nil {
		return
	}
	s.ordered(s.Questions.Ranked, byLevel(s.Questions.Levels))
	if all := s.Questions.Report(string(tables.Text)).Tables; len(all) > 1 {
		s.add(s.shorter(s.tableOf(all[1]), Questions))
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
		shown := s.tableOf(t)
		if i == 1 { // a row for each pair of neighbours
			s.details(t.Title, s.shorter(shown, Standard))
			continue
		}
		shown.Stacked = i == 0 // of words
		s.add(shown)
	}
	if s.Card.Futures == nil {
		s.absent(Futures)
	}
}

// table adds a table.
func (s *setting) table(t *tables.Table) { s.add(s.tableOf(t)) }

// tableOf is a table without the notes that the page has already.
func (s *setting) tableOf(t *tables.Table) page.Table {
	shown := page.TableOf(t)
	shown.Title = s.short(t.Title)
	shown.Notes = s.news(shown.Notes)
	return shown
}

// news are the notes that the page does not have yet.
func (s *setting) news(notes []string) (news []string) {
	for _, note := range notes {
		if note != "" && (!s.said[note] || slices.Contains(s.repeated, note)) {
			s.said[note] = true
			news = append(news, note)
		}
	}
	return news
}

// details adds blocks that a reader opens.
func (s *setting) details(summary string, blocks ...page.Block) {
	s.add(page.Details{Summary: summary, Blocks: blocks})
}

// absent says why a study is not there, once in a section.
func (s *setting) absent(study Study) {
	if why := page.Text(s.why(study)); why != "" && !slices.Contains(s.blocks, page.Block(why)) {
		s.add(why)
	}
}
