package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/sim"
	"settle/study/sequential"
)

// looked are boards whose truth is known, of many kinds.
var looked = []struct {
	name   string
	coins  func(t *testing.T) *sim.Coins
	trials int
}{
	{"`coins:paper`", func(*testing.T) *sim.Coins { return sim.Paper(1) }, 80},
	{"like AIME'25", sharesOf("aime25"), 80},
	{"`coins:20x30`", func(t *testing.T) *sim.Coins { return random(t, 20, 30) }, 80},
	{"11 within ±0.005", nearEqual, 80},
	{"two equal", func(*testing.T) *sim.Coins { return alike(2, 30) }, 80},
	{"six equal", func(*testing.T) *sim.Coins { return alike(6, 30) }, 80},
	{"12 of 198 questions, U-shaped", uShaped, 16},
	{"4 of 3 questions, two equal", few, 80},
	{"2 of 1 question, equal", func(*testing.T) *sim.Coins { return flat(2, 1, 0.5) }, 80},
	{"6 that nearly always fail, equal", func(*testing.T) *sim.Coins { return flat(6, 30, 0.005) }, 80},
	{"like HMMT'25", sharesOf("hmmt25"), 80},
}

// sharesOf are coins with the shares of a stand-in as chances.
func sharesOf(name string) func(t *testing.T) *sim.Coins {
	return func(t *testing.T) *sim.Coins {
		board, err := sim.StandIn(name)
		if err != nil {
			t.Fatal(err)
		}
		c := &sim.Coins{Models: board.Models, Questions: board.Questions}
		tally := board.Tally(board.Trials())
		for model := range board.Models {
			var p []float64
			for _, successes := range tally.Row(model) {
				p = append(p, float64(successes)/float64(board.Trials()))
			}
			c.P = append(c.P, p)
		}
		return c
	}
}

func random(t *testing.T, models, questions int) *sim.Coins {
	c, err := sim.Random(models, questions, sim.DefaultSpread, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// nearEqual are models of one set of questions whose chances differ by up to 0.01.
func nearEqual(*testing.T) *sim.Coins {
	c := alike(11, 30)
	for model := range c.P {
		for q := range c.P[model] {
			c.P[model][q] = 0.01 + 0.98*c.P[model][q] + 0.001*float64(model-5)
		}
	}
	return c
}

// alike are models with the same chances.
func alike(models, questions int) *sim.Coins {
	c := &sim.Coins{Models: make([]string, models), Questions: make([]string, questions)}
	r := rand.New(rng.New(1, "alike", 0))
	var p []float64
	for range questions {
		p = append(p, math.Round(1e6*distuv.Beta{Alpha: 0.5, Beta: 0.5, Src: r}.Rand())/1e6)
	}
	for model := range c.Models {
		c.Models[model] = fmt.Sprint("m", model)
		c.P = append(c.P, slices.Clone(p))
	}
	return c
}

// flat are models with one chance for all questions.
func flat(models, questions int, p float64) *sim.Coins {
	c := alike(models, questions)
	for model := range c.P {
		for q := range c.P[model] {
			c.P[model][q] = p
		}
	}
	return c
}

// uShaped are models of many questions, most of which are nearly always or nearly never
// solved, and each model fails at some more.
func uShaped(*testing.T) *sim.Coins {
	c := alike(12, 198)
	r := rand.New(rng.New(1, "u-shaped", 0))
	for model := range c.P {
		mean := 0.3 + 0.03*float64(model)
		for q := range c.P[model] {
			c.P[model][q] = math.Round(1e6*distuv.Beta{Alpha: mean, Beta: 1 - mean, Src: r}.Rand()) / 1e6
		}
	}
	return c
}

func few(*testing.T) *sim.Coins {
	c := flat(4, 3, 0.5)
	for q := range 3 {
		c.P[2][q], c.P[3][q] = 0.35, 0.8
	}
	return c
}

func looks(t *testing.T, board, replicates int, corrections ...sequential.Correction) []sequential.Result {
	t.Helper()
	b := looked[board]
	c := b.coins(t)
	d := sequential.Design{Batch: 4, HalfWidth: 0.025, Confidence: 0.95, Trials: b.trials, Sampled: sequential.Sampled(metrics.Binary)}
	source := c.Source(sequential.MostTrials(b.trials, len(c.Models)), 1)
	rs, err := sequential.Evaluate(t.Context(), source, metrics.Avg(metrics.Binary), c.Gold(), d, corrections,
		montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}
