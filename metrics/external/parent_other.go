//go:build unix && !linux

package external

import "syscall"

// dieWithParent does nothing here: if Settle is killed, a program runs until it reads the
// end of its input.
func dieWithParent(*syscall.SysProcAttr) {}
