// Package importer implements settle import, which reads logs and tables in many formats and
// writes their attempts as one table.
//
// Usage:
//
//	settle import [flags] PATH… [--to FILE]
//
// See docs/guide.md for examples.
package importer

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/report/importer"

	"settle/results"
	"settle/results/collect"
)

// Command holds the arguments and flags of settle import, without the flags that all commands
// share.
type Command struct {
	cli.Input
	input.Naming
	input.Columns
	input.Ballots
	Paths       []string `arg:"" name:"path" predictor:"results" help:"Evaluation logs and tables: files, folders or globs; - reads a table from standard input."`
	CorrectFrom *float64 `placeholder:"C" help:"Write outcomes of at least C as 1 (correct) and others as 0 (wrong)."`
	To          string   `placeholder:"FILE" predictor:"newfile" help:"File for the attempts, one per row; its name must end in .csv, .jsonl, .npz or .parquet. Without it, only a summary is shown."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Read logs and tables, show what they contain, and write their attempts as one table."
}

// writers maps each supported file name extension to the function that writes attempts.
var writers = map[string]func(io.Writer, []*results.Attempts) error{
	".csv":     results.WriteAttemptsCSV,
	".jsonl":   results.WriteAttemptsJSONL,
	".npz":     writeNPZ,
	".parquet": collect.WriteParquet,
}

// Run reads the files, writes their attempts and prints the report.
func (c *Command) Run(env *cli.Env) error {
	write := writers[filepath.Ext(c.To)]
	if c.To != "" && write == nil {
		return cli.Usagef("--to %s: file name must end in .csv, .jsonl, .npz or .parquet", quoted.Path(c.To))
	}
	if err := c.Columns.Check(); err != nil {
		return err
	}
	if err := c.Ballots.Check(c.Column); err != nil {
		return err
	}
	table := results.ReadOptions{Task: c.Task, MaxBytes: env.AllowedMemory(), Columns: c.Column, Ballots: c.Ballots.Options()}
	purpose := collect.Copying
	if c.To == "" {
		purpose = collect.Listing
	}
	collection, err := c.Collect(env, c.Paths, table, purpose)
	if err != nil {
		return err
	}
	if collection.Verdicts != nil {
		return env.Print(importer.Imported{Verdicts: verdicts(collection), Skipped: collection.Skipped}.Report())
	}
	tasks, err := c.tasks(collection)
	if err != nil {
		return err
	}
	answers, weights := results.AnyBallots(tasks)
	if err := c.CheckFound(answers, weights, input.Paths(c.Paths)); err != nil {
		return err
	}
	notes := collection.Notes
	if c.CorrectFrom != nil && collection.Lower != nil {
		return collection.Lower
	}
	if c.CorrectFrom != nil {
		note, err := binarize(tasks, *c.CorrectFrom)
		if err != nil {
			return err
		}
		if note != "" {
			notes = append(slices.Clone(notes), note)
		}
	}
	shown := importer.Imported{
		To: c.To, Read: countFormats(collection.Files), Skipped: collection.Skipped, Tasks: tasks, Notes: notes,
	}
	if c.To != "" {
		if filepath.Ext(c.To) == ".npz" {
			shown.Notes = append(shown.Notes, "In the file, the outcome of attempts without a score is -1, as for attempts that were never run.")
			if results.HasGroups(tasks) {
				shown.Notes = append(shown.Notes, "An NPZ file has no groups of questions, so they were not written; write .csv, .jsonl or .parquet to keep them.")
			}
		}
		file := cli.File{Path: c.To, Write: func(w io.Writer) error { return write(w, tasks) }}
		if err := env.WriteFiles(file); err != nil {
			return err
		}
	}
	return env.Print(shown.Report())
}

// binarize converts outcomes to right and wrong. An outcome x is right if x ≥ from. binarize fails
// if all possible outcomes would be right, and returns a note if all attempts become wrong.
func binarize(tasks []*results.Attempts, from float64) (note string, err error) {
	least, most := 0.0, math.Inf(-1)
	for _, task := range tasks {
		for attempt := range task.All() {
			if !math.IsNaN(attempt.Outcome) {
				least, most = min(least, attempt.Outcome), max(most, attempt.Outcome)
			}
		}
	}
	if !(from > least) {
		return "", cli.Usagef("--correct-from %v: all outcomes would be correct; use a value above %v", from, least)
	}
	for _, task := range tasks {
		task.Binarize(from)
	}
	if from > most {
		note = fmt.Sprintf("No outcome is %v or more, so all attempts count as wrong.", from)
	}
	return note, nil
}

// tasks returns the task that --task selects, or all tasks.
func (c *Command) tasks(from *collect.Collection) ([]*results.Attempts, error) {
	if c.Task == "" {
		return from.Tasks, nil
	}
	chosen, err := from.Choose(c.Task)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(input.Paths(c.Paths)), err)
	}
	return []*results.Attempts{chosen}, nil
}

// verdicts returns the names of the verdicts in each log that holds several verdicts on an attempt.
func verdicts(of *collect.Collection) []importer.ImportedVerdicts {
	return lists.Each(of.Verdicts, func(v collect.Verdicts) importer.ImportedVerdicts {
		return importer.ImportedVerdicts{File: v.File, Format: v.Format, Verdicts: append([]string{}, v.Names...)}
	})
}

// countFormats counts files by format, in order of first appearance.
func countFormats(files []collect.File) []importer.ImportedFiles {
	var list []importer.ImportedFiles
	for _, f := range files {
		at := slices.IndexFunc(list, func(l importer.ImportedFiles) bool { return l.Format == f.Format && l.Tool == f.Tool })
		if at < 0 {
			at = len(list)
			list = append(list, importer.ImportedFiles{Format: f.Format, Tool: f.Tool})
		}
		list[at].Files++
		list[at].Attempts += f.Attempts
	}
	return list
}

// writeNPZ writes the attempts of one task. An NPZ file can hold only one task's question names.
func writeNPZ(w io.Writer, tasks []*results.Attempts) error {
	if len(tasks) > 1 {
		return fmt.Errorf("an NPZ file can hold only one of the %d tasks; use --task NAME, or --task all to pool them", len(tasks))
	}
	return tasks[0].WriteNPZ(w)
}
