package report

import (
	"settle/internal/tables"
	"settle/metrics"
)

// Origin is what numbers come from. It names no file: a board gives the same
// document whatever it is stored in.
type Origin struct {
	Source  string    `json:"source,omitempty"` // what a board was made by: stand-in:NAME, coins:NAME
	Seed    uint64    `json:"seed"`             // of draws, and of a board that was made
	Weights []float64 `json:"weights"`          // of the categories 0, 1, …

	Schema  *SchemaDocument  `json:"schema,omitempty"`  // how signals became categories
	Missing *MissingDocument `json:"missing,omitempty"` // what of the attempts in a file is not on the board
}

// NewOrigin returns the origin of a board that was made by the given name, ""
// if it was read.
func NewOrigin(source string, seed uint64, w metrics.Weights) Origin {
	return Origin{Source: source, Seed: seed, Weights: w.Floats()}
}

// Object returns the members of the origin in JSON.
func (o Origin) Object() tables.Object {
	return tables.NewObject("source", tables.OrAbsent(o.Source), "seed", o.Seed, "weights", o.Weights,
		"schema", tables.OrAbsent(o.Schema), "missing", tables.OrAbsent(o.Missing))
}

// SignalsOrigin is where signals, and the thresholds that sort them, come from.
// Like Origin it does not name the file of the signals.
type SignalsOrigin struct {
	Source         string `json:"source,omitempty"` // what they were made by: mimics:NAME
	Seed           uint64 `json:"seed"`             // of signals that were made
	ThresholdsFrom string `json:"thresholds_from,omitempty"`
}

// Comonotone is what a reader must be told of a stand-in wherever models are compared
// question by question.
const Comonotone = "The questions of a stand-in are equally hard to all of its models in the same order, " +
	"by construction, as those of no real board are: that gaps hardly differ between questions is an artefact of it."
