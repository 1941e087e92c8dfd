package report

import (
	"fmt"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/study/sequential"
)

// table shows a policy and correction per row.
func (a Adapt) table() *tables.Table {
	columns := a.fields().Pick(
		"policy correction trials budget_share wrong_boards wrong_boards_se wrong_once undecided")
	t := tables.New(a.title(), columns, a.Results)
	t.Lead, t.Notes = a.advice(), a.notes()
	return t
}

// notes explain the table.
func (a Adapt) notes() []string {
	notes := []string{a.wrongNote(), a.policiesNote(), a.correctionsNote()}
	notes = append(notes, a.facts())
	if a.neverWrong() {
		notes = append(notes, a.neverNote())
	}
	notes = appendNote(notes, a.truthNote())
	notes = appendNote(notes, a.Note)
	return notes
}

// wrongNote explains the columns.
func (a Adapt) wrongNote() string {
	return fmt.Sprintf("Wrong boards: those with a call, after whichever batch, that contradicts gold, in all comparisons "+
		"together; the nominal level is %s. "+
		"Looked once: the same rule, applied to %s of all models and never before. "+
		"Undecided: neighbours, or the leader, without a call at the end. ±: one Monte-Carlo standard error.%s",
		a.nominal(), tables.Count(a.Shape.Trials, "trial"), a.otherErrors())
}

// policiesNote explains the policies.
func (a Adapt) policiesNote() string {
	return fmt.Sprintf("all: every model gets %s of each question%s; half-width: until its %s interval is ±%.6g; "+
		"neighbours: the next batch goes to the least resolved neighbours; "+
		"leader: all get the same until the leader is resolved from all others; "+
		"top-two: the next batch goes to the leader or its hardest challenger, up to %s of each question for one model "+
		"but no more in all than for all. "+
		"Batches of %s of each question; z of %s.",
		tables.Count(a.Shape.Trials, "trial"), a.whereThere(), percent(a.Design.Confidence), a.Design.HalfWidth,
		tables.Count(a.mostTrials(), "trial"), tables.Count(a.Design.Batch, "trial"), a.Metric)
}

// mostTrials are those of each question that top-two may give one model.
func (a Adapt) mostTrials() int {
	if a.Truth == "board" {
		return a.Shape.Trials
	}
	return sequential.MostTrials(a.Shape.Trials, a.Shape.Models)
}

// corrections say what each promises.
var corrections = map[sequential.Correction]string{
	sequential.None:       "none: the paper's rule at every look, made for one look at one pair; it promises nothing here",
	sequential.Bonferroni: "bonferroni: shares the level out over all looks at all comparisons",
	sequential.OBrienFleming: "obrien-fleming: shares it out over comparisons, and over looks by the spending of " +
		"Lan and DeMets, added up by Boole's inequality",
	sequential.Holm: "holm: group-sequential Holm, boundaries from the joint distribution of the looks, the level shared " +
		"out over the pairs still open; for a leader over its comparisons",
	sequential.Mixture: "mixture: a confidence sequence, which holds however often one looks, the level " +
		"shared out over the pairs still open; for a leader a likelihood-ratio stopping rule",
	sequential.Betting: "betting: the same without normal approximation, for few questions",
}

// correctionsNote explains the corrections that are shown.
func (a Adapt) correctionsNote() string {
	var said []string
	for c := sequential.None; c <= sequential.Betting; c++ {
		if slices.ContainsFunc(a.Results, func(r sequential.Result) bool { return r.Correction == c }) {
			said = append(said, corrections[c])
		}
	}
	return strings.Join(said, "; ") + "."
}

// neverNote says what none seen wrong leaves open.
func (a Adapt) neverNote() string {
	return fmt.Sprintf("Where no board was wrong, their true share is below %s with %s confidence: "+
		"about 3 in so many as were played.",
		tables.Percent(sequential.NeverLimit(a.Replicates), 1), percent(sequential.LimitConfidence))
}

// truthNote says what gold means of a board.
func (a Adapt) truthNote() string {
	switch {
	case a.Truth == "posterior":
		return "Truth is drawn anew for each evaluation from what the board leaves open, and trials are fresh."
	case a.OwnGold:
		return "Against the board's own final ranking: its trials come in a random order, so that a single look at " +
			"all of them is not wrong and errors are understated; --truth posterior measures those of an evaluation."
	}
	return ""
}

// whereThere says that not all questions have so many trials, if they have not.
func (a Adapt) whereThere() string {
	if a.From == nil || a.From.Fewest == a.From.Most {
		return ""
	}
	return ", or as many as there are"
}

// otherErrors says how large the standard errors are that the table leaves out,
// if there are any.
func (a Adapt) otherErrors() string {
	if a.Replicates == 1 {
		return ""
	}
	var most float64
	for _, r := range a.Results {
		most = max(most, r.Undecided.SE)
	}
	return fmt.Sprintf(" Those of undecided are at most %s.", tables.Percent(most, 1))
}

// neverWrong tells whether some policy made no wrong call at all, of which the
// standard error, zero, says too little.
func (a Adapt) neverWrong() bool {
	return slices.ContainsFunc(a.Results, func(r sequential.Result) bool { return r.WrongBoards.Value == 0 })
}
