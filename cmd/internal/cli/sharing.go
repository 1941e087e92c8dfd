package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"settle/report"
	"settle/shards"
	"settle/tables"
)

// Sharing is the flags of the commands whose replicates can be shared out among machines,
// or kept for a later run. A command embeds it and calls Env.Share.
type Sharing struct {
	Shard      string `placeholder:"I/N|env" group:"sharing" help:"Visit the I-th of N shares of the replicates, from 1, and write what came of them to --part. env: I and N are those that a cluster or a CI system tells in the environment; env/N where it tells no N."`
	Part       string `placeholder:"FILE" predictor:"newfile" group:"sharing" help:"With --shard: the part to write, in place of a report; in a folder, under a name of its own. settle merge puts the parts together."`
	Checkpoint string `placeholder:"DIR" predictor:"folder" group:"sharing" help:"Folder to keep what was found in: the same command goes on from there after an interruption, and so does one with more --replicates."`
}

// sharingGroup is the group of the flags of Sharing.
const sharingGroup = "sharing"

// streams is the version of what replicates of a seed are. It changes when a release
// draws other replicates of the same seed, or scores them otherwise.
const streams = "1"

// sharing is what a command that runs has to do with shares.
type sharing struct {
	share     *shards.Share
	from      string // where --shard was read from, "" for the flag itself
	part      string // the file to write
	collected *shards.Collected
}

// Told is something of the plan that a command tells by what it comes to, in place of the
// flags that lead to it: those whose tag plan names it.
type Told struct{ Name, Value string }

// Share is which replicates of its folds the command is to visit, and where to keep their
// sums; nil for all of them, and nowhere. The plan is what was told, and of the values of
// all other flags those that can change a number: all but those that are common to all
// commands or about figures, those tagged plan:"-", and --replicates. Of a file that a flag
// names it holds what is in it.
func (e *Env) Share(s Sharing, told ...Told) (*shards.Share, error) {
	switch {
	case e.sharing.collected == nil && s == Sharing{}:
		return nil, nil
	case s.Shard == "" && s.Part != "":
		return nil, Usagef("--part is what --shard I/N finds: say which")
	case s.Shard != "" && s.Part == "":
		return nil, Usagef("--shard %s finds a part of the whole: say with --part FILE where to write it", s.Shard)
	case s.Shard != "" && e.Out != "":
		return nil, Usagef("--out is for figures of the whole, and --shard finds a part: say --out to settle merge")
	}
	share := &shards.Share{
		Plan: e.plan(told), Command: e.commandOfAll(), Version: e.version, Collected: e.sharing.collected,
	}
	if s.Checkpoint != "" {
		share.Folder = &shards.Folder{Path: s.Checkpoint}
	}
	if s.Shard != "" {
		shard, from, err := readShard(s.Shard, os.LookupEnv)
		if err != nil {
			return nil, Usagef("--shard: %w", err)
		}
		share.Shard, e.sharing.from, e.sharing.part = shard, from, s.Part
	}
	if c := e.sharing.collected; c != nil {
		if d := share.Plan.Difference(c.First.Plan); d != "" {
			return nil, fmt.Errorf("what the command finds here is not what the parts were made of: %s", d)
		}
	}
	e.sharing.share = share
	return share, nil
}

// commandOfAll are the words that ask for all replicates of the command.
func (e *Env) commandOfAll() []string {
	return e.words(func(flag *kong.Flag) bool { return isIn(flag, sharingGroup) || slices.Contains(idleFlags, flag.Name) }, asTyped)[1:]
}

// plan is all that can change a number.
func (e *Env) plan(told []Told) shards.Plan {
	var plan shards.Plan
	plan.Set("command", strings.TrimSpace(selected(e.parsed)))
	plan.Set("streams", streams)
	for _, t := range told {
		plan.Set(t.Name, t.Value)
	}
	tells := func(v *kong.Value) bool {
		by := v.Tag.Get("plan")
		return by != "-" && !slices.ContainsFunc(told, func(t Told) bool { return t.Name == by })
	}
	for _, flag := range e.parsed.Flags() {
		switch {
		case flag.Name == "seed":
		case isIn(flag, commonGroup), isIn(flag, figuresGroup), isIn(flag, sharingGroup),
			slices.Contains(idleFlags, flag.Name), flag.Name == "replicates", flag.Name == "help", flag.Name == "version":
			continue
		}
		if value := planned(flag.Value); value != "" && tells(flag.Value) {
			plan.Set("--"+flag.Name, value)
		}
	}
	if node := e.parsed.Selected(); node != nil {
		for _, argument := range node.Positional {
			if tells(argument) {
				plan.Set(argument.Name, planned(argument))
			}
		}
	}
	return plan
}

// planned is the value of a flag as the plan has it, "" for one that was neither given
// nor has a default.
func planned(v *kong.Value) string {
	target := reflect.Indirect(v.Target)
	if !target.IsValid() || target.IsZero() && !v.HasDefault {
		return ""
	}
	names := texts(v)
	if len(names) == 0 {
		return fmt.Sprint(target.Interface())
	}
	for i, name := range names {
		for _, file := range existing(name) {
			if sum := digestOf(file); sum != "" {
				name = strings.Replace(name, file, "sha256:"+sum, 1)
			}
		}
		names[i] = name
	}
	return strings.Join(names, ",")
}

// digestOf is the SHA-256 of a regular file, "" of anything else.
func digestOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return ""
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// printPart ends a command whose replicates are a shard: it writes the part, and says so.
func (e *Env) printPart() error {
	s := e.sharing
	part := s.share.Part()
	path := s.part
	if info, err := os.Stat(path); err == nil && info.IsDir() || strings.HasSuffix(path, string(filepath.Separator)) {
		path = filepath.Join(path, partName(part))
	}
	err := e.WriteFiles(File{Path: path, Write: func(w io.Writer) error { _, err := part.WriteTo(w); return err }})
	if err != nil {
		return err
	}
	return e.Print(partReport(part, s.from, path))
}

// partName is the name that a part gets by itself.
func partName(p *shards.Part) string {
	return fmt.Sprintf("%s-%s-%d-of-%d%s", strings.ReplaceAll(p.Plan[0].Value, " ", "-"), p.Plan.Hash()[:8], p.Shard.I, p.Shard.N, shards.Extension)
}

// partReport says what a part holds.
func partReport(p *shards.Part, from, path string) report.Report {
	t := &tables.Table{
		Title:   fmt.Sprintf("Shard %s, written to %s", p.Shard, path),
		Columns: []tables.Column{{Name: "of"}, {Name: "replicates"}, {Name: "in all", Right: true}},
	}
	if from != "" {
		t.Notes = append(t.Notes, "The shard was read from "+from+".")
	}
	for _, f := range p.Folds {
		t.Rows = append(t.Rows, []string{f.Name, f.Ranges.String(), fmt.Sprint(f.Replicates)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Once there is one of each of the %d shards: settle merge FILE…", p.Shard.N))
	return report.Report{Tables: []*tables.Table{t}, JSON: map[string]any{
		"shard": p.Shard, "shard_from": from, "part": path, "plan": p.Plan.Hash(), "folds": p.Folds,
	}}
}

// isPart tells whether an error says that a command found a part of the whole.
func isPart(err error) bool { return errors.Is(err, shards.ErrPart) }

// Given are the flags that the command line gives, as words.
func (e *Env) Given() []string {
	words := e.words(func(*kong.Flag) bool { return false }, asTyped)[1:]
	var given []string
	positional := positionals(e.parsed, asTyped)
	for _, word := range words {
		if _, ok := positional[word]; !ok {
			given = append(given, word)
		}
	}
	return given[len(strings.Fields(selected(e.parsed))):]
}

// EndAs ends a command as another ended, which said all that there is to say.
func (e *Env) EndAs(code int) error {
	if code == ExitDone {
		return nil
	}
	return &ended{code}
}

// ended is that a command ran another, which has ended and has said why.
type ended struct{ code int }

func (e *ended) Error() string { return fmt.Sprintf("ended with exit code %d", e.code) }
