package montecarlo_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"settle/metrics"
	"settle/montecarlo"
)

// count is an aggregate of nothing but the number of replicates.
type count struct{ replicates int }

func (c *count) Reset()            { c.replicates = 0 }
func (c *count) Merge(from *count) { c.replicates += from.replicates }

// A metric that fails in one replicate ends the others, which here would go on
// until they are stopped, and is the error.
func TestFoldFails(t *testing.T) {
	worker := func() montecarlo.Visit[*count] {
		return func(replicate int, _ *count, stopped func() bool) {
			if replicate == 1000 {
				panic(metrics.Failure{Err: io.ErrUnexpectedEOF})
			}
			for replicate > 1000 && !stopped() {
				time.Sleep(time.Millisecond)
			}
		}
	}
	ended := make(chan error, 1)
	go func() {
		_, err := montecarlo.Fold(context.Background(), montecarlo.Options{Replicates: 1 << 20, Workers: 4}, func() *count { return new(count) }, worker)
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("Fold goes on after a metric has failed")
	}
}
