package collect

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/results/logs"
)

// checkDirection fails if lower is better in a log.
func checkDirection(pieces []*piece) error {
	for _, p := range pieces {
		if p.log != nil && p.log.LowerBetter {
			return fmt.Errorf("%s: lower is better for the verdict %s, but Settle ranks larger outcomes first; "+
				"%swrite a table with settle import --to FILE and change its outcomes so that larger is better",
				quoted.Path(p.file), quoted.Text(p.log.Score), otherVerdicts(p.log, ", or "))
		}
	}
	return nil
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

// otherVerdicts returns advice to choose one of a log's other verdicts, followed by the
// given text. It returns "" if the log has no other verdict.
func otherVerdicts(log *logs.Log, then string) string {
	if len(log.Others) == 0 {
		return ""
	}
	return "choose another verdict with --score: " + quoted.List(log.Others) + then
}
