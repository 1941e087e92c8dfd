package montecarlo_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
)

// reference is testdata/curves.json, made by an independent numpy program as
// testdata/make_curves.py says.
type reference struct {
	Replicates int         `json:"replicates"`
	Board      [][][]uint8 `json:"board"`
	Coins      [][]float64 `json:"coins"`
	Metrics    []string    `json:"metrics"`
	Curves     map[string]map[string]struct {
		Tau []float64 `json:"tau"`
		SE  []float64 `json:"se"`
	} `json:"curves"`
}

func readReference(t testing.TB) *reference {
	t.Helper()
	data, err := os.ReadFile("testdata/curves.json")
	if err != nil {
		t.Fatal(err)
	}
	r := new(reference)
	if err := json.Unmarshal(data, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *reference) board(t testing.TB) *results.Board {
	t.Helper()
	models, questions := len(r.Board), len(r.Board[0])
	b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), len(r.Board[0][0]), 1)
	if err != nil {
		t.Fatal(err)
	}
	for m := range models {
		for q := range questions {
			copy(b.Row(m, q), r.Board[m][q])
		}
	}
	return b
}

func (r *reference) coins() *sim.Coins {
	return &sim.Coins{
		Models:    results.Numbered("m", len(r.Coins)),
		Questions: results.Numbered("q", len(r.Coins[0])),
		P:         r.Coins,
	}
}

// sources returns the five ways of drawing replicates that the reference knows.
func (r *reference) sources(t testing.TB) map[string]replicate.Source {
	t.Helper()
	all := map[string]replicate.Source{"fresh": r.coins().Source(len(r.Board[0][0]), 7)}
	for name, o := range map[string]bootstrap.Options{
		"rows with replacement":       {Scheme: bootstrap.Rows, Replacement: true},
		"rows without replacement":    {Scheme: bootstrap.Rows},
		"columns with replacement":    {Scheme: bootstrap.Columns, Replacement: true},
		"columns without replacement": {Scheme: bootstrap.Columns},
	} {
		s, err := bootstrap.New(r.board(t), o, 7)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = s
	}
	return all
}

// Every curve agrees with the reference within four standard errors of the
// difference at every n.
func TestCurvesAgreeWithReference(t *testing.T) {
	ref := readReference(t)
	ms := boardtest.Parse(t, strings.Join(ref.Metrics, ","))
	for name, source := range ref.sources(t) {
		gold := boardtest.Gold(t, ref.board(t))
		if name == "fresh" {
			gold = ref.coins().Gold()
		}
		curves, err := montecarlo.Curves(context.Background(), source, ms, gold, montecarlo.Options{Replicates: ref.Replicates})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range curves {
			want := ref.Curves[name][ref.Metrics[i]]
			for _, p := range c.Points {
				tau, se := want.Tau[p.N-1], want.SE[p.N-1]
				if d := math.Abs(p.Tau - tau); d > 4*math.Hypot(se, p.SE)+1e-9 {
					t.Errorf("%s, %s at n = %d: τ = %.5f ± %.5f, the reference has %.5f ± %.5f", name, c.Metric, p.N, p.Tau, p.SE, tau, se)
				}
				if math.Abs(p.SE-se) > 0.1*se+1e-6 {
					t.Errorf("%s, %s at n = %d: standard error %.3g, the reference has %.3g", name, c.Metric, p.N, p.SE, se)
				}
			}
			if first, last := c.Points[0].N, c.Points[len(c.Points)-1].N; first != ms[i].FirstTrial() || last != source.Shape().Trials {
				t.Errorf("%s, %s: points from n = %d to %d, want %d to %d", name, c.Metric, first, last, ms[i].FirstTrial(), source.Shape().Trials)
			}
		}
	}
}

// Any number of workers gives the same curves to the last bit.
func TestCurvesDoNotDependOnWorkers(t *testing.T) {
	ref := readReference(t)
	gold := boardtest.Gold(t, ref.board(t))
	for name, source := range ref.sources(t) {
		var first []montecarlo.Curve
		for _, workers := range []int{1, 2, 8, 33} {
			curves, err := montecarlo.Curves(context.Background(), source, boardtest.Parse(t, "paper"), gold, montecarlo.Options{Replicates: 700, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = curves
			} else if !reflect.DeepEqual(first, curves) {
				t.Errorf("%s: %d workers give other curves than one", name, workers)
			}
		}
	}
}

// A metric that ties all models has no τ: the replicates are counted, and
// count as 0 in the mean. With all cells correct every replicate is such.
func TestUndefinedTau(t *testing.T) {
	b, err := results.NewBoard([]string{"a", "b"}, []string{"q"}, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m := range 2 {
		for i := range b.Row(m, 0) {
			b.Row(m, 0)[i] = 1
		}
	}
	source, err := bootstrap.New(b, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	curves, err := montecarlo.Curves(context.Background(), source, boardtest.Parse(t, "bayes,pass@2"), []int{0, 1}, montecarlo.Options{Replicates: 50})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range curves {
		for _, p := range c.Points {
			if p.Undefined != 50 || p.Tau != 0 || p.SE != 0 {
				t.Errorf("%s at n = %d: %+v, want τ 0 ± 0 with 50 undefined", c.Metric, p.N, p)
			}
		}
	}
}

func TestCurvesErrors(t *testing.T) {
	coins := &sim.Coins{Models: []string{"a"}, Questions: []string{"q"}, P: [][]float64{{0.5}}}
	_, err := montecarlo.Curves(context.Background(), coins.Source(4, 1), boardtest.Parse(t, "bayes"), []int{0}, montecarlo.Options{Replicates: 1})
	if err == nil || !strings.Contains(err.Error(), "at least two models") {
		t.Errorf("one model: error %v", err)
	}
	_, err = montecarlo.Curves(context.Background(), sim.PaperQuantile().Source(4, 1), boardtest.Parse(t, "bayes"), make([]int, 11), montecarlo.Options{Replicates: 1})
	if err == nil || !strings.Contains(err.Error(), "gold ties all 11 models") {
		t.Errorf("all tied in gold: error %v", err)
	}
	_, err = montecarlo.Curves(context.Background(), sim.PaperQuantile().Source(4, 1), boardtest.Parse(t, "pass@8"), sim.PaperQuantile().Gold(), montecarlo.Options{Replicates: 1})
	if err == nil || !strings.Contains(err.Error(), "pass@8 has no score at n = 4") {
		t.Errorf("k > N: error %v", err)
	}
}

// A run that is cancelled ends within a second, though it had hours to go.
func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	coins := sim.PaperQuantile()
	start := time.Now()
	_, err := montecarlo.Curves(ctx, coins.Source(80, 1), boardtest.Parse(t, "paper"), coins.Gold(), montecarlo.Options{Replicates: 1 << 30, Workers: 3})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// Progress runs from 0 to all replicates and never backwards.
func TestProgress(t *testing.T) {
	coins := sim.PaperQuantile()
	var seen []int
	_, err := montecarlo.Curves(context.Background(), coins.Source(8, 1), boardtest.Parse(t, "bayes"), coins.Gold(), montecarlo.Options{
		Replicates: 1000, Workers: 4, Progress: func(done int) { seen = append(seen, done) },
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(seen); i++ {
		if seen[i] <= seen[i-1] {
			t.Fatalf("progress went from %d to %d", seen[i-1], seen[i])
		}
	}
	if len(seen) < 2 || seen[0] != 0 || seen[len(seen)-1] != 1000 {
		t.Errorf("progress %v does not run from 0 to 1000", seen)
	}
}

// A replicate allocates nothing, so memory cannot grow with their number: ten
// thousand more of them cost no more allocations than the blocks' bookkeeping.
func TestReplicatesDoNotAllocate(t *testing.T) {
	coins := sim.PaperQuantile()
	source, ms, gold := coins.Source(8, 1), boardtest.Parse(t, "bayes,pass@2"), coins.Gold()
	mallocs := func(replicates int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := montecarlo.Curves(context.Background(), source, ms, gold, montecarlo.Options{Replicates: replicates, Workers: 1}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(10)
	if few, many := mallocs(2_000), mallocs(12_000); many > few+1_000 {
		t.Errorf("%d allocations for 2000 replicates, %d for 12000", few, many)
	}
}

// The workload of the paper's Fig. 2: thirteen metrics at every n ≤ 80 on
// 11 models and 30 questions. One iteration is one replicate.
func BenchmarkFig2(b *testing.B) {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		b.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		b.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		b.Run(map[int]string{1: "workers=1", 2: "workers=2"}[workers], func(b *testing.B) {
			_, err := montecarlo.Curves(context.Background(), source, boardtest.Parse(b, "paper"), boardtest.Gold(b, board), montecarlo.Options{Replicates: b.N, Workers: workers})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}

// The gaps are the mean and the standard error of the differences within replicates,
// by their definition: replicates drawn again one by one, scored by the formulas of
// the paper, τ by counting pairs, the sample variance in two passes. The first metric
// is pass@2, which has no score at n = 1: there is no gap from it there.
func TestGapsAreOfOneReplicate(t *testing.T) {
	coins := &sim.Coins{
		Models: results.Numbered("m", 3), Questions: results.Numbered("q", 3),
		P: [][]float64{{0.2, 0.9, 0.5}, {0.5, 0.5, 0.5}, {0.9, 0.6, 0.2}},
	}
	const replicates, trials = 200, 4
	gold := []int{0, 1, 2} // any will do
	source := coins.Source(trials, 5)
	curves, err := montecarlo.Curves(context.Background(), source, boardtest.Parse(t, "pass@2,avg"), gold,
		montecarlo.Options{Replicates: replicates, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	gaps := make([][]float64, trials) // by n − 1 and replicate
	for r := range replicates {
		board, err := coins.Board(trials, 5, r)
		if err != nil {
			t.Fatal(err)
		}
		for n := 2; n <= trials; n++ {
			taus := map[string]float64{}
			for name, score := range boardtest.PlainScores {
				scores := make([]float64, 3)
				for model := range scores {
					for q := range 3 {
						scores[model] += score(board.Row(model, q)[:n])
					}
					scores[model] = math.Round(scores[model] * 1e9)
				}
				taus[name] = plainTau(gold, scores)
			}
			gaps[n-1] = append(gaps[n-1], taus["avg"]-taus["pass@2"])
		}
	}
	if first := curves[1].Points[0]; !math.IsNaN(first.Gap) || !math.IsNaN(first.GapSE) {
		t.Errorf("a gap of %v ± %v from a metric without a score", first.Gap, first.GapSE)
	}
	for _, p := range curves[1].Points[1:] {
		var mean, square float64
		for _, gap := range gaps[p.N-1] {
			mean += gap / replicates
		}
		for _, gap := range gaps[p.N-1] {
			square += (gap - mean) * (gap - mean)
		}
		se := math.Sqrt(square / (replicates - 1) / replicates)
		if math.Abs(p.Gap-mean) > 1e-12 || math.Abs(p.GapSE-se) > 1e-12 || se == 0 {
			t.Errorf("n = %d: gap %v ± %v, by its definition %v ± %v", p.N, p.Gap, p.GapSE, mean, se)
		}
		if d := curves[1].Points[p.N-1].Tau - curves[0].Points[p.N-2].Tau; math.Abs(d-p.Gap) > 1e-12 {
			t.Errorf("n = %d: the gap is %v and the means differ by %v", p.N, p.Gap, d)
		}
	}
	for _, p := range curves[0].Points {
		if p.Gap != 0 || p.GapSE != 0 {
			t.Errorf("the first metric is %v ± %v above itself", p.Gap, p.GapSE)
		}
	}
}

// A contest alone, in one goroutine, finds what the pool does, but for the order in
// which sums of floats are taken.
func TestContestAlone(t *testing.T) {
	coins := sim.PaperQuantile()
	source, ms := coins.Source(6, 2), boardtest.Parse(t, "bayes,pass@2,mgpass@4")
	contest, err := montecarlo.NewContest(context.Background(), ms, source.Shape())
	if err != nil {
		t.Fatal(err)
	}
	never := func() bool { return false }
	alone, err := contest.Alone(source, coins.Gold(), 150, never)
	if err != nil {
		t.Fatal(err)
	}
	o := montecarlo.Options{Replicates: 150, Workers: 4}
	pool, err := contest.Curves(context.Background(), source, coins.Gold(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range pool {
		for j, p := range c.Points {
			q := alone[i].Points[j]
			for _, d := range []float64{p.Tau - q.Tau, p.SE - q.SE, p.Gap - q.Gap, p.GapSE - q.GapSE, float64(p.N - q.N)} {
				if !(math.Abs(d) < 1e-9) {
					t.Errorf("%s: %+v in a pool, %+v alone", c.Metric, p, q)
				}
			}
		}
	}
	if _, err := contest.Alone(source, make([]int, 11), 1, never); err == nil {
		t.Error("a gold that ties all models did not fail")
	}
}
