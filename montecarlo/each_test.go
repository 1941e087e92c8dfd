package montecarlo_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"settle/montecarlo"
)

// What pieces yield is in their order however many work, more than fit into a block
// each; the error is that of the first that fails, and the context's where that ends.
func TestEach(t *testing.T) {
	const pieces = 3000
	for _, workers := range []int{1, 4} {
		o := montecarlo.Options{Replicates: pieces, Workers: workers}
		square := func(i int, _ func() bool) (int, error) { return i * i, nil }
		squares, err := montecarlo.Each(context.Background(), o, square)
		if err != nil {
			t.Fatal(err)
		}
		want := make([]int, pieces)
		for i := range want {
			want[i] = i * i
		}
		if !slices.Equal(squares, want) {
			t.Errorf("%d workers: not the squares of 0 to %d", workers, pieces-1)
		}
		_, err = montecarlo.Each(context.Background(), o, func(i int, _ func() bool) (int, error) {
			if i == 2000 || i == 1999 {
				return 0, fmt.Errorf("piece %d: %w", i, io.ErrUnexpectedEOF)
			}
			return 0, nil
		})
		if err == nil || err.Error() != "piece 1999: unexpected EOF" {
			t.Errorf("%d workers: error %v", workers, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		none, err := montecarlo.Each(ctx, o, func(i int, _ func() bool) (int, error) { return i, nil })
		if !errors.Is(err, context.Canceled) || none != nil {
			t.Errorf("%d workers, cancelled: %v, %v", workers, none, err)
		}
	}
}
