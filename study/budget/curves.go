package budget

import (
	"context"
	"math"
	"slices"
)

// These constants limit a figure: it shows up to curvePairs pairs of models, each as a line
// through up to curvePoints points.
const (
	curvePairs  = 4
	curvePoints = 48
)

// Curves returns up to four pairs of models, with Points from which a figure can draw smooth
// lines. The pairs are the hardest pairs within reach. If there are none, Curves returns the
// hardest pairs beyond reach or, if there are none of these either, pairs that no number of
// trials separates.
//
// The points are at numbers of trials per question that are evenly spaced on a logarithmic axis
// from 1. They extend to twice the trials that the hardest returned pair needs, and at least to
// ten times the board's trials. Curves fails only if ctx ends.
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
