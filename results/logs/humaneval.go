package logs

import "math"

type humanEvalRow struct {
	ID     value `json:"task_id"`
	Passed value `json:"passed"`
}

// readHumanEval reads a HumanEval file with one sample per row. It numbers the samples
// of each task in the order of the file.
func readHumanEval(r *reading) error {
	g := r.log("", "")
	var tasks commonPrefix
	err := records(r.file, func(_ int, row *humanEvalRow) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		tasks.add(id)
		outcome := math.NaN()
		if x, _ := row.Passed.number(); row.Passed.exists() && g.recordVerdict("passed", row.Passed) {
			outcome = x
		}
		g.occurrence(id, outcome)
		return nil
	})
	g.log.Task = tasks.prefix
	g.addPrinted("pass@", PassAtK, 1, 10, 100)
	return err
}
