package audit

import (
	"math"
	"strconv"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/study/audit"
)

// Audit is what was found of logs whose numbers were made again.
type Audit struct {
	Logs []audit.Log
	All  bool // show the numbers that agree one by one

	Stopped string // the note on what was stopped early, "" for none

	// What was passed over in folders: files that are no log, and those that only
	// have aggregates of logs beside them.
	NoLogs, Companions int
}

// Report shows what differs and what nothing can be told of; JSON, and CSV if it is
// asked for, hold every check.
func (a Audit) Report(csv bool) report.Report {
	table := a.table()
	if csv {
		table = a.everything()
	}
	return report.Report{JSON: a.document(), Tables: []*tables.Table{table}}
}

func (a Audit) document() tables.Object {
	return tables.NewObject("logs", lists.Each(a.Logs, func(log audit.Log) tables.Object {
		rows := lists.Each(log.Checks, func(c audit.Check) auditRow { return auditRow{Check: c} })
		return tables.NewObject("file", log.File, "format", log.Format, "tool", log.Tool,
			"checks", auditFields.Without("file").JSON(rows))
	}))
}

// auditRow is a check in the table of CSV.
type auditRow struct {
	file string
	audit.Check
}

// auditFields lists the fields of a check; numbers that are not there or not finite are null.
var auditFields = tables.Fields[auditRow]{
	tables.Data("file", func(r auditRow) string { return r.file }),
	tables.Data("name", func(r auditRow) string { return r.Name }),
	tables.Data("published", func(r auditRow) float64 { return r.Published }).Shown("published", auditedNumber),
	tables.Data("recomputed", func(r auditRow) float64 { return r.Recomputed }).Shown("recomputed", auditedNumber),
	tables.Data("verdict", func(r auditRow) string { return string(r.Verdict) }),
	tables.Data("why", func(r auditRow) string { return r.Why }),
}

// everything is each check with the whole name of its log, and a row for each log
// without any. Numbers have as many digits as a reader can use.
func (a Audit) everything() *tables.Table {
	var rows []auditRow
	for _, log := range a.Logs {
		checks := log.Checks
		if len(checks) == 0 {
			checks = []audit.Check{{Published: math.NaN(), Recomputed: math.NaN(), Why: "nothing is published of it"}}
		}
		for _, c := range checks {
			rows = append(rows, auditRow{log.File, c})
		}
	}
	return tables.New("", auditFields, rows)
}

// auditedNumber is a number with as many digits as a reader can use.
func auditedNumber(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 8, 64)
}
