package reproduce

import (
	"errors"
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/experiments/given"
	"settle/internal/quoted"
	"settle/results"
	"settle/results/collect"
)

// Results holds the flags that give real results. These replace the stand-ins, boards that are
// constructed to match the paper's statistics.
type Results struct {
	Data   []string `sep:"none" placeholder:"FILE|FOLDER" predictor:"results" help:"Real results of the paper's benchmarks, instead of the stand-ins: files, folders or globs (Parquet, CSV, JSONL, NPZ, logs). A column or the file name gives the task: AIME'24, AIME'25, HMMT Feb 2025 or BrUMO 2025. Can be repeated."`
	Greedy []string `sep:"none" placeholder:"FILE|FOLDER" predictor:"results" help:"Greedy runs of the same models and questions as --data, in the same formats. The experiment followup uses them as a prior."`
	Models string   `placeholder:"FILE" predictor:"file" help:"File with the names of the models in --data, one per line, in the order of the data."`

	Incomplete *string "name:\"missing\" enum:\"refuse,common\" help:\"What to do if attempts in --data are missing. Default: refuse. refuse: fail and list the missing attempts. common: keep the largest set of questions and trials that all models have.\""
	input.Columns
	input.Naming
}

// readReplacements reads the real results that replace the stand-ins (constructed boards). It
// returns nil if there are none.
func (d *Results) readReplacements(env *cli.Env) (*given.Results, error) {
	if len(d.Data) == 0 {
		return nil, d.refuseIdle()
	}
	if err := d.Columns.Check(); err != nil {
		return nil, err
	}
	options := given.Options{From: quoted.Path(input.Paths(d.Data))}
	options.Policy.Boxes = true
	if d.Incomplete != nil {
		options.Policy.Missing, _ = results.ParseMissing(*d.Incomplete) // kong checked the name
	}
	if d.Models != "" {
		var err error
		if options.Models, err = input.ReadNames(d.Models); err != nil {
			return nil, fmt.Errorf("--models: %w", err)
		}
	}
	tasks, err := d.tasks(env, d.Data, options.Policy)
	if err != nil {
		return nil, err
	}
	found, err := given.Recognise(tasks, options)
	if err != nil || len(d.Greedy) == 0 {
		return found, err
	}
	if tasks, err = d.tasks(env, d.Greedy, options.Policy); err != nil {
		return nil, fmt.Errorf("--greedy: %w", err)
	}
	options.From = quoted.Path(input.Paths(d.Greedy))
	if err := found.Greedy(tasks, options); err != nil {
		return nil, fmt.Errorf("--greedy: %w", err)
	}
	return found, nil
}

// refuseIdle returns an error if a flag is given that requires --data.
func (d *Results) refuseIdle() error {
	for _, idle := range []struct {
		given bool
		why   string
	}{
		{d.Models != "", "--models"},
		{len(d.Greedy) > 0, "--greedy"},
		{d.Incomplete != nil, "--missing"},
		{len(d.Column) > 0, "--column"},
		{d.Score != "", "--score"},
		{d.Name != "", "--name"},
	} {
		if idle.given {
			return cli.Usagef("%s requires --data", idle.why)
		}
	}
	return nil
}

// tasks reads the attempts of every task in the given files.
func (d *Results) tasks(env *cli.Env, paths []string, policy results.Policy) ([]*results.Attempts, error) {
	naming := d.Naming
	naming.TaskOf = given.TaskOf
	table := results.ReadOptions{Columns: d.Column, MaxBytes: env.AllowedMemory(), Policy: policy}
	c, err := naming.Collect(env, paths, table, collect.Ranking)
	if err != nil {
		return nil, err
	}
	if len(c.Tasks) == 0 {
		return nil, errors.New("no attempts found")
	}
	return c.Tasks, nil
}
