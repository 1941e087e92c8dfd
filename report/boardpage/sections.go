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

// A topic describes one section of a board's page: its title, its content, and the size
// of board that it needs.
type topic struct {
	id, title string
	fill      func(*setting)
	needs     size
}

var topics []topic

func init() { // in init, since smallness lists topics that do not fit
	topics = []topic{
		{"changes", "What changed?", (*setting).changes, size{1, 1, 1}},
		{"leaderboard", "How sure are the scores?", (*setting).leaderboard, size{1, 1, 1}},
		{"ranks", "Who has which rank?", (*setting).ranks, size{3, 1, 1}},
		{"pairs", "Which models tie?", (*setting).pairs, size{2, 1, 1}},
		{"settling", "When does the ranking settle?", (*setting).settling, size{3, 1, 2}},
		{"budget", "What would separate more models?", (*setting).budget, size{2, 1, 1}},
		{"next", "What to run next, in small steps?", (*setting).nextStep, size{2, 1, 1}},
		{"metrics", "Other metrics", (*setting).metrics, size{2, 1, 2}},
		{"questions", "Questions", (*setting).questions, size{2, 1, 1}},
		{"sensitivity", "What would change the leader?", (*setting).sensitivity, size{2, leastQuestions, 1}},
		{"standard", "Leaderboard Reporting Standard", (*setting).standard, size{3, leastQuestions, 1}},
		{"data", "Data and commands", (*setting).data, size{1, 1, 1}},
	}
}

// A setting collects the blocks of one section of the page while the section is built,
// and records the first error.
type setting struct {
	Part
	prefix string // prefix of IDs and file names
	from   *report.Provenance
	said   map[string]bool // sentences that are already on the page
	blocks []page.Block
	status string
	err    error

	repeated  []string // sentences that are repeated nevertheless
	oneOfMany bool     // one task of several; fewer figures are drawn
}

// mostOfMany is a limit for pages of several tasks. If a task has more models, its
// section draws neither their pairs nor their ranks by several metrics.
const mostOfMany = 15

// add appends blocks to the section.
func (s *setting) add(blocks ...page.Block) { s.blocks = append(s.blocks, blocks...) }

// sections returns the sections of the page for one board. Their IDs begin with the
// given prefix.
func (p Part) sections(prefix string, from *report.Provenance) ([]page.Section, error) {
	var all []page.Section
	said := map[string]bool{}
	(&setting{said: said}).news(append(p.board().Notes, p.Standings.Facts)) // on the first screen
	for _, t := range topics {
		s := &setting{Part: p, prefix: prefix, from: from, said: said, oneOfMany: strings.HasPrefix(prefix, taskPrefix)}
		if p.holds(t.needs) {
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

// taskPrefix is the prefix of IDs that belong to one task, on a page of several tasks.
const taskPrefix = "task-"

// asSection returns all results of one board as a single section, for a page of several
// boards. The first two arguments are the number of this board, counted from 1, and the
// number of all boards on the page. The last board pools all others.
func (p Part) asSection(number, of int, from *report.Provenance) (page.Section, error) {
	out := page.Section{ID: fmt.Sprintf("%s%d", taskPrefix, number), Title: p.name()}
	if number == of {
		out.ID, out.Title = "all", "All tasks together"
	}
	sections, err := p.sections(out.ID+"-", from)
	out.Blocks = []page.Block{page.Text(p.leads())}
	if number < of { // the pool of all tasks already begins the page
		out.Blocks = append(out.Blocks, p.firstScreen(out.ID+"-")...)
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

// leaderboard adds the section on scores and their uncertainty.
func (s *setting) leaderboard() {
	ranked, all := s.Standings.Rankings[0], s.Standings
	if s.Scores != nil {
		if ranked.Rules.Estimand != posterior.Population {
			s.text(s.Scores.Elsewhere())
		}
		s.text(s.Scores.Runs())
	}
	s.notes(first(all.Report(string(tables.Text))).AllNotes())
	s.figure("categories", s.leadingOf(all.CategoriesFigure()))
	if s.omitsModels() {
		all.Rankings = all.Rankings[:1]
	}
	files := s.download("CSV of "+wording.IfElse(len(all.Rankings) > 1, "all metrics", ranked.Metric), "rank", all.Report(string(tables.CSV)))
	if f, err := page.WithData(s.Standings.Figure(ranked), s.prefix+"leaderboard"); err == nil {
		files.Files = append(files.Files, f.Held[0])
		files.Files[1].Text = "CSV of the leaderboard"
	} else {
		s.fail(err)
	}
	if s.Scores != nil {
		files.Files = append(files.Files, s.asCSV("CSV of the sources of each interval", "scores", first(s.Scores.Report())))
	}
	s.add(files)
}

// notes adds the given notes, except those that the page already contains.
func (s *setting) notes(notes []string) {
	for _, note := range s.news(notes) {
		s.add(page.Note(note))
	}
}

// text adds a paragraph with the given text, unless the text is empty.
func (s *setting) text(said string) {
	if said != "" {
		s.add(page.Text(said))
	}
}

// asCSV returns a table as a CSV file that the reader can save.
func (s *setting) asCSV(text, name string, t *tables.Table) page.Download {
	return s.download(text, name, report.Report{Tables: []*tables.Table{t}}).Files[0]
}

// ranks adds the section on the probabilities of ranks.
func (s *setting) ranks() {
	s.addTitled("Probability of each rank", "ranks", s.lowRanks(s.leadingOf(s.Standings.RanksFigure(s.Standings.Rankings[0]))))
}

// pairs adds the section on comparisons of pairs of models.
func (s *setting) pairs() {
	ranked := s.Standings.Rankings[0]
	near := ranked
	if s.omitsModels() {
		near = standings.Leading(ranked, s.leading())
		s.text(s.whichPairs())
	}
	if len(ranked.Rows) > 2 && (!s.oneOfMany || len(ranked.Rows) <= mostOfMany) {
		s.addTitled("Probability that each model is truly above each other model", "pairs", s.pairsFigure())
	}
	s.compare(s.Standings.Comparison(ranked))
	if t := s.Standings.PairsTable(near); t != nil {
		s.add(page.Downloads{Files: []page.Download{s.asCSV("CSV of z", "z", t)}})
	}
}

// pairsFigure returns a figure that compares the first models pair by pair.
func (s *setting) pairsFigure() *figures.Figure {
	ranked := s.Standings.Rankings[0]
	shown := min(s.leading(), blockOfMany)
	if shown == len(ranked.Rows) {
		return s.Standings.PairsFigure(ranked)
	}
	f := s.Standings.PairsFigure(standings.Leading(ranked, shown))
	if f != nil {
		f.Caption = s.alsoSaid(f.Caption, s.firstOf(shown))
	}
	return f
}

// whichPairs returns a note for pages with many models. It says which pairs of models
// are shown, and which command prints any other pair.
func (s *setting) whichPairs() string {
	ranked := s.Standings.Rankings[0]
	said := fmt.Sprintf("The pairs of neighbours and the pairs with the leader are shown for the first %d models.", s.leading())
	if all := len(ranked.Rows); len(ranked.Pairs) < all*(all-1)/2 {
		said = fmt.Sprintf("With more than %d models, each model is compared only with the next one; the first %d models are shown. "+
			"Sets of ranks and separated pairs still come from all pairs.", posterior.MostTogether, s.leading())
	}
	return said + " " + s.Commands[Versus] + " prints any other pair; replace A and B with the names of the two models."
}

// settling adds the section that shows when the ranking settles, and how well rankings
// by few trials agree with the reference ranking.
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
}

// converges adds figures and tables that show when the ranking settles.
func (s *setting) converges(c *converge.Convergence) {
	by := wording.IfElse(c.OwnGold, c.Distributions[0].Metric, "the true means")
	s.warnOfOrder(by, byLevel(c.GoldLevels))
	s.text(first(c.Report(string(tables.Text))).Lead)
	if c.Settles() {
		s.figure("settled", c.Figure("share of rankings settled by n", c.CDF("")))
	}
	if len(c.Traces) > 0 && !s.oneOfMany {
		t := c.Traces[0]
		s.figure("trajectory", s.leadingOf(c.Figure(converge.TraceTitle(t), c.Trajectories("", t))))
	}
	s.add(s.download("CSV of when rankings settle", "settled-table", c.Report(string(tables.CSV))))
}

// budget adds the section on the trials that would separate more models.
func (s *setting) budget() {
	if s.Budget == nil {
		s.absent(Plan)
		return
	}
	by := wording.IfElse(s.Budget.Models.Known, "the true means", s.Budget.Metric())
	s.warnOfOrder(by, byOrder(s.Budget.Models.Order))
	open := *s.Budget
	open.Plan = s.Budget.Unseparated()
	t := s.tableOf(first(s.Budget.Report(string(tables.Text))))
	t.Rows = page.TableOf(first(open.Report(string(tables.Text)))).Rows
	s.add(page.Text(t.Lead + s.basisNote()))
	if t.Title, t.Lead = "Neighbours that are not separated", ""; len(t.Rows) > 0 {
		s.add(s.shorter(t, Plan))
	}
	s.add(s.download("CSV of all pairs", "budget-pairs", s.Budget.Report(string(tables.CSV))))
}

// nextStep adds the section on the next step of an evaluation that decides after every
// few trials what to run next.
func (s *setting) nextStep() {
	if s.Next == nil {
		s.absent(Next)
		return
	}
	said := "This section is for evaluations that were planned from the start with a look after every few trials. "
	if s.Budget != nil && s.Next.Stop == sequential.GoOn {
		if _, done := s.Budget.Short(); !done && !s.Budget.Advises() {
			said += "Expect little: no other pair of neighbours is within reach. "
		}
	}
	if s.Next.Stop == sequential.Exhausted {
		s.add(page.Text(fmt.Sprintf("%sThis board has reached the %s per question that such a plan allows, so there is no next step.",
			said, tables.Count(s.Next.Step.MaxTrials, "trial"))))
		return
	}
	t := s.tableOf(first(s.Next.Report(string(tables.Text))))
	s.add(page.Text(said + t.Lead))
	s.warnOfOrder(s.Next.Metric, func(i, j int) int { return cmp.Compare(s.Next.Estimates[i].Mu, s.Next.Estimates[j].Mu) })
	t.Title, t.Lead = "Models to run", ""
	runs := len(t.Columns) - 1 // the last column: attempts
	if t.Rows = slices.DeleteFunc(t.Rows, func(r page.Row) bool { return r.Cells[runs].Text == "0" }); len(t.Rows) > 0 {
		s.add(s.shorter(t, Next))
		s.add(s.download("CSV of what to run", "next", s.Next.Report(string(tables.CSV))))
	}
}

// metrics adds the section that compares the ranks by several metrics.
func (s *setting) metrics() {
	if len(s.Standings.Rankings) < 2 {
		return
	}
	s.text(s.Standings.Leaders())
	s.add(page.Note(standings.OtherMetrics))
	if !s.oneOfMany || len(s.Standings.Rankings[0].Rows) <= mostOfMany {
		s.figure("metrics", s.leadingOf(s.Standings.BesideFigure()))
	}
}

// The page makes statements about single questions if there are at least leastQuestions
// questions. Its list of decisive questions has at most mostListed questions.
const leastQuestions, mostListed = 5, 5

// questions adds the map of questions and models, and the questions that decide most
// between the first two models.
func (s *setting) questions() {
	if s.Questions == nil {
		s.absent(Questions)
		return
	}
	s.grid()
	if !s.holds(size{2, leastQuestions, 1}) {
		return
	}
	report := first(s.Questions.Report(string(tables.Text)))
	report.Warnings = nil // the warning counts rows, but the page shows fewer
	t := s.tableOf(report)
	s.text(t.Lead)
	t.Title, t.Lead, t.Rows = fmt.Sprintf("The most decisive of %d questions", len(s.Questions.All)), "", cut(t.Rows, mostListed)
	t.Stacked = true
	s.add(t)
	s.figure("questions", s.Questions.Figure())
	s.add(s.download("CSV of all questions", "question-list", s.Questions.Report(string(tables.CSV))))
}

// sensitivity adds the section on the smallest changes that would give another leader,
// such as one question left out.
func (s *setting) sensitivity() {
	if s.Questions == nil {
		return
	}
	s.warnOfOrder(s.Questions.Ranked, byLevel(s.Questions.Levels))
	s.text(s.Questions.Sensitivity())
	all := s.Questions.Report(string(tables.Text)).Tables
	if len(all) < 2 {
		return
	}
	t := s.tableOf(all[1])
	t.Title, t.Lead, t.Notes = "Models whose rank changes if one question is left out", "", nil
	t.Rows = slices.DeleteFunc(t.Rows, func(r page.Row) bool { return r.Cells[2].Text == r.Cells[3].Text })
	if len(t.Rows) > 0 {
		s.add(s.shorter(t, Questions))
	}
}

// standard adds the section on the fields of the Leaderboard Reporting Standard.
func (s *setting) standard() {
	if s.Card == nil {
		s.absent(Standard)
		return
	}
	for i, t := range s.Card.Report(string(tables.Text)).Tables {
		if i == 1 { // one row per pair of neighbours
			s.add(s.download("R10: each comparison (CSV)", "standard-comparisons", s.Card.Report(string(tables.CSV))))
			continue
		}
		shown := s.tableOf(t)
		shown.Stacked = i == 0 // the first table has cells of text
		s.add(shown)
	}
	if s.Card.Futures == nil {
		s.absent(Futures)
	}
}

// tableOf returns a table as a block of the page, without notes that the page already
// contains.
func (s *setting) tableOf(t *tables.Table) page.Table {
	shown := page.TableOf(t)
	shown.Title = s.short(t.Title)
	shown.Notes = s.news(shown.Notes)
	return shown
}

// news returns the notes without the sentences that the page already contains.
func (s *setting) news(notes []string) (news []string) {
	for _, note := range notes {
		var kept []string
		for _, sentence := range strings.SplitAfter(note, ". ") {
			said := strings.TrimSpace(sentence)
			if !s.said[said] || slices.Contains(s.repeated, said) {
				s.said[said] = true
				kept = append(kept, said)
			}
		}
		if note = strings.TrimSpace(strings.Join(kept, " ")); note != "" {
			news = append(news, note)
		}
	}
	return news
}

// absent adds a paragraph that says why the results of a study are missing. It adds the
// paragraph only once per section.
func (s *setting) absent(study Study) {
	if why := page.Text(s.missingReason(study)); why != "" && !slices.Contains(s.blocks, page.Block(why)) {
		s.add(why)
	}
}
