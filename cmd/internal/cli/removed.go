package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// removedFlags lists flags that commands no longer have, and says what to use instead. A row
// without commands applies to every command; the first matching row wins. A sub-command is written
// with its command, as in "budget plan".
var removedFlags = []struct {
	flags    string // names without dashes, separated by spaces
	commands string // separated by commas
	instead  string // the end of "--FLAG was removed; …"
}{
	{"pair models", "rank", "use settle compare RESULTS A B"},
	{"gate margin", "rank", "use settle gate RESULTS NEW OLD --claim better|not-worse|equivalent --margin M"},
	{"gate", "gate", "use --claim better|not-worse|equivalent"},
	{"schemata", "rank", "use settle schemata"},
	{"ties convention bounds multiplicity", "rank", "use --paper for the rules of the paper's tables"},
	{"target", "bakeoff run", "use --gold METRIC"},
	{"coins", "bakeoff run", "give coins:NAME as the results"},
	{"mimics", "bakeoff run", "give mimics:NAME as the results"},
	{"all draws", "bakeoff run", "use settle bakeoff all"},
	{"init", "bakeoff run", "use settle bakeoff init LANGUAGE [FOLDER]"},
	{"drop drop-hard unequal", "bakeoff run", "add it to the name of the results, as in coins:paper,drop=0.1,unequal=4-16, or use --thin"},
	{"questions", "bakeoff run", "add it to the name of the results, as in mimics:fig7,questions=10"},
	{"thresholds", boards + ",bakeoff run", "set it in a schema file, as in {schema: NAME, thresholds: FILE}"},
	{"verifier-baseline verifier-temperature", boards + ",bakeoff run",
		"set it in a schema file, as in {schema: NAME, verifier: {baseline: [A, B, C], temperature: T}}"},
	{"alpha0 beta0", "rank,compare,gate", "add it to the metric: pass@K:B+A adds B wrong and A right pseudo-trials to each question"},
	{"drop drop-hard unequal", "simulate write", "add it to the name of the coins, as in --coins paper,drop=0.1,unequal=4-16"},
	{"trials questions drop drop-hard unequal", boards,
		"add it to the name of the results, as in coins:paper,trials=6,drop=0.1, stand-in:aime25,unequal=4-16 or mimics:fig7,questions=10"},
	{"scores", boards + ",bakeoff run", "outcomes that are fractions need no flag; for whole numbers use --weights values"},
	{"counts", boards + ",bakeoff run", "give counts:FILE as the results"},
	{"correct-from", boards + ",bakeoff run", "use settle import FILE --correct-from C --to NEW; for signals, use a schema with two categories"},
	{"csv-safe", "", "CSV output is now always safe for spreadsheets"},
	{"version", "", "use settle version, or settle --version alone"},
	{"no-title", "", "use --title \"\""},
	{"no-caption", "", "captions cannot be turned off; crop the figure"},
	{"prior-weight", "rank,compare,converge,bootstrap,budget adapt,next,report", "add it to --prior, as in --prior FILE,weight=1/2"},
	{"paired", "bootstrap,converge", "use --scheme columns,paired"},
	{"with-replacement without-replacement", "bootstrap,converge", "add it to --scheme, as in --scheme rows,with-replacement"},
	{"gold-ties", "converge,simulate converge", "add it to --gold, as in --gold truth,ties=any"},
	{"future", "budget adapt", "use --truth posterior,trials=N"},
	{"scheme", "budget adapt", "use --truth board,scheme=columns"},
	{"unmet", "bakeoff run", "add it to --thin, as in --thin drop=0.1,unmet=own"},
	{"full", "bakeoff run", "use --league full"},
	{"pairs", "rank", "rank compares all pairs (with more than 1000 models, only neighbours unless --draws N is given); for one pair use settle compare RESULTS A B"},
}

// boards lists the commands that work on one board.
const boards = "rank,compare,gate,converge,bootstrap,budget plan,budget adapt,next,report"

// unknownFlag matches the parser's error for an unknown flag.
var unknownFlag = regexp.MustCompile(`^unknown flag --([a-z0-9-]+)`)

// removedFlag returns the error for a flag that the command had in an earlier version, or nil.
func removedFlag(err error, args []string, program *kong.Node) error {
	match := unknownFlag.FindStringSubmatch(err.Error())
	if match == nil {
		return nil
	}
	node, _ := deepest(args, program)
	if node.DefaultCmd != nil {
		node = node.DefaultCmd
	}
	for _, r := range removedFlags {
		had := r.commands == "" || slices.Contains(strings.Split(r.commands, ","), node.Path())
		if had && slices.Contains(strings.Fields(r.flags), match[1]) {
			return fmt.Errorf("--%s was removed; %s", match[1], r.instead)
		}
	}
	return nil
}
