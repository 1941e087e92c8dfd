package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/enum"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
)

// Missing selects how missing attempts are treated when a board is made. An attempt is
// missing if it was never made, or if it failed and has no outcome.
type Missing int

const (
	// MissingRefuse makes no board and returns an error if an attempt is missing.
	MissingRefuse Missing = iota

	// MissingUnequal makes an unequal board of the scored attempts, with a separate number
	// of trials for every model and question.
	MissingUnequal

	// MissingCommon makes the largest complete board. It keeps a question if every model
	// has at least n trials of it, and chooses n to maximize the number of cells. If a
	// model has more than n attempts at a question, the n attempts with the lowest labels
	// stay.
	MissingCommon

	// MissingWrong counts failed attempts as category 0. It leaves out attempts that were
	// never made, as MissingUnequal does.
	MissingWrong
)

var missingNames = enum.Names[Missing]{"refuse", "unequal", "common", "wrong"}

// String returns the name that ParseMissing accepts.
func (m Missing) String() string { return missingNames.Name(m) }

// ParseMissing parses refuse, unequal, common or wrong.
func ParseMissing(name string) (Missing, error) {
	return missingNames.Parse("policy", name)
}

// A Policy selects how attempts become a board.
type Policy struct {
	Missing Missing

	// KeepUnmet keeps questions that some models never attempted. These models then have no
	// trials of such a question. KeepUnmet applies to MissingUnequal and MissingWrong.
	// Without KeepUnmet, such a question is left out for all models.
	KeepUnmet bool

	// Boxes requires a complete board. Attempts that were stopped early then count as
	// missing, and the error message for missing attempts suggests only MissingCommon.
	Boxes bool

	// Scores makes each distinct outcome a category, in ascending order. At most
	// MaxCategories distinct outcomes are allowed. Without Scores, outcomes must be
	// categories, except that if any outcome is a fraction, all count as scores.
	Scores bool
}

// Kept describes which attempts in a file are on the board made from it.
type Kept struct {
	Policy

	// Numbers of different models, questions and trials among the attempts.
	Models, Questions, Trials int

	Made     int // number of attempts, scored or failed
	Failed   int // number of failed attempts
	Stopped  int // number of cells stopped early, which do not count as missing
	Attempts int // cells of the board
	LeftOut  int // questions that are not on the board
	Unmet    int // number of questions on the board that some models never attempted
	Box      int // number of trials of each question with MissingCommon, else 0

	Columns string    // how the columns of a table were found, in sentences without the final full stop
	Counted bool      // the file held counts of outcomes, without their order
	Scores  []float64 // the score of each category 0, 1, … if outcomes are scores, else nil
}

// Cells returns the number of cells that a complete board of all models, questions and
// trials would have.
func (k *Kept) Cells() uint64 { return product(k.Models, k.Questions, k.Trials) }

// NeverMade returns the number of attempts that a complete board would need but that
// were neither made nor stopped early.
func (k *Kept) NeverMade() uint64 { return k.Cells() - uint64(k.Made) - uint64(k.Stopped) }

// MissingCells returns the number of cells without an outcome, because the attempt
// failed or was never made. It does not count cells that were stopped early.
func (k *Kept) MissingCells() uint64 { return k.NeverMade() + uint64(k.Failed) }

// Complete reports whether no cell was missing.
func (k *Kept) Complete() bool { return k.MissingCells() == 0 }

// Note returns sentences that say which attempts were missing and how they were
// treated. It returns "" if none was missing and no question was left out.
func (k *Kept) Note() string {
	if k.Complete() && k.LeftOut == 0 {
		return ""
	}
	if k.Complete() { // complete except for trials that were stopped early
		return fmt.Sprintf("%d of %s %s left out (not attempted by all models).", k.LeftOut, tables.Count(k.Questions, "question"), tables.Are(k.LeftOut))
	}
	var done []string
	switch k.Policy.Missing {
	case MissingUnequal:
		done = append(done, "each question counts with its scored attempts")
	case MissingCommon:
		done = append(done, fmt.Sprintf("the largest complete board is used, %s", k.box()))
	case MissingWrong:
		worth := "category 0"
		if k.Scores != nil {
			worth = fmt.Sprintf("the lowest score, %v", k.Scores[0])
		}
		done = append(done, "failed attempts count as "+worth+" and each question counts with the attempts that were made")
	}
	if k.LeftOut > 0 && k.Policy.Missing != MissingCommon {
		done = append(done, fmt.Sprintf("%d of %s %s left out (not attempted by all models)",
			k.LeftOut, tables.Count(k.Questions, "question"), tables.Are(k.LeftOut)))
	}
	if k.Unmet > 0 { // only questions on the board
		done = append(done, fmt.Sprintf("some models have no attempt at %d of %s on the board", k.Unmet, tables.Count(k.Questions-k.LeftOut, "question")))
	}
	missing := fmt.Sprintf("%d of %d cells are missing", k.MissingCells(), k.Cells())
	if k.MissingCells() == 1 {
		missing = fmt.Sprintf("1 of %d cells is missing", k.Cells())
	}
	return fmt.Sprintf("%s (%s). With --missing %s, %s; of the %s made, %d %s kept (%s).",
		missing, k.reason(), k.Policy.Missing, strings.Join(done, "; "), tables.Count(k.Made, "attempt"),
		k.Attempts, tables.Are(k.Attempts), k.share())
}

// reason returns text that says why cells are missing: never made, failed, or the
// number of each.
func (k *Kept) reason() string {
	switch {
	case k.Failed == 0:
		return "never made"
	case k.NeverMade() == 0:
		return "failed"
	}
	return fmt.Sprintf("%d never made, %d failed", k.NeverMade(), k.Failed)
}

// box returns text that says which part of the questions and trials is on the board
// that MissingCommon makes, such as "7 of 9 questions × all 4 trials".
func (k *Kept) box() string {
	part := func(n, of int, thing string) string {
		if n == of {
			thing = "all " + fmt.Sprint(of) + " " + thing
		} else {
			thing = fmt.Sprintf("%d of %d %s", n, of, thing)
		}
		if of != 1 {
			thing += "s"
		}
		return thing
	}
	return part(k.Questions-k.LeftOut, k.Questions, "question") + " × " + part(k.Box, k.Trials, "trial")
}

// share formats the percentage of the attempts that were kept. It shows 0 % or 100 %
// only if that is exact.
func (k *Kept) share() string {
	percent := math.Round(100 * float64(k.Attempts) / float64(k.Made))
	if k.Attempts < k.Made {
		percent = min(percent, 99)
	}
	if k.Attempts > 0 {
		percent = max(percent, 1)
	}
	return fmt.Sprintf("%.0f %%", percent)
}

// A holding holds the numbers of made and scored attempts by one model at one question.
type holding struct {
	model, question uint32
	made, scored    uint16
}

// holdings holds the number of attempts that each model made at each question.
type holdings struct {
	Kept
	pairs []holding // by model, then question; pairs without attempts are absent
}

// A selection says which questions and trials a policy keeps on the board.
type selection struct {
	Kept
	stays []bool // by question
}

// countTaken returns how many of a model's attempts at a question a policy would
// accept. It ignores other models and questions.
func (p *holding) countTaken(by Missing) int {
	if by == MissingWrong {
		return int(p.made)
	}
	return int(p.scored)
}

// selectAttempts returns the part of the attempts that a policy keeps. It treats
// MissingRefuse like MissingUnequal, because callers first check that no attempt is
// missing.
func (h *holdings) selectAttempts(by Policy) selection {
	met := make([]int, h.Questions) // number of models with attempts at each question
	fewest := make([]int, h.Questions)
	for i := range h.pairs {
		p := &h.pairs[i]
		n := p.countTaken(by.Missing)
		if n == 0 {
			continue
		}
		if met[p.question] == 0 || n < fewest[p.question] {
			fewest[p.question] = n
		}
		met[p.question]++
	}
	s := selection{Kept: h.Kept, stays: make([]bool, h.Questions)}
	s.Policy = by
	if by.Missing == MissingCommon {
		s.Box = largestBox(met, fewest, h.Models, h.Trials)
	}
	for q := range s.stays {
		switch all := met[q] == h.Models; {
		case by.Missing == MissingCommon:
			s.stays[q] = all && s.Box > 0 && fewest[q] >= s.Box
		case by.KeepUnmet:
			s.stays[q] = met[q] > 0
			if !all && met[q] > 0 {
				s.Unmet++
			}
		default:
			s.stays[q] = all
		}
		if !s.stays[q] {
			s.LeftOut++
		}
	}
	s.Attempts = 0
	for i := range h.pairs {
		if p := &h.pairs[i]; s.stays[p.question] {
			s.Attempts += s.trialsOf(p)
		}
	}
	return s
}

// trialsOf returns the number of one model's trials of one question that are kept on
// the board. The selection must keep that question.
func (s *selection) trialsOf(p *holding) int {
	if s.Policy.Missing == MissingCommon {
		return s.Box
	}
	return p.countTaken(s.Policy.Missing)
}

// largestBox returns the number of trials n that gives the largest complete board: n
// times the number of questions that every model attempted at least n times. If several
// n give this size, it returns the smallest. It returns 0 if there is no such board.
// The first two arguments have an element for each question: the number of models that
// attempted it, and the smallest number of attempts by one of these models.
func largestBox(met, fewest []int, models, trials int) int {
	questions := make([]int, trials+1) // number of questions by the fewest trials that any model has
	for q := range met {
		if met[q] == models {
			questions[fewest[q]]++
		}
	}
	best, largest, atLeast := 0, 0, 0
	for n := trials; n > 0; n-- {
		atLeast += questions[n]
		if size := n * atLeast; size >= largest && size > 0 {
			best, largest = n, size
		}
	}
	return best
}

// refusal returns the error for missing cells. It names the first missing cell, a
// likely cause and the policies that would keep some attempts.
func (h *holdings) refusal(first, scarce string) error {
	said := fmt.Sprintf("%d of %d cells are missing (%s), the first: ", h.MissingCells(), h.Cells(), h.reason())
	if h.MissingCells() == 1 {
		said = fmt.Sprintf("1 of %d cells is missing (%s): ", h.Cells(), h.reason())
		scarce = ""
	}
	return fmt.Errorf("%s%s%s%s", said, first, scarce, h.choices())
}

// choices lists the policies that would keep at least one attempt, each with the
// percentage of attempts kept.
func (h *holdings) choices() string {
	var choices []string
	for _, by := range []Missing{MissingUnequal, MissingCommon, MissingWrong} {
		s := h.selectAttempts(Policy{Missing: by, KeepUnmet: h.KeepUnmet})
		if s.Attempts == 0 || by == MissingWrong && h.Failed == 0 || h.Boxes && by != MissingCommon || h.Counted && s.cuts(h.pairs) {
			continue
		}
		choice := fmt.Sprintf("%v %s", by, s.share())
		if len(choices) == 0 {
			choice = fmt.Sprintf("--missing %v keeps %s of the attempts", by, s.share())
		}
		if by == MissingCommon {
			choice += fmt.Sprintf(" (%s × %s)", tables.Count(s.Questions-s.LeftOut, "question"), tables.Count(s.Box, "trial"))
		}
		choices = append(choices, choice)
	}
	switch {
	case choices == nil && h.Models > 1 && h.selectAttempts(Policy{Missing: MissingUnequal}).Attempts == 0:
		return "; no question was attempted by all models: if outcomes are right or wrong, settle rank with --missing unequal predicts how well each model would do on the others"
	case choices == nil:
		return ""
	}
	return "; " + strings.Join(choices, ", ")
}

// cuts reports whether MissingCommon keeps some question but drops some of its trials.
func (s *selection) cuts(pairs []holding) bool {
	return s.Policy.Missing == MissingCommon && slices.ContainsFunc(pairs, func(p holding) bool {
		return s.stays[p.question] && p.countTaken(MissingCommon) > s.Box
	})
}

// equalTrials returns the number of trials that every model has on every question of
// the board. If this number differs, ok is false.
func (s *selection) equalTrials(pairs []holding) (n int, ok bool) {
	questions, rows := lists.CountIf(s.stays, func(stays bool) bool { return stays }), 0
	for i := range pairs {
		p := &pairs[i]
		if !s.stays[p.question] {
			continue
		}
		if rows++; rows > 1 && s.trialsOf(p) != n {
			return 0, false
		}
		n = s.trialsOf(p)
	}
	return n, rows == s.Models*questions
}

// ErrNoneInCommon is returned if no question has attempts by all models. With
// Policy.KeepUnmet it is not an error.
var ErrNoneInCommon = errors.New("no question has attempts")

// check fails if some model has no scored attempts, or if none of a model's attempts
// are kept on the board.
func (s *selection) check(pairs []holding, models []string) error {
	kept := make([]int, s.Models)
	for i := range pairs {
		if p := &pairs[i]; s.stays[p.question] {
			kept[p.model] += s.trialsOf(p)
		}
	}
	scored := make([]int, s.Models)
	for i := range pairs {
		scored[pairs[i].model] += pairs[i].countTaken(s.Policy.Missing)
	}
	if at := slices.Index(scored, 0); at >= 0 {
		return fmt.Errorf("model %s has no scored attempt", quoted.Text(models[at]))
	}
	if slices.Contains(kept, 0) {
		return fmt.Errorf("--missing %v keeps nothing: %w of all %d models", s.Policy.Missing, ErrNoneInCommon, s.Models)
	}
	return nil
}

// emptyBoard returns a board for a selection. All its outcomes are 0.
func (s *selection) emptyBoard(task string, models, questions []string, pairs []holding, top int, maxBytes int64) (*Board, error) {
	kept, places := s.questions(questions)
	rows := product(len(models), len(kept))
	const perRow = 16 // two ints
	if needs := rows*perRow + uint64(s.Attempts); rows > maxCells/perRow {
		return nil, fmt.Errorf("%d models × %d questions are too many pairs; few of them have attempts", len(models), len(kept))
	} else if maxBytes > 0 && needs > uint64(maxBytes) {
		return nil, &TooLarge{Needs: int64(needs), Allows: maxBytes}
	}
	trials := make([]int, rows)
	for i := range pairs {
		if p := &pairs[i]; s.stays[p.question] {
			trials[int(p.model)*len(kept)+places[p.question]] = s.trialsOf(p)
		}
	}
	b, err := NewUnequalBoard(models, kept, trials, top)
	if err != nil {
		return nil, err
	}
	b.Task = task
	return b, nil
}

// questions returns the names of the questions that the selection keeps, given all
// names. It also returns one place for every question, kept or not. For a kept
// question, the place is the question's index on the board.
func (s *selection) questions(all []string) (kept []string, places []int) {
	for q, stays := range s.stays {
		places = append(places, len(kept))
		if stays {
			kept = append(kept, all[q])
		}
	}
	return kept, places
}

// scarcestName returns text for an error message. The text names the model, question or
// trial with the fewest rows, because such a name is often misspelt. It is "" unless
// that name has less than half the rows of the most frequent name of the same kind.
//
// The first three arguments hold the number of rows of each model, question and trial.
// The total is the number of cells of a complete board, and the unit is the word for
// rows.
func (x *index) scarcestName(models, questions, trials []int, total uint64, unit string) string {
	named, least := "", 0.5
	for _, kind := range []struct {
		counts []int
		name   func(i int) string
	}{
		{models, func(i int) string { return "model " + quoted.Text(x.models.names[i]) }},
		{questions, func(i int) string { return "question " + quoted.Text(x.questions.names[i]) }},
		{trials, func(i int) string { return fmt.Sprintf("trial %d", x.trials.sorted()[i]) }},
	} {
		if len(kind.counts) == 0 { // the trials of counts have no labels
			continue
		}
		fewest, most := slices.Min(kind.counts), slices.Max(kind.counts)
		if share := float64(fewest) / float64(max(1, most)); most > 0 && share < least {
			least = share
			named = fmt.Sprintf("; %s has %s of %d",
				kind.name(slices.Index(kind.counts, fewest)), tables.Count(fewest, unit), total/uint64(len(kind.counts)))
		}
	}
	return named
}
