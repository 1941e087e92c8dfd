package rubric

import (
	"math"
	"slices"
)

// Thresholds holds the percentiles that separate low from high values of signals in one
// data set (the lower half of Table 4). A percentile is NaN if there is no attempt from
// which it can be computed. A comparison with NaN is false. By such a percentile, no
// attempt therefore counts as highly confident, short or out of distribution.
type Thresholds struct {
	High     float64 // τ_high: 40th percentile of completion_bpt, in bits per token
	LowWrong float64 // τ_low_wrong: 60th percentile of completion_bpt among wrong attempts
	Prompt   float64 // τ_prompt: 90th percentile of prompt_bpt, in bits per token
	LenP33   float64 // 33rd percentile of token_ratio
	LenP66   float64 // 66th percentile of token_ratio
	CorrP33  float64 // 33rd percentile of completion_bpt among correct attempts
	CorrP66  float64 // 66th percentile of completion_bpt among correct attempts
}

// NewThresholds computes the thresholds of a data set from the attempts of all its
// models. The paper does not say whether invalid attempts count; here they count. A
// percentile leaves out attempts that lack its signal. An attempt without is_correct
// counts as wrong, as everywhere in this package.
func NewThresholds(attempts []Signals) Thresholds {
	all := func(*Signals) bool { return true }
	completion := observedValues(attempts, CompletionBPT, all)
	wrong := observedValues(attempts, CompletionBPT, func(x *Signals) bool { return !correct(x, nil) })
	right := observedValues(attempts, CompletionBPT, func(x *Signals) bool { return correct(x, nil) })
	length := observedValues(attempts, TokenRatio, all)
	return Thresholds{
		High:     percentile(completion, 40),
		LowWrong: percentile(wrong, 60),
		Prompt:   percentile(observedValues(attempts, PromptBPT, all), 90),
		LenP33:   percentile(length, 33),
		LenP66:   percentile(length, 66),
		CorrP33:  percentile(right, 33),
		CorrP66:  percentile(right, 66),
	}
}

// observedValues returns the sorted values of a signal over the attempts for which
// chosen returns true. Attempts without the signal are left out.
func observedValues(attempts []Signals, s Signal, chosen func(*Signals) bool) []float64 {
	var values []float64
	for i := range attempts {
		if x := &attempts[i]; !math.IsNaN(x[s]) && chosen(x) {
			values = append(values, x[s])
		}
	}
	slices.Sort(values)
	return values
}

// percentile returns the p-th percentile of sorted values, for p in [0, 100], by numpy's
// default linear rule: the value at index (n − 1)·p/100, interpolated between neighbours.
// It returns NaN if there are no values.
func percentile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	whole, part := math.Modf(float64(float64(len(sorted)-1) * (p / 100)))
	low := sorted[int(whole)]
	if part == 0 {
		return low
	}
	high := sorted[int(whole)+1]
	switch gap := high - low; {
	case low == high: // also if both are infinite, where the gap is NaN
		return low
	case part < 0.5:
		return low + float64(gap*part)
	default: // from the nearer end, as numpy does
		return high - float64(gap*(1-part))
	}
}
