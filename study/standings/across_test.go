package standings_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/study/standings"
)

var acrossRules = standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// By hand: correct answers are 0, 3, 3 and 4 of 4, those in a box 0, 0, 3 and 0,
// and the points of Format Aware (wrong in a box 1, correct 2, both 3) 4, 6, 10
// and 8. So competition ranks are 4 2 2 1, 2 2 1 2 and 4 3 1 2, of which the
// means order plain (5/3), neat (4/3) first.
//
// Against Exact Match, of the pairs Strict Compliance has neat before empty in
// the same order and neat before plain in the other, the rest tied on one side:
// τ_b = 0. Format Aware has 4 in the same and 1 in the other order, and one is
// tied by Exact Match: τ_b = 3/√(5·6).
//
// Exact Match has 3 categories, so after 4 trials plain is at 5/7 and neat and
// loose at 4/7; by the Dirichlet's variance their σ² are 5·2/(7²·8) and
// 4·3/(7²·8). Format Aware, of 5 categories and weights 0, 0, 1/3, 2/3, 1, has
// neat at (2/3 + 2/3 + 4)/9 = 16/27 and plain at (1/3 + 10/3 + 1)/9 = 14/27.
func TestRankAcross(t *testing.T) {
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	list := boardtest.Schemata(t, "strict-compliance", "exact-match", "format-aware")
	x, err := standings.RankAcross(t.Context(), a, &thresholds, list, nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		model             string
		ranks             []float64
		mean, best, worst float64
	}{
		{"neat", []float64{1, 2, 1}, 4. / 3, 1, 2},
		{"plain", []float64{2, 1, 2}, 5. / 3, 1, 2},
		{"loose", []float64{2, 2, 3}, 7. / 3, 2, 3},
		{"empty", []float64{2, 4, 4}, 10. / 3, 2, 4},
	} {
		row := x.Rows[i]
		var ranks []float64
		for _, p := range row.Places {
			ranks = append(ranks, p.Rank)
		}
		if row.Model != want.model || a.Models[row.Index] != want.model || !slices.Equal(ranks, want.ranks) ||
			!near(row.MeanRank, want.mean) || row.Best != want.best || row.Worst != want.worst {
			t.Errorf("row %d is %+v, want %+v", i+1, row, want)
		}
	}
	for i, want := range []struct {
		leader             string
		tau, margin, sigma float64
	}{
		{"neat", 0, 3. / 7, math.NaN()},
		{"plain", 1, 1. / 7, math.Sqrt(22. / 392)},
		{"neat", 3 / math.Sqrt(30), 2. / 27, math.NaN()},
	} {
		s := x.Schemata[i]
		if s.Leader != want.leader || !near(s.Tau, want.tau) || !near(s.Margin, want.margin) ||
			!math.IsNaN(want.sigma) && !near(s.MarginSigma, want.sigma) {
			t.Errorf("%s: leader %s, τ %v, margin %v ± %v, want %+v",
				s.Schema.Name(), s.Leader, s.Tau, s.Margin, s.MarginSigma, want)
		}
	}
	neat := x.Rows[0].Places
	if !near(neat[1].Points, 4./7) || !near(neat[1].Sigma, math.Sqrt(12./392)) {
		t.Errorf("Exact Match has neat at %v ± %v, want 4/7 ± √(12/392)", neat[1].Points, neat[1].Sigma)
	}
	if !near(neat[2].Points, 16./27) || !near(neat[2].Score, 16./9) {
		t.Errorf("Format Aware has neat at %v, %v points, want 16/9 and 16/27", neat[2].Score, neat[2].Points)
	}
}

// If the best models tie, the margin is 0: with two perfect models its σ is √2 times that of
// one of them.
func TestAcrossTiedLeaders(t *testing.T) {
	a := boardtest.FourModels()
	copy(a.Cells[4:8], a.Cells[12:16]) // loose becomes plain
	thresholds := a.Thresholds()
	x, err := standings.RankAcross(t.Context(), a, &thresholds, boardtest.Schemata(t, "exact-match"), nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	s := x.Schemata[0]
	if s.Leader != "loose" || s.Margin != 0 || !near(s.MarginSigma, math.Sqrt(20./392)) {
		t.Errorf("leader %s, margin %v ± %v", s.Leader, s.Margin, s.MarginSigma)
	}
	if x.Rows[0].Places[0].Rank != 1 || x.Rows[1].Places[0].Rank != 1 || x.Rows[2].Places[0].Rank != 3 {
		t.Errorf("ranks are %+v, want 1 1 3", x.Rows)
	}
}

// By Exact Match plain, neat, loose and empty have z = (1/7)/√(22/392) = 0.60, 0
// and (3/7)/√(18/392) = 2.00 to their neighbours (the σ² are above, empty's is
// 1·6/(7²·8)), of which one is above 1.645; by Strict Compliance z is 2.00 after
// neat, and 0.
func TestAcrossApart(t *testing.T) {
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	list := boardtest.Schemata(t, "exact-match", "strict-compliance")
	for confidence, want := range map[float64]int{0.95: 1, 0.99: 0, 0.7: 2} { // above 2.33, above 0.52
		rules := acrossRules
		rules.Confidence = confidence
		x, err := standings.RankAcross(t.Context(), a, &thresholds, list, nil, rules)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.Schemata[0].SeparatedNeighbours; got != want {
			t.Errorf("Exact Match at %v: %d neighbours apart, want %d", confidence, got, want)
		}
		if got := x.Schemata[1].SeparatedNeighbours; got != min(want, 1) {
			t.Errorf("Strict Compliance at %v: %d neighbours apart, want %d", confidence, got, min(want, 1))
		}
	}
}

// Older attempts count as new ones do: with two of loose, both correct, and two
// of the others, both wrong, Exact Match has loose at (1+3+2)/(3+4+2) = 6/9,
// plain at 5/9, neat at 4/9 and empty at 1/9.
func TestAcrossPrior(t *testing.T) {
	a := boardtest.FourModels()
	right, wrong := boardtest.Attempt(1, 0), boardtest.Attempt(0, 0)
	prior := &signals.Attempts{
		Models: a.Models, Questions: a.Questions, Trials: 2,
		Cells: []rubric.Signals{wrong, wrong, right, right, wrong, wrong, wrong, wrong},
	}
	thresholds := a.Thresholds()
	list := boardtest.Schemata(t, "exact-match")
	x, err := standings.RankAcross(t.Context(), a, &thresholds, list, prior, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		model  string
		points float64
	}{{"loose", 6. / 9}, {"plain", 5. / 9}, {"neat", 4. / 9}, {"empty", 1. / 9}} {
		if row := x.Rows[i]; row.Model != want.model || !near(row.Places[0].Points, want.points) {
			t.Errorf("rank %d: %s with %v, want %+v", i+1, row.Model, row.Places[0].Points, want)
		}
	}
}

// Without Exact Match τ compares with the first schema. Of neat, plain, loose and
// empty the ranks are 1 2 2 2 and 1 2 3 4: 3 pairs stand in the same order and
// the other 3 tie on one side, τ_b = 3/√(3·6).
func TestAcrossBaseline(t *testing.T) {
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	list := boardtest.Schemata(t, "strict-compliance", "format-aware")
	x, err := standings.RankAcross(t.Context(), a, &thresholds, list, nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	if x.Baseline != 0 || !near(x.Schemata[0].Tau, 1) || !near(x.Schemata[1].Tau, 3/math.Sqrt(18)) {
		t.Errorf("baseline %d, τ %v and %v", x.Baseline, x.Schemata[0].Tau, x.Schemata[1].Tau)
	}
}

// A single model is first under every schema, and margin and τ are NaN.
func TestAcrossOneModel(t *testing.T) {
	a := boardtest.FourModels()
	a.Models, a.Cells = a.Models[:1], a.Cells[:4]
	thresholds := a.Thresholds()
	x, err := standings.RankAcross(t.Context(), a, &thresholds, boardtest.Schemata(t, "exact-match"), nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	s := x.Schemata[0]
	if !math.IsNaN(s.Tau) || !math.IsNaN(s.Margin) || x.Rows[0].MeanRank != 1 {
		t.Errorf("%+v, %+v", s, x.Rows)
	}
}

func TestAcrossErrors(t *testing.T) {
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	same, err := metrics.ParseWeights("1,1,1")
	if err != nil {
		t.Fatal(err)
	}
	flat, err := boardtest.Schemata(t, "exact-match")[0].WithWeights(same)
	if err != nil {
		t.Fatal(err)
	}
	unsure := acrossRules
	unsure.Confidence = 2
	for _, tt := range []struct {
		schemata []*rubric.Schema
		rules    standings.Rules
		want     string
	}{
		{nil, acrossRules, "no schema given"},
		{boardtest.Schemata(t, "exact-match", "Exact Match"), acrossRules, `two schemata are named "Exact Match"`},
		{[]*rubric.Schema{flat}, acrossRules, "schema Exact Match: cannot scale weights to [0, 1]: all are equal"},
		{boardtest.Schemata(t, "exact-match"), unsure, "schema Exact Match: "},
	} {
		_, err := standings.RankAcross(t.Context(), a, &thresholds, tt.schemata, nil, tt.rules)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %s", err, tt.want)
		}
	}
}

// For random attempts and all schemata: with a uniform prior the rank is one
// more than the models with a larger sum of weights, added as fractions over the
// attempts; the points are the Dirichlet mean, worked out per question. Two
// models that are first have a margin of exactly 0, whatever categories make
// their sums equal.
func TestAcrossProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &signals.Attempts{Trials: rapid.IntRange(1, 4).Draw(t, "trials")}
		for i := range rapid.IntRange(1, 5).Draw(t, "models") {
			a.Models = append(a.Models, fmt.Sprint("model", i))
		}
		for i := range rapid.IntRange(1, 3).Draw(t, "questions") {
			a.Questions = append(a.Questions, fmt.Sprint("question", i))
		}
		level := rapid.SampledFrom([]float64{0, 0.25, 0.5, 0.75, 1})
		for range len(a.Models) * len(a.Questions) * a.Trials {
			var x rubric.Signals
			for i := range x {
				x[i] = level.Draw(t, "signal")
			}
			x[rubric.RepeatedPattern] = math.Floor(x[rubric.RepeatedPattern])
			a.Cells = append(a.Cells, x)
		}
		thresholds := a.Thresholds()
		x, err := standings.RankAcross(t.Context(), a, &thresholds, rubric.Paper(), nil, acrossRules)
		if err != nil {
			t.Fatal(err)
		}
		per := len(a.Questions) * a.Trials
		for i, s := range rubric.Paper() {
			var weights []*big.Rat
			for _, field := range strings.Split(s.Weights().String(), ",") {
				w, _ := new(big.Rat).SetString(field)
				weights = append(weights, w)
			}
			sums := make([]*big.Rat, len(a.Models))
			for model := range sums {
				sums[model] = new(big.Rat)
				for _, cell := range a.Cells[model*per : (model+1)*per] {
					sums[model].Add(sums[model], weights[s.Category(&cell, &thresholds)])
				}
			}
			total, lo, hi := 0.0, math.Inf(1), math.Inf(-1)
			for _, w := range weights {
				f, _ := w.Float64()
				total, lo, hi = total+f, min(lo, f), max(hi, f)
			}
			first := 0
			for _, row := range x.Rows {
				better := 0
				for _, sum := range sums {
					if sum.Cmp(sums[row.Index]) > 0 {
						better++
					}
				}
				if better == 0 {
					first++
				}
				sum, _ := sums[row.Index].Float64()
				mean := (total + sum/float64(len(a.Questions))) / float64(len(weights)+a.Trials)
				p := row.Places[i]
				points := (mean - lo) / (hi - lo)
				if p.Rank != float64(better+1) || math.Abs(p.Score-mean) > 1e-9 || math.Abs(p.Points-points) > 1e-9 {
					t.Fatalf("%s, %s: %+v, want rank %d and score %v", s.Name(), row.Model, p, better+1, mean)
				}
			}
			if margin := x.Schemata[i].Margin; len(a.Models) > 1 && (margin == 0) != (first > 1) {
				t.Fatalf("%s: %d models are first, by a margin of %v", s.Name(), first, margin)
			}
		}
	})
}
