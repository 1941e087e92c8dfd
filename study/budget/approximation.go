package budget

import "math"

// Approximation is how the normal approximation does at the points of a plan.
type Approximation struct {
	Points int // of all pairs, those at Trials among them
	Exact  int // how many of them are exact

	// Right and Z are how far the normal approximation is off at most, at the
	// exact points: in the probability of the right order and in the expected
	// |z|; 0 where it is by rounding alone.
	Right, Z float64
}

// Approximation compares the normal approximation with the exact points.
func (p *Plan) Approximation() Approximation {
	var a Approximation
	for _, pair := range p.Pairs {
		if !pair.Hopeless() {
			a.add(pair.There)
		}
		for _, point := range pair.Points {
			a.add(point)
		}
	}
	return a
}

func (a *Approximation) add(p Point) {
	a.Points++
	if p.Exact {
		a.Exact++
		a.Right = max(a.Right, distance(p.Right, p.NormalRight))
		a.Z = max(a.Z, distance(p.Z, p.NormalZ))
	}
}

// distance is how far two numbers are from each other, 0 if by rounding alone.
func distance(a, b float64) float64 {
	const rounding = 1e-12
	if d := math.Abs(a - b); d > rounding {
		return d
	}
	return 0
}
