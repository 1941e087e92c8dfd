package cli

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/alecthomas/kong"

	"settle/internal/panics"
	"settle/report"
)

// An Env is the argument of a command's Run method. It holds a context that an interruption
// cancels, the streams and the common flags. Its methods show progress, open the output folder
// and print reports.
type Env struct {
	Context context.Context
	Stdout  io.Writer // for output that is not a report, such as a data file
	Stderr  io.Writer
	Common  // Workers holds the number of goroutines, at least 1

	drawing *Drawing            // the flags for figures
	program string              // name of the program as typed
	version string              // version of the program
	args    []string            // arguments after the program name
	parsed  *kong.Context       // args, parsed
	read    []string            // input files, and folders or patterns that can stand for input files
	found   map[string][]string // the input files that each folder or pattern stands for
	stdin   *stdin              // nil if the command does not read standard input
	from    func() (*report.Provenance, error)

	inputs         []os.FileInfo // files named in the command line, once per mention
	first          []string      // sentences that begin every report
	output         *Output       // the folder of --out, nil until the first call of Output
	ending         ending
	mutex          sync.Mutex   // guards places and staged
	places         []*staging   // all staging folders
	staged         []stagedFile // files staged by WriteFiles
	written        int          // number of committed files
	kept           string       // description of what remains after an interruption, "" for nothing
	finishProgress func()
	endings        []func()
	sharing        sharing
}

// AtEnd registers f to be called when the command ends, even if it fails.
func (e *Env) AtEnd(f func()) { e.endings = append(e.endings, f) }

// Await calls work() and returns its result, or the error of the context as soon as the context
// ends. Use it for work that ignores the context, such as reading from a pipe; the work then
// continues in the background.
func Await[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.err = panics.Do(func() (err error) {
			o.value, err = work()
			return err
		})
		done <- o
	}()
	select {
	case o := <-done:
		return o.value, panics.Raise(o.err)
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// close removes the progress bar and the uncommitted files, and calls the functions registered with
// AtEnd.
func (e *Env) close() {
	e.endProgress()
	e.sayUsed(e.sharing.status())
	for _, end := range e.endings {
		end()
	}
	for _, place := range slices.Backward(e.places) {
		place.discard()
	}
}

func (e *Env) endProgress() {
	if e.finishProgress != nil {
		e.finishProgress()
	}
}

func (e *Env) mustBePrinted() {
	if len(e.staged) > 0 || e.output != nil && len(e.output.staged) > 0 {
		panic("cli: the command wrote files and printed no report")
	}
}
