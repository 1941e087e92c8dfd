package shards

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"settle/internal/atomicfile"
	"settle/internal/reason"
)

// Folder keeps what runs have found so far, for a run of the same plan to go on from: a
// folder for each plan, with a part for each fold. A part appears whole or not at all, and
// is taken away once a longer one holds all that is in it; those of runs that came to their
// end stay.
//
// Runs that use a folder at the same time do each other no harm: none takes away what is
// not in a part of its own, and each copes with parts that go.
type Folder struct{ Path string }

// of is the folder of a plan.
func (f *Folder) of(p Plan) string { return filepath.Join(f.Path, p.Hash()[:16]) }

// kept is a part in a folder.
type kept struct {
	path string
	Ranges
	whole bool // all that a run was to find
}

// list are the parts of a fold within a range, the longest first, and what keeps others
// from being used. Parts that are elsewhere by their names are not read.
func (f *Folder) list(p Plan, fold string, within Range) (parts []kept, refused []error, err error) {
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
			parts = append(parts, kept{path, part.Folds[0].Ranges, part.whole()})
		}
	}
	slices.SortStableFunc(parts, func(a, b kept) int { return cmp.Compare(b.Len(), a.Len()) })
	return parts, refused, nil
}

// unread says why a file is no part that can be used.
func unread(path string, err error) error {
	if why := reason.Of(err); why != err {
		return fmt.Errorf("%s: %w", path, why)
	}
	return fmt.Errorf("%s %w", path, err)
}

// whole tells whether a part of one fold holds all that its run was to find.
func (p *Part) whole() bool {
	var shard Shard
	if p.Shard != nil {
		shard = *p.Shard
	}
	f := p.Folds[0]
	return len(f.Ranges) == 1 && f.Ranges[0] == shard.Of(f.Replicates)
}

// endOfName is what follows the name of the fold in the name of a part.
var endOfName = regexp.MustCompile(`^-([0-9]+)-([0-9]+)(-[0-9a-f]+)?` + regexp.QuoteMeta(Extension) + `$`)

// nameRange is where all replicates of a part are by its name, if it has the name of a part
// of the fold.
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

// nameOf is the name of a part in a folder: the fold, the first replicate, the one behind
// the last and, if there are gaps between, something that tells them from other gaps.
func nameOf(f Fold) string {
	if len(f.Ranges) == 0 {
		return ""
	}
	name := fmt.Sprintf("%s-%d-%d", f.Name, f.Ranges[0].From, f.Ranges[len(f.Ranges)-1].To)
	if len(f.Ranges) > 1 {
		name += fmt.Sprintf("-%x", sha256.Sum256([]byte(fmt.Sprint(f.Ranges))))[:9]
	}
	return name + Extension
}

// prepare makes the folder of a plan, removes what runs that were killed left behind
// half-written, and sees whether it can be written to.
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
	if _, there := os.Stat(f.Path); isLink(f.Path) && errors.Is(there, fs.ErrNotExist) {
		return fmt.Errorf("%s: nothing can be kept there: it is a link to a folder that is not there", f.Path)
	}
	return fmt.Errorf("%s: nothing can be kept there: %w", f.Path, reason.Of(err))
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

// remove takes a part away. That it stays does no harm.
func (f *Folder) remove(path string) { _ = os.Remove(path) }
