package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// A word is a part of a command line: a flag with its value, a command name, or an argument.
type word struct {
	flag   *kong.Flag // nil if the word is not a flag
	text   string     // as typed; for a flag, without its value
	value  string
	given  bool     // the flag has a value
	behind bool     // the word follows "--", so it is an argument
	raw    []string // the one or two arguments as typed
}

// parseWords returns the words of a command line after the program name.
func parseWords(args []string, flags []*kong.Flag) (list []word) {
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

// argument reports whether the word is an argument or a command name, and not a flag.
func (w word) argument() bool {
	return w.flag == nil && (w.behind || w.text == "-" || !strings.HasPrefix(w.text, "-"))
}

// wordArgs returns the words as command-line arguments for the parser.
func wordArgs(list []word) (args []string) {
	for i, w := range list {
		if w.behind && (i == 0 || !list[i-1].behind) {
			args = append(args, "--")
		}
		switch {
		case !w.given:
			args = append(args, w.text)
		case strings.HasPrefix(w.value, "-"), w.flag.IsBool(): // otherwise the parser would misread it
			args = append(args, w.text+"="+w.value)
		default:
			args = append(args, w.text, w.value)
		}
	}
	return args
}

// gatherArguments moves the arguments of a command line after its flags if the command takes any
// number of arguments, because the parser accepts no other order.
func gatherArguments(args []string, program *kong.Node) []string {
	node, rest := deepest(args, program)
	if last := len(node.Positional) - 1; last < 0 || !node.Positional[last].IsCumulative() {
		return args
	}
	flags, arguments := partition(parseWords(rest, slices.Concat(node.AllFlags(false)...)), word.argument)
	out := slices.Clone(args[:len(args)-len(rest)])
	for _, w := range flags {
		if w.flag != nil && !w.given && !w.flag.IsBool() {
			return args // the flag lacks its value
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

// asTyped returns the text of a value unchanged.
func asTyped(_ *kong.Value, text string) string { return text }

// words returns the words of the command line. It omits the flags for which leftOut returns true,
// and replaces every value and argument by show(value, text).
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
	for _, w := range parseWords(e.args, e.parsed.Flags()) {
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
	return wordArgs(shown)
}

// Given returns the flags of the command line and their values, as words.
func (e *Env) Given() []string {
	return wordArgs(slices.DeleteFunc(parseWords(e.args, e.parsed.Flags()), func(w word) bool { return w.flag == nil }))
}

// replaceWords returns a command line after replacing some of its words by other words. A flag
// among the other words replaces the flag of the same name. Arguments among the other words replace
// all arguments of the command. Unchanged words keep their order; new ones follow them.
func (p *parser) replaceWords(args, others []string) []string {
	parsed, err := p.Parse(args)
	if len(others) == 0 || err != nil {
		return args
	}
	flags, arguments := partition(parseWords(others, parsed.Flags()), word.argument)
	own, behind := partition(parseWords(args, parsed.Flags()), func(w word) bool { return w.behind })
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
	return wordArgs(slices.Concat(own, flags, behind, arguments))
}

// partition splits a list of words in two. First come the words w for which kind(w) is false, then
// those for which it is true.
func partition(list []word, kind func(word) bool) (others, those []word) {
	for _, w := range list {
		if kind(w) {
			those = append(those, w)
		} else {
			others = append(others, w)
		}
	}
	return others, those
}
