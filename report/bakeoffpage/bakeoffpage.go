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

// New returns the HTML page of a bakeoff, which is a comparison of estimators. The
// links are to files in the folder of the page. The provenance of the page can be nil.
// New returns an error if a figure or a report cannot be rendered.
func New(b bakeoff.Bakeoff, beside []page.Link, from *report.Provenance) (*page.Page, error) {
	p := &page.Page{
		Title:   b.Coins + ": which estimator comes closest to the truth?",
		Lead:    b.Closest(),
		Summary: []page.Block{shortAnswers(b)},
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

// shortAnswers returns short answers to the questions that a reader is likely to ask
// first.
func shortAnswers(b bakeoff.Bakeoff) page.Answers {
	out := page.Answers{Title: "In short"}
	for _, a := range []page.Answer{
		{Question: "Whose scores have the smallest error?", Says: b.LeastError(), Section: "scores", More: "Scores"},
		{Question: "Do the intervals cover?", Says: b.Holding(), Section: "intervals", More: "Intervals"},
		{Question: "Whose ranking settles first?", Says: b.Settles(), Section: "settling", More: "Settling"},
		{Question: "What does it cost?", Says: b.Took(), Section: "cost", More: "Cost"},
	} {
		if a.Says != "" {
			out.List = append(out.List, a)
		}
	}
	return out
}

// A topic describes one section of the page.
type topic struct {
	id, title string
	fill      func(*setting)
}

var topics = []topic{
	{"league", "Who comes closest to the true order?", (*setting).league},
	{"scores", "Whose scores have the smallest error?", (*setting).scores},
	{"intervals", "Do the intervals cover the truth?", (*setting).intervals},
	{"settling", "Whose ranking settles, and when?", (*setting).settling},
	{"cost", "What does a ranking cost?", (*setting).cost},
	{"reading", "How to read this page", (*setting).reading},
	{"data", "Data, files and the command", (*setting).data},
}

// A setting collects the blocks of one section of the page while the section is built,
// and records the first error.
type setting struct {
	bakeoff.Bakeoff
	beside []page.Link
	from   *report.Provenance
	blocks []page.Block
	status string
	err    error
}

// add appends blocks to the section.
func (s *setting) add(blocks ...page.Block) { s.blocks = append(s.blocks, blocks...) }

// fail records err, unless an earlier error is already recorded.
func (s *setting) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// figure adds a figure to the section, with its data.
func (s *setting) figure(name string, f *figures.Figure) {
	held, err := page.WithData(f, name)
	if err != nil {
		s.fail(err)
		return
	}
	s.add(held)
}

// quantity adds a figure and a table of a quantity. It adds nothing if no estimator has
// a value.
func (s *setting) quantity(name string, q bakeoff.Quantity) {
	if !q.Known() {
		return
	}
	s.figure(name, q.Figure())
	s.add(s.byTrials(q))
}

// byTrials returns a table of a quantity, with one estimator per row and one number of
// trials per column. It omits estimators without a value.
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

// league adds the section with the league tables, and with the figure of each method's
// lead over the reference method.
func (s *setting) league() {
	for i, n := range s.Leagues() {
		league := s.League(n)
		if i > 0 {
			league.Notes = nil // the first league already has them
		}
		s.add(page.TableOf(league))
	}
	s.quantity("ranking", s.Tau())
	if f := s.Differences(); f != nil {
		s.figure("differences", f)
	}
}

// scores adds the section on the errors of the estimators' scores.
func (s *setting) scores() {
	s.add(page.Text(s.LeastError()))
	s.quantity("error", s.RMSE())
	s.quantity("bias", s.Bias())
}

// intervals adds the section on the intervals of the estimators: how often they contain
// the true value, and how wide they are.
func (s *setting) intervals() {
	s.add(page.Text(s.Holding()))
	s.quantity("coverage", s.Coverage())
	if s.Width().Known() {
		s.add(s.byTrials(s.Width()))
	}
}

// settling adds the section on the number of trials at which each estimator's ranking
// settles.
func (s *setting) settling() {
	s.add(page.Text(s.Settles()), page.TableOf(s.Settling()))
}

// cost adds the section on the computing time of a ranking. It adds nothing if times
// were not measured.
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

// reading adds the section that explains how to read the results.
func (s *setting) reading() {
	for _, text := range s.Reading() {
		s.add(page.Text(text))
	}
	s.add(page.TableOf(s.Truths()))
}

// data adds the section with all numbers, links to the files next to the page, and the
// provenance.
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
		s.add(page.Links{Label: "Next to this page, all four quantities in one figure:", Links: s.beside})
	}
	s.add(
		page.Downloads{Label: "In this page:", Files: []page.Download{
			{Text: "all numbers (CSV)", Name: "bakeoff.csv", Type: "text/csv", Content: csv},
			{Text: "all numbers, and significant differences (JSON)", Name: "bakeoff.json", Type: "application/json", Content: document},
		}},
		page.Text("For programs, the element #json-bakeoff of this page holds the same JSON."),
		page.Document{ID: "json-bakeoff", JSON: document},
	)
	if s.from != nil {
		from := page.TableOf(s.from.Table())
		from.Stacked = true
		s.add(from)
	}
}
