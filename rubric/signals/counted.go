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

// LongestCompletion is the maximum completion length in the paper, in tokens. The
// signal token_ratio is the completion length divided by LongestCompletion
// (appendix D).
const LongestCompletion = 32_768

// A source is a way to compute a signal that a file lacks. It uses other columns of the
// file, with data that model servers report about a completion.
type source struct {
	signal  rubric.Signal
	columns []string // columns that are all needed
	of      func(fields []results.Field, names []string) (float64, error)
}

// sources lists the ways to compute absent signals, in order of preference.
var sources = []source{
	{rubric.TokenRatio, []string{"completion_tokens"}, tokenRatio},
	{rubric.RepeatedPattern, []string{"finish_reason"}, repeatedPattern},
	{rubric.PromptBPT, []string{"prompt_logprob", "prompt_tokens"}, bitsPerToken},
	{rubric.CompletionBPT, []string{"completion_logprob", "completion_tokens"}, bitsPerToken},
	{rubric.CompletionBPT, []string{"cumulative_logprob", "completion_tokens"}, bitsPerToken},
}

// sourcesOf returns the ways to compute a signal from other columns.
func sourcesOf(s rubric.Signal) []source {
	return slices.DeleteFunc(slices.Clone(sources), func(c source) bool { return c.signal != s })
}

// tokenRatio returns the completion length as a share of LongestCompletion.
func tokenRatio(fields []results.Field, names []string) (float64, error) {
	tokens, err := countOf(fields[0], names[0])
	return tokens / LongestCompletion, err
}

// endReasons lists the finish reasons of completions that ended by themselves, as OpenAI
// and vLLM, Text Generation Inference, and Anthropic report them.
var endReasons = bytes.Fields([]byte("stop eos eos_token stop_sequence end_turn"))

// repeatedPattern returns 0 if the completion ended by itself, else 1. It returns NaN if
// the reason is missing.
func repeatedPattern(fields []results.Field, names []string) (float64, error) {
	reason, ok := fields[0].Text()
	reason = bytes.TrimSpace(reason)
	switch {
	case !ok:
		return 0, fields[0].Not(names[0], `the reason why the completion ended, such as "stop" or "length"`)
	case len(reason) == 0:
		return math.NaN(), nil
	case slices.ContainsFunc(endReasons, func(e []byte) bool { return bytes.EqualFold(e, reason) }):
		return 0, nil
	}
	return 1, nil
}

// bitsPerToken returns minus the mean log₂ probability of tokens, given the sum of their
// natural log probabilities and their number.
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
		return 0, fmt.Errorf("%s is 0, so bits per token are undefined", names[1])
	}
	return 0 - sum/math.Ln2/tokens, nil // avoids −0
}

// countOf returns the number of tokens in a field, or NaN if it is missing.
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

// countedReader returns a reader that computes a signal from columns of the file, or nil
// if the file lacks the columns for it.
func (b *binder) countedReader(h *results.Header, s rubric.Signal) reader {
	at := slices.IndexFunc(sources, func(from source) bool {
		return from.signal == s && len(presentColumns(h, from.columns...)) == len(from.columns)
	})
	if at < 0 {
		return nil
	}
	from := sources[at]
	own := make([]results.Field, len(from.columns)) // fields of a row
	return func(fields []results.Field, x *rubric.Signals) error {
		for i, name := range from.columns {
			own[i] = fields[b.places[name]]
		}
		value, err := from.of(own, from.columns)
		switch {
		case err != nil:
			return err
		case math.IsNaN(value):
			return b.missingError(fmt.Sprintf("%s for the signal %q", quotedWith(from.columns), s.String()))
		case !inRange(s, value): // logarithms that no model can have
			return fmt.Errorf("%v of %s is %v, not %s", s, quotedWith(from.columns), value, rangeText(s))
		}
		x[s] = value
		return nil
	}
}

// alternatives returns the end of an error about absent signals. It names the columns
// from which these signals could be computed.
func alternatives(lacking []rubric.Signal) string {
	var ways []string
	for _, s := range lacking {
		if from := sourcesOf(s); len(from) > 0 {
			ways = append(ways, fmt.Sprintf("%s for %q", quotedWith(from[0].columns), s.String()))
		}
	}
	if ways == nil {
		return ""
	}
	return "; these can replace them: " + strings.Join(ways, ", ")
}

// quotedWith formats columns as `"a" with "b"`.
func quotedWith(columns []string) string {
	return `"` + strings.Join(columns, `" with "`) + `"`
}
