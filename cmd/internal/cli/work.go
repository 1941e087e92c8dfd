package cli

import (
	"context"
	"sync"
	"time"

	"settle/internal/panics"
)

// How long a command may take to end by itself after it was interrupted, and for how much
// longer it may be saving what it has found.
const (
	grace       = 400 * time.Millisecond
	savingGrace = 10 * time.Second
)

// ending is who ends a command: its report, whose files then appear, or an
// interruption, after which none may.
type ending struct {
	mutex     sync.Mutex
	printed   bool
	abandoned bool
}

// work runs a command, and leaves it behind where it does not end by itself after
// an interruption: it may wait for a pipe, or be in the middle of something long.
// What it goes on to do ends with the process and can let no file appear. A panic of the
// command is a *panics.Recovered.
func (e *Env) work(run func() error) error {
	done := make(chan error, 1)
	go func() { done <- panics.Do(run) }()
	select {
	case err := <-done:
		return err
	case <-e.Context.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
	}
	for began := time.Now(); e.sharing.status().Saving > 0 && time.Since(began) < savingGrace; {
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Millisecond):
		}
	}
	if e.ending.abandon() {
		return e.Context.Err()
	}
	return <-done
}

// abandon tells whether it came in time to keep the command's files from
// appearing.
func (e *ending) abandon() bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.abandoned = !e.printed
	return e.abandoned
}

// print lets the command's files appear, unless it was abandoned. It is too late
// for that once it has begun.
func (e *ending) print(ctx context.Context, appear func() error) error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if e.abandoned {
		return context.Canceled
	}
	e.printed = true
	return appear()
}
