package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/internal/csvfile"
	"settle/results"
)

// Named returns the coins with the given name: "paper", "paper-quantile", or "LxM" for
// Random with L models and M questions. Options can follow "LxM":
//
//	20x30:1.5             a spread of 1.5 logits between the worst and the best model
//	20x30,spread=1.5      the same
//	20x30,tie             the two models in the middle are identical
//	20x30,spread=1,tie=1  the first model, which is the worst, and the second are identical
//
// The name of another family can also follow, with its own options. In all families the
// models' abilities are evenly spaced, over 2.2 logits unless spread is set:
//
//	20x30,ability         the logit of a probability is the model's ability − 2 times the
//	                      question's difficulty, the same for all models, + 0.8 times a
//	                      noise of model and question; difficulty and noise are standard
//	                      normal: difficulty=2, noise=0.8
//	20x30,u-shaped        most probabilities are near 0 or 1: concentration=1 instead of the
//	                      paper's 18
//	20x30,near-equal      the true means lie between 0.49 and 0.51: spread=0.08
//	20x30,zero-inflated   a share of each model's probabilities is 0, on its own questions,
//	                      and the mean of the others matches its ability: zeros=0.3
//
// Probabilities are multiples of 10^-6, so that the true means are exact. The seed has
// the same role as in Paper and Random. ok is false for any other name.
func Named(name string, seed uint64) (coins *Coins, ok bool, err error) {
	switch name {
	case "paper":
		return Paper(seed), true, nil
	case "paper-quantile":
		return PaperQuantile(), true, nil
	}
	size, options, more := strings.Cut(name, ",")
	var r recipe
	var spread float64
	if r.models, r.questions, spread, ok = parseSize(size); !ok {
		return nil, false, nil
	}
	r.parameters = map[string]float64{"spread": spread}
	r.family = families[0]
	if more {
		err = r.read(strings.Split(options, ","), strings.Contains(size, ":"))
	}
	if err != nil {
		return nil, true, err
	}
	coins, err = r.coins(seed)
	return coins, true, err
}

// A recipe holds the settings for drawing coins.
type recipe struct {
	models, questions int
	family            family
	parameters        map[string]float64 // parameters of the family
	tied              bool               // the model with number tie, counted from 1, is identical to the next one
	tie               int                // 0 for the model in the middle
}

// read parses the options in a name of coins. If sized is true, the size in that name gives the
// spread, as in "20x30:1.5".
func (r *recipe) read(options []string, sized bool) (err error) {
	if r.family, err = familyOf(options); err != nil {
		return err
	}
	for name, value := range r.family.parameters {
		if !(sized && name == "spread") {
			r.parameters[name] = value
		}
	}
	for _, option := range options {
		if option == r.family.name && option != "" {
			continue
		}
		if err := r.set(option); err != nil {
			return err
		}
	}
	return nil
}

// set parses one option and stores its value.
func (r *recipe) set(option string) error {
	key, value, hasValue := strings.Cut(option, "=")
	switch {
	case key == "tie" && hasValue:
		tie, err := strconv.Atoi(value)
		if r.tied, r.tie = true, tie; err != nil || tie < 1 {
			return r.noOption(option)
		}
	case key == "tie":
		r.tied = true
	default:
		if ok, err := r.setParameter(key, value); err != nil || !ok {
			return cmp.Or(err, r.noOption(option))
		}
	}
	return nil
}

// coins draws coins by the recipe. If two models must be identical, it draws one model fewer and
// copies one, so that the different abilities remain evenly spaced.
func (r recipe) coins(seed uint64) (*Coins, error) {
	if !r.tied {
		return r.draw(seed)
	}
	tie := r.tie
	if tie == 0 {
		tie = r.models / 2
	}
	switch {
	case r.models < 2:
		return nil, fmt.Errorf("a tie requires at least two models, not %d", r.models)
	case tie >= r.models:
		return nil, fmt.Errorf("tie=%d must not be the last model; use 1 to %d", tie, r.models-1)
	case r.models > maxRandom/max(r.questions, 1):
		return r.draw(seed) // the error of draw names the size
	}
	r.models--
	c, err := r.draw(seed)
	if err != nil {
		return nil, err
	}
	return newCoins(results.Numbered("LLM", r.models+1), slices.Insert(c.P, tie, c.P[tie-1])), nil
}

// draw draws coins by the recipe, but without identical models, which r.coins adds.
func (r recipe) draw(seed uint64) (*Coins, error) {
	spread := r.parameters["spread"]
	if err := checkRandom(r.models, r.questions, spread); err != nil {
		return nil, err
	}
	p := make([][]float64, r.models)
	for i := range p {
		p[i] = r.family.draw(&r, i, abilityOf(i, r.models, spread), seed)
	}
	return newCoins(results.Numbered("LLM", r.models), p), nil
}

// parseSize parses a size such as "20x30" or "20x30:1.5". The numbers are decimal and
// can have leading zeros.
func parseSize(name string) (models, questions int, spread float64, ok bool) {
	size, width, given := strings.Cut(name, ":")
	l, m, found := strings.Cut(size, "x")
	models, errL := strconv.Atoi(l)
	questions, errM := strconv.Atoi(m)
	spread = DefaultSpread
	ok = true
	if given {
		spread, ok = csvfile.Number(width)
	}
	return models, questions, spread, ok && found && errL == nil && errM == nil
}
