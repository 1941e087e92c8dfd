package bootstrap

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/metrics"
	"settle/montecarlo"
	"settle/montecarlo/shards"
)

// Names and values of the plan fields that say which sums (intermediate results) a run computes.
// The mean agreement with the gold ranking and its distribution are computed from the same sums.
const (
	showField = "--show"
	atField   = "--at"

	rankings = "tau"
	scores   = "score"
)

// fieldsOf returns the fields of the plan that say which sums (intermediate results) to compute.
func fieldsOf(w montecarlo.Wanted) []shards.Field {
	var things []string
	if w.Gold != nil || w.Own != nil {
		things = append(things, rankings)
	}
	if w.Scores {
		things = append(things, scores)
	}
	fields := []shards.Field{{Name: showField, Value: strings.Join(things, ",")}}
	if w.At == nil {
		return fields
	}
	return append(fields, shards.Field{Name: atField, Value: strings.Join(lists.Each(w.At, strconv.Itoa), ",")})
}

// asParts changes *wanted so that it describes the results that the merged part files contain.
// These can include scores, or numbers of trials, that the command does not show. If no files are
// merged, asParts does nothing. It returns an error if the files lack something that the command
// shows.
func (c *Command) asParts(env *cli.Env, wanted *montecarlo.Wanted, trials int) error {
	things, merging := env.OfParts(showField)
	if !merging {
		return nil
	}
	scored := slices.Contains(strings.Split(things, ","), scores)
	if c.shows("score") && !scored || c.compares() != (things != scores) {
		return cli.Usagef("--show %s: the parts were made with --show %s; use that value or rerun the shards", strings.Join(c.Show, ","), things)
	}
	if !scored {
		return nil
	}
	shown := wanted.At
	wanted.Scores, wanted.At = true, nil
	held, _ := env.OfParts(atField)
	holds := func(n int) bool { return metrics.OnCurve(n, trials) }
	if held != "" {
		var err error
		if wanted.At, err = numbers(held, trials); err != nil {
			return fmt.Errorf("the parts were made with --at %s: %w", held, err)
		}
		holds = func(n int) bool { return slices.Contains(wanted.At, n) }
	}
	for _, n := range shown {
		if !holds(n) {
			return cli.Usagef("--at %d: the parts contain scores only at %s; rerun the shards with --at %d", n, cmp.Or(held, "other numbers of trials"), n)
		}
	}
	return nil
}

// numbers parses a comma-separated list of numbers. It fails unless they are ascending and in the
// range 1..most.
func numbers(list string, most int) (all []int, err error) {
	last := 0
	for _, text := range strings.Split(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n <= last || n > most {
			return nil, fmt.Errorf("must be ascending numbers from 1 to %d", most)
		}
		all, last = append(all, n), n
	}
	return all, nil
}
