package standings

import (
	"settle/internal/tables"
	"settle/report"
)

// Tasks is the report of rankings at several tasks, of which the last is at all of
// them together. CSV gets one table, whose first column is the task. Of one ranking
// it is the report.
func Tasks(all []Standings, format string) report.Report {
	last := len(all) - 1
	if last == 0 {
		return all[0].Report(format)
	}
	var documents []tables.Object
	var shown []taskTables
	for _, s := range all {
		documents = append(documents, s.document())
		shown = append(shown, taskTables{s.Task, s.Report(format).Tables})
	}
	return report.Report{JSON: tables.NewObject("tasks", documents[:last], "pool", documents[last]), Tables: byTask(shown, format)}
}

// taskTables are the tables of one task.
type taskTables struct {
	task   string
	tables []*tables.Table
}

// byTask are the tables of several tasks, one after the other; in CSV the first of
// each as one table, with the task as a column.
func byTask(shown []taskTables, format string) []*tables.Table {
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
	return all
}
