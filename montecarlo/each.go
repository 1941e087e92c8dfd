package montecarlo

import (
	"cmp"
	"context"
)

// Each calls piece(i, stopped) for every i in 0..o.Replicates−1, in parallel, and
// returns the results, indexed by i. It keeps all results in memory, so use it for a
// small number of long pieces of work. An error from one piece does not stop the
// others, and Each returns the error with the lowest i. Once stopped() returns true, a
// piece should return early; its result is then discarded.
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

// List calls a function for every number 0..o.Replicates−1, in parallel, and returns
// the results, indexed by this number. To get this function, List calls worker() once
// per goroutine, so that each goroutine can have its own scratch space. Once stopped()
// returns true, the function can return early; its result is then discarded.
func List[T any](ctx context.Context, o Options, worker func() func(i int, stopped func() bool) T) ([]T, error) {
	list := make([]T, o.Replicates)
	_, err := Fold(ctx, o, func() emptyAggregate { return emptyAggregate{} }, func() Visit[emptyAggregate] {
		draw := worker()
		return func(i int, _ emptyAggregate, stopped func() bool) { list[i] = draw(i, stopped) }
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// emptyAggregate is an aggregate without content, for runs that store each result in
// its own place.
type emptyAggregate struct{}
