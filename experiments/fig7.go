package experiments

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/metrics"
	"settle/ranking"
	"settle/report"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
	"settle/study/standings"
	"settle/tables"
)

// The experiments on schemata take mimics in place of the paper's models, of
// whose signals nothing is published.
const (
	fig7Mimics = "fig7"
	fig7Trials = 80
	fig7Models = 11 // of the paper
	fig7Tail   = 5  // models of the lower tier that the text names
)

// attempts are signals to sort into categories, with the thresholds of their
// own.
type attempts struct {
	*signals.Attempts
	thresholds rubric.Thresholds

	// mimics made the attempts, and truth are their thresholds without the
	// noise of trials; mimics is nil for attempts of the user's.
	mimics *sim.Mimics
	truth  rubric.Thresholds
}

// attempts are those of the run, the mimics' by default.
func (o Options) attempts() (*attempts, error) {
	if o.Signals != nil {
		return &attempts{Attempts: o.Signals, thresholds: o.Signals.Thresholds()}, nil
	}
	m, _, err := sim.NamedMimics(fig7Mimics, o.Seed)
	if err != nil {
		return nil, err
	}
	drawn, err := m.Attempts(fig7Trials, o.Seed, 0)
	if err != nil {
		return nil, err
	}
	return &attempts{Attempts: drawn, thresholds: drawn.Thresholds(), mimics: m, truth: m.Thresholds()}, nil
}

// styledMimics is why checks on the mimics of Fig. 7 are of their kind.
var styledMimics = checks.Ground{Kind: checks.Fitted,
	Why: "the mimics' styles were made up so that what the paper says of its models can be seen in them"}

// ground is why a check on these attempts is of its kind: a test where they were
// given.
func (a *attempts) ground(ofMimics checks.Ground) checks.Ground {
	if a.mimics != nil {
		return ofMimics
	}
	return checks.Ground{Kind: checks.Test, Why: "these are signals that were given, and they could say otherwise"}
}

// note is what a reader of what the attempts show must be told.
func (a *attempts) note() string {
	shape := tables.Size(len(a.Models), len(a.Questions), a.Trials) + "."
	if a.mimics == nil {
		return shape + " Signals as given by the user."
	}
	return shape + " Simulated: all signals are those of LLM mimics of made-up styles, not measured, " +
		"and no mimic stands for a model of the paper."
}

// Fig7 ranks models by Bayes@N under each of the twelve schemata.
func Fig7(ctx context.Context, o Options) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a, err := o.attempts()
	if err != nil {
		return nil, err
	}
	ranked, err := standings.RankAcross(ctx, a.Attempts, &a.thresholds, rubric.Paper(), nil, fig7Rules)
	if err != nil {
		return nil, err
	}
	x := report.Across{Across: ranked}
	title := "Ranks under twelve schemata"
	if a.mimics != nil {
		title = "What counts decides the middle: ranks under twelve schemata (simulated)"
	}
	caption := "Competition ranks by Bayes@N; models that tie stand side by side. " + a.note()
	result := &Result{
		Figures: []Figure{{"fig7", x.FigureWith(title, caption)}},
		Data:    []Data{{"fig7-scores", x.Data()}},
	}
	ranks := x.Table("Fig. 7: competition ranks under the twelve schemata")
	if a.mimics != nil {
		truth := a.trueMeans()
		ranks = x.TableBeside(ranks.Title, trueRanks(truth))
		ranks.Notes = append(ranks.Notes,
			"In parentheses, where it differs: the true rank, by the exact chances of the mimics' categories.")
		addTruth(result.Data[0].Table, ranked, truth)
	}
	ranks.Notes = append(ranks.Notes, a.note())
	result.Tables = []*tables.Table{
		ranks, x.Scores("Fig. 7: scores under the twelve schemata"), x.Summary("Fig. 7: agreement and margins"),
	}
	if len(x.Rows) == fig7Models {
		result.Checks = fig7Checks(ranked, a.ground(styledMimics))
	}
	return result, nil
}

// fig7Rules are the figure's ranks; the rest has a say in σ and in which
// neighbours are told apart.
var fig7Rules = standings.Rules{Confidence: 0.95, Convention: ranking.Competition, Bounds: metrics.Unbounded}

// trueMeans are the true scores of the mimics, by schema and model.
func (a *attempts) trueMeans() [][]float64 {
	var means [][]float64
	for _, s := range rubric.Paper() {
		means = append(means, a.mimics.Means(s, &a.truth))
	}
	return means
}

// trueRanks are the ranks of true scores, by schema and model.
func trueRanks(means [][]float64) [][]float64 {
	var ranks [][]float64
	for _, m := range means {
		ranks = append(ranks, ranking.ByScore(m).Ranks(ranking.Competition))
	}
	return ranks
}

// addTruth adds the true rank and score to the data of x, which go through its
// rows schema by schema.
func addTruth(t *tables.Table, x *standings.Across, means [][]float64) {
	ranks := trueRanks(means)
	t.Columns = append(t.Columns, tables.Column{Name: "true_rank"}, tables.Column{Name: "true_score"})
	for i := range t.Rows {
		row, schema := x.Rows[i/len(means)], i%len(means)
		t.Rows[i] = append(t.Rows[i], report.Number(ranks[schema][row.Index]), report.Number(means[schema][row.Index]))
	}
}

// The statements are those of appendix D on Fig. 7 that name no model of the
// middle.
func fig7Checks(x *standings.Across, ground checks.Ground) []checks.Check {
	var all []checks.Check
	add := func(check string, o checks.Outcome, note string) {
		all = append(all, checks.Check{
			Check: check, Ground: ground, Outcome: o, Source: "paper, appendix D", Note: note,
		})
	}
	leader := x.Rows[0]
	add("one model is first under all schemata", checks.Statement("yes", leader.Worst == 1), "it is "+leader.Model)
	byMargin := slices.Clone(x.Schemata)
	slices.SortStableFunc(byMargin, func(a, b standings.UnderSchema) int { return cmp.Compare(a.Margin, b.Margin) })
	smallest, largest := byMargin[0], byMargin[len(byMargin)-1]
	const scaled = "with weights scaled to [0, 1]; the paper does not give its weights, nor the scale"
	add("largest margin of the leader", checks.Words("Conf-Wrong Penalty", largest.Schema.Name()), marginNote(largest)+" "+scaled)
	add("smallest margin of the leader", checks.Words("Verifier-Only", smallest.Schema.Name()), marginNote(smallest)+" "+scaled)
	mean := "the mean over all pairs of schemata is " + tables.Float(x.MeanTau(), 3)
	for _, pair := range [][2]string{
		{"Format Aware", "Length-Robust"},
		{"Format Aware", "Strict Compliance"},
		{"Length-Robust", "Strict Compliance"},
	} {
		tau := x.Tau(schemaIndex(x, pair[0]), schemaIndex(x, pair[1]))
		add(fmt.Sprintf("τ of %s and %s", pair[0], pair[1]), checks.Measured("agree closely", tau, 0, tau > 0.9), mean)
	}
	steady := 0
	for i := len(x.Rows) - 1; i >= 0 && x.Rows[i].Best == x.Rows[i].Worst; i-- {
		steady++
	}
	add("models of the lower tier that keep their rank", checks.Number(fmt.Sprint(fig7Tail), float64(steady), 0, 0),
		"from the last rank up, under all schemata")
	change := func(r standings.AcrossRow) float64 { return r.Worst - r.Best }
	mover := slices.MaxFunc(x.Rows, func(a, b standings.AcrossRow) int { return cmp.Compare(change(a), change(b)) })
	place := slices.IndexFunc(x.Rows, func(r standings.AcrossRow) bool { return r.Index == mover.Index })
	add("the largest change of rank is in the middle", checks.Statement("yes", place > 0 && place < len(x.Rows)-fig7Tail),
		fmt.Sprintf("%s: ranks %v to %v", mover.Model, mover.Best, mover.Worst))
	return all
}

func marginNote(s standings.UnderSchema) string {
	return tables.Float(s.Margin, 3) + " ± " + tables.Float(s.MarginSigma, 3)
}

func schemaIndex(x *standings.Across, name string) int {
	return slices.IndexFunc(x.Schemata, func(s standings.UnderSchema) bool { return s.Schema.Name() == name })
}
