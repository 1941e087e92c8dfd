package results

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/sbinet/npyio/npz"
	"pgregory.net/rapid"
)

func TestWriteCSV(t *testing.T) {
	b := makeBoard(t, "", []string{"a,b", "c"}, []string{"q"}, 2, 2, 0, 2, 1, 0)
	var out bytes.Buffer
	if err := b.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want := "model,question,trial,outcome\n\"a,b\",q,1,0\n\"a,b\",q,2,2\nc,q,1,1\nc,q,2,0\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}

	b.Task = "aime"
	out.Reset()
	if err := b.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want = "model,question,trial,outcome,task\n\"a,b\",q,1,0,aime\n\"a,b\",q,2,2,aime\nc,q,1,1,aime\nc,q,2,0,aime\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}

	b.Task, b.Groups = "", []string{"x\r\ny"}
	wantError(t, b.WriteCSV(&out), `group "x\r\ny" would lose a carriage return in CSV`)
	b.Groups[0] = "x"
	out.Reset()
	if err := b.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	want = "model,question,trial,outcome,group\n\"a,b\",q,1,0,x\n\"a,b\",q,2,2,x\nc,q,1,1,x\nc,q,2,0,x\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// npyio is another reader of the format than the one in this package.
func TestWriteNPZForOthers(t *testing.T) {
	for _, test := range []struct {
		top   int
		dtype string
	}{{127, "|i1"}, {128, "|u1"}} {
		b := makeBoard(t, "", []string{"a", "ü😀"}, []string{"q"}, 2, test.top, 0, 1, 2, 100)
		var out bytes.Buffer
		if err := b.WriteNPZ(&out); err != nil {
			t.Fatal(err)
		}
		r, err := npz.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"R.npy", "models.npy", "questions.npy"}; !slices.Equal(r.Keys(), want) {
			t.Errorf("keys %q, want %q", r.Keys(), want)
		}
		cells := r.Header("R.npy").Descr
		if !slices.Equal(cells.Shape, []int{2, 1, 2}) || cells.Type != test.dtype || cells.Fortran {
			t.Errorf("cells: %v, want shape [2 1 2] of %s", cells, test.dtype)
		}
		var values []int
		if test.dtype == "|i1" {
			var raw []int8
			err = r.Read("R.npy", &raw)
			for _, v := range raw {
				values = append(values, int(v))
			}
		} else {
			var raw []uint8
			err = r.Read("R.npy", &raw)
			for _, v := range raw {
				values = append(values, int(v))
			}
		}
		if err != nil || !slices.Equal(values, []int{0, 1, 2, 100}) {
			t.Errorf("cells %v, %v", values, err)
		}
		labels := r.Header("models.npy").Descr
		if !slices.Equal(labels.Shape, []int{2}) || labels.Type != "<U2" {
			t.Errorf("models: %v, want shape [2] of <U2", labels)
		}
	}
}

func TestUnwritableNames(t *testing.T) {
	for _, test := range []struct {
		name                  string
		task, model, question string
		csv, npz, jsonl       string // the errors, "" for none
	}{
		{"model without a name", "", "", "q", "a model has an empty name", "a model has an empty name", "a model has an empty name"},
		{"question not UTF-8", "", "a", "\xff", `question "\xff" is not UTF-8`, `question "\xff" is not UTF-8`, `question "\xff" is not UTF-8`},
		{"task not UTF-8", "\xff", "a", "q", `task "\xff" is not UTF-8`, `task "\xff" is not UTF-8`, `task "\xff" is not UTF-8`},
		{"carriage return and line feed", "", "a\r\nb", "q", `model "a\r\nb" would lose a carriage return in CSV`, "", ""},
		{"zero at the end", "", "a", "q\x00", "", `question "q\x00" ends in a NUL character, which NPZ would drop`, ""},
		{"task named models", "models", "a", "q", "", `cannot write a task named "models" to NPZ`, ""},
		{"task named questions", "questions", "a", "q", "", `cannot write a task named "questions" to NPZ`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := makeBoard(t, test.task, []string{test.model}, []string{test.question}, 1, 1, 0)
			for _, format := range []struct {
				write func(io.Writer) error
				want  string
			}{{b.WriteCSV, test.csv}, {b.WriteNPZ, test.npz}, {b.WriteJSONL, test.jsonl}} {
				var out bytes.Buffer
				err := format.write(&out)
				if format.want != "" {
					wantError(t, err, format.want)
					if out.Len() > 0 {
						t.Errorf("%d bytes were written before the error", out.Len())
					}
				} else if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// failing is a disk that is full after some bytes.
type failing struct{ room int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriteErrorsAreReturned(t *testing.T) {
	b := makeBoard(t, "", Numbered("a", 100), Numbered("q", 100), 2, 1, make([]uint8, 20000)...)
	for _, write := range []func(io.Writer) error{b.WriteCSV, b.WriteJSONL, b.WriteNPZ} {
		var out bytes.Buffer
		if err := write(&out); err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, 1, out.Len() / 2, out.Len() - 1} {
			if err := write(&failing{room}); !errors.Is(err, errFull) {
				t.Errorf("room for %d of %d bytes: %v", room, out.Len(), err)
			}
		}
	}
}

// drawBoard draws boards with all that names and categories may be. Its top
// category is the highest outcome, as it is after reading.
func drawBoard(t *rapid.T) *Board {
	name := rapid.OneOf(
		rapid.StringN(1, 8, -1),
		rapid.StringOfN(rapid.RuneFrom([]rune("ab,\"\n\r; \t\x00{}'\\\ufeffü😀")), 1, 5, -1),
	).Filter(func(s string) bool {
		return checkName("", s) == nil && writableCSV(s) == nil && writableNPZ(s) == nil
	})
	names := func(label string, most int) []string {
		return rapid.SliceOfNDistinct(name, 1, most, rapid.ID[string]).Draw(t, label)
	}
	models, questions := names("models", 4), names("questions", 5)
	trials := rapid.IntRange(1, 6).Draw(t, "trials")
	highest := rapid.SampledFrom([]int{0, 1, 2, 127, 128, 255}).Draw(t, "highest")
	cells := rapid.SliceOfN(rapid.Uint8Max(uint8(highest)), len(models)*len(questions)*trials, -1).Draw(t, "cells")
	cells = cells[:len(models)*len(questions)*trials]
	b, err := NewBoard(models, questions, trials, max(1, int(slices.Max(cells))))
	if err != nil {
		t.Fatal(err)
	}
	copy(b.cells, cells)
	b.Task = name.Filter(func(s string) bool { return s != modelsKey && s != questionsKey }).Draw(t, "task")
	return b
}

func TestRoundTrip(t *testing.T) {
	for _, format := range []struct {
		name   string
		write  func(*Board, io.Writer) error
		noTask string // what a board without a task gets
	}{{"CSV", (*Board).WriteCSV, ""}, {"JSONL", (*Board).WriteJSONL, ""}, {"NPZ", (*Board).WriteNPZ, "R"}} {
		t.Run(format.name, rapid.MakeCheck(func(t *rapid.T) {
			want := drawBoard(t)
			task := want.Task
			if rapid.Bool().Draw(t, "no task") {
				want.Task, task = "", format.noTask
			}
			var out, again bytes.Buffer
			if err := format.write(want, &out); err != nil {
				t.Fatal(err)
			}
			if err := format.write(want, &again); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
				t.Fatalf("writing again gives other bytes, or %v", err)
			}
			got, err := ReadFrom(bytes.NewReader(out.Bytes()), "x", ReadOptions{Task: task})
			if err != nil {
				t.Fatal(err)
			}
			want.Task = task
			sameBoard(t, got, want)
		}))
	}
}

func sameBoard(t interface{ Fatalf(string, ...any) }, got, want *Board) {
	if got.Task != want.Task || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Questions, want.Questions) ||
		got.trials != want.trials || got.top != want.top || !bytes.Equal(got.cells, want.cells) {
		t.Fatalf("got %+v\nwant %+v", got, want)
	}
}

// As in numpy, the elements start at a multiple of 64, whatever the header says.
func TestNPYHeaderIsAligned(t *testing.T) {
	for width := range 200 {
		header := npyHeaderBytes("<U"+strings.Repeat("1", width), []int{1, 2, 3})
		if len(header)%64 != 0 || header[len(header)-1] != '\n' {
			t.Errorf("%d bytes of header, the last is %q", len(header), header[len(header)-1])
		}
	}
}
