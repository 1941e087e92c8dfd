package votes

import (
	"fmt"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

func init() {
	const aim, all = "worth of the choice among K", "K may be inf: then the score is what it comes to for large K, if every attempt keeps its share."
	metrics.Register(metrics.Family{
		Name: "plurality@", Syntax: "plurality@K", Example: "plurality@4", New: newPlurality, Aim: aim,
		Doc: "worth of the answer that most of K attempts give",
		More: "Self-consistency, over all subsets of K trials; it needs the answers of the attempts. A tie is shared. " +
			"Attempts without an answer do not vote. " + all,
		Variants: []metrics.Variant{{Suffix: ":first", Doc: "a tie goes to the answer that comes first"}},
	})
	metrics.Register(metrics.Family{
		Name: "cons@", Syntax: "cons@K", Example: "cons@4", New: newPlurality, Aim: aim, Alias: "plurality@K",
		Why: "It is the same metric.", Doc: "another name of plurality@K",
	})
	metrics.Register(metrics.Family{
		Name: "vote@", Syntax: "vote@K[:WEIGHT]", Example: "vote@4", Aim: aim, New: newWeighted("vote@", weighted{}),
		Doc: "worth of the answer with the largest sum of weights among K attempts",
		More: fmt.Sprintf("It needs the answers and the weights of the attempts (--weight-by). Up to %d subsets of K trials are all "+
			"looked at; of more, so many are drawn for each question, and fewer on boards of many. ", mostSubsets) + all,
	})
	metrics.Register(metrics.Family{
		Name: "best@", Syntax: "best@K[:WEIGHT]", Example: "best@4", Aim: aim, New: newWeighted("best@", best{}),
		Doc:  "worth of the attempt with the largest weight among K",
		More: "Best-of-K by a verifier, over all subsets of K trials; it needs the weights of the attempts (--weight-by). " + all,
	})
}

// newPlurality reads K and maybe ":first".
func newPlurality(parameters string, o metrics.Options) (metrics.Metric, error) {
	number, ending, found := strings.Cut(parameters, ":")
	if found && ending != "first" {
		return nil, fmt.Errorf("it may end in :first and not in %s", quoted.Text(":"+ending))
	}
	return newMetric("plurality@"+parameters, number, "", plurality{first: found}, o)
}

// newWeighted returns what reads K and maybe the name of the weights.
func newWeighted(family string, r rule) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		number, weigher, _ := strings.Cut(parameters, ":")
		return newMetric(family+parameters, number, weigher, r, o)
	}
}

func newMetric(name, number, weigher string, r rule, o metrics.Options) (metrics.Metric, error) {
	k := forever
	if number != "inf" {
		var err error
		if k, err = strconv.Atoi(number); err != nil || k < 1 || k > results.MaxTrials || strings.HasPrefix(number, "+") {
			return nil, fmt.Errorf("number K is %s: it must be a whole number from 1 to %d, or inf", quoted.Text(number), results.MaxTrials)
		}
	}
	return &metric{name: name, k: k, weights: o.Weights, seed: o.Seed, weigher: weigher, rule: r}, nil
}
