// Package priors measures how useful results of older models are as a prior: how well Bayes@N
// ranks and scores updated models if its Dirichlet prior counts D trials of their predecessors.
//
// Call [Fit] for an [Update] with a given τ between old and new rankings, then [Update.Compare]
// for rankings, or [Update.Errors] for scores and for the largest noise at which a prior helps.
//
// An update moves models on the logit scale. Each model moves as a whole, and each of its
// questions moves by another, independent amount with the same standard deviation. So a single
// number, the noise, describes an update. Results under a prior are compared only with the truth
// about the new models.
//
// Do not use the package to score a board with a prior: call metrics.Bayes.
package priors

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/internal/rng"
	"settle/sim"
)

// MaxNoise is the largest noise of an update, in logits. With it, the logits of probabilities
// change with a standard deviation of 4·√2. A change by that much multiplies the odds of a success
// by about 300. With more noise, probabilities would round to 1, and different new models would
// tie.
const MaxNoise = 4.0

// An Update describes the distribution of updated models. The probability that new model l
// answers question q correctly has the logit
//
//	logit P[l][q] + Noise·(g[l] + h[l][q]),
//
// where P holds the old probabilities and all g and h are independent standard normal variates.
// Probabilities of 0 and 1 do not change.
type Update struct {
	Old   *sim.Coins // at least two models with different true means
	Noise float64    // in logits, in [0, MaxNoise]
	Seed  uint64
}

func (u Update) check() error {
	if len(u.Old.Models) < 2 {
		return fmt.Errorf("a ranking requires at least two old models, not %d", len(u.Old.Models))
	}
	if !(u.Noise >= 0 && u.Noise <= MaxNoise) {
		return fmt.Errorf("the noise must be 0 to %[2]v logits, not %[1]v", u.Noise, MaxNoise)
	}
	gold := u.Old.Gold()
	for i, level := range gold {
		if j := slices.Index(gold[:i], level); j >= 0 {
			return fmt.Errorf("the old models %q and %q have the same true mean; "+
				"an update requires an old ranking without ties", u.Old.Models[j], u.Old.Models[i])
		}
	}
	return nil
}

// These are the labels of the random streams. Fit draws other updates than the measurements, so
// that the measurements also test the fitted noise.
const (
	truths  = "updated coins"
	fitting = "updated coins to fit the noise to"
	trials  = "trials of old and updated coins"
)

// A drawer draws updates, which are random changes of all models. It must not be shared between
// goroutines.
type drawer struct {
	noise  float64
	logits [][]float64 // logits of the old probabilities
	stream *rng.Stream
	normal *rand.Rand // reads from stream

	shift []float64   // g of the current update, by model
	own   [][]float64 // h of the current update, by model and question

	p     [][]float64 // success probabilities of the new models
	means []float64   // mean of p by model
}

func (u Update) drawer(purpose string) *drawer {
	stream := rng.New(u.Seed, purpose, 0)
	models := len(u.Old.P)
	d := &drawer{
		noise: u.Noise, stream: stream, normal: rand.New(stream), means: make([]float64, models), shift: make([]float64, models),
	}
	for _, old := range u.Old.P {
		logits := make([]float64, len(old))
		for q, p := range old {
			logits[q] = math.Log(p / (1 - p))
		}
		d.logits = append(d.logits, logits)
		d.p = append(d.p, make([]float64, len(old)))
		d.own = append(d.own, make([]float64, len(old)))
	}
	return d
}

// draw draws the update with the given index. It stores the new success probabilities in d.p, and
// their mean for each model in d.means.
func (d *drawer) draw(index int) {
	d.toss(index)
	d.move(d.noise)
}

// toss draws the normal variates g and h of the update with the given index (see Update).
func (d *drawer) toss(index int) {
	d.stream.Seek(index)
	for model, own := range d.own {
		d.shift[model] = d.normal.NormFloat64()
		for q := range own {
			own[q] = d.normal.NormFloat64()
		}
	}
}

// move applies the current update with the given noise. It stores the new success probabilities
// in d.p, and their mean for each model in d.means.
func (d *drawer) move(noise float64) {
	for model, logits := range d.logits {
		shift, total := float64(noise*d.shift[model]), 0.0
		for q, logit := range logits {
			p := 1 / (1 + math.Exp(-(logit + shift + float64(noise*d.own[model][q]))))
			d.p[model][q] = p
			total += p
		}
		d.means[model] = total / float64(len(logits))
	}
}
