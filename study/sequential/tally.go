package sequential

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// A Ratio is a mean over replicates, or a share whose denominator varies between replicates.
type Ratio struct {
	Value float64 // NaN if the denominator is 0

	// SE is the standard error of Value. For a share, it is the standard error of a ratio of
	// two means, to first order (Cochran, "Sampling Techniques", 1977, eq. 6.13). It is NaN
	// if there is a single replicate.
	SE float64
}

// A tallies holds one tally of simulation results for each plan.
type tallies struct{ Of []tally }

// Count returns the number of replicates added, or −1 if it is not the same in all sums.
func (t *tallies) Count() int {
	n := t.Of[0].Passes.N
	for i := range t.Of {
		for _, s := range t.Of[i].allSums() {
			if s.N != n {
				return -1
			}
		}
	}
	return int(n)
}

// A tally sums the results of one plan over replicates.
type tally struct {
	Passes, WrongBoards, WrongOnce, WrongCalls, Undecided sums

	Curve [CurvePoints]int64 // decisions, by share of the budget spent
}

func (t *tally) add(every, once gameResults) {
	t.Passes.add(every.passes, 1)
	t.WrongBoards.add(min(every.wrong, 1), 1)
	t.WrongOnce.add(min(once.wrong, 1), 1)
	t.WrongCalls.add(every.wrong, every.calls)
	t.Undecided.add(every.undecided, every.asked)
	for i, calls := range every.curve {
		t.Curve[i] += int64(calls)
	}
}

// allSums returns pointers to all sums of the tally.
func (t *tally) allSums() [5]*sums {
	return [...]*sums{&t.Passes, &t.WrongBoards, &t.WrongOnce, &t.WrongCalls, &t.Undecided}
}

// result returns the simulation results of plan p for the given number of models. budget and pass
// are the numbers of attempts in the whole budget and in one pass (one trial of every question).
func (t *tally) result(p plan, models, budget, pass int) Result {
	r := Result{
		Policy: p.policy, Correction: p.correction,
		Trials: t.Passes.ratio(), Budget: budget,
		WrongBoards: t.WrongBoards.ratio(), WrongOnce: t.WrongOnce.ratio(),
		WrongCalls: t.WrongCalls.ratio(), Calls: int(t.WrongCalls.Y), Wrong: int(t.WrongCalls.X),
		Undecided: t.Undecided.ratio(),
	}
	r.Trials.Value *= float64(pass)
	r.Trials.SE *= float64(pass)
	comparisons := float64(models * (models - 1) / 2)
	switch {
	case p.rules.leads:
		comparisons = 1
	case p.policy != Power && !p.correction.stepsDown():
		return r
	}
	for _, calls := range t.Curve {
		r.Decided = append(r.Decided, float64(calls)/(float64(t.Passes.N)*comparisons))
	}
	return r
}

// A sums holds sums over replicates, from which ratio computes Σx/Σy and its standard error. They
// are the sums of two counts x and y, of their squares and of their product.
type sums struct {
	N, X, Y    int64
	XX, XY, YY product
}

func (s *sums) add(x, y int) {
	s.N++
	s.X += int64(x)
	s.Y += int64(y)
	s.XX.add(x, x)
	s.XY.add(x, y)
	s.YY.add(y, y)
}

// ratio returns Σx/Σy with its standard error, which uses the residuals x − (Σx/Σy)·y.
func (s *sums) ratio() Ratio {
	value := float64(s.X) / float64(s.Y)
	if s.N < 2 || s.Y == 0 {
		return Ratio{Value: value, SE: math.NaN()}
	}
	x, y := big.NewInt(s.X), big.NewInt(s.Y)
	times := func(a, b, c *big.Int) *big.Int { return new(big.Int).Mul(new(big.Int).Mul(a, b), c) }
	// sum is the sum of (Σy·x − Σx·y)², computed exactly.
	sum := times(y, y, s.XX.value())
	sum.Add(sum, times(x, x, s.YY.value()))
	both := times(x, y, s.XY.value())
	sum.Sub(sum, both.Lsh(both, 1))
	residuals, _ := new(big.Float).SetInt(sum).Float64()
	n, whole := float64(s.N), float64(s.Y)
	return Ratio{Value: value, SE: math.Sqrt(max(residuals, 0)*n/(n-1)) / whole / whole}
}

// A product is an exact sum of products of counts. It has 128 bits, because squares of the
// number of attempts can exceed 64 bits.
type product struct{ high, low uint64 }

func (p *product) add(x, y int) {
	high, low := bits.Mul64(uint64(x), uint64(y))
	p.merge(product{high, low})
}

func (p *product) merge(from product) {
	var carry uint64
	p.low, carry = bits.Add64(p.low, from.low, 0)
	p.high += from.high + carry
}

// Reset sets the sum to 0.
func (p *product) Reset() { *p = product{} }

// MergePart adds another product to this one.
func (p *product) MergePart(from any) { p.merge(*from.(*product)) }

// Code encodes or decodes the sum.
func (p *product) Code(c *wire.Coder) {
	c.Uint64(&p.high)
	c.Uint64(&p.low)
}

// value returns the sum.
func (p *product) value() *big.Int {
	v := new(big.Int).SetUint64(p.high)
	return v.Add(v.Lsh(v, 64), new(big.Int).SetUint64(p.low))
}
