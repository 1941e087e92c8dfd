package shards

import (
	"sync"
	"testing"
)

// Runs that begin on one folder at the same time sweep away each other's files before these
// are locked, and all of them can use it.
func TestManyPrepareOneFolder(t *testing.T) {
	folder := &Folder{Path: t.TempDir()}
	var plan Plan
	plan.Set("command", "converge")
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			for range 200 {
				if err := folder.prepare(plan); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
}
