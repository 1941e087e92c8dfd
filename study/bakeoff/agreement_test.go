package bakeoff_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"settle/internal/tests/boardtest"
	"settle/kendall"
	"settle/metrics"
	_ "settle/metrics/rankers" // for their names
	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
)

// places are the mean places of models that share them, the best first, by sorting.
func places(levels []float64) []float64 {
	sorted := slices.SortedFunc(slices.Values(levels), func(a, b float64) int { return cmp.Compare(b, a) })
	all := make([]float64, len(levels))
	for i, level := range levels {
		first := slices.Index(sorted, level)
		last := len(sorted) - 1
		for sorted[last] != level {
			last--
		}
		all[i] = float64(first+last)/2 + 1
	}
	return all
}

// seen is what one board says, calculated plainly.
type seen struct{ tau, weighted, top1, rankError, tied float64 }

func look(gold []int, levels []float64) seen {
	keys, golden := make([]uint64, len(gold)), make([]float64, len(gold))
	for i, level := range levels {
		golden[i] = float64(gold[i])
		for _, other := range levels {
			if other < level {
				keys[i]++
			}
		}
	}
	s := seen{tau: kendall.NewComparer(gold).TauB(keys), weighted: kendall.NewWeighted(gold).Tau(keys)}
	if math.IsNaN(s.tau) {
		s.tau, s.weighted = 0, 0
	}
	first, right, pairs := 0.0, 0.0, 0.0
	for i, place := range places(levels) {
		s.rankError += math.Abs(place-places(golden)[i]) / float64(len(gold))
		if levels[i] == slices.Max(levels) {
			first++
			if gold[i] == slices.Max(gold) {
				right++
			}
		}
		for j := range i {
			pairs++
			if levels[i] == levels[j] {
				s.tied++
			}
		}
	}
	s.top1, s.tied = right/first, s.tied/pairs
	return s
}

// comparePoint holds a point against what the boards say one by one.
func comparePoint(t *testing.T, p *bakeoff.Point, boards []seen) {
	t.Helper()
	for what, x := range map[string]struct {
		got, se float64
		of      func(seen) float64
	}{
		"τ":          {p.Tau, p.TauSE, func(s seen) float64 { return s.tau }},
		"weighted τ": {p.Weighted, p.WeightedSE, func(s seen) float64 { return s.weighted }},
		"top 1":      {p.Top1, p.Top1SE, func(s seen) float64 { return s.top1 }},
		"rank error": {p.RankError, p.RankErrorSE, func(s seen) float64 { return s.rankError }},
		"tied":       {p.Tied, math.NaN(), func(s seen) float64 { return s.tied }},
	} {
		var all, none []float64
		for _, s := range boards {
			all, none = append(all, x.of(s)), append(none, 0)
		}
		mean, se := differences(all, none)
		if math.Abs(x.got-mean) > 1e-12 || math.Abs(x.se-se) > 1e-10 {
			t.Errorf("n = %d: %s is %v ± %v, want %v ± %v", p.N, what, x.got, x.se, mean, se)
		}
	}
}

// tied are coins of which two are the best.
var tied = coinsOf([]float64{0.2, 0.9, 0.4}, []float64{0.9, 0.5, 0.6}, []float64{0.6, 0.6, 0.8}, []float64{0.3, 0.5, 0.1})

// What is said of rankings is the mean over boards of what each says, which is calculated
// here by sorting and counting pairs. Scores of three trials of three questions are
// ninths.
func TestAgreementBoardByBoard(t *testing.T) {
	const boards, n = 60, 3
	o := options(boards, 5, n)
	all := measure(t, tied, "avg", o)
	walker := tied.Source(5, o.Seed).Walker()
	var want []seen
	for r := range boards {
		tally := walker.Draw(r)
		for tally.Trials > n {
			walker.Drop()
		}
		levels := make([]float64, 4)
		for model := range levels {
			for _, successes := range tally.Row(model) {
				levels[model] += float64(successes)
			}
		}
		want = append(want, look(tied.Gold(), levels))
	}
	comparePoint(t, &all[0].Points[0], want)
	if p := all[0].Points[0]; p.Failed != 0 || p.Refusal != "" || !(p.Tied > 0) {
		t.Errorf("%+v", p)
	}
}

var errOdd = errors.New("the first model has an odd number of successes")

// picky ranks by successes, the more the better, and refuses boards on which the first
// model has an odd number of them.
type picky struct{}

func (picky) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	for model := range scores {
		keys[model] = 0
		for _, successes := range t.Row(model) {
			keys[model] += uint64(successes)
		}
		scores[model] = float64(keys[model])
	}
	if keys[0]%2 == 1 {
		return errOdd
	}
	return nil
}

func (picky) Limit(c *metrics.Chances, scores []float64, keys []uint64) error {
	return errors.New("who knows")
}

func pickyMetric() metrics.Metric {
	return metrics.NewRanker(metrics.Method{
		Name: "picky", Weights: metrics.Binary, New: func() metrics.Ranking { return picky{} },
	})
}

// A board that a method cannot rank ties all models: it is counted and stays in every mean.
func TestFailures(t *testing.T) {
	const boards, n = 50, 2
	o := options(boards, n, n)
	ms := append(boardtest.Parse(t, "avg"), pickyMetric())
	all, err := bakeoff.Measure(t.Context(), bakeoff.OfCoins(tied), ms, o)
	if err != nil {
		t.Fatal(err)
	}
	walker := tied.Source(n, o.Seed).Walker()
	var want []seen
	failed := 0
	for r := range boards {
		tally, levels := walker.Draw(r), make([]float64, 4)
		scores, keys := make([]float64, 4), make([]uint64, 4)
		if err := (picky{}).Rank(tally, scores, keys); err != nil {
			failed++
		} else {
			copy(levels, scores)
		}
		want = append(want, look(tied.Gold(), levels))
	}
	p := all[1].Points[0]
	comparePoint(t, &p, want)
	if p.Failed != failed || failed == 0 || failed == boards || p.Refusal != errOdd.Error() {
		t.Errorf("%d failures (%q), want %d", p.Failed, p.Refusal, failed)
	}
	if all[1].Own != nil || all[1].Truth != nil || !math.IsNaN(p.Bias) {
		t.Errorf("own order %v, truth %v, bias %v", all[1].Own, all[1].Truth, p.Bias)
	}
	if a := p.Ahead[0]; math.Abs(a.RankError-(all[0].Points[0].RankError-p.RankError)) > 1e-12 ||
		math.Abs(a.Top1-(p.Top1-all[0].Points[0].Top1)) > 1e-12 ||
		math.Abs(a.Weighted-(p.Weighted-all[0].Points[0].Weighted)) > 1e-12 || !(a.WeightedSE > 0) {
		t.Errorf("ahead by %+v", a)
	}
}

// Each metric may have a gold of its own: here that of pass@2, which comes to 1 − q² with q
// the chance of failing, 2.58 and 2.64 of three questions for two models of one mean; and
// none for a metric whose order is not known.
func TestGolds(t *testing.T) {
	const n = 4
	o := options(40, n, n)
	ms := append(boardtest.Parse(t, "pass@2,avg"), pickyMetric())
	field := bakeoff.OfCoins(tied)
	o.Golds = field.Own(ms)
	if want := [][]int{{1, 2, 3, 0}, {1, 2, 2, 0}, nil}; !slices.EqualFunc(o.Golds, want, slices.Equal) {
		t.Fatalf("own orders %v, want %v", o.Golds, want)
	}
	all, err := bakeoff.Measure(t.Context(), field, ms, o)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := bakeoff.Measure(t.Context(), field, ms, options(40, n, n))
	if err != nil {
		t.Fatal(err)
	}
	if all[1].Points[0].Tau != plain[1].Points[0].Tau || all[0].Points[0].Tau == plain[0].Points[0].Tau {
		t.Error("avg has the truth for its own order, pass@2 has not")
	}
	if p := all[2].Points[0]; !math.IsNaN(p.Tau) || !math.IsNaN(p.Top1) || all[2].Convergence.Replicates != 0 || all[2].Gold != nil {
		t.Errorf("without gold: %+v", p)
	}
	if league := bakeoff.NewJudge(all, 40).League(all, n); len(league) != 2 {
		t.Errorf("%d in the league, want two with gold", len(league))
	}
	o.Golds = [][]int{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}
	if _, err := bakeoff.Measure(t.Context(), field, ms, o); err == nil {
		t.Error("a gold that ties all is taken")
	}
}

// thin is what is left of the first n trials of a board.
type thin [][][]uint8

// left takes the attempts of a board that are in a shorter one of the first trials.
func left(b *results.Board, n int) thin {
	all := make(thin, len(b.Models))
	for model := range b.Models {
		for q := range b.Questions {
			row := b.Row(model, q)
			all[model] = append(all[model], row[:min(n, len(row))])
		}
	}
	return all
}

// means are the mean shares of successes over the questions that all models met, or over
// a model's own; ok is false if there is none.
func (b thin) means(own bool) (means []float64, ok bool) {
	for _, questions := range b {
		sum, count := 0.0, 0.0
		for q, row := range questions {
			met := true
			for _, others := range b {
				met = met && len(others[q]) > 0
			}
			if len(row) > 0 && (met || own) {
				count++
				right := 0.0
				for _, outcome := range row {
					right += float64(outcome)
				}
				sum += right / float64(len(row))
			}
		}
		if count == 0 {
			return make([]float64, len(b)), false
		}
		means = append(means, math.Round(sum/count*1e9)) // fractions of small numbers
	}
	return means, true
}

// Where questions have numbers of trials of their own, the first n of each are what is
// left of n; avg and convergence@n are calculated from the outcomes themselves.
func TestUnequalBoards(t *testing.T) {
	const boards, trials = 40, 6
	for _, own := range []bool{false, true} {
		o := options(boards, trials, 1, 3, trials)
		field := bakeoff.OfCoins(tied)
		field.Missing, field.OwnQuestions = sim.Missing{Fewest: 0, Most: 4}, own
		all, err := bakeoff.Measure(t.Context(), field, boardtest.Parse(t, "avg,borda"), o)
		if err != nil {
			t.Fatal(err)
		}
		want, failed := map[int][]seen{}, map[int]int{}
		counts := make([]int, trials)
		for r := range boards {
			whole, err := tied.Board(trials, o.Seed, r)
			if err != nil {
				t.Fatal(err)
			}
			b, err := field.Missing.From(whole, o.Seed, r)
			if err != nil {
				t.Fatal(err)
			}
			settles := trials + 1
			for n := trials; n >= 1; n-- {
				levels, ok := left(b, n).means(own)
				s := look(tied.Gold(), levels)
				if want[n] = append(want[n], s); !ok {
					failed[n]++
				}
				if s.tau == 1 && settles == n+1 {
					settles = n
				}
			}
			if settles <= trials {
				counts[settles-1]++
			}
		}
		for i, n := range o.At {
			comparePoint(t, &all[0].Points[i], want[n])
			if got := all[0].Points[i].Failed; got != failed[n] {
				t.Errorf("own %v, n = %d: %d failures, want %d", own, n, got, failed[n])
			}
		}
		if !slices.Equal(all[0].Convergence.Counts, counts) {
			t.Errorf("own %v: settles at %v, want %v", own, all[0].Convergence.Counts, counts)
		}
	}
}

// Of dropped attempts, the board of all N trials is what sim.Missing leaves; with fewer
// trials the same attempts are missing, so that no outcome comes and goes.
func TestDroppedAttempts(t *testing.T) {
	const boards, trials = 30, 5
	o := options(boards, trials, 2, trials)
	field := bakeoff.OfCoins(tied)
	field.Missing = sim.Missing{Drop: 0.4}
	all, err := bakeoff.Measure(t.Context(), field, boardtest.Parse(t, "avg,bayes,borda,pass@2"), o)
	if err != nil {
		t.Fatal(err)
	}
	var whole, first []seen
	for r := range boards {
		b, err := tied.Board(trials, o.Seed, r)
		if err != nil {
			t.Fatal(err)
		}
		thinned, err := field.Missing.From(b, o.Seed, r)
		if err != nil {
			t.Fatal(err)
		}
		levels, _ := left(thinned, trials).means(false)
		whole = append(whole, look(tied.Gold(), levels))

		made, err := field.Missing.Made(b, o.Seed, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		two := make(thin, 4)
		for i := range 4 * 3 {
			var row []uint8
			for trial := range 2 {
				if made[i*trials+trial] {
					row = append(row, b.Row(i/3, i%3)[trial])
				}
			}
			two[i/3] = append(two[i/3], row)
		}
		levels, _ = two.means(false)
		first = append(first, look(tied.Gold(), levels))
	}
	comparePoint(t, &all[0].Points[0], first)
	comparePoint(t, &all[0].Points[1], whole)
	if p := all[3].Points[0]; p.Failed == 0 || p.Refusal == "" {
		t.Errorf("pass@2 with two trials of which some are missing: %+v", p)
	}
	for _, r := range all {
		if p := r.Points[1]; r.Metric != "borda" && !(p.Coverage > 0.3 && p.RMSE < 0.5) {
			t.Errorf("%s: %+v", r.Metric, p)
		}
	}
}

// With attempts missing, too, the numbers are the same on any number of workers, and the
// end of the context ends the run.
func TestMissingWorkers(t *testing.T) {
	o := options(300, 6, 1, 6)
	field := bakeoff.OfCoins(tied)
	field.Missing = sim.Missing{Drop: 0.3, DropHard: 0.3}
	ms := boardtest.Parse(t, "avg,pass@2,copeland")
	var found [2][]bakeoff.Result
	for i, workers := range []int{1, 5} {
		o.Workers = workers
		var err error
		if found[i], err = bakeoff.Measure(t.Context(), field, ms, o); err != nil {
			t.Fatal(err)
		}
	}
	for i, r := range found[0] {
		for j, p := range r.Points {
			if q := found[1][i].Points[j]; p.Tau != q.Tau || p.Weighted != q.Weighted || p.Failed != q.Failed || p.Refusal != q.Refusal {
				t.Errorf("%s: %+v and %+v", r.Metric, p, q)
			}
		}
		if !slices.Equal(r.Convergence.Counts, found[1][i].Convergence.Counts) {
			t.Errorf("%s settles differently", r.Metric)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	o.Progress, o.Replicates = func(done int) {
		if done > 100 {
			cancel()
		}
	}, 1<<30
	if _, err := bakeoff.Measure(ctx, field, ms, o); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
