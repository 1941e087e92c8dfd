package shards

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Folder keeps what runs have found so far, for a run of the same plan to go on from: a
// folder for each plan, with a part for each range of replicates. A part appears whole or
// not at all. Runs that use a folder at the same time do each other no harm: each reads
// what was there when it began, and takes away only what it wrote itself.
type Folder struct{ Path string }

// of is the folder of a plan.
func (f *Folder) of(p Plan) string { return filepath.Join(f.Path, p.Hash()[:16]) }

// find are parts of a fold within a range that have nothing in common, the longest first.
func (f *Folder) find(p Plan, fold string, within Range) ([]keptRange, error) {
	entries, err := os.ReadDir(f.of(p))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var found []keptRange
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), fold+"-") || !strings.HasSuffix(entry.Name(), Extension) {
			continue
		}
		path := filepath.Join(f.of(p), entry.Name())
		part, err := readHeader(path)
		if err != nil || len(part.Folds) != 1 || len(part.Folds[0].Ranges) != 1 ||
			part.Folds[0].Name != fold || part.Plan.Difference(p) != "" {
			continue // gone, damaged or misnamed: its replicates are visited again
		}
		if r := part.Folds[0].Ranges[0]; r.within(within) {
			found = append(found, keptRange{r, path})
		}
	}
	slices.SortFunc(found, func(a, b keptRange) int {
		return cmp.Or(cmp.Compare(b.Len(), a.Len()), cmp.Compare(a.From, b.From))
	})
	var apart []keptRange
	for _, k := range found {
		if !slices.ContainsFunc(apart, func(other keptRange) bool { return k.meets(other.Range) }) {
			apart = append(apart, k)
		}
	}
	return apart, nil
}

// save writes a part of one fold and one range, and returns its path.
func (f *Folder) save(p *Part) (path string, err error) {
	folder, r := f.of(p.Plan), p.Folds[0].Ranges[0]
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", err
	}
	path = filepath.Join(folder, fmt.Sprintf("%s-%d-%d%s", p.Folds[0].Name, r.From, r.To, Extension))
	return path, writeWhole(path, p)
}

// writeWhole writes a file that appears whole or not at all, also if the machine stops.
func writeWhole(path string, p *Part) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".settle-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(file.Name())
		}
	}()
	if _, err = p.WriteTo(file); err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// remove takes a part away that a longer one has replaced. That it stays does no harm.
func (f *Folder) remove(path string) { _ = os.Remove(path) }
