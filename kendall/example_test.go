package kendall_test

import (
	"fmt"

	"settle/kendall"
)

// Two rankings of three models; the first cannot tell the last two apart.
func ExampleTauB() {
	gold := []float64{0.9, 0.4, 0.4}
	other := []float64{0.8, 0.5, 0.3}
	fmt.Printf("%.3f\n", kendall.TauA(gold, other))
	fmt.Printf("%.3f\n", kendall.TauB(gold, other))
	// Output:
	// 0.667
	// 0.816
}

func ExampleComparer() {
	c := kendall.NewComparer([]int{0, 1, 2, 3}) // model 3 is the best
	for _, keys := range [][]uint64{{10, 20, 30, 40}, {20, 10, 30, 40}, {10, 10, 30, 40}} {
		fmt.Printf("%.3f %t\n", c.TauB(keys), c.Agrees(keys))
	}
	// Output:
	// 1.000 true
	// 0.667 false
	// 0.913 false
}
