package coins

import (
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
)

// table1Source is the source that is stated in checks of Table 1.
const table1Source = "paper, Table 1"

func (f table1Found) checks() (all []checks.Check) {
	if f.given != nil {
		return nil // the published numbers apply only to the paper's coins
	}
	models := f.shown.Coins.Models
	for i, model := range slices.Backward(models) {
		all = append(all, checks.New("gold rank of "+model, table1Source, meansAsPublished,
			checks.Number(fmt.Sprint(table1Gold[i]), f.gold[i], 0, 0), "").In("gold ranks as published"))
	}
	for _, row := range table1Rows {
		for i, model := range slices.Backward(models) {
			all = append(all, f.check(fmt.Sprintf("rank of %s %s", model, row.name),
				checks.Among(fmt.Sprint(row.published[i]), f.ranks(row, i)),
				fmt.Sprintf("%s of boards have the published rank", paper.Percent(f.shareOf(row, i))),
			).In(fmt.Sprintf("published ranks %s within the central 95 %% of boards", row.name)))
		}
		all = append(all, f.rowCheck(row))
	}
	return append(append(all, f.claims()...), f.unresolvedCheck())
}

// check returns a check of Table 1. It is a test, because the paper's board is compared
// with boards of many random draws.
func (f table1Found) check(check string, o checks.Outcome, note string) checks.Check {
	return checks.New(check, table1Source, checks.Test.Because(drawnCoins.Why+
		". The paper's board comes from one draw and is compared with "+f.boardsAre()), o, note)
}

// rowCheck returns a check that the published ranks of all models, taken together, are
// not too rare. Any single combination of ranks is rare. The check therefore counts all
// boards whose combination occurs at most as often as the published one.
func (f table1Found) rowCheck(row table1Row) checks.Check {
	counts := map[string]int{}
	key := func(ranks []float64) string { return fmt.Sprint(ranks) }
	for _, b := range f.boards {
		counts[key(row.of(b.Ranks))]++
	}
	published, rarer, commonest := counts[key(row.published)], 0, 0
	for _, count := range counts {
		commonest = max(commonest, count)
		if count <= published {
			rarer += count
		}
	}
	share := func(count int) string { return paper.Percent(float64(count) / float64(len(f.boards))) }
	return f.check("the whole row of ranks "+row.name,
		checks.Inferred(checks.ComesUp("a row that is not too rare", rarer, len(f.boards))),
		fmt.Sprintf("the obtained value is the share of boards whose row is as rare as the published row or rarer. The published row occurs "+
			"on %s of boards. Of all %d rows, the most common row occurs on %s of boards", share(published), len(counts), share(commonest)))
}

// table1Claims lists the statements in section 2.7.1 about Table 1. They are about one
// board of one draw.
var table1Claims = []struct {
	check, says string
	holds       func(rankedBoard) bool
}{
	{"LLM10 and LLM9 are swapped without interval", "swapped",
		func(b rankedBoard) bool { return b.Plain[llm10] > b.Plain[llm9] }},
	{"LLM4 and LLM5 do not tie without interval", "the tie is not captured",
		func(b rankedBoard) bool { return b.Plain[llm4] != b.Plain[llm5] }},
	{"LLM10 and LLM9 tie with interval", "indistinguishable at the 95% CI",
		func(b rankedBoard) bool { return b.Interval[llm10] == b.Interval[llm9] }},
	{"several groups of models tie with interval", "multiple ties across several models",
		func(b rankedBoard) bool { return len(tiedGroups(b.Interval)) > 1 }},
}

func (f table1Found) claims() (all []checks.Check) {
	for _, c := range table1Claims {
		all = append(all, f.check(c.check, checks.ComesUp(c.says, lists.CountIf(f.boards, c.holds), len(f.boards)), ""))
	}
	return all
}

// tiedGroups returns, in ascending order, the ranks that more than one model has.
func tiedGroups(ranks []float64) []float64 {
	sorted := slices.Sorted(slices.Values(ranks))
	var groups []float64
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] && (len(groups) == 0 || groups[len(groups)-1] != sorted[i]) {
			groups = append(groups, sorted[i])
		}
	}
	return groups
}

// unresolvedCheck returns a check of the poster's statement that some models are not
// separated although they differ.
func (f table1Found) unresolvedCheck() checks.Check {
	holds := lists.CountIf(f.boards, func(b rankedBoard) bool {
		for i, rank := range b.Interval {
			for j, other := range b.Interval[:i] {
				if rank == other && f.gold[i] != f.gold[j] {
					return true
				}
			}
		}
		return false
	})
	check := f.check("some models with different true means tie with interval at N = 80",
		checks.ComesUp("some adjacent gaps are still statistically unresolved", holds, len(f.boards)), "")
	check.Source = "poster"
	return check
}
