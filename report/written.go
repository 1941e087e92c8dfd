package report

import (
	"fmt"

	"settle/results"
	"settle/tables"
)

// written is a board that was written to a file, as JSON.
type written struct {
	File      string `json:"file"`
	Models    int    `json:"models"`
	Questions int    `json:"questions"`
	Trials    int    `json:"trials"`
	Seed      uint64 `json:"seed"`
	Replicate int    `json:"replicate"`
}

// Written is the report of a board, of outcomes or of signals, that was written
// to a file.
func Written(file string, shape results.Shape, seed uint64, replicate int) Report {
	w := written{file, shape.Models, shape.Questions, shape.Trials, seed, replicate}
	t := tables.New("", []tables.Of[written]{
		tables.Left("file", func(w written) string { return w.File }),
		tables.Right("models", func(w written) string { return fmt.Sprint(w.Models) }),
		tables.Right("questions", func(w written) string { return fmt.Sprint(w.Questions) }),
		tables.Right("trials", func(w written) string { return fmt.Sprint(w.Trials) }),
		tables.Right("seed", func(w written) string { return fmt.Sprint(w.Seed) }),
		tables.Right("replicate", func(w written) string { return fmt.Sprint(w.Replicate) }),
	}, []written{w})
	return Report{JSON: w, Tables: []*tables.Table{t}}
}
