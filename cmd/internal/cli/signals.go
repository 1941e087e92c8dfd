package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"settle/internal/stdio"
)

// Main runs a command as the whole process and exits with the command's code. It passes the
// arguments and streams of the process, and a context that SIGINT, SIGTERM or SIGHUP cancels. A
// second signal kills the process. SIGHUP stays ignored if the process was started with SIGHUP
// ignored, for example by nohup.
func Main(run func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	var stdout io.Writer // nil if standard output is closed
	if !stdio.StdoutClosed() {
		stdout = os.Stdout
	}
	os.Exit(run(heedSignals(context.Background()), os.Args[1:], stdout, os.Stderr))
}

// untilSignal returns a context that the first of the signals cancels. The next signal then has
// its default effect.
func untilSignal(parent context.Context, heeded ...os.Signal) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	received := make(chan os.Signal, 1)
	signal.Notify(received, heeded...)
	watch(cancel, func() {
		s := <-received
		signal.Stop(received)
		cancel(signalCause{s})
	})
	return ctx
}

// signalCause is the cause of a context that a signal cancelled.
type signalCause struct{ signal os.Signal }

func (s signalCause) Error() string { return "interrupted by " + s.signal.String() }

// Is makes a signalCause match context.Canceled in errors.Is.
func (signalCause) Is(target error) bool { return target == context.Canceled }

// interruptedCode returns the exit code of an interrupted command: 128 plus the number of the
// signal, as in shells, or ExitInterrupted if there was no signal.
func interruptedCode(ctx context.Context) int {
	if s, ok := context.Cause(ctx).(signalCause); ok {
		if number, ok := s.signal.(syscall.Signal); ok {
			return exitSignal + int(number)
		}
	}
	return ExitInterrupted
}
