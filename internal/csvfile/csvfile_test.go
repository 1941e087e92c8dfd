package csvfile_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"settle/internal/csvfile"
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
		"":                              "f.csv: is empty; it needs the columns model, score",
		"model,mean\n":                  `f.csv:1: no column is named "score"; it needs the columns model, score, and has "model", "mean"`,
		"model,score,model\n":           `f.csv:1: two columns are named "model"`,
		"model,score\na,1\nb\n":         "f.csv:3: 1 fields, but the header has 2",
		"model,score\na,1\nno,2\nb,3":   "f.csv:3: no",
		"model,score\n\"a\nb\",\"2\n":   `f.csv:2: extraneous or missing " in quoted-field`,
		"mo\"del,score\n":               `f.csv:1: bare " in non-quoted-field`,
		"model,score\n\"two\nlines\"\n": "f.csv:2: 1 fields, but the header has 2",
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
	broken := iotest.ErrReader(errors.New("disk gone"))
	if err := csvfile.Read(broken, "f.csv", []string{"model"}, nil); err == nil || err.Error() != "f.csv: disk gone" {
		t.Errorf("a failing reader: error %v", err)
	}
}
