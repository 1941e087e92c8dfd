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
	"settle/internal/boardtest"
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

// sources are the five ways of drawing replicates that the reference knows.
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
	if err == nil || !strings.Contains(err.Error(), "two models or more") {
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
