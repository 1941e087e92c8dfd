package sim

// Crossing returns the first number of trials at which the expected |z| in orders is at
// least z. It returns 0 if there is none.
func Crossing(orders []Order, z float64) int {
	for _, o := range orders {
		if o.Z >= z {
			return o.N
		}
	}
	return 0
}
