package results

import "fmt"

// TooLarge says that reading would take more memory than ReadOptions.MaxBytes.
type TooLarge struct {
	Needs  int64 // bytes, about: all in NPZ, so far in other formats
	Allows int64 // MaxBytes

	// Counted is what the counts alone would take, by ReadOptions.Counts, if that is
	// allowed; else 0.
	Counted int64
}

// Error names both numbers.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("this needs about %s, and %s are allowed", sizeText(e.Needs), sizeText(e.Allows))
}

// sizeText is a number of bytes in words: "2.4 GB".
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
