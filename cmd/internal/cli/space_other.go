//go:build !unix || solaris || aix

package cli

import "math"

// addressSpace returns the maximum value, because these systems do not report a limit.
func addressSpace() uint64 { return math.MaxUint64 }
