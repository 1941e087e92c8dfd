// Package foldtest checks that sums over replicates do not depend on the order of the
// replicates or on the number of workers and machines.
//
// Call [Shares] or [Workers] to test a study, and [Merges] and [Bytes] to test its
// sums. The values of the sums are tested with the studies.
package foldtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/aggregate"
	"settle/internal/wire"
	"settle/montecarlo/shards"
)

// Merges checks that the sums over some replicates always have the same bytes. It
// distributes the replicates over several parts and merges the parts in random order.
// In between, it reuses some parts, or writes and reads them.
func Merges[A any](t *testing.T, replicates int, empty func() A, visit func(replicate int, into A, stopped func() bool)) {
	t.Helper()
	visitAll := func(into A, list []int) {
		for _, r := range list {
			visit(r, into, func() bool { return false })
		}
	}
	all := make([]int, replicates)
	for r := range all {
		all[r] = r
	}
	whole := empty()
	for _, r := range all { // each replicate is merged separately, as blocks of replicates are merged into a total
		one := empty()
		visitAll(one, []int{r})
		aggregate.Merge(whole, one)
	}
	want := wire.Write(nil, aggregate.Coded(whole))
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(all).Draw(t, "order")
		used := empty()
		var parts []A
		for len(order) > 0 {
			n := rapid.IntRange(1, len(order)).Draw(t, "replicates of a part")
			part := empty()
			if rapid.Bool().Draw(t, "used before") {
				visitAll(used, order[:1])
				aggregate.Reset(used)
				part, used = used, part
			}
			visitAll(part, order[:n])
			parts, order = append(parts, roundTrip(t, part, empty)), order[n:]
		}
		for len(parts) > 1 { // merges any two parts at a time, in any order
			i := rapid.IntRange(1, len(parts)-1).Draw(t, "merged into the first")
			if rapid.Bool().Draw(t, "the other way round") {
				parts[0], parts[i] = parts[i], parts[0]
			}
			aggregate.Merge(parts[0], parts[i])
			parts = append(parts[:i], parts[i+1:]...)
			at := rapid.IntRange(0, len(parts)-1).Draw(t, "first")
			parts[0], parts[at] = parts[at], parts[0]
		}
		total := empty()
		aggregate.Merge(total, parts[0])
		if got := wire.Write(nil, aggregate.Coded(total)); !bytes.Equal(got, want) {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}

// roundTrip returns the part itself, or a copy that was written and read.
func roundTrip[A any](t *rapid.T, part A, empty func() A) A {
	if !rapid.Bool().Draw(t, "through bytes") {
		return part
	}
	data, again := Written(part, empty), empty()
	if err := wire.Read(data, aggregate.Coded(again)); err != nil {
		t.Fatalf("cannot read its own bytes: %v", err)
	}
	if back := wire.Write(nil, aggregate.Coded(again)); !bytes.Equal(back, data) {
		t.Fatalf("%x was read as %x", data, back)
	}
	return again
}

// Bytes runs a fuzz test of Read with arbitrary bytes.
func Bytes[A any](f *testing.F, empty func() A, seeds ...A) {
	f.Helper()
	for _, seed := range append(seeds, empty()) {
		f.Add(Written(seed, empty))
	}
	f.Fuzz(func(t *testing.T, data []byte) { Read(t, data, empty) })
}

// Written returns the bytes that represent sums when they are written.
func Written[A any](a A, empty func() A) []byte {
	total := empty()
	aggregate.Merge(total, a) // only merged totals are ever written
	return wire.Write(nil, aggregate.Coded(total))
}

// Read checks that reading bytes either fails or yields sums that can be merged and
// written. It returns these sums and whether reading succeeded. It also checks that
// reading allocates at most a constant plus a constant number of bytes for each byte
// read.
func Read[A any](t *testing.T, data []byte, empty func() A) (total A, read bool) {
	t.Helper()
	into, total := empty(), empty()
	before := allocatedBytes()
	err := wire.Read(data, aggregate.Coded(into))
	if room := allocatedBytes() - before; room > 1<<16+1000*uint64(len(data)) {
		t.Errorf("%d bytes make room for %d", len(data), room)
	}
	if err != nil {
		return total, false
	}
	aggregate.Merge(total, into)
	written := wire.Write(nil, aggregate.Coded(total))
	if err := wire.Read(written, aggregate.Coded(empty())); err != nil {
		t.Errorf("%x was read, but not %x, which was written of it: %v", data, written, err)
	}
	return total, true
}

// allocatedBytes returns the number of bytes that the process has allocated so far.
func allocatedBytes() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// shardsOf is the number of shards into which Shares divides a study.
const shardsOf = 8

// Workers checks that a study prints the same result with any number of workers. It
// returns the printed text.
func Workers(t *testing.T, run func(workers int) (any, error)) string {
	t.Helper()
	var want string
	for _, workers := range []int{1, 2, 3, 8} {
		found, err := run(workers)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%+v", found); workers == 1 {
			want = got
		} else if got != want {
			t.Errorf("on %d workers %s, on one %s", workers, got, want)
		}
	}
	return want
}

// Shares checks that a study has the same result with any number of workers, whether it
// runs at once or as eight shards that are collected in any order. run(workers, share)
// runs the study with this number of workers and this shard. If the shard is nil, it
// runs the whole study.
func Shares(t *testing.T, run func(workers int, share *shards.Share) (any, error)) {
	t.Helper()
	want := Workers(t, func(workers int) (any, error) { return run(workers, nil) })
	print := func(workers int, share *shards.Share) string {
		t.Helper()
		found, err := run(workers, share)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v", found)
	}
	share := func() *shards.Share {
		return &shards.Share{
			Plan: shards.Plan{{Name: "study", Value: t.Name()}}, Command: []string{"study"}, Version: "test",
		}
	}
	folder, files := t.TempDir(), make([]string, shardsOf)
	for i, at := range rand.Perm(shardsOf) {
		own := share()
		own.Shard = shards.Shard{I: at + 1, N: shardsOf}
		if _, err := run(1+i%3, own); !errors.Is(err, shards.ErrPart) {
			t.Fatalf("shard %v: %v", own.Shard, err)
		}
		files[i] = filepath.Join(folder, fmt.Sprint(i))
		if err := own.Part().Write(files[i]); err != nil {
			t.Fatal(err)
		}
	}
	collected, err := shards.Collect(files, 0)
	if err != nil {
		t.Fatal(err)
	}
	merged := share()
	merged.Collected = collected
	if got := print(1, merged); got != want {
		t.Errorf("of %d shards %s, in one run %s", shardsOf, got, want)
	}
	kept := &shards.Folder{Path: t.TempDir()}
	for _, when := range []string{"keeps its sums", "finds them kept"} {
		own := share()
		own.Folder = kept
		if got := print(2, own); got != want {
			t.Errorf("a run that %s finds %s, else %s", when, got, want)
		}
	}
}
