package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"settle/internal/tables"
)

// Progress starts a progress bar on standard error. It returns a function that sets how many items
// are done, out of the given total. The function does nothing in the first half second, with
// --quiet, if standard error is not a terminal, or if the total is not positive.
//
// The function must not be called concurrently, and its argument must not decrease. The bar
// disappears when it is full, before the next bar, before a report is printed and when the command
// ends.
func (e *Env) Progress(title string, total int) (update func(done int)) {
	e.endProgress()
	if e.Quiet || total <= 0 || !isTerminal(e.Stderr) {
		return func(int) {}
	}
	update, e.finishProgress = newBar(e.Stderr, title, total, func() int { return e.sharing.status().Kept })
	return update
}

// beforeBar is the running time after which a progress bar appears.
var beforeBar = 500 * time.Millisecond

// newBar returns the functions that update and end a progress bar. The bar predicts the remaining
// time from the pace of this run. Of the items that are done, kept() were finished before this run.
func newBar(w io.Writer, title string, total int, kept func() int) (update func(done int), finish func()) {
	began, title := time.Now(), tables.Clean(title)
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(title),
		progressbar.OptionSetWidth(30),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(false), // it would count items finished before this run
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
	shown := false
	// Errors of the bar do not stop the work.
	update = func(done int) {
		if shown = shown || time.Since(began) >= beforeBar; !shown {
			return
		}
		if left, known := remainingTime(time.Since(began), done-kept(), total-done); known {
			bar.Describe(fmt.Sprintf("%s, %v left", title, left))
		}
		_ = bar.Set(min(done, total))
	}
	finish = sync.OnceFunc(func() {
		if shown && !bar.IsFinished() {
			_ = bar.Exit()
			_ = bar.Clear()
		}
	})
	return update, finish
}

// remainingTime predicts the remaining time, in whole seconds, from the pace so far. The time is
// not known in the first second.
func remainingTime(since time.Duration, done, rest int) (left time.Duration, known bool) {
	if since < time.Second || done <= 0 {
		return 0, false
	}
	return (time.Duration(float64(since) / float64(done) * float64(max(rest, 0)))).Round(time.Second), true
}

func isTerminal(w io.Writer) bool {
	_, ok := terminal(w)
	return ok
}

// terminal returns the file descriptor of a stream if the stream is a terminal.
func terminal(w io.Writer) (fd int, ok bool) {
	for p, ok := w.(*pipe); ok; p, ok = w.(*pipe) { // nested if a command runs another
		w = p.w
	}
	file, ok := w.(*os.File)
	if !ok {
		return 0, false
	}
	return int(file.Fd()), term.IsTerminal(int(file.Fd()))
}

// widthElsewhere is the width of prose, in characters, if standard output is not a terminal and
// COLUMNS is not set.
const widthElsewhere = 80

// screen describes standard output: whether it is a terminal, its width, and whether to use
// colours. Without a terminal, the width is COLUMNS. NO_COLOR turns colours off (no-color.org).
func (e *Env) screen() tables.Screen {
	fd, ok := terminal(e.Stdout)
	s := tables.Screen{Width: widthElsewhere, Fit: ok, Color: e.Color == "always"}
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 0 {
		s.Width = columns
	}
	if columns, _, err := term.GetSize(fd); ok && err == nil && columns > 0 {
		s.Width = columns
	}
	if ok && e.Color == "auto" {
		s.Color = os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	return s
}
