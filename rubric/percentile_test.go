package rubric

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"
)

// The percentiles are those of numpy itself, by its default rule, to the last
// bit, NaN included where a place is just below an infinity:
// testdata/percentiles.py says of what samples, and wrote the file.
func TestPercentilesOfNumpy(t *testing.T) {
	text, err := os.ReadFile("testdata/percentiles.json")
	if err != nil {
		t.Fatal(err)
	}
	var stored struct {
		Samples []struct {
			Name        string
			Values      []string
			Percentiles map[string]string
		}
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, sample := range stored.Samples {
		var values []float64
		for _, v := range sample.Values {
			values = append(values, exactly(t, v))
		}
		slices.Sort(values)
		for p, want := range sample.Percentiles {
			compared++
			got := percentile(values, exactly(t, p))
			if number := exactly(t, want); got != number && !(math.IsNaN(got) && math.IsNaN(number)) {
				t.Errorf("%s, %s %%: %x (%v), numpy has %s (%v)", sample.Name, p, got, got, want, number)
			}
		}
	}
	if compared != 80 {
		t.Errorf("%d percentiles compared, want 16 samples at 5", compared)
	}
}

func exactly(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
