package ranking

import "fmt"

// A Span is the range of places, counted from 1, that a model can have according to its
// comparisons with all other models.
type Span struct{ Best, Worst int }

// String returns the span as "3" or "2–5".
func (s Span) String() string {
	if s.Best == s.Worst {
		return fmt.Sprint(s.Best)
	}
	return fmt.Sprintf("%d–%d", s.Best, s.Worst)
}

// Spans returns the span of each of the models 0..n−1, by index. Best is 1 + the number of
// models that are separated from it and have larger means. Worst is n − the number of models
// that are separated from it and have smaller means. The model is not separated from Worst −
// Best other models.
//
// Unlike ties in an Order, spans do not chain: a model that is not separated from two others
// does not make these two tie. Each pair is decided separately at the confidence of resolved,
// so the probability of a wrong decision is larger among many pairs than for one pair.
func Spans(n int, e Estimates, resolved func(i, j int) bool) []Span {
	spans := make([]Span, n)
	for i := range spans {
		spans[i] = Span{1, n}
	}
	for i := range n {
		for j := range i {
			if !resolved(i, j) || e.Mean(i) == e.Mean(j) {
				continue
			}
			better, worse := i, j
			if e.Mean(i) < e.Mean(j) {
				better, worse = j, i
			}
			spans[better].Worst--
			spans[worse].Best++
		}
	}
	return spans
}
