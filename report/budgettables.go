package report

import (
	"fmt"
	"math"
	"strings"

	"settle/study/budget"
	"settle/tables"
)

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

// needs shows the trials that pairs need. What to do stands above the table.
func (b Budget) needs() *tables.Table {
	headline, others := b.sentences()
	t := &tables.Table{Title: b.Name, Columns: b.columns("gap", "z now", "trials"), Notes: others}
	if len(headline) > 0 {
		t.Title += ": " + strings.Join(headline, " ")
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
	if doubtful := b.doubtful(); doubtful != "" {
		notes = append(notes, doubtful)
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
