package benchmarks

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/kendall"
	"settle/ranking"
	"settle/tables"
)

// table2Order are the benchmarks in the order of Table 2.
var table2Order = []string{"aime25", "aime24", "hmmt25", "brumo25"}

// The places of gpt-oss-20b high and medium among paper.Models.
const (
	gptHigh   = 1
	gptMedium = 2
)

// printedChecks hold what section 3.2 says in words of Table 2, and its confidences,
// against the printed ranks and z, whatever board there is.
func printedChecks() []checks.Check {
	var all []checks.Check
	add := func(what string, outcome checks.Outcome, note string) {
		all = append(all, checks.Check{
			Check: "printed: " + what, Ground: bothPrinted, Source: "paper, section 3.2", Outcome: outcome, Note: note,
		})
	}
	for _, key := range table2Order {
		title := paper.Tasks[key].Title
		rho := ranking.Rho(published(gptOSS[key].z))
		add(fmt.Sprintf("%s: ρ of z = %s", title, gptOSS[key].z), checks.Number(gptOSS[key].rho, rho, 0, 0), "")
		add(title+": ties with interval", checks.Number(table2Ties[key], sharedRanks(table2Published[key].interval), 0, 0), "")
	}
	add("benchmarks on which Qwen3-30B-A3B-Thinking-2507 is first alone, with the interval",
		checks.Measured("consistently attains the top position", firstAlone(), 0, firstAlone() == float64(len(table2Order))), "of 4")
	add("gpt-oss-20b high and medium tie with the interval where z < 1.645",
		checks.Statement("tied in all datasets except BrUMO'25", tiedButOnBrumo()), "by ranks and by z")
	similar, different, note := likeness()
	add("τ between AIME'24 and AIME'25, without interval", checks.Measured("very similar", tau("aime24", "aime25"), 0, similar),
		"the highest of all six pairs? "+note)
	add("greatest τ of BrUMO'25 with another, without interval", checks.Measured("markedly different", greatest(), 0, different),
		"below that of every pair of the others? "+note)
	ranks := func(key string) float64 { return slices.Max(table2Published[key].interval) }
	add("ranks of AIME'25 with the interval", checks.Measured("the most compressed", ranks("aime25"), 0,
		ranks("aime25") < min(ranks("aime24"), ranks("hmmt25"), ranks("brumo25"))),
		fmt.Sprintf("AIME'24 %v, HMMT'25 %v, BrUMO'25 %v", ranks("aime24"), ranks("hmmt25"), ranks("brumo25")))
	all[len(all)-1].Source = "poster"
	z := published(gptOSS["brumo25"].z)
	add("BrUMO'25: z that gpt-oss-20b high and medium need for 95 % intervals that do not overlap, at least",
		checks.Measured("only declare differences when intervals do not overlap", wideReach, 0, z >= wideReach),
		fmt.Sprintf("their z is %v: two-sided intervals of ±1.96 σ then overlap, whatever the two σ are (equal ones need 2.77), "+
			"but Table 2 ranks them apart, by z ≥ 1.645", z))
	all[len(all)-1].Source = "paper, section 1, and Table 2"
	return all
}

// wideReach is the z at which two-sided 95 % intervals part if one of them has no
// width; z is then |μ − μ′|/σ, and the other reaches 1.96 σ. Any width needs more.
const wideReach = 1.96

// published is a printed number.
func published(printed string) float64 {
	value, err := strconv.ParseFloat(printed, 64)
	if err != nil {
		panic("experiments: " + err.Error())
	}
	return value
}

// firstAlone counts the benchmarks on which the first model has rank 1, and no other.
func firstAlone() float64 {
	count := 0.0
	for _, key := range table2Order {
		of := table2Published[key].interval
		if of[0] == 1 && !slices.Contains(of[1:], 1) && table2Published[key].plain[0] == 1 {
			count++
		}
	}
	return count
}

// tiedButOnBrumo tells whether the two share a rank on all other benchmarks, and
// whether their z say so.
func tiedButOnBrumo() bool {
	for _, key := range table2Order {
		of := table2Published[key].interval
		close := published(gptOSS[key].z) < 1.645
		if tied := of[gptHigh] == of[gptMedium]; tied != (key != "brumo25") || close != tied {
			return false
		}
	}
	return true
}

// tau is Kendall's τ between the printed ranks of two benchmarks.
func tau(a, b string) float64 {
	return kendall.TauB(table2Published[a].plain, table2Published[b].plain)
}

// greatest is the greatest τ of BrUMO'25 with another benchmark.
func greatest() float64 {
	return max(tau("brumo25", "aime25"), tau("brumo25", "aime24"), tau("brumo25", "hmmt25"))
}

// likeness tells whether AIME'24 and AIME'25 are more alike than any other two
// benchmarks, and BrUMO'25 less like any other than these are among themselves.
func likeness() (similar, different bool, note string) {
	most, least := math.Inf(-1), math.Inf(1)
	for i, a := range table2Order {
		for _, b := range table2Order[:i] {
			at := tau(a, b)
			if note != "" {
				note += ", "
			}
			note += fmt.Sprintf("%s–%s %s", paper.Tasks[b].Title, paper.Tasks[a].Title, tables.Float(at, 2))
			if a != "aime24" || b != "aime25" {
				most = max(most, at)
			}
			if a != "brumo25" {
				least = min(least, at)
			}
		}
	}
	return tau("aime24", "aime25") > most, greatest() < least, note
}
