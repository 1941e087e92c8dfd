//go:build !wasip1

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// heedSignals returns a context that SIGINT, SIGTERM or SIGHUP cancels. It leaves SIGHUP ignored
// if the process was started with SIGHUP ignored, for example by nohup.
func heedSignals(ctx context.Context) context.Context {
	// If SIGPIPE killed the process, it could not clean up. With the signal ignored, writes to a
	// closed pipe fail instead.
	signal.Ignore(syscall.SIGPIPE)
	heeded := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		heeded = append(heeded, syscall.SIGHUP)
	}
	return untilSignal(ctx, heeded...)
}
