package bootstrap

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"settle/figures"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/report/wording"
)

// Scores holds, for each metric and number of trials, how the models' scores vary over
// many replicates.
type Scores struct {
	Metrics []montecarlo.Scores
	Models  []string

	// Board holds the scores of the board itself, from which replicates are drawn, by
	// metric and model. A score is NaN if the metric cannot score the board.
	Board [][]float64

	// Shown lists the n for which there is a table. A metric without a score at one of
	// them has no table for it.
	Shown []int
}

// A modelSpread describes how one model's score by one metric varies over replicates,
// at one number of trials.
type modelSpread struct {
	montecarlo.Spread
	metric, model string
	n             int
	board         float64
}

// spreadFields lists the fields that describe how a model's score varies. The standard
// deviation is null if there is only one replicate, and the board's own score is null
// if there is none.
var spreadFields = tables.Fields[modelSpread]{
	tables.Data("metric", func(s modelSpread) string { return s.metric }),
	tables.Data("model", func(s modelSpread) string { return s.model }),
	tables.Data("n", func(s modelSpread) int { return s.n }),
	tables.Data("mean", func(s modelSpread) float64 { return s.Mean }).Rounded("expected", 4),
	tables.Data("se", func(s modelSpread) float64 { return s.SE }),
	tables.Data("sd", func(s modelSpread) float64 { return s.SD }).Rounded("sd", 4),
	tables.Data("lo", func(s modelSpread) float64 { return s.Lo }),
	tables.Data("hi", func(s modelSpread) float64 { return s.Hi }),
	tables.Data("on_board", func(s modelSpread) float64 { return s.board }).Rounded("on the board", 4),
	tables.Right("interval", func(s modelSpread) string {
		return tables.Float(s.Lo, 4) + "–" + tables.Float(s.Hi, 4)
	}).Head("95 % of replicates"),
}

// spreads returns how every model's score varies, for the metric with the given index.
// The point p holds the results for one number of trials.
func (s Scores) spreads(metric int, p montecarlo.ScorePoint) []modelSpread {
	all := make([]modelSpread, len(s.Models))
	for model, spread := range p.Models {
		all[model] = modelSpread{spread, s.Metrics[metric].Metric, s.Models[model], p.N, s.Board[metric][model]}
	}
	return all
}

// scoreTables returns one table of scores for each metric and each number of trials in
// c.Scores.Shown. In each table, the best model comes first.
func (c Curves) scoreTables() []*tables.Table {
	var all []*tables.Table
	for metric, scores := range c.Scores.Metrics {
		for _, p := range scores.Points {
			if slices.Contains(c.Scores.Shown, p.N) {
				all = append(all, c.scoreTable(metric, p))
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	last := all[len(all)-1]
	last.Note(replicatesNote)
	if c.Curves == nil && c.Distributions == nil {
		last.Warn(c.Made(), c.Note)
	}
	return all
}

// replicatesNote explains how to interpret the spread of a score.
const replicatesNote = "The choice of trials from this board is random; its questions and outcomes are fixed. " +
	"This is not a posterior: if all trials of a question agree, all its replicates agree too, and a board with one trial per question, " +
	"or only such questions, has intervals of width 0. For intervals of a model's true score, use rank."

// scoreTable returns a table of the models' scores by one metric. The point p holds the
// results for one number of trials.
func (c Curves) scoreTable(metric int, p montecarlo.ScorePoint) *tables.Table {
	rows := c.Scores.spreads(metric, p)
	slices.SortStableFunc(rows, func(a, b modelSpread) int { return cmp.Compare(b.Mean, a.Mean) })
	name := c.Scores.Metrics[metric].Metric
	t := tables.New(fmt.Sprintf("%s: %s with %s", c.Name, name, tables.Count(p.N, "trial")),
		spreadFields.Pick("model on_board mean sd interval"), rows)
	t.Lead = c.scoreLead(name, p.N, rows)
	t.Notes = []string{scoreNote(p, rows, c.Replicates)}
	return t
}

// scoreLead returns a sentence that names the models whose scores vary least and most
// over replicates.
func (c Curves) scoreLead(metric string, n int, rows []modelSpread) string {
	by := func(a, b modelSpread) int { return cmp.Compare(a.SD, b.SD) }
	least, most := slices.MinFunc(rows, by), slices.MaxFunc(rows, by)
	switch {
	case math.IsNaN(most.SD):
		return "A single replicate has no spread."
	case most.SD == 0:
		return fmt.Sprintf("With %s, scores by %s do not vary between replicates.", tables.Count(n, "trial"), metric)
	}
	return fmt.Sprintf("With %s, scores by %s have standard deviations between %s (%s) and %s (%s).",
		tables.Count(n, "trial"), metric, tables.Float(least.SD, 4), least.model, tables.Float(most.SD, 4), most.model)
}

// fewest95 is the least number of replicates whose smallest and largest values are the
// ends of a central interval of 95 % (see montecarlo.Spread). With fewer replicates,
// the range between these values covers less.
const fewest95 = 39

// scoreNote returns a note that explains the columns of a table of scores and how
// accurate its numbers are.
func scoreNote(p montecarlo.ScorePoint, rows []modelSpread, replicates int) string {
	se := slices.MaxFunc(rows, func(a, b modelSpread) int { return cmp.Compare(a.SE, b.SE) }).SE
	return "expected: mean over replicates" +
		wording.If(!math.IsNaN(se), " (largest Monte-Carlo standard error "+tables.Float(se, 5)+")") +
		"; sd: standard deviation over replicates; 95 %: their central 95 %" +
		wording.If(replicates < fewest95, fmt.Sprintf(" (here the smallest and the largest value, since %d replicates are too few for quantiles)",
			replicates)) +
		wording.If(p.Resolution > 0, ", with ends at most "+tables.Float(p.Resolution, 5)+" too far out") + "."
}

func (s Scores) document() (all []tables.Object) {
	for metric, scores := range s.Metrics {
		points := []tables.Object{}
		for _, p := range scores.Points {
			points = append(points, tables.NewObject("n", p.N, "resolution", p.Resolution,
				"models", spreadFields.Without("metric n").JSON(s.spreads(metric, p))))
		}
		all = append(all, tables.NewObject("metric", scores.Metric, "points", points))
	}
	return all
}

// scoreData returns all scores for CSV, with one row for each metric, model and number
// of trials.
func (c Curves) scoreData() *tables.Table {
	var rows []modelSpread
	for metric, scores := range c.Scores.Metrics {
		for _, p := range scores.Points {
			rows = append(rows, c.Scores.spreads(metric, p)...)
		}
	}
	return spreadFields.CSV(rows)
}

// mostPanels is the greatest number of metrics in one figure of scores.
const mostPanels = 24

// ScoreFigure returns a figure of the mean score of each model against the number of
// trials, with one panel per metric. Bands show the central 95 % of replicates.
func (c Curves) ScoreFigure() *figures.Figure {
	caption := "Lines: expected score; bands: the central 95 % of replicates of this board, which is not a posterior. " + c.Made()
	caption = wording.Joined(caption, "\n", c.Note)
	f := &figures.Figure{Title: c.Name + ": scores as trials are added", Caption: caption}
	if more := len(c.Scores.Metrics) - mostPanels; more > 0 {
		f.Caption += fmt.Sprintf("\nThe first %d of %d metrics are drawn.", mostPanels, len(c.Scores.Metrics))
	}
	for metric, scores := range c.Scores.Metrics[:min(len(c.Scores.Metrics), mostPanels)] {
		f.Panels = append(f.Panels, figures.Curves{
			Title: scores.Metric, XLabel: "trials n", YLabel: "score", Lines: c.Scores.lines(metric), LogX: c.LogN,
		})
	}
	return f
}

// lines returns one line per model with its scores by the given metric. The order of
// the models is the order of their scores by the first metric with the last number of
// trials.
func (s Scores) lines(metric int) []figures.Line {
	lines := make([]figures.Line, len(s.Models))
	for model, name := range s.Models {
		line := figures.Line{Name: name, Empty: "no score", Lo: []float64{}, Hi: []float64{}}
		for _, p := range s.Metrics[metric].Points {
			spread := p.Models[model]
			line.X, line.Y = append(line.X, float64(p.N)), append(line.Y, spread.Mean)
			line.Lo, line.Hi = append(line.Lo, spread.Lo), append(line.Hi, spread.Hi)
		}
		lines[model] = line
	}
	slices.SortStableFunc(lines, func(a, b figures.Line) int { return cmp.Compare(s.lastScore(b.Name), s.lastScore(a.Name)) })
	return lines
}

// lastScore returns a model's expected score by the first metric at the last number of
// trials, or 0 if there is none.
func (s Scores) lastScore(model string) float64 {
	points := s.Metrics[0].Points
	if len(points) == 0 {
		return 0
	}
	return points[len(points)-1].Models[slices.Index(s.Models, model)].Mean
}
