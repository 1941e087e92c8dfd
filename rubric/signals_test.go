package rubric_test

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/rubric"
)

// near compares to a few units in the last place.
func near(got, want float64) bool {
	return math.Abs(got-want) <= 1e-14*max(1, math.Abs(want))
}

// By hand: of five values the p-th percentile lies at place 4p/100, counted
// from 0, so 40 is at 1.6, 90 at 3.6, 33 at 1.32 and 66 at 2.64; of the three
// wrong ones 60 is at 1.2, of the two correct ones 33 and 66 are at 0.33 and
// 0.66.
func TestThresholds(t *testing.T) {
	var attempts []rubric.Signals
	for i, correct := range []float64{0, 1, math.NaN(), 1, 0.4} {
		x := rubric.Missing()
		x[rubric.IsCorrect] = correct
		x[rubric.CompletionBPT] = float64(5 - i) // wrong: 5, 3, 1; correct: 4, 2
		x[rubric.PromptBPT] = float64(10 * (i + 1))
		x[rubric.TokenRatio] = float64(i+1) / 10
		attempts = append(attempts, x)
	}
	got := rubric.NewThresholds(append(attempts, rubric.Missing())) // missing signals are left out
	want := rubric.Thresholds{High: 2.6, LowWrong: 3.4, Prompt: 46, LenP33: 0.232, LenP66: 0.364, CorrP33: 2.66, CorrP66: 3.32}
	for _, pair := range [][2]float64{
		{got.High, want.High}, {got.LowWrong, want.LowWrong}, {got.Prompt, want.Prompt},
		{got.LenP33, want.LenP33}, {got.LenP66, want.LenP66}, {got.CorrP33, want.CorrP33}, {got.CorrP66, want.CorrP66},
	} {
		if !near(pair[0], pair[1]) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
	if none := rubric.NewThresholds(nil); !math.IsNaN(none.High) || !math.IsNaN(none.LenP66) {
		t.Errorf("no attempts have thresholds %+v", none)
	}
}

// The linear rule in rationals: low + (high − low)·part at (n − 1)·p/100.
func TestPercentilesAgainstRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1e3), 1, 200).Draw(t, "token ratios")
		attempts := make([]rubric.Signals, len(values))
		for i, v := range values {
			attempts[i][rubric.TokenRatio] = v
		}
		got := rubric.NewThresholds(attempts)
		slices.Sort(values)
		percentile := func(p int) float64 {
			place := (len(values) - 1) * p
			low, high := values[place/100], values[min(place/100+1, len(values)-1)]
			gap := new(big.Rat).Sub(new(big.Rat).SetFloat64(high), new(big.Rat).SetFloat64(low))
			gap.Mul(gap, big.NewRat(int64(place%100), 100))
			exact, _ := gap.Add(gap, new(big.Rat).SetFloat64(low)).Float64()
			return exact
		}
		// The place itself is rounded in float64: an error of 1e-14 places, times gaps up to 1000.
		if math.Abs(got.LenP33-percentile(33)) > 1e-10 || math.Abs(got.LenP66-percentile(66)) > 1e-10 {
			t.Fatalf("got %v and %v, want %v and %v", got.LenP33, got.LenP66, percentile(33), percentile(66))
		}
	})
}

// By hand: differences (ln 2, 0, 0) weigh 2:1:1, and 4:1:1 at half the
// temperature, to 13 digits.
func TestCalibrate(t *testing.T) {
	logits, baseline := [3]float64{3 + math.Ln2, 1, -2}, [3]float64{3, 1, -2}
	for temperature, want := range map[float64][3]float64{
		1:   {1. / 2, 1. / 4, 1. / 4},
		0.5: {2. / 3, 1. / 6, 1. / 6},
	} {
		got, err := rubric.Calibrate(logits, baseline, temperature)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 0.5e-13 {
				t.Errorf("T = %v: got %v, want %v", temperature, got, want)
			}
		}
	}
	inf := math.Inf(1)
	for _, bad := range []struct {
		logits, baseline [3]float64
		temperature      float64
		says             string
	}{
		{logits, baseline, 0, "temperature 0 is not a positive number"},
		{logits, baseline, math.NaN(), "temperature NaN"},
		{logits, baseline, inf, "temperature +Inf"},
		{[3]float64{0, inf, 0}, baseline, 1, "verifier logit of B: +Inf − 1 is not a finite number"},
		{logits, [3]float64{0, 0, math.NaN()}, 1, "verifier logit of C"},
	} {
		if _, err := rubric.Calibrate(bad.logits, bad.baseline, bad.temperature); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("got %v, want %s", err, bad.says)
		}
	}
}

// Probabilities add up to 1, and the log odds of two labels are the difference
// of their calibrated logits over T.
func TestCalibrateIsASoftmax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		logit := rapid.Float64Range(-20, 20)
		var s, b [3]float64
		for i := range s {
			s[i], b[i] = logit.Draw(t, "s"), logit.Draw(t, "b")
		}
		temperature := rapid.Float64Range(0.5, 10).Draw(t, "T")
		p, err := rubric.Calibrate(s, b, temperature)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(p[0]+p[1]+p[2]-1) > 1.5e-13 {
			t.Fatalf("%v do not add up to 1", p)
		}
		for i := range p {
			odds := math.Log(p[0]) - math.Log(p[i])
			if want := ((s[0] - b[0]) - (s[i] - b[i])) / temperature; math.Abs(odds-want) > 1e-11 {
				t.Fatalf("log odds %v, want %v", odds, want)
			}
		}
	})
}

// Logarithms of probabilities in hundredths are logits of these: they come back
// as they are, to the last bit, and so 0.6 is high and 0.5 is off-task.
func TestLogarithmsComeBack(t *testing.T) {
	for a := 1; a < 99; a++ {
		for b := 1; a+b < 100; b++ {
			want := [3]float64{float64(a) / 100, float64(b) / 100, float64(100-a-b) / 100}
			var logits [3]float64
			for i, p := range want {
				logits[i] = math.Log(p)
			}
			if got, err := rubric.Calibrate(logits, [3]float64{}, 1); err != nil || got != want {
				t.Errorf("%v, %v, want %v", got, err, want)
			}
		}
	}
}

// However extreme the logits, a probability is one.
func TestCalibrateExtremes(t *testing.T) {
	got, err := rubric.Calibrate([3]float64{1e308, -1e308, 0}, [3]float64{}, 1e-300)
	if err != nil || got != [3]float64{1, 0, 0} {
		t.Errorf("got %v, %v", got, err)
	}
}
