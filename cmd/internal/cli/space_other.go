//go:build !unix || solaris || aix

package cli

import "math"

// addressSpace has no limit here.
func addressSpace() uint64 { return math.MaxUint64 }
