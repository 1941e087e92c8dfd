package docs_test

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"sort"
	"strings"
	"testing"
)

// The guide's table of gate --per-question follows from the binomial distribution alone, here
// in exact fractions for the critical counts: the least count that a chance of P reaches
// with at most 0.05, then by bisection the chance that reaches it with 0.9.
func TestChancesThatPass(t *testing.T) {
	var rows []string
	for _, least := range []int64{80, 90, 95, 99} {
		row := fmt.Sprintf("| 0.%d |", least)
		for _, n := range []int64{20, 60, 100, 300} {
			row += " " + passing(n, least) + " |"
		}
		rows = append(rows, row)
	}
	table := strings.Join(rows, "\n")
	guide, err := os.ReadFile("guide.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(guide), table) {
		t.Errorf("guide.md must have\n%s", table)
	}
	for least, want := range map[float64]float64{0.8: 14, 0.9: 29, 0.95: 59, 0.99: 299} {
		if got := math.Ceil(math.Log(0.05) / math.Log(least)); got != want {
			t.Errorf("P = %v: %v trials pass a question that never fails, not %v", least, got, want)
		}
	}
}

// passing returns the chance with which n trials pass a percentage with 90 % probability.
func passing(n, least int64) string {
	critical, tail := n+1, new(big.Rat)
	for ; critical > 0; critical-- {
		tail.Add(tail, chanceOf(n, critical-1, big.NewRat(least, 100)))
		if tail.Cmp(big.NewRat(1, 20)) > 0 {
			break
		}
	}
	if critical > n {
		return "–"
	}
	const steps = 10_000
	at := sort.Search(steps, func(i int) bool {
		p, above := float64(i)/steps, 0.0
		for k := critical; k <= n; k++ {
			log, _ := math.Lgamma(float64(n + 1))
			a, _ := math.Lgamma(float64(k + 1))
			b, _ := math.Lgamma(float64(n - k + 1))
			above += math.Exp(log-a-b) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
		}
		return above >= 0.9
	})
	return fmt.Sprintf("%.4f", float64(at)/steps)
}

// chanceOf returns the probability of k of n at chance p.
func chanceOf(n, k int64, p *big.Rat) *big.Rat {
	power := func(x *big.Rat, k int64) *big.Rat {
		e := big.NewInt(k)
		return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
	}
	c := new(big.Rat).SetInt(new(big.Int).Binomial(n, k))
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	return c.Mul(c, power(p, k)).Mul(c, power(q, n-k))
}
