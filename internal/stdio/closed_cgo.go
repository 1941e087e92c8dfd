//go:build cgo && unix

package stdio

/*
#include <fcntl.h>

static int closed;

__attribute__((constructor)) static void look(void) { closed = fcntl(1, F_GETFD) == -1; }

static int stdout_closed(void) { return closed; }
*/
import "C"

// Known is true if StdoutClosed can detect that standard output was closed.
const Known = true

// StdoutClosed reports whether standard output was closed when the process began.
func StdoutClosed() bool { return C.stdout_closed() != 0 }
