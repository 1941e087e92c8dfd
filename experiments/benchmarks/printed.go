package benchmarks

import (
	"fmt"
	"math"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/kendall"
	"settle/ranking"
	"settle/report/wording"
)

// printedChecks returns checks that need no results. They compare the statements of
// section 3.2 about Table 2, including its confidence levels, with the ranks and z that are
// printed there.
func printedChecks() []checks.Check {
	all := append(confidenceChecks(), placeChecks()...)
	return append(append(all, likenessChecks()...), gptApartCheck())
}

// printedCheck returns a check that compares a statement of section 3.2 with other
// printed numbers.
func printedCheck(what string, outcome checks.Outcome, note string) checks.Check {
	return checks.New("printed: "+what, "paper, section 3.2", bothPrinted, outcome, note)
}

// confidenceChecks returns checks that compare printed confidences with the printed z,
// and stated numbers of shared ranks with the printed ranks.
func confidenceChecks() (all []checks.Check) {
	for _, key := range table2Order {
		title, p := paper.Tasks[key].Title, table2Published[key]
		all = append(all,
			printedCheck(fmt.Sprintf("%s: ρ of z = %s", title, p.z),
				checks.Number(p.rho, ranking.Rho(checks.Value(p.z)), 0, 0), ""),
			printedCheck(title+": number of ties with interval", checks.Number(p.ties, sharedRanks(p.interval), 0, 0), ""))
	}
	return all
}

// placeChecks returns checks of statements about the ranks of individual models.
func placeChecks() []checks.Check {
	alone := countSoleFirst()
	return []checks.Check{
		printedCheck("number of benchmarks on which only Qwen3-30B-A3B-Thinking-2507 has rank 1, with the interval",
			checks.Measured("consistently attains the top position", alone, 0, alone == float64(len(table2Order))), "out of 4 benchmarks"),
		printedCheck("gpt-oss-20b high and medium tie with the interval exactly on the benchmarks with z < 1.645",
			checks.Statement("tied in all datasets except BrUMO'25", tiedButOnBrumo()), "the check uses the printed ranks and the printed z"),
	}
}

// likenessChecks returns checks of statements that compare the rankings on different
// benchmarks.
func likenessChecks() []checks.Check {
	similar, different, note := likeness()
	last := func(key string) float64 { return slices.Max(table2Published[key].interval) }
	all := []checks.Check{
		printedCheck("τ between AIME'24 and AIME'25, without interval",
			checks.Measured("very similar", tau("aime24", "aime25"), 0, similar),
			"\"very similar\" means here that this τ is the highest of all six pairs. The six τ are: "+note),
		printedCheck("greatest τ between BrUMO'25 and another benchmark, without interval",
			checks.Measured("markedly different", greatestTau(), 0, different),
			"\"markedly different\" means here that this τ is below the τ of every pair without BrUMO'25. The six τ are: "+note),
		printedCheck("number of ranks on AIME'25, with the interval",
			checks.Measured("the most compressed", last("aime25"), 0,
				last("aime25") < min(last("aime24"), last("hmmt25"), last("brumo25"))),
			fmt.Sprintf("there are %v ranks on AIME'24, %v on HMMT'25 and %v on BrUMO'25", last("aime24"), last("hmmt25"), last("brumo25"))),
	}
	all[2].Source = "poster"
	return all
}

// gptApartCheck returns a check that Table 2 follows the paper's stated rule for
// separating models. It uses a pair of models that Table 2 separates.
func gptApartCheck() checks.Check {
	z := checks.Value(table2Published["brumo25"].z)
	check := printedCheck(
		"BrUMO'25: smallest z of two models with 95 % intervals that do not overlap",
		checks.Measured("only declare differences when intervals do not overlap", wideReach, 0, z >= wideReach),
		fmt.Sprintf("gpt-oss-20b high and medium have z = %v. At this z, two-sided intervals of ±1.96 σ overlap for any two values of σ. "+
			"With equal values of σ, intervals overlap up to z = 2.77. "+
			"But Table 2 separates the two models, because z ≥ 1.645", z))
	check.Source = "paper, section 1, and Table 2"
	return check.Finds(paper.NotOverlap)
}

// wideReach is the smallest z at which two 95 % intervals can be separated. One of the
// intervals then has width zero, so that z is |μ − μ′|/σ, and the other interval
// reaches 1.96 σ. Intervals that both have a width need a larger z.
const wideReach = 1.96

// countSoleFirst returns the number of benchmarks on which rank 1 has a single model.
func countSoleFirst() float64 {
	return float64(lists.CountIf(table2Order, func(key string) bool {
		p := table2Published[key]
		return p.interval[0] == 1 && !slices.Contains(p.interval[1:], 1) && p.plain[0] == 1
	}))
}

// tiedButOnBrumo reports whether gpt-oss-20b high and medium tie on all benchmarks
// except BrUMO'25, both by their printed ranks and by their printed z.
func tiedButOnBrumo() bool {
	return !slices.ContainsFunc(table2Order, func(key string) bool {
		p := table2Published[key]
		tied := p.interval[gptHigh] == p.interval[gptMedium]
		return tied != (key != "brumo25") || tied != (checks.Value(p.z) < 1.645)
	})
}

// tau returns Kendall's τ between the printed rankings of two benchmarks by score alone
// (without the interval).
func tau(a, b string) float64 {
	return kendall.TauB(table2Published[a].plain, table2Published[b].plain)
}

// greatestTau returns the greatest τ between the printed ranks on BrUMO'25 and on any
// other benchmark.
func greatestTau() float64 {
	return max(tau("brumo25", "aime25"), tau("brumo25", "aime24"), tau("brumo25", "hmmt25"))
}

// likeness compares τ between the printed ranks on all pairs of benchmarks. It reports
// whether τ is largest for AIME'24 and AIME'25 (similar). It also reports whether every
// pair with BrUMO'25 has a smaller τ than every pair without it (different).
func likeness() (similar, different bool, note string) {
	most, least := math.Inf(-1), math.Inf(1)
	for i, a := range table2Order {
		for _, b := range table2Order[:i] {
			at := tau(a, b)
			note += wording.If(note != "", ", ") + fmt.Sprintf("%s–%s %s", paper.Tasks[b].Title,
				paper.Tasks[a].Title, tables.Float(at, 2))
			if a != "aime24" || b != "aime25" {
				most = max(most, at)
			}
			if a != "brumo25" {
				least = min(least, at)
			}
		}
	}
	return tau("aime24", "aime25") > most, greatestTau() < least, note
}
