package docs_test

import (
	"encoding/json"
	"os"
	"testing"

	"settle/internal/costs"
)

// The tables of scale.md follow from what make scale measured, in testdata/scale.json:
// the constants are fitted anew, and predictions made of them, to the digit. So no number
// there can be another than the model's.
func TestScale(t *testing.T) {
	data, err := os.ReadFile("testdata/scale.json")
	if err != nil {
		t.Fatal(err)
	}
	var points []costs.Point
	if err := json.Unmarshal(data, &points); err != nil {
		t.Fatal(err)
	}
	blocks, err := costs.Blocks(points)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range blocks {
		measuredText(t, "scale.md", name, text)
	}
}
