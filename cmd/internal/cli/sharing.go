package cli

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/alecthomas/kong"

	"settle/internal/atomicfile"
	"settle/report"
	"settle/shards"
	"settle/tables"
)

// Sharing is the flags of the commands whose replicates can be shared out among machines,
// or kept for a later run. A command embeds it and calls Env.Share.
type Sharing struct {
	Shard      string `placeholder:"I/N|env" group:"sharing" help:"Visit the I-th of N shares of the replicates, from 1, and write what came of them to --part. env: I and N are those that a cluster or a CI system tells in the environment; env/N where it tells no N."`
	Part       string `placeholder:"FILE" predictor:"newfile" group:"sharing" help:"With --shard: the part to write, in place of a report; in a folder, under a name of its own. settle merge puts the parts together."`
	Checkpoint string `placeholder:"DIR" predictor:"folder" group:"sharing" help:"Folder to keep what was found in: the same command goes on from there after an interruption, and so does one with more --replicates. It is left for that; remove it once done."`
}

// sharingGroup is the group of the flags of Sharing.
const sharingGroup = "sharing"

// streams is the version of what replicates of a seed are. It changes when a release
// draws other replicates of the same seed, or scores them otherwise.
const streams = "1"

// sharing is what a command that runs has to do with shares.
type sharing struct {
	share     atomic.Pointer[shards.Share]
	from      string // what --shard env was read from, "" for I/N
	part      string // where to write it
	collected *shards.Collected
}

// Told is something of the plan that a command tells by what it comes to, in place of the
// flags that lead to it: those whose tag plan names it.
type Told struct{ Name, Value string }

// Share is which replicates of its folds the command is to visit, and where to keep their
// sums; nil for all of them, and nowhere. The plan is what was told, and of the values of
// all other flags those that can change a number: all but those that are common to all
// commands or about figures, those tagged plan:"-", and --replicates. Of a file that a flag
// names it holds what is in it. Call it when the input is known to be good, and before the
// long work: it tries where the part is to go.
func (e *Env) Share(s Sharing, told ...Told) (*shards.Share, error) {
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
	share := &shards.Share{Plan: e.plan(told), Command: e.commandOfAll(), Version: e.maker, Collected: collected}
	if err := share.Check(); err != nil {
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

// ofShared refuses a command line that parts bring, and settle merge is to run, unless it is
// one that leaves parts of such a plan behind: whatever else a file asks for is not run.
func ofShared(parsed *kong.Context, plan shards.Plan) error {
	shares := slices.ContainsFunc(parsed.Flags(), func(flag *kong.Flag) bool { return isIn(flag, sharingGroup) })
	planned, _ := plan.Value("command")
	if command := strings.TrimSpace(selected(parsed)); !shares || planned != command {
		return fmt.Errorf("the parts ask for settle %s, which did not make them: they are forged, or of another program", command)
	}
	return nil
}

// isOfParts refuses a plan that is not that of parts.
func (e *Env) isOfParts(plan shards.Plan, p *shards.Part) error {
	d := p.Plan.Difference(plan)
	if d == "" {
		return nil
	}
	then := "give what they were made of, or run the shards again"
	if p.Version != e.maker {
		then = fmt.Sprintf("they were made by settle %s, and this is %s: merge them with that one, or run the shards again", p.Version, e.maker)
	}
	return fmt.Errorf("what is found here is not what the parts were made of: it differs in %s, which changes what they sum up: %s", d, then)
}

// OfParts is a field of the plan of the parts that the command is to show; merging tells
// whether there are such, and the value is "" where the plan has no such field.
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

// Refuse says why a command cannot share out what is asked of it, if that is asked.
func (s Sharing) Refuse(why string) error {
	if s == (Sharing{}) {
		return nil
	}
	return Usagef("--shard and --checkpoint share out replicates: %s", why)
}

// shareOut notes which shard the command finds, and where its part is to go.
func (e *Env) shareOut(s Sharing, share *shards.Share) error {
	shard, from, err := readShard(s.Shard, os.LookupEnv)
	if err != nil {
		return Usagef("--shard: %w", err)
	}
	share.Shard, e.sharing.from = shard, from
	if e.sharing.part, err = partPath(s.Part, share.Plan, shard); err != nil {
		return fmt.Errorf("--part %s: %w", s.Part, noPlace(s.Part, err))
	}
	if err := e.spareNamed([]File{{Path: e.sharing.part}}); err != nil {
		return err
	}
	if err := share.MayReplace(e.sharing.part); err != nil {
		return fmt.Errorf("--part %s %w: remove it, or choose another file, or a folder, as in --part parts/", e.sharing.part, Reason(err))
	}
	return noteSharded(from)
}

// partPath is where a part is to go: into a folder under a name of its own, which a name
// that ends in a separator makes. It fails if nothing can be written there, and removes
// what killed processes left there.
func partPath(path string, plan shards.Plan, shard shards.Shard) (string, error) {
	if os.IsPathSeparator(path[len(path)-1]) {
		if err := os.MkdirAll(path, 0o777); err != nil {
			return "", err
		}
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, partName(plan, shard))
	}
	folder := filepath.Dir(path)
	atomicfile.Sweep(folder)
	return path, atomicfile.Try(folder)
}

// noPlace says why a part cannot be written, and what to do.
func noPlace(path string, err error) error {
	folder := filepath.Clean(filepath.Dir(path)) // which, of a path that ends in a separator, is that
	info, there := os.Stat(folder)
	switch {
	case errors.Is(there, fs.ErrNotExist) && !os.IsPathSeparator(path[len(path)-1]):
		return fmt.Errorf("there is no folder %s: make it, or say --part %s, which does", folder, ShellWord(folder+string(filepath.Separator)))
	case there == nil && !info.IsDir():
		return fmt.Errorf("%s is a file, and no folder: choose another place", folder)
	}
	return fmt.Errorf("nothing can be written there: %w", Reason(err))
}

// partName is the name that a part gets by itself.
func partName(plan shards.Plan, shard shards.Shard) string {
	return fmt.Sprintf("%s-%s-%d-of-%d%s",
		strings.ReplaceAll(plan[0].Value, " ", "-"), plan.Hash()[:8], shard.I, shard.N, shards.Extension)
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
		plan.Set(t.Name, brief(t.Value))
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

// brief is the digest of a text that is too long to be in every part, as the order of
// thousands of models is.
func brief(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
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
		names[i] = contentOf(name)
	}
	return strings.Join(names, ",")
}

// contentOf is a text with the digests of the files that it names in their places, also
// those that are words of a program.
func contentOf(text string) string {
	return withFiles(withPrograms(text, resolve), func(path string) string {
		if sum := digestOf(path); sum != "" {
			return "sha256:" + sum
		}
		return path
	})
}

// resolve puts the path of a program that is looked for in the PATH in place of its name,
// where no word of the command is a file. Where one is, that is the estimator, and the
// program what interprets it, which may be another build on each machine.
func resolve(words []string) {
	alone := true
	inWords(words, isFile, func(path string) string { alone = false; return path })
	if path, err := exec.LookPath(words[0]); alone && err == nil {
		words[0] = path
	}
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
	s := &e.sharing
	share := s.share.Load()
	part, path, note := share.Part(), s.part, ""
	if err := share.MayReplace(path); err != nil { // another shard may have come first
		path = filepath.Join(filepath.Dir(path), partName(part.Plan, *part.Shard))
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
	if from != "" {
		t.Notes = append(t.Notes, "Which shard it is was read from "+from+".")
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	for _, f := range p.Folds {
		t.Rows = append(t.Rows, []string{f.Name, f.Ranges.String(), fmt.Sprint(f.Replicates)})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("With a part of each of the %d shards: settle merge PART…", p.Shard.N))
	return report.Report{Tables: []*tables.Table{t}, JSON: partDocument{
		Shard: *p.Shard, From: from, Part: path, Plan: p.Plan.Hash(), Folds: p.Folds,
	}}
}

// saving tells whether the command is saving what it has found.
func (s *sharing) saving() bool {
	share := s.share.Load()
	return share != nil && share.Saving()
}

// kept is how many replicates a run before this one has visited, as far as is known.
func (s *sharing) kept() int {
	if share := s.share.Load(); share != nil {
		return share.Kept()
	}
	return 0
}

// keeping is an error that ends a command, and what --checkpoint keeps for its next run.
type keeping struct {
	error
	unsaved error // why it could not keep more, if it could not
	what    string
}

// Error says what is kept, too, and why no more is.
func (k *keeping) Error() string {
	if k.unsaved == nil || errors.Is(k.error, k.unsaved) {
		return fmt.Sprintf("%v; %s", k.error, k.what)
	}
	return fmt.Sprintf("%v; %v; %s", k.error, k.unsaved, k.what)
}

// Unwrap returns the error alone.
func (k *keeping) Unwrap() error { return k.error }

// withKept adds to an error what --checkpoint keeps, if it keeps anything or was to.
func (e *Env) withKept(err error) error {
	share := e.sharing.share.Load()
	var usage *UsageError
	var other *ended
	switch {
	case share == nil || share.Folder == nil || errors.As(err, &usage), errors.As(err, &other),
		errors.Is(err, errReaderGone), errors.Is(err, errNo):
		return err
	}
	what, unsaved := keptIn(share), share.Unsaved()
	switch {
	case what == "" && unsaved == nil:
		return err
	case what == "":
		what = "nothing is kept in " + share.Folder.Path
	}
	return &keeping{err, unsaved, what}
}

// keptIn says how much of a share is kept, and how to go on, "" if nothing is.
func keptIn(share *shards.Share) string {
	held := share.Held()
	if !slices.ContainsFunc(held, func(h shards.Held) bool { return h.Kept > 0 }) {
		return ""
	}
	texts := make([]string, len(held))
	noun := cmp.Or(share.Noun, "replicate") + "s"
	for i, h := range held {
		texts[i] = fmt.Sprintf("%d of %d", h.Kept, h.Of)
		if i == 0 {
			texts[i] += " " + noun
		}
		if len(held) > 1 {
			texts[i] += " (" + h.Fold + ")"
		}
	}
	what := strings.Join(texts, " and ")
	if !share.Shard.All() {
		what += " of shard " + share.Shard.String()
	}
	return fmt.Sprintf("%s are kept in %s: the same command goes on from there", what, share.Folder.Path)
}

// sayRefused says which files of --checkpoint could not be used.
func (e *Env) sayRefused(share *shards.Share) {
	refused := share.Refused()
	if len(refused) == 0 {
		return
	}
	what := oneLine(refused[0])
	if n := len(refused) - 1; n > 0 {
		what += fmt.Sprintf(" (and %s more likewise)", tables.Count(n, "file"))
	}
	fmt.Fprintf(e.Stderr, "%s: %s: not used, and its replicates visited again\n", e.program, what)
}

// sayMakers says that other versions of the program found some of the sums.
func (e *Env) sayMakers(share *shards.Share) {
	if makers := share.Makers(); len(makers) > 0 {
		fmt.Fprintf(e.Stderr, "%s: sums of settle %s are used, and this is settle %s: if these score otherwise, run all of it by one\n",
			e.program, strings.Join(makers, " and "), e.maker)
	}
}

// partDocument is what JSON says of a part that was written.
type partDocument struct {
	Shard shards.Shard  `json:"shard"`
	From  string        `json:"shard_from"` // the variables that were read, "" for I/N
	Part  string        `json:"part"`
	Plan  string        `json:"plan"` // its hash
	Folds []shards.Fold `json:"folds"`
}

// isPart tells whether an error says that a command found a part of the whole.
func isPart(err error) bool { return errors.Is(err, shards.ErrPart) }

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
