package simulate

import (
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
)

// A written is a simulated board that was written to a file.
type written struct {
	file      string
	shape     results.Shape
	attempts  int
	seed      uint64
	replicate int
}

func (w written) unequal() bool { return w.shape.Most > w.shape.Trials }

// trials formats the number of trials per question, which can be a range.
func (w written) trials() string {
	return wording.Range(w.shape.Trials, max(w.shape.Trials, w.shape.Most))
}

var writtenFields = tables.Fields[written]{
	tables.Data("file", func(w written) string { return w.file }),
	tables.Data("models", func(w written) int { return w.shape.Models }),
	tables.Data("questions", func(w written) int { return w.shape.Questions }),
	tables.Data("trials", func(w written) int { return w.shape.Trials }),
	tables.Data("trials_fewest", func(w written) int { return w.shape.Trials }).When(written.unequal),
	tables.Data("trials_most", func(w written) int { return w.shape.Most }).When(written.unequal),
	tables.Data("attempts", func(w written) int { return w.attempts }).When(written.unequal),
	tables.Data("seed", func(w written) uint64 { return w.seed }),
	tables.Data("replicate", func(w written) int { return w.replicate }),
	tables.Right("shown", written.trials).Head("trials"),
}

// Written returns a report about a board of outcomes or of signals that was written to
// a file. It states the number of attempts only if the board is unequal.
func Written(file string, shape results.Shape, attempts int, seed uint64, replicate int) report.Report {
	w := written{file, shape, attempts, seed, replicate}
	columns := writtenFields.Pick("file models questions shown attempts seed replicate")
	return report.Report{JSON: writtenFields.Object(w), Tables: []*tables.Table{tables.New("", columns, []written{w})}}
}
