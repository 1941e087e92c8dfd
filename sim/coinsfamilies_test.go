package sim_test

import (
	"math"
	"testing"

	"settle/sim"
)

// coinsNamed returns the coins of a name, on so many questions that moments show.
func coinsNamed(t *testing.T, name string) *sim.Coins {
	t.Helper()
	c, ok, err := sim.Named(name, 3)
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", name, ok, err)
	}
	return c
}

// moments returns the mean and the variance of f over the chances of a model.
func moments(p []float64, f func(q int, p float64) float64) (mean, variance float64) {
	for q, x := range p {
		mean += f(q, x) / float64(len(p))
	}
	for q, x := range p {
		variance += (f(q, x) - mean) * (f(q, x) - mean) / float64(len(p)-1)
	}
	return mean, variance
}

func itself(_ int, p float64) float64 { return p }

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// wanted reports a number that is farther from another than given.
func wanted(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off) {
		t.Errorf("%s: %v, want %v ± %v", what, got, want, off)
	}
}

// The mean of a model of ability θ is 1/(1 + e^−θ), to a millionth of a chance; Beta(cm,
// c(1−m)) has the variance m(1−m)/(c+1); with m = ½ and c = 1 it is the arcsine law, whose
// share below 0.1 and above 0.9 is 4·asin(√0.1)/π.
func TestUShapedCoins(t *testing.T) {
	for name, c := range map[string]float64{"5x20000,u-shaped": 1, "5x20000,u-shaped,concentration=0.2,spread=2.2": 0.2} {
		for model, p := range coinsNamed(t, name).P {
			m := 1 / (1 + math.Exp(1.1-0.55*float64(model)))
			mean, variance := moments(p, itself)
			wanted(t, name+", mean", mean, m, 1e-9)
			wanted(t, name+", variance", variance, m*(1-m)/(c+1), 0.004)
			if c == 1 && m == 0.5 {
				ends, _ := moments(p, func(_ int, p float64) float64 { return math.Floor(math.Abs(p-0.5) + 0.6) })
				wanted(t, name+", share beyond 0.1 and 0.9", ends, 4/math.Pi*math.Asin(math.Sqrt(0.1)), 0.018)
			}
		}
	}
}

// Means of 1/(1 + e^±0.04) are 0.49000 and 0.51000.
func TestNearEqualCoins(t *testing.T) {
	c := coinsNamed(t, "11x30,near-equal")
	means := c.Means()
	wanted(t, "the worst", means[0], 0.490001, 1e-6)
	wanted(t, "the best", means[10], 0.509999, 1e-6)
	for i, level := range c.Gold() {
		if level != i {
			t.Errorf("the gold is %v", c.Gold())
			break
		}
	}
	for i := range means[1:] {
		wanted(t, "a step", means[i+1]-means[i], 0.002, 2e-6)
	}
}

// The logit of a chance is θ − 2b + 0.8ε, of variance 4 + 0.64. Between two models at the
// same question b drops out: the difference has the mean of θ's and the variance 2·0.64.
// The standard error of a variance σ² of M numbers is σ²·√(2/M), here under 0.05.
func TestAbilityCoins(t *testing.T) {
	for name, of := range map[string]struct{ difficulty, noise, spread float64 }{
		"3x20000,ability": {2, 0.8, 2.2}, "3x20000:1,difficulty=1,ability,noise=0.5": {1, 0.5, 1},
	} {
		p := coinsNamed(t, name).P
		for model, row := range p {
			_, variance := moments(row, func(_ int, p float64) float64 { return logit(p) })
			wanted(t, name+", variance of a logit", variance, of.difficulty*of.difficulty+of.noise*of.noise, 0.25)
			mean, variance := moments(row, func(q int, x float64) float64 { return logit(x) - logit(p[0][q]) })
			if model == 0 {
				continue
			}
			wanted(t, name+", mean difference", mean, of.spread/2*float64(model), 0.05)
			wanted(t, name+", variance of a difference", variance, 2*of.noise*of.noise, 0.07)
		}
	}
}

// Of M questions round(zM) have no chance, and the others those of coins like the paper's:
// the mean of the ability and the variance m(1−m)/19. Which they are is each model's own:
// two models share z² of them.
func TestZeroInflatedCoins(t *testing.T) {
	for name, zeros := range map[string]float64{"3x9000,zero-inflated": 0.3, "3x9000,zero-inflated,zeros=0.5": 0.5} {
		p, shared := coinsNamed(t, name).P, 0
		for model, row := range p {
			m := 1 / (1 + math.Exp(1.1-1.1*float64(model)))
			var left []float64
			for q, x := range row {
				if x > 0 {
					left = append(left, x)
				} else if model == 1 && p[0][q] == 0 {
					shared++
				}
			}
			wanted(t, name+", solvable", float64(len(left)), 9000*(1-zeros), 0)
			mean, variance := moments(left, itself)
			wanted(t, name+", mean of these", mean, m, 1e-9)
			wanted(t, name+", their variance", variance, m*(1-m)/19, 0.002)
		}
		wanted(t, name+", zeros that two models share", float64(shared), 9000*zeros*zeros, 150)
	}
	if p := coinsNamed(t, "2x3,zero-inflated,zeros=1").P; p[0][0]+p[1][2] != 0 {
		t.Errorf("with nothing but zeros there is %v", p)
	}
}

// Of any family, two models may be one coin twice, and chances are multiples of 10^-6.
func TestFamiliesTieAndRound(t *testing.T) {
	for _, family := range sim.Families() {
		c := coinsNamed(t, "6x40,tie=2,"+family)
		for q, p := range c.P[1] {
			if p != c.P[2][q] || math.Round(p*1e6)/1e6 != p {
				t.Errorf("%s: %v and %v", family, p, c.P[2][q])
			}
		}
		if len(c.P) != 6 || c.Gold()[1] != c.Gold()[2] {
			t.Errorf("%s: the gold is %v", family, c.Gold())
		}
	}
}
