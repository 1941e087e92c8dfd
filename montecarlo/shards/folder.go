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

// A Folder stores the sums of runs, so that a later run of the same plan can continue
// from them. It has one subfolder per plan. Each file in the subfolder is a part with
// the sums of one fold (computation over replicates). A file appears completely or not
// at all. It is removed once a longer part contains all of its replicates, but the
// parts of completed runs remain.
//
// Several runs can use a folder at the same time. A run removes only files whose
// replicates are all in a file of its own. It does not fail if files disappear.
type Folder struct{ Path string }

// planFolder returns the path of the subfolder for a plan.
func (f *Folder) planFolder(p Plan) string { return filepath.Join(f.Path, p.Hash()[:16]) }

// planFolderName matches the name of a plan's subfolder.
var planFolderName = regexp.MustCompile(`^[0-9a-f]{16}$`)

// checkpoint returns the parent folder of path, and true, if path has the name of a
// plan's subfolder in a Folder. Otherwise it returns path and false.
func checkpoint(path string) (folder string, kept bool) {
	if planFolderName.MatchString(filepath.Base(path)) {
		return filepath.Dir(path), true
	}
	return path, false
}

// list returns the stored sums of one fold of a plan. Their replicates are all in the
// given range. It also returns the reasons why other files cannot be used. A file is
// not read if its name shows that it has replicates outside the range.
func (f *Folder) list(p Plan, fold string, within Range) (list []storedFold, refused []error, err error) {
	folder := f.planFolder(p)
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
		case errors.Is(err, fs.ErrNotExist): // a longer one has replaced it
		case err != nil:
			refused = append(refused, unusableError(path, err))
		case len(part.Folds) != 1 || nameOf(part.Folds[0]) != entry.Name() || part.Plan.Difference(p) != "":
			refused = append(refused, fmt.Errorf("%s is a part of another run", path))
		default:
			list = append(list, storedFold{storedPart{part, path}, part.Folds[0]})
		}
	}
	return list, refused, nil
}

// unusableError returns an error for a file that cannot be used as a part, with the reason
// err.
func unusableError(path string, err error) error {
	if why := reason.Of(err); why != err {
		return fmt.Errorf("%s: %w", path, why)
	}
	return fmt.Errorf("%s %w", path, err)
}

// whole reports whether a part with one fold contains all replicates that its run
// visits.
func (p *Part) whole() bool {
	var shard Shard
	if p.Shard != nil {
		shard = *p.Shard
	}
	f := p.Folds[0]
	return len(f.Ranges) == 1 && f.Ranges[0] == shard.Of(f.Replicates)
}

// endOfName matches the end of a part's file name, after the name of the fold.
var endOfName = regexp.MustCompile(`^-([0-9]+)-([0-9]+)(-[0-9a-f]+)?` + regexp.QuoteMeta(Extension) + `$`)

// nameRange returns a range that contains all replicates of a part, according to its
// file name. It returns false if the name is not the name of a part of the fold.
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

// nameOf returns the file name, in a folder, of a part that contains only the fold f.
// The name consists of the fold's name, the first replicate, the replicate after the
// last and, if there are gaps, a hash of the ranges.
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

// prepare makes the subfolder of a plan, removes unfinished files of killed runs, and
// checks that the subfolder is writable.
func (f *Folder) prepare(p Plan) error {
	folder := f.planFolder(p)
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
		why = errors.New("it is a link to a folder that does not exist")
	}
	return fmt.Errorf("cannot store sums in %s: %w", f.Path, why)
}

// save writes the file of a part with one fold and returns its path. The file appears
// completely or not at all.
func (f *Folder) save(p *Part, file []byte) (path string, err error) {
	path = filepath.Join(f.planFolder(p.Plan), nameOf(p.Folds[0]))
	if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
		err = atomicfile.Write(path, file)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, reason.Of(err))
	}
	return path, nil
}
