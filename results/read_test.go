package results

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tiny is one board in the three formats.
func tiny(t testing.TB) (want *Board, csv, jsonl, npz string) {
	want = makeBoard(t, "R", []string{"a", "b"}, []string{"q"}, 2, 2, 0, 1, 2, 0)
	csv = "task,model,question,trial,outcome\nR,a,q,1,0\nR,a,q,2,1\nR,b,q,1,2\nR,b,q,2,0\n"
	jsonl = `{"task":"R","model":"a","question":"q","trial":1,"outcome":0}
{"task":"R","model":"a","question":"q","trial":2,"outcome":1}
{"task":"R","model":"b","question":"q","trial":1,"outcome":2}
{"task":"R","model":"b","question":"q","trial":2,"outcome":0}
`
	npz = zipped(t,
		entry{"R.npy", npyArray("|i1", false, "(2, 1, 2)", 0, 1, 2, 0)},
		entry{"models.npy", npyArray("|S1", false, "(2,)", 'a', 'b')},
		entry{"questions.npy", npyArray("|S1", false, "(1,)", 'q')})
	return want, csv, jsonl, npz
}

// All names say ".csv": the content alone decides.
func TestFormatIsRecognisedByContent(t *testing.T) {
	want, csv, jsonl, npz := tiny(t)
	for name, data := range map[string]string{
		"CSV": csv, "JSONL": jsonl, "NPZ": npz,
		"CSV in gzip": gzipped(t, csv), "JSONL in gzip": gzipped(t, jsonl), "NPZ in gzip": gzipped(t, npz),
		"CSV after a byte order mark":   "\xef\xbb\xbf" + csv,
		"JSONL after a byte order mark": "\xef\xbb\xbf" + jsonl,
		"JSONL after blank lines":       "\n \r\n\t" + jsonl,
		"CSV after blank lines":         "\n\r\n" + csv,
		"CSV with CRLF":                 strings.ReplaceAll(csv, "\n", "\r\n"),
		"JSONL with CRLF":               strings.ReplaceAll(jsonl, "\n", "\r\n"),
		"CSV without a last line feed":  strings.TrimSuffix(csv, "\n"),
		"JSONL without a last line end": strings.TrimSuffix(jsonl, "\n"),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "results.csv")
			if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := Read(path, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, want)

			got, err = readString(data, "results.csv", "R")
			if err != nil {
				t.Fatal(err)
			}
			wantBoard(t, got, want)
		})
	}
}

func TestReadStandardInput(t *testing.T) {
	want, _, _, npz := tiny(t)
	path := filepath.Join(t.TempDir(), "stdin")
	if err := os.WriteFile(path, []byte(npz), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	defer func(stdin *os.File) { os.Stdin = stdin }(os.Stdin)
	os.Stdin = f
	got, err := Read("-", ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	wantBoard(t, got, want)
}

func TestRefusedFormats(t *testing.T) {
	_, csv, _, _ := tiny(t)
	packed := gzipped(t, csv)
	for _, test := range []struct{ name, data, want string }{
		{"empty file", "", "x.csv: is empty"},
		{"nothing but blanks", " \n\n", "x.csv: is empty"},
		{"nothing but a byte order mark", "\xef\xbb\xbf", "x.csv: is empty"},
		{"more blanks than are looked at", strings.Repeat("\n", 1000), "x.csv: is empty"},
		{"empty gzip", gzipped(t, ""), "x.csv: is empty"},
		{"gzip in gzip", gzipped(t, packed), "x.csv: is compressed with gzip twice"},
		{"lone NPY array", npyArray("|i1", false, "(1, 1, 1)", 0), "x.csv: is a single NPY array; save it with numpy.savez"},
		{"UTF-16", "\xff\xfem\x00o\x00", "x.csv: is UTF-16; save it as UTF-8"},
		{"UTF-16, the other order", "\xfe\xff\x00m\x00o", "x.csv: is UTF-16; save it as UTF-8"},
		{"UTF-32", "\xff\xfe\x00\x00m\x00\x00\x00", "x.csv: is UTF-32; save it as UTF-8"},
		{"UTF-32, the other order", "\x00\x00\xfe\xff\x00\x00\x00m", "x.csv: is UTF-32; save it as UTF-8"},
		{"lines that end in CR", strings.ReplaceAll(csv, "\n", "\r"), "x.csv:1: lines end in carriage returns only; save the file with line feeds"},
		{"lines that end in CR, with quotes", "model,question,trial,outcome\r\"a\",q,1,1\r", "x.csv: lines end in carriage returns only; save the file with line feeds"},
		{"lines that end in CR, all columns in the first", "model,question,trial,outcome,note\ra,q,1,1,x\r", "x.csv: lines end in carriage returns only; save the file with line feeds"},
		{"JSON lines after many blanks", strings.Repeat(" \n", 600) + "[", "x.csv: is a JSON array; write one object per line (JSON lines)"},
		{"a table packed by zstd", "\x28\xb5\x2f\xfd\x00", "x.csv: is compressed with zstd and not a known log format; decompress it or compress it with gzip"},
		{"JSON array", "\n[{}]", "x.csv: is a JSON array; write one object per line (JSON lines)"},
		{"gzip cut in its header", packed[:5], "x.csv: the gzip data is truncated: unexpected EOF"},
		{"gzip cut in its data", packed[:len(packed)/2], "x.csv: the gzip data is truncated: unexpected EOF"},
		{"gzip cut in its checksum", packed[:len(packed)-1], "x.csv: the gzip data is truncated: unexpected EOF"},
		{"gzip with a wrong checksum", packed[:len(packed)-8] + "xxxx" + packed[len(packed)-4:], "x.csv: the gzip data is damaged: gzip: invalid checksum"},
		{"gzip with a bad header", "\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\x00", "x.csv: the gzip data is damaged: gzip: invalid header"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readString(test.data, "x.csv", "")
			wantError(t, err, test.want)
		})
	}
}

// A gzip file that breaks off after the first rows are read is told from a
// file whose last row is wrong.
func TestLongGzipCutShort(t *testing.T) {
	var csv, jsonl strings.Builder
	csv.WriteString("model,question,trial,outcome\n")
	for range 10000 {
		csv.WriteString("a,q,1,1\n")
		jsonl.WriteString(`{"model":"a","question":"q","trial":1,"outcome":1}` + "\n")
	}
	for name, data := range map[string]string{"x.csv.gz": csv.String(), "x.jsonl.gz": jsonl.String()} {
		packed := gzipped(t, data)
		_, err := readString(packed[:len(packed)-20], name, "")
		if err == nil || !strings.HasPrefix(err.Error(), name+": after line ") ||
			!strings.HasSuffix(err.Error(), ": the gzip data is truncated: unexpected EOF") {
			t.Errorf("%s: %v", name, err)
		}
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: the error does not wrap io.ErrUnexpectedEOF", name)
		}
	}
}

// No part of a compressed file passes for the whole.
func TestEveryCut(t *testing.T) {
	_, csv, jsonl, npz := tiny(t)
	for name, data := range map[string]string{"NPZ": npz, "CSV": gzipped(t, csv), "JSONL": gzipped(t, jsonl)} {
		for size := range len(data) {
			_, err := readString(data[:size], "x", "")
			if err == nil {
				t.Errorf("%s: the first %d of %d bytes were read as a board", name, size, len(data))
				continue
			}
			checkOneLine(t, err)
		}
	}
}

func TestFilesThatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir("folder.csv", 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := Read("absent.csv", ReadOptions{})
	wantError(t, err, "absent.csv: no such file or directory")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Error("the error of a missing file does not wrap fs.ErrNotExist")
	}
	_, err = Read("two\nlines.csv", ReadOptions{})
	wantError(t, err, `"two\nlines.csv": no such file or directory`)
	_, err = Read("folder.csv", ReadOptions{})
	wantError(t, err, "folder.csv: is a directory")
	_, err = ReadFrom(strings.NewReader(""), "two\nlines.csv", ReadOptions{})
	wantError(t, err, `"two\nlines.csv": is empty`)
}
