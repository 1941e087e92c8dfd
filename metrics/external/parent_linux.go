package external

import "syscall"

// dieWithParent makes the system kill the program when Settle exits for any reason.
func dieWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
