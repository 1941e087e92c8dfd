package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/metrics"
	"settle/report"
	"settle/results"
	"settle/study/converge"
	"settle/tables"
)

// table3Metrics are the thirteen of Fig. 2 and others of their kind, with k = 8.
const table3Metrics = "avg,paper,pass^8,maj@8,auc@8,gap@8,max@8"

// table3Replicates are fewer than those of Fig. 1, for no cell of the table
// depends on a percent.
const table3Replicates = 10_000

// table3Published are the ticks of Table 3, by group and column.
var table3Published = map[string][4]string{
	"Pass@k and alternatives": {"✗", "✗", "✗", "✗"},
	"avg@N":                   {"✓", "limited", "✗", "✗"},
	"Bayes@N":                 {"✓", "✓", "✓", "✓"},
}

// table3Columns are those of Table 3.
var table3Columns = [4]string{"convergence", "confidence interval", "prior knowledge", "categories"}

// table3Groups are the rows of Table 3.
var table3Groups = []string{"Pass@k and alternatives", "avg@N", "Bayes@N"}

// offer is what a metric has, as far as it can be asked or measured.
type offer struct {
	metric, group string
	boards        int     // benchmarks
	settlesOn     int     // those where nearly all replicates settle before the last trial
	mostlyOn      int     // those where more than half do
	settled       float64 // mean share of replicates that do
	n             float64 // mean convergence@n over benchmarks, NaN where none settles
	interval      bool    // it is an Estimator
	prior         bool    // its score changes with a prior
	categories    bool    // it scores more than right and wrong
}

// has is whether the offer is in a column of Table 3.
func (o offer) has(column int) bool {
	return []bool{o.settlesOn == o.boards, o.interval, o.prior, o.categories}[column]
}

// Table3 asks every metric what it offers, and measures whether its ranking
// settles.
func Table3(ctx context.Context, o paper.Options) (*paper.Result, error) {
	offers, err := offers(ctx, o)
	if err != nil {
		return nil, err
	}
	all, err := o.Boards()
	if err != nil {
		return nil, err
	}
	t := table3Table(offers, paper.Percent, func(n float64) string { return tables.Float(n, 1) })
	t.Notes = append(t.Notes, paper.Note(all))
	data := paper.Plainly(table3Table(offers, report.Number, report.Number))
	return &paper.Result{
		Tables: []*tables.Table{t},
		Data:   []paper.Data{{Name: "table3", Table: data}},
		Checks: table3Checks(offers, all),
	}, nil
}

// offers are those of all metrics, in the order of table3Metrics.
func offers(ctx context.Context, o paper.Options) ([]offer, error) {
	ms, err := metrics.Parse(table3Metrics, metrics.Options{})
	if err != nil {
		return nil, err
	}
	all := make([]offer, len(ms))
	for i, m := range ms {
		if all[i], err = ask(m); err != nil {
			return nil, err
		}
	}
	return all, measureOffers(ctx, o, ms, all)
}

// ask finds out what a metric offers besides convergence, on a board of one
// model that solved one of two questions half of the time.
func ask(m metrics.Metric) (offer, error) {
	const n = 8
	of := offer{metric: m.Name(), group: groupOf(m.Name())}
	_, of.interval = m.(metrics.Estimator)
	board, err := results.NewBoard([]string{"m"}, []string{"easy", "hard"}, n, 1)
	if err != nil {
		return offer{}, err
	}
	row := board.Row(0, 0)
	for i := range n / 2 {
		row[i] = 1
	}
	tally := board.Tally(n)
	informed, err := withOptions(m, metrics.Options{Prior: tally})
	if err != nil {
		return offer{}, err
	}
	of.prior = informed.Score(tally, 0) != m.Score(tally, 0)
	graded, err := metrics.ParseWeights("0,1/2,1")
	if err != nil {
		return offer{}, err
	}
	weighted, err := withOptions(m, metrics.Options{Weights: graded})
	if err != nil {
		return offer{}, err
	}
	of.categories = weighted.Check(2, n) == nil
	return of, nil
}

// withOptions is the metric of the same name with other options.
func withOptions(m metrics.Metric, o metrics.Options) (metrics.Metric, error) {
	ms, err := metrics.Parse(m.Name(), o)
	if err != nil {
		return nil, err
	}
	return ms[0], nil
}

func groupOf(metric string) string {
	switch metric {
	case "bayes":
		return "Bayes@N"
	case "avg":
		return "avg@N"
	}
	return "Pass@k and alternatives"
}

// measureOffers finds where the rankings settle on the four benchmarks.
func measureOffers(ctx context.Context, o paper.Options, ms []metrics.Metric, all []offer) error {
	benchmarks, err := o.Boards()
	if err != nil {
		return err
	}
	means := make([][]float64, len(ms))
	for _, b := range benchmarks {
		ds, err := measured(ctx, o, b, ms)
		if err != nil {
			return err
		}
		for i, d := range ds {
			all[i].boards++
			all[i].settled += d.BeforeLast() / float64(len(benchmarks))
			if d.BeforeLast() >= mostOf {
				all[i].settlesOn++
			}
			if d.BeforeLast() > half {
				all[i].mostlyOn++
			}
			if mean, _ := d.Mean(); !math.IsNaN(mean) {
				means[i] = append(means[i], mean)
			}
		}
	}
	for i := range all {
		all[i].n = math.NaN()
		if len(means[i]) > 0 {
			sum := 0.0
			for _, mean := range means[i] {
				sum += mean
			}
			all[i].n = sum / float64(len(means[i]))
		}
	}
	return nil
}

// measured finds where row permutations of a benchmark settle, by all metrics.
func measured(
	ctx context.Context, o paper.Options, b paper.Benchmark, ms []metrics.Metric,
) ([]converge.Distribution, error) {
	source, gold, err := b.RowsAndGold(false, o.Seed)
	if err != nil {
		return nil, err
	}
	run := converge.Options{Options: o.Run("table3 "+b.Title, table3Replicates, table3Replicates)}
	ds, err := converge.Measure(ctx, source, ms, gold, run)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Title, err)
	}
	return ds, nil
}

func table3Table(offers []offer, share, trials func(float64) string) *tables.Table {
	t := &tables.Table{Title: "Table 3: what each metric offers", Columns: []tables.Column{
		{Name: "evaluation method"}, {Name: "metric"},
		{Name: "settles on", Right: true}, {Name: "settled", Right: true}, {Name: "mean n", Right: true},
		{Name: "interval"}, {Name: "prior"}, {Name: "categories"},
	}}
	for _, group := range table3Groups {
		for _, of := range offers {
			if of.group != group {
				continue
			}
			t.Rows = append(t.Rows, []string{
				group, of.metric, fmt.Sprintf("%d of %d", of.settlesOn, of.boards), share(of.settled), trials(of.n),
				tables.YesNo(of.interval), tables.YesNo(of.prior), tables.YesNo(of.categories),
			})
		}
	}
	t.Notes = []string{
		fmt.Sprintf("settles on: benchmarks on which the ranking equals gold, from some n before the last trial on, "+
			"in 95 %% or more of %d row permutations; settled: mean share of those, "+
			"mean n: mean convergence@n of those that settle at all. Gold is Bayes@N on the whole board, "+
			"so that a metric which aims at something else need not settle on it.", table3Replicates),
		"interval, prior and categories are asked of the metrics themselves: " +
			"whether there is an estimate with σ, whether a prior moves the score, " +
			"and whether more than right and wrong can be scored.",
		"Intervals of pass@k and its relatives come from the standard error of the unbiased score over trials, " +
			"which the paper does not offer.",
	}
	return t
}

// table3Ground is why a cell of Table 3 is of its kind.
func table3Ground(column int, benchmarks []paper.Benchmark) checks.Ground {
	if column == 0 {
		return paper.GroundOfAll(benchmarks, settlesAsFitted)
	}
	return checks.Ground{Kind: checks.Construction, Why: "it is asked of the code, which was written to have it"}
}

// table3Checks sets the ticks of Table 3 beside what the metrics of a group
// have.
func table3Checks(offers []offer, benchmarks []paper.Benchmark) []checks.Check {
	var all []checks.Check
	for _, group := range slices.Backward(table3Groups) {
		for column, name := range table3Columns {
			have, metrics := 0, 0
			for _, of := range offers {
				if of.group == group {
					metrics++
					if of.has(column) {
						have++
					}
				}
			}
			outcome := checks.Words(table3Published[group][column], tick(have, metrics))
			if column == 0 {
				outcome = convergenceTick(table3Published[group][column], offers, group)
			}
			all = append(all, checks.Check{
				Check: group + ": " + name, Ground: table3Ground(column, benchmarks), Source: "paper, Table 3",
				Outcome: outcome, Note: table3Note(offers, group, column, have, metrics),
			})
		}
	}
	return all
}

// convergenceTick is on how many benchmarks rankings settle, which is no tick: what
// it takes for one is not printed.
func convergenceTick(published string, offers []offer, group string) checks.Outcome {
	on, boards, _ := settling(offers, group)
	return checks.Undecided(checks.Words(published, fmt.Sprintf("%s of %d benchmarks", on, boards)))
}

// convergenceNote says how often the metrics of a group settle.
func convergenceNote(offers []offer, group string) string {
	_, boards, mostly := settling(offers, group)
	return fmt.Sprintf("on so many 95 %% or more of permutations settle before the last trial (more than half: on %s of "+
		"%d); how often it must be for a tick is not printed, and section 3.3 excepts AIME'25", mostly, boards)
}

// settling is on how many of the benchmarks nearly all replicates settle by the
// metrics of a group, and on how many more than half: from the least metric to the
// best.
func settling(offers []offer, group string) (nearlyAll string, boards int, mostly string) {
	var all, most []int
	for _, of := range offers {
		if of.group == group {
			all, most, boards = append(all, of.settlesOn), append(most, of.mostlyOn), of.boards
		}
	}
	return fromTo(all), boards, fromTo(most)
}

// fromTo is the least number and the greatest.
func fromTo(counts []int) string {
	least, most := slices.Min(counts), slices.Max(counts)
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// tick is ✓ if all metrics have something, ✗ if none does.
func tick(have, metrics int) string {
	switch have {
	case metrics:
		return "✓"
	case 0:
		return "✗"
	}
	return fmt.Sprintf("%d of %d", have, metrics)
}

// table3Note says what is behind a tick.
func table3Note(offers []offer, group string, column, have, metrics int) string {
	switch {
	case column == 0:
		return convergenceNote(offers, group)
	case group == "avg@N" && column == 1:
		return "by Eq. 20, exactly; the paper says: via bootstrap or binomial intervals"
	case group == "avg@N" && column == 3:
		return "a weighted mean of categories, by Eq. 19"
	case group == "Pass@k and alternatives" && column == 1:
		return fmt.Sprintf("%d of %d metrics; from the standard error over trials, which the paper does not offer",
			have, metrics)
	case group == "Pass@k and alternatives" && column == 2:
		return "a Beta prior moves the intervals of pass@k:uniform and the like, not their scores"
	case group == "Pass@k and alternatives" && column == 3:
		return fmt.Sprintf("%d of %d metrics: max@k, by weights", have, metrics)
	}
	return ""
}
