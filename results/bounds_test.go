package results

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"settle/internal/bounded"
	"settle/internal/tests/mutants"
)

// costs runs a function that should take little time and memory, and returns
// the most memory, in bytes, that was in use above what was there before.
func costs(t *testing.T, limit time.Duration, bytes int64, work func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start := time.Now()
	work()
	took := time.Since(start)
	runtime.ReadMemStats(&after)
	if took > limit {
		t.Errorf("it took %v, at most %v were expected", took, limit)
	}
	if got := int64(after.TotalAlloc - before.TotalAlloc); got > bytes {
		t.Errorf("%d bytes were allocated in all, at most %d were expected", got, bytes)
	}
}

// What does not end is refused after some megabytes. The time is some hundred
// times what it takes.
func TestEndlessInput(t *testing.T) {
	const record = `{"model":"a","question":"q","trial":1,"outcome":1}` + "\n"
	for _, test := range []struct{ name, begin, repeat, want string }{
		{"zeros", "", "\x00", "x: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"},
		{"a line", "", "a,", "x: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"},
		{"an open quote", csvHeader + "a,q,1,1\n\"b", ",q,1,1\n", "x: after line 2: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"},
		{"empty lines", "", "\n", "x: 1048576 blank bytes without a record"},
		{"blanks", csvHeader, " ", "x: after line 1: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"},
		{"empty lines of CSV", csvHeader, "\r\n", "x: after line 1: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV"},
		{"empty lines of JSON", record, "\n", "x:1048578: 1048576 blank bytes without a record"},
		{"one line of JSON", record + `{"model":"`, "a", "x:2: line of more than 1048576 bytes"},
		{"lines that end in carriage returns", "", "model,question,trial,outcome\r", "x: lines end in carriage returns only; save the file with line feeds"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var err error
			// A record of half a million fields takes some 80 bytes for each.
			costs(t, 3*time.Second, 128<<20, func() {
				_, err = ReadFrom(io.MultiReader(strings.NewReader(test.begin), mutants.Endless(test.repeat)), "x", ReadOptions{})
			})
			wantError(t, err, test.want)
		})
	}
}

// Blanks may come before the first record, as far as a record goes, and lines
// count from the beginning of the file.
func TestBlanksBeforeTheRecords(t *testing.T) {
	want, csv, jsonl, _ := tiny(t)
	for _, blank := range []int{500, 511, 512, 513, 4096, 100_000, bounded.Record - 1000} {
		for _, data := range []string{csv, jsonl} {
			got, err := readString(strings.Repeat("\n", blank)+data, "x", "")
			if err != nil {
				t.Fatalf("%d blanks: %v", blank, err)
			}
			wantBoard(t, got, want)
		}
		_, err := readString("\xef\xbb\xbf"+strings.Repeat("\n", blank)+"{}", "x", "")
		wantError(t, err, fmt.Sprintf(`x:%d: cannot determine the columns: model (no known name), question (no known name), `+
			`outcome (no known name); the table has no columns; add the columns "model", "question", "outcome"`, blank+1))
	}
}

// Rows that are more than the cells that they name are refused at once: these
// would unpack to four billion.
func TestDoubledRowsAreFoundEarly(t *testing.T) {
	var want error
	for _, test := range []struct{ name, rows, want string }{
		{"one row", "a,q,1,1\n", "x:3: model \"a\", question \"q\", trial 1 appears twice, first on line 2 (the first of 32767 rows so far that repeat a cell)"},
		{"two boards", "a,q,1,1\nb,q,1,1\na,p,1,1\nb,p,1,1\n", `x:6: model "a", question "q", trial 1 appears twice, first on line 2 (the first of 32764 rows so far that repeat a cell)`},
	} {
		costs(t, 3*time.Second, 16<<20, func() {
			_, want = ReadFrom(io.MultiReader(strings.NewReader(csvHeader), mutants.Endless(test.rows)), "x", ReadOptions{})
		})
		wantError(t, want, test.want)
	}
	costs(t, 3*time.Second, 16<<20, func() {
		_, want = ReadFrom(mutants.Endless(`{"model":"a","question":"q","trial":1,"outcome":1}`+"\n"), "x", ReadOptions{})
	})
	wantError(t, want, `x:2: model "a", question "q", trial 1 appears twice, first on line 1 (the first of 32767 rows so far that repeat a cell)`)
}

// Names of rows that are not read are kept for messages, too.
func TestNamesAreBounded(t *testing.T) {
	l := newOutcomeTable("x", ReadOptions{}, true)
	l.tasks.bytes = maxNameBytes
	err := readCSV(bufio.NewReader(strings.NewReader("task,"+csvHeader+"t,a,q,1,1\n")), "x", l.layout, l)
	wantError(t, err, "x:2: names take more than 1073741824 bytes in total")
}

// An NPZ file says what it needs, others are given up when they need too much.
// The needs are the cells and an eighth of them, and 64 bytes a name; and 17
// bytes a row, of which 16 are the record's and one the cell's.
func TestMaxBytes(t *testing.T) {
	rows := &manyRows{rows: 100_000, format: "model %d,question %d,%d,%d\n"}
	npz := zipped(t, entry{"R.npy", npyArray("|i1", false, "(10, 100, 1000)", make([]byte, 1_000_000)...)})
	var long strings.Builder // 100 names of 1,000 bytes and 64 more, on a row each
	long.WriteString(csvHeader)
	for i := range 100 {
		fmt.Fprintf(&long, "a,%01000d,1,1\n", i)
	}
	const npzNeeds = 1_000_000 + 125_000 + 64*110
	for _, test := range []struct {
		name        string
		in          func() io.Reader
		allows      int64
		needs, most int64 // 0: it is read
	}{
		{"NPZ", func() io.Reader { return strings.NewReader(npz) }, 1_500_000, 0, 0},
		{"NPZ", func() io.Reader { return strings.NewReader(npz) }, npzNeeds + int64(len(npz)), 0, 0},
		{"NPZ", func() io.Reader { return strings.NewReader(npz) }, npzNeeds + int64(len(npz)) - 1, npzNeeds + int64(len(npz)), npzNeeds + int64(len(npz))},
		{"NPZ", func() io.Reader { return strings.NewReader(npz) }, 1000, 1001, 1 << 20}, // while it is held
		{"CSV", func() io.Reader { r := *rows; return io.MultiReader(strings.NewReader(csvHeader), &r) }, 1_800_000, 0, 0},
		{"CSV", func() io.Reader { r := *rows; return io.MultiReader(strings.NewReader(csvHeader), &r) }, 1_700_000, 1_700_000, 1_800_000},
		{"CSV", func() io.Reader { r := *rows; return io.MultiReader(strings.NewReader(csvHeader), &r) }, 1_000_000, 1_000_000, 1_600_000},
		{"names", func() io.Reader { return strings.NewReader(long.String()) }, 50_000, 50_000, 90_000},
		{"names", func() io.Reader { return strings.NewReader(long.String()) }, 120_000, 0, 0},
	} {
		if test.name == "NPZ" && test.allows == 1_500_000 {
			test.allows += int64(len(npz))
		}
		_, err := ReadFrom(test.in(), "x", ReadOptions{MaxBytes: test.allows})
		tooLarge, refused := errors.AsType[*TooLarge](err)
		if err != nil && !refused {
			t.Fatal(err)
		}
		if refused != (test.needs > 0) || refused && (tooLarge.Allows != test.allows || tooLarge.Needs < test.needs || tooLarge.Needs > test.most) {
			t.Errorf("%s of at most %d bytes: %+v, want %d to %d", test.name, test.allows, tooLarge, test.needs, test.most)
		}
		if refused {
			checkOneLine(t, err)
		}
	}
}

func TestTooLargeSaysHowMuch(t *testing.T) {
	for _, test := range []struct {
		err  TooLarge
		want string
	}{
		{TooLarge{Needs: 2_415_919_104, Allows: 1_000_000_000}, "this needs about 2.42 GB, but the limit is 1 GB"},
		{TooLarge{Needs: 189_000_000_000, Allows: 8_500_000}, "this needs about 189 GB, but the limit is 8.5 MB"},
		{TooLarge{Needs: 1_001, Allows: 999}, "this needs about 1 kB, but the limit is 999 bytes"},
	} {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	_, err := readString(zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)}), "x", "")
	if err != nil {
		t.Fatal(err)
	}
}

// zeroBoard is a deflated NPZ file of so many cells, all zero.
func zeroBoard(t testing.TB, fortran bool, models, questions, trials int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("R.npy")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, npyArray("|i1", fortran, fmt.Sprintf("(%d, %d, %d)", models, questions, trials)))
	for range models {
		w.Write(make([]byte, questions*trials))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A board takes a byte a cell, and an eighth more while it is read: 2^25 cells,
// in either order of the axes. The steps before the last are an eighth each of
// the one after, so that all that is allocated is 8/7 of the cells.
func TestMemoryOfNPZ(t *testing.T) {
	const models, questions, trials = 64, 1 << 13, 1 << 6
	const cells = models * questions * trials
	for _, fortran := range []bool{false, true} {
		data := zeroBoard(t, fortran, models, questions, trials)
		costs(t, time.Minute, cells*8/7+10<<20, func() {
			b, err := ReadFrom(bytes.NewReader(data), "x", ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if len(b.cells) != cells {
				t.Errorf("%d cells", len(b.cells))
			}
		})
	}
}

// Room is made for at most eight times what was read, but for the first step,
// and the last step makes room for all.
func TestCapacity(t *testing.T) {
	for range 1000 {
		n := 1 + rand.IntN(1<<31-1)
		have, steps := 0, 0
		for have < n {
			next := capacity(have, n)
			if next <= have || next > n || next > max(1<<20, 8*have) {
				t.Fatalf("of %d: %d after %d", n, next, have)
			}
			have = next
			steps++
		}
		if steps > 6 { // 2^31 is 2^17 · 8^4.67
			t.Errorf("%d steps to %d", steps, n)
		}
	}
}

// Data that must be held is held once, in pieces.
func TestBuffer(t *testing.T) {
	text := make([]byte, 5*pieceSize/2)
	for i := range text {
		text[i] = byte(i * i >> 8)
	}
	var b *bufferedData
	var err error
	costs(t, time.Second, 4*pieceSize, func() { b, err = buffer(bytes.NewReader(text), 0) })
	if err != nil || b.size != int64(len(text)) {
		t.Fatalf("%d bytes: %v", b.size, err)
	}
	if got, err := io.ReadAll(io.NewSectionReader(b, 0, b.size)); err != nil || !bytes.Equal(got, text) {
		t.Errorf("other bytes: %v", err)
	}
	for _, at := range []int64{0, pieceSize - 3, 2 * pieceSize, int64(len(text)) - 7} {
		p := make([]byte, 7)
		if n, err := b.ReadAt(p, at); n != 7 || err != nil || !bytes.Equal(p, text[at:at+7]) {
			t.Errorf("at %d: %d bytes, %v", at, n, err)
		}
	}
	if n, err := b.ReadAt(make([]byte, 7), int64(len(text))-3); n != 3 || err != io.EOF {
		t.Errorf("at the end: %d bytes, %v", n, err)
	}
	if _, err := b.ReadAt(make([]byte, 1), 1<<40); err != io.EOF {
		t.Errorf("behind the end: %v", err)
	}
	if _, err := b.ReadAt(make([]byte, 1), -1); err == nil || err == io.EOF {
		t.Errorf("before the beginning: %v", err)
	}
	if b, err := buffer(strings.NewReader(""), 0); err != nil || b.size != 0 {
		t.Errorf("nothing: %d bytes, %v", b.size, err)
	}
}

// A gigabyte that begins like NPZ takes a gigabyte.
func TestBufferLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("holds a gigabyte")
	}
	costs(t, time.Minute, maxBuffered+4<<20, func() {
		_, err := ReadFrom(io.MultiReader(strings.NewReader("PK\x03\x04"), mutants.Endless("\x00")), "x", ReadOptions{})
		wantError(t, err, "x: more than 1073741824 bytes of NPZ data; save the data to a file, without gzip")
	})
	_, err := ReadFrom(io.MultiReader(strings.NewReader("PK\x03\x04"), mutants.Endless("\x00")), "x", ReadOptions{MaxBytes: 5 << 20})
	wantError(t, err, "x: this needs about 5.31 MB, but the limit is 5.24 MB")
}

// Sixty-seven million equal rows in 200 kB of gzip are refused, and so are two
// gigabytes of empty lines.
func TestCompressedBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("packs gigabytes")
	}
	bomb := func(begin, repeat string, bytesInAll int64) io.Reader {
		in, out := io.Pipe()
		go func() {
			z, _ := gzip.NewWriterLevel(out, gzip.BestSpeed) // a valid level
			io.WriteString(z, begin)
			_, err := io.CopyN(z, mutants.Endless(repeat), bytesInAll)
			out.CloseWithError(errors.Join(err, z.Close()))
		}()
		t.Cleanup(func() { in.Close() })
		return in
	}
	for _, test := range []struct{ begin, repeat, want string }{
		{csvHeader, "a,q,1,1\n", `x:3: model "a", question "q", trial 1 appears twice, first on line 2 (the first of 32767 rows so far that repeat a cell)`},
		{`{"model":"a","question":"q","trial":1,"outcome":1}` + "\n", "\n", "x:1048578: 1048576 blank bytes without a record"},
	} {
		costs(t, 5*time.Second, 64<<20, func() {
			_, err := ReadFrom(bomb(test.begin, test.repeat, 2<<30), "x", ReadOptions{})
			wantError(t, err, test.want)
		})
	}
}
