package sequential

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/sim"
)

// never is a run that nobody interrupts.
func never() bool { return false }

// evaluation is an evaluation told in the plainest way: sorted anew at every
// look, calls kept by name, tail probabilities in place of boundaries.
type evaluation struct {
	*path
	gold   []int
	taken  []int
	called map[[2]int]bool // better, worse
	wrong  int
}

func (e *evaluation) order() []int {
	order := make([]int, e.models)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.now(b).Mu, e.now(a).Mu) })
	return order
}

func (e *evaluation) now(model int) metrics.Estimate {
	return e.at[(e.taken[model]-1)*e.models+model]
}

func (e *evaluation) z(a, b int) float64 {
	x, y := e.now(a), e.now(b)
	return (x.Mu - y.Mu) / math.Hypot(x.Sigma, y.Sigma)
}

// tail is the one-sided tail probability of two models' z.
func (e *evaluation) tail(a, b int) float64 { return distuv.UnitNormal.CDF(-e.z(a, b)) }

func (e *evaluation) known(a, b int) bool { return e.called[[2]int{a, b}] || e.called[[2]int{b, a}] }

func (e *evaluation) call(better, worse int) {
	e.called[[2]int{better, worse}] = true
	if e.gold[better] <= e.gold[worse] {
		e.wrong++
	}
}

func (e *evaluation) look(limit func(a, b int) float64) {
	order := e.order()
	for i := range order[1:] {
		if a, b := order[i], order[i+1]; !e.known(a, b) && e.tail(a, b) <= limit(a, b) {
			e.call(a, b)
		}
	}
}

// open are the neighbours that have no call.
func (e *evaluation) open() (pairs [][2]int) {
	order := e.order()
	for i := range order[1:] {
		if !e.known(order[i], order[i+1]) {
			pairs = append(pairs, [2]int{order[i], order[i+1]})
		}
	}
	return pairs
}

// reference plays a policy with a look after every batch.
func reference(p *path, gold []int, d Design, policy Policy, c Correction) played {
	batches, models := len(p.looks), len(gold)
	e := &evaluation{path: p, gold: gold, taken: slices.Repeat([]int{1}, models), called: map[[2]int]bool{}}
	looks, comparisons := batches, models*(models-1)
	switch policy {
	case Neighbours:
		looks = 2*batches - 1
	case Leader:
		comparisons = models
	}
	limit := func(a, b int) float64 {
		look := max(e.taken[a], e.taken[b])
		if policy == Neighbours {
			look = e.taken[a] + e.taken[b] - 1
		}
		if level := d.Alpha() / float64(comparisons); c != None {
			return c.Spent(level, float64(look)/float64(looks)) - c.Spent(level, float64(look-1)/float64(looks))
		}
		return d.Alpha()
	}
	var out played
	for {
		var next []int
		switch policy {
		case All:
			e.look(limit)
			next = e.order()
		case HalfWidth:
			e.look(limit)
			for model := range models {
				if lo, hi := e.now(model).Interval(d.Confidence, metrics.Unbounded); (hi-lo)/2 > d.HalfWidth {
					next = append(next, model)
				}
			}
		case Neighbours:
			e.look(limit)
			pairs := slices.DeleteFunc(e.open(), func(p [2]int) bool { return e.taken[p[0]] == batches && e.taken[p[1]] == batches })
			if len(pairs) > 0 {
				closest := slices.MinFunc(pairs, func(p, q [2]int) int { return cmp.Compare(e.z(p[0], p[1]), e.z(q[0], q[1])) })
				next = closest[:]
			}
		case Leader:
			order := e.order()
			if !slices.ContainsFunc(order[1:], func(m int) bool { return e.tail(order[0], m) > limit(order[0], m) }) {
				out.calls = 1
				if slices.ContainsFunc(order[1:], func(m int) bool { return gold[m] >= gold[order[0]] }) {
					out.wrong = 1
				}
			} else {
				next = order
			}
		}
		next = slices.DeleteFunc(next, func(m int) bool { return e.taken[m] == batches })
		if len(next) == 0 {
			break
		}
		for _, model := range next {
			e.taken[model]++
		}
	}
	for model := range models {
		out.passes += p.looks[e.taken[model]-1]
	}
	if policy == Leader {
		out.asked, out.undecided = 1, 1-out.calls
		return out
	}
	out.calls, out.wrong, out.asked, out.undecided = len(e.called), e.wrong, models-1, len(e.open())
	return out
}

// Every policy under every correction plays as the plain telling of it does, on
// paths with close, equal and distant models, and one game serves many paths.
func TestGamesAgreeWithThePlainTelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, batches := rapid.IntRange(2, 6).Draw(t, "models"), rapid.IntRange(1, 6).Draw(t, "batches")
		d := Design{
			Batch:      rapid.IntRange(1, 3).Draw(t, "batch"),
			HalfWidth:  rapid.Float64Range(0.01, 0.2).Draw(t, "half-width"),
			Confidence: rapid.Float64Range(0.55, 0.99).Draw(t, "confidence"),
		}
		looks := d.looks(d.Batch*batches - rapid.IntRange(0, d.Batch-1).Draw(t, "short"))
		gold := rapid.SliceOfN(rapid.IntRange(0, 3), models, models).Draw(t, "gold")
		g := newGame(looks, gold, d)
		for range 3 {
			for i := range g.path.at {
				// Means on a grid, so that some are equal.
				g.path.at[i] = metrics.Estimate{
					Mu:    float64(rapid.IntRange(0, 40).Draw(t, "mu")) / 40,
					Sigma: rapid.Float64Range(0.005, 0.1).Draw(t, "sigma"),
				}
			}
			for _, p := range newPlans(d, []Correction{None, Bonferroni, OBrienFleming}, models, len(looks)) {
				got, want := g.play(p, never), reference(g.path, gold, d, p.policy, p.correction)
				if got != want {
					t.Fatalf("%v, %v: %+v, want %+v", p.policy, p.correction, got, want)
				}
			}
		}
	})
}

// A single look is at the last estimates: two models whose z there is large are
// called, by whichever rule, however close they were before, and the other way
// about.
func TestOnceLooksAtTheEnd(t *testing.T) {
	d := Design{Batch: 1, HalfWidth: 0.05, Confidence: 0.95}
	near, far := metrics.Estimate{Mu: 0.51, Sigma: 0.1}, metrics.Estimate{Mu: 0.9, Sigma: 0.01}
	for _, c := range []struct {
		first, last metrics.Estimate // of the first model; the second stays at ½
		calls       int
	}{{near, far, 1}, {far, near, 0}} {
		g := newGame(d.looks(2), []int{0, 1}, d)
		half := metrics.Estimate{Mu: 0.5, Sigma: 0.01}
		g.path.at = []metrics.Estimate{c.first, half, c.last, half}
		for _, p := range newPlans(d, []Correction{None, Bonferroni, OBrienFleming}, 2, 2) {
			want := played{passes: 4, calls: c.calls, wrong: c.calls, asked: 1, undecided: 1 - c.calls}
			if got := g.once(p); got != want {
				t.Errorf("%v, %v: %+v, want %+v", p.policy, p.correction, got, want)
			}
		}
	}
}

// A path holds the estimates of its replicate after each number of passes, as
// they are when the same replicate is drawn again as a board, trial by trial.
func TestPathIsTheReplicate(t *testing.T) {
	coins := sim.PaperQuantile()
	board, err := coins.Board(10, 7, 3)
	if err != nil {
		t.Fatal(err)
	}
	m := metrics.Avg(metrics.Binary)
	p := newPath(Design{Batch: 4}.looks(10), 11)
	p.record(coins.Source(10, 7).Walker(), 3, m, never)
	for look, n := range []int{4, 8, 10} {
		for model := range 11 {
			if got, want := p.after(look+1, model), m.Estimate(board.Tally(n), model); got != want {
				t.Errorf("model %d after %d trials: %+v, want %+v", model, n, got, want)
			}
		}
	}
}

// Games and tallies run in the memory that they have.
func TestNothingIsAllocated(t *testing.T) {
	d := Design{Batch: 1, HalfWidth: 0.05, Confidence: 0.95}
	g := newGame(d.looks(10), []int{0, 1, 2, 3}, d)
	for i := range g.path.at {
		g.path.at[i] = metrics.Estimate{Mu: float64(i%7) / 7, Sigma: 0.1 / float64(1+i/4)}
	}
	plans := newPlans(d, []Correction{None, OBrienFleming}, 4, 10)
	var sums tally
	if n := testing.AllocsPerRun(10, func() {
		for _, p := range plans {
			sums.add(g.play(p, never), g.once(p))
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// The ratio and its standard error are those of the residuals, summed one by
// one, however the sums were merged.
func TestRatio(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		x := rapid.SliceOfN(rapid.IntRange(0, 20), n, n).Draw(t, "x")
		y := rapid.SliceOfN(rapid.IntRange(1, 20), n, n).Draw(t, "y")
		var whole, part sums
		var sumX, sumY float64
		for i := range n {
			part.add(x[i], y[i])
			if i == n/2 {
				whole.merge(&part)
				part = sums{}
			}
			sumX, sumY = sumX+float64(x[i]), sumY+float64(y[i])
		}
		whole.merge(&part)
		value := sumX / sumY
		var residuals float64
		for i := range n {
			r := float64(x[i]) - value*float64(y[i])
			residuals += r * r
		}
		se := math.Sqrt(residuals/float64(n-1)/float64(n)) / (sumY / float64(n))
		if got := whole.ratio(); got.Value != value || math.Abs(got.SE-se) > 1e-7 {
			t.Errorf("%+v, want %v ± %v", got, value, se)
		}
	})
}

func TestLooks(t *testing.T) {
	if got := (Design{Batch: 4}).looks(10); !slices.Equal(got, []int{4, 8, 10}) {
		t.Errorf("looks at %v, want 4, 8, 10", got)
	}
	if got := (Design{Batch: 5}).looks(10); !slices.Equal(got, []int{5, 10}) {
		t.Errorf("looks at %v, want 5, 10", got)
	}
}
