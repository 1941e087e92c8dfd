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
	"settle/report/wording"
)

// csvType is the media type of CSV.
const csvType = "text/csv"

// figure adds a figure with its data to the section, unless f is nil.
func (s *setting) figure(name string, f *figures.Figure) {
	if f != nil {
		s.add(s.drawn(name, f))
	}
}

// addTitled changes the title of a figure and adds the figure with its data to the
// section. It does nothing if f is nil.
func (s *setting) addTitled(title, name string, f *figures.Figure) {
	if f != nil {
		f.Title = title
		s.figure(name, f)
	}
}

// drawn returns a figure with its data, as a block of the page. It omits sentences of
// the caption that the page already contains.
func (s *setting) drawn(name string, f *figures.Figure) page.Figure {
	shown := *f
	shown.Title = s.short(f.Title)
	shown.Caption = strings.Join(s.news(strings.Split(f.Caption, "\n")), "\n")
	out, err := page.WithData(&shown, s.prefix+name)
	if err != nil {
		s.fail(err)
	}
	return out
}

// short returns the title of a table or figure without the name of the board.
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

// fail records err, unless an earlier error is already recorded.
func (s *setting) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// download returns a block with a link, through which the reader can save the report as
// a CSV file.
func (s *setting) download(text, name string, r report.Report) page.Downloads {
	content, err := r.Render(string(tables.CSV))
	if err != nil {
		s.fail(err)
	}
	return page.Downloads{Files: []page.Download{{Text: text, Name: s.prefix + name + ".csv", Type: csvType, Content: content}}}
}

// An embeddedStudy is a study together with its JSON document, which is embedded in the
// page.
type embeddedStudy struct {
	study Study
	made  report.Report
}

// data adds the JSON documents of the studies to the page, and a table of the commands
// that print these documents.
func (s *setting) data() {
	t := page.Table{Title: "The same numbers for programs", Stacked: true, Columns: []tables.Column{
		{Name: "element of this page"}, {Name: "command that prints all of it"},
	}, Notes: []string{"These elements list only pairs of neighbours and pairs with the leader." +
		wording.If(s.omitsModels(), " The ranking omits the probabilities of single ranks.")}}
	var documents []page.Block
	for _, h := range s.documents() {
		id := s.prefix + "json-" + string(h.study)
		// With a single task, the command for one study prints the same first sentence. With
		// several tasks, their first sentences differ.
		if s.prefix == "" && !slices.Contains([]Study{Scores, Questions, Standard}, h.study) {
			h.made.First = s.First
		}
		document, err := h.made.Render(report.JSON)
		if err != nil {
			s.fail(err)
			return
		}
		documents = append(documents, page.Document{ID: id, JSON: document})
		t.Rows = append(t.Rows, page.RowOf("#"+id, s.Commands[h.study]))
	}
	if s.omitsModels() { // the commands print all pairs and models
		t.Rows = append(t.Rows, page.RowOf("omitted for so many models", s.Commands[Plan]),
			page.RowOf("omitted for so many models", s.Commands[Next]))
	}
	if s.Standings.Comparison(s.Standings.Rankings[0]) != nil {
		t.Rows = append(t.Rows, page.RowOf("#"+s.compareID(), s.Commands[Versus]))
	}
	s.add(t)
	s.add(documents...)
	if s.from != nil && s.prefix == "" && len(s.from.Input) > 0 { // otherwise the page ends with the provenance
		from := page.TableOf(s.from.Table())
		from.Stacked = true
		s.add(from)
	}
}

// documents returns the studies whose JSON documents are embedded in the page for
// programs.
func (s *setting) documents() []embeddedStudy {
	list := []embeddedStudy{{Rank, s.Standings.Near()}}
	if s.omitsModels() {
		list[0].made = s.Standings.Short()
	}
	add := func(study Study, found bool, made func() report.Report) {
		if found {
			list = append(list, embeddedStudy{study, made()})
		}
	}
	add(Converge, s.Convergence != nil, func() report.Report {
		settles := *s.Convergence
		settles.Traces = nil // the page already holds the drawn ranks; traces with scores would dominate its size
		return settles.Report(report.JSON)
	})
	add(Bootstrap, s.Curves != nil, func() report.Report { return s.Curves.Report(report.JSON) })
	add(Plan, s.Budget != nil && !s.omitsModels(), func() report.Report { return s.Budget.Report(report.JSON) })
	add(Next, s.Next != nil && !s.omitsModels(), func() report.Report { return s.Next.Near() })
	add(Scores, s.Scores != nil, func() report.Report { return s.Scores.Report() })
	add(Questions, s.Questions != nil, func() report.Report { return s.Questions.Report(report.JSON) })
	add(Changes, s.Changes != nil, func() report.Report { return s.Changes.Report(report.JSON) })
	add(Standard, s.Card != nil, func() report.Report { return s.Card.Report(report.JSON) })
	return list
}

// compare adds a block in which the reader can compare any two models, unless c is nil.
func (s *setting) compare(c *standings.Comparison) {
	if c == nil {
		return
	}
	by := s.Commands[Versus] + " prints this comparison; replace A and B with the names of the two models"
	if c.Left > 0 {
		by += fmt.Sprintf("; the command can also compare the last %s, which cannot be chosen on this page", tables.Count(c.Left, "model"))
	}
	s.add(page.Pairs{
		ID: s.compareID(), Title: "Compare any two models", Models: c.Models, Of: c.Of, Each: c.Each,
		OfPairs: c.OfPairs, Pairs: c.Pairs, Notes: append(c.Notes, by+"."),
	})
}

// compareID returns the ID of the block in which the reader can compare any two models.
func (s *setting) compareID() string { return s.prefix + "two-models" }
