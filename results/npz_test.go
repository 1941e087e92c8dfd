package results

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// testdata/headers.json is what numpy made of each header, see headers.py there.
func TestHeadersOfNumpy(t *testing.T) {
	text, err := os.ReadFile("testdata/headers.json")
	if err != nil {
		t.Fatal(err)
	}
	type header struct {
		Text    string
		Version byte
		Error   bool
		Shape   []int
		Fortran bool
		Kind    string
		Size    int
		Big     bool
	}
	var headers []header
	if err := json.Unmarshal(text, &headers); err != nil || len(headers) < 100 {
		t.Fatalf("%d headers: %v", len(headers), err)
	}
	for _, want := range headers {
		data := npyOfVersion(want.Version, rawNPY(want.Text))
		got, err := readNPYHeader(strings.NewReader(data))
		if err != nil {
			if checkOneLine(t, err); !want.Error {
				t.Errorf("version %d of %q: %v", want.Version, want.Text, err)
			}
			continue
		}
		kind := string(got.kind)
		if strings.HasPrefix(got.descr, "[") {
			kind, got.dtype.size = "V", want.Size // records, whose size is of no interest
		}
		if want.Error || !slices.Equal(got.shape, want.Shape) || got.fortran != want.Fortran || kind != want.Kind ||
			got.dtype.size != want.Size || got.big != want.Big || got.size != len(data) {
			t.Errorf("version %d of %q: got %+v, want %+v", want.Version, want.Text, got, want)
		}
	}
}

// testdata/numpy.npz was written by numpy, see make.py there: every type of
// integer and boolean in every byte and memory order, with cells that follow
// a formula, among arrays that mean nothing here.
func TestReadNumpy(t *testing.T) {
	cell := func(m, q, trial int) uint8 { return uint8((7*m + 3*q + trial) % 5) }
	tasks := []string{"bool C", "bool F"}
	for _, order := range []string{"C", "F"} {
		for _, kind := range []string{"i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"} {
			tasks = append(tasks, "<"+kind+" "+order, ">"+kind+" "+order)
		}
	}
	for _, task := range tasks {
		t.Run(task, func(t *testing.T) {
			want := makeBoard(t, task, []string{"a", "ünï 😀"}, []string{"q1", "second", "q"}, 4, 4, make([]uint8, 24)...)
			for m := range 2 {
				for q := range 3 {
					for trial := range 4 {
						want.Row(m, q)[trial] = cell(m, q, trial)
					}
				}
			}
			if strings.HasPrefix(task, "bool") {
				want.top = 1
				for i := range want.cells {
					want.cells[i] %= 2
				}
			}
			got, err := Read("testdata/numpy.npz", ReadOptions{Task: task})
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, want)
		})
	}
}

// The sums are numpy's R.sum(axis=(1, 2)).
func TestReadMeasuredBoards(t *testing.T) {
	for _, test := range []struct {
		file                      string
		models, questions, trials int
		top                       int
		firstModel, lastQuestion  string
		sums                      []int
	}{
		{"evalperf-31x118x100.npz", 31, 118, 100, 1, "01-ai/Yi-Coder-9B-Chat", "Mbpp/808", []int{
			9299, 8745, 9879, 9733, 10333, 10417, 9443, 10385, 9327, 9146, 8682, 10445, 10450, 9161, 9878, 9468,
			8033, 10225, 10091, 9149, 9078, 8241, 9117, 7593, 5156, 8073, 8595, 9727, 6772, 8203, 7296}},
		{"pareval-graded-7x143x20.npz", 7, 143, 20, 3, "codellama-7b-hf", "59_transform_map_function|serial->omp", []int{
			5851, 5797, 6278, 6544, 6963, 6617, 5917}},
	} {
		t.Run(test.file, func(t *testing.T) {
			path := "../../shared/data/" + test.file
			if _, err := os.Stat(path); err != nil {
				t.Skipf("the measured data is not here: %v", err)
			}
			b, err := Read(path, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if b.Task != "R" || len(b.Models) != test.models || len(b.Questions) != test.questions ||
				b.Trials() != test.trials || b.Top() != test.top {
				t.Fatalf("task %q of %d models, %d questions, %d trials, categories 0..%d",
					b.Task, len(b.Models), len(b.Questions), b.Trials(), b.Top())
			}
			if first, last := b.Models[0], b.Questions[test.questions-1]; first != test.firstModel || last != test.lastQuestion {
				t.Errorf("the first model is %q and the last question %q", first, last)
			}
			var sums []int
			for m := range b.Models {
				sum := 0
				for q := range b.Questions {
					for _, outcome := range b.Row(m, q) {
						sum += int(outcome)
					}
				}
				sums = append(sums, sum)
			}
			if !slices.Equal(sums, test.sums) {
				t.Errorf("sums of the models are\n%v, want\n%v", sums, test.sums)
			}
		})
	}
}

func TestReadNPZ(t *testing.T) {
	three := entry{"R.npy", npyArray("|u1", false, "(1, 2, 1)", 1, 200)}
	for _, test := range []struct {
		name    string
		entries []entry
		task    string
		want    *Board
	}{
		{"no labels", []entry{three}, "",
			makeBoard(t, "R", []string{"model1"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
		{"a file that is no array", []entry{{"models", "x"}, {"README.txt", "x"}, three}, "R",
			makeBoard(t, "R", []string{"model1"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
		{"labels in every kind of text", []entry{
			{"models.npy", npyArray(">U2", false, "(1,)", utf32(binary.BigEndian, 2, "é")...)},
			{"questions.npy", npyArray("<U3", false, "(2,)", utf32(binary.LittleEndian, 3, "a\x00b", "😀")...)}, three}, "",
			makeBoard(t, "R", []string{"é"}, []string{"a\x00b", "😀"}, 1, 200, 1, 200)},
		{"labels in every version of the format", []entry{
			{"models.npy", npyOfVersion(2, npyArray("|S1", false, "(1,)", 'a'))},
			{"questions.npy", npyOfVersion(3, npyArray("|S1", false, "(2,)", 'p', 'q'))}, three}, "",
			makeBoard(t, "R", []string{"a"}, []string{"p", "q"}, 1, 200, 1, 200)},
		{"two tasks, labels fit one: read that", []entry{
			{"models.npy", npyArray("|S1", false, "(2,)", 'a', 'b')},
			{"S.npy", npyArray("|b1", false, "(2, 1, 1)", 1, 0)}, three}, "S",
			makeBoard(t, "S", []string{"a", "b"}, []string{"question1"}, 1, 1, 1, 0)},
		{"two tasks, labels fit one: read the other", []entry{
			{"models.npy", npyArray("|S1", false, "(2,)", 'a', 'b')},
			{"S.npy", npyArray("|b1", false, "(2, 1, 1)", 1, 0)}, three}, "R",
			makeBoard(t, "R", []string{"model1"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
		{"2-D is one model", []entry{{"gpt.npy", npyArray("|i1", true, "(2, 3)", 0, 3, 1, 4, 2, 5)}}, "",
			makeBoard(t, "gpt", []string{"gpt"}, []string{"question1", "question2"}, 3, 5, 0, 1, 2, 3, 4, 5)},
		{"2-D with labels", []entry{
			{"gpt.npy", npyArray("|i1", false, "(1, 2)", 0, 1)},
			{"models.npy", npyArray("|S3", false, "(1,)", 'G', 'P', 'T')},
			{"questions.npy", npyArray("|S1", false, "(1,)", 'q')}}, "",
			makeBoard(t, "gpt", []string{"GPT"}, []string{"q"}, 2, 1, 0, 1)},
		{"2-D does not count beside 3-D", []entry{{"gpt.npy", npyArray("|i1", false, "(1, 2)", 0, 1)}, three}, "",
			makeBoard(t, "R", []string{"model1"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
		{"each of several 2-D is a task", []entry{
			{"a.npy", npyArray("|i1", false, "(1, 2)", 0, 1)}, {"b.npy", npyArray("|i1", false, "(1, 2)", 2, 3)}}, "b",
			makeBoard(t, "b", []string{"b"}, []string{"question1"}, 2, 3, 2, 3)},
		{"a header of another style", []entry{
			{"models.npy", rawNPY("{u'shape':(1L,),\"descr\": '|S1' , 'fortran_order':False}", 'a')}, three}, "",
			makeBoard(t, "R", []string{"a"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
		{"what is no array is left alone", []entry{{"x.npy", "\x93NUMPY"}, {"y.npy", ""}, {"z.npy", rawNPY("{")}, three}, "",
			makeBoard(t, "R", []string{"model1"}, []string{"question1", "question2"}, 1, 200, 1, 200)},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := readString(zipped(t, test.entries...), "x.npz", test.task)
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, test.want)
		})
	}
}

func TestBadNPZ(t *testing.T) {
	little := func(value uint64, size int) []byte {
		return binary.LittleEndian.AppendUint64(nil, value)[:size]
	}
	one := func(descr string, element ...byte) []entry {
		return []entry{{"R.npy", npyArray(descr, false, "(1, 1, 1)", element...)}}
	}
	shaped := func(shape string, element ...byte) []entry {
		return []entry{{"R.npy", npyArray("|i1", false, shape, element...)}}
	}
	labelled := func(key, array string) []entry {
		return append(shaped("(1, 2, 1)", 0, 1), entry{key + ".npy", array})
	}
	header := func(text string) []entry { return []entry{{"R.npy", rawNPY(text, 0)}} }
	twelve := npyArray("|i1", false, "(2, 3, 2)", 0, 0, 0, 0, 0, 0, 0, 9, 0, 0xff, 0, 0)
	twelveF := npyArray("|i1", true, "(2, 3, 2)", 0, 0, 0, 0, 0, 0, 0, 9, 0, 0xff, 0, 0)
	many := make([]entry, 21)
	for i := range many {
		many[i] = entry{fmt.Sprintf("k%d.npy", i), npyArray("<f8", false, "()", little(0, 8)...)}
	}
	for _, test := range []struct {
		name    string
		entries []entry
		task    string
		want    string
	}{
		{"no entries", nil, "", `no 3-D array of integers or booleans; the file holds no arrays`},
		{"no arrays", []entry{{"README", "x"}}, "", `no 3-D array of integers or booleans; the file holds no arrays`},
		{"no tasks", []entry{{"a.npy", npyArray("|i1", false, "()", 0)}, {"b\n.npy", npyArray("|O", false, "(1,)", 0)}, {"c.npy", ""},
			{"d.npy", npyArray("|S1", false, "(1,)", 'x')}, {"e.npy", npyArray("<M8[D]", false, "(1,)", 'x')}, {"f.npy", npyArray("|b1", false, "(1,)", 0)}}, "",
			`no 3-D array of integers or booleans; the file holds "a" (0-D int8), "b\n" (1-D object), "c" (has a truncated NPY header), "d" (1-D text), "e" (1-D type "<M8[D]"), "f" (1-D bool)`},
		{"no tasks among many arrays", many, "",
			`no 3-D array of integers or booleans; the file holds "k0" (0-D float64), "k1" (0-D float64), "k2" (0-D float64), "k3" (0-D float64), "k4" (0-D float64), "k5" (0-D float64), "k6" (0-D float64), "k7" (0-D float64), "k8" (0-D float64), "k9" (0-D float64), "k10" (0-D float64), "k11" (0-D float64), "k12" (0-D float64), "k13" (0-D float64), "k14" (0-D float64), "k15" (0-D float64), "k16" (0-D float64), "k17" (0-D float64), "k18" (0-D float64) and 2 more`},
		{"floats", one("<f8", little(math.Float64bits(1), 8)...), "", `"R" is float64; outcomes are integers: convert with astype("int8")`},
		{"floats, asked for", one("<f4", 0, 0, 0, 0), "R", `"R" is float32; outcomes are integers: convert with astype("int8")`},
		{"floats beside another task", append(one("<f4", 0, 0, 0, 0), entry{"S.npy", npyArray("|i1", false, "(1, 1, 1)", 0)}), "R", `"R" is float32; outcomes are integers: convert with astype("int8")`},
		{"floats beside a 2-D array", append(one("<f4", 0, 0, 0, 0), entry{"S.npy", npyArray("|i1", false, "(1, 1)", 0)}), "", `"R" is float32; outcomes are integers: convert with astype("int8")`},
		{"2-D floats", []entry{{"R.npy", npyArray("<f8", false, "(1, 1)", little(0, 8)...)}}, "", `"R" is float64; outcomes are integers: convert with astype("int8")`},
		{"several tasks", []entry{{"aime.npy", twelve}, {"a\"b.npy", twelve}}, "", `the file has 2 tasks; choose one with --task NAME, or all of them with --task all: "aime", "a\"b"`},
		{"unknown task", shaped("(1, 1, 1)", 0), "aime", `unknown task "aime"; tasks are "R"`},
		{"task that is a 2-D array beside 3-D", append(shaped("(1, 1, 1)", 0), entry{"S.npy", npyArray("|i1", false, "(1, 1)", 0)}), "S", `unknown task "S"; tasks are "R"`},
		{"task that is damaged", append(shaped("(1, 1, 1)", 0), entry{"S.npy", "\x93NUMPY"}), "S", `"S": has a truncated NPY header`},
		{"task twice", append(shaped("(1, 1, 1)", 0), shaped("(1, 1, 1)", 0)...), "R", `two arrays are named "R"`},
		{"task not UTF-8", []entry{{"\xff.npy", twelve}}, "", `task "\xff" is not UTF-8`},
		{"task without a name", []entry{{".npy", twelve}}, "", `a task has an empty name`},
		{"negative int8", one("|i1", 0xfe), "", `"R"[0, 0, 0] is -2, not a category 0..255`},
		{"negative int16", one("<i2", 0xfe, 0xff), "", `"R"[0, 0, 0] is -2, not a category 0..255`},
		{"negative big-endian int16", one(">i2", 0xff, 0xfe), "", `"R"[0, 0, 0] is -2, not a category 0..255`},
		{"lowest int64", one("<i8", little(1<<63, 8)...), "", `"R"[0, 0, 0] is -9223372036854775808, not a category 0..255`},
		{"highest uint64", one("<u8", little(math.MaxUint64, 8)...), "", `"R"[0, 0, 0] is 18446744073709551615, not a category 0..255`},
		{"256", one("<i4", 0, 1, 0, 0), "", `"R"[0, 0, 0] is 256, not a category 0..255`},
		{"big-endian 256", one(">i4", 0, 0, 1, 0), "", `"R"[0, 0, 0] is 256, not a category 0..255`},
		{"boolean 2", one("|b1", 2), "", `"R"[0, 0, 0] is 2, not a category 0..255`},
		{"cell in C order", []entry{{"R.npy", twelve}}, "", `1 of 12 cells is missing (never made): model "model2", question "question2", trial 2; --missing unequal keeps 100 % of the attempts, common 73 % (2 questions × 2 trials)`},
		{"cell in Fortran order", []entry{{"R.npy", twelveF}}, "", `1 of 12 cells is missing (never made): model "model2", question "question2", trial 2; --missing unequal keeps 100 % of the attempts, common 73 % (2 questions × 2 trials)`},
		{"cell of a 2-D array", []entry{{"R.npy", npyArray("|i1", false, "(2, 2)", 0, 0, 0xff, 0)}}, "", `1 of 4 cells is missing (never made): model "R", question "question2", trial 1; --missing unequal keeps 100 % of the attempts, common 67 % (2 questions × 1 trial)`},
		{"no models", shaped("(0, 1, 1)"), "", `"R": shape (0, 1, 1): a board needs at least one model`},
		{"no questions", shaped("(1, 0, 1)"), "", `"R": shape (1, 0, 1): a board needs at least one question`},
		{"no trials", shaped("(1, 1, 0)"), "", `"R": shape (1, 1, 0): 0 trials: a board holds 1 to 65535`},
		{"too many trials", shaped("(1, 1, 65536)", make([]byte, 65536)...), "", `"R": shape (1, 1, 65536): 65536 trials: a board holds 1 to 65535; leave some out`},
		{"too many models", shaped("(4194305, 1, 1)", 0), "", `"R": shape (4194305, 1, 1): more than 4194304 models or questions`},
		{"too many models without names", shaped("(65537, 1, 1)", make([]byte, 65537)...), "", `"R": shape (65537, 1, 1): more than 65536 models without names; add their names as the array models`},
		{"claims 10^13 cells", shaped("(1000000, 1000000, 10)", 0), "", fmt.Sprintf(`"R": shape (1000000, 1000000, 10): more than %d elements`, int64(maxCells))},
		{"claims more bytes than there are", shaped("(1000, 1000, 1)", 0), "", `"R": shape (1000, 1000, 1) of int8 needs 1000000 bytes; the array has 1`},
		{"claims more than the entry holds", shaped("(1, 2, 2)", 0, 1, 0), "", `"R": shape (1, 2, 2) of int8 needs 4 bytes; the array has 3`},
		{"holds more than it claims", shaped("(1, 1, 2)", 0, 1, 0), "", `"R": holds more data than its shape allows`},
		{"shape beyond integers", header("{'descr': '|i1', 'fortran_order': False, 'shape': (99999999999999999999, 1, 1), }\n"), "",
			`no 3-D array of integers or booleans; the file holds "R" (has an NPY header with shape "(99999999999999999999,1,1)"; it must be a tuple of whole numbers)`},
		{"negative shape", header("{'descr': '|i1', 'fortran_order': False, 'shape': (-1, 1, 1), }\n"), "R", `"R": has an NPY header with shape "(-1,1,1)"; it must be a tuple of whole numbers`},
		{"fields", header("{'descr': [('a', '|i1')], 'fortran_order': False, 'shape': (1, 1, 1), }\n"), "", `no 3-D array of integers or booleans; the file holds "R" (3-D records)`},
		{"no magic", []entry{{"R.npy", "\x93NUMPIES"}}, "R", `"R": is not an NPY array`},
		{"an unknown version", []entry{{"R.npy", npyOfVersion(4, npyArray("|i1", false, "(1, 1, 1)", 0))}}, "R", `"R": is an NPY array of version 4.0; supported versions are 1.0, 2.0 and 3.0`},
		{"a header cut short", []entry{{"R.npy", npyArray("|i1", false, "(1, 1, 1)")[:40]}}, "R", `"R": has a truncated NPY header`},
		{"a header too long", []entry{{"R.npy", "\x93NUMPY\x03\x00\x00\x00\x01\x00"}}, "R", `"R": has an NPY header of 65536 bytes; the limit is 65535`},
		{"a header of endless brackets", header("{'descr': " + strings.Repeat("[", 60000)), "R",
			`"R": has an NPY header that is not a dictionary of descr, fortran_order and shape: "{'descr': ` + strings.Repeat("[", 90) + `"…`},
		{"memory order in other words", header("{'descr': '|i1', 'fortran_order': 'C', 'shape': (1, 1, 1), }\n"), "R", `"R": has an NPY header with fortran_order "'C'"; it must be True or False`},
		{"objects as labels", labelled("models", npyArray("|O", false, "(1,)", 0x80)), "", `"models": an array of Python objects cannot be read; save it as text, for example models.astype(str)`},
		{"objects as labels of one of several tasks", append(labelled("questions", npyArray("|O", false, "(1,)", 0x80)), entry{"S.npy", twelve}), "R", `"questions": an array of Python objects cannot be read; save it as text, for example questions.astype(str)`},
		{"numbers as labels", labelled("models", npyArray("<i8", false, "(1,)", little(1, 8)...)), "", `"models": an array of int64, not of text; save it as text, for example models.astype(str)`},
		{"records as labels", labelled("models", rawNPY("{'descr': [('name', '<U3')], 'fortran_order': False, 'shape': (1,), }\n")), "", `"models": an array of records, not of text; save it as text, for example models.astype(str)`},
		{"labels of a type of later numpy", labelled("models", npyArray("|T16", false, "(1,)", little(1, 8)...)), "", `"models": an array of type "|T16", not of text; save it as text, for example models.astype(str)`},
		{"one label without an array", labelled("models", npyArray("<U1", false, "()", 'a', 0, 0, 0)), "", `"models": an array of shape (): labels must be 1-D, for example models.ravel()`},
		{"labels in a column", labelled("questions", npyArray("|S1", false, "(2, 1)", 'a', 'b')), "", `"questions": an array of shape (2, 1): labels must be 1-D, for example questions.ravel()`},
		{"labels without a header", labelled("models", "\x93NUMPY"), "", `"models": has a truncated NPY header`},
		{"labels that are no array", labelled("models", "a\nb\n"), "", `"models": has a truncated NPY header`},
		{"a task called labels", append(shaped("(1, 2, 1)", 0, 1), entry{"models.npy", twelve}), "R", `"models": an array of int8, not of text; save it as text, for example models.astype(str)`},
		{"labels twice", append(labelled("models", npyArray("|S1", false, "(1,)", 'a')), entry{"models.npy", npyArray("|S1", false, "(1,)", 'b')}), "", `two arrays are named "models"`},
		{"an array that means nothing twice", append(shaped("(1, 1, 1)", 0), entry{"x.npy", ""}, entry{"x.npy", ""}), "R", `two arrays are named "x"`},
		{"labels that fit none of several tasks", append(labelled("models", npyArray("|S1", false, "(3,)", 'a', 'b', 'c')), entry{"S.npy", npyArray("|b1", false, "(2, 1, 1)", 1, 0)}), "S",
			`"models" has length 3, but "S" has shape (2, 1, 1)`},
		{"too few labels", labelled("questions", npyArray("|S1", false, "(1,)", 'q')), "", `"questions" has length 1, but "R" has shape (1, 2, 1)`},
		{"too many labels", labelled("models", npyArray("|S1", false, "(2,)", 'a', 'b')), "", `"models" has length 2, but "R" has shape (1, 2, 1)`},
		{"two equal labels", labelled("questions", npyArray("|S1", false, "(2,)", 'q', 'q')), "", `two questions are named "q"`},
		{"label without text", labelled("questions", npyArray("|S1", false, "(2,)", 'q', 0)), "", `"questions": [1]: a label has an empty name`},
		{"labels without width", labelled("models", npyArray("|S0", false, "(1,)")), "", `"models": [0]: a label has an empty name`},
		{"label not UTF-8", labelled("models", npyArray("|S1", false, "(1,)", 0xff)), "", `"models": [0]: label "\xff" is not UTF-8`},
		{"label beyond Unicode", labelled("models", npyArray("<U1", false, "(1,)", 0, 0, 0x11, 0)), "", `"models": 0x110000 is not a Unicode character`},
		{"label of half a character", labelled("models", npyArray("<U1", false, "(1,)", 0, 0xd8, 0, 0)), "", `"models": 0xD800 is not a Unicode character`},
		{"labels claim more than the entry holds", labelled("models", npyArray("<U99999", false, "(1,)", 'a')), "", `"models": shape (1,) of text needs 399996 bytes; the array has 1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readString(zipped(t, test.entries...), "x.npz", test.task)
			wantError(t, err, "x.npz: "+test.want)
		})
	}
}

func TestDamagedZip(t *testing.T) {
	good := zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 3)", 'U', 'V', 'W')})
	_, err := readString(good[:len(good)-10], "x.npz", "")
	wantError(t, err, "x.npz: the NPZ data is truncated or damaged: zip: not a valid zip file")

	// The bytes of the cells are stored as they are: any change breaks the sum.
	_, err = readString(strings.Replace(good, "UVW", "UUW", 1), "x.npz", "")
	wantError(t, err, `x.npz: "R": is damaged: zip: checksum error`)

	// A directory that points at nothing.
	_, err = readString("PK\x05\x06"+strings.Repeat("\xff", 18), "x.npz", "")
	wantError(t, err, "x.npz: the NPZ data is truncated or damaged: zip: not a valid zip file")
}

// lyingZip is an entry that says in the zip directory that it unpacks to size
// bytes, and holds data instead.
func lyingZip(t *testing.T, name, data string, size uint64) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateRaw(&zip.FileHeader{
		Name: name, Method: zip.Store, CompressedSize64: uint64(len(data)), UncompressedSize64: size,
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(data))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A zip directory that lies about the size must not make the reader allocate
// two gigabytes: the memory grows with what is there.
func TestZipDirectoryIsNotTrusted(t *testing.T) {
	const cells = 4194304 * 500
	array := npyArray("|i1", false, "(1, 4194304, 500)", 1, 2, 3)
	data := lyingZip(t, "R.npy", array, uint64(len(array)+cells-3))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readString(data, "x.npz", "")
	runtime.ReadMemStats(&after)
	wantError(t, err, `x.npz: "R": is truncated: unexpected EOF`)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 4<<20 {
		t.Errorf("%d bytes were allocated for a file of %d", allocated, len(data))
	}
}

// A packed array of zeros declares four million models in some kB. It is refused before
// any memory is taken for them. As many with names are read, of which the file holds all.
func TestPackedModels(t *testing.T) {
	data := zeroBoard(t, false, 1<<22, 1, 1)
	if len(data) > 16<<10 {
		t.Errorf("%d bytes", len(data))
	}
	costs(t, 10*time.Second, 4<<20, func() {
		_, err := ReadFrom(bytes.NewReader(data), "x.npz", ReadOptions{})
		wantError(t, err, `x.npz: "R": shape (4194304, 1, 1): more than 65536 models without names; add their names as the array models`)
	})
	const models = maxUnnamed + 1
	names := make([]byte, 0, 8*models)
	for i := range models {
		names = fmt.Appendf(names, "m%07d", i)
	}
	shape := fmt.Sprintf("(%d,)", models)
	board := zipped(t, entry{"R.npy", npyArray("|i1", false, fmt.Sprintf("(%d, 1, 1)", models), make([]byte, models)...)},
		entry{"models.npy", npyArray("|S8", false, shape, names...)})
	b, err := readString(board, "x.npz", "")
	if err != nil || len(b.Models) != models || b.Models[models-1] != "m0065536" {
		t.Errorf("%d models with names: %v", models, err)
	}
	// Names are read as far as the memory allows, whatever the header declares.
	wide := filepath.Join(t.TempDir(), "x.npz")
	file := zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)},
		entry{"models.npy", npyArray("|S999999", false, "(1,)", bytes.Repeat([]byte("m"), 999999)...)})
	if err := os.WriteFile(wide, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = Read(wide, ReadOptions{MaxBytes: 100_000})
	if large, ok := errors.AsType[*TooLarge](err); !ok || large.Needs <= 100_000 {
		t.Errorf("a name of a megabyte where 100 kB are allowed: %v", err)
	}
}

// Cells that span several chunks of reading, in both memory orders.
func TestManyCells(t *testing.T) {
	const models, questions, trials = 3, 211, 307
	want := makeBoard(t, "R", Numbered("model", models), Numbered("question", questions), trials, 255,
		make([]uint8, models*questions*trials)...)
	for i := range want.cells {
		want.cells[i] = uint8(i * i)
	}
	want.cells[1] = 255
	inC := make([]byte, 4*len(want.cells))
	inFortran := make([]byte, 4*len(want.cells))
	for m := range models {
		for q := range questions {
			for trial, outcome := range want.Row(m, q) {
				binary.LittleEndian.PutUint32(inC[4*((m*questions+q)*trials+trial):], uint32(outcome))
				binary.LittleEndian.PutUint32(inFortran[4*(m+models*(q+questions*trial)):], uint32(outcome))
			}
		}
	}
	shape := fmt.Sprintf("(%d, %d, %d)", models, questions, trials)
	for _, array := range []string{npyArray("<i4", false, shape, inC...), npyArray("<u4", true, shape, inFortran...)} {
		got, err := readString(zipped(t, entry{"R.npy", array}), "x.npz", "")
		if err != nil {
			t.Fatal(err)
		}
		wantBoard(t, got, want)
	}
}
