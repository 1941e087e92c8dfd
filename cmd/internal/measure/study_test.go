package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"settle/internal/rng"
)

// toy is a study of two tables of a row each, whose second has no share. Its boards are
// numbers 0, 1, 2, …
func toy() *study {
	return &study{
		name: "a-toy", page: "toy", boards: 3, sample: 2, every: 1, labels: []label{{"N", true}, {"kind", false}},
		columns: []column{{"share / index", []format{percent, {scale: 1, digits: 2}}}},
		parts: []part{{
			rows: []row{{"First", []string{"1", "a"}}, {"Second", []string{"2", "b"}}},
			measure: averaged("toy", func(_ *rng.Stream, index int) ([]float64, error) {
				return []float64{share(index > 0), float64(index), math.NaN(), math.NaN()}, nil
			}),
		}},
	}
}

// Three boards come to 2/3 and to a mean of 1, whose standard error is 1/√3; the record
// keeps the rounded numbers, and the page shows them.
func TestStudyFromBoardsToPage(t *testing.T) {
	s := toy()
	rows, err := s.measure(context.Background(), s.parts[0], s.boards)
	if err != nil {
		t.Fatal(err)
	}
	if got := rows[0][1]; got.value != 1 || math.Abs(got.se-1/math.Sqrt(3)) > 1e-15 {
		t.Errorf("mean of 0, 1, 2: %v", got)
	}
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Dir(s.path(folder)), 0o777); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(s.path(folder))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := s.write(file, record{values(rows), values(rows)}); err != nil {
		t.Fatal(err)
	}
	r, err := s.read(folder)
	if err != nil {
		t.Fatal(err)
	}
	if r.shown[0][0] != 66.7 || r.sample[0][0] != 66.6666667 || !math.IsNaN(r.shown[1][0]) {
		t.Errorf("recorded %v", r)
	}
	page, err := replace("Toys:\n<!-- a toy -->\n\nold\n<!-- end of a toy -->\nEnd.\n", "a toy", s.blocks(r.shown)["a toy"])
	want := "Toys:\n<!-- a toy -->\n\n" +
		"### First\n\n| N | kind | share / index |\n|---:|---|---:|\n| 1 | a | 66.7 / 1.00 |\n\n" +
		"### Second\n\n| N | kind | share / index |\n|---:|---|---:|\n| 2 | b | – |\n<!-- end of a toy -->\nEnd.\n"
	if err != nil || page != want {
		t.Errorf("%v\n%s\nwant\n%s", err, page, want)
	}
	s.boards = 4
	if _, err := s.read(folder); err == nil {
		t.Error("a record of another number of boards was read")
	}
}

// A tenth of 4,000 boards tells 95 % to √(0.95·0.05/400) = 1.09 points, of which five are
// 5.45; half of the last digit, 0.05, is allowed for rounding.
func TestAgreementToFiveStandardErrors(t *testing.T) {
	s := toy()
	s.boards = 4000
	for got, want := range map[float64]bool{89.4: false, 89.6: true, 95: true, math.NaN(): false} {
		if agrees := s.agree(0, number{got, 0}, 95); agrees != want {
			t.Errorf("%v beside 95: %v", got, agrees)
		}
	}
	if s.agree(1, number{3, 0.2}, 1.9) || !s.agree(1, number{3, 0.2}, 2.1) { // no share: the error given counts
		t.Error("3 ± 0.2 agrees with 2.1 and not with 1.9")
	}
}
