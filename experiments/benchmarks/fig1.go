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
	"settle/report"
	"settle/study/converge"
	"settle/tables"
)

// The means of convergence@n that the paper states with Fig. 1: of Bayes@N and
// of the best Pass@k.
var fig1Means = []struct{ key, bayes, pass string }{{"hmmt25", "44.2", "69.5"}, {"brumo25", "27.1", "48.5"}}

// fig1Examples are the benchmarks of which Fig. 1 shows a trajectory.
var fig1Examples = []string{"aime25", "brumo25"}

// pathsWidth is the width of figures of trajectories, in millimetres. Their panels
// stand below one another: side by side they are twice as wide as a page.
const pathsWidth = 210

// Fig1 shows the distribution of convergence@n of Bayes@N and Pass@2/4/8 on
// the four benchmarks, and an example trajectory of AIME'25 and BrUMO'25, by
// permutations and with replacement.
func Fig1(ctx context.Context, o paper.Options) (*paper.Result, error) {
	benchmarks, err := o.Boards()
	if err != nil {
		return nil, err
	}
	result := &paper.Result{}
	for _, s := range resamplings {
		settled, err := allSettled(ctx, o, benchmarks, s)
		if err != nil {
			return nil, err
		}
		result.Figures = append(result.Figures, fig1PMFs(benchmarks, settled, s))
		examples, err := fig1Traces(ctx, o, benchmarks, settled, s)
		if err != nil {
			return nil, err
		}
		if len(examples.Figure.Panels) > 0 {
			result.Figures = append(result.Figures, examples)
		}
		for i, b := range benchmarks {
			c := settled[i]
			result.Tables = append(result.Tables, c.Table(fmt.Sprintf("Fig. 1: convergence@n on %s, %s", b.Title, s.replicates)))
			result.Data = append(result.Data, paper.Data{Name: "fig1" + s.suffix + "-" + b.Key, Table: c.Data()})
			result.Checks = append(result.Checks, fig1Checks(b, c, s)...)
		}
		result.Checks = append(result.Checks, traceChecks(benchmarks, settled, s)...)
	}
	return result, nil
}

// fig1PMFs is the figure of the distributions.
func fig1PMFs(benchmarks []paper.Benchmark, settled []*report.Convergence, s resampling) paper.Figure {
	figure := &figures.Figure{
		Title: "How many trials until the ranking settles? By " + s.replicates,
		Caption: fmt.Sprintf("%d %s each. Vertical rules: means, in which a replicate that never settles counts as one "+
			"trial more than there are; none where 95 %% or more never settle. %s",
			convergenceReplicates, s.replicates, besideNotes(settled, benchmarks)),
	}
	for i, b := range benchmarks {
		figure.Panels = append(figure.Panels, settled[i].PMF(panelTitle(i, b)))
	}
	return paper.Figure{Name: "fig1" + s.suffix, Figure: figure}
}

func panelTitle(i int, b paper.Benchmark) string { return fmt.Sprintf("(%c) %s", 'a'+i, b.Title) }

// besideNotes explain what stands beside the axes of distributions, or apart in
// them, and what the boards are, each once.
func besideNotes(settled []*report.Convergence, benchmarks []paper.Benchmark) string {
	var notes []string
	for _, c := range settled {
		for _, n := range []string{c.NeverNote(), c.LastNote()} {
			if n != "" && !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
	}
	return strings.Join(append(notes, paper.Note(benchmarks)), " ")
}

// fig1Traces is the figure of the example trajectories, empty without their
// benchmarks.
func fig1Traces(
	ctx context.Context, o paper.Options, benchmarks []paper.Benchmark, settled []*report.Convergence, s resampling,
) (paper.Figure, error) {
	figure := &figures.Figure{
		Title:   "One replicate, typical of Bayes@N by " + s.replicates,
		Caption: fmt.Sprintf("Of %d %s. %s", convergenceReplicates, s.replicates, paper.Note(benchmarks)),
		Columns: 1, Width: pathsWidth,
	}
	for i, b := range benchmarks {
		if !slices.Contains(fig1Examples, b.Key) {
			continue
		}
		_, index := typical(settled[i].Distributions[0])
		t, err := trace(ctx, o, b, s, settled[i], index)
		if err != nil {
			return paper.Figure{}, err
		}
		figure.Panels = append(figure.Panels, settled[i].Trajectories(b.Title, t))
	}
	return paper.Figure{Name: "fig1" + s.suffix + "-examples", Figure: figure}, nil
}

// typical is the convergence@n and the index of a replicate like most: one that
// never settles, at N + 1, if most never do, and otherwise the first of those that
// settle as near as can be to the mean.
func typical(d converge.Distribution) (n, index int) {
	if d.Never() > half {
		return len(d.Counts) + 1, d.First[len(d.Counts)]
	}
	mean, _ := d.Restricted()
	distance := math.Inf(1)
	for i, first := range d.First[:len(d.Counts)] {
		if away := math.Abs(float64(i+1) - mean); first >= 0 && away < distance {
			n, index, distance = i+1, first, away
		}
	}
	return n, index
}

// fig1Checks compare the distributions on one benchmark with what is said of them.
func fig1Checks(b paper.Benchmark, c *report.Convergence, s resampling) []checks.Check {
	bayes := c.Distributions[0]
	all := meanChecks(b, c, s)
	if b.Key == "aime24" || b.Key == "aime25" {
		for _, d := range c.Distributions[1:] {
			never := d.Never()
			all = append(all, checks.Check{
				Check: s.of(b, "share in which "+d.Metric+" never settles"), Ground: s.ground(b), Source: "paper, Fig. 1",
				Outcome: checks.Measured("frequently fails to converge", never, shareError(never, d.Replicates), never >= manyOf),
				Note:    "frequently, of which no number is printed, is taken as a tenth or more",
			})
		}
		all = append(all, convergesCheck(b, bayes, s, "converges", true, "paper, Fig. 1"))
	}
	if !s.replacement {
		all = append(all, checks.Check{
			Check: s.of(b, "bayes has settled with the last trial"), Ground: endsAsGold, Source: "paper, Fig. 1",
			Outcome: checks.Statement("converges", bayes.Never() == 0),
		})
	}
	if b.Key == "aime25" {
		return append(all, convergesCheck(b, bayes, s, "converges reliably on all datasets except AIME'25", false, "paper, section 3.3"))
	}
	return append(all, convergesCheck(b, bayes, s, "converges reliably on all datasets except AIME'25", true, "paper, section 3.3"))
}

// convergesCheck is whether Bayes@N settles nearly always, before the last trial.
// Of AIME'25 the paper says both that it does and that it does not.
func convergesCheck(
	b paper.Benchmark, d converge.Distribution, s resampling, says string, said bool, source string,
) checks.Check {
	before := d.BeforeLast()
	note := fmt.Sprintf("taken as 95 %% or more, for no number is printed; %s never settle, %s only with the last trial",
		tables.Percent(d.Never(), 1), tables.Percent(d.OnlyWithLast(), 1))
	if b.Key == "aime25" {
		note += "; of AIME'25 the paper says both that it converges (Fig. 1) and that it does not (Fig. 5, section 3.3)"
	}
	return checks.Check{
		Check: s.of(b, "share in which bayes settles before the last trial"), Ground: s.ground(b), Source: source,
		Outcome: checks.Measured(says, before, shareError(before, d.Replicates), (before >= mostOf) == said), Note: note,
	}
}

// meanChecks compare means of convergence@n.
func meanChecks(b paper.Benchmark, c *report.Convergence, s resampling) []checks.Check {
	at := slices.IndexFunc(fig1Means, func(want struct{ key, bayes, pass string }) bool { return want.key == b.Key })
	if at < 0 {
		return nil
	}
	want := fig1Means[at]
	// The paper's own means are of as many draws as these.
	check := func(d converge.Distribution, what, published string) checks.Check {
		mean, se := d.Mean()
		note := "over all replicates"
		if d.Never() > 0 {
			least, _ := d.Restricted()
			note = fmt.Sprintf("over the %s of replicates in which it settles; over all at least %s",
				tables.Percent(d.Converged(), 1), tables.Float(least, 1))
		}
		return checks.Check{
			Check: s.of(b, "mean convergence@n of "+what), Ground: s.ground(b), Source: "paper, Fig. 1",
			Outcome: checks.Number(published, mean, se, se), Note: note,
		}
	}
	pass := best(c.Distributions[1:])
	return []checks.Check{
		check(c.Distributions[0], "bayes", want.bayes),
		check(pass, "the best pass@k, "+pass.Metric, want.pass),
	}
}

// best is the distribution that settles soonest among those that settle most
// often.
func best(ds []converge.Distribution) converge.Distribution {
	chosen := ds[0]
	for _, d := range ds[1:] {
		mean, _ := d.Mean()
		least, _ := chosen.Mean()
		if d.Converged() > chosen.Converged() || d.Converged() == chosen.Converged() && mean < least {
			chosen = d
		}
	}
	return chosen
}

// traceChecks are what the poster says of the example trajectories.
func traceChecks(benchmarks []paper.Benchmark, settled []*report.Convergence, s resampling) []checks.Check {
	soonest := math.Inf(1) // of the other benchmarks' means
	for i, b := range benchmarks {
		if mean, _ := settled[i].Distributions[0].Restricted(); b.Key != "brumo25" {
			soonest = min(soonest, mean)
		}
	}
	var all []checks.Check
	for i, b := range benchmarks {
		d := settled[i].Distributions[0]
		n, _ := typical(d)
		check := checks.Check{
			Check: s.of(b, "convergence@n of the typical replicate"), Ground: s.ground(b), Source: "poster",
			Note: fmt.Sprintf("%d stands for never; ", len(d.Counts)+1),
		}
		switch b.Key {
		case "brumo25":
			if len(benchmarks) < len(paper.BenchmarkKeys) {
				continue
			}
			mean, _ := d.Restricted()
			check.Outcome = checks.Measured("fast convergence", float64(n), 0, mean < soonest)
			check.Note += "fast is taken as sooner, on average, than on the other benchmarks"
		case "aime25":
			check.Outcome = checks.Measured("non-convergence", float64(n), 0, n >= len(d.Counts))
			check.Note += "with the last trial of a permutation nothing is left that could disagree, so that 80 is no " +
				"convergence"
		default:
			continue
		}
		all = append(all, check)
	}
	return all
}
