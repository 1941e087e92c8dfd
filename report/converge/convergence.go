package converge

import (
	"fmt"
	"slices"
	"strings"

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

// nearlyAll: a ranking is said to have settled by the n at which this share of the
// replicates has. If as many as the rest settle only with the last trial or never,
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
	for _, trace := range c.Traces {
		all = append(all, c.traceTable(trace))
	}
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
	for _, own := range c.OwnLevels {
		if tied(own) {
			return true
		}
	}
	return tied(c.GoldLevels)
}

// tied tells whether any of some levels are equal.
func tied(levels []int) bool {
	return len(slices.Compact(slices.Sorted(slices.Values(levels)))) < len(levels)
}

// never are the metrics that settle in no replicate.
func (c Convergence) never() []string {
	var names []string
	for _, d := range c.Distributions {
		if d.Converged() == 0 {
			names = append(names, d.Metric)
		}
	}
	return names
}

// Sentence is what a reader can act on: one of each metric, and one of those that
// never settle.
func (c Convergence) Sentence() string {
	var sentences []string
	for _, d := range c.Distributions {
		if d.Converged() > 0 {
			sentences = append(sentences, c.clause(d)+".")
		}
	}
	if never := c.never(); len(never) > 0 {
		verb := "never agree"
		if len(never) == 1 {
			verb = "never agrees"
		}
		sentences = append(sentences, fmt.Sprintf("%s %s with gold to the end of the %s.",
			wording.And(never), verb, tables.Count(c.Shape.Trials, "trial")))
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
	drawn := "orders that the " + trials + " may come in"
	if c.Replacement {
		drawn = "replicates of " + trials
	}
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
		return fmt.Sprintf("No: in %s of the %s, the ranking by %s never comes to stay at the true one.",
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
	return fmt.Sprintf("By %s %s; %s and %s", d.Metric, late,
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
	if n == 0 {
		return share + " not within the trials"
	}
	return fmt.Sprintf("%s by trial %d", share, n)
}

// TraceTitle says what a trajectory is of.
func TraceTitle(t converge.Trajectory) string {
	if t.Settled == 0 {
		return fmt.Sprintf("replicate %d by %s, which never settles", t.Index, t.Metric)
	}
	return fmt.Sprintf("replicate %d by %s, which settles at n = %d", t.Index, t.Metric, t.Settled)
}
