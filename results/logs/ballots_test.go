package logs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"settle/results"
	"settle/results/logs"

	gocmp "github.com/google/go-cmp/cmp"
)

// What each tool logs as the answer, by what is known of its format, and what is none: null, what
// a filter did not find, likelihoods of choices, whole completions, and answers of attempts
// without a verdict.
func TestBallotsOfLogs(t *testing.T) {
	long := strings.Repeat("long ", 201)
	for _, c := range []struct {
		name, by, score, text string
		want                  []string // QUESTION TRIAL ANSWER WEIGHT
	}{
		{"inspect.json", "", "", `{"status":"success","eval":{"task":"t","model":"m"},"samples":[
			{"id":"p","epoch":1,"scores":{"match":{"value":"C","answer":"A"}}},
			{"id":"p","epoch":2,"scores":{"match":{"value":"I","answer":null}}},
			{"id":"p","epoch":3,"scores":{"match":{"value":"I","answer":"` + long + `"}}},
			{"id":"p","epoch":4,"scores":{"match":{"value":"I"}}}]}`, []string{"p 1 A NaN", "p 2  NaN", "p 3  NaN", "p 4  NaN"}},
		{"inspect.json", "", "b.y", `{"status":"success","eval":{"task":"t","model":"m"},"samples":[
			{"id":"p","epoch":1,"scores":{"a":{"value":1,"answer":"A"},"b":{"value":{"x":1,"y":0},"answer":"B"}}}]}`, []string{"p 1 B NaN"}},
		{"inspect.json", "", "", `{"status":"success","eval":{"task":"t","model":"m"},"samples":[
			{"id":"p","epoch":1,"score":{"value":"C","answer":"A"}}]}`, []string{"p 1 A NaN"}},
		{"samples_t_2025-01-01T00-00-00.jsonl", "sure", "", `
			{"doc_id":0,"resps":[["x"]],"filtered_resps":["A"],"acc":1,"sure":0.5}
			{"doc_id":1,"resps":[["x"]],"filtered_resps":[["B"]],"acc":1,"sure":null}
			{"doc_id":2,"resps":[["x"]],"filtered_resps":["[invalid]"],"acc":0,"sure":2}
			{"doc_id":3,"resps":[["x"]],"filtered_resps":[["-1.5","True"],["-2","False"]],"acc":0}
			{"doc_id":4,"resps":[["x"]],"filtered_resps":["C","D"],"acc":0}`,
			[]string{"0 1 A 0.5", "1 1 B NaN", "2 1  2", "3 1  NaN", "4 1 C NaN"}},
		{"output-rs3.jsonl", "exp:reward_model_score", "", `
			{"generation":"","symbolic_correct":true,"predicted_answer":"7","reward_model_score":0}
			{"generation":"","symbolic_correct":false,"predicted_answer":null,"reward_model_score":-1}
			{"generation":"","symbolic_correct":false,"predicted_answer":8}`,
			[]string{"0 3 7 1", "1 3  0.36787944117144233", "2 3 8 NaN"}}, // e⁻¹
		{"x_samples.jsonl", "", "", `
			{"schema_version":"0.2.1","model_id":"m","evaluation_name":"e","sample_id":"p","evaluation":{"is_correct":true},
			 "answer_attribution":[{"extracted_value":"B","is_terminal":false},{"extracted_value":"D","is_terminal":true},{"extracted_value":"E","is_terminal":false}]}
			{"schema_version":"0.2.1","model_id":"m","evaluation_name":"e","sample_id":"q","evaluation":{"is_correct":true},"answer_attribution":[]}`,
			[]string{"p 1 D NaN", "q 1  NaN"}},
		{"1.json", "", "", `{"idx":1,"problem":"","gold_answer":"5","answers":["5","None",null,6],"correct":[true,false,false,false],"messages":[]}`,
			[]string{"1 1 5 NaN", "1 2  NaN", "1 3  NaN", "1 4 6 NaN"}},
		{"rows.jsonl", "", "", `{"problem_idx":1,"model_name":"m","idx_answer":0,"correct":true,"parsed_answer":"5"}
			{"problem_idx":1,"model_name":"m","idx_answer":1,"correct":false,"parsed_answer":null}`, []string{"1 0 5 NaN", "1 1  NaN"}},
		{"test_seed0_.jsonl", "", "", `{"idx":0,"gt":"5","pred":["5",""],"score":[true,false,false]}`, []string{"0 1 5 NaN", "0 2  NaN", "0 3  NaN"}},
		{"d.json", "", "", `{"accuracy":50,"details":[{"example_abbr":"d_0","pred":["A",true],"correct":[true,false]},
			{"example_abbr":"d_1","pred":"C","correct":false}]}`, []string{"d_0 1 A NaN", "d_0 2 true NaN", "d_1 1 C NaN"}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, read := range []bool{true, false} {
			found, err := logs.Read(path, logs.Options{Score: c.score, Ballots: results.BallotOptions{Read: read, WeightBy: c.by}})
			if err != nil {
				t.Fatal(c.name, err)
			}
			var got []string
			row := 0
			for a := range found[0].All() {
				b := found[0].Ballot(row)
				got = append(got, fmt.Sprintf("%s %d %s %v", found[0].Questions()[a.Question], a.Trial, b.Answer, b.Weight))
				if !read && (b.Answer != "" || b.Weight == b.Weight) {
					t.Error(c.name, "unasked", b)
				}
				row++
			}
			if diff := gocmp.Diff(c.want, got); diff != "" && read {
				t.Error(c.name, diff)
			}
			if left := slices.Contains(found[0].Notes, "answers of more than 1000 bytes are left out, because they are complete outputs instead of final answers"); left != (read && strings.Contains(c.text, long)) {
				t.Error(c.name, found[0].Notes)
			}
		}
	}
}

// Weights that are none are refused, and so are they where a tool logs no such field.
func TestWeightsOfLogs(t *testing.T) {
	for text, want := range map[string]string{
		`{"generation":"","is_correct":true,"w":-1}`:                            `question "0": w -1 is negative; use --weight-by exp:w if it is a logarithm`,
		`{"generation":"","is_correct":true,"w":"1"}`:                           `question "0": w is text, not a number`,
		`{"task_id":"q","completion":"","result":"passed","passed":true,"w":1}`: `logs of human-eval have no weight field "w"; remove --weight-by`,
	} {
		path := filepath.Join(t.TempDir(), "x.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := logs.Read(path, logs.Options{Ballots: results.BallotOptions{Read: true, WeightBy: "w"}})
		if err == nil || !strings.HasSuffix(err.Error(), "x.jsonl: "+want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
