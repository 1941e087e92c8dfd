package rubric_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"settle/metrics"
	"settle/rubric"
)

// facts are the variables of Table 4 computed without the package, by its
// formulas; what the table calls a complement is one here.
type facts struct {
	invalid, correct, boxed, highConf, wrongHighConf, ood, economical, moderate, aHigh bool

	gradedHigh, gradedMid, wrongRather bool // by corr_p33 and corr_p66; B ≥ C
}

func factsOf(x rubric.Signals, t rubric.Thresholds) facts {
	bpt, ratio := x[rubric.CompletionBPT], x[rubric.TokenRatio]
	right := x[rubric.IsCorrect] >= 0.5
	return facts{
		invalid:       x[rubric.RepeatedPattern] == 1 || x[rubric.C] >= 0.50,
		correct:       right,
		boxed:         x[rubric.HasBox] >= 0.5,
		highConf:      bpt <= t.High,
		wrongHighConf: !right && bpt <= t.LowWrong,
		ood:           x[rubric.PromptBPT] >= t.Prompt,
		economical:    ratio <= t.LenP33,
		moderate:      !(ratio <= t.LenP33) && ratio <= t.LenP66,
		aHigh:         x[rubric.A] >= 0.6,
		gradedHigh:    bpt <= t.CorrP33,
		gradedMid:     !(bpt <= t.CorrP33) && bpt <= t.CorrP66,
		wrongRather:   x[rubric.B] >= x[rubric.C],
	}
}

// table5 is Table 5 written out as one predicate per category 1, 2, …, with the
// decisions that Paper documents. Category 0 is invalid, and the others are of
// attempts that are not.
var table5 = map[string][]func(f facts) bool{
	"Exact Match": {
		func(f facts) bool { return !f.correct },
		func(f facts) bool { return f.correct },
	},
	"Format Aware": {
		func(f facts) bool { return !f.correct && !f.boxed },
		func(f facts) bool { return !f.correct && f.boxed },
		func(f facts) bool { return f.correct && !f.boxed },
		func(f facts) bool { return f.correct && f.boxed },
	},
	"Conf-Calibrated": {
		func(f facts) bool { return !f.correct && !f.wrongHighConf },
		func(f facts) bool { return f.wrongHighConf },
		func(f facts) bool { return f.correct && !f.gradedHigh && !f.gradedMid },
		func(f facts) bool { return f.correct && f.gradedMid },
		func(f facts) bool { return f.correct && f.gradedHigh },
	},
	"OOD Robustness": {
		func(f facts) bool { return f.ood && !f.correct },
		func(f facts) bool { return !f.ood && !f.correct },
		func(f facts) bool { return f.ood && f.correct },
		func(f facts) bool { return !f.ood && f.correct },
	},
	"Strict Compliance": {
		func(f facts) bool { return !f.correct || !f.boxed },
		func(f facts) bool { return f.correct && f.boxed },
	},
	"Conf-Wrong Penalty": {
		func(f facts) bool { return f.wrongHighConf },
		func(f facts) bool { return !f.correct && !f.wrongHighConf },
		func(f facts) bool { return f.correct },
	},
	"Verifier-Only": {
		func(f facts) bool { return !f.aHigh && !f.wrongRather },
		func(f facts) bool { return !f.aHigh && f.wrongRather },
		func(f facts) bool { return f.aHigh },
	},
	"Format+Confidence": {
		func(f facts) bool { return !f.correct && !f.boxed },
		func(f facts) bool { return !f.correct && f.boxed && !f.highConf },
		func(f facts) bool { return !f.correct && f.boxed && f.highConf },
		func(f facts) bool { return f.correct && !f.boxed && !f.highConf },
		func(f facts) bool { return f.correct && !f.boxed && f.highConf },
		func(f facts) bool { return f.correct && f.boxed && !f.highConf },
		func(f facts) bool { return f.correct && f.boxed && f.highConf },
	},
	"Length-Robust": {
		func(f facts) bool { return !f.correct },
		func(f facts) bool { return f.correct },
	},
	"Verifier Probe": {
		func(f facts) bool { return !f.correct && f.aHigh },
		func(f facts) bool { return !f.correct && !f.aHigh },
		func(f facts) bool { return f.correct && !f.aHigh },
		func(f facts) bool { return f.correct && f.aHigh },
	},
	"Efficiency-Adjusted": {
		func(f facts) bool { return !f.correct && f.economical },
		func(f facts) bool { return !f.correct && f.moderate },
		func(f facts) bool { return !f.correct && !f.economical && !f.moderate },
		func(f facts) bool { return f.correct && f.economical },
		func(f facts) bool { return f.correct && f.moderate },
		func(f facts) bool { return f.correct && !f.economical && !f.moderate },
	},
	"Concision-High-Conf": {
		func(f facts) bool { return !f.correct },
		func(f facts) bool { return f.correct && !f.economical && !f.moderate },
		func(f facts) bool { return f.correct && f.moderate },
		func(f facts) bool { return f.correct && f.economical && !f.highConf },
		func(f facts) bool { return f.correct && f.economical && f.highConf },
	},
}

// checkOne fails unless exactly one category of Table 5 fits the attempt and
// it is the one that the schema gives, which it returns.
func checkOne(t rapid.TB, s *rubric.Schema, x rubric.Signals, limits rubric.Thresholds) int {
	t.Helper()
	f := factsOf(x, limits)
	var fits []int
	if f.invalid {
		fits = append(fits, 0)
	}
	for i, holds := range table5[s.Name()] {
		if !f.invalid && holds(f) {
			fits = append(fits, i+1)
		}
	}
	got := s.Category(&x, &limits)
	if !slices.Equal(fits, []int{got}) {
		t.Fatalf("%s puts %v with thresholds %+v into %d; Table 5 says %v", s.Name(), x, limits, got, fits)
	}
	return got
}

// Values below, at and above every threshold, and missing ones, in all
// combinations: each attempt has one category, and each category an attempt.
func TestSchemataAreTotalAndReached(t *testing.T) {
	nan := math.NaN()
	limits := rubric.Thresholds{High: 2, LowWrong: 3, Prompt: 5, LenP33: 0.2, LenP66: 0.4, CorrP33: 1.5, CorrP66: 2.5}
	values := [...][]float64{
		rubric.HasBox:          {0, 1, nan},
		rubric.IsCorrect:       {0, 0.5, nan},
		rubric.TokenRatio:      {0.2, 0.4, 0.5, nan},
		rubric.RepeatedPattern: {0, 1, nan},
		rubric.PromptBPT:       {4, 5, nan},
		rubric.CompletionBPT:   {1.5, 2, 2.5, 3, 4, nan},
		rubric.A:               {0.5, 0.6, nan},
		rubric.B:               {0.1, 0.3, nan},
		rubric.C:               {0.2, 0.5, nan},
	}
	if len(rubric.Paper()) != 12 {
		t.Fatalf("%d schemata; Table 5 has twelve", len(rubric.Paper()))
	}
	for _, s := range rubric.Paper() {
		reached := make([]int, len(s.Categories()))
		if len(reached) != 1+len(table5[s.Name()]) {
			t.Fatalf("%s has %d categories; Table 5 has %d", s.Name(), len(reached), 1+len(table5[s.Name()]))
		}
		var x rubric.Signals
		var visit func(signal int)
		visit = func(signal int) {
			if signal == len(values) {
				reached[checkOne(t, s, x, limits)]++
				return
			}
			for _, x[signal] = range values[signal] {
				visit(signal + 1)
			}
		}
		visit(0)
		if category := slices.Index(reached, 0); category >= 0 {
			t.Errorf("%s: no attempt reaches category %d", s.Name(), category)
		}
	}
}

// edge draws numbers among which missing, infinite and equal ones are common.
func edge(t *rapid.T, label string) float64 {
	return rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, 0.5, 0.6, math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1e308}),
		rapid.Float64Range(0, 1),
		rapid.Float64(),
	).Draw(t, label)
}

func drawAttempts(t *rapid.T) []rubric.Signals {
	attempts := make([]rubric.Signals, rapid.IntRange(0, 30).Draw(t, "attempts"))
	for i := range attempts {
		for _, signal := range rubric.AllSignals() {
			attempts[i][signal] = edge(t, signal.String())
		}
	}
	return attempts
}

// The thresholds come from the attempts themselves, as in use.
func TestRandomAttemptsHaveOneCategory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		attempts := drawAttempts(t)
		limits := rubric.NewThresholds(attempts)
		for _, s := range rubric.Paper() {
			for _, x := range attempts {
				checkOne(t, s, x, limits)
			}
		}
	})
}

// A schema looks at the signals that it says it needs, and at no others.
func TestNeedsAreWhatIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		attempts := drawAttempts(t)
		changed := slices.Clone(attempts)
		s := rapid.SampledFrom(rubric.Paper()).Draw(t, "schema")
		for _, signal := range rubric.AllSignals() {
			if slices.Contains(s.Needs(), signal) {
				continue
			}
			for i := range changed {
				changed[i][signal] = edge(t, "other")
			}
		}
		before, after := rubric.NewThresholds(attempts), rubric.NewThresholds(changed)
		for i := range attempts {
			if s.Category(&attempts[i], &before) != s.Category(&changed[i], &after) {
				t.Fatalf("%s changes with signals other than %v", s.Name(), s.Needs())
			}
		}
	})
}

// Names and weights that the paper gives: Table 5 and appendix D, and the
// blog's and poster's weights for categories like these.
func TestPaperNamesAndWeights(t *testing.T) {
	want := []string{
		"exact-match", "format-aware", "conf-calibrated", "ood-robustness", "strict-compliance", "conf-wrong-penalty",
		"verifier-only", "format-confidence", "length-robust", "verifier-probe", "efficiency-adjusted", "concision-high-conf",
	}
	if diff := cmp.Diff(want, rubric.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"Format Aware":       "0,0,1,2,3",
		"Conf-Wrong Penalty": "0,0,1/4,1",
		"Exact Match":        "0,0,1",
		"Verifier Prob":      "0,0,1,2,3",
		"concise high-conf":  "0,0,1,2,3,4",
	} {
		s, err := rubric.Named(name)
		if err != nil {
			t.Error(err)
		} else if got := s.Weights().String(); got != want {
			t.Errorf("%s weighs %s, want %s", name, got, want)
		}
	}
	if _, err := rubric.Named("fig7"); err == nil || !strings.Contains(err.Error(), "schemata are exact-match, ") {
		t.Errorf("fig7 is no schema: %v", err)
	}
}

// What each description of appendix D prefers, as orders of default weights.
func TestWeightsFollowTheDescriptions(t *testing.T) {
	for name, orders := range map[string][][2]int{ // the first category is worth less than the second
		"conf-calibrated":     {{2, 1}, {1, 3}, {3, 4}, {4, 5}},         // penalises confidently wrong, grades correct
		"conf-wrong-penalty":  {{1, 2}, {2, 3}},                         // heavier penalty for wrong at high confidence
		"strict-compliance":   {{1, 2}},                                 // requires a box
		"format-confidence":   {{3, 2}, {2, 4}, {4, 5}, {5, 6}, {6, 7}}, // emphasises boxed and confident
		"verifier-only":       {{1, 2}, {2, 3}},
		"verifier-probe":      {{1, 2}, {2, 3}, {3, 4}},
		"efficiency-adjusted": {{3, 2}, {2, 1}, {1, 6}, {6, 5}, {5, 4}}, // short correct is best, verbose wrong worst
		"ood-robustness":      {{1, 3}, {2, 4}},                         // correctness under both
	} {
		s, err := rubric.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, order := range orders {
			if w := s.Weights(); w.Float(order[0]) >= w.Float(order[1]) {
				t.Errorf("%s: category %d is worth %v, %d is worth %v", name, order[0], w.Float(order[0]), order[1], w.Float(order[1]))
			}
		}
		if lo, _ := s.Weights().Range(); s.Weights().Float(0) != lo {
			t.Errorf("%s: something is worth less than invalid", name)
		}
	}
}

func TestWithWeightsAndUnit(t *testing.T) {
	s, err := rubric.Named("Format Aware")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := rubric.Unit(s.Weights())
	if err != nil || unit.String() != "0,0,1/3,2/3,1" { // (0, 0, 1, 2, 3)/3
		t.Errorf("scaled to %v, %v", unit, err)
	}
	if other, err := s.WithWeights(unit); err != nil || other.Weights().String() != unit.String() || s.Weights().String() != "0,0,1,2,3" {
		t.Errorf("other weights: %v", err)
	}
	if _, err := s.WithWeights(metrics.Binary); err == nil || err.Error() != "schema Format Aware: got 2 weights; want 5, one per category 0..4" {
		t.Errorf("two weights for five categories: %v", err)
	}
	negative, err := rubric.Unit(weights(-1, 1, 0.5)) // (w + 1)/2
	if err != nil || negative.String() != "0,1,3/4" {
		t.Errorf("scaled to %v, %v", negative, err)
	}
	if _, err := rubric.Unit(weights(2, 2)); err == nil {
		t.Error("equal weights were scaled")
	}
}

func TestCategoryAllocatesNothing(t *testing.T) {
	x, limits := rubric.Missing(), rubric.Thresholds{}
	for _, s := range rubric.Paper() {
		if n := testing.AllocsPerRun(100, func() { s.Category(&x, &limits) }); n != 0 {
			t.Errorf("%s allocates %v times", s.Name(), n)
		}
	}
}
