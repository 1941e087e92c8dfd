//go:build unix

package program

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the peak resident memory of a process, in 10⁶ bytes.
func peak(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	unit := 1024.0 // bytes per unit of ru_maxrss
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * unit / 1e6
}
