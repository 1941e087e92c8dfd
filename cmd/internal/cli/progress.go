package cli

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"settle/tables"
)

// Progress starts a progress bar on standard error and returns a function that
// moves it to done out of total and one that removes it. If standard error is
// no terminal, with --quiet, or if there is nothing to do, both do nothing.
//
// The functions must not be called concurrently, and done must not decrease.
// finish can be called several times, and is called in any case before a report
// is printed and when the command ends; only one bar can be shown at a time.
func (e *Env) Progress(title string, total int) (update func(done int), finish func()) {
	if e.Quiet || total <= 0 || !isTerminal(e.Stderr) {
		return func(int) {}, func() {}
	}
	update, finish = newBar(e.Stderr, title, total)
	e.finishProgress = finish
	return update, finish
}

func newBar(w io.Writer, title string, total int) (update func(done int), finish func()) {
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(tables.Clean(title)),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionClearOnFinish(),
	)
	// A bar that cannot be drawn is no reason to stop the work.
	update = func(done int) { _ = bar.Set(min(done, total)) }
	finish = sync.OnceFunc(func() {
		if !bar.IsFinished() {
			_ = bar.Exit()
			_ = bar.Clear()
		}
	})
	return update, finish
}

func isTerminal(w io.Writer) bool {
	for p, ok := w.(*pipe); ok; p, ok = w.(*pipe) { // a command may run another
		w = p.w
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
