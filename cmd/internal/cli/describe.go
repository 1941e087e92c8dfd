package cli

import (
	"slices"

	"github.com/alecthomas/kong"
)

// A Described is a command as its help describes it with --help all.
type Described struct {
	Node  *kong.Node
	Flags []*kong.Flag // by group, without those that the command lacks
}

// Describe returns a program and all its commands, each before its sub-commands, for man pages.
// The help of flags and arguments names their choices and defaults. It panics if the grammar is
// not valid.
func Describe(p Program, c Command) []Described {
	app := newParser(p, c, "").Model
	_ = kong.Visit(app, func(node kong.Visitable, next kong.Next) error {
		switch value := node.(type) {
		case *kong.Flag:
			value.Help = describe(value.Value)
		case *kong.Positional:
			value.Help = describe(value)
		}
		return next(nil)
	})
	var all []Described
	var add func(node *kong.Node)
	add = func(node *kong.Node) {
		flags := flagsOf(node)
		place := func(flag *kong.Flag) int { return slices.Index(groups, flag.Group) }
		slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return place(a) - place(b) })
		all = append(all, Described{node, flags})
		for _, child := range node.Children {
			if !child.Hidden {
				add(child)
			}
		}
	}
	add(app.Node)
	return all
}
