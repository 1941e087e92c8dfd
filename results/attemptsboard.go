package results

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"settle/internal/quoted"
	"settle/internal/tables"
)

// Board makes a board of the attempts and describes which attempts are on it. The board
// has all models, and the questions that the policy keeps, in their original order. Its
// trials are sorted by label. Its top category is the highest outcome of all attempts,
// on the board or not, but at least 1.
//
// Board fails if Check fails, if an outcome is not a category, or if no attempt is
// left. With MissingRefuse it also fails if attempts are missing. If no attempt is
// missing, every policy gives the same board.
func (a *Attempts) Board(by Policy) (*Board, *Kept, error) {
	if a.wrong != nil {
		return nil, nil, a.addFileName(a.wrong)
	}
	b, kept, err := a.board(by)
	if err != nil {
		return nil, nil, a.addFileName(err)
	}
	b.Task, b.Groups = a.Task, a.groupsOf(b.Questions)
	return b, kept, nil
}

func (a *Attempts) board(by Policy) (*Board, *Kept, error) {
	if a.n == 0 {
		return nil, nil, errors.New("no attempts")
	}
	c, err := a.categories(by)
	if err != nil {
		return nil, nil, err
	}
	note := a.note
	if a.Unnamed() {
		note = strings.TrimSuffix(OneModel(a.models.names[0], a.unused)+". "+note, ". ")
	}
	kept := Kept{
		Policy: by, Models: len(a.models.names), Questions: len(a.questions.names), Trials: len(a.trials.labels),
		Made: a.n, Failed: a.failed, Attempts: a.n, Counted: a.counted, Scores: c.scores,
		Columns: note,
	}
	if !a.counted && a.failed == 0 && a.size() == uint64(a.n) {
		cells := make([]uint8, a.n)
		if !fill(a, cells, func(_ int, code uint16) uint8 { return c.of[code] }) {
			return nil, nil, a.explain(a.places())
		}
		b, err := newBoard(a.models.names, a.questions.names, kept.Trials, c.top, cells)
		if err == nil {
			a.fillBallots(b)
		}
		return b, &kept, err
	}
	return a.someBoard(kept, c)
}

// someBoard makes a board from counts of trials, or from attempts of which some are
// missing.
func (a *Attempts) someBoard(kept Kept, c *categories) (*Board, *Kept, error) {
	order := a.sortedRows()
	if err := a.checkRows(order); err != nil {
		return nil, nil, err
	}
	h := &holdings{Kept: kept, pairs: a.pairs(order)}
	if a.counted {
		for i := range h.pairs {
			h.Trials = max(h.Trials, int(h.pairs[i].made))
		}
	}
	if !kept.Boxes {
		h.Stopped = a.Stopped()
	}
	if kept.Policy.Missing == MissingRefuse && !h.Complete() {
		return nil, nil, a.refusal(order, h)
	}
	if kept.Policy.Missing == MissingRefuse && h.Stopped > 0 {
		kept.Policy.Missing = MissingUnequal
	}
	s := h.selectAttempts(kept.Policy)
	if err := s.check(h.pairs, a.models.names); err != nil {
		return nil, nil, err
	}
	if a.counted {
		if s.cuts(h.pairs) {
			return nil, nil, fmt.Errorf("--missing common keeps the first %s of each question, but counts do not contain the order of trials; use --missing unequal", tables.Count(s.Box, "trial"))
		}
		if n, ok := s.equalTrials(h.pairs); ok {
			b, err := a.countedBoard(&s, n, c)
			return b, &s.Kept, err
		}
	}
	b, err := s.emptyBoard(a.Task, a.models.names, a.questions.names, h.pairs, c.top, a.want.MaxBytes)
	if err != nil {
		return nil, nil, err
	}
	a.addBallots(b)
	a.fill(b, &s, order, c)
	b.numberAnswers(a.ballots.names)
	return b, &s.Kept, nil
}

// fillBallots copies the answers and weights to a board that holds all attempts.
func (a *Attempts) fillBallots(b *Board) {
	if a.addBallots(b); b.Ballots == nil {
		return
	}
	fill(a, b.Ballots.answers, func(row int, _ uint16) uint32 { return a.castID(row) })
	if b.Ballots.weights != nil {
		fill(a, b.Ballots.weights, func(row int, _ uint16) float64 { return a.ballots.weight(row) })
	}
	b.numberAnswers(a.ballots.names)
}

// fill copies the selected attempts to the board. It gets the indexes of all rows,
// sorted by cell.
func (a *Attempts) fill(b *Board, s *selection, order []uint32, c *categories) {
	_, places := s.questions(a.questions.names)
	var from, to int // cells not yet filled for the current model and question
	var last *record
	for _, i := range order {
		r := a.rows.recordAt(int(i))
		if !s.stays[r.question] {
			continue
		}
		if last == nil || last.model != r.model || last.question != r.question {
			from, to = b.span(int(r.model), places[r.question])
			last = r
		}
		if r.code == failedCode && s.Policy.Missing != MissingWrong {
			continue
		}
		if b.Ballots != nil && from < to {
			b.Ballots.answers[from] = a.castID(int(i))
			if b.Ballots.weights != nil {
				b.Ballots.weights[from] = a.ballots.weight(int(i))
			}
		}
		for end := min(from+a.multiplicity(r), to); from < end; from++ {
			b.cells[from] = c.of[r.code]
		}
	}
}

// countedBoard makes a board that stores only counts of outcomes. Each model has n
// trials of every selected question.
func (a *Attempts) countedBoard(s *selection, n int, c *categories) (*Board, error) {
	kept, places := s.questions(a.questions.names)
	into := counter{shape: [3]int{len(a.models.names), len(kept), n}}
	if needs := bytesOfCounts(into.shape) * int64(c.top); a.want.MaxBytes > 0 && needs > a.want.MaxBytes {
		return nil, &TooLarge{Needs: needs, Allows: a.want.MaxBytes}
	}
	for i := range a.rows.n {
		r := a.rows.recordAt(i)
		if s.stays[r.question] && a.multiplicity(r) > 0 {
			into.addTimes(int(r.model)*len(kept)+places[r.question], c.of[r.code], a.multiplicity(r))
		}
	}
	into.reach(c.top)
	return newCounted(a.models.names, kept, into.tally())
}

// pairs counts the attempts by each model at each question. It gets the indexes of all
// rows, sorted by cell. Pairs without attempts are left out.
func (a *Attempts) pairs(order []uint32) []holding {
	var pairs []holding
	for _, i := range order {
		r := a.rows.recordAt(int(i))
		if last := len(pairs) - 1; last < 0 || pairs[last].model != r.model || pairs[last].question != r.question {
			pairs = append(pairs, holding{model: r.model, question: r.question})
		}
		p, n := &pairs[len(pairs)-1], uint16(a.multiplicity(r))
		p.made += n
		if r.code != failedCode {
			p.scored += n
		}
	}
	return pairs
}

// refusal returns the error that names the missing attempts. It gets the indexes of all
// rows, sorted by cell.
func (a *Attempts) refusal(order []uint32, h *holdings) error {
	sorted := a.trials.places()
	scored := func(yield func(place) bool) {
		var last place
		for _, i := range order {
			r := a.rows.recordAt(int(i))
			if at := (place{model: r.model, question: r.question}); at.model != last.model || at.question != last.question {
				last = at
			}
			if r.code == failedCode {
				continue
			}
			if !a.counted {
				last.trial = sorted[r.trial]
			}
			for range a.multiplicity(r) {
				if !yield(last) {
					return
				}
				last.trial++
			}
		}
	}
	unit := "row"
	if a.failed > 0 || a.counted {
		unit = "outcome"
	}
	cells := iter.Seq[place](scored)
	if h.Stopped > 0 {
		there := slices.Collect(scored)
		for cell := range a.stoppedCells() {
			cell.trial = sorted[cell.trial]
			there = append(there, cell)
		}
		slices.SortFunc(there, compareCells)
		cells = slices.Values(there)
	}
	first, scarce := a.firstMissing(cells, h.Trials, unit)
	return h.refusal(a.cell(first), scarce)
}

// categories maps the code of each outcome to a category.
type categories struct {
	of     []uint8   // by code
	top    int       // the highest category, but at least 1
	scores []float64 // the score of each category if outcomes are scores, else nil
}

// categories returns the mapping of outcomes to categories. It treats outcomes as
// scores if the policy says so or if any outcome is a fraction.
func (a *Attempts) categories(by Policy) (*categories, error) {
	c := &categories{of: make([]uint8, math.MaxUint16+1), top: 1}
	seen := make([]bool, len(c.of))
	for _, block := range a.rows.blocks {
		for i := range block {
			if a.multiplicity(&block[i]) > 0 {
				seen[block[i].code] = true
			}
		}
	}
	seen[failedCode] = false
	if by.Scores || a.codes.hasFraction() {
		return c, a.score(c, seen)
	}
	for code := MaxCategories; code < len(seen); code++ {
		if seen[code] {
			return nil, a.noCategory()
		}
	}
	for category := range MaxCategories {
		c.of[category] = uint8(category)
		if seen[category] {
			c.top = max(1, category)
		}
	}
	return c, nil
}

// noCategory returns the error for the first outcome that is not a category.
func (a *Attempts) noCategory() error {
	for i := range a.rows.n {
		r := a.rows.recordAt(i)
		if r.code < MaxCategories || r.code == failedCode {
			continue
		}
		where := place{r.model, r.question, r.line, a.trials.places()[r.trial]}
		err := fmt.Errorf("%s %v of %s is not %s",
			quoted.Bare(a.want.column(outcomeColumn)), a.codes.outcome(r.code, i), a.cell(where), notCategory)
		return addLine(r.line, err)
	}
	return nil
}

// notCategory says what an outcome is not, with advice for a user whose outcomes are
// not categories.
var notCategory = fmt.Sprintf("a category 0..%d; use --weights values to make each distinct value a category", MaxCategories-1)

// score makes each distinct outcome a category of its own, in ascending order.
// seen[code] says whether an outcome has that code.
func (a *Attempts) score(c *categories, seen []bool) error {
	if seen[wideCode] {
		return errTooManyScores
	}
	var scores []float64
	for code, is := range seen {
		if is {
			scores = append(scores, a.codes.outcome(uint16(code), 0))
		}
	}
	slices.Sort(scores)
	scores, err := checkScores(scores)
	if err != nil {
		return err
	}
	for code, is := range seen {
		if is {
			at, _ := slices.BinarySearch(scores, a.codes.outcome(uint16(code), 0))
			c.of[code] = uint8(at)
		}
	}
	c.top, c.scores = max(1, len(scores)-1), scores
	return nil
}

var errTooManyScores = fmt.Errorf("more than %d different outcomes, but a board has at most that many categories; round the outcomes", MaxCategories)
