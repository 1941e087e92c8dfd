package rankers

import (
	"errors"
	"math"

	"settle/internal/unfused"
	"settle/metrics"
)

// strengths fits a model of paired comparisons: the log-strengths θ that minimize
//
//	Σ_ij wins_ij · ln(1 + κ·exp(θ_j − θ_i)) + Σ_i θ_i²/2
//
// With κ = 1 it is the model of Bradley and Terry, where each θ has a normal prior with
// variance 1. The first sum depends only on differences, so the minimizing θ add up to
// 0.
//
// The sum is strictly convex and self-concordant: along a direction d, its third
// derivative is at most (max d − min d) times its second. Call max d − min d the spread
// of a step. A full Newton step with a spread below 1.79 decreases the sum. A step of
// spread s, shortened by the factor ln(1 + s)/s, always decreases it (Sun and Tran-Dinh
// 2019, "Generalized self-concordant functions"). No board needs a line search.
//
// gonum's Cholesky is not used. For systems of this size its calls take longer than the
// arithmetic, and its assembly code adds in a different order.
type strengths struct {
	kappa  float64
	models int

	wins    []float64 // by winner, then loser
	theta   []float64
	pi      []float64 // e^θ
	step    []float64 // the gradient, then Newton's step
	hessian []float64 // lower triangle, by row; then its factors
}

// Limits of the iterations of a fit.
const (
	closeStep = 1e-10 // stop if a step changes no θ by more
	mostSteps = 200

	// looseStep is a small step size. A step below it that is no smaller than the previous
	// step is rounding noise. Rounding matters because a prior that is worth one
	// comparison is added to sums of up to 10⁹ comparisons.
	looseStep = 1e-7
)

// tolerance is the largest difference between the log-strengths θ of two models that
// tie, relative to the largest |θ|, or to 1 if that is larger. It exceeds rounding
// errors, which have the scale of sums over trials even if all θ are near 0. It is
// smaller than every observed difference between models that do not tie.
const tolerance = 1e-9

var errUnsolved = errors.New("the equations of the method did not converge")

func (s *strengths) reshape(models int) {
	if s.models == models {
		return
	}
	s.models = models
	s.wins, s.hessian = make([]float64, models*models), make([]float64, models*models)
	s.theta, s.pi, s.step = make([]float64, models), make([]float64, models), make([]float64, models)
}

// rank fits the strengths to the wins. It sets scores to the strengths e^θ, and keys to
// the order of the scores. It returns an error if the fit does not converge.
func (s *strengths) rank(scores []float64, keys []uint64) error {
	if err := s.fit(); err != nil {
		return err
	}
	rankWithin(s.theta, tolerance, 1, keys)
	for i := range scores {
		scores[i] = unfused.Exp(s.theta[i])
	}
	return nil
}

// fit finds the log-strengths θ that minimize the sum in the comment on strengths. It
// uses Newton's method, starting with equal strengths, and returns an error if the
// method does not converge.
func (s *strengths) fit() error {
	clear(s.theta)
	last := math.Inf(1)
	for range mostSteps {
		for i, theta := range s.theta {
			s.pi[i] = unfused.Exp(theta)
		}
		s.differentiate()
		if !s.solve() {
			return errUnsolved
		}
		size, spread := s.extent()
		part := 1.0
		if spread > 1.5 {
			part = unfused.Log(1+spread) / spread
		}
		for i, d := range s.step {
			s.theta[i] += float64(part * d)
		}
		if size < closeStep || size < looseStep && size >= last {
			return nil
		}
		last = size
	}
	return errUnsolved
}

// extent returns the largest absolute change of any θ in a step, and the spread: the
// largest change minus the smallest.
func (s *strengths) extent() (size, spread float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, d := range s.step {
		low, high = min(low, d), max(high, d)
	}
	return max(-low, high), high - low
}

// differentiate computes the derivatives of the sum that fit minimizes, at the current
// θ. It sets step to the negative gradient, and the lower triangle of hessian to the
// second derivatives.
func (s *strengths) differentiate() {
	n := s.models
	for i, theta := range s.theta {
		s.step[i] = -theta
		s.hessian[i*n+i] = 1
	}
	for i := range n {
		pull, curve, own := s.step[i], s.hessian[i*n+i], s.pi[i]
		for j := range i {
			other := s.pi[j]
			lost, won := float64(s.kappa*other), float64(s.kappa*own) // 1 minus the probability of a win is lost/(own+lost) or won/(other+won)
			up, down := lost/(own+lost), won/(other+won)
			rise, fall := float64(s.wins[i*n+j]*up), float64(s.wins[j*n+i]*down)
			pull += rise - fall
			s.step[j] -= rise - fall
			bend := float64(rise*(1-up)) + float64(fall*(1-down))
			curve += bend
			s.hessian[j*n+j] += bend
			s.hessian[i*n+j] = -bend
		}
		s.step[i], s.hessian[i*n+i] = pull, curve
	}
}

// solve turns the gradient in step into Newton's step, using the factors LDLᵀ of
// hessian. It returns false if the numbers overflow.
func (s *strengths) solve() bool {
	n, a, x := s.models, s.hessian, s.step
	for i := range n {
		row := a[i*n : i*n+i+1]
		for j := range i {
			other := a[j*n : j*n+j]
			sum := row[j]
			for k, l := range other {
				sum -= float64(row[k] * l) // row[k] still holds L·D
			}
			row[j] = sum
		}
		pivot, rest := row[i], x[i]
		for j, scaled := range row[:i] {
			l := scaled * a[j*n+j] // a[j*n+j] is the inverse of the pivot
			row[j] = l
			pivot -= float64(l * scaled)
			rest -= float64(l * x[j])
		}
		if !(pivot > 0) || math.IsInf(pivot, 1) {
			return false
		}
		row[i], x[i] = 1/pivot, rest
	}
	for i := n - 1; i >= 0; i-- {
		x[i] = float64(x[i] * a[i*n+i])
		for j := i + 1; j < n; j++ {
			x[i] -= float64(a[j*n+i] * x[j])
		}
	}
	return true
}

// rankWithin sets keys to the order of scores. Neighbours in this order tie as
// metrics.TieWithin says, with the given tolerance and scale. It then gives tied models
// the same score.
func rankWithin(scores []float64, tolerance, scale float64, keys []uint64) {
	metrics.TieWithin(scores, keys, tolerance, scale)
	for i, key := range keys {
		for j, other := range keys[:i] {
			if other == key {
				scores[i] = scores[j]
				break
			}
		}
	}
}
