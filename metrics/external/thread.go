package external

import (
	"runtime"

	"settle/internal/panics"
)

// thread runs functions on its own operating system thread. Programs are started on a
// thread that lives as long as their host, because Linux treats the thread that started a
// program as its parent: when the thread ends, so does the program.
type thread chan func()

// newThread returns a thread that ends when it is closed.
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

// do calls the function work on the thread.
func (t thread) do(work func() error) (err error) {
	done := make(chan struct{})
	t <- func() {
		defer close(done)
		err = panics.Do(work)
	}
	<-done
	return panics.Raise(err)
}
