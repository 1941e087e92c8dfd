package report

import (
	"fmt"

	"settle/figures"
	"settle/study/posterior"
	"settle/tables"
)

// Figure draws the ranking as a leaderboard. Where the scores are not the
// posterior means, it shows the means, which the intervals lie around.
func (s Standings) Figure(title, caption string, rules Rules) *figures.Figure {
	board := figures.Leaderboard{XLabel: s.Metric}
	if s.shifted() {
		board.XLabel, board.Value = "posterior mean of "+s.Metric, "mean"
	}
	if s.Interval {
		board.XLabel += fmt.Sprintf(" with %s interval", rules.percent())
		if rules.Estimand == posterior.Population {
			caption += " Intervals: of the mean over all questions like these."
		}
		if s.ties() {
			caption += " Bands join models that tie with the interval."
		}
		if hidden := s.hidden(); hidden != "" {
			caption += " Dashed: chains of such ties. " + hidden
		}
	}
	if prior := s.priorNote(); prior != "" {
		caption += " " + prior
	}
	for _, row := range s.Rows {
		entry := figures.Entry{Model: row.Model, Rank: fmt.Sprint(row.Rank), Score: row.Score, Lo: row.Lo, Hi: row.Hi}
		if s.Interval {
			entry.Rank, entry.Score = fmt.Sprint(row.RankInterval), row.Mu
		}
		board.Entries = append(board.Entries, entry)
	}
	for _, pair := range s.chained() {
		board.Entries[pair.Above].Chained, board.Entries[pair.Below].Chained = true, true
	}
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{board}}
}

// RankFigure draws how likely each model has each rank, nil without draws.
func (s Standings) RankFigure(title, caption string, rules Rules) *figures.Figure {
	if s.Draws == 0 {
		return nil
	}
	panel := figures.HeatMap{XLabel: "probability of each rank, %"}
	for i, row := range s.Rows {
		panel.Columns = append(panel.Columns, fmt.Sprint(i+1))
		panel.Rows = append(panel.Rows, figures.HeatRow{Model: row.Model, Shares: row.Probabilities})
	}
	about := "these very questions"
	if rules.Estimand == posterior.Population {
		about = "all questions like these"
	}
	caption += fmt.Sprintf(" %s, of %s.", tables.Count(s.Draws, "posterior draw"), about)
	return &figures.Figure{Title: title, Caption: caption, Panels: []figures.Panel{panel}}
}
