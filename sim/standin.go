package sim

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"settle/internal/quoted"
	"settle/replicate"
	"settle/results"
)

// standInFile holds success counts that were not measured. They were constructed to
// reproduce the paper's published rankings, z-scores and convergence statistics. A note
// in the file describes the construction.
//
//go:embed stand-ins.json
var standInFile []byte

// standIn holds the success counts of one constructed board.
type standIn struct {
	Title     string   `json:"title"`
	Trials    int      `json:"trials"`
	Models    []string `json:"models"`
	Successes [][]int  `json:"successes"` // by model and question
}

var standIns = sync.OnceValue(func() map[string]standIn {
	var file struct {
		Benchmarks map[string]standIn `json:"benchmarks"`
	}
	if err := json.Unmarshal(standInFile, &file); err != nil {
		panic("sim: the embedded stand-ins cannot be read: " + err.Error())
	}
	return file.Benchmarks
})

// StandIns returns the names that StandIn accepts, sorted.
func StandIns() []string { return slices.Sorted(maps.Keys(standIns())) }

// StandIn returns the constructed board for one of the paper's benchmarks. The board's
// task is the benchmark's title. It has 11 models, 30 questions and 80 trials of each.
// The order of the trials is random but always the same, and has no meaning.
func StandIn(name string) (*results.Board, error) {
	s, ok := standIns()[name]
	if !ok {
		return nil, fmt.Errorf("unknown stand-in %s; stand-ins are %s", quoted.Text(name), strings.Join(StandIns(), ", "))
	}
	counts := results.NewTally(len(s.Models), len(s.Successes[0]), 1)
	counts.Trials = s.Trials
	for model, row := range s.Successes {
		for q, successes := range row {
			counts.Add(model, q, 1, successes)
		}
	}
	b, err := results.NewBoard(s.Models, results.Numbered("question", counts.Questions), s.Trials, 1)
	if err != nil {
		return nil, fmt.Errorf("stand-in %s: %w", name, err)
	}
	b.Task = s.Title
	replicate.Record(replicate.Permuted(counts, s.Trials, 0, "stand-in "+name), 0, b)
	return b, nil
}
