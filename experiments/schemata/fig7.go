package schemata

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"settle/experiments/paper"
	"settle/figures"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/ranking"
	standingsreport "settle/report/standings"

	"settle/rubric"
	"settle/rubric/signals"
	"settle/study/standings"
)

// Properties of Fig. 7 as shown in the paper.
const (
	fig7Models = 11
	fig7Leader = "Qwen3-30B-A3B-Thinking-2507"
)

// fig7Tail lists the models that the paper's text names as the lower tier.
var fig7Tail = []string{
	"EXAONE-4.0-1.2B", "OpenThinker3-1.5B", "OpenReasoning-Nemotron-1.5B", "Sky-T1-32B-Flash",
	"DeepSeek-R1-Distill-Qwen-1.5B",
}

// Fig7 ranks models by Bayes@N under each of twelve schemata, which are rules that sort
// attempts into categories. It ranks them at all tasks together and at each task.
func Fig7(ctx context.Context, o paper.Options) *paper.Result {
	a := attemptsOf(o)
	x := standingsreport.Across{Across: rankTasks(ctx, a.tasks)}
	result := &paper.Result{}
	result.AddFigure("fig7", x.FigureWith(a.fig7Title("ranks under twelve schemata"), a.fig7Caption()))
	data := x.Data()
	result.AddData("fig7-scores", data)
	ranks := x.Table("Fig. 7: competition ranks under the twelve schemata")
	if a.mimics != nil {
		truth := a.trueMeans()
		ranks = x.TableBeside(ranks.Title, trueRanks(truth))
		ranks.Notes = append(ranks.Notes,
			"In parentheses: the true rank, if it differs. True ranks come from the exact probabilities of the mimics' categories.")
		addTruth(data, x.Across, truth)
	}
	ranks.Notes = append(ranks.Notes, a.note())
	result.AddTables(ranks, x.Scores("Fig. 7: scores under the twelve schemata"),
		x.Summary("Fig. 7: agreement and margins"))
	if len(a.tasks) > 1 {
		a.addTasks(ctx, result, ranks, x.Across)
	}
	if len(x.Rows) == fig7Models {
		result.AddChecks(fig7Checks(a, x.Across)...)
	}
	return result
}

// rankTasks ranks the models at several tasks together, under each schema.
func rankTasks(ctx context.Context, tasks []signals.Ruled) *standings.Across {
	return paper.Must(standings.RankAcrossTasks(ctx, tasks, rubric.Paper(), fig7Rules))
}

// addTasks adds the ranks at each task to r. It also adds a note to the given table:
// how many ranks would change if all tasks had common thresholds.
func (a *attempts) addTasks(ctx context.Context, r *paper.Result, ranks *tables.Table, pooled *standings.Across) {
	var panels []figures.Panel
	for i, task := range a.tasks {
		x := standingsreport.Across{Across: rankTasks(ctx, a.tasks[i:i+1])}
		r.AddTables(x.Table("Fig. 7: competition ranks at the task " + taskName(task)))
		panel := x.FigureWith("", "").Panels[0].(figures.Bumps)
		panel.Title = fmt.Sprintf("(%c) %s", 'a'+i, taskName(task))
		panels = append(panels, panel)
	}
	r.AddFigure("fig7-tasks", &figures.Figure{
		Title: a.fig7Title("ranks at each task"), Panels: panels, Columns: 2, Width: tasksWidth,
		Caption: "Each panel shows one of the tasks that the figure of all tasks pools. " + a.fig7Caption(),
	})
	ranks.Notes = append(ranks.Notes, fmt.Sprintf("Thresholds common to all tasks, instead of separate thresholds for each task, "+
		"would change %d of these %d ranks.", a.countMoved(ctx, pooled), len(pooled.Rows)*len(pooled.Schemata)))
}

// tasksWidth is the width, in millimetres, of the figure that shows all tasks, with two
// tasks per row.
const tasksWidth = 250

// countMoved returns how many of the given ranks change if all tasks have common
// thresholds. Common thresholds are percentiles of the attempts at all tasks. In the
// given ranks, each task has thresholds of its own.
func (a *attempts) countMoved(ctx context.Context, pooled *standings.Across) (moved int) {
	cells := lists.Flat(a.tasks, func(t signals.Ruled) []rubric.Signals { return t.Cells })
	one := rubric.NewThresholds(cells)
	ruled := slices.Clone(a.tasks)
	for i := range ruled {
		ruled[i].By = one
	}
	other := rankTasks(ctx, ruled)
	for _, row := range pooled.Rows {
		of := slices.IndexFunc(other.Rows, func(r standings.AcrossRow) bool { return r.Index == row.Index })
		for i, p := range row.Places {
			if p.Rank != other.Rows[of].Places[i].Rank {
				moved++
			}
		}
	}
	return moved
}

func (a *attempts) fig7Title(what string) string {
	if a.mimics == nil {
		return strings.ToUpper(what[:1]) + what[1:]
	}
	return "The schema decides the middle ranks: " + what + " (simulated)"
}

func (a *attempts) fig7Caption() string {
	return "Competition ranks by Bayes@N. Tied models are side by side. " + a.note()
}

// fig7Rules holds the rules for the ranks in Fig. 7. The confidence does not affect
// these ranks; it affects only σ and which neighbours are separated.
var fig7Rules = standings.Rules{Confidence: 0.95, Convention: ranking.Competition, Bounds: metrics.Unbounded}

// trueRanks returns the ranks of models by their true scores means[schema][model]. The
// result is indexed in the same way.
func trueRanks(means [][]float64) [][]float64 {
	return lists.Each(means, func(of []float64) []float64 { return ranking.ByScore(of).Ranks(ranking.Competition) })
}

// addTruth adds columns with the true ranks and the true scores means[schema][model] to
// a table of x. The rows of the table list all schemata of the first model, then all
// schemata of the second, and so on.
func addTruth(t *tables.Table, x *standings.Across, means [][]float64) {
	ranks := trueRanks(means)
	t.Columns = append(t.Columns, tables.Column{Name: "true_rank"}, tables.Column{Name: "true_score"})
	for i := range t.Rows {
		row, schema := x.Rows[i/len(means)], i%len(means)
		t.Rows[i] = append(t.Rows[i], tables.Number(ranks[schema][row.Index]), tables.Number(means[schema][row.Index]))
	}
}
