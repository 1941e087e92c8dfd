package signals

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"settle/rubric"
)

func readString(text, name string, opt Options) (*Attempts, error) {
	return ReadFrom(strings.NewReader(text), name, opt)
}

// wantSignals checks one attempt; NaN stands for a missing signal.
func wantSignals(t *testing.T, got, want rubric.Signals) {
	t.Helper()
	if !sameSignals(got, want) {
		t.Errorf("signals %v, want %v", got, want)
	}
}

func sameSignals(a, b rubric.Signals) bool {
	for s := range a {
		if math.Float64bits(a[s]) != math.Float64bits(b[s]) && !(math.IsNaN(a[s]) && math.IsNaN(b[s])) {
			return false
		}
	}
	return true
}

// The attempts of both files, by hand.
var (
	twoModels = []rubric.Signals{
		{1, 0, 0.25, 0, 2.5, 0.125, 0.1, 0.7, 0.2},
		{0, 0.5, 1.5, 1, 3, 12, 0, 0, 1},
		{1, 1, 0, 0, 0, 0, 1, 0, 0},
		{0, 1, 1e-3, 0, 1e3, 1, 0.25, 0.25, 0.5},
	}
	twoModelsCSV = `C,note,model,trial,question,has_box,is_correct,token_ratio,repeated_pattern,prompt_bpt,completion_bpt,A,B
0.2,x,b,4,q,true,0,0.25,0,2.5,0.125,0.1,0.7
1,,b,9,q,False,.5,1.5,TRUE, 3 ,12,0,0.0
0.5,,a,9,q,0,1,1e-3,0,1000,1,0.25,0.25
0,"y,z",a,4,q,1,1.0,0,0,0,0,1,0
`
	twoModelsJSONL = `{"model":"b","question":"q","trial":4,"has_box":true,"is_correct":0,"token_ratio":0.25,"repeated_pattern":0,"prompt_bpt":2.5,"completion_bpt":0.125,"compass_context_A":0.1,"compass_context_B":0.7,"compass_context_C":0.2}

{"trial":9,"model":"b","question":"q","has_box":false,"is_correct":0.5,"token_ratio":1.5,"repeated_pattern":true,"prompt_bpt":3,"completion_bpt":12,"A":0,"B":0.0,"C":1,"answer":{"A":7}}
{"model":"a","question":"q","trial":9,"C":0.5,"B":0.25,"A":2.5e-1,"completion_bpt":1,"prompt_bpt":1E3,"repeated_pattern":0,"token_ratio":0.001,"is_correct":1,"has_box":0}
{"model":"a","question":"q","trial":4,"has_box":1,"is_correct":1.0,"token_ratio":0,"repeated_pattern":0,"prompt_bpt":0,"completion_bpt":0,"A":1,"B":0,"C":0}
`
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"signals.csv": twoModelsCSV, "signals.jsonl": twoModelsJSONL} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Models, []string{"b", "a"}) || !slices.Equal(got.Questions, []string{"q"}) || got.Trials != 2 || got.Task != "" {
			t.Errorf("%s: %q, %q, %d trials, task %q", name, got.Models, got.Questions, got.Trials, got.Task)
		}
		for i, want := range twoModels {
			wantSignals(t, got.Cells[i], want)
		}
	}
}

// What is not needed does no harm, however broken or doubled, and is missing.
func TestOnlyWhatIsNeeded(t *testing.T) {
	nan := math.NaN()
	want := rubric.Signals{nan, 1, nan, nan, nan, nan, nan, nan, nan}
	for _, text := range []string{
		"model,question,trial,is_correct,A,A,compass_context_A,has_box,C\na,q,1,1,x,2,3,maybe,\n",
		`{"model":"a","question":"q","trial":1,"is_correct":1,"A":[2],"A":"x","compass_context_A":7,"logit_A":1,"C":null}`,
	} {
		got, err := readString(text, "x", Options{Needs: []rubric.Signal{rubric.IsCorrect}})
		if err != nil {
			t.Fatal(err)
		}
		wantSignals(t, got.Cells[0], want)
	}
}

// Another task may lack what this one has.
func TestOneOfTwoTasks(t *testing.T) {
	const text = `{"model":"a","question":"q","trial":1,"task":"hmmt"}
{"model":"a","question":"q","trial":1,"task":"aime","is_correct":0}
{"model":"b","question":"q","trial":1,"task":"hmmt","is_correct":7}
{"model":"b","question":"q","trial":1,"task":"aime","is_correct":1,"has_box":1}
`
	got, err := readString(text, "x", Options{Task: "aime", Needs: []rubric.Signal{rubric.IsCorrect}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Task != "aime" || got.Cells[0][rubric.IsCorrect] != 0 || got.Cells[1][rubric.IsCorrect] != 1 {
		t.Errorf("got %+v", got)
	}
}

// The columns are those that docs/formats.md names.
func TestColumns(t *testing.T) {
	want := strings.Fields(`has_box is_correct token_ratio repeated_pattern prompt_bpt completion_bpt
		A compass_context_A B compass_context_B C compass_context_C
		logit_A logit_B logit_C baseline_A baseline_B baseline_C`)
	if got := Columns(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The probabilities are those of scipy.special.softmax((s - b)/T), printed with
// repr.
func TestCalibration(t *testing.T) {
	for _, test := range []struct {
		columns, fields string
		calibration     Calibration
		want            [3]float64
	}{
		{"logit_A,logit_B,logit_C", "2.5,-1.25,0.5", Calibration{},
			[3]float64{0.8629221953909003, 0.020293984884712627, 0.11678381972438712}},
		{"logit_A,logit_B,logit_C", "2.5,-1.25,0.5", Calibration{Baseline: &[3]float64{0.5, 0.25, -1}, Temperature: 2},
			[3]float64{0.5121442915433586, 0.08899733315712387, 0.3988583752995175}},
		// Baselines of the attempt.
		{"logit_A,logit_B,logit_C,baseline_A,baseline_B,baseline_C", "2.5,-1.25,0.5,0.5,0.25,-1", Calibration{},
			[3]float64{0.6109750512275837, 0.01844984788339003, 0.3705751008890263}},
		// Logits whose exponentials overflow.
		{"baseline_C,logit_B,baseline_A,logit_C,baseline_B,logit_A", "-1,-800,0.5,699,0.25,700", Calibration{Temperature: 0.5},
			[3]float64{0.26894142136999516, 0, 0.7310585786300049}},
	} {
		csv := "model,question,trial," + test.columns + "\na,q,1," + test.fields + "\n"
		jsonl := `{"model":"a","question":"q","trial":1`
		fields := strings.Split(test.fields, ",")
		for i, c := range strings.Split(test.columns, ",") {
			jsonl += fmt.Sprintf(",%q:%s", c, fields[i])
		}
		for _, text := range []string{csv, jsonl + "}\n"} {
			got, err := readString(text, "x", Options{Needs: []rubric.Signal{rubric.C, rubric.A}, Calibration: test.calibration})
			if err != nil {
				t.Fatal(err)
			}
			x := got.Cells[0]
			// Half a unit of the 13th digit, to which Calibrate rounds.
			if math.Abs(x[rubric.A]-test.want[0]) > 0.5e-13 || math.Abs(x[rubric.C]-test.want[2]) > 0.5e-13 {
				t.Errorf("A %v, C %v, want %v", x[rubric.A], x[rubric.C], test.want)
			}
			if !math.IsNaN(x[rubric.B]) {
				t.Errorf("B is %v though it is not needed", x[rubric.B])
			}
		}
	}
}

func TestBadFiles(t *testing.T) {
	formatAware, err := rubric.Named("Format Aware")
	if err != nil {
		t.Fatal(err)
	}
	aware := Options{Needs: formatAware.Needs(), For: "schema Format Aware"} // has_box, is_correct, repeated_pattern, C
	one := func(s ...rubric.Signal) Options { return Options{Needs: s} }
	csv := func(columns, fields string) string {
		return "model,question,trial," + columns + "\na,q,1," + fields + "\n"
	}
	jsonl := func(members string) string { return `{"model":"a","question":"q","trial":1,` + members + "}\n" }
	const hint = `; without a verifier, write a schema that uses "degenerate" instead of "invalid"`
	for _, test := range []struct {
		name, text string
		opt        Options
		want       string
	}{
		{"no such column", csv("is_correct,repeated_pattern,C", "1,0,0"), aware,
			`x:1: schema Format Aware needs the signal "has_box": the header has "model", "question", "trial", "is_correct", "repeated_pattern", "C"`},
		{"no such key", jsonl(`"is_correct":1,"repeated_pattern":0,"C":0`), aware,
			`x:1: schema Format Aware needs the signal "has_box": the line has "model", "question", "trial", "is_correct", "repeated_pattern", "C"`},
		{"no such key later", jsonl(`"is_correct":1`) + jsonl(`"A":1`), one(rubric.IsCorrect),
			`x:2: every attempt needs the signal "is_correct": the line has "model", "question", "trial", "A"`},
		{"no verifier", csv("has_box,is_correct,repeated_pattern", "1,1,0"), aware,
			`x:1: schema Format Aware needs the signal "C": the header has "model", "question", "trial", "has_box", "is_correct", "repeated_pattern"` + hint},
		{"several lacking", csv("outcome", "1"), aware,
			`x:1: schema Format Aware needs the signals "has_box", "is_correct", "repeated_pattern", "C": the header has "model", "question", "trial", "outcome"; these can replace them: "finish_reason" for "repeated_pattern"` + hint},
		{"all needed, without a verifier", csv("has_box,is_correct,token_ratio,repeated_pattern,prompt_bpt,completion_bpt,A,B", "1,1,0,0,0,0,0,0"), Options{},
			`x:1: every attempt needs the signal "C": the header has "model", "question", "trial", "has_box", "is_correct", "token_ratio", "repeated_pattern", "prompt_bpt", "completion_bpt", "A", "B"`},
		{"names in capitals", jsonl(`"Is_Correct":1`), one(rubric.IsCorrect),
			`x:1: every attempt needs the signal "is_correct": the line has "model", "question", "trial", "Is_Correct"`},
		{"no trial", "model,question,A\na,q,1\n", one(rubric.A),
			`x:1: the header has no column "trial": "model", "question", "A"`},
		{"empty", csv("has_box,is_correct,repeated_pattern,C", "1,1,0,"), aware, `x:2: schema Format Aware needs the signal "C", which is missing`},
		{"NaN", csv("A", "nan"), one(rubric.A), `x:2: every attempt needs the signal "A", which is missing`},
		{"null in CSV", csv("A", "null"), one(rubric.A), `x:2: every attempt needs the signal "A", which is missing`},
		{"null", jsonl(`"A":null`), one(rubric.A), `x:1: every attempt needs the signal "A", which is missing`},
		{"NaN as text", jsonl(`"A":"NaN"`), one(rubric.A), `x:1: every attempt needs the signal "A", which is missing`},
		{"empty text", jsonl(`"A":""`), one(rubric.A), `x:1: every attempt needs the signal "A", which is missing`},
		{"bare NaN", jsonl(`"A":NaN`), one(rubric.A), `x:1: is not a JSON object: JSON has no NaN; use null`},
		{"text", csv("has_box", "yes"), one(rubric.HasBox), `x:2: has_box "yes" is not a number in [0, 1]`},
		{"number as text", jsonl(`"has_box":"1"`), one(rubric.HasBox), `x:1: has_box is the text "1", not a number in [0, 1]`},
		{"array", jsonl(`"C":[1]`), one(rubric.C), `x:1: C is an array, not a number in [0, 1]`},
		{"flag above 1", csv("is_correct", "2"), one(rubric.IsCorrect), `x:2: is_correct "2" is not a number in [0, 1]`},
		{"flag below 0", jsonl(`"repeated_pattern":-0.5`), one(rubric.RepeatedPattern), `x:1: repeated_pattern "-0.5" is not a number in [0, 1]`},
		{"percent", csv("compass_context_B", "70"), one(rubric.B), `x:2: compass_context_B "70" is not a number in [0, 1]`},
		{"negative ratio", csv("token_ratio", "-1"), one(rubric.TokenRatio), `x:2: token_ratio "-1" is not a finite number of at least 0`},
		{"infinite ratio", csv("token_ratio", "inf"), one(rubric.TokenRatio), `x:2: token_ratio "inf" is not a finite number of at least 0`},
		{"beyond float64", jsonl(`"token_ratio":1e999`), one(rubric.TokenRatio), `x:1: token_ratio "1e999" is not a finite number of at least 0`},
		{"log probability", jsonl(`"completion_bpt":-2.5`), one(rubric.CompletionBPT),
			`x:1: completion_bpt "-2.5" is not a finite number of at least 0, minus a mean log₂ probability`},
		{"two names", csv("A,compass_context_A", "1,1"), one(rubric.A), `x:1: "A" and "compass_context_A" are the same signal; remove one`},
		{"column twice", csv("A,A", "1,1"), one(rubric.A), `x:1: the header has two columns named "A"`},
		{"key twice", jsonl(`"A":1,"A":1`), one(rubric.A), `x:1: the key "A" appears twice`},
		{"probability and logit", csv("A,logit_A", "1,1"), one(rubric.A),
			`x:1: "A" is a probability and "logit_A" is a logit; remove the probabilities or the logits`},
		{"probability and logit of another", jsonl(`"compass_context_C":1,"logit_A":1,"logit_B":1`), one(rubric.A),
			`x:1: "compass_context_C" is a probability and "logit_A" is a logit; remove the probabilities or the logits`},
		{"two logits", csv("logit_A,logit_C", "1,1"), one(rubric.C),
			`x:1: logit_A, logit_B and logit_C must be given together; the header has "model", "question", "trial", "logit_A", "logit_C"`},
		{"one baseline", csv("logit_A,logit_B,logit_C,baseline_A", "1,1,1,1"), one(rubric.C),
			`x:1: baseline_A, baseline_B and baseline_C must be given together; the header has "model", "question", "trial", "logit_A", "logit_B", "logit_C", "baseline_A"`},
		{"logit missing", csv("logit_A,logit_B,logit_C", "1,,1"), one(rubric.C), `x:2: every attempt needs "logit_B", which is missing`},
		{"logit infinite", csv("logit_A,logit_B,logit_C", "1,-inf,1"), one(rubric.C), `x:2: logit_B "-inf" is not a finite number`},
		{"baseline text", jsonl(`"logit_A":1,"logit_B":1,"logit_C":1,"baseline_A":0,"baseline_B":0,"baseline_C":"0"`), one(rubric.C),
			`x:1: baseline_C is the text "0", not a finite number`},
		{"nothing to calibrate", csv("C", "1"), Options{Needs: []rubric.Signal{rubric.C}, Calibration: Calibration{Temperature: 2}},
			`x:1: baseline and temperature require logit_A, logit_B and logit_C; the header has "model", "question", "trial", "C"`},
		{"no logits for a baseline", csv("C", "1"), Options{Needs: []rubric.Signal{rubric.C}, Calibration: Calibration{Baseline: &[3]float64{}}},
			`x:1: baseline and temperature require logit_A, logit_B and logit_C; the header has "model", "question", "trial", "C"`},
		{"two baselines", csv("logit_A,logit_B,logit_C,baseline_A,baseline_B,baseline_C", "1,1,1,0,0,0"), Options{Needs: []rubric.Signal{rubric.C}, Calibration: Calibration{Baseline: &[3]float64{}}},
			"x:1: the file has baseline_A, baseline_B and baseline_C; remove the schema's baseline for all attempts"},
		{"negative temperature", csv("C", "1"), Options{Calibration: Calibration{Temperature: -1}}, `temperature -1 is not a positive number`},
		{"attempt twice", csv("A", "1") + "a,q,1,0\n", one(rubric.A), `x:3: model "a", question "q", trial 1 appears twice, first on line 2`},
		{"attempt missing", csv("A", "1") + "b,q,2,0\n", one(rubric.A), `x: 2 of 4 cells are missing, the first: model "a", question "q", trial 2; only outcomes can be incomplete`},
		{"NPZ", "PK\x03\x04", Options{}, `x: is NPZ, which holds only outcomes; use CSV or JSONL`},
		{"empty file", "", Options{}, `x: is empty`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readString(test.text, "x", test.opt)
			if err == nil || err.Error() != test.want {
				t.Errorf("error differs\n got: %v\nwant: %s", err, test.want)
			}
		})
	}
}

// A line costs no allocation of its own, whatever it holds.
func TestLinesAreNotAllocated(t *testing.T) {
	var file strings.Builder
	if err := made(2, 50, 100).WriteJSONL(&file); err != nil {
		t.Fatal(err)
	}
	allocations := testing.AllocsPerRun(2, func() {
		if _, err := readString(file.String(), "x", Options{}); err != nil {
			t.Fatal(err)
		}
	})
	// Names, buffers and blocks that grow: some hundreds for 10 000 lines.
	if allocations > 1000 {
		t.Errorf("%v allocations for 10 000 lines", allocations)
	}
}
