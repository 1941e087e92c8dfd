package betabinomial

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A summit is the mode of a probability density of two parameters, level and slope (see
// Trend). It also holds the Cholesky factor of the covariance of level and slope at the
// mode.
type summit struct {
	level, slope float64
	log          float64 // log density at the mode
	levelSigma   float64 // factor of the first normal variate in the level
	shared       float64 // factor of the first normal variate in the slope
	slopeSigma   float64 // factor of the second normal variate in the slope
}

// point returns the level and slope of a point, given its coordinates relative to the
// mode, in standard deviations.
func (s *summit) point(first, second float64) (level, slope float64) {
	return s.level + float64(s.levelSigma*first), s.slope + float64(s.shared*first) + float64(s.slopeSigma*second)
}

// volume returns the area, in units of level times slope, of a unit square in the
// coordinates that s.point takes.
func (s *summit) volume() float64 { return s.levelSigma * s.slopeSigma }

// A curvature holds the first and second derivatives of a log density with respect to
// level and slope. The second derivatives are stored with the opposite sign.
type curvature struct{ level, slope, levels, both, slopes float64 }

// add adds the derivatives for questions with regressor x. It takes the first
// derivative of their log density with respect to level + slope·x, and minus the second
// derivative.
func (c *curvature) add(x, first, second float64) {
	c.level += float64(first) // first can be a product; the conversion prevents fusing
	c.slope += float64(first * x)
	c.levels += float64(second)
	c.both += float64(second * x)
	c.slopes += float64(second * x * x)
}

// curvature returns the derivatives of the log density at the given level and slope. It
// approximates the second derivatives of the level's prior in such a way that they
// never have the wrong sign.
func (g *conditionalLikelihood) curvature(level, slope float64) curvature {
	var c, prior curvature
	var density float64
	for i := range g.cells {
		cell := &g.cells[i]
		m, rest := logistic(level + float64(slope*cell.x))
		own := float64(float64(cell.Questions) * m * rest)
		density += own
		prior.add(cell.x, own*(rest-m), own*2*m*rest)
		if cell.Trials == 0 {
			continue
		}
		up, ups := reciprocals(m*g.concentration, cell.Successes)
		down, downs := reciprocals(rest*g.concentration, cell.Trials-cell.Successes)
		v, n := g.concentration*m*rest, float64(cell.Trials)
		first := v * (up - down)
		second := float64(v*v*(ups+downs)) - float64(first*(rest-m))
		// At least a tenth of the expected value ensures that every step goes uphill.
		second = max(second, 0.1*m*rest*n/(1+(n-1)/(1+g.concentration)))
		c.add(cell.x, float64(float64(cell.Questions)*first), float64(float64(cell.Questions)*second))
	}
	const precision = 1 / (slopeSigma * slopeSigma)
	c.level += prior.level / density
	c.slope += prior.slope/density + float64((slopeMean-slope)*precision)
	c.levels += prior.levels / density
	c.both += prior.both / density
	c.slopes += prior.slopes/density + precision
	return c
}

// reciprocals returns Σ 1/(x + i) and Σ 1/(x + i)² for i = 0..n − 1. For large i, it
// approximates the sums by integrals.
func reciprocals(x float64, n int) (sum, squares float64) {
	for i := range min(n, mostFactors) {
		r := 1 / (x + float64(i))
		sum += r
		squares += float64(r * r)
	}
	if n > mostFactors {
		from, to := x+mostFactors-0.5, x+float64(n)-0.5
		sum += math.Log(to / from)
		squares += 1/from - 1/to
	}
	return sum, squares
}

// climb returns the mode of the density of level and slope. It uses Newton's method,
// starting from the mode of a similar density.
func (g *conditionalLikelihood) climb(start summit) summit {
	const steps, enough = 50, 1e-4
	s := summit{level: start.level, slope: start.slope, log: g.log(start.level, start.slope)}
	for range steps {
		c := g.curvature(s.level, s.slope)
		determinant := float64(c.levels*c.slopes) - float64(c.both*c.both)
		s.levelSigma = math.Sqrt(c.slopes / determinant)
		s.shared = -c.both / determinant / s.levelSigma
		s.slopeSigma = 1 / math.Sqrt(c.slopes)
		level := (float64(c.slopes*c.level) - float64(c.both*c.slope)) / determinant
		slope := (float64(c.levels*c.slope) - float64(c.both*c.level)) / determinant
		gain := float64(c.level*level) + float64(c.slope*slope)
		if gain < enough || !g.step(&s, level, slope) {
			break
		}
	}
	return s
}

// step moves s by the given changes of level and slope, which it halves until the
// density increases. It returns false if the density never increases.
func (g *conditionalLikelihood) step(s *summit, level, slope float64) bool {
	for range 30 {
		if log := g.log(s.level+level, s.slope+slope); log > s.log {
			s.level, s.slope, s.log = s.level+level, s.slope+slope, log
			return true
		}
		level, slope = level/2, slope/2
	}
	return false
}

// approximate returns an approximation of the log likelihood of the i-th concentration.
// It treats the density of level and slope as normal. The search for the mode of this
// density starts from the mode for the previous concentration.
func (f *trendLikelihood) approximate(i int, concentration float64) float64 {
	f.mode = f.atConcentration(concentration).climb(f.mode)
	f.summits[i] = f.mode
	return f.mode.log + math.Log(f.mode.volume()) + 2*logRoot2Pi
}

// fill computes the nodes with the i-th concentration, on a lattice of levels and
// slopes. It returns the log likelihood of the concentration. With one trial per
// question, the density of level and slope does not depend on the concentration, so
// fill copies the nodes that it computed last.
func (f *trendLikelihood) fill(i int, concentration float64) float64 {
	if f.most <= 1 && f.same != nil {
		f.nodes[i] = slices.Clone(f.same)
		for j := range f.nodes[i] {
			f.nodes[i][j].Concentration = concentration
		}
		return f.sameLog
	}
	s := surveyor{conditionalLikelihood: f.atConcentration(concentration), from: &f.summits[i], top: f.summits[i].log}
	s.survey()
	total := floats.LogSumExp(s.logs)
	for j, log := range s.logs {
		if log >= s.top-depth {
			node := s.nodes[j]
			node.Weight = math.Exp(log - total)
			f.nodes[i] = append(f.nodes[i], node)
		}
	}
	f.same, f.sameLog = f.nodes[i], total+math.Log(lattice*lattice*s.from.volume())
	return f.sameLog
}

// A surveyor visits the nodes of a lattice of levels and slopes around a summit. It
// stops where the density becomes negligible.
type surveyor struct {
	*conditionalLikelihood
	from  *summit
	top   float64 // largest log density so far, including that of the summit
	nodes []Trend
	logs  []float64
}

// maxNodes is the maximum number of nodes that are visited in one direction.
const maxNodes = 100

// survey visits the nodes in all rows whose density is not negligible, upwards and
// downwards from the row of the summit. In each row, it begins at the column where the
// previous row had its highest density.
func (s *surveyor) survey() {
	middle, _ := s.row(0, 0)
	for _, step := range [...]int{1, -1} {
		begin := middle
		for row := step; row < maxNodes && row > -maxNodes; row += step {
			var log float64
			if begin, log = s.row(row, begin); log < s.top-depth {
				break
			}
		}
	}
}

// row visits the nodes in one row of the lattice. It starts at the given column and
// goes in both directions, until the density becomes negligible. It returns the column
// of the node with the highest density, and the log density there.
func (s *surveyor) row(row, begin int) (best int, highest float64) {
	best, highest = begin, s.visit(begin, row)
	for _, step := range [...]int{1, -1} {
		for i := 1; i < maxNodes; i++ {
			log := s.visit(begin+i*step, row)
			if log > highest {
				best, highest = begin+i*step, log
			} else if log < s.top-depth {
				break
			}
		}
	}
	return best, highest
}

// visit adds the node at the given column and row of the lattice, and returns the log
// density there.
func (s *surveyor) visit(column, row int) float64 {
	level, slope := s.from.point(lattice*float64(column), lattice*float64(row))
	log := s.log(level, slope)
	s.nodes = append(s.nodes, Trend{Level: level, Slope: slope, Concentration: s.concentration})
	s.logs = append(s.logs, log)
	s.top = max(s.top, log)
	return log
}
