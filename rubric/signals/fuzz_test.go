package signals

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"settle/internal/tests/mutants"
	"settle/results"
	"settle/rubric"
)

// checkReading reads any bytes. It must give one line of error that starts with
// the file's name, or attempts that survive being written and read. The bits of
// needs choose the signals.
func checkReading(t *testing.T, data []byte, task string, needs uint16) {
	var needed []rubric.Signal
	for _, s := range rubric.AllSignals() {
		if needs>>s&1 != 0 {
			needed = append(needed, s)
		}
	}
	if needed == nil {
		needed = []rubric.Signal{} // none: nil would be all
	}
	got, err := ReadFrom(bytes.NewReader(data), "x", Options{Task: task, Needs: needed})
	if err != nil {
		if wrong := mutants.CheckMessage(err, "x"); wrong != nil {
			t.Errorf("the error %v", wrong)
		}
		return
	}
	for _, format := range formats {
		var out bytes.Buffer
		if err := format.write(got, &out); err != nil {
			if !strings.HasSuffix(err.Error(), "would lose a carriage return in CSV") {
				t.Errorf("%s: what was read cannot be written: %v", format.name, err)
			}
			continue
		}
		again, err := ReadFrom(&out, "x", Options{Needs: needed})
		if err != nil {
			t.Fatalf("%s: what was written cannot be read: %v", format.name, err)
		}
		sameAttempts(t, again, got, needed)
	}
}

// Two thousand damaged files of each kind are refused in one line, or read as
// something valid.
func TestDamagedFiles(t *testing.T) {
	for _, data := range []string{twoModelsCSV, twoModelsJSONL} {
		for mutant := range mutants.Of([]byte(data), 2000) {
			checkReading(t, mutant, "", 1<<9-1)
		}
	}
}

// What does not end is given up as results are, and so is what takes more memory
// than is allowed: a row takes 160 bytes, twice nine signals and where they
// belong.
func TestReadIsBounded(t *testing.T) {
	_, err := ReadFrom(mutants.Endless("\x00"), "x", Options{})
	if want := "x: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"; err == nil || err.Error() != want {
		t.Errorf("zeros without an end: %v, want %s", err, want)
	}
	var many strings.Builder
	many.WriteString("model,question,trial,A\n")
	for i := range 1000 {
		fmt.Fprintf(&many, "a,q,%d,0\n", i)
	}
	opt := Options{Needs: []rubric.Signal{rubric.A}, MaxBytes: 200_000}
	if _, err := readString(many.String(), "x", opt); err != nil {
		t.Error(err)
	}
	opt.MaxBytes = 100_000
	_, err = readString(many.String(), "x", opt)
	if tooLarge, ok := errors.AsType[*results.TooLarge](err); !ok || tooLarge.Needs < 160_000 || tooLarge.Needs > 161_000 || tooLarge.Allows != 100_000 {
		t.Errorf("1,000 rows in 100,000 bytes: %v", err)
	}
}

// Go minimises what it finds of interest for up to a minute: where this runs for
// a minute in all, use -fuzzminimizetime 1x, or little else is done.
func FuzzSignalsCSV(f *testing.F) {
	for _, data := range []string{
		twoModelsCSV, "model,question,trial,A\na,q,1,\n", "model,question,trial,A,compass_context_A\na,q,1,0,0\n",
		"task,model,question,trial,logit_A,logit_B,logit_C\nR,a,q,1,5,-700,0x1p9\n",
		"model,question,trial,logit_A,logit_B,logit_C,baseline_A,baseline_B,baseline_C\na,q,1,1,2,3,1e308,-1e308,inf\n",
		"model,question,trial,has_box,token_ratio\na,\"\r\n\",1,True,-0\n",
		"model,question,trial,A\ra,q,1,0.5\r", strings.Repeat("A,", 2000), "model,question,trial,A\na,q,1," + strings.Repeat("9", 2000) + "\n",
		"\xff\xfe\x00\x00m", "\x1f\x8b\x08", "model,question,trial,A\n\x1b]0;x\a,\u202e,1,0\n\"",
	} {
		f.Add([]byte(data), "", uint16(1<<9-1))
		f.Add([]byte(data), "R", uint16(1<<rubric.A))
		f.Add([]byte(data), "", uint16(1<<rubric.HasBox|1<<rubric.TokenRatio))
	}
	f.Fuzz(checkReading)
}

func FuzzSignalsJSONL(f *testing.F) {
	for _, data := range []string{
		twoModelsJSONL, `{"model":"a","question":"q","trial":1,"A":null}`, `{"model":"a","question":"q","trial":1,"A":"nan","\u0041":1}`,
		`{"task":"R","model":"a","question":1,"trial":1.0,"logit_A":5,"logit_B":-7e2,"logit_C":0}`,
		`{"model":"\ud800","question":"q","trial":1,"has_box":true,"token_ratio":-0}` + "\n{}",
		`{"model":"a\r\n","question":"q","trial":1,"has_box":false,"token_ratio":1e-400}`,
		strings.Repeat("\n", 600) + `{"model":"a"}`, `{"` + strings.Repeat("k", 2000) + `":`, `{"model":"a","question":"q","trial":1,"A":{"\ud800":0}}`,
	} {
		f.Add([]byte(data), "", uint16(1<<9-1))
		f.Add([]byte(data), "R", uint16(1<<rubric.A))
		f.Add([]byte(data), "", uint16(1<<rubric.HasBox|1<<rubric.TokenRatio))
	}
	f.Fuzz(checkReading)
}
