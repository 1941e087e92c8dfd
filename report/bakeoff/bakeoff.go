package bakeoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/bakeoff"
)

// A Bakeoff holds results of estimators, compared on simulated models with known
// success probabilities.
type Bakeoff struct {
	Coins     string // name of the models
	Models    []string
	Questions int
	Gold      []int  // the true order of the models: larger is better
	Note      string // warning for the reader about the source of the truth, or ""
	Options   bakeoff.Options
	Results   []bakeoff.Result
	Costs     [][]bakeoff.Cost // by result, nil if not measured

	// LeagueAt lists the numbers of trials for which a league table is shown. nil means
	// only the largest.
	LeagueAt []int

	Full bool // show all measurements instead of only the league
}

// Report returns the report in the given format. CSV contains every estimator at every
// number of trials.
func (b Bakeoff) Report(format string) report.Report {
	return report.InFormat(format, b.document, b.data, b.tables)
}

// tables returns the tables that readers see.
func (b Bakeoff) tables() []*tables.Table {
	all := b.leagues()
	if b.Full {
		all = append(all, b.table(), b.rankingTable(), b.Settling())
		if t := b.CostTable(); t != nil {
			all = append(all, t)
		}
	}
	return all
}

// leagues returns the league tables, which come before all other tables of the report.
func (b Bakeoff) leagues() []*tables.Table {
	all := lists.Each(b.Leagues(), b.league)
	all[0].Lead = b.Closest()
	last := all[len(all)-1]
	b.explainLeague(last)
	if !b.Full {
		last.Note(moreNote)
	}
	return all
}

// moreNote is a note on how to see the results that are not shown.
const moreNote = "--league full also shows every n, bias, intervals and when rankings settle; CSV and JSON always contain them."

// Leagues returns the numbers of trials for which a league table is shown, the largest
// first.
func (b Bakeoff) Leagues() []int {
	if len(b.LeagueAt) == 0 {
		return []int{b.maxTrials()}
	}
	at := slices.Clone(b.LeagueAt)
	slices.Sort(at)
	slices.Reverse(at)
	return slices.Compact(at)
}

// reference returns the index of the estimator with which all others are compared.
func (b Bakeoff) reference() int { return b.Options.Reference }

// order returns a phrase that describes gold, which is the order of models with which
// rankings are compared.
func (b Bakeoff) order() string {
	switch b.Options.Against {
	case "", "truth":
		return "the true order of the models"
	case "own":
		return "the order that each method itself reaches"
	default:
		return "the order of the exact success probabilities by " + b.Options.Against
	}
}

// gold returns a sentence that describes gold, which is the order of models with which
// rankings are compared.
func (b Bakeoff) gold() string {
	switch b.Options.Against {
	case "", "truth":
		return "Gold is the order of the models' true means"
	case "own":
		return "Gold is, for each method, the order that it reaches with endless trials: " +
			"this shows which method settles soonest, not which is right"
	}
	return "Gold is the order that " + b.Options.Against + " reaches with endless trials"
}

func (b Bakeoff) title() string { return b.Coins + ": estimators against the truth" }

// facts returns a sentence that says how the results were made.
func (b Bakeoff) facts() string {
	said := fmt.Sprintf("%s: %s; %s; seed %d. ", b.Coins, tables.Size(len(b.Models), b.Questions, b.Options.Trials),
		tables.Count(b.Options.Replicates, "new board"), b.Options.Seed)
	return strings.TrimSpace(said + b.Note)
}

// fairness is a note on which numbers can be compared between two estimators.
const fairness = "Bias, RMSE and coverage refer to the quantity that each estimator estimates: " +
	"the mean success probability for bayes, avg and (by default) programs, " +
	"and the expected metric of new trials for the others. " +
	"Compare estimators of different quantities only by τ and by when they settle."

// A bakedPoint holds the results of one estimator at one number of trials.
type bakedPoint struct {
	bakeoff.Point
	of    *bakeoff.Result
	first bool // first point of the estimator
}

// points returns the results of all estimators at all numbers of trials.
func (b Bakeoff) points() []bakedPoint {
	return lists.Flat(lists.Indices(len(b.Results)), b.pointsOf)
}

// pointsOf returns the results of one estimator at all numbers of trials.
func (b Bakeoff) pointsOf(i int) (all []bakedPoint) {
	for j, p := range b.Results[i].Points {
		all = append(all, bakedPoint{p, &b.Results[i], j == 0})
	}
	return all
}

// fields returns the fields that describe one estimator at one number of trials.
func (b Bakeoff) fields() tables.Fields[bakedPoint] {
	reference := func(p bakedPoint) bakeoff.Ahead { return p.Ahead[b.reference()] }
	return tables.Fields[bakedPoint]{
		tables.Data("metric", func(p bakedPoint) string { return p.of.Metric }),
		tables.Data("n", func(p bakedPoint) int { return p.N }),
		tables.Data("bias", func(p bakedPoint) float64 { return p.Bias }).Rounded("bias", 4),
		tables.Data("bias_se", func(p bakedPoint) float64 { return p.BiasSE }).Rounded("±", 4),
		tables.Data("rmse", func(p bakedPoint) float64 { return p.RMSE }).Rounded("RMSE", 4),
		tables.Data("rmse_se", func(p bakedPoint) float64 { return p.RMSESE }).Rounded("±", 4),
		tables.Data("tau", func(p bakedPoint) float64 { return p.Tau }).Rounded("τ", 3),
		tables.Data("tau_se", func(p bakedPoint) float64 { return p.TauSE }).Rounded("±", 3),
		tables.Data("undefined", func(p bakedPoint) int { return p.Undefined }),
		tables.Data("ahead_of_reference", func(p bakedPoint) float64 { return reference(p).Tau + 0 /* no −0 */ }).
			Shown("− "+b.Results[b.reference()].Metric, wording.Signed4),
		tables.Data("ahead_of_reference_se", func(p bakedPoint) float64 { return reference(p).TauSE }).Rounded("±", 4),
		tables.Data("weighted_tau", func(p bakedPoint) float64 { return p.Weighted }).Rounded("weighted τ", 3),
		tables.Data("weighted_tau_se", func(p bakedPoint) float64 { return p.WeightedSE }).Rounded("±", 3),
		tables.Data("top1", func(p bakedPoint) float64 { return p.Top1 }).Percent("top-1"),
		tables.Data("top1_se", func(p bakedPoint) float64 { return p.Top1SE }),
		tables.Data("rank_error", func(p bakedPoint) float64 { return p.RankError }).Rounded("off", 3),
		tables.Data("rank_error_se", func(p bakedPoint) float64 { return p.RankErrorSE }),
		tables.Data("tied", func(p bakedPoint) float64 { return p.Tied }).Percent("tied"),
		tables.Data("failed", func(p bakedPoint) int { return p.Failed }).Head("fails"),
		tables.Data("refusal", func(p bakedPoint) any { return tables.OrAbsent(p.Refusal) }),
		tables.Data("coverage", func(p bakedPoint) float64 { return p.Coverage }).Percent("coverage"),
		tables.Data("coverage_se", func(p bakedPoint) float64 { return p.CoverageSE }).Percent("±"),
		tables.Data("width", func(p bakedPoint) float64 { return p.Width }).Rounded("width", 4),
		tables.Data("settles", func(p bakedPoint) float64 { mean, _ := p.of.Convergence.Mean(); return mean }),
		tables.Data("settles_se", func(p bakedPoint) float64 { _, se := p.of.Convergence.Mean(); return se }),
		tables.Data("settles_restricted", func(p bakedPoint) float64 { mean, _ := p.of.Convergence.Restricted(); return mean }),
		tables.Data("settles_restricted_se", func(p bakedPoint) float64 { _, se := p.of.Convergence.Restricted(); return se }),
		tables.Data("never", func(p bakedPoint) float64 { return p.of.Convergence.Never() }),
		tables.Data("models", func(p bakedPoint) any { return modelErrorFields.JSON(p.Models) }),
		tables.Left("name", func(p bakedPoint) string {
			return wording.If(p.first, p.of.Metric)
		}),
	}
}

// notInJSON lists fields that JSON contains once per estimator or per pair, and not at
// every number of trials.
const notInJSON = "metric ahead_of_reference ahead_of_reference_se settles settles_se settles_restricted " +
	"settles_restricted_se never"

// modelErrorFields lists the fields that describe the errors of one model's scores.
var modelErrorFields = tables.Fields[bakeoff.ModelPoint]{
	tables.Data("bias", func(m bakeoff.ModelPoint) float64 { return m.Bias }),
	tables.Data("rmse", func(m bakeoff.ModelPoint) float64 { return m.RMSE }),
	tables.Data("coverage", func(m bakeoff.ModelPoint) float64 { return m.Coverage }),
	tables.Data("width", func(m bakeoff.ModelPoint) float64 { return m.Width }),
}

// data returns every estimator at every number of trials, one per row, for CSV.
func (b Bakeoff) data() *tables.Table { return b.fields().Without("refusal models").CSV(b.points()) }

func (b Bakeoff) document() tables.Object {
	estimators := lists.Each(lists.Indices(len(b.Results)), b.estimator)
	return tables.NewObject("coins", b.Coins, "note", tables.OrAbsent(b.Note), "models", b.Models, "questions", b.Questions,
		"trials", b.Options.Trials, "replicates", b.Options.Replicates, "seed", b.Options.Seed,
		"confidence", bakeoff.Confidence, "gold", cmp.Or(b.Options.Against, "truth"),
		"reference", b.Results[b.reference()].Metric, "estimators", estimators, "league", b.leagueDocument())
}

// estimator returns the results of one estimator for JSON. Values that are unknown or
// were not measured are null. The mean of the number of trials until the ranking
// settles covers only replicates that settle. The restricted mean covers all replicates
// and counts N + 1 for those that never settle, where N is the number of trials.
func (b Bakeoff) estimator(i int) tables.Object {
	r := b.Results[i]
	mean, se := r.Convergence.Mean()
	restricted, restrictedSE := r.Convergence.Restricted()
	costs := tables.Absent
	if b.Costs != nil && len(b.Costs[i]) > 0 {
		costs = costFields.JSON(b.Costs[i])
	}
	return tables.NewObject("metric", r.Metric, "truth", r.Truth, "own", r.Own,
		"points", b.fields().Without(notInJSON).JSON(b.pointsOf(i)),
		"convergence", tables.NewObject("mean", mean, "mean_se", se, "restricted_mean", restricted,
			"restricted_mean_se", restrictedSE, "never", r.Convergence.Never()), "costs", costs)
}

// costFields lists the fields that describe the computing time of an estimator with one
// number of trials.
var costFields = tables.Fields[bakeoff.Cost]{
	tables.Data("n", func(c bakeoff.Cost) int { return c.N }),
	tables.Data("ns", func(c bakeoff.Cost) int64 { return c.Time.Nanoseconds() }),
}

// leagueDocument returns, for JSON, the places of the estimators in the league and the
// differences of all pairs. The member critical says how many standard errors a
// difference must have to be significant. It is null if there are too few boards.
func (b Bakeoff) leagueDocument() tables.Object {
	judge := b.judge()
	places := tables.Fields[bakeoff.Standing]{
		tables.Data("metric", func(s bakeoff.Standing) string { return b.Results[s.Index].Metric }),
		tables.Data("best", func(s bakeoff.Standing) int { return s.Best }),
		tables.Data("worst", func(s bakeoff.Standing) int { return s.Worst }),
	}
	pairs := []tables.Object{}
	for _, n := range b.Options.At {
		for i := range b.Results {
			pairs = append(pairs, b.leadsOver(i, n)...)
		}
	}
	return tables.NewObject("n", b.maxTrials(), "comparisons", judge.Comparisons, "critical", judge.Critical,
		"places", places.JSON(judge.League(b.Results, b.maxTrials())), "pairs", pairs)
}

// leadsOver returns, for JSON, how estimator i compares with each later estimator with
// n trials: the differences of τ and of squared errors. The difference of squared
// errors is null unless both estimate the same quantity.
func (b Bakeoff) leadsOver(i, n int) (pairs []tables.Object) {
	p := b.Results[i].At(n)
	if p == nil {
		return nil
	}
	for j := i + 1; j < len(p.Ahead); j++ {
		if a := p.Ahead[j]; !math.IsNaN(a.Tau) {
			pairs = append(pairs, tables.NewObject("n", n, "metric", b.Results[i].Metric, "other", b.Results[j].Metric,
				"tau", a.Tau, "tau_se", a.TauSE, "square", a.Square, "square_se", a.SquareSE))
		}
	}
	return pairs
}
