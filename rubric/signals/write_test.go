package signals

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/rubric"
)

var formats = []struct {
	name  string
	write func(*Attempts, io.Writer) error
}{{"CSV", (*Attempts).WriteCSV}, {"JSONL", (*Attempts).WriteJSONL}}

func TestWrite(t *testing.T) {
	a := &Attempts{Models: []string{`a,"b`}, Questions: []string{"q"}, Trials: 2, Cells: []rubric.Signals{
		{1, 0, 0.1, 0, 2.5, 1e-7, 0.25, 0.5, 0.25}, rubric.Missing(),
	}}
	for _, test := range []struct{ task, csv, jsonl string }{
		{"",
			"model,question,trial,has_box,is_correct,token_ratio,repeated_pattern,prompt_bpt,completion_bpt,A,B,C\n" +
				"\"a,\"\"b\",q,1,1,0,0.1,0,2.5,1e-07,0.25,0.5,0.25\n" +
				"\"a,\"\"b\",q,2,,,,,,,,,\n",
			`{"model":"a,\"b","question":"q","trial":1,"has_box":1,"is_correct":0,"token_ratio":0.1,"repeated_pattern":0,"prompt_bpt":2.5,"completion_bpt":1e-07,"A":0.25,"B":0.5,"C":0.25}
{"model":"a,\"b","question":"q","trial":2,"has_box":null,"is_correct":null,"token_ratio":null,"repeated_pattern":null,"prompt_bpt":null,"completion_bpt":null,"A":null,"B":null,"C":null}
`},
		{"x y",
			"model,question,trial,has_box,is_correct,token_ratio,repeated_pattern,prompt_bpt,completion_bpt,A,B,C,task\n" +
				"\"a,\"\"b\",q,1,1,0,0.1,0,2.5,1e-07,0.25,0.5,0.25,x y\n" +
				"\"a,\"\"b\",q,2,,,,,,,,,,x y\n",
			`{"model":"a,\"b","question":"q","trial":1,"has_box":1,"is_correct":0,"token_ratio":0.1,"repeated_pattern":0,"prompt_bpt":2.5,"completion_bpt":1e-07,"A":0.25,"B":0.5,"C":0.25,"task":"x y"}
{"model":"a,\"b","question":"q","trial":2,"has_box":null,"is_correct":null,"token_ratio":null,"repeated_pattern":null,"prompt_bpt":null,"completion_bpt":null,"A":null,"B":null,"C":null,"task":"x y"}
`},
	} {
		a.Task = test.task
		for i, want := range []string{test.csv, test.jsonl} {
			var out bytes.Buffer
			if err := formats[i].write(a, &out); err != nil {
				t.Fatal(err)
			}
			if out.String() != want {
				t.Errorf("%s: got\n%swant\n%s", formats[i].name, out.String(), want)
			}
		}
	}
}

// drawAttempts draws attempts with all that names and signals may be. Signals
// that are not among the needed ones may be missing.
func drawAttempts(t *rapid.T, needed []rubric.Signal) *Attempts {
	name := rapid.OneOf(
		rapid.StringN(1, 8, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab,\"\n\r; \t\x00{}'\\\u2028\ufeffü😀")), 1, 5, -1),
	).Filter(func(s string) bool { return !strings.Contains(s, "\r\n") })
	names := func(label string) []string {
		return rapid.SliceOfNDistinct(name, 1, 3, rapid.ID[string]).Draw(t, label)
	}
	a := &Attempts{Models: names("models"), Questions: names("questions"), Trials: rapid.IntRange(1, 4).Draw(t, "trials")}
	if rapid.Bool().Draw(t, "has task") {
		a.Task = name.Draw(t, "task")
	}
	a.Cells = make([]rubric.Signals, len(a.Models)*len(a.Questions)*a.Trials)
	for i := range a.Cells {
		for s := range a.Cells[i] {
			value := rapid.Float64Range(0, 1)
			switch rubric.Signal(s) {
			case rubric.TokenRatio, rubric.PromptBPT, rubric.CompletionBPT:
				value = rapid.OneOf(value, rapid.Float64Range(0, math.MaxFloat64))
			}
			if !slices.Contains(needed, rubric.Signal(s)) && rapid.Bool().Draw(t, "missing") {
				value = rapid.Just(math.NaN())
			}
			a.Cells[i][s] = value.Draw(t, "signal")
		}
	}
	return a
}

// What is written is read again bit for bit, plain and in gzip: all of what is
// needed, and nothing of the rest.
func TestRoundTrip(t *testing.T) {
	for _, format := range formats {
		t.Run(format.name, rapid.MakeCheck(func(t *rapid.T) {
			needed := rapid.SliceOfDistinct(rapid.SampledFrom(rubric.AllSignals()), rapid.ID[rubric.Signal]).Draw(t, "needed")
			if rapid.Bool().Draw(t, "all") {
				needed = rubric.AllSignals()
			}
			want := drawAttempts(t, needed)
			var out bytes.Buffer
			if err := format.write(want, &out); err != nil {
				t.Fatal(err)
			}
			var packed bytes.Buffer
			z := gzip.NewWriter(&packed)
			z.Write(out.Bytes())
			z.Close()
			for _, data := range []*bytes.Buffer{&out, &packed} {
				got, err := ReadFrom(data, "x", Options{Task: want.Task, Needs: needed})
				if err != nil {
					t.Fatal(err)
				}
				sameAttempts(t, got, want, needed)
			}
		}))
	}
}

// sameAttempts checks the signals that are needed, and that others are missing.
func sameAttempts(t interface{ Fatalf(string, ...any) }, got, want *Attempts, needed []rubric.Signal) {
	if got.Task != want.Task || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Questions, want.Questions) || got.Trials != want.Trials {
		t.Fatalf("got %+v\nwant %+v", got, want)
	}
	for i, x := range want.Cells {
		for s := range x {
			if !slices.Contains(needed, rubric.Signal(s)) {
				x[s] = math.NaN()
			}
		}
		if !sameSignals(got.Cells[i], x) {
			t.Fatalf("attempt %d: got %v, want %v", i, got.Cells[i], x)
		}
	}
}

func TestUnwritable(t *testing.T) {
	for _, test := range []struct {
		name       string
		change     func(a *Attempts)
		csv, jsonl string // the errors, "" for none
	}{
		{"probability above 1", func(a *Attempts) { a.Cells[3][rubric.B] = 1.5 },
			`model "a", question "k", trial 2: B 1.5 is not a number in [0, 1]`, `model "a", question "k", trial 2: B 1.5 is not a number in [0, 1]`},
		{"infinite ratio", func(a *Attempts) { a.Cells[4][rubric.TokenRatio] = math.Inf(1) },
			`model "b", question "q", trial 1: token_ratio +Inf is not a finite number of at least 0`, `model "b", question "q", trial 1: token_ratio +Inf is not a finite number of at least 0`},
		{"two models of a name", func(a *Attempts) { a.Models[1] = "a" }, `two models are named "a"`, `two models are named "a"`},
		{"too few cells", func(a *Attempts) { a.Cells = a.Cells[1:] },
			`7 cells for 2 models × 2 questions × 2 trials`, `7 cells for 2 models × 2 questions × 2 trials`},
		{"no trials", func(a *Attempts) { a.Trials, a.Cells = 0, nil }, `0 trials: a board holds 1 to 65535`, `0 trials: a board holds 1 to 65535`},
		{"name not UTF-8", func(a *Attempts) { a.Models[1] = "\xff" }, `model "\xff" is not UTF-8`, `model "\xff" is not UTF-8`},
		{"carriage return and line feed", func(a *Attempts) { a.Task = "x\r\n" }, `task "x\r\n" would lose a carriage return in CSV`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for i, want := range []string{test.csv, test.jsonl} {
				a := made(2, 2, 2)
				a.Models, a.Questions = []string{"a", "b"}, []string{"q", "k"}
				test.change(a)
				var out bytes.Buffer
				err := formats[i].write(a, &out)
				if want == "" {
					if err != nil {
						t.Error(err)
					}
					continue
				}
				if err == nil || err.Error() != want {
					t.Errorf("%s: got %v, want %s", formats[i].name, err, want)
				}
				if out.Len() > 0 {
					t.Errorf("%s: %d bytes were written before the error", formats[i].name, out.Len())
				}
			}
		})
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrorsAreReturned(t *testing.T) {
	for _, format := range formats {
		for _, trials := range []int{1, 1000} { // less and more than a buffer
			if err := format.write(made(2, 2, trials), full{}); !errors.Is(err, errFull) {
				t.Errorf("%s, %d trials: %v", format.name, trials, err)
			}
		}
	}
}
