package input

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/misspelt"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/metrics"
	"settle/results"
	"settle/results/collect"
)

// Models holds the flag of commands that compare two models.
type Models struct {
	Models []string `aliases:"pairs,pair" placeholder:"A,B" help:"The two models, instead of the last two arguments. Required if a file has the same name as a model."`
}

// A Contest is a comparison of two models on one board.
type Contest struct {
	Source *Source
	In     Board     // the flags with which the board was read
	A, B   int       // indices of the models on the board
	Names  [2]string // names of the models; equal names are followed by what distinguishes their results
	Of     string    // name of the results, safe for titles and messages
}

// OpenContest reads the results of two models. If the arguments name two results, it takes one
// model from each: the model that the user named, or the only model of the results, or the only
// model that is in both. Otherwise the user must name both models, and all results form one board.
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
		return nil, cli.Usagef("--models requires two models, not %d; use --models A,B", len(names))
	case len(in.Paths) == 2:
		return in.contestOfTwo(env, names)
	case names == nil:
		return nil, cli.Usagef("cannot tell which two models of %s to compare; name both after the results, or give two results",
			quoted.Path(in.Results()))
	}
	return in.contestOnOne(env, names)
}

// OpenModel reads results and returns the index of one model on their board. The last argument or
// --models names the model; otherwise it must be the only model.
func (in Board) OpenModel(env *cli.Env, m Models) (source *Source, model int, err error) {
	names, last := m.Models, len(in.Paths)-1
	if names == nil && last > 0 && !namesResults(in.Paths[last]) {
		in.Paths, names = in.Paths[:last], in.Paths[last:]
	}
	if len(names) > 1 {
		return nil, 0, cli.Usagef("--models requires one model, not %d; use --models A", len(names))
	}
	in.KeepUnmet = true // a question that the model never tried is not decided yet
	if source, err = in.Open(env); err != nil {
		return nil, 0, err
	}
	models := source.Board.Models
	if names == nil && len(models) == 1 {
		return source, 0, nil
	}
	if names == nil {
		return nil, 0, cli.Usagef("%s contains %d models; give the name of one model after the results", in.fileTitle(), len(models))
	}
	if model = slices.Index(models, names[0]); model < 0 {
		return nil, 0, noSuchModel(names[0], models)
	}
	return source, model, nil
}

// splitModels splits arguments into results and the names of two models. The models are the last
// two of the arguments that name no results. If all arguments name results, there are no models.
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
		return nil, nil, cli.Usagef("no file is named %s; if it is a model, name both models after the results "+
			"(or with --models A,B if a file has the name of a model)", quoted.Text(models[0]))
	}
	return results, models, nil
}

// namesResults reports whether an argument names results. These can be built-in results, standard
// input, a file, a folder, or a pattern that matches files.
func namesResults(arg string) bool {
	if _, err := os.Stat(arg); err == nil || arg == "-" || kindOf(arg).builtIn() {
		return true
	}
	matches, err := doublestar.FilepathGlob(arg, doublestar.WithNoHidden(), doublestar.WithNoFollow())
	return err == nil && len(matches) > 0
}

func (in Board) contestOnOne(env *cli.Env, names []string) (*Contest, error) {
	in.KeepUnmet = true // other models need not have tried the same questions
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
		return nil, cli.Usagef("cannot compare %s with itself; name two different models", quoted.Text(names[0]))
	}
	source.countsAll(2)
	return &Contest{
		Source: source, In: in, A: slices.Index(models, names[0]), B: slices.Index(models, names[1]),
		Names: [2]string(names), Of: quoted.Path(source.Name),
	}, nil
}

// countsAll makes the note about missing attempts say that it counts all models of the results, if
// these are more than the compared ones.
func (s *Source) countsAll(compared int) {
	if n := len(s.Board.Models); s.Kept != nil && n > compared {
		if note := s.Kept.Note(); note != "" {
			s.Note = strings.Replace(s.Note, note, fmt.Sprintf("Of all %d models in %s, %s", n, quoted.Path(s.Name), note), 1)
		}
	}
}

// noSuchModel returns an error for an unknown model. It lists the models with the most similar
// names.
func noSuchModel(name string, models []string) error {
	nearest := lists.Each(misspelt.Nearest(name, models, 3), strconv.Quote)
	return cli.Usagef("unknown model %s (and no file has this name); the most similar models are %s",
		quoted.Text(name), strings.Join(nearest, ", "))
}

// contestOfTwo takes one model from each of two results (files or built-in names), and puts both
// models on one board.
func (in Board) contestOfTwo(env *cli.Env, names []string) (*Contest, error) {
	if in.Schema != "" {
		return nil, cli.Usagef("--schema requires both models on one board; put the results of both models into one file")
	}
	in.KeepUnmet = true // other models need not have tried the same questions
	paths := in.Paths
	var sources [2]*Source
	for i, path := range paths {
		in.Paths = []string{path}
		var err error
		if sources[i], err = in.Open(env); err != nil {
			return nil, err
		}
		sources[i].countsAll(1)
	}
	models := [2][]string{sources[0].Board.Models, sources[1].Board.Models}
	if names == nil {
		both, err := commonModels(paths, models)
		if err != nil {
			return nil, err
		}
		names = both[:]
	}
	if !slices.Contains(models[0], names[0]) || !slices.Contains(models[1], names[1]) {
		return nil, cli.Usagef("the first model must be in %s and the second in %s; the given models are %s and %s",
			quoted.Path(paths[0]), quoted.Path(paths[1]), quoted.Text(names[0]), quoted.Text(names[1]))
	}
	if names[0] == names[1] && SameFile(paths[0], paths[1]) {
		return nil, cli.Usagef("cannot compare %s in %s with itself; name two different models", quoted.Text(names[0]), quoted.Path(paths[0]))
	}
	board, kept, left, err := joinModels(sources, names, in.ballotOptions())
	if err != nil {
		return nil, err
	}
	joint := *sources[0]
	joint.Board, joint.Kept, joint.Made, joint.Coins, joint.Truth = board, kept, "", nil, nil
	joint.Note = strings.TrimSpace(notes(sources) + left)
	return &Contest{
		Source: &joint, In: in, A: 0, B: 1, Names: distinguish([2]string(names), [2]string(paths)),
		Of: quoted.Path(sources[0].Name) + " against " + quoted.Path(sources[1].Name),
	}, nil
}

// distinguish returns the names of two models. If they are equal, it adds to each the part in which
// the path of its results differs from the other path, as in "A (new)" and "A (old)". A long part
// is shortened.
func distinguish(names, paths [2]string) [2]string {
	if names[0] != names[1] {
		return names
	}
	paths = [2]string{filepath.Clean(paths[0]), filepath.Clean(paths[1])}
	parts := collect.DifferingParts(paths[:])
	one, other := parts[paths[0]], parts[paths[1]]
	if ext := filepath.Ext(one); ext != one && ext != other {
		if stem, ok := strings.CutSuffix(other, ext); ok {
			one, other = strings.TrimSuffix(one, ext), stem
		}
	}
	const longest = 20 // characters
	alike := 0         // characters at the beginning of both
	a, b := []rune(one), []rune(other)
	for alike < min(len(a), len(b)) && a[alike] == b[alike] {
		alike++
	}
	for i, part := range [2][]rune{a, b} {
		if alike >= longest {
			part = append([]rune("…"), part[alike:]...)
		}
		if len(part) > longest {
			part = append(part[:longest:longest], '…')
		}
		names[i] += fmt.Sprintf(" (%s)", string(part))
	}
	return names
}

// commonModels returns the names of the models to compare, one from each of two results. They are
// the only model of each, or the only model that both results share.
func commonModels(paths []string, models [2][]string) (names [2]string, err error) {
	if len(models[0]) == 1 && len(models[1]) == 1 {
		return [2]string{models[0][0], models[1][0]}, nil
	}
	both := slices.DeleteFunc(slices.Clone(models[0]), func(model string) bool { return !slices.Contains(models[1], model) })
	switch len(both) {
	case 1:
		return [2]string{both[0], both[0]}, nil
	case 0:
		return names, cli.Usagef("%s (%d models) and %s (%d) have no model in common; name one model of each after the results",
			quoted.Path(paths[0]), len(models[0]), quoted.Path(paths[1]), len(models[1]))
	}
	return names, cli.Usagef("both results share %d models, such as %s; after the results, give the name of one model from each",
		len(both), strconv.Quote(both[0]))
}

// SameFile reports whether two paths refer to the same file.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, otherErr := os.Stat(b)
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// notes returns the notes of both sources as one text. It does not repeat a note that both share.
func notes(sources [2]*Source) string {
	said := ""
	for i, s := range sources {
		if s.Note != "" && (i == 0 || s.Note != sources[0].Note) {
			said += s.Note + " "
		}
	}
	return said
}

// joinModels takes one model from each of two sources. It returns a board of the questions that
// both models tried, and a sentence about the questions left out, or "". If the outcomes of a source
// are scores, each distinct outcome of the two models becomes a category of the board, whose score is
// in kept. Otherwise, kept is empty.
func joinModels(
	sources [2]*Source, names []string, o results.BallotOptions,
) (b *results.Board, kept *results.Kept, left string, err error) {
	all := results.NewAttempts("")
	all.KeepBallots(o)
	questions := map[string]int{}
	policy := results.Policy{Missing: results.MissingUnequal}
	for i, model := range names {
		scores := sources[i].scores()
		policy.Scores = policy.Scores || scores != nil
		attempts := results.AttemptsOf(sources[i].Board)
		at := slices.Index(attempts.Models(), model)
		met := map[int]bool{}
		for t, b := range attempts.Ballots() {
			if t.Model == at {
				if scores != nil {
					t.Outcome = scores[int(t.Outcome)]
				}
				all.AddBallot([]string{"new", "old"}[i], attempts.Questions()[t.Question], t.Trial, t.Outcome, b)
				met[t.Question] = true
			}
		}
		for q := range met {
			questions[attempts.Questions()[q]]++
			all.SetGroup(attempts.Questions()[q], attempts.Group(q))
		}
	}
	b, joined, err := all.Board(policy)
	if err != nil {
		if !slices.Contains(slices.Collect(maps.Values(questions)), 2) {
			err = errors.New("the two results have no question in common; questions are matched by name")
		}
		return nil, nil, "", fmt.Errorf("cannot compare %s with %s: %w", quoted.Text(names[0]), quoted.Text(names[1]), err)
	}
	if joined.LeftOut > 0 {
		left = fmt.Sprintf("%d of %d questions %s left out because only one of the two models tried them.",
			joined.LeftOut, len(questions), tables.Are(joined.LeftOut))
	}
	return b, &results.Kept{Scores: joined.Scores}, left, nil
}

// CheckCompared returns an error if a metric cannot compare two models on shared questions.
func CheckCompared(ms []metrics.Metric) error {
	for _, m := range ms {
		traits := metrics.TraitsOf(m)
		switch name := quoted.Bare(m.Name()); {
		case traits.Ordered || traits.Ranks:
			return cli.Usagef("%s ranks all models together and cannot compare only two; use --metrics avg, or settle rank", name)
		case traits.New:
			return cli.Usagef("%s estimates scores on new questions, but two models are compared "+
				"on questions that both tried; use --metrics pass@K or --metrics pass@K:fitted", name)
		}
	}
	return nil
}
