package cli

import (
	"os"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"
)

// Completion is the command that prints what a shell needs to complete the
// program's commands and flags.
type Completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help says what to do with the output.
func (Completion) Help() string {
	return "Print what the shell is to run when it starts. In ~/.bashrc: source <(settle completion bash); " +
		"in ~/.zshrc: source <(settle completion zsh); in ~/.config/fish/config.fish: settle completion fish | source"
}

// Run prints the script.
func (c Completion) Run(env *Env, parsed *kong.Context) error {
	parsed.Stdout = env.Stdout
	script := kongcompletion.Completion{Shell: c.Shell, Code: true}
	return script.Run(parsed)
}

// askingShell is the environment variable in which a shell says what was typed.
const askingShell = "COMP_LINE"

// complete answers a shell that asks what the words typed so far can go on
// with, and tells whether one did: it then says so in the environment. The tag
// predictor says what the value of a flag or an argument names.
func (p *parser) complete() bool {
	if os.Getenv(askingShell) == "" {
		return false
	}
	kongcompletion.Register(p.Kong,
		kongcompletion.WithPredictor(namesFile, complete.PredictFiles("*")),
		kongcompletion.WithPredictor(namesNewFile, complete.PredictFiles("*")),
		kongcompletion.WithPredictor(namesFolder, complete.PredictDirs("*")),
		kongcompletion.WithPredictor(namesResults,
			complete.PredictOr(complete.PredictFiles("*"), complete.PredictSet(p.results...))),
		kongcompletion.WithPredictor(namesMetrics, complete.PredictFunc(p.completeMetric)),
	)
	return true
}

// completeMetric completes the last metric of a list.
func (p *parser) completeMetric(typed complete.Args) (lists []string) {
	before := typed.Last[:strings.LastIndex(typed.Last, ",")+1]
	for _, name := range p.metrics {
		lists = append(lists, before+name)
	}
	return lists
}
