package rank

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/report"
	"settle/results"
	"settle/study/gate"
	"settle/study/posterior"
	"settle/study/standings"
)

// gateFlags are those of the gate.
type gateFlags struct {
	Gate   *string  `enum:"better,not-worse,equivalent" help:"Instead of ranking, answer whether a new model is better than an old one, not worse by --margin or more, or within --margin of it, tested at the level that --confidence leaves: exit code 0 for yes and 3 for no. Results are those of the new and of the old one, or of both with --pair NEW,OLD."`
	Margin *float64 `placeholder:"M" help:"With --gate, a difference that does not matter, in units of the score (default 0, and to be said for not-worse and equivalent)."`
}

// gateMetric is what is tested by default, and gatePosterior what the posterior beside
// the test is by.
const (
	gateMetric    = "avg"
	gatePosterior = "bayes:fitted"
)

// checkGate returns the claim and the margin.
func (c *Command) checkGate() (gate.Claim, float64, error) {
	err := refuse([]idle{
		{"--ties", c.Ties != "zscore"},
		{"--convention", c.Convention != nil},
		{"--bounds", c.Bounds != nil},
		{"--pairs", c.Pairs != nil},
		{"--multiplicity", c.Multiplicity != nil},
		{"--columns", c.Columns != "brief"},
		{"--paper", c.Paper},
		{"--draws", c.Draws != nil},
		{"--schema", c.Schema != ""},
		{"--prior", c.Prior != ""},
		{"--scores", c.Scores && len(c.Paths) > 1},
		{"--task all", c.PoolsTasks()},
	}, "is not for --gate, which answers one question of two models")
	if err != nil {
		return 0, 0, err
	}
	claim, err := gate.ParseClaim(*c.Gate)
	if err != nil {
		return 0, 0, cli.Usagef("--gate: %w", err)
	}
	margin := 0.0
	if c.Margin != nil {
		margin = *c.Margin
	}
	switch {
	case !(margin >= 0) || math.IsInf(margin, 0):
		return 0, 0, cli.Usagef("--margin must be a number of at least 0, but is %v", margin)
	case margin == 0 && claim != gate.Better:
		return 0, 0, cli.Usagef("--gate %v needs a difference that does not matter: say --margin M, as in --margin 0.01", claim)
	}
	return claim, margin, nil
}

// checkMargin refuses a margin that no difference of two scores reaches: the answer would
// be the same whatever the results are.
func checkMargin(margin float64, w metrics.Weights) error {
	lo, hi := w.Range()
	if margin == 0 || margin < hi-lo {
		return nil
	}
	return cli.Usagef("--margin %v: scores are from %v to %v, and no two differ by more than %v: "+
		"margins are in units of the score, such as %.3g", margin, lo, hi, hi-lo, (hi-lo)/100)
}

// contest are the two models of a gate on one board.
type contest struct {
	source       *input.Source
	in           input.Board
	newer, older int // the models of the board
	names        [2]string
	of           string // the results they are of
}

// gate answers whether the new model passes.
func (c *Command) gate(env *cli.Env, rules standings.Rules) error {
	claim, margin, err := c.checkGate()
	if err != nil {
		return err
	}
	if env.Out != "" {
		return cli.Usagef("--gate draws no figure: leave out --out")
	}
	two, err := c.contest(env)
	if err == nil {
		err = two.runApart()
	}
	if err != nil {
		return err
	}
	options, err := c.Options(env, two.in, two.source)
	if err == nil {
		err = c.BetaPrior.Apply(&options, two.source)
	}
	if err != nil {
		return err
	}
	shape := two.source.Board.Shape()
	shape.Trials = two.source.Board.MostTrials()
	ms, err := c.Parse(options, shape, gateMetric)
	if err != nil {
		return err
	}
	if len(ms) != 1 {
		return cli.Usagef("--gate tests by one metric, and --metrics names %d", len(ms))
	}
	if _, sequential := ms[0].(metrics.Sequential); sequential || ranks(ms[0]) {
		return cli.Usagef("--gate tests a difference of scores, and %s ranks all models by each other: take avg or bayes",
			quoted.Bare(ms[0].Name()))
	}
	if err := checkMargin(margin, options.Weights); err != nil {
		return err
	}
	beside := ms[0]
	if two.source.Board.Groups == nil || rules.Estimand != posterior.Population {
		beside = underFitted(ms[0], options) // priors are fitted to questions by themselves
	}
	return c.answer(env, two, report.NewOrigin(two.source.Made, env.Seed, options.Weights), ms[0], beside, claim, margin, rules)
}

// underFitted is what a metric estimates under a prior that is fitted to the board: that
// of the pass family if it is one of it, and itself if it is so already or there is none.
func underFitted(m metrics.Metric, o metrics.Options) metrics.Metric {
	o.Prior = nil
	name, _, isFitted := strings.Cut(m.Name(), ":fitted")
	switch {
	case isFitted:
		return m
	case name == gateMetric || strings.HasPrefix(name, "bayes"):
		name = gatePosterior
	default:
		name += ":fitted"
	}
	ms, err := metrics.Parse(name, o)
	if err != nil {
		return m
	}
	return ms[0]
}

// answer tests and prints.
func (c *Command) answer(
	env *cli.Env, two *contest, origin report.Origin, m, beside metrics.Metric,
	claim gate.Claim, margin float64, rules standings.Rules,
) error {
	board := two.source.Board
	tally := board.TallyAll()
	tested, questions, err := gate.Difference(env.Context, tally, m, two.newer, two.older, rules.Estimand)
	if err != nil {
		return usage(err)
	}
	under, _, err := gate.Difference(env.Context, tally, beside, two.newer, two.older, rules.Estimand)
	if err != nil {
		return usage(err)
	}
	origin.Missing = report.Missing(two.source.Kept)
	g := report.Gate{
		Verdict: gate.Test(tested, claim, margin, math.Round(1e12*(1-c.Confidence))/1e12),
		Origin:  origin, New: two.names[0], Old: two.names[1], Of: two.of,
		Metric: m.Name(), Estimand: rules.Estimand, Questions: questions, Groups: board.CountGroups(),
		Trials: board.Trials(), TrialsMost: board.MostTrials(), Difference: tested,
		Posterior: beside.Name(), Beside: under, Region: gate.Probability(under, claim, margin), Note: two.source.Note,
	}
	if g.Passed {
		return env.Print(g.Report())
	}
	return env.PrintNo(g.Report())
}

// contest finds the two models: those of --pair on one board, or one of each of two.
func (c *Command) contest(env *cli.Env) (*contest, error) {
	switch len(c.Paths) {
	case 1:
		return c.contestOnOne(env)
	case 2:
		return c.contestOfTwo(env)
	}
	return nil, cli.Usagef("--gate compares the results of a new and of an old model, and here are %d: "+
		"name two, or one with --pair NEW,OLD", len(c.Paths))
}

func (c *Command) contestOnOne(env *cli.Env) (*contest, error) {
	if c.Pair == "" {
		return nil, cli.Usagef("--gate compares two models of %s: say which with --pair NEW,OLD, or name the results of both",
			quoted.Path(c.Paths[0]))
	}
	c.KeepUnmet = true
	source, err := c.Open(env)
	if err != nil {
		return nil, err
	}
	models := source.Board.Models
	newer, older, err := parsePair(c.Pair, models)
	if err != nil {
		return nil, err
	}
	return &contest{
		source: source, in: c.Board, newer: newer, older: older,
		names: [2]string{models[newer], models[older]}, of: source.Name,
	}, nil
}

// contestOfTwo puts one model of each of two boards on one board.
func (c *Command) contestOfTwo(env *cli.Env) (*contest, error) {
	var sources [2]*input.Source
	in := c.Board
	for i, path := range c.Paths {
		in.Paths = []string{path}
		var err error
		if sources[i], err = in.Open(env); err != nil {
			return nil, err
		}
	}
	newer, older, err := c.choose(sources[0].Board.Models, sources[1].Board.Models)
	if err != nil {
		return nil, err
	}
	if newer == older && sameFile(c.Paths[0], c.Paths[1]) {
		return nil, cli.Usagef("--gate compares a new model with an old one, and %s of %s would be compared with itself",
			quoted.Text(newer), quoted.Path(c.Paths[0]))
	}
	board, left, err := together(sources, newer, older)
	if err != nil {
		return nil, err
	}
	joint := *sources[0]
	joint.Board, joint.Kept, joint.Made, joint.Coins, joint.Truth = board, nil, "", nil, nil
	joint.Note = strings.TrimSpace(notes(sources) + left)
	names := [2]string{newer, older}
	return &contest{
		source: &joint, in: in, newer: 0, older: 1, names: names,
		of: sources[0].Name + " against " + sources[1].Name,
	}, nil
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false // it is standard input, or made
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// byChance is a probability below which results do not agree by chance.
const byChance = 1e-6

// runApart refuses two models whose attempts are the same one by one, unless such may
// come by chance: few, or nearly all right, or nearly all wrong. Chance is that of
// attempts of all questions mixed up, which agree with the sum of the categories' squared
// shares.
func (c *contest) runApart() error {
	b := c.source.Board
	counts := make([]float64, b.Top()+1)
	attempts := 0.0
	for q := range b.Questions {
		row := b.Row(c.newer, q)
		if !slices.Equal(row, b.Row(c.older, q)) {
			return nil
		}
		for _, outcome := range row {
			counts[outcome]++
		}
		attempts += float64(len(row))
	}
	agree := floats.Dot(counts, counts) / (attempts * attempts)
	if !(math.Pow(agree, attempts) < byChance) {
		return nil
	}
	return cli.Usagef("--gate: the results of %s and %s (%s) are the same, attempt by attempt: "+
		"name two models that were run apart",
		quoted.Text(c.names[0]), quoted.Text(c.names[1]), quoted.Bare(c.of))
}

// notes are what a reader must be told of either results.
func notes(sources [2]*input.Source) string {
	said := ""
	for i, s := range sources {
		if s.Note != "" && (i == 0 || s.Note != sources[0].Note) {
			said += s.Note + " "
		}
	}
	return said
}

// choose finds which model of the new results is compared with which of the old: those
// of --pair, the only one of each, or the only one that both have.
func (c *Command) choose(newer, older []string) (a, b string, err error) {
	if c.Pair != "" {
		return c.paired(newer, older)
	}
	if len(newer) == 1 && len(older) == 1 {
		return newer[0], older[0], nil
	}
	var both []string
	for _, model := range newer {
		if slices.Contains(older, model) {
			both = append(both, model)
		}
	}
	switch len(both) {
	case 1:
		return both[0], both[0], nil
	case 0:
		return "", "", cli.Usagef("--gate: %s hold %d models, %s %d, and none is in both: say which with --pair NEW,OLD",
			quoted.Path(c.Paths[0]), len(newer), quoted.Path(c.Paths[1]), len(older))
	}
	return "", "", cli.Usagef("--gate: %d models are in both results, such as %s: say which with --pair NEW,OLD, as in --pair %s,%s",
		len(both), strconv.Quote(both[0]), both[0], both[0])
}

// paired reads --pair: a model of the new results and one of the old.
func (c *Command) paired(newer, older []string) (a, b string, err error) {
	var found [][2]string
	for _, s := range splits(c.Pair) {
		if slices.Contains(newer, s[0]) && slices.Contains(older, s[1]) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 1:
		return found[0][0], found[0][1], nil
	case 0:
		return "", "", cli.Usagef("--pair %q: name a model of %s, a comma, and a model of %s", c.Pair,
			quoted.Path(c.Paths[0]), quoted.Path(c.Paths[1]))
	}
	return "", "", cli.Usagef("--pair %q can be read as two models in %d ways: rename them in the results", c.Pair, len(found))
}

// together is the board of one model of each of two, of the questions that both met,
// with a sentence on those that are left out.
func together(sources [2]*input.Source, newer, older string) (b *results.Board, left string, err error) {
	all := results.NewAttempts("")
	questions := map[string]int{}
	for i, model := range []string{newer, older} {
		attempts := results.AttemptsOf(sources[i].Board)
		at := slices.Index(attempts.Models(), model)
		met := map[int]bool{}
		for t := range attempts.All() {
			if t.Model == at {
				all.Add([]string{"new", "old"}[i], attempts.Questions()[t.Question], t.Trial, t.Outcome)
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
		return nil, "", fmt.Errorf("--gate: %w", err)
	}
	if kept.LeftOut > 0 {
		left = fmt.Sprintf("%d of %d questions are left out, which only one of the two met.", kept.LeftOut, len(questions))
	}
	return b, left, nil
}
