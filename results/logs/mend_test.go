package logs

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"settle/internal/bounded"
	"settle/internal/tests/mutants"
)

// Bare numbers are mended wherever a piece ends, and never within texts.
func TestMend(t *testing.T) {
	for text, want := range map[string]string{
		`{"NaN": NaN, "a": [Infinity, -Infinity,NaN]}`: `{"NaN": ` + mendedNaN + `, "a": [1e999999, -1e999999,` + mendedNaN + `]}`,
		`["NaN\"NaN", "\\", NaN, "\\\"NaN"]`:           `["NaN\"NaN", "\\", ` + mendedNaN + `, "\\\"NaN"]`,
		`[Na, "x"]`:                                    `[Na, "x"]`,
		`[NaN`:                                         `[` + mendedNaN,
		`Infinit`:                                      `Infinit`,
		`["a\\\\\"`:                                    `["a\\\\\"`,
	} {
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "half": iotest.HalfReader, "with its error": iotest.DataErrReader,
		} {
			got, err := io.ReadAll(newMender(wrap(strings.NewReader(text))))
			if string(got) != want || err != nil {
				t.Errorf("%s: %s is mended to %s, %v, want %s", name, text, got, err, want)
			}
		}
	}
}

// A text without an end is not read into memory.
func TestLongText(t *testing.T) {
	endless := io.MultiReader(strings.NewReader(`{"doc_id": "`), io.LimitReader(letters{}, 2*maxText))
	n, err := io.Copy(io.Discard, newMender(endless))
	if err != errLongText || n > maxText+1<<20 {
		t.Errorf("%d bytes of a text of %d: %v", n, 2*maxText, err)
	}
}

// Blanks, and the digits of a number, are not read into memory without an end, wherever
// they stand. As many as a record may have are read.
func TestLongGap(t *testing.T) {
	gap := func(fill string, n int) io.Reader { return io.LimitReader(mutants.Endless(fill), int64(n)) }
	for _, c := range []struct{ begin, fill, end string }{
		{"", "\n", "{}"},
		{`{"a": "b"}`, " \t\r\n", `{"a": "b"}`},
		{`{"a": [`, " ", "1]}"},
		{`["text"`, " ", "]"},
		{`[-`, "1", "]"},
	} {
		n, err := io.Copy(io.Discard, newMender(io.MultiReader(strings.NewReader(c.begin), gap(c.fill, 64<<20))))
		if err != errLongGap || n > 2<<20 {
			t.Errorf("%q and %q without an end: %d bytes are read, %v", c.begin, c.fill, n, err)
		}
		fits := io.MultiReader(strings.NewReader(c.begin), gap(c.fill, bounded.Record-len("-")), strings.NewReader(c.end))
		if _, err := io.Copy(io.Discard, newMender(iotest.HalfReader(fits))); err != nil {
			t.Errorf("%q and a megabyte of %q: %v", c.begin, c.fill, err)
		}
	}
	for _, fill := range []string{"1, ", `"", `, "[ ] "} {
		if n, err := io.Copy(io.Discard, newMender(gap(fill, 4<<20))); err != nil || n != 4<<20 {
			t.Errorf("4 MiB of %q: %d bytes are read, %v", fill, n, err)
		}
	}
}

// A megabyte of packed blanks, or of digits, is refused in little memory by every
// format of logs: here one of lines and one of a document.
func TestPackedBlanks(t *testing.T) {
	record := `{"schema_version": "0.3.0", "sample_id": "a", "evaluation": {"score": 1}}`
	for name, begin := range map[string]string{"lines": record, "document": `{"status": "success", "eval": {"task": "t", "model": "m"}, "x": [`} {
		path := filepath.Join(t.TempDir(), "log.gz")
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		z := gzip.NewWriter(out)
		_, err = io.Copy(z, io.MultiReader(strings.NewReader(begin), io.LimitReader(mutants.Endless("\n"), 48<<20)))
		if err := errors.Join(err, z.Close(), out.Close()); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = Read(path, Options{})
		runtime.ReadMemStats(&after)
		if err == nil || !strings.HasSuffix(err.Error(), errLongGap.Error()) {
			t.Errorf("%s: error %v", name, err)
		}
		// The decoder's buffer doubles up to the megabyte: less than 4 MiB in all.
		if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
			t.Errorf("%s: %d bytes are allocated", name, got)
		}
	}
}

// A list without an end is not read into memory, though its elements are short.
func TestLongList(t *testing.T) {
	for name, text := range map[string]string{
		"list":    `{"idx": 1, "gt": "", "pred": [], "score": [`,
		"ordered": `{"status": "success", "eval": {"task": "t", "model": "m"}, "samples": [{"id": 1, "scores": [`,
	} {
		path := filepath.Join(t.TempDir(), "log.json")
		if err := os.WriteFile(path, []byte(text+strings.Repeat("0,", mostElements)+"0]}"), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, Options{}); err == nil || !strings.HasSuffix(err.Error(), errLongList.Error()) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// letters is an x without end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
