package external

import (
	"runtime"

	"settle/internal/panics"
)

// thread is an operating system's thread of one's own. Programs are started on
// one that lives as long as their host, because Linux takes a program's parent to
// be the thread that started it: when that ends, so does the program.
type thread chan func()

// newThread returns a thread that ends when it is closed.
func newThread() thread {
	t := make(thread)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		for work := range t {
			work()
		}
	}()
	return t
}

// do does the work on the thread.
func (t thread) do(work func() error) (err error) {
	done := make(chan struct{})
	t <- func() {
		defer close(done)
		err = panics.Do(work)
	}
	<-done
	return panics.Raise(err)
}
