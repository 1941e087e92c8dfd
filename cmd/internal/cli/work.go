package cli

import (
	"context"
	"sync"
	"time"

	"settle/internal/panics"
)

// Times that an interrupted command has: grace to end by itself, and in addition savingGrace to
// save its results.
const (
	grace       = 400 * time.Millisecond
	savingGrace = 10 * time.Second
)

// An ending decides how a command ends: with its report, which commits the files, or with an
// interruption, after which no file can be committed.
type ending struct {
	mutex     sync.Mutex
	printed   bool
	abandoned bool
}

// work runs a command and returns its error. A panic of the command becomes a *panics.Recovered.
// If an interrupted command does not end by itself, for example because it waits for a pipe, work
// abandons it. An abandoned command ends with the process and cannot commit files.
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

// abandon abandons the command, so that its files cannot be committed any more, and returns true.
// If the files are already committed, it does nothing and returns false.
func (e *ending) abandon() bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.abandoned = !e.printed
	return e.abandoned
}

// print commits the command's files by calling appear(). If the command was abandoned or
// interrupted, print returns an error instead. Once print has begun, the command can no longer be
// abandoned.
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
