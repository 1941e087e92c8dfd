package experiments

import (
	"context"
	"fmt"
	"sync"

	"settle/bootstrap"
	"settle/experiments/checks"
	"settle/metrics"
	"settle/replicate"
	"settle/report"
	"settle/results"
	"settle/sim"
	"settle/study/converge"
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

// rows is the source of the benchmark's row replicates.
func (b Benchmark) rows(replacement bool, seed uint64) (replicate.Source, error) {
	return bootstrap.New(b.Board, bootstrap.Options{Scheme: bootstrap.Rows, Replacement: replacement}, seed)
}

// convergenceReplicates is the paper's count of row replicates in Figs. 1, 5
// and 6.
const convergenceReplicates = 100_000

// convergenceMetrics are those of Fig. 1.
const convergenceMetrics = "bayes,pass@2,pass@4,pass@8"

// Cache keeps what several experiments of one run need: the convergence of the four
// benchmarks, and the attempts of mimics. The zero value is ready to use; a nil Cache keeps nothing.
type Cache struct {
	mu      sync.Mutex
	settled map[string]*report.Convergence
	mimics  *attempts
}

// settled finds where the row permutations of a benchmark settle.
//
// The paper speaks of bootstrapping, but its Figs. 1, 5 and 6 must come from
// resampling without replacement: see the checks of fig1.
func (o Options) settled(ctx context.Context, b Benchmark) (*report.Convergence, error) {
	if c := o.Cache; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if known := c.settled[b.Key]; known != nil {
			return known, nil
		}
	}
	ms, err := metrics.Parse(convergenceMetrics, metrics.Options{})
	if err != nil {
		return nil, err
	}
	gold, err := b.gold()
	if err != nil {
		return nil, err
	}
	source, err := b.rows(false, o.Seed)
	if err != nil {
		return nil, err
	}
	run := converge.Options{Options: o.run(b.Title+": convergence@n", convergenceReplicates, convergenceReplicates)}
	distributions, err := converge.Measure(ctx, source, ms, gold, run)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Title, err)
	}
	found := &report.Convergence{
		Setting: report.Setting{
			Name: b.Title, Task: b.Board.Task, Shape: b.Board.Shape(), Scheme: "rows",
			Replicates: convergenceReplicates, Seed: o.Seed, Gold: b.goldName(), OwnGold: true,
		},
		Models: b.Board.Models, GoldLevels: gold, ExactTies: true, Distributions: distributions,
	}
	if o.Cache != nil {
		if o.Cache.settled == nil {
			o.Cache.settled = map[string]*report.Convergence{}
		}
		o.Cache.settled[b.Key] = found
	}
	return found, nil
}

// trace draws the rank trajectory of Bayes@N in one row permutation again.
func (o Options) trace(ctx context.Context, b Benchmark, c *report.Convergence, index int) (converge.Trajectory, error) {
	source, err := b.rows(false, o.Seed)
	if err != nil {
		return converge.Trajectory{}, err
	}
	return converge.Trace(ctx, source, metrics.Bayes(metrics.Binary, nil), c.GoldLevels, index, false)
}

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
