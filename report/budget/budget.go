package budget

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/budget"
)

// A Budget holds a plan and its inputs. The plan says how many trials separate pairs of
// models of a board.
type Budget struct {
	*budget.Plan
	Name, Task string
	Facts      string                  // description of the board, in sentences
	Schema     *report.SchemaDocument  // the schema that made the board from signals, nil for a board of outcomes
	Missing    *report.MissingDocument // attempts of the file that are missing on the board, nil for none
	Names      []string                // names of the models, by index
	Shape      results.Shape
	Seed       uint64
	Named      string             // name of the metric
	Alone      bool               // each pair is separated alone
	Show       []string           // names of the BudgetTables to show
	By         *budget.MetricPlan // the plan by simulation, or nil; with it, Show can contain only "chances"
	Comonotone bool               // all models share one order of question difficulty, by construction
}

// BudgetTables lists the names of tables that the flag --show adds to the table of
// pairs.
var BudgetTables = []string{"chances", "even-odds", "questions", "steps"}

// Report returns the report in the given format. CSV contains one row per pair.
func (b Budget) Report(format string) report.Report {
	var r report.Report
	switch {
	case format == report.JSON: // built only for JSON, since it takes long
		return report.Report{JSON: b.document(), Tables: []*tables.Table{b.needs()}}
	case tables.Format(format).IsData():
		r.Tables = []*tables.Table{b.data()}
		return r
	}
	r.Tables = []*tables.Table{b.needs()}
	if b.By != nil {
		if slices.Contains(b.Show, "chances") {
			r.Tables = append(r.Tables, b.powerTable())
		}
		return r
	}
	for _, t := range []struct {
		name string
		made func() *tables.Table
	}{
		{"chances", b.powerTable}, {"chances", b.chances}, {"even-odds", b.evenOdds},
		{"questions", b.questions}, {"steps", b.steps},
	} {
		if slices.Contains(b.Show, t.name) {
			r.Tables = append(r.Tables, t.made())
		}
	}
	return r
}

// percent formats the confidence as a percentage.
func (b Budget) percent() string { return wording.Percent(b.Options.Confidence) }

// requiredPower formats the required power as a percentage.
func (b Budget) requiredPower() string { return wording.Percent(b.Options.Power) }

// pair returns the names of a pair of models, as in "A from B".
func (b Budget) pair(p budget.Pair) string {
	return b.Names[p.Above] + " from " + b.Names[p.Below]
}

// pairsOf returns a phrase for n pairs. It adds "of neighbours" if all pairs of the
// plan are neighbours.
func (b Budget) pairsOf(n int) string {
	order := b.Models.Order.Models
	if len(order) < 3 || len(b.Pairs) != len(order)-1 {
		return tables.Count(n, "pair")
	}
	for i, p := range b.Pairs {
		if p.Above != order[i] || p.Below != order[i+1] {
			return tables.Count(n, "pair")
		}
	}
	return tables.Count(n, "pair") + " of neighbours"
}

// InShort returns sentences that say which trials to run, and describe the pairs that
// need no trials or too many.
func (b Budget) InShort() string { return strings.Join(b.sentences(), " ") }

// Short returns a few words that say which trials to run next and what they cost. It
// also reports whether all pairs are separated.
func (b Budget) Short() (said string, done bool) {
	_, open, beyond, never := b.splitPairs()
	switch {
	case len(open) > 0:
		which := tables.Count(len(open), "pair")
		if len(open) == 1 {
			which = b.pair(open[0])
		}
		toRun := b.toRunFor(open)
		return fmt.Sprintf("%s trials separate %s%s", roundTrials(int(toRun)), which,
			wording.If(b.hasCost(), " (cost "+tables.Float(b.Cost(toRun), 2)+")")), false
	case len(beyond)+len(never) == 0:
		return "Nothing: all neighbours are separated", true
	}
	var why []string
	if far := len(beyond); far > 0 {
		why = append(why, fmt.Sprintf("%s %s more than %d times the board's trials", tables.Count(far, "pair"),
			wording.Verb(far, "needs", "need"), budget.Reasonable))
	}
	if none := len(never); none > 0 {
		why = append(why, "no number of trials is known to separate "+
			wording.IfElse(len(beyond) > 0, tables.Count(none, "other pair"), tables.Count(none, "pair")))
	}
	return "Nothing soon: " + wording.And(why), false
}

// toRunFor returns the total number of trials to run in order to separate all given
// pairs.
func (b Budget) toRunFor(open []budget.Pair) int64 {
	if len(open) == 1 {
		return open[0].Power.ToRun
	}
	return b.Together.ToRun
}

// Unseparated returns a copy of the plan that contains only the pairs that are not yet
// separated.
func (b Budget) Unseparated() *budget.Plan {
	p := *b.Plan
	p.Pairs = slices.DeleteFunc(slices.Clone(p.Pairs), func(q budget.Pair) bool { return q.Power.Separated })
	return &p
}

// Advises reports whether the plan has trials to run: at least one pair is not yet
// separated, but a reasonable number of trials separates it.
func (b Budget) Advises() bool {
	within, _, _ := b.Wanted()
	return slices.ContainsFunc(within, func(p budget.Pair) bool { return !p.Power.Separated })
}

// Level returns a sentence that explains the meaning of "separated" in this plan.
func (b Budget) Level() string {
	if b.Alone {
		return fmt.Sprintf("The plan considers each pair alone, at one-sided %s confidence.", b.percent())
	}
	return fmt.Sprintf("The plan separates pairs with %s.", wording.Together(b.Options.Confidence))
}

// splitPairs divides the pairs of the plan into four groups. It counts the pairs that
// are already separated, and returns three lists of the others. The pairs in the list
// open need a reasonable number of trials, and the pairs in the list beyond need more.
// No number of trials is known to separate the pairs in the list never. If the plan has
// only one pair, any number of trials is reasonable.
func (b Budget) splitPairs() (separated int, open, beyond, never []budget.Pair) {
	within, beyond, never := b.Wanted()
	open = slices.DeleteFunc(slices.Clone(within), func(p budget.Pair) bool { return p.Power.Separated })
	separated = len(within) - len(open)
	if len(b.Pairs) == 1 { // a single pair has no price limit
		open, beyond = slices.Concat(open, beyond), nil
	}
	return separated, open, beyond, never
}

// sentences returns sentences that say which trials to run, and which pairs are already
// separated, need too many trials, or cannot be separated.
func (b Budget) sentences() []string {
	separated, open, beyond, never := b.splitPairs()
	var said []string
	if len(open) > 0 {
		said = append(said, b.advice(open))
	}
	if separated > 0 {
		said = append(said, b.separatedNote(separated, len(open)))
	}
	if len(beyond) > 0 {
		said = append(said, b.outOfReachNote(beyond))
	}
	if len(never) > 0 && (len(never) == 1 || never[0].Below == b.Pairs[0].Below && never[0].Above == b.Pairs[0].Above) {
		said = append(said, b.unreachableReason(never[0])) // the only such pair, or the leader's pair
		never = never[1:]
	}
	if len(never) > 0 {
		who := tables.Count(len(never), "other pair")
		if said == nil {
			who = b.pairsOf(len(never))
		}
		said = append(said, fmt.Sprintf("No number of trials is known to separate %s.", who))
	}
	return said
}

// advice returns a sentence that says which trials to run in order to separate the
// given pairs. The pair that needs the most trials must come first.
func (b Budget) advice(open []budget.Pair) string {
	first, run := open[0], "Run "+b.runs(open)
	if len(open) == 1 {
		which := wording.If(len(b.Pairs) > 1, fmt.Sprintf(" (one of %s)", b.pairsOf(len(b.Pairs))))
		return fmt.Sprintf("%s to separate %s%s with %s power.", run, b.pair(first), which, b.requiredPower())
	}
	which := "these " + b.pairsOf(len(open))
	if len(open) < len(b.Pairs) {
		which = fmt.Sprintf("%d of the %s", len(open), b.pairsOf(len(b.Pairs)))
	}
	said := fmt.Sprintf("%s to separate each of %s with at least %s power. The probability that all of them are then separated is %s; on average, %s of them are",
		run, which, b.requiredPower(), tables.Percent(b.Together.All, 0), tables.Float(b.Together.Expected, 1))
	if next := open[1].Power.Trials; next < first.Power.Trials {
		said += fmt.Sprintf("; without the pair %s over %s, N = %s is enough", b.Names[first.Above], b.Names[first.Below], roundTrials(next))
	}
	return said + "."
}

// runs returns a phrase for the trials that separate the given pairs. The pair that
// needs the most trials must come first.
func (b Budget) runs(open []budget.Pair) string {
	n, toRun := open[0].Power.Trials, b.toRunFor(open)
	questions := wording.OfQuestions(b.Models.Questions)
	said := tables.Count(n, "trial") + " of " + questions
	beside := ""
	switch {
	case b.Models.Known:
	case b.Models.Unequal():
		said = fmt.Sprintf("trials until %s has %d", questions, n)
	default:
		said = fmt.Sprintf("%d more %s of %s", n-b.Models.Fewest, wording.Plural(n-b.Models.Fewest, "trial"), questions)
		beside = fmt.Sprintf("; %s per question in total", tables.Count(n, "trial"))
	}
	said += fmt.Sprintf(" (%s in all for %s", tables.Thousands(toRun), tables.Count(len(modelsOf(open)), "model"))
	return said + wording.If(b.hasCost(), ", cost "+tables.Float(b.Cost(toRun), 2)) + beside + ")"
}

// maxTrials returns the largest number of trials per question that the plan considers.
func (b Budget) maxTrials() int {
	if b.By != nil {
		return b.By.Grid[len(b.By.Grid)-1]
	}
	return budget.MaxTrials
}

// Metric returns the name of the metric that the plan uses to order the models and to
// compute z.
func (b Budget) Metric() string {
	return b.Named
}

// modelsOf returns the indices of the models that occur in the given pairs, each once,
// in ascending order.
func modelsOf(pairs []budget.Pair) []int {
	var models []int
	for _, p := range pairs {
		models = append(models, p.Above, p.Below)
	}
	slices.Sort(models)
	return slices.Compact(models)
}

// separatedNote returns a sentence about the pairs that the board already separates.
// Its arguments are the number of these pairs and the number of pairs that still need
// trials.
func (b Budget) separatedNote(separated, open int) string {
	switch {
	case len(b.Pairs) == 1:
		p := b.Pairs[0]
		return fmt.Sprintf("Nothing more to run: the board already separates %s (z = %s). The order is right with a probability of %s.",
			b.pair(p), tables.Float(p.Now, 2), chanceText(p.Power.Limit))
	case open == 0 && separated == len(b.Pairs):
		all := b.pairsOf(separated)
		return fmt.Sprintf("Nothing more to run: all %s are separated.",
			wording.IfElse(strings.HasSuffix(all, " of neighbours"), "neighbours", all))
	case open == 0:
		return fmt.Sprintf("Nothing more to run for %d of the %s: %s separated.",
			separated, b.pairsOf(len(b.Pairs)), wording.IfElse(separated == 1, "it is", "they are"))
	}
	return fmt.Sprintf("%d of the %s %s already separated%s.", separated, b.pairsOf(len(b.Pairs)),
		wording.Verb(separated, "is", "are"), wording.If(b.Alone, ", each alone"))
}

// chanceText formats a probability that was estimated from random draws. Near 0 and 1
// it returns a bound, such as "under 1 %".
func chanceText(chance float64) string {
	switch {
	case chance > 0.995:
		return "over 99 %"
	case chance < 0.005:
		return "under 1 %"
	}
	return tables.Percent(chance, 0)
}

// confirmation formats, for a pair whose order is uncertain, the probability that
// endless trials confirm this order. A probability below the required power is never
// rounded up to this power.
func (b Budget) confirmation(p budget.Pair) string {
	if text := chanceText(p.Power.Limit); text != chanceText(b.Options.Power) {
		return text
	}
	return tables.Percent(min(p.Power.Limit, b.Options.Power-0.001), 1)
}

// unreachableReason returns a sentence that says why no number of trials is known to
// separate a pair with the required power.
func (b Budget) unreachableReason(p budget.Pair) string {
	switch who := b.pair(p); {
	case p.Equal && b.Models.Known:
		return fmt.Sprintf("No number of trials separates %s: their true means are equal.", who)
	case p.Equal:
		return fmt.Sprintf("No number of trials is known to separate %s: their observed means are equal.", who)
	case b.Models.Known || b.By != nil && p.Power.Limit >= b.Options.Power:
		return fmt.Sprintf("Separating %s takes more than %d trials per question.", who, b.maxTrials())
	default:
		return fmt.Sprintf("No number of trials is known to separate %s with %s power: the order itself is uncertain, "+
			"and even endless trials confirm it with a probability of only %s.", who, b.requiredPower(), b.confirmation(p))
	}
}

// outOfReachNote returns a sentence that says how many trials the given pairs need,
// which is too many. The pair that needs the most trials must come first.
func (b Budget) outOfReachNote(farPairs []budget.Pair) string {
	pairs := b.pairsOf(len(b.Pairs))
	who := fmt.Sprintf("%d of the %s need", len(farPairs), pairs)
	switch {
	case len(farPairs) == len(b.Pairs):
		who = fmt.Sprintf("All %s need", pairs)
	case len(farPairs) == 1:
		who = fmt.Sprintf("One of the %s, %s, needs", pairs, b.pair(farPairs[0]))
	}
	board := wording.If(b.Models.Unequal(), "median of ") + tables.Count(b.Models.Trials, "trial")
	need := roundTrials(farPairs[len(farPairs)-1].Power.Trials)
	if most := roundTrials(farPairs[0].Power.Trials); most != need {
		need += " to " + most
	}
	return fmt.Sprintf("%s more than %d times the board's %s per question: %s.", who, budget.Reasonable, board, need)
}

// roundTrials formats a number of trials for a reader. It rounds numbers above 1000 to
// two significant digits.
func roundTrials(n int) string {
	if n <= 1000 {
		return fmt.Sprint(n)
	}
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return tables.Thousands((n + unit/2) / unit * unit)
}

// hasCost reports whether the user gave the cost of a trial.
func (b Budget) hasCost() bool { return b.Options.CostPerTrial > 0 }

func (b Budget) document() tables.Object {
	unequal, together := b.Shape.Most > 0, b.Together
	var steps []budget.Step
	if b.By == nil {
		steps = b.Steps()
	}
	return tables.NewObject("task", b.Task, "models", b.Shape.Models, "questions", b.Shape.Questions, "trials", b.Shape.Trials,
		"trials_most", tables.OrAbsent(b.Shape.Most), "trials_median", tables.When(unequal && b.Models.Trials > 0, b.Models.Trials),
		"questions_left_out", tables.When(unequal, b.Models.LeftOut), "seed", b.Seed,
		"truth", wording.IfElse(b.Models.Known, "known", "estimated"),
		"confidence", b.Options.Confidence, "alone", b.Alone, "quantile", b.Quantile, "metric", b.Metric(), "power", b.Options.Power,
		"draws", tables.Known(!b.Models.Known, b.Options.Draws), // draws from the posterior of the board
		"together", tables.Known(together.Pairs > 0, tables.NewObject("n", together.N, "pairs", together.Pairs,
			"expected_separated", together.Expected, "all_separated", together.All, "to_run", together.ToRun)),
		"comonotone", tables.OrAbsent(b.Comonotone), "cost_per_trial", tables.OrNull(b.Options.CostPerTrial),
		"prior_trials", b.Models.PriorTrials, "schema", tables.OrAbsent(b.Schema), "missing",
		tables.OrAbsent(b.Missing),
		"advice", b.sentences(), "steps", b.stepFields().JSON(steps), "pairs", b.pairFields().JSON(b.Pairs))
}
