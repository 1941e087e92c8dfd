package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/ranking"
	"settle/study/converge"
	"settle/tables"
)

// Convergence is distributions of convergence@n with what they were made of.
type Convergence struct {
	Setting
	Models        []string
	GoldLevels    []int // of the models: larger is better
	ExactTies     bool  // models that tie in gold must tie
	Distributions []converge.Distribution
	Traces        []converge.Trajectory
}

type convergenceDocument struct {
	Task        string                 `json:"task"`
	Models      int                    `json:"models"`
	Questions   int                    `json:"questions"`
	Trials      int                    `json:"trials"`
	Scheme      string                 `json:"scheme"`
	Replacement bool                   `json:"replacement"`
	Replicates  int                    `json:"replicates"`
	Seed        uint64                 `json:"seed"`
	Gold        string                 `json:"gold"`
	Schema      *SchemaDocument        `json:"schema,omitempty"`
	Metrics     []distributionDocument `json:"metrics"`
	Traces      []traceDocument        `json:"traces,omitempty"`
}

// traceDocument has the competition ranks of the models, in their order, at
// n = from, from + 1, …; settles is null if the replicate never does.
type traceDocument struct {
	Metric    string      `json:"metric"`
	Replicate int         `json:"replicate"`
	Settles   *int        `json:"settles"`
	From      int         `json:"from"`
	Models    []string    `json:"models"`
	Ranks     [][]float64 `json:"ranks"`
}

// distributionDocument leaves out what no replicate settles for.
type distributionDocument struct {
	Metric     string          `json:"metric"`
	Converged  float64         `json:"converged"`
	BeforeLast float64         `json:"before_last"`
	Never      float64         `json:"never"`
	Mean       *float64        `json:"mean,omitempty"`
	MeanSE     *float64        `json:"mean_se,omitempty"`
	Median     int             `json:"median,omitempty"`
	P95        int             `json:"p95,omitempty"`
	Worst      int             `json:"worst,omitempty"`
	PMF        []massDocument  `json:"pmf"`
	Last       []lastReplicate `json:"worst_replicates,omitempty"`
}

type massDocument struct {
	N int     `json:"n"`
	P float64 `json:"p"`
}

// lastReplicate has a null n where the replicate never settles.
type lastReplicate struct {
	Replicate int  `json:"replicate"`
	N         *int `json:"n"`
}

// Document returns the distributions as JSON; the probabilities are shares of
// all replicates.
func (c Convergence) Document() any {
	d := convergenceDocument{
		Task: c.Task, Models: c.Shape.Models, Questions: c.Shape.Questions, Trials: c.Shape.Trials,
		Scheme: c.Scheme, Replacement: c.Replacement, Replicates: c.Replicates, Seed: c.Seed, Gold: c.Gold,
		Schema: c.Schema,
	}
	for _, distribution := range c.Distributions {
		mean, se := distribution.Mean()
		m := distributionDocument{
			Metric:    distribution.Metric,
			Converged: distribution.Converged(), BeforeLast: distribution.BeforeLast(), Never: distribution.Never(),
			Mean: Finite(mean), MeanSE: Finite(se),
			Median: distribution.Quantile(0.5), P95: distribution.Quantile(0.95), Worst: distribution.Quantile(1),
			PMF: []massDocument{},
		}
		for i, count := range distribution.Counts {
			if count > 0 {
				m.PMF = append(m.PMF, massDocument{i + 1, float64(count) / float64(distribution.Replicates)})
			}
		}
		for _, r := range distribution.Worst {
			last := lastReplicate{Replicate: r.Index}
			if r.N <= c.Shape.Trials {
				last.N = &r.N
			}
			m.Last = append(m.Last, last)
		}
		d.Metrics = append(d.Metrics, m)
	}
	for _, t := range c.Traces {
		d.Traces = append(d.Traces, traceDocument{t.Metric, t.Index, positive(t.Settled), t.From, c.Models, t.Ranks})
	}
	return d
}

// Report is the report in the format asked for: CSV gets the PMFs.
func (c Convergence) Report(format string) Report {
	r := Report{JSON: c.Document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{c.Data()}
		return r
	}
	t := c.Table(c.Name + ": trials until the ranking settles")
	t.Notes = append([]string{c.Sentence()}, append(t.Notes, c.facts())...)
	if c.OwnGold {
		t.Notes = append(t.Notes, ownGoldNote)
	}
	if c.ExactTies && c.goldTies() {
		t.Notes = append(t.Notes, "Gold ties models, and a ranking agrees only if it ties them too; --gold-ties any lets them stand in either order.")
	}
	if c.Note != "" {
		t.Notes = append(t.Notes, c.Note)
	}
	r.Tables = []*tables.Table{t}
	for _, trace := range c.Traces {
		r.Tables = append(r.Tables, c.traceTable(trace))
	}
	if worst := c.worstTable(); worst != nil {
		r.Tables = append(r.Tables, worst)
	}
	return r
}

// goldTies tells whether gold ties any models.
func (c Convergence) goldTies() bool {
	levels := slices.Sorted(slices.Values(c.GoldLevels))
	return len(slices.Compact(levels)) < len(c.GoldLevels)
}

// TraceTitle says what a trajectory is of.
func TraceTitle(t converge.Trajectory) string {
	if t.Settled == 0 {
		return fmt.Sprintf("replicate %d by %s, which never settles", t.Index, t.Metric)
	}
	return fmt.Sprintf("replicate %d by %s, which settles at n = %d", t.Index, t.Metric, t.Settled)
}

// traceTable shows a trajectory's ranks at a few numbers of trials.
func (c Convergence) traceTable(t converge.Trajectory) *tables.Table {
	shown := &tables.Table{Title: "Ranks in " + TraceTitle(t), Columns: []tables.Column{{Name: "model"}}}
	gold := ranking.ByCompare(len(c.GoldLevels), func(i, j int) int { return c.GoldLevels[i] - c.GoldLevels[j] })
	for _, model := range gold.Models {
		shown.Rows = append(shown.Rows, []string{c.Models[model]})
	}
	add := func(name string, ranks []float64) {
		shown.Columns = append(shown.Columns, tables.Column{Name: name, Right: true})
		for place, model := range gold.Models {
			shown.Rows[place] = append(shown.Rows[place], fmt.Sprint(ranks[model]))
		}
	}
	for _, n := range milestones(c.Shape.Trials) {
		if n >= t.From {
			add(fmt.Sprintf("n=%d", n), t.Ranks[n-t.From])
		}
	}
	add("gold", gold.Ranks(ranking.Competition))
	return shown
}

// Figure is one panel with what it was made of.
func (c Convergence) Figure(what string, panel figures.Panel) *figures.Figure {
	caption := c.facts()
	if c.OwnGold {
		caption += ownGoldCaption
	}
	if c.Note != "" {
		caption += "\n" + c.Note
	}
	return &figures.Figure{Title: c.Name + ": " + what, Caption: caption, Panels: []figures.Panel{panel}}
}

// Trajectories is a panel of the ranks of every model in one replicate.
func (c Convergence) Trajectories(title string, t converge.Trajectory) figures.Trajectories {
	gold := ranking.ByCompare(len(c.GoldLevels), func(i, j int) int { return c.GoldLevels[i] - c.GoldLevels[j] }).Ranks(ranking.Competition)
	panel := figures.Trajectories{Title: title, Settled: t.Settled}
	for i := range t.Ranks {
		panel.N = append(panel.N, t.From+i)
	}
	for model, name := range c.Models {
		path := figures.Path{Model: name, Gold: gold[model]}
		for _, ranks := range t.Ranks {
			path.Ranks = append(path.Ranks, ranks[model])
		}
		panel.Paths = append(panel.Paths, path)
	}
	return panel
}

// Table shows a distribution per row.
func (c Convergence) Table(title string) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "metric"}}}
	for _, name := range []string{"mean", "±", "median", "95 %", "last", "settled", "before n = N", "never"} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	for _, d := range c.Distributions {
		mean, se := d.Mean()
		t.Rows = append(t.Rows, []string{
			d.Metric, tables.Float(mean, 1), tables.Float(se, 2),
			orMissing(d.Quantile(0.5)), orMissing(d.Quantile(0.95)), orMissing(d.Quantile(1)),
			tables.Percent(d.Converged(), 1), tables.Percent(d.BeforeLast(), 1), tables.Percent(d.Never(), 1),
		})
	}
	t.Notes = []string{"Mean, quantiles and last n are over the replicates that settle; ± is the standard error of the mean."}
	return t
}

func orMissing(n int) string {
	if n == 0 {
		return tables.Missing
	}
	return fmt.Sprint(n)
}

// worstTable lists the replicates that settle last, nil if none were kept.
func (c Convergence) worstTable() *tables.Table {
	t := &tables.Table{Title: "Replicates that settle last", Columns: []tables.Column{
		{Name: "metric"}, {Name: "replicate", Right: true}, {Name: "settles at", Right: true},
	}}
	for _, d := range c.Distributions {
		for _, r := range d.Worst {
			at := "never"
			if r.N <= c.Shape.Trials {
				at = fmt.Sprint(r.N)
			}
			t.Rows = append(t.Rows, []string{d.Metric, fmt.Sprint(r.Index), at})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	t.Notes = []string{"Draw one again with --trace."}
	return t
}

// Sentence is what a reader can act on.
func (c Convergence) Sentence() string {
	var clauses, never []string
	for _, d := range c.Distributions {
		if d.Converged() == 0 {
			never = append(never, d.Metric)
		} else {
			clauses = append(clauses, c.clause(d))
		}
	}
	if len(never) > 0 {
		verb := "never agree"
		if len(never) == 1 {
			verb = "never agrees"
		}
		clauses = append(clauses, fmt.Sprintf("%s %s with gold to the end of the %s", and(never), verb, tables.Count(c.Shape.Trials, "trial")))
	}
	return strings.Join(clauses, "; ") + "."
}

// and lists names as a sentence does.
func and(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// clause says how soon one metric settles.
func (c Convergence) clause(d converge.Distribution) string {
	drawn := "replicates"
	if !c.Replacement {
		drawn = "reorderings"
	}
	mean, _ := d.Mean()
	clause := fmt.Sprintf("%s settles by trial %.0f on average, and by %d in 95 of 100 %s", d.Metric, mean, d.Quantile(0.95), drawn)
	if d.Never() > 0 {
		return clause + fmt.Sprintf(" that settle at all, which %s do not", tables.Percent(d.Never(), 1))
	}
	if late := 1 - d.BeforeLast(); late >= 0.05 {
		clause += fmt.Sprintf(", but in %s only with the last trial: more trials are needed", tables.Percent(late, 1))
	}
	return clause
}

// Data shows every n, one per row.
func (c Convergence) Data() *tables.Table {
	t := &tables.Table{Columns: []tables.Column{{Name: "metric"}, {Name: "n"}, {Name: "p"}, {Name: "cumulative"}}}
	for _, d := range c.Distributions {
		sum := 0
		for i, count := range d.Counts {
			sum += count
			t.Rows = append(t.Rows, []string{
				d.Metric, fmt.Sprint(i + 1), Number(float64(count) / float64(d.Replicates)), Number(float64(sum) / float64(d.Replicates)),
			})
		}
	}
	return t
}

// PMF is a panel of the probability of each convergence@n, with a rule at each
// mean.
func (c Convergence) PMF(title string) figures.Curves {
	panel := figures.Curves{Title: title, Note: c.never(), XLabel: "convergence@n", YLabel: "probability"}
	for _, d := range c.Distributions {
		line := c.line(d, func(count, _ int) float64 { return float64(count) / float64(d.Replicates) })
		line.Fill = true
		panel.Lines = append(panel.Lines, line)
		if mean, _ := d.Mean(); !math.IsNaN(mean) {
			panel.Rules = append(panel.Rules, figures.Rule{At: mean, Label: tables.Float(mean, 1), Line: line.Name})
		}
	}
	return panel
}

// CDF is a panel of the share of replicates settled by n.
func (c Convergence) CDF(title string) figures.Curves {
	panel := figures.Curves{Title: title, Note: c.never(), XLabel: "trials n", YLabel: "share settled by n", YRange: &[2]float64{0, 1.02}}
	for _, d := range c.Distributions {
		line := c.line(d, func(_, sum int) float64 { return float64(sum) / float64(d.Replicates) })
		line.Step = true
		panel.Lines = append(panel.Lines, line)
	}
	return panel
}

// never names the metrics that settle in no replicate, "" if there are none.
func (c Convergence) never() string {
	var names []string
	for _, d := range c.Distributions {
		if d.Converged() == 0 {
			names = append(names, d.Metric)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "never: " + strings.Join(names, ", ")
}

// line is a distribution as a line of the given y at n = 1..N, from the count
// at n and the sum up to n; without points if no replicate settles.
func (c Convergence) line(d converge.Distribution, y func(count, sum int) float64) figures.Line {
	line := figures.Line{Name: d.Metric, Empty: "never settles"}
	if len(c.Distributions) > manyMetrics {
		line.Group = family(d.Metric)
	}
	if d.Converged() == 0 {
		return line
	}
	sum := 0
	for i, count := range d.Counts {
		sum += count
		line.X = append(line.X, float64(i+1))
		line.Y = append(line.Y, y(count, sum))
	}
	return line
}

// manyMetrics is how many lines can each have a colour of their own.
const manyMetrics = 7
