package votes

import "settle/internal/unfused"

// resamples is how many samples a variance is found from where no attempt can be left out.
const resamples = 200

// variance returns the variance over trials of the score of the attempts that are loaded, by the
// jackknife (Efron and Stein 1981, "The Jackknife Estimate of Variance"): it leaves out one attempt
// after the other. Where K is all attempts, or has no bounds, it draws as many from them with
// replacement: the winner may change with a single attempt. It is in squares of the unit, and leaves other attempts in the scratch.
func (m *metric) variance(s *scratch) float64 {
	if w, ok := m.rule.(weighted); ok && m.k != forever && m.k < s.n {
		return w.variance(s, m.k)
	}
	all := sample{s.outcomes, s.answers, s.weights}
	if n := s.n; m.k != forever && n > m.k {
		s.values = m.leftOut(s, all)
		return unfused.Spread(s.values) * float64(n-1) / float64(n)
	}
	s.values = s.values[:0]
	s.seek()
	for range resamples {
		s.resample(all)
		s.values = append(s.values, m.rule.whole(s))
	}
	return unfused.Spread(s.values) / (resamples - 1)
}

// leftOut returns the score without each of the attempts. It is the same for attempts that are alike.
func (m *metric) leftOut(s *scratch, all sample) []float64 {
	if b, ok := m.rule.(best); ok {
		return b.leftOut(s, m.k)
	}
	needs := m.rule.needs()
	values := s.values[:0]
	for i := range all.outcomes {
		if j := all.alike(i); j < i && !needs.order && !needs.weights {
			values = append(values, values[j])
			continue
		}
		s.without(all, i)
		values = append(values, m.value(s))
	}
	return values
}

// alike returns the first attempt with the answer and the outcome of attempt i.
func (a *sample) alike(i int) int {
	for j := range i {
		if a.answers[j] == a.answers[i] && a.outcomes[j] == a.outcomes[i] {
			return j
		}
	}
	return i
}
