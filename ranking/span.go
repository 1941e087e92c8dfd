package ranking

import "fmt"

// Span is the places, counted from 1, that a model may have as far as the
// comparisons of it with every other model say.
type Span struct{ Best, Worst int }

// String is the span as "3" or "2–5".
func (s Span) String() string {
	if s.Best == s.Worst {
		return fmt.Sprint(s.Best)
	}
	return fmt.Sprintf("%d–%d", s.Best, s.Worst)
}

// Spans returns the span of each of the models 0..n−1, by its index. Best is
// one more than the models that are resolved from it and have larger means,
// Worst is n less those that are resolved and have smaller means; the model is
// not told apart from the Worst − Best others.
//
// In contrast to the ties of an Order nothing chains: a model that ties with
// both of two others does not make these tie. Each pair is decided on its own
// at the confidence of resolved, so the chance that some pair of many is
// wrongly resolved is larger than that of one pair.
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
