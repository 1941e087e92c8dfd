package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"settle/internal/pmf"
	"settle/internal/rng"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/sim"
	"settle/study/budget"
	"settle/tables"
)

// oneSided is the quantile of 95 %.
const oneSided = 1.6448536269514722

// evaluation is models whose truth is known.
type evaluation [][]float64 // chances by model and question

func drawEvaluation(r *rand.Rand, spread, models, questions int) evaluation {
	e := make(evaluation, models)
	for model, drawn := range r.Perm(fittedModels)[:models] {
		for range questions {
			e[model] = append(e[model], spreads[spread].draw(r, drawn))
		}
	}
	return e
}

func (e evaluation) coins() *sim.Coins {
	return &sim.Coins{Models: results.Numbered("m", len(e)), Questions: results.Numbered("q", len(e[0])), P: e}
}

func (e evaluation) mean(model int) (sum float64) {
	for _, p := range e[model] {
		sum += p
	}
	return sum
}

// tosses draws the successes of so many more trials, by inversion.
type tosses [][][]float64 // distribution functions by model and question

func (e evaluation) tosses(more int) tosses {
	t := make(tosses, len(e))
	for model, chances := range e {
		for _, p := range chances {
			below := make([]float64, more+1)
			pmf.Binomial(below, p)
			for c := 1; c <= more; c++ {
				below[c] += below[c-1]
			}
			t[model] = append(t[model], below)
		}
	}
	return t
}

// on returns a board with more trials than another.
func (t tosses) on(board *results.Tally, r *rand.Rand) *results.Tally {
	grown := results.NewTally(board.Models, board.Questions, 1)
	grown.Trials = board.Trials + len(t[0][0]) - 1
	for model := range t {
		for q, below := range t[model] {
			c, _ := slices.BinarySearch(below, r.Float64())
			grown.Add(model, q, 1, int(board.Row(model)[q])+min(c, len(below)-1))
		}
	}
	return grown
}

// toldApart tells whether the rule of the paper tells one model of a board from another.
func toldApart(t *results.Tally, above, below int) bool {
	bayes := metrics.Bayes(metrics.Binary, nil)
	a, b := bayes.Estimate(t, above), bayes.Estimate(t, below)
	return ranking.Z(a.Mu, a.Sigma, b.Mu, b.Sigma) >= oneSided
}

// blank is a board without trials.
func blank(models, questions int) *results.Tally { return results.NewTally(models, questions, 1) }

const (
	powerPairs = 30
	powerFresh = 10_000 // evaluations of each pair and number of trials
	powerMost  = 400    // trials of a pair that is measured
)

var powerQuestions = []int{1, 2, 5, 30, 198}

// planned is one pair planned from the truth: what it needs, and the shares of fresh
// evaluations that tell it apart with as many trials, and with one less.
type planned struct {
	trials     int
	at, before float64
}

// measurePower plans pairs of two models that are drawn independently, and evaluates
// each afresh.
func measurePower(t *testing.T, spread, questions, pairs int) []planned {
	t.Helper()
	all := make([]planned, pairs)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() (err error) {
			r := rand.New(rng.New(1, fmt.Sprintf("power %d %d", spread, questions), i))
			for all[i].trials < 2 || all[i].trials > powerMost {
				if all[i], err = onePower(t, r, spread, questions); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	return all
}

func onePower(t *testing.T, r *rand.Rand, spread, questions int) (p planned, err error) {
	e := drawEvaluation(r, spread, 2, questions)
	m, err := budget.New(e.tosses(1).on(blank(2, questions), r), metrics.Binary, nil, e.coins())
	if err != nil {
		return p, err
	}
	plan, err := m.Plan(t.Context(), m.Pairs(2, 1), budget.PlanOptions{Confidence: 0.95, At: []int{1}})
	if err != nil {
		return p, err
	}
	pair := plan.Pairs[0]
	if p.trials = pair.Power.Trials; p.trials < 2 || p.trials > powerMost {
		return p, nil
	}
	share := func(n int) (share float64) {
		tosses := e.tosses(n)
		for range powerFresh {
			if toldApart(tosses.on(blank(2, questions), r), pair.Above, pair.Below) {
				share += 1.0 / powerFresh
			}
		}
		return share
	}
	p.at, p.before = share(p.trials), share(p.trials-1)
	return p, nil
}

// The first table of budget.md is what is measured here on 30 pairs a row: with -update
// it is written. Else a tenth of the pairs, which are among them, must succeed as often as
// the page says that the least and the most did, to five standard errors; and of the rows
// it is asked what the page promises, from five questions on: at least 78 % with N
// trials, at most 82 % with one less.
func TestPowerOfPlans(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("evaluates models many times")
	}
	rows := measuredRows(t, "budget.md", "power", func() string {
		var b strings.Builder
		b.WriteString("| questions | chances | median N | at N: least | mean | most | at N − 1: least | mean | most |\n" +
			"|---:|---|---:|---:|---:|---:|---:|---:|---:|\n")
		for _, questions := range powerQuestions {
			for spread := range spreads {
				all := measurePower(t, spread, questions, powerPairs)
				var trials, at, before []float64
				for _, p := range all {
					trials, at, before = append(trials, float64(p.trials)), append(at, 100*p.at), append(before, 100*p.before)
				}
				slices.Sort(trials)
				fmt.Fprintf(&b, "| %d | %s | %v |%s |%s |\n", questions, spreads[spread].name, trials[len(trials)/2],
					extent(at), extent(before))
			}
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	at := 0
	for _, questions := range powerQuestions {
		for spread := range spreads {
			if *update {
				return
			}
			row := rows[at]
			at++
			name := fmt.Sprintf("%d questions, %s", questions, spreads[spread].name)
			least, most, mostBefore := number(t, row[3]), number(t, row[5]), number(t, row[8])
			if questions >= 5 && (least < 78 || mostBefore > 82) {
				t.Errorf("%s: at least %v %% succeed with N trials, at most %v %% with N − 1", name, least, mostBefore)
			}
			const slack = 5 * 0.4 // percent: the standard error of a share of powerFresh
			for _, p := range measurePower(t, spread, questions, powerPairs/10) {
				if got := 100 * p.at; got < least-slack || got > most+slack {
					t.Errorf("%s: %.1f %% succeed with %d trials, the page says %v to %v %%", name, got, p.trials, least, most)
				}
			}
		}
	}
}

// extent is the least, the mean and the largest of some shares, as cells.
func extent(values []float64) string {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return fmt.Sprintf(" %s | %s | %s", tables.Float(slices.Min(values), 1),
		tables.Float(sum/float64(len(values)), 1), tables.Float(slices.Max(values), 1))
}

const (
	assuranceBoards = 200
	assuranceModels = 5
	assuranceFresh  = 20 // continuations of each board
)

// assuranceSizes are questions and trials of a board.
var assuranceSizes = [][2]int{{30, 4}, {30, 16}, {198, 4}}

// assured is what came of the neighbours of one board: sums over pairs of what was
// predicted of them and what happened.
type assured struct {
	predicted, happened [2]float64 // with twice and five times as many trials
	pairs               [2]float64 // that were open: not told apart yet

	wanted, succeeded, advised float64 // with the advised N: pairs, chance said, share of continuations
	likely, held               float64 // pairs, and how many have the need of their truth within likely N
}

func measureAssurance(t *testing.T, spread int, size [2]int, boards int) []assured {
	t.Helper()
	all := make([]assured, boards)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() (err error) {
			purpose := fmt.Sprintf("assurance %d %v", spread, size)
			all[i], err = oneAssurance(t, rand.New(rng.New(1, purpose, i)), spread, size[0], size[1])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	return all
}

func oneAssurance(t *testing.T, r *rand.Rand, spread, questions, trials int) (a assured, err error) {
	e := drawEvaluation(r, spread, assuranceModels, questions)
	board := e.tosses(trials).on(blank(assuranceModels, questions), r)
	m, err := budget.New(board, metrics.Binary, nil, nil)
	if err != nil {
		return a, err
	}
	options := budget.PlanOptions{Confidence: 0.95, At: []int{2 * trials, 5 * trials}, Draws: 500, Seed: r.Uint64()}
	plan, err := m.Plan(t.Context(), m.Pairs(assuranceModels, 1), options)
	if err != nil {
		return a, err
	}
	success := func(p budget.Pair, n int) (share float64) {
		if e.mean(p.Above) <= e.mean(p.Below) {
			return 0
		}
		tosses := evaluation{e[p.Above], e[p.Below]}.tosses(n - trials)
		pair := board.Part([]int{p.Above, p.Below}, nil)
		for range assuranceFresh {
			if toldApart(tosses.on(pair, r), 0, 1) {
				share += 1.0 / assuranceFresh
			}
		}
		return share
	}
	for _, p := range plan.Pairs {
		if p.Equal {
			continue
		}
		a.likely++
		if need := firstOrderNeed(e[p.Above], e[p.Below]); need >= float64(p.Power.Low) &&
			(p.Power.High == 0 || need <= float64(p.Power.High)) {
			a.held++
		}
		if p.Power.Apart {
			continue
		}
		for i, n := range options.At {
			a.pairs[i]++
			a.predicted[i] += p.Chances[i]
			a.happened[i] += success(p, n)
		}
		if n := p.Power.Trials; n > 0 && n <= 50*trials {
			a.advised++
			a.wanted += p.Power.Chance
			a.succeeded += success(p, n)
		}
	}
	return a, nil
}

// firstOrderNeed is ((1.645 + 0.842)·s/gap)², rounded up.
func firstOrderNeed(first, second []float64) float64 {
	var gap, variance float64
	for q, p := range first {
		gap += p - second[q]
		variance += p*(1-p) + second[q]*(1-second[q])
	}
	reach := oneSided + 0.8416212335729143
	return math.Ceil(reach * reach * variance / (gap * gap))
}

// assuredColumns are shares in percent, with how many pairs each is of and the standard
// error of what happened between boards.
func assuredColumns(boards []assured) (columns, errors []float64, open, advised float64) {
	sums := func(of func(assured) (part, whole float64)) (share, se float64) {
		var part, whole, squares float64
		for _, b := range boards {
			p, w := of(b)
			part, whole = part+p, whole+w
		}
		share = part / whole
		for _, b := range boards {
			p, w := of(b)
			squares += (p - share*w) * (p - share*w)
		}
		return 100 * share, 100 * math.Sqrt(squares) / whole
	}
	for _, of := range []func(assured) (part, whole float64){
		func(b assured) (part, whole float64) { return b.predicted[0], b.pairs[0] },
		func(b assured) (part, whole float64) { return b.happened[0], b.pairs[0] },
		func(b assured) (part, whole float64) { return b.predicted[1], b.pairs[1] },
		func(b assured) (part, whole float64) { return b.happened[1], b.pairs[1] },
		func(b assured) (part, whole float64) { return b.succeeded, b.advised },
		func(b assured) (part, whole float64) { return b.held, b.likely },
	} {
		share, se := sums(of)
		columns, errors = append(columns, share), append(errors, se)
	}
	for _, b := range boards {
		open += b.pairs[0]
		advised += b.advised
	}
	return columns, errors, open, advised
}

// The second table of budget.md is what is measured here on 200 boards of 5 models a row:
// with -update it is written, else a tenth of the boards, which are among them, must agree
// with it to five standard errors.
func TestAssuranceOfPlans(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("plans many boards")
	}
	rows := measuredRows(t, "budget.md", "assurance", func() string {
		var b strings.Builder
		b.WriteString("| questions | N | chances | open pairs | at 2N: said | happened | at 5N: said | happened | " +
			"pairs with advice | happened at the advised N | need within likely N |\n" +
			"|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
		for _, size := range assuranceSizes {
			for spread := range spreads {
				c, _, open, advised := assuredColumns(measureAssurance(t, spread, size, assuranceBoards))
				fmt.Fprintf(&b, "| %d | %d | %s | %v", size[0], size[1], spreads[spread].name, open)
				for i, share := range c {
					if i == 4 {
						fmt.Fprintf(&b, " | %v", advised)
					}
					fmt.Fprintf(&b, " | %s", tables.Float(share, 1))
				}
				b.WriteString(" |\n")
			}
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	at := 0
	for _, size := range assuranceSizes {
		for spread := range spreads {
			if *update {
				return
			}
			row := slices.Delete(slices.Clone(rows[at]), 8, 9)[4:]
			at++
			got, errors, _, _ := assuredColumns(measureAssurance(t, spread, size, assuranceBoards/10))
			for i, share := range got {
				if page := number(t, row[i]); math.Abs(share-page) > 5*max(errors[i], 3)+0.1 {
					t.Errorf("%v, %s: column %d: %.1f %%, the page says %v %%", size, spreads[spread].name, i, share, page)
				}
			}
		}
	}
}
