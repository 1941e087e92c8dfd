package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/boardtest"
	"settle/internal/rng"
	"settle/metrics"
	_ "settle/metrics/rankers"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/study/posterior"
	"settle/tables"
)

// methodBoards are the kinds of boards on which the sets of ranking methods are measured.
var methodBoards = []rankBoard{
	{"all ½", 6, 30, 1, allHalf},
	{"all ½", 6, 30, 4, allHalf},
	{"all ½", 6, 30, 16, allHalf},
	{"all ½", 11, 100, 4, allHalf},
	{"equal models, U-shaped", 6, 30, 1, nearlyEqual(0)},
	{"equal models, U-shaped", 6, 30, 4, nearlyEqual(0)},
	{"equal models, U-shaped", 6, 30, 16, nearlyEqual(0)},
	{"equal models, U-shaped", 11, 100, 4, nearlyEqual(0)},
	{"equal models, U-shaped", 11, 100, 16, nearlyEqual(0)},
	{"means within 0.007 of each other, U-shaped", 8, 30, 16, nearlyEqual(0.001)},
	{"U-shaped", 8, 30, 1, uShapedMeans},
	{"U-shaped", 8, 30, 4, uShapedMeans},
	{"U-shaped", 8, 30, 16, uShapedMeans},
	{"hard for all or for none", 8, 30, 4, sharedDifficulty},
	{"hard for all or for none", 8, 30, 16, sharedDifficulty},
}

// allHalf are coins.
func allHalf(_ *rand.Rand, models, questions int) [][]float64 {
	return fill(models, questions, func(int, int) float64 { return 0.5 })
}

// uShapedMeans are chances of half a trial's weight of concentration.
func uShapedMeans(r *rand.Rand, models, questions int) [][]float64 {
	means := make([]float64, models)
	for i := range means {
		means[i] = 0.2 + 0.6*r.Float64()
	}
	return fill(models, questions, func(model, _ int) float64 {
		return millionth(distuv.Beta{Alpha: means[model] / 2, Beta: (1 - means[model]) / 2, Src: r}.Rand())
	})
}

// sharedDifficulty are chances whose logits are ability less twice a difficulty, both
// standard normal, with noise of standard deviation 0.8.
func sharedDifficulty(r *rand.Rand, models, questions int) [][]float64 {
	ability, difficulty := normals(r, models), normals(r, questions)
	return fill(models, questions, func(model, q int) float64 {
		return millionth(1 / (1 + math.Exp(2*difficulty[q]-ability[model]-0.8*r.NormFloat64())))
	})
}

func normals(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func millionth(p float64) float64 { return math.Round(p*1e6) / 1e6 }

// methodsMeasured are those whose sets are measured.
const methodsMeasured = "borda,schulze,majority-judgment,inverse-difficulty,bt"

// oneMethodBoard tells by method whether all sets of a board hold, and how wide they are.
func oneMethodBoard(t *testing.T, b rankBoard, purpose string, index int) (all []rankHolds, err error) {
	r := rand.New(rng.New(1, purpose, index))
	p := b.chances(r, b.models, b.questions)
	tally := results.NewTally(b.models, b.questions, 1)
	tally.Trials = b.trials
	for model, row := range p {
		for q, chance := range row {
			for range b.trials {
				if r.Float64() < chance {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	chances, truth := posterior.NewChances([]float64{0, 1}, tally, nil), metrics.BinaryChances(p)
	for _, m := range boardtest.Parse(t, methodsMeasured) {
		own := metrics.OwnOrder(m, &truth)
		orders, err := chances.Orders(t.Context(), m.(metrics.Ranker), 0.95, uint64(index),
			montecarlo.Options{Replicates: 2000, Workers: 1})
		if err != nil {
			return nil, err
		}
		h := rankHolds{set: 1}
		for model, set := range orders.Together.Spans() {
			places := ranking.Span{Best: 1, Worst: b.models}
			for other := range own {
				switch {
				case own[other] > own[model]:
					places.Best++
				case own[other] < own[model]:
					places.Worst--
				}
			}
			if set.Best > places.Best || set.Worst < places.Worst {
				h.set = 0
			}
			h.setWidth += float64(set.Worst-set.Best+1) / float64(b.models)
		}
		all = append(all, h)
	}
	return all, nil
}

// measureMethods measures so many boards of a kind, by method.
func measureMethods(t *testing.T, b rankBoard, boards int) []rankHolds {
	t.Helper()
	all := onBoards(t, boards, func(i int) ([]rankHolds, error) {
		return oneMethodBoard(t, b, fmt.Sprintf("orders %s %d %d", b.name, b.questions, b.trials), i)
	})
	mean := make([]rankHolds, len(all[0]))
	for _, board := range all {
		for i, h := range board {
			mean[i].set += h.set / float64(boards)
			mean[i].setWidth += h.setWidth / float64(boards)
		}
	}
	return mean
}

const methodBoardsOfAKind = 100

// The table of ranks.md on ranking methods is what is measured here on 100 boards of a kind:
// with -update it is written, else a tenth of the boards must agree with it to four standard
// errors; and no cell of the page is below 95 % by more than three standard errors of 100.
func TestSetsOfMethodsHoldCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "ranks.md", "sets of methods", func() string {
		var b strings.Builder
		b.WriteString("| models | questions | N | chances |")
		for name := range strings.SplitSeq(methodsMeasured, ",") {
			fmt.Fprintf(&b, " %s | width |", name)
		}
		b.WriteString("\n|---:|---:|---:|---|" + strings.Repeat("---:|", 2*len(strings.Split(methodsMeasured, ","))) + "\n")
		for _, kind := range methodBoards {
			fmt.Fprintf(&b, "| %d | %d | %d | %s |", kind.models, kind.questions, kind.trials, kind.name)
			for _, h := range measureMethods(t, kind, methodBoardsOfAKind) {
				fmt.Fprintf(&b, " %s | %s |", tables.Float(100*h.set, 0), tables.Float(h.setWidth, 2))
			}
			b.WriteString("\n")
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	if *update {
		return
	}
	if len(rows) != len(methodBoards) {
		t.Fatalf("%d rows, want %d", len(rows), len(methodBoards))
	}
	const boards = methodBoardsOfAKind / 10
	for i, kind := range methodBoards {
		for at, got := range measureMethods(t, kind, boards) {
			said := number(t, rows[i][4+2*at]) / 100
			if least := 0.95 - 3*math.Sqrt(0.95*0.05/methodBoardsOfAKind); said < least {
				t.Errorf("%s, method %d: sets hold on %.2f of the boards, less than %.3f", kind.name, at, said, least)
			}
			if se := math.Sqrt(max(said*(1-said), 0.02) / boards); math.Abs(got.set-said) > 4*se {
				t.Errorf("%s, %d questions, %d trials, method %d: sets hold %.3f, the page says %.3f",
					kind.name, kind.questions, kind.trials, at, got.set, said)
			}
		}
	}
}
