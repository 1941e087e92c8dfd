//go:build !unix || solaris || aix

package cli

import "math"

// addressSpace returns the maximum value because these systems have no limit to read.
func addressSpace() uint64 { return math.MaxUint64 }
