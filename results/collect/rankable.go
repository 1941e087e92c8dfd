package collect

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/results/logs"
)

// checkDirection fails if lower is better in a log.
func checkDirection(pieces []*piece) error {
	for _, p := range pieces {
		if p.log == nil || !p.log.LowerBetter {
			continue
		}
		advice := otherVerdicts(p.log, ", or ")
		if slices.ContainsFunc(pieces, func(q *piece) bool { return q.task != p.task }) {
			advice += "choose another task with --task, or "
		}
		return fmt.Errorf("%s: lower is better for the verdict %s, but Settle ranks larger outcomes first; "+
			"%swrite a table with settle import --to FILE and change its outcomes so that larger is better",
			quoted.Path(p.file), quoted.Text(p.log.Score), advice)
	}
	return nil
}

// checkRankable fails if failed attempts of a log need a decision of the user that the
// policy does not make.
func checkRankable(pieces []*piece, missing results.Missing) error {
	if err := checkScored(pieces, missing); err != nil || missing != results.MissingRefuse {
		return err
	}
	return checkFinite(pieces)
}

// checkScored fails if no attempt in a log has a verdict. If attempts without a verdict
// are left out, it fails only if the model then has no attempts.
func checkScored(pieces []*piece, missing results.Missing) error {
	for _, p := range pieces {
		scored := func(q *piece) bool {
			return slices.Contains(q.models(), p.model) && (q.log == nil || !q.log.Unscored)
		}
		leftOut := missing == results.MissingUnequal || missing == results.MissingCommon
		switch {
		case p.log == nil || !p.log.Unscored || leftOut && slices.ContainsFunc(pieces, scored):
		case len(p.log.Others) > 0:
			return fmt.Errorf("%s: no attempt has the verdict %s; %s", quoted.Path(p.file), quoted.Text(p.log.Score), otherVerdicts(p.log, ""))
		default:
			return fmt.Errorf("%s: the log is not scored: none of its %s has a verdict; score it with %s, or remove the file",
				quoted.Path(p.file), tables.Count(p.len(), "attempt"), p.format)
		}
	}
	return nil
}

// checkFinite fails if an outcome in a log is infinite.
func checkFinite(pieces []*piece) error {
	for _, p := range pieces {
		if n, first := p.infinite(); n > 0 {
			return fmt.Errorf("%s: the outcome of model %s, question %s is infinite (%d of %s); such attempts count as failed; "+
				"choose what to do with failed attempts with --missing", quoted.Path(p.file), quoted.Text(p.model), quoted.Text(first),
				n, tables.Count(p.len(), "attempt"))
		}
	}
	return nil
}

// infinite returns the number of infinite outcomes in a log, and the first question
// with one.
func (p *piece) infinite() (n int, first string) {
	if p.log == nil {
		return 0, ""
	}
	for a := range p.log.All() {
		if math.IsInf(a.Outcome, 0) {
			if n++; n == 1 {
				first = p.log.Questions()[a.Question]
			}
		}
	}
	return n, first
}

// otherVerdicts returns advice to choose one of a log's other verdicts, followed by the
// given text. It returns "" if the log has no other verdict.
func otherVerdicts(log *logs.Log, then string) string {
	if len(log.Others) == 0 {
		return ""
	}
	return "choose another verdict with --score: " + quoted.List(log.Others) + then
}
