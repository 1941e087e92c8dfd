package montecarlo

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"settle/metrics"
)

// Options say how much to run, and how.
type Options struct {
	Replicates int // at least 1
	Workers    int // goroutines; 0 or less for one per processor

	// Progress, if not nil, is told how many replicates are done, from 0
	// upwards, by one goroutine at a time.
	Progress func(done int)
}

// Aggregate is what replicates are folded into.
type Aggregate[A any] interface {
	Reset()       // forgets everything
	Merge(from A) // adds what another aggregate holds
}

// Visit adds one replicate to an aggregate. It should return early once
// stopped says so; what it then leaves is thrown away.
type Visit[A any] func(replicate int, into A, stopped func() bool)

// Fold visits the replicates 0..Replicates−1 and returns their aggregate.
// worker is called once per goroutine, for a visit with scratch space of its
// own; empty makes an empty aggregate, at most twice per worker and once more.
//
// Replicates are taken in blocks, and the blocks' aggregates merged in order,
// so sums of floats come out the same to the last bit for any number of
// workers. If ctx ends before the last replicate, Fold returns its error. If a
// visit panics with a metrics.Failure, Fold stops the others and returns that.
func Fold[A Aggregate[A]](ctx context.Context, o Options, empty func() A, worker func() Visit[A]) (A, error) {
	if o.Workers < 1 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	size := blockSize(o.Replicates)
	blocks := (o.Replicates-1)/size + 1
	q := newQueue(empty, 2*o.Workers, o)
	release := context.AfterFunc(ctx, q.stop)
	defer release()

	var group errgroup.Group
	for range min(o.Workers, blocks) {
		group.Go(func() (err error) {
			defer func() {
				if err != nil {
					q.stop()
				}
			}()
			defer metrics.Catch(&err)
			visit, stopped := worker(), q.stopped.Load
			for {
				into, block, ok := q.take(blocks)
				if !ok {
					return ctx.Err()
				}
				begin := block * size
				end := begin + min(size, o.Replicates-begin)
				for r := begin; r < end && !stopped(); r++ {
					visit(r, into, stopped)
				}
				q.give(block, end, into)
			}
		})
	}
	if err := group.Wait(); err != nil {
		var none A
		return none, err
	}
	return q.total, nil
}

// blockSize depends on the number of replicates alone. Blocks are large enough
// that handing them out costs nothing, and small enough that no worker waits
// long for the last.
func blockSize(replicates int) int {
	return min(max(replicates/512, 1), 128)
}

// queue hands out blocks and merges their aggregates in order. It makes a
// fixed number of aggregates: a worker far ahead of a slow one waits.
type queue[A Aggregate[A]] struct {
	progress func(done int)
	stopped  atomic.Bool

	mu    sync.Mutex
	ready sync.Cond // an aggregate is free, or the run is stopped
	free  []A
	next  int         // the next block to hand out
	due   int         // the next block to merge
	done  map[int]A   // blocks finished out of turn
	ends  map[int]int // the replicates done once such a block is merged
	total A
}

func newQueue[A Aggregate[A]](empty func() A, aggregates int, o Options) *queue[A] {
	q := &queue[A]{progress: o.Progress, done: map[int]A{}, ends: map[int]int{}, total: empty()}
	q.ready.L = &q.mu
	for range aggregates {
		q.free = append(q.free, empty())
	}
	if q.progress != nil {
		q.progress(0)
	}
	return q
}

func (q *queue[A]) stop() {
	q.stopped.Store(true)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ready.Broadcast()
}

// take returns an empty aggregate and the block to fill it with. The aggregate
// comes first: a worker that held a block but no aggregate could wait for ever
// on aggregates that wait for its block.
func (q *queue[A]) take(blocks int) (into A, block int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.free) == 0 && !q.stopped.Load() {
		q.ready.Wait()
	}
	if q.stopped.Load() || q.next == blocks {
		return into, 0, false
	}
	into = q.free[len(q.free)-1]
	q.free = q.free[:len(q.free)-1]
	q.next++
	return into, q.next - 1, true
}

// give merges a finished block, and those that waited for it.
func (q *queue[A]) give(block, end int, a A) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.done[block], q.ends[block] = a, end
	for {
		a, ok := q.done[q.due]
		if !ok || q.stopped.Load() {
			return
		}
		q.total.Merge(a)
		a.Reset()
		q.free = append(q.free, a)
		q.ready.Signal()
		if q.progress != nil {
			q.progress(q.ends[q.due])
		}
		delete(q.done, q.due)
		delete(q.ends, q.due)
		q.due++
	}
}
