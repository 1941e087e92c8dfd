// Package priors measures what results of older models are worth as a prior:
// how well Bayes@N orders updated models when its Dirichlet prior counts D
// trials of their predecessors.
//
// Begin with [Fit], and [Update.Compare].
//
// [Update.Errors] asks the same of scores in place of rankings, and up to which size of
// the updates a prior is worth having.
//
// It believes that an update is a move on the logit scale: each model becomes
// better or worse as a whole, and on each question by as much again, so one
// number says how far the new models are from the old, and τ between their
// true rankings says what that number means. It judges a prior by the truth
// about the new models alone. It leaves the old models to package sim, and what
// is drawn and tabled to its callers.
package priors

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"settle/internal/rng"
	"settle/sim"
)

// MaxNoise is the largest noise of an update, in logits: the odds of a success
// move by a factor of some 300. Beyond it probabilities would round to 1, and
// new models tie that differ.
const MaxNoise = 4.0

// Update is a way of updating models. The probability that new model l answers
// question q correctly has the logit
//
//	logit P[l][q] + Noise·(g[l] + h[l][q]),
//
// where P are the old probabilities and all g and h independent standard
// normal numbers. What is certain, P of 0 or 1, stays certain.
type Update struct {
	Old   *sim.Coins // at least two models, no two of the same true mean
	Noise float64    // in logits, in [0, MaxNoise]
	Seed  uint64
}

func (u Update) check() error {
	if len(u.Old.Models) < 2 {
		return fmt.Errorf("a ranking needs two old models or more, not %d", len(u.Old.Models))
	}
	if !(u.Noise >= 0 && u.Noise <= MaxNoise) {
		return fmt.Errorf("a noise of %v logits: it must be in [0, %v]", u.Noise, MaxNoise)
	}
	gold := u.Old.Gold()
	for i, level := range gold {
		if j := slices.Index(gold[:i], level); j >= 0 {
			return fmt.Errorf("the old models %q and %q have the same true mean: "+
				"an update needs an old ranking without ties", u.Old.Models[j], u.Old.Models[i])
		}
	}
	return nil
}

// The purposes of the random numbers. The noise is fitted on updates of its
// own, so that those measured afterwards test the fit.
const (
	truths  = "updated coins"
	fitting = "updated coins to fit the noise to"
	trials  = "trials of old and updated coins"
)

// drawer draws updates, for one goroutine.
type drawer struct {
	noise  float64
	logits [][]float64 // of the old probabilities
	stream *rng.Stream
	normal *rand.Rand // on the stream

	shift []float64   // g of the update drawn last
	own   [][]float64 // h

	p     [][]float64 // of the new models
	means []float64   // of p
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

// draw sets p and means to those of an update.
func (d *drawer) draw(index int) {
	d.toss(index)
	d.move(d.noise)
}

// toss draws the normal numbers of an update.
func (d *drawer) toss(index int) {
	d.stream.Seek(index)
	for model, own := range d.own {
		d.shift[model] = d.normal.NormFloat64()
		for q := range own {
			own[q] = d.normal.NormFloat64()
		}
	}
}

// move sets p and means to those of the update, were it of the noise given.
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
