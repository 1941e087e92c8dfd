package votes

import "settle/internal/unfused"

// Numbers of resamples from which metric.variance estimates a variance.
const (
	rounds    = 8   // for the mean of the jackknife estimates of all resamples
	resamples = 200 // for the variance between the resamples
)

// variance returns the variance over trials of the score of the loaded attempts, in
// squares of the unit. It replaces the loaded attempts.
//
// It is the jackknife estimate (Efron and Stein 1981, "The Jackknife Estimate of
// Variance"), averaged over resamples. A resample has the same number of attempts,
// drawn with replacement from the attempts and an imaginary one. Without resampling,
// the estimate would be 0 if no single attempt can change the winner. If K is infinite
// or equals the number of attempts, the result is instead the variance between
// resamples, because a single attempt can then change the winner.
func (m *metric) variance(s *scratch) float64 {
	rule := m.rule
	if _, ok := rule.(plurality); ok { // the order of tied answers makes no difference on average
		rule = plurality{}
	}
	all := sample{s.outcomes, s.answers, s.weights}
	s.samples.Seek(s.question)
	if m.k == infiniteK || s.n == m.k {
		s.values = s.values[:0]
		for range resamples {
			s.resample(all)
			s.values = append(s.values, rule.whole(s))
		}
		return unfused.Spread(s.values) / (resamples - 1)
	}
	var sum float64
	for range rounds {
		s.resample(all)
		if vote, ok := rule.(weightedVote); ok {
			sum += vote.variance(s, m.k) * float64(s.n) / float64(s.n-1)
			continue
		}
		sum += unfused.Spread(m.scoresWithout(s, rule)) // (n − 1)/n of the jackknife times n/(n − 1) for the resampling is 1
	}
	return sum / rounds
}

// scoresWithout returns, for each attempt, the score computed without this attempt.
func (m *metric) scoresWithout(s *scratch, rule rule) []float64 {
	if _, ok := rule.(bestAttempt); ok {
		return s.bestWithout(m.k)
	}
	s.drawn.copy(sample{s.outcomes, s.answers, s.weights})
	all := s.drawn
	values, kinds := s.values[:0], s.kinds[:0]
	for i := range all.outcomes {
		at := all.indexAlike(kinds, i)
		if at == len(kinds) {
			kinds = append(kinds, i)
			s.loadWithout(all, i)
			value := 0.0
			if m.k == s.n {
				value = rule.whole(s)
			} else {
				value = rule.mean(s, m.k)
			}
			values = append(values, value)
			continue
		}
		values = append(values, values[kinds[at]])
	}
	s.values, s.kinds = values, kinds
	return values
}

// indexAlike searches the list attempts for an attempt with the same answer and outcome
// as attempt i. It returns the position of the first such attempt in the list. If there
// is none, it returns the length of the list.
func (a *sample) indexAlike(attempts []int, i int) int {
	for at, j := range attempts {
		if a.answers[j] == a.answers[i] && a.outcomes[j] == a.outcomes[i] {
			return at
		}
	}
	return len(attempts)
}

// bestWithout returns, for each attempt, the score of best-of-k selection when this
// attempt is left out, in units of s.unit.
func (s *scratch) bestWithout(k int) []float64 {
	s.sortByWeight()
	values := zeros(s.values, s.n)
	s.values = values
	chances := firstChances(zeros(s.mass, s.n), s.n-1, k) // by place, of n − 1 attempts
	s.mass = chances
	before, after := 0.0, 0.0 // sums over attempts above, at their places, and over attempts below, at one place less
	groups := func(look func(from, to int, worth float64)) {
		for from := 0; from < len(s.order); {
			to, worth := s.tieGroup(from)
			look(from, to, worth)
			from = to
		}
	}
	sum := func(from, to int) (sum float64) {
		for _, c := range chances[from:to] {
			sum += c
		}
		return sum
	}
	groups(func(from, to int, worth float64) {
		if from > 0 {
			after += float64(sum(from-1, to-1) * worth)
		}
	})
	whole := 0.0
	groups(func(from, to int, worth float64) {
		if from > 0 {
			after -= float64(sum(from-1, to-1) * worth)
		}
		size := float64(to - from)
		within := sum(from, to-1)
		for _, i := range s.order[from:to] {
			left := 0.0
			if size > 1 {
				left = (float64(size*worth) - s.worth[s.outcomes[i]]) / (size - 1)
			}
			values[i] = (before + float64(within*left) + after) * s.unit
		}
		before += float64(sum(from, to) * worth)
		whole = before
	})
	for i := range values { // attempts that cannot be the best
		if !s.eligible(i) {
			values[i] = whole * s.unit
		}
	}
	return values
}
