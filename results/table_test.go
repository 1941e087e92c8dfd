package results

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"settle/internal/tests/mutants"

	"github.com/google/go-cmp/cmp"
)

// listedAttempts are the attempts of a file, as text: what a reader of it expects.
func listedAttempts(t *testing.T, data string, opt ReadOptions) ([]string, error) {
	t.Helper()
	tasks, err := ReadAttemptsFrom(strings.NewReader(data), "x", opt)
	var all []string
	for _, a := range tasks {
		for at := range a.All() {
			row := fmt.Sprintf("%s %s %d %v", a.Models()[at.Model], a.Questions()[at.Question], at.Trial, at.Outcome)
			if a.Task != "" {
				row = a.Task + ": " + row
			}
			all = append(all, row)
		}
	}
	return all, err
}

func TestReadAttempts(t *testing.T) {
	for _, test := range []struct {
		name, data string
		opt        ReadOptions
		want       []string
	}{
		{"failed and any numbers", csvHeader + "a,q,3,\na,q,1,-110.3\na,q,2,1e30\na,r,1, \na,r,2,1e-3\na,r,3,True\n", ReadOptions{},
			[]string{"a q 3 NaN", "a q 1 -110.3", "a q 2 1e+30", "a r 1 NaN", "a r 2 0.001", "a r 3 1"}},
		{"JSON: empty is failed, null was never made",
			`{"model":"a","question":"q","trial":1,"outcome":""}
			 {"model":"b","question":"q","trial":1,"outcome":null}
			 {"model":"a","question":"q","trial":2,"outcome":-0.5}`, ReadOptions{},
			[]string{"a q 1 NaN", "a q 2 -0.5"}},
		{"words", csvHeader + "a,q,1,Correct\na,q,2,INCORRECT\na,q,3,\na,q,4, correct \n", ReadOptions{},
			[]string{"a q 1 1", "a q 2 0", "a q 3 NaN", "a q 4 1"}},
		{"words of one kind", csvHeader + "a,q,1,right\na,q,2,Wrong\na,q,3,correct\na,q,4,incorrect\n", ReadOptions{},
			[]string{"a q 1 1", "a q 2 0", "a q 3 1", "a q 4 0"}},
		{"passed", csvHeader + "a,q,1,PASSED\na,q,2,failed\na,q,3,fail\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0", "a q 3 0"}},
		{"success", csvHeader + "a,q,1,success\na,q,2,Failure\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0"}},
		{"resolved", csvHeader + "a,q,1,unresolved\na,q,2,resolved\n", ReadOptions{}, []string{"a q 1 0", "a q 2 1"}},
		{"letters", csvHeader + "a,q,1,C\na,q,2,I\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0"}},
		{"pass", csvHeader + "a,q,1,pass\na,q,2,Fail\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0"}},
		{"yes", `{"model":"a","question":"q","trial":1,"outcome":"Yes"}` + "\n" + `{"model":"a","question":"q","trial":2,"outcome":"no"}`,
			ReadOptions{}, []string{"a q 1 1", "a q 2 0"}},
		{"booleans of any case beside numbers", csvHeader + "a,q,1,tRue\na,q,2,fAlse\na,q,3,2\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0", "a q 3 2"}},
		{"all tasks", "model,question,trial,outcome,task\na,q,1,1,x\nb,r,2,0,y\na,r,1,0,x\nb,q,1,1,\n", ReadOptions{},
			[]string{"x: a q 1 1", "x: a r 1 0", "y: b r 2 0", "b q 1 1"}},
		{"one task", "model,question,trial,outcome,task\na,q,1,1,x\nb,r,2,none,y\na,r,1,0,x\n", ReadOptions{Task: "x"},
			[]string{"x: a q 1 1", "x: a r 1 0"}},
		{"correct of trials", "model,question,correct,trials,note\na,q,1,3,x\nb,q,0,0,\nb,r,2.0,2,\n", ReadOptions{},
			[]string{"a q 1 0", "a q 2 0", "a q 3 1", "b r 1 1", "b r 2 1"}},
		{"counts of categories", "question,model,count_1,count_0,count_2\nq,a,1,2,0\nq,b,0,0,1\n", ReadOptions{},
			[]string{"a q 1 0", "a q 2 0", "a q 3 1", "b q 1 2"}},
		{"counts in JSON", `{"model":"a","question":1,"count_0":1,"count_1":1}` + "\n" + `{"model":"b","question":1,"count_0":0,"count_1":0,"count_2":1}`,
			ReadOptions{}, []string{"a 1 1 0", "a 1 2 1", "b 1 1 2"}},
		{"an outcome beside counts", "model,question,trial,outcome,correct,trials\na,q,1,1,7,9\n", ReadOptions{}, []string{"a q 1 1"}},
		{"columns of other names", "llm,model,item,run,is_correct,outcome\na,x,q,4,1,9\n",
			ReadOptions{Columns: map[string]string{"model": "llm", "question": "item", "trial": "run", "outcome": "is_correct"}}, []string{"a q 4 1"}},
		{"keys of other names", `{"llm":"a","question":"q","trial":1,"score":0.25,"task":"t"}`,
			ReadOptions{Columns: map[string]string{"model": "llm", "outcome": "score"}}, []string{"t: a q 1 0.25"}},
		{"counts of other names", "model,question,right,n\na,q,1,2\n",
			ReadOptions{Columns: map[string]string{"correct": "right", "trials": "n"}}, []string{"a q 1 0", "a q 2 1"}},
		{"an outcome called correct", "model,question,trial,correct,trials\na,q,1,1,9\n",
			ReadOptions{Columns: map[string]string{"outcome": "correct"}}, []string{"a q 1 1"}},
		{"no column of models", "question,trial,outcome\nq,1,1\nr,1,0\n", ReadOptions{Model: "-"}, []string{"- q 1 1", "- r 1 0"}},
		{"a column of models after all", csvHeader + "a,q,1,1\n", ReadOptions{Model: "-"}, []string{"a q 1 1"}},
		{"columns swapped", "model,question,trial,outcome\nq,a,1,1\n",
			ReadOptions{Columns: map[string]string{"model": "question", "question": "model"}}, []string{"a q 1 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := listedAttempts(t, test.data, test.opt)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestBadTables(t *testing.T) {
	columns := func(pairs ...string) ReadOptions {
		o := ReadOptions{Columns: map[string]string{}}
		for i := 0; i < len(pairs); i += 2 {
			o.Columns[pairs[i]] = pairs[i+1]
		}
		return o
	}
	for _, test := range []struct {
		name, data string
		opt        ReadOptions
		want       string
	}{
		{"two kinds of words", csvHeader + "a,q,1,correct\na,q,2,no\n", ReadOptions{},
			`x:3: outcome "no" cannot be combined with "correct"; write all outcomes as numbers, or as one pair of words such as pass and fail`},
		{"words and numbers", csvHeader + "a,q,1,C\na,q,2,0\n", ReadOptions{},
			`x:3: outcome "0" cannot be combined with "C"; write all outcomes as numbers, or as one pair of words such as pass and fail`},
		{"numbers and words", csvHeader + "a,q,1,0.5\na,q,2,pass\n", ReadOptions{},
			`x:3: outcome "pass" cannot be combined with "0.5"; write all outcomes as numbers, or as one pair of words such as pass and fail`},
		{"an unknown word", csvHeader + "a,q,1,maybe\n", ReadOptions{}, `x:2: outcome "maybe" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"NaN", csvHeader + "a,q,1,NaN\n", ReadOptions{}, `x:2: outcome "NaN" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"infinite", csvHeader + "a,q,1,-inf\n", ReadOptions{}, `x:2: outcome "-inf" is not a finite number; leave it empty if the attempt failed`},
		{"a number as a text", `{"model":"a","question":"q","trial":1,"outcome":"1"}`, ReadOptions{},
			`x:1: outcome is the text "1", not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"a list", `{"model":"a","question":"q","trial":1,"outcome":[1]}`, ReadOptions{}, `x:1: outcome is an array, not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"doubled", csvHeader + "a,q,1,\na,q,1,0\n", ReadOptions{}, `x:3: model "a", question "q", trial 1 appears twice, first on line 2`},
		{"doubled in a task", "model,question,trial,outcome,task\na,q,1,1,x\na,q,1,1,y\na,q,1,0,x\n", ReadOptions{},
			`x:4: model "a", question "q", trial 1 appears twice, first on line 2`},
		{"doubled counts", "model,question,correct,trials\na,q,1,2\na,r,1,2\na,q,0,0\n", ReadOptions{}, `x:4: model "a", question "q" appears twice, first on line 2`},
		{"counts of nothing doubled", "model,question,correct,trials\na,q,0,0\na,q,0,0\n", ReadOptions{}, `x:3: model "a", question "q" appears twice, first on line 2`},
		{"more correct than trials", "model,question,correct,trials\na,q,3,2\n", ReadOptions{}, `x:2: correct is 3, but trials is 2`},
		{"half a trial", "model,question,correct,trials\na,q,0.5,2\n", ReadOptions{}, `x:2: correct "0.5" is not a number of trials 0..65535`},
		{"a negative count", "model,question,count_0,count_1\na,q,1,-1\n", ReadOptions{}, `x:2: count_1 "-1" is not a number of trials 0..65535`},
		{"no count", "model,question,correct,trials\na,q,,2\n", ReadOptions{}, `x:2: correct "" is not a number of trials 0..65535`},
		{"too many trials", "model,question,count_0,count_1\na,q,65535,1\n", ReadOptions{}, `x:2: 65536 trials: a board holds at most 65535`},
		{"a gap in the counts", "model,question,count_0,count_2\na,q,1,1\n", ReadOptions{}, `x:1: the header has no column "count_1", but it has "count_2"`},
		{"a gap in a line", `{"model":"a","question":"q","count_0":1,"count_2":1}`, ReadOptions{}, `x:1: the line has no column "count_1", but it has "count_2"`},
		{"no column of that name", csvHeader + "a,q,1,1\n", columns("model", "llm"), `x:1: cannot determine the columns: model (no column "llm", "model"); ` +
			`the table has "model", "question", "trial", "outcome"; use settle rank x --column model=model`},
		{"an outcome of that name", "model,question,trial,ok\na,q,1,x\n", columns("outcome", "ok"), `x:2: ok "x" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"no such column", csvHeader, columns("llm", "model"), `x: write NAME=COLUMN, as in model=llm`},
		{"no such column", csvHeader, columns("llm", "system"), `x: unknown column "llm"; columns are model, question, trial, task, outcome, correct, trials, group, answer, weight, and count_0, count_1, …`},
		{"a column of models that is not there", "question,trial,outcome\nq,1,1\n", ReadOptions{Model: "-", Columns: map[string]string{"model": "lm"}},
			`x:1: cannot determine the columns: model (no column "lm", no known name); the table has "question", "trial", "outcome"; add the column "model"`},
		{"no such count", csvHeader, columns("count_256", "x"), `x: unknown column "count_256"; columns are model, question, trial, task, outcome, correct, trials, group, answer, weight, and count_0, count_1, …`},
		{"no name", csvHeader, columns("model", ""), `x: model= needs a column name`},
		{"one for two", csvHeader, columns("model", "id", "question", "id"), `x: model and question are both read from "id"`},
		{"the same for two", csvHeader, columns("model", "question"), `x: column question is read as model; also name the column to read as question`},
		{"git-lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", ReadOptions{},
			"x: is a git-lfs pointer, not the file itself; fetch the file with git lfs pull"},
		{"columns of NPZ", zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)}), columns("model", "llm"), "x: an NPZ file has no columns; remove --column"},
		{"no rows", csvHeader, ReadOptions{}, "x: no rows"},
		{"an unknown task", csvHeader + "a,q,1,1\n", ReadOptions{Task: "y"}, `x: the file names no tasks, but "y" was requested`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := listedAttempts(t, test.data, test.opt)
			wantError(t, err, test.want)
		})
	}
}

// A table of counts makes the board of its attempts: as many of each outcome, in
// no order that means anything.
func TestCountsMakeABoard(t *testing.T) {
	f, err := newResults(strings.NewReader("model,question,correct,trials\na,q,1,3\nb,q,3,3\na,r,0,3\nb,r,2,2\n"), "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
	if err != nil {
		t.Fatal(err)
	}
	b, kept, err := f.board()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]uint8{"a q": {0, 0, 1}, "b q": {1, 1, 1}, "a r": {0, 0, 0}, "b r": {1, 1}}
	if diff := cmp.Diff(want, rowsByName(b)); diff != "" || !kept.Counted || kept.NeverMade() != 1 {
		t.Errorf("%+v (-want +got):\n%s", kept, diff)
	}
	_, err = readString("model,question,correct,trials\na,q,1,3\nb,q,3,3\na,r,0,3\nb,r,2,2\n", "x", "")
	wantError(t, err, `x: 1 of 12 cells is missing (never made): model "b", question "r", trial 3; --missing unequal keeps 100 % of the attempts`)
	// Which of a's three trials of r are the first two, nobody knows.
	_, err = readWith("model,question,correct,trials\na,q,1,3\nb,q,3,3\na,r,0,3\nb,r,2,2\n", MissingCommon)
	wantError(t, err, "x: --missing common keeps the first 2 trials of each question, but counts do not contain the order of trials; use --missing unequal")
	// Whole questions can be left out.
	common, err := readWith("model,question,correct,trials\na,q,1,3\nb,q,3,3\na,r,0,3\n", MissingCommon)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]uint8{"a q": {0, 0, 1}, "b q": {1, 1, 1}}, rowsByName(common)); diff != "" {
		t.Error(diff)
	}
	complete, err := readString("model,question,count_0,count_1,count_2\na,q,1,1,1\nb,q,0,3,0\n", "x", "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]uint8{"a q": {0, 1, 2}, "b q": {1, 1, 1}}, rowsByName(complete)); diff != "" {
		t.Error(diff)
	}
	if !complete.Counted() || complete.Top() != 2 || complete.Trials() != 3 || complete.Cells() != 6 {
		t.Errorf("counted %v, top %d, %d trials, %d cells", complete.Counted(), complete.Top(), complete.Trials(), complete.Cells())
	}
}

// readWith reads a table by a policy.
func readWith(data string, by Missing) (*Board, error) {
	return ReadFrom(strings.NewReader(data), "x", ReadOptions{Policy: Policy{Missing: by}})
}

// The memory is that of the rows, not of the trials that they count.
func TestCountsAreSmall(t *testing.T) {
	row := 0
	rows := &generated{next: func() string {
		row++
		return fmt.Sprintf("m,q%d,30000,65535\n", row)
	}, left: 20_000}
	costs(t, 5*time.Second, 16<<20, func() {
		all, err := ReadAttemptsFrom(io.MultiReader(strings.NewReader("model,question,correct,trials\n"), rows), "x", ReadOptions{})
		if err != nil || all[0].Len() != 20_000*65535 {
			t.Error(err)
		}
	})
}

// generated is a reader of so many texts.
type generated struct {
	next func() string
	left int
	text string
}

func (g *generated) Read(p []byte) (int, error) {
	for g.text == "" {
		if g.left == 0 {
			return 0, io.EOF
		}
		g.left--
		g.text = g.next()
	}
	n := copy(p, g.text)
	g.text = g.text[n:]
	return n, nil
}

// Endless rows of a table end in an error.
func TestEndlessTables(t *testing.T) {
	for _, test := range []struct{ begin, repeat, want string }{
		{"model,question,correct,trials\n", "a,q,1,2\n", `x:3: model "a", question "q" appears twice, first on line 2 (the first of 32767 rows so far that repeat a cell)`},
		{"model,question,correct,trials\n", "a,q,0,0\n", `x:3: model "a", question "q" appears twice, first on line 2 (the first of 32767 rows so far that repeat a cell)`},
	} {
		var err error
		costs(t, 5*time.Second, 32<<20, func() {
			_, err = ReadFrom(io.MultiReader(strings.NewReader(test.begin), mutants.Endless(test.repeat)), "x", ReadOptions{})
		})
		wantError(t, err, test.want)
	}
}

// By Policy.Scores the distinct values are the categories, from the lowest up, whatever
// the policy, and what stands for each is told exactly.
func TestScores(t *testing.T) {
	read := func(data string, by Policy) (*Board, *Kept, error) {
		by.Scores = true
		f, err := newResults(strings.NewReader(data), "x", ReadOptions{Policy: by})
		if err != nil {
			return nil, nil, err
		}
		return f.board()
	}
	b, kept, err := read(csvHeader+"a,q,1,0.5\na,q,2,.1\nb,q,1,1.50\nb,q,2,1e-1\n", Policy{})
	if err != nil {
		t.Fatal(err)
	}
	wantBoard(t, b, makeBoard(t, "", []string{"a", "b"}, []string{"q"}, 2, 2, 1, 0, 2, 0))
	if !slices.Equal(kept.Scores, []float64{0.1, 0.5, 1.5}) {
		t.Errorf("scores %v", kept.Scores)
	}
	// What is on the board does not change what the categories are.
	b, kept, err = read(csvHeader+"a,q,1,0.5\na,q,2,\na,r,1,-2\nb,q,1,3\nb,q,2,0.5\n", Policy{Missing: MissingWrong})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]uint8{"a q": {1, 0}, "b q": {2, 1}}, rowsByName(b)); diff != "" || !slices.Equal(kept.Scores, []float64{-2, 0.5, 3}) {
		t.Errorf("scores %v (-want +got):\n%s", kept.Scores, diff)
	}
	if want := "4 of 8 cells are missing (3 never made, 1 failed). With --missing wrong, failed attempts count as the lowest score, -2 and each question counts with the attempts that were made; 1 of 2 questions is left out (not attempted by all models); of the 5 attempts made, 4 are kept (80 %)."; kept.Note() != want {
		t.Errorf("note %s", kept.Note())
	}
	for data, want := range map[string][]float64{
		"a,q,1,1\n": {0, 1}, "a,q,1,0\n": {0, 1}, "a,q,1,3\na,q,2,7\n": {3, 7}, "a,q,1,pass\na,q,2,fail\n": {0, 1},
	} {
		if _, kept, err := read(csvHeader+data, Policy{}); err != nil || !slices.Equal(kept.Scores, want) {
			t.Errorf("%q: %v, %v", data, kept, err)
		}
	}
	many := csvHeader
	for i := range 257 {
		many += fmt.Sprintf("a,q,%d,%v\n", i, float64(i)/4)
	}
	for data, want := range map[string]string{
		csvHeader + "a,q,1,.5\n":          "x: all outcomes are 0.5; scores need at least two different values",
		csvHeader + "a,q,1,1\na,q,2,inf":  `x:3: outcome "inf" is not a finite number; leave it empty if the attempt failed`,
		csvHeader + "a,q,1,1\na,q,2,none": `x:3: outcome "none" is not a number, or a word such as correct, wrong, pass, fail, yes or no`,
		many:                              "x: more than 256 different outcomes, but a board has at most that many categories; round the outcomes",
	} {
		_, _, err := read(data, Policy{})
		wantError(t, err, want)
	}
	// NPZ: its integers.
	npz := zipped(t, entry{"R.npy", npyArray("<i2", true, "(1, 2, 2)", 2, 0, 9, 0, 0xff, 0xff, 2, 0)})
	b, kept, err = read(npz, Policy{Missing: MissingUnequal})
	if err != nil {
		t.Fatal(err)
	}
	// In Fortran order: question 1 has 2 and −1, question 2 has 9 and 2.
	want := map[string][]uint8{"model1 question1": {0}, "model1 question2": {1, 0}}
	if diff := cmp.Diff(want, rowsByName(b)); diff != "" || !slices.Equal(kept.Scores, []float64{2, 9}) {
		t.Errorf("scores %v (-want +got):\n%s", kept.Scores, diff)
	}
}

// The error names all that may be done, with what each keeps: of 3 models × 3
// questions × 2 trials, q1 is complete, q2 has one failure, and c never met q3.
func TestRefusalNamesTheChoices(t *testing.T) {
	var data strings.Builder
	data.WriteString(csvHeader)
	for _, model := range []string{"a", "b", "c"} {
		for _, question := range []string{"q1", "q2", "q3"} {
			for trial := range 2 {
				switch {
				case model == "c" && question == "q3":
				case model == "b" && question == "q2" && trial == 1:
					data.WriteString("b,q2,1,\n")
				default:
					fmt.Fprintf(&data, "%s,%s,%d,1\n", model, question, trial)
				}
			}
		}
	}
	_, err := readString(data.String(), "x", "")
	// 16 attempts were made. unequal: q1 and q2, 11 of 16; common: q1 × 2 or q1 and q2
	// × 1, both 6 of 16, and more questions say more; wrong: q1 and q2, 12 of 16.
	wantError(t, err, `x: 3 of 18 cells are missing (2 never made, 1 failed), the first: model "b", question "q2", trial 1; `+
		`--missing unequal keeps 69 % of the attempts, common 38 % (2 questions × 1 trial), wrong 75 %`)
	_, err = ReadFrom(strings.NewReader(data.String()), "x", ReadOptions{Policy: Policy{KeepUnmet: true}})
	// With the questions that c never met: 15 and 16 of 16.
	wantError(t, err, `x: 3 of 18 cells are missing (2 never made, 1 failed), the first: model "b", question "q2", trial 1; `+
		`--missing unequal keeps 94 % of the attempts, common 38 % (2 questions × 1 trial), wrong 100 %`)
	_, err = ReadFrom(strings.NewReader(csvHeader+"a,q,1,1\nb,r,1,1\n"), "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
	wantError(t, err, `x: --missing unequal keeps nothing: no question has attempts of all 2 models`)
	_, err = ReadFrom(strings.NewReader(csvHeader+"a,q,1,1\nb,q,1,\n"), "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
	wantError(t, err, `x: model "b" has no scored attempt`)
}

// What is missing of an NPZ file is −1 of any signed type, in any order, and makes
// the board that the same rows make.
func TestMissingInNPZ(t *testing.T) {
	want := map[string][]uint8{"model1 question1": {5}, "model1 question2": {255, 3}}
	for _, data := range []string{
		zipped(t, entry{"R.npy", npyArray("<i4", false, "(1, 2, 2)", 5, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 255, 0, 0, 0, 3, 0, 0, 0)}),
		zipped(t, entry{"R.npy", npyArray(">i2", true, "(1, 2, 2)", 0, 5, 0, 255, 0xff, 0xff, 0, 3)}),
	} {
		f, err := newResults(strings.NewReader(data), "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
		if err != nil {
			t.Fatal(err)
		}
		b, kept, err := f.board()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, rowsByName(b)); diff != "" || kept.NeverMade() != 1 || kept.Failed != 0 {
			t.Errorf("%+v (-want +got):\n%s", kept, diff)
		}
	}
	_, err := readString(zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 2)", 0xff, 0xff)}), "x", "")
	wantError(t, err, `x: "R": no attempts, because every cell is -1`)
	// As large as can be missing: a board of all but two cells of 10⁷.
	var cells bytes.Buffer
	cells.Write(bytes.Repeat([]byte{1}, 10_000_000))
	copy(cells.Bytes(), []byte{0xff, 0xff})
	large := zipped(t, entry{"R.npy", npyArray("|i1", false, "(10, 1000, 1000)", cells.Bytes()...)})
	costs(t, 10*time.Second, 60<<20, func() {
		b, err := ReadFrom(strings.NewReader(large), "x", ReadOptions{Policy: Policy{Missing: MissingUnequal}})
		if err != nil || b.Cells() != 9_999_998 {
			t.Error(err)
		}
	})
}
