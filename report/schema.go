package report

import (
	"strings"

	"settle/internal/lists"
	"settle/rubric"
	"settle/rubric/signals"
)

// A SchemaDocument describes a schema for JSON. A schema is a set of rules that sorts
// attempts into categories.
type SchemaDocument struct {
	Name           string              `json:"name"`
	ThresholdsFrom string              `json:"thresholds_from,omitempty"` // file of --thresholds
	Thresholds     []thresholdDocument `json:"thresholds"`
	Categories     []CategoryDocument  `json:"categories"`
}

// A thresholdDocument describes a threshold of a schema for JSON. Value is null if
// there was no attempt from which the threshold could be computed.
type thresholdDocument struct {
	Name  string   `json:"name"`
	Value *float64 `json:"value"`
}

// A CategoryDocument describes, for JSON, a category of a schema and the weight of this
// category.
type CategoryDocument struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`

	Written string `json:"-"` // the weight as written in the schema, such as 1/4
}

// Schema describes, for JSON, the schema that sorted attempts into categories, and the
// thresholds that its rules use. It returns nil if s is nil.
func Schema(s *signals.Sorted) *SchemaDocument {
	if s == nil {
		return nil
	}
	return &SchemaDocument{
		Name: s.Schema.Name(), ThresholdsFrom: s.ThresholdsFrom,
		Thresholds: ThresholdDocuments(s.Schema.Uses(&s.Thresholds)), Categories: CategoryDocuments(s.Schema),
	}
}

// ThresholdDocuments describes thresholds for JSON, in the given order.
func ThresholdDocuments(thresholds []rubric.Threshold) []thresholdDocument {
	return lists.Each(thresholds, func(t rubric.Threshold) thresholdDocument {
		return thresholdDocument{PlainName(t.Name), Finite(t.Value)}
	})
}

// PlainName returns the name of a threshold with "tau" in place of the letter τ.
func PlainName(name string) string { return strings.Replace(name, "τ", "tau", 1) }

// CategoryDocuments describes the categories of a schema for JSON, the worst category
// first.
func CategoryDocuments(s *rubric.Schema) []CategoryDocument {
	var all []CategoryDocument
	written := strings.Split(s.Weights().String(), ",")
	for i, name := range s.Categories() {
		all = append(all, CategoryDocument{name, s.Weights().Float(i), written[i]})
	}
	return all
}
