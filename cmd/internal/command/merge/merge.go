// Package merge is the command that puts parts together which runs of one command with
// --shard left behind, and prints what a single run would have.
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
	"regexp"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/shards"
	"settle/tables"
)

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	cli.Drawing
	Parts []string `arg:"" name:"part" predictor:"file" help:"Parts that --shard … --part wrote, or folders and globs of them. Behind -- flags of the command that was shared out may follow which only show, such as --trace, and the files that it reads where these were moved."`

	// Again runs the command of the parts once more, with all sums given, and with these
	// arguments in place of some of its own.
	Again func(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int `kong:"-"`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Put parts together that were found by --shard, and print and draw what a single run would have. " +
		"The files that the command reads must be where they were."
}

// Run collects the parts and runs their command again.
func (c *Command) Run(env *cli.Env) error {
	flags, behind := env.Given()
	files, err := find(c.Parts[:len(c.Parts)-len(behind)])
	if err != nil {
		return err
	}
	parts, err := shards.Collect(files)
	var incomplete *shards.Incomplete
	if errors.As(err, &incomplete) {
		return missing(incomplete, files)
	}
	if err != nil {
		return err
	}
	return env.EndAs(c.Again(env.Context, slices.Concat(flags, behind), parts, env.Stdout, env.Stderr))
}

// find are the parts that names stand for, each once.
func find(names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, cli.Usagef("name the parts before --")
	}
	var files []string
	for _, name := range names {
		found, err := findOne(name)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// findOne is a file itself, and the parts in a folder, also of a checkpoint, or of a glob.
func findOne(name string) ([]string, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir():
		return []string{name}, nil
	case err == nil:
		inside, _ := filepath.Glob(filepath.Join(escaped(name), "*"+shards.Extension))
		below, _ := filepath.Glob(filepath.Join(escaped(name), "*", "*"+shards.Extension))
		if files := append(inside, below...); len(files) > 0 {
			return files, nil
		}
		return nil, fmt.Errorf("%s: no part is in this folder: their names end in %s", name, shards.Extension)
	}
	if matches, globErr := filepath.Glob(name); globErr == nil && len(matches) > 0 {
		return matches, nil
	}
	return nil, fmt.Errorf("%s: %w", name, cli.Reason(err))
}

// escaped is a name in which a glob finds no patterns.
func escaped(name string) string {
	if filepath.Separator != '/' {
		return name // where a backslash cannot escape
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// missing says how to make what is missing.
func missing(e *shards.Incomplete, files []string) error {
	command := "settle " + quoted(e.Command)
	if len(e.Shards) == 0 {
		return fmt.Errorf("%w; run: %s --checkpoint %s", e, command, cli.ShellWord(keeping(files[0])))
	}
	folder := filepath.Dir(files[0])
	if len(e.Shards) == 1 {
		return fmt.Errorf("shard %s is missing; run: %s --shard %s --part %s", e.Shards[0], command, e.Shards[0], cli.ShellWord(folder))
	}
	n := e.Shards[0].N
	indices := make([]int, len(e.Shards))
	for i, s := range e.Shards {
		indices[i] = s.I
	}
	return fmt.Errorf("%s of %d are missing: %s; run: for i in %s; do %s --shard $i/%d --part %s; done",
		tables.Count(len(indices), "shard"), n, runs(indices), loop(indices), command, n, cli.ShellWord(folder))
}

// ofPlan is the name of the folder of a plan in one of --checkpoint.
var ofPlan = regexp.MustCompile(`^[0-9a-f]{16}$`)

// keeping is the folder to name with --checkpoint so that a part is found there.
func keeping(part string) string {
	folder := filepath.Dir(part)
	if ofPlan.MatchString(filepath.Base(folder)) {
		return filepath.Dir(folder)
	}
	return folder
}

// stretches are ascending numbers as stretches without gaps, each by its ends.
func stretches(of []int) (list [][2]int) {
	for i, n := range of {
		if last := len(list) - 1; i > 0 && n == list[last][1]+1 {
			list[last][1] = n
		} else {
			list = append(list, [2]int{n, n})
		}
	}
	return list
}

// runs are ascending numbers for a reader: 1, 3–7.
func runs(of []int) string {
	var texts []string
	for _, s := range stretches(of) {
		text := strconv.Itoa(s[0])
		if s[1] > s[0] {
			text += "–" + strconv.Itoa(s[1])
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// loop are ascending numbers for a shell to go through.
func loop(of []int) string {
	var words []string
	for _, s := range stretches(of) {
		if s[1] > s[0]+3 {
			words = append(words, fmt.Sprintf("$(seq %d %d)", s[0], s[1]))
			continue
		}
		for i := s[0]; i <= s[1]; i++ {
			words = append(words, strconv.Itoa(i))
		}
	}
	return strings.Join(words, " ")
}

// quoted are words as a shell reads them.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = cli.ShellWord(word)
	}
	return strings.Join(list, " ")
}
