package rank

import (
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/misspelt"
)

// parsePair reads "A,B", two models of a board, and returns their indices. Names
// may hold commas themselves, as long as only one comma parts two models.
func parsePair(pair string, models []string) (a, b int, err error) {
	splits := splits(pair)
	if len(splits) == 0 {
		return 0, 0, cli.Usagef("--pair is %q: name two models, as in --pair A,B", pair)
	}
	found := 0
	for _, s := range splits {
		i, j := slices.Index(models, s[0]), slices.Index(models, s[1])
		if i >= 0 && j >= 0 {
			a, b = i, j
			found++
		}
	}
	switch {
	case found > 1:
		return 0, 0, cli.Usagef("--pair %q can be read as two models in %d ways: rename them on the board", pair, found)
	case found == 0:
		return 0, 0, noSuchModel(splits, models)
	case a == b:
		return 0, 0, cli.Usagef("--pair compares two models, but is twice %q", models[a])
	}
	return a, b, nil
}

// splits are the ways to part a text in two at a comma.
func splits(pair string) [][2]string {
	var out [][2]string
	for i, r := range pair {
		if r == ',' {
			out = append(out, [2]string{strings.TrimSpace(pair[:i]), strings.TrimSpace(pair[i+1:])})
		}
	}
	return out
}

// noSuchModel names the first model that is not there, at the comma where the
// other is, if there is one, and those whose names are nearest.
func noSuchModel(splits [][2]string, models []string) error {
	split := splits[0]
	for _, s := range splits {
		if slices.Contains(models, s[0]) || slices.Contains(models, s[1]) {
			split = s
			break
		}
	}
	name := split[0]
	if slices.Contains(models, name) {
		name = split[1]
	}
	var quoted []string
	for _, model := range misspelt.Nearest(name, models, 3) {
		quoted = append(quoted, strconv.Quote(model))
	}
	return cli.Usagef("--pair: the board has no model %q; the nearest names are %s", name, strings.Join(quoted, ", "))
}
