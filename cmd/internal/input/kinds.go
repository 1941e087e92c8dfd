package input

import (
	"slices"
	"strings"

	"settle/rubric"
	"settle/sim"
)

// A kind describes one kind of results: files, or built-in results whose names share a prefix.
type kind struct {
	name string // prefix of the names, "" for files

	outcomes func(in Board, seed uint64) (*Source, error)                             // nil if the results hold signals
	signals  func(in Board, seed uint64, schemata []*rubric.Schema) (*Signals, error) // nil if the results hold outcomes

	names func() []string // returns the names after the colon, for shell completion; never nil
}

// file is the kind of results that are read from files.
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

// kind returns the kind of the board's results.
func (in Board) kind() kind {
	if len(in.Paths) != 1 {
		return file
	}
	return kindOf(in.Paths[0])
}

// kindOf returns the kind of the results that a name stands for.
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

// BuiltIns returns the names of built-in results, such as stand-in:aime24 and coins:paper.
func BuiltIns() []string {
	var names []string
	for _, kind := range builtIns {
		for _, name := range kind.names() {
			names = append(names, kind.name+":"+name)
		}
	}
	return names
}
