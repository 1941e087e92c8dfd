package results

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ask asks for answers by a rule.
func ask(rule string) ReadOptions {
	return ReadOptions{Ballots: BallotOptions{Read: true, Answers: rule}}
}

// ballots lists the attempts on a board as MODEL|QUESTION|TRIAL|OUTCOME|ANSWER|WEIGHT.
func ballots(b *Board) (list []string) {
	for m, model := range b.Models {
		for q, question := range b.Questions {
			weights := b.WeightsOf(m, q)
			for trial, answer := range b.Answers(m, q) {
				line := fmt.Sprintf("%s|%s|%d|%d|", model, question, trial+1, b.Row(m, q)[trial])
				if answer > 0 {
					line += b.Ballots.Names[q][answer-1]
				}
				if weights != nil {
					line += fmt.Sprintf("|%v", weights[trial])
				}
				list = append(list, line)
			}
		}
	}
	return list
}

func readBoard(t *testing.T, text string, opt ReadOptions) *Board {
	t.Helper()
	b, err := ReadFrom(strings.NewReader(text), "x", opt)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A copied attempt has a weight only if both boards have weights.
func TestCopyAttemptWithoutWeights(t *testing.T) {
	board := func(name string, weight float64) *Board {
		b, err := NewBoard([]string{"a"}, []string{"q"}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		b.AddBallots([][]string{{"yes", "no"}}, name)
		if b.Answers(0, 0)[0] = 2; name != "" {
			b.Answers(0, 0)[0], b.WeightsOf(0, 0)[0] = 1, weight
		}
		return b
	}
	weighted, plain := board("score", 7), board("", 0)
	weighted.CopyAttempt(0, 0, 0, plain, 0)
	if got, want := ballots(weighted)[0], "a|q|1|0|no|7"; got != want {
		t.Errorf("attempt %s, want %s", got, want)
	}
}

// Which answers are the same, by rule: the first line of each case spells the one that is kept.
// The expectations follow from the rules as formats.md states them.
func TestSameAnswers(t *testing.T) {
	for _, c := range []struct {
		rule    string
		answers []string
		want    []uint32
	}{
		{"", []string{"Paris ", "paris", "PA RIS", "pa  ris", "", " "}, []uint32{1, 1, 2, 2, 0, 0}},
		{"", []string{"0.5", "1/2", ".5"}, []uint32{1, 2, 3}},
		{"exact", []string{"Paris", "paris", "Paris ", "Paris"}, []uint32{1, 2, 3, 1}},
		{"math", []string{
			"0.5", "1/2", `\frac{1}{2}`, `\dfrac{1}{2}`, `$\tfrac12$`, "$.50$", " 2 / 4", "+0.5", "5e-1", `\frac{-1}{-2}`, "50%",
		}, []uint32{1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 3}},
		{"math", []string{"12", "12.0", "$12$", "+12", "012", "12.", "$12", "1 2"}, []uint32{1, 1, 1, 1, 1, 1, 2, 3}},
		{"math", []string{"1000", "1,000", "1,000.0", "1,00", "10,00"}, []uint32{1, 1, 1, 2, 3}},
		{"math", []string{"-1/2", "−0.5", `-\frac{1}{2}`, "1/-2", "1/0", "-0.5"}, []uint32{1, 1, 1, 1, 2, 1}},
		{"math", []string{"1e999999999", "1e999999998", "1e3", "1000"}, []uint32{1, 2, 3, 3}},
		{"math", []string{"B", "b", "0", "-0", "0.0"}, []uint32{1, 1, 2, 2, 2}},
		{"math", []string{strings.Repeat("9", 101), strings.Repeat("9", 101) + ".0"}, []uint32{1, 2}},
	} {
		a := NewAttempts("")
		a.KeepBallots(BallotOptions{Read: true, Answers: c.rule})
		for i, answer := range c.answers {
			a.AddBallot("m", "q", int64(i), 1, Ballot{Answer: answer, Weight: math.NaN()})
		}
		b, _, err := a.Board(Policy{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, b.Answers(0, 0)); diff != "" {
			t.Errorf("%s %q: %s", c.rule, c.answers, diff)
		}
		if want := strings.TrimSpace(c.answers[0]); b.Ballots.Names[0][0] != want {
			t.Errorf("%q is shown as %q", want, b.Ballots.Names[0][0])
		}
		if b.WeightsOf(0, 0) != nil || b.Ballots.Weight != "" {
			t.Error("there are weights")
		}
	}
}

// table has two models, whose trials stand in any order, with a failed attempt and one without
// an answer.
const table = `model,question,trial,outcome,answer,weight
b,q1,2,0,7,0.5
b,q1,1,1,"x, Y",
a,q1,1,1,"X,  y",
a,q1,2,,X,1
a,q2,1,1,,2
a,q2,2,0,8,0
b,q2,1,1,8,0.25
b,q2,2,0,9,1e-3
`

// With --missing wrong the failed attempt is wrong and has no answer. By common the largest box is
// one trial of both questions, 4 cells, or two trials of the second: the lower of two.
func TestBoardOfBallots(t *testing.T) {
	for rule, want := range map[Missing][]string{
		MissingWrong: {
			"b|q1|1|1|x, Y|NaN", "b|q1|2|0|7|0.5", "b|q2|1|1|8|0.25", "b|q2|2|0|9|0.001",
			"a|q1|1|1|x, Y|NaN", "a|q1|2|0||NaN", "a|q2|1|1||2", "a|q2|2|0|8|0",
		},
		MissingUnequal: {
			"b|q1|1|1|x, Y|NaN", "b|q1|2|0|7|0.5", "b|q2|1|1|8|0.25", "b|q2|2|0|9|0.001",
			"a|q1|1|1|x, Y|NaN", "a|q2|1|1||2", "a|q2|2|0|8|0",
		},
		MissingCommon: {"b|q1|1|1|x, Y|NaN", "b|q2|1|1|8|0.25", "a|q1|1|1|x, Y|NaN", "a|q2|1|1||2"},
	} {
		opt := ask("")
		opt.Policy.Missing = rule
		b := readBoard(t, table, opt)
		if diff := cmp.Diff(want, ballots(b)); diff != "" {
			t.Errorf("%v: %s", rule, diff)
		}
		// AttemptsOf keeps all that is on a board.
		again, _, err := AttemptsOf(b).Board(Policy{Missing: MissingUnequal})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ballots(b), ballots(again)); diff != "" || again.Ballots.Weight != "weight" {
			t.Errorf("%v again: %s", rule, diff)
		}
	}
	opt := ask("")
	opt.Ballots.NoAnswerVotes, opt.Policy.Missing = true, MissingWrong
	got := ballots(readBoard(t, table, opt))
	if got[5] != "a|q1|2|0|no answer|NaN" || got[6] != "a|q2|1|1|no answer|2" {
		t.Errorf("%q", got)
	}
	if b := readBoard(t, table, ReadOptions{Policy: opt.Policy}); b.Ballots != nil {
		t.Error("answers that nobody asked for")
	}
}

// A question that one model never met leaves with its answers.
func TestMetByAllOfBallots(t *testing.T) {
	a := NewAttempts("")
	for _, at := range []string{"a q1 x", "a q2 y", "a q2 z", "b q2 z"} {
		f := strings.Fields(at)
		a.AddBallot(f[0], f[1], int64(a.Len()), 1, Ballot{Answer: f[2], Weight: 1})
	}
	b, _, err := a.Board(Policy{Missing: MissingUnequal, KeepUnmet: true})
	if err != nil {
		t.Fatal(err)
	}
	met, _, err := b.MetByAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a|q2|1|1|y|1", "a|q2|2|1|z|1", "b|q2|1|1|z|1"}
	if diff := cmp.Diff(want, ballots(met)); diff != "" {
		t.Error(diff)
	}
}

// CSV, JSON lines and NPZ give back the ballots that were written, also of attempts that are
// missing.
func TestWrittenBallots(t *testing.T) {
	a := NewAttempts("T")
	add := func(model string, trial int64, outcome float64, answer string, weight float64) {
		a.AddBallot(model, "q", trial, outcome, Ballot{Answer: answer, Weight: weight})
	}
	add("m", 1, 1, "say \"ünï\"\r\nand", 0.1)
	add("m", 2, 0, "", math.NaN())
	add("m", 3, math.NaN(), "lost", 1)
	add("n", 1, 0, "inf", 1e300)
	add("n", 2, 1, "null", math.NaN())
	want := []string{"m|q|1|1|say \"ünï\"\nand|0.1", "m|q|2|0||NaN", "n|q|1|0|inf|1e+300", "n|q|2|1|null|NaN"}
	for name, write := range map[string]func(w *bytes.Buffer) error{
		"csv":   func(w *bytes.Buffer) error { return WriteAttemptsCSV(w, []*Attempts{a}) },
		"jsonl": func(w *bytes.Buffer) error { return WriteAttemptsJSONL(w, []*Attempts{a}) },
		"npz":   func(w *bytes.Buffer) error { return a.WriteNPZ(w) },
	} {
		var out, again bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		if err := write(&again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
			t.Errorf("%s: other bytes the second time, %v", name, err)
		}
		opt := ask("")
		opt.Policy.Missing = MissingUnequal
		b := readBoard(t, out.String(), opt)
		if diff := cmp.Diff(want, ballots(b)); diff != "" || b.Ballots.Weight != "weight" {
			t.Errorf("%s: %s\n%s", name, diff, out.String())
		}
		if plain := readBoard(t, out.String(), ReadOptions{Policy: opt.Policy}); plain.Ballots != nil || plain.Cells() != 4 {
			t.Errorf("%s: %d cells", name, plain.Cells())
		}
	}
}

// The column of weights is the one that is named, by its logarithms if so said: e^−0.5 is
// 0.6065306597126334.
func TestWeightBy(t *testing.T) {
	const text = "model,question,trial,outcome,logprob,score,predicted_answer\nm,q,1,1,-0.5,2,7\nm,q,2,0,,3,\n"
	for by, want := range map[string][]string{
		"exp:logprob": {"m|q|1|1|7|0.6065306597126334", "m|q|2|0||NaN"},
		"score":       {"m|q|1|1|7|2", "m|q|2|0||3"},
		"absent":      {"m|q|1|1|7", "m|q|2|0|"},
	} {
		opt := ask("")
		opt.Ballots.WeightBy = by
		b := readBoard(t, text, opt)
		if diff := cmp.Diff(want, ballots(b)); diff != "" || b.Ballots.Weight != by && by != "absent" {
			t.Errorf("%s: %s", by, diff)
		}
	}
}

func TestRefusedBallots(t *testing.T) {
	const header, row = "model,question,trial,outcome,answer,weight\n", "m,q,1,1,A,"
	columns := func(columns ...string) (c map[string]string) {
		c = map[string]string{}
		for i := 0; i < len(columns); i += 2 {
			c[columns[i]] = columns[i+1]
		}
		return c
	}
	for _, c := range []struct {
		text, by string
		columns  map[string]string
		want     string // "" if it is read
	}{
		{header + row + "-1\n", "", nil, "x:2: weight -1 is negative; use --weight-by exp:weight (rank, import) if it is a logarithm, or --column weight= to ignore it"},
		{header + row + "-1\n", "exp:weight", nil, ""},
		{header + row + "inf\n", "", nil, "x:2: weight +Inf is not finite"},
		{header + row + "800\n", "exp:weight", nil, "x:2: weight 800 is not finite"},
		{header + row + "heavy\n", "", nil, `x:2: weight "heavy" is not a number; use --column weight= to ignore the column`},
		{header + row + "heavy\n", "", columns("weight", ""), ""},
		{header + row + "heavy\n", "weight", nil, `x:2: weight "heavy" is not a number`},
		{header + "m,q,1,1,\xff,\n", "", nil, `x:2: answer "\xff" is not UTF-8`},
		{header + row + "1\n", "outcome", nil, `x:1: column "outcome" cannot hold the weights, because it already has another use`},
		{header + row + "1\n", "", columns("answer", "reply"), `x:1: the header has no column "reply": "model", "question", "trial", "outcome", "answer", "weight"`},
		{`{"model":"m","question":"q","trial":1,"outcome":1,"answer":["A"]}`, "", nil,
			"x:1: answer is an array, not a text; use --column answer= to ignore the column"},
		{`{"model":"m","question":"q","trial":1,"outcome":1,"answer":["A"]}`, "", columns("answer", ""), ""},
		{`{"model":"m","question":"q","trial":1,"outcome":1,"answer":true,"weight":"1"}`, "", nil,
			`x:1: weight is the text "1", not a number; use --column weight= to ignore the column`},
		{`{"model":"m","question":"q","trial":1,"outcome":1,"answer":12.50,"weight":null}`, "", nil, ""},
	} {
		opt := ask("")
		opt.Ballots.WeightBy, opt.Columns = c.by, c.columns
		_, err := ReadAttemptsFrom(strings.NewReader(c.text), "x", opt)
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
			t.Errorf("%q\n got: %s\nwant: %s", c.text, got, c.want)
		}
		if strings.Contains(c.text, "heavy") || strings.Contains(c.text, "[") {
			if _, err := ReadAttemptsFrom(strings.NewReader(c.text), "x", ReadOptions{}); err != nil {
				t.Errorf("%q unasked: %v", c.text, err)
			}
		}
	}
}

// Arrays of ballots that do not fit are refused by name; of other types they are left alone.
func TestDamagedBallotsOfNPZ(t *testing.T) {
	task := entry{"T.npy", npyArray("|i1", false, "(1, 1, 2)", 1, 0)}
	texts := entry{"answers.npy", npyArray("<U1", false, "(1,)", 'A', 0, 0, 0)}
	numbers := func(key string, xs ...float64) entry {
		var data []byte
		for _, x := range xs {
			data = binary.LittleEndian.AppendUint64(data, math.Float64bits(x))
		}
		return entry{key + ".npy", npyArray("<f8", false, fmt.Sprintf("(1, 1, %d)", len(xs)), data...)}
	}
	for _, c := range []struct {
		arrays []entry
		want   string
	}{
		{[]entry{task, texts, numbers("answer", 1, 2)}, "x: answer[0, 0, 1] is 2; it must be a whole number 0..1, the number of texts in answers"},
		{[]entry{task, texts, numbers("answer", 0.5, 0)}, "x: answer[0, 0, 0] is 0.5; it must be a whole number 0..1, the number of texts in answers"},
		{[]entry{task, texts, numbers("answer", math.NaN(), 0)}, "x: answer[0, 0, 0] is NaN; it must be a whole number 0..1, the number of texts in answers"},
		{[]entry{task, numbers("answer", 0, 0)}, "x: answer holds answer numbers, but the array answers with the answer texts is missing"},
		{[]entry{task, {"answers.npy", npyArray("<i4", false, "(1,)", 1, 0, 0, 0)}, numbers("answer", 0, 0)}, "x: answers is not a 1-D array of text"},
		{[]entry{task, texts, numbers("answer", 1)}, `x: "answer" has shape (1, 1, 1), but "T" has shape (1, 1, 2)`},
		{[]entry{task, texts, {"answer.npy", npyArray("<f8", true, "(1, 1, 2)", make([]byte, 16)...)}},
			`x: "answer" is not in C order; save it with numpy.ascontiguousarray`},
		{[]entry{task, texts, {"answer.npy", npyArray("<f8", false, "(1, 1, 2)", make([]byte, 15)...)}},
			`x: "answer": shape (1, 1, 2) of float64 needs 16 bytes; the array has 15`},
		{[]entry{task, numbers("weight", -1, 0)},
			"x: [0, 0, 0]: weight -1 is negative; use --weight-by exp:weight (rank, import) if it is a logarithm, or --column weight= to ignore it"},
		{[]entry{task, texts}, ""},
		{[]entry{task, {"answer.npy", npyArray("<f4", false, "(1, 1, 2)", make([]byte, 8)...)}}, ""},
	} {
		data := zipped(t, c.arrays...)
		for _, read := range []func() error{
			func() error { _, err := ReadFrom(strings.NewReader(data), "x", ask("")); return err },
			func() error { _, err := ReadAttemptsFrom(strings.NewReader(data), "x", ask("")); return err },
		} {
			if err := read(); c.want != "" {
				wantError(t, err, c.want)
			} else if err != nil {
				t.Error(err)
			}
		}
		if _, err := ReadAttemptsFrom(strings.NewReader(data), "x", ReadOptions{}); err != nil {
			t.Error("unasked:", err)
		}
	}
}
