package reproduce

import (
	"fmt"
	"slices"

	"settle/cmd/internal/cli"
	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/tables"
)

// outcome is an experiment that ran.
type outcome struct {
	experiments.Experiment
	*paper.Result
}

// all are the checks of all outcomes.
func all(done []outcome) []checks.Check {
	list := []checks.Check{} // an empty list, and not null, where there are none
	for _, o := range done {
		list = append(list, o.Checks...)
	}
	return list
}

// compared is what checks.json holds.
type compared struct {
	Summary checks.Summary  `json:"summary"`
	Closing string          `json:"closing"`
	Given   *given.Document `json:"given"` // null on stand-ins
	Checks  []checks.Check  `json:"checks"`
}

func document(real *given.Results, done []outcome) compared {
	list := all(done)
	found := compared{Summary: checks.Summarise(list), Closing: checks.Closing(list), Checks: list}
	if real != nil {
		found.Given = real.Document()
	}
	return found
}

// shown are the tables that the command prints: an experiment a line, and, if they
// are asked for, those of the experiments and of every check.
func (c *Command) shown(env *cli.Env, real *given.Results, done []outcome) []*tables.Table {
	list := all(done)
	if tables.Format(env.Format).IsData() {
		return []*tables.Table{checks.Table("", list)} // for programs, which find the tables in files
	}
	overview := tables.New("The paper and its repetition", overviewColumns, done)
	overview.Lead = checks.Closing(list)
	overview.Notes = append(overview.Notes,
		"Tests could have come out otherwise; fitted checks are of boards that were made to match, "+
			"given ones cannot come out otherwise, and those of data are tests only on real results.",
		"Figures, their data, the tables and all checks are in "+env.Out+"; begin with "+env.Out+"/"+cli.PageName+".")
	var shown []*tables.Table
	if real != nil {
		shown = append(shown, real.Table())
	}
	if c.Tables {
		for _, o := range done {
			shown = append(shown, o.tables()...)
		}
	}
	return append(shown, overview)
}

// tables are those of the experiment, and its checks for a reader, if it has any.
func (o outcome) tables() []*tables.Table {
	list := slices.Clone(o.Result.Tables)
	if len(o.Checks) > 0 {
		list = append(list, checks.Comparison("Checks of "+o.ID, o.Checks))
	}
	return list
}

// overviewColumns say of an experiment what its checks come to.
var overviewColumns = []tables.Field[outcome]{
	tables.Left("experiment", func(o outcome) string { return o.ID }),
	tables.Wrapped("shows", 50, func(o outcome) string { return o.Title }),
	counted("agree", checks.Test, checks.Agrees),
	counted("differ", checks.Test, checks.Differs),
	counted("open", checks.Test, checks.Unknown),
	counted("fitted", checks.Fitted),
	counted("given", checks.Construction),
	counted("data", checks.Data),
}

// counted is a column of how many checks of an experiment are of a kind, and come to some
// verdict. It leaves nought away, so that what there is can be seen.
func counted(name string, k checks.Kind, verdicts ...checks.Verdict) tables.Field[outcome] {
	return tables.Right(name, func(o outcome) string {
		if n := k.Count(o.Checks, verdicts...); n > 0 {
			return fmt.Sprint(n)
		}
		return ""
	})
}
