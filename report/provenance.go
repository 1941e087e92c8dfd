package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
)

// Provenance says where a report comes from: whoever has the same version, files
// and command gets the same numbers. It holds nothing that changes none, such as
// the number of workers, the format or folders, and so no two runs of one build
// differ in it.
type Provenance struct {
	Version string  `json:"version"` // such as 0.1.0, or 0.0.0-dev+COMMIT between releases
	Seed    uint64  `json:"seed"`
	Input   []Input `json:"input"`   // the files that were read, in the order of the command line
	Command string  `json:"command"` // with files by their names alone
}

// Input is a file that was read.
type Input struct {
	Name   string  `json:"name"`
	SHA256 *string `json:"sha256"` // of its content, in hexadecimal digits; nil if it cannot be read twice
}

// digest returns at most so many digits of the digest, in words.
func (i Input) digest(digits int) string {
	if i.SHA256 == nil {
		return "content not known"
	}
	return "SHA-256 " + (*i.SHA256)[:min(digits, len(*i.SHA256))]
}

// Table is all that the provenance says.
func (p Provenance) Table() *tables.Table {
	t := &tables.Table{Title: "Where this comes from", Columns: []tables.Column{{Name: "what"}, {Name: "which"}}}
	t.Rows = [][]string{{"command", p.Command}, {"version", "settle " + p.Version}, {"seed", fmt.Sprint(p.Seed)}}
	for _, input := range p.Input {
		t.Rows = append(t.Rows, []string{input.Name, input.digest(math.MaxInt)})
	}
	return t
}

// ShownDigits are enough of a digest to tell files apart at a glance.
const ShownDigits = 12

// shownInputs is how many files a line of text names.
const shownInputs = 3

// String is the provenance as one line of text, which names the first few files, each once.
func (p Provenance) String() string {
	command := p.Command
	var digests, others []string
	for _, input := range p.Input[:min(shownInputs, len(p.Input))] {
		if digest := input.digest(ShownDigits); p.named(input.Name) {
			digests = append(digests, digest)
		} else {
			others = append(others, fmt.Sprintf("%s: %s", input.Name, digest))
		}
		command = once(command, input.Name)
	}
	parts := []string{command}
	if len(digests) > 0 {
		parts = append(parts, strings.Join(digests, ", "))
	}
	parts = append(parts, others...)
	if more := len(p.Input) - shownInputs; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	parts = append(parts, fmt.Sprintf("seed %d", p.Seed), "settle "+p.Version)
	return "From: " + strings.Join(parts, "; ") + "."
}

// named reports whether the command names a file.
func (p Provenance) named(file string) bool {
	words := strings.FieldsFunc(p.Command, func(r rune) bool { return strings.ContainsRune(" ,:='", r) })
	return slices.Contains(words, file)
}

// once returns a command that names several files of one name, one behind the other, with that
// name once.
func once(command, file string) string {
	many := strings.Repeat(" "+file, 2)
	at := strings.Index(command+" ", many+" ")
	if at < 0 {
		return command
	}
	n := 2
	for strings.HasPrefix(command[at:]+" ", strings.Repeat(" "+file, n+1)+" ") {
		n++
	}
	return fmt.Sprintf("%s %s (%d files)%s", command[:at], file, n, command[at+n*(len(file)+1):])
}
