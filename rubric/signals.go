package rubric

import (
	"fmt"
	"math"
)

// Signal is one of the base signals of an attempt (appendix D).
type Signal uint8

// The base signals, in the paper's order.
const (
	HasBox          Signal = iota // 1 if there is a final boxed answer, else 0
	IsCorrect                     // 1 if the answer is correct, else 0; a grade between is correct from 0.5 on
	TokenRatio                    // completion tokens over the longest completion allowed, 32,768 in the paper
	RepeatedPattern               // 0 if the completion ended by itself, else 1: degenerate output
	PromptBPT                     // minus the mean log₂ probability of the prompt's tokens, in bits per token
	CompletionBPT                 // the same of the completion; low means confident
	A                             // verifier's probability of correct, in [0, 1]
	B                             // verifier's probability of wrong, in [0, 1]
	C                             // verifier's probability of invalid or off-task, in [0, 1]

	signalCount
)

var signalNames = [signalCount]string{
	"has_box", "is_correct", "token_ratio", "repeated_pattern", "prompt_bpt", "completion_bpt", "A", "B", "C",
}

// String is the name that files give the signal, such as "has_box".
func (s Signal) String() string {
	if s >= signalCount {
		return fmt.Sprintf("Signal(%d)", uint8(s))
	}
	return signalNames[s]
}

// AllSignals returns the base signals in the paper's order.
func AllSignals() []Signal {
	all := make([]Signal, signalCount)
	for i := range all {
		all[i] = Signal(i)
	}
	return all
}

// Signals are the base signals of one attempt, indexed by Signal. NaN is a
// missing one.
type Signals [signalCount]float64

// Missing returns signals that are all missing, to be filled in.
func Missing() Signals {
	var x Signals
	for i := range x {
		x[i] = math.NaN()
	}
	return x
}

// Calibrate turns the verifier's raw logits s of correct, wrong and off-task
// into the probabilities A, B and C by contextual calibration: the softmax of
// (s − b)/T, where b are the logits of a content-free prompt and T is the
// temperature (appendix D). T must be positive, and T and all differences
// s − b finite. The probabilities have 13 significant digits.
func Calibrate(logits, baseline [3]float64, temperature float64) (probabilities [3]float64, err error) {
	if !(temperature > 0) || math.IsInf(temperature, 1) {
		return probabilities, fmt.Errorf("temperature %v: give a positive number", temperature)
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
		probabilities[i] = math.Exp((shift - largest) / temperature) // at most 1: nothing overflows
		sum += probabilities[i]
	}
	for i := range probabilities {
		probabilities[i] = thirteenDigits(probabilities[i] / sum)
	}
	return probabilities, nil
}

// thirteenDigits rounds a probability to so many significant digits, on which
// the exponentials of all processors agree: their last bits must not decide
// whether logits that stand for 0.6 reach 0.6. Below 10^-287 digits are lost.
func thirteenDigits(p float64) float64 {
	scale := 1e13
	for p*scale < 1e12 && scale < 1e299 {
		scale *= 10
	}
	return math.Round(p*scale) / scale
}
