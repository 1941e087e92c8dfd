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

// fieldFlags holds the arguments and flags that select the models of a bakeoff.
type fieldFlags struct {
	cli.Input
	Results []string `arg:"" optional:"" name:"results" predictor:"results" help:"Models to simulate: coins:NAME, mimics:NAME, stand-in:NAME or results. For the last two, the success probabilities are one draw (set by the seed) from the posterior, with a prior fitted to the results."`
	input.Naming
	input.Reading
	input.Rubric
	Thin string `placeholder:"OPTIONS" help:"Drop attempts; options separated by commas. drop=P drops each attempt with probability P; drop-hard=P drops more attempts at hard questions; unequal=LO-HI keeps LO to HI trials per question. These options can also follow a built-in name. If a model never tried a question, unmet=all (the default) drops the question for all models, and unmet=own only for that model."`

	made input.Made // the options in the name of the models, set by parse
}

// parse parses the name of the models, and the options for dropping attempts that are in the name
// or in --thin.
func (f *fieldFlags) parse() (err error) {
	f.made.Name = "coins:paper"
	if len(f.Results) > 0 {
		f.made.Name = f.Results[0]
	}
	if len(f.Results) > 1 && slices.ContainsFunc(f.Results, input.IsMade) {
		return cli.Usagef("built-in results cannot be combined with other results")
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
		return cli.Usagef("--thin and the options after the name of the results both drop attempts; remove --thin or these options")
	case thin.Missing.Any():
		f.made.Missing = thin.Missing
	case !f.made.Missing.Any():
		return cli.Usagef("--thin drops no attempts; add drop=P, drop-hard=P or unequal=LO-HI")
	}
	f.made.OwnQuestions = thin.OwnQuestions
	return nil
}

// open returns the field that the flags select, which holds the models to simulate.
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
		return nil, fmt.Errorf("%s: comparing rankings requires at least two models, but there is only one", quoted.Path(name))
	}
	if missing.Any() {
		field.Missing = missing
		field.OwnQuestions = f.made.OwnQuestions
		field.Note = strings.TrimSpace(field.Note + " " + missingNote(missing))
	}
	return field, nil
}

// missingNote returns a note that explains which attempts are missing and what n means.
func missingNote(m sim.Missing) string {
	var said []string
	if m.Most > 0 {
		said = append(said, fmt.Sprintf("each model has only its first trials of each question, %d to %d of them", m.Fewest, m.Most))
	}
	if m.Drop > 0 {
		said = append(said, fmt.Sprintf("each attempt is missing with probability %v", m.Drop))
	}
	if m.DropHard > 0 {
		said = append(said, fmt.Sprintf("attempts at hard questions are missing more often (drop-hard=%v)", m.DropHard))
	}
	return fmt.Sprintf("Attempts are missing: %s. Scores at n trials use the remaining attempts among the first n of each question, "+
		"on the questions that the metric can use; the truth is the mean over all questions.", strings.Join(said, ", and "))
}

// onlyFor returns an error if a flag is given that the simulated models ("coins" or "mimics") do
// not accept.
func (f *fieldFlags) onlyFor(what string) error {
	switch {
	case f.Task != "", f.Score != "", f.Naming.Name != "", f.Policy != nil, len(f.Column) > 0:
		return cli.Usagef("%s are simulated; remove --task, --score, --name, --missing and --column, which require files", what)
	case what == "coins" && (f.Schema != "" || f.Weights != ""):
		return cli.Usagef("outcomes of coins are only right or wrong; remove --schema and --weights")
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

// mimics returns a field of mimics (simulated models that emit signals). A single schema sorts the
// signals into categories.
func (f *fieldFlags) mimics(env *cli.Env, name string) (*bakeoff.Field, error) {
	if err := f.onlyFor("mimics"); err != nil {
		return nil, err
	}
	schemata, err := f.OpenSchemata()
	switch {
	case err != nil:
		return nil, err
	case len(schemata) != 1:
		return nil, cli.Usagef("%s simulates signals and requires a single --schema, which sorts them into categories", quoted.Path(name))
	}
	schema := schemata[0]
	if schema.Setting() != (rubric.Setting{}) {
		return nil, cli.Usagef("%s simulates signals, for which no thresholds or verifier can be set; remove them from %s", quoted.Path(name), quoted.Path(f.Schema))
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
			return nil, cli.Usagef("--weights has %d values, but there are %d categories; give one value for each", w.Len(), len(chances[0][0]))
		}
		models := lists.Each(mimics.Models, func(m sim.Mimic) string { return m.Name })
		field := bakeoff.OfChances(models, chances, w)
		field.Name = name + ", " + schema.Name()
		field.Note = "Mimics have known probabilities of each category; the thresholds are computed for infinitely many trials."
		return field, nil
	})
}

// fitted returns a field of simulated models. Their success probabilities are drawn from the
// posterior given the results that the flags name.
func (f *fieldFlags) fitted(env *cli.Env) (*bakeoff.Field, error) {
	in := input.Board{
		Input: f.Input, Paths: slices.Clone(f.Results), Naming: f.Naming, Reading: f.Reading, Rubric: f.Rubric,
	}
	in.Paths[0] = f.made.Name // without the options that drop attempts
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
	field.Note = strings.TrimSpace(source.Note + " The simulated success probabilities are one draw (set by the seed) from the posterior given these results, " +
		"with a prior fitted to them. They vary as much as the real probabilities; another seed gives another draw.")
	return field, nil
}
