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

// A Benchmark is the board of one of the paper's four benchmarks: the user's results,
// or a simulated board that stands in for the paper's results.
type Benchmark struct {
	Key     string // aime24, aime25, hmmt25 or brumo25
	Title   string // AIME'25
	Board   *results.Board
	StandIn bool

	// These fields describe the user's results (see package given). Whole is the board
	// with all models, or nil if Board already has all. Greedy holds the greedy runs, or
	// is nil. Unlike is the reason why the paper's numbers do not apply to Board, or "" if
	// they do apply.
	Whole  *results.Board
	Greedy *results.Board
	Unlike string
	Read   Shape // shape of the results as read
	Noise  bool  // the results are random noise
}

// AllModels returns the board that contains all models of the user's results.
func (b Benchmark) AllModels() *results.Board {
	if b.Whole == nil {
		return b.Board
	}
	return b.Whole
}

// A Shape is the size of a board: its numbers of models, questions and trials.
type Shape struct{ Models, Questions, Trials int }

// BenchmarkKeys lists the benchmarks in the order of the paper's Fig. 1.
var BenchmarkKeys = []string{"aime24", "aime25", "hmmt25", "brumo25"}

// Tasks holds, for each benchmark, its task name in the reference package's file of
// results, and its title.
var Tasks = map[string]struct{ Task, Title string }{
	"aime24":  {"aime24", "AIME'24"},
	"aime25":  {"aime25", "AIME'25"},
	"hmmt25":  {"hmmt_feb_2025", "HMMT'25"},
	"brumo25": {"brumo_2025", "BrUMO'25"},
}

// Models lists the models in Table 2 of the paper.
var Models = []string{
	"Qwen3-30B-A3B-Thinking-2507", "gpt-oss-20b-high", "gpt-oss-20b-medium", "gpt-oss-20b-low",
	"OpenThinker2-32B", "LIMO-v2", "EXAONE-4.0-1.2B", "OpenThinker3-1.5B", "OpenReasoning-Nemotron-1.5B",
	"DeepSeek-R1-Distill-Qwen-1.5B", "Sky-T1-32B-Flash",
}

// Boards returns the benchmarks that experiments use. By default these are the
// stand-ins, which are simulated boards.
func (o Options) Boards() []Benchmark {
	if o.Benchmarks != nil {
		return o.Benchmarks
	}
	return lists.Each(BenchmarkKeys, func(key string) Benchmark {
		b := Must(sim.StandIn(key))
		return Benchmark{Key: key, Title: b.Task, Board: b, StandIn: true}
	})
}

// Note returns a note that tells readers of a figure where the boards of the benchmarks
// come from.
func Note(benchmarks []Benchmark) string {
	if benchmarks[0].StandIn {
		return "Stand-ins: boards constructed to match the paper's published statistics, not measured."
	}
	noise := lists.Where(benchmarks, func(b Benchmark) bool { return b.Noise })
	titles := lists.Each(noise, func(b Benchmark) string { return b.Title })
	return "Boards as given by the user." + wording.If(len(noise) > 0, " Random noise, not results of LLMs: "+
		strings.Join(titles, ", ")+". On these boards, neither models nor questions differ by more than chance.")
}

// Ground returns the kind of a check on this board, with a reason. The kind is Test if
// the results are real and the paper's numbers apply to them. It is Data if the numbers
// do not apply. For a stand-in (simulated board), Ground returns onStandIn.
func (b Benchmark) Ground(onStandIn checks.Ground) checks.Ground {
	switch {
	case b.StandIn:
		return onStandIn
	case b.Unlike != "":
		return checks.Data.Because(b.Unlike)
	}
	return checks.Test.Because("the results are the user's, and could contradict the published number or statement")
}

// GroundOfAll returns the kind of a check on several boards, with a reason. The kind is
// Test only if it is Test on every board. For stand-ins (simulated boards), GroundOfAll
// returns onStandIn.
func GroundOfAll(benchmarks []Benchmark, onStandIn checks.Ground) (ground checks.Ground) {
	for _, b := range benchmarks {
		if ground = b.Ground(onStandIn); ground.Kind != checks.Test {
			break
		}
	}
	return ground
}

// Gold returns the ranking by Bayes@N on the whole board, with one number per model; a
// larger number is better. This is the paper's gold standard (section 2.7).
func (b Benchmark) Gold() []int {
	return Must(metrics.Ordinals(metrics.Bayes(metrics.Binary, nil), b.Board.Tally(b.Board.Trials())))
}

// Rows returns a source of row replicates of the benchmark, which resample the trials
// of each question separately. They are drawn with or without replacement.
func (b Benchmark) Rows(replacement bool, seed uint64) replicate.Source {
	return Must(bootstrap.New(b.Board, bootstrap.Options{Scheme: bootstrap.Rows, Replacement: replacement}, seed))
}

// Ordered returns the benchmarks with the given keys, in the order of the keys.
func Ordered(all []Benchmark, keys ...string) []Benchmark {
	return lists.Flat(keys, func(key string) []Benchmark {
		return lists.Where(all, func(b Benchmark) bool { return b.Key == key })
	})
}
