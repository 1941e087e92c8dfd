//go:build !amd64 || purego

package replicate

// vectors is empty: there are no vector loops.
type vectors struct{}

// roll lowers the counts of one layer.
func (d *dice) roll(counts []uint16, dropped []uint8, bytes []uint64) {
	d.rollLanes(counts, dropped, bytes)
}
