// Package merge is the command that puts parts together which runs of one command with
// --shard left behind, and prints what a single run would have.
//
// Usage:
//
//	settle merge [flags] PART… [-- FLAGS OF THE COMMAND]
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
	"strings"

	"settle/cmd/internal/cli"
	"settle/shards"
	"settle/tables"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	Parts []string `arg:"" name:"part" predictor:"file" help:"Parts that --shard … --part wrote, or folders and globs of them."`

	// Again runs a command once more, with all sums given.
	Again func(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int `kong:"-"`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Put parts together that were found by --shard, and print and draw what a single run would have. " +
		"The files that the command reads must be where they were."
}

// Run collects the parts and runs their command again.
func (c *Command) Run(env *cli.Env) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	parts, err := shards.Collect(files)
	var incomplete *shards.Incomplete
	if errors.As(err, &incomplete) {
		return missing(incomplete)
	}
	if err != nil {
		return err
	}
	args := slices.Concat(parts.First.Command, env.Given())
	return env.EndAs(c.Again(env.Context, args, parts, env.Stdout, env.Stderr))
}

// files are the parts that the arguments name.
func (c *Command) files() ([]string, error) {
	var files []string
	for _, name := range c.Parts {
		info, err := os.Stat(name)
		switch {
		case err == nil && info.IsDir():
			name = filepath.Join(name, "*"+shards.Extension)
		case err == nil:
			files = append(files, name)
			continue
		}
		matches, globErr := filepath.Glob(name)
		switch {
		case globErr == nil && len(matches) > 0:
			files = append(files, matches...)
		case info != nil:
			return nil, fmt.Errorf("%s holds no part: their names end in %s", c.Parts[0], shards.Extension)
		default:
			return nil, fmt.Errorf("%s: %w", name, cli.Reason(err))
		}
	}
	return files, nil
}

// missing says how to make what is missing.
func missing(e *shards.Incomplete) error {
	if len(e.Shards) == 0 {
		return fmt.Errorf("%w: make them with settle %s --checkpoint and the folder of these parts", e, quoted(e.Command))
	}
	names := make([]string, len(e.Shards))
	for i, s := range e.Shards {
		names[i] = s.String()
	}
	first := e.Shards[0]
	return fmt.Errorf("%s missing: %s; run: settle %s --shard %s --part %d%s",
		tables.Count(len(names), "shard"), strings.Join(names, ", "), quoted(e.Command), first, first.I, shards.Extension)
}

// quoted are words as a shell reads them.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = cli.ShellWord(word)
	}
	return strings.Join(list, " ")
}
