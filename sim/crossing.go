package sim

// Crossing returns the smallest number of trials at which the expected |z| of two coins is at least
// z. The orders describe the same coins with more and more trials. Crossing returns 0 if no order
// reaches z.
func Crossing(orders []Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}
