package given_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/results"
	"settle/sim"
)

// The usual ways to spell the four benchmarks, and names that are near and mean others:
// half of AIME'25, the other HMMT of 2025.
func TestTaskOf(t *testing.T) {
	for want, named := range map[string][][2]string{
		"aime24": {{"", "aime24"}, {"", "AIME'24"}, {"", "aime_2024"}, {"", "AIME2024"}, {"", "AIME 2024"},
			{"", "math-ai/aime24"}, {"data/aime24.parquet", ""}, {"AIME-2024/run 1.csv", ""}, {`c:\aime'24\a.csv`, ""},
			{"aime25/test-aime_2024-00000-of-00001.parquet", ""}},
		"aime25": {{"", "AIME'25"}, {"", "Aime-25"}, {"x/aime24.csv", "aime25"}},
		"hmmt_feb_2025": {{"", "hmmt_feb_2025"}, {"", "HMMT Feb 2025"}, {"", "HMMT'25"}, {"", "hmmt_february_2025"},
			{"", "hmmt25"}, {"hmmt-feb-2025.npz", ""}},
		"brumo_2025": {{"", "BrUMO 2025"}, {"", "BrUMO'25"}, {"", "brumo25"}, {"all/brumo_2025/x.jsonl", ""}},
		"":           {{"", ""}, {"table.csv", ""}, {"hmmt_nov_2025.csv", ""}, {"aime2026.csv", ""}, {"maime24.csv", ""}},
	} {
		for _, g := range named {
			if got := given.TaskOf(g[0], g[1]); got != want {
				t.Errorf("TaskOf(%q, %q) = %q, want %q", g[0], g[1], got, want)
			}
		}
	}
	for _, other := range []string{"aime_2025_I", "HMMT Nov 2025", "aime", "gpqa", "AIME 2026", "brumo"} {
		if got := given.TaskOf("aime24.csv", other); got != other {
			t.Errorf("task %q became %q", other, got)
		}
	}
}

// attempts are those on the stand-in of a benchmark, under another name and with other
// names of its models.
func attempts(t *testing.T, key, task string, name func(string) string) *results.Attempts {
	t.Helper()
	b, err := sim.StandIn(key)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(b.Models))
	for i, model := range b.Models {
		names[i] = name(model)
	}
	b.Models, b.Task = names, task
	return named(b, task)
}

func named(b *results.Board, task string) *results.Attempts {
	a := results.AttemptsOf(b)
	a.Task = task
	return a
}

func plain(name string) string { return name }

// The eleven are found under each spelling, are called as the paper calls them, and
// stand in the order of its Table 2; their outcomes stay theirs.
func TestRecogniseKnowsTheModels(t *testing.T) {
	b, err := sim.StandIn("aime25")
	if err != nil {
		t.Fatal(err)
	}
	owners := strings.Fields("Qwen openai openai openai open-thoughts GAIR LGAI-EXAONE open-thoughts nvidia " +
		"deepseek-ai NovaSky-AI")
	owner := func(name string) string { return owners[slices.Index(b.Models, name)] }
	for what, spell := range map[string]func(string) string{
		"as printed":         plain,
		"small":              strings.ToLower,
		"with underscores":   func(name string) string { return strings.ReplaceAll(name, "-", "_") },
		"with owners":        func(name string) string { return owner(name) + "/" + name },
		"with other owners":  func(name string) string { return "mirror/" + name },
		"as cached":          func(name string) string { return owner(name) + "--" + name },
		"as lm-eval folders": func(name string) string { return owner(name) + "__" + name },
		"effort in brackets": func(name string) string {
			base, effort, isEffort := strings.Cut(name, "20b-")
			if !isEffort {
				return name
			}
			return base + "20b (" + effort + ")"
		},
		"effort in words": func(name string) string { return strings.Replace(name, "20b-", "20b_reasoning_effort_", 1) },
	} {
		tasks := []*results.Attempts{attempts(t, "aime25", "AIME'25", spell)}
		g, err := given.Recognise(tasks, given.Options{From: "x"})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if !slices.Equal(g.Found, b.Models) || len(g.Absent) > 0 || g.Benchmarks[0].Unlike != "" {
			t.Errorf("%s: found %q, and not %q; %q", what, g.Found, g.Absent, g.Benchmarks[0].Unlike)
		}
		for m := range b.Models {
			for q := range b.Questions {
				if !slices.Equal(g.Benchmarks[0].Board.Row(m, q), b.Row(m, q)) {
					t.Fatalf("%s: model %d, question %d has other outcomes", what, m, q)
				}
			}
		}
	}
}

// Models that are no spelling of the eleven are not taken for them.
func TestRecogniseDoesNotMistakeModels(t *testing.T) {
	other := map[string]string{
		"Qwen3-30B-A3B-Thinking-2507": "Qwen3-30B-A3B-Instruct-2507", "gpt-oss-20b-high": "gpt-oss-120b-high",
		"gpt-oss-20b-medium": "gpt-oss-20b", "OpenThinker2-32B": "OpenThinker2-7B", "LIMO-v2": "LIMO",
		"EXAONE-4.0-1.2B": "EXAONE-4.0-32B", "DeepSeek-R1-Distill-Qwen-1.5B": "DeepSeek-R1-Distill-Qwen-7B",
	}
	a := attempts(t, "aime24", "aime24", func(name string) string {
		if o, ok := other[name]; ok {
			return o
		}
		return name
	})
	g, err := given.Recognise([]*results.Attempts{a}, given.Options{From: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Absent) != len(other) || len(g.Models) != 11 || g.Benchmarks[0].Unlike == "" {
		t.Errorf("absent %q of %d, on the boards %q, unlike %q", g.Absent, len(other), g.Models, g.Benchmarks[0].Unlike)
	}
}

// What keeps a board from being compared with the paper is said, and what is wrong is
// an error that names it.
func TestRecogniseRefusesAndTells(t *testing.T) {
	two := func(task string, trials int, models ...string) *results.Attempts {
		a := results.NewAttempts(task)
		for m, model := range models {
			for trial := range trials {
				a.Add(model, "q", int64(trial), float64(m%2))
			}
		}
		return a
	}
	for _, c := range []struct {
		tasks  []*results.Attempts
		models []string
		want   string
	}{
		{[]*results.Attempts{two("gpqa", 2, "a", "b")}, nil, `x: no task is a benchmark of the paper, only "gpqa"`},
		{[]*results.Attempts{two("", 2, "a", "b")}, nil, `x: no task is a benchmark of the paper; `},
		{[]*results.Attempts{two("aime24", 2, "a", "b"), two("AIME 2024", 2, "a", "b")}, nil,
			"x: two tasks are the benchmark AIME'24"},
		{[]*results.Attempts{two("aime24", 2, "a")}, nil,
			"x: aime24 needs at least two models and binary outcomes; it has 1 model"},
		{[]*results.Attempts{two("aime24", 2, "a", "b"), two("aime25", 2, "a", "c")}, nil,
			"x: the benchmarks have 1 model in common"},
		{[]*results.Attempts{two("aime24", 2, "LIMO-v2", "GAIR/LIMO_v2")}, nil,
			`x: aime24: models "LIMO-v2" and "GAIR/LIMO_v2" are both the paper's LIMO-v2`},
		{[]*results.Attempts{two("aime24", 2, "a", "b")}, []string{"c"}, "x: aime24: 1 names for 2 models"},
	} {
		_, err := given.Recognise(c.tasks, given.Options{From: "x", Models: c.models})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}

	part := attempts(t, "aime24", "aime24", plain)
	fewer := results.NewAttempts("aime25")
	for a := range attempts(t, "aime25", "", plain).All() {
		if a.Question < 29 && a.Trial <= 64 {
			fewer.Add(part.Models()[a.Model], fmt.Sprint(a.Question), a.Trial, a.Outcome)
		}
	}
	tasks := []*results.Attempts{part, fewer, two("gpqa", 2, "a", "b")}
	g, err := given.Recognise(tasks, given.Options{From: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if got := g.Benchmarks[0].Unlike; got != "" {
		t.Errorf("the stand-in is unlike the paper: %s", got)
	}
	const want = "the results given for AIME'25 have 29 questions (the paper has 30) and 64 trials (the paper has 80)"
	if got := g.Benchmarks[1].Unlike; got != want {
		t.Errorf("unlike: %s", got)
	}
	if !slices.Equal(g.Lacking, []string{"HMMT'25", "BrUMO'25"}) || !slices.Equal(g.Other, []string{"gpqa"}) {
		t.Errorf("lacking %q, other tasks %q", g.Lacking, g.Other)
	}
}

// tossed is a board whose outcomes are 1 with the chances that a function gives.
func tossed(t *testing.T, seed uint64, models, questions, trials int, chance func(m, q int) float64) *results.Board {
	t.Helper()
	b, err := results.NewBoard(results.Numbered("model", models), results.Numbered("q", questions), trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, 1))
	for m := range models {
		for q := range questions {
			for trial := range trials {
				if dice.Float64() < chance(m, q) {
					b.Row(m, q)[trial] = 1
				}
			}
		}
	}
	return b
}

func isNoise(t *testing.T, b *results.Board) bool {
	t.Helper()
	g, err := given.Recognise([]*results.Attempts{named(b, "aime24")}, given.Options{From: "x"})
	if err != nil {
		t.Fatal(err)
	}
	noise := strings.Contains(g.Benchmarks[0].Unlike, "one coin")
	if told := strings.Contains(strings.Join(g.Sentences(), " "), "WARNING"); told != noise {
		t.Errorf("noise %v, and warned %v", noise, told)
	}
	return noise
}

// Of a hundred boards of coins at most two are not called noise: with a level of 0.001
// three would be a chance of 1.5 in 10 000.
func TestNoiseIsRecognised(t *testing.T) {
	for _, c := range []struct {
		models, questions, trials int
		chance                    float64
	}{{20, 30, 80, 0.5}, {11, 30, 80, 0.3}, {20, 60, 1, 0.5}, {4, 250, 1, 0.7}} {
		missed := 0
		for seed := range uint64(100) {
			fair := func(int, int) float64 { return c.chance }
			if !isNoise(t, tossed(t, seed, c.models, c.questions, c.trials, fair)) {
				missed++
			}
		}
		if missed > 2 {
			t.Errorf("%+v: %d of 100 boards of noise are taken for results", c, missed)
		}
	}
}

// Where one model, one question, or only who solves which differs, it is no noise; and
// nothing is said of boards that are small, or all right. The differences are those of
// at least eight standard errors.
func TestResultsAreNoNoise(t *testing.T) {
	for _, key := range paper.BenchmarkKeys {
		b, err := sim.StandIn(key)
		if err != nil {
			t.Fatal(err)
		}
		if isNoise(t, b) {
			t.Errorf("the stand-in %s is called noise", key)
		}
	}
	for what, b := range map[string]*results.Board{
		"a model":          tossed(t, 1, 20, 30, 80, func(m, _ int) float64 { return 0.5 + 0.1*float64(1/(1+m)) }),
		"a question":       tossed(t, 2, 20, 30, 80, func(_, q int) float64 { return 0.5 + 0.12*float64(1/(1+q)) }),
		"who solves which": tossed(t, 3, 20, 30, 80, func(m, q int) float64 { return 0.4 + 0.2*float64((m+q)%2) }),
		"a few outcomes":   tossed(t, 4, 3, 10, 33, func(int, int) float64 { return 0.5 }),
		"all right":        tossed(t, 5, 20, 30, 80, func(int, int) float64 { return 1 }),
	} {
		if isNoise(t, b) {
			t.Errorf("%s: called noise", what)
		}
	}
}
