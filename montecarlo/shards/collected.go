package shards

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
)

// Collected holds parts (files of sums) of one plan that together contain all
// replicates of all folds. A fold is a computation over replicates.
type Collected struct {
	First *Part    // one of them, without sums
	Files []string // paths of all part files, including parts that are not needed

	lacking *Incomplete             // nil if no replicate is known to be missing
	held    map[string][]storedFold // by fold
}

// storedPart is a part that was read from a file, without its sums.
type storedPart struct {
	*Part
	path string
}

// storedFold describes the sums of one fold (computation over replicates) that are
// stored in a part.
type storedFold struct {
	storedPart
	Fold
}

// inFolder reports whether the part's file was written by a Folder, according to its name.
func (h storedFold) inFolder() bool {
	return len(h.Folds) == 1 && filepath.Base(h.path) == nameOf(h.Folds[0])
}

// storedFolds returns the sums of one fold (computation over replicates), given by its
// name, that are stored in the given parts.
func storedFolds(parts []storedPart, fold string) (list []storedFold) {
	for _, p := range parts {
		if f := p.fold(fold); f != nil {
			list = append(list, storedFold{p, *f})
		}
	}
	return list
}

// Collect reads the headers of parts (files of sums) and checks that the parts together
// are complete. Its error names the unsuitable files with reasons, and a command that
// helps. If replicates are missing, the error is an *Incomplete, and Collect also
// returns the parts. A caller can then first verify that its inputs match the parts.
//
// replicates is the number of replicates of a run; 0 means the largest number of any
// part. If parts are in a Folder, Collect uses the parts that such a run would continue
// from. Other parts must not contain the same replicates.
func Collect(files []string, replicates int) (*Collected, error) {
	var all []storedPart
	var bad damaged
	for _, file := range files {
		p, err := read(file, false)
		why := damageOf(file, err)
		switch {
		case err == nil:
			all = append(all, storedPart{p, file})
		case why != "":
			bad = append(bad, damagedFile{file, why})
		case errors.Is(err, errNoPart):
			return nil, fmt.Errorf("%s %w; remove it from the list", file, err)
		case errors.Is(err, fs.ErrNotExist) && isLink(file):
			return nil, fmt.Errorf("%s is a link to a file that does not exist; repair or remove it", file)
		default:
			return nil, unusableError(file, err)
		}
	}
	if err := checkSamePlan(all); err != nil {
		return nil, err
	}
	c, err := choose(all, replicates)
	if c != nil {
		c.Files = files
	}
	if len(bad) > 0 {
		return nil, bad.refusal(err, len(all) > 0)
	}
	return c, err
}

func isLink(path string) bool {
	_, err := os.Readlink(path)
	return err == nil
}

// choose returns the parts that a run of the given number of replicates uses. If
// replicates is 0, it assumes the largest number available.
func choose(all []storedPart, replicates int) (*Collected, error) {
	if len(all) == 0 {
		return new(Collected), nil
	}
	there := runLengths(all)
	_, planned := all[0].Plan.Value("replicates")
	_, experiments := all[0].Plan.Value("experiments")
	if planned || experiments { // no other number can be requested
		replicates = 0
	}
	if replicates != 0 && !slices.Contains(there, replicates) {
		return nil, lengthError(all, there, replicates)
	}
	c, err := partsOfLength(all, replicates)
	if c == nil || c.lacking == nil || replicates != 0 {
		return c, err
	}
	for _, fewer := range slices.Backward(there) {
		if fewer < c.lacking.Replicates {
			if less, err := partsOfLength(all, fewer); err == nil && len(less.held) == len(c.held) {
				c.lacking.Whole = fewer
				break
			}
		}
	}
	return c, err
}

// runLengths returns the numbers of replicates of the runs that wrote the parts. Each
// number occurs once, in ascending order.
func runLengths(all []storedPart) (list []int) {
	for _, p := range all {
		for _, f := range p.Folds {
			list = append(list, f.Replicates)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// partsOfLength returns the parts for a run of the given number of replicates. If
// replicates is 0, it uses all shards and the largest number available. If replicates
// of a fold are missing, the error is an *Incomplete.
func partsOfLength(all []storedPart, replicates int) (*Collected, error) {
	c := &Collected{First: all[0].Part, held: map[string][]storedFold{}}
	first := false
	for _, fold := range folds(all) {
		shared, kept := split(storedFolds(all, fold), replicates)
		length := replicates
		if len(shared) > 0 {
			length = shared[0].Replicates
		} else if replicates == 0 {
			length = slices.MaxFunc(kept, byReplicates).Replicates
		}
		held, err := disjointReplicates(shared)
		if err != nil {
			return nil, err
		}
		list := slices.Concat(shared, kept)
		if i := slices.IndexFunc(list, func(h storedFold) bool { return h.Replicates == length }); i >= 0 && !first {
			c.First, first = list[i].Part, true
		}
		kept = slices.DeleteFunc(kept, func(h storedFold) bool { return !h.Ranges.within(Ranges{{0, length}}) })
		for _, h := range cover(kept, held) {
			h.Fold.Replicates = length
			shared, held = append(shared, h), append(held, h.Ranges...)
		}
		if len(shared) == 0 {
			continue
		}
		c.held[fold] = shared
		missing := Range{0, length}.Without(held)
		if len(missing) == 0 || c.lacking != nil {
			continue
		}
		c.lacking = &Incomplete{Replicates: length, Missing: missing, command: c.First.Command, path: all[0].path}
		if c.lacking.Shards, err = holders(shared, missing, length); err != nil {
			return nil, err
		}
	}
	if c.lacking != nil {
		return c, c.lacking
	}
	return c, nil
}

func byReplicates(a, b storedFold) int { return cmp.Compare(a.Replicates, b.Replicates) }

// folds returns the names of all folds (computations over replicates) in the parts. A
// part of a shard contains all folds, and a part in a Folder contains one.
func folds(all []storedPart) (names []string) {
	for _, p := range all {
		for _, f := range p.Folds {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// split separates stored sums by their origin: those of shards (shared), and those
// stored in a Folder (kept). If replicates is not 0, it leaves out shards of runs with
// another number of replicates.
func split(list []storedFold, replicates int) (shared, kept []storedFold) {
	for _, h := range list {
		switch {
		case h.inFolder():
			kept = append(kept, h)
		case replicates == 0 || h.Replicates == replicates:
			shared = append(shared, h)
		}
	}
	return shared, kept
}

// cover chooses stored sums that together contain as many replicates as possible. The
// chosen spans, each from its first to its last replicate, do not overlap. None of the
// chosen sums contains a replicate in excluded.
func cover(list []storedFold, excluded Ranges) (chosen []storedFold) {
	list = slices.DeleteFunc(slices.Clone(list), func(h storedFold) bool { return len(h.Ranges) == 0 || h.Ranges.intersects(excluded) })
	slices.SortStableFunc(list, func(a, b storedFold) int {
		x, y := a.span(), b.span()
		return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From))
	})
	// This is weighted interval scheduling: most[i] is the largest number of replicates in
	// the first i stored folds.
	most := make([]int, len(list)+1)
	before := func(i int) int {
		return sort.Search(len(list), func(k int) bool { return list[k].span().To > list[i].span().From })
	}
	for i, h := range list {
		most[i+1] = max(most[i], most[before(i)]+h.Ranges.Len())
	}
	for i := len(list); i > 0; {
		if most[i] == most[i-1] {
			i--
			continue
		}
		chosen = append(chosen, list[i-1])
		i = before(i - 1)
	}
	slices.Reverse(chosen)
	return chosen
}

// disjointReplicates returns the replicates of all shards. It returns an error if the
// shards belong to different runs or have replicates in common.
func disjointReplicates(shared []storedFold) (held Ranges, err error) {
	sorted := slices.Clone(shared)
	slices.SortStableFunc(sorted, func(a, b storedFold) int { return cmp.Compare(a.span().From, b.span().From) })
	for _, h := range sorted {
		if first := shared[0]; h.Replicates != first.Replicates {
			return nil, fmt.Errorf("%s and %s belong to different runs, with %d and %d replicates; merge the parts of one run",
				first.path, h.path, first.Replicates, h.Replicates)
		}
		held = append(held, h.Ranges...)
	}
	if len(sorted) == 0 {
		return nil, nil
	}
	all := Range{0, sorted[0].Replicates}
	if held.Len()+all.Without(held).Len() == all.Len() {
		return held, nil
	}
	i := 1
	for !slices.ContainsFunc(sorted[:i], func(h storedFold) bool { return h.Ranges.intersects(sorted[i].Ranges) }) {
		i++
	}
	return nil, overlapError(sorted[:i], sorted[i])
}

// checkFold returns an error if the parts do not contain all replicates of a fold
// (computation over replicates). A run that ended during its first fold has stored
// nothing for later folds.
func (c *Collected) checkFold(fold string, replicates int) error {
	held := c.held[fold]
	switch {
	case c.lacking != nil:
		return c.lacking
	case len(held) == 0:
		return &Incomplete{Replicates: replicates, Missing: Ranges{{0, replicates}}, command: c.First.Command, path: c.path()}
	case held[0].Replicates != replicates:
		return fmt.Errorf("%s does not hold sums of %d replicates of %s; it is a part of another run", held[0].path, replicates, fold)
	}
	return nil
}

// path returns the path of one of the parts, for messages.
func (c *Collected) path() string {
	for _, held := range c.held {
		return held[0].path
	}
	return ""
}

// eachPart calls use(part, sums) for every part of a fold. The order of parts depends
// on hashes in them. A check that ends early has therefore checked a random choice of
// parts.
func (c *Collected) eachPart(fold string, use func(*Part, *Fold) error) error {
	sample := func(h storedFold) string {
		if len(h.Samples) == 0 {
			return ""
		}
		return h.Samples[0].SHA256
	}
	list := slices.Clone(c.held[fold])
	slices.SortStableFunc(list, func(a, b storedFold) int { return cmp.Compare(sample(a), sample(b)) })
	for _, h := range list {
		p, err := read(h.path, true)
		if err != nil {
			return unusableError(h.path, err)
		}
		f := p.fold(fold)
		if f == nil || len(f.Ranges) == 0 {
			continue
		}
		if err := use(p, f); err != nil {
			return fmt.Errorf("%s: %w", h.path, err)
		}
	}
	return nil
}
