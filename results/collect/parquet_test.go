package collect

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"settle/internal/quoted"
	"settle/internal/tests/mutants"
	"settle/results"
)

// writeRows writes rows of a struct as a Parquet file.
func writeRows[T any](t testing.TB, rows []T, options ...parquet.WriterOption) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := parquet.NewGenericWriter[T](file, options...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// listed is what there is of attempts, as text.
func listed(tasks ...*results.Attempts) []string {
	var list []string
	for _, a := range tasks {
		for t := range a.All() {
			list = append(list, fmt.Sprintf("%s|%s|%s|%d|%v", a.Task, a.Models()[t.Model], a.Questions()[t.Question], t.Trial, t.Outcome))
		}
	}
	return list
}

func readOne(t *testing.T, path string, opt Options) *results.Attempts {
	t.Helper()
	c, err := Open([]string{path}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tasks) != 1 {
		t.Fatalf("%d tasks", len(c.Tasks))
	}
	return c.Tasks[0]
}

// Whatever is written is read again as it was: names, labels, any numbers, what was
// not scored, and the order of rows, also of more rows than are read at once.
func TestParquetKeepsAttempts(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([]string{"a", "b b", "ö", "x/y", "1"})
		tasks := []string{""}
		if rapid.Bool().Draw(t, "several") {
			tasks = []string{"t1", "t2"}
		}
		var all []*results.Attempts
		for _, task := range tasks {
			a := results.NewAttempts(task)
			used := map[string]bool{}
			for range rapid.IntRange(1, 50).Draw(t, "rows") {
				m, q, n := names.Draw(t, "model"), names.Draw(t, "question"), rapid.Int64Range(-3, 1<<40).Draw(t, "trial")
				if cell := fmt.Sprint(m, "|", q, "|", n); !used[cell] {
					used[cell] = true
					a.Add(m, q, n, rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(-1e300), rapid.Just(1.0)).Draw(t, "x"))
				}
			}
			all = append(all, a)
		}
		var b bytes.Buffer
		if err := WriteParquet(&b, all); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, "x.parquet")
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		c, err := Open([]string{path}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(listed(all...), listed(c.Tasks...)); diff != "" {
			t.Fatal(diff)
		}
		var again bytes.Buffer
		if err := WriteParquet(&again, all); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatalf("%v, or other bytes the second time", err)
		}
	})
}

func TestParquetOfManyRows(t *testing.T) {
	a := results.NewAttempts("")
	for i := range 3*rowsAtOnce + 5 {
		a.Add(fmt.Sprint("m", i%7), fmt.Sprint("q", i/7), 1, float64(i%2))
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteParquet(file, []*results.Attempts{a}); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(listed(a), listed(readOne(t, path, Options{}))); diff != "" {
		t.Error(diff)
	}
}

// Columns may be of any type that is a name or a number, and stand among others,
// also nested ones, that are not read. Null is an attempt that was never made, NaN
// one that failed.
func TestParquetTypes(t *testing.T) {
	type row struct {
		Texts    []string `parquet:"texts,list"`
		Model    string   `parquet:"model,enum"`
		Question uint16   `parquet:"question"`
		Trial    int32    `parquet:"trial"`
		Inner    struct {
			Correct *float32 `parquet:"correct,optional"`
		} `parquet:"inner"`
	}
	x := func(v float32) *float32 { return &v }
	rows := make([]row, 4)
	for i, correct := range []*float32{x(1), x(0.1), nil, x(float32(math.NaN()))} {
		rows[i] = row{Texts: slices.Repeat([]string{"text"}, i), Model: "m", Question: 65535, Trial: int32(i) - 1}
		rows[i].Inner.Correct = correct
	}
	path := writeRows(t, rows)
	opt := Options{Table: results.ReadOptions{Columns: map[string]string{"outcome": "inner.correct"}}}
	want := []string{"|m|65535|-1|1", "|m|65535|0|0.1", "|m|65535|2|NaN"}
	if diff := cmp.Diff(want, listed(readOne(t, path, opt))); diff != "" {
		t.Error(diff)
	}
}

// Counts and words are read as of any table.
func TestParquetShapes(t *testing.T) {
	type counted struct {
		Model    string `parquet:"model"`
		Question string `parquet:"question"`
		Correct  int64  `parquet:"correct"`
		Trials   int64  `parquet:"trials"`
	}
	a := readOne(t, writeRows(t, []counted{{"m", "q", 2, 3}}), Options{})
	if diff := cmp.Diff([]string{"|m|q|1|0", "|m|q|2|1", "|m|q|3|1"}, listed(a)); diff != "" {
		t.Error(diff)
	}
	type word struct {
		Model    string `parquet:"model,dict"`
		Question string `parquet:"question,dict"`
		Trial    int64  `parquet:"trial"`
		Outcome  string `parquet:"outcome,dict"`
		Task     string `parquet:"task,dict"`
	}
	words := []word{{"m", "q", 1, "correct", "t"}, {"m", "q", 2, "incorrect", "t"}}
	a = readOne(t, writeRows(t, words), Options{})
	if diff := cmp.Diff([]string{"t|m|q|1|1", "t|m|q|2|0"}, listed(a)); diff != "" {
		t.Error(diff)
	}
}

// What cannot be read is said in one line, which names the column.
func TestParquetRefusals(t *testing.T) {
	type lists struct {
		Model    string `parquet:"model"`
		Question string `parquet:"question"`
		Trial    int64  `parquet:"trial"`
		Outcome  []bool `parquet:"outcome"`
	}
	type decimals struct {
		Model    string `parquet:"model"`
		Question string `parquet:"question"`
		Trial    int64  `parquet:"trial"`
		Outcome  int64  `parquet:"outcome,decimal(2:18)"`
	}
	type lacking struct {
		Model   string `parquet:"model"`
		Trial   int64  `parquet:"trial"`
		Outcome int64  `parquet:"outcome"`
	}
	type parts struct {
		Model    struct{ Name string } `parquet:"model"`
		Question string                `parquet:"question"`
		Trial    int64                 `parquet:"trial"`
		Outcome  int64                 `parquet:"outcome"`
	}
	for _, c := range []struct{ path, want string }{
		{writeRows(t, []parts{{}}), `column "model" has nested columns such as "model.Name" instead of one value per row`},
		{writeRows(t, []lists{{"m", "q", 1, []bool{true}}}), `column "outcome" holds lists, not one value per row`},
		{writeRows(t, []decimals{{"m", "q", 1, 100}}), `column "outcome" holds values of type DECIMAL`},
		{writeRows(t, []lacking{{"m", 1, 1}}), `:1: cannot determine the columns: question (no known name); the table has "model", "trial", "outcome"; add the column "question"`},
		{writeRows(t, []lacking{}), `:1: cannot determine the columns: question (no known name); the table has "model", "trial", "outcome"; add the column "question"`},
	} {
		_, err := Open([]string{c.path}, Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.path) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// A directory that is to be larger than the file is refused before room is made.
func TestParquetFooter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	for text, want := range map[string]string{
		"PAR1":                           "truncated",
		"PAR1....\xff\xff\xff\xffPAR1":   "4294967295 bytes",
		"PAR1" + strings.Repeat(".", 12): "bytes",
		"PAR1....\x09\x00\x00\x00PAR1":   "9 bytes",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The rows of MathArena's data sets are read by columns of their own: an attempt
// that is to be graded yet, whose verdict is null, was made.
func TestParquetMathArena(t *testing.T) {
	type row struct {
		Problem int64  `parquet:"problem_idx"`
		Model   string `parquet:"model_name"`
		Answer  int64  `parquet:"idx_answer"`
		Text    string `parquet:"user_message"`
		Correct *bool  `parquet:"correct,optional"`
	}
	yes, no := true, false
	path := writeRows(t, []row{{1, "x/m", 0, "…", &yes}, {1, "x/m", 1, "…", &no}, {2, "x/m", 0, "…", nil}, {1, "n", 0, "…", &no}})
	want := []string{"|x/m|1|0|1", "|x/m|1|1|0", "|x/m|2|0|NaN", "|n|1|0|0"}
	if diff := cmp.Diff(want, listed(readOne(t, path, Options{})), cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Error(diff)
	}
}

// Of lighteval's details the metric is chosen by its name; a list is none.
func TestParquetLighteval(t *testing.T) {
	type row struct {
		Doc struct {
			ID   string `parquet:"id"`
			Task string `parquet:"task_name"`
		} `parquet:"doc"`
		Metric struct {
			Acc  int64     `parquet:"acc"`
			Em   *float64  `parquet:"em,optional"`
			Bleu []float64 `parquet:"bleu,list"`
		} `parquet:"metric"`
	}
	em := 0.5
	rows := make([]row, 2)
	rows[0].Doc.ID, rows[0].Doc.Task, rows[0].Metric.Acc, rows[0].Metric.Em = "7", "t|0", 1, &em
	rows[1].Doc.ID, rows[1].Doc.Task, rows[1].Metric.Bleu = "8", "t|0", []float64{1, 2}
	path := writeRows(t, rows)
	for score, want := range map[string][]string{
		"acc": {"t|0|-|7|1|1", "t|0|-|8|1|0"},
		"em":  {"t|0|-|7|1|0.5", "t|0|-|8|1|NaN"},
	} {
		if diff := cmp.Diff(want, listed(readOne(t, path, Options{Score: score}))); diff != "" {
			t.Error(diff)
		}
	}
	for score, want := range map[string]string{"": `choose one with --score: "acc", "em"`, "bleu": `"bleu" holds`} {
		if _, err := Open([]string{path}, Options{Score: score}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--score %q: %v", score, err)
		}
	}
	// The results of the same time say of which metrics lower is better, one by one or as a group.
	folder := t.TempDir()
	details := filepath.Join(folder, "details_t_2026-01-01T00-00-00.1.parquet")
	for config, lower := range map[string]bool{
		`{"metric_name":"em","higher_is_better":false}`:                           true,
		`{"metric_name":["acc","em"],"higher_is_better":{"acc":true,"em":false}}`: true,
		`{"metric_name":"em","higher_is_better":true}`:                            false,
	} {
		text := `{"config_general":{},"config_tasks":{"t|0":{"metrics":[` + config + `]}}}`
		if err := errors.Join(os.Link(path, details), os.WriteFile(filepath.Join(folder, "results_2026-01-01T00-00-00.1.json"), []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
		_, err := Open([]string{details}, Options{Score: "em"})
		if (err != nil) != lower || lower && !strings.Contains(err.Error(), `choose another verdict with --score: "acc"`) {
			t.Errorf("%s: %v", config, err)
		}
		os.Remove(details)
	}
}

// The first bytes of a damaged file still say that it is Parquet: it is an error of
// one line, or read all the same, never a panic.
func TestParquetDamaged(t *testing.T) {
	a := results.NewAttempts("")
	for i := range 40 {
		a.Add(fmt.Sprint("m", i%2), fmt.Sprint("q", i/2), 1, float64(i%3))
	}
	var b bytes.Buffer
	if err := WriteParquet(&b, []*results.Attempts{a}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	for damaged := range mutants.Of(b.Bytes(), 2000) {
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open([]string{path}, Options{Table: results.ReadOptions{MaxBytes: 1 << 26}}); err != nil {
			if err := mutants.CheckMessage(err, quoted.Path(path)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func FuzzParquet(f *testing.F) {
	a := results.NewAttempts("")
	a.Add("m", "q", 1, 1)
	a.Add("m", "q", 2, math.NaN())
	var b bytes.Buffer
	if err := WriteParquet(&b, []*results.Attempts{a}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("PAR1PAR1"))
	path := filepath.Join(f.TempDir(), "x.parquet")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Open([]string{path}, Options{Table: results.ReadOptions{MaxBytes: 1 << 26}})
		if err != nil {
			if err := mutants.CheckMessage(err, quoted.Path(path)); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A data set of a hub: a million attempts beside texts of 200 bytes, which are not
// read. The bytes are those of the columns that are read, unpacked.
func BenchmarkParquet(b *testing.B) {
	type row struct {
		Model    string `parquet:"model,dict,snappy"`
		Question string `parquet:"question,dict,snappy"`
		Trial    int64  `parquet:"trial,snappy"`
		Outcome  bool   `parquet:"outcome,snappy"`
		Text     string `parquet:"generation,snappy"`
	}
	rows := make([]row, 1e6)
	for i := range rows {
		text := strings.Repeat(fmt.Sprint(i, " some text of a model "), 8)
		rows[i] = row{fmt.Sprint("model", i/100_000), fmt.Sprint("question", i/100%1000), int64(i % 100), i%3 == 0, text}
	}
	path := writeRows(b, rows)
	rows = nil
	var bytes int64
	err := withParquet(path, func(p *parquetFile) error {
		for _, group := range p.file.Metadata().RowGroups {
			for _, column := range group.Columns[:4] {
				bytes += column.MetaData.TotalUncompressedSize
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(bytes)
	for b.Loop() {
		c, err := Open([]string{path}, Options{})
		if err != nil || c.Tasks[0].Len() != 1e6 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// The columns of a Parquet file that is named are found by others' names, and a note says
// so; one in a folder is passed over unless the columns have their own names.
func TestParquetOfOtherNames(t *testing.T) {
	type row struct {
		LLM    string  `parquet:"llm"`
		Item   string  `parquet:"item"`
		Metric string  `parquet:"metric"`
		Score  float64 `parquet:"score"`
	}
	path := writeRows(t, []row{{"m", "q", "acc", 1}, {"m", "q", "acc", 0}})
	c, err := Open([]string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"|m|q|1|1", "|m|q|2|0"}, listed(c.Tasks[0])); diff != "" {
		t.Error(diff)
	}
	want := []string{"Columns: model is llm, question is item, outcome is score; change this with --column. " +
		"No column trial: the rows of a model and question are numbered in order."}
	if diff := cmp.Diff(want, c.Notes); diff != "" {
		t.Error(diff)
	}
	_, err = Open([]string{filepath.Dir(path)}, Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "the file holds no attempts; to read a table with other column names, give the path of the file") {
		t.Errorf("in a folder: %v", err)
	}
	columns := map[string]string{"model": "llm", "question": "item", "outcome": "score", "trial": ""}
	if _, err = Open([]string{filepath.Dir(path)}, Options{Table: results.ReadOptions{Columns: columns}}); err != nil {
		t.Errorf("in a folder, with its columns: %v", err)
	}
	path = writeRows(t, []row{{"m", "q", "acc", 1}, {"m", "q", "f1", 0}})
	if _, err = Open([]string{path}, Options{}); err == nil || !strings.Contains(err.Error(), `:2: model "m", question "q" has rows with metric "acc" and "f1"`) {
		t.Errorf("two metrics: %v", err)
	}
}
