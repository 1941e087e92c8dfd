package simulate

import (
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/rubric"
	"settle/sim"
	"settle/study/bakeoff"
)

// fieldFlags say which models compete, and so where methods do.
type fieldFlags struct {
	cli.Input
	Results []string `arg:"" optional:"" name:"results" predictor:"results" help:"Results whose models are to be like those that compete: their chances are one draw, by the seed, of what the results leave open of them, under the prior fitted to them. Or stand-in:NAME, coins:NAME or mimics:NAME."`
	input.Naming
	input.Reading
	input.Rubric
	Thin string `placeholder:"OPTIONS" help:"Leave attempts out, of models like those of a file, too: drop=P each with chance P, drop-hard=P more of hard questions, unequal=LO-HI all but so many trials, separated by commas. Behind stand-in:NAME, coins:NAME and mimics:NAME they may stand themselves. Questions that a model never met are left out for all models, so that all are compared by the same (unmet=all), or with unmet=own for that model alone, whose score is then the mean over its own."`

	made input.Made // what the name says; by parse
}

// parse parses the name of what competes, and which attempts are left out.
func (f *fieldFlags) parse() (err error) {
	f.made.Name = "coins:paper"
	if len(f.Results) > 0 {
		f.made.Name = f.Results[0]
	}
	if len(f.Results) > 1 && slices.ContainsFunc(f.Results, input.IsMade) {
		return cli.Usagef("results that are built in stand alone: leave out what is beside them")
	}
	if input.IsMade(f.made.Name) {
		if f.made, err = input.ParseMade(f.made.Name); err != nil {
			return err
		}
	}
	if f.Thin == "" {
		return nil
	}
	thin, err := input.ParseThinning(f.Thin)
	switch {
	case err != nil:
		return cli.Usagef("--thin: %w", err)
	case thin.Missing.Any() && f.made.Missing.Any():
		return cli.Usagef("--thin: the name of the results leaves attempts out, too: give one of them")
	case thin.Missing.Any():
		f.made.Missing = thin.Missing
	case !f.made.Missing.Any():
		return cli.Usagef("--thin leaves no attempts out: say drop=P, drop-hard=P or unequal=LO-HI")
	}
	f.made.OwnQuestions = thin.OwnQuestions
	return nil
}

// open makes the field.
func (f *fieldFlags) open(env *cli.Env) (field *bakeoff.Field, err error) {
	name, missing := f.made.Name, f.made.Missing
	switch {
	case strings.HasPrefix(name, "coins:"):
		field, err = f.coins(env, name)
	case strings.HasPrefix(name, "mimics:"):
		field, err = f.mimics(env, name)
	default:
		field, err = f.fitted(env)
	}
	if err != nil {
		return nil, err
	}
	if len(field.Models) < 2 {
		return nil, fmt.Errorf("%s: rankings of two models or more can be compared, and there is one", quoted.Path(name))
	}
	if missing.Any() {
		field.Missing = missing
		field.OwnQuestions = f.made.OwnQuestions
		field.Note = strings.TrimSpace(field.Note + " " + missingNote(missing))
	}
	return field, nil
}

// missingNote says what n means where attempts are missing.
func missingNote(m sim.Missing) string {
	var said []string
	if m.Most > 0 {
		said = append(said, fmt.Sprintf("of each model and question only the first %d to %d trials are made", m.Fewest, m.Most))
	}
	if m.Drop > 0 {
		said = append(said, fmt.Sprintf("each attempt is missing with chance %v", m.Drop))
	}
	if m.DropHard > 0 {
		said = append(said, fmt.Sprintf("attempts at hard questions are missing more often (%v)", m.DropHard))
	}
	return fmt.Sprintf("Attempts are missing: %s. With n trials means what is left of the first n, by the questions that a metric can use; "+
		"the truth is that of all questions.", strings.Join(said, ", and "))
}

// onlyFor refuses flags that mean nothing for coins or mimics.
func (f *fieldFlags) onlyFor(what string) error {
	switch {
	case f.Task != "", f.Score != "", f.Naming.Name != "", f.Policy != nil, len(f.Column) > 0:
		return cli.Usagef("%s are made: --task, --score, --name, --missing and --column are for results that are read", what)
	case what == "coins" && (f.Schema != "" || f.Weights != ""):
		return cli.Usagef("coins are right or wrong: --schema and --weights are for other results")
	}
	return nil
}

func (f *fieldFlags) coins(env *cli.Env, name string) (*bakeoff.Field, error) {
	if err := f.onlyFor("coins"); err != nil {
		return nil, err
	}
	coins, err := cli.Await(env.Context, func() (*sim.Coins, error) { return input.OpenCoins(name, env.Seed) })
	if err != nil {
		return nil, err
	}
	field := bakeoff.OfCoins(coins)
	field.Name = name
	return field, nil
}

// mimics makes the field of mimics under a schema.
func (f *fieldFlags) mimics(env *cli.Env, name string) (*bakeoff.Field, error) {
	if err := f.onlyFor("mimics"); err != nil {
		return nil, err
	}
	schemata, err := f.OpenSchemata()
	switch {
	case err != nil:
		return nil, err
	case len(schemata) != 1:
		return nil, cli.Usagef("%s emit signals: say how to sort them into categories with one --schema", quoted.Path(name))
	}
	schema := schemata[0]
	if schema.Setting() != (rubric.Setting{}) {
		return nil, cli.Usagef("%s are made: leave thresholds and verifier out of %s", quoted.Path(name), quoted.Path(f.Schema))
	}
	w := schema.Weights()
	if f.Weights != "" {
		if w, err = metrics.ParseWeights(f.Weights); err != nil {
			return nil, cli.Usagef("--weights: %w", err)
		}
	}
	return cli.Await(env.Context, func() (*bakeoff.Field, error) {
		mimics, err := input.OpenMimics(name, f.made.Questions, env.Seed)
		if err != nil {
			return nil, err
		}
		thresholds := mimics.Thresholds()
		chances := mimics.Chances(schema, &thresholds)
		if len(chances[0][0]) != w.Len() {
			return nil, cli.Usagef("--weights has %d, but there are %d categories: give one for each", w.Len(), len(chances[0][0]))
		}
		models := lists.Each(mimics.Models, func(m sim.Mimic) string { return m.Name })
		field := bakeoff.OfChances(models, chances, w)
		field.Name = name + ", " + schema.Name()
		field.Note = "Mimics, whose chances of each category are known; thresholds are those of endlessly many trials."
		return field, nil
	})
}

// fitted makes the field of models like those of results.
func (f *fieldFlags) fitted(env *cli.Env) (*bakeoff.Field, error) {
	in := input.Board{
		Input: f.Input, Paths: slices.Clone(f.Results), Naming: f.Naming, Reading: f.Reading, Rubric: f.Rubric,
	}
	in.Paths[0] = f.made.Name // without what it leaves out
	source, err := in.Open(env)
	if err != nil {
		return nil, err
	}
	o, err := input.Scoring{}.Options(env, in, source)
	if err != nil {
		return nil, err
	}
	field, err := cli.Await(env.Context, func() (*bakeoff.Field, error) {
		return bakeoff.OfBoard(source.Board, o.Weights, env.Seed), nil
	})
	if err != nil {
		return nil, err
	}
	field.Name = source.Name
	field.Note = strings.TrimSpace(source.Note + " Chances: one draw, by the seed, of what these results leave open of them, " +
		"under the prior fitted to them; so they spread as the true ones do, and another seed draws others.")
	return field, nil
}
