package montecarlo_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"settle/internal/wire"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
)

// tally holds the number of replicates and the sum of the squares of their indices.
type tally struct{ count, squares int }

func (s *tally) Reset()             { *s = tally{} }
func (s *tally) Merge(from *tally)  { s.count += from.count; s.squares += from.squares }
func (s *tally) Code(c *wire.Coder) { c.Int(&s.count); c.Int(&s.squares) }
func (s *tally) Count() int         { return s.count }

// tallyOf returns the tally of 0..n−1: the squares by Σk² = n(n+1)(2n+1)/6 at n − 1.
func tallyOf(n int) tally { return tally{n, (n - 1) * n * (2*n - 1) / 6} }

// toys is a run over replicates that records which it visits.
type toys struct {
	folder string
	shard  shards.Shard
	at     func(replicate int, stopped func() bool) // called in each visit, or nil

	mu      sync.Mutex
	visited map[int]int
	from    int // the first progress
}

func (r *toys) share() *shards.Share {
	return &shards.Share{
		Plan: shards.Plan{{Name: "command", Value: "toys"}}, Command: []string{"toys"}, Shard: r.shard,
		Folder: &shards.Folder{Path: r.folder},
	}
}

func (r *toys) run(ctx context.Context, replicates, workers int) (tally, error) {
	r.visited, r.from = map[int]int{}, -1
	worker := func() montecarlo.Visit[*tally] {
		return func(replicate int, into *tally, stopped func() bool) {
			if r.at != nil {
				r.at(replicate, stopped)
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			r.visited[replicate]++
			into.count++
			into.squares += replicate * replicate
		}
	}
	o := montecarlo.Options{
		Replicates: replicates, Workers: workers, Fold: "toys",
		Share: r.share(),
		Progress: func(done int) {
			if r.from < 0 {
				r.from = done
			}
		},
	}
	all, err := montecarlo.Fold(ctx, o, func() *tally { return new(tally) }, worker)
	if err != nil {
		return tally{}, err
	}
	return *all, nil
}

// mustRun runs to the end, and checks what is found and how many replicates are visited: up to
// three more than visits are, for each of two parts, by which the sums kept in them are checked.
func (r *toys) mustRun(t *testing.T, replicates, visits int) {
	t.Helper()
	found, err := r.run(t.Context(), replicates, 3)
	if err != nil || found != tallyOf(replicates) {
		t.Errorf("%d replicates: %v, %v; want %v", replicates, found, err, tallyOf(replicates))
	}
	if more := len(r.visited) - visits; more < 0 || more > 6 {
		t.Errorf("of %d replicates %d are visited, want %d", replicates, len(r.visited), visits)
	}
	if r.from != replicates-visits {
		t.Errorf("of %d replicates, %d to visit, progress begins at %d", replicates, visits, r.from)
	}
}

// A run visits what no run before it has: nothing again, what is new of a longer one, and
// the rest of a shorter one than is kept.
func TestVisitsWhatIsMissing(t *testing.T) {
	r := &toys{folder: t.TempDir()}
	r.mustRun(t, 1000, 1000)
	r.mustRun(t, 1000, 0)
	r.mustRun(t, 2500, 1500)
	r.mustRun(t, 2500, 0)
	r.mustRun(t, 1000, 0)
	r.mustRun(t, 1700, 700)
	r.mustRun(t, 600, 600) // what is kept is of more
}

// Sums of more or fewer replicates than their part names are refused, and these visited.
func TestVisitsWhatIsMiscounted(t *testing.T) {
	for _, count := range []int{39, 41, 0} {
		r := &toys{folder: t.TempDir()}
		job, err := r.share().Begin("toys", 100, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		sums := tallyOf(count)
		err = job.Save(func() (shards.Ranges, []byte) { return shards.Ranges{{From: 0, To: 40}}, wire.Write(nil, &sums) })
		if err != nil {
			t.Fatal(err)
		}
		r.mustRun(t, 100, 100)
	}
}

// Sums of a program whose replicates come to other results are refused, and visited again.
func TestVisitsWhatComesOutOtherwise(t *testing.T) {
	run := func(share *shards.Share, squares int) (tally, error) {
		worker := func() montecarlo.Visit[*tally] {
			return func(replicate int, into *tally, _ func() bool) {
				into.Merge(&tally{1, squares * replicate * replicate})
			}
		}
		all, err := montecarlo.Fold(t.Context(), montecarlo.Options{Replicates: 100, Workers: 2, Fold: "toys", Share: share},
			func() *tally { return new(tally) }, worker)
		if err != nil {
			return tally{}, err
		}
		return *all, nil
	}
	r := &toys{folder: t.TempDir()}
	if _, err := run(r.share(), 2); err != nil {
		t.Fatal(err)
	}
	share := r.share()
	if found, err := run(share, 1); err != nil || found != tallyOf(100) {
		t.Errorf("%v, %v, want %v", found, err, tallyOf(100))
	}
	if refused := share.Status().Refused; len(refused) != 1 || !strings.Contains(fmt.Sprint(refused), "holds a different result for replicate") {
		t.Errorf("refused: %v", refused)
	}
	_, err := run(&shards.Share{Collected: parts(t, 3, func(share *shards.Share) error { _, err := run(share, 2); return err })}, 1)
	if err == nil || !strings.Contains(err.Error(), "holds a different result for replicate") {
		t.Errorf("parts of another program: %v", err)
	}
}

// Replicates that take longer than shards.MostAgain are not visited again: their parts say
// nothing of single ones, and are taken as they are.
func TestLongReplicatesAreNotVisitedAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("a replicate takes a second")
	}
	found := parts(t, 2, func(share *shards.Share) error {
		visits := 0
		worker := func() montecarlo.Visit[*tally] {
			return func(replicate int, into *tally, stopped func() bool) {
				for visits++; visits > 50 && !stopped(); { // when all of the shard were visited
					time.Sleep(time.Millisecond)
				}
				into.Merge(&tally{1, replicate * replicate})
			}
		}
		_, err := montecarlo.Fold(t.Context(), montecarlo.Options{Replicates: 100, Workers: 1, Fold: "toys", Share: share},
			func() *tally { return new(tally) }, worker)
		return err
	})
	if samples := found.First.Folds[0].Samples; len(samples) > 0 {
		t.Errorf("samples %v", samples)
	}
}

// A run that is stopped, by the context or by a metric that fails, has saved all but what
// was at hand; and it does not wait for a visit that goes on.
func TestSavesWhenStopped(t *testing.T) {
	const replicates, end = 1 << 16, 3000
	for name, stop := range map[string]func(cancel func(), stopped func() bool){
		"cancelled": func(cancel func(), stopped func() bool) {
			cancel()
			time.Sleep(100 * time.Millisecond) // longer than others need to notice
		},
		"failed": func(func(), func() bool) { panic(metrics.Failure{Err: io.ErrUnexpectedEOF}) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := &toys{folder: t.TempDir()}
			r.at = func(replicate int, stopped func() bool) {
				time.Sleep(100 * time.Microsecond)
				if replicate == end {
					stop(cancel, stopped)
				}
			}
			if _, err := r.run(ctx, replicates, 2); !errors.Is(err, context.Canceled) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("error %v", err)
			}
			visited := len(r.visited)
			r.at = nil
			found, err := r.run(t.Context(), replicates, 2)
			if err != nil || found != tallyOf(replicates) {
				t.Errorf("%v, %v", found, err)
			}
			// Two workers give every 50 ms or after a block, which is as long at most; a
			// visit lasts 100 µs or more.
			if again := visited + len(r.visited) - replicates; again > 2*2*700 {
				t.Errorf("%d of %d replicates are visited again", again, visited)
			}
			if r.from == 0 {
				t.Error("nothing was kept")
			}
		})
	}
}

// A run that is stopped and cannot save what it found says both.
func TestSaysWhatCannotBeSaved(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := &toys{folder: filepath.Join(t.TempDir(), "kept")}
	var seen atomic.Int32
	r.at = func(replicate int, stopped func() bool) {
		time.Sleep(100 * time.Microsecond)
		if seen.Add(1); replicate != 1000 {
			return
		}
		_ = os.RemoveAll(r.folder)
		for os.WriteFile(r.folder, nil, 0o666) != nil { // it may be made again at once
			_ = os.RemoveAll(r.folder)
		}
		// The other worker gives something new to save, unless saving fails before.
		for begun := seen.Load(); seen.Load() < begun+2000 && !stopped(); {
			time.Sleep(time.Millisecond)
		}
		cancel()
	}
	_, err := r.run(ctx, 1<<16, 2)
	if !errors.Is(err, context.Canceled) || !strings.Contains(fmt.Sprint(err), r.folder) {
		t.Errorf("error %v", err)
	}
}

// A run whose visits do not end saves what others have found as soon as it is stopped.
func TestSavesBesideAVisitThatHangs(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	release := make(chan struct{})
	r := &toys{folder: t.TempDir()}
	var seen atomic.Int32
	r.at = func(replicate int, _ func() bool) {
		if replicate == 0 {
			<-release // whatever it is told
		}
		time.Sleep(time.Millisecond)
		if seen.Add(1) == 300 {
			cancel()
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = r.run(ctx, 1<<16, 2)
	}()
	<-ctx.Done()
	next := &toys{folder: r.folder}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		done, giveUp := context.WithCancel(t.Context())
		giveUp()
		_, _ = next.run(done, 1<<16, 1)
		if next.from > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Error("nothing is kept while a visit goes on")
			break
		}
	}
	close(release)
	<-ended
}

// Runs on one folder at the same time, some of them stopped, all come to the same.
func TestRunsAtTheSameTime(t *testing.T) {
	folder := t.TempDir()
	const replicates = 6000
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for try := 0; ; try++ {
				ctx, cancel := context.WithCancel(t.Context())
				if try < 3 {
					time.AfterFunc(time.Duration(20+50*i+70*try)*time.Millisecond, cancel)
				}
				r := &toys{folder: folder, at: func(int, func() bool) { time.Sleep(100 * time.Microsecond) }}
				found, err := r.run(ctx, replicates, 2)
				cancel()
				switch {
				case err == nil && found == tallyOf(replicates):
					return
				case !errors.Is(err, context.Canceled):
					t.Errorf("run %d: %v, %v", i, found, err)
					return
				}
			}
		})
	}
	group.Wait()
	(&toys{folder: folder}).mustRun(t, replicates, 0)
}
