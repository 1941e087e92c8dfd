package results

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawnBoard returns a board of random outcomes, whose trials differ from cell to cell if
// unequal.
func drawnBoard(t testing.TB, r *rand.Rand, models, questions, top int, unequal bool) *Board {
	t.Helper()
	trials := slices.Repeat([]int{5}, models*questions)
	if unequal {
		for i := range trials {
			trials[i] = i % 4 // some models never met some questions
		}
	}
	name := func(what string, n int) (names []string) {
		for i := range n {
			names = append(names, fmt.Sprintf("%s\n%d</script>\u202e", what, i))
		}
		return names
	}
	b, err := NewUnequalBoard(name("m", models), name("q", questions), trials, top)
	if err != nil {
		t.Fatal(err)
	}
	for m := range models {
		for q := range questions {
			row := b.Row(m, q)
			for i := range row {
				row[i] = uint8(r.IntN(top + 1))
			}
		}
	}
	b.Task = "t"
	return b
}

// samePacked checks names, shape and every outcome.
func samePacked(t *testing.T, got, want *Board) {
	t.Helper()
	if got.Task != want.Task || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Questions, want.Questions) ||
		!slices.Equal(got.Groups, want.Groups) || got.Shape() != want.Shape() {
		t.Fatalf("unpacked is %+v of %q, want %+v of %q", got.Shape(), got.Models, want.Shape(), want.Models)
	}
	for m := range want.Models {
		for q := range want.Questions {
			if !slices.Equal(got.Row(m, q), want.Row(m, q)) {
				t.Fatalf("model %d, question %d: unpacked is %v, want %v", m, q, got.Row(m, q), want.Row(m, q))
			}
		}
	}
}

// What is packed is unpacked with every outcome in its place: binary and graded, complete
// and unequal.
func TestPack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, unequal := range []bool{false, true} {
		for _, top := range []int{1, 3, 255} {
			b := drawnBoard(t, r, 3, 7, top, unequal)
			if top == 3 {
				b.Groups = []string{"a", "b", "a", "a", "c", "b", "a"}
			}
			packed, err := b.Pack(1000)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Unpack(packed)
			if err != nil {
				t.Fatalf("top %d, unequal %v: %v", top, unequal, err)
			}
			samePacked(t, got, b)
		}
	}
}

// Where trials are too many their counts are packed, and nothing where these are too many,
// too, or the board is unequal. The bounds are by hand: 3 × 7 × 5 trials, and 3 × 7 counts
// of 2 bytes in each of 2 categories.
func TestPackCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	b := drawnBoard(t, r, 3, 7, 2, false)
	for most, want := range map[int]string{105: "trials", 104: "counts", 84: "counts", 83: "nothing"} {
		packed, err := b.Pack(most)
		if err != nil {
			t.Fatal(err)
		}
		if packed == nil {
			if want != "nothing" {
				t.Errorf("of at most %d bytes nothing is packed", most)
			}
			continue
		}
		got, err := Unpack(packed)
		if err != nil {
			t.Fatal(err)
		}
		if got.Counted() != (want == "counts") || want == "nothing" {
			t.Errorf("of at most %d bytes, counts: %v, want %s", most, got.Counted(), want)
		}
		for m := range b.Models { // trials of counts are in the order of categories
			for q := range b.Questions {
				wanted := slices.Clone(b.Row(m, q))
				if got.Counted() {
					slices.Sort(wanted)
				}
				if !slices.Equal(got.Row(m, q), wanted) {
					t.Fatalf("model %d, question %d: %v, want %v", m, q, got.Row(m, q), wanted)
				}
			}
		}
	}
	if packed, err := drawnBoard(t, r, 3, 7, 2, true).Pack(10); packed != nil || err != nil {
		t.Errorf("of an unequal board %d bytes are packed, %v", len(packed), err)
	}
}

// Damage is an error, and never a panic: every shorter text, and heads of other shapes.
func TestUnpackDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, unequal := range []bool{false, true} {
		packed, err := drawnBoard(t, r, 2, 3, 1, unequal).Pack(1000)
		if err != nil {
			t.Fatal(err)
		}
		for n := range packed {
			if _, err := Unpack(packed[:n]); err == nil {
				t.Fatalf("unequal %v: the first %d of %d bytes are a board", unequal, n, len(packed))
			}
		}
		_, body, _ := bytes.Cut(packed, []byte("\n"))
		for _, head := range []string{
			`{"models":["a","b"],"questions":["x","y","z"],"top":0,"trials":5}`,
			`{"models":["a","b"],"questions":["x","y","z"],"top":1,"trials":-5}`,
			`{"models":["a","a"],"questions":["x","y","z"],"top":1,"trials":5}`,
			`{"models":["a","b"],"questions":["x","y","z"],"top":1,"trials":4}`,
			`{"models":["a","b"],"questions":["x","y","z"],"top":300,"trials":5}`,
			`{"models":["a","b"],"questions":["x","y","z"],"top":1,"trials":5,"counts":true}`,
			`{"models":[],"questions":[],"top":1,"trials":5}`,
		} {
			if _, err := Unpack([]byte(head + "\n" + string(body))); err == nil || !strings.HasPrefix(err.Error(), "cannot unpack") {
				t.Errorf("%s: %v", head, err)
			}
		}
		packed[len(packed)-1] = 2
		if _, err := Unpack(packed); err == nil {
			t.Error("an outcome above the top category is unpacked")
		}
	}
	over := `{"models":["a"],"questions":["x"],"top":1,"trials":3,"counts":true}` + "\n\x04\x00"
	if _, err := Unpack([]byte(over)); err == nil {
		t.Error("4 successes of 3 trials are unpacked")
	}
}
