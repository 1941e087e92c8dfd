package betabinomial

import "math"

// terms are the logarithm of the likelihood of counts under Beta(a, b) priors,
//
//	Σ log[ B(a + c, b + n − c) / B(a, b) ],
//
// up to what does not depend on a and b.
type terms interface {
	log(a, b float64) float64
}

// newTerms picks the form that takes the fewest steps: an n of some dozens goes
// trial by trial, one of thousands count by count.
func newTerms(counts []Count) terms {
	var trials int
	for _, c := range counts {
		trials = max(trials, c.Trials)
	}
	if trials > 4*len(counts) {
		return byCount(counts)
	}
	t := &byTrial{
		successes: make([]float64, trials), failures: make([]float64, trials), trials: make([]float64, trials),
		both: make([]float64, trials),
	}
	for _, c := range counts {
		for i := range c.Trials {
			t.trials[i] += float64(c.Questions)
			if i < c.Successes {
				t.successes[i] += float64(c.Questions)
			}
			if i < c.Trials-c.Successes {
				t.failures[i] += float64(c.Questions)
			}
		}
	}
	return t
}

// byTrial holds for i = 0, 1, … how many questions have more than i successes,
// failures and trials: Γ(a + c)/Γ(a) is the product of a + i over i < c.
type byTrial struct {
	successes, failures, trials []float64

	sum  float64   // a + b of the last call, which most often has the next one, too
	both []float64 // what the trials add with it
}

func (t *byTrial) log(a, b float64) (sum float64) {
	if t.sum != a+b {
		t.sum = a + b
		for i, questions := range t.trials {
			t.both[i] = float64(questions * math.Log(a+b+float64(i)))
		}
	}
	for i, both := range t.both {
		x := float64(i)
		if n := t.successes[i]; n > 0 {
			sum += float64(n * math.Log(a+x))
		}
		if n := t.failures[i]; n > 0 {
			sum += float64(n * math.Log(b+x))
		}
		sum -= both
	}
	return sum
}

type byCount []Count

func (t byCount) log(a, b float64) (sum float64) {
	var questions int
	trials, all := -1, 0.0 // most often all questions have as many
	for _, c := range t {
		if c.Trials != trials {
			trials, all = c.Trials, logGamma(a+b+float64(c.Trials))
		}
		one := logGamma(a+float64(c.Successes)) + logGamma(b+float64(c.Trials-c.Successes)) - all
		sum += float64(float64(c.Questions) * one)
		questions += c.Questions
	}
	return sum + float64(float64(questions)*(logGamma(a+b)-logGamma(a)-logGamma(b)))
}

// logGamma is log Γ(x) for x > 0.
func logGamma(x float64) float64 {
	log, _ := math.Lgamma(x)
	return log
}
