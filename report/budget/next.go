package budget

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report"
	"settle/report/wording"
	"settle/results"
	"settle/study/exchangeability"
	"settle/study/posterior"
	"settle/study/sequential"
)

// Next holds the trials to run next on a board, the comparisons of models so far, and
// the inputs from which both were computed.
type Next struct {
	Name   string // name of the board, for titles
	Board  *results.Board
	Metric string         // metric whose scores z compares
	Traits metrics.Traits // traits of the metric
	Note   string         // warning for the reader, or ""
	Origin report.Origin
	Step   sequential.Step
	RunsIn string // phrase that names the list of trials to run per question; "" names the flags of the command
	Again  string // command of the next look, "" if it is this one

	CostWords func(cost float64) string // formats a cost; required if the step has costs

	Separated *posterior.Together // pairs that the command rank separates; nil if nothing is compared
	Planned   *Planned            // nil if no plan records the looks
	*sequential.Next
}

// Planned holds the state of a sequential plan: how many looks (interim analyses) it
// has recorded, and what the next look needs.
type Planned struct {
	Looks   int // number of recorded looks
	Asked   int // attempts that the next look asks for
	Missing int // how many of these are not there yet
}

// waits returns a sentence that says how many attempts are still missing for the next
// look (interim analysis). It returns "" if no attempt of that look exists yet, or if
// there is no plan.
func (p *Planned) waits() string {
	if p == nil || p.Missing == p.Asked {
		return ""
	}
	return fmt.Sprintf("Look %d waits for %d of %s. ", p.Looks+1, p.Missing, tables.Count(p.Asked, "attempt"))
}

// lookPhrase returns a phrase that names the next look (interim analysis), before which
// the attempts must be run. It returns "" if there is no plan.
func (p *Planned) lookPhrase() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf(" before look %d", p.Looks+1)
}

// stop returns the beginning of a sentence that says why the evaluation stops, such as
// "Stop at look 2: ".
func (p *Planned) stop() string {
	if p == nil {
		return "Stop: "
	}
	return fmt.Sprintf("Stop at look %d: ", p.Looks)
}

// document returns the member "plan" of the JSON document, or tables.Absent if there is
// no plan.
func (p *Planned) document() any {
	if p == nil {
		return tables.Absent
	}
	return tables.NewObject("looks", p.Looks, "asked", p.Asked, "missing", p.Missing)
}

// Report returns the report in the given format. CSV contains the trials to run.
func (n Next) Report(format string) report.Report {
	if tables.Format(format).IsData() {
		return report.Report{Tables: []*tables.Table{n.Runs()}}
	}
	return report.Report{
		JSON: n.document(n.Comparisons), Tables: []*tables.Table{n.table()},
		Next: wording.If(n.Stop == sequential.GoOn, n.Again),
	}
}

// Runs returns a table of the trials to run, one model and question per row, for an
// evaluation harness.
func (n Next) Runs() *tables.Table { return n.runFields().CSV(n.Next.Runs) }

func (n Next) runFields() tables.Fields[sequential.Run] {
	return tables.Fields[sequential.Run]{
		tables.Data("model", func(r sequential.Run) string { return n.Board.Models[r.Model] }),
		tables.Data("question", func(r sequential.Run) string { return n.Board.Questions[r.Question] }),
		tables.Data("trials", func(r sequential.Run) int { return r.Trials }),
	}
}

// advice returns the main sentences. They say which trials to run next, or why to stop,
// and how many pairs are decided.
func (n Next) advice() string {
	advice := n.run() + wording.If(len(n.Comparisons) > 0, ". "+n.calls()) + "."
	switch n.Stop {
	case sequential.Exhausted:
		advice += " More trials need a larger --max-trials, which must be planned from the start; " +
			"settle budget prints the trials needed."
	case sequential.OutOfReach:
		advice += " settle budget prints the trials needed."
	}
	return advice
}

// run returns a sentence that says which trials to run, or why there is nothing to run.
func (n Next) run() string {
	if n.Stop != sequential.GoOn {
		return n.Planned.stop() + n.idleReason()
	}
	least, most, all := results.MaxTrials, 0, 0
	questions := map[int]bool{}
	for _, r := range n.Next.Runs {
		least, most, all = min(least, r.Trials), max(most, r.Trials), all+r.Trials
		questions[r.Question] = true
	}
	run := wording.IfElse(n.haveAgreed(), "If their answers can still change, run", "Run")
	return n.Planned.waits() + fmt.Sprintf("%s %s of %s for %s (%s)", run, strings.Replace(tables.CountBetween(least, most, "trial"), " ", " more ", 1),
		wording.If(len(questions) == len(n.Board.Questions), "each of ")+tables.Count(len(questions), "question"),
		andMore(lists.Each(n.Models, func(model int) string {
			return n.Board.Models[model]
		})), tables.Count(all, "attempt")+n.costWords()) + n.Planned.lookPhrase()
}

// haveAgreed reports whether, for each of the models to run, all trials of a question
// have always agreed. More trials then probably add nothing.
func (n Next) haveAgreed() bool {
	repeats := exchangeability.Repeats(n.Board)
	return !slices.ContainsFunc(n.Models, func(model int) bool { return !slices.Contains(repeats, model) })
}

// cost returns the total cost of the attempts to run, or 0 if it is unknown.
func (n Next) cost() (cost float64) {
	if n.Step.Costs == nil {
		return 0
	}
	for _, r := range n.Next.Runs {
		cost += float64(n.Step.Costs[r.Model] * float64(r.Trials))
	}
	return cost
}

// costWords returns a comma followed by the cost of the attempts to run, or "" if it is
// unknown.
func (n Next) costWords() string {
	if n.Step.Costs == nil {
		return ""
	}
	return ", " + n.CostWords(n.cost())
}

// idleReason returns a phrase that says why there is nothing to run, for the end of a
// sentence.
func (n Next) idleReason() string {
	trials := tables.Count(n.Step.MaxTrials, "trial")
	switch {
	case n.Stop == sequential.Decided:
		return n.decisionPhrase()
	case n.Stop == sequential.OutOfReach:
		return fmt.Sprintf("everything undecided is out of reach with %s per question", trials)
	case n.Step.Policy == sequential.TopTwo:
		return fmt.Sprintf("no leader is decided, and the budget of %s per question for every model is used up", trials)
	}
	return fmt.Sprintf("every undecided model or pair has reached --max-trials (%s per question)", trials)
}

// decisionPhrase returns a phrase that says what is decided when the policy has reached
// its goal, such as "there is a leader".
func (n Next) decisionPhrase() string {
	switch n.Step.Policy {
	case sequential.Leader, sequential.TopTwo:
		return "there is a leader"
	case sequential.HalfWidth:
		return "every interval is narrow enough"
	case sequential.Power:
		return "all pairs are decided"
	}
	return "all neighbours are decided"
}

// calls returns sentences that say how many pairs are separated, how many are decided
// and, if the policy looks for the leader, which model leads.
func (n Next) calls() string {
	separated, decided := n.count()
	said := fmt.Sprintf("%s; with a look after every batch, %d %s decided",
		wording.Upper(wording.SeparatedOf(separated, len(n.Comparisons))), decided, wording.Verb(decided, "is", "are"))
	if !n.Step.Policy.Leads() {
		return said
	}
	leader := n.Board.Models[n.Order[0]]
	return wording.IfElse(n.Comparisons[0].Declared, leader+" is the best", "No model is known to be the best yet") +
		fmt.Sprintf(": of the leader's pairs with %s, %d %s separated and %d decided", wording.IfElse(len(n.Comparisons) == 1, "the other", "all others"),
			separated, wording.Verb(separated, "is", "are"), decided)
}

// count returns the number of comparisons whose models are separated, and the number of
// comparisons that are decided.
func (n Next) count() (separated, decided int) {
	for _, c := range n.Comparisons {
		if n.separated(c) {
			separated++
		}
		if c.Decided {
			decided++
		}
	}
	return separated, decided
}

// separated reports whether the two models of a comparison are separated, by the same
// criterion as in the command rank.
func (n Next) separated(c sequential.Comparison) bool {
	return n.Separated != nil && n.Separated.Resolved(c.Above, c.Below)
}

// manyNamed is the greatest number of models or pairs that a sentence names.
const manyNamed = 4

// andMore joins names for a sentence. If there are too many names, it joins only the
// first ones and adds the number of those left out, as in "and 7 more".
func andMore(list []string) string {
	if rest := len(list) - manyNamed; rest > 1 {
		list = append(slices.Clone(list[:manyNamed]), fmt.Sprintf("%d more", rest))
	}
	return wording.And(list)
}

// A standing is a model with its place in the ranking, its numbers of trials so far,
// and its number of attempts to run.
type standing struct {
	place, model int
	fewest, most int // trials of a question
	more         int // attempts to run
}

// standings returns all models with their trials, the best first.
func (n Next) standings() []standing {
	more := make([]int, len(n.Order)) // by model
	for _, r := range n.Next.Runs {
		more[r.Model] += r.Trials
	}
	all := make([]standing, len(n.Order))
	for place, model := range n.Order {
		s := standing{place: place, model: model, fewest: results.MaxTrials, more: more[model]}
		for q := range n.Board.Questions {
			trials := len(n.Board.Row(model, q))
			s.fewest, s.most = min(s.fewest, trials), max(s.most, trials)
		}
		all[place] = s
	}
	return all
}

// comparisonFor returns the comparison to show in the row of the model s. It compares
// the model with the next one or, if the policy looks for the leader, with the first.
// It returns nil if there is no such comparison.
func (n Next) comparisonFor(s standing) *sequential.Comparison {
	models := len(n.Order)
	at := s.place*models - s.place*(s.place+1)/2 // pairs of the models above come first
	if n.Step.Policy.Leads() {
		at = s.place - 1
	} else if s.place == models-1 {
		at = -1
	}
	if at < 0 {
		return nil
	}
	return &n.Comparisons[at]
}

// document returns the JSON document of the report, which lists only the given pairs.
func (n Next) document(pairs []sequential.Comparison) tables.Object {
	attempts, standings := 0, n.standings()
	separated, decided := n.count()
	for _, s := range standings {
		attempts += s.more
	}
	keys := "model score sigma fewest_trials most_trials attempts"
	return tables.NewObject("task", n.Board.Task, "models", len(n.Board.Models), "questions", len(n.Board.Questions), n.Origin.Object(),
		"policy", n.Step.Policy.String(), "correction", n.Step.Correction.String(), "metric", n.Metric,
		"confidence", n.Step.Confidence, "half_width", n.Step.HalfWidth, "batch", n.Step.Batch, "max_trials", n.Step.MaxTrials,
		"budget", tables.OrNull(n.Step.Budget), "left_out", append([]string{}, n.LeftOut...), "pairwise", n.Pairwise,
		"advice", n.advice(), "separated", separated, "decided", decided, "stop", tables.OrNull(n.Stop.String()), "attempts", attempts, "cost", tables.OrAbsent(n.cost()), "plan", n.Planned.document(), "standings",
		n.fields().Pick(keys).JSON(standings),
		"pairs", n.pairFields().JSON(pairs), "runs", n.runFields().JSON(n.Next.Runs))
}

// pairFields returns the fields that describe a comparison of two models. The field "z"
// is null if both standard errors are 0 and the scores differ. The field "bound" is the
// |z| required for a decision, or null if no z is large enough. The field "wealth" is
// null if the correction does not use betting.
func (n Next) pairFields() tables.Fields[sequential.Comparison] {
	type comparison = sequential.Comparison
	return tables.Fields[comparison]{
		tables.Data("above", func(c comparison) string { return n.Board.Models[c.Above] }),
		tables.Data("below", func(c comparison) string { return n.Board.Models[c.Below] }),
		tables.Data("z", func(c comparison) float64 { return c.Z }),
		tables.Data("look_z", func(c comparison) float64 { return c.LookZ }),
		tables.Data("bound", func(c comparison) float64 { return c.Bound }),
		tables.Data("wealth", func(c comparison) float64 { return c.Wealth }),
		tables.Data("separated", n.separated),
		tables.Data("decided", func(c comparison) bool { return c.Decided }),
		tables.Data("out_of_reach", func(c comparison) bool { return c.OutOfReach }),
	}
}

// Near returns the report as a JSON document with fewer pairs: each model with the next
// one, and the first model with all others.
func (n Next) Near() report.Report {
	place := map[int]int{}
	for i, model := range n.Order {
		place[model] = i
	}
	near := slices.DeleteFunc(slices.Clone(n.Comparisons), func(c sequential.Comparison) bool {
		return place[c.Above] != 0 && place[c.Below] != place[c.Above]+1
	})
	return report.Report{JSON: n.document(near)}
}
