package experiments

import (
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/figures"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report"
)

// fig4Claims are what section 3.1 says of Bayes@N: τ at n = 10 exceeds the
// first number, and at n = 80 it is about the second.
var fig4Claims = []struct {
	key, at10, at string
}{{"aime25", "> 0.90", "≈ 0.95"}, {"aime24", "> 0.95", "≈ 1"}, {"hmmt25", "> 0.95", "≈ 1"}, {"brumo25", "> 0.95", "≈ 1"}}

// Fig4 compares thirteen metrics with Bayes@80 on the four benchmarks, by 10⁴
// row replicates with replacement.
func Fig4(ctx context.Context, o Options) (*Result, error) {
	all, err := o.benchmarks()
	if err != nil {
		return nil, err
	}
	ms, err := metrics.Parse("paper", metrics.Options{})
	if err != nil {
		return nil, err
	}
	result := &Result{}
	figure := &figures.Figure{
		Title: "Agreement with Bayes@N on the whole board",
		Caption: fmt.Sprintf("%d row replicates with replacement. Shaded: ±1.96 Monte-Carlo standard errors. %s",
			paperReplicates, note(all)),
	}
	for i, b := range ordered(all, "aime25", "aime24", "hmmt25", "brumo25") {
		gold, err := b.gold()
		if err != nil {
			return nil, err
		}
		source, err := b.rows(true, o.Seed)
		if err != nil {
			return nil, err
		}
		curves, err := montecarlo.Curves(ctx, source, ms, gold, o.run("fig4 "+b.Title, paperReplicates, paperReplicates))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Title, err)
		}
		figure.Panels = append(figure.Panels, figures.Curves{
			Title: panelTitle(i, b), XLabel: "trials n", YLabel: "mean Kendall τ", Lines: report.CurveLines(curves),
			Bounds: &[2]float64{-1, 1},
		})
		table := report.CurvesTable(fmt.Sprintf("Fig. 4 %s", panelTitle(i, b)), curves, b.Board.Trials())
		result.Tables = append(result.Tables, table)
		result.Checks = append(result.Checks, fig4Checks(b, curves)...)
	}
	sameY(figure.Panels)
	result.Figures = []Figure{{"fig4", figure}}
	return result, nil
}

// sameY gives panels of curves one y axis, so that they can be compared.
func sameY(panels []figures.Panel) {
	var shown []float64
	for _, p := range panels {
		for _, l := range p.(figures.Curves).Lines {
			for i, y := range l.Y {
				shown = append(shown, y-confidence*l.SE[i], y+confidence*l.SE[i])
			}
		}
	}
	for i, p := range panels {
		c := p.(figures.Curves)
		c.ShowY = []float64{slices.Min(shown), slices.Max(shown)}
		panels[i] = c
	}
}

// confidence is how many standard errors a figure shades on either side.
const confidence = 1.96

func fig4Checks(b Benchmark, curves []montecarlo.Curve) []checks.Check {
	var all []checks.Check
	bayes := curves[0].Points
	for _, claim := range fig4Claims {
		if claim.key != b.Key || len(bayes) < 10 {
			continue
		}
		at10, last := bayes[9], bayes[len(bayes)-1]
		ground := b.ground(neverFitted)
		all = append(all,
			checks.Check{
				Check: b.Title + ": τ of bayes at n = 10", Ground: ground, Source: "paper, section 3.1",
				Outcome: checks.Number(claim.at10, at10.Tau, at10.SE, at10.SE),
				Note:    "the paper's summary says > 0.90 on all four",
			},
			checks.Check{
				Check: fmt.Sprintf("%s: τ of bayes at n = %d", b.Title, last.N), Ground: ground, Source: "paper, section 3.1",
				Outcome: checks.Number(claim.at, last.Tau, last.SE, last.SE),
			},
			checks.Check{
				Check: b.Title + ": bayes ends highest", Ground: ground, Source: "paper, section 3.1",
				Outcome: checks.Statement("highest", endsHighest(curves)),
			},
		)
	}
	return all
}

// endsHighest tells whether no curve ends above the first.
func endsHighest(curves []montecarlo.Curve) bool {
	end := func(c montecarlo.Curve) float64 { return c.Points[len(c.Points)-1].Tau }
	for _, c := range curves[1:] {
		if end(c) > end(curves[0]) {
			return false
		}
	}
	return true
}
