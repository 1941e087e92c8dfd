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

// League returns the league table of the methods with n trials per question. Methods
// whose rankings are closest to the gold-standard order come first. The columns show τ
// and other properties of the methods.
func (b Bakeoff) League(n int) *tables.Table {
	t := b.league(n)
	b.explainLeague(t)
	t.Note(fairness)
	return t
}

// league returns the table that League returns, without notes.
func (b Bakeoff) league(n int) *tables.Table {
	league := b.judge().League(b.Results, n)
	title := fmt.Sprintf("Closest to %s with %s", b.order(), tables.Count(n, "trial"))
	return tables.New(title, b.leagueColumns(n, league), league)
}

// leagueColumns returns the columns of the league table for n trials. It omits columns
// that would be empty.
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
	if intervals && !(fails && b.Costs != nil) { // all columns together exceed a width of 100
		columns = append(columns, tables.Right("holds", func(s standing) string { return tables.Percent(s.Point.Coverage, 0) }))
	}
	if b.Costs != nil {
		columns = append(columns, tables.Right("µs", func(s standing) string {
			return microseconds(b.rankingTime(s.Index, n))
		}))
	}
	return columns
}

// someSettle reports whether there is a method whose ranking settles on the
// gold-standard order on at least half of the boards.
func (b Bakeoff) someSettle() bool {
	return slices.ContainsFunc(b.Results, func(r bakeoff.Result) bool { return r.Convergence.Quantile(0.5) > 0 })
}

// shortPercent formats a share in percent. It has no decimal if it is 10 % or more.
func shortPercent(share float64) string {
	return wording.IfElse(share >= 0.0995, tables.Percent(share, 0), tables.Percent(share, 1))
}

// longestMethod is the width in characters at which names of methods are wrapped, so
// that a league table fits 100 characters.
const longestMethod = 18

// digits4 formats a number with at most four decimals, and fewer if the number is
// large.
func digits4(v float64) string {
	digits := 4
	for large := 10.0; digits > 0 && v >= large; large *= 10 {
		digits--
	}
	return tables.Float(v, digits)
}

// microseconds formats a time in µs. It returns tables.Missing for NaN.
func microseconds(µs float64) string {
	switch {
	case µs < 0.095:
		return tables.Float(µs, 2)
	case µs < 99.5:
		return tables.Float(µs, 1)
	}
	return tables.Float(µs, 0)
}

// rankingTime returns the computing time of one ranking with n trials in µs, or NaN if
// it was not measured.
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

// explainLeague adds notes to t that explain a league table and its columns.
func (b Bakeoff) explainLeague(t *tables.Table) {
	t.Warn(b.facts())
	if !b.someSettle() {
		t.Warn(fmt.Sprintf("For every method, the ranking settles on gold within %s on fewer than half of the boards.",
			tables.Count(b.Options.Trials, "trial")))
	}
	if without := b.withoutOwn(); len(without) > 0 {
		t.Warn("These methods are not in the table, because even endless trials give them no order: " + wording.And(without) + ".")
	}
	if b.Options.Replicates < bakeoff.FewestBoards {
		t.Warn(fmt.Sprintf("At least %d boards are needed to separate methods; this run has %d.",
			bakeoff.FewestBoards, b.Options.Replicates))
	} else if judge := b.judge(); judge.Comparisons > 0 {
		t.Note(fmt.Sprintf("Methods that the boards do not separate share a range of places. A difference is significant if it is at least %s standard errors (±); the %d differences of τ and of squared errors have %s simultaneous confidence.",
			tables.Float(judge.Critical, 2), judge.Comparisons, wording.Percent(bakeoff.Confidence)))
	}
	t.Note(b.columnsNote(), fmt.Sprintf("%s. All methods saw the same %s. The boards are random and the models are fixed, so other models can give another order of methods. A board that a method cannot rank, or on which it ties all models, counts as τ = 0.",
		b.gold(), tables.Count(b.Options.Replicates, "board")))
}

// withoutOwn returns the names of the methods that reach no order with endless trials.
// They are left out of the table if each method is compared with the order that it
// reaches itself.
func (b Bakeoff) withoutOwn() (names []string) {
	for i, gold := range b.Options.Golds {
		if gold == nil && i < len(b.Results) {
			names = append(names, b.Results[i].Metric)
		}
	}
	return names
}

// columnsNote explains the columns of a league table whose names are not
// self-explanatory.
func (b Bakeoff) columnsNote() string {
	return "top-1: share of boards with a best model ranked first. off: mean distance of a model from its true place. " +
		"tied: share of pairs that the ranking ties. " +
		wording.If(b.someSettle(), "settles: trials from which half of the boards stay ranked as gold. ") +
		"RMSE: error of the scores; holds: coverage of their " + wording.Percent(bakeoff.Confidence) +
		" intervals, for the quantity that the method itself estimates."
}

// rankingTable returns a table that shows, for each method and number of trials, how
// well its rankings agree with the gold-standard order.
func (b Bakeoff) rankingTable() *tables.Table {
	t := tables.New("Rankings, by number of trials", b.fields().Pick("name n tau ahead_of_reference "+
		"ahead_of_reference_se weighted_tau weighted_tau_se top1 rank_error tied failed"), b.points())
	t.Columns[0].Name = "method"
	t.Notes = []string{"weighted τ: Kendall's τ with more weight on models at the top of gold."}
	return t
}
