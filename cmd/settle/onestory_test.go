package main_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"settle/report/wording"
)

// story is a board on which all commands must agree.
type story struct {
	name              string
	models, questions int
	trials            func(r *rand.Rand) int                                        // of a model and question
	score             func(r *rand.Rand, model int, ease float64) (next func() int) // outcomes of a question
	weights           string
	copies            bool // trials are copies of the first
}

func always(n int) func(*rand.Rand) int { return func(*rand.Rand) int { return n } }

// coin tosses outcomes whose chance is the ease of the question with some advantage for
// later models.
func coin(advantage float64) func(r *rand.Rand, model int, ease float64) func() int {
	return func(r *rand.Rand, model int, ease float64) func() int {
		p := min(max(ease+advantage*float64(model)*r.Float64(), 0), 1)
		return func() int {
			if r.Float64() < p {
				return 1
			}
			return 0
		}
	}
}

// graded adds up two tosses.
func graded(advantage float64) func(r *rand.Rand, model int, ease float64) func() int {
	return func(r *rand.Rand, model int, ease float64) func() int {
		toss := coin(advantage)(r, model, ease)
		return func() int { return toss() + toss() }
	}
}

func between(lo, hi int) func(*rand.Rand) int {
	return func(r *rand.Rand) int { return lo + r.IntN(hi-lo+1) }
}

var stories = []story{
	{name: "like real ones, 1 trial", models: 5, questions: 200, trials: always(1), score: coin(0.05)},
	{name: "like real ones, 2 trials", models: 8, questions: 90, trials: always(2), score: coin(0.05)},
	{name: "like real ones, 5 trials", models: 6, questions: 80, trials: always(5), score: coin(0.08)},
	{name: "like real ones, 10 trials", models: 4, questions: 120, trials: always(10), score: coin(0.03)},
	{name: "like real ones, 16 trials", models: 7, questions: 30, trials: always(16), score: coin(0.06)},
	{name: "like real ones, 64 trials", models: 3, questions: 30, trials: always(64), score: coin(0.02)},
	{name: "equal, 4 trials", models: 6, questions: 30, trials: always(4), score: coin(0)},
	{name: "equal, 16 trials", models: 12, questions: 40, trials: always(16), score: coin(0)},
	{name: "nearly equal, 8 trials", models: 5, questions: 60, trials: always(8), score: coin(0.004)},
	{name: "nearly equal, 2 trials", models: 4, questions: 60, trials: always(2), score: coin(0.004)},
	{name: "graded, 4 trials", models: 4, questions: 50, trials: always(4), score: graded(0.08), weights: "0,0.5,1"},
	{name: "graded, 1 trial", models: 3, questions: 40, trials: always(1), score: graded(0.2), weights: "0,0.3,1"},
	{name: "unequal", models: 4, questions: 40, trials: between(2, 6), score: coin(0.08)},
	{name: "unequal by far", models: 5, questions: 30, trials: between(1, 20), score: coin(0.08)},
	{name: "two models, 4 trials", models: 2, questions: 50, trials: always(4), score: coin(0.1)},
	{name: "two models, 40 trials", models: 2, questions: 5, trials: always(40), score: coin(0.1)},
	{name: "one model", models: 1, questions: 30, trials: always(4), score: coin(0)},
	{name: "one question", models: 4, questions: 1, trials: always(20), score: coin(0.1)},
	{name: "copies", models: 3, questions: 30, trials: always(4), score: coin(0.1), copies: true},
	{name: "one trial, two models", models: 2, questions: 12, trials: always(1), score: coin(0.3)},
}

// write writes the board: questions are nearly always or nearly never solved.
func (s story) write(t *testing.T, path string) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(len(s.name)), uint64(s.models*s.questions)))
	var b strings.Builder
	b.WriteString("model,question,trial,outcome\n")
	for q := range s.questions {
		ease := math.Pow(math.Sin(r.Float64()*math.Pi/2), 2) // Beta(½, ½)
		for model := range s.models {
			next, outcome := s.score(r, model, ease), 0
			for trial := range s.trials(r) {
				if trial == 0 || !s.copies {
					outcome = next()
				}
				fmt.Fprintf(&b, "m%02d,q%03d,%d,%d\n", model, q, trial+1, outcome)
			}
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// pairs holds what a command says of pairs, by their names in the order of the alphabet.
type pairs map[[2]string]saidOfPair

type saidOfPair struct {
	z                              float64 // of the first less the second
	separated, decided, outOfReach bool
	toRun                          float64
}

// add adds a pair as JSON has it.
func (p pairs) add(object map[string]any, z string) {
	names := [2]string{object["above"].(string), object["below"].(string)}
	said := saidOfPair{z: math.Inf(1)}
	if number, ok := object[z].(float64); ok {
		said.z = number
	}
	said.separated, _ = object["separated"].(bool)
	said.decided, _ = object["decided"].(bool)
	said.outOfReach, _ = object["out_of_reach"].(bool)
	if power, ok := object["power"].(map[string]any); ok {
		said.toRun = math.Inf(1)
		if number, ok := power["to_run"].(float64); ok {
			said.toRun = number
		}
	}
	if names[0] > names[1] {
		names[0], names[1], said.z = names[1], names[0], -said.z
	}
	p[names] = said
}

func pairsOf(objects any, z string) pairs {
	p := pairs{}
	list, _ := objects.([]any)
	for _, object := range list {
		p.add(object.(map[string]any), z)
	}
	return p
}

// settle runs the program in a folder, and fails but for the exit codes of answers.
func settle(t *testing.T, dir string, args ...string) string {
	t.Helper()
	command := exec.Command("settle", args...)
	command.Dir = dir
	out, err := command.Output()
	var ended *exec.ExitError
	if err != nil && !(errors.As(err, &ended) && (ended.ExitCode() == 3 || ended.ExitCode() == 4)) {
		t.Fatalf("settle %v: %v\n%s", args, err, ended.Stderr)
	}
	return string(out)
}

func document(t *testing.T, dir string, args ...string) (document map[string]any) {
	t.Helper()
	out := settle(t, dir, append(args, "--format", "json")...)
	if err := json.Unmarshal([]byte(out), &document); err != nil {
		t.Fatalf("settle %v: %v", args, err)
	}
	return document
}

// Every pair has one z in all commands; budget wants no trials if and only if rank separates
// the pair; next says stop if and only if all pairs are decided or out of reach; and the
// sentences on top agree with the tables. All of this is what the words mean: no number here
// comes from elsewhere.
func TestOneBoardOneStory(t *testing.T) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s.write(t, filepath.Join(dir, "board.csv"))
			args := func(command ...string) []string {
				line := append(command[:1:1], "board.csv")
				line = append(line, command[1:]...)
				line = append(line, "--missing", "unequal")
				if s.weights != "" {
					line = append(line, "--weights", s.weights)
				}
				return line
			}
			if s.models == 1 {
				s.alone(t, dir, args)
				return
			}
			ranked := document(t, dir, args("rank")...)["metrics"].([]any)[0].(map[string]any)
			rank := pairsOf(ranked["pairs"], "z")
			budget := pairsOf(document(t, dir, args("budget", "--pairs", "all")...)["pairs"], "z_now")
			next := document(t, dir, args("next")...)
			s.agree(t, rank, budget, pairsOf(next["pairs"], "z"))
			stops(t, next, pairsOf(next["pairs"], "z"))
			half := fmt.Sprint(next["max_trials"].(float64) / 2) // puts more pairs out of reach
			next = document(t, dir, args("next", "--max-trials", half, "--correction", "mixture")...)
			stops(t, next, pairsOf(next["pairs"], "z"))
			leads(t, rank, settle(t, dir, args("rank")...))
			s.compared(t, dir, args, rank)
		})
	}
}

// alone runs the commands that take one model.
func (s story) alone(t *testing.T, dir string, args func(...string) []string) {
	settle(t, dir, args("rank")...)
	if next := document(t, dir, args("next", "--half-width", "0.001")...); next["stop"] != nil || next["policy"] != "half-width" {
		t.Errorf("next stops: %v, by the policy %v", next["stop"], next["policy"])
	}
	settle(t, dir, args("budget", "--half-width", "0.05")...)
}

func (s story) agree(t *testing.T, rank, budget, next pairs) {
	t.Helper()
	if want := s.models * (s.models - 1) / 2; len(rank) != want || len(budget) != want || len(next) != want {
		t.Fatalf("%d, %d and %d pairs, want %d", len(rank), len(budget), len(next), want)
	}
	for names, of := range rank {
		if b := budget[names]; !same(of.z, b.z) || of.separated != b.separated || of.separated != (b.toRun == 0) {
			t.Errorf("%v: rank says %+v, budget %+v", names, of, b)
		}
		if n := next[names]; !same(of.z, n.z) || of.separated != n.separated || n.decided && n.outOfReach {
			t.Errorf("%v: rank says %+v, next %+v", names, of, n)
		}
	}
}

func same(x, y float64) bool { return x == y || math.Abs(x-y) <= 1e-9*max(1, math.Abs(x)) }

// stops checks that next stops where all pairs are decided or out of reach, and then only.
func stops(t *testing.T, next map[string]any, of pairs) {
	t.Helper()
	done := true
	for _, p := range of {
		done = done && (p.decided || p.outOfReach)
	}
	if done != (next["stop"] != nil) || done != (next["attempts"].(float64) == 0) {
		t.Errorf("all are decided or out of reach: %v, and next says %q", done, next["advice"])
	}
	separated := 0.0
	for _, p := range of {
		if p.separated {
			separated++
		}
	}
	if want := wording.Upper(wording.SeparatedOf(int(separated), len(of))) + "; "; !strings.Contains(next["advice"].(string), want) || next["separated"] != separated {
		t.Errorf("next says %q, want %q in it", next["advice"], want)
	}
}

// leads checks the first sentence of rank: who leads is separated from all others.
func leads(t *testing.T, rank pairs, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		model, _, _ := strings.Cut(line, " ")
		separated, others := 0, 0
		for names, p := range rank {
			if names[0] == model || names[1] == model {
				others++
				if p.separated {
					separated++
				}
			}
		}
		switch {
		case strings.HasPrefix(line, model+" leads") && separated < others,
			strings.HasPrefix(line, model+" is ahead") && (separated == others || !strings.Contains(line, "but not separated from")):
			t.Errorf("%s is separated from %d of %d others, and rank says %q", model, separated, others, line)
		}
	}
}

// compared checks compare and gate on the first and the last model.
func (s story) compared(t *testing.T, dir string, args func(...string) []string, rank pairs) {
	t.Helper()
	a, b := "m00", fmt.Sprintf("m%02d", s.models-1)
	of := rank[[2]string{a, b}]
	metric := document(t, dir, args("compare", a, b)...)["metrics"].([]any)[0].(map[string]any)
	estimand := metric["estimands"].([]any)[0].(map[string]any)
	if z, ok := estimand["z"].(float64); ok && !same(z, of.z) || estimand["separated"] != of.separated {
		t.Errorf("compare says %v, rank %+v", estimand, of)
	}
	gate := document(t, dir, args("gate", a, b)...)
	if z := gate["difference"].(float64) / gate["sigma"].(float64); !same(z, of.z) {
		t.Errorf("gate has z = %v, rank %v", z, of.z)
	}
}
