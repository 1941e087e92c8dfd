package boardpage

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/figures"
	"settle/internal/tables"
	"settle/report"
	"settle/report/page"
	"settle/report/standings"
)

// csvType is the type of files of CSV.
const csvType = "text/csv"

// figure adds a figure with the numbers behind it, if there is one.
func (s *setting) figure(name string, f *figures.Figure) {
	if f != nil {
		s.add(s.drawn(name, f))
	}
}

// titled adds a figure under another title than that of its section, if there is one.
func (s *setting) titled(title, name string, f *figures.Figure) {
	if f != nil {
		f.Title = title
		s.figure(name, f)
	}
}

// drawn is a figure with the numbers behind it, and without what the page says already.
func (s *setting) drawn(name string, f *figures.Figure) page.Figure {
	shown := *f
	shown.Title = s.short(f.Title)
	caption := f.Caption
	if facts := s.Standings.Facts; facts != "" && s.said[facts] {
		caption = strings.TrimSpace(strings.Replace(caption, facts, "", 1))
	}
	shown.Caption = strings.Join(s.news(strings.Split(caption, "\n")), "\n")
	s.said[s.Standings.Facts] = true
	out, err := page.WithData(&shown, s.prefix+name)
	if err != nil {
		s.fail(err)
	}
	return out
}

// short is a title without the board, which the page or its part is named after.
func (s *setting) short(title string) string {
	rest, cut := strings.CutPrefix(title, s.Standings.Name+": ")
	if !cut {
		rest, cut = strings.CutPrefix(title, s.Standings.Name+" ")
	}
	if first, size := utf8.DecodeRuneInString(rest); cut {
		return string(unicode.ToUpper(first)) + rest[size:]
	}
	return title
}

func (s *setting) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// download is a report as CSV that the page holds.
func (s *setting) download(text, name string, r report.Report) page.Downloads {
	content, err := r.Render(string(tables.CSV))
	if err != nil {
		s.fail(err)
	}
	return page.Downloads{Files: []page.Download{{Text: text, Name: s.prefix + name + ".csv", Type: csvType, Content: content}}}
}

// held is a study whose document the page holds.
type held struct {
	study Study
	what  string
	made  report.Report
}

// data adds the documents of the studies, and what prints them.
func (s *setting) data() {
	list := []held{s.rankings()}
	if s.Convergence != nil {
		settles := *s.Convergence
		settles.Traces = nil // the page draws ranks, whose data it holds; with scores, traces would be most of it
		list = append(list, held{Converge, "when rankings settle; without the trajectory, which --trace 0 adds", settles.Report(report.JSON)})
	}
	add := func(found bool, study Study, what string, made func() report.Report) {
		if found {
			list = append(list, held{study, what, made()})
		}
	}
	add(s.Curves != nil, Bootstrap, "agreement with gold as trials are added",
		func() report.Report { return s.Curves.Report(report.JSON) })
	add(s.Budget != nil && !s.many(), Plan, "trials that tell models apart",
		func() report.Report { return s.Budget.Report(report.JSON) })
	add(s.Next != nil && !s.many(), Next, "what to run next; of the pairs, neighbours and those of the leader",
		func() report.Report { return s.Next.Near() })
	add(s.Scores != nil, Scores, "what the uncertainty of each score comes from",
		func() report.Report { return s.Scores.Report() })
	add(s.Questions != nil, Questions, "what single questions do",
		func() report.Report { return s.Questions.Report(report.JSON) })
	add(s.Card != nil, Standard, "fields of the reporting standard",
		func() report.Report { return s.Card.Report(report.JSON) })
	t := page.Table{Title: "The same numbers for programs", Stacked: true, Columns: []tables.Column{
		{Name: "element of this page"}, {Name: "what it holds"}, {Name: "printed in full by"},
	}}
	var documents []page.Block
	for _, h := range list {
		id := s.prefix + "json-" + string(h.study)
		// A command of its own prints the same; of several tasks each begins in its own way.
		if s.prefix == "" && !slices.Contains([]Study{Scores, Questions, Standard}, h.study) {
			h.made.First = s.First
		}
		document, err := h.made.Render(report.JSON)
		if err != nil {
			s.fail(err)
			return
		}
		documents = append(documents, page.Document{ID: id, JSON: document})
		t.Rows = append(t.Rows, page.RowOf("#"+id, h.what, s.Commands[h.study]))
	}
	left := func(found bool, study Study, what string) { // to the commands, by a page of many models
		if found && s.many() {
			t.Rows = append(t.Rows, page.RowOf("not on a page of so many models", what, s.Commands[study]))
		}
	}
	left(s.Budget != nil, Plan, "trials that tell models apart; the CSV of its section has all pairs")
	left(s.Next != nil, Next, "what to run next")
	if s.Standings.Comparison(s.Standings.Rankings[0]) != nil {
		t.Rows = append(t.Rows, page.RowOf("#"+s.compareID(), "every two models, as they are shown",
			s.Commands[Versus]))
	}
	s.add(t)
	s.add(documents...)
	if s.from != nil && s.prefix == "" {
		from := page.TableOf(s.from.Table())
		from.Stacked = true
		s.add(from)
	}
}

// rankings are those that the page holds.
func (s *setting) rankings() held {
	if s.many() {
		return held{Rank, "the ranking by " + s.Standings.Rankings[0].Metric +
			", without the probabilities of single ranks; of the pairs, neighbours and those of the leader", s.Standings.Short()}
	}
	return held{Rank, "the rankings; of the pairs, neighbours and those of the leader", s.Standings.Near()}
}

// compare adds the choice of any two models, if they were compared.
func (s *setting) compare(c *standings.Comparison) {
	if c == nil {
		return
	}
	by := "This comparison is printed by " + s.Commands[Versus] + ", with the two models' names for A and B"
	if c.Left > 0 {
		by += fmt.Sprintf("; so are those of the last %s, which are not among these", tables.Count(c.Left, "model"))
	}
	s.add(page.Pairs{
		ID: s.compareID(), Title: "Compare any two models", Models: c.Models, Of: c.Of, Each: c.Each,
		OfPairs: c.OfPairs, Pairs: c.Pairs, Notes: append(c.Notes, by+"."),
	})
}

// compareID is the ID of the data of the comparison of two models.
func (s *setting) compareID() string { return s.prefix + "two-models" }
