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

// A memorySize is the value of --max-memory in bytes; 0 selects the default.
type memorySize uint64

// UnmarshalText parses sizes such as 500MB, 8GB and 2GiB.
func (m *memorySize) UnmarshalText(text []byte) error {
	bytes, err := humanize.ParseBytes(string(text))
	if err != nil || bytes == 0 {
		return fmt.Errorf("invalid memory size %s; use a form such as 8GB", quoted(string(text)))
	}
	*m = memorySize(bytes)
	return nil
}

// mostOf is the share of the available memory that a command can use by default. The rest is left
// to other processes.
const mostOf = 0.75

// allowance returns the number of bytes that the command can use.
func (m memorySize) allowance() uint64 {
	if m > 0 {
		return uint64(m)
	}
	there := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
	bytes, err := memlimit.ApplyRatio(there, mostOf)()
	if err != nil {
		return math.MaxInt64 // the available memory is unknown
	}
	return min(bytes, uint64(mostOf*float64(addressSpace())))
}

// AllowedMemory returns the number of bytes that the command can use.
func (e *Env) AllowedMemory() int64 { return int64(min(e.MaxMemory.allowance(), math.MaxInt64)) }

// Needs returns an error if work needs more memory than --max-memory allows. Call it before the
// work. The last argument describes the work, as in "the comparison of all pairs of 100000 models".
func (e *Env) Needs(bytes float64, what string) error {
	if allowed := e.MaxMemory.allowance(); bytes > float64(allowed) {
		return fmt.Errorf("%s needs about %s of memory, but --max-memory allows %s",
			what, humanize.Bytes(uint64(min(bytes, math.MaxInt64))), humanize.Bytes(allowed))
	}
	return nil
}

// errMemory ends a command that uses more memory than allowed.
var errMemory = errors.New("out of memory")

// watchMemory ends the context with errMemory if the command uses more memory than allowed. As
// memory use comes close to the limit, it makes the garbage collector run more often. A call of
// stop() ends the watch.
func watchMemory(ctx context.Context, end context.CancelCauseFunc, allowed uint64) (stop func()) {
	const soft = 0.95 // share of the allowed memory at which the garbage collector runs most often
	before := debug.SetMemoryLimit(int64(min(soft*float64(allowed), math.MaxInt64/2)))
	ticker := time.NewTicker(50 * time.Millisecond)
	watch(end, func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if usedMemory() > allowed {
					end(fmt.Errorf("%w: the command needs more than the %s that --max-memory allows", errMemory, humanize.Bytes(allowed)))
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

// watch runs f in a new goroutine without waiting for it. A panic in f ends the command.
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

// causeOf returns err, or the cause of the cancellation if the command used too much memory or a
// goroutine panicked.
func causeOf(ctx context.Context, err error) error {
	cause := context.Cause(ctx)
	_, panicked := cause.(*panics.Recovered)
	if errors.Is(err, context.Canceled) && (panicked || errors.Is(cause, errMemory)) {
		return cause
	}
	return err
}

// usedMemory returns the number of bytes of memory that the operating system has given to the
// process.
func usedMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
