package budget

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/budget"
)

// pairFields returns the fields that describe a pair of models. A field is null if its
// value is undefined or would exceed budget.MaxTrials.
func (b Budget) pairFields() tables.Fields[budget.Pair] {
	return tables.Fields[budget.Pair]{
		tables.Data("above", func(p budget.Pair) string { return b.Names[p.Above] }),
		tables.Data("below", func(p budget.Pair) string { return b.Names[p.Below] }),
		tables.Data("equal", func(p budget.Pair) bool { return p.Equal }),
		tables.Data("gap", func(p budget.Pair) float64 { return p.Gap }).Rounded("gap", 4),
		tables.Data("z_now", func(p budget.Pair) float64 { return p.Now }).Rounded("z now", 2),
		tables.Data("separated", func(p budget.Pair) bool { return p.Power.Separated }),
		tables.Data("trials", func(p budget.Pair) any { return tables.OrNull(p.Power.Trials) }),
		tables.Data("even_odds_trials", func(p budget.Pair) any { return tables.OrNull(p.Trials) }).Head("trials"),
		tables.Data("exact", func(p budget.Pair) bool { return p.Exact }),
		tables.Data("normal_trials", func(p budget.Pair) any { return tables.OrNull(p.NormalTrials) }),
		tables.Data("trials_low", func(p budget.Pair) any { return tables.OrNull(p.Low) }),
		tables.Data("trials_high", func(p budget.Pair) any { return tables.OrNull(p.High) }),
		tables.Data("right", func(p budget.Pair) any {
			return tables.Known(!p.Hopeless(), p.There.Right)
		}).Percent("P(right)"),
		tables.Data("trials_in_all", func(p budget.Pair) any { return tables.OrNull(b.OfPair(p)) }).Head("in all"),
		tables.Data("cost", func(p budget.Pair) any {
			return tables.Known(b.hasCost() && !p.Hopeless(), b.Cost(b.OfPair(p)))
		}).Rounded("cost", 2),
		tables.Data("power", func(p budget.Pair) any { return b.powerFields().Object(p) }),
		tables.Data("more_questions", func(p budget.Pair) any { return questionFields.Object(p.OtherQuestions()) }),
		tables.Data("points", func(p budget.Pair) any { return b.pointsOf(p) }),
	}
}

// powerFields returns the fields that describe the trials needed to separate a pair
// with the required power.
func (b Budget) powerFields() tables.Fields[budget.Pair] {
	return tables.Fields[budget.Pair]{
		tables.Data("chance", func(p budget.Pair) any { return tables.Known(p.Power.Trials > 0, p.Power.Chance) }).
			Percent("power"),
		tables.Data("to_run", func(p budget.Pair) any { return tables.Known(p.Power.Trials > 0, p.Power.ToRun) }),
		tables.Data("cost", func(p budget.Pair) any {
			return tables.Known(b.hasCost() && p.Power.Trials > 0, b.Cost(p.Power.ToRun))
		}).Rounded("cost", 2),
		tables.Data("limit", func(p budget.Pair) any { return tables.Known(!p.Equal, p.Power.Limit) }),
		tables.Data("needed_low", func(p budget.Pair) any { return tables.OrNull(p.Power.Low) }),
		tables.Data("needed_high", func(p budget.Pair) any { return tables.OrNull(p.Power.High) }),
		tables.Right("needed", b.needed).Head("N for " + b.requiredPower()),
		tables.Right("in_all", func(p budget.Pair) string { return wording.OrMissing(p.Power.ToRun) }).Head("in all"),
		tables.Right("left", b.trialsToRun).Head("to run"),
		tables.Right("likely", likelyTrials).Head("likely N"),
	}
}

// questionFields lists the fields that say how more questions, instead of more trials,
// would help to separate a pair.
var questionFields = tables.Fields[budget.Questions]{
	tables.Data("between", func(q budget.Questions) float64 { return q.Between }),
	tables.Data("within", func(q budget.Questions) float64 { return q.Within }),
	tables.Data("z_ceiling", func(q budget.Questions) float64 { return q.Ceiling }),
	tables.Data("questions", func(q budget.Questions) any { return tables.OrNull(q.Now) }),
	tables.Data("questions_least", func(q budget.Questions) any { return tables.OrNull(q.Least) }),
	tables.Data("between_high", func(q budget.Questions) float64 { return q.Most.Between }),
	tables.Data("z_ceiling_low", func(q budget.Questions) float64 { return q.Most.Ceiling }),
	tables.Data("questions_high", func(q budget.Questions) any { return tables.OrNull(q.Most.Now) }),
	tables.Data("questions_least_high", func(q budget.Questions) any { return tables.OrNull(q.Most.Least) }),
}

// pointsOf returns, for JSON, the results for a pair: one object for each number of
// trials in p.Points.
func (b Budget) pointsOf(p budget.Pair) []tables.Object {
	points := []tables.Object{}
	for i, point := range p.Points {
		points = append(points, tables.NewObject("n", point.N, "separated", chanceAt(p, i), "right", point.Right,
			"expected_z", point.Z, "exact", point.Exact, "normal_right", point.NormalRight, "normal_expected_z", point.NormalZ))
	}
	return points
}

// data returns a table with one pair per row, for CSV.
func (b Budget) data() *tables.Table {
	power := b.powerFields()
	questions := questionFields.Pick("between within z_ceiling questions questions_least")
	fields := append(b.pairFields().Without("equal cost power more_questions points"),
		tables.Part(questions, budget.Pair.OtherQuestions)...)
	return append(fields, power.Without("cost")...).CSV(b.Pairs)
}

// needs returns a table of the trials that each pair needs. The sentences above the
// table say which trials to run.
func (b Budget) needs() *tables.Table {
	title := b.Name + wording.If(b.By != nil, " by "+b.Metric())
	keys := "needed chance in_all"
	switch {
	case b.Models.Known:
	case b.By == nil:
		keys = "needed left likely"
	default:
		keys = "needed left"
	}
	keys += wording.If(b.hasCost(), " cost")
	columns := append(b.pairFields().Pick("above below gap z_now"), b.powerFields().Pick(keys)...)
	t := tables.New(title+": trials that separate models", columns, b.Pairs)
	t.Lead = b.InShort()
	t.Warn(b.warnings()...)
	t.Note(b.notes()...)
	return t
}

// needed formats the number of trials per question that separates a pair with the
// required power, including the trials already run. If there is no such number, the
// text gives the reason.
func (b Budget) needed(p budget.Pair) string {
	switch {
	case p.Equal:
		return "equal"
	case p.Power.Separated:
		return "now"
	case p.Power.Trials > 0:
		return roundTrials(p.Power.Trials)
	case b.Models.Known || b.By != nil && p.Power.Limit >= b.Options.Power:
		return "> " + roundTrials(b.maxTrials())
	}
	return "never, " + b.confirmation(p)
}

// trialsToRun formats the number of trials, over all questions and both models, that
// must still be run to separate a pair.
func (b Budget) trialsToRun(p budget.Pair) string {
	return wording.IfElse(p.Power.Trials == 0, tables.Missing, roundTrials(int(p.Power.ToRun)))
}

// likelyTrials formats an interval for the number of trials per question that a new
// evaluation would need to separate a pair.
func likelyTrials(p budget.Pair) string {
	if p.Equal || p.Power.Low == 0 {
		return tables.Missing
	}
	return roundTrials(p.Power.Low) + "–" + wording.If(p.Power.High > 0, roundTrials(p.Power.High))
}

// chanceAt returns the probability that the pair is separated with the i-th number of
// trials in the plan's list At. It returns NaN for equal models, which have no right order.
func chanceAt(p budget.Pair, i int) float64 {
	if p.Equal {
		return math.NaN()
	}
	return p.Chances[i]
}

// evenOdds returns a table with the number of trials at which the expected |z| of each
// pair reaches the value that separates a single pair. With this number, a pair is
// separated about half of the time.
func (b Budget) evenOdds() *tables.Table {
	keys := "above below gap z_now even_odds_trials right trials_in_all" + wording.If(b.hasCost(), " cost")
	t := tables.New("Even odds: where the expected |z| reaches the quantile, as in the paper's Fig. 3",
		b.pairFields().Pick(keys), b.Pairs)
	truth := wording.IfElse(b.Models.Known, "The truth is the known success probabilities.",
		"Posterior means under a uniform prior stand in for the truth.")
	t.Notes = []string{fmt.Sprintf("trials: trials per question at which a new evaluation has an expected |z| of %s, so that "+
		"the rule separates the pair about half of the time. P(right): probability of the right order with these trials; "+
		"a tie counts half. in all: trials over all questions and both models. %s", tables.Float(b.evenOddsQuantile(), 3), truth)}
	t.Warn(b.doubtfulNote())
	t.Note(b.method())
	return t
}

// evenOddsQuantile returns the |z| that separates a single pair with the given
// confidence. The table of even odds uses it.
func (b Budget) evenOddsQuantile() float64 {
	quantile, _ := budget.Quantile(b.Options.Confidence) // the confidence is already checked
	return quantile
}

// warnings returns a description of the board, followed by warnings about it.
func (b Budget) warnings() []string {
	warnings := append([]string{b.Facts}, b.unequalNotes()...)
	if b.By == nil && b.Models.PriorTrials > 0 {
		upTo := wording.If(b.Models.UnequalPrior(), "up to ")
		warnings = append(warnings, fmt.Sprintf("The prior has %s%s per question, which count as already run. N excludes the trials of the prior and includes "+
			"the board's own trials. avg uses no prior; to plan for avg, remove the prior.",
			upTo, tables.Count(b.Models.PriorTrials, "trial")))
	}
	return warnings
}

// notes returns notes that explain the columns of the table of trials, and what
// "separated" means.
func (b Budget) notes() []string {
	rule := fmt.Sprintf("Separated: z by %s is at least %s and the better model is ahead (%s, as in rank; "+
		"--alone plans for a single pair). ", b.Metric(), tables.Float(b.Quantile, 3), wording.Together(b.Options.Confidence))
	if b.Alone {
		rule = fmt.Sprintf("Separated: z by %s is at least %s and the better model is ahead (one-sided %s, each pair alone). ",
			b.Metric(), tables.Float(b.Quantile, 3), b.percent())
	}
	switch {
	case b.By != nil:
		return []string{rule + "N: trials per question in total.", b.simulationNote()}
	case b.Models.Known:
		return []string{rule + "N: trials per question; in all: trials over all questions and both models.",
			"The success probabilities of the questions are known, and evaluations are new. z now: z of one simulated board."}
	}
	return []string{
		rule + "N: trials per question, including those on the board; to run: the remaining trials, over all questions and both models.",
		fmt.Sprintf("The power is an average over the trials to run and over the success probabilities that are plausible given the board "+
			"(a prior fitted to the board; %d draws, so the power has a standard error of up to %s). "+
			"never, p: the order is uncertain, and even endless trials confirm it only with probability p. "+
			"p assumes that the models of a board are alike, as P(best) of settle rank does; P of settle compare does not assume this and can be higher.",
			b.Options.Draws, tables.Percent(math.Sqrt(b.Options.Power*(1-b.Options.Power)/float64(b.Options.Draws)), 1)),
		fmt.Sprintf("likely N: %s interval for the number of trials per question that a new evaluation needs for this power, whichever model is better.",
			wording.Percent(budget.Within)),
	}
}

// simulationNote returns a note that describes the simulated evaluations from which the
// plan was computed.
func (b Budget) simulationNote() string {
	truth := "the known success probabilities, starting without trials"
	if !b.Models.Known {
		truth = "success probabilities drawn from the posterior of the board (a fitted prior), in addition to its own trials. " +
			"never, p: the order is uncertain, and even endless trials confirm it only with probability p"
	}
	return fmt.Sprintf("z uses the scores by %s. It is simulated in %d evaluations of up to %d trials per question; "+
		"N grows in steps of about one seventh. Trials are drawn from %s.", b.Metric(), b.By.Replicates, b.maxTrials(), truth)
}

// unequalNotes returns notes on a board whose questions have different numbers of
// trials. It returns none for any other board.
func (b Budget) unequalNotes() []string {
	var notes []string
	if b.Models.LeftOut > 0 {
		left := "%d of %d questions are left out because some model has no trial of them."
		if b.Models.Known {
			left = "z now leaves out %d of %d questions because some model has no trial of them."
		}
		notes = append(notes, fmt.Sprintf(left, b.Models.LeftOut, b.Shape.Questions))
	}
	if b.Models.Unequal() {
		notes = append(notes, fmt.Sprintf("The board has %s per question, %d at the median. "+
			"Trials and N include the trials already run, and refer to a board on which every model has the same "+
			"number of trials of each question.",
			tables.CountBetween(b.Models.Fewest, b.Models.Most, "trial"), b.Models.Trials))
	}
	return notes
}

// doubtfulNote returns a note that names a pair that the board already separates,
// although the plan says that it needs more trials. The note explains this
// contradiction. It is "" if there is no such pair.
func (b Budget) doubtfulNote() string {
	doubtful := b.Doubtful()
	if len(doubtful) == 0 {
		return ""
	}
	more := wording.If(len(doubtful) > 1, fmt.Sprintf(" (%d such pairs)", len(doubtful)))
	return fmt.Sprintf("z now separates %s%s, yet the plan needs more trials than the board has. The plan uses posterior means as the truth, "+
		"so the scores of its simulated boards are shrunk towards the prior a second time.", b.pair(doubtful[0]), more)
}

// method returns a note that says how two quantities are computed: P(right), which is
// the probability of the right order, and the expected |z|.
func (b Budget) method() string {
	if off := b.Approximation(); off.Exact > 0 {
		return fmt.Sprintf("P(right) is exact where that is fast, and a normal approximation elsewhere. Where both were computed, the "+
			"approximation is off by up to %.1g in P(right) and %.1g in |z|.", off.Right, off.Z)
	}
	return "P(right) and the expected |z| use the normal approximation."
}

// stepFields returns the fields that describe a step of the plan: one number of trials
// per question, and how many pairs it separates.
func (b Budget) stepFields() tables.Fields[budget.Step] {
	return tables.Fields[budget.Step]{
		tables.Data("n", func(s budget.Step) int { return s.N }).Head("N"),
		tables.Data("separated_pairs", func(s budget.Step) int { return s.Separated }),
		tables.Data("expected_separated", func(s budget.Step) float64 { return b.Expected(s.N) }).Rounded("expected", 1),
		tables.Right("even odds", func(s budget.Step) string {
			return fmt.Sprintf("%d of %d", s.Separated, len(b.Pairs))
		}).As("even"),
		tables.Right("trials per model", func(s budget.Step) string { return fmt.Sprint(b.PerModel(s.N)) }).As("each"),
		tables.Right("in all", func(s budget.Step) string { return fmt.Sprint(b.InAll(s.N)) }).As("all"),
		tables.RightFloat("cost", 2, func(s budget.Step) float64 { return b.Cost(b.InAll(s.N)) }),
	}
}

// steps returns a table that shows how many pairs are separated with each number of
// trials per question.
func (b Budget) steps() *tables.Table {
	keys := "n even expected_separated each all" + wording.If(b.hasCost(), " cost")
	t := tables.New("Pairs separated with N trials per question", b.stepFields().Pick(keys), b.Steps())
	t.Notes = []string{"even odds: number of pairs whose expected |z| reaches the quantile. " +
		"expected: mean number of separated pairs."}
	return t
}

// byTrials returns a table of probabilities, with one pair per row and one number of
// trials per column. chance(p, i) returns the probability for pair p and the i-th
// number of trials.
func (b Budget) byTrials(title string, chance func(p budget.Pair, i int) float64) *tables.Table {
	columns := b.pairFields().Pick("above below")
	for i, n := range b.Options.At {
		columns = append(columns,
			tables.RightPercent(fmt.Sprintf("N=%d", n), func(p budget.Pair) float64 { return chance(p, i) }))
	}
	return tables.New(title+" with N trials per question", columns, b.Pairs)
}

// powerTable returns a table of the probability that each pair is separated, for a few
// numbers of trials.
func (b Budget) powerTable() *tables.Table { return b.byTrials("Power to separate", chanceAt) }

// chances returns a table of the probability of the right order, for each pair at a few
// numbers of trials.
func (b Budget) chances() *tables.Table {
	t := b.byTrials("Probability of the right order", func(p budget.Pair, i int) float64 {
		if p.Equal {
			return math.NaN()
		}
		return p.Points[i].Right
	})
	if !b.Models.Known {
		t.Notes = []string{"For a new evaluation; posterior means under a uniform prior stand in for the truth."}
	}
	return t
}

// questions returns a table of what more questions can achieve instead of more trials.
// For each pair, it shows the limit of z with endless trials of the present questions,
// and the number of questions that would separate the pair.
func (b Budget) questions() *tables.Table {
	columns := b.pairFields().Pick("above below")
	for _, c := range []struct {
		name, relation string
		show           func(budget.Spread) string
	}{
		{"between", "≤", func(s budget.Spread) string { return tables.Float(math.Sqrt(s.Between), 4) }},
		{"z at most", "≥", func(s budget.Spread) string { return tables.Float(s.Ceiling, 2) }},
		{fmt.Sprintf("questions at N=%d", b.Models.Trials), "≤", func(s budget.Spread) string { return wording.OrMissing(s.Now) }},
	} {
		columns = append(columns, tables.Right(c.name, func(p budget.Pair) string {
			more := p.OtherQuestions()
			return c.show(budget.Spread{Between: more.Between, Ceiling: more.Ceiling, Now: more.Now, Least: more.Least})
		}))
		if !b.Models.Known {
			columns = append(columns, tables.Right(c.relation, func(p budget.Pair) string {
				return c.show(p.OtherQuestions().Most)
			}))
		}
	}
	t := tables.New("More similar questions instead of more trials", columns, b.Pairs)
	b.explainQuestions(t)
	return t
}

// explainQuestions adds notes to t, the table of questions, that explain its columns.
func (b Budget) explainQuestions(t *tables.Table) {
	if b.Comonotone {
		t.Warn(report.Comonotone)
	}
	if b.Models.PriorTrials > 0 {
		t.Warn("The prior covers only the questions on the board; other questions have only the stated trials.")
	}
	t.Note("Here the questions are a sample, and the gap refers to all similar questions. " +
		"between: standard deviation of the gap over questions, which more trials do not lower. " +
		"z at most: limit of z with endless trials of these questions. " +
		"questions: number of questions for an expected |z| at the quantile, that is, for even odds.")
	if !b.Models.Known {
		t.Note("The column between excludes the noise of the board's trials; it is 0 if noise explains all variation. " +
			"≤ and ≥: the same numbers if between is at its upper 95 % limit (for normally distributed gaps).")
	}
}
