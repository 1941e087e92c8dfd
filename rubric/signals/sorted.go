package signals

import (
	"settle/results"
	"settle/rubric"
)

// Sorted is attempts that a schema has turned into a board of categories.
type Sorted struct {
	Schema         *rubric.Schema
	Thresholds     rubric.Thresholds
	ThresholdsFrom string         // the file of the attempts that these are percentiles of, "" for those on the board
	Board          *results.Board // of the schema's categories
}
