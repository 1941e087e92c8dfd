package shards

import (
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// ErrPart is what folding ends with where the sums are those of a part, of which there is
// nothing to show but the part.
var ErrPart = errors.New("the sums of these replicates are a part of the whole")

// All does folds one after the other, all of them also where some end with ErrPart, so
// that a part has the sums of each. It returns the first other error at once, and ErrPart
// if there is none but that.
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

// Share is which replicates of all folds of a plan a run visits, and where sums are kept.
type Share struct {
	Plan    Plan
	Command []string // the words that ask for all replicates
	Version string   // of the program
	Noun    string   // what there are of each, "replicate" if it is empty

	Programs bool // score the replicates: none is visited again only to check sums

	Shard     Shard      // what to visit; the zero Shard for all
	Collected *Collected // parts that hold all sums already, so that nothing is visited; or nil
	Folder    *Folder    // where sums are kept in case that the run is interrupted; or nil

	part   *Part        // what was found of the shard; nil for a run of all replicates
	kept   atomic.Int64 // replicates whose sums were kept
	saving atomic.Int64 // jobs that save at this moment

	mu      sync.Mutex
	refused []error
	makers  []string
	held    []Held
	unsaved error // of the last saving, nil if it went well
}

// Held is how many replicates of a fold, of those of the share, are kept in the folder.
type Held struct {
	Fold     string
	Kept, Of int
}

// Part is the part that the run was to find, once all folds have ended.
func (s *Share) Part() *Part { return s.part }

// Count is how many of so many replicates the run has to do with. No share has to do with
// all of them.
func (s *Share) Count(replicates int) int {
	if s == nil || s.Collected != nil {
		return replicates
	}
	return s.Shard.Of(replicates).Len()
}

// Kept is how many replicates of the folds that have begun were found before.
func (s *Share) Kept() int { return int(s.kept.Load()) }

// Saving tells whether sums are being saved at this moment.
func (s *Share) Saving() bool { return s.saving.Load() > 0 }

// Refused are files of the folder that could not be used, and why. Their replicates are
// visited again.
func (s *Share) Refused() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.refused)
}

func (s *Share) refuse(errs ...error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused = append(s.refused, errs...)
}

// Makers are the versions of the program, but for this one, that found sums which were used.
func (s *Share) Makers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.makers)
}

// use notes which versions of the program found the sums of a part.
func (s *Share) use(p *Part) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, version := range strings.Split(p.Version, ", ") {
		if version != s.Version && !slices.Contains(s.makers, version) {
			s.makers = append(s.makers, version)
		}
	}
}

// Held is what is kept of each fold that has begun, in the order in which they did.
func (s *Share) Held() []Held {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.held)
}

// Unsaved is why the last saving failed, nil if it did not.
func (s *Share) Unsaved() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unsaved
}

// hold notes how much of a fold is kept, or why no more could be.
func (s *Share) hold(h Held, unsaved error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsaved = unsaved
	at := slices.IndexFunc(s.held, func(other Held) bool { return other.Fold == h.Fold })
	if at < 0 {
		s.held = append(s.held, h)
		return
	}
	s.held[at] = h
}

// Begin begins a fold of so many replicates, and gives add the sums that were found
// before and of how many replicates they are to be, one part after the other. If add fails
// it must have added nothing. The job takes and checks samples by again, which it calls in
// one goroutine at a time; without it, or with Programs, there are none.
func (s *Share) Begin(fold string, replicates int, add func(sums []byte, of int) error, again Again) (*Job, error) {
	j := &Job{share: s, fold: fold, replicates: replicates, mine: s.Shard.Of(replicates), again: again, began: time.Now()}
	if s.Programs {
		j.again = nil
	}
	switch {
	case s.Collected != nil:
		j.mine, j.Kept = Range{0, replicates}, replicates
		if err := s.Collected.has(fold, replicates); err != nil {
			return nil, err
		}
		return j, s.Collected.each(fold, j.check, add, s.use)
	case s.Folder != nil:
		if err := j.load(add); err != nil {
			return nil, err
		}
	default:
		j.Todo = j.mine.Without(nil)
	}
	return j, nil
}

// Job is what a run has to do with the replicates of one fold.
type Job struct {
	Todo Ranges // the replicates to visit
	Kept int    // how many need no visit

	share      *Share
	fold       string
	replicates int
	mine       Range
	again      Again         // nil for no samples
	checking   time.Duration // taken so far by replicates that were visited again to check sums
	parts      []kept        // of the folder, as far as they are known
	saved      int           // replicates
	began      time.Time
	busy, took time.Duration // of the last saving: for the processor, and in all
}

// load adds what the folder holds.
func (j *Job) load(add func(sums []byte, of int) error) error {
	var held Ranges
	var used []kept
	var refused []error
	// A part may go between the look at it and its use: a longer one is in its place.
	const looks = 5
	for range looks {
		var err error
		if j.parts, refused, err = j.share.Folder.list(j.share.Plan, j.fold, j.mine); err != nil {
			return err
		}
		gone := false
		for _, k := range slices.Clone(j.parts) {
			if !k.within(Ranges{j.mine}) || k.meet(held) {
				continue
			}
			p, err := read(k.path, true)
			if err == nil {
				err = j.check(p, &p.Folds[0])
			}
			if err == nil {
				err = add(p.Folds[0].sums, p.Folds[0].Ranges.Len())
			}
			switch {
			case err == nil:
				held, used = append(held, k.Ranges...), append(used, k)
				j.share.use(p)
			case errors.Is(err, fs.ErrNotExist):
				gone = true
			default:
				refused = append(refused, unread(k.path, err))
				j.forget(k.path)
			}
		}
		if !gone {
			break
		}
	}
	j.share.refuse(refused...)
	for _, k := range used {
		j.clear(k.Ranges)
	}
	j.Todo = j.mine.Without(held)
	j.Kept, j.saved = held.Len(), held.Len()
	j.share.kept.Add(int64(j.Kept))
	if len(j.Todo) > 0 {
		if err := j.share.Folder.prepare(j.share.Plan); err != nil {
			return err
		}
	}
	j.tell(nil)
	return nil
}

// tell notes in the share how much is kept, or why no more could be.
func (j *Job) tell(unsaved error) { j.share.hold(Held{j.fold, j.saved, j.mine.Len()}, unsaved) }

// Saves tells whether sums are to be saved while the fold goes on.
func (j *Job) Saves() bool { return j.share.Folder != nil && j.share.Collected == nil }

// How long a run goes on between two savings: a tenth of what it has taken so far, so that
// it loses little, within these bounds. Saving must not take long beside that.
const (
	leastPause = time.Second / 4
	mostPause  = 30 * time.Second
	leastBusy  = 100
	leastTook  = 10
)

// Pause is how long to go on until sums are to be saved again.
func (j *Job) Pause() time.Duration {
	pause := min(max(time.Since(j.began)/10, leastPause), mostPause)
	return max(pause, leastBusy*j.busy, leastTook*j.took)
}

// Found are the replicates of the job but for those that are lacking, in any order, and
// whether these are more than were saved.
func (j *Job) Found(lacking []Range) (found Ranges, more bool) {
	found = j.mine.Without(lacking)
	return found, found.Len() > j.saved
}

// Save keeps the sums of all replicates that were found, in place of those parts that hold
// nothing else. read takes them down; without sums, there is nothing to keep.
func (j *Job) Save(read func() (found Ranges, sums []byte)) error {
	j.share.saving.Add(1)
	defer j.share.saving.Add(-1)
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
	j.forget(path)
	j.clear(found)
	j.parts = append(j.parts, kept{path, found, part.whole()})
	return nil
}

// forget leaves a part alone from now on.
func (j *Job) forget(path string) {
	j.parts = slices.DeleteFunc(j.parts, func(k kept) bool { return k.path == path })
}

// clear takes away the parts that hold less than one that holds so much, and nothing else;
// but not those of runs that came to their end, which others with as many replicates use.
func (j *Job) clear(held Ranges) {
	j.parts = slices.DeleteFunc(j.parts, func(k kept) bool {
		replaced := !k.whole && k.within(held) && k.Len() < held.Len()
		if replaced {
			j.share.Folder.remove(k.path)
		}
		return replaced
	})
}

// Finish takes the sums of all that was to be visited. It returns ErrPart where these are
// a part, which is then what the run has found.
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

// Check tells why no part of the share could be read again, before work is done for it.
func (s *Share) Check() error {
	_, err := s.partOf().header()
	return err
}

// partOf is a part of the share without any sums.
func (s *Share) partOf() *Part {
	version := strings.Join(append(s.Makers(), s.Version), ", ")
	p := &Part{Version: version, Processor: runtime.GOARCH, Command: slices.Clone(s.Command), Plan: slices.Clone(s.Plan)}
	if !s.Shard.All() {
		shard := s.Shard
		p.Shard = &shard
	}
	return p
}

// newPart is a part of the job's fold alone, with its samples.
func (j *Job) newPart(ranges Ranges, sums []byte) *Part {
	p := j.share.partOf()
	p.Folds = []Fold{{Name: j.fold, Replicates: j.replicates, Ranges: ranges, Size: len(sums), sums: sums}}
	j.sample(&p.Folds[0])
	return p
}
