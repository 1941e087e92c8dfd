package metrics

import (
	"math/big"
	"slices"
	"sync"

	"settle/internal/pmf"
	"settle/internal/unfused"
)

// moments holds the posterior mean and variance of g(p), the expected score of a
// question with probability p of success.
type moments struct{ mean, variance float64 }

// A kernel holds the scores s_0..s_K, where s_j is the score of K trials of which j are
// correct. It also holds the distance of each score from the smallest and from the
// largest score. The variance E[g²] − E[g]² of an expected score g is computed from the
// distances that are smaller on average, because it then loses the fewest digits.
type kernel struct {
	scores         []float64 // s_0..s_K
	least, largest float64
	above, below   *side
	extent         Bounds // limits of intervals

	mutex       sync.Mutex // protects the sides and the scratch space
	once, twice []float64  // chances of the number of correct trials among K and 2K
	next        []float64  // probabilities of the number of correct trials among n
}

// newKernel returns the kernel of the scores num[j]/den, where den > 0.
func newKernel(num []*big.Int, den *big.Int) *kernel {
	least, largest := slices.MinFunc(num, (*big.Int).Cmp), slices.MaxFunc(num, (*big.Int).Cmp)
	scores, above, below := make([]float64, len(num)), make([]float64, len(num)), make([]float64, len(num))
	for j, x := range num {
		scores[j] = quotient(x, den)
		above[j] = quotient(new(big.Int).Sub(x, least), den)
		below[j] = quotient(new(big.Int).Sub(largest, x), den)
	}
	return assemble(scores, quotient(least, den), quotient(largest, den), above, below)
}

// risingKernel returns a function that makes the kernel of k trials for scores s_j that
// rise from s_0 = 0. part(j) must return s_j as num/den and s_k − s_j as rest/den, with
// all three numbers below 2^53.
func risingKernel(k int, part func(j int64) (num, rest, den int64)) func() *kernel {
	return func() *kernel {
		above, below := make([]float64, k+1), make([]float64, k+1)
		for j := range above {
			num, rest, den := part(int64(j))
			above[j], below[j] = float64(num)/float64(den), float64(rest)/float64(den)
		}
		return assemble(above, 0, above[k], above, below)
	}
}

// stairs returns a function that makes the kernel for the probability that enough of k
// trials are correct. The score for j correct trials is 1 if j ≥ needed, and 0
// otherwise.
func stairs(k, needed int) func() *kernel {
	return risingKernel(k, func(j int64) (num, rest, den int64) {
		if j < int64(needed) {
			return 0, 1, 1
		}
		return 1, 0, 1
	})
}

// ramp returns a function that makes the kernel of MGPassAtK. The score for j correct
// trials of k is 2/k · max(0, j − from + 1).
func ramp(k, from int) func() *kernel {
	over := func(j int64) int64 { return 2 * max(0, j-int64(from)+1) }
	return risingKernel(k, func(j int64) (num, rest, den int64) { return over(j), over(int64(k)) - over(j), int64(k) })
}

// arch returns a function that makes the kernel of AUCAtK for k > 1. Its scores follow
// from t_i, the probability that i of the k trials are all wrong (see areas). If j ≥ 1
// of the k trials are correct, then t_1 = (k − j)/k, t_k = 0 and t_1 + … + t_k = (k −
// j)/(j + 1).
func arch(k int) func() *kernel {
	trials := int64(k)
	return risingKernel(k, func(j int64) (num, rest, den int64) {
		if j == 0 {
			return 0, 1, 1
		}
		rest, den = (trials-j)*(2*trials-j-1), 2*(trials-1)*(j+1)*trials
		return den - rest, rest, den
	})
}

// assemble makes a kernel from the scores, the smallest and the largest score, and the
// distances of all scores from these two.
func assemble(scores []float64, least, largest float64, above, below []float64) *kernel {
	return &kernel{
		scores: scores, least: least, largest: largest,
		above: newSide(above), below: newSide(below),
		extent: Bounds{Lo: min(0, least), Hi: max(1, largest)},
		once:   make([]float64, len(scores)), twice: make([]float64, 2*len(scores)-1),
	}
}

// Limits for the computation of a mean. First, all probabilities up to the first limit
// are left out. If the mean is then at most the second limit, it is computed again with
// all probabilities. Fewer than 2^18 probabilities are left out, so float64 loses no
// precision.
const (
	negligible = 1e-60 // relative to the largest probability
	enough     = 1e-20 // relative to the largest possible mean
)

// posterior returns the mean and variance of g(p), the expected score at probability p
// of success, if p has the distribution Beta(α, β).
func (k *kernel) posterior(alpha, beta float64) moments {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	share := negligible
	near, mean := k.nearerSide(alpha, beta, share)
	if mean <= enough*near.largest {
		share = 0
		near, mean = k.nearerSide(alpha, beta, share)
	}
	var variance float64
	if mean > 0 {
		from, to := betaBinomial(k.twice, alpha, beta, share)
		variance = near.variance(mean, k.twice, from, to)
	}
	if near == k.above {
		return moments{k.least + mean, variance}
	}
	return moments{k.largest - mean, variance}
}

// nearerSide returns the side of the kernel whose distances (see side) are smaller on
// average, and their average. The probability of success has the distribution Beta(α,
// β). A number of correct trials is left out if its probability, divided by the largest
// probability, is at most the given share.
func (k *kernel) nearerSide(alpha, beta, share float64) (*side, float64) {
	from, to := betaBinomial(k.once, alpha, beta, share)
	chances := k.once[from:to]
	up, down := unfused.Dot(chances, k.above.value[from:]), unfused.Dot(chances, k.below.value[from:])
	if up <= down {
		return k.above, up
	}
	return k.below, down
}

// A side holds the distances d_0..d_K of a kernel's scores from its smallest score, or
// from its largest score. d_j is the distance of the score of K trials, j of which are
// correct. Let d(p) be the expected distance of K trials at probability p of success.
//
// If p has a beta distribution, the number j of correct trials among K is
// beta-binomial, and the mean of d(p) is the mean of d_j. For the mean of d(p)², 2K
// trials are split at random into two halves. If i trials of the first half are
// correct, and m trials in all, the mean of d(p)² is the mean of d_i · d_{m−i}.
type side struct {
	value       []float64 // by j: d_j
	largest     float64
	first, last int       // the smallest and the largest j with d_j > 0
	square      []float64 // by m: the mean of d_i · d_{m−i} over all splits; unknown until it is needed
	split       []float64 // scratch space: chances of i

	unbiased map[int][]float64 // by n, then by c: the mean of d over all choices of K of n trials with c correct
}

const unknown = -1

func newSide(d []float64) *side {
	first := slices.IndexFunc(d, func(x float64) bool { return x != 0 })
	if first < 0 { // all are 0
		return &side{value: d, first: 0, last: -1}
	}
	last := len(d) - 1
	for d[last] == 0 {
		last--
	}
	return &side{value: d, largest: slices.Max(d), first: first, last: last}
}

// variance returns the variance of the expected distance d(p) (see side), which is also
// the variance of the expected score. The given mean is that of d(p). The probability
// of m correct trials among 2K is twice[m], where from ≤ m < to.
func (s *side) variance(mean float64, twice []float64, from, to int) float64 {
	if s.square == nil {
		s.square = make([]float64, len(twice))
		if s.split == nil {
			s.split = make([]float64, len(s.value))
		}
		for m := 2 * s.first; m <= 2*s.last; m++ {
			s.square[m] = unknown
		}
	}
	for m := from; m < to; m++ {
		if s.square[m] == unknown {
			s.square[m] = s.squareAt(m)
		}
	}
	return max(0, unfused.Dot(twice[from:to], s.square[from:])-float64(mean*mean))
}

// estimates returns, for c = 0..n correct trials of n, the unbiased estimate of the
// expected distance of K trials (see side). An entry is −1 (unknown) until s.estimate
// computes it.
func (s *side) estimates(n int) []float64 {
	known := s.unbiased[n]
	if known == nil {
		known = make([]float64, n+1)
		for c := range known {
			known[c] = unknown
		}
		if s.unbiased == nil {
			s.unbiased = map[int][]float64{}
		}
		s.unbiased[n] = known
	}
	return known
}

// estimate returns the unbiased estimate of the expected distance of K trials (see
// side), after c correct trials of len(known) − 1. It stores the estimate in known[c].
func (s *side) estimate(known []float64, c int) float64 {
	if known[c] == unknown {
		if known[c] = s.meanOfDraws(len(known)-1, c, negligible); known[c] <= enough*s.largest {
			known[c] = s.meanOfDraws(len(known)-1, c, 0)
		}
	}
	return known[c]
}

// meanOfDraws returns the mean distance (see side) of K trials drawn from n trials of
// which c are correct. It leaves out a number of correct trials if its probability,
// divided by the largest probability, is at most the given share.
func (s *side) meanOfDraws(n, c int, share float64) float64 {
	trials := len(s.value) - 1
	low := max(0, c-(n-trials))
	if s.split == nil {
		s.split = make([]float64, len(s.value))
	}
	p := s.split[:min(c, trials)-low+1]
	from, to := hypergeometric(p, trials, n, c, low, share)
	return unfused.Dot(p[from:to], s.value[low+from:low+to])
}

func (s *side) squareAt(m int) float64 {
	if sum := s.sumOfSplits(m, negligible); sum > enough*s.largest*s.largest {
		return sum
	}
	return s.sumOfSplits(m, 0)
}

// sumOfSplits computes square[m] (see side) as a sum over its nonzero terms. It leaves
// out a split if its probability, divided by the largest probability, is at most the
// given share.
func (s *side) sumOfSplits(m int, share float64) float64 {
	d, trials := s.value, len(s.value)-1
	low := max(0, m-trials)
	p := s.split[:min(m, trials)-low+1]
	from, to := hypergeometric(p, trials, 2*trials, m, low, share)
	var sum float64
	for i := max(s.first, m-s.last, low+from); i <= min(s.last, m-s.first, low+to-1); i++ {
		sum += float64(p[i-low] * d[i] * d[m-i])
	}
	return sum
}

// betaBinomial fills p[from:to] with probabilities: p[j] is the probability of j
// correct trials among K = len(p) − 1. The probability of success has the distribution
// Beta(α, β), with α ≥ 1 or β ≥ 1. The range from:to contains each j whose probability,
// divided by the largest probability, exceeds the given share.
func betaBinomial(p []float64, alpha, beta, share float64) (from, to int) {
	trials := float64(len(p) - 1)
	return pmf.Around(p, func(i int) float64 {
		j := float64(i)
		return (trials - j) / (j + 1) * ((alpha + j) / (beta + trials - j - 1))
	}, share)
}

// hypergeometric fills p[from:to] with probabilities: p[i] is the probability of low +
// i correct trials among k trials, drawn without replacement from n trials of which m
// are correct. The range from:to contains each i whose probability, divided by the
// largest probability, exceeds the given share.
func hypergeometric(p []float64, k, n, m, low int, share float64) (from, to int) {
	drawn, correct, rest := float64(k), float64(m), float64(n-k)
	return pmf.Around(p, func(at int) float64 {
		i := float64(low + at)
		return (correct - i) / (i + 1) * ((drawn - i) / (rest - correct + i + 1))
	}, share)
}

// samplingVariance returns the variance of the unbiased estimate of g(p) from n ≥ K
// trials at a fixed p, averaged over p ~ Beta(α, β). Here g(p) is the expected score at
// probability p of success. The result is the variance of the estimate over both p and
// the trials, minus the variance of g(p).
func (k *kernel) samplingVariance(alpha, beta float64, n int) float64 {
	g := k.posterior(alpha, beta)
	k.mutex.Lock()
	defer k.mutex.Unlock()
	near, mean := k.above, g.mean-k.least
	if k.largest-g.mean < mean {
		near, mean = k.below, k.largest-g.mean
	}
	estimates := near.estimates(n)
	if cap(k.next) <= n {
		k.next = make([]float64, n+1)
	}
	chances := k.next[:n+1]
	from, to := betaBinomial(chances, alpha, beta, negligible)
	var variance float64
	for c := from; c < to; c++ {
		d := near.estimate(estimates, c) - mean
		variance += float64(chances[c] * d * d)
	}
	return max(0, variance-g.variance)
}

// score returns the unbiased estimate of the expected score of K trials, after c
// correct trials of n ≥ K.
func (k *kernel) score(c, n int) float64 {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.least + k.above.estimate(k.above.estimates(n), c)
}
