package sequential

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/replicate"
	"settle/results"
)

// normalWalks are z of random walks without drift at looks at shares of information.
func normalWalks(n int, shares []float64) [][]float64 {
	r := rand.New(rng.New(5, "walks", 0))
	walks := make([][]float64, n)
	for i := range walks {
		s, at := 0.0, 0.0
		for _, share := range shares {
			s += math.Sqrt(share-at) * r.NormFloat64()
			at = share
			walks[i] = append(walks[i], s/math.Sqrt(share))
		}
	}
	return walks
}

// The bound is where the mixture of likelihood ratios over true differences, normal
// with variance R times that of the estimate, is one in the level: here the mixture is
// integrated numerically.
func TestMixtureIsThatOfLikelihoodRatios(t *testing.T) {
	for _, c := range []struct{ level, first, share float64 }{{0.05, 0.05, 1}, {0.05, 0.001, 0.1}, {0.002, 0.001, 3}} {
		z := mixture(c.level, c.first, c.share)
		ratio := c.share * (-2*math.Log(c.first) + math.Log(1-2*math.Log(c.first)))
		sum := 0.0
		const step = 1e-3
		for d := -60.0; d < 60; d += step { // the true difference in standard errors
			sum += step * math.Exp(z*d-d*d/2) * distuv.Normal{Sigma: math.Sqrt(ratio)}.Prob(d)
		}
		if math.Abs(sum*c.level-1) > 1e-6 {
			t.Errorf("%+v: z = %v, where the mixture is %v", c, z, sum)
		}
	}
}

// Looked at after every one of 400 steps, a walk without drift crosses with at most the
// level, and not by far fewer: the bound is meant for any number of looks.
func TestMixtureHoldsAtAllLooks(t *testing.T) {
	const steps, walks, level = 400, 10_000, 0.1
	crossed := 0
	for _, walk := range normalWalks(walks, equallySpaced(steps)) {
		for i, z := range walk {
			if math.Abs(z) >= mixture(level, level, float64(i+1)/steps) {
				crossed++
				break
			}
		}
	}
	got, se := float64(crossed)/walks, math.Sqrt(level*(1-level)/walks)
	if got > level+3*se || got < level/4 {
		t.Errorf("%v of the walks cross, the level is %v", got, level)
	}
}

// A bettor's wealth by hand: parts grow by their stakes, and on average not at all where
// both signs are as probable.
func TestBettorsWealth(t *testing.T) {
	var b bettor
	b.begin()
	want := 0.0
	for _, stake := range stakes {
		want += (1 + stake*0.5) * (1 - stake*0.25) / float64(len(stakes))
	}
	b.bet(0.5)
	if got := b.bet(-0.25); math.Abs(got-want) > 1e-12 {
		t.Errorf("wealth %v, want %v", got, want)
	}
	mean := 0.0
	for signs := range 1 << 10 { // all ways in which ten passes go
		b.begin()
		var wealth float64
		for i := range 10 {
			wealth = b.bet(1 - 2*float64(signs>>i&1))
		}
		mean += wealth / (1 << 10)
	}
	if math.Abs(mean-1) > 1e-12 {
		t.Errorf("the mean wealth is %v, want 1", mean)
	}
}

// What a path remembers of bets is the wealth at the passes of the replicate, drawn
// again trial by trial.
func TestPathRemembersBets(t *testing.T) {
	p := func(model, question int) float64 {
		return [][]float64{{0.2, 0.9}, {0.7, 0.6}, {0.5, 0.5}}[model][question]
	}
	source := replicate.Fresh(results.Shape{Models: 3, Questions: 2, Trials: 9, Top: 1}, p, 3, "test")
	board, err := results.NewBoard([]string{"a", "b", "c"}, []string{"q", "r"}, 9, 1)
	if err != nil {
		t.Fatal(err)
	}
	replicate.Record(source, 4, board)
	m := metrics.Avg(metrics.Binary)
	path := newPath([]int{4, 8, 9}, 3)
	path.bets(1)
	path.record(source.Walker(), 4, m, m, never)
	for a := range 3 {
		for b := range 3 {
			if a == b {
				continue
			}
			var on bettor
			on.begin()
			most, pass := 0.0, 0
			for look, passes := range path.looks {
				for ; pass < passes; pass++ {
					d := 0.0
					for q := range 2 {
						d += (float64(board.Row(a, q)[pass]) - float64(board.Row(b, q)[pass])) / 2
					}
					most = max(most, on.bet(d))
				}
				if got := path.wealth[(look*3+a)*3+b]; math.Abs(got-most) > 1e-9*most {
					t.Errorf("models %d and %d, look %d: wealth %v, want %v", a, b, look, got, most)
				}
			}
		}
	}
}

// The standard error of a question's mean, by hand: of 1, 0, 1, 1 the variance is
// 0.25, and that of the mean 0.0625; of weights 0, ½, 1 the outcomes 2, 2, 1 have the
// variance 1/12. One trial has that of a chance of ½. To all is added one trial more.
func TestSampledStandardErrors(t *testing.T) {
	binary := results.NewTally(1, 2, 1)
	binary.Trials = 4
	binary.Add(0, 0, 1, 3)
	graded := results.NewTally(1, 1, 2)
	graded.Trials = 3
	graded.Add(0, 0, 2, 2)
	graded.Add(0, 0, 1, 1)
	weights, err := metrics.ParseWeights("0,0.5,1")
	if err != nil {
		t.Fatal(err)
	}
	single := results.NewTally(1, 1, 1)
	single.Trials = 1
	uneven := results.NewUnequalTally(1, 2, 1, []uint16{4, 2})
	uneven.Add(0, 0, 1, 3)
	uneven.Add(0, 1, 1, 1)
	for _, c := range []struct {
		t            *results.Tally
		w            metrics.Weights
		mu, variance float64
	}{
		{binary, metrics.Binary, 0.375, (0.0625 + 1.0/16) / 4},
		{graded, weights, 5.0 / 6, 1.0/36 + 1.0/9},
		{single, metrics.Binary, 0, 0.25 + 1},
		{uneven, metrics.Binary, 0.625, (0.0625 + 0.25 + 0.25) / 4},
	} {
		e := Sampled(c.w).Estimate(c.t, 0)
		if math.Abs(e.Mu-c.mu) > 1e-12 || math.Abs(e.Sigma*e.Sigma-c.variance) > 1e-12 {
			t.Errorf("%v ± %v, want %v and the variance %v", e.Mu, e.Sigma, c.mu, c.variance)
		}
	}
}
