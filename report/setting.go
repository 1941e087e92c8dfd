package report

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/results"
)

// Fresh is the name of the scheme that makes replicates from new trials, not by
// resampling a board.
const Fresh = "fresh"

// A Setting describes how replicates (resampled or simulated boards) were made.
type Setting struct {
	Name        string // name of the resampled or simulated board, for titles
	Task        string
	Shape       results.Shape // shape of a replicate
	From        *Drawn        // the board, if replicates have a different number of trials than the board; otherwise nil
	Scheme      string        // rows, columns or fresh
	Replacement bool
	Replicates  int
	Seed        uint64
	Gold        string           // description of gold, "" for none
	OwnGold     bool             // gold is the ranking of the board itself
	Note        string           // warning for the reader, or ""
	Schema      *SchemaDocument  // the schema that made the board from signals, nil for a board of outcomes
	Missing     *MissingDocument // attempts of the file that are missing on the board, nil for none
}

// Object returns the members with which every JSON document about replicates begins.
func (s Setting) Object() tables.Object {
	return tables.NewObject("task", s.Task, "models", s.Shape.Models, "questions", s.Shape.Questions, "trials", s.Shape.Trials,
		"scheme", s.Scheme, "replacement", s.Replacement, "replicates", s.Replicates, "seed", s.Seed,
		"gold", tables.OrAbsent(s.Gold), "schema", tables.OrAbsent(s.Schema), "missing", tables.OrAbsent(s.Missing),
		"board", tables.OrAbsent(s.From))
}

// sampling returns a phrase that says how the replicates were drawn.
func (s Setting) sampling() string {
	if s.Scheme == Fresh {
		return tables.Count(s.Replicates, "new board")
	}
	return fmt.Sprintf("%s, %s %s replacement", tables.Count(s.Replicates, "replicate"), s.Scheme,
		wording.IfElse(s.Replacement, "with", "without"))
}

// LastIsBoard reports whether the last result says nothing new: a replicate with all
// its trials equals the board, and is compared with the ranking of this board.
func (s Setting) LastIsBoard() bool { return s.OwnGold && !s.Replacement && s.From == nil }

// size returns a phrase that describes the shape of the board.
func (s Setting) size() string {
	if s.From == nil {
		return tables.SizeBetween(s.Shape.Models, s.Shape.Questions, s.Shape.Trials, s.Shape.Most)
	}
	return tables.SizeBetween(s.Shape.Models, s.Shape.Questions, s.From.Fewest, s.From.Most) + "; " + s.ends()
}

// ends returns a phrase that says up to how many trials replicates go, such as
// "replicates end at n = 8". It applies if the board and its replicates have different
// numbers of trials, so that s.From is not nil.
func (s Setting) ends() string {
	switch n := s.Shape.Trials; {
	case s.From.Fewest == s.From.Most || s.Replacement:
		return fmt.Sprintf("replicates end at n = %d", n)
	case n == s.From.Most:
		return "each question keeps its own number of trials"
	case n == s.From.Fewest:
		return fmt.Sprintf("n ends at %d, the fewest trials of any model on any question", n)
	default:
		return fmt.Sprintf("n ends at %d", n)
	}
}

// Facts returns two sentences: one says how replicates were made, and the other
// describes gold, the reference ranking.
func (s Setting) Facts() string { return s.Made() + " Gold: " + s.Gold + "." }

// FactsCaption returns the sentences of Facts for a figure. It adds a warning if the
// reference ranking (gold) is the board's own ranking.
func (s Setting) FactsCaption() string {
	return s.Facts() + wording.If(s.OwnGold, " Gold is the board's own ranking, not the truth.")
}

// Made returns a sentence that says how replicates were made.
func (s Setting) Made() string {
	return fmt.Sprintf("%s; %s; seed %d.", s.size(), s.sampling(), s.Seed)
}

// Warnings returns notes for a table of results: a description of the replicates and
// the reference ranking, followed by warnings. Elements can be "".
func (s Setting) Warnings() []string {
	return []string{s.Facts(), wording.If(s.OwnGold, ownGoldNote), s.Note}
}

// ownGoldNote is a warning that the reference ranking (gold) is the board's own
// ranking.
const ownGoldNote = "Gold is this board's own ranking, so agreement with gold is not agreement with the truth: " +
	"rank shows which models are separated, budget how many trials that takes."

// UndefinedNote returns a note on replicates whose τ is undefined (see
// montecarlo.Taus). The given number is the largest number of such replicates at any
// number of trials. If it is 0, UndefinedNote returns "". The note uses the given word
// for replicates, such as "boards".
func UndefinedNote(most int, things string) string {
	return wording.If(most > 0, fmt.Sprintf("τ is undefined if a metric ties all models or cannot rank the board. "+
		"Such %s (up to %d at one point) count as τ = 0.", things, most))
}

// Milestones returns the numbers of trials that a table shows: those of 1, 2, 5, 10,
// 20, 50, … that are smaller than the given number, and that number itself.
func Milestones(trials int) []int {
	var marks []int
	for decade := 1; decade < trials; decade *= 10 {
		for _, digit := range []int{1, 2, 5} {
			if n := decade * digit; n < trials {
				marks = append(marks, n)
			}
		}
	}
	return append(marks, trials)
}
