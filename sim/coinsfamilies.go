package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/csvfile"
	"settle/internal/quoted"
	"settle/internal/rng"
)

// A family is a method of drawing the probabilities of coins. The name of coins can
// select a family and set its parameters.
type family struct {
	name       string             // "" for coins like the paper's
	parameters map[string]float64 // default values of the parameters

	// draw draws one model's probabilities, given the logit of the model's ability. The
	// probabilities are multiples of 10^-6.
	draw func(r *recipe, model int, ability float64, seed uint64) []float64
}

// families lists all families of coins. The first one draws coins like the paper's.
var families = []family{
	{
		parameters: map[string]float64{"spread": DefaultSpread},
		draw:       (*recipe).drawAround,
	},
	{
		// As on real benchmarks, some questions are hard for all models, some models are better
		// at all questions, and the rest depends on both the model and the question.
		name: "ability", parameters: map[string]float64{"spread": DefaultSpread, "difficulty": 2, "noise": 0.8},
		draw: (*recipe).drawByAbility,
	},
	{
		name: "u-shaped", parameters: map[string]float64{"spread": DefaultSpread, "concentration": 1},
		draw: (*recipe).drawAround,
	},
	{
		// The true means lie between 0.49 and 0.51.
		name: "near-equal", parameters: map[string]float64{"spread": 0.08},
		draw: (*recipe).drawAround,
	},
	{
		name: "zero-inflated", parameters: map[string]float64{"spread": DefaultSpread, "zeros": 0.3},
		draw: (*recipe).drawWithZeros,
	},
}

// Families returns the names of families of coins, which are methods of drawing their
// probabilities. In a name of coins such as "LxM,NAME", NAME can be any of them.
func Families() []string {
	var names []string
	for _, f := range families[1:] {
		names = append(names, f.name)
	}
	return names
}

// limits holds the smallest and the largest allowed value of each parameter.
var limits = map[string][2]float64{
	"spread": {0, 20}, "difficulty": {0, 20}, "noise": {0, 20}, "concentration": {0.01, 1e6}, "zeros": {0, 1},
}

// familyOf returns the family whose name is one of the options. If no option is the
// name of a family, it returns the family of coins like the paper's.
func familyOf(options []string) (f family, err error) {
	f = families[0]
	for _, option := range options {
		at := slices.IndexFunc(families[1:], func(f family) bool { return f.name == option })
		switch {
		case at < 0:
		case f.name != "":
			return f, fmt.Errorf("%s and %s are both families of coins; use only one of them", f.name, option)
		default:
			f = families[1+at]
		}
	}
	return f, nil
}

// setParameter sets a parameter of the family. ok is false if the family has no such
// parameter or if the value is not a number. err is set if the number is out of range.
func (r *recipe) setParameter(name, value string) (ok bool, err error) {
	if _, known := r.family.parameters[name]; !known {
		return false, nil
	}
	number, ok := csvfile.Number(value)
	if !ok {
		return false, nil
	}
	if limit := limits[name]; !(number >= limit[0] && number <= limit[1]) {
		return true, fmt.Errorf("%s is %v%s; it must be from %v to %v", name, number, unitOf(name), limit[0], limit[1])
	}
	r.parameters[name] = number
	return true, nil
}

// unitOf returns the unit to print after a parameter's value: " logits", or "" if it
// has no unit.
func unitOf(parameter string) string {
	if units[parameter] == "LOGITS" {
		return " logits"
	}
	return ""
}

// noOption returns the error for an unknown option, with a list of all options.
func (r *recipe) noOption(option string) error {
	var there []string
	for name := range r.family.parameters {
		there = append(there, name+"="+cmp.Or(units[name], "NUMBER"))
	}
	slices.Sort(there)
	there = append(there, "tie, tie=MODEL")
	if r.family.name == "" {
		there = append(there, "the families "+strings.Join(Families(), ", "))
	}
	return fmt.Errorf("unknown option %s of coins%s; options are %s", quoted.Text(option), r.family.nameForMessage(), strings.Join(there, ", "))
}

// units holds the placeholders of parameters that are not plain numbers.
var units = map[string]string{
	"spread": "LOGITS", "difficulty": "LOGITS", "noise": "LOGITS", "zeros": "SHARE",
}

// nameForMessage returns text that names the family in a message, such as " of the family
// ability". It is "" for coins like the paper's.
func (f family) nameForMessage() string {
	if f.name == "" {
		return ""
	}
	return " of the family " + f.name
}

// concentration returns the sum of the two parameters of the Beta distributions.
func (r *recipe) concentration() float64 {
	if own, ok := r.parameters["concentration"]; ok {
		return own
	}
	return PaperConcentration
}

// drawAround draws one model's probabilities from the Beta distribution with the mean
// logistic(ability). Then it shifts the probabilities so that they have exactly this mean.
func (r *recipe) drawAround(model int, ability float64, seed uint64) []float64 {
	mean, sum := logistic(ability), r.concentration()
	beta := distuv.Beta{Alpha: sum * mean, Beta: sum * (1 - mean)}
	return shiftToMean(betaDraws(rng.New(seed, "random coins", model), beta, r.questions), mean)
}

// drawByAbility draws one model's probabilities. The logit of each probability is
// ability − difficulty + noise. The difficulty of a question is the same for all
// models, whereas each probability has its own noise. Difficulty and noise are drawn
// from normal distributions.
func (r *recipe) drawByAbility(model int, ability float64, seed uint64) []float64 {
	hard, own := rng.New(seed, "difficulty of coins", 0), rng.New(seed, "noise of coins", model)
	p := make([]float64, r.questions)
	for q := range p {
		logit := ability - float64(r.parameters["difficulty"]*normalNumber(hard)) + float64(r.parameters["noise"]*normalNumber(own))
		p[q] = min(max(millionth(logistic(logit)), 1/millionthsInOne), 1-1/millionthsInOne)
	}
	return p
}

// drawWithZeros draws one model's probabilities. A share of the probabilities is 0, on questions
// that are chosen at random for each model. The other probabilities are drawn by drawAround.
func (r *recipe) drawWithZeros(model int, ability float64, seed uint64) []float64 {
	p := make([]float64, r.questions)
	solvable := r.questions - int(math.Round(r.parameters["zeros"]*float64(r.questions)))
	if solvable == 0 {
		return p
	}
	part := *r
	part.questions = solvable
	order := rng.New(seed, "zeros of coins", model)
	left := part.drawAround(model, ability, seed)
	for q := range p {
		// Each of the remaining questions is equally likely to be solvable.
		if int(order.Below(uint32(r.questions-q))) < len(left) {
			p[q], left = left[0], left[1:]
		}
	}
	return p
}
