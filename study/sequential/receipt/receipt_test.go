package receipt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/metrics"
	"settle/results"
	"settle/sim"
	"settle/study/sequential"
	"settle/study/sequential/receipt"
)

// board returns a board of coins with the given trials; a shorter board is its beginning.
func board(t testing.TB, name string, trials int) *results.Board {
	t.Helper()
	coins, _, err := sim.Named(name, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := coins.Board(trials, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// cut returns the first trials of a board, by model, then question.
func cut(t testing.TB, b *results.Board, trials []int) *results.Board {
	t.Helper()
	part, err := results.NewUnequalBoard(b.Models, b.Questions, trials, b.Top())
	if err != nil {
		t.Fatal(err)
	}
	for i := range trials {
		copy(part.Row(i/len(b.Questions), i%len(b.Questions)), b.Row(i/len(b.Questions), i%len(b.Questions)))
	}
	return part
}

func firsts(b *results.Board, n int) []int {
	return slices.Repeat([]int{n}, len(b.Models)*len(b.Questions))
}

// settings returns the settings of the tests.
func settings(policy sequential.Policy, correction sequential.Correction, metric string) receipt.Settings {
	step := sequential.Step{Policy: policy, Correction: correction, MaxTrials: 24,
		Design: sequential.Design{Batch: 4, HalfWidth: 0.05, Confidence: 0.95, Meant: 16}}
	return receipt.NewSettings(step, metric, metrics.Binary, results.MissingUnequal, 1, 400)
}

func newPlan(t testing.TB, b *results.Board, s receipt.Settings, first []int) *receipt.Plan {
	t.Helper()
	p, err := receipt.New(s.For(b.Models, b.Questions, first))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func on(t testing.TB, p *receipt.Plan, b *results.Board) *receipt.Replay {
	t.Helper()
	log, err := p.Settings.On(b)
	if err != nil {
		t.Fatal(err)
	}
	return receipt.NewReplay(p, log, 1)
}

// again returns the plan as it is written and read.
func again(t testing.TB, p *receipt.Plan) *receipt.Plan {
	t.Helper()
	data := written(t, p)
	q, err := receipt.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, q), data) {
		t.Fatalf("a plan is not what was read:\n%s\n%s", data, written(t, q))
	}
	return q
}

func written(t testing.TB, p *receipt.Plan) []byte {
	t.Helper()
	data, err := p.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// advance adds the looks that a board allows, and returns how many.
func advance(t testing.TB, p *receipt.Plan, b *results.Board) (*receipt.Replay, int) {
	t.Helper()
	r, added := on(t, p, b), 0
	if err := r.Continue(t.Context(), func(*receipt.Seen) error { added++; return nil }); err != nil {
		t.Fatal(err)
	}
	return r, added
}

// With all results there from the beginning, looks follow one on the other until the stop. The
// same results add no look, and nothing beyond what was asked for counts.
func TestLooksTakeWhatTheyAskedFor(t *testing.T) {
	b := board(t, "4x12", 24)
	p := newPlan(t, b, settings(sequential.Neighbours, sequential.Holm, "avg"), firsts(b, 4))
	_, looks := advance(t, p, b)
	if looks < 3 || p.Stopped() == "" {
		t.Fatalf("%d looks, stop %q", looks, p.Stopped())
	}
	before := written(t, p)
	p = again(t, p)
	if r, more := advance(t, p, b); more != 0 || r.Last == nil || !bytes.Equal(written(t, p), before) {
		t.Errorf("%d more looks of the same results", more)
	}
	if err := on(t, p, b).Verify(t.Context()); err != nil {
		t.Error(err)
	}
	first := p.Looks[0]
	if sum := asked(first); sum != 2*4*12 && sum != 4*12 {
		t.Errorf("look 1 asks for %d attempts", sum)
	}
}

func asked(l receipt.Look) (sum int) {
	for _, ask := range l.Ask {
		sum += ask.Attempts
	}
	return sum
}

// A look with part of the trials waits, and says for what.
func TestLookWaits(t *testing.T) {
	b := board(t, "4x12", 24)
	p := newPlan(t, b, settings(sequential.All, sequential.Mixture, "avg"), firsts(b, 4))
	r, looks := advance(t, p, cut(t, b, firsts(b, 4)))
	if _, missing, all := r.Rest(); looks != 1 || missing != 4*4*12 || all != missing {
		t.Fatalf("%d looks; %d of %d are missing", looks, missing, all)
	}
	trials := firsts(b, 8)
	trials[5], trials[7] = 6, 40/2
	r, looks = advance(t, again(t, p), cut(t, b, trials))
	rest, missing, all := r.Rest()
	if looks != 0 || missing != 2 || all != 4*4*12 || !slices.Equal(rest, []sequential.Run{{Model: 0, Question: 5, Trials: 2}}) {
		t.Errorf("%d looks; %v, %d of %d are missing", looks, rest, missing, all)
	}
}

// In whatever pieces the results come, the plan ends with the same bytes, under every policy and
// correction.
func TestPiecesDoNotMatter(t *testing.T) {
	b := board(t, "4x9", 24)
	rapid.Check(t, func(t *rapid.T) {
		policy := rapid.SampledFrom([]sequential.Policy{sequential.All, sequential.HalfWidth, sequential.Neighbours, sequential.Leader,
			sequential.TopTwo}).Draw(t, "policy")
		correction := rapid.SampledFrom([]sequential.Correction{sequential.None, sequential.Bonferroni, sequential.Holm,
			sequential.Mixture, sequential.Betting}).Draw(t, "correction")
		if !correction.Suits(policy) {
			correction = sequential.Mixture
		}
		s := settings(policy, correction, "avg")
		s.Budget = rapid.SampledFrom([]int{0, 5, 30}).Draw(t, "budget")
		trials := make([]int, len(b.Models)*len(b.Questions))
		for i := range trials {
			trials[i] = rapid.IntRange(2, 5).Draw(t, "first")
		}
		whole, pieces := fresh(t, b, s, trials), fresh(t, b, s, trials)
		run(t, whole, b)
		for !slices.Equal(trials, firsts(b, 24)) {
			for i := range trials {
				trials[i] = min(24, trials[i]+rapid.IntRange(0, 6).Draw(t, "more"))
			}
			part, _ := results.NewUnequalBoard(b.Models, b.Questions, trials, 1)
			for i := range trials {
				copy(part.Row(i/9, i%9), b.Row(i/9, i%9))
			}
			run(t, pieces, part)
		}
		one, _ := whole.Bytes()
		other, _ := pieces.Bytes()
		if !bytes.Equal(one, other) {
			t.Fatalf("at once:\n%s\nin pieces:\n%s", one, other)
		}
		log, _ := whole.Settings.On(b)
		if err := receipt.NewReplay(whole, log, 2).Verify(context.Background()); err != nil {
			t.Fatal(err)
		}
	})
}

func fresh(t *rapid.T, b *results.Board, s receipt.Settings, first []int) *receipt.Plan {
	p, err := receipt.New(s.For(b.Models, b.Questions, first))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t *rapid.T, p *receipt.Plan, b *results.Board) {
	log, err := p.Settings.On(b)
	if err == nil {
		err = receipt.NewReplay(p, log, 1).Continue(context.Background(), func(*receipt.Seen) error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Decisions of earlier looks stay.
func TestDecisionsStand(t *testing.T) {
	b := board(t, "6x20", 24)
	p := newPlan(t, b, settings(sequential.All, sequential.Mixture, "avg"), firsts(b, 4))
	r, _ := advance(t, p, b)
	seen := map[[2]string]bool{}
	for _, l := range p.Looks {
		for _, pair := range l.Decided {
			if seen[pair] || seen[[2]string{pair[1], pair[0]}] {
				t.Errorf("look %d decides %v again", l.Look, pair)
			}
			seen[pair] = true
		}
	}
	apart := 0
	for _, c := range r.Last.Next.Comparisons {
		if c.Decided {
			apart++
		}
	}
	if apart != len(seen) || apart < 5 {
		t.Errorf("%d pairs are decided, and the plan has %d", apart, len(seen))
	}
}

// Every change of a plan, or of the outcomes that it saw, is detected and named.
func TestTampering(t *testing.T) {
	b := board(t, "4x12", 24)
	p := newPlan(t, b, settings(sequential.Neighbours, sequential.Holm, "avg"), firsts(b, 4))
	advance(t, p, b)
	data := string(written(t, p))
	refused := func(what, text, want string) {
		t.Helper()
		if _, err := receipt.Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", what, err, want)
		}
	}
	lines := strings.Split(data, "\n")
	look := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"look":2,`) })
	without := strings.Join(slices.Concat(lines[:look], lines[look+1:]), "\n")
	refused("a look deleted", without, "look 2 is missing")
	refused("a look deleted, others numbered anew", renumbered(without, len(p.Looks)), "look 2 was altered")
	refused("a setting", strings.Replace(data, `"batch": 4`, `"batch": 3`, 1), "the settings were altered")
	refused("the version", strings.Replace(data, "plan/1", "plan/9", 1), `is document "settle/plan/9"`)
	refused("a field", strings.Replace(data, `"batch"`, `"bunch"`, 1), "is not a plan")
	var fields map[string]any
	if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimSpace(lines[look]), ",")), &fields); err != nil {
		t.Fatal(err)
	}
	for name := range fields {
		changed := map[string]any{}
		for other, value := range fields {
			changed[other] = value
		}
		changed[name] = map[string]any{"look": 7, "outcomes": "x", "by_model": []string{}, "decided": [][2]string{{"LLM1", "LLM2"}},
			"ask": []map[string]any{{"model": "LLM1", "attempts": 1}}, "stop": "decided", "chain": "y"}[name]
		line, _ := json.Marshal(changed)
		altered := slices.Clone(lines)
		altered[look] = string(line) + ","
		refused(name, strings.Join(altered, "\n"), "look 2")
	}
}

func renumbered(text string, looks int) string {
	for n := 3; n <= looks; n++ {
		text = strings.Replace(text, fmt.Sprintf(`"look":%d,`, n), fmt.Sprintf(`"look":%d,`, n-1), 1)
	}
	return text
}

// A plan with recomputed digests still does not follow from the results.
func TestForgery(t *testing.T) {
	b := board(t, "4x12", 24)
	s := settings(sequential.Neighbours, sequential.Holm, "avg")
	p := newPlan(t, b, s, firsts(b, 4))
	advance(t, p, b)
	unconfirmed := func(p *receipt.Plan, b *results.Board, want string) {
		t.Helper()
		err := on(t, p, b).Verify(t.Context())
		if _, ok := errors.AsType[*receipt.Unconfirmed](err); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	flipped := cut(t, b, firsts(b, 24))
	flipped.Row(2, 3)[1] ^= 1
	unconfirmed(p, flipped, `look 1 saw outcomes of "`+b.Models[2]+`"`)
	if err := on(t, again(t, p), flipped).Continue(t.Context(), nil); err == nil || !strings.Contains(err.Error(), b.Models[2]) {
		t.Errorf("flipped outcomes: %v", err)
	}
	late := cut(t, b, firsts(b, 24))
	late.Row(0, 0)[23] ^= 1
	late.Row(3, 0)[23] ^= 1
	if err := on(t, p, late).Verify(t.Context()); err != nil && !strings.Contains(err.Error(), fmt.Sprint("look ", len(p.Looks))) {
		t.Errorf("outcomes that no look but the last saw: %v", err)
	}
	unconfirmed(p, cut(t, b, firsts(b, 6)), "that the results lack")
	other := s
	other.Confidence = 0.6
	forged := newPlan(t, b, other, firsts(b, 4))
	forged.Looks = p.Looks
	unconfirmed(forged, b, "does not follow from the results: its ")
}

// Results with other models or questions are rejected by name.
func TestNames(t *testing.T) {
	b := board(t, "4x12", 4)
	p := newPlan(t, b, settings(sequential.Neighbours, sequential.Holm, "avg"), firsts(b, 4))
	other, _ := results.NewBoard(append([]string{"new"}, b.Models...), b.Questions, 4, 1)
	if _, err := p.Settings.On(other); err == nil || !strings.HasPrefix(err.Error(), `the model "new" is not in the plan`) {
		t.Error(err)
	}
	other, _ = results.NewBoard(b.Models, b.Questions[1:], 4, 1)
	if _, err := p.Settings.On(other); err == nil || !strings.HasPrefix(err.Error(), `the results lack the planned question "`) {
		t.Error(err)
	}
	other, _ = results.NewBoard(b.Models, b.Questions, 4, 2)
	if _, err := p.Settings.On(other); err == nil || !strings.HasPrefix(err.Error(), `the results have category 2`) {
		t.Error(err)
	}
	backwards, _ := results.NewBoard([]string{b.Models[3], b.Models[2], b.Models[1], b.Models[0]}, b.Questions, 4, 1)
	for model := range b.Models {
		for question := range b.Questions {
			copy(backwards.Row(3-model, question), b.Row(model, question))
		}
	}
	advance(t, p, b)
	if err := on(t, p, backwards).Verify(t.Context()); err != nil {
		t.Errorf("models in another order: %v", err)
	}
}

// FuzzPlan reads anything: what is a plan is written as it was read.
func FuzzPlan(f *testing.F) {
	b := board(f, "3x4", 24)
	for _, s := range []receipt.Settings{
		settings(sequential.Neighbours, sequential.Holm, "avg"), settings(sequential.TopTwo, sequential.Mixture, "bayes:fitted"),
	} {
		p, err := receipt.New(s.For(b.Models, b.Questions, append(firsts(b, 4)[:11], 3)))
		if err != nil {
			f.Fatal(err)
		}
		log, _ := p.Settings.On(b)
		if err := receipt.NewReplay(p, log, 1).Continue(context.Background(), func(*receipt.Seen) error { return nil }); err != nil {
			f.Fatal(err)
		}
		data, _ := p.Bytes()
		f.Add(data)
	}
	f.Add([]byte(`{"document":"settle/plan/1","settings":{"first":["4x1000000000000"]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := receipt.Parse(data)
		if err != nil {
			return
		}
		again(t, p)
		empty, err := results.NewBoard(p.Settings.Models, p.Settings.Questions, 1, 1)
		if err != nil || empty.Cells() > 1000 {
			return
		}
		log, err := p.Settings.On(empty)
		if err != nil {
			t.Fatal(err)
		}
		r := receipt.NewReplay(p, log, 1)
		_ = r.Verify(t.Context())
		r.Rest()
	})
}
