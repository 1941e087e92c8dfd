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

// Across is how the same attempts rank their models under several schemata.
// Points are those of weights scaled to [0, 1] (rubric.Unit), so that schemata
// can be compared; no rank depends on the scale.
type Across struct {
	Task              string // the name of the task, "" where there is only one, results.AllTasks for several
	Models, Questions int
	Trials, Most      int              // of each question; of tasks that differ the fewest and the most, else Most is 0
	Tasks             []TaskThresholds // that the attempts were sorted by, those of each task by its own

	Rules       Rules
	PriorTrials int           // of each question that the prior has, 0 for the uniform one
	Baseline    int           // the schema that τ compares with, by index into Schemata
	Schemata    []UnderSchema // in the order given
	Rows        []AcrossRow   // the best mean rank first
}

// TaskThresholds are the thresholds of a task.
type TaskThresholds struct {
	Task       string
	Thresholds rubric.Thresholds
}

// UnderSchema is what one schema makes of the ranking.
type UnderSchema struct {
	Schema *rubric.Schema
	Leader string  // the first of those at rank 1
	Tau    float64 // Kendall τ_b with the ranking by the baseline; NaN where all tie by either

	// Apart is how many of the L − 1 neighbours in the ranking the rule of the
	// ties tells apart.
	Apart int

	// Margin is the difference in points of the two best models, 0 if they
	// tie, and MarginSigma its posterior standard deviation; NaN for one model.
	Margin, MarginSigma float64
}

// AcrossRow is one model's places.
type AcrossRow struct {
	Model       string
	Index       int           // of the model among the attempts
	Places      []AcrossPlace // by schema
	MeanRank    float64       // mean over the schemata
	Best, Worst float64       // ranks
}

// AcrossPlace is a model's place under one schema.
type AcrossPlace struct {
	Rank         float64 // by exact scores
	RankInterval float64 // with ties by the interval rule
	Score        float64 // Bayes@N in units of the schema's weights
	Points       float64 // the same in [0, 1]
	Sigma        float64 // posterior standard deviation of Points
}

// baseline is the schema of correctness alone, with which others are compared.
const baseline = "Exact Match"

// RankAcross ranks the models of a by Bayes@N (Eq. 15) under every schema, with
// categories by the thresholds t. The prior holds older attempts of the same
// models at the same questions, in the same order, which are sorted by the same
// thresholds; nil is the uniform prior. Missing signals count as package rubric
// says. It fails if there are no schemata or two of one name, if a schema's
// weights are all equal, if ctx ends, and where Rank does.
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

// RankAcrossTasks is RankAcross for the attempts at several tasks, each of which is
// sorted by its own thresholds before all become one board (signals.Pool), with the
// uniform prior. It also fails where Pool does.
func RankAcrossTasks(
	ctx context.Context, tasks []signals.Ruled, schemata []*rubric.Schema, rules Rules,
) (*Across, error) {
	return rankAcross(ctx, tasks, schemata, nil, rules)
}

func rankAcross(
	ctx context.Context, tasks []signals.Ruled, schemata []*rubric.Schema, prior []signals.Ruled, rules Rules,
) (*Across, error) {
	if len(schemata) == 0 {
		return nil, errors.New("there is no schema to rank by")
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

// newAcross has the models in the order of the attempts, with empty places.
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

// add fills in the places of the i-th schema, while Rows are in the order of
// the attempts.
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
		Schema: s, Leader: ranked.Rows[0].Model, Apart: ranked.NeighboursApart(), Margin: margin, MarginSigma: sigma,
	})
	return nil
}

// tallyOf counts the categories of all attempts.
func tallyOf(tasks []signals.Ruled, s *rubric.Schema) (*results.Tally, error) {
	board, err := signals.Pool(s, tasks)
	if err != nil {
		return nil, err
	}
	return board.TallyAll(), nil
}

// Tau is Kendall's τ_b of the rankings by two schemata, given by index into
// Schemata; NaN where all models tie by either.
func (x *Across) Tau(i, j int) float64 { return kendall.TauB(x.ranks(i), x.ranks(j)) }

// MeanTau is the mean of Tau over all pairs of schemata; NaN for one schema, and
// where any τ is.
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

// ranks are those of one schema, by row.
func (x *Across) ranks(schema int) []float64 {
	ranks := make([]float64, len(x.Rows))
	for i, row := range x.Rows {
		ranks[i] = row.Places[schema].Rank
	}
	return ranks
}

// Categories are the least and the largest number of categories that a schema
// has, which is what its uniform prior counts as in trials of each question.
func (x *Across) Categories() (least, most int) {
	least = math.MaxInt
	for _, s := range x.Schemata {
		categories := s.Schema.Weights().Len()
		least, most = min(least, categories), max(most, categories)
	}
	return least, most
}

// Prior is what the prior counts as under the schema of the most categories;
// Outside is not counted.
func (x *Across) Prior() Prior {
	_, most := x.Categories()
	return Prior{Uniform: float64(most), Flat: true, Given: float64(x.PriorTrials), Trials: x.Trials, Most: x.Most, Models: x.Models}
}

// summarise works out what rows say of all schemata, and orders them.
func (x *Across) summarise() {
	for i := range x.Rows {
		row := &x.Rows[i]
		sum := 0.0 // exact, for ranks are multiples of a half
		row.Best, row.Worst = row.Places[0].Rank, row.Places[0].Rank
		for _, p := range row.Places {
			sum += p.Rank
			row.Best, row.Worst = min(row.Best, p.Rank), max(row.Worst, p.Rank)
		}
		row.MeanRank = sum / float64(len(row.Places))
	}
	slices.SortStableFunc(x.Rows, func(a, b AcrossRow) int { return cmp.Compare(a.MeanRank, b.MeanRank) })
}
