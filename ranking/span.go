package ranking

import "fmt"

// A Span is the range of ranks that a model can have, given its comparisons with all other
// models. Ranks count from 1.
type Span struct{ Best, Worst int }

// String returns the span as text, such as "3" or "2–5".
func (s Span) String() string {
	if s.Best == s.Worst {
		return fmt.Sprint(s.Best)
	}
	return fmt.Sprintf("%d–%d", s.Best, s.Worst)
}

// Spans returns the span of each of the models 0..n−1, by index. resolved reports whether two
// models are separated. Best is 1 plus the number of models that are separated from the model and
// have larger means. Worst is n minus the number of models that are separated from the model and
// have smaller means. So Worst − Best other models are not separated from the model.
//
// Unlike ties in an Order, spans do not chain: if a model is not separated from two others, these
// two need not tie. resolved decides each pair separately, at its own confidence. So among many
// pairs, the probability of some wrong decision is larger than for one pair.
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
