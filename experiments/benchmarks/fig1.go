package benchmarks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/study/converge"
)

// fig1Means holds the mean convergence@n (the n at which a ranking settles) of Bayes@N
// and of the best Pass@k, as printed in the paper with Fig. 1.
var fig1Means = map[string]struct{ bayes, pass string }{"hmmt25": {"44.2", "69.5"}, "brumo25": {"27.1", "48.5"}}

// pathsWidth is the width, in millimetres, of figures that show ranks against n. At
// this width Fig. 5 has two panels per row and does not abbreviate names.
const pathsWidth = 240

// Fig1 shows the distributions of convergence@n (the n at which a ranking settles) for
// Bayes@N, Pass@2, Pass@4 and Pass@8 on the four benchmarks. It also shows, for one
// replicate each on AIME'25 and BrUMO'25, how the ranks change with n. Replicates are
// drawn both by permutation and with replacement.
func Fig1(ctx context.Context, o paper.Options) *paper.Result {
	result := &paper.Result{}
	for _, s := range resamplings {
		boards := settledBoards(ctx, o, s)
		result.AddFigure("fig1"+s.suffix, fig1PMFs(boards, s))
		if examples := fig1Examples(ctx, o, boards, s); len(examples.Panels) > 0 {
			result.AddFigure("fig1"+s.suffix+"-examples", examples)
		}
		for _, b := range boards {
			title := fmt.Sprintf("Fig. 1: convergence@n on %s, %s", b.Title, s.replicates)
			result.AddTables(b.convergence.Table(title))
			result.AddData("fig1"+s.suffix+"-"+b.Key, b.convergence.Data())
			result.AddChecks(fig1Checks(b)...)
		}
		result.AddChecks(traceChecks(boards)...)
	}
	return result
}

// fig1PMFs returns the figure that shows the distributions of convergence@n, the n at
// which a ranking settles.
func fig1PMFs(boards []settledBoard, s resampling) *figures.Figure {
	figure := &figures.Figure{
		Title: "How many trials until the ranking settles? By " + s.replicates,
		Caption: fmt.Sprintf("Each panel: %d %s. Vertical lines: means. In a mean, a replicate that never settles counts as one trial more than the board has. No line is drawn where 95 %% or more of the replicates never settle. %s",
			convergenceReplicates, s.replicates, besideNotes(boards)),
	}
	for _, b := range boards {
		panel := b.convergence.PMF(b.panel)
		panel.Lines = append(panel.Lines, publishedMeans(b.Key)...)
		figure.Panels = append(figure.Panels, panel)
	}
	shareYAxis(figure.Panels)
	return figure
}

// publishedMeans returns the paper's printed means of convergence@n (the n at which a
// ranking settles) for a benchmark, as points on the n axis.
func publishedMeans(key string) []figures.Line {
	means, known := fig1Means[key]
	if !known {
		return nil
	}
	return []figures.Line{{
		Name: "published means", X: []float64{checks.Value(means.bayes), checks.Value(means.pass)}, Y: []float64{0, 0}, Points: true,
	}}
}

func panelTitle(i int, b paper.Benchmark) string { return fmt.Sprintf("(%c) %s", 'a'+i, b.Title) }

// besideNotes returns notes for figures of the n at which rankings settle. They explain
// the bars for replicates that never settle, why the last trial is omitted, and where
// the boards come from. Equal notes appear once.
func besideNotes(boards []settledBoard) string {
	var notes []string
	for _, b := range boards {
		for _, n := range []string{b.convergence.NeverNote(), b.convergence.LastNote()} {
			if n != "" && !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
	}
	return strings.Join(append(notes, noteOf(boards)), " ")
}

// noteOf returns a note that tells readers where the boards come from.
func noteOf(boards []settledBoard) string {
	return paper.Note(lists.Each(boards, func(b settledBoard) paper.Benchmark { return b.Benchmark }))
}

// fig1Examples returns the figure that shows how ranks change with n in example
// replicates. It has no panels if the benchmarks of the examples are missing.
func fig1Examples(ctx context.Context, o paper.Options, boards []settledBoard, s resampling) *figures.Figure {
	figure := &figures.Figure{
		Title:   "Ranks by Bayes@N in one typical replicate, by " + s.replicates,
		Caption: fmt.Sprintf("Each panel shows one of %d %s. %s", convergenceReplicates, s.replicates, noteOf(boards)),
		Columns: 1,
	}
	for _, b := range boards {
		if b.Key == "aime25" || b.Key == "brumo25" {
			_, index := typicalReplicate(b.bayes())
			figure.Panels = append(figure.Panels, b.trajectory(ctx, o, b.Title, index))
		}
	}
	return figure
}

// typicalReplicate returns the index of a typical replicate and the n at which its
// ranking settles. If most replicates never settle, the replicate is one of these, and
// n is N + 1. Otherwise it is the first replicate whose n is closest to the mean.
func typicalReplicate(d converge.Distribution) (n, index int) {
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

// fig1Checks returns checks of the paper's statements about the n at which rankings
// settle on one benchmark.
func fig1Checks(b settledBoard) []checks.Check {
	const source = "paper, Fig. 1"
	all := meanChecks(b)
	if b.Key == "aime24" || b.Key == "aime25" {
		for _, d := range b.passDistributions() {
			all = append(all, b.check("share of replicates in which "+d.Metric+" never settles", source,
				b.share("frequently fails to converge", d.Never(), d.Never() >= manyOf),
				"the paper prints no number. Here, \"frequently\" means in at least a tenth of the replicates"))
		}
		all = append(all, convergesCheck(b, source, "converges", true))
	}
	if !b.how.replacement {
		last := b.check("bayes has settled after the last trial", source,
			checks.Statement("converges", b.bayes().Never() == 0), "")
		last.Ground = endsAsGold
		all = append(all, last)
	}
	const reliably = "converges reliably on all datasets except AIME'25"
	return append(all, convergesCheck(b, "paper, section 3.3", reliably, b.Key != "aime25"))
}

// convergesCheck returns a check of a quoted statement about whether Bayes@N nearly
// always settles before the last trial. If said is true, the quotation says that it
// settles; otherwise it says the opposite. On AIME'25 the paper makes both statements.
func convergesCheck(b settledBoard, source, says string, said bool) checks.Check {
	d := b.bayes()
	note := fmt.Sprintf("the paper prints no number. Here, \"converges\" means that at least 95 %% of the replicates settle before the last trial. "+
		"%s of the replicates never settle, and %s of the replicates settle only with the last trial",
		paper.Percent(d.Never()), paper.Percent(d.OnlyWithLast()))
	if b.Key == "aime25" {
		note += ". For AIME'25 the paper says both that Bayes@N converges (Fig. 1) and that Bayes@N does not converge (Fig. 5, section 3.3)"
	}
	before := d.BeforeLast()
	return b.check("share of replicates in which bayes settles before the last trial", source,
		b.share(says, before, (before >= mostOf) == said), note)
}

// meanChecks returns checks that compare the mean n at which rankings settle with the
// printed means.
func meanChecks(b settledBoard) []checks.Check {
	want, known := fig1Means[b.Key]
	if !known {
		return nil
	}
	// A printed mean has the same standard error as the measured mean, since both come
	// from the same number of draws.
	check := func(d converge.Distribution, what, published string) checks.Check {
		mean, se := d.Mean()
		note := "the mean is over all replicates"
		if d.Never() > 0 {
			least, _ := d.Restricted()
			note = fmt.Sprintf("the mean is over the %s of replicates in which the ranking settles. Over all replicates, the mean is at least %s",
				paper.Percent(d.Converged()), paper.OneDigit(least))
		}
		return b.check("mean convergence@n of "+what, "paper, Fig. 1", checks.Number(published, mean, se, se), note)
	}
	pass := bestDistribution(b.passDistributions())
	return []checks.Check{
		check(b.bayes(), "bayes", want.bayes),
		check(pass, "the best pass@k, "+pass.Metric, want.pass),
	}
}

// bestDistribution returns the distribution of the metric whose ranking settles
// earliest. It first compares the shares of replicates that settle and, if these are
// equal, the mean n at which they settle.
func bestDistribution(ds []converge.Distribution) converge.Distribution {
	return slices.MinFunc(ds, func(a, b converge.Distribution) int {
		mean, _ := a.Mean()
		other, _ := b.Mean()
		return cmp.Or(cmp.Compare(b.Converged(), a.Converged()), cmp.Compare(mean, other))
	})
}

// traceChecks returns checks of the poster's statements about the example replicates in
// Fig. 1.
func traceChecks(boards []settledBoard) (all []checks.Check) {
	soonest := math.Inf(1) // smallest mean of the other benchmarks
	for _, b := range boards {
		if mean, _ := b.bayes().Restricted(); b.Key != "brumo25" {
			soonest = min(soonest, mean)
		}
	}
	for _, b := range boards {
		d := b.bayes()
		n, _ := typicalReplicate(d)
		trials := len(d.Counts)
		check := func(says string, holds bool, note string) {
			all = append(all, b.check("convergence@n of the typical replicate", "poster",
				checks.Measured(says, float64(n), 0, holds), fmt.Sprintf("%d means that the ranking never settles. ", trials+1)+note))
		}
		switch mean, _ := d.Restricted(); {
		case b.Key == "brumo25" && len(boards) == len(paper.BenchmarkKeys):
			check("fast convergence", mean < soonest, "Here, \"fast\" means sooner, on average, than on the other benchmarks")
		case b.Key == "aime25":
			check("non-convergence", n >= trials, "After the last trial, no later ranking can differ "+
				"from gold, so 80 counts as no convergence")
		}
	}
	return all
}
