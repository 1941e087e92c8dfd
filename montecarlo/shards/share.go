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

// ErrPart is returned by a fold whose sums are those of a part: there is nothing to show but
// the part.
var ErrPart = errors.New("the sums of these replicates are a part of the whole")

// All does folds one after the other. It does not stop at ErrPart, so that a part has the sums
// of each. It returns the first other error at once, and ErrPart if there is none but that.
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

// A Share says which replicates of all folds of a plan a run visits, and where sums are kept.
type Share struct {
	Plan    Plan
	Command []string // the words that ask for all replicates
	Version string   // of the program
	Noun    string   // the name of a replicate, "replicate" if it is empty

	Programs bool // score the replicates: none is visited again only to check sums

	Shard     Shard      // what to visit; the zero Shard for all
	Collected *Collected // parts that hold all sums already, so that nothing is visited; or nil
	Folder    *Folder    // where sums are kept in case that the run is interrupted; or nil

	part *Part // what was found of the shard; nil for a run of all replicates

	mu     sync.Mutex
	status Status
}

// A Status says what has become of a share so far.
type Status struct {
	Kept    int      // replicates of the folds that have begun that were found before
	Saving  int      // folds whose sums are being saved at this moment
	Refused []error  // why files of the folder were not used; their replicates are visited again
	Makers  []string // other versions of the program that found sums which were used
	Held    []Held   // by fold, in the order in which they began
	Unsaved error    // why the last saving failed, nil if it did not
}

// Held says how many replicates of a fold, of those of the share, are kept in the folder.
type Held struct {
	Fold     string
	Kept, Of int
}

// Status returns what has become of the share so far.
func (s *Share) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.status
	now.Refused, now.Makers, now.Held = slices.Clone(now.Refused), slices.Clone(now.Makers), slices.Clone(now.Held)
	return now
}

// note changes the status.
func (s *Share) note(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

// Part returns the part that the run had to find, once all folds have ended.
func (s *Share) Part() *Part { return s.part }

// Name returns the name that the part of the share gets by itself.
func (s *Share) Name() string {
	command := strings.ReplaceAll(s.Plan[0].Value, " ", "-")
	return fmt.Sprintf("%s-%s-%d-of-%d%s", command, s.Plan.Hash()[:8], s.Shard.I, s.Shard.N, Extension)
}

// Count returns how many of so many replicates the run has to do with: without a share, all
// of them.
func (s *Share) Count(replicates int) int {
	if s == nil || s.Collected != nil {
		return replicates
	}
	return s.Shard.Of(replicates).Len()
}

// used notes which versions of the program found the sums of a part.
func (s *Share) used(p *Part) {
	s.note(func(now *Status) {
		for version := range strings.SplitSeq(p.Version, ", ") {
			if version != s.Version && !slices.Contains(now.Makers, version) {
				now.Makers = append(now.Makers, version)
			}
		}
	})
}

// Begin begins a fold of so many replicates, and gives add the sums that were found before,
// with their number of replicates, one part after the other. If add fails it must have added
// nothing. The job takes and checks samples by again, which it calls in one goroutine at a
// time; without it, or with Programs, there are none.
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
		s.used(p)
		return nil
	}
	switch {
	case s.Collected != nil:
		j.mine, j.Kept = Range{0, replicates}, replicates
		if err := s.Collected.has(fold, replicates); err != nil {
			return nil, err
		}
		return j, s.Collected.each(fold, use)
	case s.Folder != nil:
		return j, j.load(use)
	}
	j.Todo = j.mine.Without(nil)
	return j, nil
}

// A Job is what a run has to do with the replicates of one fold.
type Job struct {
	Todo Ranges // the replicates to visit
	Kept int    // how many need no visit

	share      *Share
	fold       string
	replicates int
	mine       Range
	again      Again         // nil for no samples
	checking   time.Duration // taken so far by replicates that were visited again to check sums
	parts      []holding     // of the folder, as far as they are known
	saved      int           // replicates
	began      time.Time
	busy, took time.Duration // of the last saving: for the processor, and in all
}

// load uses what the folder holds. A part that cannot be used, or that a longer one has
// replaced in the meantime, is tried once.
func (j *Job) load(use func(*Part, *Fold) error) error {
	var held Ranges
	var used []holding
	tried := map[string]error{}
	var refused []error
	for again := true; again; {
		var err error
		if j.parts, refused, err = j.share.Folder.list(j.share.Plan, j.fold, j.mine); err != nil {
			return err
		}
		j.parts = slices.DeleteFunc(j.parts, func(h holding) bool { return tried[h.path] != nil })
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
			refused = append(refused, unread(path, err))
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

// tell notes in the share how much of the fold is kept, or why no more could be.
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

// Saves reports whether sums are to be saved while the fold goes on.
func (j *Job) Saves() bool { return j.share.Folder != nil && j.share.Collected == nil }

// A run goes on between two savings for a tenth of the time it has taken so far, so that it
// loses little, within these bounds, and for these multiples of what the last saving took.
const (
	leastPause = time.Second / 4
	mostPause  = 30 * time.Second
	leastBusy  = 100
	leastTook  = 10
)

// Pause returns how long to go on until sums are saved again.
func (j *Job) Pause() time.Duration {
	pause := min(max(time.Since(j.began)/10, leastPause), mostPause)
	return max(pause, leastBusy*j.busy, leastTook*j.took)
}

// Found returns the replicates of the job without those that are lacking, in any order, and
// whether these are more than were saved.
func (j *Job) Found(lacking []Range) (found Ranges, more bool) {
	found = j.mine.Without(lacking)
	return found, found.Len() > j.saved
}

// Save keeps the sums of all replicates that were found, in place of the parts that hold
// nothing else. read returns them; without sums there is nothing to keep.
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
	j.parts = slices.DeleteFunc(j.parts, func(h holding) bool { return h.path == path })
	part.Folds[0].sums = nil
	j.parts = append(j.parts, holding{stored{part, path}, part.Folds[0]})
	return nil
}

// clear removes the parts that hold less than one that holds so much, and nothing else. The
// parts of runs that ended stay, for others with as many replicates.
func (j *Job) clear(held Ranges) {
	j.parts = slices.DeleteFunc(j.parts, func(h holding) bool {
		replaced := !h.whole() && h.Ranges.within(held) && h.Ranges.Len() < held.Len()
		if replaced {
			_ = os.Remove(h.path) // it does no harm if it stays
		}
		return replaced
	})
}

// Finish takes the sums of all replicates to visit. If these are a part, it keeps that for
// Share.Part and returns ErrPart.
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

// Check returns why no part of the share could be read again, before work is done for it.
func (s *Share) Check() error {
	_, err := s.partOf().header()
	return err
}

// partOf returns a part of the share without any sums.
func (s *Share) partOf() *Part {
	version := strings.Join(append(s.Status().Makers, s.Version), ", ")
	p := &Part{Version: version, Processor: runtime.GOARCH, Command: slices.Clone(s.Command), Plan: slices.Clone(s.Plan)}
	if !s.Shard.All() {
		shard := s.Shard
		p.Shard = &shard
	}
	return p
}

// newPart returns a part of the job's fold alone, with its samples.
func (j *Job) newPart(ranges Ranges, sums []byte) *Part {
	p := j.share.partOf()
	p.Folds = []Fold{{Name: j.fold, Replicates: j.replicates, Ranges: ranges, Size: len(sums), sums: sums}}
	j.sample(&p.Folds[0])
	return p
}
