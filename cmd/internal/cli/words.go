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
	flag   *kong.Flag // nil where it is none
	text   string     // as it was typed: of a flag without its value
	value  string
	given  bool     // the flag has a value
	behind bool     // it stands behind "--", where all are arguments
	raw    []string // the one or two arguments that it was typed as
}

// typed returns the words of a command line behind the program.
func typed(args []string, flags []*kong.Flag) (list []word) {
	known := map[string]*kong.Flag{}
	for _, flag := range flags {
		for _, name := range append([]string{flag.Name}, flag.Aliases...) {
			known["--"+name] = flag
		}
		if flag.Short != 0 {
			known["-"+string(flag.Short)] = flag
		}
	}
	for len(args) > 0 {
		w, all := word{text: args[0]}, args
		args = args[1:]
		if w.text == "--" {
			for _, text := range args {
				list = append(list, word{text: text, behind: true})
			}
			return list
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
	return list
}

// argument tells whether a word stands for itself.
func (w word) argument() bool {
	return w.flag == nil && (w.behind || w.text == "-" || !strings.HasPrefix(w.text, "-"))
}

// spelt returns the words as the parser takes them.
func spelt(list []word) (args []string) {
	for i, w := range list {
		if w.behind && (i == 0 || !list[i-1].behind) {
			args = append(args, "--")
		}
		switch {
		case !w.given:
			args = append(args, w.text)
		case strings.HasPrefix(w.value, "-"), w.flag.IsBool(): // else the parser takes it for something else
			args = append(args, w.text+"="+w.value)
		default:
			args = append(args, w.text, w.value)
		}
	}
	return args
}

// gathered returns a command line whose arguments stand together, behind the flags, if its
// command takes any number of them: the parser takes them only so.
func gathered(args []string, program *kong.Node) []string {
	node, rest := deepest(args, program)
	if last := len(node.Positional) - 1; last < 0 || !node.Positional[last].IsCumulative() {
		return args
	}
	flags, arguments := parted(typed(rest, slices.Concat(node.AllFlags(false)...)), word.argument)
	out := slices.Clone(args[:len(args)-len(rest)])
	for _, w := range flags {
		if w.flag != nil && !w.given && !w.flag.IsBool() {
			return args // it lacks its value
		}
		out = append(out, w.raw...)
	}
	for i, w := range arguments {
		if i == 0 && arguments[len(arguments)-1].behind {
			out = append(out, "--")
		}
		out = append(out, w.text)
	}
	return out
}

// asTyped is the text of a value.
func asTyped(_ *kong.Value, text string) string { return text }

// words returns the words of the command line without flags that are left out, with values
// and arguments as show has them.
func (e *Env) words(leftOut func(*kong.Flag) bool, show func(value *kong.Value, text string) string) []string {
	arguments := map[string]*kong.Value{}
	for _, element := range e.parsed.Path {
		if element.Positional != nil {
			for _, text := range texts(element.Positional) {
				arguments[text] = element.Positional
			}
		}
	}
	shown := []word{{text: e.program}}
	for _, w := range typed(e.args, e.parsed.Flags()) {
		switch argument := arguments[w.text]; {
		case w.flag == nil && argument != nil:
			w.text = cmp.Or(show(argument, w.text), w.text)
		case w.flag != nil && leftOut(w.flag):
			continue
		case w.given:
			w.value = show(w.flag.Value, w.value)
		}
		shown = append(shown, w)
	}
	return spelt(shown)
}

// Given returns the flags of the command line, as words.
func (e *Env) Given() []string {
	return spelt(slices.DeleteFunc(typed(e.args, e.parsed.Flags()), func(w word) bool { return w.flag == nil }))
}

// instead returns the words of a command line with others: flags in place of those of the same
// name, and arguments, if there are some, in place of all arguments of the command. What
// stays keeps its order, and what comes new is behind it.
func (p *parser) instead(args, others []string) []string {
	parsed, err := p.Parse(args)
	if len(others) == 0 || err != nil {
		return args
	}
	flags, arguments := parted(typed(others, parsed.Flags()), word.argument)
	own, behind := parted(typed(args, parsed.Flags()), func(w word) bool { return w.behind })
	own = slices.DeleteFunc(own, func(w word) bool {
		return w.flag != nil && slices.ContainsFunc(flags, func(other word) bool { return other.flag == w.flag })
	})
	if len(arguments) > 0 {
		node := p.Model.Node
		own, behind = slices.DeleteFunc(own, func(w word) bool {
			next, rest := deepest([]string{w.text}, node)
			node = next
			return w.argument() && len(rest) > 0
		}), nil
	}
	return spelt(slices.Concat(own, flags, behind, arguments))
}

// parted returns the words of a list that are not of a kind, and those that are.
func parted(list []word, kind func(word) bool) (others, those []word) {
	for _, w := range list {
		if kind(w) {
			those = append(those, w)
		} else {
			others = append(others, w)
		}
	}
	return others, those
}
