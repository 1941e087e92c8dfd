package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/page"
)

// index returns the first page, which says whether the paper's claims hold and shows the evidence.
// Each experiment has a page of its own.
func index(real *given.Results, done []outcome) *page.Page {
	list := allChecks(done)
	p := &page.Page{Title: "Does the paper “Don't Pass@k” hold?"}
	for i, paragraph := range experiments.Answer(list) {
		if i == 0 {
			p.Lead = paragraph
		} else {
			p.Summary = append(p.Summary, page.Text(paragraph))
		}
	}
	add := func(id, title string, blocks ...page.Block) {
		p.Sections = append(p.Sections, page.Section{ID: id, Title: title, Blocks: blocks})
	}
	if real != nil {
		add("given", "Given results", page.TableOf(real.Table()))
	}
	if claims := experiments.Claims(list); len(claims) > 0 {
		add("claims", "Headline claims", headlines(claims))
	}
	if findings := checks.Summarise(list).Findings; len(findings) > 0 {
		add("findings", "Differences from the paper", differences(findings))
	}
	add("experiments", "Figures, tables and other experiments", overview(done))
	add("checks", "All checks", page.Text(checks.Counted(list)), totals(list),
		page.Links{Label: "All checks:", Links: []page.Link{
			{Text: "CSV", File: "checks.csv"}, {Text: "JSON", File: "checks.json"},
		}})
	return p
}

// pageOf returns the file name of an experiment's page.
func pageOf(id string) string { return id + ".html" }

// tones maps each verdict to the colour in which pages show it.
var tones = map[checks.Verdict]page.Tone{
	checks.Holds: page.Good, checks.Partly: page.Open, checks.Differs: page.Bad, checks.NeedsData: page.Open,
}

// headlines returns a table of the paper's claims and their verdicts.
func headlines(claims []checks.Claim) page.Table {
	t := page.Table{Stacked: true, Columns: []tables.Column{
		{Name: "claim"}, {Name: "verdict"}, {Name: "obtained"}, {Name: "shown by"},
	}}
	for _, c := range claims {
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			{Text: c.Claim, Note: "Paper: " + c.Source}, {Text: c.Standing(), Tone: tones[c.Verdict]},
			{Text: c.Obtained}, {Text: c.Experiment, File: pageOf(c.Experiment)},
		}})
	}
	t.Notes = []string{"A claim holds partly if it holds on some draws of the paper's coins, or if only some of its " +
		"checks hold. “On the edge” means within two standard errors of another verdict."}
	return t
}

// differences returns a list of findings that differ from the paper. Each finding links to the page
// of the first experiment that shows it.
func differences(findings []checks.Finding) page.List {
	l := page.List{Label: fmt.Sprintf("%s in total, each based on one or more checks:", tables.Count(len(findings), "finding"))}
	for _, f := range findings {
		l.Items = append(l.Items, page.Item{Text: f.Says, File: pageOf(f.IDs[0])})
	}
	return l
}

// overview returns a table of the experiments, with a link to each one's page.
func overview(done []outcome) page.Table {
	t := page.Table{Columns: []tables.Column{{Name: "page"}, {Name: "shows"}, {Name: "tests"}}, Stacked: true}
	for _, o := range done {
		words, tone := standing(o.Checks)
		t.Rows = append(t.Rows, page.Row{Cells: []page.Cell{
			{Text: o.ID, File: pageOf(o.ID)}, {Text: o.Title}, {Text: words, Tone: tone},
		}})
	}
	return t
}

// kindsInWords explains each kind of check.
var kindsInWords = map[checks.Kind]string{
	checks.Test:         "a check whose outcome was open; only tests are evidence for or against the paper",
	checks.Fitted:       "a check that the data were constructed to match",
	checks.Construction: "a definition or an identity, which always holds",
	checks.Data:         "a test that needs the paper's own results (--data, --signals); undecided without them",
}

// totals returns a table that counts checks by kind and verdict.
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

// ownPage returns the page of an experiment: figures, checks and tables, with links to files.
func (c *Command) ownPage(o outcome) *page.Page {
	p := &page.Page{Title: o.ID + ": " + o.Title, Lead: checks.Counted(o.Checks)}
	first := page.Link{Text: "Does the paper hold? (first page)", File: cli.PageName}
	p.Summary = []page.Block{page.Links{Links: []page.Link{first}}}
	add := func(id, title string, blocks []page.Block) {
		if len(blocks) > 0 {
			p.Sections = append(p.Sections, page.Section{ID: id, Title: title, Blocks: blocks})
		}
	}
	add("figures", "Figures", lists.Each(o.Figures, func(f paper.Figure) page.Block { return c.figure(f) }))
	if len(o.Checks) > 0 {
		add("checks", "Checks", []page.Block{claims(o)})
	}
	add("tables", "Tables", append(lists.Each(o.Result.Tables, func(t *tables.Table) page.Block {
		return page.Details{Summary: t.Title, Blocks: []page.Block{page.TableOf(t)}}
	}), files(o)))
	return p
}

// files returns links to the files of an experiment.
func files(o outcome) page.Links {
	links := page.Links{Label: "Tables and checks:", Links: []page.Link{{Text: "Markdown", File: o.ID + ".md"}}}
	for _, d := range o.Data {
		links.Links = append(links.Links, page.Link{Text: d.Name + ".csv", File: d.Name + ".csv"})
	}
	return links
}

// standing returns a few words that summarise the verdicts of all checks of the kind checks.Test,
// and the colour in which to show them.
func standing(list []checks.Check) (string, page.Tone) {
	tests := lists.Where(list, func(c checks.Check) bool { return c.Kind == checks.Test })
	if len(tests) == 0 {
		return "no tests", page.Plain
	}
	verdicts := lists.Each(tests, func(c checks.Check) checks.Verdict { return c.Verdict })
	tone := page.Good
	for _, v := range []checks.Verdict{checks.Partly, checks.NeedsData, checks.Differs} {
		if slices.Contains(verdicts, v) {
			tone = tones[v]
		}
	}
	return checks.Tally(verdicts), tone
}

// claimColumns lists the columns of the table of checks.
var claimColumns = []tables.Column{
	{Name: "check"}, {Name: "kind"}, {Name: "published"}, {Name: "obtained"}, {Name: "verdict"},
}

// claims returns a table of an experiment's checks. In each group of checks, those with the verdict
// checks.Holds share one row, which can be expanded. The notes explain the kinds of the checks.
func claims(o outcome) page.Table {
	t := page.Table{Title: "Checks of " + o.ID, Columns: claimColumns, Stacked: true}
	for _, group := range checks.Grouped(o.Checks) {
		var holding, others []checks.Check
		for _, c := range group {
			if c.Verdict == checks.Holds {
				holding = append(holding, c)
			} else {
				others = append(others, c)
			}
		}
		switch len(holding) {
		case 0:
		case 1:
			t.Rows = append(t.Rows, claim(holding[0]))
		default:
			t.Rows = append(t.Rows, groupRow(holding, len(group)))
		}
		for _, c := range others {
			t.Rows = append(t.Rows, claim(c))
		}
	}
	t.Notes = grounds(o.Checks)
	return t
}

// claim returns the table row of one check.
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
		{Text: c.Check, Note: joinNotes(c.Source, c.Note)}, {Text: string(c.Kind)},
		{Text: c.Says()}, {Text: obtained}, verdict(c),
	}}
}

// groupRow returns one table row for several checks of a group, which all have the verdict
// checks.Holds. Expanding the row shows each check. The whole group has the given number of checks.
func groupRow(holding []checks.Check, all int) page.Row {
	list := page.Table{Title: holding[0].Group, Columns: claimColumns, Stacked: true}
	for _, c := range holding {
		list.Rows = append(list.Rows, claim(c))
	}
	row := page.Row{
		Cells: []page.Cell{
			{Text: holding[0].Group, Note: holding[0].Source}, {Text: string(holding[0].Kind)},
			{Text: tables.Count(all, "claim")}, {Text: fmt.Sprintf("%d of %d", len(holding), all)}, verdict(holding[0]),
		},
		More: &page.Details{Summary: fmt.Sprintf("the %d checks that hold", len(holding)), Blocks: []page.Block{list}},
	}
	if len(holding) < all {
		row.Cells[4].Text = fmt.Sprintf("%d hold", len(holding))
	}
	return row
}

// verdict returns the table cell with the verdict of a check. The cell is coloured only if the
// check has the kind checks.Test.
func verdict(c checks.Check) page.Cell {
	cell := page.Cell{Text: c.Standing()}
	if c.Kind == checks.Test {
		cell.Tone = tones[c.Verdict]
	}
	return cell
}

// joinNotes joins the source and the note of a check.
func joinNotes(source, note string) string {
	if source == "" || note == "" {
		return source + note
	}
	return source + ": " + note
}

// grounds returns sentences that explain why the checks have their kinds, as in "Why test: …."
// Equal sentences appear only once.
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

// figure returns a figure of an experiment with links to its files.
func (c *Command) figure(f paper.Figure) page.Figure {
	return page.Figure{Figure: f.Figure, Files: c.Links(f.Name)}
}
