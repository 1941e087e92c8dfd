// Package merge is the command that puts the parts together that runs with --shard wrote, and
// prints what a single run would have.
//
// Usage:
//
//	settle merge [flags] PART… [-- FLAGS AND FILES OF THE COMMAND]
//
// See docs/cluster.md for examples.
package merge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/montecarlo/shards"
)

// Command holds the flags of the command but for those of every command.
type Command struct {
	cli.Drawing
	Parts []string `arg:"" name:"part" predictor:"file" help:"Parts that --shard … --part wrote, or folders and globs of them. Behind -- flags of the command that was shared out may follow which only show, such as --trace, and the files that it reads where these were moved."`

	// Again runs the command of the parts once more, with all sums given, and with these
	// arguments in place of some of its own.
	Again func(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int `kong:"-"`

	Behind []string `kong:"-"` // what stands behind "--"
}

// Help says what the command does.
func (*Command) Help() string {
	return "Put parts together that were found by --shard, and print and draw what a single run would have. " +
		"The files that the command reads must be where they were. Programs that it names as metrics are started only for --trace."
}

// Run collects the parts and runs their command again.
func (c *Command) Run(env *cli.Env) error {
	files, err := find(c.Parts)
	if err != nil {
		return err
	}
	wanted, err := replicates(c.Behind)
	if err != nil {
		return err
	}
	parts, err := shards.Collect(files, wanted)
	var lacking *shards.Incomplete // which the command says, if it finds nothing else amiss
	if err != nil && !errors.As(err, &lacking) {
		return err
	}
	return env.EndAs(c.Again(env.Context, slices.Concat(env.Given(), c.Behind), parts, env.Stdout, env.Stderr))
}

// find returns the parts that names stand for, each once.
func find(names []string) (files []string, err error) {
	for _, name := range names {
		found, err := findOne(name)
		if err != nil {
			return nil, err
		}
		files = append(files, lists.Each(found, filepath.Clean)...)
	}
	return lists.Unique(files), nil
}

// findOne returns a file itself, and the parts in a folder, also of a checkpoint, or of a glob.
func findOne(name string) ([]string, error) {
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() {
		return []string{name}, nil
	}
	if err == nil {
		files, err := within(name, 1)
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("%s: no part is in this folder: their names end in %s", name, shards.Extension)
		}
		if len(files) > 0 {
			return files, nil
		}
		return nil, err
	}
	if matches, globErr := filepath.Glob(name); globErr == nil && len(matches) > 0 {
		return matches, nil
	}
	return nil, fmt.Errorf("%s: %w", name, cli.Reason(err))
}

// within returns the parts in a folder, then those in its folders, so many levels down.
// It returns the error of the last folder that it cannot read.
func within(folder string, levels int) (files []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", folder, cli.Reason(err))
	}
	var below []string
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		info, statErr := os.Stat(path)
		isFolder := statErr == nil && info.IsDir()
		switch {
		case isFolder && levels > 0:
			more, inside := within(path, levels-1)
			if below = append(below, more...); inside != nil {
				err = inside
			}
		case !isFolder && filepath.Ext(path) == shards.Extension:
			files = append(files, path)
		}
	}
	return append(files, below...), err
}

// replicates returns the number of replicates that stands behind "--", 0 if none does.
func replicates(behind []string) (n int, err error) {
	const flag = "--replicates"
	for i, word := range behind {
		name, value, given := strings.Cut(word, "=")
		switch {
		case name != flag:
			continue
		case !given && i+1 < len(behind):
			value = behind[i+1]
		}
		if n, err = strconv.Atoi(value); err != nil || n < 1 {
			return 0, cli.Usagef("%s behind -- is no number of replicates", strings.TrimSpace(flag+" "+value))
		}
	}
	return n, nil
}
