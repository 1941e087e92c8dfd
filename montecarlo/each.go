package montecarlo

import (
	"cmp"
	"context"
)

// Each calls piece for every number 0..o.Replicates−1, in parallel, and returns the
// results by number. Use it for a small number of long pieces, such as draws of coins
// that each run their own replicates, because it keeps all results instead of folding
// them. A piece that fails does not stop the others; the error of the lowest number is
// returned. A piece should return early once stopped returns true; its result is then
// discarded.
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

// List returns the result of a draw for every number 0..o.Replicates−1, by number. It
// calls worker once per goroutine; each call returns a draw function with its own
// scratch space. A draw can return early once stopped returns true; its result is then
// discarded.
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

// nothing is the aggregate if every piece has its own place for its result.
type nothing struct{}
