package votes

import (
	"cmp"
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/results"
)

// bestAttempt chooses the attempt with the largest weight. If several attempts have the
// largest weight, the score is their mean worth.
type bestAttempt struct{}

func (bestAttempt) needs() requirements { return requirements{weights: true} }

// mean returns the mean worth of the chosen attempt over all subsets of k attempts, in
// units of s.unit. It adds up, over all attempts, the worth of the attempt times the
// probability that it is chosen.
func (bestAttempt) mean(s *scratch, k int) float64 {
	s.sortByWeight()
	s.mass = firstChances(zeros(s.mass, s.n), s.n, k)
	sum := 0.0
	for from := 0; from < len(s.order); {
		to, worth := s.tieGroup(from)
		var wins float64
		for _, chance := range s.mass[from:to] {
			wins += chance
		}
		sum += float64(wins * worth)
		from = to
	}
	return sum * s.unit
}

// firstChances sets chances[i] to the probability that attempt i is the earliest
// attempt drawn when k of n attempts are drawn at random.
func firstChances(chances []float64, n, k int) []float64 {
	chance := float64(k) / float64(n)
	for i := range n {
		chances[i] = chance
		if left := n - 1 - i; left > 0 {
			chance *= float64(left-k+1) / float64(left)
		}
	}
	return chances
}

func (bestAttempt) whole(s *scratch) float64 {
	s.sortByWeight()
	if len(s.order) == 0 {
		return 0
	}
	_, worth := s.tieGroup(0)
	return worth * s.unit
}

// truth returns the probability that the best of k attempts is right, given the
// probability that a single attempt is right. The verifier holds the probabilities of
// the weights of wrong and of right attempts. Among attempts that share the largest
// weight, the choice is random. If the verifier is empty, truth returns NaN.
func (bestAttempt) truth(_ *scratch, k int, right float64, _ []float64, verifier [2][]float64) float64 {
	var sum, below float64
	if len(verifier[1]) == 0 {
		return math.NaN()
	}
	for i, chance := range verifier[1] {
		here := float64(right * chance)
		all := here + float64((1-right)*verifier[0][i])
		if all == 0 {
			continue
		}
		largest := math.Pow(below+all, float64(k)) - math.Pow(below, float64(k))
		if k == infiniteK { // the result is then the largest possible weight
			largest = 0
			if i == len(verifier[1])-1 {
				largest = 1
			}
		}
		sum += float64(largest * here / all)
		below += all
	}
	return sum
}

// sortByWeight sorts the attempts that can be chosen by descending weight. These
// attempts have a weight and, if the board has answers, an answer.
func (s *scratch) sortByWeight() {
	s.order = s.order[:0]
	for i := range s.n {
		if s.eligible(i) {
			s.order = append(s.order, i)
		}
	}
	slices.SortFunc(s.order, func(i, j int) int { return cmp.Or(cmp.Compare(s.weights[j], s.weights[i]), i-j) })
}

// eligible reports whether attempt i can be chosen as the best one.
func (s *scratch) eligible(i int) bool {
	return !math.IsNaN(s.weights[i]) && (s.answers[i] > 0 || !s.answered)
}

// tieGroup returns the end of a group of attempts with equal weight, and the mean worth
// of the group. The group begins at the given index in s.order, where attempts are
// sorted by weight.
func (s *scratch) tieGroup(from int) (to int, worth float64) {
	weight := s.weights[s.order[from]]
	for to = from; to < len(s.order) && s.weights[s.order[to]] == weight; to++ {
		worth += s.worth[s.outcomes[s.order[to]]]
	}
	return to, worth / float64(to-from)
}

// weightedVote chooses the answer whose votes have the largest total weight. If several
// answers have the largest total, the score is the mean of their worths.
type weightedVote struct {
	alike bool // all votes have weight 1
	first bool // a tie goes to the first answer
}

func (w weightedVote) needs() requirements {
	return requirements{answers: true, weights: !w.alike, draws: true}
}

// Limits of the number of subsets per question. If there are at most mostSubsets, all
// are used. Otherwise random subsets are drawn: about enoughSubsets for all questions
// of the board together, but at least leastSubsets and at most mostSubsets per
// question.
const (
	mostSubsets   = 2000
	leastSubsets  = 100
	enoughSubsets = 200_000
)

// subsetsOf returns the number of random subsets per question, for a board with the
// given number of questions.
func subsetsOf(questions int) int {
	return min(mostSubsets, max(leastSubsets, enoughSubsets/questions))
}

func (w weightedVote) mean(s *scratch, k int) float64 {
	var sum float64
	number := w.eachSubset(s, k, func(_ []int, worth float64) { sum += worth })
	return sum / float64(number) * s.unit
}

func (w weightedVote) whole(s *scratch) float64 {
	s.order = s.order[:0]
	for i := range s.n {
		s.order = append(s.order, i)
	}
	return w.choose(s, s.order) * s.unit
}

// eachSubset calls look(subset, worth) for every subset of k attempts, or for random
// subsets if there are too many. It returns the number of calls.
func (w weightedVote) eachSubset(s *scratch, k int, look func(subset []int, worth float64)) int {
	if number := binomial(s.n, k); number <= mostSubsets {
		s.order = s.order[:0]
		for i := range k {
			s.order = append(s.order, i)
		}
		for more := true; more; more = nextSubset(s.order, s.n) {
			look(s.order, w.choose(s, s.order))
		}
		return int(number)
	}
	s.order = s.order[:0]
	for i := range s.n {
		s.order = append(s.order, i)
	}
	s.stream.Seek(s.question) // the same subsets for all models, so that equal models tie, and for every part of a tally
	for range s.draws {
		for i := range k {
			j := i + int(s.stream.Below(uint32(s.n-i)))
			s.order[i], s.order[j] = s.order[j], s.order[i]
		}
		drawn := s.order[:k]
		slices.Sort(drawn)
		look(drawn, w.choose(s, drawn))
	}
	return s.draws
}

// subsetError returns the largest standard error, over all models, that random subsets
// cause in a score. It returns 0 if no subsets are random.
func (w weightedVote) subsetError(m *metric, t *results.Tally) float64 {
	if m.k == infiniteK || binomial(t.MostTrials(), m.k) <= mostSubsets {
		return 0
	}
	s := m.begin(t)
	defer m.scratch.Put(s)
	most := 0.0
	for model := range t.Models {
		var variance float64
		for q := range t.Questions {
			if s.load(t, model, q); s.n < m.k {
				continue
			}
			var sum, squares float64
			number := float64(w.eachSubset(s, m.k, func(_ []int, worth float64) {
				sum += worth
				squares += float64(worth * worth)
			}))
			variance += (squares/number - float64((sum/number)*(sum/number))) / number
		}
		most = max(most, math.Sqrt(variance)*s.scale/float64(t.Met(model)))
	}
	return most
}

// nextSubset changes subset, an ascending subset of 0..n−1, to the next one. It returns
// false if there is none.
func nextSubset(subset []int, n int) bool {
	for i := len(subset) - 1; i >= 0; i-- {
		if subset[i] < n-len(subset)+i {
			subset[i]++
			for j := i + 1; j < len(subset); j++ {
				subset[j] = subset[j-1] + 1
			}
			return true
		}
	}
	return false
}

// choose returns the worth of the answer that wins the vote of a subset.
func (w weightedVote) choose(s *scratch, subset []int) float64 {
	s.ballot = s.ballot[:0]
	for _, i := range subset {
		weight := 1.0
		if !w.alike {
			weight = s.weights[i]
		}
		if s.answers[i] == 0 || math.IsNaN(weight) {
			continue
		}
		at := slices.IndexFunc(s.ballot, func(t total) bool { return t.answer == s.answers[i] })
		if at < 0 {
			at = len(s.ballot)
			s.ballot = append(s.ballot, total{answer: s.answers[i]})
		}
		t := &s.ballot[at]
		t.weight += weight
		t.worth += s.worth[s.outcomes[i]]
		t.votes++
	}
	most, sum, tied := 0.0, 0.0, 0.0
	for i := range s.ballot {
		most = max(most, s.ballot[i].weight)
	}
	const rounding = 1e-9 // rounding error of sums, which depend on the order of the attempts
	for i := range s.ballot {
		if t := &s.ballot[i]; t.weight >= most*(1-rounding) && !(w.first && tied > 0) {
			sum += t.worth / t.votes
			tied++
		}
	}
	return sum / max(tied, 1)
}

// total holds, for one answer, the sum of the weights of its votes, the sum of their
// worths, and the number of votes.
type total struct {
	answer               uint32
	weight, worth, votes float64
}

// variance returns the variance over trials of the score that mean returns. It is
// estimated by the infinitesimal jackknife of a U-statistic (Wager and Athey 2018,
// "Estimation and Inference of Heterogeneous Treatment Effects using Random Forests",
// section 3.1). It uses the covariance between the score of a subset and whether an
// attempt belongs to the subset. It subtracts the part of the variance that comes from
// the random choice of subsets.
func (w weightedVote) variance(s *scratch, k int) float64 {
	n := s.n
	s.values = zeros(s.values, n)
	var sum, squares float64
	number := w.eachSubset(s, k, func(subset []int, worth float64) {
		sum += worth
		squares += float64(worth * worth)
		for _, i := range subset {
			s.values[i] += worth
		}
	})
	all, share := float64(number), float64(k)/float64(n)
	mean := sum / all
	for i, with := range s.values {
		s.values[i] = with/all - float64(share*mean)
	}
	variance := unfused.Dot(s.values, s.values)
	if binomial(s.n, k) > mostSubsets {
		variance -= float64(k) * (1 - share) * (squares/all - float64(mean*mean)) / all
	}
	m, kept := float64(n), float64(n-k)
	return max(variance, 0) * (m - 1) * m / (kept * kept) * s.unit * s.unit
}
