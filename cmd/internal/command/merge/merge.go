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
	parts, err := shards.CollectOf(files, wanted)
	var lacking *shards.Incomplete
	if err != nil && !errors.As(err, &lacking) {
		return c.explained(err, files)
	}
	parts.Explain = func(e *shards.Incomplete) error { return c.explained(e, files) }
	return env.EndAs(c.Again(env.Context, slices.Concat(env.Given(), c.Behind), parts, env.Stdout, env.Stderr))
}

// find are the parts that names stand for, each once.
func find(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		found, err := findOne(name)
		if err != nil {
			return nil, err
		}
		for _, file := range found {
			if file = filepath.Clean(file); !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
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
		isFolder := func(path string) bool { info, err := os.Stat(path); return err == nil && info.IsDir() }
		if files := slices.DeleteFunc(append(inside, below...), isFolder); len(files) > 0 {
			return files, nil
		}
		if err := locked(name); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: no part is in this folder: their names end in %s", name, shards.Extension)
	}
	if matches, globErr := filepath.Glob(name); globErr == nil && len(matches) > 0 {
		return matches, nil
	}
	return nil, fmt.Errorf("%s: %w", name, cli.Reason(err))
}

// locked tells why a folder, or one inside, cannot be looked into, nil if all can.
func locked(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("%s: %w", folder, cli.Reason(err))
	}
	for _, entry := range entries {
		inside := filepath.Join(folder, entry.Name())
		if _, err := os.ReadDir(inside); entry.IsDir() && err != nil {
			return fmt.Errorf("%s: %w", inside, cli.Reason(err))
		}
	}
	return nil
}

// escaped is a name in which a glob finds no patterns.
func escaped(name string) string {
	if filepath.Separator != '/' {
		return name // where a backslash cannot escape
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// replicates is how many of them the command is to have by what stands behind "--", 0 where
// that does not say.
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

// explained says what to do about parts that make no whole.
func (c *Command) explained(err error, files []string) error {
	var incomplete *shards.Incomplete
	var lengths *shards.Lengths
	var foreign *shards.Foreign
	var damaged *shards.Damaged
	var unlike *shards.Unlike
	switch folder := filepath.Dir(files[0]); {
	case errors.As(err, &damaged):
		return unread(damaged, folder)
	case errors.As(err, &incomplete) && incomplete.Whole > 0:
		return fmt.Errorf("%w; or show the first %d, which are whole: settle merge %s -- --replicates %d",
			missing(incomplete, folder), incomplete.Whole, cli.ShellLine(c.Parts), incomplete.Whole)
	case errors.As(err, &incomplete):
		return missing(incomplete, folder)
	case errors.As(err, &lengths) && lengths.Kept:
		return fmt.Errorf("%w; run: settle %s --replicates %d --checkpoint %s",
			err, cli.ShellLine(without(lengths.Command, "--replicates")), lengths.Wanted, cli.ShellWord(keeping(folder)))
	case errors.As(err, &lengths):
		return fmt.Errorf("%w: leave --replicates out, or run the shards again with it", err)
	case errors.As(err, &foreign) && foreign.OneCommand && !kept(files):
		return fmt.Errorf("%w; their command is one, so that what it reads has changed: remove the parts of what it was, and make those shards again", err)
	case errors.As(err, &foreign):
		return fmt.Errorf("%w; merge those of one run%s", err, apart(foreign, files))
	case errors.As(err, &unlike):
		return fmt.Errorf("%w%s", err, numbered(unlike, files))
	}
	return err
}

// kept tells whether all parts are in folders of plans, of which one of --checkpoint may
// have many.
func kept(files []string) bool {
	return !slices.ContainsFunc(files, func(file string) bool { return !ofPlan.MatchString(filepath.Base(filepath.Dir(file))) })
}

// numbered is how to name the shards of one number alone, where all parts have the names
// that they get by themselves and lie in one folder; "" else.
func numbered(e *shards.Unlike, files []string) string {
	const most = 3
	folder := filepath.Dir(files[0])
	for _, file := range files {
		if filepath.Dir(file) != folder || !ofNumber.MatchString(file) {
			return ""
		}
	}
	var lines []string
	for _, n := range e.Of[:min(most, len(e.Of))] {
		lines = append(lines, fmt.Sprintf("settle merge %s*-of-%d%s", cli.ShellWord(folder+string(filepath.Separator)), n, shards.Extension))
	}
	return ": " + strings.Join(lines, ", or ")
}

// ofNumber is how the names of parts end that they get by themselves.
var ofNumber = regexp.MustCompile(`-of-[0-9]+` + regexp.QuoteMeta(shards.Extension) + `$`)

// unread says what to do about damaged parts.
func unread(e *shards.Damaged, folder string) error {
	them := "them"
	if len(e.Files) == 1 {
		them = "it"
	}
	switch rest := e.Rest; {
	case e.Whole:
		return fmt.Errorf("%w; nothing is missing without %s: remove %s, and merge the others", e, them, them)
	case rest == nil:
		return fmt.Errorf("%w: remove %s, and run the command again that wrote %s", e, them, them)
	case len(rest.Shards) == 1 && len(e.Files) == 1:
		return fmt.Errorf("%w; run: %s", e, command(rest, rest.Shards[0].String(), e.Files[0]))
	default:
		return fmt.Errorf("%w: remove %s; then %w", e, them, missing(rest, folder))
	}
}

// without are words without a flag and its value.
func without(words []string, flag string) []string {
	var left []string
	for i := 0; i < len(words); i++ {
		switch {
		case words[i] == flag:
			i++
		case !strings.HasPrefix(words[i], flag+"="):
			left = append(left, words[i])
		}
	}
	return left
}

// apart is how to name the parts of one run alone, where a folder or a pattern does: of the
// run that has most parts, and of others that have as many. It is "" else.
func apart(e *shards.Foreign, files []string) string {
	const most = 3
	var lines []string
	for _, run := range e.Runs {
		if name := alone(run.Files, files); name != "" && len(run.Files) == len(e.Runs[0].Files) {
			lines = append(lines, "settle merge "+name)
		}
	}
	switch more := len(lines) - most; {
	case len(lines) == 0:
		return ""
	case more > 0:
		return fmt.Sprintf(": %s, or one of %d more", strings.Join(lines[:most], ", or "), more)
	}
	return ": " + strings.Join(lines, ", or ")
}

// alone is the folder that holds some of all files and no others, or the pattern that they
// match and no others do, "" if there is none.
func alone(some, all []string) string {
	folder := filepath.Dir(some[0])
	in := func(file string) bool { return filepath.Dir(file) == folder }
	others := slices.DeleteFunc(slices.Clone(all), func(file string) bool { return slices.Contains(some, file) })
	if slices.ContainsFunc(some, func(file string) bool { return !in(file) }) {
		return ""
	}
	within := folder + string(filepath.Separator)
	if !slices.ContainsFunc(others, func(file string) bool { return folder == "." || strings.HasPrefix(file, within) }) {
		return cli.ShellWord(folder)
	}
	prefix := filepath.Base(some[0])
	for _, file := range some {
		for !strings.HasPrefix(filepath.Base(file), prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	if len(some) > 1 {
		prefix = prefix[:strings.LastIndex(prefix, "-")+1] // and not the digits that some have in common
	}
	if prefix == "" || slices.ContainsFunc(others, func(file string) bool { return in(file) && strings.HasPrefix(filepath.Base(file), prefix) }) {
		return ""
	}
	if pattern := filepath.Join(folder, prefix); len(some) > 1 {
		return cli.ShellWord(pattern) + "*"
	}
	return cli.ShellWord(some[0])
}

// command is the command line that makes a part of a shard.
func command(e *shards.Incomplete, shard, part string) string {
	keep := ""
	if ofPlan.MatchString(filepath.Base(part)) { // where --checkpoint keeps what was found, and parts of shards are not
		keep, part = " --checkpoint "+cli.ShellWord(keeping(part)), "parts/"
	}
	return "settle " + cli.ShellLine(e.Command) + " --shard " + shard + keep + " --part " + cli.ShellWord(part)
}

// missing says how to make what is missing in a folder of parts.
func missing(e *shards.Incomplete, folder string) error {
	switch len(e.Shards) {
	case 0:
		return fmt.Errorf("%w; run: settle %s --checkpoint %s", e, cli.ShellLine(e.Command), cli.ShellWord(keeping(folder)))
	case 1:
		return fmt.Errorf("shard %s is missing; run: %s", e.Shards[0], command(e, e.Shards[0].String(), folder))
	}
	n := e.Shards[0].N
	indices := make([]int, len(e.Shards))
	for i, s := range e.Shards {
		indices[i] = s.I
	}
	return fmt.Errorf("%s of %d are missing: %s; run: for i in %s; do %s; done",
		tables.Count(len(indices), "shard"), n, runs(indices), loop(indices), command(e, fmt.Sprintf("$i/%d", n), folder))
}

// ofPlan is the name of the folder of a plan in one of --checkpoint.
var ofPlan = regexp.MustCompile(`^[0-9a-f]{16}$`)

// keeping is the folder to name with --checkpoint so that parts in a folder are found.
func keeping(folder string) string {
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
