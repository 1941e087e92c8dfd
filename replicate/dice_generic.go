//go:build !amd64 || purego

package replicate

// vectors are not used here.
type vectors struct{}

// drop takes one trial of each question away and writes down for each block of
// counts how many of them were successes. Of a count of 0 nothing is dropped.
func (d *dice) drop(counts []uint16, dropped []uint8) { d.dropLanes(counts, dropped) }
