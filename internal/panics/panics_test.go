package panics

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
)

// fall is a function whose name the stack of its panic must hold.
func fall() error { panic("it falls") }

// mustFall checks that an error is the panic of fall, with its stack.
func mustFall(t *testing.T, err error) {
	t.Helper()
	r, ok := err.(*Recovered)
	if !ok || r.Error() != "it falls" || !strings.Contains(string(r.Stack), "panics.fall(") {
		t.Errorf("%v: want the panic of fall", err)
	}
}

// Do hands on errors and nil, and turns a panic into an error with the stack of where it
// began, also if it was raised again on the way.
func TestDo(t *testing.T) {
	for _, want := range []error{nil, io.EOF} {
		if got := Do(func() error { return want }); got != want {
			t.Errorf("%v, want %v", got, want)
		}
		if got := Raise(want); got != want {
			t.Errorf("raised %v, want %v", got, want)
		}
	}
	mustFall(t, Do(fall))
	mustFall(t, Do(func() error { return Raise(Do(fall)) }))
}

// Wait raises the panic of one goroutine, also if others fail before it, and the others
// are told through the context.
func TestGroup(t *testing.T) {
	group, ctx := WithContext(t.Context())
	group.SetLimit(3)
	for range 2 {
		group.Go(func() error {
			<-ctx.Done()
			return ctx.Err()
		})
	}
	group.Go(fall)
	mustFall(t, Do(group.Wait))

	group = New()
	failed := make(chan struct{})
	group.Go(func() error {
		defer close(failed)
		return io.EOF
	})
	group.Go(func() error {
		<-failed
		return fall()
	})
	mustFall(t, Do(group.Wait))

	group, ctx = WithContext(t.Context())
	group.Go(func() error { return io.EOF })
	if err := group.Wait(); err != io.EOF || !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("%v, context %v", err, ctx.Err())
	}
}
