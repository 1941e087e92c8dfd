package signals

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"settle/rubric"
)

// What a server says of a completion becomes the signals that the paper defines by it
// (appendix D): 8192 of 32,768 tokens are a quarter; a completion that did not end by
// itself is degenerate; and tokens whose probabilities are 1/4 on average have two bits
// each, for ln(1/4) is −2 ln 2.
func TestCountedSignals(t *testing.T) {
	needs := Options{Needs: []rubric.Signal{rubric.TokenRatio, rubric.RepeatedPattern, rubric.PromptBPT, rubric.CompletionBPT}}
	nan := math.NaN()
	want := []rubric.Signals{
		{nan, nan, 0.25, 0, 1, 2, nan, nan, nan},
		{nan, nan, 1, 1, 0, 0.5, nan, nan, nan},
	}
	first, second := fmt.Sprint(-2*8192*math.Ln2), fmt.Sprint(-16384*math.Ln2)
	prompt := fmt.Sprint(-100 * math.Ln2)
	for _, name := range []string{"completion_logprob", "cumulative_logprob"} {
		for _, text := range []string{
			"model,question,trial,finish_reason,completion_tokens," + name + ",prompt_tokens,prompt_logprob\n" +
				"a,q,1, Stop ,8192," + first + ",100," + prompt + "\na,q,2,length,32768," + second + ",3,0\n",
			`{"model":"a","question":"q","trial":1,"finish_reason":"end_turn","completion_tokens":8192,"` + name + `":` + first +
				`,"prompt_tokens":100,"prompt_logprob":` + prompt + `}
{"model":"a","question":"q","trial":2,"finish_reason":"length","completion_tokens":32768,"` + name + `":` + second +
				`,"prompt_tokens":3,"prompt_logprob":0}`,
		} {
			got, err := readString(text, "x", needs)
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				for s, x := range want[i] {
					if got := got.Cells[i][s]; !(math.Abs(got-x) < 1e-14) && !(math.IsNaN(got) && math.IsNaN(x)) {
						t.Errorf("attempt %d: %v is %v, want %v", i+1, rubric.Signal(s), got, x)
					}
				}
			}
		}
	}
}

// A signal that is there as such is taken, whatever else there is; and what only other
// signals are made of is not looked at.
func TestSignalsBeforeWhatTheyAreMadeOf(t *testing.T) {
	got, err := readString("model,question,trial,token_ratio,completion_tokens,finish_reason\na,q,1,0.75,many,\n", "x",
		Options{Needs: []rubric.Signal{rubric.TokenRatio}})
	if err != nil || got.Cells[0][rubric.TokenRatio] != 0.75 {
		t.Errorf("got %+v (%v)", got, err)
	}
}

func TestBadCounts(t *testing.T) {
	const lengths = `the header has "model", "question", "trial", "completion_tokens"`
	for _, c := range []struct {
		columns, fields string
		needs           rubric.Signal
		want            string
	}{
		{"completion_tokens", "12.5", rubric.TokenRatio, `x:2: completion_tokens "12.5" is not a number of tokens, a whole number of at least 0`},
		{"completion_tokens", "-1", rubric.TokenRatio, `x:2: completion_tokens "-1" is not a number of tokens, a whole number of at least 0`},
		{"completion_tokens", "", rubric.TokenRatio, `x:2: every attempt needs "completion_tokens" for the signal "token_ratio", which is missing`},
		{"finish_reason", "", rubric.RepeatedPattern, `x:2: every attempt needs "finish_reason" for the signal "repeated_pattern", which is missing`},
		{"completion_tokens", "5", rubric.RepeatedPattern, `x:1: every attempt needs the signal "repeated_pattern": ` + lengths +
			`; these can replace them: "finish_reason" for "repeated_pattern"`},
		{"completion_tokens", "5", rubric.CompletionBPT, `x:1: every attempt needs the signal "completion_bpt": ` + lengths +
			`; these can replace them: "completion_logprob" with "completion_tokens" for "completion_bpt"`},
		{"completion_logprob,completion_tokens", "0.5,5", rubric.CompletionBPT,
			`x:2: completion_logprob "0.5" is not the sum of the natural logarithms of the tokens' probabilities, a finite number of at most 0`},
		{"completion_logprob,completion_tokens", "-5,0", rubric.CompletionBPT,
			`x:2: completion_tokens is 0, so bits per token are undefined`},
		{"prompt_logprob,prompt_tokens", ",5", rubric.PromptBPT,
			`x:2: every attempt needs "prompt_logprob" with "prompt_tokens" for the signal "prompt_bpt", which is missing`},
		{"prompt_logprob,prompt_tokens", "-1e308,1e-300", rubric.PromptBPT,
			`x:2: prompt_tokens "1e-300" is not a number of tokens, a whole number of at least 0`},
	} {
		text := "model,question,trial," + c.columns + "\na,q,1," + c.fields + "\n"
		if _, err := readString(text, "x", Options{Needs: []rubric.Signal{c.needs}}); err == nil || err.Error() != c.want {
			t.Errorf("%s of %s: %v\nwant %s", c.columns, c.fields, err, c.want)
		}
	}
	_, err := readString(`{"model":"a","question":"q","trial":1,"finish_reason":7}`, "x", Options{Needs: []rubric.Signal{rubric.RepeatedPattern}})
	if want := `x:1: finish_reason "7" is not the reason why the completion ended, such as "stop" or "length"`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Lines of counts cost no allocation of their own either.
func TestCountsAreNotAllocated(t *testing.T) {
	var file strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&file, `{"model":"a","question":"q","trial":%d,"completion_tokens":100,"completion_logprob":-50,"finish_reason":"stop"}`+"\n", i)
	}
	needs := Options{Needs: []rubric.Signal{rubric.TokenRatio, rubric.RepeatedPattern, rubric.CompletionBPT}}
	allocations := testing.AllocsPerRun(2, func() {
		if _, err := readString(file.String(), "x", needs); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 1000 { // names, buffers and blocks that grow
		t.Errorf("%v allocations for 10 000 lines", allocations)
	}
}
