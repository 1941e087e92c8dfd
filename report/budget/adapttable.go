package budget

import (
	"fmt"
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/sequential"
)

// table returns a table with one row for each policy and correction.
func (a Adapt) table() *tables.Table {
	columns := a.fields().Pick(
		"policy correction trials budget_share wrong_boards wrong_boards_se decided undecided")
	t := tables.New(a.title(), columns, a.Results)
	t.Lead = a.advice()
	t.Warn(a.Facts(), a.truthNote(), a.Note, a.neverNote())
	t.Note(a.wrongNote(), fmt.Sprintf("A batch has %s per question; z is computed with %s; the half-width is ±%.6g. docs/sequential.md explains policies and corrections.",
		tables.Count(a.Design.Batch, "trial"), a.Metric, a.Design.HalfWidth))
	return t
}

// wrongNote returns a note that explains the columns about decisions: wrong
// evaluations, decided and undecided.
func (a Adapt) wrongNote() string {
	return fmt.Sprintf("Wrong evaluations: share of evaluations in which at least one decision, at any look, contradicts gold; "+
		"the nominal level is %s for all comparisons together. "+
		"Decided: share of pairs (or of leaders) decided at the end; – for rules that decide only neighbours. "+
		"Undecided: share of neighbours (or of leaders) undecided at the end. ±: one Monte-Carlo standard error.%s",
		a.nominal(), a.otherErrors())
}

// mostTrials returns the largest number of trials per question that one model can get
// under the policy top-two.
func (a Adapt) mostTrials() int {
	if a.Truth == "board" {
		return a.Shape.Trials
	}
	return sequential.MostTrials(a.Shape.Trials, a.Shape.Models)
}

// neverNote returns a note for policies that made no wrong decision. It gives an upper
// limit for their true error rate. It returns "" if there are no such policies.
func (a Adapt) neverNote() string {
	return wording.If(a.neverWrong(), fmt.Sprintf("If a policy has no wrong evaluations, the true share of such evaluations is below %s with %s "+
		"confidence (about 3 divided by the number of replicates).",
		tables.Percent(sequential.NeverLimit(a.Replicates), 1), wording.Percent(sequential.LimitConfidence)))
}

// truthNote returns a note that says what counts as the truth when decisions are judged
// as right or wrong. It returns "" for simulated models.
func (a Adapt) truthNote() string {
	switch {
	case a.Truth == "posterior":
		return "Each evaluation draws a truth from the posterior of the board and new trials from that truth."
	case a.OwnGold:
		return "Gold is the board's own final ranking and its trials come in random order. A look at all trials is then never " +
			"wrong, so errors are understated; --truth posterior measures the errors of a new evaluation."
	}
	return ""
}

// otherErrors returns a note about the standard errors that the table omits. It returns
// "" if there is only one replicate, because standard errors then do not exist.
func (a Adapt) otherErrors() string {
	if a.Replicates == 1 {
		return ""
	}
	most := lists.Max(a.Results, func(r sequential.Result) float64 { return r.Undecided.SE })
	return fmt.Sprintf(" The standard errors in the column undecided are at most %s.", tables.Percent(most, 1))
}

// neverWrong reports whether at least one policy made no wrong decision. For such a
// policy, the standard error of the error rate is 0, which is too optimistic.
func (a Adapt) neverWrong() bool {
	return slices.ContainsFunc(a.Results, func(r sequential.Result) bool { return r.WrongBoards.Value == 0 })
}
