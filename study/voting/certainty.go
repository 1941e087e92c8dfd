package voting

import (
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
)

// betaBounds returns, by the count v₂ of the second answer, the smallest count v₁ of the leading
// answer with which the rule Beta stops. The rule stops if P(Beta(v₁+1, v₂+1) > ½) is at least the
// threshold. An element is n+1 if there is no such v₁ with v₁+v₂ ≤ n.
//
// P(v₁, v₂) = P(Beta(v₁+1, v₂+1) > ½) equals the probability of at most v₁ heads in v₁+v₂+1
// tosses. So P(v₁, v₂) = (P(v₁−1, v₂) + P(v₁, v₂−1))/2, which needs no special function.
func betaBounds(threshold float64, n int) []int {
	bounds := make([]int, n+1)
	p := make([]float64, n+1) // by v₁, for one v₂
	for v1 := range p {
		p[v1] = 1
	}
	for v2 := range bounds {
		bounds[v2] = n + 1
		left := 0.0
		for v1 := 0; v1+v2 <= n; v1++ {
			left = (left + p[v1]) / 2
			p[v1] = left
			if left >= threshold && bounds[v2] > n {
				bounds[v2] = v1
			}
		}
	}
	return bounds
}

// A dominance computes the probability that the leading answer is the most likely one, for the
// rule Dirichlet. It must not be shared between goroutines.
//
// Let answer i have the count vᵢ, and let answer 1 be the leader. The Dirichlet probabilities of
// the answers are independent Gamma(vᵢ+1) variables divided by their sum. So the leader's variable
// is the largest with probability ∫ g(x; v₁+1) Π G(x; vᵢ+1) dx. Here g(x; a) is the density of
// Gamma(a), G(x; a) its distribution function, and the product is over the other answers. As a
// function of t = √x, the density is close to normal with variance ¼ for every v₁. So
// Gauss–Legendre rules on panels of width 1 integrate it to about 14 digits.
type dominance struct {
	rows   []*gammaRow // by count, nil until needed
	known  map[string]float64
	key    []byte
	values []float64
}

// A gammaRow holds the density and the distribution function of Gamma(v+1) at quadrature nodes.
// It omits nodes far from the peak, where the density is practically 0.
type gammaRow struct {
	from    int       // index of the first panel
	weights []float64 // by node: density times the weight of the node
	below   []float64 // by node: distribution function, which is 1 beyond the last node
}

const (
	panelNodes   = 16
	panelsBelow  = 4.5     // below √(v+1); less than 10⁻¹⁵ lies beyond
	panelsAbove  = 5       // above √(v+1); less than 10⁻¹⁵ lies beyond
	mostKnown    = 1 << 18 // largest number of cached probabilities
	widthOfCount = 4       // bytes per count in a key
)

// panelAt and panelWeights are the nodes and weights of Gauss–Legendre quadrature on a panel,
// which is an interval of width 1.
var panelAt, panelWeights = func() (at, weights []float64) {
	at, weights = make([]float64, panelNodes), make([]float64, panelNodes)
	quad.Legendre{}.FixedLocations(at, weights, 0, 1)
	return at, weights
}()

func newDominance(n int) *dominance {
	return &dominance{rows: make([]*gammaRow, n+1), known: map[string]float64{}}
}

// row returns the density and the distribution function of Gamma(v+1), for an answer with count v.
func (d *dominance) row(v int) *gammaRow {
	if d.rows[v] != nil {
		return d.rows[v]
	}
	shape := float64(v + 1)
	center := math.Sqrt(shape)
	r := &gammaRow{from: int(max(0, center-panelsBelow))}
	logGamma, _ := math.Lgamma(shape)
	for panel := r.from; float64(panel) < center+panelsAbove; panel++ {
		for i, at := range panelAt {
			t := float64(panel) + at
			x := float64(t * t)
			density := 2 * t * math.Exp(float64(float64(v)*math.Log(x))-x-logGamma)
			r.weights = append(r.weights, panelWeights[i]*density)
			r.below = append(r.below, mathext.GammaIncReg(shape, x))
		}
	}
	d.rows[v] = r
	return r
}

// probability returns the posterior probability that the leading answer is the most likely one.
// first is the count of the leading answer. The list holders has, for each count, the number of
// answers with that count.
func (d *dominance) probability(first int, holders []int) float64 {
	d.key = d.key[:0]
	for v := first; v > 0; v-- {
		if holders[v] > 0 {
			d.key = binary.LittleEndian.AppendUint32(d.key, uint32(v))
			d.key = binary.LittleEndian.AppendUint32(d.key, uint32(holders[v]))
		}
	}
	if p, ok := d.known[string(d.key)]; ok {
		return p
	}
	if len(d.known) >= mostKnown {
		clear(d.known)
	}
	p := d.integrate(first)
	d.known[string(d.key)] = p
	return p
}

// integrate computes the result of d.probability by numerical integration, from the counts in
// d.key. The argument is the count of the leading answer.
func (d *dominance) integrate(first int) float64 {
	leader := d.row(first)
	d.values = append(d.values[:0], leader.weights...)
	for at := 0; at < len(d.key); at += 2 * widthOfCount {
		v := int(binary.LittleEndian.Uint32(d.key[at:]))
		answers := float64(binary.LittleEndian.Uint32(d.key[at+widthOfCount:]))
		if v == first {
			answers--
		}
		other := d.row(v)
		below := other.below[min(len(other.below), panelNodes*(leader.from-other.from)):]
		for i := range min(len(below), len(d.values)) {
			d.values[i] *= math.Pow(below[i], answers)
		}
	}
	sum := 0.0
	for _, value := range d.values {
		sum += value
	}
	return sum
}
