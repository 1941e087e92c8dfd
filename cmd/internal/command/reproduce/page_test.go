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

func pageOf(t *testing.T, formats ...string) string {
	t.Helper()
	var c Command
	c.Drawing.Figures = formats
	var b bytes.Buffer
	if err := c.onePage(nil, made()).Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Every figure and every check is on the page under its name, with kind, verdict,
// source, note and reason, and the closing sentence stands before all of them.
func TestPageHasEverything(t *testing.T) {
	doc := pageOf(t, "svg", "pdf")
	said := checks.Conclude(all(made()))
	closing := strings.Index(doc, `<p class="lead">`+said.Tests)
	if closing < 0 || !strings.Contains(doc, said.Beside) {
		t.Fatal("no closing sentence")
	}
	if link := `<a href="#one">one: all ranks (1 of 12)</a>`; !strings.Contains(doc, link) {
		t.Errorf("no %s", link)
	}
	want := []string{"Drawn &lt;once&gt;", "Ranks &amp; scores", "&lt;m&gt;"}
	for _, o := range made() {
		want = append(want, o.ID+": "+o.Title)
		for _, c := range o.Checks {
			want = append(want, html.EscapeString(c.Check), html.EscapeString(c.Says()))
		}
	}
	want = append(want, "paper, Table 1", "it depends", "0.5 ± 0.0350<", // √(0.5·0.5/204) = 0.03501
		"Why test: it is drawn.", "Why fitted: made to match.", "Why data: not at hand.")
	for _, w := range want {
		if at := strings.LastIndex(doc, w); at < closing {
			t.Errorf("%q is not on the page behind the closing sentence", w)
		}
	}
}

// Of a group, the eleven that agree are one row that opens, and the one that differs
// is a row of its own.
func TestPageGroups(t *testing.T) {
	rows := claims(made()[0]).Rows
	var names []string
	for _, r := range rows {
		names = append(names, r.Cells[0].Text+": "+r.Cells[4].Text)
	}
	want := []string{
		"all ranks: 11 agree", "rank of <m7>: differs", "highest: cannot be known", "fit: agrees", "real: cannot be known",
	}
	if !slices.Equal(names, want) {
		t.Errorf("rows are %q, want %q", names, want)
	}
	if rows[0].More == nil || rows[0].Cells[3].Text != "11 of 12" {
		t.Errorf("the group is %+v", rows[0])
	}
	words, tone := standing(made()[0].Checks)
	if words != "11 of 13 tests agree, 1 cannot be known, 1 differ" || tone != "bad" {
		t.Errorf("it stands at %q, %q", words, tone)
	}
}

// The page leads to the files that are written, and to no others.
func TestPageLinks(t *testing.T) {
	doc := pageOf(t, "svg", "pdf")
	for _, file := range []string{
		"checks.csv", "checks.json", "one-a.svg", "one-a.pdf", "one-a.csv", "one.md", "one-scores.csv", "two.md",
	} {
		if !strings.Contains(doc, `href="`+file+`"`) {
			t.Errorf("no link to %s", file)
		}
	}
	if strings.Contains(doc, "one-a.png") {
		t.Error("it leads to a PNG that is not written")
	}
}
