package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
)

// Provenance describes how to repeat a report: the same version, files and command give
// the same numbers. It leaves out everything that cannot change a number, such as the
// number of workers, the format, and folders. Runs that differ only in these therefore
// have the same provenance.
type Provenance struct {
	Version string  `json:"version"` // such as 0.1.0, or 0.0.0-dev+COMMIT between releases
	Seed    uint64  `json:"seed"`
	Input   []Input `json:"input"`   // input files, in the order of the command line
	Command string  `json:"command"` // command line, with file names without folders
}

// An Input is an input file, given by its name and the hash of its content.
type Input struct {
	Name   string  `json:"name"`
	SHA256 *string `json:"sha256"` // hexadecimal hash of its content; nil if it cannot be read twice
}

// digest returns the beginning of the file's hash, with at most the given number of
// digits.
func (i Input) digest(digits int) string {
	if i.SHA256 == nil {
		return "content unknown"
	}
	return "SHA-256 " + (*i.SHA256)[:min(digits, len(*i.SHA256))]
}

// Table returns a table of all fields of the provenance.
func (p Provenance) Table() *tables.Table {
	t := &tables.Table{Title: "Where this comes from", Columns: []tables.Column{{Name: "what"}, {Name: "which"}}}
	t.Rows = [][]string{{"command", p.Command}, {"version", "settle " + p.Version}, {"seed", fmt.Sprint(p.Seed)}}
	for _, input := range p.Input {
		t.Rows = append(t.Rows, []string{input.Name, input.digest(math.MaxInt)})
	}
	return t
}

// ShownDigits is the number of digits of a file's hash that reports show.
const ShownDigits = 12

// shownInputs is the greatest number of input files that Provenance.String names.
const shownInputs = 3

// String returns the provenance as one line of text. It names only the first few input
// files. If the command repeats a file name, the name appears once.
func (p Provenance) String() string {
	command := p.Command
	var digests, others []string
	for _, input := range p.Input[:min(shownInputs, len(p.Input))] {
		if digest := input.digest(ShownDigits); p.named(input.Name) {
			digests = append(digests, digest)
		} else {
			others = append(others, fmt.Sprintf("%s: %s", input.Name, digest))
		}
		command = collapseRepeats(command, input.Name)
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

// named reports whether the command line contains the given file name.
func (p Provenance) named(file string) bool {
	words := strings.FieldsFunc(p.Command, func(r rune) bool { return strings.ContainsRune(" ,:='", r) })
	return slices.Contains(words, file)
}

// collapseRepeats returns the command line in which repetitions of a file name are
// collapsed, as in "a.csv (3 files)" for "a.csv a.csv a.csv".
func collapseRepeats(command, file string) string {
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
