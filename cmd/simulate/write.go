package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"

	"settle/internal/cli"
	"settle/internal/report"
	"settle/results"
	"settle/sim"
)

type writeCommand struct {
	File string `arg:"" help:"Where to write the board; its name ends in .npz or .csv."`
	coinsFlag
	Trials    int    `default:"80" placeholder:"N" help:"Trials of each question."`
	Replicate int    `default:"0" placeholder:"R" help:"Which of the boards of this seed, from 0."`
	Truth     string `placeholder:"FILE" help:"Also write the true means, as a CSV file that --gold reads."`
	Chances   string `placeholder:"FILE" help:"Also write the success probabilities, as a CSV file that --coins reads."`
}

// Run draws the board and writes it.
func (c *writeCommand) Run(env *cli.Env) error {
	if err := checkTrials(c.Trials); err != nil {
		return err
	}
	if c.Replicate < 0 {
		return cli.Usagef("--replicate must not be negative, but is %d", c.Replicate)
	}
	write := map[string]func(*results.Board, *os.File) error{
		".npz": func(b *results.Board, f *os.File) error { return b.WriteNPZ(f) },
		".csv": func(b *results.Board, f *os.File) error { return b.WriteCSV(f) },
	}[ending(c.File)]
	if write == nil {
		return cli.Usagef("%s: a board is written as .npz or .csv", c.File)
	}
	coins, err := c.open(env)
	if err != nil {
		return err
	}
	board, err := coins.Board(c.Trials, env.Seed, c.Replicate)
	if err != nil {
		return err
	}
	files := []struct {
		path  string
		write func(*os.File) error
	}{
		{c.File, func(f *os.File) error { return write(board, f) }},
		{c.Truth, func(f *os.File) error { return writeTruth(f, coins) }},
		{c.Chances, func(f *os.File) error { return coins.Write(f) }},
	}
	for _, file := range files {
		if file.path == "" {
			continue
		}
		if err := env.WriteFile(file.path, file.write); err != nil {
			return err
		}
	}
	return env.Print(report.Written(c.File, board, env.Seed, c.Replicate))
}

func ending(file string) string {
	if dot := strings.LastIndexByte(file, '.'); dot >= 0 {
		return file[dot:]
	}
	return ""
}

func writeTruth(f *os.File, coins *sim.Coins) error {
	rows := csv.NewWriter(f)
	_ = rows.Write([]string{"model", "score"}) // errors stay with the writer until Flush
	for i, mean := range coins.Means() {
		_ = rows.Write([]string{coins.Models[i], fmt.Sprint(mean)})
	}
	rows.Flush()
	return rows.Error()
}
