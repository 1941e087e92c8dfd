package report

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/budget"
	"settle/figures"
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

// coverage shows the steps, where there are several pairs.
func (b Budget) coverage() *tables.Table {
	t := &tables.Table{Title: "Pairs told apart with N trials of each question", Columns: columns("N", "pairs apart", "trials per model", "in all")}
	if b.CostPerTrial > 0 {
		t.Columns = append(t.Columns, columns("cost")...)
	}
	for _, step := range b.Steps() {
		each := step.N * b.Shape.Questions
		row := []string{fmt.Sprint(step.N), fmt.Sprintf("%d of %d", step.Apart, len(b.Pairs)), fmt.Sprint(each), fmt.Sprint(each * b.models())}
		if b.CostPerTrial > 0 {
			row = append(row, tables.Float(b.cost(each*b.models()), 2))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
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

// needs shows the trials that pairs need. What to do stands above the table.
func (b Budget) needs() *tables.Table {
	said := b.Sentences()
	t := &tables.Table{Title: b.Name, Columns: b.columns("gap", "z now", "trials")}
	if len(said) > 0 {
		t.Title += ": " + said[0]
		t.Notes = said[1:]
	}
	if !b.Known {
		t.Columns = append(t.Columns, columns("from", "to")...)
	}
	t.Columns = append(t.Columns, columns("P(right)", "in all")...)
	if b.CostPerTrial > 0 {
		t.Columns = append(t.Columns, columns("cost")...)
	}
	for _, p := range b.Pairs {
		row := append(b.cells(p), tables.Float(p.Gap, 4), tables.Float(p.Now, 2), orMissing(p.Trials))
		if !b.Known {
			row = append(row, orMissing(p.Low), orMissing(p.High))
		}
		right, all, cost := math.NaN(), 0, math.NaN()
		if p.Trials > 0 {
			right, all = p.There.Right, b.pairTrials(p)
			cost = b.cost(all)
		}
		row = append(row, tables.Percent(right, 1), orMissing(all))
		if b.CostPerTrial > 0 {
			row = append(row, tables.Float(cost, 2))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, b.notes()...)
	return t
}

// columns are those of a table with a pair per row.
func (b Budget) columns(names ...string) []tables.Column {
	return append([]tables.Column{{Name: "above"}, {Name: "below"}}, columns(names...)...)
}

// columns are columns of numbers.
func columns(names ...string) []tables.Column {
	var all []tables.Column
	for _, name := range names {
		all = append(all, tables.Column{Name: name, Right: true})
	}
	return all
}

// cells begin the row of a pair.
func (b Budget) cells(p BudgetPair) []string { return []string{b.Models[p.Above], b.Models[p.Below]} }

func (b Budget) notes() []string {
	notes := []string{fmt.Sprintf("trials: of each question, until the expected |z| reaches %s (one-sided %s); P(right): probability of the right order with them, half of the ties counted; in all: on all questions of both models.",
		tables.Float(b.Quantile, 3), b.percent())}
	if b.Known {
		notes = append(notes, "The order and the gaps are the truth of the coins; z now is that of one board, negative where it has the pair in the wrong order.")
	} else {
		notes = append(notes, "The truth is estimated: posterior means stand for it. The number of trials is as uncertain as the gap it comes from: from and to are what it would be were the gap larger or smaller by one posterior standard deviation (–: the gap would be gone).")
	}
	if b.PriorTrials > 0 {
		notes = append(notes, fmt.Sprintf("The prior's %s of each question count as made, and trials are those beside them, the board's own among these. Where the prior has the wrong model ahead, trials are counted until they outweigh it. avg takes no prior: plan for it without one.", tables.Count(b.PriorTrials, "trial")))
	}
	return append(notes, b.method(), b.Facts)
}

// method says what is exact, and how far the normal approximation is from it
// where both are there.
func (b Budget) method() string {
	exact, all := 0, 0
	var right, z float64
	b.points(func(p budget.Point) {
		all++
		if p.Exact {
			exact++
			right, z = max(right, apart(p.Right, p.NormalRight)), max(z, apart(p.Z, p.NormalZ))
		}
	})
	switch exact {
	case 0:
		return "Probabilities and expectations are those of the normal approximation."
	case all:
		return fmt.Sprintf("Probabilities and expectations are exact; the normal approximation is off by up to %.1g in P(right) and %.1g in |z|.", right, z)
	}
	return fmt.Sprintf("Probabilities and expectations are exact where that is no long work, else those of the normal approximation, which is off by up to %.1g in P(right) and %.1g in |z| where both are there.", right, z)
}

// apart is how far two numbers are from each other, 0 if by rounding alone.
func apart(a, b float64) float64 {
	const rounding = 1e-12
	if d := math.Abs(a - b); d > rounding {
		return d
	}
	return 0
}

// points visits every point that is shown.
func (b Budget) points(visit func(budget.Point)) {
	for _, p := range b.Pairs {
		if p.Trials > 0 {
			visit(p.There)
		}
		for _, point := range p.Points {
			visit(point)
		}
	}
}

// chances shows the probability of the right order at a few numbers of trials.
func (b Budget) chances() *tables.Table {
	t := &tables.Table{Title: "Probability of the right order with N trials of each question", Columns: b.columns()}
	for _, point := range b.Pairs[0].Points {
		t.Columns = append(t.Columns, columns(fmt.Sprintf("N=%d", point.N))...)
	}
	for _, p := range b.Pairs {
		row := b.cells(p)
		for _, point := range p.Points {
			right := point.Right
			if p.Equal {
				right = math.NaN()
			}
			row = append(row, tables.Percent(right, 1))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// questions shows what more questions would do.
func (b Budget) questions() *tables.Table {
	sample, these := fmt.Sprintf("the %d questions are", b.Shape.Questions), fmt.Sprintf("these %d questions", b.Shape.Questions)
	if b.Shape.Questions == 1 {
		sample, these = "the one question is", "this one question"
	}
	t := &tables.Table{
		Title:   "More questions like these instead of more trials",
		Columns: b.columns("between", "z at most", fmt.Sprintf("questions at N=%d", b.Shape.Trials), "at endless N"),
		Notes:   []string{fmt.Sprintf("Here %s a sample, and the gap is that of all questions like them. between: standard deviation of the gap from question to question, which no number of trials lowers; z at most: what endless trials of %s approach; questions: how many are needed for the expected |z| above, with the board's trials of each and with endless ones.", sample, these)},
	}
	if !b.Known {
		t.Notes = append(t.Notes, "What the noise of the board's trials adds to between is taken off. ≤ and ≥: that noise explains all that the questions differ by, and the numbers are those of the upper 95 % limit of between.")
	}
	if b.PriorTrials > 0 {
		t.Notes = append(t.Notes, "Of other questions the prior knows nothing: they have only the trials said.")
	}
	for _, p := range b.Pairs {
		t.Rows = append(t.Rows, append(b.cells(p), b.spread(p)...))
	}
	return t
}

// spread shows what questions differ by and what that means. An estimate of
// nothing is shown as the limit that it is.
func (b Budget) spread(p BudgetPair) []string {
	more := b.more(p)
	if b.Known || more.Between > 0 || !(more.Most.Between > 0) {
		return []string{tables.Float(math.Sqrt(more.Between), 4), tables.Float(more.Ceiling, 2), orMissing(more.Now), orMissing(more.Least)}
	}
	atMost := func(n int) string {
		if n == 0 {
			return tables.Missing
		}
		return fmt.Sprintf("≤ %d", n)
	}
	most := more.Most
	return []string{"≤ " + tables.Float(math.Sqrt(most.Between), 4), "≥ " + tables.Float(most.Ceiling, 2), atMost(most.Now), atMost(most.Least)}
}

// more is what more questions do for a pair, without numbers where its means
// are equal.
func (b Budget) more(p BudgetPair) budget.Questions {
	if p.Equal {
		none := budget.Spread{Between: math.NaN(), Ceiling: math.NaN()}
		return budget.Questions{Between: none.Between, Within: math.NaN(), Ceiling: none.Ceiling, Most: none}
	}
	return p.More
}

// Data shows a pair per row.
func (b Budget) Data() *tables.Table {
	t := &tables.Table{}
	for _, name := range []string{"above", "below", "gap", "z_now", "trials", "exact", "normal_trials", "trials_low", "trials_high", "right", "trials_in_all",
		"between", "within", "z_ceiling", "questions", "questions_least"} {
		t.Columns = append(t.Columns, tables.Column{Name: name})
	}
	for _, p := range b.Pairs {
		more, right := b.more(p), math.NaN()
		if p.Trials > 0 {
			right = p.There.Right
		}
		t.Rows = append(t.Rows, append(b.cells(p), Number(p.Gap), Number(p.Now), orEmpty(p.Trials), fmt.Sprint(p.Exact), orEmpty(p.NormalTrials),
			orEmpty(p.Low), orEmpty(p.High), Number(right), orEmpty(b.pairTrials(p)),
			Number(more.Between), Number(more.Within), Number(more.Ceiling), orEmpty(more.Now), orEmpty(more.Least)))
	}
	return t
}

// orEmpty is n, or nothing for 0.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

type budgetDocument struct {
	Task         string               `json:"task"`
	Models       int                  `json:"models"`
	Questions    int                  `json:"questions"`
	Trials       int                  `json:"trials"`
	Seed         uint64               `json:"seed"`
	Truth        string               `json:"truth"`
	Confidence   float64              `json:"confidence"`
	Quantile     float64              `json:"quantile"`
	CostPerTrial *float64             `json:"cost_per_trial"`
	PriorTrials  int                  `json:"prior_trials"`
	Schema       *SchemaDocument      `json:"schema,omitempty"`
	Advice       []string             `json:"advice"`
	Steps        []budgetStepDocument `json:"steps"`
	Pairs        []budgetPairDocument `json:"pairs"`
}

type budgetStepDocument struct {
	N     int `json:"n"`
	Apart int `json:"pairs_apart"`
}

// budgetPairDocument has null for what is not defined or beyond
// budget.MaxTrials.
type budgetPairDocument struct {
	Above        string                 `json:"above"`
	Below        string                 `json:"below"`
	Equal        bool                   `json:"equal"`
	Gap          float64                `json:"gap"`
	ZNow         *float64               `json:"z_now"`
	Trials       *int                   `json:"trials"`
	Exact        bool                   `json:"exact"`
	NormalTrials *int                   `json:"normal_trials"`
	Low          *int                   `json:"trials_low"`
	High         *int                   `json:"trials_high"`
	Right        *float64               `json:"right"`
	InAll        *int                   `json:"trials_in_all"`
	Cost         *float64               `json:"cost"`
	Sample       sampleDocument         `json:"more_questions"`
	Points       []budgetPointsDocument `json:"points"`
}

type sampleDocument struct {
	Between *float64 `json:"between"`
	Within  *float64 `json:"within"`
	Ceiling *float64 `json:"z_ceiling"`
	Now     *int     `json:"questions"`
	Least   *int     `json:"questions_least"`

	BetweenHigh *float64 `json:"between_high"`
	CeilingLow  *float64 `json:"z_ceiling_low"`
	NowHigh     *int     `json:"questions_high"`
	LeastHigh   *int     `json:"questions_least_high"`
}

func newSampleDocument(more budget.Questions) sampleDocument {
	return sampleDocument{
		cli.Finite(more.Between), cli.Finite(more.Within), cli.Finite(more.Ceiling), positive(more.Now), positive(more.Least),
		cli.Finite(more.Most.Between), cli.Finite(more.Most.Ceiling), positive(more.Most.Now), positive(more.Most.Least),
	}
}

type budgetPointsDocument struct {
	N           int     `json:"n"`
	Right       float64 `json:"right"`
	Z           float64 `json:"expected_z"`
	Exact       bool    `json:"exact"`
	NormalRight float64 `json:"normal_right"`
	NormalZ     float64 `json:"normal_expected_z"`
}

func (b Budget) document() budgetDocument {
	d := budgetDocument{
		Task: b.Task, Models: b.Shape.Models, Questions: b.Shape.Questions, Trials: b.Shape.Trials, Seed: b.Seed,
		Truth: "estimated", Confidence: b.Confidence, Quantile: b.Quantile, Advice: b.Sentences(),
		PriorTrials: b.PriorTrials, Schema: b.Schema,
	}
	if b.Known {
		d.Truth = "known"
	}
	if b.CostPerTrial > 0 {
		d.CostPerTrial = &b.CostPerTrial
	}
	for _, step := range b.Steps() {
		d.Steps = append(d.Steps, budgetStepDocument(step))
	}
	for _, p := range b.Pairs {
		d.Pairs = append(d.Pairs, b.pairDocument(p))
	}
	return d
}

func (b Budget) pairDocument(p BudgetPair) budgetPairDocument {
	more := b.more(p)
	d := budgetPairDocument{
		Above: b.Models[p.Above], Below: b.Models[p.Below], Equal: p.Equal, Gap: p.Gap, ZNow: cli.Finite(p.Now),
		Trials: positive(p.Trials), Exact: p.Exact, NormalTrials: positive(p.NormalTrials), Low: positive(p.Low), High: positive(p.High),
		InAll:  positive(b.pairTrials(p)),
		Sample: newSampleDocument(more),
		Points: []budgetPointsDocument{},
	}
	if p.Trials > 0 {
		d.Right = &p.There.Right
		if b.CostPerTrial > 0 {
			d.Cost = cli.Finite(b.cost(b.pairTrials(p)))
		}
	}
	for _, point := range p.Points {
		d.Points = append(d.Points, budgetPointsDocument{point.N, point.Right, point.Z, point.Exact, point.NormalRight, point.NormalZ})
	}
	return d
}

// The figure shows the tightest pairs that can be told apart, each by as many
// points as make a smooth line.
const (
	budgetLines  = 4
	budgetPoints = 48
)

// Curves are the points of a line for each of the pairs that the figure shows:
// the hardest within reason, else the hardest, or those with equal means where
// there are no others.
func (b Budget) Curves(ctx context.Context, m *budget.Models) ([]BudgetPair, error) {
	shown, far := b.reach()
	if len(shown) == 0 {
		shown = far
	}
	if len(shown) == 0 {
		shown = slices.Clone(b.Pairs)
	}
	shown = shown[:min(budgetLines, len(shown))]
	last := float64(max(2*shown[0].Trials, 10*b.Shape.Trials))
	for i := range shown {
		shown[i].Points = nil
		n := 0
		for step := range budgetPoints {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			next := int(math.Round(math.Pow(last, float64(step)/(budgetPoints-1))))
			if next > n {
				n = next
				shown[i].Points = append(shown[i].Points, m.At(shown[i].Above, shown[i].Below, n))
			}
		}
	}
	return shown, nil
}

// Figure shows, against N, the probability of ordering pairs right and their
// expected z-score.
func (b Budget) Figure(pairs []BudgetPair) *figures.Figure {
	right := figures.Curves{Title: "(a) probability of the right order", XLabel: "trials N of each question", YLabel: "P(right order)", LogX: true, YRange: &[2]float64{0.45, 1.02}}
	if b.PriorTrials > 0 { // which may have the wrong model ahead
		right.YRange = &[2]float64{-0.02, 1.02}
	}
	z := figures.Curves{Title: "(b) expected absolute z-score", XLabel: "trials N of each question", YLabel: "expected |z|", LogX: true, YRange: &[2]float64{0, 2 * b.Quantile}}
	z.Rules = []figures.Rule{{Horizontal: true, At: b.Quantile, Label: fmt.Sprintf("z = %s (%s)", tables.Float(b.Quantile, 3), b.percent())}}
	for _, p := range pairs {
		name := b.Models[p.Above] + " over " + b.Models[p.Below]
		var n, chance, score []float64
		for _, point := range p.Points {
			n, chance, score = append(n, float64(point.N)), append(chance, point.Right), append(score, point.Z)
		}
		right.Lines = append(right.Lines, figures.Line{Name: name, X: n, Y: chance})
		z.Lines = append(z.Lines, figures.Line{Name: name, X: n, Y: score})
		if p.Trials > 0 {
			z.Rules = append(z.Rules, figures.Rule{At: float64(p.Trials), Label: fmt.Sprintf("N = %d", p.Trials), Line: name})
		}
	}
	caption := "Vertical rules: where the expected |z| reaches the quantile. Half of the ties count as right. "
	if near, far := b.reach(); len(near) > 0 && len(far) > 0 {
		caption += fmt.Sprintf("Not shown: pairs that need more than %d times the board's trials. ", reasonable)
	}
	if !b.Known {
		caption += "Posterior means stand for the truth. "
	}
	return &figures.Figure{
		Title:   b.Name + ": how many trials tell the tightest pairs apart",
		Caption: caption + b.Facts,
		Panels:  []figures.Panel{right, z},
	}
}
