package sequential_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/results"
	"settle/study/sequential"
)

// boardWith returns a board with the given trials and successes by model and question.
func boardWith(t *testing.T, successes, trials [][]int) *results.Board {
	t.Helper()
	models := []string{"a", "b", "c", "d"}[:len(trials)]
	b, err := results.NewUnequalBoard(models, results.Numbered("q", len(trials[0])), slices.Concat(trials...), 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, row := range successes {
		for q, c := range row {
			for i := range c {
				b.Row(m, q)[i] = 1
			}
		}
	}
	return b
}

func plan(t *testing.T, b *results.Board, s sequential.Step) *sequential.Next {
	t.Helper()
	next, err := sequential.Plan(b, metrics.Avg(metrics.Binary), s)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func step(p sequential.Policy, c sequential.Correction) sequential.Step {
	return sequential.Step{
		Design: sequential.Design{Batch: 4, HalfWidth: 0.1, Confidence: 0.95},
		Policy: p, Correction: c, MaxTrials: 80,
	}
}

// c always succeeds, a half of the time and b a little less; b has 40 and 36
// trials. By hand: c stands alone, a and b are next to each other with z near 0. A
// batch of 4 trials of two questions is 8 attempts: a runs 4 and 4; b 2 and 6, which
// makes 42 of each.
func TestNextOfNeighbours(t *testing.T) {
	b := boardWith(t, [][]int{{20, 20}, {20, 16}, {40, 40}}, [][]int{{40, 40}, {40, 36}, {40, 40}})
	next := plan(t, b, step(sequential.Neighbours, sequential.Bonferroni))
	if want := []int{2, 0, 1}; !slices.Equal(next.Order, want) {
		t.Errorf("order %v, want %v", next.Order, want)
	}
	if want := []int{0, 1}; !slices.Equal(next.Models, want) || next.Stop != sequential.GoOn {
		t.Errorf("models %v run more, want %v; stop %v", next.Models, want, next.Stop)
	}
	if want := []sequential.Run{{0, 0, 4}, {0, 1, 4}, {1, 0, 2}, {1, 1, 6}}; !slices.Equal(next.Runs, want) {
		t.Errorf("runs %v, want %v", next.Runs, want)
	}
	// 80 trials are 20 batches of 4: two models are looked at 39 times, and three
	// models have six ordered pairs.
	bound := distuv.UnitNormal.Quantile(1 - 0.05/39/6)
	muA, sigmaA := plainEstimate([][]uint8{b.Row(0, 0), b.Row(0, 1)}, 80)
	muB, sigmaB := plainEstimate([][]uint8{b.Row(1, 0), b.Row(1, 1)}, 80)
	z := (muA - muB) / math.Hypot(sigmaA, sigmaB)
	for i, want := range []struct {
		above, below int
		called       bool
	}{{2, 0, true}, {2, 1, true}, {0, 1, false}} {
		c := next.Comparisons[i]
		if c.Above != want.above || c.Below != want.below || c.Decided != want.called || c.Declared != want.called {
			t.Errorf("comparison %+v, want %+v", c, want)
		}
		if math.Abs(c.Bound-bound) > 1e-9 {
			t.Errorf("bound %v, want %v", c.Bound, bound)
		}
	}
	if c := next.Comparisons[2]; math.Abs(c.Z-z) > 1e-9 {
		t.Errorf("z %v, want %v", c.Z, z)
	}
}

// A budget is shared out: a and b tie at one half, and a, which stands first, gets
// the odd one of 5 attempts, and the first of its equal questions two of its 3; b's
// go to the question with 36. Of one attempt, a alone gets it.
func TestNextWithinABudget(t *testing.T) {
	b := boardWith(t, [][]int{{20, 20}, {20, 18}, {40, 40}}, [][]int{{40, 40}, {40, 36}, {40, 40}})
	s := step(sequential.Neighbours, sequential.Bonferroni)
	for _, c := range []struct {
		budget int
		want   []sequential.Run
	}{
		{5, []sequential.Run{{0, 0, 2}, {0, 1, 1}, {1, 1, 2}}},
		{1, []sequential.Run{{0, 0, 1}}},
		{1000, []sequential.Run{{0, 0, 4}, {0, 1, 4}, {1, 0, 2}, {1, 1, 6}}},
	} {
		s.Budget = c.budget
		got := plan(t, b, s).Runs
		sum := 0
		for _, r := range got {
			sum += r.Trials
		}
		if !slices.Equal(got, c.want) || sum > c.budget {
			t.Errorf("budget %d: runs %v, want %v", c.budget, got, c.want)
		}
	}
}

// Reasons to stop: all neighbours separated, a leader, all intervals narrow enough, or no
// trials left for undecided pairs. 60 of 80 against 20 of 80 on 10 questions each differ by 22
// standard errors.
func TestNextStops(t *testing.T) {
	tens := func(n int) []int { return slices.Repeat([]int{n}, 10) }
	apart := boardWith(t, [][]int{tens(60), tens(20)}, [][]int{tens(80), tens(80)})
	led := boardWith(t, [][]int{tens(60), tens(20), tens(20)}, [][]int{tens(40 + 40), tens(80), tens(80)})
	for _, c := range []struct {
		name   string
		b      *results.Board
		policy sequential.Policy
		want   sequential.Stop
		max    int
	}{
		{"apart", apart, sequential.Neighbours, sequential.Decided, 160},
		{"apart, to the end", apart, sequential.All, sequential.GoOn, 160},
		{"apart, at the end", apart, sequential.All, sequential.Decided, 80},
		{"led", led, sequential.Leader, sequential.Decided, 160},
		{"two tie behind", led, sequential.Neighbours, sequential.GoOn, 160},
		{"two tie behind at the end", led, sequential.Neighbours, sequential.Exhausted, 80},
		{"narrow", led, sequential.HalfWidth, sequential.Decided, 160},
		{"wider than wanted", led, sequential.HalfWidth, sequential.Exhausted, 80},
	} {
		s := step(c.policy, sequential.Bonferroni)
		s.MaxTrials = c.max
		if c.name == "wider than wanted" {
			s.HalfWidth = 1e-6
		}
		next := plan(t, c.b, s)
		if next.Stop != c.want || (next.Stop == sequential.GoOn) != (len(next.Runs) > 0) {
			t.Errorf("%s: stop %v with %d runs, want %v", c.name, next.Stop, len(next.Runs), c.want)
		}
	}
}

// Under the policy leader, no pair is called before all models are separated from the first.
func TestNextCallsALeaderOnce(t *testing.T) {
	b := boardWith(t, [][]int{{40, 40}, {40, 39}, {3, 3}}, [][]int{{40, 40}, {40, 40}, {40, 40}})
	next := plan(t, b, step(sequential.Leader, sequential.None))
	if got := next.Comparisons; len(got) != 2 || got[0].Decided || !got[1].Decided || got[0].Declared || got[1].Declared {
		t.Errorf("comparisons %+v", got)
	}
	if want := []int{0, 1, 2}; !slices.Equal(next.Models, want) {
		t.Errorf("models %v run more, want all", next.Models)
	}
}

// A question that a model never met is left out of the estimates for all models, and is the
// first that the model runs: a batch of 2 trials of two questions.
func TestNextFillsWhatWasNeverMet(t *testing.T) {
	b := boardWith(t, [][]int{{2, 3}, {2, 0}}, [][]int{{4, 4}, {4, 0}})
	s := step(sequential.All, sequential.None)
	s.Batch = 2
	next := plan(t, b, s)
	if !slices.Equal(next.LeftOut, []string{"q2"}) || !reflect.DeepEqual(next.Estimates[0], next.Estimates[1]) {
		t.Errorf("left out %v; estimates %v, want two that are the same", next.LeftOut, next.Estimates)
	}
	if want := []sequential.Run{{0, 0, 2}, {0, 1, 2}, {1, 1, 4}}; !slices.Equal(next.Runs, want) {
		t.Errorf("runs %v, want %v", next.Runs, want)
	}
}

// Attempts go one by one to the question with the fewest trials, the first of
// equals, as long as one has fewer than the most.
func TestRunsLevelTheBoard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		questions, most := 1+r.IntN(6), 5+r.IntN(8)
		have := [][]int{make([]int, questions), slices.Repeat([]int{most}, questions)}
		for q := range have[0] {
			have[0][q] = 1 + r.IntN(most)
		}
		b := boardWith(t, [][]int{make([]int, questions), make([]int, questions)}, have)
		s := step(sequential.All, sequential.None)
		s.MaxTrials, s.Batch = most, 1+r.IntN(5)
		want := make([]int, questions)
		for range s.Batch * questions {
			least := 0
			for q := range want {
				if have[0][q]+want[q] < have[0][least]+want[least] {
					least = q
				}
			}
			if have[0][least]+want[least] < most {
				want[least]++
			}
		}
		got := make([]int, questions)
		for _, run := range plan(t, b, s).Runs {
			if run.Model != 0 || run.Trials < 1 {
				t.Fatalf("run %+v", run)
			}
			got[run.Question] += run.Trials
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v of at most %d, batch %d: %v more, want %v", have[0], most, s.Batch, got, want)
		}
	}
}

func TestNextRefuses(t *testing.T) {
	good := boardWith(t, [][]int{{2}, {2}}, [][]int{{4}, {5}})
	for _, c := range []struct {
		b      *results.Board
		change func(*sequential.Step)
		want   string
	}{
		{good, func(s *sequential.Step) { s.MaxTrials = 0 }, "1 to 65535"},
		{good, func(s *sequential.Step) { s.Budget = -1 }, "at least 0 attempts"},
		{good, func(s *sequential.Step) { s.Batch = 81 }, "not 81"},
		{good, func(s *sequential.Step) { s.Confidence = 0.5 }, "not 0.5"},
		{boardWith(t, [][]int{{2}}, [][]int{{4}}), func(*sequential.Step) {}, "at least two"},
	} {
		s := step(sequential.Neighbours, sequential.Bonferroni)
		c.change(&s)
		if _, err := sequential.Plan(c.b, metrics.Avg(metrics.Binary), s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
	none := boardWith(t, [][]int{{2, 0}, {0, 2}}, [][]int{{4, 0}, {0, 4}})
	if _, err := sequential.Plan(none, metrics.Avg(metrics.Binary), step(sequential.All, sequential.None)); !errors.Is(err, results.ErrNoneMet) {
		t.Errorf("error %v, want ErrNoneMet", err)
	}
}

// a and b met q1, b and c q2, nobody all: a beats b on q1 by ¼, b beats c on q2 by ½.
// Mean differences are a ¼, b (−¼ + ½)/2 = ⅛, c −½; a and c share nothing to compare.
func TestNextComparesOnWhatTwoMet(t *testing.T) {
	b := boardWith(t, [][]int{{3, 0}, {2, 3}, {0, 1}}, [][]int{{4, 0}, {4, 4}, {0, 4}})
	for _, c := range []sequential.Correction{sequential.None, sequential.Holm, sequential.Mixture, sequential.Betting} {
		s := step(sequential.Neighbours, c)
		s.Sampled = sequential.Sampled(metrics.Binary)
		next := plan(t, b, s)
		if want := []int{0, 1, 2}; !next.Pairwise || !slices.Equal(next.Order, want) {
			t.Errorf("%v: order %v, want %v; pairwise %v", c, next.Order, want, next.Pairwise)
		}
		if ac := next.Comparisons[1]; ac.Above != 0 || ac.Below != 2 || !math.IsNaN(ac.Z) || ac.Declared {
			t.Errorf("%v: a and c share nothing: %+v", c, ac)
		}
		ab := next.Comparisons[0]
		mu, sigma := plainEstimate([][]uint8{b.Row(0, 0)}, 4)
		muB, sigmaB := plainEstimate([][]uint8{b.Row(1, 0)}, 4)
		want := (mu - muB) / math.Hypot(sigma, sigmaB)
		if c != sequential.None {
			// (¼)/√((3·1 + 2·2)/(4·4·3) + 2/16): variances of Sampled.
			want = 0.25 / math.Sqrt(3.0/48+1.0/16+4.0/48+1.0/16)
		}
		if math.Abs(ab.Z-want) > 1e-12 {
			t.Errorf("%v: z of a and b is %v, want %v", c, ab.Z, want)
		}
	}
}

// Under neighbours Holm compares by as many first trials as both have: the last 4 of a,
// all failures, do not count, and the look is the first. For all, they do.
func TestNextComparesByCommonTrials(t *testing.T) {
	b := boardWith(t, [][]int{{4, 4}, {1, 1}}, [][]int{{8, 8}, {4, 4}})
	s := step(sequential.Neighbours, sequential.Holm)
	s.MaxTrials, s.Sampled = 16, sequential.Sampled(metrics.Binary)
	next := plan(t, b, s)
	// Of 4 of 4 the variance is 0, of 1 of 4 3/48, each question's; one trial more is 1/64.
	if got, want := next.Comparisons[0].LookZ, 0.75/math.Sqrt(2*3.0/48/4+2.0/64); math.Abs(got-want) > 1e-12 {
		t.Errorf("z is %v, want %v", got, want)
	}
	if got := next.Comparisons[0].Bound; got < 4 {
		t.Errorf("the bound is %v, that of a later look", got)
	}
	if want := []int{1}; !slices.Equal(next.Models, want) {
		t.Errorf("models %v run more, want the one that has fewer trials", next.Models)
	}
	s.Policy = sequential.All
	next = plan(t, b, s)
	// a has 4 of 8: 4·4/(8·8·7) each, and 1/256 for one trial more.
	if got, want := next.Comparisons[0].Z, 0.25/math.Sqrt(2*16.0/448/4+1.0/256+2*3.0/48/4+1.0/64); math.Abs(got-want) > 1e-12 {
		t.Errorf("by all trials z is %v, want %v", got, want)
	}
}

// top-two runs the first model or its hardest challenger, whichever has the larger variance to
// reduce, beyond the most trials while the common budget leaves room; then it ends without a
// leader.
func TestNextOfTopTwo(t *testing.T) {
	b := boardWith(t, [][]int{{8}, {7}, {1}, {1}}, [][]int{{10}, {10}, {4}, {4}})
	s := step(sequential.TopTwo, sequential.Mixture)
	s.MaxTrials, s.Sampled = 10, sequential.Sampled(metrics.Binary)
	next := plan(t, b, s)
	if want := []int{1}; !slices.Equal(next.Models, want) || next.Runs[0] != (sequential.Run{Model: 1, Question: 0, Trials: 4}) {
		t.Errorf("models %v run %v, want 4 more of the second", next.Models, next.Runs)
	}
	if len(next.Comparisons) != 3 {
		t.Errorf("%d comparisons, want those of the first", len(next.Comparisons))
	}
	full := boardWith(t, [][]int{{12}, {11}, {1}, {1}}, [][]int{{16}, {16}, {4}, {4}})
	if next := plan(t, full, s); next.Stop != sequential.Exhausted {
		t.Errorf("40 of 40 attempts were made, and stop is %v", next.Stop)
	}
	led := boardWith(t, [][]int{{200}, {20}}, [][]int{{200}, {200}})
	s.MaxTrials = 200
	if next := plan(t, led, s); next.Stop != sequential.Decided || !next.Comparisons[0].Declared {
		t.Errorf("all against a tenth: stop %v", next.Stop)
	}
}

// Who bets on a wins (1 + stake) of every part, pass after pass: after four passes of
// every question right against wrong he has the mean of (1 + stake)⁴.
func TestNextBets(t *testing.T) {
	b := boardWith(t, [][]int{{4, 6}, {0, 0}}, [][]int{{4, 6}, {5, 5}})
	s := step(sequential.All, sequential.Betting)
	s.Sampled = sequential.Sampled(metrics.Binary)
	c := plan(t, b, s).Comparisons[0]
	want := 0.0
	for _, stake := range []float64{0.03, 0.06, 0.12, 0.22, 0.36, 0.54, 0.74, 0.94} {
		want += math.Pow(1+stake, 4) / 8
	}
	if math.Abs(c.Wealth-want) > 1e-12 || math.Abs(c.WealthBound-40) > 1e-9 || c.Decided {
		t.Errorf("wealth %v of %v, apart %v; want %v of 40", c.Wealth, c.WealthBound, c.Decided, want)
	}
}

// A pair that an earlier look decided stays decided, though its z is small now, and under Holm
// the others share its level: two of three pairs are open, at α/4 each way.
func TestDecisionsOfEarlierLooks(t *testing.T) {
	b := boardWith(t, [][]int{{20, 20}, {20, 19}, {20, 18}}, [][]int{{40, 40}, {40, 40}, {40, 40}})
	for _, c := range []sequential.Correction{sequential.Holm, sequential.Mixture, sequential.Bonferroni} {
		s := step(sequential.Neighbours, c)
		before := plan(t, b, s)
		s.Decided = [][2]int{{1, 0}} // against the order now
		next := plan(t, b, s)
		first, other := next.Comparisons[0], next.Comparisons[2]
		if first.Above != 0 || first.Below != 1 || !first.Decided || first.Declared || first.OutOfReach || len(next.Decisions) > 0 {
			t.Errorf("%v: %+v; decisions %v", c, first, next.Decisions)
		}
		if was := before.Comparisons[2].Bound; c == sequential.Bonferroni && other.Bound != was || c != sequential.Bonferroni && !(other.Bound < was) {
			t.Errorf("%v: the bound of the others is %v, and was %v", c, other.Bound, was)
		}
		if slices.Contains(next.Models, 0) {
			t.Errorf("%v: %v run more, and the first pair is decided", c, next.Models)
		}
	}
	s := step(sequential.Leader, sequential.Mixture)
	s.Decided = [][2]int{{0, 1}, {0, 2}}
	if next := plan(t, b, s); next.Stop != sequential.Decided || !next.Comparisons[1].Declared {
		t.Errorf("a leader that was decided: stop %q", next.Stop)
	}
}

// Attempts of one model are split as in a plan.
func TestShare(t *testing.T) {
	b := boardWith(t, [][]int{{20, 20}, {20, 16}, {40, 40}}, [][]int{{40, 40}, {40, 36}, {40, 40}})
	s := step(sequential.Neighbours, sequential.Bonferroni)
	if got, want := s.Share([]int{40, 36}, 3, 8), []int{2, 6}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := plan(t, b, s).Runs[2:], []sequential.Run{{1, 0, 2}, {1, 1, 6}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
