package coins

import (
	"context"
	"fmt"
	"math"

	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report/bootstrap"

	"settle/study/lead"
)

// claimReplicates is the number of replicates per draw and panel on which claims are
// measured. It is large enough to detect, in most cases, another metric whose mean τ is
// 0.01 above that of Bayes@N.
const claimReplicates = 300

// fig2Letters lists the letters and titles of the panels of Fig. 2, indexed by the way
// in which a panel's replicates are created.
var fig2Letters = []struct{ letter, title string }{
	lead.Fresh:   {"a", "fresh boards"},
	lead.Columns: {"b", "columns of one board"},
	lead.Rows:    {"c", "rows of one board"},
}

// A fig2Panel is one panel of Fig. 2.
type fig2Panel struct {
	letter, title string
	replicates    int
	curves        []montecarlo.Curve
	lead          lead.Lead
}

// name returns the full title of the panel: its letter, its title and its number of
// replicates.
func (p fig2Panel) name() string {
	return fmt.Sprintf("(%s) %s, %d replicates", p.letter, p.title, p.replicates)
}

// fig2Found holds the results of reproducing Fig. 2, either on random draws of the
// paper's coins or on given coins.
type fig2Found struct {
	metrics  []metrics.Metric
	shown    lead.Draw
	given    *paper.Coins // given coins, or nil for the paper's
	panels   []fig2Panel
	number   int            // number of the shown draw, from 0
	draws    []lead.Outcome // nil for given coins
	limits   [][]float64    // lead.Limits by draw and metric, with more draws than the field draws; nil for given coins
	quantile []fig2Panel    // panels of the first board of the quantile coins; nil for given coins
	boards   []lead.Outcome // results of many boards of the quantile coins, without Fresh; nil for given coins
}

// Fig2 compares the rankings of thirteen metrics with the true ranking of coins. Panel
// (a) uses new boards, and panels (b) and (c) use column and row replicates of one
// board, drawn with replacement.
//
// The paper's own draw of coins is not published. Its claims are therefore measured on
// 100 draws, with 300 replicates per panel. The panels show one of these draws. It is
// the draw with the median margin of Bayes@N over the best rival in (a), averaged over
// n = 2..80. Of two middle draws, the one with the smaller margin is shown. This rule
// was fixed before any draw was seen. Further panels show the quantile coins, whose
// success probabilities are quantiles instead of random draws. If coins are given
// (o.Coins), only these are measured.
func Fig2(ctx context.Context, o paper.Options) *paper.Result {
	f := fig2Found{metrics: paper.Must(metrics.Parse("paper", metrics.Options{})), given: o.Coins}
	if o.Coins != nil {
		f.shown = lead.Draw{Coins: o.Coins.Coins, Seed: o.Seed}
	} else {
		f.measure(ctx, o)
	}
	f.panels = fig2Panels(ctx, o, f.metrics, f.shown, paper.Replicates)
	result := &paper.Result{Figures: fig2Figures(f), Checks: fig2Checks(f)}
	for _, p := range f.panels {
		result.AddTables(bootstrap.CurvesTable("Fig. 2 "+p.name(), p.curves, paper.Trials))
	}
	if o.Coins == nil {
		result.AddTables(fig2Passes(f), fig2Limits(f))
		result.AddData("fig2-draws", fig2Draws(f, o))
	} else {
		last := result.Tables[len(result.Tables)-1]
		last.Notes = append(last.Notes, o.Coins.Note())
	}
	return result
}

// measure measures the claims on random draws of the paper's coins and on the quantile
// coins. It also selects the draw to show.
func (f *fig2Found) measure(ctx context.Context, o paper.Options) {
	leads := func(title string, count int, draw func(paper.Options, int) lead.Draw, ways ...lead.Way) []lead.Outcome {
		return paper.Must(lead.Measure(ctx, func(i int) lead.Draw { return draw(o, i) }, f.metrics, lead.Options{
			Options: o.Run(title, claimReplicates, count), Draws: count, Trials: paper.Trials, Ways: ways,
		}))
	}
	f.draws = leads("fig2 draws of the coins", draws(o), draw)
	more := limitDraws * draws(o)
	f.limits = mapRun(ctx, o.Run("fig2 draws of the coins, their limits", more, more),
		func(i int, _ func() bool) []float64 { return lead.Limits(draw(o, i).Coins, f.metrics) })
	f.number = medianOf(lists.Each(f.leads(lead.Fresh), lead.Lead.Margin))
	f.shown = draw(o, f.number)
	f.quantile = fig2Panels(ctx, o, f.metrics, quantileDraw(o, 0), paper.Boards)
	f.boards = leads("fig2 boards of the quantile coins", min(quantileBoards, draws(o)), quantileDraw,
		lead.Columns, lead.Rows)
}

// fig2Panels returns the three panels of Fig. 2 for one draw of the coins. The panels
// that resample a single board use the given number of replicates.
func fig2Panels(
	ctx context.Context, o paper.Options, ms []metrics.Metric, d lead.Draw, replicates int,
) (panels []fig2Panel) {
	contest := paper.Must(montecarlo.NewContest(ctx, ms, d.Coins.Shape(paper.Trials)))
	for _, w := range lead.Ways() {
		p := fig2Panel{letter: fig2Letters[w].letter, title: fig2Letters[w].title, replicates: replicates}
		if w == lead.Fresh {
			p.replicates = paper.Boards
		}
		source := paper.Must(d.Source(w, paper.Trials))
		run := o.Run(fmt.Sprintf("fig2 (%s) %s", p.letter, p.title), p.replicates, p.replicates)
		p.curves = paper.Must(contest.Curves(ctx, source, d.Coins.Gold(), run))
		p.lead = lead.Of(p.curves)
		panels = append(panels, p)
	}
	return panels
}

// leads returns, for each random draw of the coins, a comparison of Bayes@N with the
// other metrics. The replicates are created in the given way.
func (f fig2Found) leads(w lead.Way) []lead.Lead { return leadsOf(f.draws, w) }

// quantileLeads returns comparisons of Bayes@N with the other metrics on the quantile
// coins (see quantileDraw). The replicates are created in the given way. If they are
// new boards, there is one comparison, with more replicates. If they resample a board,
// there is one comparison for each of several boards.
func (f fig2Found) quantileLeads(w lead.Way) []lead.Lead {
	if w == lead.Fresh {
		return []lead.Lead{f.quantile[w].lead}
	}
	return leadsOf(f.boards, w)
}

func leadsOf(outcomes []lead.Outcome, w lead.Way) []lead.Lead {
	return lists.Each(outcomes, func(o lead.Outcome) lead.Lead { return o.Leads[w] })
}

// countHolding returns the number of comparisons in which no rival of Bayes@N has a
// significantly higher mean τ at any n up to a limit.
func countHolding(leads []lead.Lead, upTo int) int {
	return lists.CountIf(leads, func(l lead.Lead) bool { return l.HoldsTo() >= upTo })
}

// countClear returns the number of comparisons in which no rival of Bayes@N has a
// significantly higher mean τ at n.
func countClear(leads []lead.Lead, n int) int {
	return lists.CountIf(leads, func(l lead.Lead) bool { return !l.Rivals[n-1].Passes })
}

// passRecord describes the draws in which a rival passes Bayes@N. This means that the
// rival's mean τ is significantly higher at some n up to a limit.
type passRecord struct {
	gaps []float64 // largest gap of each such draw
	by   []int     // by metric, number of draws in which this metric passes by most
}

func passesOf(leads []lead.Lead, metrics, upTo int) passRecord {
	p := passRecord{by: make([]int, metrics)}
	for _, l := range leads {
		if worst, n := l.Worst(upTo); n > 0 {
			p.gaps = append(p.gaps, worst.Gap)
			p.by[worst.Metric]++
		}
	}
	return p
}

// largestDifference returns the largest difference in τ between two lists of curves of
// the same metrics. It also returns the metric and the n at which this difference
// occurs.
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

// largestDistance returns the largest difference, over all n, between the mean τ of
// Bayes@N in two comparisons with other metrics.
func largestDistance(a, b lead.Lead) float64 {
	var distance float64
	for i, tau := range a.Tau {
		distance = max(distance, math.Abs(tau-b.Tau[i]))
	}
	return distance
}
