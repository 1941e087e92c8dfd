package simulate

import (
	"fmt"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/sim"
	"settle/study/bakeoff"
)

// fieldFlags say which models compete, and so where methods do.
type fieldFlags struct {
	cli.Input
	Results   []string `arg:"" optional:"" name:"results" predictor:"results" help:"Results whose models are to be like those that compete: their chances are one draw, by the seed, of what the results leave open of them, under the prior fitted to them. Or stand-in:NAME, coins:NAME or mimics:NAME."`
	Coins     string   `placeholder:"NAME" help:"The coins: paper (drawn from the seed; the default), paper-quantile, MODELSxQUESTIONS[,FAMILY][,OPTION=VALUE…] such as 20x30 or 20x30,ability (families: ability, u-shaped, near-equal, zero-inflated), or a CSV file with the columns model, question and p."`
	Mimics    string   `placeholder:"NAME" help:"Mimics whose attempts --schema sorts, with the thresholds of endlessly many trials: fig7, MODELSxQUESTIONS or a CSV file of styles. Their chances of each category are known."`
	Questions *int     `placeholder:"N" help:"Questions of mimics:fig7 or of mimics from a file (default 30)."`
	input.Naming
	input.Reading
	input.Rubric
	input.Missing
	Unmet       string `default:"all" enum:"all,own" placeholder:"all|own" help:"With --drop and --unequal: leave questions that a model never met out for all models, so that all are compared by the same, or for that model alone, whose score is then the mean over its own."`
	CorrectFrom *int   `placeholder:"C" help:"Count the categories from C upwards as correct and the others as wrong."`
	Weights     string `placeholder:"LIST" help:"What each category 0, 1, … is worth, as in 0,0.5,1; needed for graded outcomes. Default with --schema: the schema's."`
}

// name is what competes, as one name of results.
func (f *fieldFlags) name() (string, error) {
	given := 0
	for _, is := range []bool{len(f.Results) > 0, f.Coins != "", f.Mimics != ""} {
		if is {
			given++
		}
	}
	switch {
	case given > 1:
		return "", cli.Usagef("results, --coins and --mimics each say which models compete: give one of them")
	case f.Mimics != "":
		return "mimics:" + strings.TrimPrefix(f.Mimics, "mimics:"), nil
	case len(f.Results) > 0:
		return f.Results[0], nil
	case f.Coins != "":
		return "coins:" + strings.TrimPrefix(f.Coins, "coins:"), nil
	}
	return "coins:paper", nil
}

// open makes the field.
func (f *fieldFlags) open(env *cli.Env) (*bakeoff.Field, error) {
	name, err := f.name()
	if err != nil {
		return nil, err
	}
	missing, err := f.Missing.Parse()
	switch {
	case err != nil:
		return nil, err
	case f.Unmet != "all" && !missing.Any():
		return nil, cli.Usagef("--unmet is for boards on which attempts are missing: see --drop and --unequal")
	}
	var field *bakeoff.Field
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
		field.OwnQuestions = f.Unmet == "own"
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
	case f.Task != "", f.Score != "", f.Naming.Name != "", f.Policy != nil, f.Scores, len(f.Column) > 0, f.Thresholds != "",
		f.VerifierBaseline != nil, f.VerifierTemperature != 1:
		return cli.Usagef("%s are made: --task, --score, --name, --missing, --scores, --column, --thresholds "+
			"and those of the verifier are for results that are read", what)
	case what == "coins" && (f.Schema != "" || f.Weights != "" || f.CorrectFrom != nil || f.Questions != nil):
		return cli.Usagef("coins are right or wrong: --schema, --weights, --correct-from and --questions are for other results")
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
	w := schema.Weights()
	if f.Weights != "" {
		if w, err = metrics.ParseWeights(f.Weights); err != nil {
			return nil, cli.Usagef("--weights: %w", err)
		}
	}
	return cli.Await(env.Context, func() (*bakeoff.Field, error) {
		mimics, err := input.OpenMimics(name, f.Questions, env.Seed)
		if err != nil {
			return nil, err
		}
		thresholds := mimics.Thresholds()
		chances := mimics.Chances(schema, &thresholds)
		if f.CorrectFrom != nil {
			if *f.CorrectFrom < 1 || *f.CorrectFrom >= schema.Weights().Len() {
				return nil, cli.Usagef("--correct-from must be from 1 to %d, but is %d", schema.Weights().Len()-1, *f.CorrectFrom)
			}
			chances = joined(chances, *f.CorrectFrom)
			if f.Weights == "" {
				w = metrics.Binary
			}
		}
		if len(chances[0][0]) != w.Len() {
			return nil, cli.Usagef("--weights has %d, but there are %d categories: give one for each", w.Len(), len(chances[0][0]))
		}
		var models []string
		for _, m := range mimics.Models {
			models = append(models, m.Name)
		}
		field := bakeoff.OfChances(models, chances, w)
		field.Name = name + ", " + schema.Name()
		field.Note = "Mimics, whose chances of each category are known; thresholds are those of endlessly many trials."
		return field, nil
	})
}

// joined are chances of two categories: of one from the given one upwards, or below it.
func joined(chances [][][]float64, from int) [][][]float64 {
	all := make([][][]float64, len(chances))
	for model, questions := range chances {
		for _, categories := range questions {
			two := make([]float64, 2)
			for category, p := range categories {
				if category >= from {
					two[1] += p
				} else {
					two[0] += p
				}
			}
			all[model] = append(all[model], two)
		}
	}
	return all
}

// fitted makes the field of models like those of results.
func (f *fieldFlags) fitted(env *cli.Env) (*bakeoff.Field, error) {
	in := input.Board{
		Input: f.Input, Paths: f.Results, Naming: f.Naming, CorrectFrom: f.CorrectFrom, Questions: f.Questions,
		Reading: f.Reading, Rubric: f.Rubric,
	}
	source, err := in.Open(env)
	if err != nil {
		return nil, err
	}
	o, err := input.Scoring{Weights: f.Weights}.Options(env, in, source)
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
