package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/internal/csvfile"
	"settle/internal/quoted"
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
// The seed is that of Paper and Random. ok is false for any other name.
func Named(name string, seed uint64) (coins *Coins, ok bool, err error) {
	switch name {
	case "paper":
		return Paper(seed), true, nil
	case "paper-quantile":
		return PaperQuantile(), true, nil
	}
	size, options, more := strings.Cut(name, ",")
	var r recipe
	if r.models, r.questions, r.spread, ok = parseSize(size); !ok {
		return nil, false, nil
	}
	if more {
		err = r.read(options)
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
	spread            float64
	tied              bool // the tie-th model, from 1, is the next one, too
	tie               int  // 0 for the middle
}

// read takes the options of a name, separated by commas.
func (r *recipe) read(options string) error {
	for option := range strings.SplitSeq(options, ",") {
		if !r.set(strings.Cut(option, "=")) {
			return fmt.Errorf("%s is no option of coins: there are spread=LOGITS, and tie or tie=MODEL", quoted.Text(option))
		}
	}
	return nil
}

// set takes an option.
func (r *recipe) set(key, value string, hasValue bool) (ok bool) {
	switch {
	case key == "spread":
		r.spread, ok = csvfile.Number(value)
		return ok
	case key == "tie" && hasValue:
		tie, err := strconv.Atoi(value)
		r.tied, r.tie = true, tie
		return err == nil && tie > 0
	}
	r.tied = key == "tie"
	return r.tied
}

// coins draws the coins. Where two are one, the others are those of a model less, so
// that the means that differ stay evenly spaced.
func (r recipe) coins(seed uint64) (*Coins, error) {
	if !r.tied {
		return Random(r.models, r.questions, r.spread, seed)
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
		return Random(r.models, r.questions, r.spread, seed) // whose error names the size
	}
	c, err := Random(r.models-1, r.questions, r.spread, seed)
	if err != nil {
		return nil, err
	}
	return newCoins(results.Numbered("LLM", r.models), slices.Insert(c.P, tie, c.P[tie-1])), nil
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
