package standings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"settle/kendall"
	"settle/metrics"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
)

// An Across holds the rankings of the same models under several schemata. Each schema sorts the
// same attempts into categories with weights. Fields named Points hold scores with weights scaled
// to [0, 1] (rubric.Unit), so that they can be compared across schemata. Ranks do not depend on
// the scale.
type Across struct {
	Task              string // name of the task, "" if there is only one, results.AllTasks for several
	Models, Questions int
	Trials, Most      int              // trials per question; if they differ between tasks, the fewest and the most, otherwise Most is 0
	Tasks             []TaskThresholds // the thresholds that sort each task's attempts into categories

	Rules       Rules
	PriorTrials int           // trials per question in the prior, 0 for the uniform prior
	Baseline    int           // index into Schemata of the schema with which τ compares
	Schemata    []UnderSchema // in the order given
	Rows        []AcrossRow   // best mean rank first
}

// A TaskThresholds holds the name of a task and the thresholds that sort its attempts into
// categories.
type TaskThresholds struct {
	Task       string
	Thresholds rubric.Thresholds
}

// An UnderSchema summarizes the ranking of the models under one schema.
type UnderSchema struct {
	Schema *rubric.Schema
	Leader string  // first model with rank 1
	Tau    float64 // Kendall's τ_b with the baseline ranking; NaN if all models tie in either ranking

	// SeparatedNeighbours is the number of pairs of neighbours, out of the L − 1, whose RankInterval
	// differs.
	SeparatedNeighbours int

	// Margin is the lead of the best model over the second, in points; it is 0 if they tie.
	// MarginSigma is the posterior standard deviation of the lead. Both are NaN if there is
	// one model.
	Margin, MarginSigma float64
}

// An AcrossRow holds the ranks of one model under all schemata.
type AcrossRow struct {
	Model       string
	Index       int           // index of the model in the attempts
	Places      []AcrossPlace // by schema
	MeanRank    float64       // mean over the schemata
	Best, Worst float64       // smallest and largest rank over the schemata
}

// An AcrossPlace holds a model's ranks and scores under one schema.
type AcrossPlace struct {
	Rank         float64 // by exact score
	RankInterval float64 // as Rank, but neighbours that are not separated tie
	Score        float64 // Bayes@N in units of the schema's weights
	Points       float64 // Bayes@N scaled to [0, 1]
	Sigma        float64 // posterior standard deviation of Points
}

// baseline is the name of the schema that scores correctness alone. Other schemata are compared
// with it.
const baseline = "Exact Match"

// RankAcross ranks models by Bayes@N (Eq. 15) under every schema, from their attempts a. The
// thresholds t sort the attempts into categories. prior holds older attempts by the same models
// at the same questions, in the same order, which use the same thresholds; nil means the uniform
// prior. Package rubric defines how missing signals count. RankAcross fails if there are no
// schemata, if two share a name, if a schema's weights are all equal, if ctx ends, or if Rank
// fails.
func RankAcross(
	ctx context.Context, a *signals.Attempts, t *rubric.Thresholds, schemata []*rubric.Schema,
	prior *signals.Attempts, rules Rules,
) (*Across, error) {
	task, older := []signals.Ruled{{Attempts: a, By: *t}}, []signals.Ruled(nil)
	if prior != nil {
		older = []signals.Ruled{{Attempts: prior, By: *t}}
	}
	return rankAcross(ctx, task, schemata, older, rules)
}

// RankAcrossTasks does the same as RankAcross for several tasks, with the uniform prior. It
// sorts the attempts at each task into categories, using the task's own thresholds. Then it
// merges all tasks into one board (signals.Pool). It also fails if Pool fails.
func RankAcrossTasks(
	ctx context.Context, tasks []signals.Ruled, schemata []*rubric.Schema, rules Rules,
) (*Across, error) {
	return rankAcross(ctx, tasks, schemata, nil, rules)
}

func rankAcross(
	ctx context.Context, tasks []signals.Ruled, schemata []*rubric.Schema, prior []signals.Ruled, rules Rules,
) (*Across, error) {
	if len(schemata) == 0 {
		return nil, errors.New("no schema given")
	}
	across := newAcross(tasks, len(schemata), rules)
	if prior != nil {
		across.PriorTrials = prior[0].Trials
	}
	seen := map[string]bool{}
	for i, s := range schemata {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if seen[s.Name()] {
			return nil, fmt.Errorf("two schemata are named %q", s.Name())
		}
		seen[s.Name()] = true
		if s.Name() == baseline {
			across.Baseline = i
		}
		if err := across.add(ctx, i, tasks, s, prior); err != nil {
			return nil, fmt.Errorf("schema %s: %w", s.Name(), err)
		}
	}
	for i := range across.Schemata {
		across.Schemata[i].Tau = across.Tau(i, across.Baseline)
	}
	across.summarise()
	return across, nil
}

// newAcross returns an Across with one row per model, in the order of the attempts, and without
// ranks or scores.
func newAcross(tasks []signals.Ruled, schemata int, rules Rules) *Across {
	first := tasks[0]
	x := &Across{Task: first.Task, Models: len(first.Models), Trials: first.Trials, Rules: rules}
	if len(tasks) > 1 {
		x.Task = results.AllTasks
	}
	most := first.Trials
	for _, task := range tasks {
		x.Questions += len(task.Questions)
		x.Trials, most = min(x.Trials, task.Trials), max(most, task.Trials)
		x.Tasks = append(x.Tasks, TaskThresholds{task.Task, task.By})
	}
	if most > x.Trials {
		x.Most = most
	}
	for i, model := range first.Models {
		x.Rows = append(x.Rows, AcrossRow{Model: model, Index: i, Places: make([]AcrossPlace, schemata)})
	}
	return x
}

// add ranks the models under schema i and stores their places. x.Rows must still have the models
// in the order of the attempts.
func (x *Across) add(
	ctx context.Context, i int, tasks []signals.Ruled, s *rubric.Schema, prior []signals.Ruled,
) error {
	tally, err := tallyOf(tasks, s)
	if err != nil {
		return err
	}
	var older *results.Tally
	if prior != nil {
		if older, err = tallyOf(prior, s); err != nil {
			return fmt.Errorf("prior: %w", err)
		}
	}
	unit, err := rubric.Unit(s.Weights())
	if err != nil {
		return err
	}
	ranked, err := rank(ctx, tasks[0].Models, tally, metrics.Bayes(unit, older), x.Rules)
	if err != nil {
		return err
	}
	scores := metrics.Scores(metrics.Bayes(s.Weights(), older), tally, nil)
	for _, row := range ranked.Rows {
		x.Rows[row.Index].Places[i] = AcrossPlace{
			Rank: row.Rank, RankInterval: row.RankInterval, Score: scores[row.Index], Points: row.Mu, Sigma: row.Sigma,
		}
	}
	margin, sigma := ranked.Margin()
	x.Schemata = append(x.Schemata, UnderSchema{
		Schema: s, Leader: ranked.Rows[0].Model, SeparatedNeighbours: ranked.SeparatedNeighbours(), Margin: margin, MarginSigma: sigma,
	})
	return nil
}

// tallyOf counts the attempts in each category of a schema, by model and question, over all tasks.
func tallyOf(tasks []signals.Ruled, s *rubric.Schema) (*results.Tally, error) {
	board, err := signals.Pool(s, tasks)
	if err != nil {
		return nil, err
	}
	return board.TallyAll(), nil
}

// Tau returns Kendall's τ_b between the rankings under two schemata, which are given as indices
// into Schemata. It returns NaN if all models tie under either schema.
func (x *Across) Tau(i, j int) float64 { return kendall.TauB(x.ranks(i), x.ranks(j)) }

// MeanTau returns the mean of Tau over all pairs of schemata. It returns NaN if there is only
// one schema or if any τ is NaN.
func (x *Across) MeanTau() float64 {
	sum, pairs := 0.0, 0
	for i := range x.Schemata {
		for j := range i {
			sum += x.Tau(i, j)
			pairs++
		}
	}
	return sum / float64(pairs)
}

// ranks returns the models' ranks under one schema, in the order of x.Rows.
func (x *Across) ranks(schema int) []float64 {
	ranks := make([]float64, len(x.Rows))
	for i, row := range x.Rows {
		ranks[i] = row.Places[schema].Rank
	}
	return ranks
}

// Categories returns the smallest and the largest number of categories among the schemata. Under a
// schema, the weight of the uniform prior, in trials per question, is the number of categories.
func (x *Across) Categories() (least, most int) {
	least = math.MaxInt
	for _, s := range x.Schemata {
		categories := s.Schema.Weights().Len()
		least, most = min(least, categories), max(most, categories)
	}
	return least, most
}

// Prior returns the weight of the prior under the schema with the most categories, where the prior
// has the most weight. The field Outside of the result is always 0.
func (x *Across) Prior() Prior {
	_, most := x.Categories()
	return Prior{Uniform: float64(most), Flat: true, Given: float64(x.PriorTrials), Trials: x.Trials, Most: x.Most, Models: x.Models}
}

// summarise computes the mean, best and worst rank of each row, and sorts the rows by mean rank.
func (x *Across) summarise() {
	for i := range x.Rows {
		row := &x.Rows[i]
		sum := 0.0 // exact, because ranks are multiples of ½
		row.Best, row.Worst = row.Places[0].Rank, row.Places[0].Rank
		for _, p := range row.Places {
			sum += p.Rank
			row.Best, row.Worst = min(row.Best, p.Rank), max(row.Worst, p.Rank)
		}
		row.MeanRank = sum / float64(len(row.Places))
	}
	slices.SortStableFunc(x.Rows, func(a, b AcrossRow) int { return cmp.Compare(a.MeanRank, b.MeanRank) })
}
