package results

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"settle/internal/tests/mutants"

	"github.com/google/go-cmp/cmp"
)

// readString reads a file that holds text, as the file called name.
func readString(text, name, task string) (*Board, error) {
	return ReadFrom(strings.NewReader(text), name, ReadOptions{Task: task})
}

// makeBoard returns a board with the given cells, by model, question, trial.
func makeBoard(t testing.TB, task string, models, questions []string, trials, top int, cells ...uint8) *Board {
	t.Helper()
	b, err := NewBoard(models, questions, trials, top)
	if err != nil {
		t.Fatal(err)
	}
	if len(cells) != len(b.cells) {
		t.Fatalf("%d cells for a board of %d", len(cells), len(b.cells))
	}
	copy(b.cells, cells)
	b.Task = task
	return b
}

func wantBoard(t testing.TB, got, want *Board) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Board{})); diff != "" {
		t.Errorf("board differs from the expected one (-want +got):\n%s", diff)
	}
}

// wantError checks the whole text of an error, and what all errors promise.
func wantError(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want: %s", want)
	}
	if err.Error() != want {
		t.Errorf("error differs\n got: %s\nwant: %s", err, want)
	}
	checkOneLine(t, err)
}

// checkOneLine checks what all errors promise but for the name of the file.
func checkOneLine(t testing.TB, err error) {
	t.Helper()
	if wrong := mutants.CheckMessage(fmt.Errorf("x: %w", err), "x"); wrong != nil {
		t.Errorf("the error %v", wrong)
	}
}

func gzipped(t testing.TB, data string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(data))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// entry is one file in a zip archive.
type entry struct{ name, data string }

// zipped stores the entries uncompressed, so that tests know where their
// bytes are.
func zipped(t testing.TB, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: zip.Store})
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(e.data))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// npyArray returns an array as numpy.save writes it. It stands apart from the code
// that it tests: the header is spelled out by the caller.
func npyArray(descr string, fortran bool, shape string, elements ...byte) string {
	order := "False"
	if fortran {
		order = "True"
	}
	return rawNPY(fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, order, shape), elements...)
}

func rawNPY(header string, elements ...byte) string {
	b := []byte("\x93NUMPY\x01\x00")
	b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	b = append(b, header...)
	return string(append(b, elements...))
}

// npyOfVersion is an array with the preamble of another version, of which all
// but the first count the header with four bytes.
func npyOfVersion(version byte, array string) string {
	if version == 1 {
		return array
	}
	return "\x93NUMPY" + string([]byte{version, 0}) + array[8:10] + "\x00\x00" + array[10:]
}

// utf32 returns labels of the given width in characters, as numpy stores them.
func utf32(order binary.AppendByteOrder, width int, labels ...string) []byte {
	var b []byte
	for _, label := range labels {
		runes := make([]rune, width)
		copy(runes, []rune(label))
		for _, r := range runes {
			b = order.AppendUint32(b, uint32(r))
		}
	}
	return b
}

// ReadFrom is Read for data that comes from anywhere. The name stands for the
// file in errors.
func ReadFrom(r io.Reader, name string, opt ReadOptions) (*Board, error) {
	data, err := newResults(r, name, opt)
	if err != nil {
		return nil, err
	}
	b, _, err := data.board()
	return b, err
}

// ReadAttemptsFrom is ReadAttempts for data that comes from anywhere, as ReadFrom.
func ReadAttemptsFrom(r io.Reader, name string, opt ReadOptions) ([]*Attempts, error) {
	data, err := newResults(r, name, opt)
	if err != nil {
		return nil, err
	}
	return data.attempts()
}
