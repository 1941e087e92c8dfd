package standings

import (
	"fmt"
	"math"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standings"
)

// Figure returns a figure of one ranking as a leaderboard.
func (s Standings) Figure(ranked standings.Standings) *figures.Figure {
	return Leaderboard(ranked, s.title(ranked), s.Facts)
}

// RanksFigure returns a heat map of the probability that each model has each rank. It
// returns nil if the ranking has no posterior draws, from which these probabilities
// come.
func (s Standings) RanksFigure(ranked standings.Standings) *figures.Figure {
	if ranked.Draws == 0 {
		return nil
	}
	panel := figures.HeatMap{XLabel: "probability of each rank, %"}
	for i, row := range ranked.Rows {
		panel.Columns = append(panel.Columns, fmt.Sprint(i+1))
		panel.Rows = append(panel.Rows, figures.HeatRow{Model: row.Model, Shares: row.Probabilities})
	}
	about := wording.IfElse(ranked.Rules.Estimand == posterior.Population, "similar questions", "the questions of this benchmark")
	return &figures.Figure{
		Title:   s.title(ranked) + ": rank probabilities",
		Caption: fmt.Sprintf("%s %s for %s.", s.Facts, tables.Count(ranked.Draws, "posterior draw"), about),
		Panels:  []figures.Panel{panel},
	}
}

// CategoriesFigure returns a heat map of the share of each model's attempts in each
// category. Models are in the order of the first ranking. It returns nil if the board
// contains outcomes, not attempts that were sorted into categories.
func (s Standings) CategoriesFigure() *figures.Figure {
	if s.Sorted == nil {
		return nil
	}
	return categoriesFigure(s.categoriesTitle(), s.Facts, s.Sorted, s.Rankings[0])
}

// Leaderboard returns a figure of a ranking. If all models were compared together, it
// shows the set of possible ranks of each model. Otherwise bands join models that are
// tied. If scores have intervals, it shows the posterior means, around which the
// intervals lie, instead of the scores.
func Leaderboard(s standings.Standings, title, caption string) *figures.Figure {
	board := figures.Leaderboard{XLabel: s.Metric}
	if s.Shifted() {
		board.XLabel, board.Value = "posterior mean of "+s.Metric, "mean"
	}
	if s.Interval {
		board.XLabel += fmt.Sprintf(" with %s interval", wording.Percent(s.Rules.Confidence))
		caption += wording.If(s.Rules.Estimand == posterior.Population,
			" Intervals are for the mean over similar questions.") + tiesCaption(s)
	}
	if s.Drawn {
		caption += fmt.Sprintf(" Ranks: from %s of the success probabilities of these questions, each ranked by %s.",
			tables.Count(s.Draws, "posterior draw"), s.Metric)
	}
	caption = wording.Joined(caption, " ", priorNote(s.Prior))
	caption += " " + strings.Join(unequalNotes(s), " ")
	board.Entries = lists.Each(s.Rows, func(row standings.Standing) figures.Entry { return entryOf(s, row) })
	if s.Together != nil {
		board.Second = wording.IfElse(s.Traits.Weighted, "observed mean", "observed score")
		board.RankLabel = fmt.Sprintf("ranks (%s, all models)", wording.Percent(s.Rules.Confidence))
	} else {
		for _, pair := range s.Chained() {
			board.Entries[pair.Above].Chained, board.Entries[pair.Below].Chained = true, true
		}
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{board}}
}

// entryOf returns the entry of one model on a leaderboard.
func entryOf(s standings.Standings, row standings.Standing) figures.Entry {
	e := figures.Entry{
		Model: row.Model, Rank: fmt.Sprint(row.Rank), Score: row.Score, Lo: row.Lo, Hi: row.Hi, Observed: math.NaN(),
	}
	if s.Interval {
		e.Rank, e.Score = fmt.Sprint(row.RankInterval), row.Mu
	}
	if s.Together != nil {
		e.Rank, e.Place, e.RankLo, e.RankHi = fmt.Sprint(row.Rank), row.Rank, row.Set.Best, row.Set.Worst
		if s.Observed != "" {
			e.Observed = row.Observed
		}
	}
	return e
}

// tiesCaption returns a caption that explains the bands in a figure of tied models. It
// returns "" for figures that show sets of possible ranks instead of bands.
func tiesCaption(s standings.Standings) string {
	if s.Together != nil {
		return ""
	}
	hidden := hiddenNote(s)
	return wording.If(s.Ties(), " Bands join models that tie with the interval.") +
		wording.If(hidden != "", " Dashed: chains of such ties. "+hidden)
}
