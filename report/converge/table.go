package converge

import (
	"fmt"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/ranking"
	"settle/report"
	"settle/report/wording"
	"settle/study/converge"
)

// Table returns a table with one metric per row. It shows after how many trials the
// rankings of replicates settle.
func (c Convergence) Table(title string) *tables.Table {
	t := tables.New(title, c.distributionFields().Pick("metric restricted_mean restricted_mean_se half nearly last before_last never"),
		c.Distributions)
	t.Notes = []string{
		"Mean, quantiles and last n cover all replicates. A replicate that never settles counts as N + 1 in the mean, and elsewhere as later than any n. ±: standard error of the mean.",
	}
	return t
}

// distributionFields returns the fields that describe when the ranking by one metric
// settles. The fields "mean", "mean_se" and "worst" cover only the replicates that
// settle. All other fields cover all replicates, and count a replicate that never
// settles as later than any number of trials.
func (c Convergence) distributionFields() tables.Fields[converge.Distribution] {
	type distribution = converge.Distribution
	by := func(share float64) func(distribution) string {
		return func(d distribution) string { return SettlesBy(d, share) }
	}
	quantile := func(share float64) func(distribution) any {
		return func(d distribution) any { return tables.OrAbsent(d.Quantile(share)) }
	}
	mean := func(d distribution) float64 { mean, _ := d.Mean(); return mean }
	se := func(d distribution) float64 { _, se := d.Mean(); return se }
	restricted := func(d distribution) float64 { mean, _ := d.Restricted(); return mean }
	restrictedSE := func(d distribution) float64 { _, se := d.Restricted(); return se }
	return tables.Fields[distribution]{
		tables.Data("metric", func(d distribution) string { return d.Metric }),
		tables.Data("converged", distribution.Converged),
		tables.Data("before_last", distribution.BeforeLast).Percent("before n = N"),
		tables.Data("never", distribution.Never).Percent("never"),
		tables.Data("mean", mean).When(func(d distribution) bool { return report.Finite(mean(d)) != nil }),
		tables.Data("mean_se", se).When(func(d distribution) bool { return report.Finite(se(d)) != nil }),
		tables.Data("restricted_mean", restricted).Rounded("mean", 1),
		tables.Data("restricted_mean_se", restrictedSE).Rounded("±", 2),
		tables.Data("median", quantile(0.5)),
		tables.Data("p95", quantile(NearlyAll)), // the name is fixed even if NearlyAll changes
		tables.Data("worst", func(d distribution) any { return tables.OrAbsent(d.Last()) }),
		tables.Data("pmf", massesOf),
		tables.Data("worst_replicates", c.lastOf).When(func(d distribution) bool { return len(d.Worst) > 0 }),

		tables.Right("half", by(0.5)).Head("median"),
		tables.Right("nearly", by(NearlyAll)).Head(wording.Percent(NearlyAll)),
		tables.Right("last", by(1)),
	}
}

// massesOf returns, for JSON, the numbers of trials at which a ranking can settle, each
// with its probability. It leaves out numbers with probability 0.
func massesOf(d converge.Distribution) []tables.Object {
	masses := []tables.Object{}
	for i, p := range d.PMF() {
		if p > 0 {
			masses = append(masses, tables.NewObject("n", i+1, "p", p))
		}
	}
	return masses
}

// lastOf returns, for JSON, the replicates that settle last, each with the number of
// trials at which it settles. This number is null if a replicate never settles.
func (c Convergence) lastOf(d converge.Distribution) []tables.Object {
	return lists.Each(d.Worst, func(r converge.Replicate) tables.Object {
		return tables.NewObject("replicate", r.Index, "n", tables.Known(r.N <= c.Shape.Trials, r.N))
	})
}

// SettlesBy formats the number of trials by which the given share of replicates has
// settled. If fewer replicates settle at all, it returns "> N", where N is the largest
// number of trials.
func SettlesBy(d converge.Distribution, share float64) string {
	if n := d.Quantile(share); n > 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("> %d", len(d.Counts))
}

// goldOrder returns the reference order of the models, called gold, for the given
// metric. All metrics share one order unless each has its own.
func (c Convergence) goldOrder(metric string) ranking.Order {
	levels := c.GoldLevels
	if own, ok := c.OwnLevels[metric]; ok {
		levels = own
	}
	return ranking.ByCompare(len(levels), func(i, j int) int { return levels[i] - levels[j] })
}

// traceTable returns a table of the models' ranks in one replicate, at a few numbers of
// trials. Models are sorted by the reference ranking, the best first.
func (c Convergence) traceTable(t converge.Trajectory) *tables.Table {
	gold := c.goldOrder(t.Metric)
	ranks := func(head string, of []float64) tables.Field[int] {
		return tables.Right(head, func(model int) string { return fmt.Sprint(of[model]) })
	}
	columns := []tables.Field[int]{tables.Left("model", func(model int) string { return c.Models[model] })}
	for _, n := range report.Milestones(c.Shape.Trials) {
		if n >= t.From {
			columns = append(columns, ranks(fmt.Sprintf("n=%d", n), t.Ranks[n-t.From]))
		}
	}
	columns = append(columns, ranks("gold", gold.Ranks(ranking.Competition)))
	table := tables.New("Ranks in "+TraceTitle(t), columns, gold.Models)
	table.Notes = []string{changesOf(t)}
	return table
}

// changesOf returns a sentence that says how often the ranking in one replicate changes
// as trials are added.
func changesOf(t converge.Trajectory) string {
	changes := t.Changes()
	if len(changes) == 0 {
		return "Its ranking is the same at every n."
	}
	return fmt.Sprintf("Its ranking changes at %d of the %s after the first; the last change is at trial %d.",
		len(changes), tables.Count(len(t.Ranks)-1, "trial"), changes[len(changes)-1])
}

// looksTable returns a table with one metric per row. It shows how often the ranking
// changes between successive looks, which are chosen numbers of trials.
func (c Convergence) looksTable() *tables.Table {
	type looks = converge.Looks
	columns := []tables.Field[looks]{tables.Left("metric", func(l looks) string { return l.Metric })}
	at := c.Looks[0].At
	for i, n := range at {
		if i > 0 {
			columns = append(columns, tables.RightPercent(fmt.Sprintf("%d ≠ %d", n, at[i-1]), func(l looks) float64 {
				return l.Share(l.Changed[i])
			}))
		}
	}
	if len(at) > 2 {
		columns = append(columns, tables.RightPercent("each time", func(l looks) float64 { return l.Share(l.Every) }))
	}
	for i, n := range at {
		columns = append(columns, tables.RightPercent(fmt.Sprintf("gold at %d", n), func(l looks) float64 {
			return l.Share(l.Agrees[i])
		}))
	}
	t := tables.New("How often the ranking changes from look to look", columns, c.Looks)
	t.Notes = []string{fmt.Sprintf("Shares of %s. a ≠ b: the rankings after a and b trials differ (ties count as differences); gold at a: "+
		"the ranking after a trials agrees with gold.", c.draws())}
	return t
}

// A lateReplicate is one of the replicates that settle last, together with the metric
// that ranks it.
type lateReplicate struct {
	converge.Replicate
	metric string
}

// worstTable returns a table of the replicates whose rankings settle last. It returns
// nil if none were recorded.
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
	t := tables.New("Replicates that settle last", []tables.Field[lateReplicate]{
		tables.Left("metric", func(r lateReplicate) string { return r.metric }),
		tables.Right("replicate", func(r lateReplicate) string { return fmt.Sprint(r.Index) }),
		tables.Right("settles at", func(r lateReplicate) string {
			return wording.IfElse(r.N > c.Shape.Trials, "never", fmt.Sprint(r.N))
		}),
	}, late)
	t.Notes = []string{"--trace shows one of them in full."}
	return t
}

// A settling holds the probability that the ranking by a metric settles at n trials,
// and the probability that it settles at n or earlier.
type settling struct {
	metric        string
	n             int
	p, cumulative float64
}

// Data returns a table for CSV, with one row for each metric and number of trials. It
// shows the probability that the ranking settles there.
func (c Convergence) Data() *tables.Table {
	var rows []settling
	for _, d := range c.Distributions {
		cdf := d.CDF()
		for i, p := range d.PMF() {
			rows = append(rows, settling{d.Metric, i + 1, p, cdf[i]})
		}
	}
	return tables.Fields[settling]{
		tables.Data("metric", func(s settling) string { return s.metric }),
		tables.Data("n", func(s settling) int { return s.n }),
		tables.Data("p", func(s settling) float64 { return s.p }),
		tables.Data("cumulative", func(s settling) float64 { return s.cumulative }),
	}.CSV(rows)
}

// document returns the distributions for JSON. Their probabilities are shares of all
// replicates, including those that never settle.
func (c Convergence) document() tables.Object {
	looks, traces := lists.Each(c.Looks, looksDocument), lists.Each(c.Traces, c.traceDocument)
	compared := c.comparedAt() // nil for every n
	return tables.NewObject(c.Object(), "compared_at", tables.When(compared != nil, compared),
		"metrics", c.distributionFields().JSON(c.Distributions),
		"looks", tables.When(len(looks) > 0, looks), "traces", tables.When(len(traces) > 0, traces),
		"exchangeability", c.Trials.Document())
}

// traceDocument returns, for JSON, how the ranking changes in one replicate as trials
// are added. The members ranks, scores and tau are lists with one element per number of
// trials, starting with the number in the member from. Lists of models have the order
// of the member models. The member settles is null if the ranking never settles. An
// element of tau is null if the ranking ties all models.
func (c Convergence) traceDocument(t converge.Trajectory) tables.Object {
	truth := c.Truths[t.Metric]
	return tables.NewObject("metric", t.Metric, "replicate", t.Index, "settles", tables.OrNull(t.Settled),
		"changes", append([]int{}, t.Changes()...), "from", t.From, "models", c.Models,
		"gold_ranks", c.goldOrder(t.Metric).Ranks(ranking.Competition), "truth", tables.When(len(truth) > 0, truth),
		"ranks", t.Ranks, "scores", tables.When(len(t.Scores) > 0, t.Scores), "tau", lists.Each(t.Tau, report.Finite))
}

// looksDocument returns, for JSON, how often the ranking changes between successive
// looks, which are chosen numbers of trials. The change at the first look is null.
func looksDocument(l converge.Looks) tables.Object {
	points := make([]tables.Object, len(l.At))
	for i, n := range l.At {
		points[i] = tables.NewObject("n", n, "agrees", l.Share(l.Agrees[i]), "changed",
			tables.Known(i > 0, l.Share(l.Changed[i])))
	}
	return tables.NewObject("metric", l.Metric, "every", l.Share(l.Every), "points", points)
}
