//go:build !unix

package program

import "os"

// peak returns 0 because this system does not report peak memory.
func peak(*os.ProcessState) float64 { return 0 }
