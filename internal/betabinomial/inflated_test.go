package betabinomial

import (
	"math"
	"testing"
)

// inflatedMoments are the posterior mean and standard deviation of the mean chance of a
// model's questions, by the nodes.
func inflatedMoments(nodes []Node, counts []Count) (mean, sigma float64) {
	var squares float64
	for _, n := range nodes {
		mu, variance := inflatedGiven(n, counts)
		mean += n.Weight * mu
		squares += n.Weight * (mu*mu + variance)
	}
	return mean, math.Sqrt(squares - mean*mean)
}

func inflatedGiven(n Node, counts []Count) (mean, variance float64) {
	var questions float64
	for _, c := range counts {
		a, b, times := n.Alpha+float64(c.Successes), n.Beta+float64(c.Trials-c.Successes), float64(c.Questions)
		m, v := a/(a+b), a*b/((a+b)*(a+b)*(a+b+1))
		if c.Successes == 0 {
			r := n.Impossible(c.Trials)
			m, v = (1-r)*m, (1-r)*v+r*(1-r)*m*m
		}
		questions += times
		mean += times * m
		variance += times * v
	}
	return mean / questions, variance / (questions * questions)
}

// The reference is the same model by brute force: the likelihood of every count, by
// log Γ, over far finer grids of the mean and of the share, which spans [0, 1].
func TestInflatedAgainstFinerGrids(t *testing.T) {
	const points = 160
	prior := pool([]curve{{}}, []int{1}, hyperpriors())[0] // what concentrations have before any count
	for name, counts := range map[string][]Count{
		"a third unsolved": {{0, 8, 10}, {3, 8, 8}, {5, 8, 8}, {8, 8, 4}},
		"unequal":          {{0, 2, 5}, {1, 2, 6}, {0, 12, 9}, {7, 12, 10}},
		"all solved":       {{1, 4, 9}, {3, 4, 8}, {4, 4, 3}},
		"none solved":      {{0, 4, 12}},
	} {
		if testing.Short() && name != "none solved" {
			continue
		}
		var total, first, second float64
		top := math.Inf(-1)
		visit := func(f func(n Node, log float64)) {
			for i, p := range prior {
				kappa := math.Exp(logConcentration(i))
				for j := range points {
					logit := 12 * (2*(float64(j)+0.5)/points - 1)
					m, rest := 1/(1+math.Exp(-logit)), 1/(1+math.Exp(logit))
					for k := range points {
						n := Node{Alpha: m * kappa, Beta: rest * kappa, Zero: (float64(k) + 0.5) / points}
						log := math.Log(p) + math.Log(m*rest)
						for _, c := range counts {
							like := (1 - n.Zero) * math.Exp(byLogGamma([]Count{{c.Successes, c.Trials, 1}}, n.Alpha, n.Beta))
							if c.Successes == 0 {
								like += n.Zero
							}
							log += float64(c.Questions) * math.Log(like)
						}
						f(n, log)
					}
				}
			}
		}
		visit(func(_ Node, log float64) { top = max(top, log) })
		visit(func(n Node, log float64) {
			w := math.Exp(log - top)
			mu, variance := inflatedGiven(n, counts)
			total, first, second = total+w, first+w*mu, second+w*(mu*mu+variance)
		})
		want, wantSigma := first/total, math.Sqrt(second/total-first/total*first/total)
		mean, sigma := inflatedMoments(FitInflated([][]Count{counts})[0], counts)
		if math.Abs(mean-want) > 0.03*wantSigma || math.Abs(sigma/wantSigma-1) > 0.03 {
			t.Errorf("%s: %.5f ± %.5f, want %.5f ± %.5f", name, mean, sigma, want, wantSigma)
		}
	}
}

// A node without a share has no impossible questions, and one that none of a thousand
// trials solved is impossible.
func TestImpossible(t *testing.T) {
	if r := (Node{Alpha: 1, Beta: 1}).Impossible(5); r != 0 {
		t.Errorf("impossible with %v", r)
	}
	// Under Beta(1, 1) none of n is correct with 1/(n + 1).
	if r, want := (Node{Alpha: 1, Beta: 1, Zero: 0.5}).Impossible(999), 0.5/(0.5+0.5/1000); math.Abs(r-want) > 1e-9 {
		t.Errorf("impossible with %v, want %v", r, want)
	}
}
