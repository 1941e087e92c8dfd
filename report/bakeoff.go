package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/figures"
	"settle/study/bakeoff"
	"settle/tables"
)

// Bakeoff is how estimators did on coins, with what they did it on.
type Bakeoff struct {
	Coins     string // their name
	Models    []string
	Questions int
	Gold      []int // the true order of the models: larger is better
	Options   bakeoff.Options
	Results   []bakeoff.Result
	Costs     [][]bakeoff.Cost // by result, nil if not measured
}

// facts are what the results were made of, in a sentence.
func (b Bakeoff) facts() string {
	return fmt.Sprintf("%s: %s; %s; seed %d.", b.Coins,
		tables.Size(len(b.Models), b.Questions, b.Options.Trials), tables.Count(b.Options.Replicates, "fresh board"), b.Options.Seed)
}

// fairness says which numbers of two estimators compare.
const fairness = "Bias, RMSE and coverage are about what each estimator itself estimates: the mean success probability for bayes, avg and, unless told otherwise, programs; the metric of fresh trials for the rest. Estimators of different quantities compare by τ and by convergence only."

// Report is the report in the format asked for: CSV gets every point.
func (b Bakeoff) Report(format string) Report {
	r := Report{JSON: b.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{b.data()}
		return r
	}
	r.Tables = []*tables.Table{b.table(), b.convergence()}
	if b.Costs != nil {
		r.Tables = append(r.Tables, b.costs())
	}
	return r
}

// table shows every estimator at every number of trials.
func (b Bakeoff) table() *tables.Table {
	t := &tables.Table{Title: b.Coins + ": estimators against the truth", Columns: []tables.Column{{Name: "metric"}}}
	for _, name := range []string{"n", "bias", "±", "RMSE", "±", "τ", "±", "coverage", "±", "width"} {
		t.Columns = append(t.Columns, tables.Column{Name: name, Right: true})
	}
	undefined := 0
	for _, r := range b.Results {
		for i, p := range r.Points {
			name := r.Metric
			if i > 0 {
				name = ""
			}
			t.Rows = append(t.Rows, []string{
				name, fmt.Sprint(p.N), tables.Float(p.Bias, 4), tables.Float(p.BiasSE, 4), tables.Float(p.RMSE, 4), tables.Float(p.RMSESE, 4),
				tables.Float(p.Tau, 3), tables.Float(p.TauSE, 3), tables.Percent(p.Coverage, 1), tables.Percent(p.CoverageSE, 1), tables.Float(p.Width, 4),
			})
			undefined = max(undefined, p.Undefined)
		}
	}
	t.Notes = []string{
		fairness,
		"Means over models and boards; coverage and width are those of the nominal 95 % interval. ± is one Monte-Carlo standard error.",
	}
	if undefined > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("τ is undefined where a metric ties all models; such boards, up to %d at one point, count as 0.", undefined))
	}
	t.Notes = append(t.Notes, b.facts())
	return t
}

// convergence shows when the ranking of every estimator settles.
func (b Bakeoff) convergence() *tables.Table {
	c := Convergence{GoldLevels: b.Gold}
	for _, r := range b.Results {
		c.Distributions = append(c.Distributions, r.Convergence)
	}
	t := c.Table("Trials until the ranking settles on the true one")
	if c.goldTies() {
		t.Notes = append(t.Notes, "The true means tie models, and a ranking agrees only if it ties them too.")
	}
	return t
}

// costs shows how long a score takes, one estimator per row.
func (b Bakeoff) costs() *tables.Table {
	t := &tables.Table{Title: "Time per score of a model, in ns", Columns: []tables.Column{{Name: "metric"}}}
	for _, n := range b.Options.At {
		t.Columns = append(t.Columns, tables.Column{Name: fmt.Sprintf("n=%d", n), Right: true})
	}
	for i, r := range b.Results {
		row := []string{r.Metric}
		for _, n := range b.Options.At {
			row = append(row, nanoseconds(b.Costs[i], n))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = []string{"Measured on this machine, as replicates are scored: one metric alone, all models of a board at once."}
	return t
}

// nanoseconds is the cost at n, Missing where the metric has not started.
func nanoseconds(costs []bakeoff.Cost, n int) string {
	at := slices.IndexFunc(costs, func(c bakeoff.Cost) bool { return c.N == n })
	if at < 0 {
		return tables.Missing
	}
	return fmt.Sprint(costs[at].Time.Nanoseconds())
}

// data shows every point, one per row.
func (b Bakeoff) data() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{
		"metric", "n", "bias", "bias_se", "rmse", "rmse_se", "tau", "tau_se", "undefined", "coverage", "coverage_se", "width",
		"settles", "settles_se", "never",
	} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, r := range b.Results {
		mean, se := r.Convergence.Mean()
		for _, p := range r.Points {
			row := []string{r.Metric, fmt.Sprint(p.N)}
			for _, v := range []float64{p.Bias, p.BiasSE, p.RMSE, p.RMSESE, p.Tau, p.TauSE, float64(p.Undefined), p.Coverage, p.CoverageSE, p.Width, mean, se, r.Convergence.Never()} {
				row = append(row, Number(v))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// Figure shows bias, error, rankings and coverage against n.
func (b Bakeoff) Figure() *figures.Figure {
	panel := func(title, label string, of func(bakeoff.Point) (y, se float64)) figures.Curves {
		c := figures.Curves{Title: title, XLabel: "trials n", YLabel: label, LogX: true}
		for _, r := range b.Results {
			c.Lines = append(c.Lines, pointsLine(r, len(b.Results) > manyMetrics, of))
		}
		return c
	}
	bias := panel("(a) bias", "mean score − truth", func(p bakeoff.Point) (float64, float64) { return p.Bias, p.BiasSE })
	bias.Rules = []figures.Rule{{Horizontal: true, Label: "0"}}
	rmse := panel("(b) error", "RMSE of the score", func(p bakeoff.Point) (float64, float64) { return positiveOnly(p.RMSE), p.RMSESE })
	rmse.LogY = true
	tau := panel("(c) ranking", "mean Kendall τ with the truth", func(p bakeoff.Point) (float64, float64) { return p.Tau, p.TauSE })
	tau.Note = b.sameRankings()
	coverage := panel("(d) intervals", "coverage of the 95 % interval", func(p bakeoff.Point) (float64, float64) { return p.Coverage, p.CoverageSE })
	coverage.Rules = []figures.Rule{{Horizontal: true, At: bakeoff.Confidence, Label: "95 %"}}
	caption := b.facts()
	if b.Options.Replicates > 1 {
		caption += " Shaded: ±1.96 Monte-Carlo standard errors."
	}
	return &figures.Figure{
		Title:   b.Coins + ": estimators against the truth",
		Caption: caption + "\n" + fairness,
		Panels:  []figures.Panel{bias, rmse, tau, coverage},
	}
}

// sameRankings names the estimators that agree with the truth equally at every
// number of trials, so that the lines of some hide those of others.
func (b Bakeoff) sameRankings() string {
	var groups []string
	for i, r := range b.Results {
		names := []string{r.Metric}
		for _, other := range b.Results[i+1:] {
			if slices.EqualFunc(r.Points, other.Points, func(p, q bakeoff.Point) bool { return p.N == q.N && p.Tau == q.Tau }) {
				names = append(names, other.Metric)
			}
		}
		group := strings.Join(names, " = ")
		if len(names) > 1 && !slices.ContainsFunc(groups, func(g string) bool { return strings.HasSuffix(g, group) }) {
			groups = append(groups, group)
		}
	}
	return strings.Join(groups, "; ")
}

// positiveOnly is what a logarithmic axis can show.
func positiveOnly(v float64) float64 {
	if v > 0 {
		return v
	}
	return math.NaN()
}

// pointsLine is one estimator as a line of something against n, without the
// points at which there is none.
func pointsLine(r bakeoff.Result, grouped bool, of func(bakeoff.Point) (y, se float64)) figures.Line {
	line := figures.Line{Name: r.Metric}
	if grouped {
		line.Group = family(r.Metric)
	}
	for _, p := range r.Points {
		if y, se := of(p); !math.IsNaN(y) {
			line.X, line.Y, line.SE = append(line.X, float64(p.N)), append(line.Y, y), append(line.SE, se)
		}
	}
	return line
}

// bakeoffDocument is a Bakeoff as JSON.
type bakeoffDocument struct {
	Coins      string              `json:"coins"`
	Models     []string            `json:"models"`
	Questions  int                 `json:"questions"`
	Trials     int                 `json:"trials"`
	Replicates int                 `json:"replicates"`
	Seed       uint64              `json:"seed"`
	Confidence float64             `json:"confidence"`
	Estimators []estimatorDocument `json:"estimators"`
}

// estimatorDocument has null for a truth that is not known, and no costs unless
// they were asked for.
type estimatorDocument struct {
	Metric      string                 `json:"metric"`
	Truth       []float64              `json:"truth"`
	Points      []bakeoffPointDocument `json:"points"`
	Convergence settlesDocument        `json:"convergence"`
	Costs       []costDocument         `json:"costs,omitempty"`
}

type bakeoffPointDocument struct {
	N          int             `json:"n"`
	Bias       *float64        `json:"bias"`
	BiasSE     *float64        `json:"bias_se"`
	RMSE       *float64        `json:"rmse"`
	RMSESE     *float64        `json:"rmse_se"`
	Tau        float64         `json:"tau"`
	TauSE      *float64        `json:"tau_se"`
	Undefined  int             `json:"undefined"`
	Coverage   *float64        `json:"coverage"`
	CoverageSE *float64        `json:"coverage_se"`
	Width      *float64        `json:"width"`
	Models     []modelDocument `json:"models"`
}

type modelDocument struct {
	Bias     *float64 `json:"bias"`
	RMSE     *float64 `json:"rmse"`
	Coverage *float64 `json:"coverage"`
	Width    *float64 `json:"width"`
}

// settlesDocument has a null mean where no replicate settles.
type settlesDocument struct {
	Mean   *float64 `json:"mean"`
	MeanSE *float64 `json:"mean_se"`
	Never  float64  `json:"never"`
}

type costDocument struct {
	N           int   `json:"n"`
	Nanoseconds int64 `json:"ns"`
}

func (b Bakeoff) document() bakeoffDocument {
	d := bakeoffDocument{
		Coins: b.Coins, Models: b.Models, Questions: b.Questions, Trials: b.Options.Trials,
		Replicates: b.Options.Replicates, Seed: b.Options.Seed, Confidence: bakeoff.Confidence,
	}
	for i, r := range b.Results {
		mean, se := r.Convergence.Mean()
		e := estimatorDocument{
			Metric: r.Metric, Truth: r.Truth, Points: []bakeoffPointDocument{},
			Convergence: settlesDocument{Finite(mean), Finite(se), r.Convergence.Never()},
		}
		for _, p := range r.Points {
			e.Points = append(e.Points, pointDocument(p))
		}
		if b.Costs != nil {
			for _, c := range b.Costs[i] {
				e.Costs = append(e.Costs, costDocument{c.N, c.Time.Nanoseconds()})
			}
		}
		d.Estimators = append(d.Estimators, e)
	}
	return d
}

func pointDocument(p bakeoff.Point) bakeoffPointDocument {
	d := bakeoffPointDocument{
		N: p.N, Bias: Finite(p.Bias), BiasSE: Finite(p.BiasSE), RMSE: Finite(p.RMSE), RMSESE: Finite(p.RMSESE),
		Tau: p.Tau, TauSE: Finite(p.TauSE), Undefined: p.Undefined,
		Coverage: Finite(p.Coverage), CoverageSE: Finite(p.CoverageSE), Width: Finite(p.Width),
	}
	for _, m := range p.Models {
		d.Models = append(d.Models, modelDocument{Finite(m.Bias), Finite(m.RMSE), Finite(m.Coverage), Finite(m.Width)})
	}
	return d
}
