package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"settle/internal/stdio"
)

// Main runs a command as the whole process: it hands it the process's
// arguments and streams and a context that SIGINT, SIGTERM or SIGHUP cancels, and
// exits with its code. A second signal kills at once. A SIGHUP that the process
// was started to ignore, as by nohup, stays ignored.
func Main(run func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	var stdout io.Writer // nil if closed
	if !stdio.StdoutClosed() {
		stdout = os.Stdout
	}
	os.Exit(run(heedSignals(context.Background()), os.Args[1:], stdout, os.Stderr))
}

// untilSignal is a context that the first of the signals cancels; the next one
// does again what it does by default.
func untilSignal(parent context.Context, heeded ...os.Signal) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	received := make(chan os.Signal, 1)
	signal.Notify(received, heeded...)
	watch(cancel, func() {
		s := <-received
		signal.Stop(received)
		cancel(signalled{s})
	})
	return ctx
}

// signalled is why a context was cancelled by a signal.
type signalled struct{ signal os.Signal }

func (s signalled) Error() string { return "interrupted by " + s.signal.String() }

// Is makes it a kind of context.Canceled, for those who return the cause.
func (signalled) Is(target error) bool { return target == context.Canceled }

// interruptedCode is the exit code of an interrupted command: as shells have it,
// 128 and the number of the signal, that of SIGINT where there was none.
func interruptedCode(ctx context.Context) int {
	if s, ok := context.Cause(ctx).(signalled); ok {
		if number, ok := s.signal.(syscall.Signal); ok {
			return exitSignal + int(number)
		}
	}
	return ExitInterrupted
}
