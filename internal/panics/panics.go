// Package panics passes a panic of a goroutine to the goroutine that waits for it.
//
// In a goroutine that passes on its error, call [Do]. In place of an errgroup.Group,
// use a [Group]. A panic then ends the command without crashing the process: hidden
// files are still removed, and the error is one line.
//
// The package cannot catch failures from which Go cannot recover: an exhausted stack or
// memory, concurrent writes to a map, and panics of goroutines that other modules
// start.
package panics

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// A Recovered is an error that holds a recovered panic.
type Recovered struct {
	Value any    // the argument of panic
	Stack []byte // the stack of the goroutine that panicked
}

// Error returns the value of the panic, as text.
func (r *Recovered) Error() string { return fmt.Sprint(r.Value) }

// Do calls f and returns its error. If f panics, Do returns a *Recovered. If f panics
// with a *Recovered, Do returns that value unchanged, so that it keeps the stack of the
// first panic.
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

// Raise panics with err if err is a *Recovered. Otherwise it returns err.
func Raise(err error) error {
	if r, ok := err.(*Recovered); ok {
		panic(r)
	}
	return err
}

// A Group is like an errgroup.Group, but also handles panics of its functions. A panic
// cancels the context as an error does, and Wait then panics.
type Group struct {
	group *errgroup.Group
	first atomic.Pointer[Recovered]
}

// New returns a Group without a context.
func New() *Group { return &Group{group: new(errgroup.Group)} }

// WithContext returns a Group and a context. The context ends at the first error or
// panic of a function in the group, or when Wait returns.
func WithContext(ctx context.Context) (*Group, context.Context) {
	group, until := errgroup.WithContext(ctx)
	return &Group{group: group}, until
}

// SetLimit limits how many functions of the group run at the same time.
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

// Wait waits for all functions of the group. If any of them panicked, Wait panics with
// the first *Recovered, even if another function failed before. Otherwise it returns
// the first error.
func (g *Group) Wait() error {
	err := g.group.Wait()
	if r := g.first.Load(); r != nil {
		panic(r)
	}
	return err
}
