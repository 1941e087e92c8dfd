package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/dustin/go-humanize"
)

// memorySize is the value of --max-memory: a number of bytes, 0 for most of the
// machine's.
type memorySize uint64

// UnmarshalText reads 500MB, 8GB, 2GiB and the like.
func (m *memorySize) UnmarshalText(text []byte) error {
	bytes, err := humanize.ParseBytes(string(text))
	if err != nil || bytes == 0 {
		return fmt.Errorf("%s is no size of memory, such as 500MB or 8GB", quoted(string(text)))
	}
	*m = memorySize(bytes)
	return nil
}

// mostOf is how much of the memory that there is a command takes at most, unless
// it is told otherwise: the machine has other work.
const mostOf = 0.75

// allowed is how many bytes the command may take.
func (m memorySize) allowed() uint64 {
	if m > 0 {
		return uint64(m)
	}
	there := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	bytes, err := memlimit.ApplyRatio(there, mostOf)()
	if err != nil {
		return math.MaxInt64 // nobody can tell
	}
	return min(bytes, uint64(mostOf*float64(addressSpace())))
}

// AllowedMemory is how many bytes the command may take.
func (e *Env) AllowedMemory() int64 { return int64(min(e.MaxMemory.allowed(), math.MaxInt64)) }

// Needs refuses work that needs more memory than --max-memory allows, before it
// begins. What names the work, as in "the comparison of all pairs of 100000 models".
func (e *Env) Needs(bytes float64, what string) error {
	if allowed := e.MaxMemory.allowed(); bytes > float64(allowed) {
		return fmt.Errorf("%s needs about %s of memory, and --max-memory allows %s",
			what, humanize.Bytes(uint64(min(bytes, math.MaxInt64))), humanize.Bytes(allowed))
	}
	return nil
}

// errMemory ends a command that takes more memory than it may.
var errMemory = errors.New("out of memory")

// watchMemory returns a context that ends with errMemory as soon as the command
// takes more than it may. The collector works the harder the closer that comes.
func watchMemory(parent context.Context, allowed uint64) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	const soft = 0.95 // where the collector spares no effort, short of the end
	before := debug.SetMemoryLimit(int64(min(soft*float64(allowed), math.MaxInt64/2)))
	ticker := time.NewTicker(50 * time.Millisecond)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if taken() > allowed {
					cancel(fmt.Errorf("%w: it takes more than the %s that --max-memory allows", errMemory, humanize.Bytes(allowed)))
				}
			}
		}
	}()
	return ctx, func() {
		ticker.Stop()
		cancel(nil)
		debug.SetMemoryLimit(before)
	}
}

// orOutOfMemory is the error of a command, or that it took too much memory where
// that is why it was stopped.
func orOutOfMemory(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); errors.Is(err, context.Canceled) && errors.Is(cause, errMemory) {
		return cause
	}
	return err
}

// taken is how much memory the process has from the system.
func taken() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
