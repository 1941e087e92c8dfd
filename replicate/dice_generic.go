//go:build !amd64 || purego

package replicate

// vectors is empty, because there are no vector instructions for this processor.
type vectors struct{}

// roll removes one random trial of each question from the given counts, by calling
// rollLanes.
func (d *dice) roll(counts []uint16, dropped []uint8, bytes []uint64) {
	d.rollLanes(counts, dropped, bytes)
}
