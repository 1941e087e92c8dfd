package exchangeability_test

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"settle/internal/rng"
	"settle/results"
	"settle/study/exchangeability"
)

// draw makes a board of models × questions with the trials that of gives each, whose
// outcomes are of the chance that p gives to a model, question and trial.
func draw(t testing.TB, models, questions, top int, r *rand.Rand, of func(m, q int) int, p func(m, q, trial int) float64) *results.Board {
	t.Helper()
	var trials []int
	for m := range models {
		for q := range questions {
			trials = append(trials, of(m, q))
		}
	}
	b, err := results.NewUnequalBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	for m := range models {
		for q := range questions {
			for trial := range b.Row(m, q) {
				for range top {
					if r.Float64() < p(m, q, trial) {
						b.Row(m, q)[trial]++
					}
				}
			}
		}
	}
	return b
}

func test(t testing.TB, b *results.Board, seed uint64) exchangeability.Result {
	t.Helper()
	r, err := exchangeability.Test(context.Background(), b, seed, 1)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// uShaped are chances by model and question, most of them near 0 and 1.
func uShaped(r *rand.Rand, models, questions int) [][]float64 {
	chances := make([][]float64, models)
	for m := range chances {
		for range questions {
			x := r.Float64()
			chances[m] = append(chances[m], x*x*(3-2*x))
		}
	}
	return chances
}

// Boards of exchangeable trials fail in no more than a share p of boards at level p,
// whatever their shape: at 5 % and at the level of the package, four standard errors
// of the boards allowed.
func TestLevel(t *testing.T) {
	for name, board := range map[string]func(r *rand.Rand) *results.Board{
		"two trials of 30 questions": func(r *rand.Rand) *results.Board {
			p := uShaped(r, 4, 30)
			return draw(t, 4, 30, 1, r, func(int, int) int { return 2 }, func(m, q, _ int) float64 { return p[m][q] })
		},
		"many trials of rare successes": func(r *rand.Rand) *results.Board {
			return draw(t, 3, 20, 1, r, func(int, int) int { return 40 }, func(int, int, int) float64 { return 0.02 })
		},
		"one question": func(r *rand.Rand) *results.Board {
			return draw(t, 5, 1, 1, r, func(int, int) int { return 12 }, func(int, int, int) float64 { return 0.4 })
		},
		"unequal": func(r *rand.Rand) *results.Board {
			p := uShaped(r, 6, 25)
			return draw(t, 6, 25, 1, r, func(m, q int) int { return (3*m + 5*q) % 11 }, func(m, q, _ int) float64 { return p[m][q] })
		},
		"graded": func(r *rand.Rand) *results.Board {
			p := uShaped(r, 2, 15)
			return draw(t, 2, 15, 4, r, func(int, int) int { return 8 }, func(m, q, _ int) float64 { return p[m][q] })
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rng.New(1, name, 0))
			const boards = 2000
			var five, level float64
			for i := range boards {
				result := test(t, board(r), uint64(i))
				if result.P <= 0.05 {
					five++
				}
				if result.Failed() {
					level++
				}
			}
			if most := 0.05*boards + 4*math.Sqrt(0.05*0.95*boards); five > most {
				t.Errorf("%v of %v boards fail at 5 %%", five, boards)
			}
			if most := exchangeability.Level*boards + 4*math.Sqrt(exchangeability.Level*boards); level > most {
				t.Errorf("%v of %v boards fail at the level of the package", level, boards)
			}
			t.Logf("%.1f %% at 5 %%, %.1f %% at the level", 100*five/boards, 100*level/boards)
		})
	}
}

// Boards with a drift, and boards with trials that all questions share, fail for the right
// model and the right test, and for no other.
func TestPower(t *testing.T) {
	r := rand.New(rng.New(1, "power", 0))
	eight := func(int, int) int { return 8 }
	var drifts, shared, all int
	const boards = 50
	for i := range boards {
		p := uShaped(r, 5, 100)
		// Model 3 loses 20 points from the first trial to the last.
		b := draw(t, 5, 100, 1, r, eight, func(m, q, trial int) float64 {
			if m == 2 {
				return 0.05 + 0.85*p[m][q] - 0.2*(float64(trial)/7-0.5)
			}
			return p[m][q]
		})
		if result := test(t, b, uint64(i)); result.Failed() && result.Models[2].Drift <= exchangeability.Level && !result.Models[2].Up &&
			result.Models[2].Correlation < 0 && !result.Models[0].Failed() {
			drifts++
		}
		// Whole trials of model 1 are 15 points better or worse, as a coin says.
		luck := make([]float64, 8)
		for i := range luck {
			luck[i] = 0.15 * float64(1-2*r.IntN(2))
		}
		b = draw(t, 5, 100, 1, r, eight, func(m, q, trial int) float64 {
			if m == 0 {
				return 0.2 + 0.6*p[m][q] + luck[trial]
			}
			return p[m][q]
		})
		if result := test(t, b, uint64(i)); result.Failed() && result.Models[0].Dependence <= exchangeability.Level &&
			result.Models[0].Overdispersion > 2 && !result.Models[3].Failed() {
			shared++
		}
		// Every model gains 3 points from the first trial to the last: too little to be
		// seen of one, not of twenty.
		many := uShaped(r, 20, 100)
		b = draw(t, 20, 100, 1, r, eight, func(m, q, trial int) float64 {
			return 0.05 + 0.9*many[m][q] + 0.05*(float64(trial)/7-0.5)
		})
		if result := test(t, b, uint64(i)); result.Failed() && result.Drift <= exchangeability.Level && result.Up {
			all++
		}
	}
	t.Logf("of %d: %d drifts, %d dependences, %d drifts of all", boards, drifts, shared, all)
	// The drift has z ≈ 0.2/7·42·100 / √(100·0.17·42) ≈ 4.5, less as the chances are clipped; that of all
	// √20·0.05/7·42·100 / √(100·0.17·42) ≈ 5.
	if drifts < 35 || shared < 45 || all < 45 {
		t.Errorf("of %d boards %d show the drift, %d the dependence and %d the drift of all", boards, drifts, shared, all)
	}
}

// Two orders of a board that are one another's reverse drift the other way and are
// otherwise alike; a board whose questions do not vary cannot be tested, nor can one
// trial.
func TestSymmetry(t *testing.T) {
	r := rand.New(rng.New(1, "symmetry", 0))
	p := func(_, q, trial int) float64 { return 0.2 + 0.08*float64(trial) }
	b := draw(t, 2, 40, 1, r, func(int, int) int { return 6 }, p)
	first := test(t, b, 3)
	for m := range 2 {
		for q := range 40 {
			row := b.Row(m, q)
			for i := range len(row) / 2 {
				row[i], row[len(row)-1-i] = row[len(row)-1-i], row[i]
			}
		}
	}
	second := test(t, b, 3)
	if !first.Up || second.Up || first.Models[0].Correlation < 0.5 ||
		math.Abs(first.Models[0].Correlation+second.Models[0].Correlation) > 1e-12 ||
		math.Abs(first.Models[1].Overdispersion-second.Models[1].Overdispersion) > 1e-9 {
		t.Errorf("a board: %+v\nreversed: %+v", first, second)
	}
	for name, flat := range map[string]*results.Board{
		"one trial": draw(t, 2, 9, 1, r, func(int, int) int { return 1 }, p),
		"no luck":   draw(t, 2, 9, 1, r, func(int, int) int { return 5 }, func(m, _, _ int) float64 { return float64(m) }),
	} {
		if result := test(t, flat, 3); !math.IsNaN(result.P) || result.Failed() || result.Models[0].Failed() {
			t.Errorf("%s: %+v, want nothing", name, result)
		}
	}
}

// The workers do not change a bit.
func TestWorkers(t *testing.T) {
	r := rand.New(rng.New(1, "workers", 0))
	b := draw(t, 3, 20, 1, r, func(m, q int) int { return 5 + (m+q)%4 }, func(_, _, trial int) float64 { return 0.1 + 0.1*float64(trial) })
	one := test(t, b, 3)
	three, err := exchangeability.Test(context.Background(), b, 3, 3)
	if err != nil || one.Draws == 0 || !reflect.DeepEqual(one, three) {
		t.Errorf("one worker %+v, three %+v, %v", one, three, err)
	}
}

// enumerated visits every order of the trials of every question, as boards.
func enumerated(b *results.Board, q int, visit func()) {
	if q == len(b.Questions) {
		visit()
		return
	}
	row := b.Row(0, q)
	var swap func(i int)
	swap = func(i int) {
		if i == len(row) {
			enumerated(b, q+1, visit)
			return
		}
		for j := i; j < len(row); j++ {
			row[i], row[j] = row[j], row[i]
			swap(i + 1)
			row[i], row[j] = row[j], row[i]
		}
	}
	swap(0)
}

// statistics returns the slope of the outcomes on the trial number and the variance of the
// trial means, from their definitions.
func statistics(b *results.Board) (slope, spread float64) {
	sums := make([]float64, b.MostTrials())
	for q := range b.Questions {
		row := b.Row(0, q)
		mean, middle := 0.0, float64(len(row)-1)/2
		for _, x := range row {
			mean += float64(x) / float64(len(row))
		}
		for i, x := range row {
			slope += (float64(i) - middle) * (float64(x) - mean)
			sums[i] += float64(x) - mean
		}
	}
	for _, s := range sums {
		spread += s * s
	}
	return slope, spread
}

// On boards of one model that are small enough to be put into every order, moments of
// the statistics are those of the orders, and the probability of permutations is
// the share of all orders that are as striking: at most as likely, by either of the
// two approximations.
func TestAgainstAllOrders(t *testing.T) {
	for _, rows := range [][][]uint8{
		{{0, 0, 1, 1}, {0, 0, 0, 1}, {0, 1, 1, 1}},
		{{0, 1, 2}, {0, 0, 1}, {0, 2, 2}, {0, 1, 1}},
		{{0, 1}, {0, 0, 1, 1}, {0, 0, 1}, {1, 0}, {0, 1}},
	} {
		var trials []int
		for _, row := range rows {
			trials = append(trials, len(row))
		}
		b, err := results.NewUnequalBoard([]string{"m"}, results.Numbered("q", len(rows)), trials, 2)
		if err != nil {
			t.Fatal(err)
		}
		for q, row := range rows {
			copy(b.Row(0, q), row)
		}
		var n, slopes, spreads, spreads2 float64
		enumerated(b, 0, func() {
			slope, spread := statistics(b)
			n, slopes, spreads, spreads2 = n+1, slopes+slope*slope, spreads+spread, spreads2+spread*spread
		})
		sd, mean := math.Sqrt(slopes/n), spreads/n
		sdSpread := math.Sqrt(spreads2/n - mean*mean)
		seen := test(t, b, 3)
		slope, spread := statistics(b)
		linear, squared := exchangeability.Standardised(b)
		if math.Abs(linear-slope/sd) > 1e-9 || math.Abs(squared-(spread-mean)/sdSpread) > 1e-9 {
			t.Errorf("%v: statistics %v and %v, by all orders %v and %v", rows, linear, squared, slope/sd, (spread-mean)/sdSpread)
		}
		least := exchangeability.Least(b)
		var striking float64
		enumerated(b, 0, func() {
			if exchangeability.Least(b) <= least*(1+1e-9) {
				striking++
			}
		})
		want := striking / n
		if got := seen.P; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/float64(seen.Draws))+1/float64(seen.Draws) {
			t.Errorf("%v: p = %v with %d draws, of all %v orders %v", rows, got, seen.Draws, n, want)
		}
	}
}

// Over all orders of the trials of three questions, one of which has fewer, two trials agree
// as often as agreement says: the mean and the variance of a count.
func TestAgreementOfAllOrders(t *testing.T) {
	rows := [][]uint8{{0, 0, 1, 1}, {0, 1, 1, 1}, {1, 0, 0}}
	b, err := results.NewUnequalBoard([]string{"m"}, results.Numbered("q", 3), []int{4, 4, 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for q, row := range rows {
		copy(b.Row(0, q), row)
	}
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 3}, {2, 3}} {
		var n, sum, squares float64
		enumerated(b, 0, func() {
			agreed := 0.0
			for q := range rows {
				if row := b.Row(0, q); pair[1] < len(row) && row[pair[0]] == row[pair[1]] {
					agreed++
				}
			}
			if got, _, _ := exchangeability.Agreed(b, pair[0], pair[1]); float64(got) != agreed {
				t.Fatalf("trials %v agree on %v questions, not %d", pair, agreed, got)
			}
			n, sum, squares = n+1, sum+agreed, squares+agreed*agreed
		})
		_, mean, variance := exchangeability.Agreed(b, pair[0], pair[1])
		if wanted := sum / n; math.Abs(mean-wanted) > 1e-12 || math.Abs(variance-(squares/n-wanted*wanted)) > 1e-12 {
			t.Errorf("trials %v: mean %v, variance %v, by all orders %v and %v", pair, mean, variance, wanted, squares/n-wanted*wanted)
		}
	}
}

// A model repeats itself if all trials of ten questions agree and it has both outcomes.
func TestRepeats(t *testing.T) {
	r := rand.New(rng.New(1, "repeats", 0))
	half := func(_, q, _ int) float64 { return float64(q % 2) }
	two := func(int, int) int { return 2 }
	for name, c := range map[string]struct {
		b    *results.Board
		want int
	}{
		"ten questions": {draw(t, 3, 10, 1, r, two, half), 3},
		"nine":          {draw(t, 3, 9, 1, r, two, half), 0},
		"one outcome":   {draw(t, 3, 10, 1, r, two, func(int, int, int) float64 { return 1 }), 0},
		"one trial":     {draw(t, 3, 10, 1, r, func(int, int) int { return 1 }, half), 0},
		"one question is": {draw(t, 3, 12, 1, r, func(m, _ int) int { return 2 + m }, func(m, q, trial int) float64 {
			if m == 2 && q == 3 && trial == 1 {
				return 0 // the others are right
			}
			return half(m, q, trial)
		}), 2},
		"some have one trial": {draw(t, 3, 12, 1, r, func(_, q int) int { return min(q, 2) }, half), 3},
	} {
		if got := exchangeability.Repeats(c.b); len(got) != c.want {
			t.Errorf("%s: models %v, want %d", name, got, c.want)
		}
	}
}

// Copies of the first trial in three of ten cells are found, by the trials that they are.
func TestCopies(t *testing.T) {
	r := rand.New(rng.New(1, "copies", 0))
	const boards = 20
	found := 0
	for i := range boards {
		b := draw(t, 4, 300, 1, r, func(int, int) int { return 4 }, func(int, int, int) float64 { return 0.5 })
		for m := range b.Models {
			for q := range b.Questions {
				if r.Float64() < 0.3 {
					b.Row(m, q)[2] = b.Row(m, q)[0]
				}
			}
		}
		result := test(t, b, uint64(i))
		alike := result.Models[1].Alike
		if result.Copies <= exchangeability.Level && alike.First == 1 && alike.Second == 3 && float64(alike.Agreed) > alike.Expected {
			found++
		}
	}
	// About 1,000 of the 1,200 rows differ. Two trials agree on 43 % of them by chance and on
	// 58 % here, which is ten standard deviations more.
	if found < boards-1 {
		t.Errorf("copies are found on %d of %d boards", found, boards)
	}
}

func BenchmarkTest(b *testing.B) {
	r := rand.New(rng.New(1, "benchmark", 0))
	p := uShaped(r, 63, 198)
	board := draw(b, 63, 198, 1, r, func(int, int) int { return 16 }, func(m, q, _ int) float64 { return p[m][q] })
	drifting := draw(b, 63, 198, 1, r, func(int, int) int { return 16 }, func(m, q, trial int) float64 { return p[m][q] - 0.01*float64(trial) })
	for name, board := range map[string]*results.Board{"exchangeable": board, "drifting": drifting} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				test(b, board, 3)
			}
		})
	}
}
