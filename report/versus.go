package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/tables"
)

// Versus compares two models of a board on the same questions.
type Versus struct {
	A, B    string
	Metrics []versusMetric

	prior priorShare // that of bayes, if it is one of the metrics
}

// versusMetric is the comparison by one metric.
type versusMetric struct {
	Metric         string
	ScoreA, ScoreB float64
	Estimands      []versusEstimand // none without an interval, Population only of two questions or more
}

// versusEstimand is the difference of A less B, in the sense of an estimand.
type versusEstimand struct {
	Estimand   posterior.Estimand
	Difference metrics.Estimate
	Lo, Hi     float64
	Z, Rho     float64

	// P is the probability that A is better, in so many posterior draws. The
	// draws take the posterior for Normal, or else come from Dirichlet
	// posteriors.
	P, PSE float64
	Draws  int // 0: there is no P
	Normal bool
}

// Compare adds a metric to the comparison of the models i and j of a tally. It
// draws o.Replicates times for each estimand, or not at all.
func (v *Versus) Compare(ctx context.Context, t *results.Tally, m metrics.Metric, i, j int, confidence float64, seed uint64, o montecarlo.Options) error {
	if _, err := metrics.Ordinals(m, t); err != nil {
		return err
	}
	if prior := newPriorShare(m, t); prior.heavy() {
		v.prior = prior
	}
	row := versusMetric{Metric: m.Name(), ScoreA: m.Score(t, i), ScoreB: m.Score(t, j)}
	if estimator, ok := m.(metrics.Estimator); ok {
		for _, e := range []posterior.Estimand{posterior.Questions, posterior.Population} {
			scores, err := posterior.New(estimator, t, e)
			if errors.Is(err, posterior.ErrOneQuestion) {
				continue
			} else if err != nil {
				return err
			}
			compared, err := compare(ctx, scores, i, j, confidence, seed, o)
			if err != nil {
				return err
			}
			row.Estimands = append(row.Estimands, compared)
		}
	}
	v.Metrics = append(v.Metrics, row)
	return nil
}

func compare(ctx context.Context, s *posterior.Scores, i, j int, confidence float64, seed uint64, o montecarlo.Options) (versusEstimand, error) {
	z := s.Z(i, j)
	v := versusEstimand{Estimand: s.Estimand(), Difference: s.Difference(i, j), Z: z, Rho: ranking.Rho(z), P: math.NaN(), PSE: math.NaN(), Normal: s.Normal()}
	v.Lo, v.Hi = v.Difference.Interval(confidence, metrics.Unbounded)
	if o.Replicates == 0 {
		return v, nil
	}
	better, err := s.Better(ctx, i, j, seed, o)
	if err != nil {
		return v, err
	}
	v.Draws = better.Draws
	v.P, v.PSE = better.P()
	return v, nil
}

// scope is an estimand in a table's words.
func scope(e posterior.Estimand) string {
	if e == posterior.Population {
		return "questions like these"
	}
	return "these questions"
}

// intervals tells whether any of the metrics has one.
func (v Versus) intervals() bool {
	return slices.ContainsFunc(v.Metrics, func(m versusMetric) bool { return len(m.Estimands) > 0 })
}

// draws is the number of posterior draws behind the probabilities, 0 if there
// are none.
func (v Versus) draws() int {
	for _, m := range v.Metrics {
		if len(m.Estimands) > 0 {
			return m.Estimands[0].Draws
		}
	}
	return 0
}

// Table shows a row per metric and estimand.
func (v Versus) Table(title string, rules Rules) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "metric"}, {Name: "on"}}, Notes: v.notes(rules)}
	t.Columns = append(t.Columns, columns(v.A, v.B, "difference")...)
	if v.intervals() {
		t.Columns = append(t.Columns, columns("σ", "lo", "hi", "z", "ρ")...)
	}
	if v.draws() > 0 {
		t.Columns = append(t.Columns, columns("P", "±")...)
	}
	for _, m := range v.Metrics {
		scores := []string{tables.Float(m.ScoreA, 4), tables.Float(m.ScoreB, 4)}
		for _, e := range m.Estimands {
			t.Rows = append(t.Rows, slices.Concat([]string{m.Metric, scope(e.Estimand)}, scores, e.cells()))
		}
		if len(m.Estimands) == 0 {
			cells := slices.Concat([]string{m.Metric, scope(posterior.Questions)}, scores, []string{tables.Float(m.ScoreA-m.ScoreB, 4)})
			for len(cells) < len(t.Columns) {
				cells = append(cells, tables.Missing)
			}
			t.Rows = append(t.Rows, cells)
		}
	}
	return t
}

// cells are what a row shows of one estimand.
func (v versusEstimand) cells() []string {
	var cells []string
	for _, number := range []float64{v.Difference.Mu, v.Difference.Sigma, v.Lo, v.Hi} {
		cells = append(cells, tables.Float(number, 4))
	}
	cells = append(cells, tables.Float(v.Z, 2), tables.Percent(v.Rho, 1))
	if v.Draws > 0 {
		cells = append(cells, tables.Percent(v.P, 1), tables.Percent(v.PSE, 1))
	}
	return cells
}

// notes explain the columns that are there.
func (v Versus) notes(rules Rules) []string {
	var notes []string
	if v.intervals() {
		notes = []string{
			fmt.Sprintf("The difference is that of posterior means, with its standard deviation σ and central %s interval, paired by question.", rules.percent()),
			"On these questions, only trials are random; on questions like these, so is which questions were asked.",
			v.drawn(),
		}
	}
	if prior := v.prior.note("scores by bayes are drawn"); prior != "" {
		notes = append(notes, prior)
	}
	var without []string
	for _, m := range v.Metrics {
		if len(m.Estimands) == 0 {
			without = append(without, m.Metric)
		}
	}
	switch len(without) {
	case 0:
		return notes
	case 1:
		return append(notes, without[0]+" has no interval: its difference is that of the scores, and how far chance explains it is not known.")
	}
	return append(notes, and(without)+" have no intervals: their differences are those of the scores, and how far chance explains them is not known.")
}

// drawn explains the confidence and, if there are any, the probabilities.
func (v Versus) drawn() string {
	note := fmt.Sprintf("ρ: confidence that %s is better, by the normal approximation.", v.A)
	if n := v.draws(); n > 0 {
		note += fmt.Sprintf(" P: the share of %s in which it is, ± its Monte-Carlo standard error.", tables.Count(n, "posterior draw"))
	}
	return note
}

// versusDocument is a comparison as JSON.
type versusDocument struct {
	Origin
	Task       string                 `json:"task"`
	A          string                 `json:"a"`
	B          string                 `json:"b"`
	Questions  int                    `json:"questions"`
	Trials     int                    `json:"trials"`
	Confidence float64                `json:"confidence"`
	Metrics    []versusMetricDocument `json:"metrics"`
}

type versusMetricDocument struct {
	Metric    string                   `json:"metric"`
	ScoreA    float64                  `json:"score_a"`
	ScoreB    float64                  `json:"score_b"`
	Estimands []versusEstimandDocument `json:"estimands,omitempty"`
}

// versusEstimandDocument has a null z where there is no uncertainty, and a null
// p without draws.
type versusEstimandDocument struct {
	Estimand   string   `json:"estimand"`
	Difference float64  `json:"difference"`
	Sigma      float64  `json:"sigma"`
	Lo         float64  `json:"lo"`
	Hi         float64  `json:"hi"`
	Z          *float64 `json:"z"`
	Rho        float64  `json:"rho"`
	P          *float64 `json:"p"`
	PSE        *float64 `json:"p_se"`
	Draws      int      `json:"draws"`
	Normal     bool     `json:"normal"`
}

// Document is the comparison as JSON.
func (v Versus) Document(b *results.Board, rules Rules, origin Origin) any {
	shape := b.Shape()
	d := versusDocument{
		Origin: origin, Task: b.Task, A: v.A, B: v.B, Questions: shape.Questions, Trials: shape.Trials,
		Confidence: rules.Confidence,
	}
	for _, m := range v.Metrics {
		row := versusMetricDocument{Metric: m.Metric, ScoreA: m.ScoreA, ScoreB: m.ScoreB}
		for _, e := range m.Estimands {
			row.Estimands = append(row.Estimands, versusEstimandDocument{
				Estimand: e.Estimand.String(), Difference: e.Difference.Mu, Sigma: e.Difference.Sigma, Lo: e.Lo, Hi: e.Hi,
				Z: Finite(e.Z), Rho: e.Rho, P: Finite(e.P), PSE: Finite(e.PSE), Draws: e.Draws, Normal: e.Normal,
			})
		}
		d.Metrics = append(d.Metrics, row)
	}
	return d
}

// Data shows the comparison, a metric and estimand per row.
func (v Versus) Data() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{"metric", "estimand", "a", "b", "score_a", "score_b", "difference", "sigma", "lo", "hi", "z", "rho", "p", "p_se"} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, m := range v.Metrics {
		start := func(estimand string) []string {
			return []string{m.Metric, estimand, v.A, v.B, Number(m.ScoreA), Number(m.ScoreB)}
		}
		for _, e := range m.Estimands {
			cells := start(e.Estimand.String())
			for _, number := range []float64{e.Difference.Mu, e.Difference.Sigma, e.Lo, e.Hi, e.Z, e.Rho, e.P, e.PSE} {
				cells = append(cells, Number(number))
			}
			t.Rows = append(t.Rows, cells)
		}
		if len(m.Estimands) == 0 {
			t.Rows = append(t.Rows, append(start(""), Number(m.ScoreA-m.ScoreB), "", "", "", "", "", "", ""))
		}
	}
	return t
}
