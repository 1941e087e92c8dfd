package sim_test

import (
	"cmp"
	"fmt"
	"log"
	"slices"

	"settle/rubric"
	"settle/sim"
)

// Who is best depends on the schema: what terse gains by being brief, it does
// not have where only correctness counts.
func ExampleMimics_Means() {
	mimics, _, err := sim.NamedMimics("fig7", 1)
	if err != nil {
		log.Fatal(err)
	}
	thresholds := mimics.Thresholds()
	for _, name := range []string{"Exact Match", "Efficiency-Adjusted"} {
		schema, err := rubric.Named(name)
		if err != nil {
			log.Fatal(err)
		}
		means := mimics.Means(schema, &thresholds)
		places := make([]int, len(means))
		for i := range places {
			places[i] = i
		}
		slices.SortFunc(places, func(a, b int) int { return cmp.Compare(means[b], means[a]) })
		terse := slices.IndexFunc(places, func(i int) bool { return mimics.Models[i].Name == "terse" })
		fmt.Printf("%s: first is %s, and terse is number %d\n", name, mimics.Models[places[0]].Name, terse+1)
	}
	// Output:
	// Exact Match: first is leader, and terse is number 6
	// Efficiency-Adjusted: first is leader, and terse is number 2
}
