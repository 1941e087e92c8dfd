//go:build !unix || solaris || aix

package cli

import "os"

// tryLock cannot lock folders here: two runs may mix their files, and hidden
// folders of killed ones stay.
func tryLock(string) (hold *os.File, state lockState, err error) { return nil, unlockable, nil }
