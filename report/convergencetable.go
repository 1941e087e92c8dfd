package report

import (
	"fmt"

	"settle/ranking"
	"settle/study/converge"
	"settle/tables"
)

// Table shows a distribution per row.
func (c Convergence) Table(title string) *tables.Table {
	type distribution = converge.Distribution
	t := tables.New(title, []tables.Of[distribution]{
		tables.Left("metric", func(d distribution) string { return d.Metric }),
		rounded("mean", 1, func(d distribution) float64 { mean, _ := d.Restricted(); return mean }),
		rounded("±", 2, func(d distribution) float64 { _, se := d.Restricted(); return se }),
		tables.Right("median", func(d distribution) string { return settlesBy(d, 0.5) }),
		tables.Right(percent(nearlyAll), func(d distribution) string { return settlesBy(d, nearlyAll) }),
		tables.Right("last", func(d distribution) string { return settlesBy(d, 1) }),
		percentage("before n = N", distribution.BeforeLast),
		percentage("never", distribution.Never),
	}, c.Distributions)
	t.Notes = []string{
		"Mean, quantiles and last n are over all replicates: one that never settles counts as N + 1 in the mean and as " +
			"later than any n elsewhere; ± is the standard error of the mean.",
	}
	return t
}

// settlesBy is the n by which a share of the replicates has settled, "> N" where
// fewer ever do.
func settlesBy(d converge.Distribution, share float64) string {
	if n := d.Quantile(share); n > 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("> %d", len(d.Counts))
}

// goldOrder is the order of the models by gold, or by that of a metric.
func (c Convergence) goldOrder(metric string) ranking.Order {
	levels := c.GoldLevels
	if own, ok := c.OwnLevels[metric]; ok {
		levels = own
	}
	return ranking.ByCompare(len(levels), func(i, j int) int { return levels[i] - levels[j] })
}

// traceTable shows a trajectory's ranks at a few numbers of trials, the best
// model by gold first.
func (c Convergence) traceTable(t converge.Trajectory) *tables.Table {
	gold := c.goldOrder(t.Metric)
	ranks := func(head string, of []float64) tables.Of[int] {
		return tables.Right(head, func(model int) string { return fmt.Sprint(of[model]) })
	}
	columns := []tables.Of[int]{tables.Left("model", func(model int) string { return c.Models[model] })}
	for _, n := range milestones(c.Shape.Trials) {
		if n >= t.From {
			columns = append(columns, ranks(fmt.Sprintf("n=%d", n), t.Ranks[n-t.From]))
		}
	}
	columns = append(columns, ranks("gold", gold.Ranks(ranking.Competition)))
	table := tables.New("Ranks in "+TraceTitle(t), columns, gold.Models)
	table.Notes = []string{changesOf(t)}
	return table
}

// changesOf says how often a trajectory's ranking changes.
func changesOf(t converge.Trajectory) string {
	changes := t.Changes()
	if len(changes) == 0 {
		return "Its ranking is the same at every n."
	}
	return fmt.Sprintf("Its ranking changes with %d of the %s after the first, last with trial %d.",
		len(changes), tables.Count(len(t.Ranks)-1, "trial"), changes[len(changes)-1])
}

// looksTable shows, by metric, how often rankings changed from look to look.
func (c Convergence) looksTable() *tables.Table {
	type looks = converge.Looks
	columns := []tables.Of[looks]{tables.Left("metric", func(l looks) string { return l.Metric })}
	at := c.Looks[0].At
	for i, n := range at {
		if i > 0 {
			columns = append(columns, percentage(fmt.Sprintf("%d is not %d", n, at[i-1]), func(l looks) float64 {
				return l.Share(l.Changed[i])
			}))
		}
	}
	if len(at) > 2 {
		columns = append(columns, percentage("each time", func(l looks) float64 { return l.Share(l.Every) }))
	}
	for i, n := range at {
		columns = append(columns, percentage(fmt.Sprintf("gold at %d", n), func(l looks) float64 {
			return l.Share(l.Agrees[i])
		}))
	}
	t := tables.New("How often the ranking changes from look to look", columns, c.Looks)
	t.Notes = []string{fmt.Sprintf("Shares of the %s: the ranking after so many trials is not that of the look before, ties "+
		"counted; and it is gold's.", c.draws())}
	return t
}

// lateReplicate is one of the replicates that settle last by a metric.
type lateReplicate struct {
	converge.Replicate
	metric string
}

// worstTable lists the replicates that settle last, nil if none were kept.
func (c Convergence) worstTable() *tables.Table {
	var late []lateReplicate
	for _, d := range c.Distributions {
		for _, r := range d.Worst {
			late = append(late, lateReplicate{r, d.Metric})
		}
	}
	if len(late) == 0 {
		return nil
	}
	t := tables.New("Replicates that settle last", []tables.Of[lateReplicate]{
		tables.Left("metric", func(r lateReplicate) string { return r.metric }),
		tables.Right("replicate", func(r lateReplicate) string { return fmt.Sprint(r.Index) }),
		tables.Right("settles at", func(r lateReplicate) string {
			if r.N > c.Shape.Trials {
				return "never"
			}
			return fmt.Sprint(r.N)
		}),
	}, late)
	t.Notes = []string{"Draw one again with --trace."}
	return t
}
