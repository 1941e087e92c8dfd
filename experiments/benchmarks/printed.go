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
			printedCheck(title+": ties with interval", checks.Number(p.ties, sharedRanks(p.interval), 0, 0), ""))
	}
	return all
}

// placeChecks returns checks of statements about the ranks of individual models.
func placeChecks() []checks.Check {
	alone := countSoleFirst()
	return []checks.Check{
		printedCheck("benchmarks on which Qwen3-30B-A3B-Thinking-2507 is first alone, with the interval",
			checks.Measured("consistently attains the top position", alone, 0, alone == float64(len(table2Order))), "of 4"),
		printedCheck("gpt-oss-20b high and medium tie with the interval where z < 1.645",
			checks.Statement("tied in all datasets except BrUMO'25", tiedButOnBrumo()), "by ranks and by z"),
	}
}

// likenessChecks returns checks of statements that compare the rankings on different
// benchmarks.
func likenessChecks() []checks.Check {
	similar, different, note := likeness()
	last := func(key string) float64 { return slices.Max(table2Published[key].interval) }
	all := []checks.Check{
		printedCheck("τ between AIME'24 and AIME'25, without interval",
			checks.Measured("very similar", tau("aime24", "aime25"), 0, similar), "is it the highest of all six pairs? "+note),
		printedCheck("greatest τ of BrUMO'25 with another, without interval",
			checks.Measured("markedly different", greatestTau(), 0, different),
			"is it below that of every pair of the others? "+note),
		printedCheck("ranks of AIME'25 with the interval",
			checks.Measured("the most compressed", last("aime25"), 0,
				last("aime25") < min(last("aime24"), last("hmmt25"), last("brumo25"))),
			fmt.Sprintf("AIME'24 %v, HMMT'25 %v, BrUMO'25 %v", last("aime24"), last("hmmt25"), last("brumo25"))),
	}
	all[2].Source = "poster"
	return all
}

// gptApartCheck returns a check that Table 2 follows the paper's stated rule for
// separating models. It uses a pair of models that Table 2 separates.
func gptApartCheck() checks.Check {
	z := checks.Value(table2Published["brumo25"].z)
	check := printedCheck(
		"BrUMO'25: z that gpt-oss-20b high and medium need for 95 % intervals that do not overlap, at least",
		checks.Measured("only declare differences when intervals do not overlap", wideReach, 0, z >= wideReach),
		fmt.Sprintf("the z of these two models is %v. Two-sided intervals of ±1.96 σ overlap at this z, whatever the two values of σ (equal values need "+
			"z = 2.77), but Table 2 separates the models because z ≥ 1.645", z))
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
