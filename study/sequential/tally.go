package sequential

import (
	"math"
	"math/big"
	"math/bits"

	"settle/internal/wire"
)

// Ratio is a mean per replicate, or a share of things of which replicates have
// different numbers.
type Ratio struct {
	Value float64 // NaN where there is nothing to divide by

	// SE is the standard error of Value, for a share that of the ratio of two
	// means to first order (Cochran, "Sampling Techniques", 1977, eq. 6.13).
	// NaN for a single replicate.
	SE float64
}

// tallies are a tally for each plan.
type tallies struct{ of []tally }

// Reset forgets everything.
func (t *tallies) Reset() { clear(t.of) }

// Count is how many replicates were added, −1 if not all of a plan's sums say so.
func (t *tallies) Count() int {
	n := t.of[0].passes.n
	for i := range t.of {
		for _, s := range t.of[i].all() {
			if s.n != n {
				return -1
			}
		}
	}
	return int(n)
}

// Code writes or reads the sums.
func (t *tallies) Code(c *wire.Coder) {
	for i := range t.of {
		for _, s := range t.of[i].all() {
			s.code(c)
		}
	}
}

// Merge adds the sums of other replicates.
func (t *tallies) Merge(from *tallies) {
	for i := range t.of {
		t.of[i].merge(&from.of[i])
	}
}

// tally sums up what came of one plan.
type tally struct{ passes, wrongBoards, wrongOnce, wrongCalls, undecided sums }

func (t *tally) add(every, once played) {
	t.passes.add(every.passes, 1)
	t.wrongBoards.add(min(every.wrong, 1), 1)
	t.wrongOnce.add(min(once.wrong, 1), 1)
	t.wrongCalls.add(every.wrong, every.calls)
	t.undecided.add(every.undecided, every.asked)
}

// all are the sums of everything.
func (t *tally) all() [5]*sums {
	return [...]*sums{&t.passes, &t.wrongBoards, &t.wrongOnce, &t.wrongCalls, &t.undecided}
}

func (t *tally) merge(from *tally) {
	others := from.all()
	for i, s := range t.all() {
		s.merge(others[i])
	}
}

// result is what came of a plan, given the budget in attempts and the attempts of a
// pass.
func (t *tally) result(p plan, budget, pass int) Result {
	r := Result{
		Policy: p.policy, Correction: p.correction,
		Trials: t.passes.ratio(), Budget: budget,
		WrongBoards: t.wrongBoards.ratio(), WrongOnce: t.wrongOnce.ratio(),
		WrongCalls: t.wrongCalls.ratio(), Calls: int(t.wrongCalls.y), Wrong: int(t.wrongCalls.x),
		Undecided: t.undecided.ratio(),
	}
	r.Trials.Value *= float64(pass)
	r.Trials.SE *= float64(pass)
	return r
}

// sums are those of counts x and y, their squares and products over replicates, for
// the ratio of Σx to Σy.
type sums struct {
	n, x, y    int64
	xx, xy, yy product
}

func (s *sums) add(x, y int) {
	s.n++
	s.x += int64(x)
	s.y += int64(y)
	s.xx.add(x, x)
	s.xy.add(x, y)
	s.yy.add(y, y)
}

func (s *sums) merge(from *sums) {
	s.n += from.n
	s.x += from.x
	s.y += from.y
	s.xx.merge(from.xx)
	s.xy.merge(from.xy)
	s.yy.merge(from.yy)
}

func (s *sums) code(c *wire.Coder) {
	c.Int64(&s.n)
	c.Int64(&s.x)
	c.Int64(&s.y)
	s.xx.code(c)
	s.xy.code(c)
	s.yy.code(c)
}

// ratio is Σx/Σy. The residuals x − (Σx/Σy)·y sum to zero.
func (s *sums) ratio() Ratio {
	value := float64(s.x) / float64(s.y)
	if s.n < 2 || s.y == 0 {
		return Ratio{Value: value, SE: math.NaN()}
	}
	x, y := big.NewInt(s.x), big.NewInt(s.y)
	times := func(a, b, c *big.Int) *big.Int { return new(big.Int).Mul(new(big.Int).Mul(a, b), c) }
	// the sum of (Σy·x − Σx·y)², of which nothing is lost
	sum := times(y, y, s.xx.value())
	sum.Add(sum, times(x, x, s.yy.value()))
	both := times(x, y, s.xy.value())
	sum.Sub(sum, both.Lsh(both, 1))
	residuals, _ := new(big.Float).SetInt(sum).Float64()
	n, whole := float64(s.n), float64(s.y)
	return Ratio{Value: value, SE: math.Sqrt(max(residuals, 0)*n/(n-1)) / whole / whole}
}

// product is an exact sum of products of counts: attempts are so many that their squares
// would leave 64 bits.
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

func (p *product) code(c *wire.Coder) {
	c.Uint64(&p.high)
	c.Uint64(&p.low)
}

// value is the sum.
func (p *product) value() *big.Int {
	v := new(big.Int).SetUint64(p.high)
	return v.Add(v.Lsh(v, 64), new(big.Int).SetUint64(p.low))
}
