package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/ranking"
	"settle/results"
	"settle/sim"
	"settle/study/posterior"
	"settle/study/standings"
	"settle/tables"
)

// rankBoard is a kind of board on which sets of ranks are measured. chances are by
// model and question.
type rankBoard struct {
	name                      string
	models, questions, trials int
	chances                   func(r *rand.Rand, models, questions int) [][]float64
}

var rankBoards = []rankBoard{
	{"the paper's coins", 11, 30, 16, ofSpread(0)},
	{"the paper's coins", 11, 30, 80, ofSpread(0)},
	{"the stand-in for AIME'25", 11, 30, 8, likeStandIn},
	{"Beta(κm, κ(1 − m)), κ = 1, m within 0.3 to 0.7", 20, 30, 16, wideMeans(0.3, 0.7)},
	{"the same", 20, 198, 4, wideMeans(0.3, 0.7)},
	{"the same", 20, 800, 1, wideMeans(0.3, 0.7)},
	{"the same, m within 0.1 to 0.9", 63, 198, 16, wideMeans(0.1, 0.9)},
	{"three in ten 0 or 1, else Beta(2, 2)", 11, 30, 4, ofSpread(3)},
	{"Beta(0.15, 0.15)", 11, 198, 2, ofSpread(2)},
	{"means within 0.01 of each other, U-shaped", 11, 30, 80, nearlyEqual(0.001)},
	{"means within 0.01 of each other, U-shaped", 11, 198, 8, nearlyEqual(0.001)},
	{"equal models, U-shaped", 6, 30, 8, nearlyEqual(0)},
	{"equal models, U-shaped", 20, 198, 1, nearlyEqual(0)},
}

// ofSpread are chances that each model and question draws by itself.
func ofSpread(spread int) func(*rand.Rand, int, int) [][]float64 {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		return fill(models, questions, func(model, _ int) float64 { return spreads[spread].draw(r, model) })
	}
}

// wideMeans are chances of one trial's weight of concentration, with means that models
// draw evenly.
func wideMeans(lo, hi float64) func(*rand.Rand, int, int) [][]float64 {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		means := make([]float64, models)
		for i := range means {
			means[i] = lo + (hi-lo)*r.Float64()
		}
		return fill(models, questions, func(model, _ int) float64 {
			return distuv.Beta{Alpha: means[model], Beta: 1 - means[model], Src: r}.Rand()
		})
	}
}

// nearlyEqual are the same U-shaped chances for all models, those that are not near
// an end moved by a step from model to model.
func nearlyEqual(step float64) func(*rand.Rand, int, int) [][]float64 {
	return func(r *rand.Rand, models, questions int) [][]float64 {
		base := make([]float64, questions)
		for q := range base {
			base[q] = distuv.Beta{Alpha: 0.3, Beta: 0.5, Src: r}.Rand()
		}
		return fill(models, questions, func(model, q int) float64 {
			if base[q] < 0.05 || base[q] > 0.95 {
				return base[q]
			}
			return base[q] + step*float64(model)
		})
	}
}

// likeStandIn takes the shares of a stand-in for the truth.
func likeStandIn(*rand.Rand, int, int) [][]float64 {
	board, err := sim.StandIn("aime25")
	if err != nil {
		panic(err)
	}
	tally := board.Tally(board.Trials())
	return fill(tally.Models, tally.Questions, func(model, q int) float64 {
		return float64(tally.Row(model)[q]) / float64(board.Trials())
	})
}

func fill(models, questions int, chance func(model, q int) float64) [][]float64 {
	p := make([][]float64, models)
	for model := range p {
		p[model] = make([]float64, questions)
		for q := range p[model] {
			p[model][q] = chance(model, q)
		}
	}
	return p
}

// rankHolds is what came of one board: whether the sets hold, all of them, and the
// share of marginal intervals that do; likewise their widths; how likely the leader is
// said to be the best, and whether it is.
type rankHolds struct{ set, marginal, each, setWidth, marginalWidth, said, best float64 }

// trueSpans are the places that each model truly has: from one more than the models
// that are better to as many as are not worse.
func trueSpans(p [][]float64) []ranking.Span {
	means := make([]float64, len(p))
	for model, row := range p {
		for _, chance := range row {
			means[model] += chance
		}
	}
	spans := make([]ranking.Span, len(p))
	for i := range means {
		spans[i] = ranking.Span{Best: 1, Worst: len(means)}
		for j := range means {
			switch {
			case means[j] > means[i]:
				spans[i].Best++
			case means[j] < means[i]:
				spans[i].Worst--
			}
		}
	}
	return spans
}

func oneRankBoard(t *testing.T, b rankBoard, purpose string, index int) (h rankHolds, err error) {
	r := rand.New(rng.New(1, purpose, index))
	p := b.chances(r, b.models, b.questions)
	tally := results.NewTally(b.models, b.questions, 1)
	tally.Trials = b.trials
	names := make([]string, b.models)
	for model, row := range p {
		names[model] = fmt.Sprint(model)
		for q, chance := range row {
			for range b.trials {
				if r.Float64() < chance {
					tally.Add(model, q, 1, 1)
				}
			}
		}
	}
	s, err := standings.Rank(t.Context(), names, tally, metrics.BayesFitted(metrics.Binary),
		standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded, Pairs: standings.NoPairs})
	if err != nil {
		return h, err
	}
	o := montecarlo.Options{Replicates: 1000, Workers: 1}
	if err := s.CompareAll(t.Context(), posterior.RomanoWolf, uint64(index), o); err != nil {
		return h, err
	}
	if err := s.Draw(t.Context(), uint64(index), o); err != nil {
		return h, err
	}
	h.set, h.marginal = 1, 1
	truth := trueSpans(p)
	h.said = s.Rows[0].Probabilities[0]
	if truth[s.Rows[0].Index].Best == 1 {
		h.best = 1
	}
	holds := func(best, worst, model int) bool { return best <= truth[model].Best && worst >= truth[model].Worst }
	for _, row := range s.Rows {
		h.setWidth += float64(row.Set.Worst-row.Set.Best+1) / float64(b.models)
		h.marginalWidth += float64(row.RankHi-row.RankLo+1) / float64(b.models)
		if !holds(row.Set.Best, row.Set.Worst, row.Index) {
			h.set = 0
		}
		if holds(row.RankLo, row.RankHi, row.Index) {
			h.each += 1 / float64(b.models)
		} else {
			h.marginal = 0
		}
	}
	return h, nil
}

// onBoards measures so many boards, several at once.
func onBoards[T any](t *testing.T, boards int, measure func(index int) (T, error)) []T {
	t.Helper()
	all := make([]T, boards)
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		group.Go(func() (err error) {
			all[i], err = measure(i)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	return all
}

// measureRanks measures so many boards of a kind.
func measureRanks(t *testing.T, b rankBoard, boards int) (mean rankHolds) {
	t.Helper()
	all := onBoards(t, boards, func(i int) (rankHolds, error) {
		return oneRankBoard(t, b, fmt.Sprintf("ranks %s %d %d", b.name, b.questions, b.trials), i)
	})
	n := float64(boards)
	for _, h := range all {
		mean.set += h.set / n
		mean.marginal += h.marginal / n
		mean.each += h.each / n
		mean.setWidth += h.setWidth / n
		mean.marginalWidth += h.marginalWidth / n
		mean.said += h.said / n
		mean.best += h.best / n
	}
	return mean
}

const rankBoardsOfAKind = 400

// The table of ranks.md is what is measured here on 400 boards of a kind: with -update
// it is written, else a tenth of the boards, which are among them, must agree with it
// to four standard errors; and of each row is asked that the sets hold, all at once,
// on at least 95 % of the boards less two standard errors of 400.
func TestRankSetsHoldCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("many fits")
	}
	rows := measuredRows(t, "ranks.md", "rank sets", func() string {
		var b strings.Builder
		b.WriteString("| models | questions | N | chances | sets hold, all at once | mean width | 95 % ranks hold, each | all at once | mean width | leader: P(best) | is the best |\n" +
			"|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|\n")
		for _, kind := range rankBoards {
			h := measureRanks(t, kind, rankBoardsOfAKind)
			fmt.Fprintf(&b, "| %d | %d | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", kind.models, kind.questions, kind.trials, kind.name,
				tables.Float(100*h.set, 1), tables.Float(h.setWidth, 2),
				tables.Float(100*h.each, 1), tables.Float(100*h.marginal, 1), tables.Float(h.marginalWidth, 2),
				tables.Float(100*h.said, 1), tables.Float(100*h.best, 1))
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	if *update {
		return
	}
	if len(rows) != len(rankBoards) {
		t.Fatalf("%d rows, want %d", len(rows), len(rankBoards))
	}
	const boards = rankBoardsOfAKind / 10
	for i, kind := range rankBoards {
		name := fmt.Sprintf("%s, %d questions, %d trials", kind.name, kind.questions, kind.trials)
		held, each := number(t, rows[i][4])/100, number(t, rows[i][6])/100
		got := measureRanks(t, kind, boards)
		near := func(what string, got, said float64) {
			if se := math.Sqrt(max(said*(1-said), 0.01) / boards); math.Abs(got-said) > 4*se {
				t.Errorf("%s: %s %.3f, the page says %.3f", name, what, got, said)
			}
		}
		near("sets hold", got.set, held)
		near("marginal intervals hold", got.each, each)
		near("leader is the best", got.best, number(t, rows[i][10])/100)
		if width := number(t, rows[i][5]); math.Abs(got.setWidth-width) > 0.15*width+0.1 {
			t.Errorf("%s: mean width %.2f, the page says %.2f", name, got.setWidth, width)
		}
		if least := 0.95 - 2*math.Sqrt(0.95*0.05/rankBoardsOfAKind); held < least {
			t.Errorf("%s: the sets hold on %.3f of the boards, less than %.3f", name, held, least)
		}
	}
}
