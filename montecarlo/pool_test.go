package montecarlo_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"settle/internal/panics"
	"settle/internal/wire"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
)

// count is an aggregate of nothing but the number of replicates and their sum.
type count struct{ replicates, sum int }

func (c *count) Reset() { *c = count{} }

func (c *count) Merge(from *count) {
	c.replicates += from.replicates
	c.sum += from.sum
}

func (c *count) Code(w *wire.Coder) {
	w.Int(&c.replicates)
	w.Int(&c.sum)
}

func newCount() *count { return new(count) }

// spilling is a count that workers add to the total at once.
type spilling struct {
	count
	mu sync.Mutex
}

func (s *spilling) Reset()               { s.count.Reset() }
func (s *spilling) Merge(from *spilling) { from.Spill(s, true) }

func (s *spilling) Spill(total *spilling, all bool) {
	if !all && s.replicates < 10 {
		return
	}
	total.mu.Lock()
	defer total.mu.Unlock()
	total.count.Merge(&s.count)
	s.Reset()
}

// visitor counts replicates, each of which takes so long, and how many there were.
func visitor(long time.Duration, visited *atomic.Int64) func() montecarlo.Visit[*count] {
	return func() montecarlo.Visit[*count] {
		return func(r int, into *count, _ func() bool) {
			time.Sleep(long)
			visited.Add(1)
			into.replicates++
			into.sum += r
		}
	}
}

// Each of R replicates is visited once, so that their numbers add up to R·(R − 1)/2, and
// progress goes from 0 to R, by any number of workers.
func TestFold(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 16} {
		for _, replicates := range []int{1, 2, 15, 129, 5000} {
			last, want := -1, count{replicates, replicates * (replicates - 1) / 2}
			o := montecarlo.Options{Replicates: replicates, Workers: workers, Progress: func(done int) {
				if done <= last {
					t.Errorf("progress from %d to %d", last, done)
				}
				last = done
			}}
			got, err := montecarlo.Fold(context.Background(), o, newCount, visitor(0, new(atomic.Int64)))
			if err != nil || *got != want || last != replicates {
				t.Errorf("%d workers: %v, %v, progress to %d, want %v", workers, got, err, last, want)
			}
			worker := func() montecarlo.Visit[*spilling] {
				return func(r int, into *spilling, _ func() bool) { into.count.Merge(&count{1, r}) }
			}
			o.Progress = nil
			spilled, err := montecarlo.Fold(context.Background(), o, func() *spilling { return new(spilling) }, worker)
			if err != nil || spilled.count != want {
				t.Errorf("%d workers, spilling: %v, %v, want %v", workers, spilled.count, err, want)
			}
		}
	}
}

// A metric that fails in one replicate ends the others, which here would go on
// until they are stopped, and is the error.
func TestFoldFails(t *testing.T) {
	worker := func() montecarlo.Visit[*count] {
		return func(replicate int, _ *count, stopped func() bool) {
			if replicate == 1000 {
				panic(metrics.Failure{Err: io.ErrUnexpectedEOF})
			}
			for replicate > 1000 && !stopped() {
				time.Sleep(time.Millisecond)
			}
		}
	}
	ended := make(chan error, 1)
	go func() {
		_, err := montecarlo.Fold(context.Background(), montecarlo.Options{Replicates: 1 << 20, Workers: 4}, newCount, worker)
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("Fold goes on after a metric has failed")
	}
}

// A panic in one replicate ends the others, which here would go on until they are stopped,
// and is raised where Fold was called, with the stack of the worker.
func TestFoldPanics(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		worker := func() montecarlo.Visit[*count] {
			return func(replicate int, _ *count, stopped func() bool) {
				if replicate == 1000 {
					panic("a mistake")
				}
				for replicate > 1000 && !stopped() {
					time.Sleep(time.Millisecond)
				}
			}
		}
		err := panics.Do(func() error {
			o := montecarlo.Options{Replicates: 1 << 20, Workers: workers}
			_, err := montecarlo.Fold(t.Context(), o, newCount, worker)
			return err
		})
		r, ok := err.(*panics.Recovered)
		if !ok || r.Value != "a mistake" || !strings.Contains(string(r.Stack), "montecarlo_test.TestFoldPanics") {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}

// tearing is a count whose merging panics half-way at the third time.
type tearing struct {
	count
	merges *atomic.Int64
}

func (a *tearing) Merge(b *tearing) {
	a.replicates += b.replicates
	if b.replicates > 0 && a.merges.Add(1) == 3 {
		panic("torn")
	}
	a.sum += b.sum
}

// Sums that a panic left half merged are not saved: what a folder holds was whole.
func TestFoldSavesNothingTorn(t *testing.T) {
	folder := &shards.Folder{Path: t.TempDir()}
	share := &shards.Share{Plan: shards.Plan{{Name: "seed", Value: "1"}}, Command: []string{"count"}, Folder: folder}
	o := montecarlo.Options{Replicates: 500, Workers: 4, Share: share, Fold: "count"}
	visit := visitor(100*time.Microsecond, new(atomic.Int64))
	err := panics.Do(func() error {
		merges := new(atomic.Int64)
		worker := func() montecarlo.Visit[*tearing] {
			one := visit()
			return func(r int, into *tearing, stopped func() bool) { one(r, &into.count, stopped) }
		}
		_, err := montecarlo.Fold(t.Context(), o, func() *tearing { return &tearing{merges: merges} }, worker)
		return err
	})
	if r, ok := err.(*panics.Recovered); !ok || r.Value != "torn" {
		t.Fatal(err)
	}
	got, err := montecarlo.Fold(t.Context(), o, newCount, visit)
	if want := (count{500, 500 * 499 / 2}); err != nil || *got != want {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
}

// A run that is cancelled ends with the context's error.
func TestFoldCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var visited atomic.Int64
	o := montecarlo.Options{Replicates: 1 << 30, Workers: 2, Progress: func(done int) {
		if done > 0 {
			cancel()
		}
	}}
	if _, err := montecarlo.Fold(ctx, o, newCount, visitor(time.Millisecond, &visited)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A run with a folder that is interrupted, and one that is asked for more replicates, go on
// where the one before ended, but for what came after its last saving; they find what a
// run in one go does.
func TestFoldGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("two seconds")
	}
	share := &shards.Share{
		Plan: shards.Plan{{Name: "seed", Value: "1"}}, Command: []string{"count"}, Folder: &shards.Folder{Path: t.TempDir()},
	}
	run := func(ctx context.Context, replicates int, progress func(int)) (*count, int64, error) {
		var visited atomic.Int64
		o := montecarlo.Options{Replicates: replicates, Workers: 4, Share: share, Fold: "count", Progress: progress}
		got, err := montecarlo.Fold(ctx, o, newCount, visitor(time.Millisecond, &visited))
		return got, visited.Load(), err
	}
	ctx, cancel := context.WithCancel(context.Background())
	const replicates = 4000 // of which each worker has a second's work
	_, before, err := run(ctx, replicates, func(done int) {
		if done > replicates*3/4 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	begins := -1
	got, after, err := run(context.Background(), replicates, func(done int) {
		if begins < 0 {
			begins = done
		}
	})
	if want := (count{replicates, replicates * (replicates - 1) / 2}); err != nil || *got != want {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	// A few replicates are visited again for each part that is written or read.
	samples := int64(begins) + after - replicates
	if before+after >= replicates*7/4 || samples < 0 || samples > replicates/50 {
		t.Errorf("%d replicates before, and %d from %d on", before, after, begins)
	}
	const more = replicates + 50
	got, after, err = run(context.Background(), more, nil)
	if want := (count{more, more * (more - 1) / 2}); err != nil || *got != want || after < more-replicates || after > more-replicates+20 {
		t.Errorf("%v, %v, %d visited, want %v", got, err, after, want)
	}
}

// unwritten is an aggregate that cannot be written.
type unwritten struct{}

func (unwritten) Reset()          {}
func (unwritten) Merge(unwritten) {}

// A share that is to keep what cannot be written is a mistake of the program.
func TestFoldOfWhatCannotBeKept(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("sums that cannot be written were kept")
		}
	}()
	o := montecarlo.Options{Replicates: 10, Share: &shards.Share{Shard: shards.Shard{I: 1, N: 2}}}
	worker := func() montecarlo.Visit[unwritten] { return func(int, unwritten, func() bool) {} }
	montecarlo.Fold(context.Background(), o, func() unwritten { return unwritten{} }, worker)
}
