package simulate

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/tables"
	"settle/report/simulate"

	"settle/results"
)

type writeCommand struct {
	File string `arg:"" predictor:"newfile" help:"File for the board; its name must end in .npz, .csv or .jsonl."`
	coinsFlag
	Trials    int    `range:"1..65535" default:"80" placeholder:"N" help:"Trials per question."`
	Replicate int    `range:"0.." default:"0" placeholder:"R" help:"Index of the board to write, counted from 0 among the boards drawn with this seed."`
	Truth     string `placeholder:"FILE" predictor:"newfile" help:"Also write the true means, as a CSV file for --gold."`
	Chances   string `placeholder:"FILE" predictor:"newfile" help:"Also write the success probabilities, as a CSV file for --coins."`
}

// Run draws the board and writes it to the file.
func (c *writeCommand) Run(env *cli.Env) error {
	write := map[string]func(*results.Board, io.Writer) error{
		".npz":   (*results.Board).WriteNPZ,
		".csv":   (*results.Board).WriteCSV,
		".jsonl": (*results.Board).WriteJSONL,
	}[filepath.Ext(c.File)]
	if write == nil {
		return cli.Usagef("%s: file name must end in .npz, .csv or .jsonl", c.File)
	}
	made, err := input.ParseMade(c.name())
	if err != nil {
		return err
	}
	if made.Trials > 0 {
		return cli.Usagef("--coins %s cannot set the number of trials; use --trials %d", c.Coins, made.Trials)
	}
	coins, err := c.openNamed(env, made.Name)
	if err != nil {
		return err
	}
	cells := float64(len(coins.Models)) * float64(len(coins.Questions)) * float64(c.Trials)
	if err := env.Needs(cells, "a board of "+tables.Size(len(coins.Models), len(coins.Questions), c.Trials)); err != nil {
		return err
	}
	board, err := coins.Board(c.Trials, env.Seed, c.Replicate)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	if board, err = input.Thin(board, made.Missing, env.Seed, c.Replicate); err != nil {
		return err
	}
	err = env.WriteFiles(
		cli.File{Path: c.File, Write: func(w io.Writer) error { return write(board, w) }},
		cli.File{Path: c.Truth, Write: func(w io.Writer) error { return writeTruth(w, coins.Models, coins.Means()) }},
		cli.File{Path: c.Chances, Write: coins.Write},
	)
	if err != nil {
		return err
	}
	return env.Print(simulate.Written(c.File, board.Shape(), board.Cells(), env.Seed, c.Replicate))
}

// writeTruth writes true means in the format that --gold reads.
func writeTruth(w io.Writer, models []string, means []float64) error {
	rows := csv.NewWriter(w)
	_ = rows.Write([]string{"model", "score"}) // rows.Error returns the first error
	for i, mean := range means {
		_ = rows.Write([]string{models[i], fmt.Sprint(mean)})
	}
	rows.Flush()
	return rows.Error()
}
