// Package merge implements settle merge, which combines the parts written by runs with --shard
// and prints the report that a single run would have printed.
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

// Command holds the arguments and flags of settle merge, without the flags that all commands
// share.
type Command struct {
	cli.Drawing
	Parts []string `arg:"" name:"part" predictor:"file" help:"Parts written with --shard and --part, or folders or globs of parts. After --, you can give display flags of the merged command, such as --trace, and new paths of input files that were moved."`

	// Again reruns the command that wrote the parts, taking all sums from the parts. Its args
	// replace some of the command's arguments.
	Again func(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int `kong:"-"`

	Behind []string `kong:"-"` // the arguments after "--"
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Combine the parts written with --shard, and print and draw the results of the whole run. " +
		"The input files of the run must still exist. External programs used as metrics are run only for --trace, and for the board itself after bootstrap --show score."
}

// Run collects the part files and reruns the command that wrote them. The command then takes its
// results from the part files.
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
	var lacking *shards.Incomplete // the command reports missing parts if it finds no other error
	if err != nil && !errors.As(err, &lacking) {
		return err
	}
	return env.EndAs(c.Again(env.Context, slices.Concat(env.Given(), c.Behind), parts, env.Stdout, env.Stderr))
}

// find returns the part files that the given names stand for, each file once.
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

// findOne returns the part files that a name stands for: the file itself, the parts in a folder or
// checkpoint, or the parts that match a glob.
func findOne(name string) ([]string, error) {
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() {
		return []string{name}, nil
	}
	if err == nil {
		files, err := partsBelow(name, 1)
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("%s: no part found in this folder (the file names of parts end in %s)", name, shards.Extension)
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

// partsBelow returns the parts in a folder, followed by the parts in its sub-folders down to the
// given number of levels. It returns the error of the last folder that it cannot read.
func partsBelow(folder string, levels int) (files []string, err error) {
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
			more, inside := partsBelow(path, levels-1)
			if below = append(below, more...); inside != nil {
				err = inside
			}
		case !isFolder && filepath.Ext(path) == shards.Extension:
			files = append(files, path)
		}
	}
	return append(files, below...), err
}

// replicates returns the value of --replicates among the arguments after "--", or 0 if the flag is
// not there.
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
			return 0, cli.Usagef("%s after -- is not a number of replicates", strings.TrimSpace(flag+" "+value))
		}
	}
	return n, nil
}
