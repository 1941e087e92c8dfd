package shards

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Collected are parts of one plan that together hold all replicates of all its folds.
type Collected struct {
	First *Part // one of them, without sums

	// Explain, if not nil, says what to do about replicates that none of the parts has. A
	// command that is run with parts that lack some then ends so in its first fold, when it
	// has found that what it reads is what it was.
	Explain func(*Incomplete) error

	lacking *Incomplete // nil if nothing is known to be
	files   []string
	parts   []*Part // by file, without sums
}

// Collect reads what parts say of themselves, and checks that they make a whole. The error
// says which file is wrong and why, or is a *Foreign, *Lengths, *Unlike, *Damaged or
// *Incomplete, with which the parts are returned all the same.
//
// Of what a Folder keeps it takes what a run would go on from that has as many replicates
// as the longest of those that kept it. Of all other parts none may hold what another does.
func Collect(files []string) (*Collected, error) { return CollectOf(files, 0) }

// CollectOf is Collect for a run of so many replicates; 0 for the most there are.
func CollectOf(files []string, replicates int) (*Collected, error) {
	all := new(Collected)
	damaged := new(Damaged)
	for _, file := range files {
		p, err := read(file, false)
		why := damageOf(file, err)
		switch {
		case err == nil:
			all.parts, all.files = append(all.parts, p), append(all.files, file)
		case why != "":
			damaged.Files, damaged.why = append(damaged.Files, file), append(damaged.why, why)
		case errors.Is(err, errNoPart):
			return nil, fmt.Errorf("%s %w: leave it out", file, err)
		case errors.Is(err, fs.ErrNotExist) && isLink(file):
			return nil, fmt.Errorf("%s is a link to a file that is not there: mend it, or remove it", file)
		default:
			return nil, unread(file, err)
		}
	}
	if foreign := all.foreign(); foreign != nil {
		return nil, foreign
	}
	c, err := all.of(replicates)
	if len(damaged.Files) == 0 {
		return c, err
	}
	damaged.Whole = err == nil && len(all.parts) > 0
	errors.As(err, &damaged.Rest)
	return nil, damaged
}

func isLink(path string) bool {
	_, err := os.Readlink(path)
	return err == nil
}

// of are those of the parts that a run of so many replicates takes, 0 for the most there are.
func (c *Collected) of(replicates int) (*Collected, error) {
	if len(c.parts) == 0 {
		return c, nil
	}
	lengths := c.lengths()
	if _, planned := c.parts[0].Plan.Value("replicates"); planned || c.experiments() {
		replicates = 0
	}
	if replicates != 0 && !slices.Contains(lengths, replicates) {
		return nil, &Lengths{Wanted: replicates, There: lengths, Command: c.parts[0].Command, Kept: c.kept(0)}
	}
	chosen := c.choose(replicates)
	err := chosen.check()
	var incomplete *Incomplete
	if errors.As(err, &incomplete) {
		chosen.lacking = incomplete
	}
	if replicates != 0 || incomplete == nil {
		return chosen, err
	}
	for _, fewer := range slices.Backward(lengths) {
		if less := c.choose(fewer); fewer < incomplete.Replicates && len(less.folds()) == len(c.folds()) && less.check() == nil {
			incomplete.Whole = fewer
			break
		}
	}
	return chosen, err
}

// experiments tells whether what is counted are experiments, of which none can be asked for
// by number.
func (c *Collected) experiments() bool {
	_, experiments := c.parts[0].Plan.Value("experiments")
	return experiments
}

// lengths are of how many replicates the parts are, ascending.
func (c *Collected) lengths() (all []int) {
	for _, p := range c.parts {
		for _, f := range p.Folds {
			all = append(all, f.Replicates)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// kept tells whether a part is one that a Folder keeps, by its name.
func (c *Collected) kept(i int) bool {
	folds := c.parts[i].Folds
	return len(folds) == 1 && filepath.Base(c.files[i]) == nameOf(folds[0])
}

// choose takes the parts of shards, and of those that a Folder keeps what a run goes on
// from, if the run has so many replicates, 0 for all shards and the most there are.
func (c *Collected) choose(replicates int) *Collected {
	chosen := &Collected{First: c.parts[0]}
	var kept []int
	for i, p := range c.parts {
		switch {
		case c.kept(i):
			kept = append(kept, i)
		case replicates == 0 || p.isOf(replicates):
			chosen.take(c.files[i], p)
		}
	}
	shared := len(chosen.parts) > 0
	if shared {
		chosen.First = chosen.parts[0]
	}
	for _, name := range c.folds() {
		length := cmp.Or(replicates, c.longest(name))
		if f, _ := chosen.fold(name); f != nil {
			length = f.Replicates
		}
		for _, i := range c.fitting(kept, name, length, chosen.held(name)) {
			chosen.take(c.files[i], c.parts[i].as(length))
		}
		if i := slices.IndexFunc(kept, func(i int) bool { return c.parts[i].isOf(length) }); !shared && i >= 0 {
			chosen.First = c.parts[kept[i]]
		}
	}
	return chosen
}

func (c *Collected) take(file string, p *Part) {
	c.files, c.parts = append(c.files, file), append(c.parts, p)
}

// isOf tells whether a part is of a run of so many replicates.
func (p *Part) isOf(replicates int) bool {
	return slices.ContainsFunc(p.Folds, func(f Fold) bool { return f.Replicates == replicates })
}

// fitting are those of the kept parts that together hold most of a fold of so many
// replicates and have nothing in common, nor with what is held: the longest first, or those
// that are of such a run before others.
func (c *Collected) fitting(kept []int, fold string, replicates int, held Ranges) []int {
	var fit []int
	for _, i := range kept {
		if f := c.parts[i].fold(fold); f != nil && f.Ranges.within(Ranges{{0, replicates}}) {
			fit = append(fit, i)
		}
	}
	length := func(i int) int { return c.parts[i].Folds[0].Ranges.Len() }
	slices.SortStableFunc(fit, func(a, b int) int { return cmp.Compare(length(b), length(a)) })
	apart := func(fit []int) (list []int, sum int) {
		taken := slices.Clone(held)
		for _, i := range fit {
			if ranges := c.parts[i].Folds[0].Ranges; !ranges.meet(taken) {
				list, taken, sum = append(list, i), append(taken, ranges...), sum+ranges.Len()
			}
		}
		return list, sum
	}
	longest, most := apart(fit)
	slices.SortStableFunc(fit, func(a, b int) int {
		switch own := c.parts[a].isOf(replicates); {
		case own == c.parts[b].isOf(replicates):
			return 0
		case own:
			return -1
		}
		return 1
	})
	if own, sum := apart(fit); sum > most {
		return own
	}
	return longest
}

// as is a part of one fold as one of a run of so many replicates.
func (p *Part) as(replicates int) *Part {
	other := *p
	other.Folds = slices.Clone(p.Folds)
	other.Folds[0].Replicates = replicates
	return &other
}

// longest is how many replicates the longest run has whose part has a fold.
func (c *Collected) longest(fold string) (replicates int) {
	for _, p := range c.parts {
		if f := p.fold(fold); f != nil {
			replicates = max(replicates, f.Replicates)
		}
	}
	return replicates
}

// held is what parts hold of a fold, in any order.
func (c *Collected) held(fold string) (held Ranges) {
	for _, p := range c.parts {
		if f := p.fold(fold); f != nil {
			held = append(held, f.Ranges...)
		}
	}
	return held
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
			return fmt.Errorf("%s and %s are parts of different runs: of %d and of %d replicates: take those of one",
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
		overlap := fmt.Sprintf("%s and %s overlap, with replicates %s and %s", all[i-1].file, h.file, all[i-1].Range, h.Range)
		if err := c.unlike(overlap, all[i-1].file, h.file); err != nil {
			return err
		}
		return fmt.Errorf("%s: leave one of them out", overlap)
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
		case p.Shard.N != c.parts[0].Shard.N:
			return c.unlike(lacking.Error(), c.files[0], c.files[i])
		}
	}
	lacking.Shards = c.parts[0].Shard.holding(missing, replicates)
	return lacking
}

// has refuses a fold that the parts do not hold. A run that was ended in its first fold has
// kept nothing of the others.
func (c *Collected) has(fold string, replicates int) error {
	if c.lacking != nil && c.Explain != nil {
		return c.Explain(c.lacking)
	}
	f, _ := c.fold(fold)
	kept := !slices.ContainsFunc(c.parts, func(p *Part) bool { return len(p.Folds) != 1 })
	switch {
	case f == nil && kept && c.Explain != nil:
		return c.Explain(&Incomplete{Fold: fold, Replicates: replicates, Missing: Ranges{{0, replicates}}, Command: c.First.Command})
	case f == nil || f.Replicates != replicates:
		return fmt.Errorf("%s holds no sums of %d replicates of %s: it is a part of another run", c.files[0], replicates, fold)
	}
	return nil
}

// each gives add the sums of a fold, part by part, once check has passed them, and use each
// of these parts. The order follows from their samples: a check that ends early has passed
// some at random.
func (c *Collected) each(fold string, check func(*Part, *Fold) error, add func(sums []byte, of int) error, use func(*Part)) error {
	order := func(i int) string {
		if f := c.parts[i].fold(fold); f != nil && len(f.Samples) > 0 {
			return f.Samples[0].SHA256
		}
		return ""
	}
	places := make([]int, len(c.parts))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(order(a), order(b)) })
	for _, i := range places {
		file := c.files[i]
		p, err := read(file, true)
		if err != nil {
			return unread(file, err)
		}
		f := p.fold(fold)
		if f == nil || len(f.Ranges) == 0 {
			continue
		}
		if err = check(p, f); err == nil {
			err = add(f.sums, f.Ranges.Len())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		use(p)
	}
	return nil
}
