package montecarlo

import (
	"context"
	"time"

	"settle/internal/aggregate"
	"settle/internal/panics"
	"settle/internal/wire"
	"settle/montecarlo/shards"
)

// saver saves the sums of a run from time to time while the run's workers continue.
type saver[A any] struct {
	queue   *queue[A]
	workers []*folder[A]
	job     *shards.Job
	sums    []byte
}

// beginSaving starts to save the sums of workers from time to time, as the job
// requires. The returned function ends the saving, saves all sums that are in the
// total, and returns any error. If ctx ends, the sums are saved immediately, because
// the caller may not wait for the workers.
func (q *queue[A]) beginSaving(ctx context.Context, job *shards.Job, workers []*folder[A]) (saved func() error) {
	if job == nil || !job.Saves() || len(workers) == 0 {
		return func() error { return nil }
	}
	q.saver = &saver[A]{queue: q, workers: workers, job: job}
	ended, group := make(chan struct{}), panics.New()
	group.Go(func() error {
		err := panics.Do(func() error { return q.saver.run(ctx, ended) })
		if err != nil {
			q.stopped.Store(true)
		}
		return err
	})
	return func() error {
		close(ended)
		return group.Wait()
	}
}

func (s *saver[A]) run(ctx context.Context, ended <-chan struct{}) error {
	for {
		select {
		case <-ctx.Done():
			return s.save()
		case <-ended:
			return s.save()
		case <-time.After(s.job.Pause()):
		}
		if err := s.save(); err != nil {
			return err
		}
	}
}

// save saves the sums that workers have merged into the total.
func (s *saver[A]) save() error { return s.job.Save(s.read) }

// read returns the encoded sums and the replicates that they cover. It returns nil if
// there are no new sums, or if a panic left the total half merged.
func (s *saver[A]) read() (found shards.Ranges, written []byte) {
	s.queue.giving.Lock()
	defer s.queue.giving.Unlock()
	if s.queue.torn.Load() {
		return nil, nil
	}
	found, more := s.job.Found(s.missingRanges())
	if !more {
		return nil, nil
	}
	s.sums = wire.Write(s.sums[:0], aggregate.Coded(s.queue.total))
	return found, s.sums
}

// missingRanges returns, in any order, the replicates whose results are not yet in the
// total.
func (s *saver[A]) missingRanges() []shards.Range {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	var all []shards.Range
	for _, w := range s.workers {
		all = append(all, w.owes...)
	}
	return append(all, s.queue.left...)
}
