package montecarlo

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"settle/internal/aggregate"
	"settle/internal/panics"
	"settle/internal/wire"
	"settle/metrics"
	"settle/montecarlo/shards"
)

// Options control a run of replicates.
type Options struct {
	Replicates int // number of replicates, at least 1
	Workers    int // goroutines; 0 or less means one per processor

	// Progress, if not nil, is called with the number of finished replicates, from 0
	// upwards. It is called by one goroutine at a time. With a Share it counts only the
	// replicates of the share.
	Progress func(done int)

	// Share, if not nil, selects the replicates to visit and stores their sums. Fold is
	// the name of these sums in the share. It consists of letters and hyphens.
	Share *shards.Share
	Fold  string
}

// A Spiller is an aggregate that several workers can add to the total at the same time.
// If all is true, Spill moves all results from the worker to the total. After each
// block of replicates, Fold calls Spill with all = false. Spill then moves only the
// parts that are too large for every worker to hold until the end.
type Spiller[A any] interface{ Spill(total A, all bool) }

// A Counter is an aggregate that counts the replicates added to it. Fold rejects stored
// sums if this count differs from the count recorded in their file.
type Counter interface{ Count() int }

// A Visit computes one replicate and adds its result to an aggregate. Once stopped
// returns true, it should return early; the aggregate is then discarded.
type Visit[A any] func(replicate int, into A, stopped func() bool)

// Fold visits the replicates 0..Replicates−1 and returns their aggregate, which must be
// a type that package aggregate can merge. Merging must be exact, associative and
// commutative, so that the result does not depend on the order of replicates. Add
// floats in an exact.Sum. An aggregate that counts replicates should implement Counter,
// and a large aggregate should implement Spiller.
//
// Fold calls empty() to make an empty aggregate. It calls worker() once per goroutine
// to make a Visit, which has its own scratch space. With o.Share it calls both
// functions once or twice more, to verify stored sums by visiting a few replicates
// again.
//
// Fold returns the error of ctx if ctx ends before the last replicate. If a visit
// panics with a metrics.Failure, Fold stops the other workers and returns the cause. It
// also returns an error if sums could not be saved. With o.Share it visits only the
// replicates of the share that were not visited before. If the share does not cover all
// replicates, it returns the share's aggregate with shards.ErrPart.
func Fold[A any](ctx context.Context, o Options, empty func() A, worker func() Visit[A]) (A, error) {
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

// folding holds the state of a call of Fold.
type folding[A any] struct {
	options Options
	empty   func() A
	worker  func() Visit[A]
	total   A
	done    int // the number of replicates whose sums are known
}

// folder holds the memory that one goroutine uses to visit replicates.
type folder[A any] struct {
	visit Visit[A]
	into  A
	owes  shards.Ranges // replicates that were taken but not yet given; protected by the queue's mu
}

// folders returns one folder, which is the memory of a goroutine, per worker. There are
// no more workers than replicates.
func (f *folding[A]) folders(replicates int) []*folder[A] {
	workers := make([]*folder[A], min(f.options.Workers, replicates))
	for i := range workers {
		workers[i] = &folder[A]{visit: f.worker(), into: f.empty()}
	}
	return workers
}

func (f *folding[A]) run(ctx context.Context) (err error) {
	defer metrics.Catch(&err) // for a Failure while workers are created
	if f.options.Share == nil {
		f.report()
		return f.visit(ctx, shards.Ranges{{From: 0, To: f.options.Replicates}}, nil)
	}
	_ = aggregate.Coded(f.total) // panics if the type cannot be stored
	job, err := f.options.Share.Begin(f.options.Fold, f.options.Replicates, f.add, f.revisit(ctx))
	if err != nil {
		return err
	}
	f.done = job.Kept
	f.report()
	if err := f.visit(ctx, job.Todo, job); err != nil {
		return err
	}
	return job.Finish(func() []byte { return wire.Write(nil, aggregate.Coded(f.total)) })
}

// add adds stored sums, over the given number of replicates, to the total. It returns
// an error if they cannot be read, or if they count another number of replicates.
func (f *folding[A]) add(kept []byte, of int) error {
	one := f.empty()
	if err := wire.Read(kept, aggregate.Coded(one)); err != nil {
		return fmt.Errorf("holds sums of a different kind: %w", err)
	}
	if c, counts := any(one).(Counter); counts && c.Count() != of {
		return fmt.Errorf("does not hold the sums of the %d replicates that it names", of)
	}
	aggregate.Merge(f.total, one)
	return nil
}

// revisit returns a function that visits a single replicate again and encodes its result.
// It must be called by one goroutine at a time. Once ctx has ended, the function
// returns nil, so that sums are saved immediately.
func (f *folding[A]) revisit(ctx context.Context) shards.Again {
	var alone *folder[A]
	var total A
	return func(replicate int) (result []byte) {
		var failed error
		defer metrics.Catch(&failed) // if a visit fails, the result is nil
		if ctx.Err() != nil {
			return nil
		}
		if alone == nil {
			alone, total = f.folders(1)[0], f.empty()
		}
		aggregate.Reset(alone.into)
		aggregate.Reset(total)
		began := time.Now()
		stopped := func() bool { return ctx.Err() != nil || time.Since(began) > shards.MostAgain }
		if alone.visit(replicate, alone.into, stopped); stopped() {
			return nil
		}
		if spiller, spills := any(alone.into).(Spiller[A]); spills {
			spiller.Spill(total, true)
		} else {
			aggregate.Merge(total, alone.into)
		}
		return wire.Write(nil, aggregate.Coded(total))
	}
}

// visit visits the replicates in todo. It saves their sums as the job requires, or does
// not save them if job is nil.
func (f *folding[A]) visit(ctx context.Context, todo shards.Ranges, job *shards.Job) error {
	workers := f.folders(todo.Len())
	q := &queue[A]{left: slices.Clone(todo), workers: len(workers), total: f.total, done: f.progress}
	release := context.AfterFunc(ctx, func() { q.stopped.Store(true) })
	defer release()
	saved := q.beginSaving(ctx, job, workers)

	group := panics.New()
	for _, w := range workers {
		group.Go(func() (err error) {
			ended := false
			defer func() {
				if !ended {
					q.stopped.Store(true)
				}
			}()
			defer metrics.Catch(&err)
			q.work(w)
			ended = true
			return ctx.Err()
		})
	}
	err := panics.Do(group.Wait)
	unsaved := saved()
	return errors.Join(panics.Raise(err), unsaved)
}

// progress adds to the number of finished replicates, and reports the new number.
func (f *folding[A]) progress(count int) {
	f.done += count
	f.report()
}

func (f *folding[A]) report() {
	if f.options.Progress != nil {
		f.options.Progress(f.done)
	}
}

// queue hands out blocks of replicates to workers and merges the aggregates of the
// workers.
type queue[A any] struct {
	stopped atomic.Bool
	workers int
	done    func(more int)
	saver   *saver[A] // nil if nothing is saved

	giving sync.RWMutex // workers give under a read lock; a writer sees sums without a partial merge
	total  A
	torn   atomic.Bool // a panic left the total half merged: it must not be saved

	mu   sync.Mutex
	left shards.Ranges // replicates that no worker has taken
}

// Lengths of the blocks of replicates that workers take. A block takes long enough that
// handing it out costs almost nothing, and is short enough that no worker waits long
// for the last block. Merging into the total is more expensive, so workers do it less
// often.
const (
	leastBlock = 4 * time.Millisecond
	mostBlock  = 32 * time.Millisecond
	largest    = 128 // replicates
	untilGiven = 50 * time.Millisecond
)

// work lets the worker w visit blocks of replicates until none are left, and then
// merges the worker's aggregate into the total. If sums are saved, it also merges from
// time to time, because a stopped run loses all sums that are not in the total.
func (q *queue[A]) work(w *folder[A]) {
	defer aggregate.Reset(w.into)
	spiller, spills := any(w.into).(Spiller[A])
	stopped, size, gave := q.stopped.Load, 1, time.Now()
	for from, to := q.take(w, size, 0); from < to; from, to = q.take(w, size, to-from) {
		began := time.Now()
		for r := from; r < to && !stopped(); r++ {
			w.visit(r, w.into, stopped)
		}
		if stopped() {
			return
		}
		if now := time.Now(); now.Sub(gave) > untilGiven {
			switch {
			case q.saver != nil:
				q.give(w)
			case spills:
				spiller.Spill(q.total, false)
			}
			gave = now
		}
		switch took := time.Since(began); {
		case took < leastBlock:
			size = min(2*size, largest)
		case took > mostBlock:
			size = max(1, size/2)
		}
	}
	q.give(w)
}

// take returns the next block of replicates for a worker. The block is empty if no
// replicates are left. size is the largest length of the block. did is the length of
// the block that the worker has just finished, or 0.
func (q *queue[A]) take(w *folder[A], size, did int) (from, to int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stopped.Load() {
		return 0, 0
	}
	if did > 0 {
		q.done(did)
	}
	if len(q.left) == 0 {
		return 0, 0
	}
	size = min(size, q.left.Len()/(2*q.workers)+1)
	block := q.left.Take(size)
	if q.saver != nil {
		w.owes = append(w.owes, block)
	}
	return block.From, block.To
}

// give merges the aggregate of a worker into the total, and then empties the worker's
// aggregate.
func (q *queue[A]) give(w *folder[A]) {
	q.giving.RLock()
	defer q.giving.RUnlock()
	merged := false
	defer func() {
		if !merged {
			q.torn.Store(true)
		}
	}()
	spiller, spills := any(w.into).(Spiller[A])
	if spills {
		spiller.Spill(q.total, true)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if !spills {
		aggregate.Merge(q.total, w.into)
		aggregate.Reset(w.into)
	}
	w.owes = w.owes[:0]
	merged = true
}
