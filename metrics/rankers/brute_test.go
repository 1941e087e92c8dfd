package rankers

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"sort"

	"settle/results"
)

// brute is a board as the definitions see it: mean weights in fractions, by model, then
// question, nil where a model never met a question. Its methods follow the definitions
// step by step.
type brute [][]*big.Rat

func newBrute(t *results.Tally, weights []*big.Rat) brute {
	b := make(brute, t.Models)
	for i := range b {
		b[i] = make([]*big.Rat, t.Questions)
		for q := range b[i] {
			n := t.TrialsOf(i, q)
			if n == 0 {
				continue
			}
			sum, rest := new(big.Rat), n
			for category := 1; category <= t.Top; category++ {
				count := int(t.Row(i)[q*t.Top+category-1])
				rest -= count
				sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(count), 1), weights[category]))
			}
			sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(rest), 1), weights[0]))
			b[i][q] = sum.Quo(sum, big.NewRat(int64(n), 1))
		}
	}
	return b
}

// prefer returns P_ij with half of the ties, and without; shared is how many questions both met.
func (b brute) prefer(i, j int) (half, bare *big.Rat, shared int) {
	half, bare = new(big.Rat), new(big.Rat)
	for q := range b[i] {
		if b[i][q] == nil || b[j][q] == nil {
			continue
		}
		shared++
		switch b[i][q].Cmp(b[j][q]) {
		case 1:
			half.Add(half, big.NewRat(1, 1))
			bare.Add(bare, big.NewRat(1, 1))
		case 0:
			half.Add(half, big.NewRat(1, 2))
		}
	}
	return half, bare, shared
}

// isolated reports whether a model shares no question with any other, and whether one met none.
func (b brute) isolated() (alone, without bool) {
	for i := range b {
		most := 0
		for j := range b {
			if _, _, shared := b.prefer(i, j); j != i {
				most = max(most, shared)
			}
		}
		alone = alone || most == 0 && len(b) > 1
		without = without || !slices.ContainsFunc(b[i], func(mean *big.Rat) bool { return mean != nil })
	}
	return alone, without
}

func ratio(x, y *big.Rat) *big.Rat {
	if y.Sign() == 0 {
		return big.NewRat(1, 2)
	}
	return new(big.Rat).Quo(x, y)
}

func (b brute) borda() []*big.Rat {
	var scores []*big.Rat
	for i := range b {
		points, most := new(big.Rat), new(big.Rat)
		for j := range b {
			if j != i {
				half, _, shared := b.prefer(i, j)
				points.Add(points, half)
				most.Add(most, big.NewRat(int64(shared), 1))
			}
		}
		all := big.NewRat(int64(len(b[i])*(len(b)-1)), 1)
		scores = append(scores, all.Mul(all, ratio(points, most)))
	}
	return scores
}

func (b brute) copeland() []*big.Rat {
	var scores []*big.Rat
	for i := range b {
		score := int64(0)
		for j := range b {
			mine, _, _ := b.prefer(i, j)
			theirs, _, _ := b.prefer(j, i)
			score += int64(mine.Cmp(theirs))
		}
		scores = append(scores, big.NewRat(score, 1))
	}
	return scores
}

func (b brute) winRate() []*big.Rat {
	var scores []*big.Rat
	for i := range b {
		won, all := new(big.Rat), new(big.Rat)
		for j := range b {
			_, mine, _ := b.prefer(i, j)
			_, theirs, _ := b.prefer(j, i)
			won.Add(won, mine)
			all.Add(all, mine.Add(mine, theirs))
		}
		scores = append(scores, ratio(won, all))
	}
	return scores
}

func (b brute) minimax() []*big.Rat {
	var scores []*big.Rat
	for i := range b {
		worst := new(big.Rat)
		for j := range b {
			mine, _, _ := b.prefer(i, j)
			theirs, _, _ := b.prefer(j, i)
			if margin := theirs.Sub(theirs, mine); margin.Cmp(worst) > 0 {
				worst = margin
			}
		}
		scores = append(scores, worst.Neg(worst))
	}
	return scores
}

// schulze returns the levels of the relation of who beats whom, from all simple paths.
func (b brute) schulze() []*big.Rat {
	votes := b.votes()
	strength := func(i, j int) int64 {
		best := int64(0)
		visited := make([]bool, len(b))
		var walk func(at int, weakest int64)
		walk = func(at int, weakest int64) {
			if at == j {
				best = max(best, weakest)
				return
			}
			visited[at] = true
			for next := range b {
				if !visited[next] && votes[at][next] > votes[next][at] {
					walk(next, min(weakest, votes[at][next]))
				}
			}
			visited[at] = false
		}
		walk(i, math.MaxInt64)
		return best
	}
	above := make([][]bool, len(b))
	for i := range b {
		above[i] = make([]bool, len(b))
		for j := range b {
			above[i][j] = i != j && strength(i, j) > strength(j, i)
		}
	}
	return levelsOf(above)
}

// kemeny returns the levels of the relation that all best of all L! orders share.
func (b brute) kemeny() []*big.Rat { return levelsOf(b.forced()) }

func (b brute) forced() [][]bool {
	votes := b.votes()
	best := int64(-1)
	var above [][]bool
	orders(len(b), func(order []int) {
		agreed := int64(0)
		for place, i := range order {
			for _, j := range order[place+1:] {
				agreed += votes[i][j]
			}
		}
		if agreed < best {
			return
		}
		if agreed > best {
			best, above = agreed, make([][]bool, len(b))
			for i := range above {
				above[i] = slices.Repeat([]bool{true}, len(b))
			}
		}
		for place, i := range order {
			for _, j := range order[:place+1] {
				above[i][j] = false
			}
		}
	})
	return above
}

// votes returns twice the P_ij with half of the ties, so that they are whole.
func (b brute) votes() [][]int64 {
	votes := make([][]int64, len(b))
	for i := range b {
		for j := range b {
			mine, _, _ := b.prefer(i, j)
			votes[i] = append(votes[i], mine.Mul(mine, big.NewRat(2, 1)).Num().Int64())
		}
	}
	return votes
}

// orders visits all orders of so many models.
func orders(models int, visit func([]int)) {
	order := make([]int, models)
	for i := range order {
		order[i] = i
	}
	var from func(place int)
	from = func(place int) {
		if place == models {
			visit(order)
			return
		}
		for i := place; i < models; i++ {
			order[place], order[i] = order[i], order[place]
			from(place + 1)
			order[place], order[i] = order[i], order[place]
		}
	}
	from(0)
}

// levelsOf counts down from L by the longest chain above a model.
func levelsOf(above [][]bool) []*big.Rat {
	var depth func(i int) int
	depth = func(i int) int {
		deepest := 0
		for j := range above {
			if above[j][i] {
				deepest = max(deepest, depth(j)+1)
			}
		}
		return deepest
	}
	var scores []*big.Rat
	for i := range above {
		scores = append(scores, big.NewRat(int64(len(above)-depth(i)), 1))
	}
	return scores
}

// majorityJudgment ranks by medians that are taken away one by one, of grades that are
// there so often that all models have equally many. The score of a model is its place.
func (b brute) majorityJudgment() []*big.Rat {
	all := 1
	for q := range b[0] {
		all *= q + 1 // M!, a multiple of every number of questions
	}
	sequences := make([][]*big.Rat, len(b))
	for i := range b {
		var grades []*big.Rat
		for _, mean := range b[i] {
			if mean != nil {
				grades = append(grades, mean)
			}
		}
		grades = slices.Concat(slices.Repeat([][]*big.Rat{grades}, all/len(grades))...)
		sort.Slice(grades, func(x, y int) bool { return grades[x].Cmp(grades[y]) < 0 })
		for len(grades) > 0 {
			lower := (len(grades) - 1) / 2
			sequences[i] = append(sequences[i], grades[lower])
			grades = slices.Delete(grades, lower, lower+1)
		}
	}
	var scores []*big.Rat
	for i := range b {
		better := int64(0)
		for j := range b {
			if slices.CompareFunc(sequences[i], sequences[j], (*big.Rat).Cmp) > 0 {
				better++
			}
		}
		scores = append(scores, big.NewRat(better+1, 1))
	}
	return scores
}

func (b brute) inverseDifficulty(weights []*big.Rat) []*big.Rat {
	low := slices.MinFunc(weights, (*big.Rat).Cmp)
	spread := new(big.Rat).Sub(slices.MaxFunc(weights, (*big.Rat).Cmp), low)
	var scores []*big.Rat
	for i := range b {
		sum, total := new(big.Rat), new(big.Rat)
		for q := range b[i] {
			if b[i][q] == nil {
				continue
			}
			mean, met := new(big.Rat), int64(0)
			for j := range b {
				if b[j][q] != nil {
					mean.Add(mean, b[j][q])
					met++
				}
			}
			mean.Quo(mean, big.NewRat(met, 1))
			if mean.Sub(mean, low); spread.Sign() != 0 {
				mean.Quo(mean, spread)
			}
			clipped := slices.MinFunc([]*big.Rat{
				slices.MaxFunc([]*big.Rat{mean, big.NewRat(1, 100)}, (*big.Rat).Cmp), big.NewRat(99, 100),
			}, (*big.Rat).Cmp)
			weight := new(big.Rat).Inv(clipped)
			total.Add(total, weight)
			sum.Add(sum, weight.Mul(weight, b[i][q]))
		}
		scores = append(scores, sum.Quo(sum, total))
	}
	return scores
}

// scores returns the scores of a method by its name, nil if it must refuse the board.
func (b brute) scores(name string, weights []*big.Rat) []*big.Rat {
	alone, without := b.isolated()
	switch name {
	case "borda":
		return b.borda()
	case "copeland":
		return b.copeland()
	case "win-rate":
		return b.winRate()
	case "majority-judgment", "inverse-difficulty":
		if without {
			return nil
		}
		if name == "majority-judgment" {
			return b.majorityJudgment()
		}
		return b.inverseDifficulty(weights)
	}
	if alone {
		return nil
	}
	switch name {
	case "minimax":
		return b.minimax()
	case "schulze":
		return b.schulze()
	case "kemeny":
		return b.kemeny()
	}
	panic(name)
}

// agree reports whether keys order models as exact scores do.
func agree(keys []uint64, exact []*big.Rat) bool {
	for i := range keys {
		for j := range i {
			if cmp.Compare(keys[i], keys[j]) != exact[i].Cmp(exact[j]) {
				return false
			}
		}
	}
	return true
}

func ratsOf(list []string) []*big.Rat {
	var rats []*big.Rat
	for _, weight := range list {
		r, ok := new(big.Rat).SetString(weight)
		if !ok {
			panic(weight)
		}
		rats = append(rats, r)
	}
	return rats
}
