package input

import (
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/internal/tests/mutants"
)

func TestReadNames(t *testing.T) {
	for text, want := range map[string][]string{
		"a\n": {"a"}, " a b \r\n\n\tb": {"a b", "b"}, "": nil, "ünï\n😀": {"ünï", "😀"},
	} {
		if got, err := readNames(strings.NewReader(text), "f"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	for _, c := range []struct{ begin, repeat, want string }{
		{"a\n", "\x00", "f:2: line is longer than 1048576 bytes; the file must have one name per line"},
		{"", strings.Repeat("a", 1<<20-1) + "\n", "f: more than 67108864 bytes; the file must have one name per line"},
		{"", "\n", "f: more than 67108864 bytes; the file must have one name per line"},
		{"a\n\xff\n", "a\n", `f:2: name "\xff" is not UTF-8`},
	} {
		file := mutants.Endless(c.repeat)
		_, err := readNames(io.MultiReader(strings.NewReader(c.begin), file), "f")
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.begin, err, c.want)
		}
	}
	if _, err := ReadNames(t.TempDir()); err == nil || !strings.HasSuffix(err.Error(), ": is a directory") {
		t.Errorf("a folder: %v", err)
	}
	path := filepath.Join(t.TempDir(), "names.txt")
	if err := os.WriteFile(path, []byte("a\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadNames(path); err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q, %v", got, err)
	}
}

var goldModels = []string{"a", "b\n", "c"}

func TestReadGold(t *testing.T) {
	const header = "model,score\n"
	got, err := readGold(strings.NewReader(header+"c,007\n\"b\n\",-inf\na,+.5\n"), "g.csv", goldModels)
	if want := []float64{0.5, math.Inf(-1), 7}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	for text, want := range map[string]string{
		header + "a,1\n":      `g.csv: scores are missing for 2 of 3 models, such as "b\n"`,
		header + "a,1\na,1\n": `g.csv:3: model "a" appears twice`,
		header + "d,1\n":      `g.csv:2: model "d" is not on the board`,
		header + "a,NaN\n":    `g.csv:2: score "NaN" of model "a" is not a number`,
		header + "a,0x10\n":   `g.csv:2: score "0x10" of model "a" is not a number`,
		header + "a,1_0\n":    `g.csv:2: score "1_0" of model "a" is not a number`,
		header + "a," + strings.Repeat("9", 100_000) + "\n": `g.csv:2: score "` + strings.Repeat("9", 100) + `"… of model "a" is not a number`,
		"model,score\ra,1\r": "g.csv:1: lines end in carriage returns only; save the file with line feeds",
	} {
		if _, err := readGold(strings.NewReader(text), "g.csv", goldModels); err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
	_, err = readGold(mutants.Endless("\x00"), "g.csv", goldModels)
	if want := "g.csv: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV; the file needs the columns model, score"; err == nil || err.Error() != want {
		t.Errorf("zeros without an end: got %v, want %s", err, want)
	}
}

// Whatever the file, readGold fails in one short line that names it, or finds a
// number for every model, and finds it again in what is written of it.
func FuzzReadGold(f *testing.F) {
	for _, text := range []string{
		"model,score\nc,007\n\"b\n\",-inf\na,+.5\n", "\ufeffscore,model\r\n1,a\r\n", "model,score\ra,1", "model,score\n\"a,1\n", "\x00", "score,score,model\n",
		"model,score\na," + strings.Repeat("9", 2000), "model,score\n\xff\x1b[2J,1\n", strings.Repeat("score,", 1000), "model,score\nc,1\nb,1\na,1\n",
	} {
		f.Add(text)
	}
	f.Fuzz(checkGold)
}

func checkGold(t *testing.T, text string) {
	got, err := readGold(strings.NewReader(text), "g.csv", goldModels)
	if err != nil {
		if wrong := mutants.CheckMessage(err, "g.csv"); wrong != nil {
			t.Error(wrong)
		}
		return
	}
	var again strings.Builder
	w := csv.NewWriter(&again)
	_ = w.Write([]string{"score", "model"}) // nothing can fail in memory
	for i, model := range goldModels {
		_ = w.Write([]string{strconv.FormatFloat(got[i], 'g', -1, 64), model})
	}
	w.Flush()
	if back, err := readGold(strings.NewReader(again.String()), "g.csv", goldModels); err != nil || !slices.Equal(got, back) || len(got) != len(goldModels) {
		t.Errorf("read again: %v, %v instead of %v", err, back, got)
	}
}

// Two thousand damaged files are refused in one line, or are gold of other scores.
func TestDamagedGold(t *testing.T) {
	for mutant := range mutants.Of([]byte("model,score\nc,0.125\n\"b\n\",-inf\na,+.5\n"), 2000) {
		checkGold(t, string(mutant))
	}
}
