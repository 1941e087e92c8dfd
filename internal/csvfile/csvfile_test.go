package csvfile_test

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"settle/internal/csvfile"
	"settle/internal/tests/mutants"
)

// By the doc of the package: the order of the columns, further ones, a byte
// order mark and blanks around names do not matter; values stay as they are.
func TestRead(t *testing.T) {
	want := [][]string{{"a", " 1"}, {"b\nc", ""}}
	for _, file := range []string{
		"model,score\na, 1\n\"b\nc\",\n",
		"\ufeffscore , other, model\r\n 1,x,a\r\n,\"y,z\",\"b\nc\"\r\n",
	} {
		var got [][]string
		err := csvfile.Read(strings.NewReader(file), "f.csv", []string{"model", "score"}, func(values []string) error {
			got = append(got, values)
			return nil
		})
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", file, err, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for file, want := range map[string]string{
		"":                               "f.csv: is empty; the file needs the columns model, score",
		"model,mean\n":                   `f.csv:1: no column is named "score"; the file needs the columns model, score; it has "model", "mean"`,
		"model,score,model\n":            `f.csv:1: two columns are named "model"`,
		"model,score\na,1\nb\n":          "f.csv:3: 1 fields, but the header has 2",
		"model,score\na,1\nno,2\nb,3":    "f.csv:3: no",
		"model,score\n\"a\nb\",\"2\n":    `f.csv:2: extraneous or missing " in quoted-field`,
		"mo\"del,score\n":                `f.csv:1: bare " in non-quoted-field`,
		"model,score\n\"two\nlines\"\n":  "f.csv:2: 1 fields, but the header has 2",
		"model,score\ra,1\rb,2\r":        "f.csv:1: lines end in carriage returns only; save the file with line feeds",
		"score,model\r\"a\",1\r":         "f.csv: lines end in carriage returns only; save the file with line feeds",
		"model,score,note\ra,1,x\r":      "f.csv: lines end in carriage returns only; save the file with line feeds",
		strings.Repeat("column,", 99999): `f.csv:1: no column is named "model"; the file needs the columns model, score; it has ` + strings.Repeat(`"column", `, 19) + `"column" and 99980 more`,
	} {
		err := csvfile.Read(strings.NewReader(file), "f.csv", []string{"model", "score"}, func(values []string) error {
			if values[0] == "no" {
				return errors.New("no")
			}
			return nil
		})
		if err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", file, err, want)
		}
	}
	for name, c := range map[string]struct{ begin, repeat, want string }{
		"zeros":         {"", "\x00", "f.csv: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV; the file needs the columns model, score"},
		"an open quote": {"model,score\na,1\n\"b", ",2\nc", "f.csv: after line 2: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV; the file needs the columns model, score"},
		"rows":          {"model,score,note\n", "a,1," + strings.Repeat("x", 1000) + "\n", "f.csv: more than 67108864 bytes; the file needs the columns model, score"},
		"returns":       {"", "model,score\r", "f.csv: lines end in carriage returns only; save the file with line feeds"},
	} {
		file := io.MultiReader(strings.NewReader(c.begin), mutants.Endless(c.repeat))
		before := time.Now()
		err := csvfile.Read(file, "f.csv", []string{"model", "score"}, func([]string) error { return nil })
		if err == nil || err.Error() != c.want {
			t.Errorf("%s without an end: error %v, want %s", name, err, c.want)
		}
		if took := time.Since(before); took > 20*time.Second { // 64 MiB take less than one
			t.Errorf("%s without an end: %v", name, took)
		}
	}
	broken := iotest.ErrReader(errors.New("disk gone"))
	if err := csvfile.Read(broken, "f.csv", []string{"model"}, nil); err == nil || err.Error() != "f.csv: disk gone" {
		t.Errorf("a failing reader: error %v", err)
	}
}

// Whatever the file, Read fails in one short line that names it, or what it gives
// can be written and is read again.
func FuzzRead(f *testing.F) {
	for _, file := range []string{
		"model,score\na, 1\n\"b\nc\",\n", "\ufeffscore , other, model\r\n 1,x,a\r\n,\"y,z\",\"b\nc\"\r\n",
		"", "model\rscore", "model,score\r\"a\",1", "\"model,score\na,1\n", "\x00\x00", "model,score,model\n", "model,score\n\xff,\x00\n",
		strings.Repeat("model,", 1000), "model,score\n" + strings.Repeat("9", 2000) + ",x,\n", "\xff\xfem\x00",
	} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		got, err := readAll(file)
		if err != nil {
			if wrong := mutants.CheckMessage(err, "f.csv"); wrong != nil {
				t.Error(wrong)
			}
			return
		}
		var written strings.Builder
		w := csv.NewWriter(&written)
		_ = w.Write([]string{"score", "model"}) // nothing can fail in memory
		for i, row := range got {
			got[i][0], got[i][1] = returns(row[0]), returns(row[1])
			_ = w.Write([]string{row[1], row[0]})
		}
		w.Flush()
		again, err := readAll(written.String())
		if diff := cmp.Diff(got, again); err != nil || diff != "" {
			t.Errorf("read again: %v (-first +again):\n%s", err, diff)
		}
	})
}

// returns is a text as CSV gives it back, which takes \r\n for \n.
func returns(text string) string {
	for strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	return text
}

func readAll(file string) (rows [][]string, err error) {
	err = csvfile.Read(strings.NewReader(file), "f.csv", []string{"model", "score"}, func(values []string) error {
		rows = append(rows, values)
		return nil
	})
	return rows, err
}

// Two thousand damaged files are refused in one line, or read as something.
func TestDamagedFiles(t *testing.T) {
	file := "\ufeffscore , other, model\r\n 1,x,a\r\n,\"y,z\",\"b\nc\"\r\n"
	for mutant := range mutants.Of([]byte(file), 2000) {
		if _, err := readAll(string(mutant)); err != nil {
			if wrong := mutants.CheckMessage(err, "f.csv"); wrong != nil {
				t.Error(wrong)
			}
		}
	}
}
