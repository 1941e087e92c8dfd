package standings

import (
	"fmt"
	"slices"

	"settle/ranking"
	"settle/report/wording"

	"settle/internal/tables"
	"settle/study/standings"
)

// Columns selects the columns that a table of a ranking shows.
type Columns int

const (
	// Brief selects at most eight columns, the most important for a reader.
	Brief Columns = iota
	// AllColumns selects all columns.
	AllColumns
	// Paper selects the columns of the paper's tables: ranks with the interval, based on
	// comparisons of neighbours, and the z and ρ of each model and the next.
	Paper
)

// standingsTable returns a table of a ranking, the best model first.
func standingsTable(title string, s standings.Standings, c Columns) *tables.Table {
	fields := shownFields(&s, c)
	t := tables.New(title, fields, places(&s))
	t.Bands, t.Ranges = s.Bands(), ranges(s, fields)
	switch {
	case s.Drawn:
		t.Lead = lead(s)
		explainDrawn(t, s, c)
	case s.InOrder:
		t.Warn(inOrderNote(s))
	case s.Interval && c == Paper:
		t.Warn(hiddenNote(s))
		explainRanking(t, s, c)
	case s.Interval:
		t.Lead = lead(s)
		explainRanking(t, s, c)
	}
	return t
}

// ranges returns the intervals of the models, which the table draws next to its
// numbers. It returns nil if the table has no column of intervals.
func ranges(s standings.Standings, fields tables.Fields[placedModel]) *tables.Ranges {
	at := slices.IndexFunc(fields, func(f tables.Field[placedModel]) bool { return f.Key == "interval" })
	if at < 0 {
		return nil
	}
	r := &tables.Ranges{Head: fields[at].Name}
	for _, row := range s.Rows {
		r.Lo, r.Mid, r.Hi = append(r.Lo, row.Lo), append(r.Mid, row.Mu), append(r.Hi, row.Hi)
	}
	return r
}

// standingFields returns the fields that describe one model in a ranking.
func standingFields(s *standings.Standings) tables.Fields[placedModel] {
	at := wording.Percent(s.Rules.Confidence)
	unequal := func(p placedModel) bool { return p.ranking.LeftOut.Of > 0 }
	interval := func(p placedModel) bool { return p.ranking.Interval }
	drawn := func(p placedModel) bool { return p.ranking.Draws > 0 }
	allPairs := func(p placedModel) bool { return p.ranking.Interval && p.ranking.Rules.Pairs == standings.AllPairs }
	together := func(p placedModel) bool { return p.ranking.Together != nil }
	return tables.Fields[placedModel]{
		tables.Data("metric", func(p placedModel) string { return p.ranking.Metric }),
		tables.Data("model", func(p placedModel) string { return p.Model }),
		tables.Data("score", func(p placedModel) float64 { return p.Score }).Rounded(s.Metric, 4),
		tables.Data("questions", func(p placedModel) int { return p.Questions }).When(unequal),
		tables.Data("mu", func(p placedModel) float64 { return p.Mu }).When(interval),
		tables.Data("sigma", func(p placedModel) float64 { return p.Sigma }).Rounded("σ", 4).When(interval),
		tables.Data("lo", func(p placedModel) float64 { return p.Lo }).Rounded("lo", 4).When(interval),
		tables.Data("hi", func(p placedModel) float64 { return p.Hi }).Rounded("hi", 4).When(interval),
		tables.Data("rank", func(p placedModel) float64 { return p.Rank }),
		tables.Data("rank_ci", func(p placedModel) float64 { return p.RankInterval }).Head("with interval").When(interval),
		tables.Data("rank_best", func(p placedModel) int { return p.Span.Best }).When(allPairs),
		tables.Data("rank_worst", func(p placedModel) int { return p.Span.Worst }).When(allPairs),
		tables.Data("rank_lo", func(p placedModel) int { return p.RankLo }).When(drawn),
		tables.Data("rank_hi", func(p placedModel) int { return p.RankHi }).When(drawn),
		tables.Data("rank_probabilities", func(p placedModel) any { return p.Probabilities }).
			When(func(p placedModel) bool { return len(p.Probabilities) > 0 }),
		tables.Data("p_rank_1", func(p placedModel) float64 { return p.Probabilities[0] }).Shown("P(best)", wording.Chance).When(drawn),
		tables.Data("observed", func(p placedModel) float64 { return p.Observed }).Rounded("observed", 4).
			When(func(p placedModel) bool { return p.ranking.Observed != "" }),
		tables.Data("set_best", func(p placedModel) int { return p.Set.Best }).When(together),
		tables.Data("set_worst", func(p placedModel) int { return p.Set.Worst }).When(together),
		tables.Data("group", func(p placedModel) string { return p.Letters }).
			When(func(p placedModel) bool { return p.Letters != "" }),
		tables.Data("degrees_of_freedom", func(p placedModel) any { return tables.OrAbsent(p.DF) }).When(interval),
		tables.Data("z_next", placedModel.z).Rounded("z to next", 2),
		tables.Data("rho_next", placedModel.rho).Percent("ρ"),
		tables.Data("resolved_next", placedModel.resolved).
			When(func(p placedModel) bool { return len(p.ranking.Pairs) > 0 && p.place+1 < len(p.ranking.Rows) }),

		tables.Right("own", func(p placedModel) string { return fmt.Sprint(p.Questions) }).Head("questions").
			When(func(p placedModel) bool { return p.ranking.LeftOut.Own }),
		tables.Right("interval", func(p placedModel) string {
			return tables.Float(p.Lo, 4) + "–" + tables.Float(p.Hi, 4)
		}).Head(at + " interval"),
		tables.Right("mean", func(p placedModel) string { return tables.Float(p.Mu, 4) }).Head("μ").
			When(func(p placedModel) bool { return p.ranking.Shifted() }),
		tables.Right("mark", func(p placedModel) string {
			return wording.If(!p.resolved(), "~")
		}).Head("~"), // not separated from the next
		tables.Right("places", func(p placedModel) string { return p.Span.String() }).When(allPairs),
		tables.Right("drawn", func(p placedModel) string {
			return ranking.Span{Best: p.RankLo, Worst: p.RankHi}.String()
		}).Head(at + " ranks").When(drawn),
		tables.Right("set", func(p placedModel) string { return p.Set.String() }).Head("ranks").When(together),
	}
}

// Keys of three groups of fields: those in CSV, those that JSON omits, and those about
// ranks that brief JSON also omits.
const (
	standingsCSV = "metric model score sigma lo hi rank rank_ci mu z_next rho_next resolved_next rank_best rank_worst " +
		"rank_lo rank_hi p_rank_1 observed set_best set_worst group"
	standingsNotJSON = "metric z_next rho_next resolved_next p_rank_1"
	otherRanks       = " rank_best rank_worst rank_lo rank_hi" // omitted from brief JSON, which has sets of ranks
)

// shownFields returns the fields that a table shows as columns, as selected by c.
func shownFields(s *standings.Standings, c Columns) tables.Fields[placedModel] {
	fields := standingFields(s)
	switch {
	case s.Drawn && c == AllColumns:
		return fields.Pick("rank model score own mark rho_next set drawn p_rank_1 group")
	case s.Drawn:
		return fields.Pick("rank model score own set p_rank_1 group")
	case !s.Interval:
		return fields.Pick("rank model score own")
	case c == AllColumns:
		return fields.Pick("rank rank_ci model observed score own mean sigma lo hi z_next mark rho_next set group " +
			"places drawn p_rank_1")
	case c == Paper: // Tables 1 and 2 of the paper, and more
		return fields.Pick("rank rank_ci model score own mean sigma lo hi z_next mark rho_next places drawn p_rank_1")
	}
	return fields.Pick(briefFields(s))
}

// briefFields returns the keys of the fields that a table with the columns Brief shows,
// separated by spaces.
func briefFields(s *standings.Standings) string {
	keys := "rank model observed score interval"
	switch {
	case len(s.Rows) == 1: // no rivals
		return keys + " own"
	case s.LeftOut.Own:
		return keys + " set p_rank_1 own"
	case s.Together == nil:
		return keys + " set p_rank_1 rank_ci"
	}
	return keys + " set p_rank_1 group"
}
