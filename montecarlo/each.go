package montecarlo

import "context"

// Each does a piece of work for every number 0..o.Replicates−1 on the pool and
// returns what they yield, by number. It is for pieces that are few and long, such as
// draws of coins with replicates of their own: it keeps what all of them yield, in
// place of folding it. A piece that fails does not stop the others; the error is that
// of the lowest number. Once stopped says so a piece should return early; what it
// then yields is thrown away.
func Each[T any](ctx context.Context, o Options, piece func(i int, stopped func() bool) (T, error)) ([]T, error) {
	visit := func(i int, into *pieces[T], stopped func() bool) {
		one, err := piece(i, stopped)
		if into.err == nil {
			into.err = err
		}
		into.list = append(into.list, one)
	}
	all, err := Fold(ctx, o, func() *pieces[T] { return new(pieces[T]) }, func() Visit[*pieces[T]] { return visit })
	if err != nil {
		return nil, err
	}
	return all.list, all.err
}

// pieces are what consecutive pieces of work yield, and the first error.
type pieces[T any] struct {
	list []T
	err  error
}

// Reset forgets everything.
func (p *pieces[T]) Reset() { *p = pieces[T]{} }

// Merge adds what later pieces yield.
func (p *pieces[T]) Merge(from *pieces[T]) {
	if p.err == nil {
		p.err = from.err
	}
	p.list = append(p.list, from.list...)
}
