// Package panics brings panics of goroutines back to those who wait for them.
//
// Call [Do] in a goroutine that hands its error on, and use a [Group] in place of an
// errgroup.Group. A panic then ends the command and not the process: hidden files are
// removed, and the error is one line.
//
// It cannot catch what Go cannot: an exhausted stack or memory, concurrent writes to a
// map, and panics of goroutines that other modules start.
package panics

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Recovered is a panic that was caught, as an error.
type Recovered struct {
	Value any    // what panic was called with
	Stack []byte // of the goroutine that called it
}

// Error returns the value of the panic as text.
func (r *Recovered) Error() string { return fmt.Sprint(r.Value) }

// Do calls f and returns its error, or a *Recovered if it panics. A *Recovered that f
// raises again comes back as it is, with the stack of the first panic.
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

// A Group is an errgroup.Group that takes a panic for an error: it cancels the context,
// and Wait raises it again.
type Group struct {
	group *errgroup.Group
	first atomic.Pointer[Recovered]
}

// New returns a Group without a context.
func New() *Group { return &Group{group: new(errgroup.Group)} }

// WithContext returns a Group, and a context that ends with the first error or panic of
// its functions and when Wait returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	group, until := errgroup.WithContext(ctx)
	return &Group{group: group}, until
}

// SetLimit limits how many functions run at once.
func (g *Group) SetLimit(n int) { g.group.SetLimit(n) }

// Go calls f in a goroutine of its own.
func (g *Group) Go(f func() error) {
	g.group.Go(func() error {
		err := Do(f)
		if r, ok := err.(*Recovered); ok {
			g.first.CompareAndSwap(nil, r)
		}
		return err
	})
}

// Wait waits for all functions. It panics with the first *Recovered if any panicked, also
// after errors of others; else it returns the first error.
func (g *Group) Wait() error {
	err := g.group.Wait()
	if r := g.first.Load(); r != nil {
		panic(r)
	}
	return err
}
