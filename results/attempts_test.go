package results

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// cellKey names an attempt.
type cellKey struct {
	model, question string
	trial           int64
}

// byHand is attempts as a map, and what the policies keep of them by their
// definitions: one cell at a time, all boxes tried.
type byHand struct {
	models, questions []string
	trials            []int64 // sorted labels
	outcomes          map[cellKey]float64
}

func drawAttempts(t *rapid.T, outcome *rapid.Generator[float64]) (*Attempts, *byHand) {
	models := rapid.SampledFrom([][]string{{"a"}, {"a", "b"}, {"a", "b", "c"}}).Draw(t, "models")
	questions := Numbered("q", rapid.IntRange(1, 4).Draw(t, "questions"))
	labels := rapid.SliceOfNDistinct(rapid.Int64Range(-3, 9), 1, 4, rapid.ID[int64]).Draw(t, "trials")
	made := rapid.SampledFrom([]float64{0.3, 0.8, 0.95, 1}).Draw(t, "made")
	h := &byHand{outcomes: map[cellKey]float64{}}
	var cells []cellKey
	for _, model := range models {
		for _, question := range questions {
			for _, trial := range labels {
				if rapid.Float64Range(0, 1).Draw(t, "chance") < made {
					cells = append(cells, cellKey{model, question, trial})
				}
			}
		}
	}
	cells = rapid.Permutation(cells).Draw(t, "order")
	a := NewAttempts("")
	for _, c := range cells {
		x := outcome.Draw(t, "outcome")
		h.outcomes[c] = x
		a.Add(c.model, c.question, c.trial, x)
		if !slices.Contains(h.models, c.model) {
			h.models = append(h.models, c.model)
		}
		if !slices.Contains(h.questions, c.question) {
			h.questions = append(h.questions, c.question)
		}
		if !slices.Contains(h.trials, c.trial) {
			h.trials = append(h.trials, c.trial)
		}
	}
	slices.Sort(h.trials)
	return a, h
}

// row is the outcomes that count by a policy, in the order of trials.
func (h *byHand) row(model, question string, by Missing) (row []uint8) {
	for _, trial := range h.trials {
		x, made := h.outcomes[cellKey{model, question, trial}]
		switch {
		case !made, math.IsNaN(x) && by != MissingWrong:
		case math.IsNaN(x):
			row = append(row, 0)
		default:
			row = append(row, uint8(x))
		}
	}
	return row
}

// questionsWith are the questions of which every model has n outcomes or more.
func (h *byHand) questionsWith(n int, by Missing) (questions []string) {
	for _, question := range h.questions {
		if !slices.ContainsFunc(h.models, func(model string) bool { return len(h.row(model, question, by)) < n }) {
			questions = append(questions, question)
		}
	}
	return questions
}

// kept are the questions and the rows of each model that a policy keeps; none if
// there is no board.
func (h *byHand) kept(by Policy) (questions []string, rows [][]uint8) {
	cut := math.MaxInt
	switch {
	case by.Missing == MissingCommon:
		size := 0
		for n := len(h.trials); n > 0; n-- {
			if box := h.questionsWith(n, by.Missing); n*len(box) >= max(1, size) {
				questions, cut, size = box, n, n*len(box)
			}
		}
	case by.KeepUnmet:
		for _, question := range h.questions {
			if slices.ContainsFunc(h.models, func(model string) bool { return len(h.row(model, question, by.Missing)) > 0 }) {
				questions = append(questions, question)
			}
		}
	default:
		questions = h.questionsWith(1, by.Missing)
	}
	for _, model := range h.models {
		any := 0
		for _, question := range questions {
			row := h.row(model, question, by.Missing)
			row = row[:min(cut, len(row))]
			any += len(row)
			rows = append(rows, row)
		}
		if any == 0 {
			return nil, nil
		}
	}
	return questions, rows
}

// complete tells whether nothing is missing, by count.
func (h *byHand) complete() bool {
	for _, x := range h.outcomes {
		if math.IsNaN(x) {
			return false
		}
	}
	return len(h.outcomes) == len(h.models)*len(h.questions)*len(h.trials)
}

// Every policy keeps what its definition says, by brute force on random attempts.
func TestPoliciesAgainstBruteForce(t *testing.T) {
	outcomes := rapid.SampledFrom([]float64{0, 0, 1, 1, 2, math.NaN()})
	rapid.Check(t, func(t *rapid.T) {
		a, h := drawAttempts(t, outcomes)
		if a.Len() == 0 {
			return
		}
		for _, by := range []Policy{
			{Missing: MissingRefuse}, {Missing: MissingUnequal}, {Missing: MissingUnequal, KeepUnmet: true},
			{Missing: MissingCommon}, {Missing: MissingWrong}, {Missing: MissingWrong, KeepUnmet: true},
		} {
			b, kept, err := a.Board(by)
			if by.Missing == MissingRefuse {
				if h.complete() != (err == nil) {
					t.Fatalf("complete %v: %v", h.complete(), err)
				}
				continue
			}
			questions, rows := h.kept(by)
			if (err == nil) != (len(questions) > 0) {
				t.Fatalf("%+v: %v, and by hand %q", by, err, questions)
			}
			if err == nil {
				compareKept(t, h, b, kept, questions, rows)
			}
		}
	})
}

func compareKept(t *rapid.T, h *byHand, b *Board, kept *Kept, questions []string, rows [][]uint8) {
	if !slices.Equal(b.Models, h.models) || !slices.Equal(b.Questions, questions) {
		t.Fatalf("%v: models %q, questions %q; by hand %q, %q", kept.Policy, b.Models, b.Questions, h.models, questions)
	}
	attempts := 0
	for m := range h.models {
		for q := range questions {
			want := rows[m*len(questions)+q]
			attempts += len(want)
			if !slices.Equal(b.Row(m, q), want) {
				t.Fatalf("%v: row %d, %d is %v; by hand %v", kept.Policy, m, q, b.Row(m, q), want)
			}
		}
	}
	failed := 0
	for _, x := range h.outcomes {
		if math.IsNaN(x) {
			failed++
		}
	}
	cells := len(h.models) * len(h.questions) * len(h.trials)
	if kept.Attempts != attempts || kept.Made != len(h.outcomes) || kept.Failed != failed ||
		kept.NeverMade() != uint64(cells-len(h.outcomes)) || kept.LeftOut != len(h.questions)-len(questions) ||
		kept.Complete() != h.complete() || (kept.Note() == "") != h.complete() {
		t.Fatalf("kept %+v of %d attempts, %d failed, %d cells", kept, attempts, failed, cells)
	}
}

// What is written of attempts is read again as the same attempts, and boards made
// of them are the same by every policy.
func TestAttemptsRoundTrip(t *testing.T) {
	numbers := rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, 255, 0.1, -110.3, math.NaN(), 1e-7, 1e21, 5e-324, math.MaxFloat64}),
		rapid.Float64(),
	)
	for name, write := range map[string]func(io.Writer, []*Attempts) error{"CSV": WriteAttemptsCSV, "JSONL": WriteAttemptsJSONL} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			tasks := []*Attempts{}
			for i := range rapid.IntRange(1, 3).Draw(t, "tasks") {
				a, _ := drawAttempts(t, numbers)
				if a.Len() == 0 {
					return
				}
				a.Task = fmt.Sprintf("task %d", i)
				tasks = append(tasks, a)
			}
			var out bytes.Buffer
			if err := write(&out, tasks); err != nil {
				t.Fatal(err)
			}
			got, err := ReadAttemptsFrom(&out, "x", ReadOptions{})
			if err != nil || len(got) != len(tasks) {
				t.Fatalf("%d of %d tasks, %v", len(got), len(tasks), err)
			}
			for i, a := range tasks {
				if len(tasks) > 1 && got[i].Task != a.Task || len(tasks) == 1 && got[i].Task != "" {
					t.Fatalf("task %q of %q", got[i].Task, a.Task)
				}
				sameAttempts(t, got[i], a)
			}
		}))
	}
	t.Run("NPZ", rapid.MakeCheck(func(t *rapid.T) {
		highest := rapid.SampledFrom([]int{0, 1, 127, 128, 255}).Draw(t, "highest")
		a, h := drawAttempts(t, rapid.Map(rapid.IntRange(-1, highest), func(x int) float64 {
			if x < 0 {
				return math.NaN()
			}
			return float64(x)
		}))
		if a.Len() == a.failed {
			return
		}
		var out bytes.Buffer
		if err := a.WriteNPZ(&out); err != nil {
			t.Fatal(err)
		}
		all, err := ReadAttemptsFrom(bytes.NewReader(out.Bytes()), "x", ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[cellKey]float64{}
		for at := range all[0].All() {
			got[cellKey{all[0].Models()[at.Model], all[0].Questions()[at.Question], h.trials[at.Trial-1]}] = at.Outcome
		}
		for key, x := range h.outcomes {
			if math.IsNaN(x) {
				delete(h.outcomes, key)
			}
		}
		if diff := cmp.Diff(h.outcomes, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		// The board is the same as that of the attempts without those that failed.
		scored := NewAttempts("R")
		for at := range all[0].All() {
			scored.Add(all[0].Models()[at.Model], all[0].Questions()[at.Question], at.Trial, at.Outcome)
		}
		for _, by := range []Policy{{}, {Missing: MissingUnequal}, {Missing: MissingUnequal, KeepUnmet: true}, {Missing: MissingCommon}} {
			want, wantKept, wantErr := scored.Board(by)
			b, kept, err := readNPZBoard(out.Bytes(), by)
			if len(scored.Models()) < len(a.Models()) || len(scored.Questions()) < len(a.Questions()) || scored.Trials() < a.Trials() {
				continue // the file names what has no outcome, too
			}
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%v: %v, want %v", by, err, wantErr)
			}
			if err == nil {
				if diff := cmp.Diff(rowsByName(want), rowsByName(b)); diff != "" || kept.Attempts != wantKept.Attempts {
					t.Fatalf("%v: %+v, want %+v (-want +got):\n%s", by, kept, wantKept, diff)
				}
			}
		}
	}))
}

func readNPZBoard(data []byte, by Policy) (*Board, *Kept, error) {
	f, err := newResults(bytes.NewReader(data), "x", ReadOptions{Policy: by})
	if err != nil {
		return nil, nil, err
	}
	return f.board()
}

// rowsByName are the rows of a board that have any trials.
func rowsByName(b *Board) map[string][]uint8 {
	rows := map[string][]uint8{}
	for m, model := range b.Models {
		for q, question := range b.Questions {
			if row := b.Row(m, q); len(row) > 0 {
				rows[model+" "+question] = row
			}
		}
	}
	return rows
}

func sameAttempts(t *rapid.T, got, want *Attempts) {
	if !slices.Equal(got.Models(), want.Models()) || !slices.Equal(got.Questions(), want.Questions()) {
		t.Fatalf("names %q, %q; want %q, %q", got.Models(), got.Questions(), want.Models(), want.Questions())
	}
	bits := func(a *Attempts) (all []string) {
		for at := range a.All() {
			all = append(all, fmt.Sprintf("%d %d %d %v", at.Model, at.Question, at.Trial, at.Outcome))
		}
		return all
	}
	if diff := cmp.Diff(bits(want), bits(got)); diff != "" || got.failed != want.failed || got.Len() != want.Len() {
		t.Fatalf("(-want +got):\n%s", diff)
	}
}

// An unequal board is read again as it was, in every format.
func TestUnequalBoardRoundTrip(t *testing.T) {
	for name, write := range map[string]func(*Board, io.Writer) error{
		"CSV": (*Board).WriteCSV, "JSONL": (*Board).WriteJSONL, "NPZ": (*Board).WriteNPZ,
	} {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			models, questions := Numbered("m", rapid.IntRange(1, 3).Draw(t, "models")), Numbered("q", rapid.IntRange(1, 3).Draw(t, "questions"))
			n := len(models) * len(questions)
			trials := rapid.SliceOfN(rapid.IntRange(1, 4), n, n).Draw(t, "trials")
			highest := rapid.SampledFrom([]int{1, 127, 128, 255}).Draw(t, "highest")
			b, err := NewUnequalBoard(models, questions, trials, highest)
			if err != nil {
				t.Fatal(err)
			}
			for i := range b.cells {
				b.cells[i] = rapid.Uint8Max(uint8(highest)).Draw(t, "cell")
			}
			b.top = max(1, int(slices.Max(b.cells)))
			b.Task = "task"
			var out bytes.Buffer
			if err := write(b, &out); err != nil {
				t.Fatal(err)
			}
			got, err := ReadFrom(&out, "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
			if err != nil {
				t.Fatal(err)
			}
			sameBoard(t, got, b)
			if got.most != b.most || !slices.Equal(got.ends, b.ends) {
				t.Fatalf("trials %v, want %v", got.ends, b.ends)
			}
		}))
	}
}

// More different numbers than codes are kept as they are.
func TestManyDifferentOutcomes(t *testing.T) {
	a := NewAttempts("")
	const n = 200_000
	for i := range n {
		a.Add("m", fmt.Sprint("q", i%10), int64(i/10), float64(i)/3)
	}
	i := 0
	for at := range a.All() {
		if at.Outcome != float64(i)/3 || at.Question != i%10 || at.Trial != int64(i/10) {
			t.Fatalf("attempt %d is %+v", i, at)
		}
		i++
	}
	if i != n || a.Len() != n {
		t.Errorf("%d of %d attempts", i, n)
	}
	_, _, err := a.Board(Policy{Scores: true})
	wantError(t, err, "more than 256 different outcomes, but a board has at most that many categories; round the outcomes")
}

// Attempts take 16 bytes each, and what growing leaves behind.
func TestAttemptsAreSmall(t *testing.T) {
	a := NewAttempts("")
	costs(t, 1<<62, 1_000_000*20, func() {
		for i := range 1_000_000 {
			a.Add("m", "q", int64(i%1000), float64(i%2))
		}
	})
	if a.Len() != 1_000_000 {
		t.Error(a.Len())
	}
}

func TestAddedAttemptsAreChecked(t *testing.T) {
	add := func(rows ...string) *Attempts {
		a := NewAttempts("")
		for i, row := range rows {
			model, question, _ := strings.Cut(row, " ")
			a.Add(model, question, int64(i), 1)
		}
		return a
	}
	twice := func() *Attempts {
		a := add("a q")
		a.Add("a", "q", 0, 0)
		return a
	}
	infinite := add("a q")
	infinite.Add("a", "q", 1, math.Inf(-1))
	many := NewAttempts("")
	for i := range MaxTrials + 1 {
		many.Add("a", "q", int64(i), 1)
	}
	for _, test := range []struct {
		attempts *Attempts
		want     string
	}{
		{add("a"), "a question has an empty name"},
		{add(" q"), "a model has an empty name"},
		{add("\xff q"), `model "\xff" is not UTF-8`},
		{many, "more than 65535 different trials"},
		{infinite, `outcome -Inf of model "a", question "q" is not finite`},
		{twice(), `model "a", question "q", trial 0 appears twice`},
		{twice().Named("x.csv"), `x.csv: model "a", question "q", trial 0 appears twice`},
		{add("GPT-4o q", "gpt-4o\u00a0 q"), `models "GPT-4o" and "gpt-4o\u00a0" differ only in case or separators; use one spelling`},
	} {
		for _, err := range []error{
			test.attempts.Check(), WriteAttemptsCSV(io.Discard, []*Attempts{test.attempts}), test.attempts.WriteNPZ(io.Discard),
			func() error { _, _, err := test.attempts.Board(Policy{Missing: MissingUnequal}); return err }(),
		} {
			if len(test.attempts.Models()) == 0 || test.attempts.Len() == 0 {
				if err == nil {
					t.Errorf("no error, want %s", test.want)
				}
				continue
			}
			wantError(t, err, test.want)
		}
	}
	// Both spellings attempted the same trial: they are two models.
	two := NewAttempts("")
	two.Add("a", "q", 1, 1)
	two.Add("A", "q", 1, 1)
	two.Add("A", "q", 2, 1)
	if err := two.Check(); err != nil {
		t.Error(err)
	}
}

func TestUnwritableAttempts(t *testing.T) {
	sparse := NewAttempts("")
	for i := range 100 {
		sparse.Add(fmt.Sprint("m", i), fmt.Sprint("q", i), int64(i), 1)
	}
	fraction := NewAttempts("")
	fraction.Add("a", "q", 1, -110.3)
	for _, test := range []struct {
		err  error
		want string
	}{
		{sparse.WriteNPZ(io.Discard), "an NPZ file of 100 attempts would have 1000000 cells; write .csv, .jsonl or .parquet"},
		{fraction.WriteNPZ(io.Discard), `outcome -110.3 of model "a", question "q", trial 1 is not a category 0..255; use --weights values to make each distinct value a category`},
		{NewAttempts("").WriteNPZ(io.Discard), "no attempts"},
		{WriteAttemptsCSV(io.Discard, nil), "no attempts"},
		{WriteAttemptsCSV(io.Discard, []*Attempts{fraction, fraction}), `two tasks are named ""`},
	} {
		wantError(t, test.err, test.want)
	}
}
