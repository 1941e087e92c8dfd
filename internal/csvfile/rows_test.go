package csvfile_test

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"settle/internal/csvfile"
)

// Plain lines are split without the CSV reader: fields and lines are those of encoding/csv,
// whatever comes between them, and wherever its buffer of 4096 bytes ends.
func TestRowsAreThoseOfCSV(t *testing.T) {
	pieces := []string{
		"a,b\n", "\n", "\r\n", "c,\r\n", ",\n", "\"d\",e\n", "\"f\n\ng\",\"h\r\ni\"\n", " j ,k\rl\n", "\r,m\n",
		strings.Repeat("n", 500) + ",o\n", "\"" + strings.Repeat("p\n", 300) + "\",q\r\n", "a,b\n", "a,b\n",
	}
	var file strings.Builder
	file.WriteString("x,y\n")
	for i := range 3000 {
		file.WriteString(pieces[i*i*7%31%len(pieces)])
	}
	file.WriteString("last,row")
	reader := csv.NewReader(strings.NewReader(file.String()))
	_, _ = reader.Read() // the header
	rows, err := csvfile.NewRows(strings.NewReader(file.String()), "f.csv")
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n++ {
		want, wantErr := reader.Read()
		got, err := rows.Next()
		if wantErr == io.EOF && err == io.EOF {
			if n < 2000 {
				t.Errorf("%d rows", n)
			}
			return
		}
		if wantErr != nil || err != nil {
			t.Fatalf("row %d: %v, want %v", n, err, wantErr)
		}
		var fields []string
		for _, field := range got {
			fields = append(fields, string(field))
		}
		line, _ := reader.FieldPos(0)
		if diff := cmp.Diff(want, fields); diff != "" || rows.Line() != line {
			t.Fatalf("row %d on line %d, want %d (-want +got):\n%s", n, rows.Line(), line, diff)
		}
	}
}

// An error names its line whether the rows before it were plain, quoted, or none.
func TestLinesOfErrors(t *testing.T) {
	for before, line := range map[string]int{
		"":                       2,
		"a,b\n":                  3,
		"\n\na,b\n\n":            6,
		"\"a\nb\",c\n":           4,
		"a,b\n\"a\nb\",c\nd,e\n": 6,
	} {
		for row, why := range map[string]string{
			"one\n":       "1 fields, but the header has 2",
			"a,b\"c\n":    `bare " in non-quoted-field`,
			"a,b,c\r\n":   "3 fields, but the header has 2",
			"\"a\",b,c\n": "3 fields, but the header has 2",
		} {
			err := csvfile.Read(strings.NewReader("x,y\n"+before+row), "f.csv", []string{"x", "y"}, func([]string) error { return nil })
			if want := fmt.Sprintf("f.csv:%d: %s", line, why); err == nil || err.Error() != want {
				t.Errorf("%q: error %v, want %s", before+row, err, want)
			}
		}
	}
}
