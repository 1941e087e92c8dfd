package bakeoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/converge"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// judge returns a Judge, which decides which differences between estimators are
// significant.
func (b Bakeoff) judge() bakeoff.Judge { return bakeoff.NewJudge(b.Results, b.Options.Replicates) }

// maxTrials returns the largest number of trials in the comparison.
func (b Bakeoff) maxTrials() int { return b.Options.At[len(b.Options.At)-1] }

// names returns the names of the estimators in the given standings.
func (b Bakeoff) names(of []bakeoff.Standing) []string {
	return lists.Each(of, func(s bakeoff.Standing) string { return b.Results[s.Index].Metric })
}

// jointLeaders returns the leader of a league, and all estimators that agree with the
// gold-standard order exactly as well as the leader on every board.
func jointLeaders(league []bakeoff.Standing) []bakeoff.Standing {
	return lists.Where(league, func(s bakeoff.Standing) bool {
		return s.Index == league[0].Index || league[0].Point.Ahead[s.Index].Alike()
	})
}

// otherStandings returns the standings of a league, without the excluded ones.
func otherStandings(league, excluded []bakeoff.Standing) []bakeoff.Standing {
	return lists.Where(league, func(s bakeoff.Standing) bool {
		return !slices.ContainsFunc(excluded, func(one bakeoff.Standing) bool { return one.Index == s.Index })
	})
}

// Closest returns a sentence that names the estimator whose ranking is closest to the
// gold-standard order, and says how certain this is.
func (b Bakeoff) Closest() string {
	n, judge := b.maxTrials(), b.judge()
	league := judge.League(b.Results, n)
	if len(league) == 0 {
		return fmt.Sprintf("No estimator has a score after %s per question.", tables.Count(n, "trial"))
	}
	leaders := jointLeaders(league)
	trials, tau := tables.Count(n, "trial"), tables.Float(league[0].Point.Tau, 3)
	switch {
	case len(league) == 1:
		return fmt.Sprintf("With %s, the average Kendall τ between the ranking by %s and %s is %s; there is no other estimator to compare.",
			trials, b.names(leaders)[0], b.order(), tau)
	case len(leaders) == len(league):
		return fmt.Sprintf("With %s, %s do equally well on every board: their average Kendall τ with %s is %s.",
			trials, wording.And(wording.Few(b.names(leaders))), b.order(), tau)
	}
	said := fmt.Sprintf("With %s, %s closest to %s: the average Kendall τ is %s", trials, b.come(leaders), b.order(), tau)
	next := otherStandings(league, leaders)[0]
	said += fmt.Sprintf(", and %s for %s, which comes next. ", tables.Float(next.Point.Tau, 3), b.Results[next.Index].Metric)
	return said + b.significance(league, leaders)
}

// come returns the names of the closest estimators, followed by "comes" or "come".
func (b Bakeoff) come(leaders []bakeoff.Standing) string {
	names := b.names(leaders)
	return wording.Verb(len(names), names[0]+" comes",
		wording.And(wording.Few(names))+", which do equally well on every board, come")
}

// significance returns a sentence that says whether the lead of the closest estimators
// is significant.
func (b Bakeoff) significance(league, leaders []bakeoff.Standing) string {
	boards := tables.Count(b.Options.Replicates, "board")
	if b.Options.Replicates < bakeoff.FewestBoards {
		return fmt.Sprintf("%s are too few to tell whether the difference is significant.", boards)
	}
	// A rival is an estimator that is not significantly behind any leader.
	rivals := lists.Where(otherStandings(league, leaders), func(s bakeoff.Standing) bool { return s.Best <= 1 })
	if len(rivals) == 0 {
		return fmt.Sprintf("The difference is significant over %s.", boards)
	}
	return fmt.Sprintf("%s do not separate %s.", wording.Upper(boards), wording.And(wording.Few(b.names(slices.Concat(leaders, rivals)))))
}

// LeastError returns sentences that name the estimators with the smallest errors. It
// compares only estimators of the same quantity.
func (b Bakeoff) LeastError() string {
	said := lists.Each(b.aims(b.maxTrials()), b.leastOf)
	if len(said) == 0 {
		return "No two estimators estimate the same quantity, so their errors are not comparable."
	}
	return strings.Join(said, " ")
}

// leastOf returns a sentence that names the estimators with the smallest error in a
// group. All estimators in the group estimate the same quantity.
func (b Bakeoff) leastOf(group []int) string {
	n := b.maxTrials()
	slices.SortStableFunc(group, func(i, j int) int {
		return cmp.Compare(b.Results[i].At(n).RMSE, b.Results[j].At(n).RMSE)
	})
	best := b.Results[group[0]].At(n)
	names := lists.Each(group, func(e int) string { return b.Results[e].Metric })
	said := fmt.Sprintf("Among %s, which estimate the same quantity, ", wording.And(names))
	trials, least := tables.Count(n, "trial"), tables.Float(best.RMSE, 4)
	next := slices.IndexFunc(group, func(e int) bool { return e != group[0] && !best.Ahead[e].SameError(best.RMSE) })
	if next < 0 {
		return said + fmt.Sprintf("all are equally close to it with %s: RMSE %s.", trials, least)
	}
	second, sure := b.Results[group[next]], "not a significant difference"
	switch {
	case b.Options.Replicates < bakeoff.FewestBoards:
		sure = "on too few boards to tell whether the difference is significant"
	case b.judge().LessError(best.Ahead[group[next]], best.RMSE):
		sure = "a significant difference"
	}
	return said + fmt.Sprintf("%s %s closest to it with %s: RMSE %s, against %s for %s, %s.",
		wording.And(names[:next]), wording.Verb(next, "is", "are"), trials, least,
		tables.Float(second.At(n).RMSE, 4), second.Metric, sure)
}

// aims returns groups of estimators that estimate the same quantity. Each group lists
// the indices of its estimators. Only estimators that have a score at n trials are
// included, and only groups of at least two.
func (b Bakeoff) aims(n int) [][]int {
	var groups [][]int
	for i, r := range b.Results {
		if r.Truth == nil || r.At(n) == nil {
			continue
		}
		at := slices.IndexFunc(groups, func(g []int) bool { return slices.Equal(b.Results[g[0]].Truth, r.Truth) })
		if at < 0 {
			groups = append(groups, []int{i})
			continue
		}
		groups[at] = append(groups[at], i)
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

// Holding returns a sentence that says how often intervals contain the true value, with
// the largest number of trials.
func (b Bakeoff) Holding() string {
	held := slices.DeleteFunc(b.points(), func(p bakedPoint) bool { return p.N != b.maxTrials() || math.IsNaN(p.Coverage) })
	trials := tables.Count(b.maxTrials(), "trial")
	if len(held) == 0 {
		return fmt.Sprintf("With %s, no estimator has intervals.", trials)
	}
	byCoverage := func(x, y bakedPoint) int { return cmp.Compare(x.Coverage, y.Coverage) }
	least, most := slices.MinFunc(held, byCoverage), slices.MaxFunc(held, byCoverage)
	said := fmt.Sprintf("With %s, nominal %s intervals cover the truth in %s of cases (%s)",
		trials, wording.Percent(bakeoff.Confidence), tables.Percent(least.Coverage, 1), least.of.Metric)
	if most.of != least.of {
		said += fmt.Sprintf(" to %s (%s)", tables.Percent(most.Coverage, 1), most.of.Metric)
	}
	return said + "."
}

// Settles returns a sentence that names the estimator whose ranking settles on the true
// order first, and says after how many trials.
func (b Bakeoff) Settles() string {
	best := slices.MinFunc(b.Results, func(x, y bakeoff.Result) int {
		return cmp.Compare(x.Convergence.Never(), y.Convergence.Never())
	})
	trials, never := tables.Count(b.Options.Trials, "trial"), best.Convergence.Never()
	switch {
	case never == 1:
		return fmt.Sprintf("Within %s, no ranking settles on the true order on any board.", trials)
	case never > converge.NearlyAll:
		return fmt.Sprintf("Within %s, hardly any ranking settles on the true order: at most %s of boards (%s).",
			trials, tables.Percent(1-never, 1), wording.And(b.namesSettlingAs(best)))
	}
	first := slices.MinFunc(b.Results, func(x, y bakeoff.Result) int {
		a, _ := x.Convergence.Restricted()
		c, _ := y.Convergence.Restricted()
		return cmp.Compare(a, c)
	})
	mean, se := first.Convergence.Restricted()
	said := fmt.Sprintf("The ranking by %s settles on the true order first: on average at trial %s",
		wording.And(b.namesSettlingAs(first)), tables.Float(mean, 1))
	said += wording.If(!math.IsNaN(se), " ± "+tables.Float(se, 2))
	if never := first.Convergence.Never(); never > 0 {
		said += fmt.Sprintf("; boards on which it never settles (%s) count as %d",
			tables.Percent(never, 1), b.Options.Trials+1)
	}
	return said + "."
}

// namesWhere returns the names of the estimators for which holds(result) is true.
func (b Bakeoff) namesWhere(holds func(bakeoff.Result) bool) []string {
	return lists.Each(lists.Where(b.Results, holds), func(r bakeoff.Result) string { return r.Metric })
}

// namesSettlingAs returns the names of all estimators that settle like the given
// result: at the same numbers of trials, each on the same number of boards.
func (b Bakeoff) namesSettlingAs(as bakeoff.Result) []string {
	return b.namesWhere(func(r bakeoff.Result) bool { return slices.Equal(r.Convergence.Counts, as.Convergence.Counts) })
}

// Took returns a sentence about the computing time of a ranking, or "" if times were
// not measured.
func (b Bakeoff) Took() string {
	n := b.maxTrials()
	all := lists.Where(lists.Indices(len(b.Costs)), func(i int) bool { return !math.IsNaN(b.rankingTime(i, n)) })
	if len(all) == 0 {
		return ""
	}
	slices.SortStableFunc(all, func(i, j int) int { return cmp.Compare(b.rankingTime(i, n), b.rankingTime(j, n)) })
	by := func(i int) string {
		return fmt.Sprintf("%s µs by %s", microseconds(b.rankingTime(i, n)), b.Results[i].Metric)
	}
	return fmt.Sprintf("With %s, ranking a board takes %s on this machine%s.", tables.Count(n, "trial"), by(all[0]),
		wording.If(len(all) > 1, " and "+by(all[len(all)-1])))
}
