package rubric

import (
	"fmt"
	"math"
)

// A Signal is one of the base signals of an attempt, such as is_correct (appendix D of
// the paper).
type Signal uint8

// These are the base signals, in the order of the paper.
const (
	HasBox          Signal = iota // 1 if there is a final boxed answer, else 0
	IsCorrect                     // 1 if the answer is correct, else 0; a grade of at least 0.5 counts as correct
	TokenRatio                    // number of completion tokens divided by the maximum completion length, 32,768 in the paper
	RepeatedPattern               // 0 if the completion ended by itself, else 1: degenerate output
	PromptBPT                     // minus the mean log₂ probability of the prompt's tokens, in bits per token
	CompletionBPT                 // minus the mean log₂ probability of the completion's tokens, in bits per token; low means confident
	A                             // verifier's probability that the attempt is correct, in [0, 1]
	B                             // verifier's probability that the attempt is wrong, in [0, 1]
	C                             // verifier's probability that the attempt is invalid or off-task, in [0, 1]

	signalCount
)

var signalNames = [signalCount]string{
	"has_box", "is_correct", "token_ratio", "repeated_pattern", "prompt_bpt", "completion_bpt", "A", "B", "C",
}

// String returns the name of the signal in files, such as "has_box".
func (s Signal) String() string {
	if s >= signalCount {
		return fmt.Sprintf("Signal(%d)", uint8(s))
	}
	return signalNames[s]
}

// AllSignals returns the base signals, in the order of the paper.
func AllSignals() []Signal {
	all := make([]Signal, signalCount)
	for i := range all {
		all[i] = Signal(i)
	}
	return all
}

// Signals holds the base signals of one attempt, indexed by Signal. A missing signal is
// NaN.
type Signals [signalCount]float64

// Missing returns Signals in which every signal is missing.
func Missing() Signals {
	var x Signals
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

// Calibrate converts the verifier's raw logits s of correct, wrong and off-task into the
// probabilities A, B and C by contextual calibration (appendix D). The result is the
// softmax of (s − b)/T, where b are the verifier's logits for a content-free prompt and
// T is the temperature. T must be positive and finite, and all differences s − b must be
// finite. The probabilities are rounded to 13 significant digits.
func Calibrate(logits, baseline [3]float64, temperature float64) (probabilities [3]float64, err error) {
	if !(temperature > 0) || math.IsInf(temperature, 1) {
		return probabilities, fmt.Errorf("temperature %v is not a positive number", temperature)
	}
	largest := math.Inf(-1)
	for i, s := range logits {
		shift := s - baseline[i]
		if math.IsNaN(shift) || math.IsInf(shift, 0) {
			return [3]float64{}, fmt.Errorf("verifier logit of %v: %v − %v is not a finite number", A+Signal(i), s, baseline[i])
		}
		probabilities[i] = shift
		largest = max(largest, shift)
	}
	var sum float64
	for i, shift := range probabilities {
		probabilities[i] = math.Exp((shift - largest) / temperature) // at most 1, so nothing overflows
		sum += probabilities[i]
	}
	for i := range probabilities {
		probabilities[i] = thirteenDigits(probabilities[i] / sum)
	}
	return probabilities, nil
}

// thirteenDigits rounds a probability to 13 significant digits. To this precision, an
// exponential is the same on all processors. Without rounding, the last bits could
// decide whether a probability of 0.6 reaches the threshold 0.6. Probabilities below
// 10^-287 keep fewer digits.
func thirteenDigits(p float64) float64 {
	scale := 1e13
	for p*scale < 1e12 && scale < 1e299 {
		scale *= 10
	}
	return math.Round(p*scale) / scale
}
