package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"unicode/utf8"

	"settle/internal/reason"
	"settle/internal/tables"
)

// A UsageError reports a wrong command line, such as one with an unknown metric or with no
// replicates. The command exits with ExitUsage, and the message names the command's help.
type UsageError struct {
	err     error
	command string // the path of the sub-command
}

// Usagef returns a UsageError. It formats the message like fmt.Errorf and supports %w.
func Usagef(format string, args ...any) error {
	return &UsageError{err: fmt.Errorf(format, args...)}
}

// Error returns the message.
func (e *UsageError) Error() string { return e.err.Error() }

// Unwrap returns the formatted error.
func (e *UsageError) Unwrap() error { return e.err }

// errReaderGone is returned by a write to standard output after the program that reads it has
// closed it.
var errReaderGone = errors.New("standard output was closed by the program that reads it")

// errClosed ends a command before its work if standard output is closed.
var errClosed = errors.New("standard output is closed; redirect it to a file or to /dev/null")

// A pipe is a writer to standard output. Its Write method returns errReaderGone after the reader
// has closed standard output.
type pipe struct{ w io.Writer }

// piped returns w as a pipe. If w already is a pipe, it returns w.
func piped(w io.Writer) *pipe {
	if p, ok := w.(*pipe); ok {
		return p
	}
	return &pipe{w}
}

func (p *pipe) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	switch {
	case err == nil:
		return n, nil
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return n, errReaderGone
	}
	return n, fmt.Errorf("standard output: %w", Reason(err))
}

// Reason returns an error of package os without its system call and path. Use it in messages that
// already contain the path as the user typed it.
func Reason(err error) error { return reason.Of(err) }

// oneLine returns the message of an error as one line that is safe to print on a terminal. It
// joins lines with semicolons and escapes invisible characters.
func oneLine(err error) string {
	lines := strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' })
	var b strings.Builder
	for _, line := range lines {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(tables.Clean(strings.TrimSpace(line)))
	}
	return cut(b.String())
}

// maxLine is the maximum length of a line on standard error, in bytes. Typed text and file
// contents in a message can be much longer.
const maxLine = 1000

// cut removes the middle of a line that is longer than maxLine. It keeps the beginning, which
// describes the problem, and the end, which describes the remedy.
func cut(line string) string {
	if len(line) <= maxLine {
		return line
	}
	head, tail := 2*maxLine/3, len(line)-maxLine/4
	for !utf8.RuneStart(line[head]) {
		head--
	}
	for !utf8.RuneStart(line[tail]) {
		tail++
	}
	return line[:head] + " … " + line[tail:]
}

// join joins two words with a space. If one is empty, it returns the other.
func join(a, b string) string {
	return strings.TrimSpace(a + " " + b)
}
