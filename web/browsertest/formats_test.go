package browsertest_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// format is a form of results that the command line reads: a file or several, made in a
// folder, as a reader would drop them.
type format struct {
	name  string
	files []string // below the folder
	says  string   // what the names of the files say, "" where the tables do
}

// formats are boards of two models or more in every form, written in a folder: tables by
// the program itself, logs as their tools write them.
func formats(t testing.TB, folder string) []format {
	settle(t, folder, "settle simulate write board.csv --coins 4x9 --trials 6")
	settle(t, folder, "settle simulate write board.jsonl --coins 4x9 --trials 6")
	settle(t, folder, "settle simulate write board.npz --coins 4x9 --trials 6")
	settle(t, folder, "settle import board.csv --to board.parquet")
	pack(t, folder, "board.csv", "packed.csv.gz")
	write(t, folder, "names.csv", "model,question,trial,outcome\n"+`"=1+1, ""a"" <b>",q,1,1`+"\n"+`"=1+1, ""a"" <b>",q,2,1`+"\nplain,q,1,0\nplain,q,2,1\n")
	write(t, folder, "tasks.csv", "task,model,question,trial,outcome\n"+tasksOfTwo())
	return append([]format{
		{"CSV", []string{"board.csv"}, ""},
		{"JSONL", []string{"board.jsonl"}, ""},
		{"NPZ", []string{"board.npz"}, ""},
		{"Parquet", []string{"board.parquet"}, ""},
		{"gzip", []string{"packed.csv.gz"}, ""},
		{"names", []string{"names.csv"}, ""},
		{"tasks", []string{"tasks.csv"}, ""},
	}, logs(t, folder)...)
}

func pack(t testing.TB, folder, from, to string) {
	t.Helper()
	plain, err := os.ReadFile(filepath.Join(folder, from))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(plain)
	w.Close()
	write(t, folder, to, b.String())
}

func tasksOfTwo() string {
	var b strings.Builder
	for i := range 48 {
		fmt.Fprintf(&b, "%s,%s,q%d,%d,%d\n", []string{"x", "y"}[i%2], []string{"a", "b"}[i/2%2], i/4%3, i/12+1, (i*i+i/4)%3/2)
	}
	return b.String()
}

// logs are runs of two models as tools log them, by the shapes of results/logs/testdata:
// each of three questions and two trials.
func logs(t testing.TB, folder string) []format {
	of := func(name string, files map[string]func(model string) string) format {
		f := format{name: name}
		for _, model := range []string{"m-1", "m-2"} {
			for path, content := range files {
				path = strings.ReplaceAll(path, "MODEL", model)
				if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, path)), 0o700); err != nil {
					t.Fatal(err)
				}
				write(t, folder, path, content(model))
				f.files = append(f.files, path)
			}
		}
		return f
	}
	// right tells the verdicts of a model: m-1 fails once in six, m-2 twice.
	right := func(model string, question, trial int) bool {
		return question*2+trial != 1 && (model == "m-1" || question*2+trial != 4)
	}
	each := func(model, between string, say func(question, trial int, right bool) string) string {
		var all []string
		for question := range 3 {
			for trial := range 2 {
				all = append(all, say(question, trial, right(model, question, trial)))
			}
		}
		return strings.Join(all, between)
	}
	human := of("HumanEval", map[string]func(string) string{"MODEL.jsonl_results.jsonl": func(model string) string {
		return each(model, "\n", func(question, _ int, right bool) string {
			return fmt.Sprintf(`{"task_id": "HumanEval/%d", "completion": "x", "result": "", "passed": %v}`, question, right)
		}) + "\n"
	}})
	human.says = "{model}.jsonl_results.jsonl"
	return []format{
		human,
		of("Inspect", map[string]func(string) string{"inspect-MODEL.json": func(model string) string {
			return `{"version": 2, "status": "success", "eval": {"created": "2025-05-12T20:28:13-04:00", "task": "colours", "model": "` + model +
				`", "run_id": "r", "task_id": "t", "config": {"epochs": 2}, "packages": {"inspect_ai": "0.3.95"}},
				"results": {"total_samples": 6, "completed_samples": 6, "scores": []}, "samples": [` +
				each(model, ",\n", func(question, trial int, right bool) string {
					return fmt.Sprintf(`{"id": %d, "epoch": %d, "input": "", "scores": {"match": {"value": %q}}}`, question+1, trial+1, either(right, "C", "I"))
				}) + "]}\n"
		}}),
		of("MathArena", map[string]func(string) string{"rows-MODEL.jsonl": func(model string) string {
			return each(model, "\n", func(question, trial int, right bool) string {
				return fmt.Sprintf(`{"problem_idx": %d, "problem": "p", "model_name": "%s", "idx_answer": %d, "correct": %v, "gold_answer": "1", "parsed_answer": "1", "answer": "x"}`,
					question+1, model, trial, right)
			}) + "\n"
		}}),
	}
}
