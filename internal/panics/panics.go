// Package panics passes panics of goroutines to the goroutine that waits for them.
//
// Call [Do] in a goroutine that passes on its error, and use a [Group] instead of an
// errgroup.Group. A panic then ends the command but does not crash the process: hidden
// files are still removed, and the error is one line.
//
// It cannot catch failures that Go cannot recover from: an exhausted stack or memory,
// concurrent writes to a map, and panics of goroutines that other modules start.
package panics

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Recovered is a recovered panic, as an error.
type Recovered struct {
	Value any    // argument of panic
	Stack []byte // stack of the goroutine that panicked
}

// Error returns the value of the panic as text.
func (r *Recovered) Error() string { return fmt.Sprint(r.Value) }

// Do calls f and returns its error, or a *Recovered if f panics. If f panics with a
// *Recovered, Do returns it unchanged, with the stack of the first panic.
func Do(f func() error) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *Recovered:
			err = value
		default:
			err = &Recovered{value, debug.Stack()}
		}
	}()
	return f()
}

// Raise panics if err is a *Recovered, and returns it otherwise.
func Raise(err error) error {
	if r, ok := err.(*Recovered); ok {
		panic(r)
	}
	return err
}

// A Group is an errgroup.Group that treats a panic as an error: it cancels the context,
// and Wait panics again.
type Group struct {
	group *errgroup.Group
	first atomic.Pointer[Recovered]
}

// New returns a Group without a context.
func New() *Group { return &Group{group: new(errgroup.Group)} }

// WithContext returns a Group, and a context that ends at the first error or panic of
// its functions or when Wait returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	group, until := errgroup.WithContext(ctx)
	return &Group{group: group}, until
}

// SetLimit limits the number of functions that run at the same time.
func (g *Group) SetLimit(n int) { g.group.SetLimit(n) }

// Go calls f in its own goroutine.
func (g *Group) Go(f func() error) {
	g.group.Go(func() error {
		err := Do(f)
		if r, ok := err.(*Recovered); ok {
			g.first.CompareAndSwap(nil, r)
		}
		return err
	})
}

// Wait waits for all functions. If any panicked, it panics with the first *Recovered,
// even if other functions failed before. Otherwise it returns the first error.
func (g *Group) Wait() error {
	err := g.group.Wait()
	if r := g.first.Load(); r != nil {
		panic(r)
	}
	return err
}
