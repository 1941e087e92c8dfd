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

// What the plan has of --show and --at: what is summed up. Whether rankings are shown by
// their mean agreement with gold or by its distribution changes no sum.
const (
	showField = "--show"
	atField   = "--at"

	rankings = "tau"
	scores   = "score"
)

// fieldsOf returns what is summed up, as the plan has it.
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

// asParts makes wanted what the parts hold that are merged, if there are some: they may
// hold scores that are not shown, and at more n than are. It refuses what they lack.
func (c *Command) asParts(env *cli.Env, wanted *montecarlo.Wanted, trials int) error {
	things, merging := env.OfParts(showField)
	if !merging {
		return nil
	}
	scored := slices.Contains(strings.Split(things, ","), scores)
	if c.shows("score") && !scored || c.compares() != (things != scores) {
		return cli.Usagef("--show %s: the parts are of --show %s: give that, or run the shards again", strings.Join(c.Show, ","), things)
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
			return fmt.Errorf("the parts say --at %s: %w", held, err)
		}
		holds = func(n int) bool { return slices.Contains(wanted.At, n) }
	}
	for _, n := range shown {
		if !holds(n) {
			return cli.Usagef("--at %d: the parts hold scores at %s: run the shards again with --at %d", n, cmp.Or(held, "some n alone"), n)
		}
	}
	return nil
}

// numbers returns the numbers of a list with commas, which ascend from 1 to most.
func numbers(list string, most int) (all []int, err error) {
	last := 0
	for _, text := range strings.Split(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n <= last || n > most {
			return nil, fmt.Errorf("numbers of trials ascend from 1 to %d", most)
		}
		all, last = append(all, n), n
	}
	return all, nil
}
