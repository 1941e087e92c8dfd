package report

import (
	"fmt"
	"slices"

	"settle/results"
	"settle/study/budget"
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
	headline, others := b.sentences()
	return append(headline, others...)
}

// sentences are the headline, which of several pairs names that of the leader,
// and what else there is to say.
func (b Budget) sentences() (headline, others []string) {
	if len(b.Pairs) == 1 {
		return []string{b.alone()}, nil
	}
	near, far := b.reach()
	if len(near) > 0 {
		headline = append(headline, b.advice(near))
	} else if len(far) > 0 {
		headline = append(headline, b.beyond(near, far))
	}
	headline = append(headline, b.leader())
	if len(near) > 0 && len(far) > 0 {
		others = append(others, b.beyond(near, far))
	}
	for _, p := range b.Pairs[1:] {
		if p.Trials == 0 {
			others = append(others, b.hopeless(p, b.pair(p)))
		}
	}
	return headline, others
}

// alone says what the only pair needs.
func (b Budget) alone() string {
	p := b.Pairs[0]
	if p.Trials == 0 {
		return b.hopeless(p, b.pair(p))
	}
	return b.advice(b.Pairs)
}

// leader says what it takes to tell the first model from the second: of several
// pairs, these are the first.
func (b Budget) leader() string {
	p := b.Pairs[0]
	who := "the first model from the second, " + b.pair(p)
	if p.Trials == 0 {
		return b.hopeless(p, who)
	}
	return fmt.Sprintf("To tell %s, takes %s.", who, tables.Count(p.Trials, "trial"))
}

// hopeless says of a pair that no number of trials separates why that is.
func (b Budget) hopeless(p BudgetPair, who string) string {
	switch {
	case p.Equal && b.Known:
		return fmt.Sprintf("No number of trials tells %s: their true means are equal.", who)
	case p.Equal:
		return fmt.Sprintf("No number of trials is known to tell %s: their observed means are equal.", who)
	}
	return fmt.Sprintf("To tell %s takes more than %d trials of each question.", who, budget.MaxTrials)
}

// doubtful says of pairs that the board tells apart why they need more trials
// than it has, "" if there are none.
func (b Budget) doubtful() string {
	if b.Known {
		return ""
	}
	var who []string
	for _, p := range b.Pairs {
		if p.Now >= b.Quantile && (p.Trials == 0 || p.Trials > b.Shape.Trials) {
			who = append(who, b.pair(p))
		}
	}
	if len(who) == 0 {
		return ""
	}
	more := ""
	if len(who) > 1 {
		more = fmt.Sprintf(" (%d such pairs)", len(who))
	}
	return fmt.Sprintf("z now tells %s%s, yet trials are more than the board's: posterior means stand for the truth, and those of a board drawn from them are drawn towards the prior once more.",
		who[0], more)
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
func (b Budget) Report(format string) Report {
	r := Report{JSON: b.document()}
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
