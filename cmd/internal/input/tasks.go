package input

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/results/collect"
	"settle/rubric"
	"settle/rubric/signals"
)

// PoolsTasks reports whether --task selects all tasks together.
func (in Board) PoolsTasks() bool { return in.Task == collect.AllTasks && !in.kind().builtIn() }

// OpenTasks reads a source for each task, followed by a source that pools all tasks on one board.
// If there is only one task, or a task is named "all", it returns only the source of that task.
func (in Board) OpenTasks(env *cli.Env) ([]*Source, error) {
	sources, err := await(env, in, func(in Board) ([]*Source, error) { return in.openTasks(env.Seed) })
	for i, source := range sources {
		if i == 0 || i < len(sources)-1 { // skip the pool
			source.sayRepeats(env)
		}
	}
	return sources, err
}

func (in Board) openTasks(seed uint64) ([]*Source, error) {
	schemata, err := in.OpenSchemata()
	if err != nil {
		return nil, err
	}
	if schemata != nil {
		return in.sortTasks(seed, schemata)
	}
	if err := in.check(); err != nil {
		return nil, err
	}
	return in.collectTasks()
}

// pool reads the results of all tasks as one source.
func (in Board) pool(seed uint64) (*Source, error) {
	sources, err := in.openTasks(seed)
	if err != nil {
		return nil, err
	}
	return sources[len(sources)-1], nil
}

// collectTasks reads a board of outcomes for each task, followed by a board of all tasks together.
func (in Board) collectTasks() ([]*Source, error) {
	c, err := in.collect()
	if err != nil {
		return nil, err
	}
	chosen, err := c.Choose(collect.AllTasks)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(in.Results()), err)
	}
	tasks := []*results.Attempts{chosen}
	if !slices.Contains(c.Tasks, chosen) {
		tasks = append(slices.Clone(c.Tasks), chosen)
	}
	var sources []*Source
	for _, attempts := range tasks {
		source, err := in.boardOf(attempts, c.Notes)
		if err != nil {
			if len(tasks) > 1 && attempts != chosen {
				err = fmt.Errorf("task %s: %w", quoted.Text(attempts.Task), err)
			}
			return nil, err
		}
		sources = append(sources, source)
	}
	return sources, in.checkBallots(sources[len(sources)-1].Board)
}

// OpenSignalTasks reads the signals that the schemata need, for every task in the order of the
// file. The thresholds of a task come from its own attempts, or from a file. If there is only one
// task, or a task is named "all", OpenSignalTasks returns only the signals of that task.
func (in Board) OpenSignalTasks(env *cli.Env, schemata []*rubric.Schema) ([]*Signals, error) {
	return await(env, in, func(in Board) ([]*Signals, error) { return in.openSignalTasks(env.Seed, schemata) })
}

func (in Board) openSignalTasks(seed uint64, schemata []*rubric.Schema) ([]*Signals, error) {
	if !in.plain() || in.Paths[0] == "-" {
		return nil, cli.Usagef("--task all: signals must be in a single file, not on standard input")
	}
	names, err := results.TaskNames(in.Paths[0])
	if err != nil {
		return nil, err
	}
	switch {
	case slices.Contains(names, results.AllTasks):
		names = []string{results.AllTasks}
	case len(names) == 1:
		in.Task = names[0]
		s, err := in.openSignals(seed, schemata)
		return []*Signals{s}, err
	}
	var tasks []*Signals
	for _, name := range names {
		in.Task = name
		s, err := in.openSignals(seed, schemata)
		if err != nil {
			return nil, fmt.Errorf("task %s: %w", quoted.Text(name), err)
		}
		tasks = append(tasks, s)
	}
	return tasks, nil
}

// Ruled returns the attempts of each task, together with the thresholds by which a schema sorts
// these attempts.
func Ruled(tasks []*Signals) []signals.Ruled {
	return lists.Each(tasks, func(s *Signals) signals.Ruled {
		return signals.Ruled{Attempts: s.Attempts, By: s.Thresholds}
	})
}

// PoolName returns a title for the signals of all tasks together.
func (in Board) PoolName() string { return in.fileTitle() }

// sortTasks sorts the signals of each task into categories, by the schema and the task's own
// thresholds. It returns a board of categories for each task, followed by a board of all tasks
// together.
func (in Board) sortTasks(seed uint64, schemata []*rubric.Schema) ([]*Source, error) {
	if err := oneSchema(schemata); err != nil {
		return nil, err
	}
	tasks, err := in.openSignalTasks(seed, schemata)
	if err != nil {
		return nil, err
	}
	var sources []*Source
	for _, s := range tasks {
		source, err := in.sorted(s, schemata[0])
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	if len(tasks) == 1 {
		return sources, nil
	}
	pool, err := in.poolSorted(tasks, sources[0], schemata[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(in.Results()), err)
	}
	return append(sources, pool), nil
}

// poolSorted puts the categories of all tasks on one board. The second argument is the board of one
// of the tasks. If each task has its own thresholds, the new board has no thresholds.
func (in Board) poolSorted(tasks []*Signals, first *Source, schema *rubric.Schema) (*Source, error) {
	board, err := signals.Pool(schema, Ruled(tasks))
	if err != nil {
		return nil, err
	}
	sorted := *first.Sorted
	sorted.Board = board
	note := first.Note
	if sorted.ThresholdsFrom == "" && hasThresholds(sorted.Schema) {
		nan := math.NaN()
		sorted.Thresholds = rubric.Thresholds{
			High: nan, LowWrong: nan, Prompt: nan, LenP33: nan, LenP66: nan, CorrP33: nan, CorrP66: nan,
		}
		note = strings.TrimSpace(ownThresholds + " " + note)
	}
	return &Source{
		Name:  in.fileTitle() + ", " + sorted.Schema.Name(),
		Board: board, Sorted: &sorted, Note: note,
	}, nil
}

// ownThresholds is the note on a board of several tasks if each task's attempts were sorted by
// thresholds of their own.
const ownThresholds = "Each task has its own thresholds."

// PoolFacts returns sentences about all tasks together, for the caption of a figure. They state the
// numbers of models, questions and trials, and where the thresholds come from.
func PoolFacts(tasks []*Signals) string {
	questions, least, most := 0, tasks[0].Attempts.Trials, 0
	for _, s := range tasks {
		questions += len(s.Attempts.Questions)
		least, most = min(least, s.Attempts.Trials), max(most, s.Attempts.Trials)
	}
	note := tasks[0].thresholdsNote()
	if note == "" {
		note = ownThresholds
	}
	size := tables.SizeBetween(len(tasks[0].Attempts.Models), questions, least, most)
	return facts(fmt.Sprintf("%s of %d tasks", size, len(tasks)), note)
}
