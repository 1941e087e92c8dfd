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

// Options say how much to run, and how.
type Options struct {
	Replicates int // at least 1
	Workers    int // goroutines; 0 or less for one per processor

	// Progress, if not nil, is told how many replicates are done, from 0
	// upwards, by one goroutine at a time: of those of the share, if there is one.
	Progress func(done int)

	// Share, if not nil, says which of the replicates are to be visited and keeps their
	// sums; Fold is the name by which it knows them, of letters and hyphens.
	Share *shards.Share
	Fold  string
}

// Spiller is an aggregate that several workers add to the total at once. Spill moves there
// all that the worker has or, after each block, what takes too much room to be held by every
// worker to the end.
type Spiller[A any] interface{ Spill(total A, all bool) }

// Counter is an aggregate that knows how many replicates were added to it, so that sums of
// more or fewer than is said of them are refused.
type Counter interface{ Count() int }

// Visit adds one replicate to an aggregate. It should return early once
// stopped says so; what it then leaves is thrown away.
type Visit[A any] func(replicate int, into A, stopped func() bool)

// Fold visits the replicates 0..Replicates−1 and returns their aggregate: sums that package
// aggregate can add up, by their fields or by methods of their own. Merging must be exact,
// associative and commutative, so that no sum tells which replicates were added first: floats
// are added up in an exact.Sum. An aggregate that counts replicates has a method Count (see
// Counter), and one that is large a method Spill (see Spiller).
//
// worker is called once per goroutine, for a visit with scratch space of its
// own; empty makes an empty aggregate. With o.Share both are called once or twice more:
// a few replicates are visited again, by which the sums are checked.
//
// If ctx ends before the last replicate, Fold returns its error. If a visit panics with a
// metrics.Failure, Fold stops the others and returns that. Where sums could not be saved, it
// returns why, too. With o.Share it visits what the
// share has left to visit; where these are not all replicates, it returns
// shards.ErrPart with their aggregate.
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

// folding is a fold that is under way.
type folding[A any] struct {
	options Options
	empty   func() A
	worker  func() Visit[A]
	total   A
	done    int // replicates whose sums there are
}

// folder is one goroutine's scratch space.
type folder[A any] struct {
	visit Visit[A]
	into  A
	owes  shards.Ranges // what was taken and has not been given; guarded by the queue's mu
}

// folders makes scratch space for the workers that so many replicates keep busy.
func (f *folding[A]) folders(replicates int) []*folder[A] {
	workers := make([]*folder[A], min(f.options.Workers, replicates))
	for i := range workers {
		workers[i] = &folder[A]{visit: f.worker(), into: f.empty()}
	}
	return workers
}

func (f *folding[A]) run(ctx context.Context) (err error) {
	defer metrics.Catch(&err) // of what makes workers
	if f.options.Share == nil {
		f.report()
		return f.visit(ctx, shards.Ranges{{From: 0, To: f.options.Replicates}}, nil)
	}
	_ = aggregate.Coded(f.total) // panics if it cannot be kept
	job, err := f.options.Share.Begin(f.options.Fold, f.options.Replicates, f.add, f.again(ctx))
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

// add adds sums of so many replicates that were kept.
func (f *folding[A]) add(kept []byte, of int) error {
	one := f.empty()
	if err := wire.Read(kept, aggregate.Coded(one)); err != nil {
		return fmt.Errorf("holds other sums than those wanted: %w", err)
	}
	if c, counts := any(one).(Counter); counts && c.Count() != of {
		return fmt.Errorf("holds the sums of another number of replicates than the %d it names", of)
	}
	aggregate.Merge(f.total, one)
	return nil
}

// again returns a function that visits one replicate by itself, for one goroutine at a time.
// Once ctx has ended it does nothing: what was found is to be saved at once.
func (f *folding[A]) again(ctx context.Context) shards.Again {
	var alone *folder[A]
	var total A
	return func(replicate int) (result []byte) {
		var failed error
		defer metrics.Catch(&failed) // and then there is no result
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

// visit visits replicates, and saves their sums as the job says; nil for no job.
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
type queue[A any] struct {
	stopped atomic.Bool
	workers int
	done    func(more int)
	saver   *saver[A] // nil if nothing is saved

	giving sync.RWMutex // workers give; a writer sees sums to which none does
	total  A
	torn   atomic.Bool // a panic left the total half merged: it must not be saved

	mu   sync.Mutex
	left shards.Ranges // the replicates that nobody has taken
}

// Blocks last so long that handing them out costs next to nothing, and so short that no
// worker waits long for the last one. Giving costs more, the less is given at a time.
const (
	leastBlock = 4 * time.Millisecond
	mostBlock  = 32 * time.Millisecond
	largest    = 128 // replicates
	untilGiven = 50 * time.Millisecond
)

// work takes blocks until there are none, and then gives what it folded them into. Where
// sums are saved it gives all from time to time: what was not given is lost if the run is
// stopped.
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

// take returns the next block, of so many replicates at most, to whom has done so many
// now; none if there is none left.
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

// give merges what a worker has.
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
