package paper

import (
	"strings"

	"settle/bootstrap"
	"settle/experiments/checks"
	"settle/internal/lists"
	"settle/metrics"
	"settle/replicate"
	"settle/report/wording"
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

	// Of results that were given (see package given): the board of all their models, nil where
	// that is Board, greedy runs of these or nil, and why the paper's numbers are not
	// about Board, "" if they are.
	Whole  *results.Board
	Greedy *results.Board
	Unlike string
	Read   Shape // of what was read
	Noise  bool  // whether it is random noise
}

// AllModels returns the board of all models that were given.
func (b Benchmark) AllModels() *results.Board {
	if b.Whole == nil {
		return b.Board
	}
	return b.Whole
}

// Shape is that of a board.
type Shape struct{ Models, Questions, Trials int }

// BenchmarkKeys are the benchmarks in the order of the paper's Fig. 1.
var BenchmarkKeys = []string{"aime24", "aime25", "hmmt25", "brumo25"}

// Tasks are the names of the benchmarks in the reference package's
// file of results, and their titles.
var Tasks = map[string]struct{ Task, Title string }{
	"aime24":  {"aime24", "AIME'24"},
	"aime25":  {"aime25", "AIME'25"},
	"hmmt25":  {"hmmt_feb_2025", "HMMT'25"},
	"brumo25": {"brumo_2025", "BrUMO'25"},
}

// Models are the models of Table 2.
var Models = []string{
	"Qwen3-30B-A3B-Thinking-2507", "gpt-oss-20b-high", "gpt-oss-20b-medium", "gpt-oss-20b-low",
	"OpenThinker2-32B", "LIMO-v2", "EXAONE-4.0-1.2B", "OpenThinker3-1.5B", "OpenReasoning-Nemotron-1.5B",
	"DeepSeek-R1-Distill-Qwen-1.5B", "Sky-T1-32B-Flash",
}

// Boards returns the benchmarks of the run, the stand-ins by default.
func (o Options) Boards() []Benchmark {
	if o.Benchmarks != nil {
		return o.Benchmarks
	}
	return lists.Each(BenchmarkKeys, func(key string) Benchmark {
		b := Must(sim.StandIn(key))
		return Benchmark{Key: key, Title: b.Task, Board: b, StandIn: true}
	})
}

// Note returns what a reader of a figure of benchmarks must be told.
func Note(benchmarks []Benchmark) string {
	if benchmarks[0].StandIn {
		return "Stand-ins: boards constructed to match the paper's published statistics, not measured."
	}
	noise := lists.Where(benchmarks, func(b Benchmark) bool { return b.Noise })
	titles := lists.Each(noise, func(b Benchmark) string { return b.Title })
	return "Boards as given by the user." + wording.If(len(noise) > 0, " Random noise, and no LLM's results: "+
		strings.Join(titles, ", ")+", where neither models nor questions differ by more than chance.")
}

// Ground returns why a check on this board is of its kind: a test where the results
// are real and the paper's numbers are about them, and what is said of the stand-in
// where they are not.
func (b Benchmark) Ground(onStandIn checks.Ground) checks.Ground {
	switch {
	case b.StandIn:
		return onStandIn
	case b.Unlike != "":
		return checks.Data.Because(b.Unlike)
	}
	return checks.Test.Because("these are results that were given, and they could say otherwise")
}

// GroundOfAll returns why a check on several boards is of its kind: a test where it is on
// each of them.
func GroundOfAll(benchmarks []Benchmark, onStandIn checks.Ground) (ground checks.Ground) {
	for _, b := range benchmarks {
		if ground = b.Ground(onStandIn); ground.Kind != checks.Test {
			break
		}
	}
	return ground
}

// Gold orders the models by Bayes@N on the whole board, the paper's gold
// standard (section 2.7).
func (b Benchmark) Gold() []int {
	return Must(metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), b.Board.Tally(b.Board.Trials())))
}

// Rows returns the source of the benchmark's row replicates.
func (b Benchmark) Rows(replacement bool, seed uint64) replicate.Source {
	return Must(bootstrap.New(b.Board, bootstrap.Options{Scheme: bootstrap.Rows, Replacement: replacement}, seed))
}

// Ordered returns the benchmarks of the given keys, in that order.
func Ordered(all []Benchmark, keys ...string) []Benchmark {
	return lists.Flat(keys, func(key string) []Benchmark {
		return lists.Where(all, func(b Benchmark) bool { return b.Key == key })
	})
}
