package rankers

import (
	"math"
	"testing"

	"settle/internal/rng"
)

// countBoard returns a binary board of successes by model, then question, of so many trials.
func countBoard(models, questions int, trials int64, successes func(model, question int) int64) *board {
	b := &board{units: []int64{1}}
	b.reshape(models, questions, 1)
	b.setTrials(trials)
	for i := range models {
		for q := range questions {
			b.counts[i*questions+q] = successes(i, q)
		}
	}
	b.addWorth()
	return b
}

// by numerical integration on a fine grid: ln of the marginal posterior of the questions, up
// to a constant, and the posterior mean of each ability.
func (m *irt) bruteForce() (posterior float64, means []float64) {
	for q := range m.b {
		posterior -= 2*m.logA[q]*m.logA[q] + m.b[q]*m.b[q]/18
	}
	const step = 0.01
	for i := range m.models {
		var sum, mean float64
		for theta := -8.0; theta <= 8; theta += step {
			log := -theta * theta / 2
			for q := range m.b {
				z := math.Exp(m.logA[q]) * (theta - m.b[q])
				k, n := m.successes[i*m.questions+q], m.trials[i*m.questions+q]
				log += -k*math.Log1p(math.Exp(-z)) - (n-k)*math.Log1p(math.Exp(z))
			}
			w := math.Exp(log)
			sum += w
			mean += w * theta
		}
		posterior += math.Log(sum)
		means = append(means, mean/sum)
	}
	return posterior, means
}

// Where the fit ends, the marginal posterior is level, by differences of what numerical
// integration makes of it, and abilities are its posterior means.
func TestItemResponseIsAtTheTop(t *testing.T) {
	for _, c := range []struct {
		models, questions int
		trials            int64
	}{{3, 4, 1}, {5, 7, 2}, {4, 6, 9}, {6, 3, 40}} {
		stream := rng.New(3, "boards of tests", c.models)
		b := countBoard(c.models, c.questions, c.trials, func(i, q int) int64 {
			return min(c.trials, int64(stream.Below(uint32(c.trials)+1))/2+int64(stream.Below(uint32(i+1))))
		})
		m := newIRT().(*irt)
		scores := make([]float64, c.models)
		if err := m.rank(b, scores, make([]uint64, c.models)); err != nil {
			t.Fatal(err)
		}
		_, means := m.bruteForce()
		for i, want := range means {
			if math.Abs(scores[i]-want) > 1e-4 {
				t.Errorf("%v: ability %d is %v, want %v", c, i, scores[i], want)
			}
		}
		for _, values := range [][]float64{m.logA, m.b} {
			for q := range values {
				if slope := slope(m, &values[q]); math.Abs(slope) > 2e-3 {
					t.Errorf("%v: the posterior has a slope of %v at question %d", c, slope, q)
				}
			}
		}
	}
}

// slope returns the derivative of the marginal posterior by one of the parameters.
func slope(m *irt, x *float64) float64 {
	const h = 1e-3
	at := *x
	*x = at + h
	up, _ := m.bruteForce()
	*x = at - h
	down, _ := m.bruteForce()
	*x = at
	return (up - down) / (2 * h)
}
