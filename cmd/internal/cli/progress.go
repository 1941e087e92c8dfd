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

// Progress starts a progress bar on standard error and returns a function that
// moves it to done out of total. If standard error is no terminal, with --quiet,
// or if there is nothing to do, the function does nothing, nor does it before half a
// second has passed.
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

// beforeBar is how long work takes before it has a bar.
var beforeBar = 500 * time.Millisecond

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
	shown := false
	// A bar that cannot be drawn is no reason to stop the work.
	update = func(done int) {
		if shown = shown || time.Since(began) >= beforeBar; !shown {
			return
		}
		if left, known := remaining(time.Since(began), done-kept(), total-done); known {
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

// remaining is how long the rest takes, in whole seconds, at the pace so far; unknown in
// the first second.
func remaining(since time.Duration, done, rest int) (left time.Duration, known bool) {
	if since < time.Second || done <= 0 {
		return 0, false
	}
	return (time.Duration(float64(since) / float64(done) * float64(max(rest, 0)))).Round(time.Second), true
}

func isTerminal(w io.Writer) bool {
	_, ok := terminal(w)
	return ok
}

// terminal returns the terminal that a stream is, if it is one.
func terminal(w io.Writer) (fd int, ok bool) {
	for p, ok := w.(*pipe); ok; p, ok = w.(*pipe) { // a command may run another
		w = p.w
	}
	file, ok := w.(*os.File)
	if !ok {
		return 0, false
	}
	return int(file.Fd()), term.IsTerminal(int(file.Fd()))
}

// widthElsewhere is the width of prose where there is neither a terminal nor COLUMNS.
const widthElsewhere = 80

// screen returns what the standard output is: a terminal with its width, or something else,
// where prose is as wide as COLUMNS says. The environment can turn colours off (no-color.org).
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
