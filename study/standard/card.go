package standard

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"settle/internal/rng"
	"settle/metrics"
	"settle/ranking/partial"
	"settle/results"
	"settle/study/standings"
)

// A Card holds the fields of the Leaderboard Reporting Standard for one board.
type Card struct {
	// R1 is the shape of the board. LeastTrials and MostTrial are the smallest and the
	// largest number of trials that a model has of a question that it met.
	Models, Questions      int
	LeastTrials, MostTrial int
	Graded                 bool

	// R2 describes the rank sets, at a confidence that is simultaneous over all models.
	// Width is the median number of places in a rank set divided by the number of models.
	// CouldLead is the number of rank sets that contain the first place.
	Width     float64
	CouldLead int

	Order Open // R3: the order of all models
	Top   Open // R4: the order of the ten best models, or of all if there are fewer

	// R5 is the number of pairs that are separated at simultaneous confidence, and the
	// number of all pairs.
	Separated, Pairs int

	// R6 is the number of levels of the partial order that the separated pairs define, and
	// the size of the largest set of models without a separated pair.
	Levels, Widest int

	// R8 is the expected number of questions at which single trials of two random models
	// have different outcomes. Discordance is for two of all models, TopDiscordance for two
	// models of the best tenth.
	Discordance, TopDiscordance float64

	// R10 lists the comparisons of neighbours in the ranking, starting with the leader and
	// the second model.
	Claims []Claim

	// Reliability is the correlation, over all pairs of models, between κ of R10 on one
	// random half of the questions and κ on the other half. It shows whether κ is a property
	// of the pairs rather than of the questions. It is NaN with fewer than 40 questions,
	// which are too few to measure it.
	Reliability float64
}

// An Open says how much of the order of some models is undetermined, in bits.
type Open struct {
	Models   int
	Total    partial.Extensions // log₂ of the number of orders that agree with the separated pairs
	Possible float64            // log₂ of the number of all orders
}

// Share returns the undetermined share of the order, in [0, 1]. It returns 0 for one model.
func (o Open) Share() float64 {
	if o.Possible == 0 {
		return 0
	}
	return o.Total.Bits / o.Possible
}

// A Claim holds the evidence that the first of two neighbours in the ranking is better.
type Claim struct {
	Above, Below int     // places, from 0
	SD           float64 // sample standard deviation over questions of the difference between the two models

	// Kappa is SD divided by the value that SD would have if the two models were independent
	// over questions. If it is below 1, the two models find the same questions hard and are
	// easier to separate. It is NaN if both models have the same mean at all questions.
	Kappa float64

	Z         float64 // z of the difference, for the estimand of the ranking
	Separated bool    // separated at a confidence that is simultaneous over all pairs
}

// topModels is the number of models at the top of the ranking that R4 considers.
const topModels = 10

// reliableQuestions is the smallest number of questions for which Card.Reliability is computed.
const reliableQuestions = 40

// ErrNoIntervals is returned when the metric has no intervals, so that no models can be
// separated.
var ErrNoIntervals = errors.New("cannot separate models: the metric has no intervals")

// New returns the card of a tally, given its standings s. The standings must contain all pairs and
// the results of CompareAll. m provides the mean of each model at each question. seed is used to
// draw random halves of the questions, and to estimate the number of orders of more than 20
// models. New fails without intervals, or if m is not a mean over questions.
func New(s standings.Standings, m metrics.Estimator, t *results.Tally, seed uint64) (Card, error) {
	if s.Together == nil && len(s.Rows) > 1 {
		return Card{}, ErrNoIntervals
	}
	c := Card{
		Models: t.Models, Questions: t.Questions, LeastTrials: t.LeastMet(), MostTrial: t.MostTrials(), Graded: t.Top > 1,
	}
	if err := c.order(s, seed); err != nil {
		return Card{}, err
	}
	c.discordance(s, t)
	return c, c.claims(s, m, t, seed)
}

// order sets the fields of R2 to R6 of the standard, which follow from the separated pairs.
func (c *Card) order(s standings.Standings, seed uint64) error {
	order, err := partial.New(len(s.Rows), func(i, j int) bool {
		return i < j && s.Together.Resolved(s.Rows[i].Index, s.Rows[j].Index)
	})
	if err != nil {
		return err
	}
	c.sets(s)
	c.Pairs = len(s.Rows) * (len(s.Rows) - 1) / 2
	c.Order = open(order, seed)
	c.Top = open(order.Of(upTo(min(topModels, len(s.Rows)))), seed)
	c.Separated, _ = s.SeparatedPairs()
	c.Levels, c.Widest = order.Height(), order.Width()
	return nil
}

func open(o partial.Order, seed uint64) Open {
	return Open{Models: o.Models(), Total: o.Extensions(seed), Possible: partial.Possible(o.Models())}
}

func upTo(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func (c *Card) sets(s standings.Standings) {
	var widths []float64
	for _, row := range s.Rows {
		if len(s.Rows) == 1 {
			row.Set.Best, row.Set.Worst = 1, 1
		}
		widths = append(widths, float64(row.Set.Worst-row.Set.Best+1))
		if row.Set.Best == 1 {
			c.CouldLead++
		}
	}
	c.Width = median(widths) / float64(len(widths))
}

// median returns the median of the values. If their number is even, it is the mean of the two
// middle values.
func median(values []float64) float64 {
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 1 {
		return values[middle]
	}
	return (values[middle-1] + values[middle]) / 2
}

func (c *Card) discordance(s standings.Standings, t *results.Tally) {
	models := make([]int, len(s.Rows))
	for place, row := range s.Rows {
		models[place] = row.Index
	}
	best := max(2, (len(models)+9)/10)
	c.Discordance = discordance(t, models)
	c.TopDiscordance = discordance(t, models[:min(best, len(models))])
}

// discordance returns the expected number of questions at which two of the given models, chosen
// at random, have outcomes in different categories, with one random trial of each. It is NaN for
// one model.
func discordance(t *results.Tally, models []int) float64 {
	sum, pairs := 0.0, 0
	for i, first := range models {
		for _, second := range models[:i] {
			pairs++
			for q := range t.Questions {
				sum += disagree(t, first, second, q)
			}
		}
	}
	return sum / float64(pairs)
}

// disagree returns the probability that two models have outcomes in different categories at a
// question, with one random trial of each. It is 0 if one of the models has no trial of the
// question.
func disagree(t *results.Tally, first, second, q int) float64 {
	n, m := t.TrialsOf(first, q), t.TrialsOf(second, q)
	if n == 0 || m == 0 {
		return 0
	}
	a, b := t.Row(first)[q*t.Top:(q+1)*t.Top], t.Row(second)[q*t.Top:(q+1)*t.Top]
	restA, restB, same := n, m, int64(0)
	for j := range a {
		same += int64(a[j]) * int64(b[j])
		restA, restB = restA-int(a[j]), restB-int(b[j])
	}
	same += int64(restA) * int64(restB)
	return 1 - float64(same)/float64(int64(n)*int64(m))
}

func (c *Card) claims(s standings.Standings, m metrics.Estimator, t *results.Tally, seed uint64) error {
	means := make([][]float64, len(s.Rows))
	for place, row := range s.Rows {
		var err error
		if means[place], err = metrics.QuestionMeans(m, t, row.Index); err != nil {
			return err
		}
	}
	for place := range len(s.Rows) - 1 {
		sd, kappa := sharpness(means[place], means[place+1], upTo(t.Questions))
		z, _, _ := s.Next(place)
		c.Claims = append(c.Claims, Claim{
			Above: place, Below: place + 1, SD: sd, Kappa: kappa, Z: z,
			Separated: s.Together.Resolved(s.Rows[place].Index, s.Rows[place+1].Index),
		})
	}
	c.Reliability = math.NaN()
	if t.Questions >= reliableQuestions {
		c.Reliability = reliability(means, t.Questions, rng.New(seed, "halves of the questions", 0))
	}
	return nil
}

// sharpness returns sd, the sample standard deviation over questions of the difference of two
// models' means. It also returns kappa, the ratio of sd to the value that it would have for
// independent models. That value is √(s² + s′²), where s and s′ are the standard deviations of the
// two models' means. a and b hold the means by question; questions with a NaN are left out. sd is
// NaN for fewer than two questions, and kappa is NaN if it is undefined.
func sharpness(a, b []float64, questions []int) (sd, kappa float64) {
	var first, second, gaps []float64
	for _, q := range questions {
		if math.IsNaN(a[q]) || math.IsNaN(b[q]) {
			continue
		}
		first, second, gaps = append(first, a[q]), append(second, b[q]), append(gaps, a[q]-b[q])
	}
	if len(gaps) < 2 {
		return math.NaN(), math.NaN()
	}
	sd = stat.StdDev(gaps, nil)
	independent := math.Sqrt(stat.Variance(first, nil) + stat.Variance(second, nil))
	if independent == 0 {
		return sd, math.NaN()
	}
	return sd, sd / independent
}

// reliability returns the correlation, over all pairs of models, between κ on one random half of
// the questions and κ on the other half. κ is the ratio that sharpness returns. The correlation
// is NaN if fewer than three pairs have a κ on both halves.
func reliability(means [][]float64, questions int, stream *rng.Stream) float64 {
	order := upTo(questions)
	for i := len(order) - 1; i > 0; i-- {
		j := int(stream.Below(uint32(i + 1)))
		order[i], order[j] = order[j], order[i]
	}
	var one, other []float64
	for i := range means {
		for j := range i {
			_, first := sharpness(means[i], means[j], order[:questions/2])
			_, second := sharpness(means[i], means[j], order[questions/2:])
			if !math.IsNaN(first) && !math.IsNaN(second) {
				one, other = append(one, first), append(other, second)
			}
		}
	}
	if len(one) < 3 {
		return math.NaN()
	}
	return stat.Correlation(one, other, nil)
}
