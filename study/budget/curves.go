package budget

import (
	"context"
	"math"
	"slices"
)

// A figure shows curvePairs pairs, each with enough points for a smooth line.
const (
	curvePairs  = 4
	curvePoints = 48
)

// Curves returns up to four pairs with Points for smooth lines: trials per question, evenly
// spaced on a logarithmic axis from 1, rounded to whole numbers. It returns the hardest pairs
// within reach. If there are none, it returns the hardest pairs beyond reach, and if there are
// none of these either, the pairs that no number of trials separates. The lines extend to twice
// the trials that the hardest returned pair needs, and to at least ten times the board's
// trials. It fails only if ctx ends.
func (p *Plan) Curves(ctx context.Context) ([]Pair, error) {
	shown, far := p.Reach()
	if len(shown) == 0 {
		shown = far
	}
	if len(shown) == 0 {
		shown = slices.Clone(p.Pairs)
	}
	shown = shown[:min(curvePairs, len(shown))]
	last := float64(max(2*shown[0].Trials, 10*p.Models.Trials))
	for i := range shown {
		shown[i].Points = nil
		n := 0
		for step := range curvePoints {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			next := int(math.Round(math.Pow(last, float64(step)/(curvePoints-1))))
			if next > n {
				n = next
				shown[i].Points = append(shown[i].Points, p.Models.At(shown[i].Above, shown[i].Below, n))
			}
		}
	}
	return shown, nil
}
