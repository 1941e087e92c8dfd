package shards_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/mutants"
	"settle/montecarlo/shards"
)

// partFile returns the file of a part of two folds, with sums that are of no use.
func partFile(t testing.TB) []byte {
	t.Helper()
	share := &shards.Share{
		Plan: shards.Plan{{Name: "command", Value: "test"}, {Name: "board", Value: "τ"}}, Command: []string{"test", "x y"},
		Version: "devel", Shard: shards.Shard{I: 2, N: 3},
	}
	for _, fold := range []string{"first", "second"} {
		job, err := share.Begin(fold, 10, func([]byte, int) error { return nil }, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := job.Finish(func() []byte { return []byte("sums of " + fold) }); !errors.Is(err, shards.ErrPart) {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "part")
	if err := share.Part().Write(path); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The header is a line of JSON behind the line that names the format.
func TestPartSaysWhatItIs(t *testing.T) {
	lines := strings.SplitN(string(partFile(t)), "\n", 3)
	header := `{"version":"devel","processor":"` + runtime.GOARCH + `","command":["test","x y"],"shard":{"i":2,"n":3},` +
		`"plan":[{"name":"command","value":"test"},{"name":"board","value":"τ"}],` +
		`"folds":[{"name":"first","replicates":10,"ranges":[{"from":4,"to":7}],"size":13},` +
		`{"name":"second","replicates":10,"ranges":[{"from":4,"to":7}],"size":14}]}`
	if lines[0] != "settle-part 3" || lines[1] != header {
		t.Errorf("%s\n%s", lines[0], lines[1])
	}
}

// Every damaged file is refused in one line: bits that flip, pieces that are lost, doubled
// or written over, and every beginning of the file.
func TestDamagedPartsAreRefused(t *testing.T) {
	whole := partFile(t)
	try := func(file []byte) {
		t.Helper()
		if bytes.Equal(file, whole) {
			return
		}
		_, err := shards.ReadPart(file)
		if err == nil {
			t.Fatalf("%q is read", file)
		}
		if message := mutants.CheckMessage(fmt.Errorf("part: %w", err), "part"); message != nil {
			t.Error(message)
		}
	}
	for file := range mutants.Of(whole, 500) {
		try(file)
	}
	for file := range mutants.Flips(whole) {
		try(file)
	}
	for end := range whole {
		try(whole[:end])
	}
}

// Any bytes are a part or refused, and a part that is read is written as one that reads
// alike. (The bytes may be others: a header may be spelled, and sums compressed, in many ways.)
func FuzzRead(f *testing.F) {
	whole := partFile(f)
	f.Add(whole[:len(whole)-sha256.Size])
	f.Add([]byte("settle-part 3\n{}\n"))
	f.Add([]byte("settle-part 4\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		checksum := sha256.Sum256(body)
		for _, file := range [][]byte{body, append(slices.Clip(body), checksum[:]...)} {
			p, err := shards.ReadPart(file)
			if err != nil {
				if message := mutants.CheckMessage(fmt.Errorf("part: %w", err), "part"); message != nil {
					t.Error(message)
				}
				continue
			}
			written, err := p.File()
			if err != nil {
				t.Fatal(err)
			}
			again, err := shards.ReadPart(written)
			if err != nil || !reflect.DeepEqual(again, p) {
				t.Errorf("%v is read again as %v, %v", p, again, err)
			}
		}
	})
}

// Shards of any number share replicates out: each is in one, and none has two more than
// another.
func TestShardsShareOut(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for replicates := range 40 {
			at := 0
			for i := 1; i <= n; i++ {
				r := shards.Shard{I: i, N: n}.Of(replicates)
				if r.From != at || r.Len() < replicates/n || r.Len() > replicates/n+1 {
					t.Errorf("shard %d/%d of %d is %v", i, n, replicates, r)
				}
				for replicate := r.From; replicate < r.To; replicate++ {
					if with := (shards.Shard{N: n}).With(replicate, replicates); with.I != i || with.N != n {
						t.Errorf("replicate %d of %d is in %v, not in %d/%d", replicate, replicates, with, i, n)
					}
				}
				at = r.To
			}
			if at != replicates {
				t.Errorf("%d shards of %d end at %d", n, replicates, at)
			}
		}
	}
}

// The first field that differs is told, by names that plans have and in words.
func TestPlansDiffer(t *testing.T) {
	digest := "sha256:" + strings.Repeat("0123456789abcdef", 4)
	plan := shards.Plan{{Name: "command", Value: "converge"}, {Name: "board", Value: digest}, {Name: "--seed", Value: "1"}}
	other := func(change func(p *shards.Plan)) shards.Plan {
		p := append(shards.Plan{}, plan...)
		change(&p)
		return p
	}
	for _, test := range []struct {
		other shards.Plan
		want  string
	}{
		{plan, ""},
		{other(func(p *shards.Plan) { (*p)[2].Value = "2" }), "--seed: 1 and 2"},
		{other(func(p *shards.Plan) { (*p)[1].Value = "none" }), "the board: sha256:0123456789ab… and none"},
		{other(func(p *shards.Plan) { *p = append(*p, shards.Field{Name: "--paired", Value: "true"}) }), "--paired: nothing and true"},
		{other(func(p *shards.Plan) { *p = (*p)[:2] }), "--seed: 1 and nothing"},
		{other(func(p *shards.Plan) { (*p)[1].Name = "coins" }), "the board: sha256:0123456789ab… and nothing"},
		{other(func(p *shards.Plan) { (*p)[1], (*p)[2] = (*p)[2], (*p)[1] }), "the order of fields"},
	} {
		if got := plan.Difference(test.other); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
		if same := plan.Hash() == test.other.Hash(); same != (test.want == "") {
			t.Errorf("hashes are the same: %t", same)
		}
	}
}

// What could not be read again is not written, and is refused before work is done for it:
// 17 MiB of words, where 16 MiB are read.
func TestTooLongForAPart(t *testing.T) {
	long := slices.Repeat([]string{strings.Repeat("x", 1<<20)}, 17)
	for words, fits := range map[int]bool{15: true, 17: false} {
		share := shards.Share{Command: long[:words], Shard: shards.Shard{I: 1, N: 2}}
		if err := share.Check(); (err == nil) != fits {
			t.Errorf("%d MiB of words: %v", words, err)
		}
		path := filepath.Join(t.TempDir(), "part")
		part := shards.Part{Command: long[:words]}
		if err := part.Write(path); (err == nil) != fits {
			t.Errorf("%d MiB of words are written: %v", words, err)
		}
		if _, err := os.Stat(path); (err == nil) != fits {
			t.Errorf("%d MiB of words: %v", words, err)
		}
		if file, err := os.ReadFile(path); err == nil {
			if _, err := shards.ReadPart(file); err != nil {
				t.Error(err)
			}
		}
	}
}

// What has no end, and files of 30 GB that are no parts, are refused for their first bytes:
// nothing near to their size is read into memory.
func TestEndlessFilesAreNotRead(t *testing.T) {
	const size = 30 << 30
	dir := t.TempDir()
	paths := []string{"/dev/zero"}
	for name, begins := range map[string]string{
		"zeros": "", "notes": "notes\n", "named" + shards.Extension: "", "line" + shards.Extension: "settle-part 3\n",
		"header" + shards.Extension: `settle-part 3` + "\n" + `{"command":["x"],"folds":[{"name":"x","size":9}]}` + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(begins), 0o666), os.Truncate(path, size)); err != nil {
			t.Skip(err)
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			continue // where there is no such device
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := shards.Collect([]string{path}, 0)
		runtime.ReadMemStats(&after)
		if err == nil {
			t.Errorf("%s is read", path)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 128<<20 {
			t.Errorf("%s: %d bytes are allocated", path, took)
		}
	}
}
