//go:build !amd64 || purego

package lanes

const hasVectors = false

func (g Group) sumVectors(int, []uint64, []uint16, []Run)        {}
func (g Group) compareVectors(_, _ []int, _ []uint64, _ *Counts) {}
