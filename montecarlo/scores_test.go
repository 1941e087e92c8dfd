package montecarlo_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/results"
)

// randomBoard returns three models on four questions, seven trials each.
func randomBoard(t testing.TB, top int) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("m", 3), results.Numbered("q", 4), 7, top)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(top), 9))
	for m := range 3 {
		for q := range 4 {
			for i := range b.Row(m, q) {
				b.Row(m, q)[i] = uint8(r.IntN(top + 1))
			}
		}
	}
	return b
}

func source(t testing.TB, b *results.Board, o bootstrap.Options) replicate.Source {
	t.Helper()
	s, err := bootstrap.New(b, o, 11)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func follow(
	t testing.TB, s replicate.Source, ms []metrics.Metric, w montecarlo.Wanted, o montecarlo.Options,
) montecarlo.Followed {
	t.Helper()
	found, err := montecarlo.Follow(t.Context(), s, ms, w, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// checkSpread holds the mean to five standard errors and the standard deviation to a
// twentieth: of 20,000 replicates its own relative error is about 1/√40000, or a little
// more where tails are long.
func checkSpread(t *testing.T, what string, got montecarlo.Spread, mean, sd float64) {
	t.Helper()
	if !(math.Abs(got.Mean-mean) <= 5*got.SE+1e-12) {
		t.Errorf("%s: mean %.6f ± %.6f, want %.6f", what, got.Mean, got.SE, mean)
	}
	if !(math.Abs(got.SD-sd) <= 0.05*sd+1e-12) {
		t.Errorf("%s: standard deviation %.6f, want %.6f", what, got.SD, sd)
	}
}

// Of rows, questions are independent, and c of question q is binomial with the board's
// share p of q, or hypergeometric without replacement. So avg has the mean of p, and the
// variance Σ p(1−p)/(nM²), times (N−n)/(N−1) without replacement. Pass@2 is unbiased: with
// replacement it has the mean of 1−(1−p)², without that of the board's own Pass@2. Bayes@n
// is (n·avg + 1)/(n + 2).
func TestScoresOfRows(t *testing.T) {
	b := randomBoard(t, 1)
	ms := boardtest.Parse(t, "avg,bayes,pass@2")
	own := metrics.Scores(ms[2], b.TallyAll(), nil)
	for _, replacement := range []bool{true, false} {
		found := follow(t, source(t, b, bootstrap.Options{Replacement: replacement}), ms,
			montecarlo.Wanted{Scores: true}, montecarlo.Options{Replicates: 20_000})
		for m := range b.Models {
			var mean, variance, passed float64
			for q := range b.Questions {
				p := float64(b.TallyAll().Row(m)[q]) / 7
				mean += p / 4
				variance += p * (1 - p) / 16
				passed += (1 - (1-p)*(1-p)) / 4
			}
			for i, p := range found.Scores[0].Points {
				n := float64(p.N)
				sd := math.Sqrt(variance / n)
				if !replacement {
					sd *= math.Sqrt((7 - n) / 6)
				}
				what := fmt.Sprintf("replacement %v, n = %d, model %d", replacement, p.N, m)
				checkSpread(t, "avg, "+what, p.Models[m], mean, sd)
				checkSpread(t, "bayes, "+what, found.Scores[1].Points[i].Models[m], (n*mean+1)/(n+2), n*sd/(n+2))
			}
			for _, p := range found.Scores[2].Points {
				want := own[m]
				if replacement {
					want = passed
				}
				if got := p.Models[m]; !(math.Abs(got.Mean-want) <= 5*got.SE+1e-12) {
					t.Errorf("pass@2, replacement %v, n = %d, model %d: mean %.5f ± %.5f, want %.5f",
						replacement, p.N, m, got.Mean, got.SE, want)
				}
			}
		}
		if first := found.Scores[2].Points[0].N; first != 2 {
			t.Errorf("pass@2 begins at n = %d", first)
		}
	}
}

// Of columns, every sequence of whole trials is as likely as any other: all of them are
// scored by Pass@2 = 1 − C(n−c, 2)/C(n, 2) and by the mean.
func TestScoresOfColumnsByEnumeration(t *testing.T) {
	b := randomBoard(t, 1)
	const n = 3
	for _, replacement := range []bool{true, false} {
		for _, paired := range []bool{true, false} {
			o := bootstrap.Options{Scheme: bootstrap.Columns, Replacement: replacement, Paired: paired}
			found := follow(t, source(t, b, o), boardtest.Parse(t, "avg,pass@2"),
				montecarlo.Wanted{Scores: true, At: []int{n}}, montecarlo.Options{Replicates: 20_000})
			for m := range b.Models {
				var avg, pass []float64
				for code := range 7 * 7 * 7 {
					drawn := []int{code / 49, code / 7 % 7, code % 7}
					if !replacement && (drawn[0] == drawn[1] || drawn[0] == drawn[2] || drawn[1] == drawn[2]) {
						continue
					}
					var sum, passed float64
					for q := range b.Questions {
						c := 0
						for _, trial := range drawn {
							c += int(b.Row(m, q)[trial])
						}
						sum += float64(c) / n / 4
						passed += (1 - float64((n-c)*(n-c-1))/(n*(n-1))) / 4
					}
					avg, pass = append(avg, sum), append(pass, passed)
				}
				what := fmt.Sprintf("%+v, model %d", o, m)
				for i, scores := range [][]float64{avg, pass} {
					mean, sd := meanAndDeviation(scores)
					checkSpread(t, found.Scores[i].Metric+", "+what, found.Scores[i].Points[0].Models[m], mean, sd)
				}
			}
		}
	}
}

func meanAndDeviation(values []float64) (mean, sd float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		sd += (v - mean) * (v - mean) / float64(len(values))
	}
	return mean, math.Sqrt(sd)
}

// outsideMetric is a metric from outside the module, of scores of both signs.
type outsideMetric struct{}

func (outsideMetric) Name() string         { return "elsewhere" }
func (outsideMetric) FirstTrial() int      { return 1 }
func (outsideMetric) Check(int, int) error { return nil }
func (outsideMetric) Score(t *results.Tally, model int) float64 {
	return math.Log((1 + float64(t.Totals[model])) / float64(t.Questions*t.Trials))
}

// Everything is compared with all replicates' scores in a list, drawn one by one and
// scored by metrics.Scores: the mean and standard deviation by their definition, the
// interval by sorting. Its ends are exact, or outside by at most the resolution, which
// is less than 1/2000 of the range of scores.
func TestScoresAgreeWithAList(t *testing.T) {
	w, err := metrics.ParseWeights("-1,1/2,3")
	if err != nil {
		t.Fatal(err)
	}
	uneven := boardtest.Unequal(t, 1, rand.New(rand.NewPCG(5, 5)))
	binary := append(boardtest.Parse(t, "bayes,pass@2,mgpass@5,pass-naive@40,pass@45,auc@9"), outsideMetric{})
	graded := []metrics.Metric{metrics.Avg(w), metrics.Bayes(w, randomBoard(t, 2).TallyAll()), metrics.MaxAtK(3, w)}
	for name, c := range map[string]struct {
		source replicate.Source
		ms     []metrics.Metric
	}{
		"rows":    {source(t, randomBoard(t, 1), bootstrap.Options{Replacement: true, Trials: 60}), binary},
		"columns": {source(t, randomBoard(t, 2), bootstrap.Options{Scheme: bootstrap.Columns}), graded},
		"unequal": {source(t, uneven, bootstrap.Options{Replacement: true, Trials: 50}), binary},
		"fitted":  {source(t, randomBoard(t, 1), bootstrap.Options{}), boardtest.Parse(t, "bayes:fitted")},
	} {
		last := c.source.Shape().Trials
		for _, replicates := range []int{1, 2, 39, 400} {
			if name == "fitted" && replicates > 39 {
				continue
			}
			wanted := montecarlo.Wanted{Scores: true, At: []int{last - 2, last}}
			found := follow(t, c.source, c.ms, wanted, montecarlo.Options{Replicates: replicates})
			for i, m := range c.ms {
				for at, n := range []int{last - 2, last} {
					checkAgainstList(t, name, found.Scores[i].Points[at], m, list(c.source, m, n, replicates))
				}
			}
		}
	}
}

// list returns the scores of all replicates at n, by model.
func list(s replicate.Source, m metrics.Metric, n, replicates int) [][]float64 {
	all := make([][]float64, s.Shape().Models)
	walker := s.Walker()
	for r := range replicates {
		tally := walker.Draw(r)
		for tally.Trials > n {
			walker.Drop()
		}
		for model, score := range metrics.Scores(m, tally, nil) {
			all[model] = append(all[model], score)
		}
	}
	return all
}

func checkAgainstList(t *testing.T, what string, p montecarlo.ScorePoint, m metrics.Metric, all [][]float64) {
	t.Helper()
	for model, scores := range all {
		got, count := p.Models[model], len(scores)
		mean, sd := meanAndDeviation(scores)
		se := sd / math.Sqrt(float64(count-1))
		sd = se * math.Sqrt(float64(count))
		if count == 1 {
			if !math.IsNaN(got.SD) || !math.IsNaN(got.SE) {
				t.Errorf("%s, %s: %+v of one replicate has a spread", what, m.Name(), got)
			}
		} else if math.Abs(got.SD-sd) > 1e-9 || math.Abs(got.SE-se) > 1e-9 {
			t.Errorf("%s, %s, n = %d: standard deviation %v ± %v, want %v ± %v", what, m.Name(), p.N, got.SD, got.SE, sd, se)
		}
		if math.Abs(got.Mean-mean) > 1e-12 {
			t.Errorf("%s, %s, n = %d: mean %v, want %v", what, m.Name(), p.N, got.Mean, mean)
		}
		slices.Sort(scores)
		k := max(1, (count+1)/40)
		lo, hi := scores[k-1], scores[count-k]
		if !(lo-p.Resolution-1e-15 <= got.Lo && got.Lo <= lo+1e-15 && hi-1e-15 <= got.Hi && got.Hi <= hi+p.Resolution+1e-15) {
			t.Errorf("%s, %s, n = %d, model %d: [%v, %v], by sorting [%v, %v] with a resolution of %v",
				what, m.Name(), p.N, model, got.Lo, got.Hi, lo, hi, p.Resolution)
		}
		if got.Lo < scores[0]-1e-15 || got.Hi > scores[count-1]+1e-15 {
			t.Errorf("%s, %s: [%v, %v] is beyond all scores", what, m.Name(), got.Lo, got.Hi)
		}
		if most := 4. / 2000; p.Resolution > most { // −1..3 is the widest range of all
			t.Errorf("%s, %s: a resolution of %v", what, m.Name(), p.Resolution)
		}
	}
}

// A board on which all trials agree has one replicate only, whatever is drawn: the score
// itself, without error or spread. C(80, 40) is wider than 63 bits.
func TestScoresWithoutSpread(t *testing.T) {
	b, err := results.NewBoard([]string{"a", "b"}, []string{"q", "r", "s"}, 80, 1)
	if err != nil {
		t.Fatal(err)
	}
	for q := range 3 {
		for i := range b.Row(0, q) {
			b.Row(0, q)[i] = 1
		}
	}
	found := follow(t, source(t, b, bootstrap.Options{Replacement: true}),
		boardtest.Parse(t, "avg,pass@8,pass@40,pass-naive@3"),
		montecarlo.Wanted{Scores: true, At: []int{40, 79, 80}}, montecarlo.Options{Replicates: 30})
	for _, s := range found.Scores {
		for _, p := range s.Points {
			want := []montecarlo.Spread{{Mean: 1, Lo: 1, Hi: 1}, {}}
			if !slices.Equal(p.Models, want) {
				t.Errorf("%s at n = %d: %+v, want %+v", s.Metric, p.N, p.Models, want)
			}
		}
	}
}

// Any number of workers gives the same scores to the last bit; those at some n are those
// of all; and τ is the same beside scores and without.
func TestScoresStayTheSame(t *testing.T) {
	b := randomBoard(t, 1)
	s, gold := source(t, b, bootstrap.Options{Replacement: true}), boardtest.Gold(t, b)
	ms := append(boardtest.Parse(t, "bayes,pass@2,pass@7"), outsideMetric{})
	both := montecarlo.Wanted{Gold: gold, Scores: true}
	one := follow(t, s, ms, both, montecarlo.Options{Replicates: 700, Workers: 1})
	for _, workers := range []int{2, 8, 33} {
		many := follow(t, s, ms, both, montecarlo.Options{Replicates: 700, Workers: workers})
		if !reflect.DeepEqual(one, many) {
			t.Errorf("%d workers give other numbers than one", workers)
		}
	}
	some := follow(t, s, ms, montecarlo.Wanted{Scores: true, At: []int{2, 7}}, montecarlo.Options{Replicates: 700})
	for i, scores := range some.Scores {
		var want []montecarlo.ScorePoint
		for _, p := range one.Scores[i].Points {
			if p.N == 2 || p.N == 7 {
				want = append(want, p)
			}
		}
		if !reflect.DeepEqual(scores.Points, want) {
			t.Errorf("%s at 2 and 7: %+v, want %+v", scores.Metric, scores.Points, want)
		}
	}
	alone := follow(t, s, ms, montecarlo.Wanted{Gold: gold}, montecarlo.Options{Replicates: 700})
	if !reflect.DeepEqual(alone.Curves, one.Curves) || alone.Scores != nil {
		t.Errorf("τ alone is not τ beside scores")
	}
}

// Memory does not grow with the replicates: ten thousand more cost no more than counts
// that reach a little further.
func TestScoresDoNotAllocate(t *testing.T) {
	s, ms := source(t, randomBoard(t, 1), bootstrap.Options{Replacement: true}), boardtest.Parse(t, "bayes,pass@2")
	mallocs := func(replicates int) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		follow(t, s, ms, montecarlo.Wanted{Scores: true}, montecarlo.Options{Replicates: replicates, Workers: 1})
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(10)
	if few, many := mallocs(2_000), mallocs(12_000); many > few+1_000 {
		t.Errorf("%d allocations for 2000 replicates, %d for 12000", few, many)
	}
}
