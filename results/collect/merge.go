package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/results"
	"settle/results/logs"
)

// assemble combines the pieces of all files into the attempts at each task.
func (c *Collection) assemble(pieces []*piece) error {
	for _, of := range groupPieces(pieces, func(p *piece) string { return p.task }) {
		a, err := c.merge(of[0].task, of)
		if err != nil {
			return err
		}
		c.Tasks = append(c.Tasks, a)
	}
	for _, p := range pieces {
		if p.log != nil {
			at := [2]string{p.task, p.model}
			s := c.spent[at]
			c.spent[at] = Spending{s.Cost.And(p.log.Cost), s.Tokens.And(p.log.Tokens)}
		}
	}
	return nil
}

// Spending holds the total cost of a model's attempts, as its logs state it: Cost in
// dollars and Tokens in tokens.
type Spending struct{ Cost, Tokens logs.Spent }

// Spent returns the total cost of a model's attempts at a task, as the logs state it.
func (c *Collection) Spent(task, model string) Spending { return c.spent[[2]string{task, model}] }

// groupPieces groups pieces by the text that a function returns for each of them.
// Groups are in the order of their first piece.
func groupPieces(pieces []*piece, name func(*piece) string) [][]*piece {
	var groups [][]*piece
	at := map[string]int{}
	for _, p := range pieces {
		i, known := at[name(p)]
		if !known {
			i = len(groups)
			at[name(p)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	return groups
}

// groupByModel groups pieces by model.
func groupByModel(pieces []*piece) [][]*piece {
	return groupPieces(pieces, func(p *piece) string { return p.model })
}

// merge combines the pieces that belong to one task.
func (c *Collection) merge(task string, pieces []*piece) (*results.Attempts, error) {
	pieces = c.removeDuplicates(pieces)
	if err := c.notePooled(pieces); err != nil {
		return nil, err
	}
	if err := c.numberRepeats(pieces); err != nil {
		return nil, err
	}
	if p := pieces[0]; len(pieces) == 1 && p.table != nil && !p.lacksModel() && p.task == p.table.Task {
		return p.table, nil // the table was checked before
	}
	m := merging{attempts: results.NewAttempts(task)}
	m.attempts.KeepBallots(c.ballots)
	for _, p := range pieces {
		m.add(p)
	}
	if err := spelling(m.attempts, pieces); err != nil {
		return nil, err
	}
	return m.attempts, m.checkTwice()
}

// removeDuplicates removes every log whose attempts are also in another log.
func (c *Collection) removeDuplicates(pieces []*piece) []*piece {
	var all []*logs.Log
	for _, p := range pieces {
		if p.log != nil {
			all = append(all, p.log)
		}
	}
	kept, notes := logs.Distinct(all)
	c.say(notes...)
	if note := logs.StoppedNote(kept); note != "" {
		c.say(note)
	}
	return lists.Where(pieces, func(p *piece) bool { return p.log == nil || slices.Contains(kept, p.log) })
}

// numberRepeats numbers the trials in files that hold repeats of the same model, so
// that no two trials of a model have the same number.
func (c *Collection) numberRepeats(pieces []*piece) error {
	unnumbered := lists.Where(pieces, func(p *piece) bool { return p.log != nil || p.lacksModel() })
	for _, repeats := range groupByModel(unnumbered) {
		if err := c.number(repeats); err != nil {
			return err
		}
	}
	return nil
}

// number gives the trials of repeats consecutive numbers, unless the tool already
// numbers trials across files. It renumbers tables only if they list the same trials.
func (c *Collection) number(repeats []*piece) error {
	if len(repeats) == 1 {
		return nil
	}
	if slices.ContainsFunc(repeats, func(p *piece) bool { return p.log == nil }) {
		if one, _, _ := overlap(repeats); one != nil {
			renumber(repeats)
		}
		return nil
	}
	if haveOwnRuns(repeats) {
		renumber(repeats)
		return nil
	}
	notes, err := logs.Together(lists.Each(repeats, func(p *piece) *logs.Log { return p.log }))
	if err != nil {
		return err
	}
	c.say(notes...)
	if !repeats[0].log.Numbered {
		renumber(repeats)
		return nil
	}
	if one, other, in := overlap(repeats); one != nil {
		return fmt.Errorf("trial %d of question %s is in both %s and %s; use --name '{model}.*' if these are different models",
			in.trial, quoted.Text(in.question), quoted.Path(one.file), quoted.Path(other.file))
	}
	return nil
}

// A cell identifies a trial of a question.
type cell struct {
	question string
	trial    int64
}

// overlap returns two files that list the same trial of a question. It returns nil if
// there are none.
func overlap(repeats []*piece) (one, other *piece, in cell) {
	seen := map[cell]*piece{}
	for _, p := range repeats {
		p.visitAttempts(func(_, question string, trial int64, _ float64, _ results.Ballot) {
			c := cell{question, trial}
			if before := seen[c]; one == nil && before != nil && before != p {
				one, other, in = before, p, c
			}
			seen[c] = p
		})
	}
	return one, other, in
}

// haveOwnRuns reports whether every log names its run and no two logs have the same
// run. Trials of different logs are then different, even if they have the same number.
func haveOwnRuns(repeats []*piece) bool {
	seen := map[string]bool{}
	for _, p := range repeats {
		if p.log.Run == "" || seen[p.log.Run] {
			return false
		}
		seen[p.log.Run] = true
	}
	return true
}

// renumber numbers the trials of repeats one after the other, from 1. It orders the
// repeats by time, then by path, where numbers in paths are compared by value.
func renumber(repeats []*piece) {
	ordered := slices.Clone(repeats)
	slices.SortStableFunc(ordered, func(a, b *piece) int {
		return cmp.Or(strings.Compare(a.time(), b.time()), comparePaths(a.file, b.file))
	})
	next := int64(1)
	for _, p := range ordered {
		low, high := p.labels()
		p.shift = next - low
		next += high - low + 1
	}
}

// time returns the time of the log as a text that sorts in time order. It is "" if the
// time is unknown.
func (p *piece) time() string {
	if p.log == nil {
		return ""
	}
	return p.log.Time
}

// labels returns the lowest and the highest trial label in the file. Both are 1 if the
// file lists no attempts.
func (p *piece) labels() (low, high int64) {
	low, high = math.MaxInt64, math.MinInt64
	p.visitAttempts(func(_, _ string, trial int64, _ float64, _ results.Ballot) {
		low, high = min(low, trial), max(high, trial)
	})
	if low > high {
		return 1, 1
	}
	return low, high
}

// merging holds the attempts at one task, and records from which file each attempt
// comes.
type merging struct {
	attempts *results.Attempts
	files    []string
	ends     []int // for each file, the index after its last attempt
}

func (m *merging) add(p *piece) {
	p.visitAttempts(m.attempts.AddBallot)
	if p.log != nil {
		for _, stop := range p.log.Stopped {
			m.attempts.Stops = append(m.attempts.Stops, results.Stop{Model: p.model, Question: stop.Question, Trial: stop.Trial + p.shift})
		}
	}
	if p.table != nil {
		for q, question := range p.table.Questions() {
			m.attempts.SetGroup(question, p.table.Group(q))
		}
	}
	m.files = append(m.files, p.file)
	m.ends = append(m.ends, m.attempts.Len())
}

// checkTwice fails if a trial is listed twice. The error names the files that list it.
func (m *merging) checkTwice() error {
	list := slices.Collect(m.attempts.All())
	compare := func(a, b results.Attempt) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Question, b.Question), cmp.Compare(a.Trial, b.Trial))
	}
	strictly := func(a, b results.Attempt) int { return cmp.Or(compare(a, b), -1) } // never returns 0, so that equal attempts count as not sorted
	if slices.IsSortedFunc(list, strictly) {
		return nil
	}
	order := lists.Indices(len(list))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(compare(list[a], list[b]), cmp.Compare(a, b)) })
	first, again := -1, -1
	for i := 1; i < len(order); i++ {
		if compare(list[order[i-1]], list[order[i]]) == 0 && (again < 0 || order[i] < again) {
			first, again = order[i-1], order[i]
		}
	}
	if again < 0 {
		return nil
	}
	a := list[again]
	cell := fmt.Sprintf("model %s, question %s, trial %d", quoted.Text(m.attempts.Models()[a.Model]),
		quoted.Text(m.attempts.Questions()[a.Question]), a.Trial)
	if from, to := m.fileOf(first), m.fileOf(again); from != to {
		return fmt.Errorf("%s appears twice: in %s and in %s; use --name if the files do not name their models",
			cell, quoted.Path(from), quoted.Path(to))
	}
	return fmt.Errorf("%s: %s appears twice", quoted.Path(m.fileOf(again)), cell)
}

func (m *merging) fileOf(row int) string {
	at, _ := slices.BinarySearch(m.ends, row+1)
	return m.files[at]
}
