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

// Named returns the coins that a name stands for: "paper", "paper-quantile", or
// "LxM", for Random with L models and M questions, in which options may follow:
//
//	20x30:1.5             a spread of 1.5 logits between the worst and the best model
//	20x30,spread=1.5      the same
//	20x30,tie             the two models in the middle are one coin twice
//	20x30,spread=1,tie=1  so are the first, which is the worst, and the second
//
// or the name of another family, with options of its own. Of all the abilities of models
// are evenly spaced, over 2.2 logits unless spread says otherwise:
//
//	20x30,ability         the logit of a chance is the model's ability, less 2 times the
//	                      difficulty of the question, which all models share, plus 0.8 times
//	                      noise of the two, both standard normal: difficulty=2, noise=0.8
//	20x30,u-shaped        most chances are near 0 or 1: concentration=1 in place of the paper's 18
//	20x30,near-equal      the true means are from 0.49 to 0.51: spread=0.08
//	20x30,zero-inflated   of each model a share of the chances is 0, at questions of its own,
//	                      and the others have the mean of its ability: zeros=0.3
//
// Chances are multiples of 10^-6, so that the true means are exact. The seed is that of
// Paper and Random. ok is false for any other name.
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

// recipe is what a name says of coins that are drawn.
type recipe struct {
	models, questions int
	family            family
	parameters        map[string]float64 // of the family
	tied              bool               // the tie-th model, from 1, is the next one, too
	tie               int                // 0 for the middle
}

// read takes the options of a name; sized tells that its size has a spread.
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

// set takes an option.
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

// coins draws the coins. Where two are one, the others are those of a model less, so
// that the abilities that differ stay evenly spaced.
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
		return nil, fmt.Errorf("a tie needs at least two models, not %d", r.models)
	case tie >= r.models:
		return nil, fmt.Errorf("tie=%d ties a model with the next: it must be from 1 to %d", tie, r.models-1)
	case r.models > maxRandom/max(r.questions, 1):
		return r.draw(seed) // whose error names the size
	}
	r.models--
	c, err := r.draw(seed)
	if err != nil {
		return nil, err
	}
	return newCoins(results.Numbered("LLM", r.models+1), slices.Insert(c.P, tie, c.P[tie-1])), nil
}

// draw draws coins of which none is another.
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

// parseSize reads "20x30" and "20x30:1.5". Its numbers are decimal, with leading
// zeros or without.
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
