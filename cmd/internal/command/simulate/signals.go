package simulate

import (
	"io"
	"path/filepath"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/report/simulate"

	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

type signalsCommand struct {
	File      string `arg:"" predictor:"newfile" help:"File for the signals; its name must end in .csv or .jsonl."`
	Mimics    string `default:"fig7" placeholder:"NAME" help:"Mimics: fig7 (eleven models, 30 questions), MODELSxQUESTIONS[:SPREAD], such as 20x30, or a CSV file of styles written by --styles."`
	Questions *int   `range:"1.." placeholder:"N" help:"Number of questions of fig7 or of mimics from a file (default 30)."`
	Trials    int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials per question."`
	Replicate int    `range:"0.." default:"0" placeholder:"R" help:"Index of the board to write, counted from 0 among the boards drawn with this seed."`
	Truth     string `placeholder:"FILE" predictor:"newfile" help:"Also write a CSV file of the true means, for --gold. The true means are the scores by --schema, with thresholds for infinitely many trials."`
	Schema    string `placeholder:"NAME|FILE" predictor:"file" help:"Schema for --truth: one of the paper's twelve, such as format-aware, or a YAML file."`
	Styles    string `placeholder:"FILE" predictor:"newfile" help:"Also write the styles of the mimics, as a CSV file for --mimics."`
}

// Run draws a board of signals of simulated models, and writes it to the file.
func (c *signalsCommand) Run(env *cli.Env) error {
	write, err := c.check()
	if err != nil {
		return err
	}
	schema, err := c.schema()
	if err != nil {
		return err
	}
	mimics, err := cli.Await(env.Context, func() (*sim.Mimics, error) {
		return input.OpenMimics(c.Mimics, cli.ValueOr(c.Questions, 0), env.Seed)
	})
	if err != nil {
		return err
	}
	board, err := cli.Await(env.Context, func() (*signals.Attempts, error) {
		return mimics.Attempts(c.Trials, env.Seed, c.Replicate)
	})
	if err != nil {
		return cli.Usagef("%w", err)
	}
	var means []float64
	if c.Truth != "" {
		means, err = cli.Await(env.Context, func() ([]float64, error) { return trueMeans(mimics, schema), nil })
	}
	if err != nil {
		return err
	}
	err = env.WriteFiles(
		cli.File{Path: c.File, Write: func(w io.Writer) error { return write(board, w) }},
		cli.File{Path: c.Truth, Write: func(w io.Writer) error { return writeTruth(w, board.Models, means) }},
		cli.File{Path: c.Styles, Write: mimics.Write},
	)
	if err != nil {
		return err
	}
	shape := results.Shape{Models: len(board.Models), Questions: len(board.Questions), Trials: board.Trials}
	return env.Print(simulate.Written(c.File, shape, 0, env.Seed, c.Replicate))
}

// check returns the function that writes the file. It returns an error if flags conflict or the
// file's extension is unknown.
func (c *signalsCommand) check() (write func(*signals.Attempts, io.Writer) error, err error) {
	switch {
	case c.Truth != "" && c.Schema == "":
		return nil, cli.Usagef("--truth requires --schema")
	case c.Truth == "" && c.Schema != "":
		return nil, cli.Usagef("--schema requires --truth FILE")
	}
	write = map[string]func(*signals.Attempts, io.Writer) error{
		".csv":   (*signals.Attempts).WriteCSV,
		".jsonl": (*signals.Attempts).WriteJSONL,
	}[filepath.Ext(c.File)]
	if write == nil {
		return nil, cli.Usagef("%s: file name must end in .csv or .jsonl", c.File)
	}
	return write, nil
}

// schema opens the schema under which --truth writes the true means of the models. It returns nil
// if no schema is given.
func (c *signalsCommand) schema() (*rubric.Schema, error) {
	if c.Schema == "" {
		return nil, nil
	}
	schemata, err := input.Rubric{Schema: c.Schema}.OpenSchemata()
	if err != nil {
		return nil, err
	}
	if len(schemata) > 1 {
		return nil, cli.Usagef("--truth requires a single --schema, not %d", len(schemata))
	}
	return schemata[0], nil
}

// trueMeans returns the true mean of each mimic (a simulated model) under the schema. This mean is
// the limit of Bayes@N.
func trueMeans(m *sim.Mimics, s *rubric.Schema) []float64 {
	thresholds := m.Thresholds()
	return m.Means(s, &thresholds)
}
