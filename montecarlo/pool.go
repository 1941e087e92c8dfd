package montecarlo

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"settle/internal/wire"
	"settle/metrics"
	"settle/shards"
)

// Options say how much to run, and how.
type Options struct {
	Replicates int // at least 1
	Workers    int // goroutines; 0 or less for one per processor

	// Progress, if not nil, is told how many replicates are done, from 0
	// upwards, by one goroutine at a time.
	Progress func(done int)

	// Share, if not nil, says which of the replicates are to be visited and keeps their
	// sums; Fold is the name by which it knows them, of letters and hyphens.
	Share *shards.Share
	Fold  string
}

// Aggregate is what replicates are folded into. Merging must be exact, associative and
// commutative, so that no sum tells which replicates were added first: floats are added up
// in an exact.Sum. An aggregate whose sums can be kept has a method Code, too (see
// wire.Coded), and one that is large a method Spill (see Spiller).
type Aggregate[A any] interface {
	Reset()       // forgets everything
	Merge(from A) // adds what another aggregate holds
}

// Spiller is an aggregate that several workers add to the total at once. Spill moves there
// all that the worker has or, after each block, what takes too much room to be held by every
// worker to the end.
type Spiller[A any] interface{ Spill(total A, all bool) }

// Earlier is the lesser of two indices of replicates, of which −1 is none: for aggregates
// that remember the first replicate of some kind.
func Earlier(a, b int) int { return int(min(uint(a), uint(b))) }

// Visit adds one replicate to an aggregate. It should return early once
// stopped says so; what it then leaves is thrown away.
type Visit[A any] func(replicate int, into A, stopped func() bool)

// Fold visits the replicates 0..Replicates−1 and returns their aggregate.
// worker is called once per goroutine, for a visit with scratch space of its
// own; empty makes an empty aggregate, at most once per worker and twice more.
//
// If ctx ends before the last replicate, Fold returns its error. If a visit panics with a
// metrics.Failure, Fold stops the others and returns that. With o.Share it visits what the
// share has left to visit; where these are not all replicates, it returns
// shards.ErrPart with their aggregate.
func Fold[A Aggregate[A]](ctx context.Context, o Options, empty func() A, worker func() Visit[A]) (A, error) {
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	f := &folding[A]{options: o, empty: empty, worker: worker, total: empty()}
	err := f.run(ctx)
	if err != nil && err != shards.ErrPart {
		var none A
		return none, err
	}
	return f.total, err
}

// folding is a fold that is under way.
type folding[A Aggregate[A]] struct {
	options Options
	empty   func() A
	worker  func() Visit[A]
	total   A
	done    int // replicates whose sums there are

	workers []folder[A]
}

// folder is one goroutine's scratch space, which serves all ranges.
type folder[A any] struct {
	visit Visit[A]
	into  A
}

// folders makes scratch space for so many replicates at most, where there is none yet.
func (f *folding[A]) folders(replicates int) []folder[A] {
	for len(f.workers) < min(f.options.Workers, replicates) {
		f.workers = append(f.workers, folder[A]{f.worker(), f.empty()})
	}
	return f.workers
}

func (f *folding[A]) run(ctx context.Context) error {
	if f.options.Share == nil {
		f.report()
		_, err := f.visit(ctx, shards.Range{To: f.options.Replicates}, f.total, nil)
		return err
	}
	job, err := f.options.Share.Begin(f.options.Fold, f.options.Replicates)
	if err != nil {
		return err
	}
	if err := job.Kept(f.add); err != nil {
		return err
	}
	f.done = f.options.Replicates - job.Todo.Len()
	f.report()
	for _, r := range job.Todo {
		if err := f.visitSaving(ctx, r, job); err != nil {
			return err
		}
	}
	return job.Finish(func() []byte { return wire.Write(nil, coded(f.total)) })
}

// coded is an aggregate whose sums can be kept.
func coded[A any](a A) wire.Coded {
	c, ok := any(a).(wire.Coded)
	if !ok {
		panic(fmt.Sprintf("montecarlo: sums of %T cannot be kept: it has no method Code", a))
	}
	return c
}

// add adds sums that were kept.
func (f *folding[A]) add(sums []byte) error {
	one := f.empty()
	if err := wire.Read(sums, coded(one)); err != nil {
		return fmt.Errorf("holds other sums than those wanted: %w", err)
	}
	f.total.Merge(one)
	return nil
}

// visitSaving visits a range and saves its sums from time to time.
func (f *folding[A]) visitSaving(ctx context.Context, r shards.Range, job *shards.Job) error {
	if !job.Saves() {
		_, err := f.visit(ctx, r, f.total, nil)
		return err
	}
	begin, sums := time.Now(), f.empty()
	var saving time.Duration
	for at := r.From; at < r.To; {
		until := time.Now().Add(shards.Pause(time.Since(begin), saving))
		to, err := f.visit(ctx, shards.Range{From: at, To: r.To}, sums, func() bool { return time.Now().After(until) })
		if err != nil {
			return err
		}
		at = to
		began := time.Now()
		if err := job.Save(shards.Range{From: r.From, To: at}, wire.Write(nil, coded(sums))); err != nil {
			return err
		}
		saving = time.Since(began)
	}
	f.total.Merge(sums)
	return nil
}

// visit visits a range, or its beginning if pause says so before its end, and returns
// where it ended.
func (f *folding[A]) visit(ctx context.Context, r shards.Range, total A, pause func() bool) (end int, err error) {
	q := &queue[A]{next: r.From, end: r.To, total: total, pause: pause, done: f.progress}
	release := context.AfterFunc(ctx, func() { q.stopped.Store(true) })
	defer release()

	workers := f.folders(r.Len())
	q.workers = len(workers)
	var group errgroup.Group
	for _, w := range workers {
		group.Go(func() (err error) {
			defer func() {
				if err != nil {
					q.stopped.Store(true)
				}
			}()
			defer metrics.Catch(&err)
			q.work(w)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return q.next, nil
}

// progress notes that so many more replicates are done.
func (f *folding[A]) progress(more int) {
	f.done += more
	f.report()
}

func (f *folding[A]) report() {
	if f.options.Progress != nil {
		f.options.Progress(f.done)
	}
}

// queue hands out blocks of replicates, and merges what workers folded theirs into.
type queue[A Aggregate[A]] struct {
	stopped atomic.Bool
	workers int
	pause   func() bool // to hand out no more blocks; nil for no pause
	done    func(more int)
	total   A

	mu        sync.Mutex
	next, end int // the replicates that are left
}

// Blocks last so long that handing them out costs next to nothing, and so short that no
// worker waits long for the last one.
const (
	leastBlock = 4 * time.Millisecond
	mostBlock  = 32 * time.Millisecond
	largest    = 128 // replicates
)

// work takes blocks until there are none, and then merges what it folded them into.
func (q *queue[A]) work(w folder[A]) {
	defer w.into.Reset()
	spiller, spills := any(w.into).(Spiller[A])
	stopped, size := q.stopped.Load, 1
	for from, to := q.take(size, 0); from < to; from, to = q.take(size, to-from) {
		began := time.Now()
		for r := from; r < to && !stopped(); r++ {
			w.visit(r, w.into, stopped)
		}
		if stopped() {
			return
		}
		if spills {
			spiller.Spill(q.total, false)
		}
		switch took := time.Since(began); {
		case took < leastBlock:
			size = min(2*size, largest)
		case took > mostBlock:
			size = max(1, size/2)
		}
	}
	q.give(w.into)
}

// take returns the next block, of so many replicates at most, to whom has done so many
// now; none if there is none left.
func (q *queue[A]) take(size, did int) (from, to int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stopped.Load() {
		return 0, 0
	}
	if did > 0 {
		q.done(did)
	}
	if q.pause != nil && q.pause() {
		return 0, 0
	}
	from = q.next
	q.next = min(from+min(size, (q.end-from)/(2*q.workers)+1), q.end)
	return from, q.next
}

// give merges what a worker has.
func (q *queue[A]) give(from A) {
	if spiller, ok := any(from).(Spiller[A]); ok {
		spiller.Spill(q.total, true)
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.total.Merge(from)
}
