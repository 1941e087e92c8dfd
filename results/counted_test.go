package results

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// counted reads an NPZ file as counts.
func counted(data string) (*Board, *Kept, error) {
	f, err := newResults(strings.NewReader(data), "x", ReadOptions{Counts: true})
	if err != nil {
		return nil, nil, err
	}
	return f.board()
}

// An NPZ file that is counted as it is read has the tally of the board that it holds, in
// any order and width of elements, and the rows of that board by category.
func TestCountedBoards(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		models, questions, trials := rapid.IntRange(1, 3).Draw(t, "models"), rapid.IntRange(1, 4).Draw(t, "questions"), rapid.IntRange(1, 9).Draw(t, "trials")
		top := rapid.IntRange(1, 4).Draw(t, "top")
		b, err := NewBoard(Numbered("model", models), Numbered("question", questions), trials, top)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.cells {
			b.cells[i] = uint8(rapid.IntRange(0, top).Draw(t, "category"))
		}
		b.cells[0] = uint8(top) // so that it is the highest outcome
		b.Task = "R"
		fortran := rapid.Bool().Draw(t, "fortran")
		width := rapid.SampledFrom([]string{"|i1", "|u1", "<i2", ">u4"}).Draw(t, "dtype")
		c, kept, err := counted(npzOf(outer, b, width, fortran))
		if err != nil {
			t.Fatal(err)
		}
		if !c.Counted() || !kept.Counted || c.Cells() != b.Cells() || kept.Made != b.Cells() || c.Shape() != b.Shape() {
			t.Fatalf("%+v of %v: %+v", c.Shape(), b.Shape(), kept)
		}
		if diff := cmp.Diff(b.TallyAll(), c.TallyAll(), cmp.AllowUnexported(Tally{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		for m := range models {
			for q := range questions {
				if got, want := c.Row(m, q), slices.Sorted(slices.Values(b.Row(m, q))); !slices.Equal(got, want) {
					t.Fatalf("a row of %v, want %v", got, want)
				}
			}
		}
		of := make([]uint8, top+1)
		for i := range of {
			of[i] = uint8(rapid.IntRange(0, 2).Draw(t, "other"))
		}
		x, err := b.Recategorize(of, 2)
		if err != nil {
			t.Fatal(err)
		}
		y, err := c.Recategorize(of, 2)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(x.TallyAll(), y.TallyAll(), cmp.AllowUnexported(Tally{})); diff != "" || !y.Counted() {
			t.Fatal(diff)
		}
	})
}

// npzOf is a board as an NPZ file of elements of a type.
func npzOf(t testing.TB, b *Board, dtype string, fortran bool) string {
	var elements []byte
	size, at := int(dtype[2]-'0'), 0
	if dtype[0] == '>' {
		at = size - 1
	}
	put := func(category uint8) {
		element := make([]byte, size)
		element[at] = category
		elements = append(elements, element...)
	}
	if !fortran {
		for _, category := range b.cells {
			put(category)
		}
	} else {
		for trial := range b.trials {
			for q := range b.Questions {
				for m := range b.Models {
					put(b.Row(m, q)[trial])
				}
			}
		}
	}
	return zipped(t, entry{"R.npy", npyArray(dtype, fortran, shapeText([]int{len(b.Models), len(b.Questions), b.trials}), elements...)})
}

// What a counted board writes, another reads: its trials by category.
func TestCountedBoardsAreWritten(t *testing.T) {
	c, err := readWith("model,question,correct,trials\na,q,1,3\nb,q,3,3\n", MissingRefuse)
	if err != nil {
		t.Fatal(err)
	}
	var csv, npz bytes.Buffer
	if err := errors.Join(c.WriteCSV(&csv), c.WriteNPZ(&npz)); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{csv.String(), npz.String()} {
		b, err := readString(data, "x", "")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string][]uint8{"a q": {0, 0, 1}, "b q": {1, 1, 1}}, rowsByName(b)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestCountsRefuse(t *testing.T) {
	for data, want := range map[string]string{
		zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 2, 1)", 1, 0xff)}): `x: "R": some cells are -1 (no outcome), but "counts:" requires a complete board; remove the prefix "counts:"`,
		zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 2, 1)", 1, 0xfe)}): `x: "R"[0, 1, 0] is -2, not a category 0..255`,
		zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 1, 0)}):    `x: "R": holds more data than its shape allows`,
	} {
		_, _, err := counted(data)
		wantError(t, err, want)
	}
}

// A board of a million cells takes an eighth more as it is read, and its 1000 counts 2 bytes
// each, beside 64 bytes for each of 1 + 1000 names.
func TestTooLargeNamesCounts(t *testing.T) {
	path := t.TempDir() + "/x.npz"
	data := zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1000, 1000)", make([]byte, 1_000_000)...)})
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	const names, counts = 1001 * 64, 2000
	for allowed, want := range map[int64]int64{names + counts: names + counts, names + counts - 1: 0} {
		_, err := Read(path, ReadOptions{MaxBytes: allowed})
		large, ok := errors.AsType[*TooLarge](err)
		if !ok || large.Needs != names+1_125_000 || large.Counted != want {
			t.Errorf("%d bytes: %+v, want %d counted", allowed, large, want)
		}
	}
	if _, err := Read(path, ReadOptions{MaxBytes: names + counts, Counts: true}); err != nil {
		t.Error(err)
	}
}
