package simulate

import (
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/results"
)

// A writtenBoard describes a simulated board (a table of the outcomes of models on
// questions) that was written to a file.
type writtenBoard struct {
	file      string
	shape     results.Shape
	attempts  int
	seed      uint64
	replicate int
}

func (w writtenBoard) unequal() bool { return w.shape.Most > w.shape.Trials }

// trials formats the number of trials per question, which can be a range.
func (w writtenBoard) trials() string {
	return wording.Range(w.shape.Trials, max(w.shape.Trials, w.shape.Most))
}

var writtenFields = tables.Fields[writtenBoard]{
	tables.Data("file", func(w writtenBoard) string { return w.file }),
	tables.Data("models", func(w writtenBoard) int { return w.shape.Models }),
	tables.Data("questions", func(w writtenBoard) int { return w.shape.Questions }),
	tables.Data("trials", func(w writtenBoard) int { return w.shape.Trials }),
	tables.Data("trials_fewest", func(w writtenBoard) int { return w.shape.Trials }).When(writtenBoard.unequal),
	tables.Data("trials_most", func(w writtenBoard) int { return w.shape.Most }).When(writtenBoard.unequal),
	tables.Data("attempts", func(w writtenBoard) int { return w.attempts }).When(writtenBoard.unequal),
	tables.Data("seed", func(w writtenBoard) uint64 { return w.seed }),
	tables.Data("replicate", func(w writtenBoard) int { return w.replicate }),
	tables.Right("shown", writtenBoard.trials).Head("trials"),
}

// Written returns a report about a simulated board that was written to a file. The
// board can contain outcomes, or signals from which outcomes follow. The report states
// the number of attempts only if questions have different numbers of trials.
func Written(file string, shape results.Shape, attempts int, seed uint64, replicate int) report.Report {
	w := writtenBoard{file, shape, attempts, seed, replicate}
	columns := writtenFields.Pick("file models questions shown attempts seed replicate")
	return report.Report{JSON: writtenFields.Object(w), Tables: []*tables.Table{tables.New("", columns, []writtenBoard{w})}}
}
