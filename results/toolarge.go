package results

import "fmt"

// TooLarge is the error if reading would take more memory than ReadOptions.MaxBytes.
type TooLarge struct {
	Needs  int64 // approximate bytes: for NPZ the total, for other formats the bytes used so far
	Allows int64 // MaxBytes

	// Counted is the memory, in bytes, that reading with ReadOptions.Counts would take. It
	// is 0 if that would not help.
	Counted int64
}

// Error returns a message with the memory needed and the memory allowed.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("this needs about %s, but the limit is %s", sizeText(e.Needs), sizeText(e.Allows))
}

// sizeText formats a number of bytes for display, such as "2.4 GB".
func sizeText(bytes int64) string {
	for _, unit := range []struct {
		name string
		size int64
	}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if bytes >= unit.size {
			return fmt.Sprintf("%.3g %s", float64(bytes)/float64(unit.size), unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", bytes)
}
