package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// removed are the flags that commands no longer have, with what to use instead. A row
// without commands holds for every command; the first row that matches counts. A
// sub-command is named with its command, as in "budget plan".
var removed = []struct {
	flags    string // names without dashes, separated by spaces
	commands string // separated by commas
	instead  string // the end of "--FLAG is gone: …"
}{
	{"pair models", "rank", "use settle compare RESULTS A B"},
	{"gate margin", "rank", "use settle gate RESULTS NEW OLD --claim better|not-worse|equivalent --margin M"},
	{"gate", "gate", "use --claim better|not-worse|equivalent"},
	{"schemata", "rank", "use settle schemata"},
	{"ties convention bounds multiplicity", "rank", "use --paper for the rules of the paper's tables"},
	{"target", "bakeoff run", "use --gold METRIC"},
	{"coins", "bakeoff run", "name the results coins:NAME"},
	{"mimics", "bakeoff run", "name the results mimics:NAME"},
	{"all draws", "bakeoff run", "use settle bakeoff all"},
	{"init", "bakeoff run", "use settle bakeoff init LANGUAGE [FOLDER]"},
	{"drop drop-hard unequal", "bakeoff run", "say it behind the name, as in coins:paper,drop=0.1,unequal=4-16, or by --thin"},
	{"questions", "bakeoff run", "say it behind the name, as in mimics:fig7,questions=10"},
	{"thresholds", boards + ",bakeoff run", "name the file in a schema file: schema: NAME, thresholds: FILE"},
	{"verifier-baseline verifier-temperature", boards + ",bakeoff run",
		"say it in a schema file: schema: NAME, verifier: {baseline: [A, B, C], temperature: T}"},
	{"alpha0 beta0", "rank,compare,gate", "say it in the metric: pass@K:B+A imagines B wrong and A right trials of each question"},
	{"drop drop-hard unequal", "simulate write", "say it behind the name, as in --coins paper,drop=0.1,unequal=4-16"},
	{"trials questions drop drop-hard unequal", boards,
		"say it behind the name, as in coins:paper,trials=6,drop=0.1, stand-in:aime25,unequal=4-16 or mimics:fig7,questions=10"},
	{"scores", boards + ",bakeoff run", "fractions are read by themselves; for whole numbers use --weights values"},
	{"counts", boards + ",bakeoff run", "name the results counts:FILE"},
	{"correct-from", boards + ",bakeoff run", "use settle import FILE --correct-from C --to NEW, and for signals a schema of two categories"},
	{"csv-safe", "", "CSV is always safe for spreadsheets"},
	{"version", "", "use settle version, or settle --version alone"},
	{"no-title", "", "use --title \"\""},
	{"no-caption", "", "captions stay; the tool that sets the page can cut them"},
	{"prior-weight", "rank,compare,converge,bootstrap,budget adapt,next,report", "say it in --prior, as in --prior FILE,weight=1/2"},
	{"paired", "bootstrap,converge", "say --scheme columns,paired"},
	{"with-replacement without-replacement", "bootstrap,converge", "say it in --scheme, as in --scheme rows,with-replacement"},
	{"gold-ties", "converge,simulate converge", "say it in --gold, as in --gold truth,ties=any"},
	{"future", "budget adapt", "say --truth posterior,trials=N"},
	{"scheme", "budget adapt", "say --truth board,scheme=columns"},
	{"unmet", "bakeoff run", "say it in --thin, as in --thin drop=0.1,unmet=own"},
	{"full", "bakeoff run", "use --league full"},
	{"pairs", "rank", "all pairs are compared, or with more than 1000 models neighbours unless --draws N asks for all; settle compare RESULTS A B compares two"},
}

// boards are the commands that read one board.
const boards = "rank,compare,gate,converge,bootstrap,budget plan,budget adapt,next,report"

// unknownFlag matches what the parser says of a flag that a command does not have.
var unknownFlag = regexp.MustCompile(`^unknown flag --([a-z0-9-]+)`)

// removedFlag returns the error for a flag that the command had once, or nil.
func removedFlag(err error, args []string, program *kong.Node) error {
	match := unknownFlag.FindStringSubmatch(err.Error())
	if match == nil {
		return nil
	}
	node, _ := deepest(args, program)
	if node.DefaultCmd != nil {
		node = node.DefaultCmd
	}
	for _, r := range removed {
		had := r.commands == "" || slices.Contains(strings.Split(r.commands, ","), node.Path())
		if had && slices.Contains(strings.Fields(r.flags), match[1]) {
			return fmt.Errorf("--%s is gone: %s", match[1], r.instead)
		}
	}
	return nil
}
