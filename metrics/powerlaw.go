package metrics

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"settle/results"
)

// PowerLawAtK returns Pass@k, extrapolated by a power law for a model that has fewer
// than k trials on some question. The law is −log pass@j ≈ a·j^(−b) (Brown et al. 2024,
// "Large Language Monkeys"; on b see Schaeffer et al. 2025, "How Do Large Language
// Monkeys Get Their Power (Laws)?"). A straight line in log j is fitted to log(−log
// pass@j) by least squares with equal weights. The points are at j = 1, 2, 4, … and n,
// where n is the model's smallest number of trials of a question. Values of 0 and 1
// have no such logarithm and are left out.
//
// A model that solved all questions within two trials scores 1. There is no score for a
// model that solved no question, or for any other model with only one trial. A board
// with such a model has no ranking. Scores are floats. Models tie if their scores
// differ by at most 10^−12. There is no interval.
func PowerLawAtK(k int) Ranker {
	return NewRanker(Method{
		Name: fmt.Sprintf("pass@%d%s", k, powerLawSuffix), Weights: Binary,
		New: func() Ranking {
			return &powerLaw{k: k, grids: map[int]powerGrid{}, passed: map[[2]int][]float64{}}
		},
	})
}

const powerLawSuffix = ":power-law"

// powerLaw is the Ranking of PowerLawAtK, with its scratch space.
type powerLaw struct {
	k      int
	grids  map[int]powerGrid    // by the least number of trials, at most k
	passed map[[2]int][]float64 // by n and the least number of trials: Pass@j of a question with c = 0..n, for each j of the grid
	curve  []float64            // a model's mean Pass@j, by place in the grid
}

// powerGrid holds the numbers j at which a curve of Pass@j has points, and the
// logarithms of these j.
type powerGrid struct {
	at   []int
	logs []float64
}

var (
	errPowerGraded = errors.New("binary outcomes are required")
	errNoCurve     = errors.New("a single trial is too few to extrapolate from")
	errNothing     = errors.New("cannot extrapolate for a model that solved no question")
)

func (r *powerLaw) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	if t.Top != 1 {
		return errPowerGraded
	}
	for model := range scores {
		score, err := r.score(t, model)
		if err != nil {
			return err
		}
		scores[model] = score
	}
	Rounded(scores, keys)
	return nil
}

// Limit ranks the models by Pass@k, computed from the probabilities in c.
func (r *powerLaw) Limit(c *Chances, scores []float64, keys []uint64) error {
	if c.Top != 1 {
		return errPowerGraded
	}
	for model := range scores {
		scores[model] = meanOver(c.Row(model), func(p float64) float64 {
			return -math.Expm1(float64(r.k) * math.Log1p(-p))
		})
	}
	Rounded(scores, keys)
	return nil
}

// score returns the score of a model. The curve of Pass@j from which it extrapolates
// ends at the smallest number of trials of any question that the model met.
func (r *powerLaw) score(t *results.Tally, model int) (float64, error) {
	least := t.Trials
	if t.Unequal() {
		least = math.MaxInt
		for q := range t.Questions {
			if n := t.TrialsOf(model, q); n > 0 {
				least = min(least, n)
			}
		}
	}
	least = min(least, r.k)
	grid := r.grid(least)
	r.draw(t, model, least, len(grid.at))
	if least == r.k {
		return r.curve[0], nil
	}
	return r.extrapolate(grid.logs)
}

// grid returns the numbers j at which a curve of Pass@j has points, if the smallest
// number of trials is start ≤ k. They are 1, 2, 4, … and start, or k alone if start
// equals k.
func (r *powerLaw) grid(start int) powerGrid {
	grid, ok := r.grids[start]
	if !ok {
		grid.at = Grid(start)
		if start == r.k {
			grid.at = []int{r.k}
		}
		for _, j := range grid.at {
			grid.logs = append(grid.logs, math.Log(float64(j)))
		}
		r.grids[start] = grid
	}
	return grid
}

// draw sets r.curve to the mean of the unbiased Pass@j over a model's questions, for
// each j of grid(least). The last argument is the number of these j.
func (r *powerLaw) draw(t *results.Tally, model, least, places int) {
	r.curve = slices.Grow(r.curve[:0], places)[:places]
	clear(r.curve)
	var table []float64
	met, of := 0, -1
	for q, successes := range t.Row(model) {
		n := t.TrialsOf(model, q)
		if n == 0 {
			continue
		}
		if met++; n != of {
			table, of = r.table(n, least), n
		}
		for place, x := range table[int(successes)*places : (int(successes)+1)*places] {
			r.curve[place] += x
		}
	}
	for place := range r.curve {
		r.curve[place] /= float64(met)
	}
}

// table returns the unbiased Pass@j of a question with n trials. For each number of
// successes c = 0..n in turn, it lists Pass@j for each j of grid(least).
func (r *powerLaw) table(n, least int) []float64 {
	table, ok := r.passed[[2]int{n, least}]
	if !ok {
		grid := r.grid(least).at
		for c := range n + 1 {
			failed, j := 1.0, 0 // failed: the chance that none of j trials is correct
			for _, next := range grid {
				for ; j < next; j++ {
					failed *= float64(max(0, n-c-j)) / float64(n-j)
				}
				table = append(table, 1-failed)
			}
		}
		r.passed[[2]int{n, least}] = table
	}
	return table
}

// extrapolate returns Pass@k on the straight line that is fitted to log(−log Pass@j) as
// a function of log j. logs holds log j for each point of the curve. With fewer than
// two usable points, extrapolate returns 1 if the curve ends at 1, and an error
// otherwise. It also returns an error for a model that solved no question.
func (r *powerLaw) extrapolate(logs []float64) (float64, error) {
	var points, x, y, xx, xy float64
	for place, passed := range r.curve {
		if passed > 0 && passed < 1 {
			u, v := logs[place], math.Log(-math.Log(passed))
			points++
			x += u
			y += v
			xx += float64(u * u)
			xy += float64(u * v)
		}
	}
	last := r.curve[len(r.curve)-1]
	switch {
	case last == 0:
		return 0, errNothing
	case points < 2 && last == 1:
		return 1, nil
	case points < 2:
		return 0, errNoCurve
	}
	slope := (float64(points*xy) - float64(x*y)) / (float64(points*xx) - float64(x*x))
	level := (y - float64(slope*x)) / points
	return math.Exp(-math.Exp(level + float64(slope*math.Log(float64(r.k))))), nil
}
