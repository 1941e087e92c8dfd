package collect

import (
	"fmt"

	"settle/internal/quoted"
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

// otherVerdicts returns advice to choose one of a log's other verdicts, followed by the
// given text. It returns "" if the log has no other verdict.
func otherVerdicts(log *logs.Log, then string) string {
	if len(log.Others) == 0 {
		return ""
	}
	return "choose another verdict with --score: " + quoted.List(log.Others) + then
}
