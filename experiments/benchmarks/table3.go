package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report/wording"
	"settle/results"
	"settle/study/converge"
)

// table3Metrics lists the thirteen metrics of Fig. 2 and other metrics of the same
// kinds, with k = 8.
const table3Metrics = "avg,paper,pass^8,maj@8,auc@8,gap@8,max@8"

// table3Replicates is the number of replicates. It is smaller than for Fig. 1, because
// no cell of the table depends on a difference of one percent.
const table3Replicates = 10_000

// table3Columns lists the columns of Table 3.
var table3Columns = [4]string{"convergence", "confidence interval", "prior knowledge", "categories"}

// table3Groups lists the rows of Table 3, each with its printed ticks and with notes on
// the ticks. Ticks and notes are in the order of the columns. In a note, {} stands for
// the number of metrics with the feature. The column convergence has no notes, because
// this feature is measured.
var table3Groups = []table3Group{
	{"Pass@k and alternatives", [4]string{"✗", "✗", "✗", "✗"}, [4]string{"",
		"{} metrics have an interval from the standard error over trials. This standard error is not in the paper",
		"a Beta prior changes the intervals of metrics such as pass@k:uniform, but not the scores",
		"{} metrics can score more than right and wrong: max@k, with weights"}},
	{"avg@N", [4]string{"✓", "limited", "✗", "✗"}, [4]string{"",
		"avg@N has an exact interval by Eq. 20. The paper says: via bootstrap or binomial intervals", "",
		"by Eq. 19, avg@N is a weighted mean of categories"}},
	{"Bayes@N", [4]string{"✓", "✓", "✓", "✓"}, [4]string{}},
}

// A table3Group is a row of Table 3.
type table3Group struct {
	name         string
	ticks, notes [4]string
}

// An offer holds the features of a metric that Table 3 compares between metrics.
type offer struct {
	metric, group string
	boards        int     // number of benchmarks
	settlesOn     int     // benchmarks on which nearly all replicates settle before the last trial
	mostlyOn      int     // benchmarks on which more than half of the replicates settle before the last trial
	settled       float64 // mean share of replicates that settle before the last trial
	n             float64 // mean convergence@n over benchmarks, NaN if none settles
	interval      bool    // it is an Estimator
	prior         bool    // its score changes with a prior
	categories    bool    // it scores more than right and wrong
}

// has reports whether the metric has the feature in the given column of Table 3.
func (o offer) has(column int) bool {
	return []bool{o.settlesOn == o.boards, o.interval, o.prior, o.categories}[column]
}

// Table3 determines the features of every metric and measures whether its ranking
// settles.
func Table3(ctx context.Context, o paper.Options) *paper.Result {
	ms := paper.Must(metrics.Parse(table3Metrics, metrics.Options{}))
	offers := lists.Each(ms, ask)
	measureOffers(ctx, o, ms, offers)
	result := &paper.Result{}
	t, data := table3Tables(offers)
	t.Warn(paper.Note(o.Boards()))
	result.AddTables(t)
	result.AddData("table3", data)
	result.AddChecks(table3Checks(offers, o.Boards())...)
	return result
}

// ask determines the features of a metric that Table 3 compares, except convergence. To
// do so it scores a board with one model that solved one of two questions half of the
// time.
func ask(m metrics.Metric) offer {
	const n = 8
	board := paper.Must(results.NewBoard([]string{"m"}, []string{"easy", "hard"}, n, 1))
	row := board.Row(0, 0)
	for i := range n / 2 {
		row[i] = 1
	}
	tally := board.Tally(n)
	// with returns the same metric, made with other options.
	with := func(o metrics.Options) metrics.Metric { return paper.Must(metrics.Parse(m.Name(), o))[0] }
	graded := paper.Must(metrics.ParseWeights("0,1/2,1"))
	return offer{
		metric: m.Name(), group: groupOf(metrics.TraitsOf(m)), interval: metrics.TraitsOf(m).Interval,
		prior:      with(metrics.Options{Prior: tally}).Score(tally, 0) != m.Score(tally, 0),
		categories: with(metrics.Options{Weights: graded}).Check(2, n) == nil,
	}
}

// groupOf returns the row of Table 3 to which a metric with these traits belongs.
func groupOf(traits metrics.Traits) string {
	switch {
	case !traits.Plain:
		return "Pass@k and alternatives"
	case traits.StandardError:
		return "avg@N"
	}
	return "Bayes@N"
}

// measureOffers measures, on the four benchmarks, at which n the rankings by each
// metric settle. It stores the results in the given offers.
func measureOffers(ctx context.Context, o paper.Options, ms []metrics.Metric, all []offer) {
	benchmarks := o.Boards()
	means := make([][]float64, len(ms))
	for _, b := range benchmarks {
		for i, d := range measureMetrics(ctx, o, b, ms) {
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
		sum := lists.Sum(means[i], func(mean float64) float64 { return mean })
		all[i].n = sum / float64(len(means[i])) // NaN if none settles
	}
}

// measureMetrics measures, for each metric, at which n rankings settle. The replicates
// put the trials of each question of a benchmark in random order.
func measureMetrics(
	ctx context.Context, o paper.Options, b paper.Benchmark, ms []metrics.Metric,
) []converge.Distribution {
	defer paper.About(b.Title)
	run := converge.Options{Options: o.Run("table3 "+b.Title, table3Replicates, table3Replicates)}
	return paper.Must(converge.Measure(ctx, b.Rows(false, o.Seed), ms, b.Gold(), run))
}

// offersIn returns the features (offers) of the metrics in a group, which is a row of
// Table 3.
func offersIn(offers []offer, group string) []offer {
	return lists.Where(offers, func(o offer) bool { return o.group == group })
}

func table3Tables(offers []offer) (shown, data *tables.Table) {
	rows := lists.Flat(table3Groups, func(group table3Group) []offer { return offersIn(offers, group.name) })
	yesNo := func(name string, has func(offer) bool) tables.Field[offer] {
		return paper.Text(name, name, func(o offer) string { return tables.YesNo(has(o)) })
	}
	settles := paper.Text("settles on", "settles_on",
		func(o offer) string { return fmt.Sprintf("%d of %d", o.settlesOn, o.boards) })
	shown, data = paper.Tables("Table 3: features of each metric", []tables.Field[offer]{
		paper.Text("evaluation method", "evaluation_method", func(o offer) string { return o.group }),
		paper.Text("metric", "metric", func(o offer) string { return o.metric }),
		paper.AtRight(settles),
		paper.Number("settled", "settled", paper.Percent, func(o offer) float64 { return o.settled }),
		paper.Number("mean n", "mean_n", paper.OneDigit, func(o offer) float64 { return o.n }),
		yesNo("interval", func(o offer) bool { return o.interval }),
		yesNo("prior", func(o offer) bool { return o.prior }),
		yesNo("categories", func(o offer) bool { return o.categories }),
	}, rows)
	shown.Notes = []string{
		fmt.Sprintf("settles on: number of benchmarks on which at least 95 %% of %d row permutations settle before the last trial. "+
			"settled: mean share of permutations that settle before the last trial. "+
			"mean n: mean convergence@n of the permutations that settle. Gold is the ranking by Bayes@N on the whole board, "+
			"so a metric that estimates another quantity need not settle on gold.", table3Replicates),
		"interval: the metric has an estimate with σ. prior: a prior changes the score of the metric. " +
			"categories: the metric scores more categories than right and wrong.",
		"Intervals of pass@k and its variants come from the standard error of the unbiased score over trials. " +
			"This standard error is not in the paper.",
	}
	return shown, data
}

// table3Checks returns checks that compare the ticks of Table 3 with the features of
// the metrics in each group.
func table3Checks(offers []offer, benchmarks []paper.Benchmark) (all []checks.Check) {
	asked := checks.Construction.Because("the answer comes from the code, which was written to have the feature")
	settles := paper.GroundOfAll(benchmarks, settlesAsFitted)
	for _, group := range slices.Backward(table3Groups) {
		of := offersIn(offers, group.name)
		for column, name := range table3Columns {
			published := group.ticks[column]
			ground, outcome, note := asked, checks.Words(published, tick(of, column)),
				strings.ReplaceAll(group.notes[column], "{}", fmt.Sprintf("%d of %d", countWith(of, column), len(of)))
			if column == 0 {
				ground = settles
				outcome, note = convergenceTick(published, of)
			}
			all = append(all, checks.New(group.name+": "+name, "paper, Table 3", ground, outcome, note))
		}
	}
	return all
}

// convergenceTick returns an outcome and a note that say on how many benchmarks the
// rankings of a group of metrics settle. The outcome is undecided, because the paper
// prints no threshold for a tick.
func convergenceTick(published string, of []offer) (outcome checks.Outcome, note string) {
	all := lists.Each(of, func(o offer) int { return o.settlesOn })
	most := lists.Each(of, func(o offer) int { return o.mostlyOn })
	boards := of[0].boards
	return checks.Undecided(checks.Words(published, fmt.Sprintf("%s of %d benchmarks", formatCountRange(all), boards))),
		fmt.Sprintf("the obtained value counts the benchmarks on which at least 95 %% of permutations settle before the last trial. On %s of "+
			"%d benchmarks, more than half of permutations settle before the last trial. "+
			"The paper prints no threshold for a tick, and section 3.3 makes an exception for AIME'25", formatCountRange(most), boards)
}

// formatCountRange formats the smallest and the largest of several counts as a range.
func formatCountRange(counts []int) string {
	least, most := slices.Min(counts), slices.Max(counts)
	return fmt.Sprint(least) + wording.If(most > least, fmt.Sprintf(" to %d", most))
}

// countWith returns the number of metrics that have the feature in the given column of
// Table 3.
func countWith(of []offer, column int) int {
	return lists.CountIf(of, func(o offer) bool { return o.has(column) })
}

// tick returns ✓ if all metrics have the feature in the given column of Table 3, and ✗
// if none has it. Otherwise it returns how many have it: "3 of 9".
func tick(of []offer, column int) string {
	switch have := countWith(of, column); have {
	case len(of):
		return "✓"
	case 0:
		return "✗"
	default:
		return fmt.Sprintf("%d of %d", have, len(of))
	}
}
