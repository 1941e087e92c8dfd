package bakeoff

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/report/converge"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// League is who comes closest to gold with n trials, and all that else tells methods
// apart in short.
func (b Bakeoff) League(n int) *tables.Table {
	t := b.league(n)
	b.explainLeague(t)
	t.Note(fairness)
	return t
}

// league is League without its notes.
func (b Bakeoff) league(n int) *tables.Table {
	league := b.judge().League(b.Results, n)
	title := fmt.Sprintf("Closest to %s with %s", b.order(), tables.Count(n, "trial"))
	return tables.New(title, b.leagueColumns(n, league), league)
}

// leagueColumns returns the columns of a league with n trials, without those that no method has.
func (b Bakeoff) leagueColumns(n int, league []bakeoff.Standing) []tables.Field[bakeoff.Standing] {
	type standing = bakeoff.Standing
	any := func(of func(standing) bool) bool { return slices.ContainsFunc(league, of) }
	columns := []tables.Field[standing]{
		tables.Right("place", func(s standing) string { return wording.Range(s.Best, s.Worst) }),
		tables.Wrapped("method", longestMethod, func(s standing) string { return b.Results[s.Index].Metric }),
		tables.RightFloat("τ", 3, func(s standing) float64 { return s.Point.Tau }),
	}
	if len(b.Results) > 1 {
		against := func(s standing) bakeoff.Ahead { return s.Point.Ahead[b.reference()] }
		columns = append(columns,
			tables.Right("− "+b.Results[b.reference()].Metric, func(s standing) string {
				return wording.WithSign(against(s).Tau, 3)
			}),
			tables.RightFloat("±", 3, func(s standing) float64 { return against(s).TauSE }))
	}
	columns = append(columns,
		tables.Right("top-1", func(s standing) string { return tables.Percent(s.Point.Top1, 0) }),
		tables.RightFloat("off", 2, func(s standing) float64 { return s.Point.RankError }),
		tables.Right("tied", func(s standing) string { return shortPercent(s.Point.Tied) }))
	fails := any(func(s standing) bool { return s.Point.Failed > 0 })
	if fails {
		columns = append(columns, tables.Right("fails", func(s standing) string { return fmt.Sprint(s.Point.Failed) }))
	}
	if b.someSettle() {
		columns = append(columns, tables.Right("settles", func(s standing) string {
			return strings.ReplaceAll(converge.SettlesBy(b.Results[s.Index].Convergence, 0.5), " ", "")
		}))
	}
	if any(func(s standing) bool { return !math.IsNaN(s.Point.RMSE) }) {
		columns = append(columns, tables.Right("RMSE", func(s standing) string { return digits4(s.Point.RMSE) }))
	}
	intervals := any(func(s standing) bool { return !math.IsNaN(s.Point.Coverage) })
	if intervals && !(fails && b.Costs != nil) { // all do not fit 100 columns
		columns = append(columns, tables.Right("holds", func(s standing) string { return tables.Percent(s.Point.Coverage, 0) }))
	}
	if b.Costs != nil {
		columns = append(columns, tables.Right("µs", func(s standing) string {
			return microseconds(b.rankingTime(s.Index, n))
		}))
	}
	return columns
}

// someSettle tells whether the ranking by any method settles on half of the boards.
func (b Bakeoff) someSettle() bool {
	return slices.ContainsFunc(b.Results, func(r bakeoff.Result) bool { return r.Convergence.Quantile(0.5) > 0 })
}

// shortPercent is a share in percent, of a large one without a digit after the point.
func shortPercent(share float64) string {
	return wording.IfElse(share >= 0.0995, tables.Percent(share, 0), tables.Percent(share, 1))
}

// longestMethod is the width in which the names of methods are wrapped, so that a league
// fits 100 columns.
const longestMethod = 18

// digits4 is a number of at most four digits after the point, of a large one fewer.
func digits4(v float64) string {
	digits := 4
	for large := 10.0; digits > 0 && v >= large; large *= 10 {
		digits--
	}
	return tables.Float(v, digits)
}

// microseconds is a time in µs, Missing for NaN.
func microseconds(µs float64) string {
	switch {
	case µs < 0.095:
		return tables.Float(µs, 2)
	case µs < 99.5:
		return tables.Float(µs, 1)
	}
	return tables.Float(µs, 0)
}

// rankingTime returns the time of one ranking with n trials in µs, NaN if it was not measured.
func (b Bakeoff) rankingTime(result, n int) float64 {
	if b.Costs != nil {
		for _, c := range b.Costs[result] {
			if c.N == n {
				return float64(c.Time.Nanoseconds()) / 1000
			}
		}
	}
	return math.NaN()
}

// explainLeague says what a league is about, and what its columns are.
func (b Bakeoff) explainLeague(t *tables.Table) {
	t.Warn(b.facts())
	if !b.someSettle() {
		t.Warn(fmt.Sprintf("No method's ranking settles on gold within %s on half of the boards.",
			tables.Count(b.Options.Trials, "trial")))
	}
	if without := b.withoutOwn(); len(without) > 0 {
		t.Warn("Not in the table, for want of an order that trials without end come to: " + wording.And(without) + ".")
	}
	if b.Options.Replicates < bakeoff.FewestBoards {
		t.Warn(fmt.Sprintf("Places need at least %d boards to be separated, and there are %d.",
			bakeoff.FewestBoards, b.Options.Replicates))
	} else if judge := b.judge(); judge.Comparisons > 0 {
		t.Note(fmt.Sprintf("Methods that the boards do not separate share a range of places. A difference counts from %s standard errors (±) on; "+
			"all %d differences of τ and of squared errors hold together with %s confidence.",
			tables.Float(judge.Critical, 2), judge.Comparisons, wording.Percent(bakeoff.Confidence)))
	}
	t.Note(b.columnsNote(), fmt.Sprintf("%s. All methods saw the same %s; these are what is random, the chances are given, and "+
		"others may order the methods otherwise. A board that a method cannot rank, or on which it ties all models, counts as τ = 0.",
		b.gold(), tables.Count(b.Options.Replicates, "board")))
}

// withoutOwn are the methods that have no order of their own to be compared with, where
// each is compared with that.
func (b Bakeoff) withoutOwn() (names []string) {
	for i, gold := range b.Options.Golds {
		if gold == nil && i < len(b.Results) {
			names = append(names, b.Results[i].Metric)
		}
	}
	return names
}

// columnsNote says what the columns of a league are, where their names do not.
func (b Bakeoff) columnsNote() string {
	return "top-1: how often a best model is ranked first. off: how many places a model is from its true one on average. " +
		"tied: pairs that the ranking ties. " +
		wording.If(b.someSettle(), "settles: the trials from which half of the boards stay ranked as gold. ") +
		"RMSE and holds: the error of the scores, and how often their " + wording.Percent(bakeoff.Confidence) +
		" intervals hold what the method itself estimates."
}

// rankingTable shows, by method and n, what tells rankings apart beside τ.
func (b Bakeoff) rankingTable() *tables.Table {
	t := tables.New("Rankings, by number of trials", b.fields().Pick("name n tau ahead_of_reference "+
		"ahead_of_reference_se weighted_tau weighted_tau_se top1 rank_error tied failed"), b.points())
	t.Columns[0].Name = "method"
	t.Notes = []string{"weighted τ: Kendall's τ in which models at the top of gold count more."}
	return t
}
