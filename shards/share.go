package shards

import (
	"errors"
	"fmt"
	"slices"
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

	Shard     Shard      // what to visit; the zero Shard for all
	Collected *Collected // parts that hold all sums already, so that nothing is visited; or nil
	Folder    *Folder    // where sums are kept in case that the run is interrupted; or nil

	part *Part // what was found of the shard; nil for a run of all replicates
}

// Part is the part that the run was to find, once all folds have ended.
func (s *Share) Part() *Part { return s.part }

// Begin begins a fold of so many replicates.
func (s *Share) Begin(fold string, replicates int) (*Job, error) {
	j := &Job{share: s, fold: fold, replicates: replicates, mine: s.Shard.Of(replicates)}
	switch {
	case s.Collected != nil:
		return j, s.Collected.check(fold, replicates)
	case s.Folder != nil:
		kept, err := s.Folder.find(s.Plan, fold, j.mine)
		if err != nil {
			return nil, err
		}
		j.kept = kept
	}
	ranges := make([]Range, len(j.kept))
	for i, k := range j.kept {
		ranges[i] = k.Range
	}
	j.Todo = j.mine.Without(ranges)
	return j, nil
}

// Job is what a run has to do with the replicates of one fold.
type Job struct {
	Todo Ranges // the replicates to visit

	share      *Share
	fold       string
	replicates int
	mine       Range
	kept       []keptRange
	last       keptRange // what was saved last; a longer range takes its place
}

// keptRange is a file with the sums of a range.
type keptRange struct {
	Range
	path string
}

// Kept gives add the sums that were found before, one part after the other.
func (j *Job) Kept(add func(sums []byte) error) error {
	if c := j.share.Collected; c != nil {
		return c.each(j.fold, add)
	}
	for _, k := range j.kept {
		p, err := read(k.path)
		if err == nil {
			err = add(p.Folds[0].sums)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", k.path, err)
		}
	}
	return nil
}

// Saves tells whether sums are to be saved while the fold goes on.
func (j *Job) Saves() bool { return j.share.Folder != nil && j.share.Collected == nil }

// How long a run goes on between two savings: a tenth of what it has taken so far, so that
// it loses little, within these bounds.
const (
	leastPause = 250 * time.Millisecond
	mostPause  = 30 * time.Second
)

// Pause is how long to go on until sums are saved again, after so long a time in which
// saving took so long.
func Pause(since, saving time.Duration) time.Duration {
	return max(min(max(since/10, leastPause), mostPause), 20*saving)
}

// Save keeps the sums of a range, in place of those of a range that began likewise.
func (j *Job) Save(r Range, sums []byte) error {
	path, err := j.share.Folder.save(j.share.newPart(j.fold, j.replicates, Ranges{r}, sums, nil))
	if err != nil {
		return err
	}
	if j.last.path != "" && j.last.From == r.From && j.last.path != path {
		j.share.Folder.remove(j.last.path)
	}
	j.last = keptRange{r, path}
	return nil
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
	found := s.newPart(j.fold, j.replicates, ranges, sums(), &s.Shard)
	if s.part == nil {
		s.part = found
	} else {
		s.part.Folds = append(s.part.Folds, found.Folds...)
	}
	return ErrPart
}

func (s *Share) newPart(fold string, replicates int, ranges Ranges, sums []byte, shard *Shard) *Part {
	return &Part{
		Version: s.Version, Command: slices.Clone(s.Command), Shard: shard, Plan: slices.Clone(s.Plan),
		Folds: []Fold{{Name: fold, Replicates: replicates, Ranges: ranges, Size: len(sums), sums: sums}},
	}
}
