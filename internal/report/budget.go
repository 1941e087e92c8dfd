package report

import (
	"fmt"
	"slices"

	"settle/budget"
	"settle/internal/cli"
	"settle/results"
	"settle/tables"
)

// Budget is what it takes to tell pairs of models of a board apart.
type Budget struct {
	Name, Task   string
	Facts        string          // what the board is, in sentences
	Schema       *SchemaDocument // how signals became the board, nil for outcomes
	Models       []string
	Shape        results.Shape
	Seed         uint64
	Known        bool    // the truth is known, as that of coins is
	PriorTrials  int     // of each question that the prior has, 0 without one
	Confidence   float64 // one-sided
	Quantile     float64 // of the confidence
	CostPerTrial float64 // in money, 0 if none was given
	Pairs        []BudgetPair
}

// BudgetPair is one pair.
type BudgetPair struct {
	budget.Need
	There  budget.Point   // at Trials, if that is a number
	Points []budget.Point // at the same n for all pairs
}

// percent is the confidence without idle zeros: 95 %, 97.5 %.
func (b Budget) percent() string { return Rules{Confidence: b.Confidence}.percent() }

// pair names a pair.
func (b Budget) pair(p BudgetPair) string {
	return b.Models[p.Above] + " from " + b.Models[p.Below]
}

// hardest are the pairs that some number of trials separates, the one that
// needs most first.
func (b Budget) hardest() []BudgetPair {
	able := slices.DeleteFunc(slices.Clone(b.Pairs), func(p BudgetPair) bool { return p.Trials == 0 })
	slices.SortStableFunc(able, func(p, q BudgetPair) int { return q.Trials - p.Trials })
	return able
}

// reasonable is how many times the board's own trials a plan may ask for before
// it counts a pair as hopeless.
const reasonable = 10

// reach splits the hardest pairs at the number of trials that is reasonable.
func (b Budget) reach() (near, far []BudgetPair) {
	hardest := b.hardest()
	at := slices.IndexFunc(hardest, func(p BudgetPair) bool { return p.Trials <= reasonable*b.Shape.Trials })
	if at < 0 {
		at = len(hardest)
	}
	return hardest[at:], hardest[:at]
}

// beyond says what the pairs need that are not worth waiting for, the hardest
// first.
func (b Budget) beyond(near, far []BudgetPair) string {
	hardest, easiest := far[0], far[len(far)-1]
	need := fmt.Sprintf("%d (%s)", easiest.Trials, b.pair(easiest))
	if len(far) > 1 {
		need = fmt.Sprintf("from %s to %d (%s)", need, hardest.Trials, b.pair(hardest))
	}
	who := fmt.Sprintf("The other %d of the %d pairs need", len(far), len(b.Pairs))
	switch {
	case len(near) == 0:
		who = fmt.Sprintf("At %s confidence all pairs that can be told apart need", b.percent())
	case len(far) == 1:
		who = "One more pair needs"
	}
	return fmt.Sprintf("%s more than %d times the board's %s of each question: %s.", who, reasonable, tables.Count(b.Shape.Trials, "trial"), need)
}

// BudgetStep is how many pairs so many trials of each question tell apart.
type BudgetStep struct{ N, Apart int }

// Steps are the board's own number of trials, twice as many, four times and so
// on, until no pair within reason is left.
func (b Budget) Steps() []BudgetStep {
	var steps []BudgetStep
	near, _ := b.reach()
	for n := b.Shape.Trials; ; n *= 2 {
		step := BudgetStep{N: n}
		for _, p := range b.Pairs {
			if 0 < p.Trials && p.Trials <= n {
				step.Apart++
			}
		}
		if steps = append(steps, step); step.Apart >= len(near) {
			return steps
		}
	}
}

// models is how many different models the pairs have.
func (b Budget) models() int {
	seen := map[int]bool{}
	for _, p := range b.Pairs {
		seen[p.Above], seen[p.Below] = true, true
	}
	return len(seen)
}

// Sentences are what a reader acts on.
func (b Budget) Sentences() []string {
	var said []string
	near, far := b.reach()
	switch {
	case len(near) > 0:
		said = append(said, b.advice(near))
	case len(b.Pairs) == 1 && len(far) == 1:
		said = append(said, b.advice(far))
	}
	if len(far) > 0 && len(b.Pairs) > 1 {
		said = append(said, b.beyond(near, far))
	}
	for _, p := range b.Pairs {
		switch {
		case p.Equal && b.Known:
			said = append(said, fmt.Sprintf("No number of trials tells %s: their true means are equal.", b.pair(p)))
		case p.Equal:
			said = append(said, fmt.Sprintf("No number of trials is known to tell %s: their observed means are equal.", b.pair(p)))
		case p.Trials == 0:
			said = append(said, fmt.Sprintf("To tell %s takes more than %d trials of each question.", b.pair(p), budget.MaxTrials))
		}
	}
	return said
}

// advice says what pairs need that some number of trials separates, the hardest
// first.
func (b Budget) advice(hardest []BudgetPair) string {
	first := hardest[0]
	what := "these pairs apart"
	switch {
	case len(b.Pairs) == 1:
		what = b.pair(first)
	case len(hardest) == 1:
		what = fmt.Sprintf("one of the %d pairs, %s,", len(b.Pairs), b.pair(first))
	case len(hardest) < len(b.Pairs):
		what = fmt.Sprintf("%d of the %d pairs apart", len(hardest), len(b.Pairs))
	}
	said := fmt.Sprintf("To tell %s at %s confidence, run %s", what, b.percent(), b.runs(first.Trials))
	if len(b.Pairs) == 1 {
		return said + "."
	}
	if len(hardest) > 1 && hardest[1].Trials < first.Trials {
		said += fmt.Sprintf("; without %s over %s, %s would do", b.Models[first.Above], b.Models[first.Below], tables.Count(hardest[1].Trials, "trial"))
	}
	return said + "."
}

// runs says what a number of trials of each question adds up to.
func (b Budget) runs(n int) string {
	each := b.Shape.Questions * n
	questions := fmt.Sprintf("each of the %d questions", b.Shape.Questions)
	if b.Shape.Questions == 1 {
		questions = "the one question"
	}
	said := fmt.Sprintf("%s of %s: %d per model, %d for the %s", tables.Count(n, "trial"), questions, each, each*b.models(), tables.Count(b.models(), "model"))
	if b.CostPerTrial > 0 {
		said += fmt.Sprintf(", which cost %s", tables.Float(b.cost(each*b.models()), 2))
	}
	switch {
	case b.Known:
		return said
	case n <= b.Shape.Trials:
		return said + fmt.Sprintf("; the board has %s of each, which is enough", tables.Count(b.Shape.Trials, "trial"))
	}
	return said + fmt.Sprintf("; the board has %s of each", tables.Count(b.Shape.Trials, "trial"))
}

// cost is what a number of trials costs.
func (b Budget) cost(trials int) float64 { return float64(trials) * b.CostPerTrial }

// pairTrials is how many trials a pair takes in all, on both of its models.
func (b Budget) pairTrials(p BudgetPair) int { return 2 * b.Shape.Questions * p.Trials }

// Report is the report in the format asked for: CSV gets a pair per row.
func (b Budget) Report(format string) cli.Report {
	r := cli.Report{JSON: b.document()}
	if tables.Format(format) == tables.CSV {
		r.Tables = []*tables.Table{b.Data()}
		return r
	}
	r.Tables = []*tables.Table{b.needs(), b.chances(), b.questions()}
	if len(b.Pairs) > 1 {
		r.Tables = slices.Insert(r.Tables, 1, b.coverage())
	}
	return r
}
