package montecarlo

import (
	"cmp"
	"context"
)

// Each does a piece of work for every number 0..o.Replicates−1 on the pool and
// returns what they yield, by number. It is for pieces that are few and long, such as
// draws of coins with replicates of their own: it keeps what all of them yield, in
// place of folding it. A piece that fails does not stop the others; the error is that
// of the lowest number. Once stopped says so a piece should return early; what it
// then yields is thrown away.
func Each[T any](ctx context.Context, o Options, piece func(i int, stopped func() bool) (T, error)) ([]T, error) {
	errs := make([]error, o.Replicates)
	list, err := List(ctx, o, func() func(int, func() bool) T {
		return func(i int, stopped func() bool) (found T) {
			found, errs[i] = piece(i, stopped)
			return found
		}
	})
	if err = cmp.Or(err, cmp.Or(errs...)); err != nil {
		return nil, err
	}
	return list, nil
}

// List is what a draw yields for every number 0..o.Replicates−1, by number. worker is
// called once per goroutine, for a draw with scratch space of its own; a draw may return
// early once stopped says so, and is thrown away then.
func List[T any](ctx context.Context, o Options, worker func() func(i int, stopped func() bool) T) ([]T, error) {
	list := make([]T, o.Replicates)
	_, err := Fold(ctx, o, func() nothing { return nothing{} }, func() Visit[nothing] {
		draw := worker()
		return func(i int, _ nothing, stopped func() bool) { list[i] = draw(i, stopped) }
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// nothing is folded into where each piece has a place of its own.
type nothing struct{}
