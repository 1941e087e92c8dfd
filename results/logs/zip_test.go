package logs_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"settle/results"
	"settle/results/logs"

	"github.com/klauspost/compress/zstd"
)

const (
	header    = `{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "results": {"total_samples": 2}}`
	start     = `{"version": 2, "eval": {"task": "t", "model": "m", "created": "2025-05-12T20:28:13+00:00"}, "plan": {}}`
	summaryA  = `[{"id": 1, "epoch": 1, "scores": {"s": {"value": "C"}}}]`
	summaryB  = `[{"id": 2, "epoch": 1, "scores": {"s": {"value": "I"}}}]`
	summaries = `[{"id": 1, "epoch": 1, "scores": {"s": {"value": "C"}}}, {"id": 2, "epoch": 1, "scores": {"s": {"value": "I"}}}]`
)

type member struct{ name, text string }

// zipOf packs members by a method.
func zipOf(t testing.TB, method uint16, members ...member) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zstdMethod, func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) })
	for _, m := range members {
		w, err := z.CreateHeader(&zip.FileHeader{Name: m.name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, m.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A log of many members is read by its header and summaries, packed in either
// way; a run that was killed by its journal, in order of the numbers; of two
// members of one name the last counts. What is no such log is refused.
func TestZip(t *testing.T) {
	const both = "1 1 1\n2 1 0\n"
	const killed = "note: the run was killed; only the samples written before that are read\n"
	dir := t.TempDir()
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"deflate": {zipOf(t, zip.Deflate, member{"header.json", header}, member{"summaries.json", summaries}, member{"samples/a/b_epoch_1.json", "{"}),
			`log: Inspect "m" "t" "s"` + "\n" + both},
		"zstd": {zipOf(t, zstdMethod, member{"_journal/start.json", start}, member{"summaries.json", summaries}, member{"header.json", header}),
			`log: Inspect "m" "t" "s"` + "\n" + both},
		"killed": {zipOf(t, zstdMethod, member{"_journal/start.json", start}, member{"_journal/summaries/10.json", summaryB}, member{"_journal/summaries/9.json", summaryA}),
			`log: Inspect "m" "t" "s" 2025-05-12T20:28:13.000000000Z` + "\n" + both + killed},
		"last": {zipOf(t, zip.Store, member{"header.json", "{"}, member{"summaries.json", "["}, member{"header.json", header}, member{"summaries.json", summaries}),
			`log: Inspect "m" "t" "s"` + "\n" + both},
		"samples alone": {zipOf(t, zip.Deflate, member{"_journal/start.json", start}, member{"samples/1_epoch_1.json", summaryA[1 : len(summaryA)-1]}, member{"samples/2_epoch_1.json", summaryB[1 : len(summaryB)-1]}),
			`log: Inspect "m" "t" "s" 2025-05-12T20:28:13.000000000Z` + "\n" + both + killed},
		"npz":      {zipOf(t, zip.Store, member{"R.npy", ""}), "log: is not a log of a known format\n"},
		"upwards":  {zipOf(t, zip.Store, member{"header.json", header}, member{"summaries.json", summaries}, member{`samples/..\x.json`, ""}), `log: the zip file has a member named "samples/..\\x.json", which no evaluation tool writes` + "\n"},
		"truncate": {zipOf(t, zip.Store, member{"header.json", header})[:90], "log: the zip data is truncated or damaged: zip: not a valid zip file\n"},
		"damaged": {bytes.Replace(zipOf(t, zip.Store, member{"header.json", header}, member{"summaries.json", summaries}), []byte(`"I"`), []byte(`"C"`), 1),
			"log: summaries.json: zip: checksum error\n"},
		"method": {bytes.ReplaceAll(zipOf(t, zstdMethod, member{"header.json", header}), []byte{zstdMethod, 0}, []byte{94, 0}), "log: header.json uses the unknown compression method 94\n"},
		"bomb": {zipOf(t, zip.Deflate, member{"header.json", header}, member{"summaries.json", `[{"x": [` + strings.Repeat("0,", 50<<20) + "0]}]"}),
			"log: summaries.json: 101935 compressed bytes expand to more than 67108863; real logs are less repetitive, so reading stops\n"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "log"), c.data, 0o666); err != nil {
			t.Fatal(err)
		}
		got := readAsText(dir, "log", "")
		if name == "bomb" { // in how many bytes a library packs is its own business
			got, c.want = digits(got), digits(c.want)
		}
		if got != c.want {
			t.Errorf("%s: read\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, text)
}

// JSON may be packed by zstd or gzip, as MathArena's files are; a bomb is refused
// there, too.
func TestPackedJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "3.json.zst")
	write := func(text string) {
		var out bytes.Buffer
		w, err := zstd.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	problem := `{"idx": 1, "problem": "p", "gold_answer": "1", "answers": ["1"], "correct": [true], "messages": []}`
	write(problem)
	read, err := logs.Read(path, logs.Options{})
	if err != nil || read[0].Len() != 1 || read[0].Questions()[0] != "3" {
		t.Error(read, err)
	}
	write("[" + problem + strings.Repeat(",{}", 30<<20) + "]")
	if _, err := logs.Read(path, logs.Options{}); err == nil || !strings.Contains(err.Error(), "real logs are less repetitive") {
		t.Error(err)
	}
	write("[" + strings.Repeat("{},", 30<<20) + "0]")
	_, err = logs.Read(path, logs.Options{})
	if err == nil || !strings.Contains(err.Error(), "real logs are less repetitive") || errors.Is(err, logs.ErrNotALog) {
		t.Error(err)
	}
	// What is cut short may have been a log: in a folder it is not passed over.
	write(problem)
	if err := os.Truncate(path, 20); err != nil {
		t.Fatal(err)
	}
	_, err = logs.Read(path, logs.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), ": the zstd data is truncated or damaged: unexpected EOF") || errors.Is(err, logs.ErrNotALog) {
		t.Error(err)
	}
}

// What would take more memory than is allowed is given up.
func TestMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.jsonl")
	line := `{"task_id": "a", "passed": true, "result": "passed"}` + "\n"
	if err := os.WriteFile(path, []byte(strings.Repeat(line, 20_000)), 0o666); err != nil {
		t.Fatal(err)
	}
	// 24 bytes an attempt are 480 kB.
	for allowed, fits := range map[int64]bool{0: true, 1 << 20: true, 100_000: false} {
		_, err := logs.Read(path, logs.Options{MaxBytes: allowed})
		large, ok := errors.AsType[*results.TooLarge](err)
		if fits != (err == nil) || !fits && (!ok || large.Allows != allowed) {
			t.Errorf("%d bytes are allowed: %v", allowed, err)
		}
	}
}
