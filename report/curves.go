// Package report turns results into what people and programs read: lines of a
// figure, tables, and the documents that --format json prints.
//
// It believes that a number is shown the same way by every command and
// experiment. It leaves drawing to package figures, layout to package tables
// and files to package cli.
package report

import (
	"fmt"
	"strings"

	"settle/figures"
	"settle/montecarlo"
	"settle/results"
	"settle/tables"
)

// Setting says what curves were made of.
type Setting struct {
	Name        string // of what was resampled or simulated, for titles
	Task        string
	Shape       results.Shape
	Scheme      string // rows, columns or fresh
	Replacement bool
	Replicates  int
	Seed        uint64
	Gold        string          // what the curves are compared with, in words
	OwnGold     bool            // gold is the ranking of this very board
	Note        string          // what a reader of the figure must be told, or ""
	Schema      *SchemaDocument // how signals became the board, nil for outcomes
}

// sampling is how the replicates were drawn, in words.
func (s Setting) sampling() string {
	if s.Scheme == "fresh" {
		return tables.Count(s.Replicates, "fresh board")
	}
	how := "with"
	if !s.Replacement {
		how = "without"
	}
	return fmt.Sprintf("%s, %s %s replacement", tables.Count(s.Replicates, "replicate"), s.Scheme, how)
}

// size is the shape of the board, in words.
func (s Setting) size() string {
	return tables.Size(s.Shape.Models, s.Shape.Questions, s.Shape.Trials)
}

func (s Setting) title() string { return s.Name + ": agreement with gold as trials are added" }

// facts are what curves were made of, in a sentence.
func (s Setting) facts() string {
	return fmt.Sprintf("%s; %s; seed %d. Gold: %s.", s.size(), s.sampling(), s.Seed, s.Gold)
}

// What a reader must be told, below a table and in a caption, where a board is
// compared with its own ranking.
const (
	ownGoldNote    = "Gold is this board's own ranking, and to agree with it is not to agree with the truth: rank says which models the board tells apart, budget how many trials that takes."
	ownGoldCaption = " That is its own ranking, not the truth."
)

// Curves is the report of curves in the format asked for: CSV gets every
// point, the tables for reading a few numbers of trials.
func Curves(s Setting, curves []montecarlo.Curve, format string) Report {
	r := Report{JSON: Document(s, curves)}
	if tables.Format(format) == tables.CSV {
		r.Tables = append(r.Tables, curvesCSV(curves))
		return r
	}
	t := CurvesTable(s.title(), curves, s.Shape.Trials)
	t.Notes = append(t.Notes, s.facts())
	if s.OwnGold {
		t.Notes = append(t.Notes, ownGoldNote)
	}
	if s.Note != "" {
		t.Notes = append(t.Notes, s.Note)
	}
	r.Tables = append(r.Tables, t)
	return r
}

// CurvesFigure draws curves against n, on a logarithmic axis if logN is set.
func CurvesFigure(s Setting, curves []montecarlo.Curve, logN bool) *figures.Figure {
	caption := s.facts()
	if s.OwnGold {
		caption += ownGoldCaption
	}
	if s.Replicates > 1 {
		caption += " Shaded: ±1.96 Monte-Carlo standard errors."
	}
	if undefined := mostUndefined(curves); undefined > 0 {
		caption += fmt.Sprintf(" τ is undefined where a metric ties all models; such replicates, up to %d at one point, count as 0.", undefined)
	}
	if s.Note != "" {
		caption += "\n" + s.Note
	}
	return &figures.Figure{
		Title: s.title(), Caption: caption,
		Panels: []figures.Panel{figures.Curves{
			XLabel: "trials n", YLabel: "mean Kendall τ with gold", Lines: CurveLines(curves), LogX: logN,
		}},
	}
}

// CurvesDocument is curves as JSON.
type CurvesDocument struct {
	Task        string          `json:"task"`
	Models      int             `json:"models"`
	Questions   int             `json:"questions"`
	Trials      int             `json:"trials"`
	Scheme      string          `json:"scheme"`
	Replacement bool            `json:"replacement"`
	Replicates  int             `json:"replicates"`
	Seed        uint64          `json:"seed"`
	Gold        string          `json:"gold"`
	Schema      *SchemaDocument `json:"schema,omitempty"`
	Curves      []CurveDocument `json:"curves"`
}

// CurveDocument is one curve as JSON.
type CurveDocument struct {
	Metric string          `json:"metric"`
	Points []PointDocument `json:"points"`
}

// PointDocument is one point as JSON; the standard error of a single
// replicate is null.
type PointDocument struct {
	N         int      `json:"n"`
	Tau       float64  `json:"tau"`
	SE        *float64 `json:"se"`
	Undefined int      `json:"undefined"`
}

// Document returns curves as JSON.
func Document(s Setting, curves []montecarlo.Curve) CurvesDocument {
	d := CurvesDocument{
		Task: s.Task, Models: s.Shape.Models, Questions: s.Shape.Questions, Trials: s.Shape.Trials,
		Scheme: s.Scheme, Replacement: s.Replacement, Replicates: s.Replicates, Seed: s.Seed, Gold: s.Gold,
		Schema: s.Schema, Curves: make([]CurveDocument, len(curves)),
	}
	for i, c := range curves {
		d.Curves[i] = CurveDocument{Metric: c.Metric, Points: make([]PointDocument, len(c.Points))}
		for j, p := range c.Points {
			d.Curves[i].Points[j] = PointDocument{N: p.N, Tau: p.Tau, SE: Finite(p.SE), Undefined: p.Undefined}
		}
	}
	return d
}

// CurveLines are curves as lines of a figure, in colours by family of metric.
func CurveLines(curves []montecarlo.Curve) []figures.Line {
	lines := make([]figures.Line, len(curves))
	for i, c := range curves {
		line := figures.Line{Name: c.Metric, Group: family(c.Metric)}
		for _, p := range c.Points {
			line.X = append(line.X, float64(p.N))
			line.Y = append(line.Y, p.Tau)
			line.SE = append(line.SE, p.SE)
		}
		lines[i] = line
	}
	return lines
}

// family is a metric's name without its parameters.
func family(metric string) string {
	if end := strings.IndexAny(metric, "@^"); end >= 0 {
		return metric[:end+1]
	}
	return metric
}

// CurvesTable shows τ at a few numbers of trials, one metric per row.
func CurvesTable(title string, curves []montecarlo.Curve, trials int) *tables.Table {
	t := &tables.Table{Title: title, Columns: []tables.Column{{Name: "metric"}}}
	marks := milestones(trials)
	for _, n := range marks {
		t.Columns = append(t.Columns, tables.Column{Name: fmt.Sprintf("n=%d", n), Right: true})
	}
	var largest float64
	for _, c := range curves {
		row := []string{c.Metric}
		for _, n := range marks {
			row = append(row, tauAt(c, n))
		}
		t.Rows = append(t.Rows, row)
		for _, p := range c.Points {
			largest = max(largest, p.SE)
		}
	}
	t.Notes = append(t.Notes, "Mean Kendall τ_b with gold; the largest Monte-Carlo standard error of any point is "+tables.Float(largest, 4)+".")
	if undefined := mostUndefined(curves); undefined > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("τ is undefined where a metric ties all models; such replicates, up to %d at one point, count as 0.", undefined))
	}
	return t
}

// mostUndefined is the largest number of replicates at one point of any curve
// in which τ is undefined.
func mostUndefined(curves []montecarlo.Curve) int {
	most := 0
	for _, c := range curves {
		for _, p := range c.Points {
			most = max(most, p.Undefined)
		}
	}
	return most
}

// curvesCSV shows every point of curves, one per row.
func curvesCSV(curves []montecarlo.Curve) *tables.Table {
	t := &tables.Table{Columns: []tables.Column{
		{Name: "metric"}, {Name: "n", Right: true}, {Name: "tau", Right: true}, {Name: "se", Right: true}, {Name: "undefined", Right: true},
	}}
	for _, c := range curves {
		for _, p := range c.Points {
			t.Rows = append(t.Rows, []string{c.Metric, fmt.Sprint(p.N), Number(p.Tau), Number(p.SE), fmt.Sprint(p.Undefined)})
		}
	}
	return t
}

// Number is a float as CSV holds it: the shortest decimal that stands for it,
// nothing for NaN.
func Number(v float64) string {
	if v != v {
		return ""
	}
	return fmt.Sprint(v)
}

// tauAt is the τ of a curve at n, Missing where the metric has not started.
func tauAt(c montecarlo.Curve, n int) string {
	for _, p := range c.Points {
		if p.N == n {
			return tables.Float(p.Tau, 3)
		}
	}
	return tables.Missing
}

// milestones are the numbers of trials that a table shows: 1, 2, 5, 10, … up
// to all of them.
func milestones(trials int) []int {
	var marks []int
	for decade := 1; decade < trials; decade *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n := decade * digit; n < trials {
				marks = append(marks, n)
			}
		}
	}
	return append(marks, trials)
}
