package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/tables"
	"settle/report/page"
)

// onePage is a page of the experiments that ran, with links to their files.
func (c *Command) onePage(real *given.Results, done []outcome) *page.Page {
	list := all(done)
	closing := checks.Conclude(list)
	p := &page.Page{Title: "The paper “Don't Pass@k”, claim by claim", Lead: closing.Tests}
	if len(closing.Differ) > 0 {
		differ := page.List{Label: "These differ:"}
		for _, name := range closing.Differ {
			experiment, _, _ := strings.Cut(name, ":")
			differ.Items = append(differ.Items, page.Item{Text: name, Section: experiment})
		}
		p.Summary = append(p.Summary, differ)
	}
	if closing.Beside != "" {
		p.Summary = append(p.Summary, page.Text(closing.Beside))
	}
	p.Summary = append(p.Summary, totals(list), page.Links{Label: "All checks:", Links: []page.Link{
		{Text: "CSV", File: "checks.csv"}, {Text: "JSON", File: "checks.json"},
	}})
	if real != nil {
		p.Summary = slices.Insert(p.Summary, 0, page.Block(page.TableOf(real.Table())))
	}
	for _, o := range done {
		p.Sections = append(p.Sections, c.section(o))
	}
	return p
}

// kindsInWords say what the kinds of checks are.
var kindsInWords = map[checks.Kind]string{
	checks.Test:         "it could have come out otherwise; only tests speak for or against the paper",
	checks.Fitted:       "what was measured was made to match it",
	checks.Construction: "it cannot come out otherwise: a definition, or an identity",
	checks.Data:         "a test on the paper's own results, and undecided without them (--data, --signals)",
}

// totals count checks by kind and verdict.
func totals(list []checks.Check) page.Table {
	t := page.Table{
		Title:   "Checks by kind and verdict",
		Columns: []tables.Column{{Name: "kind"}, {Name: "checks", Right: true}},
		Stacked: true,
	}
	for _, v := range checks.Verdicts() {
		t.Columns = append(t.Columns, tables.Column{Name: string(v), Right: true})
	}
	for _, k := range checks.Kinds() {
		of := func(verdicts ...checks.Verdict) page.Cell {
			return page.Cell{Text: fmt.Sprint(k.Count(list, verdicts...))}
		}
		row := page.Row{Cells: []page.Cell{{Text: string(k), Note: kindsInWords[k]}, of()}}
		for _, v := range checks.Verdicts() {
			row.Cells = append(row.Cells, of(v))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// section is what an experiment has to show.
func (c *Command) section(o outcome) page.Section {
	s := page.Section{ID: o.ID, Title: o.ID + ": " + o.Title}
	s.Status, s.Tone = standing(o.Checks)
	for _, f := range o.Figures {
		s.Blocks = append(s.Blocks, c.figure(f))
	}
	if len(o.Checks) > 0 {
		s.Blocks = append(s.Blocks, claims(o))
	}
	for _, t := range o.Result.Tables {
		s.Blocks = append(s.Blocks, page.Details{Summary: t.Title, Blocks: []page.Block{page.TableOf(t)}})
	}
	links := page.Links{Label: "Tables and checks:", Links: []page.Link{{Text: "Markdown", File: o.ID + ".md"}}}
	for _, d := range o.Data {
		links.Links = append(links.Links, page.Link{Text: d.Name + ".csv", File: d.Name + ".csv"})
	}
	s.Blocks = append(s.Blocks, links)
	return s
}

// standing is what the tests among checks come to, in a few words.
func standing(list []checks.Check) (string, page.Tone) {
	tests := checks.Summarise(list).Tests
	if tests.All == 0 {
		return "no test", page.Plain
	}
	words, tone := fmt.Sprintf("%d of %s agree", tests.Agree, tables.Count(tests.All, "test")), page.Good
	if unknown := tests.Unknown; unknown > 0 {
		words, tone = words+fmt.Sprintf(", %d cannot be known", unknown), page.Open
	}
	if differ := tests.Differ; differ > 0 {
		words, tone = words+fmt.Sprintf(", %d differ", differ), page.Bad
	}
	return words, tone
}

// claimColumns are those of the table of claims.
var claimColumns = []tables.Column{
	{Name: "claim"}, {Name: "kind"}, {Name: "published"}, {Name: "obtained"}, {Name: "verdict"},
}

// claims are the checks of an experiment: those of a group that agree are one row,
// which opens. Below stands why they are of their kinds.
func claims(o outcome) page.Table {
	t := page.Table{Title: "Claims of " + o.ID, Columns: claimColumns, Stacked: true}
	for _, group := range checks.Grouped(o.Checks) {
		var agreeing, others []checks.Check
		for _, c := range group {
			if c.Verdict == checks.Agrees {
				agreeing = append(agreeing, c)
			} else {
				others = append(others, c)
			}
		}
		switch len(agreeing) {
		case 0:
		case 1:
			t.Rows = append(t.Rows, claim(agreeing[0]))
		default:
			t.Rows = append(t.Rows, together(agreeing, len(group)))
		}
		for _, c := range others {
			t.Rows = append(t.Rows, claim(c))
		}
	}
	t.Notes = grounds(o.Checks)
	return t
}

// claim is a row for one check.
func claim(c checks.Check) page.Row {
	obtained := c.Got()
	switch spread := c.Spread(); {
	case spread == "":
	case c.SE != nil:
		obtained += " ± " + spread
	default:
		obtained += " (" + spread + ")"
	}
	return page.Row{Cells: []page.Cell{
		{Text: c.Check, Note: joined(c.Source, c.Note)}, {Text: string(c.Kind)},
		{Text: c.Says()}, {Text: obtained}, verdict(c),
	}}
}

// together is one row for those checks of a group that agree, all of which it shows
// when it is opened.
func together(agreeing []checks.Check, all int) page.Row {
	list := page.Table{Title: agreeing[0].Group, Columns: claimColumns, Stacked: true}
	for _, c := range agreeing {
		list.Rows = append(list.Rows, claim(c))
	}
	row := page.Row{
		Cells: []page.Cell{
			{Text: agreeing[0].Group, Note: agreeing[0].Source}, {Text: string(agreeing[0].Kind)},
			{Text: tables.Count(all, "claim")}, {Text: fmt.Sprintf("%d of %d", len(agreeing), all)}, verdict(agreeing[0]),
		},
		More: &page.Details{Summary: fmt.Sprintf("the %d that agree", len(agreeing)), Blocks: []page.Block{list}},
	}
	if len(agreeing) < all {
		row.Cells[4].Text = fmt.Sprintf("%d agree", len(agreeing))
	}
	return row
}

// verdict is the verdict of a check, which is news only of a test.
func verdict(c checks.Check) page.Cell {
	cell := page.Cell{Text: string(c.Verdict)}
	if c.Kind == checks.Test {
		cell.Tone = map[checks.Verdict]page.Tone{
			checks.Agrees: page.Good, checks.Differs: page.Bad, checks.Unknown: page.Open,
		}[c.Verdict]
	}
	return cell
}

// joined is where something is published, and what is to be said of it.
func joined(source, note string) string {
	if source == "" || note == "" {
		return source + note
	}
	return source + ": " + note
}

// grounds are the reasons why checks are of their kinds, each once.
func grounds(list []checks.Check) (reasons []string) {
	for _, k := range checks.Kinds() {
		for _, c := range list {
			reason := fmt.Sprintf("Why %s: %s.", k, strings.TrimSuffix(c.Why, "."))
			if c.Kind == k && !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
		}
	}
	return reasons
}

// figure is a figure of an experiment, with links to its files.
func (c *Command) figure(f paper.Figure) page.Figure {
	return page.Figure{Figure: f.Figure, Files: c.Links(f.Name)}
}
