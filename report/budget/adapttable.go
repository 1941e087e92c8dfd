package budget

import (
	"fmt"
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/sequential"
)

// table shows a policy and correction per row.
func (a Adapt) table() *tables.Table {
	columns := a.fields().Pick(
		"policy correction trials budget_share wrong_boards wrong_boards_se decided undecided")
	t := tables.New(a.title(), columns, a.Results)
	t.Lead = a.advice()
	t.Warn(a.Facts(), a.truthNote(), a.Note, a.neverNote())
	t.Note(a.wrongNote(), fmt.Sprintf("Batches of %s of each question; z of %s; half-width ±%.6g. docs/sequential.md explains policies and corrections.",
		tables.Count(a.Design.Batch, "trial"), a.Metric, a.Design.HalfWidth))
	return t
}

// wrongNote explains the columns.
func (a Adapt) wrongNote() string {
	return fmt.Sprintf("Wrong boards: those with a call, after whichever batch, that contradicts gold, in all comparisons "+
		"together; the nominal level is %s. "+
		"Decided: all pairs, or the leader, with a call at the end; – where the rule calls neighbours alone. "+
		"Undecided: neighbours, or the leader, without a call at the end. ±: one Monte-Carlo standard error.%s",
		a.nominal(), a.otherErrors())
}

// mostTrials is the number of trials of each question that top-two may give one model.
func (a Adapt) mostTrials() int {
	if a.Truth == "board" {
		return a.Shape.Trials
	}
	return sequential.MostTrials(a.Shape.Trials, a.Shape.Models)
}

// neverNote says what none seen wrong leaves open, "" if some were.
func (a Adapt) neverNote() string {
	return wording.If(a.neverWrong(), fmt.Sprintf("Where no board was wrong, their true share is below %s with %s "+
		"confidence: about 3 in so many as were played.",
		tables.Percent(sequential.NeverLimit(a.Replicates), 1), wording.Percent(sequential.LimitConfidence)))
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

// otherErrors says how large the standard errors are that the table leaves out,
// if there are any.
func (a Adapt) otherErrors() string {
	if a.Replicates == 1 {
		return ""
	}
	most := lists.Max(a.Results, func(r sequential.Result) float64 { return r.Undecided.SE })
	return fmt.Sprintf(" Those of undecided are at most %s.", tables.Percent(most, 1))
}

// neverWrong tells whether some policy made no wrong call at all, of which the
// standard error, zero, says too little.
func (a Adapt) neverWrong() bool {
	return slices.ContainsFunc(a.Results, func(r sequential.Result) bool { return r.WrongBoards.Value == 0 })
}
