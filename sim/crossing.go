package sim

// Crossing returns the first N at which the expected |z| in orders reaches z, or 0 if
// it never does.
func Crossing(orders []Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}
