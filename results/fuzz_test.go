package results

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// checkReading reads any bytes. It must give one line of error that starts
// with the file's name, or a board that survives being written and read.
func checkReading(t *testing.T, data []byte, task string) {
	got, err := ReadFrom(bytes.NewReader(data), "x", ReadOptions{Task: task})
	if err != nil {
		checkOneLine(t, err)
		if !strings.HasPrefix(err.Error(), "x:") {
			t.Errorf("the error does not start with the file: %s", err)
		}
		return
	}
	highest := 0
	for m := range got.Models {
		for q := range got.Questions {
			for _, outcome := range got.Row(m, q) {
				highest = max(highest, int(outcome))
			}
		}
	}
	if got.Top() != max(1, highest) {
		t.Errorf("top category %d, highest outcome %d", got.Top(), highest)
	}
	for _, write := range []func(*Board, io.Writer) error{(*Board).WriteCSV, (*Board).WriteJSONL, (*Board).WriteNPZ} {
		var out bytes.Buffer
		if err := write(got, &out); err != nil {
			if !unwritable.MatchString(err.Error()) {
				t.Errorf("a board that was read cannot be written: %v", err)
			}
			continue
		}
		again, err := ReadFrom(&out, "x", ReadOptions{})
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if got.Task == "" {
			again.Task = "" // NPZ must name a task
		}
		sameBoard(t, again, got)
	}
}

// unwritable is why a board that was read may not be written in some format.
var unwritable = regexp.MustCompile(`would lose a carriage return in CSV$|ends in a NUL character, which NPZ would drop$|a task cannot be written to NPZ under the name`)

func FuzzReadCSV(f *testing.F) {
	_, csv, _, _ := tiny(f)
	for _, data := range []string{
		csv, csvHeader, "", gzipped(f, csv), strings.ReplaceAll(csv, "\n", "\r\n"), "\xef\xbb\xbf" + csv,
		csvHeader + "\"a\"\"b\n\r\n\",q,1,1\n",
		csvHeader + "a,q,1,1\na,q,1,0\n", csvHeader + "a,q,1,1\na,k,2,0\n", csvHeader + "\xff,q,1,NaN\n",
		csvHeader + "a,q,-1,1.0\na,q,1.000,TRUE\n", csvHeader + "\"a,q,1,1\n",
		"outcome,trial,x,question,model\n0,1,,q,a\n", csv + "S,a,q,1,0\n",
		strings.ReplaceAll(csv, "\n", "\r"), strings.Repeat("\n", 600) + csv, gzipped(f, csv) + "x", gzipped(f, csv) + gzipped(f, ""),
		strings.Repeat("column,", 500), csvHeader + "a,q,1," + strings.Repeat("9", 2000) + "\n", "\xff\xfe\x00\x00m", "\x00\x00\xfe\xff", "\x00\x00",
		csvHeader + "\x1b[2J,\u202e,1,0\nb,q,2,0\n", csvHeader + "a,q,010,00\n", csvHeader + "a,q,0x1,0\n", csvHeader + "a,q,1_0,0\n",
	} {
		f.Add([]byte(data), "")
		f.Add([]byte(data), "R")
	}
	f.Fuzz(checkReading)
}

func FuzzReadJSONL(f *testing.F) {
	_, _, jsonl, _ := tiny(f)
	for _, data := range []string{
		jsonl, gzipped(f, jsonl), jsonl[:len(jsonl)-5], "{}", "{", "{\"model\":", "\n \n{\"x\":[1,{\"y\":null}],\"model\":\"a\"}",
		`{"model":1,"question":-7,"trial":1.0,"outcome":true,"task":null}`,
		`{"model":"\ud800\u0000","question":"ü","trial":1e3,"outcome":[]}`,
		`{"model":"a","model":"b"} {}`, jsonl + `{"task":"S"}`, "{\"model\":\"\xff\"}",
		strings.Repeat(" \n", 600) + jsonl, jsonl + strings.Repeat("\n", 600), `{"` + strings.Repeat("k", 2000) + `":`, `{"x":{"\ud800":0}}`, `{"x":NaN}`,
	} {
		f.Add([]byte(data), "")
		f.Add([]byte(data), "R")
	}
	f.Fuzz(checkReading)
}

func FuzzReadNPZ(f *testing.F) {
	want, _, _, npz := tiny(f)
	var written bytes.Buffer
	if err := want.WriteNPZ(&written); err != nil {
		f.Fatal(err)
	}
	numpy, err := os.ReadFile("testdata/numpy.npz")
	if err != nil {
		f.Fatal(err)
	}
	for _, data := range []string{
		npz, written.String(), string(numpy), gzipped(f, npz), npz[:len(npz)-30], npz[:60], "PK\x05\x06", "PK\x03\x04",
		zipped(f, entry{"R.npy", npyArray(">i2", true, "(1, 2, 1)", 0, 1, 0, 2)}),
		zipped(f, entry{"R.npy", npyArray("|b1", false, "(2, 1)", 0, 1)}),
		zipped(f, entry{"R.npy", npyArray("<f4", false, "(1, 1, 1)", 0, 0, 0, 0)}),
		zipped(f, entry{"R.npy", npyArray("|i1", false, "(1000000, 1000000, 1)", 0)}),
		zipped(f, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)},
			entry{"models.npy", npyArray("<U1", false, "(1,)", utf32(binary.LittleEndian, 1, "a")...)}),
		zipped(f, entry{"R.npy", rawNPY("{'shape': (1,), 'descr': '|i1'}")}),
		zipped(f, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)}, entry{"models.npy", npyArray("|O", false, "(1,)", 0x80)}),
		zipped(f, entry{"R.npy", npyOfVersion(3, npyArray("|u1", false, "(1, 2, 1)", 0, 200))}, entry{"questions.npy", npyOfVersion(2, npyArray("|S1", false, "(2,)", 'p', 'q'))}),
		zipped(f, entry{"models.npy", npyArray("|S1", false, "(1,)", 'a')}, entry{"models.npy", ""}),
	} {
		f.Add([]byte(data), "")
		f.Add([]byte(data), "R")
	}
	f.Fuzz(checkReading)
}

// FuzzNPYArray fuzzes what is inside of a zip file, where the checksum of the
// archive stops FuzzReadNPZ from going.
func FuzzNPYArray(f *testing.F) {
	f.Add("{'descr': '|i1', 'fortran_order': False, 'shape': (1, 2, 1), }\n", []byte{0, 1}, "{'descr': '<U1', 'fortran_order': False, 'shape': (2,), }\n", []byte("a\x00\x00\x00b\x00\x00\x00"))
	f.Add("{'descr': '>u4', 'fortran_order': True, 'shape': (2, 1), }\n", []byte{0, 0, 0, 1, 0, 0, 0, 0}, "{'descr': '|S2', 'fortran_order': False, 'shape': (2,), }\n", []byte("a\x00bc"))
	f.Add("{'shape': (3), 'descr': [('a', '<i8')], 'fortran_order': False}", []byte{}, "}", []byte{0})
	f.Add("{'descr': '|b1', 'fortran_order': False, 'shape': (99999999999, 99999999999, 2), } \n", []byte{2}, "\n", []byte{})
	f.Add("{u'shape':(1L,2,1,),\"descr\":'int8','fortran_order':False}", []byte{0, 1}, "{'descr': '|O', 'fortran_order': False, 'shape': (2,)}", []byte{})
	f.Add("{'shape': (1, 02, 1), 'descr': '?', 'fortran_order': 0}", []byte{0, 1}, "{'descr': [('\u202e', '<U1')], 'fortran_order': False, 'shape': (2, 1)}", []byte{})
	f.Fuzz(func(t *testing.T, header string, elements []byte, labelHeader string, labels []byte) {
		data := zipped(t,
			entry{"R.npy", rawNPY(header, elements...)},
			entry{"questions.npy", rawNPY(labelHeader, labels...)})
		checkReading(t, []byte(data), "")
	})
}

// FuzzNPYHeader fuzzes headers of all versions beside what they say of
// themselves: what is read is written and read again.
func FuzzNPYHeader(f *testing.F) {
	for _, text := range []string{
		"{'descr': '<i2', 'fortran_order': False, 'shape': (1, 2, 1), }\n", "{u'shape':(1L,),\"descr\":'|b1','fortran_order':True}",
		"{'descr': [('a', '<i8'), ('b', '|S2', (3,))], 'fortran_order': False, 'shape': ()}", "{'descr': 'it\\'s', 'fortran_order': False, 'shape': ()}", "{((((", "", "\x00",
	} {
		for version := range byte(5) {
			f.Add(version, text)
		}
	}
	f.Fuzz(func(t *testing.T, version byte, text string) {
		if len(text) > 1<<16 {
			return // the helper counts no further
		}
		h, err := readNPYHeader(strings.NewReader(npyOfVersion(version, rawNPY(text))))
		if err != nil {
			checkOneLine(t, err)
			return
		}
		for _, axis := range h.shape {
			if axis < 0 {
				t.Fatalf("shape %v", h.shape)
			}
		}
		if strings.ContainsAny(h.descr, "'\"\\[(\n") || !utf8.ValidString(h.descr) {
			return // not written as it is
		}
		again, err := readNPYHeader(bytes.NewReader(npyHeaderBytes(h.descr, h.shape)))
		if err != nil || again.dtype != h.dtype || !slices.Equal(again.shape, h.shape) || again.fortran {
			t.Errorf("%q is %+v, and read again %+v (%v)", text, h, again, err)
		}
	})
}
