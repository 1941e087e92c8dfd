//go:build cgo && unix

package stdio

/*
#include <fcntl.h>

static int closed;

__attribute__((constructor)) static void look(void) { closed = fcntl(1, F_GETFD) == -1; }

static int stdout_closed(void) { return closed; }
*/
import "C"

// Known reports whether StdoutClosed can detect a closed standard output.
const Known = true

// StdoutClosed reports whether the process began with a closed standard output.
func StdoutClosed() bool { return C.stdout_closed() != 0 }
