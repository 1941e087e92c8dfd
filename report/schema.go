package report

import (
	"strings"

	"settle/internal/lists"
	"settle/rubric"
	"settle/rubric/signals"
)

// A SchemaDocument describes, as JSON, how attempts were sorted into categories.
type SchemaDocument struct {
	Name           string              `json:"name"`
	ThresholdsFrom string              `json:"thresholds_from,omitempty"` // file of --thresholds
	Thresholds     []thresholdDocument `json:"thresholds"`
	Categories     []CategoryDocument  `json:"categories"`
}

// A thresholdDocument is a threshold. Value is null if no attempt affects the threshold.
type thresholdDocument struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
}

// A CategoryDocument is a category of a schema, with its weight.
type CategoryDocument struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`

	Written string `json:"-"` // the weight as written in the schema, such as 1/4
}

// Schema returns the schema that sorted attempts as JSON, with the thresholds that it uses, or
// nil if s is nil.
func Schema(s *signals.Sorted) *SchemaDocument {
	if s == nil {
		return nil
	}
	return &SchemaDocument{
		Name: s.Schema.Name(), ThresholdsFrom: s.ThresholdsFrom,
		Thresholds: ThresholdDocuments(s.Schema.Uses(&s.Thresholds)), Categories: CategoryDocuments(s.Schema),
	}
}

// ThresholdDocuments returns thresholds as JSON, in the given order.
func ThresholdDocuments(thresholds []rubric.Threshold) []thresholdDocument {
	return lists.Each(thresholds, func(t rubric.Threshold) thresholdDocument {
		return thresholdDocument{PlainName(t.Name), Finite(t.Value)}
	})
}

// PlainName returns the name of a threshold with tau instead of τ.
func PlainName(name string) string { return strings.Replace(name, "τ", "tau", 1) }

// CategoryDocuments returns the categories of a schema as JSON, the worst first.
func CategoryDocuments(s *rubric.Schema) []CategoryDocument {
	var all []CategoryDocument
	written := strings.Split(s.Weights().String(), ",")
	for i, name := range s.Categories() {
		all = append(all, CategoryDocument{name, s.Weights().Float(i), written[i]})
	}
	return all
}
