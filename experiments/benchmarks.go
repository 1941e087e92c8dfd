package experiments

import (
	"fmt"

	"settle/experiments/checks"
	"settle/metrics"
	"settle/results"
	"settle/sim"
	"settle/tables"
)

// Benchmark is a board of one of the paper's four benchmarks: the real one, or
// the stand-in.
type Benchmark struct {
	Key     string // aime24, aime25, hmmt25 or brumo25
	Title   string // AIME'25
	Board   *results.Board
	StandIn bool
}

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

// ReadBenchmarks reads the four benchmarks' boards from an NPZ file with the
// tasks aime24, aime25, hmmt_feb_2025 and brumo_2025, such as the reference
// package's R_top_p.npz. models names the models; nil leaves them as they are.
// It fails unless every board has two models or more, as many as are named, and
// binary outcomes.
func ReadBenchmarks(path string, models []string) ([]Benchmark, error) {
	var all []Benchmark
	for _, key := range BenchmarkKeys {
		known := benchmarkTasks[key]
		b, err := results.Read(path, results.ReadOptions{Task: known.task})
		if err != nil {
			return nil, err
		}
		if models != nil {
			if err := b.Rename(models); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, known.task, err)
			}
		}
		if len(b.Models) < 2 || b.Top() > 1 {
			return nil, fmt.Errorf("%s: %s needs two models or more and binary outcomes, not %s and categories 0..%d",
				path, known.task, tables.Count(len(b.Models), "model"), b.Top())
		}
		all = append(all, Benchmark{Key: key, Title: known.title, Board: b})
	}
	return all, nil
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
	return "Boards as given by the user."
}

// ground is why a check on this board is of its kind: a test where the results
// are real, and what is said of the stand-in where they are not.
func (b Benchmark) ground(onStandIn checks.Ground) checks.Ground {
	if b.StandIn {
		return onStandIn
	}
	return checks.Ground{Kind: checks.Test, Why: "these are results that were given, and they could say otherwise"}
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
