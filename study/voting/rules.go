package voting

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"settle/internal/lists"
	"settle/metrics"
)

// A Kind is a kind of rule for when to stop sampling.
type Kind string

// These are the kinds of stopping rules.
const (
	// Fixed stops after K samples.
	Fixed Kind = "fixed"

	// Beta and Dirichlet stop as soon as the posterior probability that the leading answer
	// is the most likely one reaches a threshold. This is adaptive consistency (Aggarwal,
	// Madaan, Yang and Mausam, "Let's Sample Step by Step", EMNLP 2023). Beta compares only
	// the two most frequent answers: P(Beta(v₁+1, v₂+1) > ½). Dirichlet compares the leader
	// with every other answer so far: P(p₁ > max pᵢ) under Dirichlet(v₁+1, v₂+1, …). With
	// fewer than three different answers so far, both give the same probability; with one
	// answer, v₂ is 0.
	Beta      Kind = "beta"
	Dirichlet Kind = "dirichlet"

	// Window samples in windows and stops after the first window whose answers are all the
	// same. This is early-stopping self-consistency (Li et al., "Escape Sky-high Cost", ICLR
	// 2024). As in the authors' program, the answer of that window is final, whatever the
	// earlier windows contained. If no window is unanimous, all N samples vote.
	Window Kind = "window"
)

// A Rule says when to stop sampling answers to a question.
type Rule struct {
	Kind      Kind
	Parameter float64 // K of Fixed, the threshold of Beta and Dirichlet, or the number of samples in a window of Window
}

// String returns the name of the rule, such as "beta 0.95".
func (r Rule) String() string {
	return string(r.Kind) + " " + strconv.FormatFloat(r.Parameter, 'g', -1, 64)
}

// usualWindows are the window sizes that Rules uses by default.
var usualWindows = []int{2, 3, 4, 5, 8}

// Rules returns the stopping rules to compare for questions with the given number of trials. First
// comes Fixed, for each number in metrics.CurvePoints, the last of which is all trials. Then come
// Beta and Dirichlet, for each threshold, and Window, for each size in windows. If windows is nil,
// Rules uses the sizes 2, 3, 4, 5 and 8, as far as they are below the number of trials. Rules
// fails if there is no threshold or if a threshold is not above ½ and below 1. It also fails if a
// window is not between 2 and the number of trials, or if a value is repeated.
func Rules(trials int, thresholds []float64, windows []int) ([]Rule, error) {
	if windows == nil {
		windows = lists.Where(usualWindows, func(w int) bool { return w < trials })
	}
	if len(thresholds) == 0 {
		return nil, errors.New("adaptive consistency requires a threshold, such as 0.95")
	}
	rules := lists.Each(metrics.CurvePoints(trials), func(n int) Rule { return Rule{Fixed, float64(n)} })
	for _, kind := range []Kind{Beta, Dirichlet} {
		for _, t := range thresholds {
			if !(t > 0.5 && t < 1) {
				return nil, fmt.Errorf("threshold %v must be above 0.5 and below 1", t)
			}
			rules = append(rules, Rule{kind, t})
		}
	}
	for _, w := range windows {
		if w < 2 || w > trials {
			return nil, fmt.Errorf("window %d must be from 2 to the %d trials of each question", w, trials)
		}
		rules = append(rules, Rule{Window, float64(w)})
	}
	for i, r := range rules {
		if slices.Contains(rules[:i], r) {
			return nil, fmt.Errorf("%s is given twice", r)
		}
	}
	return rules, nil
}
