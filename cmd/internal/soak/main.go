// Soak tries, again and again at random, what must not hurt: it kills commands,
// leaves them no room, damages what they read, and gives models evil names. It
// counts how often something was mishandled, which should be never.
//
//	go run ./cmd/internal/soak [--times N] [--seed N] [--only KIND,…]
//
// It is a program for those who work on Settle.
package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"settle/cmd/internal/cli"
	"settle/internal/rng"
	"settle/report"
	"settle/tables"
)

func main() { cli.Main(run) }

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	program := cli.Program{Name: "soak", Description: "Try again and again what must not hurt, and count what did."}
	return cli.Run(ctx, program, &command{}, args, stdout, stderr)
}

type command struct {
	cli.Common
	Times int      `default:"1000" placeholder:"N" help:"How often to try each kind."`
	Only  []string `placeholder:"KIND" help:"Only these kinds."`
}

// kind is a kind of harm.
type kind struct {
	name string
	try  func(t *trial) // reports what was mishandled by t.wrong
}

// kinds are in the order in which they are tried.
var kinds = []kind{
	{"kills", tryKill},
	{"no room", tryNoRoom},
	{"bit flips", tryFlip},
	{"truncations", tryCut},
	{"evil names", tryName},
	{"restarts", tryRestarts},
}

// trial is one try: a folder of its own, random numbers, and the program.
type trial struct {
	context.Context
	random  *rand.Rand
	settle  string // path of the program
	folder  string
	mishaps []string
}

// wrong notes that something was mishandled.
func (t *trial) wrong(format string, args ...any) {
	t.mishaps = append(t.mishaps, fmt.Sprintf(format, args...))
}

// count is how one kind went.
type count struct {
	Kind       string   `json:"kind"`
	Tried      int      `json:"tried"`
	Mishandled int      `json:"mishandled"`
	First      []string `json:"first,omitempty"` // what was wrong the first time
}

// Run tries every kind and reports; the answer is no if anything was mishandled.
func (c *command) Run(env *cli.Env) error {
	if err := cli.CheckCount("--times", c.Times); err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return err
	}
	env.AtEnd(func() { os.RemoveAll(scratch) })
	settle := filepath.Join(scratch, "settle")
	build := exec.CommandContext(env.Context, "go", "build", "-o", settle, "./cmd/settle")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	var counts []count
	for _, k := range kinds {
		if len(c.Only) > 0 && !slices.Contains(c.Only, k.name) {
			continue
		}
		n, err := c.soak(env, k, settle, scratch)
		if err != nil {
			return err
		}
		counts = append(counts, n)
	}
	r := summary(counts)
	if slices.ContainsFunc(counts, func(n count) bool { return n.Mishandled > 0 }) {
		return env.PrintNo(r)
	}
	return env.Print(r)
}

// soak tries one kind as often as asked for.
func (c *command) soak(env *cli.Env, k kind, settle, scratch string) (count, error) {
	n := count{Kind: k.name}
	progress, finish := env.Progress(k.name, c.Times)
	defer finish()
	for i := range c.Times {
		if err := env.Context.Err(); err != nil {
			return n, err
		}
		folder, err := os.MkdirTemp(scratch, "try-")
		if err != nil {
			return n, err
		}
		t := &trial{
			Context: env.Context, random: rand.New(rng.New(env.Seed, "soak "+k.name, i)),
			settle: settle, folder: folder,
		}
		k.try(t)
		n.Tried++
		if len(t.mishaps) > 0 {
			n.Mishandled++
			if n.First == nil {
				n.First = t.mishaps
			}
		}
		if err := os.RemoveAll(folder); err != nil {
			return n, err
		}
		progress(i + 1)
	}
	return n, nil
}

func summary(counts []count) report.Report {
	t := &tables.Table{
		Title:   "What was tried, and mishandled",
		Columns: []tables.Column{{Name: "kind"}, {Name: "tried", Right: true}, {Name: "mishandled", Right: true}},
	}
	for _, n := range counts {
		t.Rows = append(t.Rows, []string{n.Kind, fmt.Sprint(n.Tried), fmt.Sprint(n.Mishandled)})
		for _, first := range n.First {
			t.Notes = append(t.Notes, n.Kind+": "+first)
		}
	}
	return report.Report{JSON: map[string]any{"counts": counts}, Tables: []*tables.Table{t}}
}
