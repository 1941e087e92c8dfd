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
	"settle/study/posterior"
	"settle/study/sequential"
)

// Next is what to run next on a board, and what may be called already.
type Next struct {
	Name   string // of the board, for titles
	Board  *results.Board
	Metric string         // what z compares
	Traits metrics.Traits // of the metric
	Note   string         // what a reader must be told, or ""
	Origin report.Origin
	Step   sequential.Step
	RunsIn string // what says how much of which question to run, "" for the flags of the command
	Again  string // the command of the next look, "" where it is this one

	CostWords func(cost float64) string // puts a cost into words; needed if the step has costs

	Separated *posterior.Together // the pairs that are separated, as by rank; nil where nothing is compared
	Planned   *Planned            // nil where no plan records the looks
	*sequential.Next
}

// Planned is where a plan stands that records its looks.
type Planned struct {
	Looks   int // recorded
	Asked   int // attempts that the next look waits for, if none of them is there
	Missing int // of these, those that are not
}

// waits says what the next look waits for, "" where nothing of it is there yet.
func (p *Planned) waits() string {
	if p == nil || p.Missing == p.Asked {
		return ""
	}
	return fmt.Sprintf("Look %d waits for %d of %s. ", p.Looks+1, p.Missing, tables.Count(p.Asked, "attempt"))
}

// before names the look that attempts are for.
func (p *Planned) before() string {
	if p == nil {
		return ""
	}
	return fmt.Sprintf(" before look %d", p.Looks+1)
}

// stop begins the sentence on why nothing is to be run.
func (p *Planned) stop() string {
	if p == nil {
		return "Stop: "
	}
	return fmt.Sprintf("Stop at look %d: ", p.Looks)
}

// document returns the member "plan", Absent without one.
func (p *Planned) document() any {
	if p == nil {
		return tables.Absent
	}
	return tables.NewObject("looks", p.Looks, "asked", p.Asked, "missing", p.Missing)
}

// Report is the report in the format asked for: CSV gets what to run.
func (n Next) Report(format string) report.Report {
	if tables.Format(format).IsData() {
		return report.Report{Tables: []*tables.Table{n.Runs()}}
	}
	return report.Report{
		JSON: n.document(n.Comparisons), Tables: []*tables.Table{n.table()},
		Next: wording.If(n.Stop == sequential.GoOn, n.Again),
	}
}

// Runs returns what to run, a model and question a row: what a harness can take.
func (n Next) Runs() *tables.Table { return n.runFields().CSV(n.Next.Runs) }

func (n Next) runFields() tables.Fields[sequential.Run] {
	return tables.Fields[sequential.Run]{
		tables.Data("model", func(r sequential.Run) string { return n.Board.Models[r.Model] }),
		tables.Data("question", func(r sequential.Run) string { return n.Board.Questions[r.Question] }),
		tables.Data("trials", func(r sequential.Run) int { return r.Trials }),
	}
}

// advice returns the sentence to act on.
func (n Next) advice() string {
	advice := n.run() + wording.If(len(n.Comparisons) > 0, ". "+n.calls()) + "."
	switch n.Stop {
	case sequential.Exhausted:
		advice += " More trials count only where a larger --max-trials was planned from the start; " +
			"settle budget says what it would take."
	case sequential.OutOfReach:
		advice += " settle budget says what it would take."
	}
	return advice
}

// run says what to run, or why nothing.
func (n Next) run() string {
	if n.Stop != sequential.GoOn {
		return n.Planned.stop() + n.why()
	}
	least, most, all := results.MaxTrials, 0, 0
	questions := map[int]bool{}
	for _, r := range n.Next.Runs {
		least, most, all = min(least, r.Trials), max(most, r.Trials), all+r.Trials
		questions[r.Question] = true
	}
	return n.Planned.waits() + fmt.Sprintf("Run %s of %s for %s (%s)", strings.Replace(tables.CountBetween(least, most, "trial"), " ", " more ", 1),
		wording.If(len(questions) == len(n.Board.Questions), "each of ")+tables.Count(len(questions), "question"),
		andMore(lists.Each(n.Models, func(model int) string {
			return n.Board.Models[model]
		})), tables.Count(all, "attempt")+n.costWords()) + n.Planned.before()
}

// cost returns what the attempts to run cost, 0 if nobody says it.
func (n Next) cost() (cost float64) {
	if n.Step.Costs == nil {
		return 0
	}
	for _, r := range n.Next.Runs {
		cost += float64(n.Step.Costs[r.Model] * float64(r.Trials))
	}
	return cost
}

// costWords returns the cost of what to run behind a comma, or "" if nobody says it.
func (n Next) costWords() string {
	if n.Step.Costs == nil {
		return ""
	}
	return ", " + n.CostWords(n.cost())
}

// why says why nothing is to be run.
func (n Next) why() string {
	trials := tables.Count(n.Step.MaxTrials, "trial")
	switch {
	case n.Stop == sequential.Decided:
		return n.decided()
	case n.Stop == sequential.OutOfReach:
		return fmt.Sprintf("everything undecided is out of reach of %s per question", trials)
	case n.Step.Policy == sequential.TopTwo:
		return fmt.Sprintf("there is no leader after as many attempts as %s per question of all models", trials)
	}
	return fmt.Sprintf("everything undecided has reached --max-trials (%s per question)", trials)
}

// decided says what is settled.
func (n Next) decided() string {
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

// calls says how many pairs are separated and decided, and who leads.
func (n Next) calls() string {
	separated, decided := n.count()
	said := fmt.Sprintf("%s; with a look after every batch, %d %s decided",
		wording.Upper(wording.SeparatedOf(separated, len(n.Comparisons))), decided, wording.Verb(decided, "is", "are"))
	if !n.Step.Policy.Leads() {
		return said
	}
	leader := n.Board.Models[n.Order[0]]
	return wording.IfElse(n.Comparisons[0].Called, leader+" is the best", "No model is known to be the best yet") +
		fmt.Sprintf(": of its pairs with %s, %d %s separated and %d decided", wording.IfElse(len(n.Comparisons) == 1, "the other", "all others"),
			separated, wording.Verb(separated, "is", "are"), decided)
}

// count returns how many of the comparisons are separated, and how many decided.
func (n Next) count() (separated, decided int) {
	for _, c := range n.Comparisons {
		if n.separated(c) {
			separated++
		}
		if c.Apart {
			decided++
		}
	}
	return separated, decided
}

// separated reports whether the models of a comparison are separated, as by rank.
func (n Next) separated(c sequential.Comparison) bool {
	return n.Separated != nil && n.Separated.Resolved(c.Above, c.Below)
}

// manyNamed is how many models or calls a sentence lists.
const manyNamed = 4

// andMore lists things as a sentence does, and counts those that are too many.
func andMore(list []string) string {
	if rest := len(list) - manyNamed; rest > 1 {
		list = append(slices.Clone(list[:manyNamed]), fmt.Sprintf("%d more", rest))
	}
	return wording.And(list)
}

// standing is a model with what is known of it.
type standing struct {
	place, model int
	fewest, most int // trials of a question
	more         int // attempts to run
}

// standings are the models, the best first.
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

// beside is the comparison of a model with the one below it, or under the policy
// leader of the first with it; nil if there is none.
func (n Next) beside(s standing) *sequential.Comparison {
	models := len(n.Order)
	at := s.place*models - s.place*(s.place+1)/2 // behind the pairs of the models above
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

// document returns the report with some of its pairs.
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

// pairFields lists the fields of two models. A null z is one where both σ are 0 and the scores differ,
// a null bound one where no z is enough, and a null wealth that of a bettor who does not decide.
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
		tables.Data("decided", func(c comparison) bool { return c.Apart }),
		tables.Data("out_of_reach", func(c comparison) bool { return c.OutOfReach }),
	}
}

// Near is the report as a document with fewer pairs: of each model with the next one, and
// of the first with all others.
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
