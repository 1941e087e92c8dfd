//go:build unix

// Package peak tells the memory of processes that have ended.
package peak

import (
	"os"
	"runtime"
	"syscall"
)

// MB is the most resident memory that a process had, in 10⁶ bytes.
func MB(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	unit := 1024.0 // of ru_maxrss
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return float64(usage.Maxrss) * unit / 1e6
}
