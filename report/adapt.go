package report

import (
	"settle/study/sequential"
	"settle/tables"
)

// Adapt is what policies of spending trials cost, and how often they are wrong.
type Adapt struct {
	Setting
	Metric  string // what z compares
	Design  sequential.Design
	Results []sequential.Result // by policy, then by correction
}

// Report is the report in the format asked for: CSV gets every number.
func (a Adapt) Report(format string) Report {
	table := a.table()
	if tables.Format(format) == tables.CSV {
		table = a.data()
	}
	return Report{JSON: a.document(), Tables: []*tables.Table{table}}
}

func (a Adapt) title() string { return a.Name + ": trials spent and wrong calls, by policy" }

// nominal is the nominal level in words: 5 %.
func (a Adapt) nominal() string { return percent(a.Design.Alpha()) }

// correction is the last that the policies were played under.
func (a Adapt) correction() sequential.Correction { return a.Results[len(a.Results)-1].Correction }
