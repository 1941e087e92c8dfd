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

// Collected holds parts of one plan that together hold all replicates of all its folds.
type Collected struct {
	First *Part // one of them, without sums

	lacking *Incomplete          // nil if no replicate is known to be missing
	held    map[string][]holding // by fold
}

// A stored part is one in a file, without its sums.
type stored struct {
	*Part
	path string
}

// A holding is what a stored part holds of one fold.
type holding struct {
	stored
	Fold
}

// kept reports whether a Folder keeps the part, by its name.
func (h holding) kept() bool { return len(h.Folds) == 1 && filepath.Base(h.path) == nameOf(h.Folds[0]) }

// holdings returns what stored parts hold of a fold.
func holdings(parts []stored, fold string) (list []holding) {
	for _, p := range parts {
		if f := p.fold(fold); f != nil {
			list = append(list, holding{p, *f})
		}
	}
	return list
}

// Collect reads what parts say of themselves, and checks that they make a whole. The error
// says which files are wrong, why, and which command mends that. If it is an *Incomplete, the
// parts are returned all the same: a command that is run with them ends with that error once
// it has found that its inputs are those of the parts.
//
// Of the parts that a Folder keeps it takes those that a run of so many replicates would go
// on from, 0 for as many as the longest of them has. No two other parts can hold the same
// replicates.
func Collect(files []string, replicates int) (*Collected, error) {
	var all []stored
	var bad damaged
	for _, file := range files {
		p, err := read(file, false)
		why := damageOf(file, err)
		switch {
		case err == nil:
			all = append(all, stored{p, file})
		case why != "":
			bad = append(bad, damagedFile{file, why})
		case errors.Is(err, errNoPart):
			return nil, fmt.Errorf("%s %w: leave it out", file, err)
		case errors.Is(err, fs.ErrNotExist) && isLink(file):
			return nil, fmt.Errorf("%s is a link to a file that is not there: mend it, or remove it", file)
		default:
			return nil, unread(file, err)
		}
	}
	if err := foreign(all); err != nil {
		return nil, err
	}
	c, err := choose(all, replicates)
	if len(bad) > 0 {
		return nil, bad.refused(err, len(all) > 0)
	}
	return c, err
}

func isLink(path string) bool {
	_, err := os.Readlink(path)
	return err == nil
}

// choose returns the parts that a run of so many replicates takes, 0 for the most there are.
func choose(all []stored, replicates int) (*Collected, error) {
	if len(all) == 0 {
		return new(Collected), nil
	}
	there := lengths(all)
	_, planned := all[0].Plan.Value("replicates")
	_, experiments := all[0].Plan.Value("experiments")
	if planned || experiments { // nobody can ask for another number
		replicates = 0
	}
	if replicates != 0 && !slices.Contains(there, replicates) {
		return nil, otherLengths(all, there, replicates)
	}
	c, err := ofLength(all, replicates)
	if c == nil || c.lacking == nil || replicates != 0 {
		return c, err
	}
	for _, fewer := range slices.Backward(there) {
		if fewer < c.lacking.Replicates {
			if less, err := ofLength(all, fewer); err == nil && len(less.held) == len(c.held) {
				c.lacking.Whole = fewer
				break
			}
		}
	}
	return c, err
}

// lengths returns the numbers of replicates of the parts' runs, in ascending order.
func lengths(all []stored) (list []int) {
	for _, p := range all {
		for _, f := range p.Folds {
			list = append(list, f.Replicates)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ofLength returns the parts of a run of so many replicates, 0 for all shards and the most
// there are. If replicates of a fold are missing, the error is an *Incomplete.
func ofLength(all []stored, replicates int) (*Collected, error) {
	c := &Collected{First: all[0].Part, held: map[string][]holding{}}
	first := false
	for _, fold := range folds(all) {
		shared, kept := split(holdings(all, fold), replicates)
		length := replicates
		if len(shared) > 0 {
			length = shared[0].Replicates
		} else if replicates == 0 {
			length = slices.MaxFunc(kept, byReplicates).Replicates
		}
		held, err := disjoint(shared)
		if err != nil {
			return nil, err
		}
		list := slices.Concat(shared, kept)
		if i := slices.IndexFunc(list, func(h holding) bool { return h.Replicates == length }); i >= 0 && !first {
			c.First, first = list[i].Part, true
		}
		kept = slices.DeleteFunc(kept, func(h holding) bool { return !h.Ranges.within(Ranges{{0, length}}) })
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

func byReplicates(a, b holding) int { return cmp.Compare(a.Replicates, b.Replicates) }

// folds returns the names of all folds. A part of a shard has all of them, a part that a
// Folder keeps has one.
func folds(all []stored) (names []string) {
	for _, p := range all {
		for _, f := range p.Folds {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// split separates the holdings of shards, those of a run of so many replicates alone unless
// that is 0, from those that a Folder keeps.
func split(list []holding, replicates int) (shared, kept []holding) {
	for _, h := range list {
		switch {
		case h.kept():
			kept = append(kept, h)
		case replicates == 0 || h.Replicates == replicates:
			shared = append(shared, h)
		}
	}
	return shared, kept
}

// cover returns the holdings that hold the most replicates together, of which no two overlap
// from the first replicate to the last and none has a replicate that is held already.
func cover(list []holding, held Ranges) (chosen []holding) {
	list = slices.DeleteFunc(slices.Clone(list), func(h holding) bool { return len(h.Ranges) == 0 || h.Ranges.meet(held) })
	slices.SortStableFunc(list, func(a, b holding) int {
		x, y := a.span(), b.span()
		return cmp.Or(cmp.Compare(x.To, y.To), cmp.Compare(x.From, y.From))
	})
	// Weighted interval scheduling: most[i] is how many replicates the first i hold at most.
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

// disjoint returns what shards hold, and refuses those of other runs and replicates that two
// of them hold.
func disjoint(shared []holding) (held Ranges, err error) {
	sorted := slices.Clone(shared)
	slices.SortStableFunc(sorted, func(a, b holding) int { return cmp.Compare(a.span().From, b.span().From) })
	for _, h := range sorted {
		if first := shared[0]; h.Replicates != first.Replicates {
			return nil, fmt.Errorf("%s and %s are parts of runs of %d and of %d replicates: take those of one",
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
	for !slices.ContainsFunc(sorted[:i], func(h holding) bool { return h.Ranges.meet(sorted[i].Ranges) }) {
		i++
	}
	return nil, overlap(sorted[:i], sorted[i])
}

// has refuses a fold that the parts do not hold. A run that was ended in its first fold has
// kept nothing of the others.
func (c *Collected) has(fold string, replicates int) error {
	held := c.held[fold]
	switch {
	case c.lacking != nil:
		return c.lacking
	case len(held) == 0:
		return &Incomplete{Replicates: replicates, Missing: Ranges{{0, replicates}}, command: c.First.Command, path: c.path()}
	case held[0].Replicates != replicates:
		return fmt.Errorf("%s holds no sums of %d replicates of %s: it is a part of another run", held[0].path, replicates, fold)
	}
	return nil
}

// path returns the path of one of the parts.
func (c *Collected) path() string {
	for _, held := range c.held {
		return held[0].path
	}
	return ""
}

// each gives use the parts of a fold, with their sums, in an order that follows from their
// samples: a check that ends early has passed some at random.
func (c *Collected) each(fold string, use func(*Part, *Fold) error) error {
	sample := func(h holding) string {
		if len(h.Samples) == 0 {
			return ""
		}
		return h.Samples[0].SHA256
	}
	list := slices.Clone(c.held[fold])
	slices.SortStableFunc(list, func(a, b holding) int { return cmp.Compare(sample(a), sample(b)) })
	for _, h := range list {
		p, err := read(h.path, true)
		if err != nil {
			return unread(h.path, err)
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
