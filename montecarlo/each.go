package montecarlo

import "context"

// Each does a piece of work for every number 0..o.Replicates−1 on the pool and
// returns what they yield, by number. It is for pieces that are few and long, such as
// draws of coins with replicates of their own: it keeps what all of them yield, in
// place of folding it. A piece that fails does not stop the others; the error is that
// of the lowest number. Once stopped says so a piece should return early; what it
// then yields is thrown away.
func Each[T any](ctx context.Context, o Options, piece func(i int, stopped func() bool) (T, error)) ([]T, error) {
	list, errs := make([]T, o.Replicates), make([]error, o.Replicates)
	visit := func(i int, _ nothing, stopped func() bool) { list[i], errs[i] = piece(i, stopped) }
	_, err := Fold(ctx, o, func() nothing { return nothing{} }, func() Visit[nothing] { return visit })
	for _, one := range errs {
		if err == nil {
			err = one
		}
	}
	if err != nil {
		return nil, err
	}
	return list, nil
}

// nothing is folded into where each piece has a place of its own.
type nothing struct{}

// Reset does nothing.
func (nothing) Reset() {}

// Merge does nothing.
func (nothing) Merge(nothing) {}
