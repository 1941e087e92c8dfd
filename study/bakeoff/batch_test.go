package bakeoff

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
)

// shares is the share of correct trials with an interval of ±0.1, one board at a time.
type shares struct{}

func (shares) Name() string                        { return "shares" }
func (shares) FirstTrial() int                     { return 1 }
func (shares) Check(int, int) error                { return nil }
func (shares) ScoresUnequal()                      {}
func (s shares) Score(*results.Tally, int) float64 { panic("it scores whole boards") }
func (s shares) ScoreAll(t *results.Tally, scores []float64) {
	s.ScoreIntervals(t, scores, scores, scores)
}

func (shares) ScoreIntervals(t *results.Tally, scores, lo, hi []float64) bool {
	for model := range scores {
		score := float64(t.Totals[model]) / float64(t.Outcomes(model))
		lo[model], hi[model] = score-0.1, score+0.1
		scores[model] = score
	}
	return true
}

// together is shares of several boards at once, but where unable says that it cannot.
type together struct {
	shares
	sizes  *[]int // of the batches, by one worker
	unable func(*results.Tally) bool
}

func (s together) ScoreBatch(ts []*results.Tally, into []metrics.Scored) {
	*s.sizes = append(*s.sizes, len(ts))
	for i, t := range ts {
		into[i].Err = nil
		if s.unable(t) {
			into[i].Err = errors.New("no luck")
			continue
		}
		into[i].Known = s.ScoreIntervals(t, into[i].Scores, into[i].Lo, into[i].Hi)
	}
}

func never(*results.Tally) bool { return false }

// What a metric says of boards one by one, or of several at once, comes to the same.
func TestBatches(t *testing.T) {
	coins := sim.PaperQuantile()
	for name, missing := range map[string]sim.Missing{"all there": {}, "some missing": {Drop: 0.2}} {
		field := OfCoins(coins)
		field.Missing = missing
		var sizes []int
		o := Options{Options: montecarlo.Options{Replicates: 20, Workers: 1}, Seed: 1, Trials: 20, At: []int{1, 3, 9, 20},
			Target: metrics.Avg(metrics.Binary)}
		found, err := Measure(t.Context(), field, []metrics.Metric{shares{}, together{sizes: &sizes, unable: never}}, o)
		if err != nil {
			t.Fatal(err)
		}
		same := cmp.Options{cmpopts.EquateNaNs(), cmpopts.IgnoreFields(Point{}, "Ahead")}
		if diff := cmp.Diff(found[0].Points, found[1].Points, same); diff != "" {
			t.Errorf("%s: one by one, and together:\n%s", name, diff)
		}
		if diff := cmp.Diff(found[0].Convergence.Counts, found[1].Convergence.Counts); diff != "" {
			t.Errorf("%s: one by one, and together:\n%s", name, diff)
		}
		if asked := slices.Max(sizes); name == "all there" && asked != len(o.At) {
			t.Errorf("at most %d boards at once, want the %d of a replicate", asked, len(o.At))
		}
	}
}

// What several boards at once cost is measured so.
func TestCostOfBatches(t *testing.T) {
	var sizes []int
	m := together{sizes: &sizes, unable: never}
	costs, err := Costs(t.Context(), OfCoins(sim.PaperQuantile()), m, []int{4}, 1)
	if err != nil || len(costs) != 1 || costs[0].Time <= 0 {
		t.Fatalf("costs %v, error %v", costs, err)
	}
	if slices.Min(sizes) != boardCount || slices.Max(sizes) != boardCount {
		t.Errorf("asked about %d to %d boards at once, want %d", slices.Min(sizes), slices.Max(sizes), boardCount)
	}
}

// A board that a metric cannot rank counts as failed, with all models tied: so τ is
// undefined, and no ranking settles before that n.
func TestFailures(t *testing.T) {
	var sizes []int
	m := together{sizes: &sizes, unable: func(t *results.Tally) bool { return t.Trials == 9 }}
	o := Options{Options: montecarlo.Options{Replicates: 20, Workers: 1}, Seed: 1, Trials: 20, At: []int{3, 9, 20}}
	found, err := Measure(t.Context(), OfCoins(sim.PaperQuantile()), []metrics.Metric{m}, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range found[0].Points {
		failed := 0
		if p.N == 9 {
			failed = 20
		}
		if p.Failed != failed || p.Undefined != failed || (p.Tied == 1) != (failed > 0) || (p.Refusal == "no luck") != (failed > 0) {
			t.Errorf("n = %d: %d failed, %d undefined, %v tied, %q said; want %d", p.N, p.Failed, p.Undefined, p.Tied, p.Refusal, failed)
		}
	}
	for n, count := range found[0].Convergence.Counts {
		if n+1 <= 9 && count > 0 {
			t.Errorf("%d rankings settle at n = %d, before the last failure", count, n+1)
		}
	}
}
