package results

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"settle/internal/bounded"

	"pgregory.net/rapid"
)

const csvHeader = "model,question,trial,outcome\n"

func TestReadCSV(t *testing.T) {
	for _, test := range []struct {
		name, data, task string
		want             *Board
	}{
		{"order of first appearance, trials sorted as numbers",
			csvHeader + "z,2,10,1\nz,2,9,0\na,2,9,0\na,2,10,1\n", "",
			makeBoard(t, "", []string{"z", "a"}, []string{"2"}, 2, 1, 0, 1, 0, 1)},
		{"columns in any order among others",
			" note,outcome , trial,question,model,task\nx,3,0,q,a,\ny,1,1,q,a,\n", "",
			makeBoard(t, "", []string{"a"}, []string{"q"}, 2, 3, 3, 1)},
		{"trials with any start and gaps",
			csvHeader + "a,q,-5,1\na,q,9223372036854775807,0\na,q,7,2\n", "",
			makeBoard(t, "", []string{"a"}, []string{"q"}, 3, 2, 1, 2, 0)},
		{"floats and booleans, as tools write them",
			csvHeader + "a,q,1.0,1.0\na,q,2.00,True\na,q,3, false\na,q,4,255.\n", "",
			makeBoard(t, "", []string{"a"}, []string{"q"}, 4, 255, 1, 1, 0, 255)},
		{"names of all kinds",
			csvHeader + "\"a,\"\"b\"\"\nc\", q ,1,0\n", "",
			makeBoard(t, "", []string{"a,\"b\"\nc"}, []string{" q "}, 1, 1, 0)},
		{"the only task",
			"model,question,trial,outcome,task\na,q,1,0,aime\n", "",
			makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 0)},
		{"one of two tasks, the other of no use",
			"model,question,trial,outcome,task\n,,x,NaN,hmmt\na,q,1,0,aime\n", "aime",
			makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 0)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := readString(test.data, "x.csv", test.task)
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, test.want)
		})
	}
}

// Where OrUnnamed is set, a file that names no task will do for any; one that
// names some must name the one asked for, and of it only that is read.
func TestReadOrUnnamed(t *testing.T) {
	const header = "model,question,trial,outcome,task\n"
	opt := ReadOptions{Task: "aime", OrUnnamed: true}
	for _, test := range []struct {
		name, data string
		want       *Board
	}{
		{"no column of tasks", csvHeader + "a,q,1,1\n", makeBoard(t, "", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"a column without names", header + "a,q,1,1,\n", makeBoard(t, "", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"JSON", `{"model":"a","question":"q","trial":1,"outcome":1}`, makeBoard(t, "", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"the task", header + "a,q,1,1,aime\n", makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"the task after rows without", header + "b,r,2,2,\na,q,1,1,aime\nb,r,3,2,\n", makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"the task before rows without", header + "a,q,1,1,aime\nb,r,2,2,\n", makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := ReadFrom(strings.NewReader(test.data), "x", opt)
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, test.want)
		})
	}
	_, err := ReadFrom(strings.NewReader(header+"a,q,1,1,\na,q,1,1,hmmt\n"), "x", opt)
	wantError(t, err, `x: unknown task "aime"; tasks are "", "hmmt"`)
}

func TestReadJSONL(t *testing.T) {
	for _, test := range []struct {
		name, data, task string
		want             *Board
	}{
		{"other keys and blank lines",
			"{\"outcome\":1,\"x\":{\"outcome\":[2]},\"trial\":0,\"Model\":\"b\",\"question\":\"q\",\"model\":\"a\"}\n\n \t\r\n", "",
			makeBoard(t, "", []string{"a"}, []string{"q"}, 1, 1, 1)},
		{"booleans, floats, numbers as names, no task",
			`{"model":"a","question":7,"trial":1.0,"outcome":true,"task":null}
			 {"model":"a","question":7,"trial":2,"outcome":false}
			 {"model":"a","question":7,"trial":3,"outcome":2.0}`, "",
			makeBoard(t, "", []string{"a"}, []string{"7"}, 3, 2, 1, 0, 2)},
		{"escapes, in keys too",
			`{ "x\\" : "\\\"," , "mod\u0065l" : "\u00fc\n\"}" , "question":"q","trial":1,"y":[{"z":"]}"},","],"outcome" : 0 }`, "",
			makeBoard(t, "", []string{"ü\n\"}"}, []string{"q"}, 1, 1, 0)},
		{"one of two tasks",
			`{"model":"a","question":"q","trial":1,"outcome":0,"task":"aime"}
			 {"model":"b","question":"q","trial":1,"outcome":999,"task":"hmmt"}`, "aime",
			makeBoard(t, "aime", []string{"a"}, []string{"q"}, 1, 1, 0)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := readString(test.data, "x.jsonl", test.task)
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, test.want)
		})
	}
}

func TestBadCSV(t *testing.T) {
	far := csvHeader // 100 rows on the diagonal of 100 × 100 × 100 cells
	for i := range 100 {
		far += fmt.Sprintf("m%d,q%d,%d,1\n", i, i, i)
	}
	var manyTrials strings.Builder
	manyTrials.WriteString(csvHeader)
	for i := range MaxTrials + 1 {
		fmt.Fprintf(&manyTrials, "a,q,%d,1\n", i)
	}
	const tasks = "model,question,trial,outcome,task\na,q,1,1,aime\na,q,1,1,\"hm\"\"mt\"\n"
	for _, test := range []struct{ name, data, task, want string }{
		{"no header", "a,q,1,1\n", "", `x.csv:1: the first line names no columns, but holds data: "a", "q", "1"; put a line with the names of the columns before it, such as model,question,trial,outcome`},
		{"header in other words", "model;question;trial;outcome\na;q;1;1\n", "", `x.csv:1: the header has no commas: "model;question;trial;outcome"; separate the fields with commas`},
		{"missing column", "model,question,trial\n", "", `x.csv:1: cannot determine the columns: outcome (no known name); the table has "model", "question", "trial"; add the column "outcome"`},
		{"column twice", "model,question,trial,outcome,model\n", "", `x.csv:1: the header has two columns named "model"`},
		{"task column twice", "task,model,question,trial,outcome,task\n", "", `x.csv:1: the header has two columns named "task"`},
		{"header alone", csvHeader, "", `x.csv: no rows`},
		{"outcome text", csvHeader + "a,q,1,x\n", "", `x.csv:2: outcome "x" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome empty", csvHeader + "a,q,1,\n", "", `x.csv: 1 of 1 cells is missing (failed): model "a", question "q", trial 1; --missing wrong keeps 100 % of the attempts`},
		{"outcome NaN", csvHeader + "a,q,1,1\na,q,2,NaN\n", "", `x.csv:3: outcome "NaN" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome negative", csvHeader + "a,q,1,-1\n", "", `x.csv:2: outcome "-1" is not a category 0..255; use --weights values to make each distinct value a category`},
		{"outcome fractional", csvHeader + "a,q,1,1.5\n", "", `x.csv: all outcomes are 1.5; scores need at least two different values`},
		{"outcome above 255", csvHeader + "a,q,1,256\n", "", `x.csv:2: outcome "256" is not a category 0..255; use --weights values to make each distinct value a category`},
		{"outcome beyond integers", csvHeader + "a,q,1,99999999999999999999\n", "", `x.csv:2: outcome "99999999999999999999" is not a category 0..255; use --weights values to make each distinct value a category`},
		{"outcome a point", csvHeader + "a,q,1,.\n", "", `x.csv:2: outcome "." is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome with a line end", csvHeader + "a,q,1,\"1\n2\"\n", "", `x.csv:2: outcome "1\n2" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"trial text", csvHeader + "a,q,first,1\n", "", `x.csv:2: trial "first" is not an integer`},
		{"trial fractional", csvHeader + "a,q,0.5,1\n", "", `x.csv:2: trial "0.5" is not an integer`},
		{"too many trials", manyTrials.String(), "", `x.csv:65537: more than 65535 different trials`},
		{"too few fields", csvHeader + "a,q,1\n", "", `x.csv:2: 3 fields, but the header has 4`},
		{"too many fields", csvHeader + "\n\na,q,1,1,1\n", "", `x.csv:4: 5 fields, but the header has 4`},
		{"bare quote", csvHeader + "a\"b,q,1,1\n", "", `x.csv:2: bare " in non-quoted-field`},
		{"open quote", csvHeader + "a,q,1,1\n\"b,q,1,1\nb,q,2,1\n", "", `x.csv:3: extraneous or missing " in quoted-field`},
		{"open quote in a long file", csvHeader + "a,q,1,1\n\"b,q,1,1\n" + strings.Repeat("b,q,2,1\n", bounded.Record/4), "", `x.csv: after line 2: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV`},
		{"model not UTF-8", csvHeader + "\xff,q,1,1\n", "", `x.csv:2: model "\xff" is not UTF-8`},
		{"question not UTF-8", csvHeader + "a,\xff,1,1\n", "", `x.csv:2: question "\xff" is not UTF-8`},
		{"task not UTF-8", "model,question,trial,outcome,task\na,q,1,1,\xff\n", "", `x.csv:2: task "\xff" is not UTF-8`},
		{"no model", csvHeader + ",q,1,1\n", "", `x.csv:2: a model has an empty name`},
		{"no question", csvHeader + "a,,1,1\n", "", `x.csv:2: a question has an empty name`},
		{"one cell missing", csvHeader + "a,q,1,1\na,q,2,1\nb,q,1,1\n", "", `x.csv: 1 of 4 cells is missing (never made): model "b", question "q", trial 2; --missing unequal keeps 100 % of the attempts, common 67 % (1 question × 1 trial)`},
		{"cells missing", csvHeader + "a,q1,5,1\na,q2,7,1\nb,q2,7,1\n", "", `x.csv: 5 of 8 cells are missing (never made), the first: model "a", question "q1", trial 7; --missing unequal keeps 67 % of the attempts, common 67 % (1 question × 1 trial)`},
		// Of 3 models × 2 questions × 2 trials b has all 4, a but 3: one is a2's.
		{"misspelt model", csvHeader + "b,q1,1,1\nb,q1,2,1\nb,q2,1,1\nb,q2,2,1\na,q1,1,1\na,q1,2,1\na,q2,1,1\na2,q2,2,1\n", "",
			`x.csv: 4 of 12 cells are missing (never made), the first: model "a", question "q2", trial 2; model "a2" has 1 row of 4; --missing unequal keeps 50 % of the attempts, common 38 % (1 question × 1 trial)`},
		{"two spellings", csvHeader + "GPT-4o,q,1,1\nb,q,1,1\n\"gpt -4o \",q,2,1\n", "", `x.csv:4: models "GPT-4o" and "gpt -4o " differ only in case or separators; use one spelling`},
		// Of 2 models × 3 questions × 2 trials: Q2 has 1 row of 4.
		{"misspelt question", csvHeader + "a,q1,1,1\na,q1,2,1\na,q2,1,1\na,q2,2,1\nb,q1,1,1\nb,q1,2,1\nb,q2,1,1\nb,Q2,2,1\n", "",
			`x.csv: 4 of 12 cells are missing (never made), the first: model "a", question "Q2", trial 1; question "Q2" has 1 row of 4; --missing unequal keeps 88 % of the attempts, common 50 % (2 questions × 1 trial)`},
		// Of 4 models × 1 question × 3 trials: trial 22 has 1 row of 4.
		{"misspelt trial", csvHeader + "a,q,1,1\na,q,2,1\nb,q,1,1\nb,q,22,1\nc,q,1,1\nc,q,2,1\nd,q,1,1\nd,q,2,1\n", "",
			`x.csv: 4 of 12 cells are missing (never made), the first: model "a", question "q", trial 22; trial 22 has 1 row of 4; --missing unequal keeps 100 % of the attempts, common 100 % (1 question × 2 trials)`},
		{"rows far from a board", far, "", `x.csv: 999900 of 1000000 cells are missing (never made), the first: model "m0", question "q0", trial 1; no question was attempted by all models: if outcomes are right or wrong, settle rank with --missing unequal predicts how well each model would do on the others`},
		{"one cell twice", csvHeader + "a,q,1,1\na,q,2,1\n\n\"a\",q,1.0,0\n", "", `x.csv:5: model "a", question "q", trial 1 appears twice, first on line 2`},
		{"cells twice, in as many rows as a board", csvHeader + "b,q,1,1\na,q,1,1\na,q,1,1\nb,q,1,1\n", "",
			`x.csv:4: model "a", question "q", trial 1 appears twice, first on line 3 (the first of 2 rows that repeat a cell)`},
		{"one cell twice, one missing", csvHeader + "a,q,1,1\na,q,1,1\nb,q,1,1\nb,q,2,1\n", "",
			`x.csv:3: model "a", question "q", trial 1 appears twice, first on line 2`},
		{"several tasks", tasks, "", `x.csv: the file has 2 tasks; choose one with --task NAME, or all of them with --task all: "aime", "hm\"mt"`},
		{"unknown task", tasks, "brumo", `x.csv: unknown task "brumo"; tasks are "aime", "hm\"mt"`},
		{"task of a file without", csvHeader + "a,q,1,1\n", "aime", `x.csv: the file names no tasks, but "aime" was requested`},
		{"task given in some rows only", "model,question,trial,outcome,task\na,q,1,1,\na,q,2,1,aime\n", "", `x.csv: the file has 2 tasks; choose one with --task NAME, or all of them with --task all: "", "aime"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readString(test.data, "x.csv", test.task)
			wantError(t, err, test.want)
		})
	}
}

func TestBadJSONL(t *testing.T) {
	const good = `{"model":"a","question":"q","trial":1,"outcome":1}` + "\n"
	with := func(key, value string) string {
		row := map[string]string{"model": `"a"`, "question": `"q"`, "trial": "2", "outcome": "1"}
		row[key] = value
		return good + fmt.Sprintf(`{"model":%s,"question":%s,"trial":%s,"outcome":%s}`, row["model"], row["question"], row["trial"], row["outcome"])
	}
	without := func(key string) string {
		return strings.Replace(good, `"`+key+`"`, `"other"`, 1)
	}
	for _, test := range []struct{ name, data, task, want string }{
		{"no model", good + without("model"), "", `x.jsonl:2: the line has no key "model"`},
		{"no question", good + without("question"), "", `x.jsonl:2: the line has no key "question"`},
		{"no trial", good + without("trial"), "", `x.jsonl:2: the line has no key "trial"`},
		{"no outcome", good + without("outcome"), "", `x.jsonl:2: the line has no key "outcome"`},
		{"neither", good + "{}", "", `x.jsonl:2: the line has no keys "model", "question", "trial", "outcome"`},
		{"no model in the first line", without("model"), "",
			`x.jsonl:1: cannot determine the columns: model (perhaps "other"); the table has "other", "question", "trial", "outcome"; use settle rank x.jsonl --column model=other`},
		{"key twice", `{"model":"a","model":"b","question":"q","trial":1,"outcome":1}`, "", `x.jsonl:1: the key "model" appears twice`},
		{"outcome text", with("outcome", `"1"`), "", `x.jsonl:2: outcome is the text "1", not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome null", with("outcome", "null"), "", `x.jsonl: 1 of 2 cells is missing (never made): model "a", question "q", trial 2; --missing unequal keeps 100 % of the attempts, common 100 % (1 question × 1 trial)`},
		{"outcome array", with("outcome", "[1]"), "", `x.jsonl:2: outcome is an array, not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome object", with("outcome", "{}"), "", `x.jsonl:2: outcome is an object, not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"outcome negative", with("outcome", "-1"), "", `x.jsonl:2: outcome "-1" is not a category 0..255; use --weights values to make each distinct value a category`},
		{"outcome above 255", with("outcome", "256"), "", `x.jsonl:2: outcome "256" is not a category 0..255; use --weights values to make each distinct value a category`},
		{"outcome NaN", with("outcome", "NaN"), "", `x.jsonl:2: is not a JSON object: JSON has no NaN; use null`},
		{"bare infinity", with("outcome", `1,"t":"\" NaN","u":-Infinity,"v":NaN`), "", `x.jsonl:2: is not a JSON object: JSON has no -Infinity; use null`},
		{"NaN and more", with("outcome", `NaN,"t":x`), "", `x.jsonl:2: is not a JSON object: invalid character 'N' looking for beginning of value`},
		{"NaN in a text", with("outcome", `"NaN",`), "", `x.jsonl:2: is not a JSON object: invalid character '}' looking for beginning of object key string`},
		{"trial text", with("trial", `"1"`), "", `x.jsonl:2: trial is the text "1", not an integer`},
		{"trial boolean", with("trial", "true"), "", `x.jsonl:2: trial is true, not an integer`},
		{"trial fractional", with("trial", "1.5"), "", `x.jsonl:2: trial "1.5" is not an integer`},
		{"model null", with("model", "null"), "", `x.jsonl:2: model is null, not a name`},
		{"model empty", with("model", `""`), "", `x.jsonl:2: a model has an empty name`},
		{"question fractional", with("question", "1.5"), "", `x.jsonl:2: question is the number "1.5", not a name`},
		{"not UTF-8", good + "{\"model\":\"\xff\"}", "", `x.jsonl:2: is not UTF-8`},
		{"line cut short", good + `{"model":"a"`, "", `x.jsonl:2: is not a JSON object: unexpected end of JSON input`},
		{"value cut short", good + `{"model":`, "", `x.jsonl:2: is not a JSON object: unexpected end of JSON input`},
		{"extra value cut short", good + `{"x":`, "", `x.jsonl:2: is not a JSON object: unexpected end of JSON input`},
		{"object over two lines", "{\n\"model\":\"a\"}", "", `x.jsonl:1: is not a JSON object: unexpected end of JSON input`},
		{"two objects a line", strings.TrimSpace(good) + good, "", `x.jsonl:1: is not a JSON object: invalid character '{' after top-level value`},
		{"array in a line", good + "[]", "", `x.jsonl:2: is not a JSON object`},
		{"comma at the end", `{"model":"a",}`, "", `x.jsonl:1: is not a JSON object: invalid character '}' looking for beginning of object key string`},
		{"line too long", good + `{"model":"` + strings.Repeat("a", bounded.Record), "", `x.jsonl:2: line of more than 1048576 bytes`},
		{"one cell missing", good + strings.Replace(good, `"q"`, `"k"`, 1) + `{"model":"b","question":"k","trial":1,"outcome":0}`, "", `x.jsonl: 1 of 4 cells is missing (never made): model "b", question "q", trial 1; --missing unequal keeps 67 % of the attempts, common 67 % (1 question × 1 trial)`},
		{"one cell twice", good + "\n" + good, "", `x.jsonl:3: model "a", question "q", trial 1 appears twice, first on line 1`},
		{"unknown task", `{"model":"a","question":"q","trial":1,"outcome":1,"task":"aime"}`, "hmmt", `x.jsonl: unknown task "hmmt"; tasks are "aime"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readString(test.data, "x.jsonl", test.task)
			wantError(t, err, test.want)
		})
	}
}

// The limit itself is too far to be reached in a test.
func TestTooManyRows(t *testing.T) {
	l := newOutcomeTable("x.csv", ReadOptions{}, true)
	l.rows = maxRows
	wantError(t, readCSV(bufio.NewReader(strings.NewReader(csvHeader+"a,q,1,1\n")), "x.csv", gridLayout([]Column{{Name: "outcome"}}), l), "x.csv:2: more than 2147483647 rows")
}

// Rows can name more cells than 64 bits can count.
func TestProductDoesNotOverflow(t *testing.T) {
	if got := product(3, 5, 7); got != 105 {
		t.Errorf("3 · 5 · 7 is %d", got)
	}
	if got := product(1<<30, 1<<30, 1<<30); got != math.MaxUint64 {
		t.Errorf("2^30 · 2^30 · 2^30 is %d, want the highest number", got)
	}
}

// Any order of the rows gives the same cells under the same names.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := rapid.IntRange(1, 4).Draw(t, "models")
		questions := rapid.IntRange(1, 4).Draw(t, "questions")
		trials := rapid.IntRange(1, 5).Draw(t, "trials")
		var rows []string
		for i := range models * questions * trials {
			m, q, trial := i/trials/questions, i/trials%questions, i%trials
			rows = append(rows, fmt.Sprintf("%d,%d,%d,%d\n", m, q, trial, i%256))
		}
		got, err := readString(csvHeader+strings.Join(rapid.Permutation(rows).Draw(t, "rows"), ""), "x.csv", "")
		if err != nil {
			t.Fatal(err)
		}
		for m, model := range got.Models {
			for q, question := range got.Questions {
				for trial, outcome := range got.Row(m, q) {
					m, _ := strconv.Atoi(model)
					q, _ := strconv.Atoi(question)
					if want := uint8((m*questions+q)*trials + trial); outcome != want {
						t.Fatalf("model %d, question %d, trial %d: %d, want %d", m, q, trial, outcome, want)
					}
				}
			}
		}
	})
}

// Leaving out any rows of a board, or giving any again, is an error that
// counts them.
func TestIncompleteBoardsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows []string
		for i := range 3 * 3 * 3 {
			rows = append(rows, fmt.Sprintf("m%d,q%d,%d,1\n", i/9, i/3%3, i%3))
		}
		// The first three rows on the diagonal keep all names and trials in.
		keep := map[int]bool{0: true, 13: true, 26: true}
		var text strings.Builder
		missing, doubled := 0, 0
		for i, row := range rows {
			times := 1
			if !keep[i] {
				times = rapid.IntRange(0, 2).Draw(t, "times")
			}
			text.WriteString(strings.Repeat(row, times))
			switch times {
			case 0:
				missing++
			case 2:
				doubled++
			}
		}
		_, err := readString(csvHeader+text.String(), "x.csv", "")
		want := ""
		switch {
		case doubled > 1:
			want = fmt.Sprintf("(the first of %d rows that repeat a cell)", doubled)
		case doubled == 1:
			want = "appears twice"
		case missing > 1:
			want = fmt.Sprintf("%d of 27 cells are missing (never made)", missing)
		case missing == 1:
			want = "1 of 27 cells is missing (never made)"
		default:
			if err != nil {
				t.Fatalf("a complete board: %v", err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("got %v, want %s", err, want)
		}
	})
}

// manyRows makes the rows of a large board as they are read, and watches how
// much memory is in use meanwhile.
type manyRows struct {
	rows, row int
	pending   []byte
	format    string
	start     int64
	highest   int64
}

func (r *manyRows) Read(p []byte) (int, error) {
	if len(r.pending) == 0 {
		if r.row == r.rows {
			return 0, io.EOF
		}
		var b bytes.Buffer
		for range 1000 {
			fmt.Fprintf(&b, r.format, r.row/100/1000, r.row/100%1000, r.row%100, r.row%2)
			r.row++
		}
		r.pending = b.Bytes()
		if r.row%100000 == 0 {
			r.highest = max(r.highest, heapInUse()-r.start)
		}
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	return n, nil
}

func heapInUse() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// A million rows take about 40 MB of CSV and 90 MB of JSON. Of these, 16 bytes
// a row may stay in memory; 24 leave room for names and buffers.
func TestMemoryOfLongForm(t *testing.T) {
	if testing.Short() {
		t.Skip("reads two million rows")
	}
	const million = 1_000_000
	for name, r := range map[string]*manyRows{
		"CSV":   {format: "a model with a long name %d,question %d,%d,%d\n"},
		"JSONL": {format: `{"model":"a model with a long name %d","question":"question %d","trial":%d,"outcome":%d}` + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var in io.Reader = r
			if name == "CSV" {
				in = io.MultiReader(strings.NewReader(csvHeader), r)
			}
			r.rows, r.start = million, heapInUse()
			b, err := ReadFrom(in, "x", ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(b.cells) != million {
				t.Errorf("%d cells", len(b.cells))
			}
			t.Logf("%.1f bytes a row", float64(r.highest)/million)
			if r.highest > 24*million {
				t.Errorf("%d bytes in use for a million rows", r.highest)
			}
		})
	}
}

// Five megabytes of a column that is ignored: the limit for a record must not
// count them together, and the names on the same rows must not keep them.
func TestIgnoredColumnsAreDropped(t *testing.T) {
	note := strings.Repeat("x", 5000)
	var text strings.Builder
	text.WriteString("note," + csvHeader)
	for i := range 1000 {
		fmt.Fprintf(&text, "%s,a,q%d,1,1\n", note, i)
	}
	start := heapInUse()
	b, err := readString(text.String(), "x.csv", "")
	if err != nil {
		t.Fatal(err)
	}
	// A thousand names and cells take some 100 kB.
	if kept := heapInUse() - start; kept > 1<<20 {
		t.Errorf("a board of %d cells keeps %d bytes", len(b.cells), kept)
	}
	runtime.KeepAlive(b)
	runtime.KeepAlive(&text)
}

func BenchmarkRead(b *testing.B) {
	const rows = 100_000
	for name, format := range map[string]string{
		"CSV":   "model %d,question %d,%d,%d\n",
		"JSONL": `{"model":"model %d","question":"question %d","trial":%d,"outcome":%d}` + "\n",
	} {
		data, err := io.ReadAll(&manyRows{rows: rows, format: format})
		if err != nil {
			b.Fatal(err)
		}
		if name == "CSV" {
			data = append([]byte(csvHeader), data...)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := ReadFrom(bytes.NewReader(data), "x", ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
