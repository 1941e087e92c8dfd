package cli

import (
	"slices"

	"github.com/alecthomas/kong"
)

// A Described holds the description of a command, as the command's help shows it with --help all.
type Described struct {
	Node  *kong.Node
	Flags []*kong.Flag // sorted by group; excludes inherited flags that the command does not accept
}

// Describe returns descriptions of a program and all its commands, for man pages. Each command
// comes before its sub-commands. The help texts of flags and arguments include their choices and
// defaults. Describe panics if the grammar is invalid.
func Describe(p Program, c Command) []Described {
	app := newParser(p, c, "").Model
	described := map[*kong.Value]bool{} // commands can share flags
	add := func(value *kong.Value) {
		if !described[value] {
			described[value], value.Help = true, describe(value)
		}
	}
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		switch value := node.(type) {
		case *kong.Flag:
			add(value.Value)
		case *kong.Positional:
			add(value)
		}
		return next(nil)
	})
	var all []Described
	var collect func(node *kong.Node)
	collect = func(node *kong.Node) {
		flags := flagsOf(node)
		place := func(flag *kong.Flag) int { return slices.Index(groups, flag.Group) }
		slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return place(a) - place(b) })
		all = append(all, Described{node, flags})
		for _, child := range node.Children {
			if !child.Hidden {
				collect(child)
			}
		}
	}
	collect(app.Node)
	return all
}
