package ranking

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

var conventions = []Convention{Competition, CompetitionMax, Dense, Average}

func drawScores(t *rapid.T) []float64 {
	n := rapid.IntRange(0, 30).Draw(t, "n")
	distinct := rapid.SampledFrom([]int{1, 3, 10, 1000}).Draw(t, "distinct")
	scores := make([]float64, n)
	for i := range scores {
		scores[i] = float64(rapid.IntRange(0, distinct-1).Draw(t, "score")) / float64(distinct)
	}
	return scores
}

func drawSigmas(t *rapid.T, n int) []float64 {
	return rapid.SliceOfN(rapid.Float64Range(0, 0.2), n, n).Draw(t, "sigmas")
}

// TestDocumented has the examples that name the conventions.
func TestDocumented(t *testing.T) {
	scores := []float64{0.9, 0.5, 0.5, 0.1}
	for convention, want := range map[Convention][]float64{
		Competition:    {1, 2, 2, 4},
		CompetitionMax: {1, 3, 3, 4},
		Dense:          {1, 2, 2, 3},
		Average:        {1, 2.5, 2.5, 4},
	} {
		if got := ByScore(scores).Ranks(convention); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", convention, got, want)
		}
	}
}

// TestTable1Gold has the true means of the paper's coins, LLM₁₁ first, and
// their ranks as Table 1 prints them. The paper lists the means by the shape
// of the coins, so LLM₈ comes behind LLM₇.
func TestTable1Gold(t *testing.T) {
	means := []float64{0.7327, 0.6213, 0.608, 0.5276, 0.5418, 0.4466, 0.3642, 0.3642, 0.3604, 0.2545, 0.2332}
	want := []float64{1, 2, 3, 5, 4, 6, 7, 7, 8, 9, 10}
	if got := ByScore(means).Ranks(Dense); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestConventions checks each convention against its definition by counting.
func TestConventions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t)
		order := ByScore(scores)
		ranks := make(map[Convention][]float64)
		for _, convention := range conventions {
			ranks[convention] = order.Ranks(convention)
		}
		levels := order.Levels()
		for model, score := range scores {
			better, atLeast := 0, 0
			betterScores, worseScores := map[float64]bool{}, map[float64]bool{}
			for _, other := range scores {
				if other > score {
					better++
					betterScores[other] = true
				}
				if other >= score {
					atLeast++
				}
				if other < score {
					worseScores[other] = true
				}
			}
			competition, competitionMax := float64(1+better), float64(atLeast)
			for convention, want := range map[Convention]float64{
				Competition:    competition,
				CompetitionMax: competitionMax,
				Dense:          float64(1 + len(betterScores)),
				Average:        (competition + competitionMax) / 2,
			} {
				if got := ranks[convention][model]; got != want {
					t.Errorf("model %d: %v rank %v, want %v", model, convention, got, want)
				}
			}
			if got, want := levels[model], len(worseScores); got != want {
				t.Errorf("model %d: level %d, want %d", model, got, want)
			}
		}
	})
}

// TestInvariance checks that ranks do not depend on how models are numbered,
// nor on the scores beyond their order.
func TestInvariance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t)
		stretched := make([]float64, len(scores))
		for i, score := range scores {
			stretched[i] = math.Exp(3*score) - 7
		}
		numbering := rapid.Permutation(ByScore(scores).Models).Draw(t, "numbering")
		for _, convention := range conventions {
			ranks := ByScore(scores).Ranks(convention)
			if got := ByScore(stretched).Ranks(convention); !slices.Equal(got, ranks) {
				t.Errorf("%v: %v with the scores stretched, want %v", convention, got, ranks)
			}
			got, want := ByScore(pick(scores, numbering)).Ranks(convention), pick(ranks, numbering)
			if !slices.Equal(got, want) {
				t.Errorf("%v: %v with the models renumbered, want %v", convention, got, want)
			}
		}
	})
}

// TestOrder checks what Order promises: best first, ties by index.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := drawScores(t)
		order := ByScore(scores)
		if len(order.Models) != len(scores) || len(order.Tied) != len(scores) {
			t.Fatalf("%d models, %d ties for %d scores", len(order.Models), len(order.Tied), len(scores))
		}
		for place, model := range order.Models {
			if place == 0 {
				if order.Tied[0] {
					t.Error("the first model ties with nobody")
				}
				continue
			}
			above := order.Models[place-1]
			if scores[above] < scores[model] || scores[above] == scores[model] && above >= model {
				t.Errorf("model %d stands above model %d", above, model)
			}
			if order.Tied[place] != (scores[above] == scores[model]) {
				t.Errorf("place %d: tied %v", place, order.Tied[place])
			}
		}
	})
}

// TestByCompare ranks keys of two words, as wide integers have.
func TestByCompare(t *testing.T) {
	keys := [][]uint64{{1, 0}, {0, 9}, {1, 5}, {0, 9}, {1, math.MaxUint64}}
	order := ByCompare(len(keys), func(i, j int) int { return slices.Compare(keys[i], keys[j]) })
	if got, want := order.Ranks(Competition), []float64{3, 4, 2, 4, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := order.Levels(), []int{1, 0, 2, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("levels %v, want %v", got, want)
	}
}

// TestExactTies has scores 5e-14 and one unit in the last place apart: they
// are different.
func TestExactTies(t *testing.T) {
	scores := []float64{0.5, 0.5 + 5e-14, math.Nextafter(0.5, 1), 0.5, math.Inf(1), math.Copysign(0, -1), 0}
	want := []float64{4, 2, 3, 4, 1, 5, 5}
	if got := ByScore(scores).Ranks(Dense); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTie checks that ties chain, are added to those there were, leave the
// receiver alone, and compare models that tied before as a group.
func TestTie(t *testing.T) {
	order := ByScore([]float64{0.1, 0.5, 0.5, 0.45, 0.3})
	var asked [][2]int
	with := order.Tie(func(above, below int) bool {
		asked = append(asked, [2]int{above, below})
		return above == 2 && below == 3 || below == 4
	})
	if want := [][2]int{{1, 3}, {2, 3}, {3, 4}, {4, 0}}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	if got, want := with.Ranks(Competition), []float64{5, 1, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := order.Ranks(Competition), []float64{5, 1, 1, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("the receiver now has ranks %v, want %v", got, want)
	}
}

// TestArrange checks that models only change places with those that they tie with.
func TestArrange(t *testing.T) {
	order := ByScore([]float64{0.5, 0.1, 0.5, 0.9, 0.5})
	by := []int{7, 1, 9, 0, 7}
	arranged := order.Arrange(func(i, j int) int { return by[i] - by[j] })
	if want := []int{3, 2, 0, 4, 1}; !slices.Equal(arranged.Models, want) || !slices.Equal(arranged.Tied, order.Tied) {
		t.Errorf("the order is %v, tied %v, want %v, tied %v", arranged.Models, arranged.Tied, want, order.Tied)
	}
	if want := []int{3, 0, 2, 4, 1}; !slices.Equal(order.Models, want) {
		t.Errorf("the receiver is now %v, want %v", order.Models, want)
	}
}

// TestNames checks that every value has a name.
func TestNames(t *testing.T) {
	for i, name := range []string{"competition", "competition-max", "dense", "average"} {
		if got := Convention(i).String(); got != name {
			t.Errorf("%s, want %s", got, name)
		}
	}
	for i, name := range []string{"zscore", "overlap", "anchored"} {
		if got := Ties(i).String(); got != name {
			t.Errorf("%s, want %s", got, name)
		}
	}
	if got, want := Convention(7).String(), "Convention(7)"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestMisusePanics(t *testing.T) {
	order := ByScore([]float64{1, 2})
	two := []float64{1, 2}
	for name, call := range map[string]func(){
		"NaN":        func() { ByScore([]float64{1, math.NaN()}) },
		"convention": func() { order.Ranks(Convention(-1)) },
		"rule":       func() { order.TieClose(Ties(9), two, two, 0.95) },
		"means":      func() { order.TieClose(ZScore, two[:1], two, 0.95) },
		"deviations": func() { order.TieClose(ZScore, two, nil, 0.95) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			call()
		})
	}
}

// TestRho has the numbers of the paper: 1.645 in section 2.5, 1.96 in Fig. 3,
// the four z of Table 2's pair of models in section 3.
func TestRho(t *testing.T) {
	for _, test := range []struct{ z, rho, tolerance float64 }{
		{0, 0.5, 0},
		{1.645, 0.95, 5e-5},
		{1.96, 0.975, 5e-5},
		{0.0427, 0.517, 5e-4},
		{0.9616, 0.832, 5e-4},
		{0.6374, 0.738, 5e-4},
		{1.8272, 0.966, 5e-4},
		{math.Inf(1), 1, 0},
		{math.Inf(-1), 0, 0},
	} {
		if got := Rho(test.z); math.Abs(got-test.rho) > test.tolerance {
			t.Errorf("ρ(%v) = %v, want %v", test.z, got, test.rho)
		}
	}
}

// TestRhoFormula checks the form that is computed against the paper's.
func TestRhoFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := rapid.Float64Range(-10, 10).Draw(t, "z")
		if got, want := Rho(z), (1+math.Erf(z/math.Sqrt2))/2; math.Abs(got-want) > 1e-15 {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// TestZ has Pythagorean deviations, √(0.03² + 0.04²) = 0.05, and those without
// any.
func TestZ(t *testing.T) {
	for _, test := range []struct{ mu1, sigma1, mu2, sigma2, z float64 }{
		{0.6, 0.03, 0.5, 0.04, 2},
		{0.5, 0.04, 0.6, 0.03, -2},
		{0.5, 0.04, 0.5, 0, 0},
		{0.6, 0, 0.5, 0, math.Inf(1)},
		{0.5, 0, 0.6, 0, math.Inf(-1)},
		{0.5, 0, 0.5, 0, 0},
	} {
		got := Z(test.mu1, test.sigma1, test.mu2, test.sigma2)
		if got != test.z && !(math.Abs(got-test.z) < 1e-14) {
			t.Errorf("Z(%v, %v, %v, %v) = %v, want %v", test.mu1, test.sigma1, test.mu2, test.sigma2, got, test.z)
		}
	}
}

// TestTieClose has cases on both sides of the boundaries, z = 1.6449 and
// Δ = 1.9600 (σ + σ′), which are the normal quantiles of 0.95 and 0.975.
func TestTieClose(t *testing.T) {
	for _, test := range []struct {
		name             string
		mu, sigma        []float64
		zscore, overlaps bool
	}{
		{"z = 1.64", []float64{1.64, 0}, []float64{0.6, 0.8}, true, true},
		{"z = 1.65", []float64{1.65, 0}, []float64{0.6, 0.8}, false, true},
		{"Δ = 2.74, σ + σ′ = 1.4", []float64{2.74, 0}, []float64{0.6, 0.8}, false, true},
		{"Δ = 2.75, σ + σ′ = 1.4", []float64{2.75, 0}, []float64{0.6, 0.8}, false, false},
		{"the worse first", []float64{0, 1.64}, []float64{0.6, 0.8}, true, true},
		{"equal, no uncertainty", []float64{1, 1}, []float64{0, 0}, true, true},
		{"different, no uncertainty", []float64{1, math.Nextafter(1, 2)}, []float64{0, 0}, false, false},
	} {
		for rule, want := range map[Ties]bool{ZScore: test.zscore, Overlap: test.overlaps} {
			order, err := ByScore(test.mu).TieClose(rule, test.mu, test.sigma, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			if got := order.Tied[1]; got != want {
				t.Errorf("%s: %v says %v, want %v", test.name, rule, got, want)
			}
		}
	}
}

// TestTieCloseOfEqualScores has three questions of ten trials, of which A has
// answered 0, 1 and 7 correctly, B 0, 0 and 3, and C 1, 1 and 1. By Bayes@10, with
// ν = c + 1 of 12, B and C have the same mean and another σ: z is 1.667 between A
// and B and 1.626 between A and C (worked out in rationals). So C, which is no
// worse than B, is not separated from A, and all three share a rank, whichever
// model is named first.
func TestTieCloseOfEqualScores(t *testing.T) {
	counts := map[string][]float64{"A": {0, 1, 7}, "B": {0, 0, 3}, "C": {1, 1, 1}}
	for _, names := range []string{"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"} {
		mu, sigma := make([]float64, 3), make([]float64, 3)
		for model, name := range names {
			var sum, variance float64
			for _, c := range counts[string(name)] {
				sum += c + 1
				variance += (c + 1) * (11 - c) / (12 * 12 * 13)
			}
			mu[model], sigma[model] = sum/36, math.Sqrt(variance)/3
		}
		order, err := ByScore(mu).TieClose(ZScore, mu, sigma, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := order.Ranks(Dense), []float64{1, 1, 1}; !slices.Equal(got, want) {
			t.Errorf("%s: ranks %v, want %v", names, got, want)
		}
	}
}

// TestTieCloseIsInvariant checks that ranks with ties do not depend on how models
// are numbered.
func TestTieCloseIsInvariant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawScores(t)
		sigma := drawSigmas(t, len(mu))
		numbering := rapid.Permutation(ByScore(mu).Models).Draw(t, "numbering")
		confidence := rapid.Float64Range(0.01, 0.99).Draw(t, "confidence")
		for _, rule := range []Ties{ZScore, Overlap} {
			ranks := func(mu, sigma []float64) []float64 {
				order, err := ByScore(mu).TieClose(rule, mu, sigma, confidence)
				if err != nil {
					t.Fatal(err)
				}
				return order.Ranks(Competition)
			}
			got, want := ranks(pick(mu, numbering), pick(sigma, numbering)), pick(ranks(mu, sigma), numbering)
			if !slices.Equal(got, want) {
				t.Errorf("%v: %v with the models renumbered, want %v", rule, got, want)
			}
		}
	})
}

// TestTieCloseByDefinition finds the ties by definition: models of adjacent scores
// tie if some two of them, one of either score, are not separated, and ties chain.
func TestTieCloseByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawScores(t)
		sigma := drawSigmas(t, len(mu))
		threshold := distuv.UnitNormal.Quantile(0.8)
		order, err := ByScore(mu).TieClose(ZScore, mu, sigma, 0.8)
		if err != nil {
			t.Fatal(err)
		}
		ranks := order.Ranks(Dense)
		scores := slices.Compact(slices.Sorted(slices.Values(mu)))
		rank := 1.0
		for at := len(scores) - 1; at >= 0; at-- {
			for model := range mu {
				if mu[model] == scores[at] && ranks[model] != rank {
					t.Errorf("model %d of score %v has rank %v, want %v", model, mu[model], ranks[model], rank)
				}
			}
			if at == 0 {
				break
			}
			apart := 1.0
			for i := range mu {
				for j := range mu {
					if mu[i] == scores[at] && mu[j] == scores[at-1] && Z(mu[i], sigma[i], mu[j], sigma[j]) < threshold {
						apart = 0
					}
				}
			}
			rank += apart
		}
	})
}

// TestBoundaries sits on them: z at the threshold is no longer below it, and
// intervals that touch overlap.
func TestBoundaries(t *testing.T) {
	threshold, reach := distuv.UnitNormal.Quantile(0.95), distuv.UnitNormal.Quantile(0.975)
	for _, test := range []struct {
		rule      Ties
		mu, sigma []float64
		want      bool
	}{
		{ZScore, []float64{threshold, 0}, []float64{1, 0}, false},
		{Overlap, []float64{reach, 0}, []float64{1, 0}, true},
	} {
		order, err := ByScore(test.mu).TieClose(test.rule, test.mu, test.sigma, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if got := order.Tied[1]; got != test.want {
			t.Errorf("%v: %v, want %v", test.rule, got, test.want)
		}
	}
}

// TestTieCloseOtherScore checks that the means may disagree with the order, as
// when models are ordered by another metric than Bayes@N: distance decides.
func TestTieCloseOtherScore(t *testing.T) {
	order := ByScore([]float64{2, 1}) // against the means
	for _, rule := range []Ties{ZScore, Overlap} {
		got, err := order.TieClose(rule, []float64{0.1, 0.9}, []float64{0.01, 0.01}, 0.95)
		if err != nil {
			t.Fatal(err)
		}
		if got.Tied[1] {
			t.Errorf("%v ties models 57 standard deviations apart", rule)
		}
	}
}

func TestConfidenceOutOfRange(t *testing.T) {
	order, one := ByScore([]float64{1}), []float64{1}
	for _, confidence := range []float64{0, 1, -0.5, 95, math.NaN()} {
		for _, rule := range []Ties{ZScore, Overlap} {
			if _, err := order.TieClose(rule, one, one, confidence); err == nil {
				t.Errorf("%v at confidence %v: no error", rule, confidence)
			}
		}
	}
	_, err := order.TieClose(ZScore, one, one, 95)
	if want := "confidence 95 is not between 0 and 1"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestTieCloseOnlyAdds checks that a rule keeps the ties there are, that
// Overlap has all of ZScore's, and that more confidence asks for more ties.
func TestTieCloseOnlyAdds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawScores(t)
		sigma := drawSigmas(t, len(mu))
		tie := func(rule Ties, confidence float64) []bool {
			order, err := ByScore(mu).TieClose(rule, mu, sigma, confidence)
			if err != nil {
				t.Fatal(err)
			}
			return order.Tied
		}
		less := rapid.Float64Range(0.01, 0.98).Draw(t, "confidence")
		more := rapid.Float64Range(less, 0.99).Draw(t, "more confidence")
		chain := [][]bool{ByScore(mu).Tied, tie(ZScore, less), tie(ZScore, more), tie(Overlap, more)}
		for i := 1; i < len(chain); i++ {
			for place, tied := range chain[i-1] {
				if tied && !chain[i][place] {
					t.Errorf("step %d: place %d no longer ties", i, place)
				}
			}
		}
	})
}

// TestPairs checks the list against its definition.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mu := drawScores(t)
		sigma := drawSigmas(t, len(mu))
		order := ByScore(mu)
		place := make([]int, len(mu))
		for i, model := range order.Models {
			place[model] = i
		}
		list := PairsOf(order, Independent{mu, sigma})
		if got, want := len(list), len(mu)*(len(mu)-1)/2; got != want {
			t.Fatalf("%d pairs, want %d", got, want)
		}
		for i, pair := range list {
			if place[pair.Above] >= place[pair.Below] {
				t.Errorf("%d is not above %d", pair.Above, pair.Below)
			}
			if i > 0 {
				previous := list[i-1]
				if cmp.Or(
					cmp.Compare(place[previous.Above], place[pair.Above]),
					cmp.Compare(place[previous.Below], place[pair.Below]),
				) >= 0 {
					t.Errorf("pair %d is not behind pair %d", i, i-1)
				}
			}
			if want := Z(mu[pair.Above], sigma[pair.Above], mu[pair.Below], sigma[pair.Below]); pair.Z != want || pair.Z < 0 {
				t.Errorf("z = %v, want %v", pair.Z, want)
			}
			if pair.Rho != Rho(pair.Z) || pair.Rho < 0.5 || pair.Rho > 1 {
				t.Errorf("ρ = %v at z = %v", pair.Rho, pair.Z)
			}
		}
	})
}
