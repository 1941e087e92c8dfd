package coins

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/report/bootstrap"

	"settle/study/lead"
)

const quantileName = "quantile coins"

const fig2Shading = "Shaded: ±1.96 Monte-Carlo standard errors. "

// title returns the title of the figure with all panels. Other figures use it as the
// beginning of their titles.
func (f fig2Found) title() string {
	if f.given != nil {
		return f.given.Name + ": agreement with the true ranking"
	}
	return "Agreement with the true ranking of eleven biased coins"
}

// quantileLetter returns the letter of a panel that shows the quantile coins: "d" for
// panel "a", "e" for "b" and "f" for "c", which show a random draw.
func quantileLetter(letter string) string { return string(letter[0] + 3) }

// caption returns a caption that describes the shown coins and how they were selected.
// It is for the figure of all panels if together is true, and otherwise for a single
// panel.
func (f fig2Found) caption(together bool) string {
	if f.given != nil {
		return fig2Shading + "Gold is the ranking by the true means."
	}
	above, below := "The figure shows", ""
	if together {
		above, below = "(a)–(c) show", "In (d)–(f), success probabilities are quantiles of the same distributions instead of draws. "
	}
	return fmt.Sprintf("The coins have the published means. %s one of %s: the draw with the median lead of bayes over the best "+
		"other metric in (a), averaged over n = 2 to %d. ",
		above, tables.Count(len(f.draws), "draw"), paper.Trials) +
		below + fig2Shading + "Gold is the ranking by the true means, in which LLM4 and LLM5 tie. " +
		"A metric that never ties LLM4 and LLM5 cannot exceed τ = √(54/55) = 0.991."
}

// fig2Figures returns figures of all panels together, of each panel alone, and with a
// logarithmic n axis. It also returns a figure of the shares of draws in which the
// claims hold.
func fig2Figures(f fig2Found) []paper.Figure {
	figure := func(title, caption string, panels ...figures.Panel) *figures.Figure {
		return &figures.Figure{Title: f.title() + title, Caption: caption, Panels: panels}
	}
	together, logarithmic := figure("", "Insets show the last trials without shading. "+f.caption(true)), figure(", on a logarithmic axis of n", f.caption(true))
	together.Columns, logarithmic.Columns = fig2Columns, fig2Columns
	all := paper.Result{}
	all.AddFigure("fig2", together)
	all.AddFigure("fig2-log", logarithmic)
	lowest := lowestTau(slices.Concat(f.panels, f.quantile))
	add := func(p fig2Panel, title string) figures.Curves {
		c := figures.Curves{
			YRange: &[2]float64{math.Floor(lowest*20) / 20, 1}, // readers compare the panels
			Title:  title, XLabel: "trials n", YLabel: "mean Kendall τ", Lines: bootstrap.CurveLines(p.curves),
			Inset: endOf(p.curves),
		}
		together.Panels = append(together.Panels, c)
		single := c
		c.LogX, c.Inset = true, nil
		logarithmic.Panels = append(logarithmic.Panels, c)
		return single
	}
	for i, p := range f.panels {
		all.AddFigure("fig2"+p.letter, figure(": "+p.title, f.caption(false), add(p, p.name())))
		if i < len(f.quantile) {
			q := f.quantile[i]
			add(q, fmt.Sprintf("(%s) quantile coins, %d replicates", quantileLetter(q.letter), q.replicates))
		}
	}
	if f.given == nil {
		all.AddFigure("fig2-claim", fig2Claim(f))
	}
	return all.Figures
}

// fig2Columns is the number of panels per row: one for the random draw of the coins,
// and one for the quantile coins (see quantileDraw).
const fig2Columns = 2

// endOf returns an inset that enlarges the curves at the last trials. It leaves out the
// two lowest curves, which lie far from the others.
func endOf(curves []montecarlo.Curve) *figures.Inset {
	const from = paper.Trials / 2
	var lows []float64
	highest := 0.0
	for _, c := range curves {
		late := lists.Where(c.Points, func(p montecarlo.Point) bool { return p.N >= from })
		taus := lists.Each(late, func(p montecarlo.Point) float64 { return p.Tau })
		if len(taus) == 0 {
			return nil
		}
		lows, highest = append(lows, slices.Min(taus)), max(highest, slices.Max(taus))
	}
	slices.Sort(lows)
	last := curves[0].Points[len(curves[0].Points)-1].N
	lowest := lows[min(2, len(lows)-1)]
	if last <= from || highest <= lowest {
		return nil
	}
	return &figures.Inset{X: [2]float64{from, float64(last)}, Y: [2]float64{lowest - 0.002, highest + 0.002}}
}

// lowestTau returns the smallest τ that any curve has at its first point.
func lowestTau(panels []fig2Panel) float64 {
	first := func(c montecarlo.Curve) float64 { return c.Points[0].Tau }
	all := lists.Flat(panels, func(p fig2Panel) []float64 { return lists.Each(p.curves, first) })
	return slices.Min(append(all, 1))
}

// fig2Claim returns a figure with three panels against n. The first shows the share of
// draws in which no rival is above Bayes@N at this n. The second shows the share in
// which no rival is above Bayes@N at this or any smaller n. The third shows by how much
// the best rival is above Bayes@N.
func fig2Claim(f fig2Found) *figures.Figure {
	share := func(title string, count func(leads []lead.Lead, n int) int) figures.Panel {
		c := figures.Curves{
			Title: title, XLabel: "trials n", YLabel: "share of draws", YRange: &[2]float64{0, 1},
		}
		for _, w := range lead.Ways() {
			for _, l := range []struct {
				name  string
				leads []lead.Lead
			}{{fig2Letters[w].title, f.leads(w)}, {quantileName, f.quantileLeads(w)}} {
				letter := fig2Letters[w].letter
				shown := letter
				if l.name == quantileName {
					shown = quantileLetter(letter)
				}
				line := trialsLine(fmt.Sprintf("(%s) %s", shown, l.name), 1, func(n int) float64 {
					return float64(count(l.leads, n)) / float64(len(l.leads))
				})
				line.Group = letter
				c.Lines = append(c.Lines, line)
			}
		}
		return c
	}
	return &figures.Figure{
		Title: "Share of draws of the coins in which Bayes@N has the highest τ",
		Caption: fmt.Sprintf("%s of coins with the published means, %d replicates per draw and panel of Fig. 2. "+
			"A rival is above Bayes@N if its mean τ is higher by more than three standard errors of the mean difference over "+
			"replicates. Quantile coins: (d) has only one comparison, and (e) and (f) show shares of %s. "+
			"The third panel uses the same kind of replicates as (a). The best rival is the rival with the highest τ or, if rivals pass Bayes@N, "+
			"the rival that passes Bayes@N by the largest difference.",
			tables.Count(len(f.draws), "draw"), claimReplicates, tables.Count(len(f.boards), "board")),
		Panels: []figures.Panel{
			share("no rival is above Bayes@N at n", countClear),
			share("no rival is above Bayes@N at any n so far", countHolding),
			f.gapPanel(),
		},
		Columns: 3,
	}
}

// trialsLine returns a line of a figure through the points (n, value(n)), beginning at
// n = start.
func trialsLine(name string, start int, value func(n int) float64) figures.Line {
	return paper.Exactly(name, lists.Indices(paper.Trials + 1)[start:], func(n int) (x, y float64) {
		return float64(n), value(n)
	})
}

// gapPanel returns a panel of the difference in mean τ between the best rival and
// Bayes@N, on new boards. It shows quantiles of the difference over the random draws,
// and the difference for the quantile coins.
func (f fig2Found) gapPanel() figures.Panel {
	// ofDraws returns a line for one quantile over all draws.
	ofDraws := func(name, group string, quantile float64) figures.Line {
		line := trialsLine(name, 2, func(n int) float64 {
			gaps := lists.Each(f.leads(lead.Fresh), func(l lead.Lead) float64 { return l.Rivals[n-1].Gap })
			slices.Sort(gaps)
			return stat.Quantile(quantile, stat.LinInterp, gaps, nil)
		})
		line.Group = group
		return line
	}
	return figures.Curves{
		Title: "τ of the best rival minus τ of Bayes@N", XLabel: "trials n", YLabel: "difference in mean τ",
		Rules: []figures.Rule{{Horizontal: true, At: 0}},
		Lines: []figures.Line{
			ofDraws("median of draws", "", 0.5),
			ofDraws("2.5 % quantile of draws", "draws", 0.025), ofDraws("97.5 % quantile of draws", "draws", 0.975),
			trialsLine("quantile coins", 2, func(n int) float64 { return f.quantile[lead.Fresh].lead.Rivals[n-1].Gap }),
		},
	}
}

// fig2Passes returns a table of how often Bayes@N has the highest mean τ at every n up
// to a limit, for several limits. The table also shows which metrics have a higher τ in
// the other draws.
func fig2Passes(f fig2Found) *tables.Table {
	type row struct {
		way  lead.Way
		upTo int
	}
	rows := lists.Flat(lead.Ways(), func(w lead.Way) []row {
		return lists.Each([]int{5, 10, 20, 40, paper.Trials}, func(upTo int) row { return row{w, upTo} })
	})
	draws := len(f.draws)
	// ifPassed shows a property of the draws in which a rival passes, or nothing if there
	// is no such draw.
	ifPassed := func(show func(passRecord) string) func(row) string {
		return func(r row) string {
			if p := passesOf(f.leads(r.way), len(f.metrics), r.upTo); len(p.gaps) > 0 {
				return show(p)
			}
			return tables.Missing
		}
	}
	t := tables.New("Draws of the coins in which Bayes@N has the highest τ at every n up to a limit", []tables.Field[row]{
		tables.Left("panel", func(r row) string {
			return fmt.Sprintf("(%s) %s", fig2Letters[r.way].letter, fig2Letters[r.way].title)
		}),
		tables.Right("n ≤", func(r row) string { return fmt.Sprint(r.upTo) }),
		tables.Right("draws", func(r row) string { return fmt.Sprint(draws) }),
		tables.Right("holds in", func(r row) string {
			return tables.Percent(float64(countHolding(f.leads(r.way), r.upTo))/float64(draws), 1)
		}),
		tables.Right("passed by, median", ifPassed(func(p passRecord) string {
			_, middle, _ := spread(p.gaps)
			return tables.Float(middle, 4)
		})),
		tables.Right("at most", ifPassed(func(p passRecord) string { return tables.Float(slices.Max(p.gaps), 4) })),
		tables.Left("most often by", ifPassed(func(p passRecord) string { return f.rivalsIn(p.by) })),
	}, rows)
	t.Notes = []string{"A rival passes Bayes@N if its mean τ is higher by more than three standard errors of the difference " +
		"within replicates. passed by, median, and at most: median and maximum of the largest differences in those draws in which a rival passes."}
	return t
}

// fig2Limits returns a table of the rankings that metrics reach as the number of trials
// grows without limit.
func fig2Limits(f fig2Found) *tables.Table {
	of := func(i int) []float64 {
		return lists.Each(f.limits, func(limits []float64) float64 { return limits[i] })
	}
	t := tables.New("The ranking that each metric reaches with endless trials", []tables.Field[int]{
		tables.Left("metric", func(i int) string { return f.metrics[i].Name() }),
		tables.Right("is gold in", func(i int) string {
			return tables.Percent(float64(f.countReaching(i))/float64(len(f.limits)), 1)
		}),
		tables.Right("τ, median", func(i int) string { _, middle, _ := spread(of(i)); return tables.Float(middle, 3) }),
		tables.Right("least", func(i int) string { low, _, _ := spread(of(i)); return tables.Float(low, 3) }),
	}, lists.Indices(len(f.metrics)))
	t.Notes = []string{fmt.Sprintf("τ: τ_b between gold and the ranking by the quantity that each metric estimates, computed from the true "+
		"success probabilities of %s.", tables.Count(len(f.limits), "draw"))}
	return t
}

// fig2Draws returns a table for programs with one row per random draw of the coins.
func fig2Draws(f fig2Found, o paper.Options) *tables.Table {
	columns := []tables.Field[int]{
		tables.Right("draw", func(i int) string { return fmt.Sprint(i) }),
		tables.Right("seed", func(i int) string { return fmt.Sprint(draw(o, i).Seed) }),
		tables.Right("shown", func(i int) string { return tables.YesNo(i == f.number) }),
		tables.Right("margin", func(i int) string { return fmt.Sprint(f.draws[i].Leads[lead.Fresh].Margin()) }),
	}
	for _, w := range lead.Ways() {
		letter := fig2Letters[w].letter
		// ifPassed shows a property of the rival with the largest lead over Bayes@N, or
		// nothing if no rival passes Bayes@N.
		ifPassed := func(show func(r lead.Rival, n int) string) func(draw int) string {
			return func(draw int) string {
				if r, n := f.draws[draw].Leads[w].Worst(paper.Trials); n > 0 {
					return show(r, n)
				}
				return ""
			}
		}
		columns = append(columns,
			tables.Right("holds_to_"+letter, func(i int) string { return fmt.Sprint(f.draws[i].Leads[w].HoldsTo()) }),
			tables.Left("rival_"+letter, ifPassed(func(r lead.Rival, _ int) string { return f.metrics[r.Metric].Name() })),
			tables.Right("rival_n_"+letter, ifPassed(func(_ lead.Rival, n int) string { return fmt.Sprint(n) })),
			tables.Right("rival_gap_"+letter, ifPassed(func(r lead.Rival, _ int) string { return fmt.Sprint(r.Gap) })),
		)
	}
	for i, m := range f.metrics {
		name := "limit_" + strings.NewReplacer("@", "_", ":", "_", ".", "_", "-", "_").Replace(m.Name())
		columns = append(columns, tables.Right(name, func(d int) string { return fmt.Sprint(f.limits[d][i]) }))
	}
	return tables.New("", columns, lists.Indices(len(f.draws)))
}
