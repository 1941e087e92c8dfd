package partial

import (
	"math"
	"math/bits"

	"settle/internal/rng"
)

// Extensions holds the binary logarithm of the number of total orders that agree with a partial
// order.
type Extensions struct {
	Bits  float64 // log₂ of the number of total orders
	SE    float64 // standard error of Bits; 0 if it is exact
	Exact bool
}

// exactModels is the largest number of models for which total orders are counted exactly.
// Counting visits every subset of the models, and 20! is the largest factorial that fits in 64
// bits.
const exactModels = 20

// Extensions counts the total orders that agree with o. It divides the models into groups, as
// small as possible, such that all models of a group are above all models of the next. The count
// is exact if no group has more than 20 models. Otherwise, it is estimated by random draws that
// depend only on the seed.
func (o Order) Extensions(seed uint64) Extensions {
	all := Extensions{Exact: true}
	for index, models := range o.factors() {
		part := o.Of(models)
		if part.n <= exactModels {
			all.Bits += math.Log2(float64(part.count()))
			continue
		}
		bits, se := part.estimate(rng.New(seed, "linear extensions", index))
		all.Bits += bits
		all.SE = math.Hypot(all.SE, se)
		all.Exact = false
	}
	return all
}

// Possible returns log₂ n!, the binary logarithm of the number of all total orders of n models.
func Possible(n int) float64 {
	ln, _ := math.Lgamma(float64(n + 1))
	return ln / math.Ln2
}

// count returns the number of total orders that agree with o, which has at most 20 models. It
// builds total orders from the lowest model upwards. For each set of models that can be the
// lowest ones, it counts the orders of these models. The next model can be any model whose lower
// models are all in the set.
func (o Order) count() uint64 {
	below := make([]uint32, o.n)
	for i := range o.n {
		if len(o.below[i]) > 0 {
			below[i] = uint32(o.below[i][0])
		}
	}
	counts := make([]uint64, 1<<o.n)
	counts[0] = 1
	for lowest := uint32(0); lowest < uint32(len(counts))-1; lowest++ {
		if counts[lowest] == 0 {
			continue // a model below some model of the set is missing from the set
		}
		for left := ^lowest & uint32(len(counts)-1); left != 0; left &= left - 1 {
			if i := bits.TrailingZeros32(left); below[i]&^lowest == 0 {
				counts[lowest|1<<i] += counts[lowest]
			}
		}
	}
	return counts[len(counts)-1]
}

// drawWork is the approximate limit to the number of steps that Order.estimate takes.
const drawWork = 100_000_000

// estimate returns log₂ of the estimated number of total orders that agree with o, and the
// standard error of this logarithm. It draws total orders from the top. The next model is drawn
// among those that can come next, with a probability proportional to the number of models below
// it, itself included. The inverse of the probability of a drawn order is an unbiased estimate of
// the number of orders (Knuth 1975, "Estimating the efficiency of backtrack programs"). If o is a
// forest, the estimate has no error, because it equals the hook length formula.
func (o Order) estimate(stream *rng.Stream) (log2, se float64) {
	hooks := make([]float64, o.n)
	for i := range hooks {
		hooks[i] = float64(o.below[i].count() + 1)
	}
	draws := min(max(drawWork/(o.n*o.n), 200), 20_000)
	logs := make([]float64, draws)
	largest := math.Inf(-1)
	d := newDrawing(o)
	for i := range logs {
		logs[i] = d.draw(hooks, stream)
		largest = max(largest, logs[i])
	}
	sum, squares := 0.0, 0.0
	for _, l := range logs {
		w := math.Exp(l - largest)
		sum += w
		squares += float64(w * w)
	}
	mean := sum / float64(draws)
	variance := (squares/float64(draws) - float64(mean*mean)) / float64(draws-1)
	return (largest + math.Log(mean)) / math.Ln2, math.Sqrt(max(variance, 0)) / mean / math.Ln2
}

// drawScratch holds scratch space for drawing total orders.
type drawScratch struct {
	below [][]int // by model: the models directly below it
	above []int   // by model: the number of models directly above it
	left  []int   // by model: how many of the models directly above it are not placed yet
	ready []int   // models that can come next
	logs  []logOf // a cache of recent logarithms, indexed by a hash
}

// logOf holds the cached natural logarithm of the ratio total / hook.
type logOf struct{ total, hook, log float64 }

const keptLogs = 1 << 12

func newDrawing(o Order) *drawScratch {
	d := &drawScratch{below: make([][]int, o.n), above: make([]int, o.n), left: make([]int, o.n), logs: make([]logOf, keptLogs)}
	further := newSet(o.n) // the models below i with another model between
	for i := range o.n {
		clear(further)
		for j := range o.n {
			if o.Above(i, j) {
				further.addAll(o.below[j])
			}
		}
		for j := range o.n {
			if o.Above(i, j) && !further.has(j) {
				d.below[i] = append(d.below[i], j)
				d.above[j]++
			}
		}
	}
	return d
}

// draw draws one total order and returns the natural logarithm of the inverse of its probability.
// hooks holds, for each model, the number of models below it, itself included.
func (d *drawScratch) draw(hooks []float64, stream *rng.Stream) float64 {
	copy(d.left, d.above)
	d.ready = d.ready[:0]
	total := 0.0
	for i, above := range d.above {
		if above == 0 {
			d.ready = append(d.ready, i)
			total += hooks[i]
		}
	}
	inverse := 0.0
	for len(d.ready) > 0 {
		at := d.pick(hooks, total*stream.Float64())
		i := d.ready[at]
		inverse += d.log(total, hooks[i])
		d.ready[at] = d.ready[len(d.ready)-1]
		d.ready = d.ready[:len(d.ready)-1]
		total -= hooks[i]
		for _, j := range d.below[i] {
			if d.left[j]--; d.left[j] == 0 {
				d.ready = append(d.ready, j)
				total += hooks[j]
			}
		}
	}
	return inverse
}

// log returns the natural logarithm of total / hook, which are whole numbers. It looks up recent
// results, because few different pairs occur.
func (d *drawScratch) log(total, hook float64) float64 {
	kept := &d.logs[(uint(total)*31+uint(hook))%keptLogs]
	if kept.total != total || kept.hook != hook {
		*kept = logOf{total, hook, math.Log(total / hook)}
	}
	return kept.log
}

// pick chooses one of the models in d.ready with a probability proportional to its element of
// hooks. x must be uniform between 0 and the sum of these elements. pick returns the index in
// d.ready.
func (d *drawScratch) pick(hooks []float64, x float64) int {
	for at, i := range d.ready {
		if x -= hooks[i]; x < 0 {
			return at
		}
	}
	return len(d.ready) - 1
}
