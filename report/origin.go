package report

import (
	"settle/internal/tables"
	"settle/metrics"
)

// An Origin describes the source of the numbers in a report. It names no file, so that
// a board gives the same document whichever file format it is read from.
type Origin struct {
	Source  string    `json:"source,omitempty"` // origin of a simulated board: stand-in:NAME or coins:NAME
	Seed    uint64    `json:"seed"`             // seed of draws, and of a simulated board
	Weights []float64 `json:"weights"`          // weights of the categories 0, 1, …

	Schema  *SchemaDocument  `json:"schema,omitempty"`  // the schema that sorted signals into categories
	Missing *MissingDocument `json:"missing,omitempty"` // attempts of the file that are missing on the board
}

// NewOrigin returns the origin of a board. The source is the name of a simulated board,
// or "" for a board that was read from a file.
func NewOrigin(source string, seed uint64, w metrics.Weights) Origin {
	return Origin{Source: source, Seed: seed, Weights: w.Floats()}
}

// Object returns the members of a JSON document that describe the origin.
func (o Origin) Object() tables.Object {
	return tables.NewObject("source", tables.OrAbsent(o.Source), "seed", o.Seed, "weights", o.Weights,
		"schema", tables.OrAbsent(o.Schema), "missing", tables.OrAbsent(o.Missing))
}

// A SignalsOrigin describes the source of signals, by which rules sort attempts into
// categories, and the source of the thresholds in these rules. Like Origin, it does not
// name the file of the signals.
type SignalsOrigin struct {
	Source         string `json:"source,omitempty"` // origin of simulated signals: mimics:NAME
	Seed           uint64 `json:"seed"`             // seed of simulated signals
	ThresholdsFrom string `json:"thresholds_from,omitempty"`
}

// Comonotone is a warning for comparisons of models on a stand-in (a simulated board
// that imitates a published one). It applies if the models are compared question by
// question.
const Comonotone = "By construction, the questions of this stand-in have the same order of difficulty for all models. " +
	"No real board is like that, so gaps vary less between questions here than on a real board."
