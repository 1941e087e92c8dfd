package rubric_test

import (
	"fmt"
	"log"
	"strings"

	"settle/metrics"
	"settle/results"
	"settle/rubric"
)

// board holds one model's outcomes, a row of trials per question.
func board(rows [][]uint8, top int) *results.Board {
	b, err := results.NewBoard([]string{"model"}, results.Numbered("question", len(rows)), len(rows[0]), top)
	if err != nil {
		log.Fatal(err)
	}
	for q, row := range rows {
		copy(b.Row(0, q), row)
	}
	return b
}

// bayes is Bayes@N of all trials of the only model.
func bayes(b *results.Board, w metrics.Weights, prior *results.Tally) metrics.Estimate {
	return metrics.Bayes(w, prior).Estimate(b.Tally(b.Trials()), 0)
}

// weights are those given, which must be valid.
func weights(values ...float64) metrics.Weights {
	w, err := metrics.NewWeights(values...)
	if err != nil {
		log.Fatal(err)
	}
	return w
}

// Correctness and length make four categories, of which a correct and
// efficient answer is worth most. It is the first example of the paper's blog.
func Example_categorical() {
	correct := [][]bool{
		{true, true, false, true},
		{true, false, false, true},
		{false, true, true, true},
		{true, true, false, false},
	}
	tokenRatio := [][]float64{
		{0.80, 1.60, 0.90, 1.10},
		{1.40, 1.00, 1.70, 0.70},
		{1.80, 0.90, 1.40, 0.95},
		{0.85, 1.30, 1.10, 1.60},
	}
	const (
		wrongVerbose = iota
		wrongEfficient
		correctVerbose
		correctEfficient
	)
	outcomes := make([][]uint8, len(correct))
	for q, row := range correct {
		for i, right := range row {
			verbose := tokenRatio[q][i] > 1.2
			category := uint8(wrongEfficient)
			switch {
			case right && verbose:
				category = correctVerbose
			case right:
				category = correctEfficient
			case verbose:
				category = wrongVerbose
			}
			outcomes[q] = append(outcomes[q], category)
		}
	}
	e := bayes(board(outcomes, correctEfficient), weights(0, 0.2, 0.75, 1), nil)
	fmt.Printf("%.4f ± %.4f\n", e.Mu, e.Sigma)
	// Output: 0.5437 ± 0.0673
}

// One greedy run of each question is the prior of seven sampled ones. It is
// the second example of the paper's blog.
func Example_greedyPrior() {
	sampled := board([][]uint8{
		{1, 1, 1, 1, 0, 1, 1},
		{1, 0, 0, 1, 0, 0, 1},
		{0, 0, 0, 0, 1, 0, 0},
		{1, 1, 1, 0, 1, 1, 0},
		{0, 0, 1, 0, 0, 0, 0},
	}, 1)
	greedy := board([][]uint8{{1}, {1}, {0}, {1}, {0}}, 1)

	for _, prior := range []*results.Tally{nil, greedy.Tally(1)} {
		e := bayes(sampled, metrics.Binary, prior)
		lo, hi := e.Interval(0.95, metrics.Unbounded)
		fmt.Printf("%.4f ± %.4f [%.4f, %.4f]\n", e.Mu, e.Sigma, lo, hi)
	}
	// Output:
	// 0.4667 ± 0.0629 [0.3435, 0.5899]
	// 0.4800 ± 0.0585 [0.3654, 0.5946]
}

// Wrong answers are worth less if they were given with confidence. It is the
// second categorical example of the paper's poster.
func Example_confidenceAware() {
	// 0 invalid, 1 wrong with high confidence, 2 wrong with low confidence, 3 correct
	b := board([][]uint8{
		{3, 2, 3, 1, 3},
		{2, 3, 0, 3, 1},
	}, 3)
	e := bayes(b, weights(0, 0, 0.25, 1), nil)
	lo, hi := e.Interval(0.95, metrics.Unbounded)
	fmt.Printf("%.6f ± %.6f [%.6f, %.6f]\n", e.Mu, e.Sigma, lo, hi)
	// Output: 0.444444 ± 0.100539 [0.247392, 0.641497]
}

// A schema of one's own, with thresholds of one's own: it sorts the attempts
// of the first example into the same categories.
func ExampleParse() {
	schema, err := rubric.Parse(strings.NewReader(`
name: Concise
categories:
  - {name: "wrong, verbose", weight: 0}
  - {name: "wrong, efficient", weight: 0.2}
  - {name: "correct, verbose", weight: 0.75}
  - {name: "correct, efficient", weight: 1}
rules:
  - {category: "wrong, verbose", when: [wrong, verbose]}
  - {category: "wrong, efficient", when: [wrong]}
  - {category: "correct, verbose", when: [verbose]}
  - {category: "correct, efficient"}
`), "concise.yaml")
	if err != nil {
		log.Fatal(err)
	}
	limits := rubric.Thresholds{LenP33: 0.4, LenP66: 1.2} // or NewThresholds(attempts)

	attempts := [][][2]float64{ // is_correct, token_ratio
		{{1, 0.80}, {1, 1.60}, {0, 0.90}, {1, 1.10}},
		{{1, 1.40}, {0, 1.00}, {0, 1.70}, {1, 0.70}},
		{{0, 1.80}, {1, 0.90}, {1, 1.40}, {1, 0.95}},
		{{1, 0.85}, {1, 1.30}, {0, 1.10}, {0, 1.60}},
	}
	outcomes := make([][]uint8, len(attempts))
	for q, row := range attempts {
		for _, attempt := range row {
			x := rubric.Missing()
			x[rubric.IsCorrect], x[rubric.TokenRatio] = attempt[0], attempt[1]
			outcomes[q] = append(outcomes[q], uint8(schema.Category(&x, &limits)))
		}
	}
	e := bayes(board(outcomes, 3), schema.Weights(), nil)
	fmt.Printf("needs %v: %.4f ± %.4f\n", schema.Needs(), e.Mu, e.Sigma)
	// Output: needs [is_correct token_ratio]: 0.5437 ± 0.0673
}
