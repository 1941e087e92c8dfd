package external

import (
	"runtime"

	"settle/internal/panics"
)

// thread runs functions on one operating system thread. Programs must be started on a
// thread that lives as long as their host, since Linux kills a program when the thread
// that started it ends.
type thread chan func()

// newThread starts a thread, which ends when its channel is closed.
func newThread() thread {
	t := make(thread)
	go func() {
		runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
		for work := range t {
			work()
		}
	}()
	return t
}

// do calls work on the thread and returns the error that work returns.
func (t thread) do(work func() error) (err error) {
	done := make(chan struct{})
	t <- func() {
		defer close(done)
		err = panics.Do(work)
	}
	<-done
	return panics.Raise(err)
}
