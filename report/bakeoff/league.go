package bakeoff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	convergereport "settle/report/converge"
	"settle/report/wording"
	"settle/study/bakeoff"
	"settle/study/converge"
)

// judge tells which differences are more than chance.
func (b Bakeoff) judge() bakeoff.Judge { return bakeoff.NewJudge(b.Results, b.Options.Replicates) }

// most is the largest number of trials looked at.
func (b Bakeoff) most() int { return b.Options.At[len(b.Options.At)-1] }

// names are those of estimators of a league.
func (b Bakeoff) names(of []bakeoff.Standing) []string {
	var list []string
	for _, s := range of {
		list = append(list, b.Results[s.Index].Metric)
	}
	return list
}

// together are the first of a league, and those that agree with the true order as well
// as it on every board.
func together(league []bakeoff.Standing) []bakeoff.Standing {
	return slices.DeleteFunc(slices.Clone(league), func(s bakeoff.Standing) bool {
		return s.Index != league[0].Index && !league[0].Point.Ahead[s.Index].Alike()
	})
}

// couldBeClosest are those of a league of which none is surely behind another.
func couldBeClosest(league []bakeoff.Standing) []bakeoff.Standing {
	return slices.DeleteFunc(slices.Clone(league), func(s bakeoff.Standing) bool { return s.Best > 1 })
}

// Closest says which estimator ranks closest to the truth, and how sure that is.
func (b Bakeoff) Closest() string {
	n, judge := b.most(), b.judge()
	league := judge.League(b.Results, n)
	if len(league) == 0 {
		return fmt.Sprintf("No estimator has a score with %s.", tables.Count(n, "trial"))
	}
	leaders := together(league)
	trials, tau := tables.Count(n, "trial"), tables.Float(league[0].Point.Tau, 3)
	switch {
	case len(league) == 1:
		return fmt.Sprintf("With %s Kendall τ of %s with %s is %s on average; there is nothing to compare it with.",
			trials, b.names(leaders)[0], b.order(), tau)
	case len(leaders) == len(league):
		return fmt.Sprintf("With %s %s do equally well on every board: Kendall τ with %s is %s on average.",
			trials, wording.And(wording.Few(b.names(leaders))), b.order(), tau)
	}
	said := fmt.Sprintf("With %s %s closest to %s: Kendall τ is %s on average", trials, b.come(leaders), b.order(), tau)
	next := league[slices.IndexFunc(league, func(s bakeoff.Standing) bool {
		return !slices.ContainsFunc(leaders, func(l bakeoff.Standing) bool { return l.Index == s.Index })
	})]
	said += fmt.Sprintf(", and %s by %s, the next. ", tables.Float(next.Point.Tau, 3), b.Results[next.Index].Metric)
	return said + b.sure(league, leaders)
}

// come names those that come closest, with a verb.
func (b Bakeoff) come(leaders []bakeoff.Standing) string {
	names := b.names(leaders)
	if len(names) == 1 {
		return names[0] + " comes"
	}
	return wording.And(wording.Few(names)) + ", which do equally well on every board, come"
}

// sure says whether a lead is more than chance.
func (b Bakeoff) sure(league, leaders []bakeoff.Standing) string {
	boards := tables.Count(b.Options.Replicates, "board")
	if b.Options.Replicates < bakeoff.FewestBoards {
		return fmt.Sprintf("%s are too few to say whether that is more than chance.", boards)
	}
	rivals := couldBeClosest(league)
	rivals = slices.DeleteFunc(rivals, func(s bakeoff.Standing) bool {
		return slices.ContainsFunc(leaders, func(l bakeoff.Standing) bool { return l.Index == s.Index })
	})
	if len(rivals) == 0 {
		return fmt.Sprintf("That is more than the chance of %s.", boards)
	}
	return fmt.Sprintf("But %s do not tell that from %s.", boards, wording.And(wording.Few(b.names(rivals))))
}

// LeastError says whose scores are closest to what they estimate, of those that
// estimate the same.
func (b Bakeoff) LeastError() string {
	var said []string
	for _, group := range b.aims(b.most()) {
		said = append(said, b.leastOf(group))
	}
	if len(said) == 0 {
		return "No two of the estimators estimate the same, so that their errors do not compare."
	}
	return strings.Join(said, " ")
}

// leastOf says whose scores are closest, of some that estimate the same.
func (b Bakeoff) leastOf(group []int) string {
	n, judge := b.most(), b.judge()
	slices.SortStableFunc(group, func(i, j int) int {
		return cmp.Compare(b.Results[i].At(n).RMSE, b.Results[j].At(n).RMSE)
	})
	best := b.Results[group[0]].At(n)
	var names []string
	next := len(group) // the first that has another error than the best
	for i, e := range group {
		names = append(names, b.Results[e].Metric)
		if next == len(group) && i > 0 && !best.Ahead[e].SameError(best.RMSE) {
			next = i
		}
	}
	said := fmt.Sprintf("Of %s, which estimate the same, ", wording.And(names))
	trials, least := tables.Count(n, "trial"), tables.Float(best.RMSE, 4)
	if next == len(group) {
		return said + fmt.Sprintf("all are as close to it with %s: their RMSE is %s.", trials, least)
	}
	second, sure := b.Results[group[next]], "which is no more than chance"
	switch {
	case b.Options.Replicates < bakeoff.FewestBoards:
		sure = "on too few boards to say whether that is chance"
	case judge.LessError(best.Ahead[group[next]], best.RMSE):
		sure = "which is more than chance"
	}
	closest := fmt.Sprintf("%s is closest to it with %s: its", names[0], trials)
	if next > 1 {
		closest = fmt.Sprintf("%s are closest to it with %s: their", wording.And(names[:next]), trials)
	}
	return said + fmt.Sprintf("%s RMSE is %s, that of %s %s, %s.", closest, least, second.Metric, tables.Float(second.At(n).RMSE, 4), sure)
}

// aims are the estimators that estimate the same and have a score with n trials, where
// there are two or more.
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

// Holding says how often intervals hold the truth.
func (b Bakeoff) Holding() string {
	var least, most, worst *bakedPoint
	points := b.points()
	for i := range points {
		p := &points[i]
		if p.Coverage != p.Coverage {
			continue
		}
		if worst == nil || p.Coverage < worst.Coverage {
			worst = p
		}
		if p.N != b.most() {
			continue
		}
		if least == nil || p.Coverage < least.Coverage {
			least = p
		}
		if most == nil || p.Coverage > most.Coverage {
			most = p
		}
	}
	nominal, share := wording.Percent(bakeoff.Confidence), func(p *bakedPoint) string { return tables.Percent(p.Coverage, 1) }
	switch {
	case worst == nil:
		return "None of the estimators has intervals."
	case least == nil:
		return fmt.Sprintf("Intervals of nominally %s hold the truth least often by %s with %s: %s.",
			nominal, worst.of.Metric, tables.Count(worst.N, "trial"), share(worst))
	}
	said := fmt.Sprintf("With %s intervals of nominally %s hold the truth in %s of cases by %s",
		tables.Count(b.most(), "trial"), nominal, share(least), least.of.Metric)
	if most.of != least.of {
		said += fmt.Sprintf(" to %s by %s", share(most), most.of.Metric)
	}
	if worst.Coverage < least.Coverage {
		said += fmt.Sprintf("; least often with %s by %s: %s", tables.Count(worst.N, "trial"), worst.of.Metric, share(worst))
	}
	return said + "."
}

// Settles says whose ranking settles on the true one, and when.
func (b Bakeoff) Settles() string {
	best := slices.MinFunc(b.Results, func(x, y bakeoff.Result) int {
		return cmp.Compare(x.Convergence.Never(), y.Convergence.Never())
	})
	trials, never := tables.Count(b.Options.Trials, "trial"), best.Convergence.Never()
	if never > convergereport.NearlyAll {
		said := fmt.Sprintf("Within %s hardly any ranking settles on the true order: by %s on %s of the boards, and by none on more.",
			trials, wording.And(b.settling(best.Convergence)), tables.Percent(1-never, 1))
		if never == 1 {
			said = fmt.Sprintf("Within %s no ranking settles on the true order, on any of the boards.", trials)
		}
		if (convergereport.Convergence{GoldLevels: b.Gold}).GoldTies() {
			said += " The true means tie models, and a ranking has to tie them, too."
		}
		return said
	}
	first := slices.MinFunc(b.Results, func(x, y bakeoff.Result) int {
		a, _ := x.Convergence.Restricted()
		c, _ := y.Convergence.Restricted()
		return cmp.Compare(a, c)
	})
	mean, se := first.Convergence.Restricted()
	said := fmt.Sprintf("The ranking by %s settles first on the true order: on average at trial %s",
		wording.And(b.settling(first.Convergence)), tables.Float(mean, 1))
	if se == se {
		said += fmt.Sprintf(" ± %s", tables.Float(se, 2))
	}
	if never := first.Convergence.Never(); never > 0 {
		said += fmt.Sprintf(", where the %s of boards on which it never does count as %d", tables.Percent(never, 1), b.Options.Trials+1)
	}
	return said + "."
}

// settling names the estimators whose rankings settle on as many boards after as many trials.
func (b Bakeoff) settling(as converge.Distribution) (names []string) {
	for _, r := range b.Results {
		if slices.Equal(r.Convergence.Counts, as.Counts) {
			names = append(names, r.Metric)
		}
	}
	return names
}

// Took says how long a ranking takes, "" where that was not measured.
func (b Bakeoff) Took() string {
	var all []timed
	for i := range b.Costs {
		if x := (timed{b.Results[i].Metric, b.Costs[i]}); x.microseconds(b.most()) != tables.Missing {
			all = append(all, x)
		}
	}
	if len(all) == 0 {
		return ""
	}
	last := func(x timed) bakeoff.Cost { return x.costs[len(x.costs)-1] }
	slices.SortStableFunc(all, func(x, y timed) int { return cmp.Compare(last(x).Time, last(y).Time) })
	fastest, slowest := all[0], all[len(all)-1]
	said := fmt.Sprintf("With %s a ranking of a board takes %s µs by %s on this machine",
		tables.Count(b.most(), "trial"), fastest.microseconds(b.most()), fastest.metric)
	if len(all) > 1 {
		said += fmt.Sprintf(" and %s µs by %s", slowest.microseconds(b.most()), slowest.metric)
	}
	return said + "."
}
