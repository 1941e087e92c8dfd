package formulas

import "math"

// Pairs holds the numbers of pairs of models with the same order, with opposite orders
// and with ties in two rankings of the same models (section F.1).
type Pairs struct {
	Concordant, Discordant int
	All                    int // n0
	First, Second          int // n1 and n2: pairs tied in the first and in the second ranking
}

// Compare counts pairs of models by their order in x and in y, which hold the scores of
// the models; larger numbers rank higher. It visits the pairs one by one.
func Compare(x, y []float64) Pairs {
	var p Pairs
	for i := range x {
		for j := range i {
			p.All++
			if x[i] == x[j] {
				p.First++
			}
			if y[i] == y[j] {
				p.Second++
			}
			switch product := (x[i] - x[j]) * (y[i] - y[j]); {
			case product > 0:
				p.Concordant++
			case product < 0:
				p.Discordant++
			}
		}
	}
	return p
}

// TauA returns Kendall's τ_a by Eq. 25.
func (p Pairs) TauA() float64 { return float64(p.Concordant-p.Discordant) / float64(p.All) }

// TauB returns Kendall's τ_b by Eq. 26.
func (p Pairs) TauB() float64 {
	return float64(p.Concordant-p.Discordant) / math.Sqrt(float64(p.All-p.First)*float64(p.All-p.Second))
}
