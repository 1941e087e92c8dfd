package report

import (
	"fmt"

	"settle/results"
	"settle/tables"
)

// Written is the report of a board, of outcomes or of signals, that was written to a
// file.
func Written(file string, shape results.Shape, seed uint64, replicate int) Report {
	document := struct {
		File      string `json:"file"`
		Models    int    `json:"models"`
		Questions int    `json:"questions"`
		Trials    int    `json:"trials"`
		Seed      uint64 `json:"seed"`
		Replicate int    `json:"replicate"`
	}{file, shape.Models, shape.Questions, shape.Trials, seed, replicate}
	t := &tables.Table{
		Columns: []tables.Column{
			{Name: "file"}, {Name: "models", Right: true}, {Name: "questions", Right: true}, {Name: "trials", Right: true},
			{Name: "seed", Right: true}, {Name: "replicate", Right: true},
		},
		Rows: [][]string{{
			file, fmt.Sprint(shape.Models), fmt.Sprint(shape.Questions), fmt.Sprint(shape.Trials),
			fmt.Sprint(seed), fmt.Sprint(replicate),
		}},
	}
	return Report{JSON: document, Tables: []*tables.Table{t}}
}
