package input

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/misspelt"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// Models is the flag of the commands that compare two models.
type Models struct {
	Models []string `aliases:"pairs,pair" placeholder:"A,B" help:"The two models, in place of the last two arguments: for names that files have, too."`
}

// A Contest is two models on one board.
type Contest struct {
	Source *Source
	In     Board // that the board was read by
	A, B   int   // the models, by their places on the board
	Names  [2]string
	Of     string // the results, for titles
}

// OpenContest reads two models. Of two results the first has the one model and the second
// the other: those that are named, the only one of each, or the only one that both have.
// Otherwise both models are named, and all results are one board.
func (in Board) OpenContest(env *cli.Env, m Models) (*Contest, error) {
	names := m.Models
	if names == nil {
		var err error
		if in.Paths, names, err = splitModels(in.Paths); err != nil {
			return nil, err
		}
	}
	switch {
	case len(names) != 0 && len(names) != 2:
		return nil, cli.Usagef("--models names %d models: name two, as in --models A,B", len(names))
	case len(in.Paths) == 2:
		return in.contestOfTwo(env, names)
	case names == nil:
		return nil, cli.Usagef("two models of %s are compared: name them behind the results, or give two results, one of each",
			quoted.Path(in.Results()))
	}
	return in.contestOnOne(env, names)
}

// OpenModel reads results and returns the place of one model on their board: of the last
// argument if that names no results, of --models, or of the only model.
func (in Board) OpenModel(env *cli.Env, m Models) (source *Source, model int, err error) {
	names, last := m.Models, len(in.Paths)-1
	if names == nil && last > 0 && !namesResults(in.Paths[last]) {
		in.Paths, names = in.Paths[:last], in.Paths[last:]
	}
	if len(names) > 1 {
		return nil, 0, cli.Usagef("--models names %d models: name one, as in --models A", len(names))
	}
	in.KeepUnmet = true // a question that only others met is open
	if source, err = in.Open(env); err != nil {
		return nil, 0, err
	}
	models := source.Board.Models
	if names == nil && len(models) == 1 {
		return source, 0, nil
	}
	if names == nil {
		return nil, 0, cli.Usagef("%s holds %d models: name one behind the results", in.fileTitle(), len(models))
	}
	if model = slices.Index(models, names[0]); model < 0 {
		return nil, 0, noSuchModel(names[0], models)
	}
	return source, model, nil
}

// splitModels parts arguments into results and the names of two models, nil if there are
// none. Models are the last two arguments that name no results.
func splitModels(args []string) (results, models []string, err error) {
	for _, arg := range args {
		if !namesResults(arg) {
			models = append(models, arg)
		}
	}
	if len(models) == 0 {
		return args, nil, nil
	}
	models = models[max(0, len(models)-2):]
	results = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return slices.Contains(models, arg) })
	if len(models) == 1 || len(results) == 0 {
		return nil, nil, cli.Usagef("there is no file %s; if it is a model, name both models behind the results "+
			"(or by --models A,B if a file has the name of one)", quoted.Text(models[0]))
	}
	return results, models, nil
}

// namesResults reports whether an argument names results: made ones, the standard input, a
// file, a folder, or a pattern that files match.
func namesResults(arg string) bool {
	if _, err := os.Stat(arg); err == nil || arg == "-" || kindOf(arg).builtIn() {
		return true
	}
	matches, err := doublestar.FilepathGlob(arg, doublestar.WithNoHidden(), doublestar.WithNoFollow())
	return err == nil && len(matches) > 0
}

func (in Board) contestOnOne(env *cli.Env, names []string) (*Contest, error) {
	in.KeepUnmet = true // two models can be compared on questions that others never met
	source, err := in.Open(env)
	if err != nil {
		return nil, err
	}
	models := source.Board.Models
	for _, name := range names {
		if !slices.Contains(models, name) {
			return nil, noSuchModel(name, models)
		}
	}
	if names[0] == names[1] {
		return nil, cli.Usagef("two models are compared, but both are %s", quoted.Text(names[0]))
	}
	return &Contest{
		Source: source, In: in, A: slices.Index(models, names[0]), B: slices.Index(models, names[1]),
		Names: [2]string(names), Of: source.Name,
	}, nil
}

// noSuchModel names the models whose names are nearest.
func noSuchModel(name string, models []string) error {
	nearest := lists.Each(misspelt.Nearest(name, models, 3), strconv.Quote)
	return cli.Usagef("the results have no model %s, and there is no such file; the nearest models are %s",
		quoted.Text(name), strings.Join(nearest, ", "))
}

// contestOfTwo puts one model of each of two boards on one board.
func (in Board) contestOfTwo(env *cli.Env, names []string) (*Contest, error) {
	if in.Schema != "" {
		return nil, cli.Usagef("--schema makes categories of one board: put the results of both models into one")
	}
	paths := in.Paths
	var sources [2]*Source
	for i, path := range paths {
		in.Paths = []string{path}
		var err error
		if sources[i], err = in.Open(env); err != nil {
			return nil, err
		}
		if sources[i].scores() != nil {
			return nil, cli.Usagef("%s: the outcomes are scores, which are compared on one board: put the results of both models into one",
				quoted.Path(path))
		}
	}
	models := [2][]string{sources[0].Board.Models, sources[1].Board.Models}
	if names == nil {
		both, err := common(paths, models)
		if err != nil {
			return nil, err
		}
		names = both[:]
	}
	if !slices.Contains(models[0], names[0]) || !slices.Contains(models[1], names[1]) {
		return nil, cli.Usagef("name a model of %s, then one of %s, not %s and %s",
			quoted.Path(paths[0]), quoted.Path(paths[1]), quoted.Text(names[0]), quoted.Text(names[1]))
	}
	if names[0] == names[1] && SameFile(paths[0], paths[1]) {
		return nil, cli.Usagef("two models are compared, but both are %s of %s", quoted.Text(names[0]), quoted.Path(paths[0]))
	}
	board, left, err := together(sources, names, in.ballotOptions())
	if err != nil {
		return nil, err
	}
	joint := *sources[0]
	joint.Board, joint.Kept, joint.Made, joint.Coins, joint.Truth = board, nil, "", nil, nil
	joint.Note = strings.TrimSpace(notes(sources) + left)
	return &Contest{
		Source: &joint, In: in, A: 0, B: 1, Names: [2]string(names), Of: sources[0].Name + " against " + sources[1].Name,
	}, nil
}

// common returns the only model of each of two results, or the only one that both have.
func common(paths []string, models [2][]string) (names [2]string, err error) {
	if len(models[0]) == 1 && len(models[1]) == 1 {
		return [2]string{models[0][0], models[1][0]}, nil
	}
	both := slices.DeleteFunc(slices.Clone(models[0]), func(model string) bool { return !slices.Contains(models[1], model) })
	switch len(both) {
	case 1:
		return [2]string{both[0], both[0]}, nil
	case 0:
		return names, cli.Usagef("%s hold %d models, %s %d, and none is in both: name one of each behind them",
			quoted.Path(paths[0]), len(models[0]), quoted.Path(paths[1]), len(models[1]))
	}
	return names, cli.Usagef("%d models are in both results, such as %s: name one of each behind them",
		len(both), strconv.Quote(both[0]))
}

// SameFile reports whether two paths lead to one file.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// notes returns what a reader must be told of either results.
func notes(sources [2]*Source) string {
	said := ""
	for i, s := range sources {
		if s.Note != "" && (i == 0 || s.Note != sources[0].Note) {
			said += s.Note + " "
		}
	}
	return said
}

// together returns the board of one model of each of two, of the questions that both met,
// and a sentence on the questions that it leaves out.
func together(sources [2]*Source, names []string, o results.BallotOptions) (b *results.Board, left string, err error) {
	all := results.NewAttempts("")
	all.KeepBallots(o)
	questions := map[string]int{}
	for i, model := range names {
		attempts := results.AttemptsOf(sources[i].Board)
		at := slices.Index(attempts.Models(), model)
		met := map[int]bool{}
		for t, b := range attempts.Ballots() {
			if t.Model == at {
				all.AddBallot([]string{"new", "old"}[i], attempts.Questions()[t.Question], t.Trial, t.Outcome, b)
				met[t.Question] = true
			}
		}
		for q := range met {
			questions[attempts.Questions()[q]]++
			all.SetGroup(attempts.Questions()[q], attempts.Group(q))
		}
	}
	b, kept, err := all.Board(results.Policy{Missing: results.MissingUnequal})
	if err != nil {
		if !slices.Contains(slices.Collect(maps.Values(questions)), 2) {
			err = errors.New("no question is in both results: questions are the same where their names are")
		}
		return nil, "", fmt.Errorf("cannot compare %s with %s: %w", quoted.Text(names[0]), quoted.Text(names[1]), err)
	}
	if kept.LeftOut > 0 {
		left = fmt.Sprintf("%d of %d questions are left out, which only one of the two met.", kept.LeftOut, len(questions))
	}
	return b, left, nil
}

// CheckCompared refuses metrics that do not score two models on the questions of both.
func CheckCompared(ms []metrics.Metric) error {
	for _, m := range ms {
		traits := metrics.TraitsOf(m)
		switch name := quoted.Bare(m.Name()); {
		case traits.Ordered || traits.Ranks:
			return cli.Usagef("scores of two models are compared, and %s ranks all models by each other: take avg, or settle rank", name)
		case traits.New:
			return cli.Usagef("two models are compared on questions that both were asked, and %s is about others: "+
				"take pass@K or pass@K:fitted", name)
		}
	}
	return nil
}
