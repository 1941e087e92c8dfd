package input

import (
	"slices"
	"strings"

	"settle/rubric"
	"settle/sim"
)

// kind is a kind of results: what stands before the colon of a built-in name, or
// a file.
type kind struct {
	name string // "" for a file

	outcomes func(in Board, seed uint64) (*Source, error)                             // nil: it holds signals
	signals  func(in Board, seed uint64, schemata []*rubric.Schema) (*Signals, error) // nil: it holds outcomes

	names func() []string // behind the colon, for shells to complete; never nil
}

// file is the kind of results that are read.
var file = kind{outcomes: Board.readOutcomes, signals: Board.readAttempts}

// builtIns are the kinds of results that are made.
var builtIns = []kind{
	{name: "stand-in", outcomes: Board.openStandIn, names: sim.StandIns},
	{
		name: "coins", outcomes: Board.openCoins,
		names: func() []string { return []string{"paper", "paper-quantile"} },
	},
	{
		name: "mimics", signals: Board.drawMimics,
		names: func() []string { return []string{"fig7"} },
	},
}

// kind is the kind of the results.
func (in Board) kind() kind {
	if len(in.Paths) != 1 {
		return file
	}
	return kindOf(in.Paths[0])
}

// kindOf is the kind of results that a name stands for.
func kindOf(results string) kind {
	name, _, _ := strings.Cut(results, ":")
	if at := slices.IndexFunc(builtIns, func(k kind) bool { return results != name && k.name == name }); at >= 0 {
		return builtIns[at]
	}
	return file
}

// IsMade reports whether a name stands for results that are made.
func IsMade(results string) bool { return kindOf(results).builtIn() }

// builtIn tells whether the results are made and not read.
func (k kind) builtIn() bool { return k.name != "" }

// BuiltIns are names that stand for results: stand-in:aime24, coins:paper, ….
func BuiltIns() []string {
	var names []string
	for _, kind := range builtIns {
		for _, name := range kind.names() {
			names = append(names, kind.name+":"+name)
		}
	}
	return names
}
