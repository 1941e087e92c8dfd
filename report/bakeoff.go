package report

import (
	"fmt"
	"strings"

	"settle/study/bakeoff"
	"settle/tables"
)

// Bakeoff is how estimators did on coins, with what they did it on.
type Bakeoff struct {
	Coins     string // their name
	Models    []string
	Questions int
	Gold      []int  // the true order of the models: larger is better
	Note      string // what a reader must be told of where the truth comes from, or ""
	Options   bakeoff.Options
	Results   []bakeoff.Result
	Costs     [][]bakeoff.Cost // by result, nil if not measured
}

// Report is the report in the format asked for: CSV gets every point.
func (b Bakeoff) Report(format string) Report {
	r := Report{JSON: b.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{b.data()}
		return r
	}
	r.Tables = []*tables.Table{b.table(), b.Settling()}
	if t := b.CostTable(); t != nil {
		r.Tables = append(r.Tables, t)
	}
	return r
}

func (b Bakeoff) title() string { return b.Coins + ": estimators against the truth" }

// facts are what the results were made of, in a sentence.
func (b Bakeoff) facts() string {
	said := fmt.Sprintf("%s: %s; %s; seed %d. ", b.Coins, tables.Size(len(b.Models), b.Questions, b.Options.Trials),
		tables.Count(b.Options.Replicates, "fresh board"), b.Options.Seed)
	return strings.TrimSpace(said + b.Note)
}

// fairness says which numbers of two estimators compare.
const fairness = "Bias, RMSE and coverage are about what each estimator itself estimates: " +
	"the mean success probability for bayes, avg and, unless told otherwise, programs; " +
	"the metric of fresh trials for the rest. " +
	"Estimators of different quantities compare by τ and by convergence only."

// bakedPoint is a point of an estimator.
type bakedPoint struct {
	bakeoff.Point
	of    *bakeoff.Result
	first bool // of the estimator's
}

// points are those of all estimators.
func (b Bakeoff) points() []bakedPoint {
	var all []bakedPoint
	for i := range b.Results {
		for j, p := range b.Results[i].Points {
			all = append(all, bakedPoint{p, &b.Results[i], j == 0})
		}
	}
	return all
}
