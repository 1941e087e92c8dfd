package budget

import "math"

// An Approximation reports the errors of the normal approximation in a plan, compared with exact
// values.
type Approximation struct {
	Points int // number of points of all pairs, including the point of each pair at its number of Trials
	Exact  int // number of points whose values are exact

	// Right and Z are the largest absolute errors of the normal approximation over the exact
	// points. Right is the error in the probability of the right order, and Z the error in
	// the expected |z|. Differences due to rounding alone count as 0.
	Right, Z float64
}

// Approximation compares the normal approximation with the exact values at all points of the plan
// that have exact values.
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

// distance returns |a − b|, or 0 if a and b differ only by rounding.
func distance(a, b float64) float64 {
	const rounding = 1e-12
	if d := math.Abs(a - b); d > rounding {
		return d
	}
	return 0
}
