package main

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"settle/cmd/internal/measure/costs"
	"settle/cmd/internal/measure/program"
	"settle/internal/rng"
)

// points is the path of the file with the measurements of scale, relative to docs.
const points = "testdata/scale.json"

// scale measures the memory and the processor time of commands on boards of growing size; other
// work on the machine changes these little. It writes the measurements and the tables of scale.md.
// Each command is a separate process with one worker. The study takes ten minutes, 8 GB of memory
// and 1.6 GB in the folder for temporary files.
func scale(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "settle-scale-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := program.Build(ctx, dir); err != nil {
		return err
	}
	var measured []costs.Point
	for _, b := range boards {
		more, err := b.measure(ctx, dir)
		if err != nil {
			return err
		}
		measured = append(measured, more...)
	}
	text, err := json.MarshalIndent(measured, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(docs, points), append(text, '\n'), 0o666); err != nil {
		return err
	}
	blocks, err := costs.Blocks(measured)
	if err != nil {
		return err
	}
	return show("scale", blocks)
}

// A board describes a file to measure and the commands to run on it.
type board struct {
	models, questions, trials int
	replicates                int // number of replicates of bootstrap, 0 to skip bootstrap
	counts                    bool
	heldOut                   bool
}

// boards lists the boards to measure. They grow in one dimension at a time, then in all.
var boards = []board{
	{models: 10, questions: 30, trials: 10, replicates: 20_000},
	{models: 10, questions: 30, trials: 500, replicates: 2000},
	{models: 10, questions: 30, trials: 4000, replicates: 100},
	{models: 10, questions: 3000, trials: 50, replicates: 500},
	{models: 10, questions: 30_000, trials: 16, replicates: 200},
	{models: 300, questions: 30, trials: 50, replicates: 1000},
	{models: 3000, questions: 30, trials: 16, replicates: 400},
	{models: 10_000, questions: 10, trials: 16, replicates: 200},
	{models: 1000, questions: 300, trials: 64, replicates: 20},
	{models: 1000, questions: 300, trials: 64, replicates: 20, counts: true},
	{models: 300, questions: 1000, trials: 400, replicates: 3},
	{models: 300, questions: 1000, trials: 400, replicates: 3, counts: true},
	{models: 900, questions: 30, trials: 100, replicates: 20},
	{models: 1000, questions: 3000, trials: 4, replicates: 2},

	{models: 1000, questions: 1000, trials: 64, replicates: 20, heldOut: true},
	{models: 10_000, questions: 1000, trials: 16, replicates: 10, heldOut: true},
	{models: 1000, questions: 1000, trials: 1000, replicates: 3, heldOut: true},
	{models: 1000, questions: 1000, trials: 1000, replicates: 3, heldOut: true, counts: true},
	{models: 10_000, questions: 10_000, trials: 16, replicates: 2, heldOut: true},
	{models: 10_000, questions: 10_000, trials: 16, replicates: 2, heldOut: true, counts: true},
}

// measure writes the board to a file, runs commands on the file, and deletes it.
func (b board) measure(ctx context.Context, dir string) ([]costs.Point, error) {
	file := filepath.Join(dir, "board.npz")
	if err := b.write(ctx, file); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	var points []costs.Point
	for _, kind := range []costs.Kind{costs.Rank, costs.Bootstrap} {
		p := costs.Point{HeldOut: b.heldOut, Run: costs.Run{
			Kind: kind, Models: b.models, Questions: b.questions, Trials: b.trials, Counts: b.counts,
		}}
		name, flags := "board.npz", "--metrics bayes --draws 0"
		if kind == costs.Bootstrap {
			p.Replicates = b.replicates
			flags = fmt.Sprintf("--metrics bayes,pass@2 --replicates %d", b.replicates)
		}
		if b.counts {
			name = "counts:board.npz"
		}
		line := fmt.Sprintf("settle %s %s --workers 1 --no-provenance --max-memory 20GB %s", kind, name, flags)
		run, err := program.Time(ctx, dir, line, "GOMAXPROCS=1")
		if err != nil {
			return nil, err
		}
		p.Seconds, p.MB = run.Processor, run.PeakMB
		fmt.Fprintf(os.Stderr, "%s %d × %d × %d: %.2f s, %.0f MB\n", kind, b.models, b.questions, b.trials, p.Seconds, p.MB)
		points = append(points, p)
	}
	return points, nil
}

// write writes the board as an uncompressed NPZ file of right and wrong answers. The abilities of
// models range from 5 to 95 %, and questions range from hard to easy in 64 steps.
func (b board) write(ctx context.Context, path string) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	archive := zip.NewWriter(file)
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: "R.npy", Method: zip.Store})
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(entry, 1<<20)
	header := fmt.Sprintf("{'descr': '|i1', 'fortran_order': False, 'shape': (%d, %d, %d), }", b.models, b.questions, b.trials)
	header += strings.Repeat(" ", 64-(10+len(header)+1)%64) + "\n"
	fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", len(header)%256, len(header)/256, header)
	stream, row := rng.New(1, "scale", 0), make([]byte, b.trials)
	for m := range b.models {
		if err := ctx.Err(); err != nil {
			return err
		}
		ability := 0.05 + 0.9*(float64(m)+0.5)/float64(b.models)
		for q := range b.questions {
			ease := (float64(q%64) + 0.5) / 64
			fillBytes(row, uint8(256*(ability+ease)/2), stream)
			if _, err := w.Write(row); err != nil {
				return err
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return archive.Close()
}

// fillBytes sets each byte of a row to 1 with probability chance/256, and otherwise to 0.
func fillBytes(row []byte, chance uint8, stream *rng.Stream) {
	for len(row) > 0 {
		word, n := stream.Uint64(), min(8, len(row))
		for i := range n {
			row[i] = 0
			if uint8(word>>(8*i)) < chance {
				row[i] = 1
			}
		}
		row = row[n:]
	}
}
