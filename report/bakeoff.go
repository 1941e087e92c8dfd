package report

import (
	"fmt"
	"slices"
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

	// LeagueAt are the numbers of trials to show a league of, nil for the largest looked at.
	LeagueAt []int

	Full bool // show all that was measured, and not the league alone
}

// Report is the report in the format asked for: CSV gets every point.
func (b Bakeoff) Report(format string) Report {
	r := Report{JSON: b.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{b.data()}
		return r
	}
	r.Tables = b.leagues()
	if b.Full {
		r.Tables = append(r.Tables, b.table(), b.rankingTable(), b.Settling())
		if t := b.CostTable(); t != nil {
			r.Tables = append(r.Tables, t)
		}
	}
	return r
}

// leagues are the tables that are shown first.
func (b Bakeoff) leagues() (all []*tables.Table) {
	for _, n := range b.Leagues() {
		t := b.League(n)
		t.Notes = nil
		all = append(all, t)
	}
	all[0].Lead = b.Closest()
	last := all[len(all)-1]
	last.Notes = append(b.leagueNotes(), b.facts())
	if !b.Full {
		last.Notes = append(last.Notes, more)
	}
	return all
}

// more says what there is beside the league.
const more = "--full shows every n, with bias, intervals and when rankings settle; CSV and JSON have it in any case."

// Leagues are the numbers of trials to show a league of, the largest first.
func (b Bakeoff) Leagues() []int {
	if len(b.LeagueAt) == 0 {
		return []int{b.most()}
	}
	at := slices.Clone(b.LeagueAt)
	slices.Sort(at)
	slices.Reverse(at)
	return slices.Compact(at)
}

// reference is the index of the result that the others are compared with.
func (b Bakeoff) reference() int { return b.Options.Reference }

// order is what rankings are held against.
func (b Bakeoff) order() string {
	switch b.Options.Against {
	case "", "truth":
		return "the true order of the models"
	case "own":
		return "the order that each method itself comes to"
	}
	return "the order of the exact chances by " + b.Options.Against
}

// gold says what that is.
func (b Bakeoff) gold() string {
	switch b.Options.Against {
	case "", "truth":
		return "Gold is the order of the models' true means"
	case "own":
		return "Gold is for each method the order that it comes to as trials are added without end: " +
			"this is about which settles soonest, not about which is right"
	}
	return "Gold is the order that " + b.Options.Against + " comes to as trials are added without end"
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
