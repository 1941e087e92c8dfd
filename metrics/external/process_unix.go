//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// setProcessGroup makes a program start in its own process group. An interrupt typed at the
// terminal then reaches only Settle, which ends the program and its children itself.
func setProcessGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(command.SysProcAttr)
}

// kill kills a program and all processes in its group.
func kill(command *exec.Cmd) error {
	return syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
