package converge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/study/converge"
)

// Convergence holds, for each metric, the distribution of convergence@n over replicates
// (resampled or simulated boards). convergence@n is the smallest number of trials from
// which on a ranking always agrees with the reference ranking, called gold. Convergence
// also says how the distributions were made.
type Convergence struct {
	report.Setting
	Models        []string
	GoldLevels    []int            // levels of the models in gold; larger is better
	OwnLevels     map[string][]int // levels by metric, if each metric has its own gold; otherwise nil
	ExactTies     bool             // models that tie in gold must tie in a ranking
	Distributions []converge.Distribution
	Traces        []converge.Trajectory
	Truths        map[string][]float64 // limits of the scores, by metric and model; nil if unknown
	Looks         []converge.Looks
	Trials        *report.Exchangeable // test of the board's trials; nil if their order means nothing
}

// NearlyAll is the share of replicates that must settle before the last trial for the
// ranking to count as settled. Column headings and sentences use this share. Only the
// name p95, which the quantile has in JSON, does not change with it.
const NearlyAll = 0.95

// Report returns the report in the given format. CSV contains, for each metric and
// number of trials, the probability that the ranking settles there.
func (c Convergence) Report(format string) report.Report {
	return report.InFormat(format, c.document, c.Data, c.tables)
}

// tables returns the tables that readers see.
func (c Convergence) tables() []*tables.Table {
	t := c.Table(c.Name + ": trials until the ranking settles")
	t.Lead = c.Sentence()
	t.Warn(c.Warnings()...)
	if at := c.comparedAt(); at != nil {
		t.Warn(fmt.Sprintf("With this many trials, rankings are compared at %d values of n: every n up to 128, then 64 values per doubling. Metrics such as bayes and avg, which need no precomputed tables, are compared at every n.", len(at)))
	}
	if c.ExactTies && c.GoldTies() {
		t.Warn("Some models tie in gold, and a ranking agrees only if they tie in the ranking too; " +
			"--gold ties=any accepts either order.")
	}
	t.Warn(c.Trials.Notes()...)
	if c.OwnGold && !c.Replacement {
		t.Note("Without replacement, every replicate equals the board at n = N, so settling only at n = N says nothing about more trials.")
	}
	all := []*tables.Table{t}
	if len(c.Looks) > 0 {
		all = append(all, c.looksTable())
	}
	all = append(all, lists.Each(c.Traces, c.traceTable)...)
	if worst := c.worstTable(); worst != nil {
		all = append(all, worst)
	}
	return all
}

// comparedAt returns the numbers of trials at which rankings are compared with the
// reference ranking. It returns nil if they are compared at every number.
func (c Convergence) comparedAt() []int {
	if len(c.Distributions) == 0 || !c.Distributions[0].OnCurve {
		return nil
	}
	return metrics.CurvePoints(c.Shape.Trials)
}

// GoldTies reports whether at least two models are tied in a reference ranking (gold).
func (c Convergence) GoldTies() bool {
	own := slices.Collect(maps.Values(c.OwnLevels))
	return slices.ContainsFunc(append(own, c.GoldLevels), tied)
}

// tied reports whether at least two of the levels are equal.
func tied(levels []int) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(levels)))) < len(levels)
}

// unsettledMetrics returns the names of the metrics whose ranking settles in no
// replicate.
func (c Convergence) unsettledMetrics() []string {
	none := lists.Where(c.Distributions, func(d converge.Distribution) bool { return d.Converged() == 0 })
	return lists.Each(none, func(d converge.Distribution) string { return d.Metric })
}

// Sentence returns one sentence for each metric whose ranking settles in at least one
// replicate, and one sentence that names all other metrics.
func (c Convergence) Sentence() string {
	settling := lists.Where(c.Distributions, func(d converge.Distribution) bool { return d.Converged() > 0 })
	sentences := lists.Each(settling, c.clause)
	if never := c.unsettledMetrics(); len(never) > 0 {
		sentences = append(sentences, fmt.Sprintf("%s never %s with gold up to the end of the %s.",
			wording.And(never), wording.Verb(len(never), "agrees", "agree"), tables.Count(c.Shape.Trials, "trial")))
	}
	return strings.Join(sentences, " ")
}

// Settles reports whether at least one ranking settles before the last trial, by any
// metric in any replicate. If none does, there is nothing to draw.
func (c Convergence) Settles() bool {
	return slices.ContainsFunc(c.Distributions, func(d converge.Distribution) bool { return d.BeforeLast() > 0 })
}

// InShort returns a sentence that says whether the ranking by the first metric settles
// before the last trial, so that there are enough trials.
func (c Convergence) InShort() string {
	d, trials := c.Distributions[0], tables.Count(c.Shape.Trials, "trial")
	drawn := wording.IfElse(c.Replacement, "replicates of "+trials, "random orders of the "+trials)
	switch n := d.Quantile(NearlyAll); {
	case n > 0 && n < c.Shape.Trials && c.OwnGold:
		return fmt.Sprintf("As far as these trials show: in %.6g %% of %s, the ranking by %s no longer changes after trial %d. "+
			"It need not be the true one.", 100*NearlyAll, drawn, d.Metric, n)
	case n > 0 && n < c.Shape.Trials:
		return fmt.Sprintf("Yes: in %.6g %% of %s, the ranking by %s is correct from trial %d on.",
			100*NearlyAll, drawn, d.Metric, n)
	case d.Never() == 0:
		return fmt.Sprintf("No: in %s of %s, the ranking by %s still changes with the last trial.",
			tables.Percent(d.OnlyWithLast(), 1), drawn, d.Metric)
	default:
		return fmt.Sprintf("No: in %s of %s, the ranking by %s never settles on the final ranking.",
			tables.Percent(d.Never(), 1), drawn, d.Metric)
	}
}

// clause returns a sentence that says when the ranking by one metric settles. It begins
// with the replicates that never settle or settle only with the last trial, because an
// average would hide them.
func (c Convergence) clause(d converge.Distribution) string {
	if c.Shape.Trials == 1 && c.OwnGold {
		return fmt.Sprintf("With %s, one trial cannot show convergence: a ranking cannot change before its last trial.", d.Metric)
	}
	drawn := c.draws()
	late := tables.Percent(d.OnlyWithLast(), 1) + " of " + drawn + " settle only with the last trial"
	if d.Never() > 0 {
		late = fmt.Sprintf("%s of %s never settle, and %s settle only with the last trial",
			tables.Percent(d.Never(), 1), drawn, tables.Percent(d.OnlyWithLast(), 1))
	}
	switch {
	case 1-d.BeforeLast() < 1-NearlyAll:
	case c.ExactTies && c.GoldTies() && !c.OwnGold:
		late += ", since gold ties some models and more trials do not make ties more frequent"
	case c.LastIsBoard():
		late += ", which says nothing about more trials"
	default:
		late += ", so more trials are needed"
	}
	return fmt.Sprintf("By %s, %s. %s; %s.", d.Metric, late,
		wording.Upper(c.settledPhrase("half", d.Quantile(0.5))), c.settledPhrase(fmt.Sprintf("%.6g %%", 100*NearlyAll), d.Quantile(NearlyAll)))
}

// draws returns the word for the replicates: "new boards", "replicates" or
// "reorderings".
func (c Convergence) draws() string {
	switch {
	case c.Scheme == report.Fresh:
		return "new boards"
	case c.Replacement:
		return "replicates"
	}
	return "reorderings"
}

// settledPhrase returns a phrase such as "half settle by trial 7". The share of
// replicates is given as a text, such as "half", and n is the number of trials. If n is
// 0, the phrase says that fewer replicates settle.
func (c Convergence) settledPhrase(share string, n int) string {
	return wording.IfElse(n == 0, "fewer than "+share+" settle within the trials", fmt.Sprintf("%s settle by trial %d", share, n))
}

// TraceTitle returns a title for the figure of one trajectory: the ranks of the models
// in one replicate.
func TraceTitle(t converge.Trajectory) string {
	return fmt.Sprintf("replicate %d by %s, which ", t.Index, t.Metric) +
		wording.IfElse(t.Settled == 0, "never settles", fmt.Sprintf("settles at n = %d", t.Settled))
}
