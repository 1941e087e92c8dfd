package results

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// elementOf returns an element of a page with deflated bytes.
func elementOf(t testing.TB, id string, packed []byte) string {
	t.Helper()
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(packed)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("<script type=\"application/octet-stream\" id=\"%s\">%s</script>\n", id, base64.StdEncoding.EncodeToString(out.Bytes()))
}

// pageOf returns a page with boards by the IDs of their elements.
func pageOf(t testing.TB, boards map[string]*Board, most int) string {
	t.Helper()
	page := "<!DOCTYPE html>\n<title>x</title>\n" + elementOf(t, "leaderboard", []byte("no board"))
	for _, id := range slices.Sorted(maps.Keys(boards)) {
		packed, err := boards[id].Pack(most)
		if err != nil {
			t.Fatal(err)
		}
		page += elementOf(t, id, packed)
	}
	return page + "</html>\n"
}

// A page is read as the board that it was made of: complete, unequal and graded ones, and
// their groups. Of several tasks one is named, and all together are none of them.
func TestReadPage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, unequal := range []bool{false, true} {
		one, other := drawnBoard(t, r, 3, 7, 1, unequal), drawnBoard(t, r, 3, 5, 3, unequal)
		other.Task, other.Groups = "u", []string{"a", "b", "a", "c", "c"}
		opt := ReadOptions{Policy: Policy{Missing: MissingUnequal, KeepUnmet: true}}
		got, err := ReadFrom(strings.NewReader(pageOf(t, map[string]*Board{"board": one}, 1000)), "x", opt)
		if err != nil {
			t.Fatal(err)
		}
		samePacked(t, got, one)
		page := pageOf(t, map[string]*Board{"all-board": one, "task-1-board": one, "task-2-board": other}, 1000)
		tasks, err := ReadAttemptsFrom(strings.NewReader(page), "x", ReadOptions{})
		if err != nil || len(tasks) != 2 || tasks[0].Task != "t" || tasks[1].Task != "u" {
			t.Fatalf("the tasks are %v, %v", tasks, err)
		}
		opt.Task = "u"
		if got, err = ReadFrom(strings.NewReader(page), "x", opt); err != nil {
			t.Fatal(err)
		}
		samePacked(t, got, other)
		for _, task := range []string{"", "v"} {
			opt.Task = task
			if _, err := ReadFrom(strings.NewReader(page), "x", opt); err == nil || !strings.Contains(err.Error(), `"u"`) {
				t.Errorf("of task %q the error is %v, want one that lists the tasks", task, err)
			}
		}
	}
}

// Of a page with counts the trials have no order: they are counted.
func TestReadPageOfCounts(t *testing.T) {
	b := drawnBoard(t, rand.New(rand.NewPCG(1, 2)), 3, 7, 2, false)
	b.Groups = []string{"a", "b", "a", "c", "c", "b", "a"}
	page := pageOf(t, map[string]*Board{"board": b}, 90) // for 105 trials
	tasks, err := ReadAttemptsFrom(strings.NewReader(page), "x", ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, kept, err := tasks[0].Board(Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if !kept.Counted || tasks[0].Labelled() {
		t.Error("counts of trials have an order")
	}
	if !slices.Equal(got.Groups, b.Groups) {
		t.Errorf("groups %q, want %q", got.Groups, b.Groups)
	}
	for m := range b.Models {
		for q := range b.Questions {
			row := slices.Sorted(slices.Values(b.Row(m, q)))
			if own := slices.Sorted(slices.Values(got.Row(m, q))); !slices.Equal(own, row) {
				t.Fatalf("model %d, question %d: %v, want %v", m, q, own, row)
			}
		}
	}
}

// Damaged pages, and others, are refused with the file and what is wrong.
func TestReadPageDamaged(t *testing.T) {
	whole := pageOf(t, map[string]*Board{"board": drawnBoard(t, rand.New(rand.NewPCG(1, 2)), 3, 7, 1, false)}, 1000)
	start := strings.Index(whole, `id="board">`)
	bomb := elementOf(t, "board", bytes.Repeat([]byte{' '}, 1<<20))
	for name, tt := range map[string]struct {
		page, want string
		most       int64
	}{
		"no page of ours":  {"<!DOCTYPE html><p>hello</p>", "x: is a page without results: ", 0},
		"XML":              {"<?xml version=\"1.0\"?><a/>", "x: is a page without results: ", 0},
		"cut off":          {whole[:start+50], `x: the page is damaged: element "board" has no end`, 0},
		"not base64":       {strings.Replace(whole, `id="board">`, `id="board">!`, 1), `x: the page is damaged: element "board": cannot unpack the board: illegal base64 data`, 0},
		"a part is gone":   {whole[:start+31] + whole[start+71:], `x: the page is damaged: element "board": `, 0},
		"no board":         {"<" + elementOf(t, "board", []byte("{}")), `x: the page is damaged: element "board": cannot unpack the board: its data is damaged`, 0},
		"unpacks to a lot": {"<" + bomb, `x: `, 100_000},
		"a large page":     {"<" + strings.Repeat(" ", 200_000), `x: `, 100_000},
	} {
		_, err := ReadFrom(strings.NewReader(tt.page), "x", ReadOptions{MaxBytes: tt.most})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: the error is %v, want %s", name, err, tt.want)
		}
		if _, large := errors.AsType[*TooLarge](err); large != (tt.most > 0) {
			t.Errorf("%s: the error is %v, too large: %t", name, err, large)
		}
	}
}

// Neither a page nor what is packed in it makes reading panic, and what is read can be
// written and read again.
func FuzzReadPage(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, unequal := range []bool{false, true} {
		b := drawnBoard(f, r, 2, 3, 2, unequal)
		for _, most := range []int{1000, 25} {
			packed, err := b.Pack(most)
			if err != nil || packed == nil {
				continue
			}
			f.Add(packed, true, "")
			f.Add([]byte(pageOf(f, map[string]*Board{"board": b}, most)), false, "t")
		}
	}
	f.Add([]byte("<"), false, "")
	f.Fuzz(func(t *testing.T, data []byte, packed bool, task string) {
		if packed {
			data = []byte("<" + elementOf(t, "board", data))
		}
		if b, err := ReadFrom(bytes.NewReader(data), "x", ReadOptions{Task: task}); err == nil && b.Counted() {
			return // what is written of it is no longer counted
		}
		checkReading(t, data, task)
	})
}

// A CSV file whose first name begins with an end tag is no page.
func TestNameBeginsWithEndTag(t *testing.T) {
	opt := ReadOptions{Columns: map[string]string{"outcome": "</b>"}}
	b, err := ReadFrom(strings.NewReader("</b>,model,question\n1,a,q\n"), "x.csv", opt)
	if err != nil || len(b.Models) != 1 {
		t.Errorf("%v, %v", b, err)
	}
}
