package standings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/enum"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
	"settle/study/posterior"
)

// A Changes describes how each model's score by one metric changed from an old board to a new
// board, on the questions that both boards have.
//
// The intervals assume that the trials of the two boards are independent, and that models are
// independent given the questions. They are simultaneous over all models that both boards have:
// with m such models, each interval has the confidence Confidence^(1/m). This is exact for
// independent normal changes. If models share a random choice of questions, it is conservative
// (Šidák 1967, "Rectangular confidence regions for the means of multivariate normal
// distributions", Journal of the American Statistical Association 62). A change is significant
// if its interval excludes 0.
//
// The standard deviation of a change is the larger of two values: the value that the metric
// gives, and the standard deviation under random reallocation of each question's trials to the
// two boards. (If nothing changed, all allocations are equally likely.) With the metric's value
// alone, up to a tenth of unchanged boards would show false changes if models solve most
// questions always or never. Because scores are discrete, each interval is widened by half a
// step at both ends, as in Yates' correction.
type Changes struct {
	Metric     string
	Estimand   posterior.Estimand
	Confidence float64 // simultaneous over all common models
	Critical   float64 // the |z| beyond which a change is significant

	Questions int        // number of questions that are compared
	Boards    [2]Changed // the old and the new board

	Rows []Change // by new rank, then the models that only the old board has, by old rank
}

// A Changed describes one of the two boards that are compared.
type Changed struct {
	Models, Questions int
	Fewest, Most      int // smallest and largest number of trials per compared question
}

// A Change describes the change of one model. Values are NaN for a board that lacks the model.
type Change struct {
	Model      string
	Scores     [2]float64       // old and new, on the compared questions
	Ranks      [2]float64       // on each board, among all models and over all questions of that board
	Difference metrics.Estimate // new score minus old score
	Lo, Hi     float64          // interval of the difference, simultaneous over all common models
	Verdict    Verdict

	at [2]int // the model's index on each board, −1 for none
}

// A Verdict classifies the change of a model.
type Verdict int

// These are the verdicts that a [Change] can have.
const (
	Unclear Verdict = iota // the change is not significant
	Rose
	Fell
	Added // only the new board has the model
	Gone  // only the old board has the model
)

var verdictNames = enum.Names[Verdict]{"unclear", "rose", "fell", "new", "gone"}

// String returns one word for the verdict.
func (v Verdict) String() string { return verdictNames.Name(v) }

// ErrNothingCommon is returned when two boards share no model or no question.
type ErrNothingCommon struct {
	What  string    // model or question
	First [2]string // first name on the old and on the new board
}

// Error returns a message that says what the boards do not share, with an example from each
// board.
func (e ErrNothingCommon) Error() string {
	return fmt.Sprintf("the old and the new results share no %s; %[1]ss are matched by name, and the first is %s in the old results, %s in the new",
		e.What, quoted.Text(e.First[0]), quoted.Text(e.First[1]))
}

// NewChanges compares the models of two boards by a metric that estimates the mean weight of
// outcomes. weights holds the weight of each category. rules holds the estimand and the
// confidence. NewChanges fails with ErrNothingCommon if the boards share no model or no
// question. It also fails if the metric does not estimate a mean weight or cannot score the
// boards, or if ctx ends.
func NewChanges(
	ctx context.Context, old, new *results.Board, m metrics.Metric, weights []float64, rules Rules,
) (c Changes, err error) {
	defer metrics.Catch(&err)
	c = Changes{Metric: m.Name(), Estimand: rules.Estimand, Confidence: rules.Confidence}
	if err := checkComparable(m, old, new); err != nil {
		return c, err
	}
	boards := [2]*results.Board{old, new}
	s, t, err := c.stack(ctx, boards, m, rules)
	if err != nil {
		return c, err
	}
	c.addRows(s, boards)
	c.judge(s, t, weights)
	rules.Pairs, rules.NoIntervals = NoPairs, true
	for i, b := range boards {
		ranked, err := Rank(ctx, b.Models, b.TallyAll(), m, rules)
		if err != nil {
			return c, fmt.Errorf("the %s results: %w", sides[i], err)
		}
		c.addRanks(i, ranked.Rows)
	}
	slices.SortStableFunc(c.Rows, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Verdict/Gone, b.Verdict/Gone), cmp.Compare(a.Ranks[1], b.Ranks[1]), cmp.Compare(a.Ranks[0], b.Ranks[0]))
	})
	return c, nil
}

var sides = [2]string{"old", "new"}

// checkComparable returns an error if a metric cannot compare two boards.
func checkComparable(m metrics.Metric, old, new *results.Board) error {
	name, traits := quoted.Bare(m.Name()), metrics.TraitsOf(m)
	if !traits.Weighted || !traits.Interval {
		return fmt.Errorf("changes require a mean score, but %s is not a mean; use bayes:fitted or avg", name)
	}
	imagined, given, _ := metrics.PriorTrials(m)
	if given > 0 {
		return errors.New("a prior applies to one board, not to two; remove --prior")
	}
	same := old.Trials() == old.MostTrials() && new.Trials() == new.MostTrials() && old.Trials() == new.Trials()
	if imagined > 0 && !same {
		return fmt.Errorf("%s shrinks scores more if there are fewer trials, and these results have "+
			"different numbers of trials; use bayes:fitted or avg", name)
	}
	for _, both := range []struct {
		what     string
		old, new []string
	}{{"model", old.Models, new.Models}, {"question", old.Questions, new.Questions}} {
		if !slices.ContainsFunc(both.new, func(name string) bool { return slices.Contains(both.old, name) }) {
			return ErrNothingCommon{both.what, [2]string{both.old[0], both.new[0]}}
		}
	}
	return nil
}

// stack scores the models of both boards on the common questions, as if they were different models
// of one board. Models of the old board come first. It also returns the tally of the trials that
// it scored.
func (c *Changes) stack(
	ctx context.Context, boards [2]*results.Board, m metrics.Metric, rules Rules,
) (*posterior.Scores, *results.Tally, error) {
	places := map[string]int{}
	for q, name := range boards[0].Questions {
		places[name] = q
	}
	var at [2][]int
	for q, name := range boards[1].Questions {
		if place, ok := places[name]; ok {
			at[0], at[1] = append(at[0], place), append(at[1], q)
		}
	}
	whole := results.Stack(boards[0].TallyAll().Part(nil, at[0]), boards[1].TallyAll().Part(nil, at[1]))
	part, _, err := evaluate(ctx, m, whole, rules.Estimand == posterior.Population)
	if err != nil {
		return nil, nil, addModelName(err, slices.Concat(boards[0].Models, boards[1].Models))
	}
	c.Questions = part.Tally.Questions
	first := 0
	for i, b := range boards {
		models := lists.Indices(len(b.Models))
		for j := range models {
			models[j] += first
		}
		own := part.Tally.Part(models, nil)
		c.Boards[i] = Changed{len(b.Models), len(b.Questions), own.Trials, own.MostTrials()}
		first += len(models)
	}
	s, err := posterior.New(part.Metric.(metrics.Estimator), part.Tally, rules.Estimand)
	return s, part.Tally, err
}

// addRows adds a row for each model that is on at least one of the two boards, with the model's
// scores. Models of the new board come first.
func (c *Changes) addRows(s *posterior.Scores, boards [2]*results.Board) {
	nan := math.NaN()
	first := len(boards[0].Models)
	for i, model := range boards[1].Models {
		c.Rows = append(c.Rows, Change{
			Model: model, Scores: [2]float64{nan, s.Mean(first + i)}, Verdict: Added, at: [2]int{-1, first + i},
		})
	}
	for i, model := range boards[0].Models {
		at := slices.Index(boards[1].Models, model)
		if at < 0 {
			at = len(c.Rows)
			c.Rows = append(c.Rows, Change{Model: model, Scores: [2]float64{nan, nan}, Verdict: Gone, at: [2]int{-1, -1}})
		}
		c.Rows[at].Scores[0], c.Rows[at].at[0] = s.Mean(i), i
	}
	for i := range c.Rows {
		row := &c.Rows[i]
		row.Ranks, row.Lo, row.Hi = [2]float64{nan, nan}, nan, nan
		row.Difference = metrics.Estimate{Mu: nan, Sigma: nan}
	}
}

// Common returns the changes of the models that both boards have.
func (c *Changes) Common() []Change {
	return lists.Where(c.Rows, func(row Change) bool { return row.Verdict != Added && row.Verdict != Gone })
}

// judge computes the differences, intervals and verdicts of the models that both boards have.
func (c *Changes) judge(s *posterior.Scores, t *results.Tally, weights []float64) {
	both, gap := func(row Change) bool { return row.at[0] >= 0 && row.at[1] >= 0 }, smallestGap(weights)
	each := math.Pow(c.Confidence, 1/float64(lists.CountIf(c.Rows, both)))
	c.Critical = distuv.UnitNormal.Quantile((1 + each) / 2)
	for i := range c.Rows {
		row := &c.Rows[i]
		if !both(*row) {
			continue
		}
		d := s.Difference(row.at[1], row.at[0])
		sigma, half := dealtDeviation(t, row.at, weights)
		d.Sigma, half = max(d.Sigma, sigma), float64(half*gap)
		row.Lo, row.Hi = d.Interval(each, metrics.Unbounded)
		row.Lo, row.Hi = row.Lo-half, row.Hi+half
		row.Difference, row.Verdict = d, Unclear
		switch {
		case row.Lo > 0:
			row.Verdict = Rose
		case row.Hi < 0:
			row.Verdict = Fell
		}
	}
}

// smallestGap returns the smallest difference between two unequal weights, or 0 if all weights
// are equal.
func smallestGap(weights []float64) float64 {
	smallest := math.Inf(1)
	for i, w := range weights {
		for _, v := range weights[:i] {
			if gap := math.Abs(w - v); gap > 0 {
				smallest = min(smallest, gap)
			}
		}
	}
	if math.IsInf(smallest, 1) {
		return 0
	}
	return smallest
}

// dealtDeviation describes the difference of two models' means if the trials of each question are
// randomly reallocated to the two models. It returns the standard deviation of the difference
// (sigma), and half of the smallest step of the difference, for outcomes whose weights differ by
// 1.
//
// Let n and n′ be the models' numbers of trials at a question, and s² the variance of the weights
// of all these trials (denominator n + n′ − 1). The difference at the question then has the
// variance s² (1/n + 1/n′), and steps of 1/n + 1/n′.
func dealtDeviation(t *results.Tally, models [2]int, weights []float64) (sigma, half float64) {
	var sum, questions float64
	step := math.Inf(1)
	for q := range t.Questions {
		n, other := t.TrialsOf(models[0], q), t.TrialsOf(models[1], q)
		if n == 0 || other == 0 {
			continue
		}
		questions++
		each := 1/float64(n) + 1/float64(other)
		sum += float64(pooledVariance(t, models, q, weights) * each)
		step = min(step, each)
	}
	if questions == 0 {
		return 0, 0
	}
	return math.Sqrt(sum) / questions, step / 2 / questions
}

// pooledVariance returns the variance of the outcomes' weights at one question, over all trials of
// two models together. The denominator is n − 1 for n trials.
func pooledVariance(t *results.Tally, models [2]int, question int, weights []float64) float64 {
	var total, squares float64
	n := t.TrialsOf(models[0], question) + t.TrialsOf(models[1], question)
	rest := n
	add := func(count int, weight float64) {
		total += float64(float64(count) * weight)
		squares += float64(float64(count) * float64(weight*weight))
	}
	for _, model := range models {
		for j, count := range t.Row(model)[question*t.Top : (question+1)*t.Top] {
			add(int(count), weights[j+1])
			rest -= int(count)
		}
	}
	add(rest, weights[0])
	return max(0, squares-float64(total*total)/float64(n)) / float64(n-1)
}

// addRanks stores the rank of each model on one of the two boards. board is 0 for the old board
// and 1 for the new.
func (c *Changes) addRanks(board int, ranked []Standing) {
	ranks := map[string]float64{}
	for _, row := range ranked {
		ranks[row.Model] = row.Rank
	}
	for i, row := range c.Rows {
		if rank, ok := ranks[row.Model]; ok {
			c.Rows[i].Ranks[board] = rank
		}
	}
}
