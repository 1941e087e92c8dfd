package reproduce

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/tables"
	"settle/report/page"
)

// made are two experiments: one with a figure, a table and checks of every kind and
// verdict, twelve of them a group of which one differs; and one with nothing.
func made() []outcome {
	result := &paper.Result{
		Figures: []paper.Figure{{Name: "one-a", Figure: &figures.Figure{
			Title: "Drawn <once>", Panels: []figures.Panel{figures.Curves{Title: "p"}},
		}}},
		Tables: []*tables.Table{
			{Title: "Ranks & scores", Columns: []tables.Column{{Name: "model"}}, Rows: [][]string{{"<m>"}}},
		},
		Data: []paper.Data{{Name: "one-scores", Table: &tables.Table{}}},
	}
	test := checks.Ground{Kind: checks.Test, Why: "it is drawn"}
	for i := range 12 {
		o := checks.Number(fmt.Sprint(i), float64(i), 0, 0)
		if i == 7 {
			o = checks.Number("7", 9, 0, 0)
		}
		result.Checks = append(result.Checks, checks.Check{
			Check: fmt.Sprintf("rank of <m%d>", i), Ground: test, Outcome: o, Source: "paper, Table 1", Group: "all ranks",
		})
	}
	result.Checks = append(result.Checks,
		checks.Check{Check: "highest", Ground: test, Outcome: checks.Share("Bayes is highest", 100, 200), Note: "it depends"},
		checks.Check{
			Check: "fit", Ground: checks.Ground{Kind: checks.Fitted, Why: "made to match."},
			Outcome: checks.Number("0.88", 0.881, 0.001, 0),
		},
		checks.Check{
			Check: "real", Ground: checks.Ground{Kind: checks.Data, Why: "not at hand"},
			Outcome: checks.Statement("says", true),
		},
	)
	result.Checks = checks.Judged("one", result.Checks)
	return []outcome{
		{experiments.Experiment{ID: "one", Title: "The first"}, result},
		{experiments.Experiment{ID: "two", Title: "The second"}, &paper.Result{}},
	}
}

func written(t *testing.T, p *page.Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// pageOfFirst is the page of the first experiment.
func pageOfFirst(t *testing.T, formats ...string) string {
	t.Helper()
	var c Command
	c.Drawing.Figures = formats
	return written(t, c.ownPage(made()[0]))
}

// Every figure and every check is on the page of its experiment under its name, with kind,
// verdict, source, note and reason.
func TestPageHasEverything(t *testing.T) {
	doc := pageOfFirst(t, "svg", "pdf")
	want := []string{"Drawn &lt;once&gt;", "Ranks &amp; scores", "&lt;m&gt;", "one: The first"}
	for _, c := range made()[0].Checks {
		want = append(want, html.EscapeString(c.Check), html.EscapeString(c.Says()))
	}
	want = append(want, "paper, Table 1", "it depends", "0.5 ± 0.0350<", // √(0.5·0.5/204) = 0.03501
		"Why test: it is drawn.", "Why fitted: made to match.", "Why data: not at hand.",
		"Of 13 tests, 11 hold, 1 holds in part and 1 differs.")
	for _, w := range want {
		if !strings.Contains(doc, w) {
			t.Errorf("%q is not on the page", w)
		}
	}
}

// The first page answers first; then it has every headline claim, every finding once, and
// every experiment, each leading to the page that shows it.
func TestIndex(t *testing.T) {
	answer := "In 99.0 % of 200 draws of simulated models, no metric ranks closer to the truth than Bayes@N with at most 10 trials."
	claim := checks.Judged("fig2", []checks.Check{{
		Check: "(a) Bayes@N is highest at every n ≤ 10", Ground: checks.Ground{Kind: checks.Test},
		Outcome: checks.Share("highest", 198, 200),
	}})
	other := checks.Judged("two", []checks.Check{{
		Check: "wrong", Ground: checks.Ground{Kind: checks.Test}, Outcome: checks.Statement("right", false), Finding: "A <finding>.",
	}})
	done := append(made(), outcome{experiments.Experiment{ID: "fig2", Title: "Coins"}, &paper.Result{Checks: claim}})
	done[1].Result = &paper.Result{Checks: other}
	doc := written(t, index(nil, done))
	last := 0
	for _, w := range []string{
		"<h1>Does the paper", answer, "Headline claims", "Bayes@N ranks closest to the truth",
		`<span class="status good">holds</span>`, "99.0 % of 200 draws", `<a href="fig2.html">fig2</a>`,
		"2 findings", `<a href="one.html">one: all ranks</a>`, `<a href="two.html">A &lt;finding&gt;.</a>`,
		`<a href="one.html">one</a>`, "11 hold, 1 holds in part and 1 differs", `<a href="two.html">two</a>`,
	} {
		at := strings.Index(doc[last:], w)
		if at < 0 {
			t.Fatalf("%q is not on the page, or not behind what comes before it", w)
		}
		last += at
	}
}

// Of a group, the eleven that hold are one row that opens, and the one that differs
// is a row of its own.
func TestPageGroups(t *testing.T) {
	rows := claims(made()[0]).Rows
	var names []string
	for _, r := range rows {
		names = append(names, r.Cells[0].Text+": "+r.Cells[4].Text)
	}
	want := []string{
		"all ranks: 11 hold", "rank of <m7>: differs", "highest: holds in part", "fit: holds", "real: needs the paper's data",
	}
	if !slices.Equal(names, want) {
		t.Errorf("rows are %q, want %q", names, want)
	}
	if rows[0].More == nil || rows[0].Cells[3].Text != "11 of 12" {
		t.Errorf("the group is %+v", rows[0])
	}
	words, tone := standing(made()[0].Checks)
	if words != "11 hold, 1 holds in part and 1 differs" || tone != "bad" {
		t.Errorf("it stands at %q, %q", words, tone)
	}
}

// The pages lead to the files that are written, and to no others.
func TestPageLinks(t *testing.T) {
	doc := pageOfFirst(t, "svg", "pdf") + written(t, index(nil, made()))
	for _, file := range []string{
		"checks.csv", "checks.json", "one-a.svg", "one-a.pdf", "one-a.csv", "one.md", "one-scores.csv", "one.html", "two.html",
		"index.html",
	} {
		if !strings.Contains(doc, `href="`+file+`"`) {
			t.Errorf("no link to %s", file)
		}
	}
	if strings.Contains(doc, "one-a.png") {
		t.Error("it leads to a PNG that is not written")
	}
}
