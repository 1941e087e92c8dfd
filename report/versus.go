package report

import (
	"fmt"
	"math"
	"slices"

	"settle/metrics"
	"settle/results"
	"settle/study/posterior"
	"settle/study/standings"
	"settle/tables"
)

// Versus is a comparison of two models, with what it was made of.
type Versus struct {
	standings.Versus
	Origin Origin
	Name   string // of the board, for titles
	Facts  string // what the board is, in sentences
	Task   string
	Shape  results.Shape
	Groups int // of questions, 0 where they are not known
}

// Report is the report in the format asked for.
func (v Versus) Report(format string) Report {
	r := Report{JSON: v.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{v.data()}
	} else {
		r.Tables = []*tables.Table{v.table()}
	}
	return r
}

// compared is the comparison by one metric in the sense of one estimand, or by
// scores alone.
type compared struct {
	standings.VersusMetric
	standings.VersusEstimand
	scores bool // of a metric without intervals: all but the difference is NaN
}

// compared are the comparisons by every metric and estimand.
func (v Versus) compared() []compared {
	var all []compared
	for _, m := range v.Metrics {
		for _, e := range m.Estimands {
			all = append(all, compared{VersusMetric: m, VersusEstimand: e})
		}
		if len(m.Estimands) == 0 {
			nan := math.NaN()
			all = append(all, compared{m, standings.VersusEstimand{
				Estimand: posterior.Questions, Difference: metrics.Estimate{Mu: m.ScoreA - m.ScoreB, Sigma: nan},
				Lo: nan, Hi: nan, Z: nan, Rho: nan, P: nan, PSE: nan,
			}, true})
		}
	}
	return all
}

// table shows a row per metric and estimand.
func (v Versus) table() *tables.Table {
	columns := []tables.Of[compared]{
		tables.Left("metric", func(c compared) string { return c.Metric }),
		tables.Left("on", func(c compared) string { return scope(c.Estimand) }),
		rounded(v.A, 4, func(c compared) float64 { return c.ScoreA }),
		rounded(v.B, 4, func(c compared) float64 { return c.ScoreB }),
		rounded("difference", 4, func(c compared) float64 { return c.Difference.Mu }),
	}
	if v.intervals() {
		columns = append(columns,
			rounded("σ", 4, func(c compared) float64 { return c.Difference.Sigma }),
			rounded("lo", 4, func(c compared) float64 { return c.Lo }),
			rounded("hi", 4, func(c compared) float64 { return c.Hi }),
			rounded("z", 2, func(c compared) float64 { return c.Z }),
			percentage("ρ", func(c compared) float64 { return c.Rho }))
	}
	if v.draws() > 0 {
		columns = append(columns,
			percentage("P", func(c compared) float64 { return c.P }),
			percentage("±", func(c compared) float64 { return c.PSE }))
	}
	t := tables.New(fmt.Sprintf("%s: %s against %s", v.Name, v.A, v.B), columns, v.compared())
	t.Notes = v.notes()
	for _, m := range v.Metrics {
		if left := leftOutNote(m.Metric, "one of the two", m.LeftOut); left != "" {
			t.Notes = append(t.Notes, left)
		}
	}
	t.Notes = append(t.Notes, v.Facts)
	return t
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
	return slices.ContainsFunc(v.Metrics, func(m standings.VersusMetric) bool { return len(m.Estimands) > 0 })
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

// notes explain the columns that are there.
func (v Versus) notes() []string {
	var notes []string
	if v.intervals() {
		notes = []string{
			fmt.Sprintf("The difference is that of posterior means (of metrics without a prior, of scores), "+
				"with its standard deviation σ and central %s interval.", percent(v.Confidence)),
			"On these questions, only trials are random; on questions like these, so is which questions were asked, " +
				"and models are paired by question.",
			v.drawn(),
		}
	}
	notes = append(notes, v.componentNotes()...)
	if few := fewNote(v.degrees(), v.Groups); few != "" {
		notes = append(notes, few)
	}
	if prior := priorNote(v.Prior, "scores by bayes are drawn"); prior != "" {
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
		return append(notes, without[0]+
			" has no interval: its difference is that of the scores, and how far chance explains it is not known.")
	}
	return append(notes, and(without)+
		" have no intervals: their differences are those of the scores, and how far chance explains them is not known.")
}

// componentNotes say by how much the true gaps of questions vary, beyond the noise of
// their trials; metrics of the same trials say it once.
func (v Versus) componentNotes() []string {
	var notes []string
	for _, m := range v.Metrics {
		c := m.Components
		if c == nil {
			continue
		}
		note := fmt.Sprintf("Without the noise of trials, gaps by question have a standard deviation of %s (%s interval %s to %s); "+
			"the noise adds one of %s (%s to %s).",
			sd(c.Between.Variance), percent(v.Confidence), sd(c.Between.Lo), sd(c.Between.Hi),
			sd(c.Within.Variance), sd(c.Within.Lo), sd(c.Within.Hi))
		if c.Between.Hi == 0 {
			note = "Gaps by question vary less than the noise of independent trials alone would have it."
		}
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	return notes
}

// sd is a variance as a standard deviation.
func sd(variance float64) string { return tables.Float(math.Sqrt(variance), 3) }

// degrees are the fewest degrees of freedom of Student's t, infinitely many where there
// are none.
func (v Versus) degrees() float64 {
	least := math.Inf(1)
	for _, c := range v.compared() {
		if c.Difference.DF > 0 {
			least = min(least, c.Difference.DF)
		}
	}
	return least
}

// drawn explains the confidence and, if there are any, the probabilities.
func (v Versus) drawn() string {
	note := fmt.Sprintf("ρ: confidence that %s is better, by the normal approximation, or Student's t on questions like these.", v.A)
	if n := v.draws(); n > 0 {
		note += fmt.Sprintf(" P: the share of %s in which it is, ± its Monte-Carlo standard error.",
			tables.Count(n, "posterior draw"))
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
	TrialsMost int                    `json:"trials_most,omitempty"` // of an unequal board
	Confidence float64                `json:"confidence"`
	Groups     int                    `json:"groups,omitempty"` // of questions
	Metrics    []versusMetricDocument `json:"metrics"`
}

type versusMetricDocument struct {
	Metric    string                   `json:"metric"`
	ScoreA    float64                  `json:"score_a"`
	ScoreB    float64                  `json:"score_b"`
	LeftOut   *int                     `json:"questions_left_out,omitempty"` // of an unequal board
	Estimands []versusEstimandDocument `json:"estimands,omitempty"`

	Between *componentDocument `json:"between,omitempty"`
	Within  *componentDocument `json:"within,omitempty"`
}

// componentDocument is a variance of the gap by question.
type componentDocument struct {
	Variance float64 `json:"variance"`
	Lo       float64 `json:"lo"`
	Hi       float64 `json:"hi"`
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
	DF         float64  `json:"degrees_of_freedom,omitempty"`
}

func (v Versus) document() versusDocument {
	d := versusDocument{
		Origin: v.Origin, Task: v.Task, A: v.A, B: v.B, Questions: v.Shape.Questions, Trials: v.Shape.Trials,
		TrialsMost: v.Shape.Most, Confidence: v.Confidence, Groups: v.Groups,
	}
	for _, m := range v.Metrics {
		row := versusMetricDocument{Metric: m.Metric, ScoreA: m.ScoreA, ScoreB: m.ScoreB}
		if m.LeftOut.Of > 0 {
			row.LeftOut = &m.LeftOut.Questions
		}
		if c := m.Components; c != nil {
			between, within := componentDocument(c.Between), componentDocument(c.Within)
			row.Between, row.Within = &between, &within
		}
		for _, e := range m.Estimands {
			row.Estimands = append(row.Estimands, versusEstimandDocument{
				Estimand: e.Estimand.String(), Difference: e.Difference.Mu, Sigma: e.Difference.Sigma,
				Lo: e.Lo, Hi: e.Hi, Z: Finite(e.Z), Rho: e.Rho, P: Finite(e.P), PSE: Finite(e.PSE),
				Draws: e.Draws, Normal: e.Normal, DF: e.Difference.DF,
			})
		}
		d.Metrics = append(d.Metrics, row)
	}
	return d
}

// data is the comparison as CSV, a metric and estimand per row.
func (v Versus) data() *tables.Table {
	return tables.New("", []tables.Of[compared]{
		tables.Left("metric", func(c compared) string { return c.Metric }),
		tables.Left("estimand", func(c compared) string {
			if c.scores {
				return ""
			}
			return c.Estimand.String()
		}),
		tables.Left("a", func(compared) string { return v.A }),
		tables.Left("b", func(compared) string { return v.B }),
		whole("score_a", func(c compared) float64 { return c.ScoreA }),
		whole("score_b", func(c compared) float64 { return c.ScoreB }),
		whole("difference", func(c compared) float64 { return c.Difference.Mu }),
		whole("sigma", func(c compared) float64 { return c.Difference.Sigma }),
		whole("lo", func(c compared) float64 { return c.Lo }),
		whole("hi", func(c compared) float64 { return c.Hi }),
		whole("z", func(c compared) float64 { return c.Z }),
		whole("rho", func(c compared) float64 { return c.Rho }),
		whole("p", func(c compared) float64 { return c.P }),
		whole("p_se", func(c compared) float64 { return c.PSE }),
	}, v.compared())
}
