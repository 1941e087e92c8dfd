package sim_test

import (
	"testing"

	"settle/sim"
)

// By hand: two of three models, in another order, at the last question.
func TestCoinsOf(t *testing.T) {
	c := &sim.Coins{Models: []string{"a", "b", "c"}, Questions: []string{"p", "q"}, P: [][]float64{{0.1, 0.2}, {0.3, 0.4}, {0.5, 0.6}}}
	if of := c.Of([]string{"c", "a"}, []string{"q"}); len(of.P) != 2 || of.P[0][0] != 0.6 || of.P[1][0] != 0.2 || len(of.P[0]) != 1 {
		t.Errorf("%+v", of)
	}
}
