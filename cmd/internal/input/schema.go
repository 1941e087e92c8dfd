package input

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/internal/tables"
	"settle/metrics"
	"settle/ranking"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

// Rubric holds the flag that selects schemata, which turn a file of signals into a board.
type Rubric struct {
	Schema string `plan:"board" placeholder:"NAME|FILE" predictor:"file" group:"results" help:"Schema that sorts the signals of each attempt into categories: one of the paper's twelve, such as format-aware, or a YAML file, which can also set thresholds and calibrate a verifier. settle rank accepts several, separated by commas, or all."`
}

// Signals holds the signals of attempts, such as correctness and length, and says where these
// signals come from.
type Signals struct {
	Name           string // title of the signals
	Made           string // the built-in name mimics:NAME; "" for a file
	Attempts       *signals.Attempts
	Thresholds     rubric.Thresholds // thresholds that sort the attempts
	ThresholdsFrom string            // the file whose attempts give the thresholds; "" if these attempts themselves do
	Mimics         *sim.Mimics       // the truth behind the attempts, or nil
	Missing        sim.Missing       // which attempts the board must drop
	Note           string            // caveat for people who read the figures, or ""
}

// OpenSchemata returns the schemata that --schema names. The name "all" stands for all schemata of
// the paper. Without the flag it returns nil.
func (f Rubric) OpenSchemata() ([]*rubric.Schema, error) {
	names := f.names()
	switch {
	case f.Schema == "":
		return nil, nil
	case !slices.ContainsFunc(names, isAll):
	case len(names) > 1:
		return nil, cli.Usagef("--schema: all already includes the paper's twelve schemata; use all alone, or list single schemata")
	default:
		return rubric.Paper(), nil
	}
	var schemata []*rubric.Schema
	for _, name := range names {
		schema, err := openSchema(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(schemata, func(s *rubric.Schema) bool { return s.Name() == schema.Name() }) {
			return nil, cli.Usagef("--schema names %s twice", quoted.Bare(schema.Name()))
		}
		schemata = append(schemata, schema)
	}
	return schemata, nil
}

// Several reports whether --schema names more than one schema.
func (f Rubric) Several() bool {
	names := f.names()
	return len(names) > 1 || isAll(names[0])
}

// names returns the names in --schema.
func (f Rubric) names() []string {
	return lists.Each(strings.Split(f.Schema, ","), strings.TrimSpace)
}

// isAll reports whether a name stands for all schemata of the paper.
func isAll(name string) bool { return strings.EqualFold(name, "all") }

// openSchema opens one of the paper's schemata, or a schema from a file.
func openSchema(name string) (*rubric.Schema, error) {
	schema, err := rubric.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("--schema: unknown schema %s, and no file has this name; "+
			"use %s, or the path of a YAML file", quoted.Text(name), strings.Join(rubric.Names(), ", "))
	} else if err != nil {
		return nil, fmt.Errorf("--schema: %w", err)
	}
	return schema, nil
}

// OpenSignals reads the signals that the schemata need from a file, or draws them from mimics
// (simulated models).
func (in Board) OpenSignals(env *cli.Env, schemata []*rubric.Schema) (*Signals, error) {
	s, err := await(env, in, func(in Board) (*Signals, error) { return in.openSignals(env.Seed, schemata) })
	if err == nil && s.Missing.Any() {
		return nil, cli.Usagef("%s: dropping attempts requires a single schema", quoted.Path(in.Results()))
	}
	return s, err
}

func (in Board) openSignals(seed uint64, schemata []*rubric.Schema) (*Signals, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if !in.kind().builtIn() && !in.plain() {
		return nil, cli.Usagef("%s: signals must be in a single file", quoted.Path(in.Results()))
	}
	setting, err := settingOf(schemata)
	if err != nil {
		return nil, err
	}
	if setting.Thresholds != "" && !slices.ContainsFunc(schemata, hasThresholds) {
		return nil, cli.Usagef("%s: %s uses no thresholds; remove them from the file", quoted.Path(setting.File), namedIn(schemata))
	}
	s, err := in.attempts(seed, schemata)
	if err != nil {
		return nil, err
	}
	s.ThresholdsFrom = setting.Thresholds
	if s.ThresholdsFrom == "" {
		s.Thresholds = s.Attempts.Thresholds()
		return s, nil
	}
	if in.found != nil {
		in.found(setting.File, []string{setting.File, setting.Thresholds})
	}
	others, err := in.readBeside(setting.Thresholds, schemata, thresholdSignals(needs(schemata)))
	if err != nil {
		return nil, fmt.Errorf("thresholds of %s: %w", quoted.Path(setting.File), err)
	}
	s.Thresholds = others.Thresholds()
	return s, nil
}

// settingOf returns the setting for reading signals that the schema files contain, if any. At most
// one of the files can contain a setting, because the setting applies to all schemata.
func settingOf(schemata []*rubric.Schema) (one rubric.Setting, err error) {
	for _, s := range schemata {
		switch next := s.Setting(); {
		case next == (rubric.Setting{}):
		case one != (rubric.Setting{}):
			return one, cli.Usagef("--schema: %s and %s both set thresholds or a verifier; remove them from one of the files", quoted.Path(one.File), quoted.Path(next.File))
		default:
			one = next
		}
	}
	return one, nil
}

// attempts reads the signals of attempts from a file, or draws them from mimics (simulated models).
func (in Board) attempts(seed uint64, schemata []*rubric.Schema) (*Signals, error) {
	kind := in.kind()
	if kind.signals == nil {
		return nil, errHoldsOutcomes(in.Results())
	}
	return kind.signals(in, seed, schemata)
}

// readAttempts reads the signals of attempts from a file.
func (in Board) readAttempts(_ uint64, schemata []*rubric.Schema) (*Signals, error) {
	attempts, err := in.readSignals(schemata)
	if err != nil && in.holdsOutcomes() {
		return nil, errHoldsOutcomes(in.Results())
	}
	return &Signals{Name: in.fileTitle(), Attempts: attempts}, err
}

// errHoldsOutcomes returns the error for --schema with results that hold outcomes, which need no
// schema.
func errHoldsOutcomes(name string) error {
	return cli.Usagef("%s contains outcomes, not signals; remove --schema", quoted.Path(name))
}

// drawMimics draws the signals of attempts by mimics, which are simulated LLMs.
func (in Board) drawMimics(seed uint64, schemata []*rubric.Schema) (*Signals, error) {
	if setting, _ := settingOf(schemata); setting.Calibrates() {
		return nil, cli.Usagef("%s contains probabilities, but the verifier in %s requires a file of logits",
			quoted.Path(in.Results()), quoted.Path(setting.File))
	}
	made, err := ParseMade(in.Results())
	if err != nil {
		return nil, err
	}
	mimics, err := OpenMimics(made.Name, made.Questions, seed)
	if err != nil {
		return nil, err
	}
	attempts, err := mimics.Attempts(made.trials(), seed, 0)
	if err != nil {
		return nil, cli.Usagef("%s: %w", quoted.Path(in.Results()), err)
	}
	return &Signals{
		Name: made.Name, Made: in.Results(), Attempts: attempts, Mimics: mimics, Missing: made.Missing,
		Note: "Simulated: one board sampled from LLM mimics.",
	}, nil
}

// OpenMimics returns mimics, which are simulated models that emit signals. The name, with or
// without the prefix "mimics:", is a built-in name or the path of a file. If questions != 0, there
// are that many questions; this works only for the mimics fig7 and for mimics from a file.
func OpenMimics(name string, questions int, seed uint64) (*sim.Mimics, error) {
	name = strings.TrimPrefix(name, "mimics:")
	mimics, ok, err := sim.NamedMimics(name, seed)
	switch {
	case err != nil:
		return nil, cli.Usagef("mimics:%s: %w", quoted.Path(name), err)
	case ok && name != "fig7" && questions != 0:
		return nil, cli.Usagef("mimics:%s already sets the number of questions; remove questions=%d", quoted.Path(name), questions)
	case !ok:
		if mimics, err = readMimics(name, seed); err != nil {
			return nil, err
		}
	}
	if questions == 0 {
		return mimics, nil
	}
	if mimics, err = mimics.OnQuestions(questions, seed); err != nil {
		return nil, cli.Usagef("mimics:%s,questions=%d: %w", quoted.Path(name), questions, err)
	}
	return mimics, nil
}

// readMimics reads mimics from a file.
func readMimics(name string, seed uint64) (*sim.Mimics, error) {
	file, err := reason.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("unknown mimics %s, and no file has this name; "+
			"use mimics:fig7, mimics:20x30 (models × questions) or mimics:FILE", quoted.Text(name))
	} else if err != nil {
		return nil, err
	}
	defer file.Close()
	return sim.ReadMimics(file, name, seed)
}

// readSignals reads the signals that the schemata need from the board's file.
func (in Board) readSignals(schemata []*rubric.Schema) (*signals.Attempts, error) {
	return in.read(in.Results(), schemata, signals.Options{Needs: needs(schemata)})
}

// readBeside reads the needed signals from a file other than the board's. The file need not name
// the task of the board.
func (in Board) readBeside(path string, schemata []*rubric.Schema, needs []rubric.Signal) (*signals.Attempts, error) {
	return in.read(path, schemata, signals.Options{OrUnnamed: true, Needs: needs})
}

func (in Board) read(path string, schemata []*rubric.Schema, o signals.Options) (*signals.Attempts, error) {
	setting, err := settingOf(schemata)
	if err != nil {
		return nil, err
	}
	o.Calibration = signals.Calibration{Baseline: setting.Baseline, Temperature: setting.Temperature}
	o.MaxBytes, o.Task, o.For = in.allows, in.Task, namedIn(schemata)
	return signals.Read(path, o)
}

// namedIn returns the name by which error messages refer to the schemata.
func namedIn(schemata []*rubric.Schema) string {
	if len(schemata) == 1 {
		return "schema " + quoted.Bare(schemata[0].Name())
	}
	return "the list of schemata"
}

// hasThresholds reports whether a schema compares signals with thresholds, which are percentiles.
func hasThresholds(s *rubric.Schema) bool { return len(s.Uses(&rubric.Thresholds{})) > 0 }

// needs returns the signals that at least one of the schemata needs, in the paper's order.
func needs(schemata []*rubric.Schema) []rubric.Signal {
	all := []rubric.Signal{} // because nil would mean every signal
	for _, s := range schemata {
		all = append(all, s.Needs()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// thresholdSignals selects, from a list of signals, the ones that are used to compute thresholds.
func thresholdSignals(needs []rubric.Signal) []rubric.Signal {
	rulers := []rubric.Signal{rubric.IsCorrect, rubric.TokenRatio, rubric.PromptBPT, rubric.CompletionBPT}
	return slices.DeleteFunc(needs, func(s rubric.Signal) bool { return !slices.Contains(rulers, s) })
}

// HoldsOutcomes reports whether a file contains outcomes instead of signals.
func HoldsOutcomes(path string) bool { return Board{Paths: []string{path}}.holdsOutcomes() }

func (in Board) holdsOutcomes() bool { return in.holds("outcome") && !in.holds(signals.Columns()...) }

// holdsSignals reports whether the board's file holds signals and no outcomes. If the file
// also has a column is_correct, which can hold outcomes, the columns A, B and C do not count as
// signals.
func (in Board) holdsSignals() bool {
	correct := rubric.IsCorrect.String()
	graded := in.holds(correct)
	others := lists.Where(signals.Columns(), func(name string) bool { return name != correct && !(graded && len(name) == 1) })
	return !in.holds("outcome") && in.holds(others...)
}

// holds reports whether the board's file is a table in long form that has any of the columns. It
// returns false for a pipe, which cannot be read twice.
func (in Board) holds(columns ...string) bool {
	if info, err := os.Stat(in.Results()); err != nil || !info.Mode().IsRegular() || in.Results() == "-" {
		return false
	}
	var wanted results.Values[struct{}]
	for _, name := range columns {
		wanted.Columns = append(wanted.Columns, results.Column{Name: name, Optional: true})
	}
	found := false
	wanted.Bind = func(h *results.Header) (func([]results.Field) (struct{}, error), error) {
		found = slices.ContainsFunc(columns, h.Has)
		return nil, fs.SkipAll // stop after the first header
	}
	_, _ = results.ReadGrid(in.Results(), results.ReadOptions{Task: in.Task}, wanted) // always fails
	return found
}

// openSorted opens signals, sorts them into categories by a single schema, and returns the
// resulting board.
func (in Board) openSorted(seed uint64, schemata []*rubric.Schema) (*Source, error) {
	if err := oneSchema(schemata); err != nil {
		return nil, err
	}
	s, err := in.openSignals(seed, schemata)
	if err != nil {
		return nil, err
	}
	return in.sorted(s, schemata[0])
}

// oneSchema returns an error if there are several schemata.
func oneSchema(schemata []*rubric.Schema) error {
	if len(schemata) > 1 {
		return cli.Usagef("--schema names %d schemata; give one (only settle rank compares several)", len(schemata))
	}
	return nil
}

// sorted sorts signals into categories by a schema, and returns the resulting board.
func (in Board) sorted(s *Signals, schema *rubric.Schema) (*Source, error) {
	board, err := s.Attempts.Board(schema, &s.Thresholds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(in.Results()), err)
	}
	sorted := &signals.Sorted{Schema: schema, Thresholds: s.Thresholds, ThresholdsFrom: s.ThresholdsFrom, Board: board}
	return &Source{
		Name:  s.Name + ", " + schema.Name(),
		Board: board, Sorted: sorted, mimics: s.Mimics, Missing: s.Missing, Note: s.Note,
	}, nil
}

// value sets the weights of the schema's categories and returns them. It parses the weights from
// the given list; if the list is empty, the schema keeps its own weights.
func value(s *signals.Sorted, list string) (w metrics.Weights, err error) {
	w = s.Schema.Weights()
	if list != "" {
		if w, err = metrics.ParseWeights(list); err != nil {
			return w, cli.Usagef("--weights: %w", err)
		}
	}
	if s.Schema, err = s.Schema.WithWeights(w); err != nil {
		return w, cli.Usagef("--weights: %w", err)
	}
	return w, nil
}

// truth returns the true ranking of mimics (simulated models) under a schema. It uses the
// thresholds that infinitely many trials would give, unless the thresholds come from a file.
func truth(m *sim.Mimics, s *signals.Sorted) *Gold {
	gold := &Gold{Name: "true means under the schema"}
	thresholds := s.Thresholds
	if s.ThresholdsFrom == "" {
		gold.Name += ", with thresholds for infinitely many trials"
		thresholds = m.Thresholds()
	}
	gold.Levels = ranking.ByScore(m.Means(s.Schema, &thresholds)).Levels()
	return gold
}

// describeSchema describes the schema and its thresholds in sentences.
func describeSchema(s *signals.Sorted) string {
	worth := strings.Split(s.Schema.Weights().String(), ",")
	var categories []string
	for i, name := range s.Schema.Categories() {
		categories = append(categories, fmt.Sprintf("%d %s (%s)", i, name, worth[i]))
	}
	said := fmt.Sprintf("Categories of schema %s and their weights: %s.", s.Schema.Name(), strings.Join(categories, "; "))
	return strings.TrimSpace(said + " " + thresholds(s))
}

// thresholds describes the schema's thresholds in a sentence. It returns "" if there are none.
func thresholds(s *signals.Sorted) string {
	list := lists.Each(s.Schema.Uses(&s.Thresholds), func(t rubric.Threshold) string {
		return fmt.Sprintf("%s = %s", t.Name, tables.Float(t.Value, 4))
	})
	if len(list) == 0 {
		return ""
	}
	of := "all attempts on the board (and so dependent on its models)"
	if s.ThresholdsFrom != "" {
		of = "the attempts in " + baseName(s.ThresholdsFrom)
	}
	return fmt.Sprintf("Thresholds, as percentiles of %s: %s.", of, strings.Join(list, "; "))
}
