//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// setApart starts a program in its own process group. An interrupt typed at the
// terminal then reaches only Settle, which itself ends the program and its children
// when it is ready.
func setApart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(command.SysProcAttr)
}

// kill kills a program and its children.
func kill(command *exec.Cmd) error {
	return syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
