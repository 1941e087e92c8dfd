package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"settle/internal/tables"
)

// Progress starts a progress bar on standard error and returns a function that
// moves it to done out of total. If standard error is no terminal, with --quiet,
// or if there is nothing to do, the function does nothing.
//
// The function must not be called concurrently, and done must not decrease. The bar
// disappears when it is full, before the next one, before a report is printed and when
// the command ends.
func (e *Env) Progress(title string, total int) (update func(done int)) {
	e.endProgress()
	if e.Quiet || total <= 0 || !isTerminal(e.Stderr) {
		return func(int) {}
	}
	update, e.finishProgress = newBar(e.Stderr, title, total, func() int { return e.sharing.status().Kept })
	return update
}

// newBar is a bar that predicts how long it takes from the pace of what was done since it
// began: what kept says was done before, and is in done.
func newBar(w io.Writer, title string, total int, kept func() int) (update func(done int), finish func()) {
	began, title := time.Now(), tables.Clean(title)
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(title),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(false), // from all that is done, whenever it was
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
	// A bar that cannot be drawn is no reason to stop the work.
	update = func(done int) {
		if left, known := remaining(time.Since(began), done-kept(), total-done); known {
			bar.Describe(fmt.Sprintf("%s, %v left", title, left))
		}
		_ = bar.Set(min(done, total))
	}
	finish = sync.OnceFunc(func() {
		if !bar.IsFinished() {
			_ = bar.Exit()
			_ = bar.Clear()
		}
	})
	return update, finish
}

// remaining is how long the rest takes, in whole seconds, at the pace so far; unknown in
// the first second.
func remaining(since time.Duration, done, rest int) (left time.Duration, known bool) {
	if since < time.Second || done <= 0 {
		return 0, false
	}
	return (time.Duration(float64(since) / float64(done) * float64(max(rest, 0)))).Round(time.Second), true
}

func isTerminal(w io.Writer) bool {
	for p, ok := w.(*pipe); ok; p, ok = w.(*pipe) { // a command may run another
		w = p.w
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
