package sequential

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/sim"
)

// never returns false: nobody interrupts.
func never() bool { return false }

// An evaluation is the plainest implementation: sorted anew at every look, decisions kept by
// name, tail probabilities instead of boundaries.
type evaluation struct {
	*path
	Design
	policy Policy
	c      Correction
	whole  int // looks at the N trials of policies in step
	most   int // looks at the most trials of a model
	gold   []int
	taken  []int
	called map[[2]int]bool // better, worse
	calls  int
	wrong  int

	unclear bool // rounding errors decided which models got a batch
}

func (e *evaluation) order() []int {
	order := make([]int, e.models)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.now(b).Mu, e.now(a).Mu) })
	return order
}

func (e *evaluation) steps() bool { return e.c == Holm || e.c == Mixture || e.c == Betting }

func (e *evaluation) now(model int) metrics.Estimate { return e.then(e.taken[model], model) }

func (e *evaluation) then(look, model int) metrics.Estimate {
	if e.steps() {
		return e.sampled[(look-1)*e.models+model]
	}
	return e.at[(look-1)*e.models+model]
}

// trials returns the looks at the trials of two models that count.
func (e *evaluation) trials(a, b int) (int, int) {
	x, y := e.taken[a], e.taken[b]
	if e.c == Betting || e.policy == Power || e.steps() && e.policy == Neighbours {
		return min(x, y), min(x, y)
	}
	return x, y
}

func (e *evaluation) z(a, b int) float64 {
	i, j := e.trials(a, b)
	x, y := e.then(i, a), e.then(j, b)
	return (x.Mu - y.Mu) / math.Hypot(x.Sigma, y.Sigma)
}

// leads reports whether the policy asks only for a leader.
func (e *evaluation) leads() bool { return e.policy == Leader || e.policy == TopTwo }

// better reports whether the rule decides that a is better than b.
func (e *evaluation) better(a, b int) bool {
	i, j := e.trials(a, b)
	open := e.models * (e.models - 1) / 2
	level := 1 - e.Confidence // of one direction of one comparison
	if open -= len(e.called); !e.leads() {
		level /= 2 * float64(max(open, 1))
	} else {
		level /= float64(e.models)
	}
	switch e.c {
	case Holm:
		var shares []float64
		for _, n := range e.path.looks[:e.whole] {
			shares = append(shares, float64(n)/float64(e.path.looks[e.whole-1]))
		}
		bounds := groupSequential(level, shares, len(shares))
		if stopped := e.policy == HalfWidth && !e.wide(a) && !e.wide(b); stopped {
			return e.z(a, b) >= bounds.last[max(i, j)-1]
		}
		return e.z(a, b) >= bounds.every[max(i, j)-1]
	case Mixture:
		// The normal mixture of likelihood ratios is 1/√(1+R)·exp(z²·R/(1+R)/2).
		two, first := 2*level, (1-e.Confidence)/float64(e.models*(e.models-1)/2)
		if e.leads() {
			two = (1 - e.Confidence) / float64(e.models-1)
			first = two
		}
		x, y := e.then(i, a).Sigma, e.then(j, b).Sigma
		n := (x*x*float64(e.path.looks[i-1]) + y*y*float64(e.path.looks[j-1])) / (x*x + y*y)
		r := n / float64(e.path.looks[e.whole-1]) * (-2*math.Log(first) + math.Log(-2*math.Log(first)+1))
		z := e.z(a, b)
		return z > 0 && math.Exp(z*z*r/(1+r)/2)/math.Sqrt(1+r) >= 1/two
	case Betting:
		return e.wealth[((i-1)*e.models+a)*e.models+b] >= 1/level
	case None:
		return distuv.UnitNormal.CDF(-e.z(a, b)) <= 1-e.Confidence
	}
	looks, look, comparisons := e.most, max(i, j), e.models*(e.models-1)
	if e.policy == Neighbours || e.policy == TopTwo {
		looks, look = 2*e.most-1, i+j-1
	}
	if e.leads() {
		comparisons = e.models
	}
	level = (1 - e.Confidence) / float64(comparisons)
	gain := e.c.Spent(level, float64(look)/float64(looks)) - e.c.Spent(level, float64(look-1)/float64(looks))
	return distuv.UnitNormal.CDF(-e.z(a, b)) <= gain
}

func (e *evaluation) known(a, b int) bool { return e.called[[2]int{a, b}] || e.called[[2]int{b, a}] }

func (e *evaluation) wide(model int) bool {
	lo, hi := e.at[(e.taken[model]-1)*e.models+model].Interval(e.Confidence, metrics.Unbounded)
	return (hi-lo)/2 > e.HalfWidth
}

// look makes the decisions of one look.
func (e *evaluation) look() {
	order := e.order()
	if e.leads() {
		var lacking int
		for _, m := range order[1:] {
			ever := e.steps() && e.called[[2]int{order[0], m}]
			if !ever && !e.better(order[0], m) {
				lacking++
			} else if e.steps() {
				e.called[[2]int{order[0], m}] = true
			}
		}
		if lacking == 0 {
			e.calls = 1
			if slices.ContainsFunc(order[1:], func(m int) bool { return e.gold[m] >= e.gold[order[0]] }) {
				e.wrong = 1
			}
		}
		return
	}
	pairs := e.steps() || e.policy == Power
	for again := true; again; {
		again = false
		for i, a := range order {
			for j, b := range order {
				if i < j && (j == i+1 || pairs) && !e.known(a, b) {
					better, worse := a, b
					if !e.better(a, b) {
						better, worse = b, a
						if !pairs || !e.better(b, a) {
							continue
						}
					}
					e.called[[2]int{better, worse}] = true
					again = e.steps()
					e.calls++
					if e.gold[better] <= e.gold[worse] {
						e.wrong++
					}
				}
			}
		}
	}
}

// open returns the undecided neighbours.
func (e *evaluation) open() (pairs [][2]int) {
	order := e.order()
	for i := range order[1:] {
		if !e.known(order[i], order[i+1]) {
			pairs = append(pairs, [2]int{order[i], order[i+1]})
		}
	}
	return pairs
}

// next returns the models that get a batch.
func (e *evaluation) next() (next []int) {
	full := func(m int) bool { return e.taken[m] == e.most }
	closer := func(p, q [2]int) int { return cmp.Compare(math.Abs(e.z(p[0], p[1])), math.Abs(e.z(q[0], q[1]))) }
	switch order := e.order(); e.policy {
	case HalfWidth:
		for model := range e.models {
			if e.wide(model) {
				next = append(next, model)
			}
		}
	case Neighbours:
		pairs := slices.DeleteFunc(e.open(), func(p [2]int) bool { return full(p[0]) && full(p[1]) })
		if len(pairs) == 0 {
			return nil
		}
		closest := slices.MinFunc(pairs, closer)
		for k, model := range closest {
			if behind := e.taken[model] <= e.taken[closest[1-k]]; behind || !e.steps() {
				next = append(next, model)
			}
		}
	case Power:
		next = e.likeliest(order)
	case TopTwo:
		var pairs [][2]int
		for _, m := range order[1:] {
			if !e.called[[2]int{order[0], m}] && !(full(m) && full(order[0])) {
				pairs = append(pairs, [2]int{order[0], m})
			}
		}
		if e.calls > 0 || len(pairs) == 0 || !e.affords() {
			return nil
		}
		hardest := slices.MinFunc(pairs, closer)
		gain := func(m int) float64 { s := e.now(m).Sigma; return s * s / float64(e.taken[m]+1) }
		next = hardest[:1]
		if full(hardest[0]) || !full(hardest[1]) && gain(hardest[1]) > gain(hardest[0]) {
			next = hardest[1:]
		}
	default:
		if e.policy == All || e.calls == 0 {
			next = order
		}
	}
	return slices.DeleteFunc(next, full)
}

// spent returns the number of passes of all models.
func (e *evaluation) spent() (passes int) {
	for _, looks := range e.taken {
		passes += e.path.looks[looks-1]
	}
	return passes
}

// affords reports whether the common budget leaves a batch.
func (e *evaluation) affords() bool {
	return e.spent()+e.path.looks[0] <= e.models*e.path.looks[e.whole-1]
}

// likeliest returns the models that Power gives a batch to.
func (e *evaluation) likeliest(order []int) (next []int) {
	values, all := e.values(order), e.values(order)
	e.unclear = e.unclear || e.nearlyTied(all)
	left := e.models*e.path.looks[e.whole-1] - e.spent()
	for len(values) > 0 {
		best := [2]int{-1, -1}
		for _, a := range order {
			for _, b := range order {
				v, open := values[[2]int{a, b}]
				if open && (best[0] < 0 || v > values[best]) {
					best = [2]int{a, b}
				}
			}
		}
		largest := slices.Max(slices.Collect(maps.Values(all)))
		if values[best] < 0.49*largest {
			return next
		}
		for _, model := range best {
			if n := e.taken[model]; n == min(e.taken[best[0]], e.taken[best[1]]) && n < e.most {
				if more := e.path.looks[n] - e.path.looks[n-1]; more <= left {
					next, left = append(next, model), left-more
				}
			}
		}
		maps.DeleteFunc(values, func(p [2]int, _ float64) bool {
			return slices.Contains(best[:], p[0]) || slices.Contains(best[:], p[1])
		})
	}
	return next
}

// nearlyTied reports whether two pairs have values that differ by no more than rounding errors
// although they are computed from different numbers. Which of them is larger then depends on the
// order of operations.
func (e *evaluation) nearlyTied(values map[[2]int]float64) bool {
	from := func(p [2]int) [3]float64 {
		x, y := float64(e.taken[p[0]]), float64(e.taken[p[1]])
		return [3]float64{math.Round(1e9 * math.Abs(e.z(p[0], p[1]))), min(x, y), max(x, y)}
	}
	for p, v := range values {
		for q, w := range values {
			if math.Abs(v-w) <= 1e-9*max(v, w) && from(p) != from(q) {
				return true
			}
		}
	}
	return false
}

// values returns the probability of each open pair within reach divided by its cost.
func (e *evaluation) values(order []int) map[[2]int]float64 {
	values := map[[2]int]float64{}
	horizon, bound, batch := float64(e.path.looks[e.most-1]), e.last(), float64(e.path.looks[0])
	for i, a := range order {
		for _, b := range order[i+1:] {
			x, y := float64(e.path.looks[e.taken[a]-1]), float64(e.path.looks[e.taken[b]-1])
			n, z := min(x, y), math.Abs(e.z(a, b))
			if e.known(a, b) || n == horizon {
				continue
			}
			z = math.Round(1e9*z) / 1e9
			then := distuv.Normal{Mu: z * math.Sqrt(horizon/n), Sigma: math.Sqrt(horizon/n - 1)}
			chance := then.Survival(bound) + then.CDF(-bound)
			end := horizon
			if z > 0 {
				end = min(horizon, max(n+batch, n*math.Pow(bound/z, 2)))
			}
			if chance >= 0.1 {
				values[[2]int{a, b}] = chance / (max(0, end-x) + max(0, end-y))
			}
		}
	}
	return values
}

// last returns the bound of an open pair at the horizon.
func (e *evaluation) last() float64 {
	pairs := e.models * (e.models - 1) / 2
	open := max(pairs-len(e.called), 1)
	alpha := 1 - e.Confidence
	normal := distuv.UnitNormal
	switch e.c {
	case None:
		return normal.Quantile(e.Confidence)
	case Bonferroni, OBrienFleming:
		level := alpha / float64(2*pairs)
		return normal.Quantile(1 - e.c.Spent(level, 1) + e.c.Spent(level, 1-1/float64(e.most)))
	case Holm:
		var shares []float64
		for _, n := range e.path.looks[:e.whole] {
			shares = append(shares, float64(n)/float64(e.path.looks[e.whole-1]))
		}
		return groupSequential(alpha/2/float64(open), shares, len(shares)).every[e.whole-1]
	}
	first := -2 * math.Log(alpha/float64(pairs))
	r := float64(e.path.looks[e.most-1]) / float64(e.path.looks[e.whole-1]) * (first + math.Log(first+1))
	return math.Sqrt((1 + 1/r) * (math.Log(1+r) - 2*math.Log(alpha/float64(open))))
}

// reference plays a policy with a look after every batch. It returns false if rounding errors
// decide which models get a batch.
func reference(p *path, gold []int, d Design, whole int, policy Policy, c Correction) (gameResults, bool) {
	e := &evaluation{path: p, Design: d, policy: policy, c: c, gold: gold, whole: whole, most: whole,
		taken: slices.Repeat([]int{1}, p.models), called: map[[2]int]bool{}}
	if policy == TopTwo {
		e.most = len(p.looks)
	}
	if policy == Power && !c.Planned() {
		e.most = min(2*whole, len(p.looks))
	}
	var curve [CurvePoints]int
	look := func() {
		e.look()
		for i := range curve {
			if share := e.models * p.looks[whole-1] * (i + 1); CurvePoints*e.spent() <= share {
				curve[i] = e.calls
			}
		}
	}
	look()
	for next := e.next(); len(next) > 0; next = e.next() {
		for _, model := range next {
			e.taken[model]++
		}
		look()
	}
	out := gameResults{curve: curve, passes: e.spent(), calls: e.calls, wrong: e.wrong, asked: 1, undecided: 1 - e.calls}
	if !e.leads() {
		out.asked, out.undecided = p.models-1, len(e.open())
	}
	return out, !e.unclear
}

// Every policy under every correction plays like the plain implementation, on paths with close,
// equal and distant models, and one game serves many paths.
func TestGamesAgreeWithThePlainTelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, whole := rapid.IntRange(2, 4).Draw(t, "models"), rapid.IntRange(1, 3).Draw(t, "batches")
		d := Design{
			Batch:      rapid.IntRange(1, 3).Draw(t, "batch"),
			HalfWidth:  rapid.Float64Range(0.01, 0.2).Draw(t, "half-width"),
			Confidence: rapid.Float64Range(0.55, 0.99).Draw(t, "confidence"),
		}
		trials := d.Batch*whole - rapid.IntRange(0, d.Batch-1).Draw(t, "short")
		looks, whole := d.looksBeyond(trials, trials*rapid.IntRange(1, 3).Draw(t, "beyond"))
		gold := rapid.SliceOfN(rapid.IntRange(0, 3), models, models).Draw(t, "gold")
		g := newGame(looks, gold, d, whole)
		g.path.bets(1)
		for range 3 {
			for i := range g.path.at {
				// Means on a grid, so that some are equal.
				g.path.at[i] = metrics.Estimate{
					Mu:    float64(rapid.IntRange(0, 40).Draw(t, "mu")) / 40,
					Sigma: rapid.Float64Range(0.005, 0.1).Draw(t, "sigma"),
				}
				g.path.sampled[i] = metrics.Estimate{
					Mu: g.path.at[i].Mu, Sigma: rapid.Float64Range(0.005, 0.1).Draw(t, "sampled sigma"),
				}
			}
			for i := range g.path.wealth {
				g.path.wealth[i] = math.Exp(rapid.Float64Range(0, 8).Draw(t, "log of wealth"))
			}
			every := []Correction{None, Bonferroni, OBrienFleming, Holm, Mixture, Betting}
			for _, p := range newPlans(d, every, models, looks, whole) {
				got := g.play(p, never)
				if want, clear := reference(g.path, gold, d, whole, p.policy, p.correction); clear && got != want {
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
		g := newGame(d.looks(2), []int{0, 1}, d, 2)
		half := metrics.Estimate{Mu: 0.5, Sigma: 0.01}
		g.path.at = []metrics.Estimate{c.first, half, c.last, half}
		for _, p := range newPlans(d, []Correction{None, Bonferroni, OBrienFleming}, 2, d.looks(2), 2) {
			want := gameResults{passes: 4, calls: c.calls, wrong: c.calls, asked: 1, undecided: 1 - c.calls}
			if got := g.applyOnce(p); got != want {
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
	p.record(coins.Source(10, 7).Walker(), 3, m, m, never)
	for look, n := range []int{4, 8, 10} {
		for model := range 11 {
			if got, want := p.estimateAfter(look+1, model), m.Estimate(board.Tally(n), model); got != want {
				t.Errorf("model %d after %d trials: %+v, want %+v", model, n, got, want)
			}
		}
	}
}

// Games and tallies run in the memory that they have.
func TestNothingIsAllocated(t *testing.T) {
	d := Design{Batch: 1, HalfWidth: 0.05, Confidence: 0.95}
	g := newGame(d.looks(10), []int{0, 1, 2, 3}, d, 10)
	for i := range g.path.at {
		g.path.at[i] = metrics.Estimate{Mu: float64(i%7) / 7, Sigma: 0.1 / float64(1+i/4)}
	}
	copy(g.path.sampled, g.path.at)
	g.path.bets(1)
	plans := newPlans(d, []Correction{None, OBrienFleming, Holm, Mixture, Betting}, 4, d.looks(10), 10)
	for _, p := range plans {
		g.play(p, never) // which makes the boundaries of Holm
	}
	var sums tally
	if n := testing.AllocsPerRun(10, func() {
		for _, p := range plans {
			sums.add(g.play(p, never), g.applyOnce(p))
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestLooks(t *testing.T) {
	if got := (Design{Batch: 4}).looks(10); !slices.Equal(got, []int{4, 8, 10}) {
		t.Errorf("looks at %v, want 4, 8, 10", got)
	}
	if got := (Design{Batch: 5}).looks(10); !slices.Equal(got, []int{5, 10}) {
		t.Errorf("looks at %v, want 5, 10", got)
	}
}
