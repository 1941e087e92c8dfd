package report

import (
	"strings"

	"settle/internal/lists"
	"settle/rubric"
	"settle/rubric/signals"
)

// SchemaDocument is how attempts were sorted, as JSON.
type SchemaDocument struct {
	Name           string              `json:"name"`
	ThresholdsFrom string              `json:"thresholds_from,omitempty"` // the file of --thresholds
	Thresholds     []thresholdDocument `json:"thresholds"`
	Categories     []CategoryDocument  `json:"categories"`
}

// thresholdDocument has a null value where no attempt bears on the threshold.
type thresholdDocument struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
}

// CategoryDocument is a category of a schema as JSON has it, with its weight.
type CategoryDocument struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`

	Written string `json:"-"` // the weight as the schema has it, such as 1/4
}

// Schema says as JSON how attempts were sorted, nil if they were not. The
// thresholds are those that the schema uses.
func Schema(s *signals.Sorted) *SchemaDocument {
	if s == nil {
		return nil
	}
	return &SchemaDocument{
		Name: s.Schema.Name(), ThresholdsFrom: s.ThresholdsFrom,
		Thresholds: ThresholdDocuments(s.Schema.Uses(&s.Thresholds)), Categories: CategoryDocuments(s.Schema),
	}
}

// ThresholdDocuments returns thresholds as JSON has them, in the given order.
func ThresholdDocuments(thresholds []rubric.Threshold) []thresholdDocument {
	return lists.Each(thresholds, func(t rubric.Threshold) thresholdDocument {
		return thresholdDocument{PlainName(t.Name), Finite(t.Value)}
	})
}

// PlainName returns the name of a threshold without Greek.
func PlainName(name string) string { return strings.Replace(name, "τ", "tau", 1) }

// CategoryDocuments returns the categories of a schema as JSON has them, the worst first.
func CategoryDocuments(s *rubric.Schema) []CategoryDocument {
	var all []CategoryDocument
	written := strings.Split(s.Weights().String(), ",")
	for i, name := range s.Categories() {
		all = append(all, CategoryDocument{name, s.Weights().Float(i), written[i]})
	}
	return all
}
