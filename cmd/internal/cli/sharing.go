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

// Sharing holds the flags of commands whose replicates can be shared out among machines, or
// kept for a later run. A command embeds it and calls Env.Share.
type Sharing struct {
	Shard      string `placeholder:"I/N|env" group:"sharing" help:"Visit the I-th of N shares of the replicates, from 1, and write what came of them to --part. env: I and N are those that a cluster or a CI system tells in the environment; env/N where it tells no N."`
	Part       string `placeholder:"FILE" predictor:"newfile" group:"sharing" help:"With --shard: the part to write, in place of a report; in a folder, under a name of its own. settle merge puts the parts together."`
	Checkpoint string `placeholder:"DIR" predictor:"folder" group:"sharing" help:"Folder to keep what was found in: the same command goes on from there after an interruption, and so does one with more --replicates. It is left for that; remove it once done."`
}

// sharing holds the share of a command that runs.
type sharing struct {
	share     atomic.Pointer[shards.Share]
	from      string // what --shard env was read from, "" for I/N
	part      string // where to write it
	collected *shards.Collected
}

// Share returns which replicates of its folds the command is to visit, and where to keep their
// sums; nil for all of them, and nowhere. The plan is the command line, with the contents of
// its files and more fields of the command's own. Call it when the input is known to be good,
// and before the long work: it tries where the part is to go, and opens the folder of --out.
func (e *Env) Share(s Sharing, more ...shards.Field) (*shards.Share, error) {
	if _, err := e.Output(); err != nil {
		return nil, err
	}
	collected := e.sharing.collected
	if collected == nil && s == (Sharing{}) {
		return nil, nil
	}
	if collected != nil && s != (Sharing{}) {
		return nil, Usagef("--shard, --part and --checkpoint are for runs that draw replicates, and merge draws none: leave them out")
	}
	if err := s.check(e.Out); err != nil {
		return nil, err
	}
	share := &shards.Share{
		Plan: e.plan(more), Command: e.commandOfAll(), Version: e.version, Programs: namesPrograms(e.parsed), Collected: collected,
	}
	if err := cmp.Or(e.Context.Err(), share.Check()); err != nil { // some contents may not be known
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

// Replicates returns the options of a run of so many replicates, which shows its progress;
// see Share.
func (e *Env) Replicates(title string, n int, s Sharing, more ...shards.Field) (o montecarlo.Options, err error) {
	share, err := e.Share(s, more...)
	if err != nil {
		return o, err
	}
	return montecarlo.Options{
		Replicates: n, Workers: e.Workers, Progress: e.Progress(title, share.Count(n)), Share: share,
	}, nil
}

// checkShared refuses the command line of a part, which settle merge is to run, unless that
// command makes parts of such a plan and has only flags that a part's command can hold:
// merge runs nothing else, whatever a file asks for.
func (p *parser) checkShared(part *shards.Part) error {
	const forged = "they are forged, or of another program"
	parsed, err := p.Parse(part.Command)
	switch {
	case p.answered:
		return errors.New("the parts ask for help or the version, which no part does: " + forged)
	case err != nil:
		return nil // the caller parses it, too, and says why
	}
	for _, element := range parsed.Path {
		if element.Flag != nil && !ofPart(element.Flag) {
			return fmt.Errorf("the parts ask for --%s, which no part does: %s", element.Flag.Name, forged)
		}
	}
	shares := slices.ContainsFunc(parsed.Flags(), func(flag *kong.Flag) bool { return isIn(flag, sharingGroup) })
	planned, _ := part.Plan.Value("command")
	command := strings.TrimSpace(selected(parsed))
	if !shares || command != planned {
		return fmt.Errorf("the parts ask for settle %s, which did not make them: %s", command, forged)
	}
	return nil
}

// isOfParts refuses a plan that is not that of parts.
func (e *Env) isOfParts(plan shards.Plan, p *shards.Part) error {
	d := p.Plan.Difference(plan)
	if d == "" {
		return nil
	}
	then := "give those, or run the shards again"
	if p.Version != e.version {
		then = fmt.Sprintf("they were made by settle %s, and this is %s: merge them with that one, or run the shards again", p.Version, e.version)
	}
	return fmt.Errorf("these are not the inputs of the parts: they differ in %s: %s", d, then)
}

// OfParts returns a field of the plan of the parts that the command is to show, "" if the plan
// has no such field. It returns false if there are no parts.
func (e *Env) OfParts(field string) (value string, merging bool) {
	if e.sharing.collected == nil {
		return "", false
	}
	value, _ = e.sharing.collected.First.Plan.Value(field)
	return value, true
}

// check refuses flags that mean nothing together.
func (s Sharing) check(out string) error {
	switch {
	case s.Shard == "" && s.Part != "":
		return Usagef("--part is what --shard I/N finds: say which")
	case s.Shard != "" && s.Part == "":
		return Usagef("--shard %s finds a part of the whole: say with --part FILE where to write it", s.Shard)
	case s.Shard != "" && out != "":
		return Usagef("--out is for figures of the whole, and --shard finds a part: say --out to settle merge")
	}
	return nil
}

// shareOut notes which shard the command finds, and where its part is to go.
func (e *Env) shareOut(s Sharing, share *shards.Share) error {
	shard, from, err := readShard(s.Shard, os.LookupEnv)
	if err != nil {
		return Usagef("--shard: %w", err)
	}
	share.Shard, e.sharing.from = shard, from
	if e.sharing.part, err = partPath(s.Part, share); err != nil {
		return fmt.Errorf("--part %s: nothing can be written there: %w; --part FOLDER/ makes a folder", s.Part, Reason(err))
	}
	if err := e.spareNamed([]File{{Path: e.sharing.part}}); err != nil {
		return err
	}
	if err := share.MayReplace(e.sharing.part); err != nil {
		return fmt.Errorf("--part %s %w: remove it, or choose another place, such as parts/", e.sharing.part, Reason(err))
	}
	return noteSharded(from)
}

// partPath returns where a part is to go: into a folder under a name of its own, which a name
// that ends in a separator makes. It fails if nothing can be written there, and removes
// what killed processes left there.
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
		return path, nil // what is wrong with a link MayReplace says
	}
	folder := filepath.Dir(target.Path)
	atomicfile.Sweep(folder)
	return path, atomicfile.Try(folder)
}

// commandOfAll returns the words that ask for all replicates of the command.
func (e *Env) commandOfAll() []string {
	return e.words(func(flag *kong.Flag) bool { return !ofPart(flag) }, asTyped)[1:]
}

// printPart ends a command whose replicates are a shard: it writes the part, and says so.
func (e *Env) printPart() error {
	s := &e.sharing
	share := s.share.Load()
	part, path, note := share.Part(), s.part, ""
	if err := share.MayReplace(path); err != nil { // another shard may have come first
		path = filepath.Join(filepath.Dir(path), share.Name())
		note = fmt.Sprintf("It has a name of its own, for %s %v.", s.part, err)
	}
	if err := part.Write(path); err != nil {
		return fmt.Errorf("%s: %w", path, Reason(err))
	}
	return e.Print(partReport(part, s.from, path, note))
}

// partReport says what a part holds.
func partReport(p *shards.Part, from, path, note string) report.Report {
	t := &tables.Table{
		Title:   fmt.Sprintf("Shard %s, written to %s", p.Shard, path),
		Columns: []tables.Column{{Name: "of"}, {Name: "replicates"}, {Name: "in all", Right: true}},
	}
	for _, f := range p.Folds {
		t.Rows = append(t.Rows, []string{f.Name, f.Ranges.String(), fmt.Sprint(f.Replicates)})
	}
	if from != "" {
		t.Notes = append(t.Notes, "Which shard it is was read from "+from+".")
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	t.Notes = append(t.Notes, fmt.Sprintf("With a part of each of the %d shards: settle merge PART…", p.Shard.N))
	return report.Report{Tables: []*tables.Table{t}, Document: "settle/part/1", JSON: partDocument{
		Shard: *p.Shard, From: from, Part: path, Plan: p.Plan.Hash(), Folds: p.Folds,
	}}
}

// A partDocument says in JSON which part was written.
type partDocument struct {
	Shard shards.Shard  `json:"shard"`
	From  string        `json:"shard_from"` // the variables that were read, "" for I/N
	Part  string        `json:"part"`
	Plan  string        `json:"plan"` // its hash
	Folds []shards.Fold `json:"folds"`
}

// EndAs ends a command as another ended, which said all that there is to say.
func (e *Env) EndAs(code int) error {
	if code == ExitDone {
		return nil
	}
	return &ended{code}
}

// ended ends a command with an exit code that needs no line on standard error: its report
// answers, or it ran another command that has said why.
type ended struct{ code int }

func (e *ended) Error() string { return fmt.Sprintf("ended with exit code %d", e.code) }
