package sim

// Crossing returns the first number of trials in orders at which two coins have an expected |z| of
// at least z (see Order.Z). It returns 0 if there is none.
func Crossing(orders []Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}
