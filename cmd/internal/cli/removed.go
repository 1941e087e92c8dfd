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
	{"pair", "rank", "use settle compare RESULTS A B"},
	{"gate margin", "rank", "use settle gate RESULTS NEW OLD --claim better|not-worse|equivalent --margin M"},
	{"schemata", "rank", "use settle schemata"},
	{"ties convention bounds multiplicity", "rank", "use --paper for the rules of the paper's tables"},
	{"target", "bakeoff", "use --gold METRIC"},
	{"csv-safe", "", "CSV is always safe for spreadsheets"},
	{"version", "", "use settle version, or settle --version alone"},
	{"no-title", "", "use --title \"\""},
	{"no-caption", "", "captions stay; the tool that sets the page can cut them"},
	{"pairs", "rank", "all pairs are compared, or with more than 1000 models neighbours unless --draws asks for more"},
}

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
