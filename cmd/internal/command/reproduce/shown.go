package reproduce

import (
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/experiments"
	"settle/experiments/checks"
	"settle/experiments/given"
	"settle/experiments/paper"
	"settle/internal/tables"
)

// An outcome is an experiment with its result.
type outcome struct {
	experiments.Experiment
	*paper.Result
}

// allChecks returns the checks of all outcomes.
func allChecks(done []outcome) []checks.Check {
	list := []checks.Check{} // an empty list, not null, if there are none
	for _, o := range done {
		list = append(list, o.Checks...)
	}
	return list
}

// checksDocument holds the content of checks.json.
type checksDocument struct {
	Closing string          `json:"closing"`
	Claims  []checks.Claim  `json:"claims"`
	Summary checks.Summary  `json:"summary"`
	Given   *given.Document `json:"given"` // null with stand-ins
	Checks  []checks.Check  `json:"checks"`
}

func document(real *given.Results, done []outcome) checksDocument {
	list := allChecks(done)
	found := checksDocument{
		Closing: strings.Join(experiments.Answer(list), " "), Claims: experiments.Claims(list),
		Summary: checks.Summarise(list), Checks: list,
	}
	if real != nil {
		found.Given = real.Document()
	}
	return found
}

// shown returns the tables to print. The last table says whether the paper's claims hold. With
// --tables, the tables and the checks of every experiment come first.
func (c *Command) shown(env *cli.Env, real *given.Results, done []outcome) []*tables.Table {
	list := allChecks(done)
	if tables.Format(env.Format).IsData() {
		return []*tables.Table{checks.Table("", list)} // the checks only, because programs find the other tables in files
	}
	claims := experiments.Claims(list)
	answer := tables.New("Does the paper hold?", claimFields, claims)
	if len(claims) == 0 {
		answer = tables.New(answer.Title, outcomeFields, done)
	}
	answer.Lead = strings.Join(experiments.Answer(list), " ")
	answer.Notes = append(answer.Notes,
		"Open "+env.Out+"/"+cli.PageName+" first; figures, tables and all checks are in the same folder.")
	var shown []*tables.Table
	if real != nil {
		shown = append(shown, real.Table())
	}
	if c.Tables {
		for _, o := range done {
			shown = append(shown, o.tables()...)
		}
	}
	return append(shown, answer)
}

// claimFields lists the columns that are printed for a headline claim.
var claimFields = []tables.Field[checks.Claim]{
	tables.Wrapped("claim", 30, func(c checks.Claim) string { return c.Claim }),
	tables.Wrapped("verdict", 13, checks.Claim.Standing),
	tables.Wrapped("obtained", 22, func(c checks.Claim) string { return c.Obtained }),
	tables.Left("shown by", func(c checks.Claim) string { return c.Experiment }),
}

// outcomeFields lists the columns that are printed for an experiment. They are used if no
// experiment supports a headline claim.
var outcomeFields = []tables.Field[outcome]{
	tables.Left("experiment", func(o outcome) string { return o.ID }),
	tables.Wrapped("shows", 34, func(o outcome) string { return o.Title }),
	tables.Wrapped("tests", 30, func(o outcome) string { words, _ := standing(o.Checks); return words }),
}

// tables returns the tables of the experiment, followed by a table of its checks if it has any.
func (o outcome) tables() []*tables.Table {
	list := slices.Clone(o.Result.Tables)
	if len(o.Checks) > 0 {
		list = append(list, checks.Comparison("Checks of "+o.ID, o.Checks))
	}
	return list
}
