package report

import (
	"fmt"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/results"
)

// Fresh is the scheme of replicates that are new trials and not those of a board.
const Fresh = "fresh"

// Setting says what replicates were made of.
type Setting struct {
	Name        string // of what was resampled or simulated, for titles
	Task        string
	Shape       results.Shape // of a replicate
	From        *Drawn        // the board, where replicates are not of its N trials; else nil
	Scheme      string        // rows, columns or fresh
	Replacement bool
	Replicates  int
	Seed        uint64
	Gold        string           // what rankings are compared with, in words; "" for nothing
	OwnGold     bool             // gold is the ranking of this very board
	Note        string           // what a reader of the figure must be told, or ""
	Schema      *SchemaDocument  // how signals became the board, nil for outcomes
	Missing     *MissingDocument // what of the attempts in a file is not on the board, nil for nothing
}

// Object returns what documents on replicates begin with.
func (s Setting) Object() tables.Object {
	return tables.NewObject("task", s.Task, "models", s.Shape.Models, "questions", s.Shape.Questions, "trials", s.Shape.Trials,
		"scheme", s.Scheme, "replacement", s.Replacement, "replicates", s.Replicates, "seed", s.Seed,
		"gold", tables.OrAbsent(s.Gold), "schema", tables.OrAbsent(s.Schema), "missing", tables.OrAbsent(s.Missing),
		"board", tables.OrAbsent(s.From))
}

// sampling is how the replicates were drawn, in words.
func (s Setting) sampling() string {
	if s.Scheme == Fresh {
		return tables.Count(s.Replicates, "fresh board")
	}
	return fmt.Sprintf("%s, %s %s replacement", tables.Count(s.Replicates, "replicate"), s.Scheme,
		wording.IfElse(s.Replacement, "with", "without"))
}

// LastIsBoard tells whether a replicate of all N trials is the very board whose
// ranking is gold.
func (s Setting) LastIsBoard() bool { return s.OwnGold && !s.Replacement && s.From == nil }

// size is the shape of the board, in words.
func (s Setting) size() string {
	if s.From == nil {
		return tables.SizeBetween(s.Shape.Models, s.Shape.Questions, s.Shape.Trials, s.Shape.Most)
	}
	return tables.SizeBetween(s.Shape.Models, s.Shape.Questions, s.From.Fewest, s.From.Most) + "; " + s.ends()
}

// ends says at which n replicates of another length than the board's end, and
// why, in words.
func (s Setting) ends() string {
	switch n := s.Shape.Trials; {
	case s.From.Fewest == s.From.Most || s.Replacement:
		return fmt.Sprintf("replicates end at n = %d", n)
	case n == s.From.Most:
		return "each question's trials up to its own number"
	case n == s.From.Fewest:
		return fmt.Sprintf("n ends at %d, the fewest trials of any model and question", n)
	default:
		return fmt.Sprintf("n ends at %d", n)
	}
}

// Facts returns what replicates were made of and compared with, in two sentences.
func (s Setting) Facts() string { return s.Made() + " Gold: " + s.Gold + "." }

// FactsCaption returns Facts for a figure, which says if gold is the board's own ranking.
func (s Setting) FactsCaption() string {
	return s.Facts() + wording.If(s.OwnGold, " That is its own ranking, not the truth.")
}

// Made returns what replicates were made of, in a sentence.
func (s Setting) Made() string {
	return fmt.Sprintf("%s; %s; seed %d.", s.size(), s.sampling(), s.Seed)
}

// Warnings returns the shape of the board behind a table of replicates, and what may mislead there.
func (s Setting) Warnings() []string {
	return []string{s.Facts(), wording.If(s.OwnGold, ownGoldNote), s.Note}
}

// ownGoldNote is what a reader must be told where a board is compared with its own ranking.
const ownGoldNote = "Gold is this board's own ranking, and to agree with it is not to agree with the truth: " +
	"rank says which models the board separates, budget how many trials that takes."

// UndefinedNote says how many of the replicates, at the point that has most of
// them, have an undefined τ and what that counts as (see montecarlo.Taus); ""
// for none. things are what the replicates are.
func UndefinedNote(most int, things string) string {
	return wording.If(most > 0, fmt.Sprintf("τ is undefined where a metric ties all models, or could not rank the board; "+
		"such %s, up to %d at one point, count as 0.", things, most))
}

// Milestones returns the numbers of trials that a table shows: 1, 2, 5, 10, … up
// to all of them.
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
