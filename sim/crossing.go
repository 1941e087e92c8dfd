package sim

// Crossing finds the first of several orders of two coins with an expected |z| of at least z (see
// Order.Z). It returns the number of trials of that order, or 0 if there is none.
func Crossing(orders []Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}
