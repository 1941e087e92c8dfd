package coins

import (
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/tables"
)

func (f table1Found) checks() []checks.Check {
	if f.given != nil {
		return nil // what is published is of the paper's coins
	}
	var all []checks.Check
	add := func(c checks.Check) {
		c.Source = "paper, Table 1"
		all = append(all, c)
	}
	models := f.shown.Coins.Models
	for i := len(models) - 1; i >= 0; i-- {
		add(checks.Check{
			Check: "gold rank of " + models[i], Ground: meansAsPublished,
			Outcome: checks.Number(fmt.Sprint(table1Gold[i]), f.gold[i], 0, 0), Group: "gold ranks as published",
		})
	}
	for _, row := range table1Rows {
		for i := len(models) - 1; i >= 0; i-- {
			add(checks.Check{
				Check: fmt.Sprintf("rank of %s %s", models[i], row.name), Ground: drawnCoins,
				Outcome: checks.Among(fmt.Sprint(row.published[i]), f.ranks(row, i)),
				Note: fmt.Sprintf("one board of one draw; %s of %s give the published rank",
					tables.Percent(f.shareOf(row, i), 1), f.boardsAre()),
				Group: fmt.Sprintf("ranks %s among those that come up", row.name),
			})
		}
		add(f.rowCheck(row))
	}
	for _, c := range f.claims() {
		add(c)
	}
	return append(all, f.unresolvedCheck())
}

// rowCheck asks whether the published row comes up as a whole.
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
	share := func(count int) string { return tables.Percent(float64(count)/float64(len(f.boards)), 1) }
	return checks.Check{
		Check: "the whole row " + row.name, Ground: drawnCoins,
		Outcome: checks.Inferred(checks.Statement("a row that comes up", published > 0)),
		Note: fmt.Sprintf("on %s of %s; of the %d rows that come up the commonest is on %s, and one as rare as this or "+
			"rarer on %s", share(published), f.boardsAre(), len(counts), share(commonest), share(rarer)),
	}
}

// claims are what section 2.7.1 says of the table.
func (f table1Found) claims() []checks.Check {
	var all []checks.Check
	share := func(check, says string, holds func(rankedBoard) bool) {
		all = append(all, checks.Check{
			Check: check, Ground: drawnCoins, Outcome: checks.Share(says, f.count(holds), len(f.boards)),
			Note: "of " + f.boardsAre(),
		})
	}
	share("LLM10 and LLM9 are swapped without interval", "swapped", func(b rankedBoard) bool {
		return b.Plain[llm10] > b.Plain[llm9]
	})
	share("LLM4 and LLM5 do not tie without interval", "the tie is not captured", func(b rankedBoard) bool {
		return b.Plain[llm4] != b.Plain[llm5]
	})
	share("LLM10 and LLM9 tie with interval", "indistinguishable at the 95% CI", func(b rankedBoard) bool {
		return b.Interval[llm10] == b.Interval[llm9]
	})
	share("several groups tie with interval", "multiple ties across several models", func(b rankedBoard) bool {
		return len(tiedGroups(b.Interval)) > 1
	})
	return all
}

// tiedGroups are the ranks that several models have, in order.
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

// unresolvedCheck is what the poster says of the table: some gap is unresolved
// between models that are not equal.
func (f table1Found) unresolvedCheck() checks.Check {
	holds := f.count(func(b rankedBoard) bool {
		for i, rank := range b.Interval {
			for j, other := range b.Interval[:i] {
				if rank == other && f.gold[i] != f.gold[j] {
					return true
				}
			}
		}
		return false
	})
	return checks.Check{
		Check: "models that differ tie with interval at N = 80", Ground: drawnCoins, Source: "poster",
		Outcome: checks.Share("some adjacent gaps are still statistically unresolved", holds, len(f.boards)),
		Note:    "of " + f.boardsAre(),
	}
}
