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

// Env is what a command's Run method is given: the context that an
// interruption cancels, the streams, the common flags, and through its methods
// progress, an output folder and the printing of reports.
type Env struct {
	Context context.Context
	Stdout  io.Writer // for a report that Print cannot print, such as a data file
	Stderr  io.Writer
	Common  // with Workers replaced by the number of goroutines, at least 1

	drawing *Drawing            // how figures are drawn
	program string              // as it was called
	version string              // of the program
	args    []string            // behind the program
	parsed  *kong.Context       // the same
	read    []string            // the files to read, and what may stand for some
	found   map[string][]string // the files that a folder or a pattern stands for
	stdin   *stdin              // nil where nothing is read from it
	from    func() (*report.Provenance, error)

	inputs         []os.FileInfo // of the files that the command line names, as often as it does
	first          []string      // what reports begin with
	output         *Output       // of --out, nil as long as nobody asked for it
	ending         ending
	mutex          sync.Mutex   // of places, and of what is staged
	places         []*staging   // all that files are staged in
	staged         []stagedFile // by WriteFiles
	written        int          // files that have appeared
	kept           string       // what an interruption leaves, "" for nothing
	finishProgress func()
	endings        []func()
	sharing        sharing
}

// AtEnd has f called once the command has ended, however it did.
func (e *Env) AtEnd(f func()) { e.endings = append(e.endings, f) }

// Await returns what work yields, or the error of the context as soon as that
// ends: for work that does not listen to it, such as reading from a pipe. The
// work is then left behind.
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

// close takes back what an unfinished command left: its progress bar and the
// files it did not commit, and does what is to be done at the end of all.
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
