package rankers

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/internal/quoted"
	"settle/internal/rng"
	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// Constants of Elo's rating (1978, "The Rating of Chessplayers, Past and Present"),
// with their usual values.
const (
	eloStart = 1500
	eloK     = 32              // the largest change by a match
	eloScale = math.Ln10 / 400 // 400 points are odds of 10 to 1
	eloTie   = 1e-11           // relative to the largest rating: rounding differences of equal ratings
)

// eloRating updates Elo ratings event by event. All matches of an event use the ratings
// before the event.
type eloRating struct {
	ratings   []float64
	strengths []float64 // 10^(rating/400), up to a factor
	gains     []float64 // changes of the ratings in one event
}

func (r *eloRating) reset(models int) {
	if len(r.ratings) != models {
		r.ratings, r.strengths, r.gains = make([]float64, models), make([]float64, models), make([]float64, models)
	}
	for i := range r.ratings {
		r.ratings[i], r.strengths[i] = eloStart, 1
	}
}

// play updates the ratings by the matches of one event. The players and the ends are
// those that matches.event returns. In a match of models with strengths s and s', the
// first model expects s/(s + s') points. If it wins, its rating rises by s'/(s + s'),
// in units of K. After a draw the change is half of (s' − s)/(s + s').
func (r *eloRating) play(players, ends []int32) {
	clear(r.gains)
	first := 0
	for _, end := range ends {
		equals, worse := players[first:end], players[end:]
		for place, i := range equals {
			own, gain := r.strengths[i], r.gains[i]
			for _, j := range equals[place+1:] {
				other := r.strengths[j]
				change := 0.5 * (other - own) / (other + own)
				gain += change
				r.gains[j] -= change
			}
			for _, j := range worse {
				other := r.strengths[j]
				change := other / (other + own)
				gain += change
				r.gains[j] -= change
			}
			r.gains[i] = gain
		}
		first = int(end)
	}
	for i, gain := range r.gains {
		if gain != 0 {
			r.ratings[i] += float64(eloK * gain)
			r.strengths[i] = unfused.Exp((r.ratings[i] - eloStart) * eloScale)
		}
	}
}

// elo computes ratings in one pass, trial by trial and, within a trial, question by
// question.
type elo struct {
	history
	eloRating
}

func (m *elo) Begin(b *results.Board, _ uint64) {
	m.take(b)
	m.reset(m.models)
	m.after = slices.Grow(m.after[:0], m.trials*m.models)
	for e := range m.trials * m.questions {
		m.play(m.event(e))
		if (e+1)%m.questions == 0 {
			m.after = append(m.after, m.ratings...)
		}
	}
}

func (m *elo) Rank(n int, scores []float64, keys []uint64) {
	copy(scores, m.ratingsAfter(n))
	rankWithin(scores, eloTie, 0, keys)
}

// eloMean is the mean of Elo ratings over random orders of the events. It does not
// depend on the order of trials. The random orders for each n come from a random stream
// of their own.
type eloMean struct {
	matches
	eloRating
	orders int
	order  []int32
	stream *rng.Stream
}

func (m *eloMean) Begin(b *results.Board, seed uint64) {
	m.take(b)
	m.order = slices.Grow(m.order[:0], m.trials*m.questions)
	m.stream = rng.New(seed, "orders of events", 0)
}

func (m *eloMean) Rank(n int, scores []float64, keys []uint64) {
	n = min(n, m.trials)
	m.stream.Seek(n)
	m.order = m.order[:0]
	for e := range n * m.questions {
		m.order = append(m.order, int32(e))
	}
	clear(scores)
	for range m.orders {
		m.reset(m.models)
		for left := len(m.order); left > 0; left-- { // Fisher and Yates' shuffle
			at := m.stream.Below(uint32(left))
			m.order[at], m.order[left-1] = m.order[left-1], m.order[at]
			m.play(m.event(int(m.order[left-1])))
		}
		for i, rating := range m.ratings {
			scores[i] += rating
		}
	}
	for i := range scores {
		scores[i] /= float64(m.orders)
	}
	rankWithin(scores, eloTie, 0, keys)
}

// ratings returns a constructor for a method that updates ratings event by event.
func ratings(name string, make func() metrics.Sequence) func(string, metrics.Options) (metrics.Metric, error) {
	return func(parameters string, o metrics.Options) (metrics.Metric, error) {
		if parameters != "" {
			return nil, errParameters
		}
		return metrics.NewSequential(metrics.SequentialMethod{Name: name, Weights: o.Weights, New: make}), nil
	}
}

// usualOrders is the default number of random orders of elo-mean, and mostOrders is the
// largest number.
const usualOrders, mostOrders = 20, 10_000

func newEloMean(parameters string, o metrics.Options) (metrics.Metric, error) {
	name, orders := "elo-mean", usualOrders
	if parameters != "" {
		var err error
		orders, err = strconv.Atoi(parameters[1:])
		if err != nil || orders < 1 || orders > mostOrders || parameters[1] == '+' {
			return nil, fmt.Errorf("invalid number of orders %s; use a whole number from 1 to %d",
				quoted.Text(parameters[1:]), mostOrders)
		}
		name += ":" + strconv.Itoa(orders)
	}
	return metrics.NewSequential(metrics.SequentialMethod{
		Name: name, Weights: o.Weights, Dear: true,
		New: func() metrics.Sequence { return &eloMean{orders: orders} },
	}), nil
}
