package shards

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"settle/tables"
)

// Damaged is that files are not as they were written.
type Damaged struct {
	Files []string
	Rest  *Incomplete // what the others lack, nil where they lack nothing or that is not known
	Whole bool        // the others lack nothing

	why []string // by file
}

// damageOf says how a file that was refused is damaged, "" if it is not.
func damageOf(file string, err error) string {
	switch {
	case errors.Is(err, errEmpty), errors.Is(err, errDamaged):
		return err.Error()
	case errors.Is(err, errNoPart) && filepath.Ext(file) == Extension:
		return "is not what its name says: no part of settle"
	}
	return ""
}

// Error says which files are damaged.
func (e *Damaged) Error() string {
	empty := !slices.ContainsFunc(e.why, func(why string) bool { return why != "is empty" })
	switch {
	case len(e.Files) == 1:
		return e.Files[0] + " " + e.why[0]
	case empty:
		return few(e.Files) + " are empty"
	}
	return few(e.Files) + " are damaged, cut short or empty"
}

// few are names, of which many are not all told.
func few(names []string) string {
	const most = 4
	if more := len(names) - most + 1; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), more)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Incomplete is that parts lack replicates.
type Incomplete struct {
	Fold       string
	Replicates int // that there are in all
	Missing    Ranges
	Shards     []Shard // that hold these; empty if a part is of no shard
	Command    []string
	Whole      int // the most replicates, fewer than these, of which none is missing; or 0
}

// Error says which replicates are missing.
func (e *Incomplete) Error() string {
	return fmt.Sprintf("replicates %s of %d are missing", e.Missing, e.Replicates)
}

// Lengths is that no part is of a run of so many replicates.
type Lengths struct {
	Wanted  int
	There   []int // ascending
	Command []string
	Kept    bool // a Folder has kept them
}

// Error says of how many replicates the parts are.
func (e *Lengths) Error() string {
	texts := make([]string, len(e.There))
	for i, n := range e.There {
		texts[i] = fmt.Sprint(n)
	}
	return fmt.Sprintf("there are parts of %s replicates, and not of %d", strings.Join(texts, " and of "), e.Wanted)
}

// Foreign is that parts are of different plans.
type Foreign struct {
	Runs []Run // the one of most parts first

	// OneCommand is that all were found by one command and one version of the program: what
	// the command reads was not the same.
	OneCommand bool
}

// Run is the parts of one plan among those of others.
type Run struct {
	Files   []string
	Differs string // from the first of the runs: the first field, and how
}

// foreign tells of which plans the parts are, if these are several.
func (c *Collected) foreign() *Foreign {
	type plan struct {
		*Part
		files []string
	}
	var plans []*plan
	at := map[string]*plan{}
	for i, p := range c.parts {
		hash := p.Plan.Hash()
		if at[hash] == nil {
			at[hash] = &plan{Part: p}
			plans = append(plans, at[hash])
		}
		at[hash].files = append(at[hash].files, c.files[i])
	}
	if len(plans) < 2 {
		return nil
	}
	slices.SortStableFunc(plans, func(a, b *plan) int { return cmp.Compare(len(b.files), len(a.files)) })
	e := &Foreign{OneCommand: true}
	for _, p := range plans {
		differs := plans[0].Plan.Difference(p.Plan)
		if plans[0].Version != p.Version {
			differs += fmt.Sprintf(", and are of settle %s and %s", plans[0].Version, p.Version)
		}
		e.OneCommand = e.OneCommand && plans[0].Version == p.Version && slices.Equal(plans[0].Command, p.Command)
		e.Runs = append(e.Runs, Run{p.files, differs})
	}
	return e
}

// Error says how many parts there are of which runs, and how these differ.
func (e *Foreign) Error() string {
	first := e.Runs[0]
	if len(e.Runs) == 2 && len(first.Files) == 1 {
		return fmt.Sprintf("%s and %s are parts of different runs, which differ in %s", first.Files[0], e.Runs[1].Files[0], e.Runs[1].Differs)
	}
	const most = 3
	texts := []string{first.named()}
	for i, run := range e.Runs[1:] {
		if i == most {
			texts = append(texts, fmt.Sprintf("and those of %s more", tables.Count(len(e.Runs)-1-most, "run")))
			break
		}
		differ := "differ"
		if len(run.Files) == 1 {
			differ = "differs"
		}
		texts = append(texts, fmt.Sprintf("%s, which %s in %s", run.named(), differ, run.Differs))
	}
	return fmt.Sprintf("these are parts of %d runs: %s", len(e.Runs), strings.Join(texts, "; "))
}

// Unlike is that parts are shards of several numbers, which make no whole together.
type Unlike struct {
	Reason string
	Of     []int // the numbers, ascending
}

// Error says which parts they are.
func (e *Unlike) Error() string { return e.Reason + ": take all shards of one number" }

// unlike is that for two of the parts, nil if their numbers are the same.
func (c *Collected) unlike(reason, a, b string) error {
	of := func(file string) *Shard { return c.parts[slices.Index(c.files, file)].Shard }
	if of(a) == nil || of(b) == nil || of(a).N == of(b).N {
		return nil
	}
	e := &Unlike{Reason: fmt.Sprintf("%s: %s is a shard of %d, and %s of %d", reason, a, of(a).N, b, of(b).N)}
	for _, p := range c.parts {
		if p.Shard != nil {
			e.Of = append(e.Of, p.Shard.N)
		}
	}
	slices.Sort(e.Of)
	e.Of = slices.Compact(e.Of)
	return e
}

// named says how many parts there are, by one of them.
func (r Run) named() string {
	if len(r.Files) == 1 {
		return r.Files[0]
	}
	return fmt.Sprintf("%d like %s", len(r.Files), r.Files[0])
}
