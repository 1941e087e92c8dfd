package posterior

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"settle/internal/rng"
)

// groupedQuestions divides the questions of one model into groups with equal posteriors. With N
// binary trials per question, there are at most N + 1 groups.
type groupedQuestions struct {
	sticks []*stick // distribution of the score, by group
	sizes  []int    // by group: number of questions
	group  []int32  // by question, −1 if the model never met it
	met    int      // number of questions met
}

// newGroups divides the questions of each model into groups with equal posteriors. The weights are
// those of the outcome categories. nu(model, question) returns the parameters of a question's
// Dirichlet posterior, or nil if the model has no trials of the question.
func newGroups(weights []float64, models, questions int, nu func(model, question int) []float64) []groupedQuestions {
	c, groups := newCatalog(weights), make([]groupedQuestions, models)
	for model := range groups {
		g := &groups[model]
		g.group = make([]int32, questions)
		numbers := map[*stick]int32{}
		for q := range g.group {
			parameters := nu(model, q)
			if parameters == nil {
				g.group[q] = -1
				continue
			}
			g.met++
			stick := c.stick(parameters)
			number, known := numbers[stick]
			if !known {
				number = int32(len(g.sticks))
				numbers[stick] = number
				g.sticks, g.sizes = append(g.sticks, stick), append(g.sizes, 0)
			}
			g.group[q] = number
			g.sizes[number]++
		}
	}
	c.makeTables()
	return groups
}

// A stick is the distribution of a score Σ wⱼpⱼ with fixed weights w and probabilities p from a
// Dirichlet distribution. The probabilities are drawn by stick breaking. Each one is a share,
// with a Beta distribution, of what the earlier ones left over.
type stick struct {
	weights []float64
	nu      []float64 // the parameters
	shares  []*share  // shares of all parts except the last, which gets the rest; nil to draw without tables
}

// A share is a Beta variable: the share that one probability of a stick gets of what the earlier
// ones left over. Its sampling table is built after all shares are known.
type share struct {
	variable
	alpha, beta float64
}

// sum draws n independent scores from the distribution k and returns their sum.
func (k *stick) sum(s *rng.Stream, n int) float64 {
	if k.shares == nil {
		return k.gammas(s, n)
	}
	if len(k.shares) == 1 {
		high, low := k.weights[0], k.weights[1]
		return float64(float64(n)*low) + float64((high-low)*k.shares[0].sum(s, n))
	}
	var sum float64
	for range n {
		sum += k.draw(s)
	}
	return sum
}

func (k *stick) draw(s *rng.Stream) float64 {
	score := k.weights[len(k.shares)]
	for j := len(k.shares) - 1; j >= 0; j-- {
		score += float64((k.weights[j] - score) * k.shares[j].sum(s, 1))
	}
	return score
}

// gammas draws n independent scores from the distribution k and returns their sum, as sum does,
// but without sampling tables. It draws the probabilities as gamma variables divided by their
// sum.
func (k *stick) gammas(s *rng.Stream, n int) float64 {
	var sum float64
	for r := rand.New(s); n > 0; n-- {
		var score, mass float64
		for j, nu := range k.nu {
			g := gamma(r, nu)
			score += float64(g * k.weights[j])
			mass += g
		}
		sum += score / mass
	}
	return sum
}

// gamma draws from the gamma distribution with the given shape, at least 1, and scale 1
// (Marsaglia and Tsang 2000, "A Simple Method for Generating Gamma Variables"). gonum's version
// allocates memory at every call.
func gamma(r *rand.Rand, shape float64) float64 {
	d := shape - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v *= v * v
		// 1 − U lies in (0, 1], so the logarithm is finite.
		if math.Log(1-float64(r.Float64())) < float64(x*x/2)+d-float64(d*v)+float64(d*math.Log(v)) {
			return d * v
		}
	}
}

// A catalog holds every distribution of scores (stick) and every Beta variable (share) only once,
// so that models with equal posteriors use the same tables.
type catalog struct {
	weights []float64 // distinct weights, highest first
	part    []int     // by category: index into weights
	sticks  map[string]*stick
	shares  map[[2]float64]*share
	nu      []float64 // by weight; scratch space, like key
	key     []byte
}

func newCatalog(weights []float64) *catalog {
	c := &catalog{sticks: map[string]*stick{}, shares: map[[2]float64]*share{}}
	c.weights = slices.Clone(weights)
	slices.Sort(c.weights)
	slices.Reverse(c.weights)
	c.weights = slices.Compact(c.weights)
	for _, w := range weights {
		c.part = append(c.part, slices.Index(c.weights, w))
	}
	c.nu = make([]float64, len(c.weights))
	return c
}

// stick returns the score distribution for the Dirichlet parameters ν₀, …, ν_C of the outcome
// categories. Categories with the same weight are merged, and their parameters are added.
func (c *catalog) stick(nu []float64) *stick {
	clear(c.nu)
	for category, n := range nu {
		c.nu[c.part[category]] += n
	}
	c.key = c.key[:0]
	for _, n := range c.nu {
		c.key = binary.LittleEndian.AppendUint64(c.key, math.Float64bits(n))
	}
	if known := c.sticks[string(c.key)]; known != nil {
		return known
	}
	k := &stick{weights: c.weights, nu: slices.Clone(c.nu), shares: make([]*share, len(c.nu)-1)}
	rest := c.nu[len(k.shares)]
	for j := len(k.shares) - 1; j >= 0; j-- {
		k.shares[j] = c.share(c.nu[j], rest)
		rest += c.nu[j]
	}
	c.sticks[string(c.key)] = k
	return k
}

func (c *catalog) share(alpha, beta float64) *share {
	parameters := [2]float64{alpha, beta}
	known := c.shares[parameters]
	if known == nil {
		known = &share{alpha: alpha, beta: beta}
		c.shares[parameters] = known
	}
	return known
}

// These constants limit the sizes of the sampling tables of Beta variables: the number of 16-byte
// strips in one table and in all tables together. With 1024 strips, about one draw in a hundred
// needs the slower sampling from the upper part of a strip. With 128 strips, it is one in
// sixteen, and with 16, one in three. But a processor core caches only one or two megabytes, and
// draws from much larger tables take longer than draws of gamma variables.
const (
	mostStrips  = 1024
	leastStrips = 16
	allStrips   = 1 << 16
)

// makeTables builds the sampling tables from which scores are drawn. If all tables together would
// be too large, it builds only those for Dirichlet distributions with a parameter below 1.
func (c *catalog) makeTables() {
	strips := min(allStrips/max(len(c.shares), 1), mostStrips)
	for _, k := range c.sticks {
		if strips < leastStrips && slices.Min(k.nu) >= 1 {
			k.shares = nil
		}
		for _, share := range k.shares {
			if share.variable == nil {
				share.variable = newBeta(share.alpha, share.beta, max(strips, leastStrips))
			}
		}
	}
}
