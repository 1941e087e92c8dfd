package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
)

// The follow-up paper is "Ranking Reasoning LLMs under Test-Time Scaling", arXiv
// 2603.10960. It compares 72 ranking methods on 20 models. Its gold ranking ranks the
// models by Bayes@80. Its single-trial rankings use each of the 80 trials alone.

// followupModels is the number of models in the follow-up paper: the eleven of the
// first paper and nine more.
const followupModels = 20

// pooledKey is the key for the four benchmarks pooled into one, which the follow-up
// paper calls Combined.
const pooledKey = "pooled"

// Reasons given for checks of the follow-up paper: each states why such a check is evidence or
// not.
var (
	noFollowup = checks.Data.Because("the published number is about results of 20 models, and no stand-in exists for these results")
	noGreedy   = checks.Data.Because("the published number is about greedy runs, and no greedy runs are given (--greedy)")
	noMethod   = checks.Data.Because(
		"the published number is about 72 methods, and most of these methods are not among the metrics of this experiment")
)

// Followup reproduces the follow-up paper's numbers on Bayes@1 from given results.
// Without given results it computes nothing.
func Followup(ctx context.Context, o paper.Options) *paper.Result {
	given := followups(ctx, o)
	result := &paper.Result{}
	result.AddChecks(
		followupCheck("mean τ_b between gold and the rankings by 72 methods at N = 80", noMethod, "abstract",
			missingOutcome("", "0.93–0.95 by benchmark")),
		followupCheck("number of methods whose ranking equals gold at N = 80", noMethod, "abstract",
			missingOutcome("", "19–34 by benchmark")))
	for _, claim := range followupClaims() {
		result.AddChecks(claim.check(given))
	}
	result.AddChecks(varianceCheck(given))
	if len(given) > 0 {
		shown, data := followupTables(given)
		result.AddTables(shown)
		result.AddData("followup", data)
	}
	return result
}

// followupTitle returns the title of a benchmark, or of all benchmarks pooled.
func followupTitle(key string) string {
	if key == pooledKey {
		return "all four benchmarks"
	}
	return paper.Tasks[key].Title
}

func followupCheck(check string, ground checks.Ground, where string, o checks.Outcome) checks.Check {
	return checks.New(check, "arXiv 2603.10960, "+where, ground, o, "")
}

// missingOutcome returns the outcome if there is no result to compare. It is for the
// given published number or, if this is "", for the given published statement.
func missingOutcome(digits, says string) checks.Outcome {
	o := checks.Statement(says, false)
	if digits != "" {
		o = checks.Number(digits, math.NaN(), 0, 0)
	}
	o.Obtained, o.Verdict = "none", checks.NeedsData
	return o
}

// groundOf returns the results on a benchmark, or nil if there are none. If greedy is
// true, results without greedy runs do not count. It also returns the kind of checks on
// these results, with a reason.
func groundOf(given map[string]*followup, key string, greedy bool) (*followup, checks.Ground) {
	f := given[key]
	switch {
	case f == nil:
		return nil, noFollowup
	case greedy && !f.hasGreedy:
		return nil, noGreedy
	}
	return f, paper.Benchmark{Unlike: f.unlike}.Ground(checks.Ground{})
}

// A followupClaim is a number that the follow-up paper prints for one benchmark.
type followupClaim struct {
	key, name, group string
	digits, source   string
	greedy           bool // it needs greedy runs
	of               func(*followup) float64
}

func (c followupClaim) check(given map[string]*followup) checks.Check {
	f, ground := groundOf(given, c.key, c.greedy)
	outcome := missingOutcome(c.digits, "")
	if f != nil {
		outcome = checks.Number(c.digits, c.of(f), 0, 0)
	}
	return followupCheck(followupTitle(c.key)+": "+c.name, ground, c.source, outcome).In(c.group)
}

// followupClaims returns all printed numbers that can be reproduced, grouped by kind.
// The first kinds are about τ_b between gold (the ranking by all trials) and the
// rankings by Bayes@1 of single trials, with and without a greedy run as prior. The
// other kinds come from Table 4. They are the share of correct attempts, τ_b between
// greedy runs and gold, and the effects of a greedy prior at N = 1. The effects are
// changes of the mean and of the standard deviation of τ_b.
func followupClaims() []followupClaim {
	return slices.Concat(
		singleTrialClaims("mean of τ_b at N = 1", func(o trialSummary) float64 { return o.mean },
			"0.779", "0.798", "0.790", "0.858", "0.865", "0.7856"),
		singleTrialClaims("standard deviation of τ_b at N = 1", func(o trialSummary) float64 { return o.scatter },
			"0.034", "0.045", "0.053", "0.028", "0.049", "0.0309"),
		table4Claims("share of correct attempts", false, func(f *followup) float64 { return f.share },
			"0.620", "0.533", "0.333", "0.588"),
		table4Claims("τ_b between greedy runs and gold", true, func(f *followup) float64 { return f.alignment },
			"0.739", "0.660", "0.635", "0.768"),
		table4Claims("gain in τ_b at N = 1 by a greedy prior", true, (*followup).gain,
			"0.020", "0.008", "-0.022", "0.049"),
		table4Claims("reduction of the standard deviation of τ_b at N = 1 by a greedy prior", true, (*followup).deviationReduction,
			"0.42", "0.17", "0.16", "0.52"),
	)
}

// singleTrialClaims returns the follow-up paper's claims about single trials. The
// digits are the printed numbers. The given function computes the same quantity from
// measured results. The claims come from Table 2 and, for the pooled benchmarks with a
// greedy prior, from Table 18.
func singleTrialClaims(name string, of func(trialSummary) float64, digits ...string) (all []followupClaim) {
	for i, p := range []struct {
		key    string
		greedy bool
		source string
	}{
		{"aime24", true, "Table 2"}, {"aime25", true, "Table 2"}, {"hmmt25", false, "Table 2"},
		{"brumo25", true, "Table 2"}, {pooledKey, false, "Table 2"}, {pooledKey, true, "Table 18"},
	} {
		by := ", Bayes" + wording.If(p.greedy, " with a greedy prior")
		all = append(all, followupClaim{p.key, name + by, name, digits[i], p.source, p.greedy,
			func(f *followup) float64 { return of(f.trialResults(p.greedy)) }})
	}
	return all
}

// table4Claims returns the follow-up paper's claims in one column of Table 4. The
// digits are the printed numbers. The given function computes the same quantity from
// measured results.
func table4Claims(name string, greedy bool, of func(*followup) float64, digits ...string) (all []followupClaim) {
	for i, key := range paper.BenchmarkKeys {
		all = append(all, followupClaim{key, name, name, digits[i], "Table 4", greedy, of})
	}
	return all
}

// varianceCheck returns a check of the statement in the abstract that a greedy prior
// reduces the variance. The statement is about all four benchmarks.
func varianceCheck(given map[string]*followup) checks.Check {
	const says = "a greedy prior cuts the variance at N = 1 by 16–52 %"
	var cuts []float64
	var ground checks.Ground
	for _, key := range paper.BenchmarkKeys {
		f, its := groundOf(given, key, true)
		if ground.Kind != checks.Data {
			ground = its
		}
		if f != nil {
			left := 1 - f.deviationReduction()
			cuts = append(cuts, 1-float64(left*left))
		}
	}
	outcome := missingOutcome("", says)
	if len(cuts) == len(paper.BenchmarkKeys) {
		least, most := slices.Min(cuts), slices.Max(cuts)
		// The paper prints the shares as whole percentages.
		outcome = checks.Statement(says, least >= 0.155 && most < 0.525)
		outcome.Obtained = fmt.Sprintf("%s to %s", tables.Percent(least, 0), tables.Percent(most, 0))
	}
	check := followupCheck("reduction of the variance of τ_b at N = 1 by a greedy prior", ground, "abstract", outcome)
	check.Note = "in Table 4 of the follow-up paper, 16–52 % are reductions of the standard deviation. The corresponding reductions of the variance are 29–77 %"
	return check
}

// followupTables returns tables of the measured numbers for readers and for programs.
// The last row is for all benchmarks pooled.
func followupTables(given map[string]*followup) (shown, data *tables.Table) {
	keys := lists.Where(append(slices.Clone(paper.BenchmarkKeys), pooledKey), func(key string) bool {
		return given[key] != nil
	})
	list := lists.Each(keys, func(key string) *followup { return given[key] })
	text := func(heading, key string, of func(*followup) string) tables.Field[*followup] {
		return paper.AtRight(paper.Text(heading, key, of))
	}
	// greedy returns a field whose values are computed from greedy runs. If there are no
	// such runs, the field shows the third argument.
	greedy := func(heading, key, without string, of func(*followup) string) tables.Field[*followup] {
		return text(heading, key, func(f *followup) string {
			return wording.IfElse(f.hasGreedy, of(f), without)
		})
	}
	around := func(o trialSummary) string { return tables.Float(o.mean, 3) + " ± " + tables.Float(o.scatter, 3) }
	whole := func(v float64) string { return fmt.Sprint(v) }
	shown, data = paper.Tables("Follow-up paper: τ_b between a single trial and gold",
		[]tables.Field[*followup]{
			paper.Text("benchmark", "", func(f *followup) string { return followupTitle(f.key) }),
			paper.Text("", "benchmark", func(f *followup) string { return f.key }),
			paper.Number("correct", "share_correct", paper.Percent, func(f *followup) float64 { return f.share }),
			text("Bayes@1", "", func(f *followup) string { return around(f.uniform) }),
			greedy("with a greedy prior", "", tables.Missing, func(f *followup) string { return around(f.greedy) }),
			greedy("reduction of the standard deviation", "", tables.Missing,
				func(f *followup) string { return tables.Percent(f.deviationReduction(), 0) }),
			greedy("τ_b of greedy run and gold", "", tables.Missing,
				func(f *followup) string { return tables.Float(f.alignment, 3) }),
			text("", "mean_tau_b", func(f *followup) string { return whole(f.uniform.mean) }),
			text("", "sd_tau_b", func(f *followup) string { return whole(f.uniform.scatter) }),
			text("", "undefined", func(f *followup) string { return fmt.Sprint(f.uniform.undefined) }),
			greedy("", "mean_tau_b_greedy", "", func(f *followup) string { return whole(f.greedy.mean) }),
			greedy("", "sd_tau_b_greedy", "", func(f *followup) string { return whole(f.greedy.scatter) }),
			greedy("", "tau_b_of_greedy", "", func(f *followup) string { return whole(f.alignment) }),
		}, list)
	shown.Notes = []string{"Bayes@1 and with a greedy prior: mean ± standard deviation of τ_b over the single trials of the board. " +
		"Gold is the ranking of all given models by Bayes@N on all trials. An undefined τ_b counts as 0."}
	return shown, data
}
