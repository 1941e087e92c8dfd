package kendall

// sortCounting sorts keys and returns the sorted slice, which is keys or scratch. It
// also returns the number of exchanges of neighbours that sorting takes, which is the
// number of pairs in the wrong order. It is the merge sort of Knight, "A Computer Method
// for Calculating Kendall's Tau with Ungrouped Data", JASA 61 (1966). The slices must
// have the same length; both are overwritten.
func sortCounting(keys, scratch []uint64) (sorted []uint64, exchanges int64) {
	const run = 16 // up to this length insertion is faster than merging
	n := len(keys)
	for from := 0; from < n; from += run {
		exchanges += insertionSort(keys[from:min(from+run, n)])
	}
	for width := run; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			middle, to := min(from+width, n), min(from+2*width, n)
			exchanges += merge(scratch[from:to], keys[from:middle], keys[middle:to])
		}
		keys, scratch = scratch, keys
	}
	return keys, exchanges
}

// insertionSort sorts keys and returns the number of exchanges of neighbours.
func insertionSort(keys []uint64) (exchanges int64) {
	for i, key := range keys {
		j := i
		for ; j > 0 && key < keys[j-1]; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = key
		exchanges += int64(i - j)
	}
	return exchanges
}

// merge merges the sorted slices left and right into one sorted slice. It returns the
// number of exchanges of neighbours: each key of the right slice passes all keys that
// then remain in the left slice. The next key is chosen by arithmetic instead of a
// branch, because a processor cannot predict which slice has it.
func merge(sorted, left, right []uint64) (exchanges int64) {
	i, j := 0, 0
	for i < len(left) && j < len(right) {
		l, r := left[i], right[j]
		sorted[i+j] = min(l, r)
		overtakes := int(less(r, l))
		exchanges += int64(-overtakes & (len(left) - i))
		j += overtakes
		i += 1 - overtakes
	}
	copy(sorted[i+j:], left[i:])
	copy(sorted[i+j:], right[j:]) // one of the two is empty
	return exchanges
}

// tiedPairs returns the number of pairs of equal keys, given sorted keys.
func tiedPairs(sorted []uint64) (tied int64) {
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		tied += pairs(to - from)
		from = to
	}
	return tied
}
