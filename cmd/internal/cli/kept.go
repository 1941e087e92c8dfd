package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"settle/shards"
	"settle/tables"
)

// saving tells whether the command is saving what it has found.
func (s *sharing) saving() bool {
	share := s.share.Load()
	return share != nil && share.Saving()
}

// kept is how many replicates a run before this one has visited, as far as is known.
func (s *sharing) kept() int {
	if share := s.share.Load(); share != nil {
		return share.Kept()
	}
	return 0
}

// keeping is an error that ends a command, and what --checkpoint keeps for its next run.
type keeping struct {
	error
	unsaved error // why it could not keep more, if it could not
	what    string
}

// Error says what is kept, too, and why no more is.
func (k *keeping) Error() string {
	if k.unsaved == nil || errors.Is(k.error, k.unsaved) {
		return fmt.Sprintf("%v; %s", k.error, k.what)
	}
	return fmt.Sprintf("%v; %v; %s", k.error, k.unsaved, k.what)
}

// Unwrap returns the error alone.
func (k *keeping) Unwrap() error { return k.error }

// withKept adds to an error what --checkpoint keeps, if it keeps anything or was to.
func (e *Env) withKept(err error) error {
	share := e.sharing.share.Load()
	var usage *UsageError
	var other *ended
	switch {
	case share == nil || share.Folder == nil || errors.As(err, &usage), errors.As(err, &other),
		errors.Is(err, errReaderGone):
		return err
	}
	what, unsaved := keptIn(share), share.Unsaved()
	switch {
	case what == "" && unsaved == nil:
		return err
	case what == "":
		what = "nothing is kept in " + share.Folder.Path
	}
	return &keeping{err, unsaved, what}
}

// keptIn says how much of a share is kept, and how to go on, "" if nothing is.
func keptIn(share *shards.Share) string {
	held := share.Held()
	if !slices.ContainsFunc(held, func(h shards.Held) bool { return h.Kept > 0 }) {
		return ""
	}
	texts := make([]string, len(held))
	noun := cmp.Or(share.Noun, "replicate") + "s"
	for i, h := range held {
		texts[i] = fmt.Sprintf("%d of %d", h.Kept, h.Of)
		if i == 0 {
			texts[i] += " " + noun
		}
		if len(held) > 1 {
			texts[i] += " (" + h.Fold + ")"
		}
	}
	what := strings.Join(texts, " and ")
	if !share.Shard.All() {
		what += " of shard " + share.Shard.String()
	}
	return fmt.Sprintf("%s are kept in %s: the same command goes on from there", what, share.Folder.Path)
}

// sayRefused says which files of --checkpoint could not be used.
func (e *Env) sayRefused(share *shards.Share) {
	refused := share.Refused()
	if len(refused) == 0 {
		return
	}
	what := oneLine(refused[0])
	if n := len(refused) - 1; n > 0 {
		what += fmt.Sprintf(" (and %s more likewise)", tables.Count(n, "file"))
	}
	fmt.Fprintf(e.Stderr, "%s: %s: not used, and its replicates visited again\n", e.program, what)
}

// sayMakers says that other versions of the program found some of the sums.
func (e *Env) sayMakers(share *shards.Share) {
	if makers := share.Makers(); len(makers) > 0 {
		fmt.Fprintf(e.Stderr, "%s: %s\n", e.program, oneLine(fmt.Errorf(
			"sums of settle %s are used, and this is settle %s: if these score otherwise, run all of it by one", strings.Join(makers, " and "), e.maker)))
	}
}
