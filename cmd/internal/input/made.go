package input

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/csvfile"
	"settle/internal/misspelt"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/sim"
)

// A Made holds the parsed name of built-in results, together with the options in the name, as in
// coins:5x30,trials=6,drop=0.1.
type Made struct {
	Name      string      // the name without the options below
	Trials    int         // trials per question; 0 if not given
	Questions int         // number of questions of mimics; 0 if not given
	Missing   sim.Missing // which attempts to drop

	OwnQuestions bool // score a model on the questions that it tried, even if it lacks others
}

// An option describes one option that the name of built-in results can contain, such as trials=6.
type option struct {
	key   string
	kinds string // the kinds of results that accept it, separated by spaces
	wants string // valid values, in words
	set   func(m *Made, value string) bool
}

// options lists the options that the names of built-in results can contain. Coins have further
// options (see sim.Named).
var options = []option{
	{"trials", "coins mimics", "a whole number from 1 to 65535", func(m *Made, value string) (ok bool) {
		m.Trials, ok = whole(value, 1)
		return ok
	}},
	{"questions", "mimics", "a whole number from 1", func(m *Made, value string) (ok bool) {
		m.Questions, ok = whole(value, 1)
		return ok
	}},
	{"drop", everyKind, "a probability from 0 to 1", func(m *Made, value string) (ok bool) {
		m.Missing.Drop, ok = chance(value)
		return ok
	}},
	{"drop-hard", everyKind, "a probability from 0 to 1", func(m *Made, value string) (ok bool) {
		m.Missing.DropHard, ok = chance(value)
		return ok
	}},
	{"unequal", everyKind, "the smallest and the largest number of trials, as in 4-16", func(m *Made, value string) bool {
		low, high, _ := strings.Cut(value, "-")
		fewest, okLow := whole(low, 0)
		most, okHigh := whole(high, max(1, fewest))
		m.Missing.Fewest, m.Missing.Most = fewest, most
		return okLow && okHigh
	}},
	{"unmet", "thin", "all or own", func(m *Made, value string) bool {
		m.OwnQuestions = value == "own"
		return m.OwnQuestions || value == "all"
	}},
}

const everyKind = "coins mimics stand-in thin"

// cutOption removes the option key=VALUE from the end of text, as in older.csv,weight=1/2. The
// text can consist of the option alone.
func cutOption(text, key string) (rest, value string) {
	at := strings.LastIndex(","+text, ","+key+"=")
	if at < 0 {
		return text, ""
	}
	return text[:max(0, at-1)], text[at+len(key)+1:]
}

func whole(text string, least int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= results.MaxTrials
}

func chance(text string) (float64, bool) {
	p, ok := csvfile.Number(text)
	return p, ok && p >= 0 && p <= 1
}

// ParseMade parses the name of built-in results, such as coins:5x30,ability,drop=0.1. Options that
// only coins have, such as ability, stay in the field Name.
func ParseMade(text string) (Made, error) {
	name, list, more := strings.Cut(text, ",")
	m := Made{Name: name}
	if !more {
		return m, nil
	}
	kind, _, _ := strings.Cut(name, ":")
	for part := range strings.SplitSeq(list, ",") {
		mine, err := m.take(kind, part)
		if err != nil {
			return m, cli.Usagef("%s: %w", quoted.Path(text), err)
		}
		if !mine {
			m.Name += "," + part
		}
	}
	return m, nil
}

// ParseThinning parses a list of options that drop attempts, such as drop=0.1,unequal=4-16.
func ParseThinning(list string) (m Made, err error) {
	for part := range strings.SplitSeq(list, ",") {
		if _, err := m.take("thin", part); err != nil {
			return m, err
		}
	}
	return m, nil
}

// take parses one option, such as drop=0.1, in the name of results of the given kind, and stores it
// in m. It returns false if the option is unknown here; it can then be an option of coins.
func (m *Made) take(kind, part string) (bool, error) {
	key, value, _ := strings.Cut(part, "=")
	var there []string
	for _, o := range options {
		if !slices.Contains(strings.Fields(o.kinds), kind) {
			continue
		}
		there = append(there, o.key)
		if o.key != key {
			continue
		}
		if !o.set(m, value) {
			return true, fmt.Errorf("%s must be %s, not %s", key, o.wants, quoted.Text(value))
		}
		return true, nil
	}
	nearest := misspelt.Nearest(key, there, 1)[0]
	slip := misspelt.Edits(key, nearest) <= 2
	switch {
	case slip:
		return true, fmt.Errorf("unknown option %s; did you mean %s=?", quoted.Text(part), nearest)
	case kind == "coins":
		return false, nil
	}
	return true, fmt.Errorf("unknown option %s; options are %s", quoted.Text(part), strings.Join(there, "=, ")+"=")
}

// trials returns the number of trials per question to draw.
func (m Made) trials() int {
	switch {
	case m.Trials > 0:
		return m.Trials
	case m.Missing.Most > 0:
		return m.Missing.Most
	}
	return DefaultTrials
}

// dropAttempts drops attempts from a built-in board and adds a note that says how many.
func (s *Source) dropAttempts(seed uint64) error {
	if !s.Missing.Any() {
		return nil
	}
	whole := s.Board
	board, err := Thin(whole, s.Missing, seed, 0)
	if err != nil {
		return err
	}
	s.Board = board
	s.Note = strings.TrimSpace(fmt.Sprintf("The options drop %d of %s; %d %s left. ",
		whole.Cells()-board.Cells(), tables.Count(whole.Cells(), "attempt"), board.Cells(), tables.Are(board.Cells())) + s.Note)
	return nil
}

// Thin drops attempts from a board at random. For boards that are drawn with the same seed, call it
// with different indices.
func Thin(b *results.Board, m sim.Missing, seed uint64, index int) (*results.Board, error) {
	if !m.Any() {
		return b, nil
	}
	left, err := m.From(b, seed, index)
	if err != nil {
		return nil, cli.Usagef("%w", err)
	}
	return left, nil
}
