package signals

import (
	"math"

	"settle/rubric"
)

// inRange reports whether x is a possible value of a signal.
func inRange(s rubric.Signal, x float64) bool {
	switch s {
	case rubric.TokenRatio, rubric.PromptBPT, rubric.CompletionBPT:
		return x >= 0 && !math.IsInf(x, 1)
	}
	return x >= 0 && x <= 1
}

// rangeText returns a description of the possible values of a signal, for an error.
func rangeText(s rubric.Signal) string {
	switch s {
	case rubric.TokenRatio:
		return "a finite number of at least 0"
	case rubric.PromptBPT, rubric.CompletionBPT:
		return "a finite number of at least 0, minus a mean log₂ probability"
	}
	return "a number in [0, 1]"
}
