package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"settle/internal/rng"
	"settle/internal/tables"
	"settle/metrics"
)

// A size describes the boards to draw: the index of the distribution of success probabilities, and
// the numbers of questions and trials.
type size struct{ spread, questions, trials int }

// sizes returns all combinations of the given values. The number of trials varies fastest.
func sizes(spreads, questions, trials []int) (all []size) {
	for _, s := range spreads {
		for _, q := range questions {
			for _, n := range trials {
				all = append(all, size{s, q, n})
			}
		}
	}
	return all
}

var (
	allSpreads    = []int{paperCoins, someEasy, uShaped, inflated}
	fittedSizes   = sizes(allSpreads, []int{30, 198, 800}, []int{1, 2, 4, 8, 16, 64})
	passSizes     = sizes(allSpreads, []int{30, 198}, []int{4, 8, 16})
	collapseSizes = sizes([]int{paperCoins, uShaped}, []int{5, 10, 30, 100}, []int{1, 2, 4, 8})
	zeroSizes     = sizes([]int{0, 1, 2}, []int{100}, []int{4, 16})
)

// zeros lists distributions of success probabilities, with and without questions that are never
// solved.
var zeros = []spread{
	{"three in ten 0, else Beta(1, 2)", func(r *rand.Rand, _ int) float64 {
		if r.Float64() < 0.3 {
			return 0
		}
		return beta(r, 1, 2)
	}},
	spreads[inflated],
	{"Beta(0.3, 0.5): none is 0", spreads[someEasy].draw},
}

// A finding is a function that computes two numbers from a model's interval and the model's true
// score.
type finding func(e metrics.Estimate, truth float64) (first, second float64)

// coverage returns 1 if the 95 % interval contains the truth, else 0. It also returns the width of
// the interval.
func coverage(e metrics.Estimate, truth float64) (held, width float64) {
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	return share(lo <= truth && truth <= hi), hi - lo
}

// absoluteError returns 1 if the 95 % interval contains the truth, else 0. It also returns the
// absolute error of the score.
func absoluteError(e metrics.Estimate, truth float64) (held, off float64) {
	held, _ = coverage(e, truth)
	return held, math.Abs(e.Mu - truth)
}

// squaredError returns 1 if the 95 % interval contains the truth, else 0. It also returns the
// squared error of the score.
func squaredError(e metrics.Estimate, truth float64) (held, square float64) {
	held, off := absoluteError(e, truth)
	return held, off * off
}

// collapsed returns two numbers: 1 if the 95 % interval has no width, else 0, and 1 if the
// interval extends beyond [0, 1], else 0.
func collapsed(e metrics.Estimate, _ float64) (none, passes float64) {
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	return share(hi == lo), share(lo < 0 || hi > 1)
}

// A contest compares the intervals of several metrics on the same boards.
type contest struct {
	names  []string
	among  []spread
	find   finding
	scores func(name string, trials int) bool // whether the metric has an interval after so many trials; nil if it always has
}

// draw draws one board and estimates the scores of its models by each metric. For each metric, it
// returns two numbers: the means, over the models, of the two results of c.find.
func (c contest) draw(r *rand.Rand, at size) ([]float64, error) {
	chances, tally := c.among[at.spread].board(r, at.questions, at.trials)
	var found []float64
	for _, name := range c.names {
		if c.scores != nil && !c.scores(name, at.trials) {
			found = append(found, math.NaN(), math.NaN())
			continue
		}
		// The true score depends on the metric but not on the prior of its interval.
		ms, err := metrics.Parse(name+","+strings.TrimSuffix(name, ":uniform"), metrics.Options{})
		if err != nil {
			return nil, err
		}
		var first, second float64
		for model, e := range metrics.Estimates(ms[0].(metrics.Estimator), tally, nil) {
			a, b := c.find(e, ms[len(ms)-1].(metrics.Targeter).Target(chances[model]))
			first += a
			second += b
		}
		found = append(found, first/fittedModels, second/fittedModels)
	}
	return found, nil
}

// parts returns a part of a study for each size of board.
func (c contest) parts(sizes []size, purpose func(size) string) (parts []part) {
	for _, at := range sizes {
		parts = append(parts, part{
			rows: []row{{cells: []string{strconv.Itoa(at.questions), strconv.Itoa(at.trials), c.among[at.spread].name}}},
			measure: averaged(purpose(at), func(s *rng.Stream, _ int) ([]float64, error) {
				return c.draw(rand.New(s), at)
			}),
		})
	}
	return parts
}

// columns returns a column of the table for each metric.
func (c contest) columns(formats ...format) (columns []column) {
	for _, name := range c.names {
		columns = append(columns, column{"`" + name + "`", formats})
	}
	return columns
}

// sized returns a function that names the random stream for boards of a given size. Each name
// begins with the given purpose.
func sized(purpose string) func(size) string {
	return func(s size) string { return fmt.Sprintf("%s %d %d %d", purpose, s.spread, s.questions, s.trials) }
}

var sizeLabels = []label{{"M", true}, {"N", true}, {"chances", false}}

// competitors returns a study that compares all metrics that give an interval for a mean: the
// coverage and the width of these intervals.
func competitors() *study {
	c := contest{among: spreads, find: coverage, names: []string{
		"bayes:fitted", "bayes", "bayes:jeffreys", "avg", "avg:clt", "avg:within", "avg:wilson", "avg:jeffreys",
		"avg:clopper-pearson", "avg:bootstrap", "avg:clustered",
	}}
	return &study{
		name: "competitors", page: "coverage", boards: 40, sample: 1, every: 7, intervals: fittedModels, labels: sizeLabels,
		columns: c.columns(percent, width), parts: c.parts(fittedSizes, sized("intervals")), summary: summarise,
	}
}

// summarise returns a table with one row per kind of interval. It shows the lowest and the highest
// coverage with the board sizes at which they occur, how many sizes have a coverage from 92.5 to
// 97.5 %, and the width relative to bayes:fitted.
func summarise(s *study, shown [][]float64) string {
	var b strings.Builder
	b.WriteString("| interval | lowest | where | highest | where | within 92.5 to 97.5 % | width by that of `bayes:fitted` |\n" +
		"|---|---:|---|---:|---|---:|---:|\n")
	rows := s.rows()
	for i, c := range s.columns {
		least, most, within, logs := 0, 0, 0, 0.0
		for at, x := range shown {
			held := x[2*i]
			if held < shown[least][2*i] {
				least = at
			}
			if held > shown[most][2*i] {
				most = at
			}
			if held >= 92.5 && held <= 97.5 {
				within++
			}
			logs += math.Log(max(x[2*i+1], 0.001)/x[1]) / float64(len(shown))
		}
		extreme := func(at int) string {
			where := rows[at].cells
			return fmt.Sprintf("%s | %s × %s, %s", tables.Float(shown[at][2*i], 1), where[0], where[1], where[2])
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %d of %d | %s |\n", c.head, extreme(least), extreme(most), within, len(rows),
			tables.Float(math.Exp(logs), 2))
	}
	return b.String()
}

// passes returns a study of the intervals of metrics that are defined on K trials, such as pass@2.
// Each metric has three intervals: one of the score itself, and two of the score's posterior, with
// a uniform and with a fitted prior.
func passes() *study {
	c := contest{among: spreads, find: coverage, scores: enoughTrials, names: []string{
		"pass@2", "pass@2:uniform", "pass@2:fitted", "pass@8", "pass@8:uniform", "pass@8:fitted",
		"pass^4", "pass^4:uniform", "pass^4:fitted",
	}}
	return &study{
		name: "passes", page: "coverage", boards: 40, sample: 2, every: 4, intervals: fittedModels, labels: sizeLabels,
		columns: c.columns(percent, width), parts: c.parts(passSizes, sized("passes")),
	}
}

// enoughTrials reports whether the number of trials is at least the K of the named metric.
func enoughTrials(name string, trials int) bool {
	at := strings.IndexAny(name, "@^") + 1
	k, _, _ := strings.Cut(name[at:], ":")
	n, err := strconv.Atoi(k)
	return err == nil && n <= trials
}

// roots returns a study of the intervals of two kinds of metrics: geom@k, the mean of one square
// root per question, and geomds@k, the square root of a product of two means. The success
// probabilities are like those of the paper's coins, or U-shaped.
func roots(k int) *study {
	c := contest{among: spreads, find: coverage}
	for _, name := range []string{"geom@%d", "geom@%d:uniform", "geomds@%d"} {
		c.names = append(c.names, fmt.Sprintf(name, k))
	}
	all := sizes([]int{paperCoins, uShaped}, []int{30, 100}, []int{k, 2 * k, 4 * k, 8 * k, 16 * k})
	return &study{
		name: fmt.Sprintf("roots-of-%d", k), page: "coverage", boards: 100, sample: 2, every: 1, intervals: fittedModels,
		labels: sizeLabels, columns: c.columns(percent, width), parts: c.parts(all, sized("roots")),
	}
}

// collapse returns a study that measures how often intervals have no width or extend beyond [0, 1].
func collapse() *study {
	c := contest{among: spreads, find: collapsed,
		names: []string{"avg:clt", "avg:within", "avg:clustered", "avg:bootstrap", "avg", "avg:wilson"}}
	return &study{
		name: "collapse", page: "coverage", boards: 100, sample: 2, every: 1, intervals: fittedModels, labels: sizeLabels,
		columns: c.columns(percent, percent), parts: c.parts(collapseSizes, sized("collapse")),
	}
}

// predictions returns a study of the intervals and errors of two metrics that predict pass@64 from
// fewer trials.
func predictions() *study {
	c := contest{among: zeros, find: absoluteError, names: []string{"pass@64:fitted", "pass@64:zero-inflated"}}
	off := format{scale: 1, digits: 3, slack: 0.5}
	return &study{
		name: "zeros", page: "coverage", boards: 30, sample: 1, every: 2, intervals: fittedModels, labels: sizeLabels,
		columns: c.columns(percent, off), parts: c.parts(zeroSizes, func(s size) string {
			return fmt.Sprintf("zeros %d %d", s.spread, s.trials)
		}),
	}
}

// measureFitted returns a study of the metric bayes:fitted: the coverage of its intervals, and its
// error relative to the error of avg.
func measureFitted() *study {
	c := contest{among: spreads, find: squaredError, names: []string{"bayes:fitted", "avg"}}
	parts := c.parts(fittedSizes, sized("fitted"))
	for i, p := range parts {
		parts[i].measure = func(ctx context.Context, boards int) ([]number, error) {
			n, err := p.measure(ctx, boards)
			if err != nil {
				return nil, err
			}
			return []number{n[0], {math.Sqrt(n[1].value / n[3].value), math.NaN()}}, nil
		}
	}
	return &study{
		name: "fitted", page: "coverage", boards: 200, sample: 2, every: 3, intervals: fittedModels,
		labels:  []label{{"questions", true}, {"N", true}, {"chances", false}},
		columns: slices.Concat(percents("intervals hold"), []column{{"RMSE / RMSE of avg", []format{{scale: 1, digits: 3}}}}), parts: parts,
	}
}
