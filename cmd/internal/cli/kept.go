package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/montecarlo/shards"
)

// status returns the state of the replicates that the command must run. It returns the zero Status
// if the command does not keep or share replicates.
func (s *sharing) status() shards.Status {
	if share := s.share.Load(); share != nil {
		return share.Status()
	}
	return shards.Status{}
}

// A keeping wraps the error that ends a command. It adds a description of the results that are kept
// for the next run.
type keeping struct {
	error
	unsaved error // the error that prevented saving more results, or nil
	what    string
}

// Error returns the message of the wrapped error. It is followed by the error that prevented saving
// more results, if any, and by the description of the results that are kept.
func (k *keeping) Error() string {
	if k.unsaved != nil && errors.Is(k.error, k.unsaved) {
		return fmt.Sprintf("%v; %s", k.error, k.what)
	}
	return k.error.Error() + k.note()
}

// note returns the end of a message: the error that prevented saving more results, if any, and the
// description of the results that are kept.
func (k *keeping) note() string {
	if k.unsaved == nil {
		return "; " + k.what
	}
	return fmt.Sprintf("; %v; %s", k.unsaved, k.what)
}

// Unwrap returns the wrapped error.
func (k *keeping) Unwrap() error { return k.error }

// describeKept returns err with a description of the results that the command keeps. If the
// command was interrupted and keeps nothing, the description says so.
func (e *Env) describeKept(err error) error {
	share := e.sharing.share.Load()
	_, usage := errors.AsType[*UsageError](err)
	_, other := errors.AsType[*exitError](err)
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
	return &keeping{err, unsaved, cmp.Or(what, "nothing was kept in "+share.Folder.Path)}
}

// keptFiles describes which results remain of a command that was interrupted without --checkpoint,
// or before it opened that folder. If nothing remains and there was no --checkpoint, it says how the
// next run can keep results.
func (e *Env) keptFiles() string {
	if e.kept != "" {
		return e.kept + "; to resume, run the same command again"
	}
	if e.written > 0 {
		return fmt.Sprintf("%s kept in %s; to resume, run the same command again", tables.Count(e.written, "file")+" "+
			tables.Are(e.written), e.Out)
	}
	if slices.Contains(e.FlagsGiven(), "checkpoint") {
		return "nothing was kept"
	}
	for _, flag := range e.parsed.Flags() {
		if flag.Name == "checkpoint" && !lacks(e.parsed.Selected(), flag) {
			return "nothing was kept; to make a run resumable, use --checkpoint DIR"
		}
	}
	return "nothing was kept"
}

// Keeps sets a description of the results that remain after an interruption, such as "3 looks are
// kept in plan.json".
func (e *Env) Keeps(what string) { e.kept = what }

// keptIn describes how many of the replicates that the command must run are kept, in which folder,
// and how to resume. It returns "" if none are kept.
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
	return fmt.Sprintf("%s are kept in %s; to resume, run the same command again", what, share.Folder.Path)
}

// sayUsed prints a warning about --checkpoint files that were ignored. It prints another warning if
// other versions of the program computed some of the sums (intermediate results) that were used.
func (e *Env) sayUsed(used shards.Status) {
	if n := len(used.Refused); n > 0 {
		what := oneLine(used.Refused[0])
		if n > 1 {
			what += fmt.Sprintf(" (also %s more)", tables.Count(n-1, "file"))
		}
		fmt.Fprintf(e.Stderr, "%s: %s; the file was ignored and its replicates were rerun\n", e.program, what)
	}
	if len(used.Makers) > 0 {
		fmt.Fprintf(e.Stderr, "%s: %s\n", e.program, oneLine(fmt.Errorf(
			"some of the saved sums were computed by settle %s, but this is settle %s; if the versions compute scores differently, rerun everything with one version",
			strings.Join(used.Makers, " and "), e.version)))
	}
}
