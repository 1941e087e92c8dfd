package results

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"settle/internal/tests/mutants"
)

// intact are small files that have checksums, each with its board.
func intact(t testing.TB) map[string]string {
	want, csv, jsonl, npz := tiny(t)
	var written bytes.Buffer
	if err := want.WriteNPZ(&written); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"NPZ as the tests write it": npz, "NPZ as WriteNPZ does": written.String(), "CSV in gzip": gzipped(t, csv), "JSONL in gzip": gzipped(t, jsonl),
	}
	for _, name := range []string{"stored.npz", "deflated.npz"} { // see testdata/make.py
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name+" of numpy"] = string(data)
	}
	return files
}

// A file with checksums is refused, or what is read is what was written:
// however it was damaged, never are other cells or names read. That holds for
// all bits that may tip over, and for two thousand mutants of each file.
func TestDamageIsSeen(t *testing.T) {
	for name, data := range intact(t) {
		t.Run(name, func(t *testing.T) {
			want, err := readString(data, "x", "")
			if err != nil {
				t.Fatal(err)
			}
			refused, all := 0, 0
			check := func(mutant []byte) {
				all++
				got, err := ReadFrom(bytes.NewReader(mutant), "x", ReadOptions{})
				if err != nil {
					refused++
					checkOneLine(t, err)
				} else if !sameContent(got, want) {
					t.Errorf("read otherwise: %q", mutant)
				}
			}
			for mutant := range mutants.Flips([]byte(data)) {
				check(mutant)
			}
			flips, flipsRefused := all, refused
			for mutant := range mutants.Of([]byte(data), 2000) {
				check(mutant)
			}
			t.Logf("%d of %d flips and %d of %d mutants are refused", flipsRefused, flips, refused-flipsRefused, all-flips)
			if flipsRefused < flips/4 || refused == all {
				t.Error("which is not what such files are like")
			}
		})
	}
}

func sameContent(a, b *Board) bool {
	same := func(x, y []string) bool { return strings.Join(x, "\x00") == strings.Join(y, "\x00") }
	return a.Task == b.Task && same(a.Models, b.Models) && same(a.Questions, b.Questions) && a.trials == b.trials && a.top == b.top && bytes.Equal(a.cells, b.cells)
}

// Text without a checksum is refused in one line, or read as a board that
// survives being written and read.
func TestDamagedText(t *testing.T) {
	_, csv, jsonl, _ := tiny(t)
	for _, data := range []string{csv, jsonl, strings.ReplaceAll(csv, "\n", "\r\n")} {
		for mutant := range mutants.Of([]byte(data), 2000) {
			checkReading(t, mutant, "")
			checkReading(t, mutant, "R")
		}
	}
}

// The names in a zip directory have no checksum: the entries bear them, too.
func TestZipNamesMustAgree(t *testing.T) {
	_, _, _, npz := tiny(t)
	at := strings.LastIndex(npz, "models.npy")
	_, err := readString(npz[:at]+"modelz.npy"+npz[at+len("models.npy"):], "x.npz", "")
	wantError(t, err, `x.npz: the NPZ data is truncated or damaged: entry "modelz.npy": the zip directory and the header of the entry give different names`)
	at = strings.Index(npz, "models.npy") // the first is the entry's own
	_, err = readString(npz[:at]+"model\x00.npy"+npz[at+len("models.npy"):], "x.npz", "")
	wantError(t, err, `x.npz: the NPZ data is truncated or damaged: entry "models.npy": the zip directory and the header of the entry give different names`)
}

// A checksum of zero counts as any other.
func TestZeroChecksum(t *testing.T) {
	array := npyArray("|i1", false, "(1, 1, 1)", 1)
	_, err := readString(lyingZip(t, "R.npy", array, uint64(len(array))), "x.npz", "")
	wantError(t, err, `x.npz: "R": is damaged: zip: checksum error`)
}

// What means nothing is not read as anything, but damage to it is an error: it
// may have been a task or labels.
func TestDamageElsewhere(t *testing.T) {
	board := entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 1)}
	for name, array := range map[string]string{
		"a curve": npyArray("<f8", false, "(3,)", []byte("CURVE===CURVE===CURVE===")...), "no array": "CURVE", "labels": npyArray("|S5", false, "(1,)", []byte("CURVE")...),
	} {
		key := "curve"
		if name == "labels" {
			key = "models"
		}
		good := zipped(t, board, entry{key + ".npy", array})
		if _, err := readString(good, "x.npz", ""); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, err := readString(strings.Replace(good, "CURVE", "CURSE", 1), "x.npz", "")
		wantError(t, err, `x.npz: "`+key+`": is damaged: zip: checksum error`)
	}
	// Of several tasks those that are not read do not matter.
	other := zipped(t, board, entry{"S.npy", npyArray("|i1", false, "(1, 1, 3)", []byte("SSS")...)})
	if _, err := readString(strings.Replace(other, "SSS", "SUS", 1), "x.npz", "R"); err != nil {
		t.Errorf("another task: %v", err)
	}
}

// A directory is read whole before anything is known of its entries.
func TestZipDirectoryIsBounded(t *testing.T) {
	entries := make([]entry, 1<<15)
	for i := range entries {
		entries[i].name = strings.Repeat("n", 100)
	}
	_, err := readString(zipped(t, entries...), "x.npz", "")
	wantError(t, err, "x.npz: the NPZ data is truncated or damaged: its directory has more than 4194304 bytes")
}

func TestGzipMembers(t *testing.T) {
	want, csv, _, _ := tiny(t)
	half := strings.Index(csv, "R,b")
	// gzip takes several files behind each other for one, empty ones included.
	got, err := readString(gzipped(t, csv[:half])+gzipped(t, "")+gzipped(t, csv[half:]), "x.csv", "")
	if err != nil {
		t.Fatal(err)
	}
	wantBoard(t, got, want)
	for _, rest := range []string{"x", "\x1f", "\x00\x00\x00\x00", "more text than a header of gzip has"} {
		_, err := readString(gzipped(t, csv)+rest, "x.csv", "")
		if err == nil || !strings.HasSuffix(err.Error(), ": unexpected data after the end of the gzip data") {
			t.Errorf("%q behind gzip: %v", rest, err)
		}
	}
	_, err = readString(gzipped(t, csv)+gzipped(t, csv)[:12], "x.csv", "")
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a second member that is truncated: %v", err)
	}
}
