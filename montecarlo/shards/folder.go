package shards

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"settle/internal/atomicfile"
	"settle/internal/reason"
)

// A Folder keeps what runs have found so far, so that a run of the same plan can go on from
// it: a folder for each plan, with parts of one fold each. A part appears whole or not at
// all, and is removed once a longer one holds all that is in it. The parts of runs that ended
// stay.
//
// Runs can use a folder at the same time: none removes what is not in a part of its own, and
// each copes with parts that disappear.
type Folder struct{ Path string }

// of returns the folder of a plan.
func (f *Folder) of(p Plan) string { return filepath.Join(f.Path, p.Hash()[:16]) }

// ofPlan matches the name of the folder of a plan.
var ofPlan = regexp.MustCompile(`^[0-9a-f]{16}$`)

// checkpoint returns the path of the Folder if a path is the folder of a plan in it, and the
// path itself otherwise.
func checkpoint(path string) (folder string, kept bool) {
	if ofPlan.MatchString(filepath.Base(path)) {
		return filepath.Dir(path), true
	}
	return path, false
}

// list returns the holdings of a fold within a range, and why others cannot be used. It does
// not read parts that are elsewhere by their names.
func (f *Folder) list(p Plan, fold string, within Range) (list []holding, refused []error, err error) {
	folder := f.of(p)
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, f.unusable(err)
	}
	for _, entry := range entries {
		if named, found := nameRange(fold, entry.Name()); !found || !named.within(within) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		part, err := read(path, false)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a longer one has taken its place
		case err != nil:
			refused = append(refused, unread(path, err))
		case len(part.Folds) != 1 || nameOf(part.Folds[0]) != entry.Name() || part.Plan.Difference(p) != "":
			refused = append(refused, fmt.Errorf("%s is a part of another run", path))
		default:
			list = append(list, holding{stored{part, path}, part.Folds[0]})
		}
	}
	return list, refused, nil
}

// unread says why a file is no part that can be used.
func unread(path string, err error) error {
	if why := reason.Of(err); why != err {
		return fmt.Errorf("%s: %w", path, why)
	}
	return fmt.Errorf("%s %w", path, err)
}

// whole reports whether a part of one fold holds all that its run had to find.
func (p *Part) whole() bool {
	var shard Shard
	if p.Shard != nil {
		shard = *p.Shard
	}
	f := p.Folds[0]
	return len(f.Ranges) == 1 && f.Ranges[0] == shard.Of(f.Replicates)
}

// endOfName matches what follows the fold in the name of a part.
var endOfName = regexp.MustCompile(`^-([0-9]+)-([0-9]+)(-[0-9a-f]+)?` + regexp.QuoteMeta(Extension) + `$`)

// nameRange returns the range that holds all replicates of a part of a fold, by its name.
func nameRange(fold, name string) (r Range, found bool) {
	end, _ := strings.CutPrefix(name, fold)
	match := endOfName.FindStringSubmatch(end)
	if match == nil {
		return Range{}, false
	}
	from, err1 := strconv.Atoi(match[1])
	to, err2 := strconv.Atoi(match[2])
	return Range{from, to}, err1 == nil && err2 == nil
}

// nameOf returns the name of a part in a folder: the fold, the first replicate, the one after
// the last and, if there are gaps between, a hash that tells them from other gaps.
func nameOf(f Fold) string {
	if len(f.Ranges) == 0 {
		return ""
	}
	name := fmt.Sprintf("%s-%d-%d", f.Name, f.span().From, f.span().To)
	if len(f.Ranges) > 1 {
		name += fmt.Sprintf("-%x", sha256.Sum256([]byte(fmt.Sprint(f.Ranges))))[:9]
	}
	return name + Extension
}

// prepare makes the folder of a plan, removes what killed runs left half-written, and tries
// whether it can be written to.
func (f *Folder) prepare(p Plan) error {
	folder := f.of(p)
	err := os.MkdirAll(folder, 0o777)
	if err == nil {
		atomicfile.Sweep(folder)
		err = atomicfile.Try(folder)
	}
	if err != nil {
		return f.unusable(err)
	}
	return nil
}

func (f *Folder) unusable(err error) error {
	why := reason.Of(err)
	if _, there := os.Stat(f.Path); isLink(f.Path) && errors.Is(there, fs.ErrNotExist) {
		why = errors.New("it is a link to a folder that is not there")
	}
	return fmt.Errorf("%s: nothing can be kept there: %w", f.Path, why)
}

// save lets the file of a part of one fold appear, and returns its path.
func (f *Folder) save(p *Part, file []byte) (path string, err error) {
	path = filepath.Join(f.of(p.Plan), nameOf(p.Folds[0]))
	if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
		err = atomicfile.Write(path, file)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, reason.Of(err))
	}
	return path, nil
}
