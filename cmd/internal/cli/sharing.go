package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/alecthomas/kong"

	"settle/internal/atomicfile"
	"settle/internal/tables"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/report"
)

// Sharing holds the flags for splitting replicates among machines and for keeping results for a
// later run. A command embeds it and calls Env.Share.
type Sharing struct {
	Shard      string `placeholder:"I/N|env" group:"sharing" help:"Run only shard I of N of the replicates (I counts from 1) and write its result to --part. env: read I and N from environment variables of a cluster or CI system; env/N: read only I."`
	Part       string `placeholder:"FILE" predictor:"newfile" group:"sharing" help:"With --shard: file for the result of the shard, written instead of a report. If this is a folder, the file in it gets a unique name. Combine the parts with settle merge."`
	Checkpoint string `placeholder:"DIR" predictor:"folder" group:"sharing" help:"Folder for intermediate results. To resume after an interruption, run the same command again; --replicates may be larger. Settle does not remove the folder."`
}

// sharing holds the state of a running command that computes a share of the replicates, or merges
// the shares in part files.
type sharing struct {
	share     atomic.Pointer[shards.Share]
	from      string // the variables that --shard env used, "" for I/N
	part      string // the path of the part
	collected *shards.Collected
}

// Share describes which replicates the command must run, and where it keeps their sums
// (intermediate results). It returns nil if the command runs all replicates and keeps no sums. The
// plan in the share records the command line with the contents of its files, and the given
// additional settings.
//
// Call Share after checking the input and before the long work: it checks that the part can be
// written, and opens the folder of --out.
func (e *Env) Share(s Sharing, more ...shards.Field) (*shards.Share, error) {
	if _, err := e.Output(); err != nil {
		return nil, err
	}
	collected := e.sharing.collected
	if collected == nil && s == (Sharing{}) {
		return nil, nil
	}
	if collected != nil && s != (Sharing{}) {
		return nil, Usagef("merge runs no replicates; remove --shard, --part and --checkpoint")
	}
	if err := s.check(e.Out); err != nil {
		return nil, err
	}
	share := &shards.Share{
		Plan: e.plan(more), Command: e.commandOfAll(), Version: e.version, Programs: namesPrograms(e.parsed), Collected: collected,
	}
	if err := cmp.Or(e.Context.Err(), share.Check()); err != nil { // the contents of some files can be unknown
		return nil, err
	}
	if s.Checkpoint != "" {
		share.Folder = &shards.Folder{Path: s.Checkpoint}
	}
	if s.Shard != "" {
		if err := e.shareOut(s, share); err != nil {
			return nil, err
		}
	}
	if collected != nil {
		if err := e.isOfParts(share.Plan, collected.First); err != nil {
			return nil, err
		}
	}
	e.sharing.share.Store(share)
	return share, nil
}

// Replicates returns the options for running n replicates, or the share of them that the flags s
// select, with a progress bar. It passes s and the additional settings to Share.
func (e *Env) Replicates(title string, n int, s Sharing, more ...shards.Field) (o montecarlo.Options, err error) {
	share, err := e.Share(s, more...)
	if err != nil {
		return o, err
	}
	return montecarlo.Options{
		Replicates: n, Workers: e.Workers, Progress: e.Progress(title, share.Count(n)), Share: share,
	}, nil
}

// checkShared checks the command line stored in a part file, because merge runs that command line.
// It returns an error unless the command can write part files, matches the plan in the file, and
// has only flags that ofPart accepts.
func (p *parser) checkShared(part *shards.Part) error {
	const forged = "the parts are forged or come from another program"
	parsed, err := p.Parse(part.Command)
	switch {
	case p.answered:
		return errors.New("the command stored in the parts asks for help or the version: " + forged)
	case err != nil:
		return nil // the caller also parses it and reports the error
	}
	for _, element := range parsed.Path {
		if element.Flag != nil && !ofPart(element.Flag) {
			return fmt.Errorf("the command stored in the parts has the flag --%s, which parts cannot have: %s", element.Flag.Name, forged)
		}
	}
	shares := slices.ContainsFunc(parsed.Flags(), func(flag *kong.Flag) bool { return isIn(flag, sharingGroup) })
	planned, _ := part.Plan.Value("command")
	command := strings.TrimSpace(selected(parsed))
	if !shares || command != planned {
		return fmt.Errorf("the parts store the command settle %s, but this command did not create them: %s", command, forged)
	}
	return nil
}

// isOfParts returns an error if the plan of this run differs from the plan in the part files. A
// plan lists the settings that can change the results.
func (e *Env) isOfParts(plan shards.Plan, p *shards.Part) error {
	d := p.Plan.Difference(plan)
	if d == "" {
		return nil
	}
	then := "use the same inputs or rerun the shards"
	if p.Version != e.version {
		then = fmt.Sprintf("the parts were made by settle %s, but this is settle %s; merge with that version or rerun the shards", p.Version, e.version)
	}
	return fmt.Errorf("these inputs differ from the inputs of the parts in %s; %s", d, then)
}

// OfParts returns the value that the part files record for a field of their plan, or "" if the plan
// lacks the field. The second result says whether the command merges part files.
func (e *Env) OfParts(field string) (value string, merging bool) {
	if e.sharing.collected == nil {
		return "", false
	}
	value, _ = e.sharing.collected.First.Plan.Value(field)
	return value, true
}

// check returns an error if a flag requires or excludes another one.
func (s Sharing) check(out string) error {
	switch {
	case s.Shard == "" && s.Part != "":
		return Usagef("--part requires --shard I/N")
	case s.Shard != "" && s.Part == "":
		return Usagef("--shard %s requires --part FILE, the file for its result", s.Shard)
	case s.Shard != "" && out != "":
		return Usagef("--shard and --out cannot be used together; give --out to settle merge")
	}
	return nil
}

// shareOut sets the shard that the command computes and the path of the part file for its results.
// It checks that the file can be written.
func (e *Env) shareOut(s Sharing, share *shards.Share) error {
	shard, from, err := readShard(s.Shard, os.LookupEnv)
	if err != nil {
		return Usagef("--shard: %w", err)
	}
	share.Shard, e.sharing.from = shard, from
	if e.sharing.part, err = partPath(s.Part, share); err != nil {
		return fmt.Errorf("cannot write --part %s: %w; use --part FOLDER/ to create a folder", s.Part, Reason(err))
	}
	if err := e.spareNamed([]File{{Path: e.sharing.part}}); err != nil {
		return err
	}
	if err := share.MayReplace(e.sharing.part); err != nil {
		return fmt.Errorf("--part %s %w; remove it or choose another path, such as parts/", e.sharing.part, Reason(err))
	}
	return noteSharded(from)
}

// partPath returns the path of the part file to write. If path is a folder, the file gets a unique
// name in that folder; if path ends in a separator, partPath creates the folder. It fails if
// nothing can be written there. It also removes temporary files that killed processes left there.
func partPath(path string, share *shards.Share) (string, error) {
	if os.IsPathSeparator(path[len(path)-1]) {
		if err := os.MkdirAll(filepath.Clean(path), 0o777); err != nil {
			return "", err
		}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, share.Name())
	}
	target, err := atomicfile.Resolve(path)
	if err != nil || target.Stream {
		return path, nil // MayReplace reports a broken link
	}
	folder := filepath.Dir(target.Path)
	atomicfile.Sweep(folder)
	return path, atomicfile.Try(folder)
}

// commandOfAll returns the command line that runs all replicates, without the program name.
func (e *Env) commandOfAll() []string {
	return e.words(func(flag *kong.Flag) bool { return !ofPart(flag) }, asTyped)[1:]
}

// printPart writes a part file with the results of the shard, and prints a report about the file.
func (e *Env) printPart() error {
	s := &e.sharing
	share := s.share.Load()
	part, path, note := share.Part(), s.part, ""
	if err := share.MayReplace(path); err != nil { // another shard may have written it in the meantime
		path = filepath.Join(filepath.Dir(path), share.Name())
		note = fmt.Sprintf("The part has another name because %s %v.", s.part, err)
	}
	if err := part.Write(path); err != nil {
		return fmt.Errorf("%s: %w", path, Reason(err))
	}
	return e.Print(partReport(part, s.from, path, note))
}

// partReport returns a report on a part file, which holds the results of one shard of a run.
func partReport(p *shards.Part, from, path, note string) report.Report {
	t := &tables.Table{
		Title:   fmt.Sprintf("Shard %s, written to %s", p.Shard, path),
		Columns: []tables.Column{{Name: "of"}, {Name: "replicates"}, {Name: "in all", Right: true}},
	}
	for _, f := range p.Folds {
		t.Rows = append(t.Rows, []string{f.Name, f.Ranges.String(), fmt.Sprint(f.Replicates)})
	}
	if from != "" {
		t.Notes = append(t.Notes, "The shard was read from "+from+".")
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("When the parts of all %d shards exist, run settle merge PART…", p.Shard.N))
	return report.Report{Tables: []*tables.Table{t}, Document: "settle/part/1", JSON: partDocument{
		Shard: *p.Shard, From: from, Part: path, Plan: p.Plan.Hash(), Folds: p.Folds,
	}}
}

// A partDocument is the JSON report about a part file that the command wrote.
type partDocument struct {
	Shard shards.Shard  `json:"shard"`
	From  string        `json:"shard_from"` // the variables that were read, "" for I/N
	Part  string        `json:"part"`
	Plan  string        `json:"plan"` // hash of the plan
	Folds []shards.Fold `json:"folds"`
}

// EndAs ends the command with the exit code of another command, which has already reported.
func (e *Env) EndAs(code int) error {
	if code == ExitDone {
		return nil
	}
	return &exitError{code}
}

// exitError is an error that sets the exit code and prints nothing on standard error, because a
// report or another command has already printed the reason.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("ended with exit code %d", e.code) }
