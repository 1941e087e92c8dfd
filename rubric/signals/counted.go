package signals

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/results"
	"settle/rubric"
)

// LongestCompletion is how many tokens a completion may have in the paper, by which
// token_ratio divides those that it has (appendix D).
const LongestCompletion = 32_768

// source is what a signal is made of that a file does not have: what a server of
// models says of a completion.
type source struct {
	signal  rubric.Signal
	columns []string // that it is made of, all of them
	of      func(fields []results.Field, names []string) (float64, error)
}

// sources are in the order in which they are looked for.
var sources = []source{
	{rubric.TokenRatio, []string{"completion_tokens"}, tokenRatio},
	{rubric.RepeatedPattern, []string{"finish_reason"}, repeatedPattern},
	{rubric.PromptBPT, []string{"prompt_logprob", "prompt_tokens"}, bitsPerToken},
	{rubric.CompletionBPT, []string{"completion_logprob", "completion_tokens"}, bitsPerToken},
	{rubric.CompletionBPT, []string{"cumulative_logprob", "completion_tokens"}, bitsPerToken},
}

// sourcesOf returns those that a signal may be made of.
func sourcesOf(s rubric.Signal) []source {
	return slices.DeleteFunc(slices.Clone(sources), func(c source) bool { return c.signal != s })
}

// tokenRatio is the share of the longest completion.
func tokenRatio(fields []results.Field, names []string) (float64, error) {
	tokens, err := countOf(fields[0], names[0])
	return tokens / LongestCompletion, err
}

// ended are the reasons to finish that say that a completion ended by itself: those of
// OpenAI and vLLM, of Text Generation Inference, and of Anthropic.
var ended = bytes.Fields([]byte("stop eos eos_token stop_sequence end_turn"))

// repeatedPattern is 0 of a completion that ended by itself, and else 1.
func repeatedPattern(fields []results.Field, names []string) (float64, error) {
	reason, ok := fields[0].Text()
	reason = bytes.TrimSpace(reason)
	switch {
	case !ok:
		return 0, fields[0].Not(names[0], `the reason why the completion ended, such as "stop" or "length"`)
	case len(reason) == 0:
		return math.NaN(), nil
	case slices.ContainsFunc(ended, func(e []byte) bool { return bytes.EqualFold(e, reason) }):
		return 0, nil
	}
	return 1, nil
}

// bitsPerToken is minus the mean log₂ probability of tokens, from the sum of their
// natural logarithms and their number.
func bitsPerToken(fields []results.Field, names []string) (float64, error) {
	sum, ok := fields[0].Float()
	if !ok || sum > 0 || math.IsInf(sum, -1) {
		return 0, fields[0].Not(names[0], "the sum of the natural logarithms of the tokens' probabilities, a finite number of at most 0")
	}
	tokens, err := countOf(fields[1], names[1])
	if err != nil || math.IsNaN(sum) {
		return sum, err
	}
	if tokens == 0 {
		return 0, fmt.Errorf("%s is 0: bits per token are a mean over tokens, and there are none", names[1])
	}
	return 0 - sum/math.Ln2/tokens, nil // and not −0
}

// countOf is a number of tokens, NaN where it is missing.
func countOf(f results.Field, name string) (float64, error) {
	n, ok := f.Float()
	switch {
	case ok && math.IsNaN(n):
		return n, nil
	case !ok || n < 0 || n != math.Trunc(n) || math.IsInf(n, 1):
		return 0, f.Not(name, "a number of tokens, a whole number of at least 0")
	}
	return n, nil
}

// counted returns what makes a signal of columns that are there, nil if there are none.
func (b *binder) counted(h *results.Header, s rubric.Signal) reader {
	at := slices.IndexFunc(sources, func(from source) bool {
		return from.signal == s && len(presentOf(h, from.columns...)) == len(from.columns)
	})
	if at < 0 {
		return nil
	}
	from := sources[at]
	own := make([]results.Field, len(from.columns)) // of a row
	return func(fields []results.Field, x *rubric.Signals) error {
		for i, name := range from.columns {
			own[i] = fields[b.places[name]]
		}
		value, err := from.of(own, from.columns)
		switch {
		case err != nil:
			return err
		case math.IsNaN(value):
			return b.missing(fmt.Sprintf("%s for the signal %q", quotedWith(from.columns), s.String()))
		case !inRange(s, value): // of logarithms that are beyond any model
			return fmt.Errorf("%v of %s is %v, not %s", s, quotedWith(from.columns), value, rangeText(s))
		}
		x[s] = value
		return nil
	}
}

// instead says what will do for signals that are lacking, to end an error.
func instead(lacking []rubric.Signal) string {
	var ways []string
	for _, s := range lacking {
		if from := sourcesOf(s); len(from) > 0 {
			ways = append(ways, fmt.Sprintf("%s for %q", quotedWith(from[0].columns), s.String()))
		}
	}
	if ways == nil {
		return ""
	}
	return "; these will do: " + strings.Join(ways, ", ")
}

// quotedWith is `"a" with "b"`.
func quotedWith(columns []string) string {
	return `"` + strings.Join(columns, `" with "`) + `"`
}
