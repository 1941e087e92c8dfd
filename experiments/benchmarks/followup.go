package benchmarks

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/tables"
)

// The paper that follows this one asks which of 72 methods of ranking to trust, on 20
// models: "Ranking Reasoning LLMs under Test-Time Scaling", arXiv 2603.10960. Its gold
// is Bayes@80 of all models, and its single trials are the 80 trials, one by one.

// followupModels is how many models it has: the eleven, and nine more.
const followupModels = 20

// pooled is the key of its four benchmarks together, which it calls Combined.
const pooled = "pooled"

// singleTrial are the published means and standard deviations over single trials of
// τ_b of the best method, Bayes@1 with a greedy run as prior or without (its Table 2,
// for the pool without and with it also its Table 18).
var singleTrial = []struct {
	key           string
	greedy        bool
	mean, scatter string
	source        string
}{
	{"aime24", true, "0.779", "0.034", "Table 2"},
	{"aime25", true, "0.798", "0.045", "Table 2"},
	{"hmmt25", false, "0.790", "0.053", "Table 2"},
	{"brumo25", true, "0.858", "0.028", "Table 2"},
	{pooled, false, "0.865", "0.049", "Table 2"},
	{pooled, true, "0.7856", "0.0309", "Table 18"},
}

// greedyPrior is its Table 4: the mean of all outcomes, τ_b of the order by the greedy
// runs and the gold, by how much they as a prior raise the mean of τ_b at N = 1, and
// which share of its standard deviation they take away.
var greedyPrior = []struct{ key, share, alignment, gain, cut string }{
	{"aime24", "0.620", "0.739", "0.020", "0.42"},
	{"aime25", "0.533", "0.660", "0.008", "0.17"},
	{"hmmt25", "0.333", "0.635", "-0.022", "0.16"},
	{"brumo25", "0.588", "0.768", "0.049", "0.52"},
}

// Why checks on the paper that follows are of their kind.
var (
	noFollowup = checks.Ground{Kind: checks.Data,
		Why: "the numbers are of 20 models' results, and no stand-in was made of these"}
	noGreedy = checks.Ground{Kind: checks.Data, Why: "the number is of greedy runs, which are not given (--greedy)"}
	noMethod = checks.Ground{Kind: checks.Data,
		Why: "the number is of 72 methods, most of which rank in ways that are not among the metrics here"}
)

// Followup repeats what the follow-up paper publishes of Bayes@1, on results that are
// given: there is nothing to repeat it on without.
func Followup(ctx context.Context, o paper.Options) (*paper.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	given := map[string]*followup{}
	if err := followups(ctx, o, given); err != nil {
		return nil, err
	}
	result := &paper.Result{}
	for _, all := range []struct{ check, says string }{
		{"mean τ_b with gold of 72 methods at N = 80", "0.93–0.95 by benchmark"},
		{"methods with exactly the gold order at N = 80", "19–34 by benchmark"},
	} {
		result.Checks = append(result.Checks, followupCheck(all.check, noMethod, "abstract", missing("", all.says)))
	}
	for _, claim := range followupClaims() {
		result.Checks = append(result.Checks, claim.check(given))
	}
	result.Checks = append(result.Checks, varianceCheck(given))
	if t := followupTable(given); t != nil {
		result.Tables = []*tables.Table{t}
		result.Data = []paper.Data{{Name: "followup", Table: followupData(given)}}
	}
	return result, nil
}

// followupTitle is what a reader calls a benchmark, or all.
func followupTitle(key string) string {
	if key == pooled {
		return "all four"
	}
	return paper.Tasks[key].Title
}

func followupCheck(check string, ground checks.Ground, where string, o checks.Outcome) checks.Check {
	return checks.Check{Check: check, Ground: ground, Outcome: o, Source: "arXiv 2603.10960, " + where}
}

// missing is what is published, in digits or in words, where nothing was obtained.
func missing(digits, says string) checks.Outcome {
	o := checks.Statement(says, false)
	if digits != "" {
		o = checks.Number(digits, math.NaN(), 0, 0)
	}
	o.Obtained, o.Verdict = "none", checks.Unknown
	return o
}

// groundOf is what was measured of a benchmark, nil if nothing was, and what a check
// on it is worth.
func groundOf(given map[string]*followup, key string, greedy bool) (*followup, checks.Ground) {
	f := given[key]
	switch {
	case f == nil:
		return nil, noFollowup
	case greedy && !f.hasGreedy:
		return nil, noGreedy
	case f.unlike != "":
		return f, checks.Ground{Kind: checks.Data, Why: f.unlike}
	}
	return f, checks.Ground{Kind: checks.Test, Why: "these are results that were given, and they could say otherwise"}
}

// followupClaim is a number that the follow-up paper prints of a benchmark.
type followupClaim struct {
	key, name, group string
	digits, source   string
	greedy           bool // whether it takes greedy runs
	of               func(*followup) float64
}

func (c followupClaim) check(given map[string]*followup) checks.Check {
	f, ground := groundOf(given, c.key, c.greedy)
	outcome := missing(c.digits, "")
	if f != nil {
		outcome = checks.Number(c.digits, c.of(f), 0, 0)
	}
	check := followupCheck(followupTitle(c.key)+": "+c.name, ground, c.source, outcome)
	check.Group = c.group
	return check
}

// followupClaims are all numbers that can be made again, those of one kind one after the
// other.
func followupClaims() (all []followupClaim) {
	type moment struct {
		name   string
		digits func(i int) string
		of     func(overTrials) float64
	}
	for _, m := range []moment{
		{"mean of τ_b at N = 1",
			func(i int) string { return singleTrial[i].mean }, func(o overTrials) float64 { return o.mean }},
		{"standard deviation of τ_b at N = 1",
			func(i int) string { return singleTrial[i].scatter }, func(o overTrials) float64 { return o.scatter }},
	} {
		for i, want := range singleTrial {
			by := ", Bayes"
			if want.greedy {
				by += " with a greedy prior"
			}
			all = append(all, followupClaim{want.key, m.name + by, m.name, m.digits(i), want.source, want.greedy,
				func(f *followup) float64 { return m.of(f.of(want.greedy)) }})
		}
	}
	for _, column := range []struct {
		name   string
		greedy bool
		digits func(i int) string
		of     func(*followup) float64
	}{
		{"share of correct attempts", false, func(i int) string { return greedyPrior[i].share },
			func(f *followup) float64 { return f.share }},
		{"τ_b of the order by greedy runs and the gold", true, func(i int) string { return greedyPrior[i].alignment },
			func(f *followup) float64 { return f.alignment }},
		{"gain in τ_b at N = 1 by a greedy prior", true, func(i int) string { return greedyPrior[i].gain },
			(*followup).gain},
		{"cut of the standard deviation at N = 1 by a greedy prior", true,
			func(i int) string { return greedyPrior[i].cut }, (*followup).cut},
	} {
		for i, want := range greedyPrior {
			all = append(all, followupClaim{want.key, column.name, column.name, column.digits(i), "Table 4",
				column.greedy, column.of})
		}
	}
	return all
}

// varianceCheck compares with what the abstract says of all four benchmarks.
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
			left := 1 - f.cut()
			cuts = append(cuts, 1-float64(left*left))
		}
	}
	outcome := missing("", says)
	if len(cuts) == len(paper.BenchmarkKeys) {
		least, most := slices.Min(cuts), slices.Max(cuts)
		// Half a percentage point, for the shares are printed whole.
		outcome = checks.Statement(says, least >= 0.155 && most < 0.525)
		outcome.Obtained = fmt.Sprintf("%s to %s", tables.Percent(least, 0), tables.Percent(most, 0))
	}
	check := followupCheck("cut of the variance at N = 1 by a greedy prior", ground, "abstract", outcome)
	check.Note = "Its Table 4 has 16–52 % as cuts of the standard deviation: of the variance these are 29–77 %."
	return check
}

// listed are the benchmarks that were measured, in order, the pool last.
func listed(given map[string]*followup) (list []*followup) {
	for _, key := range slices.Concat(paper.BenchmarkKeys, []string{pooled}) {
		if f := given[key]; f != nil {
			list = append(list, f)
		}
	}
	return list
}

// orElse shows a number that needs greedy runs, and something else without them.
func orElse(without string, of func(*followup) string) func(*followup) string {
	return func(f *followup) string {
		if !f.hasGreedy {
			return without
		}
		return of(f)
	}
}

// followupTable shows what was measured, nil if nothing was.
func followupTable(given map[string]*followup) *tables.Table {
	list := listed(given)
	if len(list) == 0 {
		return nil
	}
	around := func(o overTrials) string { return tables.Float(o.mean, 3) + " ± " + tables.Float(o.scatter, 3) }
	t := tables.New("Follow-up paper: τ_b of the order by a single trial and the gold", []tables.Of[*followup]{
		tables.Left("benchmark", func(f *followup) string { return followupTitle(f.key) }),
		tables.Right("correct", func(f *followup) string { return tables.Percent(f.share, 1) }),
		tables.Right("Bayes@1", func(f *followup) string { return around(f.uniform) }),
		tables.Right("with a greedy prior",
			orElse(tables.Missing, func(f *followup) string { return around(f.greedy) })),
		tables.Right("cut of the standard deviation",
			orElse(tables.Missing, func(f *followup) string { return tables.Percent(f.cut(), 0) })),
		tables.Right("τ_b of greedy and gold",
			orElse(tables.Missing, func(f *followup) string { return tables.Float(f.alignment, 3) })),
	}, list)
	t.Notes = []string{"Mean ± standard deviation over the trials of the board, each taken alone; " +
		"the gold is Bayes@N of all models given on all their trials. An undefined τ_b counts as 0."}
	return t
}

// followupData is that for programs.
func followupData(given map[string]*followup) *tables.Table {
	return paper.Plainly(tables.New("", []tables.Of[*followup]{
		tables.Left("benchmark", func(f *followup) string { return f.key }),
		tables.Right("share correct", func(f *followup) string { return fmt.Sprint(f.share) }),
		tables.Right("mean tau b", func(f *followup) string { return fmt.Sprint(f.uniform.mean) }),
		tables.Right("sd tau b", func(f *followup) string { return fmt.Sprint(f.uniform.scatter) }),
		tables.Right("undefined", func(f *followup) string { return fmt.Sprint(f.uniform.undefined) }),
		tables.Right("mean tau b greedy", orElse("", func(f *followup) string { return fmt.Sprint(f.greedy.mean) })),
		tables.Right("sd tau b greedy", orElse("", func(f *followup) string { return fmt.Sprint(f.greedy.scatter) })),
		tables.Right("tau b of greedy", orElse("", func(f *followup) string { return fmt.Sprint(f.alignment) })),
	}, listed(given)))
}
