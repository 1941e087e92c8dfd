package montecarlo_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
)

// latestRanker ranks models by how many questions they solved in the latest trial, and adds a
// ten-millionth of the seed that it was given.
type latestRanker struct {
	board *results.Board
	seed  uint64
}

func (l *latestRanker) Begin(b *results.Board, seed uint64) { l.board, l.seed = b, seed }

func (l *latestRanker) Rank(n int, scores []float64, keys []uint64) {
	for model := range scores {
		keys[model] = 0
		for q := range l.board.Questions {
			keys[model] += uint64(l.board.Row(model, q)[n-1])
		}
		scores[model] = float64(keys[model]) + float64(l.seed%1000)*1e-7
	}
}

func sequential() metrics.Metric {
	return metrics.NewSequential(metrics.SequentialMethod{
		Name: "latest", Weights: metrics.Binary, New: func() metrics.Sequence { return &latestRanker{} },
	})
}

// A metric of the order of trials follows the very replicates that counts are taken of:
// its τ is that of the trials that replicate.Record writes down.
func TestOrderOfTrials(t *testing.T) {
	const trials, replicates = 6, 40
	coins := sim.PaperQuantile()
	board, err := coins.Board(trials, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]replicate.Source{"fresh": coins.Source(trials, 7)}
	for scheme, o := range map[string]bootstrap.Options{"rows": {Replacement: true}, "columns": {Scheme: bootstrap.Columns}} {
		if sources[scheme], err = bootstrap.New(board, o, 7); err != nil {
			t.Fatal(err)
		}
	}
	for name, source := range sources {
		curves, err := montecarlo.Curves(t.Context(), source, []metrics.Metric{sequential(), metrics.Avg(metrics.Binary)}, coins.Gold(), montecarlo.Options{Replicates: replicates})
		if err != nil {
			t.Fatal(err)
		}
		comparer, want := kendall.NewComparer(coins.Gold()), make([]float64, trials)
		for r := range replicates {
			replicate.Record(source, r, board)
			follow := &latestRanker{board: board}
			for n := range want {
				keys := make([]uint64, len(coins.Models))
				follow.Rank(n+1, make([]float64, len(keys)), keys)
				if tau := comparer.TauB(keys); !math.IsNaN(tau) {
					want[n] += tau / replicates
				}
			}
		}
		for n, p := range curves[0].Points {
			if math.Abs(p.Tau-want[n]) > 1e-12 {
				t.Errorf("%s, n = %d: τ %v, want %v", name, n+1, p.Tau, want[n])
			}
		}
	}
}

// What a metric draws depends on the seed and the replicate, and on nothing else.
func TestSeedsOfMetrics(t *testing.T) {
	coins := sim.PaperQuantile()
	scores := func(seed uint64, workers int) float64 {
		found, err := montecarlo.Follow(t.Context(), coins.Source(1, seed), []metrics.Metric{sequential()},
			montecarlo.Wanted{Scores: true}, montecarlo.Options{Replicates: 300, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return math.Mod(found.Scores[0].Points[0].Models[0].Mean*1e7, 1)
	}
	if one, many := scores(5, 1), scores(5, 7); one != many {
		t.Errorf("one worker %v, seven %v", one, many)
	}
	if scores(5, 1) == scores(6, 1) {
		t.Error("another seed draws the same")
	}
}

// With an order of its own each metric has the curve that it has alone with this order as
// gold, and the gap is that of the means.
func TestOwnOrders(t *testing.T) {
	coins := sim.PaperQuantile()
	ms := append(boardtest.Parse(t, "avg,pass@2,pass@8,bayes"), sequential())
	chances := metrics.BinaryChances(coins.P)
	var own [][]int
	for i, m := range ms {
		order := metrics.OwnOrder(m, &chances)
		if order == nil || i == 1 {
			order = slices.Clone(coins.Gold())
			slices.Reverse(order)
		}
		own = append(own, order)
	}
	o := montecarlo.Options{Replicates: 50}
	all, err := montecarlo.Follow(t.Context(), coins.Source(9, 2), ms, montecarlo.Wanted{Own: own}, o)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range ms {
		alone, err := montecarlo.Curves(t.Context(), coins.Source(9, 2), []metrics.Metric{m}, own[i], o)
		if err != nil {
			t.Fatal(err)
		}
		for j, p := range all.Curves[i].Points {
			want := alone[0].Points[j]
			if p.N != want.N || p.Tau != want.Tau || p.SE != want.SE || p.Undefined != want.Undefined {
				t.Errorf("%s: %+v, alone %+v", m.Name(), p, want)
			}
			if gap := p.Tau - all.Curves[0].Points[p.N-1].Tau; math.Abs(gap-p.Gap) > 1e-12 {
				t.Errorf("%s at n = %d: a gap of %v, want %v", m.Name(), p.N, p.Gap, gap)
			}
		}
	}
	own[2] = make([]int, len(coins.Models))
	_, err = montecarlo.Follow(t.Context(), coins.Source(9, 2), ms, montecarlo.Wanted{Own: own}, o)
	if want := "the limiting order of pass@8 ties all 11 models; τ is undefined"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// counting counts how often it ranks.
type counting struct{ calls *int }

func (c counting) Rank(t *results.Tally, scores []float64, keys []uint64) error {
	*c.calls++
	for model := range scores {
		keys[model] = uint64(t.Row(model)[0])
	}
	return nil
}

func (counting) Limit(*metrics.Chances, []float64, []uint64) error { return nil }

// The curve of a dear metric has points on the grid, and it ranks nowhere else; those of
// others have all, and gaps to it where it has one.
func TestDearMetrics(t *testing.T) {
	calls := 0
	dear := metrics.NewRanker(metrics.Method{
		Name: "dear", Weights: metrics.Binary, Dear: true, New: func() metrics.Ranking { return counting{&calls} },
	})
	coins := sim.PaperQuantile()
	curves, err := montecarlo.Curves(t.Context(), coins.Source(11, 2), []metrics.Metric{dear, metrics.PassAtK(3)}, coins.Gold(),
		montecarlo.Options{Replicates: 10, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	at := func(c montecarlo.Curve, keep func(montecarlo.Point) bool) (ns []int) {
		for _, p := range c.Points {
			if keep(p) {
				ns = append(ns, p.N)
			}
		}
		return ns
	}
	all := func(montecarlo.Point) bool { return true }
	gap := func(p montecarlo.Point) bool { return !math.IsNaN(p.Gap) }
	if got := at(curves[0], all); !slices.Equal(got, []int{1, 2, 4, 8, 11}) || calls != 50 {
		t.Errorf("points at %v, %d rankings", got, calls)
	}
	if got := at(curves[1], all); !slices.IsSortedFunc(got, cmp.Compare[int]) || len(got) != 9 || got[0] != 3 {
		t.Errorf("pass@3 has points at %v", got)
	}
	if got := at(curves[1], gap); !slices.Equal(got, []int{4, 8, 11}) {
		t.Errorf("pass@3 has gaps at %v", got)
	}
}
