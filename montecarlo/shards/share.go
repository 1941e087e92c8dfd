package shards

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrPart is returned when a run has computed sums over only some of the replicates.
// The caller can then store these sums, but has no result.
var ErrPart = errors.New("the sums cover only some of the replicates")

// All runs several folds, each a computation over replicates, one after the other. It
// continues after a fold that returns ErrPart, so that the part gets the sums of every
// fold. It returns any other error immediately. At the end it returns ErrPart if any
// fold returned it.
func All(folds ...func() error) (err error) {
	for _, fold := range folds {
		switch one := fold(); {
		case errors.Is(one, ErrPart):
			err = one
		case one != nil:
			return one
		}
	}
	return err
}

// A Share selects the replicates that a run visits, and the place where their sums are
// stored. It is the same for all folds of the run, which are its computations over
// replicates.
type Share struct {
	Plan    Plan
	Command []string // words of the command for all replicates
	Version string   // version of the program
	Noun    string   // word for a replicate in messages; "" means "replicate"

	Programs bool // external programs score the replicates, so that no replicate is visited again only to check sums

	Shard     Shard      // the replicates to visit; the zero Shard means all
	Collected *Collected // parts that already hold all sums, so that nothing is visited; or nil
	Folder    *Folder    // where sums are stored in case the run is interrupted; or nil

	part *Part // holds the sums of the shard; nil for a run of all replicates

	mu     sync.Mutex
	status Status
}

// A Status describes the progress of a share, which is the work of one run.
type Status struct {
	Kept    int      // replicates, of the folds begun so far, whose sums were known before
	Saving  int      // folds whose sums are being saved now
	Refused []error  // the reasons why files of the folder were not used; their replicates are visited again
	Makers  []string // other versions of the program that computed sums in use
	Held    []Held   // by fold, in the order in which they began
	Unsaved error    // reason why the last save failed, or nil
}

// A Held holds two numbers of replicates of one fold (computation over replicates): how
// many are stored in the folder, and how many the share has in all.
type Held struct {
	Fold     string
	Kept, Of int
}

// Status returns the current progress of the share.
func (s *Share) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.status
	now.Refused, now.Makers, now.Held = slices.Clone(now.Refused), slices.Clone(now.Makers), slices.Clone(now.Held)
	return now
}

// note calls the given function to change the status of the share.
func (s *Share) note(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

// Part returns the sums that the run has computed, to be written to a file. Call it
// after all folds have ended. It returns nil for a run of all replicates.
func (s *Share) Part() *Part { return s.part }

// Name returns the default name of the file for the sums of the share.
func (s *Share) Name() string {
	command := strings.ReplaceAll(s.Plan[0].Value, " ", "-")
	return fmt.Sprintf("%s-%s-%d-of-%d%s", command, s.Plan.Hash()[:8], s.Shard.I, s.Shard.N, Extension)
}

// Count returns how many of the given number of replicates the run has to visit. For a
// nil Share this is all of them.
func (s *Share) Count(replicates int) int {
	if s == nil || s.Collected != nil {
		return replicates
	}
	return s.Shard.Of(replicates).Len()
}

// recordVersions records, in the status of the share, which versions of the program
// computed the sums of a part.
func (s *Share) recordVersions(p *Part) {
	s.note(func(now *Status) {
		for version := range strings.SplitSeq(p.Version, ", ") {
			if version != s.Version && !slices.Contains(now.Makers, version) {
				now.Makers = append(now.Makers, version)
			}
		}
	})
}

// Begin begins a fold, which is a computation over the given number of replicates. For
// each stored part of the fold it calls add(sums, of) with the part's sums and their
// number of replicates. If this call returns an error, it must have added nothing. To
// check sums, the job recomputes single replicates with the last argument, a function
// that it calls from one goroutine at a time. If this function is nil or s.Programs is
// true, the job recomputes none.
func (s *Share) Begin(fold string, replicates int, add func(sums []byte, of int) error, again Again) (*Job, error) {
	j := &Job{share: s, fold: fold, replicates: replicates, mine: s.Shard.Of(replicates), again: again, began: time.Now()}
	if s.Programs {
		j.again = nil
	}
	use := func(p *Part, f *Fold) error {
		if err := j.check(p, f); err != nil {
			return err
		}
		if err := add(f.sums, f.Ranges.Len()); err != nil {
			return err
		}
		s.recordVersions(p)
		return nil
	}
	switch {
	case s.Collected != nil:
		j.mine, j.Kept = Range{0, replicates}, replicates
		if err := s.Collected.checkFold(fold, replicates); err != nil {
			return nil, err
		}
		return j, s.Collected.eachPart(fold, use)
	case s.Folder != nil:
		return j, j.load(use)
	}
	j.Todo = j.mine.Without(nil)
	return j, nil
}

// A Job is the work of a run on one fold, which is a computation over replicates.
type Job struct {
	Todo Ranges // the replicates to visit
	Kept int    // the number of replicates that need no visit

	share      *Share
	fold       string
	replicates int
	mine       Range
	again      Again         // nil for no samples
	checking   time.Duration // time taken so far to visit replicates again to check sums
	parts      []storedFold  // known parts of the folder
	saved      int           // number of replicates
	began      time.Time
	busy, took time.Duration // processor time and total time of the last save
}

// load calls use(part, fold) for stored parts that together contain as many replicates
// as possible. If a part cannot be used or has disappeared, load chooses again without
// this part.
func (j *Job) load(use func(*Part, *Fold) error) error {
	var held Ranges
	var used []storedFold
	tried := map[string]error{}
	var refused []error
	for again := true; again; {
		var err error
		if j.parts, refused, err = j.share.Folder.list(j.share.Plan, j.fold, j.mine); err != nil {
			return err
		}
		j.parts = slices.DeleteFunc(j.parts, func(h storedFold) bool { return tried[h.path] != nil })
		again = false
		for _, h := range cover(j.parts, held) {
			p, err := read(h.path, true)
			if err == nil {
				err = use(p, &p.Folds[0])
			}
			if err != nil {
				tried[h.path], again = err, true
				break
			}
			held, used = append(held, h.Ranges...), append(used, h)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(tried)) {
		if err := tried[path]; !errors.Is(err, fs.ErrNotExist) {
			refused = append(refused, unusableError(path, err))
		}
	}
	for _, h := range used {
		j.clear(h.Ranges)
	}
	j.Todo = j.mine.Without(held)
	j.Kept, j.saved = held.Len(), held.Len()
	j.share.note(func(now *Status) {
		now.Kept += j.Kept
		now.Refused = append(now.Refused, refused...)
	})
	if len(j.Todo) > 0 {
		if err := j.share.Folder.prepare(j.share.Plan); err != nil {
			return err
		}
	}
	j.tell(nil)
	return nil
}

// tell updates the status of the share. It records how many replicates of this fold are
// stored, and the error of the last save if it failed.
func (j *Job) tell(unsaved error) {
	h := Held{j.fold, j.saved, j.mine.Len()}
	j.share.note(func(now *Status) {
		now.Unsaved = unsaved
		if i := slices.IndexFunc(now.Held, func(other Held) bool { return other.Fold == h.Fold }); i >= 0 {
			now.Held[i] = h
		} else {
			now.Held = append(now.Held, h)
		}
	})
}

// Saves reports whether sums are saved from time to time while replicates are being
// visited.
func (j *Job) Saves() bool { return j.share.Folder != nil && j.share.Collected == nil }

// Limits of the pause between two saves. The pause is a tenth of the running time so
// far, but at least leastPause and at most mostPause, so that little work can be lost.
// If saving is slow, the pause is longer: at least leastBusy times the processor time,
// and at least leastTook times the total time, of the last save.
const (
	leastPause = time.Second / 4
	mostPause  = 30 * time.Second
	leastBusy  = 100
	leastTook  = 10
)

// Pause returns the time to wait until the next save.
func (j *Job) Pause() time.Duration {
	pause := min(max(time.Since(j.began)/10, leastPause), mostPause)
	return max(pause, leastBusy*j.busy, leastTook*j.took)
}

// Found returns all replicates of the job except the given ones, whose ranges can be in
// any order. It also reports whether it returns more replicates than the last save
// stored.
func (j *Job) Found(lacking []Range) (found Ranges, more bool) {
	found = j.mine.Without(lacking)
	return found, found.Len() > j.saved
}

// Save stores the sums of all replicates visited so far. read() returns these
// replicates and their encoded sums. If there are no sums, nothing is stored. Older
// files that contain only some of these replicates are removed, except the files of
// completed runs.
func (j *Job) Save(read func() (found Ranges, sums []byte)) error {
	j.share.note(func(now *Status) { now.Saving++ })
	defer j.share.note(func(now *Status) { now.Saving-- })
	began := time.Now()
	found, sums := read()
	if len(sums) == 0 {
		return nil
	}
	part := j.newPart(found, sums)
	file, err := part.file()
	if err != nil {
		return err
	}
	j.busy = time.Since(began)
	path, err := j.share.Folder.save(part, file)
	if err != nil {
		j.tell(err)
		return err
	}
	j.took, j.saved = time.Since(began), found.Len()
	j.tell(nil)
	j.clear(found)
	j.parts = slices.DeleteFunc(j.parts, func(h storedFold) bool { return h.path == path })
	part.Folds[0].sums = nil
	j.parts = append(j.parts, storedFold{storedPart{part, path}, part.Folds[0]})
	return nil
}

// clear removes the parts (files of sums) in the folder whose replicates are a proper
// subset of stored. Parts of completed runs remain, for other runs with the same number
// of replicates.
func (j *Job) clear(stored Ranges) {
	j.parts = slices.DeleteFunc(j.parts, func(h storedFold) bool {
		replaced := !h.whole() && h.Ranges.within(stored) && h.Ranges.Len() < stored.Len()
		if replaced {
			_ = os.Remove(h.path) // it does no harm if it remains
		}
		return replaced
	})
}

// Finish ends the job. sums() returns the encoded sums of all visited replicates. If
// these are only some of the replicates, Finish stores the sums for Share.Part and
// returns ErrPart.
func (j *Job) Finish(sums func() []byte) error {
	s := j.share
	if s.Shard.All() || s.Collected != nil {
		return nil
	}
	ranges := Ranges{j.mine}
	if j.mine.Len() == 0 {
		ranges = Ranges{}
	}
	found := j.newPart(ranges, sums())
	if s.part == nil {
		s.part = found
	} else {
		s.part.Folds = append(s.part.Folds, found.Folds...)
	}
	return ErrPart
}

// Check returns an error if the file for the share's sums would have a header too large
// to be read again. Call it before the run does any work.
func (s *Share) Check() error {
	_, err := s.partOf().header()
	return err
}

// partOf returns a new Part for the share, without sums.
func (s *Share) partOf() *Part {
	version := strings.Join(append(s.Status().Makers, s.Version), ", ")
	p := &Part{Version: version, Processor: runtime.GOARCH, Command: slices.Clone(s.Command), Plan: slices.Clone(s.Plan)}
	if !s.Shard.All() {
		shard := s.Shard
		p.Shard = &shard
	}
	return p
}

// newPart returns a Part with the sums of the job's fold only, over the given ranges of
// replicates. It adds hashes of some results, by which the sums can be checked later.
func (j *Job) newPart(ranges Ranges, sums []byte) *Part {
	p := j.share.partOf()
	p.Folds = []Fold{{Name: j.fold, Replicates: j.replicates, Ranges: ranges, Size: len(sums), sums: sums}}
	j.sample(&p.Folds[0])
	return p
}
