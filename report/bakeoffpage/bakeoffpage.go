package bakeoffpage

import (
	"fmt"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/bakeoff"
	"settle/report/page"
	"settle/report/wording"
)

// New makes a page of a bakeoff, with links to files beside it. from is where it comes
// from, nil if that is not to be said.
func New(b bakeoff.Bakeoff, beside []page.Link, from *report.Provenance) (*page.Page, error) {
	p := &page.Page{
		Title:   b.Coins + ": which estimator comes closest to the truth?",
		Lead:    b.Closest(),
		Summary: []page.Block{inShort(b)},
	}
	for _, t := range topics {
		s := &setting{Bakeoff: b, beside: beside, from: from}
		t.fill(s)
		if s.err != nil {
			return nil, fmt.Errorf("%s: %w", t.id, s.err)
		}
		if len(s.blocks) > 0 {
			p.Sections = append(p.Sections, page.Section{ID: t.id, Title: t.title, Status: s.status, Blocks: s.blocks})
		}
	}
	return p, nil
}

// inShort are what a reader should know who reads no further than the first sentence.
func inShort(b bakeoff.Bakeoff) page.Answers {
	out := page.Answers{Title: "In short"}
	for _, a := range []page.Answer{
		{Question: "Whose scores are closest?", Says: b.LeastError(), Section: "scores", More: "Scores"},
		{Question: "Whose intervals hold?", Says: b.Holding(), Section: "intervals", More: "Intervals"},
		{Question: "Whose ranking settles?", Says: b.Settles(), Section: "settling", More: "Settling"},
		{Question: "What does it cost?", Says: b.Took(), Section: "cost", More: "Cost"},
	} {
		if a.Says != "" {
			out.List = append(out.List, a)
		}
	}
	return out
}

// topic is what a section is about.
type topic struct {
	id, title string
	fill      func(*setting)
}

var topics = []topic{
	{"league", "Who comes closest to the true order?", (*setting).league},
	{"scores", "Whose scores are closest to what they estimate?", (*setting).scores},
	{"intervals", "Do the intervals hold what they say?", (*setting).intervals},
	{"settling", "Whose ranking settles, and when?", (*setting).settling},
	{"cost", "What does a ranking cost?", (*setting).cost},
	{"reading", "How to read this page", (*setting).reading},
	{"data", "Data, files and the command", (*setting).data},
}

// setting collects the blocks of a section. The first error stays.
type setting struct {
	bakeoff.Bakeoff
	beside []page.Link
	from   *report.Provenance
	blocks []page.Block
	status string
	err    error
}

func (s *setting) add(blocks ...page.Block) { s.blocks = append(s.blocks, blocks...) }

func (s *setting) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// figure adds a figure with the numbers behind it.
func (s *setting) figure(name string, f *figures.Figure) {
	held, err := page.WithData(f, name)
	if err != nil {
		s.fail(err)
		return
	}
	s.add(held)
}

// quantity adds a figure of a quantity and a table of its numbers.
func (s *setting) quantity(name string, q bakeoff.Quantity) {
	if !q.Known() {
		return
	}
	s.figure(name, q.Figure())
	s.add(s.byTrials(q))
}

// byTrials is a quantity of the estimators that have it, a column for each number of trials.
func (s *setting) byTrials(q bakeoff.Quantity) page.Table {
	t := page.Table{Title: q.Name + ", by number of trials", Columns: []tables.Column{{Name: "estimator"}}}
	t.Columns = append(t.Columns, lists.Each(s.Options.At, func(n int) tables.Column {
		return tables.Column{Name: fmt.Sprintf("n = %d", n), Right: true}
	})...)
	for i, r := range s.Results {
		if !q.Has(i) {
			continue
		}
		row := page.Row{Cells: []page.Cell{{Text: r.Metric}}}
		for _, m := range q.Row(i) {
			row.Cells = append(row.Cells, page.Cell{Text: m.Value, Note: wording.If(m.SE != "", "± "+m.SE)})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (s *setting) league() {
	for i, n := range s.Leagues() {
		league := s.League(n)
		if i > 0 {
			league.Notes = nil // they are those of the first
		}
		s.add(page.TableOf(league))
	}
	s.quantity("ranking", s.Tau())
	if f := s.Differences(); f != nil {
		s.figure("differences", f)
	}
}

func (s *setting) scores() {
	s.add(page.Text(s.LeastError()))
	s.quantity("error", s.RMSE())
	s.quantity("bias", s.Bias())
}

func (s *setting) intervals() {
	s.add(page.Text(s.Holding()))
	s.quantity("coverage", s.Coverage())
	if s.Width().Known() {
		s.add(s.byTrials(s.Width()))
	}
}

func (s *setting) settling() {
	s.add(page.Text(s.Settles()), page.TableOf(s.Settling()))
}

func (s *setting) cost() {
	t := s.CostTable()
	if t == nil {
		return
	}
	s.add(page.Text(s.Took()))
	if f := s.CostFigure(); f != nil {
		s.figure("accuracy-cost", f)
	}
	s.add(page.TableOf(t))
}

func (s *setting) reading() {
	for _, text := range s.Reading() {
		s.add(page.Text(text))
	}
	s.add(page.TableOf(s.Truths()))
}

// data adds all numbers, the files beside the page, and the command.
func (s *setting) data() {
	csv, err := s.Report(string(tables.CSV)).Render(string(tables.CSV))
	if err != nil {
		s.fail(err)
		return
	}
	document, err := s.Report(report.JSON).Render(report.JSON)
	if err != nil {
		s.fail(err)
		return
	}
	if len(s.beside) > 0 {
		s.add(page.Links{Label: "Beside this page, all four quantities in one figure:", Links: s.beside})
	}
	s.add(
		page.Downloads{Label: "In this page:", Files: []page.Download{
			{Text: "all numbers (CSV)", Name: "bakeoff.csv", Type: "text/csv", Content: csv},
			{Text: "all numbers, and what tells estimators apart (JSON)", Name: "bakeoff.json", Type: "application/json", Content: document},
		}},
		page.Text("For programs the element #json-bakeoff of this page holds the same as JSON."),
		page.Document{ID: "json-bakeoff", JSON: document},
	)
	if s.from != nil {
		from := page.TableOf(s.from.Table())
		from.Stacked = true
		s.add(from)
	}
}
