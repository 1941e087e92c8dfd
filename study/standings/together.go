package standings

import (
	"context"

	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
)

// CompareAll compares all pairs of models by the method m, at the simultaneous confidence
// s.Rules.Confidence. It sets s.Together, the fields Set and Letters of each model, and s.Separated.
// It does nothing without intervals or for a single model. o controls the draws of
// posterior.RomanoWolf, which depend only on seed. CompareAll fails if ctx ends.
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

// addTogether stores which pairs are separated at simultaneous confidence. It also sets the fields
// that follow from this: Set and Letters of each model, and s.Separated.
func (s *Standings) addTogether(together *posterior.Together) {
	s.Together = together
	spans := s.Together.Spans()
	for i := range s.Rows {
		s.Rows[i].Set = spans[s.Rows[i].Index]
	}
	for _, p := range s.Pairs {
		s.Separated = append(s.Separated, s.isSeparated(p.Above, p.Below))
	}
	if len(s.Rows) > posterior.MostTogether || s.Rules.NoIntervals {
		return
	}
	letters, _ := ranking.Letters(len(s.Rows), s.isSeparated)
	for place, own := range letters {
		s.Rows[place].Letters = own
	}
}

// isSeparated reports whether the models at places i and j of the ranking are separated at
// simultaneous confidence.
func (s *Standings) isSeparated(i, j int) bool {
	return s.Together.Resolved(s.Rows[i].Index, s.Rows[j].Index)
}

// Estimates returns the estimate of each model's score, in the order of the board.
func (s *Standings) Estimates() []metrics.Estimate {
	all := make([]metrics.Estimate, len(s.Rows))
	for model := range all {
		all[model] = s.scores.Estimate(model)
	}
	return all
}

// SeparatedPairs returns the number of pairs that are separated at simultaneous confidence, and the
// number of all pairs.
func (s Standings) SeparatedPairs() (separated, pairs int) {
	for i := range s.Rows {
		separated += s.Rows[i].Set.Best - 1 // each pair is counted once, at its worse model
	}
	return separated, len(s.Rows) * (len(s.Rows) - 1) / 2
}

// Bands divides the ranking into bands and returns the number of each row's band, counted from 1
// at the top. A new band starts at the first model that is separated from the first model of the
// band above. Bands returns nil before CompareAll.
func (s *Standings) Bands() []int {
	if s.Together == nil {
		return nil
	}
	bands, head := make([]int, len(s.Rows)), 0
	for place := range s.Rows {
		if place > 0 {
			bands[place] = bands[place-1]
		}
		if place == 0 || s.isSeparated(head, place) {
			bands[place]++
			head = place
		}
	}
	return bands
}

// Separate ranks the models of a board by a metric and compares all pairs at a simultaneous
// confidence in (0, 1). The scores are means over the board's questions (posterior.Questions).
// Separate computes no intervals.
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
