package examples_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"settle/docs/examples"
)

// python is a Python, with numpy or so that numpy cannot be imported.
type python struct {
	program string
	env     []string
}

// numpyPython is a Python that has numpy, or "".
var numpyPython = sync.OnceValue(func() string {
	for _, program := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(program, "-c", "import numpy").Run() == nil {
			return program
		}
	}
	return ""
})

func withNumpy(t *testing.T) python {
	if numpyPython() == "" {
		t.Skip("there is no python3 with numpy")
	}
	return python{numpyPython(), nil}
}

// withoutNumpy hides numpy behind a module of its name that cannot be imported.
func withoutNumpy(t *testing.T) python {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	folder := t.TempDir()
	write(t, filepath.Join(folder, "numpy.py"), "raise ImportError('hidden')\n")
	return python{"python3", []string{"PYTHONPATH=" + folder}}
}

// Where numpy is hidden it cannot be imported.
func TestNumpyIsHidden(t *testing.T) {
	p := withoutNumpy(t)
	if out, err := p.command("-c", "import numpy").CombinedOutput(); err == nil || !strings.Contains(string(out), "hidden") {
		t.Fatalf("error %v, %s", err, out)
	}
}

func (p python) command(args ...string) *exec.Cmd {
	c := exec.Command(p.program, args...)
	c.Env = append(os.Environ(), p.env...)
	return c
}

// answer is what a program says to a request.
type answer struct {
	ID      int      `json:"id"`
	Batch   int      `json:"batch"`
	Packed  bool     `json:"packed"`
	Unequal bool     `json:"unequal"`
	Answers []answer `json:"answers"`

	Scores    []float64    `json:"scores"`
	Errors    []float64    `json:"errors"`
	Intervals [][2]float64 `json:"intervals"`
	Error     string       `json:"error"`
}

// run gives a program requests and returns its answers, and what it says if it fails.
func (p python) run(t *testing.T, file string, requests ...string) (answers []answer, failure string) {
	t.Helper()
	c := p.command(file)
	var said strings.Builder
	c.Stdin, c.Stderr = strings.NewReader(strings.Join(requests, "\n")+"\n"), &said
	out, err := c.Output()
	for line := range strings.Lines(string(out)) {
		var a answer
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		answers = append(answers, a)
	}
	if err == nil && len(answers) != len(requests) {
		t.Fatalf("%d answers to %d requests: %s", len(answers), len(requests), said.String())
	}
	return answers, said.String()
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// folder holds what a template is in a language.
func folder(t *testing.T, language string) string {
	t.Helper()
	folder := t.TempDir()
	for _, file := range examples.Template(language) {
		write(t, filepath.Join(folder, file.Name), string(file.Content))
	}
	return folder
}

// board is a board of 5 models and 8 questions, [wrong, correct] of so many trials.
func board(trials int, seed uint64) [][][]int {
	rand := rand.New(rand.NewPCG(seed, 0))
	counts := make([][][]int, 5)
	for model := range counts {
		for range 8 {
			correct := rand.IntN(trials + 1)
			counts[model] = append(counts[model], []int{trials - correct, correct})
		}
	}
	return counts
}

func text(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

const common = `"categories":2,"confidence":0.95`

// one is a request of a board by itself.
func one(id, trials int, counts [][][]int) string {
	return fmt.Sprintf(`{"id":%d,"trials":%d,%s,"counts":%s}`, id, trials, common, text(counts))
}

// many is a request of several.
func many(id int, trials []int, boards [][][][]int) string {
	var said []string
	for i, b := range boards {
		said = append(said, fmt.Sprintf(`{"trials":%d,"counts":%s}`, trials[i], text(b)))
	}
	return fmt.Sprintf(`{"id":%d,%s,"boards":[%s]}`, id, common, strings.Join(said, ","))
}

// packed is a request of several as docs/formats.md says: 16 bits a count, the low ones first.
func packed(id int, trials []int, boards [][][][]int) string {
	var counts []byte
	for _, b := range boards {
		for _, questions := range b {
			for _, categories := range questions {
				for _, count := range categories {
					counts = append(counts, byte(count), byte(count>>8))
				}
			}
		}
	}
	return fmt.Sprintf(`{"id":%d,%s,"trials":%s,"shape":%s,"packed":"%s"}`, id, common, text(trials),
		text([]int{len(boards), 5, 8, 2}), base64.StdEncoding.EncodeToString(counts))
}

// trimmed is the mean of a model's shares but for the three least and the three most.
func trimmed(questions [][]int) float64 {
	var shares []float64
	for _, c := range questions {
		shares = append(shares, float64(c[1])/float64(c[0]+c[1]))
	}
	slices.Sort(shares)
	var sum float64
	for _, share := range shares[3 : len(shares)-3] {
		sum += share
	}
	return sum / float64(len(shares)-6)
}

// mine draws the means of models to their grand mean by the part of what would be their
// variance if there were no differences, the noise, in that and their observed variance
// together; the standard error is the root of the noise that is kept.
func mine(counts [][][]int, trials float64) (scores []float64, se float64) {
	var means []float64
	var noise, grand, spread float64
	models := float64(len(counts))
	for _, questions := range counts {
		var mean, variance float64
		for _, c := range questions {
			p := float64(c[1]) / trials
			mean += p / float64(len(questions))
			variance += p * (1 - p) / trials
		}
		means = append(means, mean)
		noise += variance / math.Pow(float64(len(questions)), 2) / models
		grand += mean / models
	}
	for _, mean := range means {
		spread += math.Pow(mean-grand, 2) / (models - 1)
	}
	keep := spread / (spread + noise)
	for _, mean := range means {
		scores = append(scores, (1-keep)*grand+keep*mean)
	}
	return scores, math.Sqrt(keep * noise)
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// asked are three boards, as they are sent.
func asked() (trials []int, boards [][][][]int) {
	for i, n := range []int{3, 40, 700} {
		trials, boards = append(trials, n), append(boards, board(n, uint64(i)))
	}
	return trials, boards
}

// The template of Python runs as it is, with and without numpy, on boards by themselves
// and on several.
func TestPythonTemplate(t *testing.T) {
	for name, find := range map[string]func(*testing.T) python{"numpy": withNumpy, "no numpy": withoutNumpy} {
		t.Run(name, func(t *testing.T) {
			p := find(t)
			trials, boards := asked()
			file := filepath.Join(folder(t, "python"), "mine.py")
			answers, said := p.run(t, file, one(1, trials[0], boards[0]), many(2, trials, boards))
			if said != "" || len(answers) != 2 || answers[0].ID != 1 || answers[1].ID != 2 || len(answers[1].Answers) != 3 {
				t.Fatalf("answers %+v, %s", answers, said)
			}
			if a := answers[0]; a.Batch < 2 || a.Packed || a.Unequal {
				t.Errorf("it takes %d boards, packed %v, unequal %v", a.Batch, a.Packed, a.Unequal)
			}
			if a, b := answers[0].Scores, answers[1].Answers[0].Scores; !slices.Equal(a, b) {
				t.Errorf("by itself %v, with others %v", a, b)
			}
			for i, a := range answers[1].Answers {
				scores, se := mine(boards[i], float64(trials[i]))
				for model, want := range scores {
					if !near(a.Scores[model], want) || !near(a.Errors[model], se) {
						t.Errorf("board %d, model %d: %v ± %v, want %v ± %v", i, model, a.Scores[model], a.Errors[model], want, se)
					}
				}
			}
		})
	}
}

// docExample is the program that the package's docstring shows.
func docExample(t *testing.T) string {
	t.Helper()
	doc := string(examples.Template("python")[1].Content)
	code := regexp.MustCompile(`(?s)\n    (#!/usr/bin/env python3\n.*?\.run\(\))\n`).FindStringSubmatch(doc)
	if code == nil {
		t.Fatal("the docstring shows no program")
	}
	return strings.ReplaceAll(code[1], "\n    ", "\n") + "\n"
}

// The page shows the example of the docstring.
func TestPageOfTheDocstring(t *testing.T) {
	page, err := os.ReadFile("../extending.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```python\n"+docExample(t)+"```\n") {
		t.Errorf("docs/extending.md does not show\n%s", docExample(t))
	}
}

// The example of the docstring takes all boards at once, however they are sent.
func TestDocstring(t *testing.T) {
	p := withNumpy(t)
	file := filepath.Join(folder(t, "python"), "trimmed.py")
	write(t, file, docExample(t))
	trials, boards := asked()
	answers, said := p.run(t, file, one(1, trials[0], boards[0]), many(2, trials, boards), packed(3, trials, boards))
	if said != "" || !answers[0].Packed {
		t.Fatalf("answers %+v, %s", answers, said)
	}
	for i, b := range boards {
		for model, questions := range b {
			want := trimmed(questions)
			for _, a := range answers[1:] {
				if got := a.Answers[i].Scores[model]; !near(got, want) {
					t.Errorf("board %d, model %d: %v, want %v", i, model, got, want)
				}
			}
		}
	}
	for model, questions := range boards[0] {
		if got, want := answers[0].Scores[model], trimmed(questions); !near(got, want) {
			t.Errorf("by itself, model %d: %v, want %v", model, got, want)
		}
	}
}

// program is a Python program whose function, of so many lines, is given.
func program(decorator, signature string, body ...string) string {
	return "from settle_estimator import CannotRank, estimator\n\n" + decorator + "\ndef mine(" + signature + "):\n    " +
		strings.Join(body, "\n    ") + "\n\nmine.run()\n"
}

// What functions get and may return, each told by what the first request's answer holds.
func TestFunctions(t *testing.T) {
	trials, boards := asked()
	const single, vector = "@estimator(single=True)", "@estimator"
	for name, c := range map[string]struct {
		code  string
		numpy bool
		want  answer // to the first board by itself
	}{
		"keywords of one": {
			program(single, "counts, confidence, weights, trials", "return [confidence, weights[1], weights[0], trials, len(counts)]"),
			false, answer{Scores: []float64{0.95, 1, 0, 3, 5}},
		},
		"keywords of many": {
			program(vector, "counts, trials=None", "return counts.shape[2] + counts[:, :, 0, 0] * 0 + trials[:, None]"),
			true, answer{Scores: []float64{11, 11, 11, 11, 11}},
		},
		"lists of many": {
			program(vector, "counts", "return [[len(board), 0, 0, 0, 1] for board in counts]"),
			false, answer{Scores: []float64{5, 0, 0, 0, 1}},
		},
		"intervals": {
			program(single, "counts", `return {"scores": range(5), "intervals": [(m - 1, m + 2) for m in range(5)]}`),
			false, answer{Scores: []float64{0, 1, 2, 3, 4}, Intervals: [][2]float64{{-1, 2}, {0, 3}, {1, 4}, {2, 5}, {3, 6}}},
		},
		"no ranking": {
			program(single, "counts", `raise CannotRank("too \"few\"\ntrials")`),
			false, answer{Error: "too \"few\"\ntrials"},
		},
		"offers": {
			program("@estimator(single=True, unequal=True, batch=7)", "counts", "return [0] * 5"),
			false, answer{Scores: make([]float64, 5), Batch: 7, Unequal: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			find := withoutNumpy
			if c.numpy {
				find = withNumpy
			}
			file := filepath.Join(folder(t, "python"), "mine.py")
			write(t, file, c.code)
			answers, said := find(t).run(t, file, one(1, trials[0], boards[0]))
			if said != "" {
				t.Fatal(said)
			}
			got := answers[0]
			if c.want.Batch == 0 {
				got.Batch, got.Packed = 0, false
			}
			if c.want.ID = 1; text(got) != text(c.want) {
				t.Errorf("it answered %+v, want %+v", got, c.want)
			}
		})
	}
}

// Of several boards those that can be ranked are.
func TestCannotRankOfMany(t *testing.T) {
	file := filepath.Join(folder(t, "python"), "mine.py")
	write(t, file, program("@estimator", "counts, trials", `if 40 in trials:`, `    raise CannotRank("forty")`,
		"return counts[..., 1].sum(axis=-1)"))
	trials, boards := asked()
	answers, said := withNumpy(t).run(t, file, packed(1, trials, boards))
	if said != "" {
		t.Fatal(said)
	}
	for i, a := range answers[0].Answers {
		if (a.Error == "forty") != (trials[i] == 40) || (len(a.Scores) == 5) != (trials[i] != 40) {
			t.Errorf("%d trials: %+v", trials[i], a)
		}
	}
}

// What is wrong with a function is said on one line, which Settle shows.
func TestPythonFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("Python is started fourteen times")
	}
	trials, boards := asked()
	for name, c := range map[string]struct{ body, want string }{
		"exception": {"return [len(question) / 0 for question in counts]", "mine: ZeroDivisionError: division by zero (mine.py, line 5)\n"},
		"two lines": {`raise ValueError("one\ntwo")`, "mine: ValueError: one two (mine.py, line 5)\n"},
		"not a number": {`return [0, 1, float("nan"), 3, 4]`,
			"mine: ValueError: scores of model 3 of 5 is nan: it must be a finite number; raise CannotRank where a board has no ranking\n"},
		"too few":    {"return [0, 1]", "mine: ValueError: it returns scores for 2, and there are 5 models\n"},
		"a number":   {"return 0.5", "mine: ValueError: it returns scores for one number, and there are 5 models\n"},
		"nothing":    {"pass", "mine: ValueError: it returns scores for one number, and there are 5 models\n"},
		"other name": {`return {"score": [0] * 5}`, `mine: ValueError: it returns a dictionary of score: there must be "scores", and may be "errors" or "intervals"` + "\n"},
	} {
		for _, find := range []func(*testing.T) python{withNumpy, withoutNumpy} {
			t.Run(name, func(t *testing.T) {
				p := find(t)
				file := filepath.Join(folder(t, "python"), "mine.py")
				write(t, file, program("@estimator(single=True)", "counts", c.body))
				if answers, said := p.run(t, file, one(1, trials[0], boards[0])); len(answers) != 0 || said != c.want {
					t.Errorf("answers %v, it says\n%swant\n%s", answers, said, c.want)
				}
			})
		}
	}
}

// At a terminal the program shows what it makes of an example, and how it is run.
func TestAtATerminal(t *testing.T) {
	p := withoutNumpy(t)
	if p.command("-c", "import pty").Run() != nil {
		t.Skip("python3 has no module pty here")
	}
	folder := folder(t, "python")
	for mode, want := range map[os.FileMode]string{0o600: `"avg,exec:mine=python3 mine.py"`, 0o700: "avg,exec:mine=./mine.py"} {
		if err := os.Chmod(filepath.Join(folder, "mine.py"), mode); err != nil {
			t.Fatal(err)
		}
		c := p.command("-c", "import pty; pty.spawn(['python3', 'mine.py'])")
		c.Dir = folder
		out, err := c.CombinedOutput()
		want = "Settle runs this program: settle bakeoff --metrics " + want
		if err != nil || !strings.Contains(string(out), want) || !strings.Contains(string(out), `{"scores": [`) {
			t.Errorf("error %v, it prints\n%swant %s", err, out, want)
		}
	}
}

// The template of R: the trimmed mean leaves out the lower tenth of 8 questions, and the
// upper: ⌊0.8⌋ = 0 of them, so that it is the mean here; of 20 it leaves out two each.
func TestRTemplate(t *testing.T) {
	if _, err := exec.LookPath("Rscript"); err != nil {
		t.Skip("there is no Rscript")
	}
	file := filepath.Join(folder(t, "r"), "mine.R")
	trials, boards := asked()
	wide := board(30, 9)
	for model := range wide {
		wide[model] = append(append(wide[model], board(30, 10)[model]...), board(30, 11)[model][:4]...)
	}
	answers, said := python{"Rscript", nil}.run(t, file, one(1, trials[1], boards[1]), one(23, 30, wide), one(4, 30, wide[:1]))
	if said != "" {
		t.Fatal(said)
	}
	for i, c := range []struct {
		counts [][][]int
		trials float64
		cut    int
	}{{boards[1], 40, 0}, {wide, 30, 2}, {wide[:1], 30, 2}} {
		for model, questions := range c.counts {
			var shares []float64
			var variance, sum float64
			for _, counts := range questions {
				p := float64(counts[1]) / c.trials
				shares = append(shares, p)
				variance += p * (1 - p) / c.trials
			}
			slices.Sort(shares)
			for _, share := range shares[c.cut : len(shares)-c.cut] {
				sum += share
			}
			score, se := sum/float64(len(shares)-2*c.cut), math.Sqrt(variance)/float64(len(shares))
			if a := answers[i]; a.ID != []int{1, 23, 4}[i] || !near(a.Scores[model], score) || !near(a.Errors[model], se) {
				t.Errorf("request %d, model %d: %+v, want %v ± %v", i, model, a, score, se)
			}
		}
	}
	broken := strings.Replace(string(examples.Template("r")[0].Content), "  share <- array", "  stop(\"no \\\"luck\\\"\")\n  share <- array", 1)
	write(t, file, broken)
	if answers, said := (python{"Rscript", nil}).run(t, file, one(1, 40, boards[1])); len(answers) > 0 || said != "mine: no \"luck\"\n" {
		t.Errorf("answers %v, it says %q", answers, said)
	}
	write(t, file, strings.Replace(broken, "stop(", "cannot_rank(", 1))
	answers, said = python{"Rscript", nil}.run(t, file, one(1, 40, boards[1]))
	if len(answers) != 1 || answers[0].Error != "no  luck " {
		t.Errorf("answers %v, it says %q", answers, said)
	}
}
