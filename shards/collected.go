package shards

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/internal/reason"
)

// Collected are parts of one plan that together hold all replicates of all its folds.
type Collected struct {
	First *Part // one of them, without sums
	files []string
	parts []*Part // by file, without sums
}

// Collect reads what parts say of themselves, and checks that they make a whole. The error
// says which file is wrong and why, or is an *Incomplete.
func Collect(files []string) (*Collected, error) {
	c := new(Collected)
	damaged := new(Damaged)
	for _, file := range files {
		p, err := readHeader(file)
		if errors.Is(err, errDamaged) {
			damaged.Files = append(damaged.Files, file)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s %w", file, reason.Of(err))
		}
		if c.First == nil {
			c.First = p
		}
		c.parts, c.files = append(c.parts, p), append(c.files, file)
		if d := c.First.Plan.Difference(p.Plan); d != "" {
			return nil, fmt.Errorf("%s and %s are parts of different runs, which differ in %s", c.files[0], file, d)
		}
	}
	err := c.check()
	if len(damaged.Files) == 0 {
		return c, err
	}
	errors.As(err, &damaged.Rest)
	return nil, damaged
}

// Damaged is that the checksums of files do not fit.
type Damaged struct {
	Files []string
	Rest  *Incomplete // what the others lack, nil where that is not known
}

// Error says which files are damaged.
func (e *Damaged) Error() string {
	if len(e.Files) == 1 {
		return e.Files[0] + " is damaged or cut short: its checksum does not fit"
	}
	return strings.Join(e.Files, ", ") + " are damaged or cut short: their checksums do not fit"
}

// check checks that each replicate of all folds is in one part.
func (c *Collected) check() error {
	for _, name := range c.folds() {
		if err := c.checkFold(name); err != nil {
			return err
		}
	}
	return nil
}

// folds are the names of all folds. Of a shard, a part has all; what a folder keeps are
// parts of one fold each.
func (c *Collected) folds() (names []string) {
	for _, p := range c.parts {
		for _, f := range p.Folds {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// fold is what the first part that has a fold says of it, and the file of that part.
func (c *Collected) fold(name string) (f *Fold, file string) {
	for i, p := range c.parts {
		if f := p.fold(name); f != nil {
			return f, c.files[i]
		}
	}
	return nil, ""
}

// Incomplete is that parts lack replicates.
type Incomplete struct {
	Fold       string
	Replicates int // that there are in all
	Missing    Ranges
	Shards     []Shard // that hold these; empty if a part is of no shard
	Command    []string
}

// Error says which replicates are missing.
func (e *Incomplete) Error() string {
	return fmt.Sprintf("replicates %s of %d are missing", e.Missing, e.Replicates)
}

// checkFold checks that each replicate of a fold is in one part.
func (c *Collected) checkFold(name string) error {
	type held struct {
		Range
		file string
	}
	var all []held
	first, file := c.fold(name)
	replicates := first.Replicates
	for i, p := range c.parts {
		f := p.fold(name)
		switch {
		case f == nil:
			continue
		case f.Replicates != replicates:
			return fmt.Errorf("%s and %s are parts of different runs: of %d and of %d replicates",
				file, c.files[i], replicates, f.Replicates)
		}
		for _, r := range f.Ranges {
			all = append(all, held{r, c.files[i]})
		}
	}
	slices.SortStableFunc(all, func(a, b held) int { return a.From - b.From })
	var ranges []Range
	for i, h := range all {
		ranges = append(ranges, h.Range)
		if i == 0 || !h.meets(all[i-1].Range) {
			continue
		}
		if before := all[i-1]; h.Range == before.Range {
			return fmt.Errorf("%s and %s are the same part, of replicates %s: leave one of them out", before.file, h.file, h.Range)
		}
		return fmt.Errorf("%s and %s overlap, with replicates %s and %s: leave one of them out",
			all[i-1].file, h.file, all[i-1].Range, h.Range)
	}
	missing := Range{0, replicates}.Without(ranges)
	if len(missing) == 0 {
		return nil
	}
	lacking := &Incomplete{Fold: name, Replicates: replicates, Missing: missing, Command: c.First.Command}
	for i, p := range c.parts {
		switch {
		case p.Shard == nil:
			return lacking
		case c.First.Shard != nil && p.Shard.N != c.First.Shard.N:
			return fmt.Errorf("replicates %s of %d are missing: %s is a shard of %d, and %s of %d; take all shards of one number",
				missing, replicates, c.files[0], c.First.Shard.N, c.files[i], p.Shard.N)
		}
	}
	lacking.Shards = c.First.Shard.holding(missing, replicates)
	return lacking
}

// has refuses a fold that the parts do not hold.
func (c *Collected) has(fold string, replicates int) error {
	f, _ := c.fold(fold)
	if f == nil || f.Replicates != replicates {
		return fmt.Errorf("%s holds no sums of %d replicates of %s: it is a part of another run", c.files[0], replicates, fold)
	}
	return nil
}

// each gives add the sums of a fold, part by part.
func (c *Collected) each(fold string, add func(sums []byte) error) error {
	for _, file := range c.files {
		p, err := read(file)
		if err != nil {
			return fmt.Errorf("%s %w", file, err)
		}
		if f := p.fold(fold); f != nil && len(f.Ranges) > 0 {
			if err := add(f.sums); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
	}
	return nil
}
