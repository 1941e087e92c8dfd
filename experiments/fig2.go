package experiments

import (
	"context"
	"fmt"
	"math"

	"settle/bootstrap"
	"settle/experiments/checks"
	"settle/figures"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/sim"
)

// The paper's numbers of trials, boards and replicates (section 2.7).
const (
	paperTrials     = 80
	paperBoards     = 1000
	paperReplicates = 10_000
)

// mimics are the paper's coins with the one board of theirs that is resampled
// in Fig. 2 and ranked in Table 1: the first of the fresh boards.
func mimics(seed uint64) (*sim.Coins, *results.Board, error) {
	coins := sim.Paper(seed)
	board, err := coins.Board(paperTrials, seed, 0)
	return coins, board, err
}

// fig2Panel is one panel of Fig. 2.
type fig2Panel struct {
	letter, title string
	source        replicate.Source
	replicates    int
	curves        []montecarlo.Curve
}

// Fig2 compares thirteen metrics with the true ranking of the paper's coins:
// (a) on fresh boards, (b) and (c) on column and row replicates of one board,
// drawn with replacement.
func Fig2(ctx context.Context, o Options) (*Result, error) {
	coins, board, err := mimics(o.Seed)
	if err != nil {
		return nil, err
	}
	ms, err := metrics.Parse("paper", metrics.Options{})
	if err != nil {
		return nil, err
	}
	resample := func(s bootstrap.Scheme) replicate.Source {
		source, failed := bootstrap.New(board, bootstrap.Options{Scheme: s, Replacement: true}, o.Seed)
		if failed != nil {
			err = failed
		}
		return source
	}
	panels := []fig2Panel{
		{letter: "a", title: "fresh boards", source: coins.Source(paperTrials, o.Seed), replicates: paperBoards},
		{letter: "b", title: "columns of one board", source: resample(bootstrap.Columns), replicates: paperReplicates},
		{letter: "c", title: "rows of one board", source: resample(bootstrap.Rows), replicates: paperReplicates},
	}
	if err != nil {
		return nil, err
	}
	for i := range panels {
		p := &panels[i]
		run := o.run(fmt.Sprintf("fig2 (%s) %s", p.letter, p.title), p.replicates, p.replicates)
		if p.curves, err = montecarlo.Curves(ctx, p.source, ms, coins.Gold(), run); err != nil {
			return nil, err
		}
	}
	result := &Result{Checks: fig2Checks(coins, panels)}
	result.Figures = fig2Figures(panels)
	for _, p := range panels {
		title := fmt.Sprintf("Fig. 2 (%s): %s, %d replicates", p.letter, p.title, p.replicates)
		result.Tables = append(result.Tables, report.CurvesTable(title, p.curves, paperTrials))
	}
	return result, nil
}

const fig2Caption = "Coins with the published means; their 30 success probabilities are drawn from the seed. " +
	"Shaded: ±1.96 Monte-Carlo standard errors. Gold is the ranking by the true means, in which LLM4 and LLM5 tie: " +
	"a metric that never ties them cannot exceed τ = √(54/55) = 0.991."

// fig2Figures draws the panels side by side, singly, and with a logarithmic n.
func fig2Figures(panels []fig2Panel) []Figure {
	together := &figures.Figure{Title: "Agreement with the true ranking of eleven biased coins", Caption: fig2Caption}
	logarithmic := &figures.Figure{Title: together.Title, Caption: fig2Caption}
	var all []Figure
	lowest := 1.0
	for _, p := range panels {
		for _, c := range p.curves {
			lowest = min(lowest, c.Points[0].Tau)
		}
	}
	for _, p := range panels {
		c := figures.Curves{
			YRange: &[2]float64{math.Floor(lowest*20) / 20, 1}, // the panels are to be compared
			Title:  fmt.Sprintf("(%s) %s, %d replicates", p.letter, p.title, p.replicates),
			XLabel: "trials n", YLabel: "mean Kendall τ",
			Lines: report.CurveLines(p.curves),
		}
		together.Panels = append(together.Panels, c)
		single := &figures.Figure{Title: together.Title, Caption: fig2Caption, Panels: []figures.Panel{c}}
		all = append(all, Figure{"fig2" + p.letter, single})
		c.LogX = true
		logarithmic.Panels = append(logarithmic.Panels, c)
	}
	return append([]Figure{{"fig2", together}, {"fig2-log", logarithmic}}, all...)
}

// Why checks on coins are of their kind.
var (
	meansAsPublished = checks.Ground{Kind: checks.Construction,
		Why: "the coins' chances are shifted until their means are the published ones"}
	drawnCoins = checks.Ground{Kind: checks.Test,
		Why: "the coins share only their means with the paper's; what follows from their draws and boards is open"}
)

func fig2Checks(coins *sim.Coins, panels []fig2Panel) []checks.Check {
	var all []checks.Check
	add := func(c checks.Check) { all = append(all, c) }
	for i, mean := range coins.Means() {
		add(checks.Check{
			Check: "true mean of " + coins.Models[i], Ground: meansAsPublished, Source: "paper, section 2.7",
			Outcome: checks.Number(fmt.Sprint(sim.PaperMeans[i]), mean, 0, 0), Group: "true means as published",
		})
	}
	add(checks.Check{Check: "LLM4 and LLM5 tie in gold", Ground: meansAsPublished, Source: "paper, section 2.7",
		Outcome: checks.Statement("tie", coins.Gold()[3] == coins.Gold()[4])})
	for _, p := range panels {
		for _, upTo := range []int{10, paperTrials} {
			add(checks.Check{
				Check:  fmt.Sprintf("(%s) share of n ≤ %d at which no curve is above bayes", p.letter, upTo),
				Ground: drawnCoins, Source: "paper, section 2.7",
				Outcome: checks.Statement("highest", leads(p.curves, upTo) == upTo),
				Note: "above by two standard errors; " +
					"which rival passes bayes late depends on the coins' draws, which are not published",
			})
		}
		last := p.curves[0].Points[paperTrials-1]
		add(checks.Check{
			Check: fmt.Sprintf("(%s) τ of bayes at n = 80", p.letter), Ground: drawnCoins, Source: "paper, section 2.7",
			Outcome: checks.Number("≈ 1", last.Tau, last.SE, 0),
			Note:    "at most 0.991 unless the tied coins tie",
		})
	}
	for _, pair := range [][2]int{{1, 2}, {0, 1}, {0, 2}} {
		a, b := panels[pair[0]], panels[pair[1]]
		difference, metric, n := largestDifference(a.curves, b.curves)
		claim := "closely match"
		if pair[0] == 1 {
			claim = "nearly identical"
		}
		add(checks.Check{
			Check:  fmt.Sprintf("largest difference in τ between (%s) and (%s)", a.letter, b.letter),
			Ground: drawnCoins, Source: "paper, section 2.7",
			Outcome: checks.Measured(claim, difference, 0, difference < 0.05),
			Note:    fmt.Sprintf("%s at n = %d", metric, n),
		})
	}
	return all
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// leads counts the n ≤ upTo at which no other curve is above the first by more
// than two standard errors of the difference.
func leads(curves []montecarlo.Curve, upTo int) int {
	lead := 0
	for _, p := range curves[0].Points[:upTo] {
		highest := true
		for _, c := range curves[1:] {
			if i := p.N - c.Points[0].N; i >= 0 {
				other := c.Points[i]
				highest = highest && other.Tau <= p.Tau+2*math.Hypot(p.SE, other.SE)
			}
		}
		if highest {
			lead++
		}
	}
	return lead
}

// largestDifference compares curves of the same metrics point by point.
func largestDifference(a, b []montecarlo.Curve) (difference float64, metric string, n int) {
	for i, c := range a {
		for j, p := range c.Points {
			if d := math.Abs(p.Tau - b[i].Points[j].Tau); d > difference {
				difference, metric, n = d, c.Metric, p.N
			}
		}
	}
	return difference, metric, n
}
