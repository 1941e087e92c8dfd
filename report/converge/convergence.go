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

// Convergence is distributions of convergence@n with what they were made of.
type Convergence struct {
	report.Setting
	Models        []string
	GoldLevels    []int            // of the models: larger is better
	OwnLevels     map[string][]int // by metric, in place of GoldLevels where each has its own; else nil
	ExactTies     bool             // models that tie in gold must tie
	Distributions []converge.Distribution
	Traces        []converge.Trajectory
	Truths        map[string][]float64 // by metric, of the models: what scores tend to; nil where that is not known
	Looks         []converge.Looks
	Trials        *report.Exchangeable // of the board that replicates are drawn from; nil where their order means nothing
}

// NearlyAll is the share of replicates that must have settled by an n for a ranking to be said
// to have. If as many as the rest settle only with the last trial or never,
// the sentence asks for more. Heads and sentences that name the share follow it, but
// for the name of the field in JSON: distributionDocument.P95.
const NearlyAll = 0.95

// Report is the report in the format asked for: CSV gets the PMFs.
func (c Convergence) Report(format string) report.Report {
	return report.InFormat(format, c.document, c.Data, c.tables)
}

// tables returns the tables for readers.
func (c Convergence) tables() []*tables.Table {
	t := c.Table(c.Name + ": trials until the ranking settles")
	t.Lead = c.Sentence()
	t.Warn(c.Warnings()...)
	if at := c.comparedAt(); at != nil {
		t.Warn(fmt.Sprintf("Of so many trials rankings are compared at %d numbers: every n up to 128, and 64 in every doubling "+
			"from there on. By bayes and avg alone every n is compared.", len(at)))
	}
	if c.ExactTies && c.GoldTies() {
		t.Warn("Gold ties models, and a ranking agrees only if it ties them too; " +
			"--gold ties=any lets them stand in either order.")
	}
	t.Warn(c.Trials.Notes()...)
	if c.OwnGold && !c.Replacement {
		t.Note("Without replacement n = N is the board itself: what settles only there says nothing of more trials.")
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

// comparedAt are the n at which rankings are compared, nil for every n.
func (c Convergence) comparedAt() []int {
	if len(c.Distributions) == 0 || !c.Distributions[0].OnCurve {
		return nil
	}
	return metrics.CurvePoints(c.Shape.Trials)
}

// GoldTies tells whether gold ties any models.
func (c Convergence) GoldTies() bool {
	own := slices.Collect(maps.Values(c.OwnLevels))
	return slices.ContainsFunc(append(own, c.GoldLevels), tied)
}

// tied tells whether any of some levels are equal.
func tied(levels []int) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(levels)))) < len(levels)
}

// never are the metrics that settle in no replicate.
func (c Convergence) never() []string {
	none := lists.Where(c.Distributions, func(d converge.Distribution) bool { return d.Converged() == 0 })
	return lists.Each(none, func(d converge.Distribution) string { return d.Metric })
}

// Sentence is what a reader can act on: one of each metric, and one of those that
// never settle.
func (c Convergence) Sentence() string {
	settling := lists.Where(c.Distributions, func(d converge.Distribution) bool { return d.Converged() > 0 })
	sentences := lists.Each(settling, c.clause)
	if never := c.never(); len(never) > 0 {
		sentences = append(sentences, fmt.Sprintf("%s never %s with gold to the end of the %s.",
			wording.And(never), wording.Verb(len(never), "agrees", "agree"), tables.Count(c.Shape.Trials, "trial")))
	}
	return strings.Join(sentences, " ")
}

// Settles tells whether a replicate settles by any metric before its last trial, so that
// there is something to draw.
func (c Convergence) Settles() bool {
	return slices.ContainsFunc(c.Distributions, func(d converge.Distribution) bool { return d.BeforeLast() > 0 })
}

// InShort says of the first metric alone whether the trials are enough.
func (c Convergence) InShort() string {
	d, trials := c.Distributions[0], tables.Count(c.Shape.Trials, "trial")
	drawn := wording.IfElse(c.Replacement, "replicates of "+trials, "orders that the "+trials+" may come in")
	switch n := d.Quantile(NearlyAll); {
	case n > 0 && n < c.Shape.Trials && c.OwnGold:
		return fmt.Sprintf("As far as they tell: in %.6g of 100 %s, the ranking by %s no longer changes after trial %d. "+
			"It need not be the true one.", 100*NearlyAll, drawn, d.Metric, n)
	case n > 0 && n < c.Shape.Trials:
		return fmt.Sprintf("Yes: in %.6g of 100 %s, the ranking by %s is the true one from trial %d on.",
			100*NearlyAll, drawn, d.Metric, n)
	case d.Never() == 0:
		return fmt.Sprintf("No: in %s of the %s, the ranking by %s still changes with the last one.",
			tables.Percent(d.OnlyWithLast(), 1), drawn, d.Metric)
	default:
		return fmt.Sprintf("No: in %s of the %s, the ranking by %s never settles on the final ranking.",
			tables.Percent(d.Never(), 1), drawn, d.Metric)
	}
}

// clause says how soon one metric settles: first what does not, or only where there
// is nothing left that could disagree, for a mean says nothing of that.
func (c Convergence) clause(d converge.Distribution) string {
	drawn := c.draws()
	late := tables.Percent(d.OnlyWithLast(), 1) + " of " + drawn + " settle only with the last trial"
	if d.Never() > 0 {
		late = fmt.Sprintf("%s of %s never settle and %s only with the last trial",
			tables.Percent(d.Never(), 1), drawn, tables.Percent(d.OnlyWithLast(), 1))
	}
	switch {
	case 1-d.BeforeLast() < 1-NearlyAll:
	case c.ExactTies && c.GoldTies() && !c.OwnGold:
		late += ": gold ties models, and more trials tie them no more often"
	default:
		late += ": more trials are needed"
	}
	return fmt.Sprintf("By %s %s; %s and %s.", d.Metric, late,
		c.by("half settle", d.Quantile(0.5)), c.by(fmt.Sprintf("%.6g of 100", 100*NearlyAll), d.Quantile(NearlyAll)))
}

// draws are what replicates are, in a word or two.
func (c Convergence) draws() string {
	switch {
	case c.Scheme == report.Fresh:
		return "fresh boards"
	case c.Replacement:
		return "replicates"
	}
	return "reorderings"
}

// by says of a share of the replicates by which trial it has settled, if it has.
func (c Convergence) by(share string, n int) string {
	return share + wording.IfElse(n == 0, " not within the trials", fmt.Sprintf(" by trial %d", n))
}

// TraceTitle says what a trajectory is of.
func TraceTitle(t converge.Trajectory) string {
	return fmt.Sprintf("replicate %d by %s, which ", t.Index, t.Metric) +
		wording.IfElse(t.Settled == 0, "never settles", fmt.Sprintf("settles at n = %d", t.Settled))
}
