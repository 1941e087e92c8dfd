package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report/bootstrap"

	"settle/study/lead"
)

// fig4Claims holds the numbers in section 3.1 about Kendall's τ between Bayes@N and the
// gold ranking. At n = 10, τ exceeds the first number. At n = 80, it is about the
// second.
var fig4Claims = map[string]struct{ at10, at string }{
	"aime25": {"> 0.90", "≈ 0.95"}, "aime24": {"> 0.95", "≈ 1"},
	"hmmt25": {"> 0.95", "≈ 1"}, "brumo25": {"> 0.95", "≈ 1"},
}

// fig4Order lists the benchmarks in the order of the panels of Fig. 4.
var fig4Order = []string{"aime25", "aime24", "hmmt25", "brumo25"}

// fig4At10 is the poster's statement about the τ of Bayes@N at n = 10, for all four
// benchmarks.
const fig4At10 = "> 0.90"

// Fig4 compares the rankings of thirteen metrics with the ranking by Bayes@80 on the
// four benchmarks. It uses 10⁴ row replicates, drawn with replacement.
func Fig4(ctx context.Context, o paper.Options) *paper.Result {
	all := paper.Ordered(o.Boards(), fig4Order...)
	ms := paper.Must(metrics.Parse("paper", metrics.Options{}))
	result := &paper.Result{}
	figure := &figures.Figure{Title: "Agreement with the ranking by Bayes@N on the whole board"}
	found := map[string][]montecarlo.Curve{}
	largest := 0.0 // largest standard error
	for i, b := range all {
		curves := fig4Curves(ctx, o, b, ms)
		found[b.Key] = curves
		largest = max(largest, largestError(curves))
		title := panelTitle(i, b)
		figure.Panels = append(figure.Panels, figures.Curves{
			Title: title, XLabel: "trials n", YLabel: "mean Kendall τ",
			Lines: append(bootstrap.CurveLines(curves), fig4Published(b)...), Bounds: &[2]float64{-1, 1},
		})
		result.AddTables(bootstrap.CurvesTable("Fig. 4 "+title, curves, b.Board.Trials()))
		result.AddChecks(fig4Checks(b, curves)...)
	}
	if len(found) == len(paper.BenchmarkKeys) {
		result.AddChecks(endOrderCheck(all[0], found))
	}
	figure.Caption = fmt.Sprintf("%d row replicates with replacement. Monte-Carlo standard errors are at most %s. "+
		"Published values come from statements about Bayes@N in section 3.1. At n = 10, the published values are lower limits. %s", paper.Replicates, tables.Float(largest, 4), paper.Note(all))
	shareYAxis(figure.Panels)
	result.AddFigure("fig4", figure)
	return result
}

// fig4Published returns the paper's printed τ of Bayes@N on a benchmark, as points of
// the figure.
func fig4Published(b paper.Benchmark) []figures.Line {
	claim, known := fig4Claims[b.Key]
	if !known || b.Board.Trials() != paper.Trials {
		return nil
	}
	number := func(printed string) float64 { return checks.Value(strings.TrimLeft(printed, ">≈ ")) }
	return []figures.Line{{
		Name: "published", X: []float64{10, paper.Trials}, Y: []float64{number(claim.at10), number(claim.at)}, Points: true,
	}}
}

// fig4Curves returns, by metric, the curve of τ against n on one benchmark.
func fig4Curves(ctx context.Context, o paper.Options, b paper.Benchmark, ms []metrics.Metric) []montecarlo.Curve {
	defer paper.About(b.Title)
	run := o.Run("fig4 "+b.Title, paper.Replicates, paper.Replicates)
	return paper.Must(montecarlo.Curves(ctx, b.Rows(true, o.Seed), ms, b.Gold(), run))
}

// largestError returns the largest standard error of any point of the curves.
func largestError(curves []montecarlo.Curve) float64 {
	return lists.Max(curves, func(c montecarlo.Curve) float64 {
		return lists.Max(c.Points, func(p montecarlo.Point) float64 { return p.SE })
	})
}

// shareYAxis gives all panels of curves the same y axis, so that readers can compare
// them.
func shareYAxis(panels []figures.Panel) {
	var shown []float64
	for _, p := range panels {
		for _, l := range p.(figures.Curves).Lines {
			for i, y := range l.Y {
				se := 0.0
				if l.SE != nil {
					se = l.SE[i]
				}
				if !l.HideLast || i < len(l.Y)-1 {
					shown = append(shown, y-paper.Confidence*se, y+paper.Confidence*se)
				}
			}
		}
	}
	for i, p := range panels {
		c := p.(figures.Curves)
		c.ShowY = []float64{slices.Min(shown), slices.Max(shown)}
		panels[i] = c
	}
}

// fig4Checks returns checks of the statements of section 3.1 about the curves of one
// benchmark. The first of curves must be the curve of Bayes@N.
func fig4Checks(b paper.Benchmark, curves []montecarlo.Curve) []checks.Check {
	claim, known := fig4Claims[b.Key]
	if !known || len(curves[0].Points) < 10 {
		return nil
	}
	all := bayesChecks(b, curves[0].Points, claim.at10, claim.at)
	all = append(all, rivalChecks(b, curves[1:])...)
	if b.Key == "aime25" {
		all = append(all, gpassChecks(b, curves)...)
		all = append(all, fasterAndSlowerCheck(curves))
	}
	return append(all, passEqualityCheck(b, curves))
}

// fig4Check returns a check of a statement of section 3.1 about one benchmark.
func fig4Check(b paper.Benchmark, what, note string, outcome checks.Outcome) checks.Check {
	return checks.New(b.Title+": "+what, "paper, section 3.1", b.Ground(neverFitted), outcome, note)
}

// bayesChecks returns checks of the τ of Bayes@N that the paper prints. The last two
// arguments are the printed τ at n = 10 and at the last n.
func bayesChecks(b paper.Benchmark, bayes []montecarlo.Point, early, late string) []checks.Check {
	missed := ""
	if b.StandIn {
		missed = "the stand-ins were fitted to published ranks, ties, z and convergence@n, but not to any τ"
	}
	number := func(printed string, p montecarlo.Point) checks.Outcome {
		return checks.Number(printed, p.Tau, p.SE, p.SE)
	}
	at10, last := bayes[9], bayes[len(bayes)-1]
	all := []checks.Check{
		fig4Check(b, "τ of bayes at n = 10", missed, number(early, at10)),
		fig4Check(b, "τ of bayes at n = 10, according to the poster", "", number(fig4At10, at10)),
		fig4Check(b, fmt.Sprintf("τ of bayes at n = %d", last.N), missed, number(late, last)),
	}
	all[1].Source = "poster"
	return all
}

// rivalChecks returns three checks that count the metrics whose τ is not above the τ of
// Bayes@N. The first check compares τ at the metric's first n, the second at every n,
// and the third at the last n. For AIME'25 they leave out G-Pass@2 and G-Pass@4, as the
// paper does.
func rivalChecks(b paper.Benchmark, rivals []montecarlo.Curve) []checks.Check {
	slowly, highest := "converge more slowly in all datasets except for AIME'25",
		"all other evaluation methods converge to lower τ"
	if b.Key == "aime25" {
		rivals = lists.Where(rivals, func(c montecarlo.Curve) bool { return !slices.Contains(gpassOfAIME25, c.Metric) })
		slowly, highest = "Bayes@N converges faster than the rest of the methods",
			"also converges to the highest τ compared to all methods"
	}
	check := func(what, says string, of func(points []montecarlo.Point) []montecarlo.Point) checks.Check {
		count := lists.CountIf(rivals, func(c montecarlo.Curve) bool { return !hasPointAbove(of(c.Points)...) })
		return fig4Check(b, what,
			fmt.Sprintf("out of %d curves. A curve is above bayes if its τ is higher by more than three standard errors of the difference", len(rivals)),
			checks.Measured(says, float64(count), 0, count == len(rivals)))
	}
	type points = []montecarlo.Point
	return []checks.Check{
		check("number of curves that are not above bayes at their first n, n = k", "start with lower Kendall's τ compared to Bayes@N",
			func(all points) points { return all[:1] }),
		check("number of curves that are not above bayes at any n ≥ k", slowly, func(all points) points { return all }),
		check("number of curves that are not above bayes at the last n", highest, func(all points) points { return all[len(all)-1:] }),
	}
}

// hasPointAbove reports whether any of the points is significantly above the point of
// Bayes@N at the same n, in the same replicates.
func hasPointAbove(points ...montecarlo.Point) bool {
	return slices.ContainsFunc(points, func(p montecarlo.Point) bool { return p.Gap > lead.Errors*p.GapSE })
}

// curveOf returns the curve of the metric with the given name.
func curveOf(curves []montecarlo.Curve, metric string) montecarlo.Curve {
	i := slices.IndexFunc(curves, func(c montecarlo.Curve) bool { return c.Metric == metric })
	return curves[i]
}

// nearEnd returns the smallest n from which on a curve stays within 0.01 of its last
// point.
func nearEnd(c montecarlo.Curve) int {
	last := c.Points[len(c.Points)-1]
	for i, p := range slices.Backward(c.Points) {
		if math.Abs(p.Tau-last.Tau) > 0.01 {
			return c.Points[i+1].N
		}
	}
	return c.Points[0].N
}

// gpassOfAIME25 lists the metrics that section 3.1 treats separately on AIME'25.
var gpassOfAIME25 = []string{"gpass@2:0.5", "gpass@4:0.5"}

// gpassChecks returns checks of two statements of section 3.1 on AIME'25: that G-Pass@2
// and G-Pass@4 converge faster than Bayes@N, but to a lower τ. "Faster" can only refer
// to how soon a curve approaches its own limit, because a curve above Bayes@N would not
// end at a lower τ.
func gpassChecks(b paper.Benchmark, curves []montecarlo.Curve) []checks.Check {
	bayes := curves[0]
	soon, end := nearEnd(bayes), bayes.Points[len(bayes.Points)-1]
	var all []checks.Check
	for _, metric := range gpassOfAIME25 {
		c := curveOf(curves, metric)
		last := c.Points[len(c.Points)-1]
		above := lists.CountIf(c.Points, func(p montecarlo.Point) bool { return p.Tau > bayes.Points[p.N-1].Tau })
		n := nearEnd(c)
		all = append(all,
			fig4Check(b, fmt.Sprintf("n from which the τ of %s stays within 0.01 of its final value", metric),
				fmt.Sprintf("for bayes, this n is %d. At %d of %d values of n, %s has a higher τ than bayes", soon, above, len(c.Points), metric),
				checks.Measured("converges faster than Bayes@N", float64(n), 0, n < soon)),
			fig4Check(b, fmt.Sprintf("τ of %s at n = %d", metric, last.N), "the τ of bayes is "+tables.Float(end.Tau, 4),
				checks.Measured("but notably to a lower Kendall's τ", last.Tau, last.SE, last.Tau < end.Tau)))
	}
	return all
}

// fasterAndSlowerCheck returns a check of two contradictory statements of section 3.1
// on AIME'25. They are about G-Pass@2 with threshold 0.5 and about Pass@2, which are
// the same metric according to Eq. 23.
func fasterAndSlowerCheck(curves []montecarlo.Curve) checks.Check {
	return checks.New("AIME'25: G-Pass@2 converges faster than Bayes@N, and Pass@2 converges more slowly than Bayes@N",
		"paper, section 3.1", bothPrinted,
		checks.Statement("Bayes@N converges faster than the rest of the methods", passDistance(curves) > 0),
		"the paper says that G-pass@2 with τ = 0.5 \"converge[s] faster than Bayes@N\", and that the other methods, such as Pass@2, "+
			"converge more slowly. But by Eq. 23, G-Pass@2 with τ = 0.5 and Pass@2 both ask for one success in two trials, "+
			"so both have the same curve").
		Finds("G-Pass@2 with τ = 0.5 and Pass@2 are the same metric, but the text calls G-Pass@2 faster and Pass@2 slower than Bayes@N.")
}

// passEqualityCheck returns a check that G-Pass@2 with threshold 0.5 equals Pass@2,
// since both require one success of two trials.
func passEqualityCheck(b paper.Benchmark, curves []montecarlo.Curve) checks.Check {
	most := passDistance(curves)
	byEq23 := checks.Construction.Because("by Eq. 23, G-Pass@2 with τ = 0.5 asks for ⌈0.5·2⌉ = 1 success in two trials, as Pass@2 does")
	return checks.New(b.Title+": largest difference between τ of gpass@2:0.5 and of pass@2", "paper, Eq. 23", byEq23,
		checks.Inferred(checks.Measured("G-Pass@2 is Pass@2", most, 0, most == 0)), "")
}

// passDistance returns the largest difference in τ between the curve of Pass@2 and the
// curve of G-Pass@2 with threshold 0.5.
func passDistance(curves []montecarlo.Curve) float64 {
	pass, gpass := curveOf(curves, "pass@2"), curveOf(curves, "gpass@2:0.5")
	most := 0.0
	for i, p := range pass.Points {
		most = max(most, math.Abs(p.Tau-gpass.Points[i].Tau))
	}
	return most
}

// endOrderCheck returns a check of a statement of section 3.2 that orders the
// benchmarks by the τ of Bayes@N at the last n. The map holds the curves of each
// benchmark.
func endOrderCheck(b paper.Benchmark, found map[string][]montecarlo.Curve) checks.Check {
	end := func(key string) float64 {
		points := found[key][0].Points
		return points[len(points)-1].Tau
	}
	brumo, hmmt, aime24, aime25 := end("brumo25"), end("hmmt25"), end("aime24"), end("aime25")
	return checks.New("order of the benchmarks by the τ of bayes at the last n", "paper, section 3.2", b.Ground(neverFitted),
		checks.Statement("BrUMO'25, then HMMT'25 and AIME'24, AIME'25 last",
			brumo > max(hmmt, aime24) && min(hmmt, aime24) > aime25),
		fmt.Sprintf("τ is %s on BrUMO'25, %s on HMMT'25, %s on AIME'24 and %s on AIME'25", tables.Float(brumo, 3), tables.Float(hmmt, 3), tables.Float(aime24, 3),
			tables.Float(aime25, 3)))
}
