package main

import (
	"context"
	"strings"

	"settle/internal/tables"
	"settle/report/bakeoff"

	"settle/study/arena"
)

// compete measures the standing league, which compares methods of ranking on families of simulated
// models. It returns the text of the blocks of arena.md. The numbers have no other record.
func compete(ctx context.Context, families []arena.Family, methods []string) (map[string]string, error) {
	o := arena.Options{
		Seed: seed, Draws: arena.Draws, Boards: arena.Boards, Trials: arena.Trials(), GreedyBoards: arena.GreedyBoards,
	}
	found, err := arena.MeasureAll(ctx, families, methods, o, nil)
	if err != nil {
		return nil, err
	}
	a := bakeoff.Arena{Methods: methods, Options: o, Leagues: found.Leagues, Greedy: found.Greedy}
	league := a.Summary()
	league.Lead = a.Closest()
	var truth, own []*tables.Table
	for i := range o.Trials {
		for _, complete := range []bool{true, false} {
			truth = append(truth, a.ByFamily(arena.Truth, i, complete))
			if i%2 == 1 {
				own = append(own, a.ByFamily(arena.Own, i, complete))
			}
		}
	}
	blocks := map[string]string{}
	for name, all := range map[string][]*tables.Table{
		"league": {league}, "families": {a.FamiliesTable()}, "truth": truth, "own": own,
		"geom": {a.GeomTable()}, "greedy": {a.GreedyTable()},
	} {
		if blocks["arena: "+name], err = markdown(all); err != nil {
			return nil, err
		}
	}
	return blocks, nil
}

// markdown returns tables as Markdown, with empty lines between them.
func markdown(all []*tables.Table) (string, error) {
	var b strings.Builder
	for i, t := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		if err := t.Write(&b, tables.Markdown); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
