//go:build !wasip1

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// heedSignals is a context that SIGINT, SIGTERM or SIGHUP cancels; a SIGHUP that the
// process was started to ignore, as by nohup, stays ignored.
func heedSignals(ctx context.Context) context.Context {
	// A reader that leaves must not kill the process before it has cleaned up;
	// with the signal ignored, the write fails instead.
	signal.Ignore(syscall.SIGPIPE)
	heeded := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		heeded = append(heeded, syscall.SIGHUP)
	}
	return untilSignal(ctx, heeded...)
}
