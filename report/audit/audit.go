package audit

import (
	"math"
	"strconv"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/study/audit"
)

// An Audit holds logs of evaluations whose published numbers were recomputed.
type Audit struct {
	Logs []audit.Log
	All  bool // also list the numbers that agree

	Stopped string // note on attempts that were stopped early, "" for none

	// NoLogs is the number of files in folders that are not logs. Companions is the number
	// of files with only aggregates of logs. Both kinds are skipped.
	NoLogs, Companions int
}

// Report returns a report of the published numbers that differ from recomputed ones or
// cannot be checked. If csv is true, its table is the one for CSV. CSV and JSON contain
// all checks.
func (a Audit) Report(csv bool) report.Report {
	table := a.table()
	if csv {
		table = a.fullTable()
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

// An auditRow is one check of a published number, as a row of CSV.
type auditRow struct {
	file string
	audit.Check
}

// auditFields lists the fields that describe a check of a published number. Numbers
// that are missing or not finite are null.
var auditFields = tables.Fields[auditRow]{
	tables.Data("file", func(r auditRow) string { return r.file }),
	tables.Data("name", func(r auditRow) string { return r.Name }),
	tables.Data("published", func(r auditRow) float64 { return r.Published }).Shown("published", auditedNumber),
	tables.Data("recomputed", func(r auditRow) float64 { return r.Recomputed }).Shown("recomputed", auditedNumber),
	tables.Data("verdict", func(r auditRow) string { return string(r.Verdict) }),
	tables.Data("why", func(r auditRow) string { return r.Why }),
}

// fullTable returns a table with one row for each check, and one row for each log
// without checks. Names of logs are not shortened, and numbers have up to eight
// significant digits.
func (a Audit) fullTable() *tables.Table {
	var rows []auditRow
	for _, log := range a.Logs {
		checks := log.Checks
		if len(checks) == 0 {
			checks = []audit.Check{{Published: math.NaN(), Recomputed: math.NaN(), Why: "it publishes no number"}}
		}
		for _, c := range checks {
			rows = append(rows, auditRow{log.File, c})
		}
	}
	return tables.New("", auditFields, rows)
}

// auditedNumber formats a number with at most eight significant digits. It returns ""
// for NaN.
func auditedNumber(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 8, 64)
}
