package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion is the command that prints a shell script for completing the program's commands
// and flags.
type Completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help returns the help text, with instructions for each shell.
func (Completion) Help() string {
	return "Print the completion script for a shell. To load it whenever the shell starts, add a line to its start-up file. In ~/.bashrc: source <(settle completion bash); " +
		"in ~/.zshrc: source <(settle completion zsh); in ~/.config/fish/config.fish: settle completion fish | source"
}

// bashScript makes bash run the program %[1]s to complete commands named %[2]s. If the program has
// no answer, bash completes by itself.
const bashScript = "complete -o default -o bashdefault -C %[1]s %[2]s\n"

// scripts maps each shell to its startup script. The interfaces are documented in bash(1) under
// Programmable Completion, in zshcompsys(1) under bashcompinit, and for fish in complete(1).
var scripts = map[string]string{
	"bash": bashScript,
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\n" + bashScript,
	"fish": `function __complete_%[2]s
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    %[1]s
end
complete -f -c %[2]s -a "(__complete_%[2]s)"
`,
}

// Run prints the script.
func (c Completion) Run(env *Env) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(env.Stdout, scripts[c.Shell], program, env.program)
	return err
}

// Names of the environment variables in which a shell passes the typed line and the position of
// the cursor in bytes.
const (
	askingShell = "COMP_LINE"
	cursorAt    = "COMP_POINT"
)

// complete prints completions of the typed words if environment variables say that a shell asks
// for them. It reports whether a shell asks.
func (p *parser) complete() bool {
	line := os.Getenv(askingShell)
	if line == "" {
		return false
	}
	if at, err := strconv.Atoi(os.Getenv(cursorAt)); err == nil && at >= 0 && at < len(line) {
		line = line[:at]
	}
	for _, answer := range p.completions(line) {
		fmt.Fprintln(&p.answer, answer)
	}
	return true
}

// completions returns the possible completions of the last word of a line. After "--flag=", each
// completion contains only the value, because shells begin a new word there.
func (p *parser) completions(line string) []string {
	words := strings.Fields(line)
	if strings.HasSuffix(line, " ") {
		words = append(words, "")
	}
	last := len(words) - 1
	if name, value, ok := strings.Cut(words[last], "="); ok && strings.HasPrefix(name, "--") {
		words, last = append(words[:last], name, value), last+1
	}
	node, flag, arguments := p.Model.Node, (*kong.Flag)(nil), 0
	for _, word := range words[min(1, last):last] {
		child := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word })
		switch {
		case flag != nil: // complete the value of the flag
			flag = nil
		case strings.HasPrefix(word, "-"):
			flag = takingValue(node, word)
		case child >= 0:
			node, arguments = node.Children[child], 0
		default:
			arguments++
		}
	}
	answers := p.following(node, flag, arguments, words[last])
	return slices.DeleteFunc(answers, func(answer string) bool { return !strings.HasPrefix(answer, words[last]) })
}

// takingValue returns the flag that a word of the command line names, such as --seed. It returns
// nil if there is no such flag, or if the flag takes no value.
func takingValue(node *kong.Node, word string) *kong.Flag {
	for _, flag := range flagsOf(node) {
		if "--"+flag.Name == word && !flag.IsBool() {
			return flag
		}
	}
	return nil
}

// flagsOf returns the flags of a command and of its parents.
func flagsOf(node *kong.Node) (flags []*kong.Flag) {
	for _, group := range node.AllFlags(true) {
		flags = append(flags, group...)
	}
	return slices.DeleteFunc(flags, func(flag *kong.Flag) bool { return lacks(node, flag) })
}

// following returns what can come next in the typed command line. These are the possible values of
// the given flag. If flag is nil, they are the possible flags, sub-commands or arguments of the
// command.
func (p *parser) following(node *kong.Node, flag *kong.Flag, arguments int, typed string) []string {
	var answers []string
	switch {
	case flag != nil:
		return p.values(flag.Value, typed)
	case strings.HasPrefix(typed, "-"):
		for _, flag := range flagsOf(node) {
			answers = append(answers, "--"+flag.Name)
		}
	case len(node.Children) > 0:
		for _, child := range node.Children {
			answers = append(answers, child.Name)
		}
	case len(node.Positional) > 0:
		argument := node.Positional[min(arguments, len(node.Positional)-1)]
		if arguments < len(node.Positional) || argument.IsCumulative() {
			return p.values(argument, typed)
		}
	}
	return answers
}

// values returns the possible values of a flag or an argument, depending on its struct tag
// "predictor".
func (p *parser) values(value *kong.Value, typed string) []string {
	switch predictor := value.Tag.Get("predictor"); {
	case value.Enum != "":
		return value.EnumSlice()
	case predictor == namesMetrics: // complete the last item of a list
		before := typed[:strings.LastIndex(typed, ",")+1]
		lists := slices.Clone(p.metrics)
		for i := range lists {
			lists[i] = before + lists[i]
		}
		return lists
	case predictor == namesResults:
		return append(filesIn(typed), p.results...)
	case predictor != "":
		return filesIn(typed)
	}
	return nil
}

// filesIn returns the paths of all files and folders that are in the same folder as the given path.
// Folders end in a separator.
func filesIn(path string) []string {
	folder, _ := filepath.Split(path)
	entries, _ := os.ReadDir(cmp.Or(folder, "."))
	paths := make([]string, len(entries))
	for i, entry := range entries {
		paths[i] = folder + entry.Name()
		if entry.IsDir() {
			paths[i] += string(filepath.Separator)
		}
	}
	return paths
}
