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
	const aim, all = "score of the choice among K", "K can be inf: the score is then the limit for large K, with every attempt in its observed proportion."
	metrics.Register(metrics.Family{
		Name: "plurality@", Syntax: "plurality@K", Example: "plurality@4", New: newPlurality, Aim: aim,
		Doc: "score of the most frequent answer among K attempts",
		More: "Self-consistency, over all subsets of K trials; requires the answers of the attempts. Tied answers share the score equally. " +
			"Attempts without an answer do not vote. " + all,
		Variants: []metrics.Variant{{Suffix: ":first", Doc: "a tie goes to the first answer"}},
	})
	metrics.Register(metrics.Family{
		Name: "cons@", Syntax: "cons@K", Example: "cons@4", New: newPlurality, Aim: aim, Alias: "plurality@K",
		Why: "It is the same metric.", Doc: "another name of plurality@K",
	})
	metrics.Register(metrics.Family{
		Name: "vote@", Syntax: "vote@K[:WEIGHT]", Example: "vote@4", Aim: aim, New: newWeighted("vote@", weightedVote{}),
		Doc: "score of the answer with the largest sum of weights among K attempts",
		More: fmt.Sprintf("Requires the answers and the weights of the attempts (--weight-by). If there are at most %d subsets of K trials, "+
			"all are used; otherwise that many are drawn per question, or fewer on boards with many questions. ", mostSubsets) + all,
	})
	metrics.Register(metrics.Family{
		Name: "best@", Syntax: "best@K[:WEIGHT]", Example: "best@4", Aim: aim, New: newWeighted("best@", bestAttempt{}),
		Doc:  "score of the highest-weighted of K attempts",
		More: "Best-of-K by a verifier, over all subsets of K trials; requires the weights of the attempts (--weight-by). " + all,
	})
}

// newPlurality makes plurality@K from the text "K" or "K:first".
func newPlurality(parameters string, o metrics.Options) (metrics.Metric, error) {
	number, ending, found := strings.Cut(parameters, ":")
	if found && ending != "first" {
		return nil, fmt.Errorf("unknown suffix %s; the only suffix is :first", quoted.Text(":"+ending))
	}
	return newMetric("plurality@"+parameters, number, "", plurality{first: found}, o)
}

// newWeighted returns a constructor that makes a metric from the text "K" or "K:W",
// where W is the name of the weights.
func newWeighted(family string, r rule) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		number, weigher, _ := strings.Cut(parameters, ":")
		return newMetric(family+parameters, number, weigher, r, o)
	}
}

func newMetric(name, number, weigher string, r rule, o metrics.Options) (metrics.Metric, error) {
	k := infiniteK
	if number != "inf" {
		var err error
		if k, err = strconv.Atoi(number); err != nil || k < 1 || k > results.MaxTrials || strings.HasPrefix(number, "+") {
			return nil, fmt.Errorf("invalid K %s; use a whole number from 1 to %d, or inf", quoted.Text(number), results.MaxTrials)
		}
	}
	return &metric{name: name, k: k, weights: o.Weights, seed: o.Seed, weigher: weigher, rule: r}, nil
}
