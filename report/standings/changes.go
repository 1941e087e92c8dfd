package standings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standings"
)

// Changes holds how each model's score changed between old and new results, and the
// inputs of these comparisons.
type Changes struct {
	standings.Changes
	Origin report.Origin
	Name   string // name of the new results, for titles
	Old    string // the name of the old results
	Facts  string // description of the new board, in sentences
	Task   string
}

// Report returns a report of the changes in the given format.
func (c Changes) Report(format string) report.Report {
	return report.InFormat(format, c.document, c.data, report.One(c.Table))
}

// changeFields returns the fields that describe how one model changed between old and
// new results.
func (c Changes) changeFields() tables.Fields[standings.Change] {
	common := func(row standings.Change) bool { return !math.IsNaN(row.Difference.Mu) }
	score := func(board int) func(standings.Change) float64 {
		return func(row standings.Change) float64 { return row.Scores[board] }
	}
	rank := func(board int) func(standings.Change) float64 {
		return func(row standings.Change) float64 { return row.Ranks[board] }
	}
	return tables.Fields[standings.Change]{
		tables.Data("metric", func(standings.Change) string { return c.Metric }),
		tables.Data("rank_new", rank(1)).Head("rank"),
		tables.Data("rank_old", rank(0)).Head("old rank"),
		tables.Data("model", func(row standings.Change) string { return row.Model }),
		tables.Data("score_old", score(0)).Rounded("old", 4),
		tables.Data("score_new", score(1)).Rounded("new", 4),
		tables.Data("change", func(row standings.Change) float64 { return row.Difference.Mu }).Shown("change", wording.Signed4),
		tables.Data("sigma", func(row standings.Change) float64 { return row.Difference.Sigma }),
		tables.Data("lo", func(row standings.Change) float64 { return row.Lo }),
		tables.Data("hi", func(row standings.Change) float64 { return row.Hi }),
		tables.Data("verdict", func(row standings.Change) string { return row.Verdict.String() }),
		tables.Right("interval", func(row standings.Change) string {
			return wording.Signed4(row.Lo) + " to " + wording.Signed4(row.Hi)
		}).Head(wording.Percent(c.Confidence) + " interval").When(common),
		tables.Left("more", func(row standings.Change) string {
			return wording.IfElse(row.Verdict == standings.Unclear, "no", row.Verdict.String())
		}).Head("more than noise?"),
	}
}

// Table returns a table with one row per model.
func (c Changes) Table() *tables.Table {
	t := tables.New(c.title(), c.changeFields().Pick("rank_new rank_old model score_old score_new change interval more"), c.Rows)
	t.Lead = c.Lead() + " " + c.comparedNote()
	t.Warn(c.Facts)
	t.Note(fmt.Sprintf("The intervals of the changes have %s confidence over all %s together. A change is more than noise if its interval excludes 0.",
		wording.Percent(c.Confidence), tables.Count(len(c.Common()), "common model")),
		"Scores use the compared questions. Ranks are among all models of each set of results and use all of its questions.",
		wording.IfElse(c.Estimand == posterior.Population,
			"The trials and the choice of questions are random; old and new results are paired by question.",
			"Only trials are random, on the questions of this benchmark; old and new results are paired by question."))
	return t
}

func (c Changes) title() string {
	return fmt.Sprintf("%s: changes since %s, by %s", c.Name, c.Old, c.Metric)
}

// Lead returns a sentence that names the models whose score changed by more than noise.
// It also counts the models that are only in the new or only in the old results.
func (c Changes) Lead() string {
	var said []string
	for _, row := range c.largeChanges() {
		said = append(said, fmt.Sprintf("%s %s by %s", row.Model, row.Verdict, tables.Float(math.Abs(row.Difference.Mu), 3)))
	}
	lead := fmt.Sprintf("%d of %s changed by more than noise", len(said), tables.Count(len(c.Common()), "common model"))
	switch {
	case len(said) > 0:
		lead += ": " + strings.Join(wording.Few(said), ", ")
	case len(c.Common()) == 1:
		lead = "The one common model did not change by more than noise"
	default:
		lead = fmt.Sprintf("None of the %s changed by more than noise", tables.Count(len(c.Common()), "common model"))
	}
	for _, v := range []standings.Verdict{standings.Added, standings.Gone} {
		if n := lists.CountIf(c.Rows, func(row standings.Change) bool { return row.Verdict == v }); n > 0 {
			lead += fmt.Sprintf("; %d %s %s", n, wording.Verb(n, "is", "are"), v)
		}
	}
	return lead + "."
}

// largeChanges returns the changes that are larger than noise, the largest first.
func (c Changes) largeChanges() []standings.Change {
	changed := lists.Where(c.Rows, func(row standings.Change) bool {
		return row.Verdict == standings.Rose || row.Verdict == standings.Fell
	})
	slices.SortStableFunc(changed, func(a, b standings.Change) int {
		return int(math.Copysign(1, math.Abs(b.Difference.Mu)-math.Abs(a.Difference.Mu)))
	})
	return changed
}

// comparedNote returns a sentence that says how many questions were compared, and how
// many trials each had in the old and in the new results.
func (c Changes) comparedNote() string {
	old, new := c.Boards[0], c.Boards[1]
	what := fmt.Sprintf("All %d questions are compared", c.Questions)
	if c.Questions < old.Questions || c.Questions < new.Questions {
		what = fmt.Sprintf("%s %s compared (of %d old and %d new ones)", tables.Count(c.Questions, "common question"),
			wording.Verb(c.Questions, "is", "are"), old.Questions, new.Questions)
	}
	return fmt.Sprintf("%s, with %s old and %s new trials each.", what,
		wording.Range(old.Fewest, old.Most), wording.Range(new.Fewest, new.Most))
}

// Figure returns a figure of the old and the new score of each model. Models are sorted
// by their new rank.
func (c Changes) Figure() *figures.Figure {
	at := wording.Percent(c.Confidence)
	board := figures.Leaderboard{
		XLabel: fmt.Sprintf("%s, with the %s interval of the change", c.Metric, at),
		Value:  "new", Second: "old", Joined: true,
	}
	rank := func(rank float64) string { return wording.IfElse(math.IsNaN(rank), tables.Missing, fmt.Sprint(rank)) }
	for _, row := range c.Rows {
		e := figures.Entry{
			Model: row.Model, Rank: rank(row.Ranks[0]) + " → " + rank(row.Ranks[1]),
			Score: row.Scores[1], Observed: row.Scores[0], Lo: math.NaN(), Hi: math.NaN(), Value: row.Verdict.String(),
		}
		if !math.IsNaN(row.Difference.Mu) {
			e.Lo, e.Hi = row.Scores[0]+row.Lo, row.Scores[0]+row.Hi
			e.Value = wording.WithSign(row.Difference.Mu, 4)
		}
		board.Entries = append(board.Entries, e)
	}
	return &figures.Figure{
		Title: c.title(), Panels: []figures.Panel{board},
		Caption: fmt.Sprintf("%s A coloured change is more than noise: the interval around the new score excludes the old one "+
			"(%s confidence over all models together). %s", c.Facts, at, c.comparedNote()),
	}
}

func (c Changes) document() tables.Object {
	side := func(b standings.Changed) tables.Object {
		return tables.NewObject("models", b.Models, "questions", b.Questions, "trials", b.Fewest,
			"trials_most", tables.When(b.Most > b.Fewest, b.Most))
	}
	return tables.NewObject(c.Origin.Object(), "task", c.Task, "metric", c.Metric, "estimand", c.Estimand.String(),
		"confidence", c.Confidence, "critical_z", c.Critical, "questions", c.Questions, "common", len(c.Common()),
		"old", side(c.Boards[0]), "new", side(c.Boards[1]), "rows", c.changeFields().Without("metric").JSON(c.Rows))
}

func (c Changes) data() *tables.Table { return c.changeFields().CSV(c.Rows) }
