package reproduce

import (
	"errors"
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/experiments/given"
	"settle/internal/quoted"
	"settle/results"
)

// Results is the flags that put real results in the place of the stand-ins.
type Results struct {
	Data   []string `sep:"none" placeholder:"FILE|FOLDER" predictor:"results" help:"Real results of the paper's benchmarks, in place of the stand-ins: files, folders and globs (Parquet, CSV, JSONL, NPZ, logs) whose tasks are AIME'24, AIME'25, HMMT Feb 2025 or BrUMO 2025, by a column or by the names of files. May be given several times."`
	Greedy []string `sep:"none" placeholder:"FILE|FOLDER" predictor:"results" help:"Greedy runs of the models and questions of --data, read as it is; followup uses them as a prior."`
	Models string   `placeholder:"FILE" predictor:"file" help:"Names of the models in --data, one per line, in its order."`

	Incomplete *string "name:\"missing\" enum:\"refuse,common\" help:\"What to do where attempts of --data are missing: nothing, and say what is missing; or keep the largest box of questions and trials that all models have. Default: refuse.\""
	input.Columns
	input.Naming
}

// given reads the results to use in place of the stand-ins, nil if none are named.
func (d *Results) given(env *cli.Env) (*given.Results, error) {
	if len(d.Data) == 0 {
		return nil, d.refuseIdle()
	}
	if err := d.Columns.Check(); err != nil {
		return nil, err
	}
	options := given.Options{From: quoted.Path(input.Paths(d.Data))}
	options.Policy.Boxes = true
	if d.Incomplete != nil {
		options.Policy.Missing, _ = results.ParseMissing(*d.Incomplete) // kong knows the names
	}
	if d.Models != "" {
		var err error
		if options.Models, err = input.ReadNames(d.Models); err != nil {
			return nil, fmt.Errorf("--models: %w", err)
		}
	}
	tasks, err := d.tasks(env, d.Data)
	if err != nil {
		return nil, err
	}
	found, err := given.Recognise(tasks, options)
	if err != nil || len(d.Greedy) == 0 {
		return found, err
	}
	if tasks, err = d.tasks(env, d.Greedy); err != nil {
		return nil, fmt.Errorf("--greedy: %w", err)
	}
	options.From = quoted.Path(input.Paths(d.Greedy))
	if err := found.Greedy(tasks, options); err != nil {
		return nil, fmt.Errorf("--greedy: %w", err)
	}
	return found, nil
}

// refuseIdle refuses flags that are about --data where that is not given.
func (d *Results) refuseIdle() error {
	for _, idle := range []struct {
		given bool
		why   string
	}{
		{d.Models != "", "--models names the models of --data"},
		{len(d.Greedy) > 0, "--greedy is beside --data"},
		{d.Incomplete != nil, "--missing is for --data"},
		{len(d.Column) > 0, "--column is for --data"},
		{d.Score != "", "--score is for --data"},
		{d.Name != "", "--name is for --data"},
	} {
		if idle.given {
			return cli.Usagef("%s, which is not given", idle.why)
		}
	}
	return nil
}

// tasks reads the attempts at all tasks.
func (d *Results) tasks(env *cli.Env, paths []string) ([]*results.Attempts, error) {
	naming := d.Naming
	naming.TaskOf = given.TaskOf
	table := results.ReadOptions{Columns: d.Column, MaxBytes: env.AllowedMemory()}
	c, err := naming.Collect(env, paths, table, false)
	if err != nil {
		return nil, err
	}
	if len(c.Tasks) == 0 {
		return nil, errors.New("no attempts are here")
	}
	return c.Tasks, nil
}
