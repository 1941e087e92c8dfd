package bootstrap_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/bootstrap"
	"settle/results"
)

// boardOf draws a small board of any shape.
func boardOf(t *rapid.T) *results.Board {
	models, questions := rapid.IntRange(1, 3).Draw(t, "L"), rapid.IntRange(1, 4).Draw(t, "M")
	trials, top := rapid.IntRange(1, 9).Draw(t, "N"), rapid.IntRange(1, 3).Draw(t, "C")
	b, err := results.NewBoard(results.Numbered("m", models), results.Numbered("q", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	for m := range models {
		for q := range questions {
			row := b.Row(m, q)
			for i := range row {
				row[i] = uint8(rapid.IntRange(0, top).Draw(t, "outcome"))
			}
		}
	}
	return b
}

// column returns one trial of one model, a category per question.
func column(b *results.Board, model, trial int) []uint8 {
	var c []uint8
	for q := range b.Questions {
		c = append(c, b.Row(model, q)[trial])
	}
	return c
}

// droppedColumns walks a column replicate and returns, by model, which columns went,
// from the last to the first: the difference of the tallies at n and n − 1.
func droppedColumns(t *rapid.T, b *results.Board, o bootstrap.Options, index int) [][][]uint8 {
	s, err := bootstrap.New(b, o, 9)
	if err != nil {
		t.Fatal(err)
	}
	walker := s.Walker()
	tally := walker.Draw(index)
	columns := make([][][]uint8, len(b.Models))
	for tally.Trials > 0 {
		before := results.NewTally(tally.Models, tally.Questions, tally.Top)
		before.CopyFrom(tally)
		walker.Drop()
		for m := range b.Models {
			c := make([]uint8, len(b.Questions))
			for q := range c {
				at := q * tally.Top
				for j := range tally.Top {
					switch was, is := before.Row(m)[at+j], tally.Row(m)[at+j]; was - is {
					case 0:
					case 1:
						c[q] = uint8(j + 1)
					default:
						t.Fatalf("model %d, question %d went from %d to %d in category %d", m, q, was, is, j+1)
					}
				}
			}
			columns[m] = append(columns[m], c)
		}
	}
	for m := range b.Models {
		for i, count := range tally.Row(m) {
			if count != 0 {
				t.Fatalf("count %d of model %d is %d at n = 0", i, m, count)
			}
		}
	}
	return columns
}

// What a column replicate drops are columns of the board; without replacement
// they are all of them, each once.
func TestColumnsAreColumnsOfTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardOf(t)
		index := rapid.IntRange(0, 99).Draw(t, "replicate")
		replacement := rapid.Bool().Draw(t, "replacement")
		paired := rapid.Bool().Draw(t, "paired")
		o := bootstrap.Options{Scheme: bootstrap.Columns, Replacement: replacement, Paired: paired}
		for m, drawn := range droppedColumns(t, b, o, index) {
			var there [][]uint8
			for trial := range b.Trials() {
				there = append(there, column(b, m, trial))
			}
			slices.SortFunc(there, slices.Compare)
			for _, c := range drawn {
				if _, ok := slices.BinarySearchFunc(there, c, slices.Compare); !ok {
					t.Fatalf("model %d drew %v, which is no column of %v", m, c, there)
				}
			}
			slices.SortFunc(drawn, slices.Compare)
			if !replacement && !slices.EqualFunc(drawn, there, slices.Equal) {
				t.Fatalf("model %d drew %v without replacement, the board has %v", m, drawn, there)
			}
		}
	})
}

// With the trial's number as the outcome of the only question, the columns
// drawn can be read off: paired models draw the same, others need not.
func TestPairedColumns(t *testing.T) {
	b, err := results.NewBoard([]string{"a", "b"}, []string{"q"}, 50, 50)
	if err != nil {
		t.Fatal(err)
	}
	for m := range b.Models {
		for trial := range b.Row(m, 0) {
			b.Row(m, 0)[trial] = uint8(trial + 1)
		}
	}
	for _, paired := range []bool{true, false} {
		s, err := bootstrap.New(b, bootstrap.Options{Scheme: bootstrap.Columns, Replacement: true, Paired: paired}, 1)
		if err != nil {
			t.Fatal(err)
		}
		tally := s.Walker().Draw(0)
		if same := slices.Equal(tally.Row(0), tally.Row(1)); same != paired {
			t.Errorf("paired %v: the models drew the same columns: %v", paired, same)
		}
	}
}

func TestRowsCannotBePaired(t *testing.T) {
	b, err := results.NewBoard([]string{"a"}, []string{"q"}, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bootstrap.New(b, bootstrap.Options{Scheme: bootstrap.Rows, Paired: true}, 1); err == nil || !strings.Contains(err.Error(), "cannot pair rows") {
		t.Errorf("error %v", err)
	}
}

func TestParseScheme(t *testing.T) {
	for _, s := range []bootstrap.Scheme{bootstrap.Rows, bootstrap.Columns} {
		if got, err := bootstrap.ParseScheme(s.String()); err != nil || got != s {
			t.Errorf("ParseScheme(%q) = %v, %v", s, got, err)
		}
	}
	if _, err := bootstrap.ParseScheme("cells"); err == nil || !strings.Contains(err.Error(), "want rows, columns") {
		t.Errorf("error %v", err)
	}
}

func TestColumnsAllocateNothing(t *testing.T) {
	b, err := results.NewBoard(results.Numbered("m", 3), results.Numbered("q", 4), 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, replacement := range []bool{true, false} {
		s, err := bootstrap.New(b, bootstrap.Options{Scheme: bootstrap.Columns, Replacement: replacement}, 1)
		if err != nil {
			t.Fatal(err)
		}
		walker := s.Walker()
		if n := testing.AllocsPerRun(100, func() {
			walker.Draw(3)
			for range 20 {
				walker.Drop()
			}
		}); n != 0 {
			t.Errorf("replacement %v: %v allocations, want none", replacement, n)
		}
	}
}

// BenchmarkColumns walks column replicates of 11 × 30 × 80.
func BenchmarkColumns(b *testing.B) {
	board, err := results.NewBoard(results.Numbered("m", 11), results.Numbered("q", 30), 80, 1)
	if err != nil {
		b.Fatal(err)
	}
	s, err := bootstrap.New(board, bootstrap.Options{Scheme: bootstrap.Columns, Replacement: true}, 1)
	if err != nil {
		b.Fatal(err)
	}
	walker := s.Walker()
	b.ReportAllocs()
	for r := 0; b.Loop(); r++ {
		walker.Draw(r)
		for range 79 {
			walker.Drop()
		}
	}
}
