// Measure runs studies and writes their tables into the pages in docs.
//
// Usage:
//
//	go run ./cmd/internal/measure [-quick] [STUDY…]
//
// Run it in the root of the module. Most studies write their numbers to a file of the same name in
// docs/testdata/studies and show them on a page in docs. Two others, arena and scale, write pages
// of their own, and speed writes to out/bench. Without arguments, all studies run except scale and
// speed, because their numbers depend on the machine.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"

	"settle/cmd/internal/measure/speed"
	"settle/study/arena"
)

// docs is the folder that contains the pages, relative to the root of the module.
const docs = "docs"

var quick bool

func main() {
	flag.BoolVar(&quick, "quick", false, "run only a tenth of the work of the study speed, as a quick check")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}

// studies returns all studies whose numbers are recorded in a file.
func studies() ([]*study, error) {
	mimics, err := measureGraded()
	if err != nil {
		return nil, err
	}
	return []*study{
		competitors(), passes(), predictions(), collapse(), roots(2), roots(4), measureFitted(),
		mimics, population(), clusters(), measureMissing(), rankSets(), measureBest(), methodSets(), power(), assurance(), looks(), loops(), pilots(), oneLook(),
		votes(), copies(), allocation(), questions(), nearest(), neyman(),
	}, nil
}

// measure runs the named studies one after the other. It writes the results of each study before
// the next begins.
func measure(ctx context.Context, names []string) error {
	all, err := studies()
	if err != nil {
		return err
	}
	known := []string{"arena", "scale", "speed"}
	run := map[string]func(context.Context) error{"arena": league, "scale": scale, "speed": race}
	for _, s := range all {
		known, run[s.name] = append(known, s.name), s.run
	}
	if len(names) == 0 {
		names = slices.DeleteFunc(slices.Clone(known), func(name string) bool { return name == "scale" || name == "speed" })
	}
	for _, name := range names {
		if run[name] == nil {
			return fmt.Errorf("unknown study %q; studies are %v", name, known)
		}
	}
	for _, name := range names {
		fmt.Fprintln(os.Stderr, name)
		if err := run[name](ctx); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// run measures the study and writes its record, the tables on its page, and its figure.
func (s *study) run(ctx context.Context) error {
	var r record
	for _, p := range s.parts {
		shown, err := s.measure(ctx, p, s.boards)
		if err != nil {
			return err
		}
		sample, err := s.measure(ctx, p, s.sample)
		if err != nil {
			return err
		}
		r.shown, r.sample = append(r.shown, values(shown)...), append(r.sample, values(sample)...)
	}
	var file bytes.Buffer
	if err := s.write(&file, r); err != nil {
		return err
	}
	if err := os.WriteFile(s.path(docs), file.Bytes(), 0o666); err != nil {
		return err
	}
	r, err := s.read(docs) // numbers rounded as on the page
	if err != nil {
		return err
	}
	if s.figure != nil {
		drawn, err := s.draw(r.shown)
		if err != nil {
			return err
		}
		if err := os.WriteFile(s.picture(docs), drawn, 0o666); err != nil {
			return err
		}
	}
	return show(s.page, s.blocks(r.shown))
}

// league runs the standing league, which compares ranking methods on simulated boards. It writes
// the tables into arena.md.
func league(ctx context.Context) error {
	blocks, err := compete(ctx, arena.Families(), arena.Methods())
	if err != nil {
		return err
	}
	return show("arena", blocks)
}

// race compares the speed of the engine with Python programs and writes the results to out/bench.
func race(ctx context.Context) error {
	return speed.Measure(ctx, speed.Options{
		Peer: "../shared/peers/speed.py", Evalperf: "../shared/data/evalperf-31x118x100.npz",
		Rounds: 5, Quick: quick, Out: filepath.Join("out", "bench"),
	})
}

// values returns the numbers in the rows of a table, without their standard errors.
func values(rows [][]number) [][]float64 {
	all := make([][]float64, len(rows))
	for i, row := range rows {
		for _, n := range row {
			all[i] = append(all[i], n.value)
		}
	}
	return all
}

// show writes the given blocks of text into the page with the given name.
func show(name string, blocks map[string]string) error {
	path := filepath.Join(docs, name+".md")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	page := string(text)
	for block, text := range blocks {
		if page, err = replace(page, block, text); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return os.WriteFile(path, []byte(page), 0o666)
}
