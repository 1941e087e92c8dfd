package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/study/bakeoff"
)

// League is who comes closest to gold with n trials, and all that else tells methods
// apart in short.
func (b Bakeoff) League(n int) *tables.Table {
	judge := b.judge()
	league := judge.League(b.Results, n)
	title := fmt.Sprintf("Closest to %s with %s", b.order(), tables.Count(n, "trial"))
	t := tables.New(title, b.leagueColumns(n, league), league)
	t.Notes = append(b.leagueNotes(), fairness)
	return t
}

// leagueColumns are those of a league with n trials: of what no method has there is none.
func (b Bakeoff) leagueColumns(n int, league []bakeoff.Standing) []tables.Field[bakeoff.Standing] {
	type standing = bakeoff.Standing
	any := func(of func(standing) bool) bool { return slices.ContainsFunc(league, of) }
	columns := []tables.Field[standing]{
		tables.Right("place", func(s standing) string { return placeRange(s.Best, s.Worst) }),
		tables.Wrapped("method", longestMethod, func(s standing) string { return b.Results[s.Index].Metric }),
		rounded("τ", 3, func(s standing) float64 { return s.Point.Tau }),
	}
	if len(b.Results) > 1 {
		columns = append(columns,
			tables.Right("− "+b.Results[b.reference()].Metric, func(s standing) string { return withSign(b.against(s).Tau, 3) }),
			rounded("±", 3, func(s standing) float64 { return b.against(s).TauSE }))
	}
	columns = append(columns,
		tables.Right("top-1", func(s standing) string { return tables.Percent(s.Point.Top1, 0) }),
		rounded("off", 2, func(s standing) float64 { return s.Point.RankError }),
		tables.Right("tied", func(s standing) string { return shortPercent(s.Point.Tied) }))
	fails := any(func(s standing) bool { return s.Point.Failed > 0 })
	if fails {
		columns = append(columns, tables.Right("fails", func(s standing) string { return fmt.Sprint(s.Point.Failed) }))
	}
	if b.someSettle() {
		columns = append(columns, tables.Right("settles", func(s standing) string {
			return strings.ReplaceAll(settlesBy(b.Results[s.Index].Convergence, 0.5), " ", "")
		}))
	}
	if any(func(s standing) bool { return !math.IsNaN(s.Point.RMSE) }) {
		columns = append(columns, tables.Right("RMSE", func(s standing) string { return digits4(s.Point.RMSE) }))
	}
	if any(func(s standing) bool { return !math.IsNaN(s.Point.Coverage) }) && !(fails && b.Costs != nil) { // all do not fit 100 columns
		columns = append(columns, tables.Right("holds", func(s standing) string { return tables.Percent(s.Point.Coverage, 0) }))
	}
	if b.Costs != nil {
		columns = append(columns, tables.Right("µs", func(s standing) string { return microseconds(b.rankingTime(s.Index, n)) }))
	}
	return columns
}

// someSettle tells whether the ranking by any method settles on half of the boards.
func (b Bakeoff) someSettle() bool {
	return slices.ContainsFunc(b.Results, func(r bakeoff.Result) bool { return r.Convergence.Quantile(0.5) > 0 })
}

// shortPercent is a share in percent, of a large one without a digit after the point.
func shortPercent(share float64) string {
	if share >= 0.0995 {
		return tables.Percent(share, 0)
	}
	return tables.Percent(share, 1)
}

// longestMethod is the width in which the names of methods are wrapped, so that a league
// fits 100 columns.
const longestMethod = 18

// against is by how much one of a league is nearer to gold than the reference.
func (b Bakeoff) against(s bakeoff.Standing) bakeoff.Ahead { return s.Point.Ahead[b.reference()] }

// withSign is a difference with its sign and so many digits after the point.
func withSign(v float64, digits int) string {
	if v > 0 {
		return "+" + tables.Float(v, digits)
	}
	return tables.Float(v, digits)
}

// signed4 is withSign with four digits.
func signed4(v float64) string { return withSign(v, 4) }

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

// rankingTime is how long a ranking takes with n trials, in µs, NaN where that was not
// measured.
func (b Bakeoff) rankingTime(result, n int) float64 {
	if b.Costs == nil {
		return math.NaN()
	}
	for _, c := range b.Costs[result] {
		if c.N == n {
			return float64(c.Time.Nanoseconds()) / 1000
		}
	}
	return math.NaN()
}

// placeRange is the places that an estimator may have.
func placeRange(best, worst int) string {
	if best == worst {
		return fmt.Sprint(best)
	}
	return fmt.Sprintf("%d–%d", best, worst)
}

// leagueNotes say what a league is about, and what its columns are.
func (b Bakeoff) leagueNotes() []string {
	notes := []string{
		fmt.Sprintf("%s. All methods saw the same %s; these are what is random, the chances are given, and others may order the methods otherwise. "+
			"τ is the mean of Kendall's τ_b with gold: 1 is gold, 0 no better than chance; a board that a method cannot rank, or on which it ties all models, counts as 0.",
			b.gold(), tables.Count(b.Options.Replicates, "board")),
		b.columnsNote(),
	}
	if !b.someSettle() {
		notes = append(notes, fmt.Sprintf("No method's ranking settles on gold within %s on half of the boards.", tables.Count(b.Options.Trials, "trial")))
	}
	if without := b.withoutOwn(); len(without) > 0 {
		notes = append(notes, fmt.Sprintf("Not in the table: %s, for no order is known to which %s as trials are added, or one that ties all models.",
			and(without), verb(len(without), "it comes", "they come")))
	}
	return append(notes, b.judging(b.judge())...)
}

// withoutOwn are the methods that have no order of their own to be compared with, where
// each is compared with that.
func (b Bakeoff) withoutOwn() []string {
	var names []string
	for i, gold := range b.Options.Golds {
		if gold == nil && i < len(b.Results) {
			names = append(names, b.Results[i].Metric)
		}
	}
	return names
}

// columnsNote says what the columns of a league are.
func (b Bakeoff) columnsNote() string {
	said := "top-1: how often a best model is ranked first. off: how many places a model is from its true one on average. " +
		"tied: pairs that the ranking ties. "
	if b.fails() {
		said += "fails: boards that the method could not rank. "
	}
	if b.someSettle() {
		said += "settles: the trials from which half of the boards stay ranked as gold. "
	}
	said += "RMSE and holds: the error of the scores, and how often their " + percent(bakeoff.Confidence) +
		" intervals hold what the method itself estimates."
	if b.Costs != nil {
		said += " µs: of this machine, for ranking one board."
	}
	return said
}

// fails tells whether any method could not rank a board.
func (b Bakeoff) fails() bool {
	return slices.ContainsFunc(b.points(), func(p bakedPoint) bool { return p.Failed > 0 })
}

// judging says what a place and a difference mean.
func (b Bakeoff) judging(judge bakeoff.Judge) []string {
	if b.Options.Replicates < bakeoff.FewestBoards {
		return []string{fmt.Sprintf("Places are told apart from %d boards on, and there are %d.", bakeoff.FewestBoards, b.Options.Replicates)}
	}
	if judge.Comparisons == 0 {
		return nil
	}
	return []string{fmt.Sprintf("A place is a range where the boards do not tell methods apart. Differences are taken board by board; ± is one standard error of their mean. "+
		"They are more than chance from %s standard errors on: then all %d that are looked at here, of τ and of squared errors between any two at any number of trials, hold at once with %s.",
		tables.Float(judge.Critical, 2), judge.Comparisons, percent(bakeoff.Confidence))}
}

// manyOthers is from how many methods on a sentence counts those that are told apart.
const manyOthers = 5

// Against says how the other methods do beside the reference, "" for few, which the table
// shows at a glance.
func (b Bakeoff) Against() string {
	n, reference := b.most(), b.reference()
	of := b.Results[reference].At(n)
	if of == nil || len(b.Results) < manyOthers || b.Options.Replicates < bakeoff.FewestBoards {
		return ""
	}
	judge := b.judge()
	var nearer, farther []string
	others := 0
	for i, r := range b.Results {
		p := r.At(n)
		if i == reference || p == nil || math.IsNaN(p.Tau) {
			continue
		}
		others++
		switch {
		case judge.Nearer(p.Ahead[reference]):
			nearer = append(nearer, r.Metric)
		case judge.Nearer(of.Ahead[i]):
			farther = append(farther, r.Metric)
		}
	}
	none := "none ranks"
	if len(nearer) > 0 {
		none = and(few(nearer)) + " " + verb(len(nearer), "ranks", "rank")
	}
	return fmt.Sprintf("Of the %d others %s nearer to it than %s, and %d %s farther, by more than chance.",
		others, none, b.Results[reference].Metric,
		len(farther), verb(len(farther), "ranks", "rank"))
}

// mostNames is how many names a sentence lists.
const mostNames = 6

// few are names in a sentence: of many the first, and how many more there are.
func few(names []string) []string {
	if len(names) <= mostNames {
		return names
	}
	kept := mostNames - 2
	return append(slices.Clone(names[:kept]), fmt.Sprintf("%d others", len(names)-kept))
}

// rankingTable shows, by method and n, what tells rankings apart beside τ.
func (b Bakeoff) rankingTable() *tables.Table {
	t := tables.New("Rankings, by number of trials", b.fields().Pick("name n tau ahead_of_reference "+
		"ahead_of_reference_se weighted_tau weighted_tau_se top1 rank_error tied failed"), b.points())
	t.Columns[0].Name = "method"
	t.Notes = []string{"weighted τ: Kendall's τ in which models at the top of gold count more. The other columns are those of the league."}
	return t
}
