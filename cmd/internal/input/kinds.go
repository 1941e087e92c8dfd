package input

import (
	"slices"
	"strings"

	"settle/rubric"
	"settle/sim"
)

// A kind is a kind of results: a file, or the prefix of a built-in name.
type kind struct {
	name string // "" for a file

	outcomes func(in Board, seed uint64) (*Source, error)                             // nil if it holds signals
	signals  func(in Board, seed uint64, schemata []*rubric.Schema) (*Signals, error) // nil if it holds outcomes

	names func() []string // names after the colon, for shell completion; never nil
}

// file is the kind of results read from files.
var file = kind{outcomes: Board.readOutcomes, signals: Board.readAttempts}

// builtIns lists the kinds of built-in results.
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

// kind returns the kind of the results.
func (in Board) kind() kind {
	if len(in.Paths) != 1 {
		return file
	}
	return kindOf(in.Paths[0])
}

// kindOf returns the kind of results that a name stands for.
func kindOf(results string) kind {
	name, _, _ := strings.Cut(results, ":")
	if at := slices.IndexFunc(builtIns, func(k kind) bool { return results != name && k.name == name }); at >= 0 {
		return builtIns[at]
	}
	return file
}

// IsMade reports whether a name stands for built-in results.
func IsMade(results string) bool { return kindOf(results).builtIn() }

// builtIn reports whether the results are built in rather than read from a file.
func (k kind) builtIn() bool { return k.name != "" }

// BuiltIns returns the names of built-in results: stand-in:aime24, coins:paper, ….
func BuiltIns() []string {
	var names []string
	for _, kind := range builtIns {
		for _, name := range kind.names() {
			names = append(names, kind.name+":"+name)
		}
	}
	return names
}
