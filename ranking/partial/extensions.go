package partial

import (
	"math"
	"math/bits"

	"settle/internal/rng"
)

// Extensions is how many total orders agree with a partial one.
type Extensions struct {
	Bits  float64 // log₂ of their number
	SE    float64 // standard error of Bits; 0 where it is exact
	Exact bool
}

// exactModels is how many models are counted exactly: their subsets are gone
// through one by one, and 20! is the last factorial that 64 bits hold.
const exactModels = 20

// Extensions counts the total orders that agree with the order: exactly where it
// falls apart into groups of 20 models or fewer, each above the next, and otherwise
// by draws from the stream of a seed.
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

// Possible is log₂ n!, the bits of an order of n models that nothing is known of.
func Possible(n int) float64 {
	ln, _ := math.Lgamma(float64(n + 1))
	return ln / math.Ln2
}

// count is the number of total orders that agree with this one of up to 20 models.
// A total order is read from its lowest model upwards: of each set of models that
// can stand lowest it counts the orders, which end with any of the set that is below
// no other of it.
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
			continue // something below one of them is missing
		}
		for left := ^lowest & uint32(len(counts)-1); left != 0; left &= left - 1 {
			if i := bits.TrailingZeros32(left); below[i]&^lowest == 0 {
				counts[lowest|1<<i] += counts[lowest]
			}
		}
	}
	return counts[len(counts)-1]
}

// drawWork is about how many steps an estimate may take.
const drawWork = 100_000_000

// estimate draws total orders from the top: of the models that can stand next, one
// is taken with a chance in proportion to how many it has below it, itself
// included. The inverse of an order's chance is an unbiased estimate of their number
// (Knuth 1975, "Estimating the efficiency of backtrack programs"); with these chances
// it has no error at all where the order is a forest, for then it is the hook length
// formula.
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

// drawing is the room that one draw takes.
type drawing struct {
	below [][]int // by model: those directly below it
	above []int   // by model: how many are directly above it
	left  []int   // by model: how many of those are not placed yet
	ready []int   // models that can stand next
	logs  []logOf // of the ratios that occurred last, by a hash
}

// logOf is the logarithm of total / hook.
type logOf struct{ total, hook, log float64 }

const keptLogs = 1 << 12

func newDrawing(o Order) *drawing {
	d := &drawing{below: make([][]int, o.n), above: make([]int, o.n), left: make([]int, o.n), logs: make([]logOf, keptLogs)}
	further := newSet(o.n) // below i, behind another model
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

// draw draws one total order, and returns the logarithm of the inverse of its
// chance.
func (d *drawing) draw(hooks []float64, stream *rng.Stream) float64 {
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

// log returns the logarithm of total / hook, two whole numbers. Few pairs of them occur, again
// and again, and a logarithm takes longer than to look it up.
func (d *drawing) log(total, hook float64) float64 {
	kept := &d.logs[(uint(total)*31+uint(hook))%keptLogs]
	if kept.total != total || kept.hook != hook {
		*kept = logOf{total, hook, math.Log(total / hook)}
	}
	return kept.log
}

// pick is the place among those that are ready at which the sum of hooks passes x.
func (d *drawing) pick(hooks []float64, x float64) int {
	for at, i := range d.ready {
		if x -= hooks[i]; x < 0 {
			return at
		}
	}
	return len(d.ready) - 1
}
