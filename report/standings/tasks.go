package standings

import (
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
)

// Tasks returns one report of rankings at several tasks. The last element of the slice
// must hold the results for all tasks pooled. CSV is one table whose first column is
// the task. A slice of one element gives the report of this element.
func Tasks(all []Standings, format string) report.Report {
	if len(all) == 1 {
		return all[0].Report(format)
	}
	shown := lists.Each(all, func(s Standings) taskReport {
		return taskReport{s.Task, s.document(), s.Report(format).Tables}
	})
	return joinTasks(shown, format)
}

// A taskReport is the report of the ranking at one task.
type taskReport struct {
	task     string
	document tables.Object
	tables   []*tables.Table
}

// joinTasks returns one report of several tasks, with the tables of all tasks in order.
// For CSV, it joins the first table of each task into one table with the task as first
// column.
func joinTasks(shown []taskReport, format string) report.Report {
	documents, last := lists.Each(shown, func(s taskReport) tables.Object { return s.document }), len(shown)-1
	var all []*tables.Table
	for _, s := range shown {
		if tables.Format(format) != tables.CSV {
			all = append(all, s.tables...)
			continue
		}
		if all == nil {
			all = []*tables.Table{{Columns: append([]tables.Column{{Name: "task"}}, s.tables[0].Columns...)}}
		}
		for _, row := range s.tables[0].Rows {
			all[0].Rows = append(all[0].Rows, append([]string{s.task}, row...))
		}
	}
	return report.Report{JSON: tables.NewObject("tasks", documents[:last], "pool", documents[last]), Tables: all}
}
