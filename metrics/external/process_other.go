//go:build !unix

package external

import "os/exec"

func setProcessGroup(*exec.Cmd) {}

func kill(command *exec.Cmd) error { return command.Process.Kill() }
