package converge_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/kendall"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
)

// reference is testdata/histograms.json, made by an independent numpy program
// as testdata/make_histograms.py says.
type reference struct {
	Replicates int      `json:"replicates"`
	Metrics    []string `json:"metrics"`
	Boards     map[string]struct {
		Outcomes   [][]string                  `json:"outcomes"`
		Histograms map[string]map[string][]int `json:"histograms"`
	} `json:"boards"`
}

func readReference(t *testing.T) *reference {
	t.Helper()
	data, err := os.ReadFile("testdata/histograms.json")
	if err != nil {
		t.Fatal(err)
	}
	r := new(reference)
	if err := json.Unmarshal(data, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func boardOf(t *testing.T, outcomes [][]string) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("m", len(outcomes)), results.Numbered("q", len(outcomes[0])), len(outcomes[0][0]), 1)
	if err != nil {
		t.Fatal(err)
	}
	for m, model := range outcomes {
		for q, row := range model {
			for i := range row {
				b.Row(m, q)[i] = row[i] - '0'
			}
		}
	}
	return b
}

func sourceOf(t testing.TB, b *results.Board, o bootstrap.Options) replicate.Source {
	t.Helper()
	s, err := bootstrap.New(b, o, 5)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func measure(t testing.TB, s replicate.Source, ms []metrics.Metric, gold []int, replicates int) []converge.Distribution {
	t.Helper()
	d, err := converge.Measure(context.Background(), s, ms, gold, converge.Options{Options: montecarlo.Options{Replicates: replicates}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// With both schemes, with and without replacement, on three boards of which
// one has a tie in gold, the share of replicates that have settled by n agrees
// with the reference within four standard errors of the difference at every n,
// and so does the mean.
func TestAgreesWithReference(t *testing.T) {
	ref := readReference(t)
	ms := boardtest.Parse(t, strings.Join(ref.Metrics, ","))
	for name, entry := range ref.Boards {
		b := boardOf(t, entry.Outcomes)
		for how, histograms := range entry.Histograms {
			o := bootstrap.Options{Replacement: strings.Contains(how, "with replacement")}
			if strings.HasPrefix(how, "columns") {
				o.Scheme = bootstrap.Columns
			}
			for _, d := range measure(t, sourceOf(t, b, o), ms, boardtest.Gold(t, b), ref.Replicates) {
				want := histograms[d.Metric]
				if len(want) != b.Trials()+1 {
					t.Fatalf("%s, %s: the reference has %d counts", name, d.Metric, len(want))
				}
				var ours, theirs float64
				for i, count := range d.Counts {
					ours += float64(count) / float64(d.Replicates)
					theirs += float64(want[i]) / float64(ref.Replicates)
					p := (ours + theirs) / 2
					if se := math.Sqrt(2 * p * (1 - p) / float64(ref.Replicates)); math.Abs(ours-theirs) > 4*se+1e-9 {
						t.Errorf("%s, %s, %s: by n = %d a share of %.4f has settled, in the reference %.4f ± %.4f", name, how, d.Metric, i+1, ours, theirs, se)
					}
				}
				compareMeans(t, name+", "+how, d, want)
			}
		}
	}
}

func compareMeans(t *testing.T, where string, d converge.Distribution, want []int) {
	t.Helper()
	reference := converge.Distribution{Metric: d.Metric, Replicates: d.Replicates, Counts: want[:len(want)-1]}
	mean, se := d.Mean()
	theirs, theirSE := reference.Mean()
	if math.IsNaN(mean) && math.IsNaN(theirs) {
		return
	}
	if math.Abs(mean-theirs) > 4*math.Hypot(se, theirSE)+1e-9 && d.Converged() > 0.001 {
		t.Errorf("%s, %s: mean %.3f ± %.3f, the reference has %.3f ± %.3f", where, d.Metric, mean, se, theirs, theirSE)
	}
}

// The definition, on the whole path: the smallest n from which every n' ≥ n
// agrees with gold. Brute force over all n compares with what the walk finds
// by stopping early.
func TestDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coins, err := sim.Random(rapid.IntRange(2, 4).Draw(t, "L"), rapid.IntRange(1, 6).Draw(t, "M"), 2, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		trials := rapid.IntRange(2, 12).Draw(t, "N")
		anyOrder := rapid.Bool().Draw(t, "any order of ties")
		gold := make([]int, len(coins.Models))
		for i := range gold {
			gold[i] = rapid.IntRange(0, 2).Draw(t, "gold")
		}
		gold[0], gold[1] = 0, 1 // not all tied
		list, err := metrics.Parse("bayes,pass@2", metrics.Options{})
		if err != nil {
			t.Fatal(err)
		}
		source := coins.Source(trials, 3)
		d, err := converge.Measure(context.Background(), source, list, gold, converge.Options{
			Options: montecarlo.Options{Replicates: 5}, AnyOrderOfTies: anyOrder, Worst: 5,
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range list {
			for _, r := range d[i].Worst {
				if want := bruteForce(t, source, m, gold, r.Index, anyOrder); r.N != want {
					t.Fatalf("%s, replicate %d settles at %d, want %d", m.Name(), r.Index, r.N, want)
				}
				trace, err := converge.Trace(t.Context(), source, m, gold, r.Index, anyOrder)
				if err != nil {
					t.Fatal(err)
				}
				if want := r.N % (trials + 1); trace.Settled != want {
					t.Fatalf("%s, replicate %d: the trace settles at %d, want %d", m.Name(), r.Index, trace.Settled, want)
				}
			}
		}
	})
}

// bruteForce compares every pair at every n, by scores recomputed from the
// tally.
func bruteForce(t *rapid.T, s replicate.Source, m metrics.Metric, gold []int, index int, anyOrder bool) int {
	walker := s.Walker()
	tally := walker.Draw(index)
	settled := tally.Trials + 1
	for n := tally.Trials; n >= m.FirstTrial(); n-- {
		levels, err := metrics.Ordinals(m, tally)
		if err != nil {
			t.Fatal(err)
		}
		for i := range gold {
			for j := range gold {
				agrees := (gold[i] < gold[j]) == (levels[i] < levels[j])
				if gold[i] == gold[j] && anyOrder {
					agrees = true
				}
				if !agrees {
					return settled
				}
			}
		}
		settled = n
		walker.Drop()
	}
	return settled
}

// The published statistics that the stand-ins were constructed to meet, as
// obtained by another program with 10⁵ row permutations: the mean
// convergence@n of Bayes@N and of the best Pass@k, within four standard errors
// here plus the rounding of the numbers; pass@4 and pass@8 never settle, nor
// pass@2 on either AIME.
func TestStandIns(t *testing.T) {
	const replicates = 10_000
	for name, want := range map[string]struct{ bayes, pass2 float64 }{
		"hmmt25":  {43.8, 69.9},
		"brumo25": {27.3, 48.5},
		"aime24":  {39.1, math.NaN()},
		"aime25":  {72.9, math.NaN()},
	} {
		b, err := sim.StandIn(name)
		if err != nil {
			t.Fatal(err)
		}
		d := measure(t, sourceOf(t, b, bootstrap.Options{}), boardtest.Parse(t, "bayes,pass@2,pass@4,pass@8"), boardtest.Gold(t, b), replicates)
		for i, want := range []float64{want.bayes, want.pass2, math.NaN(), math.NaN()} {
			mean, se := d[i].Mean()
			switch {
			case math.IsNaN(want):
				if d[i].Never() != 1 {
					t.Errorf("%s: %s settles in a share of %v, want never", name, d[i].Metric, d[i].Converged())
				}
			case math.Abs(mean-want) > 4*se+0.05:
				t.Errorf("%s: mean of %s is %.2f ± %.2f, want %.1f", name, d[i].Metric, mean, se, want)
			}
		}
	}
}

// With replacement, HMMT's second and third model (z = 0.6374 in the paper) are
// still in the wrong order at n = 80 in a share of about Φ(−0.6374) = 0.26 of
// the replicates, so at least that share never settles: the paper's mean of
// 44.2 cannot come from it.
func TestReplacementContradictsThePaper(t *testing.T) {
	b, err := sim.StandIn("hmmt25")
	if err != nil {
		t.Fatal(err)
	}
	d := measure(t, sourceOf(t, b, bootstrap.Options{Replacement: true}), boardtest.Parse(t, "bayes"), boardtest.Gold(t, b), 5000)
	if never := d[0].Never(); never < 0.25 {
		t.Errorf("a share of %v never settles, want at least 0.25", never)
	}
}

func TestDeterminism(t *testing.T) {
	b, err := sim.StandIn("brumo25")
	if err != nil {
		t.Fatal(err)
	}
	var all [][]converge.Distribution
	for _, workers := range []int{1, 2, 8} {
		d, err := converge.Measure(context.Background(), sourceOf(t, b, bootstrap.Options{}), boardtest.Parse(t, "bayes,pass@2,pass@4"), boardtest.Gold(t, b),
			converge.Options{Options: montecarlo.Options{Replicates: 1500, Workers: workers}, Worst: 4})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	if !reflect.DeepEqual(all[0], all[1]) || !reflect.DeepEqual(all[0], all[2]) {
		t.Error("the number of workers changes the result")
	}
	first := all[0][0].First
	for n, count := range all[0][0].Counts {
		if (count == 0) != (first[n] == -1) {
			t.Errorf("%d replicates settle at n = %d, the first is %d", count, n+1, first[n])
		}
	}
	if trace, err := converge.Trace(t.Context(), sourceOf(t, b, bootstrap.Options{}), boardtest.Parse(t, "bayes")[0], boardtest.Gold(t, b), first[29], false); err != nil || trace.Settled != 30 {
		t.Errorf("the first replicate that settles at 30 has a trace that settles at %d, %v", trace.Settled, err)
	}
	worst := all[0][0].Worst
	if len(worst) != 4 || !slices.IsSortedFunc(worst, func(a, b converge.Replicate) int { return b.N - a.N }) {
		t.Errorf("worst replicates %v: want four, the latest first", worst)
	}
}

// By hand: ten replicates, of which two settle at 1, three at 3, one at 4 = N,
// and four never.
func TestSummaries(t *testing.T) {
	d := converge.Distribution{Replicates: 10, Counts: []int{2, 0, 3, 1}}
	mean, se := d.Mean()
	// (2·1 + 3·3 + 4)/6 = 2.5; squares (2 + 27 + 16)/6 = 7.5; variance 1.25.
	if mean != 2.5 || math.Abs(se-math.Sqrt(1.25/5)) > 1e-15 {
		t.Errorf("mean %v ± %v, want 2.5 ± 0.5", mean, se)
	}
	if d.Converged() != 0.6 || d.Never() != 0.4 || d.BeforeLast() != 0.5 {
		t.Errorf("converged %v, never %v, before last %v; want 0.6, 0.4, 0.5", d.Converged(), d.Never(), d.BeforeLast())
	}
	// (2·1 + 3·3 + 4 + 4·5)/10 = 3.5; squares (2 + 27 + 16 + 100)/10 = 14.5; variance 2.25.
	if mean, se := d.Restricted(); mean != 3.5 || math.Abs(se-math.Sqrt(2.25/9)) > 1e-15 {
		t.Errorf("restricted mean %v ± %v, want 3.5 ± 0.5", mean, se)
	}
	if d.Last() != 4 || d.OnlyWithLast() != 0.1 {
		t.Errorf("the last settle at %d, a share of %v there, want 4 and 0.1", d.Last(), d.OnlyWithLast())
	}
	// Of ten replicates six settle: a share above 0.6 has no n.
	for q, want := range map[float64]int{0.1: 1, 0.2: 1, 0.25: 3, 0.5: 3, 0.6: 4, 0.65: 0, 0.95: 0, 1: 0} {
		if got := d.Quantile(q); got != want {
			t.Errorf("quantile %v is %d, want %d", q, got, want)
		}
	}
	none := converge.Distribution{Replicates: 3, Counts: []int{0, 0}}
	if mean, _ := none.Mean(); !math.IsNaN(mean) || none.Quantile(0.5) != 0 || none.Never() != 1 || none.Last() != 0 {
		t.Errorf("of nothing: mean %v, median %d", mean, none.Quantile(0.5))
	}
}

func TestErrors(t *testing.T) {
	coins := sim.PaperQuantile()
	source := coins.Source(4, 1)
	for name, c := range map[string]struct {
		metrics string
		gold    []int
		want    string
	}{
		"all tied": {"bayes", make([]int, 11), "gold ties all 11 models"},
		"k > N":    {"pass@8", coins.Gold(), "pass@8 has no score at n = 4"},
	} {
		_, err := converge.Measure(context.Background(), source, boardtest.Parse(t, c.metrics), c.gold, converge.Options{Options: montecarlo.Options{Replicates: 1}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(30*time.Millisecond, cancel)
	_, err := converge.Measure(ctx, source, boardtest.Parse(t, "bayes"), coins.Gold(), converge.Options{Options: montecarlo.Options{Replicates: 1 << 30}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// AgreesUpToTies against the definition by pairs is covered by TestDefinition;
// here, that a replicate allocates nothing.
func TestComparersAllocateNothing(t *testing.T) {
	c := kendall.NewComparer([]int{0, 1, 1, 2})
	keys := []uint64{1, 3, 2, 4}
	if !c.AgreesUpToTies(keys) || c.Agrees(keys) {
		t.Error("a swapped tie must agree up to ties, and not otherwise")
	}
	if n := testing.AllocsPerRun(100, func() { c.AgreesUpToTies(keys) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

// The workload of the paper's Fig. 1; one iteration is one replicate.
func BenchmarkFig1(b *testing.B) {
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		b.Fatal(err)
	}
	source := sourceOf(b, board, bootstrap.Options{})
	b.ReportAllocs()
	measure(b, source, boardtest.Parse(b, "bayes,pass@2,pass@4,pass@8"), boardtest.Gold(b, board), b.N)
}
