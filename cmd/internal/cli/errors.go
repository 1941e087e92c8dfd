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

// UsageError says that the command line asks for what does not exist: an
// unknown metric, k = 0, no replicates. It ends a command with ExitUsage and a
// pointer to its help.
type UsageError struct {
	err     error
	command string // the path of the sub-command it is about
}

// Usagef returns a UsageError with a message made as by fmt.Errorf, %w
// included.
func Usagef(format string, args ...any) error {
	return &UsageError{err: fmt.Errorf(format, args...)}
}

// Error returns the message.
func (e *UsageError) Error() string { return e.err.Error() }

// Unwrap returns what the message was made from.
func (e *UsageError) Unwrap() error { return e.err }

// errReaderGone is the failure of a write to a standard output that nobody
// reads any more.
var errReaderGone = errors.New("standard output was closed by its reader")

// errClosed ends a command whose report nobody could get, before its work.
var errClosed = errors.New("standard output is closed: redirect it to a file, or to /dev/null")

// pipe is a standard output that tells a reader who left from other failures.
type pipe struct{ w io.Writer }

// piped is a pipe to what is to be written to, which may be one already.
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

// Reason strips the system call and the path from an error of package os, for
// a message that names the path in the user's words.
func Reason(err error) error { return reason.Of(err) }

// oneLine is the message of an error on one line that no terminal takes for
// commands: lines are joined by semicolons, and what cannot be seen is escaped.
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

// maxLine is how long a line on standard error can be, in bytes: what a user typed,
// or what a file holds, may be longer than anybody reads.
const maxLine = 1000

// cut shortens a line that is too long, in its middle: what is wrong stands at the
// beginning, what to do at the end.
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

// join puts a space between two words, if there are two.
func join(a, b string) string {
	return strings.TrimSpace(a + " " + b)
}
