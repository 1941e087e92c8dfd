package cli

import (
	"context"
	"io"
)

// Env is what a command's Run method is given: the context that an
// interruption cancels, the streams, the common flags, and through its methods
// progress, an output folder and the printing of reports.
type Env struct {
	Context context.Context
	Stdout  io.Writer // for a report that Print cannot print, such as a data file
	Stderr  io.Writer
	Common  // with Workers replaced by the number of goroutines, at least 1

	output         *Output
	finishProgress func()
}

// close takes back what an unfinished command left: its progress bar and the
// files it did not commit.
func (e *Env) close() {
	e.endProgress()
	if e.output != nil {
		e.output.discard()
	}
}

func (e *Env) endProgress() {
	if e.finishProgress != nil {
		e.finishProgress()
	}
}

func (e *Env) mustBeCommitted() {
	if e.output != nil && len(e.output.staged) > 0 {
		panic("cli: the command wrote files and did not commit them")
	}
}
