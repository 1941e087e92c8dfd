package external

import "syscall"

// dieWithParent has a program killed when Settle is, however that happens.
func dieWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
