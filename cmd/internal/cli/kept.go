package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"settle/internal/tables"
	"settle/montecarlo/shards"
)

// status returns what has become of the command's share so far, if it has one.
func (s *sharing) status() shards.Status {
	if share := s.share.Load(); share != nil {
		return share.Status()
	}
	return shards.Status{}
}

// keeping wraps the error that ends a command with what --checkpoint keeps for its next run.
type keeping struct {
	error
	unsaved error // why it could not keep more, nil if it could
	what    string
}

// Error says what is kept, too, and why no more is.
func (k *keeping) Error() string {
	if k.unsaved != nil && errors.Is(k.error, k.unsaved) {
		return fmt.Sprintf("%v; %s", k.error, k.what)
	}
	return k.error.Error() + k.note()
}

// note says what is kept and why no more is, to stand behind another text.
func (k *keeping) note() string {
	if k.unsaved == nil {
		return "; " + k.what
	}
	return fmt.Sprintf("; %v; %s", k.unsaved, k.what)
}

// Unwrap returns the error alone.
func (k *keeping) Unwrap() error { return k.error }

// withKept adds to an error what the command keeps, and to an interruption also that it keeps
// nothing.
func (e *Env) withKept(err error) error {
	share := e.sharing.share.Load()
	_, usage := errors.AsType[*UsageError](err)
	_, other := errors.AsType[*ended](err)
	interrupted := errors.Is(err, context.Canceled) && e.Context.Err() != nil
	if usage || other || errors.Is(err, errReaderGone) {
		return err
	}
	if share == nil || share.Folder == nil {
		if interrupted {
			return &keeping{err, nil, e.keptFiles()}
		}
		return err
	}
	what, unsaved := keptIn(share), share.Status().Unsaved
	if what == "" && unsaved == nil && !interrupted {
		return err
	}
	return &keeping{err, unsaved, cmp.Or(what, "nothing is kept in "+share.Folder.Path)}
}

// keptFiles says what is left of an interrupted command without --checkpoint, and how the next one
// can keep more.
func (e *Env) keptFiles() string {
	if e.kept != "" {
		return e.kept + ": the same command goes on from there"
	}
	if e.written > 0 {
		return fmt.Sprintf("%s kept in %s: the same command goes on from there", tables.Count(e.written, "file")+" "+
			tables.Are(e.written), e.Out)
	}
	for _, flag := range e.parsed.Flags() {
		if flag.Name == "checkpoint" && !lacks(e.parsed.Selected(), flag) {
			return "nothing is kept: with --checkpoint DIR the same command goes on where it stopped"
		}
	}
	return "nothing is kept"
}

// Keeps notes what an interruption leaves, such as "3 looks are kept in plan.json".
func (e *Env) Keeps(what string) { e.kept = what }

// keptIn says how much of a share is kept, and how to go on, "" if nothing is.
func keptIn(share *shards.Share) string {
	held := share.Status().Held
	texts, some := make([]string, len(held)), false
	for i, h := range held {
		texts[i] = fmt.Sprintf("%d of %d", h.Kept, h.Of)
		if some = some || h.Kept > 0; i == 0 {
			texts[i] += " " + cmp.Or(share.Noun, "replicate") + "s"
		}
		if len(held) > 1 {
			texts[i] += " (" + h.Fold + ")"
		}
	}
	what := strings.Join(texts, " and ")
	if !some {
		return ""
	}
	if !share.Shard.All() {
		what += " of shard " + share.Shard.String()
	}
	return fmt.Sprintf("%s are kept in %s: the same command goes on from there", what, share.Folder.Path)
}

// sayUsed says which files of --checkpoint could not be used, and which other versions of the
// program found sums that were.
func (e *Env) sayUsed(used shards.Status) {
	if n := len(used.Refused); n > 0 {
		what := oneLine(used.Refused[0])
		if n > 1 {
			what += fmt.Sprintf(" (and %s more likewise)", tables.Count(n-1, "file"))
		}
		fmt.Fprintf(e.Stderr, "%s: %s: not used, and its replicates visited again\n", e.program, what)
	}
	if len(used.Makers) > 0 {
		fmt.Fprintf(e.Stderr, "%s: %s\n", e.program, oneLine(fmt.Errorf(
			"sums of settle %s are used, and this is settle %s: if these score otherwise, run all of it by one",
			strings.Join(used.Makers, " and "), e.version)))
	}
}
