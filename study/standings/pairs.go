package standings

import (
	"context"
	"math"

	"settle/ranking"
	"settle/study/posterior"
)

// addPairs compares the pairs of models that s.Rules.Pairs selects, and stores the results.
func (s *Standings) addPairs(ctx context.Context) error {
	switch s.Rules.Pairs {
	case Neighbours:
		return s.addNeighbours(ctx)
	case NoPairs:
		return nil
	}
	return s.addAllPairs(ctx)
}

// addNeighbours compares each model with the next model in the ranking.
func (s *Standings) addNeighbours(ctx context.Context) error {
	resolved, err := s.Rules.Ties.Resolved(s.scores, s.Rules.Confidence)
	if err != nil {
		return err
	}
	for place := range len(s.Rows) - 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		above, below := s.Rows[place].Index, s.Rows[place+1].Index
		z := s.scores.Z(above, below)
		s.Pairs = append(s.Pairs, ranking.Pair{Above: place, Below: place + 1, Z: z, Rho: ranking.Rho(z)})
		s.Resolved = append(s.Resolved, resolved(above, below))
	}
	return nil
}

// addAllPairs compares every pair of models, and sets the Span of each model.
func (s *Standings) addAllPairs(ctx context.Context) error {
	places, err := s.compare(ctx)
	if err != nil {
		return err
	}
	resolved, err := s.Rules.Ties.Resolved(places, s.Rules.Confidence)
	if err != nil {
		return err
	}
	order := ranking.Order{Models: make([]int, len(s.Rows)), Tied: make([]bool, len(s.Rows))}
	for place, span := range ranking.Spans(len(s.Rows), places, resolved) {
		s.Rows[place].Span, order.Models[place] = span, place
	}
	s.Pairs = ranking.PairsOf(order, places)
	s.Resolved = make([]bool, len(s.Pairs))
	for i, pair := range s.Pairs {
		s.Resolved[i] = resolved(pair.Above, pair.Below)
	}
	return nil
}

// comparedModels holds the estimates of the models by place in the ranking. It caches all
// z-scores, because a z-score for posterior.Population requires a pass over all questions.
type comparedModels struct {
	scores *posterior.Scores
	rows   []Standing
	z      [][]float64 // by place: z-scores with the next place, the place after that, …
}

func (s *Standings) compare(ctx context.Context) (comparedModels, error) {
	c := comparedModels{s.scores, s.Rows, make([][]float64, len(s.Rows))}
	for place, above := range s.Rows {
		if err := ctx.Err(); err != nil {
			return comparedModels{}, err
		}
		c.z[place] = make([]float64, 0, len(s.Rows)-place-1)
		for _, below := range s.Rows[place+1:] {
			c.z[place] = append(c.z[place], s.scores.Z(above.Index, below.Index))
		}
	}
	return c, nil
}

func (c comparedModels) Mean(place int) float64  { return c.rows[place].Mu }
func (c comparedModels) Sigma(place int) float64 { return c.rows[place].Sigma }

func (c comparedModels) Reach(place int, confidence float64) float64 {
	return c.scores.Reach(c.rows[place].Index, confidence)
}

func (c comparedModels) Z(i, j int) float64 {
	if i > j {
		return -c.Z(j, i)
	}
	return c.z[i][j-i-1]
}

// Next compares the model at a place, counted from 0, with the model at the next place. It
// returns the z-score of the difference, and ρ, the posterior probability that the first model
// is truly better (in the normal approximation, for this pair alone). resolved reports whether
// Rules.Ties separates the pair. For the last place, and if no pairs were compared, Next returns
// NaN, NaN and true.
func (s Standings) Next(place int) (z, rho float64, resolved bool) {
	if len(s.Pairs) == 0 || place+1 == len(s.Rows) {
		return math.NaN(), math.NaN(), true
	}
	next := place
	if s.Rules.Pairs == AllPairs {
		next = s.pair(place, place+1)
	}
	return s.Pairs[next].Z, s.Pairs[next].Rho, s.Resolved[next]
}

// pair returns the index in s.Pairs of two models, given by their places in the ranking, the
// better place first. It requires that s.Pairs holds all pairs.
func (s Standings) pair(above, below int) int {
	return above*(2*len(s.Rows)-above-1)/2 + below - above - 1
}

// Chained returns the pairs of models that are separated but have the same RankInterval, because
// models between them tie. The pairs hold indices into Rows.
func (s Standings) Chained() []ranking.Pair {
	var pairs []ranking.Pair
	for i, p := range s.Pairs {
		if s.Resolved[i] && s.Rows[p.Above].RankInterval == s.Rows[p.Below].RankInterval {
			pairs = append(pairs, p)
		}
	}
	return pairs
}
