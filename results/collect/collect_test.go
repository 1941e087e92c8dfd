package collect

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"settle/results"
)

// write writes files, by their paths below a folder, and returns that.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// one is a log of one attempt that names neither model nor task.
const one = `{"task_id":"q","completion":"","result":"passed","passed":true}` + "\n"

// inspect is a log of Inspect with one question, and epochs from 1 on.
func inspect(run, created string, epochs int) string {
	var samples []string
	for epoch := range epochs {
		samples = append(samples, fmt.Sprintf(`{"id":"q","epoch":%d,"scores":{"match":{"value":"C"}}}`, epoch+1))
	}
	return fmt.Sprintf(`{"version":2,"status":"success","eval":{"run_id":%q,"created":%q,"task":"t","model":"m"},"samples":[%s]}`,
		run, created, strings.Join(samples, ","))
}

// harbor is a job of Harbor with a trial of q for each name, in order of time.
func harbor(job string, trials ...string) map[string]string {
	files := map[string]string{job + "/result.json": fmt.Sprintf(`{"id":%q,"started_at":"2026-01-0%c","n_total_trials":2,"stats":{}}`, job, job[len(job)-1])}
	for i, name := range trials {
		files[job+"/"+name+"/result.json"] = fmt.Sprintf(`{"task_name":"q","trial_name":%q,"source":"set","agent_info":{"name":"a"},`+
			`"verifier_result":{"rewards":{"reward":%d}},"started_at":"2026-01-01T00:00:0%d"}`, name, i, i)
	}
	return files
}

// The trials of a second job of Harbor follow those of the first, also if each has one.
func TestRepeatsOfHarbor(t *testing.T) {
	for _, c := range []struct {
		first, second []string
		want          []string
	}{
		{[]string{"z", "y"}, []string{"x"}, []string{"1 0", "2 1", "3 0"}},
		{[]string{"z"}, []string{"x"}, []string{"1 0", "2 0"}},
	} {
		files := harbor("jobs/1", c.first...)
		maps.Copy(files, harbor("jobs/2", c.second...))
		got, err := Open([]string{write(t, files)}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var trials []string
		for a := range got.Tasks[0].All() {
			trials = append(trials, fmt.Sprint(a.Trial, a.Outcome))
		}
		if diff := cmp.Diff(c.want, trials); diff != "" || got.Tasks[0].Models()[0] != "a" || got.Tasks[0].Task != "set" {
			t.Error(diff, got.Tasks[0].Models(), got.Tasks[0].Task)
		}
	}
}

// Folders are models, by the part of their paths that differs; those of repeats are
// none; one folder's model is called by the folder, a lone file's by the file.
func TestModelsOfPaths(t *testing.T) {
	for _, c := range []struct {
		files []string
		want  []string // MODEL TRIAL of each file, with Stem
	}{
		{[]string{"x.jsonl"}, []string{"x 1"}},
		{[]string{"llama_eval_results.json"}, []string{"llama 1"}},
		{[]string{"gpt/Scenario.codegeneration_1_0.2_eval_all.json"}, []string{"gpt 1"}},
		{[]string{"d/x.jsonl", "d/y.jsonl"}, []string{"d 1", "d 2"}},
		{[]string{"r/a/x.jsonl", "r/b/x.jsonl"}, []string{"a 1", "b 1"}},
		{[]string{"a/out/x.jsonl", "b/out/x.jsonl"}, []string{"a 1", "b 1"}},
		{[]string{"a/o/x.jsonl", "b/p/x.jsonl"}, []string{"a/o 1", "b/p 1"}},
		{[]string{"d/run_10/x.jsonl", "d/run_9/x.jsonl"}, []string{"d 2", "d 1"}},
		{[]string{"a/seed-1/x.jsonl", "a/seed-2/x.jsonl", "b/seed-1/x.jsonl"}, []string{"a 1", "a 2", "b 1"}},
	} {
		files := map[string]string{}
		for _, name := range c.files {
			files[name] = one
		}
		root := write(t, files)
		got, err := Open([]string{root}, Options{Stem: true})
		if err != nil {
			t.Fatal(c.files, err)
		}
		var list []string
		for a := range got.Tasks[0].All() {
			list = append(list, fmt.Sprintf("%s %d", got.Tasks[0].Models()[a.Model], a.Trial))
		}
		if diff := cmp.Diff(c.want, list); diff != "" {
			t.Errorf("%v: %s", c.files, diff)
		}
	}
}

// Names by paths are unique, not empty, and parts of the paths; and they do not
// depend on where all of the folders are.
func TestDiffering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.SampledFrom([]string{"a", "b", "c", "long name"})
		folders := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
			return "/" + strings.Join(rapid.SliceOfN(part, 1, 4).Draw(t, "parts"), "/")
		}), 2, 6, rapid.ID).Draw(t, "folders")
		names := DifferingParts(folders)
		moved := make([]string, len(folders))
		for i, folder := range folders {
			moved[i] = "/else/where" + folder
		}
		elsewhere := DifferingParts(moved)
		known := map[string]bool{}
		for i, folder := range folders {
			name := names[folder]
			if name == "" || !strings.Contains(folder, name) || known[name] {
				t.Fatalf("%q is called %q of %q", folder, name, names)
			}
			known[name] = true
			if elsewhere[moved[i]] != name {
				t.Fatalf("%q is called %q, and %q elsewhere", folder, name, elsewhere[moved[i]])
			}
		}
	})
}

// A lone log keeps its epochs, the next continues them in the order of time; a
// second log of one run is left out, and said to be.
func TestRepeatsOfInspect(t *testing.T) {
	root := write(t, map[string]string{
		"a.json": inspect("r2", "2026-01-02T00:00:00+00:00", 2),
		"b.json": inspect("r1", "2026-01-01T00:00:00+00:00", 3),
		"c.json": inspect("r1", "2026-01-01T00:00:00+00:00", 3),
	})
	c, err := Open([]string{root}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"t|m|q|4|1", "t|m|q|5|1", "t|m|q|1|1", "t|m|q|2|1", "t|m|q|3|1"}
	if diff := cmp.Diff(want, listed(c.Tasks...)); diff != "" {
		t.Error(diff)
	}
	if len(c.Notes) != 1 || !strings.Contains(c.Notes[0], "c.json belongs to the same run as") {
		t.Errorf("%q", c.Notes)
	}
}

// A folder is walked in the order of paths, without hidden files, through links but
// not around in circles; a file that two paths lead to is read once.
func TestFolders(t *testing.T) {
	root := write(t, map[string]string{
		"b.jsonl": one, "a/x.jsonl": one, ".git/x.jsonl": one, ".x.jsonl": one, "notes.txt": "no log",
	})
	if err := os.Symlink(root, filepath.Join(root, "a", "back")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(root, "b.jsonl"), filepath.Join(root, "c.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(root, "d.jsonl")); err != nil {
		t.Fatal(err)
	}
	c, err := Open([]string{root, filepath.Join(root, "b.jsonl"), filepath.Join(root, "**", "*.jsonl")}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, f := range c.Files {
		inside, _ := filepath.Rel(root, f.Path)
		read = append(read, filepath.ToSlash(inside))
	}
	if want := []string{"a/x.jsonl", "b.jsonl"}; !slices.Equal(read, want) || c.Skipped != 1 {
		t.Errorf("read %q, passed over %d", read, c.Skipped)
	}
}

// A table in a folder with logs can summarise them, so it is read only by its own path.
func TestTableBesideLogs(t *testing.T) {
	root := write(t, map[string]string{
		"log.jsonl": one, "mine.csv": "model,question,trial,outcome\nm,q,1,0\n", "notes.csv": "a,b\n1,2\n",
	})
	table := filepath.Join(root, "mine.csv")
	for _, c := range []struct {
		paths      []string
		read, note int
	}{
		{[]string{root}, 1, 1},
		{[]string{root, table}, 2, 0},
		{[]string{table, root}, 2, 0},
	} {
		found, err := Open(c.paths, Options{})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.DeleteFunc(found.Notes, func(n string) bool { return !strings.HasPrefix(n, "mine.csv: not read") })
		if len(found.Files) != c.read || len(said) != c.note {
			t.Errorf("%q: read %d files, notes %q", c.paths, len(found.Files), found.Notes)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct{ pattern, path, model, task string }{
		{"gpt", "/x/y.csv", "gpt", ""},
		{"{model}/{task}.csv", "/runs/m-1/aime.csv", "m-1", "aime"},
		{"{model}_{task}.csv", "/runs/a_b_c.csv", "a", "b_c"},
		{"samples_{task}_*.jsonl", "/d/samples_asdiv_2024.jsonl", "", "asdiv"},
		{"{model}/*/x.json", "/d/m/seed1/x.json", "m", ""},
		{"{task}", "/d/a.b", "", "a.b"},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		model, task, err := p.names(c.path)
		if err != nil || model != c.model || task != c.task {
			t.Errorf("%s of %s: %q, %q, %v", c.pattern, c.path, model, task, err)
		}
	}
	for pattern, path := range map[string]string{
		"{model}.csv": "/d/a.json", "{model}/x.csv": "/x.csv", "y{model}.csv": "/d/xya.csv", "{model}/{task}.csv": "/a.csv",
	} {
		p, err := ParsePattern(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if model, task, err := p.names(path); err == nil {
			t.Errorf("%s of %s: %q, %q", pattern, path, model, task)
		}
	}
	for _, pattern := range []string{"{modle}", "{model", "model}", "{model}{model}", "{}"} {
		if _, err := ParsePattern(pattern); err == nil {
			t.Errorf("%s is a pattern", pattern)
		}
	}
}

// What a pattern takes from a path has no slash and is part of the path; {model}
// put in place of a name of the path finds that name again.
func FuzzPattern(f *testing.F) {
	f.Add("{model}/{task}.csv", "/a/b.csv")
	f.Add("*{task}.(c", "/a/*b.(c")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		p, err := ParsePattern(pattern)
		if err != nil || p.isOneModel() {
			return
		}
		model, task, err := p.names(path)
		if err != nil {
			return
		}
		absolute, _ := filepath.Abs(path)
		for _, name := range []string{model, task} {
			if strings.Contains(name, "/") || !strings.Contains(filepath.ToSlash(absolute), name) {
				t.Errorf("%q of %q: %q", pattern, path, name)
			}
		}
	})
}

// Tasks are pooled question by question; a name that two of them would get is an
// error.
func TestPool(t *testing.T) {
	a, b := results.NewAttempts("a"), results.NewAttempts("a/b")
	a.Add("m", "q", 1, 1)
	b.Add("m", "q", 1, 0)
	pool, err := Pool([]*results.Attempts{a, b})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"all|m|a/q|1|1", "all|m|a/b/q|1|0"}, listed(pool)); diff != "" {
		t.Error(diff)
	}
	a.Add("m", "b/q", 1, 1)
	if _, err := Pool([]*results.Attempts{a, b}); err == nil {
		t.Error("two questions are called a/b/q")
	}
}

// Groups of two tasks are two groups of the pool, also if their names are equal; questions
// without a group stay without one.
func TestPoolOfGroups(t *testing.T) {
	a, b := results.NewAttempts("a"), results.NewAttempts("a/b")
	for _, task := range []*results.Attempts{a, b} {
		for _, question := range []string{"q1", "q2", "q3"} {
			task.Add("m", question, 1, 1)
		}
		task.SetGroup("q1", "x")
		task.SetGroup("q2", "x")
	}
	pool, err := Pool([]*results.Attempts{a, b})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for q := range pool.Questions() {
		got = append(got, pool.Group(q))
	}
	if diff := cmp.Diff([]string{"a/x", "a/x", "", "a/b/x", "a/b/x", ""}, got); diff != "" {
		t.Error(diff)
	}
	a.SetGroup("q3", "b/x")
	if _, err := Pool([]*results.Attempts{a, b}); err == nil || !strings.Contains(err.Error(), `two groups the name "a/b/x"`) {
		t.Errorf("%v, but two groups are called a/b/x", err)
	}
}

// A run of Inspect's that did not end well is tried again under the same task_id: the
// later log has taken over its samples. Runs that ended well, or of other tasks, are
// repeats.
func TestRetriedRuns(t *testing.T) {
	log := func(run, task, hour, status string, ids ...string) string {
		var samples []string
		for _, id := range ids {
			samples = append(samples, fmt.Sprintf(`{"id":%q,"epoch":1,"scores":{"match":{"value":"C"}}}`, id))
		}
		return fmt.Sprintf(`{"status":%q,"eval":{"run_id":%q,"task_id":%q,"created":"2026-01-01T%s:00:00Z","task":"t","model":"m"},"samples":[%s]}`,
			status, run, task, hour, strings.Join(samples, ","))
	}
	for _, c := range []struct {
		first, second string
		attempts      int
	}{
		{log("1", "T", "01", "error", "p"), log("2", "T", "02", "success", "p", "q"), 2},
		{log("1", "T", "02", "success", "p", "q"), log("2", "T", "01", "cancelled", "p"), 2},
		{log("1", "T", "01", "success", "p"), log("2", "T", "02", "success", "p", "q"), 3},
		{log("1", "T", "01", "error", "p"), log("2", "U", "02", "success", "p", "q"), 3},
	} {
		found, err := Open([]string{write(t, map[string]string{"a.json": c.first, "b.json": c.second})}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := found.Tasks[0].Len(); got != c.attempts {
			t.Errorf("%s and %s: %d attempts, want %d", c.first, c.second, got, c.attempts)
		}
	}
}

// Tasks are called as TaskOf says, by path and by what the file calls them: files that
// name none are then of several, and two spellings of one are one task. A name of one's
// own goes before.
func TestTaskOf(t *testing.T) {
	const header = "model,question,trial,outcome\n"
	folder := write(t, map[string]string{
		"t1.csv": header + "a,q,1,1\n", "t2.csv": header + "a,q,1,0\n",
		"t3.csv": "task,model,question,trial,outcome\nT-1,b,q,1,1\nelse,b,q,2,1\n",
	})
	taskOf := func(path, task string) string {
		switch {
		case task == "T-1":
			return "t1"
		case task == "":
			return Stem(path)
		}
		return task
	}
	held := func(opt Options) map[string]int {
		c, err := Open([]string{folder}, opt)
		if err != nil {
			t.Fatal(err)
		}
		held := map[string]int{}
		for _, a := range c.Tasks {
			held[a.Task] = a.Len()
		}
		return held
	}
	if diff := cmp.Diff(map[string]int{"t1": 2, "t2": 1, "else": 1}, held(Options{TaskOf: taskOf})); diff != "" {
		t.Error(diff)
	}
	pattern, err := ParsePattern("t{task}.csv")
	if err != nil {
		t.Fatal(err)
	}
	named := held(Options{TaskOf: taskOf, Name: pattern})
	if diff := cmp.Diff(map[string]int{"1": 1, "2": 1, "3": 2}, named); diff != "" {
		t.Error(diff)
	}
}

// Logs of another task than the chosen one need no choice of a verdict, and cannot make
// up for the chosen task's lack of one.
func TestVerdictsOfOtherTasks(t *testing.T) {
	log := func(task, scores string) string {
		return fmt.Sprintf(`{"status":"cancelled","eval":{"task":%q,"model":"m"},"samples":[{"id":"q","epoch":1,"scores":%s}]}`, task, scores)
	}
	folder := write(t, map[string]string{
		"one.json": log("t", `{"x":{"value":1},"y":{"value":0}}`), "two.json": log("u", `{"z":{"value":1}}`),
		"q.jsonl": `{"idx":0,"gt":"1","pred":["1"],"score":[true]}` + "\n", // of another tool
	})
	pattern, err := ParsePattern("{task}.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		task, score, want string // want is part of the error, or what is listed
		name              *Pattern
	}{
		{"u", "", "u|m|q|1|1", nil},
		{"u", "z", "u|m|q|1|1", nil},
		{"u", "x", `two.json: holds no verdict "x", only "z"`, nil},
		{"t", "", `one.json: holds several verdicts; choose one with --score: "x", "y"`, nil},
		{"t", "y", "t|m|q|1|0", nil},
		{"", "", "one.json: holds several verdicts", nil},
		{AllTasks, "", "one.json: holds several verdicts", nil},
		{"two", "", "one.json: holds several verdicts", pattern}, // the logs do not say which task is called two
	} {
		found, err := Open([]string{folder + "/*.json"}, Options{Table: results.ReadOptions{Task: c.task}, Score: c.score, Name: c.name})
		got := fmt.Sprint(err)
		if err == nil && len(found.Tasks) == 1 {
			got = strings.Join(listed(found.Tasks[0]), " ")
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("task %q, verdict %q: %s, want %s", c.task, c.score, got, c.want)
		}
		if err == nil && len(found.Notes) != 1 { // one log was cancelled, the other is not read
			t.Errorf("task %q: notes %q", c.task, found.Notes)
		}
	}
	if _, err := Open([]string{folder}, Options{Table: results.ReadOptions{Task: "u"}}); err != nil {
		t.Error(err)
	}
}
