package posterior

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/montecarlo"
)

// gammaRanks are ranks as they come from gamma variables, one for each category of
// each question of each model, without a table, a group or a stick.
func gammaRanks(s *Scores, nu func(model, question int) []float64, draws int) *Ranks {
	models, d := s.Models(), s.dirichlet
	ranks := newRanks(models)
	r := rand.New(rng.New(9, "gamma ranks", 0))
	scores, places, picked := make([]float64, models), make([]int, models), make([]int, d.Questions)
	for range draws {
		for i := range picked {
			picked[i] = i
			if s.estimand == Population {
				picked[i] = r.IntN(d.Questions)
			}
		}
		for model := range scores {
			places[model], scores[model] = model, 0
			for _, q := range picked {
				var score, mass float64
				for category, n := range nu(model, q) {
					g := anyGamma(r, n)
					score, mass = score+g*d.Weights[category], mass+g
				}
				scores[model] += score / mass
			}
		}
		if s.estimand == Population { // as Student's t has it, see drawer.widen
			m := float64(d.Questions)
			scale := math.Sqrt((m-1)/(2*anyGamma(r, (m-1)/2))) * math.Sqrt(m/(m-1))
			for model := range scores {
				scores[model] = m*s.Mean(model) + scale*(scores[model]-m*s.Mean(model))
			}
		}
		slices.SortFunc(places, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
		ranks.add(places, scores)
	}
	return ranks
}

// anyGamma is a gamma variable of any shape: one of shape + 1 times U^(1/shape)
// (Marsaglia and Tsang 2000, section 6).
func anyGamma(r *rand.Rand, shape float64) float64 {
	if shape >= 1 {
		return gamma(r, shape)
	}
	return gamma(r, shape+1) * math.Pow(1-r.Float64(), 1/shape)
}

// The probabilities of all ranks of all models agree with those from gamma
// variables. χ² of two samples, with the ranks of a model that have less than 20
// draws in both taken together: a model passes its limit with a probability of
// 1e-6. All models of all boards together differ from the degrees of freedom by
// less than five standard deviations. Ranks of models on one board depend on each
// other, but where all ranks are equally likely that makes the variance only
// L/(L − 1) times as large (Anderson 1959, "Use of contingency tables in the
// analysis of consumer preference studies"): L is 5 or more.
func TestAgainstGammas(t *testing.T) {
	draws := 20_000
	if testing.Short() {
		draws = 5000
	}
	var all, allDF float64
	for _, c := range []struct {
		name   string
		scores *Scores
		real   bool
		tables bool
	}{
		{"binary", randomScores(t, 8, 12, 5, Questions, 0, 1), false, true},
		{"binary, one trial", randomScores(t, 12, 30, 1, Questions, 0, 1), false, true},
		{"binary, population", randomScores(t, 8, 12, 5, Population, 0, 1), false, true},
		{"binary, real", randomScores(t, 9, 20, 4, Questions, 0, 1), true, true},
		{"binary, real, population", randomScores(t, 6, 7, 3, Population, 0, 1), true, true},
		{"graded", randomScores(t, 7, 9, 8, Questions, 0, 1, 3, 4), false, true},
		{"graded, population", randomScores(t, 5, 6, 6, Population, -1, 2, 0.5), false, true},
		{"graded, same weights", randomScores(t, 6, 10, 5, Questions, 0, 0, 1, 2, 1), false, true},
		{"graded, real", randomScores(t, 6, 10, 3, Questions, 0, 2, 1, 5), true, true},
		{"graded, without tables", randomScores(t, 6, 10, 7, Questions, 0, 2, 1, 1), false, false},
	} {
		s, nu := c.scores, c.scores.dirichlet.Nu
		if c.real {
			nu = useReal(s)
		}
		if !c.tables {
			withoutTables(s.groups())
		}
		got, err := s.Ranks(t.Context(), Independent, 1, montecarlo.Options{Replicates: draws})
		if err != nil {
			t.Fatal(err)
		}
		want := gammaRanks(s, nu, draws)
		for model := range s.Models() {
			chi, df := twoSamples(counts(got, model), counts(want, model))
			all, allDF = all+chi, allDF+df
			if df > 0 && chi > (distuv.ChiSquared{K: df}).Quantile(1-1e-6) {
				t.Errorf("%s: χ² of model %d is %.1f with %v degrees of freedom", c.name, model, chi, df)
			}
		}
	}
	t.Logf("χ² = %.0f with %v degrees of freedom", all, allDF)
	if allDF < 250 || math.Abs(all-allDF) > 5*math.Sqrt(2*allDF*5/4) {
		t.Errorf("χ² = %.0f with %v degrees of freedom", all, allDF)
	}
}

func withoutTables(groups []groupedQuestions) {
	for _, g := range groups {
		for _, stick := range g.sticks {
			stick.shares = nil
		}
	}
}

// twoSamples is χ² of two samples of the same size, and its degrees of freedom.
func twoSamples(a, b []float64) (chi, df float64) {
	var x, y float64
	df = -1
	for i := range a {
		x, y = x+a[i], y+b[i]
		if x+y >= 40 {
			chi, df = chi+(x-y)*(x-y)/(x+y), df+1
			x, y = 0, 0
		}
	}
	return chi, max(df, 0)
}

// The questions of all models with the same counts share one stick, and sticks
// share their Betas; the sizes of groups are counted here by hand.
func TestGroupsShare(t *testing.T) {
	nu := [][][]float64{
		{{1, 3}, {2, 2}, {1, 3}, {1, 3}},
		{{2, 2}, {3, 1}, {3, 1}, {1, 3}},
	}
	groups := newGroups([]float64{0, 1}, 2, 4, func(model, q int) []float64 { return nu[model][q] })
	if want := []int{3, 1}; !slices.Equal(groups[0].sizes, want) || !slices.Equal(groups[0].group, []int32{0, 1, 0, 0}) {
		t.Errorf("groups %v of the sizes %v", groups[0].group, groups[0].sizes)
	}
	if want := []int{1, 2, 1}; !slices.Equal(groups[1].sizes, want) || !slices.Equal(groups[1].group, []int32{0, 1, 1, 2}) {
		t.Errorf("groups %v of the sizes %v", groups[1].group, groups[1].sizes)
	}
	if groups[0].sticks[0] != groups[1].sticks[2] || groups[0].sticks[1] != groups[1].sticks[0] {
		t.Error("models do not share sticks")
	}
	graded := newGroups([]float64{0, 1, 2}, 1, 2, func(_, q int) []float64 { return [][]float64{{1, 3, 2}, {1, 3, 5}}[q] })
	if len(graded[0].sticks) != 2 {
		t.Fatalf("%d sticks", len(graded[0].sticks))
	}
	// The middle category has 3 and the last 1 of what the first leaves, 4.
	if a, b := graded[0].sticks[0], graded[0].sticks[1]; a.shares[1] != b.shares[1] || a.shares[0] == b.shares[0] {
		t.Error("sticks do not share what they have in common, or more")
	}
}

// Beyond 4096 different Betas there are no tables, but for parameters below 1,
// which gamma does not know.
func TestManyPosteriors(t *testing.T) {
	nu := func(_, q int) []float64 {
		if q == 0 {
			return []float64{0.5, 2}
		}
		return []float64{1, float64(1 + q)}
	}
	for _, questions := range []int{4000, 4200} {
		g := newGroups([]float64{0, 1}, 1, questions, nu)[0]
		if g.sticks[0].shares == nil {
			t.Errorf("%d questions: no table for a parameter below 1", questions)
		}
		if got, want := g.sticks[1].shares != nil, questions == 4000; got != want {
			t.Errorf("%d questions: tables are %v, want %v", questions, got, want)
		}
	}
}

// However posteriors are drawn from, a draw allocates nothing.
func TestGroupsAllocateNothing(t *testing.T) {
	ways := map[string]func(*Scores){
		"tables":         func(*Scores) {},
		"real":           func(s *Scores) { useReal(s) },
		"without tables": func(s *Scores) { withoutTables(s.groups()) },
	}
	for name, way := range ways {
		for _, e := range []Estimand{Questions, Population} {
			s := randomScores(t, 3, 20, 4, e, 0, 1, 3)
			way(s)
			d := mustDraw(t, s, []int{0, 1, 2}, 1)
			never := func() bool { return false }
			if n := testing.AllocsPerRun(100, func() { d.draw(1, never) }); n != 0 {
				t.Errorf("%s, %v: %v allocations", name, e, n)
			}
		}
	}
}

// counts are how many draws have a model at each rank.
func counts(r *Ranks, model int) []float64 {
	all := make([]float64, r.models)
	for i := range all {
		all[i] = r.count(model, i+1)
	}
	return all
}

// Tables depend on nothing but the board: two of its posteriors, drawn from by one
// worker and by eight, give the same probabilities.
func TestSameBytes(t *testing.T) {
	of := func(workers int) []float64 {
		s := randomScores(t, 6, 40, 7, Population, 0, 1, 2, 5)
		useReal(s)
		ranks, err := s.Ranks(t.Context(), Exchangeable, 1, montecarlo.Options{Replicates: 3000, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		var all []float64
		for model := range s.Models() {
			all = append(all, counts(ranks, model)...)
		}
		return all
	}
	if !slices.Equal(of(1), of(8)) {
		t.Error("one worker and eight differ")
	}
}

// A stick has the mean Σ wⱼνⱼ/T and the variance (Σ wⱼ²νⱼ/T − mean²)/(T + 1) of
// textbooks, T = Σ νⱼ, with tables and without; to five standard errors, that of
// the variance from the fourth moment of the draws.
func TestStickMoments(t *testing.T) {
	const n = 400_000
	for i, c := range []struct{ weights, nu []float64 }{
		{[]float64{0, 1}, []float64{3, 5}},
		{[]float64{0, 1, 3, 4}, []float64{2, 1, 4, 3}},
		{[]float64{2, 0, 2, 1, 0}, []float64{2, 1, 4, 1, 2}},
		{[]float64{-1, 0.5, 2}, []float64{0.4, 0.3, 2.7}},
		{[]float64{7, 7}, []float64{3, 1}},
	} {
		var total, mean, square float64
		for j, w := range c.weights {
			total, mean, square = total+c.nu[j], mean+w*c.nu[j], square+w*w*c.nu[j]
		}
		mean /= total
		variance := (square/total - mean*mean) / (total + 1)
		groups := newGroups(c.weights, 1, 1, func(int, int) []float64 { return c.nu })
		for _, tables := range []bool{true, false} {
			if !tables && slices.Min(c.nu) < 1 {
				continue
			}
			if !tables {
				withoutTables(groups)
			}
			s, sums := rng.New(5, "stick", i), [5]float64{}
			for range n {
				d, power := groups[0].sticks[0].sum(s, 1)-mean, 1.0
				for k := range sums {
					sums[k] += power / n
					power *= d
				}
			}
			if math.Abs(sums[1]) > 5*math.Sqrt(variance/n)+1e-12 {
				t.Errorf("%v, tables %v: the mean is off by %v", c, tables, sums[1])
			}
			if math.Abs(sums[2]-variance) > 5*math.Sqrt((sums[4]-sums[2]*sums[2])/n)+1e-12 {
				t.Errorf("%v, tables %v: variance %v, want %v", c, tables, sums[2], variance)
			}
		}
	}
}
