package budget

import (
	"context"
	"math"
	"slices"
)

// A figure shows the tightest pairs that can be told apart, each by as many
// points as make a smooth line.
const (
	curvePairs  = 4
	curvePoints = 48
)

// Curves are some of the pairs with Points for a smooth line against the trials
// of each question, evenly spaced on a logarithmic axis from 1 on, as far as
// they are whole numbers: the hardest pairs within reach, up to four, else the
// hardest, or, where there are no others, those that no number of trials tells
// apart. The lines go on to twice what the hardest of them needs, and to ten
// times the board's trials at least. It fails only if ctx ends.
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
