//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// setApart puts a program in a process group of its own: an interrupt typed at
// the terminal then reaches Settle alone, which ends the program in its own
// time, and its children with it.
func setApart(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(command.SysProcAttr)
}

// kill kills a program and its children.
func kill(command *exec.Cmd) error {
	return syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
