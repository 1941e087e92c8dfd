package signals

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

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
		if text := err.Error(); !strings.HasPrefix(text, "x:") || strings.ContainsAny(text, "\r\n") || !utf8.ValidString(text) {
			t.Errorf("the error is not one line that starts with the file: %q", text)
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

func FuzzSignalsCSV(f *testing.F) {
	for _, data := range []string{
		twoModelsCSV, "model,question,trial,A\na,q,1,\n", "model,question,trial,A,compass_context_A\na,q,1,0,0\n",
		"task,model,question,trial,logit_A,logit_B,logit_C\nR,a,q,1,5,-700,0x1p9\n",
		"model,question,trial,logit_A,logit_B,logit_C,baseline_A,baseline_B,baseline_C\na,q,1,1,2,3,1e308,-1e308,inf\n",
		"model,question,trial,has_box,token_ratio\na,\"\r\n\",1,True,-0\n",
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
	} {
		f.Add([]byte(data), "", uint16(1<<9-1))
		f.Add([]byte(data), "R", uint16(1<<rubric.A))
		f.Add([]byte(data), "", uint16(1<<rubric.HasBox|1<<rubric.TokenRatio))
	}
	f.Fuzz(checkReading)
}
