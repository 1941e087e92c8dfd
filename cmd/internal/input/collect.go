package input

import (
	"fmt"
	"os"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/results"
	"settle/results/collect"
)

// Naming holds the flags that say which verdict on an attempt to read from logs, and how to derive
// models and tasks from file names.
type Naming struct {
	Score string `placeholder:"NAME" group:"results" help:"Verdict to use if logs contain several per attempt: an Inspect scorer or SCORER.KEY, an lm-eval metric or FILTER/METRIC, base or plus, …"`
	Name  string `placeholder:"PATTERN|MODEL" group:"results" help:"Pattern that reads the model or the task from the end of each file path, such as '{model}/{task}.csv'; or one model name for all files."`

	// TaskOf is the value of collect.Options.TaskOf.
	TaskOf func(path, task string) string "kong:\"-\""
}

// Collect reads the logs and tables that the given paths stand for. Files found in folders and by
// globs become inputs, as if the command line named them.
//
// Logs can hold several verdicts on each attempt, of which a flag must select one. Otherwise
// Collect fails or, if the purpose is collect.Listing, lists the verdicts and reads no attempts.
func (f Naming) Collect(env *cli.Env, paths []string, table results.ReadOptions, purpose collect.Purpose) (*collect.Collection, error) {
	options, err := f.options(table)
	if err != nil {
		return nil, err
	}
	options.For = purpose
	c, err := cli.Await(env.Context, func() (*collect.Collection, error) { return collect.Open(paths, options) })
	if err != nil {
		return nil, tooLarge(env, Paths(paths), err)
	}
	recordFound(c, env.Found)
	return c, nil
}

// recordFound calls found(path, files) once for each folder and glob that was read, with the files
// read from it.
func recordFound(c *collect.Collection, found func(path string, files []string)) {
	files := map[string][]string{}
	for _, file := range c.Files {
		if file.From != file.Path {
			files[file.From] = append(files[file.From], file.Path)
		}
	}
	for path, read := range files {
		found(path, read)
	}
}

func (f Naming) options(table results.ReadOptions) (collect.Options, error) {
	options := collect.Options{Table: table, Score: f.Score, TaskOf: f.TaskOf}
	if f.Name != "" {
		pattern, err := collect.ParsePattern(f.Name)
		if err != nil {
			return options, cli.Usagef("--name: %w", err)
		}
		options.Name = pattern
	}
	return options, nil
}

// readCollected reads a board of outcomes from logs or from several files.
func (in Board) readCollected() (*Source, error) {
	c, err := in.collect()
	if err != nil {
		return nil, err
	}
	attempts, err := c.Choose(in.Task)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(in.Results()), err)
	}
	source, err := in.boardOf(attempts, c.Notes)
	if err == nil {
		source.Spent = func(model string) collect.Spending { return c.Spent(attempts.Task, model) }
		err = in.checkBallots(source.Board)
	}
	return source, err
}

// collect reads the files of the board's results.
func (in Board) collect() (*collect.Collection, error) {
	options, err := in.options(in.readOptions())
	if err != nil {
		return nil, err
	}
	options.Stem = true
	c, err := collect.Open(in.Paths, options)
	if err != nil {
		return nil, err
	}
	recordFound(c, in.found)
	return c, nil
}

// boardOf turns the attempts at one task into a board.
func (in Board) boardOf(attempts *results.Attempts, notes []string) (*Source, error) {
	board, kept, err := attempts.Named(quoted.Path(in.Results())).Board(in.policy())
	if err != nil {
		return nil, err
	}
	in.Task = attempts.Task
	source := &Source{Name: in.fileTitle(), Board: board, Note: strings.Join(notes, " ")}
	source.keep(kept)
	return source, nil
}

// Paths returns a short name for a list of paths, for use in messages. The name is the only path,
// or the first path and the number of the others.
func Paths(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	if len(paths) == 1 {
		return paths[0]
	}
	return fmt.Sprintf("%s and %d more", paths[0], len(paths)-1)
}

// Results returns the name of the results for messages.
func (in Board) Results() string { return Paths(in.Paths) }

// plain reports whether the results are a single file or standard input, not a folder or a glob.
func (in Board) plain() bool {
	if len(in.Paths) != 1 {
		return false
	}
	info, err := os.Stat(in.Paths[0])
	folder := err == nil && info.IsDir()
	return !folder && !(err != nil && collect.IsGlob(in.Paths[0]))
}

// title returns a title for the files or folders at the given paths: their names without the
// folders that contain them. If there are more than three, the title contains only the first name,
// as in "a.csv and 4 more".
func title(paths []string) string {
	names := lists.Each(paths, baseName)
	if len(names) > 3 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, ", ")
}
