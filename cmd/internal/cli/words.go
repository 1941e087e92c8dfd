package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// word is a flag of a command line with its value, or else what stands there by itself:
// the name of a command, or an argument.
type word struct {
	flag  *kong.Flag // nil where it is none
	text  string     // as it was typed: of a flag without its value
	value string
	given bool     // the flag has a value
	raw   []string // the one or two arguments that it was typed as
}

// typed are the words of a command line, behind the program, up to "--"; what is behind it
// is returned as it is.
func typed(args []string, flags []*kong.Flag) (list []word, behind []string) {
	known := map[string]*kong.Flag{}
	for _, flag := range flags {
		known["--"+flag.Name] = flag
		if flag.Short != 0 {
			known["-"+string(flag.Short)] = flag
		}
	}
	for len(args) > 0 {
		w, all := word{text: args[0]}, args
		args = args[1:]
		if w.text == "--" {
			return list, args
		}
		name, value, given := strings.Cut(w.text, "=")
		flag := known[name]
		if flag == nil && len(w.text) > 2 && w.text[1] != '-' && known[w.text[:2]] != nil { // -oFILE
			name, value, given, flag = w.text[:2], w.text[2:], true, known[w.text[:2]]
		}
		if flag != nil {
			w = word{flag: flag, text: name, value: value, given: given}
			if !given && !flag.IsBool() && len(args) > 0 {
				w.value, w.given, args = args[0], true, args[1:]
			}
		}
		w.raw = all[:len(all)-len(args)]
		list = append(list, w)
	}
	return list, nil
}

// argument tells whether a word stands for itself.
func (w word) argument() bool {
	return w.flag == nil && (w.text == "-" || !strings.HasPrefix(w.text, "-"))
}

// words are the one or two words that the parser is given.
func (w word) words() []string {
	switch {
	case !w.given:
		return []string{w.text}
	case strings.HasPrefix(w.value, "-"), w.flag.IsBool(): // else the parser takes it for something else
		return []string{w.text + "=" + w.value}
	}
	return []string{w.text, w.value}
}

// gathered returns a command line whose arguments stand together, behind the flags, if its
// command takes any number of them: the parser takes them only so.
func gathered(args []string, program *kong.Node) []string {
	node, rest := deepest(args, program)
	if last := len(node.Positional) - 1; last < 0 || !node.Positional[last].IsCumulative() {
		return args
	}
	list, behind := typed(rest, slices.Concat(node.AllFlags(false)...))
	flags, arguments := slices.Clone(args[:len(args)-len(rest)]), []string(nil)
	for _, w := range list {
		switch {
		case w.argument():
			arguments = append(arguments, w.text)
		case w.flag != nil && !w.given && !w.flag.IsBool():
			return args // it lacks its value
		default:
			flags = append(flags, w.raw...)
		}
	}
	if len(behind) > 0 {
		flags = append(flags, "--")
	}
	return slices.Concat(flags, arguments, behind)
}

// asTyped is the text of a value.
func asTyped(_ *kong.Value, text string) string { return text }

// words are the words of the command line without flags that are left out, with values
// and arguments as show has them.
func (e *Env) words(leftOut func(*kong.Flag) bool, show func(value *kong.Value, text string) string) []string {
	words := []string{e.program}
	positional := positionals(e.parsed, show)
	list, behind := typed(e.args, e.parsed.Flags())
	for _, w := range list {
		switch {
		case w.flag == nil:
			words = append(words, cmp.Or(positional[w.text], w.text))
		case !leftOut(w.flag):
			if w.given {
				w.value = show(w.flag.Value, w.value)
			}
			words = append(words, w.words()...)
		}
	}
	if len(behind) == 0 {
		return words
	}
	words = append(words, "--")
	for _, text := range behind {
		words = append(words, cmp.Or(positional[text], text))
	}
	return words
}

// Given are the flags of the command line, as words.
func (e *Env) Given() []string {
	list, _ := typed(e.args, e.parsed.Flags())
	var flags []string
	for _, w := range list {
		if w.flag != nil {
			flags = append(flags, w.words()...)
		}
	}
	return flags
}

// instead are the words of a command line with others: flags in place of those of the same
// name, and arguments, if there are some, in place of all arguments of the command. What
// stays keeps its order, and what comes new is behind it.
func (p *parser) instead(args, others []string) []string {
	parsed, err := p.Parse(args)
	if len(others) == 0 || err != nil {
		return args
	}
	list, behind := typed(args, parsed.Flags())
	more, moreBehind := typed(others, parsed.Flags())
	replaced := map[*kong.Flag]bool{}
	var arguments []string
	for _, w := range more {
		if w.flag != nil {
			replaced[w.flag] = true
		} else if w.argument() {
			arguments = append(arguments, w.text)
		}
	}
	arguments = append(arguments, moreBehind...)
	var own []string
	for _, w := range list {
		if w.argument() {
			own = append(own, w.text)
		}
	}
	_, rest := deepest(own, p.Model.Node)
	names := len(own) - len(rest) // of commands
	var out []string
	for _, w := range list {
		switch {
		case w.flag != nil && !replaced[w.flag], w.flag == nil && !w.argument():
			out = append(out, w.words()...)
		case w.argument() && (names > 0 || len(arguments) == 0):
			out = append(out, w.text)
			names--
		}
	}
	if len(arguments) > 0 {
		behind = nil
	}
	for _, w := range more {
		if !w.argument() {
			out = append(out, w.words()...)
		}
	}
	if arguments = slices.Concat(behind, arguments); slices.ContainsFunc(arguments, func(a string) bool {
		return strings.HasPrefix(a, "-") && a != "-"
	}) {
		out = append(out, "--")
	}
	return append(out, arguments...)
}
