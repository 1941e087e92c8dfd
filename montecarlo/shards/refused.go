package shards

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/internal/words"
)

// damagedFile is a part file that is damaged, empty or cut short, with the reason.
type damagedFile struct{ path, why string }

type damaged []damagedFile

// damageOf describes the damage of a file that was refused with the error err. It
// returns "" if the file is not damaged.
func damageOf(file string, err error) string {
	switch {
	case errors.Is(err, errEmpty), errors.Is(err, errDamaged):
		return err.Error()
	case errors.Is(err, errNoPart) && filepath.Ext(file) == Extension:
		return "is not a part file of settle, although its name ends like one"
	}
	return ""
}

// refusal returns an error that names the damaged files and says how to compute them
// again. The arguments describe the other files: an error found in them, or nil, and
// whether there are any.
func (d damaged) refusal(otherError error, others bool) error {
	what, them := d[0].path+" "+d[0].why, "it"
	if len(d) > 1 {
		var paths []string
		for _, file := range d[:min(len(d), 4)] {
			paths = append(paths, file.path)
		}
		what, them = fmt.Sprintf("%d files are damaged, cut short or empty: %s", len(d), strings.Join(paths, ", ")), "them"
	}
	var incomplete *Incomplete
	switch {
	case errors.As(otherError, &incomplete) && len(d) == 1 && len(incomplete.Shards) == 1:
		return fmt.Errorf("%s; run: %s", what, incomplete.run(incomplete.Shards[0].String(), d[0].path))
	case errors.As(otherError, &incomplete):
		return fmt.Errorf("%s; remove %s; then %s", what, them, incomplete.missing())
	case otherError == nil && others:
		return fmt.Errorf("%s; the other parts are complete without %s; remove %s", what, them, them)
	}
	return fmt.Errorf("%s; remove %s and rerun the command that wrote %s", what, them, them)
}

// Incomplete is the error returned when parts together lack some of the replicates.
type Incomplete struct {
	Replicates int // number of replicates of the fold
	Missing    Ranges
	Shards     []Shard // shards with missing replicates; none unless all parts are of shards
	Whole      int     // the largest complete number of replicates, less than Replicates; or 0

	command []string
	path    string // path of one of the parts
}

// Error returns a message that names the missing replicates and the command that
// computes them.
func (e *Incomplete) Error() string {
	text := e.missing()
	if e.Whole > 0 {
		text += fmt.Sprintf("; to show the first %d, which are complete, add -- --replicates %d", e.Whole, e.Whole)
	}
	return text
}

func (e *Incomplete) missing() string {
	folder := filepath.Dir(e.path)
	switch len(e.Shards) {
	case 0:
		return fmt.Sprintf("replicates %s of %d are missing; run: %s", e.Missing, e.Replicates, continueCommand(e.command, folder))
	case 1:
		return fmt.Sprintf("shard %s is missing; run: %s", e.Shards[0], e.run(e.Shards[0].String(), folder))
	}
	var indices Ranges
	for _, s := range e.Shards {
		if last := len(indices) - 1; last >= 0 && indices[last].To == s.I {
			indices[last].To++
		} else {
			indices = append(indices, Range{s.I, s.I + 1})
		}
	}
	n := e.Shards[0].N
	return fmt.Sprintf("%s of %d are missing: %s; run: for i in %s; do %s; done",
		tables.Count(len(e.Shards), "shard"), n, indices, loop(indices), e.run(fmt.Sprintf("$i/%d", n), folder))
}

// run returns the command that computes a shard and writes it to the given path. If the
// path is in a --checkpoint folder, the command uses that folder, and writes to the
// folder "parts" instead.
func (e *Incomplete) run(shard, part string) string {
	line := "settle " + words.ShellLine(e.command) + " --shard " + shard
	if folder, kept := checkpoint(part); kept {
		line, part = line+" --checkpoint "+words.Shell(folder), "parts/"
	}
	return line + " --part " + words.Shell(part)
}

// continueCommand returns a command line that continues a run from the parts in a
// folder.
func continueCommand(command []string, folder string) string {
	folder, _ = checkpoint(folder)
	return "settle " + words.ShellLine(command) + " --checkpoint " + words.Shell(folder)
}

// loop returns the numbers in the ranges as words of a shell loop: "3 $(seq 5 9)".
func loop(of Ranges) string {
	list := make([]string, len(of))
	for i, r := range of {
		if list[i] = fmt.Sprint(r.From); r.Len() > 1 {
			list[i] = fmt.Sprintf("$(seq %d %d)", r.From, r.To-1)
		}
	}
	return strings.Join(list, " ")
}

// lengthError returns the error for a requested number of replicates, if all parts come
// from runs of other numbers of replicates. wanted is the requested number, and
// available lists the numbers of those runs.
func lengthError(all []storedPart, available []int, wanted int) error {
	texts := make([]string, len(available))
	for i, n := range available {
		texts[i] = fmt.Sprint(n)
	}
	then := "; remove --replicates, or run the shards again with it"
	if slices.ContainsFunc(all, func(p storedPart) bool { return p.Shard == nil }) {
		command := append(dropFlag(all[0].Command, "--replicates"), "--replicates", fmt.Sprint(wanted))
		then = "; run: " + continueCommand(command, filepath.Dir(all[0].path))
	}
	return fmt.Errorf("the parts come from runs with %s replicates, not %d%s", strings.Join(texts, " and "), wanted, then)
}

// dropFlag returns the words in list without a flag and its value.
func dropFlag(list []string, flag string) (left []string) {
	for i := 0; i < len(list); i++ {
		switch {
		case list[i] == flag:
			i++
		case !strings.HasPrefix(list[i], flag+"="):
			left = append(left, list[i])
		}
	}
	return left
}

// run holds the parts of one plan, when parts of several plans were mixed by mistake.
type run struct {
	*Part
	files []string
}

// checkSamePlan returns an error if the parts belong to several plans.
func checkSamePlan(all []storedPart) error {
	var runs []*run
	of := map[string]*run{}
	for _, p := range all {
		hash := p.Plan.Hash()
		if of[hash] == nil {
			of[hash] = &run{Part: p.Part}
			runs = append(runs, of[hash])
		}
		of[hash].files = append(of[hash].files, p.path)
	}
	if len(runs) < 2 {
		return nil
	}
	slices.SortStableFunc(runs, func(a, b *run) int { return cmp.Compare(len(b.files), len(a.files)) })
	const most = 4
	first, oneCommand := runs[0], true
	var texts, lines []string
	for i, r := range runs {
		text := r.String()
		if i > 0 {
			text += " (differs in " + first.difference(r) + ")"
		}
		texts = append(texts, text)
		if prefix := r.prefix(); prefix != "" && len(r.files) == len(first.files) {
			lines = append(lines, "settle merge "+prefix)
		}
		oneCommand = oneCommand && first.Version == r.Version && slices.Equal(first.Command, r.Command)
	}
	if more := len(runs) - most; more > 0 {
		texts = append(texts[:most], fmt.Sprintf("%d more", more))
	}
	then := "merge the parts of one run"
	if _, kept := checkpoint(filepath.Dir(first.files[0])); oneCommand && !kept {
		then = "they have the same command, so its inputs have changed; remove the parts of the old inputs and run their shards again"
	} else if len(lines) > 0 {
		then += ": " + strings.Join(lines[:min(len(lines), most-1)], ", or ")
	}
	return fmt.Errorf("the parts belong to %d runs: %s; %s", len(runs), strings.Join(texts, ", "), then)
}

// String returns the path of a part of the run and, if there are several parts, their
// number.
func (r *run) String() string {
	if len(r.files) == 1 {
		return r.files[0]
	}
	return fmt.Sprintf("%d like %s", len(r.files), r.files[0])
}

func (r *run) difference(other *run) string {
	text := r.Plan.Difference(other.Plan)
	if r.Version != other.Version {
		text += fmt.Sprintf(", and in the version of settle: %s and %s", r.Version, other.Version)
	}
	return text
}

// prefix returns a shell pattern that matches only the files of this run. It returns ""
// if there is none, because the files are in several folders or have unusual names.
func (r *run) prefix() string {
	prefix, name := filepath.Split(r.files[0])
	pattern := words.Shell(filepath.Clean(prefix))
	if _, kept := checkpoint(filepath.Clean(prefix)); !kept {
		match := defaultName.FindStringSubmatch(name)
		if match == nil {
			return ""
		}
		prefix += match[1]
		pattern = words.Shell(prefix) + "*"
	}
	if slices.ContainsFunc(r.files, func(file string) bool { return !strings.HasPrefix(file, prefix) }) {
		return ""
	}
	return pattern
}

// defaultName matches the default file name for the part of a shard (see Share.Name).
var defaultName = regexp.MustCompile(`^(.*-[0-9a-f]{8}-)[0-9]+(-of-[0-9]+` + regexp.QuoteMeta(Extension) + `)$`)

// overlapError returns an error that says that the part h has replicates in common with
// one of the other given parts.
func overlapError(others []storedFold, h storedFold) error {
	other := others[slices.IndexFunc(others, func(o storedFold) bool { return o.Ranges.intersects(h.Ranges) })]
	if slices.Equal(h.Ranges, other.Ranges) {
		return fmt.Errorf("%s and %s are the same part (replicates %s); remove one of them", other.path, h.path, h.Ranges)
	}
	text := fmt.Sprintf("%s and %s overlap, with replicates %s and %s", other.path, h.path, other.Ranges, h.Ranges)
	if err := shardCountError(text, other, h); err != nil {
		return err
	}
	return fmt.Errorf("%s; remove one of them", text)
}

// shardCountError returns an error with the given reason if a and b come from divisions
// into different numbers of shards. Otherwise it returns nil.
func shardCountError(reason string, a, b storedFold) error {
	if a.Shard == nil || b.Shard == nil || a.Shard.N == b.Shard.N {
		return nil
	}
	then := ""
	folder, one := filepath.Split(a.path)
	inside, other := filepath.Split(b.path)
	x, y := defaultName.FindStringSubmatch(one), defaultName.FindStringSubmatch(other)
	if folder == inside && x != nil && y != nil {
		folder = words.Shell(filepath.Clean(folder)) + "/*"
		then = fmt.Sprintf(": settle merge %s%s, or settle merge %[1]s%[3]s", folder, x[2], y[2])
	}
	return fmt.Errorf("%s: %s is one of %d shards, but %s is one of %d; merge the shards of a single split only%s",
		reason, a.path, a.Shard.N, b.path, b.Shard.N, then)
}

// holders returns the shards that contain missing replicates. It returns none unless
// all parts come from shards. It returns an error if the parts come from divisions into
// different numbers of shards.
func holders(parts []storedFold, missing Ranges, replicates int) (list []Shard, err error) {
	for _, h := range parts {
		if h.Shard == nil {
			return nil, nil
		}
		lacking := fmt.Sprintf("replicates %s of %d are missing", missing, replicates)
		if err := shardCountError(lacking, parts[0], h); err != nil {
			return nil, err
		}
	}
	return parts[0].Shard.shardsContaining(missing, replicates), nil
}
