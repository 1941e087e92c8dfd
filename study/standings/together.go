package standings

import (
	"context"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// CompareAll compares every two models, such that what it says of all of them holds at
// once, with the confidence of the rules: the Set and the Letters of each model, and
// Apart of the pairs. It does nothing without intervals, or for a single model. o is for the draws of
// posterior.RomanoWolf, which depend on the seed alone. It fails if ctx ends.
func (s *Standings) CompareAll(
	ctx context.Context, m posterior.Method, seed uint64, o montecarlo.Options,
) error {
	if !s.Interval || len(s.Rows) < 2 {
		return nil
	}
	together, err := s.scores.Together(ctx, m, s.Rules.Confidence, seed, o)
	if err != nil {
		return err
	}
	s.addTogether(together)
	return nil
}

// addTogether fills in what follows from the pairs that are told apart, all at once.
func (s *Standings) addTogether(together *posterior.Together) {
	s.Together = together
	spans := s.Together.Spans()
	for i := range s.Rows {
		s.Rows[i].Set = spans[s.Rows[i].Index]
	}
	for _, p := range s.Pairs {
		s.Apart = append(s.Apart, s.toldApart(p.Above, p.Below))
	}
	if len(s.Rows) > posterior.MostTogether || s.Rules.NoIntervals {
		return
	}
	letters, _ := ranking.Letters(len(s.Rows), s.toldApart)
	for place, own := range letters {
		s.Rows[place].Letters = own
	}
}

// toldApart tells whether the models of two places are told apart.
func (s *Standings) toldApart(i, j int) bool {
	return s.Together.Resolved(s.Rows[i].Index, s.Rows[j].Index)
}

// Estimates returns the estimates of the models, by their places on the board.
func (s *Standings) Estimates() []metrics.Estimate {
	all := make([]metrics.Estimate, len(s.Rows))
	for model := range all {
		all[model] = s.scores.Estimate(model)
	}
	return all
}

// PairsApart is how many of all pairs are told apart, all of them at once.
func (s Standings) PairsApart() (apart, of int) {
	for i := range s.Rows {
		apart += s.Rows[i].Set.Best - 1 // each pair is once above a model
	}
	return apart, len(s.Rows) * (len(s.Rows) - 1) / 2
}

// Bands returns the band of each row, from 1 at the top. A band starts at the first model that
// is separated from the model at the head of the band above. It returns nil before CompareAll.
func (s *Standings) Bands() []int {
	if s.Together == nil {
		return nil
	}
	bands, head := make([]int, len(s.Rows)), 0
	for place := range s.Rows {
		if place > 0 {
			bands[place] = bands[place-1]
		}
		if place == 0 || s.toldApart(head, place) {
			bands[place]++
			head = place
		}
	}
	return bands
}

// Separate compares all pairs of a board by a metric on these questions, at a simultaneous
// confidence, and nothing else.
func Separate(
	ctx context.Context, b *results.Board, m metrics.Metric, confidence float64, seed uint64, o montecarlo.Options,
) (*Standings, error) {
	s, err := Rank(ctx, b.Models, b.TallyAll(), m, Rules{
		Confidence: confidence, Bounds: metrics.Unbounded, Pairs: NoPairs, NoIntervals: true,
	})
	if err != nil {
		return nil, err
	}
	return &s, s.CompareAll(ctx, posterior.RomanoWolf, seed, o)
}
