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

	"settle/internal/panics"
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

// watchMemory ends the context with errMemory as soon as the command takes more than it
// may. The collector works the harder the closer that comes.
func watchMemory(ctx context.Context, end context.CancelCauseFunc, allowed uint64) (stop func()) {
	const soft = 0.95 // where the collector spares no effort, short of the end
	before := debug.SetMemoryLimit(int64(min(soft*float64(allowed), math.MaxInt64/2)))
	ticker := time.NewTicker(50 * time.Millisecond)
	watch(end, func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if taken() > allowed {
					end(fmt.Errorf("%w: it takes more than the %s that --max-memory allows", errMemory, humanize.Bytes(allowed)))
				}
			}
		}
	})
	return func() {
		ticker.Stop()
		end(nil)
		debug.SetMemoryLimit(before)
	}
}

// watch calls f in a goroutine that nobody waits for. A panic ends the command.
func watch(end context.CancelCauseFunc, f func()) {
	go func() {
		err := panics.Do(func() error {
			f()
			return nil
		})
		if err != nil {
			end(err)
		}
	}()
}

// orCause returns the error of a command, or why it was stopped if it took too much
// memory or a goroutine panicked.
func orCause(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	_, panicked := cause.(*panics.Recovered)
	if errors.Is(err, context.Canceled) && (panicked || errors.Is(cause, errMemory)) {
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
