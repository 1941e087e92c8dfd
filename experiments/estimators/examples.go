package estimators

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/results"
)

// A workedExample is a results matrix printed in the blog, the poster or the article,
// with the numbers printed for it.
type workedExample struct {
	name, source string
	call         string // call in the source
	metric       string // metric of Settle
	weights      string // weights of the categories; "" for right and wrong
	rows, prior  [][]uint8
	bounds       metrics.Bounds
	printed      [4]string // μ or score, σ, lower and upper end; "" if not printed
}

// Results matrices printed in the blog, the poster and the article.
var (
	// These are from the blog: the first example, the categories that its two signals
	// make, and the runs with top-p sampling, preceded by the greedy run.
	blogBinary      = [][]uint8{{1, 1, 1, 1, 1}, {1, 1, 1, 0, 1}, {1, 0, 0, 1, 0}, {0, 0, 1, 0, 0}}
	blogCorrect     = [][]uint8{{1, 1, 0, 1}, {1, 0, 0, 1}, {0, 1, 1, 1}, {1, 1, 0, 0}}
	blogTokenRatios = [][]float64{
		{0.80, 1.60, 0.90, 1.10}, {1.40, 1.00, 1.70, 0.70}, {1.80, 0.90, 1.40, 0.95}, {0.85, 1.30, 1.10, 1.60},
	}
	blogRuns = [][]uint8{
		{1, 1, 1, 1, 0, 1, 1}, {1, 0, 0, 1, 0, 0, 1}, {0, 0, 0, 0, 1, 0, 0}, {1, 1, 1, 0, 1, 1, 0}, {0, 0, 1, 0, 0, 0, 0},
	}
	blogGreedy = [][]uint8{{1}, {1}, {0}, {1}, {0}}

	// These are from the poster.
	posterBinary     = [][]uint8{{0, 1, 1, 0, 1}, {1, 1, 0, 1, 1}}
	posterGraded     = [][]uint8{{0, 1, 2, 2, 1}, {1, 1, 0, 2, 2}}
	posterGreedy     = [][]uint8{{2}, {1}}
	posterConfidence = [][]uint8{{3, 2, 3, 1, 3}, {2, 3, 0, 3, 1}}

	// This is from the article on pass@k: 3 of 10 samples are correct.
	articleSamples = [][]uint8{{1, 1, 1, 0, 0, 0, 0, 0, 0, 0}}
)

// blogCategories returns the outcomes of the blog's graded example: 0 is wrong and
// verbose, 1 wrong and efficient, 2 correct and verbose, and 3 correct and efficient.
func blogCategories() [][]uint8 {
	const tooLong = 1.20
	categories := make([][]uint8, len(blogCorrect))
	for q, row := range blogCorrect {
		for i, correct := range row {
			category := 2 * correct
			if blogTokenRatios[q][i] <= tooLong {
				category++
			}
			categories[q] = append(categories[q], category)
		}
	}
	return categories
}

// workedExamples returns the worked examples of the blog, the poster and the article,
// in this order.
func workedExamples() []workedExample {
	unit := metrics.Bounds{Lo: 0, Hi: 1}
	return []workedExample{
		{name: "binary", source: "blog", call: "bayes(R_binary)", metric: "bayes", rows: blogBinary},
		{name: "correctness", source: "blog", call: "bayes(correctness)", metric: "bayes", rows: blogCorrect},
		{name: "correctness and length", source: "blog", call: "bayes(R_cat, w)", metric: "bayes",
			weights: "0,0.2,0.75,1", rows: blogCategories()},
		{name: "without prior", source: "blog", call: "bayes_ci(top_p_runs)", metric: "bayes", rows: blogRuns,
			printed: [4]string{"0.4667", "0.0629", "0.3435", "0.5899"}},
		{name: "with greedy prior", source: "blog", call: "bayes_ci(top_p_runs, R0)", metric: "bayes", rows: blogRuns,
			prior: blogGreedy, printed: [4]string{"0.4800", "0.0585", "0.3654", "0.5946"}},
		{name: "binary", source: "poster", call: "bayes_ci(R)", metric: "bayes", rows: posterBinary, bounds: unit},
		{name: "binary", source: "poster", call: "avg_ci(R)", metric: "avg", rows: posterBinary, bounds: unit},
		{name: "binary", source: "poster", call: "pass_at_k_ci(R, 3)", metric: "pass@3:uniform", rows: posterBinary},
		{name: "binary", source: "poster", call: "g_pass_at_k_tau_ci(R, 3, 2/3)", metric: "gpass@3:2/3:uniform",
			rows: posterBinary},
		{name: "binary", source: "poster", call: "mg_pass_at_k_ci(R, 3)", metric: "mgpass@3:uniform", rows: posterBinary},
		{name: "top-p only", source: "poster", call: "bayes_ci(R, w)", metric: "bayes", weights: "0,0.5,1",
			rows: posterGraded, printed: [4]string{"0.562500", "0.091998", "0.382188", "0.742812"}},
		{name: "top-p and greedy prior", source: "poster", call: "bayes(R, w, R0)", metric: "bayes", weights: "0,0.5,1",
			rows: posterGraded, prior: posterGreedy, printed: [4]string{"0.583333", "0.085165"}},
		{name: "confidence-aware", source: "poster", call: "bayes_ci(R_conf, w_conf)", metric: "bayes",
			weights: "0,0,0.25,1", rows: posterConfidence,
			printed: [4]string{"0.444444", "0.100539", "0.247392", "0.641497"}},
		{name: "3 of 10 correct, naive", source: article, call: "1 − (1 − 0.3)^5", metric: "pass-naive@5",
			rows: articleSamples, printed: [4]string{"0.83193"}},
		{name: "3 of 10 correct, unbiased", source: article, call: "1 − C(7, 5)/C(10, 5)", metric: "pass@5",
			rows: articleSamples, printed: [4]string{"0.91667"}},
		{name: "3 of 10 correct, k = 1", source: article, call: "c/n", metric: "pass@1",
			rows: articleSamples, printed: [4]string{"0.3"}},
	}
}

// A solvedExample is a worked example with Settle's results. These are μ, σ and the
// ends of the 95 % interval if the example prints an estimate, and the score otherwise.
type solvedExample struct {
	workedExample
	obtained []float64
}

// solve computes Settle's results for the example, in the same way as Settle's
// commands.
func (w workedExample) solve() solvedExample {
	defer paper.About(w.source + ", " + w.call)
	o := metrics.Options{Weights: paper.Must(metrics.ParseWeights(cmp.Or(w.weights, "0,1")))}
	if w.prior != nil {
		o.Prior = oneModel(w.prior, o.Weights.Len())
	}
	m := paper.Must(metrics.Parse(w.metric, o))[0]
	tally := oneModel(w.rows, o.Weights.Len())
	e, estimates := m.(metrics.Estimator)
	if w.printed[0] != "" && w.printed[1] == "" || !estimates {
		return solvedExample{w, []float64{m.Score(tally, 0)}}
	}
	bounds := metrics.Unbounded
	if w.bounds != (metrics.Bounds{}) {
		bounds = w.bounds
	}
	estimate := e.Estimate(tally, 0)
	lo, hi := estimate.Interval(0.95, bounds)
	return solvedExample{w, []float64{estimate.Mu, estimate.Sigma, lo, hi}}
}

// oneModel returns the tally of a single model's results matrix, whose rows are
// questions.
func oneModel(rows [][]uint8, categories int) *results.Tally {
	return tallyOf([][][]uint8{rows}, categories)
}

// tallyOf returns a tally of several models, given one results matrix per model.
func tallyOf(matrices [][][]uint8, categories int) *results.Tally {
	t := results.NewTally(len(matrices), len(matrices[0]), categories-1)
	t.Trials = len(matrices[0][0])
	for model, rows := range matrices {
		for q, row := range rows {
			for _, category := range row {
				if category > 0 {
					t.Add(model, q, int(category), 1)
				}
			}
		}
	}
	return t
}

// Examples compares the printed results of worked examples, from the blog, the poster
// and the article on pass@k, with Settle's results.
func Examples(context.Context, paper.Options) *paper.Result {
	all := lists.Each(workedExamples(), workedExample.solve)
	calls := tables.New("Functions of the reference package scorio, and Settle's names for them", callColumns,
		scorioCalls)
	calls.Notes = []string{
		"R is the file with results, --prior gives R0, and --weights gives w. Functions whose names end in _ci add an interval, " +
			"which every table and format of `settle rank` contains.",
	}
	shown, data := examplesTables(all)
	result := &paper.Result{Checks: examplesChecks(all)}
	result.AddTables(shown, calls)
	result.AddData("examples", data)
	return result
}

// exampleNumbers lists the numbers that can be printed for an example, with their names
// for readers and their keys for CSV files.
var exampleNumbers = [4]struct{ name, key string }{
	{"μ or score", "mu"}, {"σ", "sigma"}, {"lower end", "lo"}, {"upper end", "hi"},
}

func examplesTables(all []solvedExample) (shown, data *tables.Table) {
	fields := []tables.Field[solvedExample]{
		paper.Text("source", "source", func(s solvedExample) string { return s.source }),
		paper.Text("", "example", func(s solvedExample) string { return s.name }),
		paper.Text("as printed", "call", func(s solvedExample) string { return s.call }),
		paper.Text("metric", "metric", func(s solvedExample) string { return s.metric }),
		paper.Text("", "weights", func(s solvedExample) string { return s.weights }),
	}
	for i, n := range exampleNumbers {
		obtained := func(name, key string, show func(float64) string) {
			fields = append(fields, paper.AtRight(paper.Text(name, key, func(s solvedExample) string {
				if i >= len(s.obtained) {
					return ""
				}
				return show(s.obtained[i])
			})))
		}
		obtained(n.name, "", func(x float64) string { return tables.Float(x, 6) })
		obtained("", n.key, tables.Number)
	}
	for i, n := range exampleNumbers {
		fields = append(fields, paper.Text("", "published_"+n.key, func(s solvedExample) string { return s.printed[i] }))
	}
	fields = append(fields, paper.Text("published", "", func(s solvedExample) string {
		return strings.TrimSpace(strings.Join(s.printed[:], " "))
	}))
	shown, data = paper.Tables("Worked examples of the blog, the poster and the article on pass@k", fields, all)
	shown.Notes = []string{
		"μ, σ and the central 95 % interval come from the posterior given the results or, for avg, from Eq. 20. " +
			"The article's numbers are scores. If no number is published, the source prints only the code.",
	}
	return shown, data
}

// A call is a function of the reference package, with its equivalent in Settle.
type call struct{ scorio, settle string }

var callColumns = []tables.Field[call]{
	tables.Left("function", func(c call) string { return c.scorio }),
	tables.Left("metric", func(c call) string { return c.settle }),
}

// scorioCalls lists the functions of the reference package that the blog and the poster
// use.
var scorioCalls = []call{
	{"bayes(R, w, R0), bayes_ci", "bayes"},
	{"avg(R, w), avg_ci", "avg"},
	{"pass_at_k(R, k)", "pass@K"},
	{"pass_at_k_ci(R, k)", "pass@K:uniform"},
	{"pass_hat_k(R, k)", "pass^K"},
	{"pass_hat_k_ci(R, k)", "pass^K:uniform"},
	{"g_pass_at_k_tau(R, k, tau)", "gpass@K:TAU"},
	{"g_pass_at_k_tau_ci(R, k, tau)", "gpass@K:TAU:uniform"},
	{"mg_pass_at_k(R, k)", "mgpass@K"},
	{"mg_pass_at_k_ci(R, k)", "mgpass@K:uniform"},
}

// printedExample is the reason why checks of a printed number are tests, if its input
// is also printed.
var printedExample = checks.Test.Because(
	"the source prints the number and its input, and the code that computes the number contains neither of the two")

// firstSample is the reason why the check of pass@1 is not a test. The article prints
// both the formula of pass@1 and its value, 0.3.
var firstSample = checks.Construction.Because(
	"for k = 1, Eq. 21 equals c/n, which is 3/10 = 0.3 here. The checks of the equations show this equality for every c and n")

func examplesChecks(all []solvedExample) (list []checks.Check) {
	for _, s := range all {
		ground := printedExample
		if s.metric == "pass@1" {
			ground = firstSample
		}
		for i, printed := range s.printed {
			if printed == "" {
				continue
			}
			what := exampleNumbers[i].name
			if len(s.obtained) == 1 {
				what = s.metric
			} else if i == 0 {
				what = "μ"
			}
			list = append(list, checks.New(fmt.Sprintf("%s, %s: %s", s.source, s.name, what), s.source, ground,
				checks.Number(printed, s.obtained[i], 0, 0), s.call).In("worked examples of the "+s.source))
		}
	}
	return append(list, priorChecks(all)...)
}

// priorChecks returns checks of the blog's statements about its greedy run.
func priorChecks(all []solvedExample) []checks.Check {
	blog := func(name string) []float64 {
		at := slices.IndexFunc(all, func(s solvedExample) bool { return s.source == "blog" && s.name == name })
		return all[at].obtained
	}
	without, with := blog("without prior"), blog("with greedy prior")
	width := func(of []float64) float64 { return of[3] - of[2] }
	return []checks.Check{
		checks.New("blog: effect of the greedy run on the mean", "blog", printedExample,
			checks.Measured("the greedy run nudges the mean upward", with[0]-without[0], 0, with[0] > without[0]), ""),
		checks.New("blog: effect of the greedy run on the interval", "blog", printedExample,
			checks.Measured("and narrows the interval", width(with)-width(without), 0, width(with) < width(without)),
			"the obtained value is the width with the greedy run minus the width without the greedy run"),
	}
}
