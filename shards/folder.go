package shards

import (
	"cmp"
	"crypto/rand"
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

	"settle/internal/filelock"
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
		part, err := readHeader(path)
		switch {
		case errors.Is(err, fs.ErrNotExist): // a longer one has taken its place
		case err != nil:
			refused = append(refused, fmt.Errorf("%s %w", path, reason.Of(err)))
		case len(part.Folds) != 1 || nameOf(part.Folds[0]) != entry.Name() || part.Plan.Difference(p) != "":
			refused = append(refused, fmt.Errorf("%s is a part of another run", path))
		default:
			parts = append(parts, kept{path, part.Folds[0].Ranges, part.whole()})
		}
	}
	slices.SortStableFunc(parts, func(a, b kept) int { return cmp.Compare(b.Len(), a.Len()) })
	return parts, refused, nil
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

// prepare makes the folder of a plan, sees whether it can be written to, and removes what
// runs that were killed left behind half-written.
func (f *Folder) prepare(p Plan) error {
	folder := f.of(p)
	err := despiteSweeps(folder, func() error {
		sweep(folder)
		b, err := writeBeside(folder, nil)
		if err == nil {
			b.discard()
		}
		return err
	})
	if err != nil {
		return f.unusable(err)
	}
	return nil
}

// despiteSweeps makes a file in a folder, which is made if need be. Others who sweep the
// folder may come between the making of a file and its lock: then it is made again.
func despiteSweeps(folder string, makeFile func() error) (err error) {
	const tries = 50
	for range tries {
		if err = os.MkdirAll(folder, 0o777); err == nil {
			err = makeFile()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return err
}

func (f *Folder) unusable(err error) error {
	return fmt.Errorf("%s: nothing can be kept there: %w", f.Path, reason.Of(err))
}

// save lets the file of a part of one fold appear, and returns its path.
func (f *Folder) save(p *Part, file []byte) (path string, err error) {
	folder := f.of(p.Plan)
	path = filepath.Join(folder, nameOf(p.Folds[0]))
	err = despiteSweeps(folder, func() error {
		b, err := writeBeside(folder, file)
		if err == nil {
			err = b.appear(path)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, reason.Of(err))
	}
	return path, nil
}

// remove takes a part away. That it stays does no harm.
func (f *Folder) remove(path string) { _ = os.Remove(path) }

// beside is a file beside the one that it is to become.
type beside struct {
	path string
	hold *os.File // the lock that says that its process lives, or nil
}

// The names of files beside others begin and end thus.
const (
	besidePrefix = ".settle-"
	besideSuffix = ".tmp"
)

// writeBeside writes a file, and brings it to the disk.
func writeBeside(folder string, content []byte) (b *beside, err error) {
	path := filepath.Join(folder, besidePrefix+rand.Text()+besideSuffix)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	b = &beside{path: path}
	b.hold, _, err = filelock.Try(path)
	if err == nil {
		_, err = file.Write(content)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		b.discard()
		return nil, err
	}
	return b, nil
}

// appear gives the file its name, also if the machine stops.
func (b *beside) appear(path string) error {
	if err := os.Rename(b.path, path); err != nil {
		b.discard()
		return err
	}
	filelock.Close(b.hold)
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		_ = dir.Sync() // as far as the file system knows how
		_ = dir.Close()
	}
	return nil
}

func (b *beside) discard() {
	_ = os.Remove(b.path)
	filelock.Close(b.hold)
}

// sweep removes the files that processes left half-written. Those of living ones are
// locked. What cannot be removed stays: it harms nobody.
func sweep(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if name := entry.Name(); !strings.HasPrefix(name, besidePrefix) || !strings.HasSuffix(name, besideSuffix) {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		if hold, state, err := filelock.Try(path); err == nil && state == filelock.Locked {
			_ = os.Remove(path)
			filelock.Close(hold)
		}
	}
}
