package experiments

import (
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/metrics"
	"settle/results"
	"settle/sim"
)

// Benchmark is a board of one of the paper's four benchmarks: the real one, or
// the stand-in.
type Benchmark struct {
	Key     string // aime24, aime25, hmmt25 or brumo25
	Title   string // AIME'25
	Board   *results.Board
	StandIn bool

	// Of results that were given (see Give): the board of all their models, nil where
	// that is Board, greedy runs of these or nil, and why the paper's numbers are not
	// about Board, "" if they are.
	Whole  *results.Board
	Greedy *results.Board
	Unlike string
	given  boardShape // of what was read
	coin   bool       // whether it is noise (see isOneCoin)
}

// whole is the board of all models that were given.
func (b Benchmark) whole() *results.Board {
	if b.Whole == nil {
		return b.Board
	}
	return b.Whole
}

// boardShape is that of a board.
type boardShape struct{ models, questions, trials int }

// BenchmarkKeys are the benchmarks in the order of the paper's Fig. 1.
var BenchmarkKeys = []string{"aime24", "aime25", "hmmt25", "brumo25"}

// benchmarkTasks are the names of the benchmarks in the reference package's
// file of results, and their titles.
var benchmarkTasks = map[string]struct{ task, title string }{
	"aime24":  {"aime24", "AIME'24"},
	"aime25":  {"aime25", "AIME'25"},
	"hmmt25":  {"hmmt_feb_2025", "HMMT'25"},
	"brumo25": {"brumo_2025", "BrUMO'25"},
}

// StandIns returns the stand-ins for the four benchmarks.
func StandIns() ([]Benchmark, error) {
	var all []Benchmark
	for _, key := range BenchmarkKeys {
		b, err := sim.StandIn(key)
		if err != nil {
			return nil, err
		}
		all = append(all, Benchmark{Key: key, Title: b.Task, Board: b, StandIn: true})
	}
	return all, nil
}

// note is what a reader of a figure of benchmarks must be told.
func note(benchmarks []Benchmark) string {
	if benchmarks[0].StandIn {
		return "Stand-ins: boards constructed to match the paper's published statistics, not measured."
	}
	if slices.ContainsFunc(benchmarks, func(b Benchmark) bool { return b.coin }) {
		return "Random noise as given by the user, and no LLM's results: neither models nor questions differ " +
			"by more than chance."
	}
	return "Boards as given by the user."
}

// ground is why a check on this board is of its kind: a test where the results
// are real and the paper's numbers are about them, and what is said of the stand-in
// where they are not.
func (b Benchmark) ground(onStandIn checks.Ground) checks.Ground {
	switch {
	case b.StandIn:
		return onStandIn
	case b.Unlike != "":
		return checks.Ground{Kind: checks.Data, Why: b.Unlike}
	}
	return checks.Ground{Kind: checks.Test, Why: "these are results that were given, and they could say otherwise"}
}

// groundOfAll is why a check on several boards is of its kind: a test where it is on
// each of them.
func groundOfAll(benchmarks []Benchmark, onStandIn checks.Ground) (ground checks.Ground) {
	for _, b := range benchmarks {
		if ground = b.ground(onStandIn); ground.Kind != checks.Test {
			break
		}
	}
	return ground
}

// gold orders the models by Bayes@N on the whole board, the paper's gold
// standard (section 2.7).
func (b Benchmark) gold() ([]int, error) {
	return metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), b.Board.Tally(b.Board.Trials()))
}

// goldName is the gold in words.
func (b Benchmark) goldName() string { return fmt.Sprintf("bayes@%d", b.Board.Trials()) }

// benchmarks are the boards of the run, the stand-ins by default.
func (o Options) benchmarks() ([]Benchmark, error) {
	if o.Benchmarks != nil {
		return o.Benchmarks, nil
	}
	return StandIns()
}

// ordered returns the benchmarks of the given keys, in that order.
func ordered(all []Benchmark, keys ...string) []Benchmark {
	var some []Benchmark
	for _, key := range keys {
		for _, b := range all {
			if b.Key == key {
				some = append(some, b)
			}
		}
	}
	return some
}
