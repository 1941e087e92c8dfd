package next

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/atomicfile"
	"settle/internal/filelock"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/internal/tables"
	"settle/metrics"
	"settle/report/budget"
	"settle/results"
	"settle/results/collect"
	"settle/study/sequential"
	"settle/study/sequential/receipt"
)

// An evaluation holds a plan, which records the settings of an evaluation and its interim looks.
// The plan is in a file or only in memory.
type evaluation struct {
	Command // flags that the user did not give have the settings of the plan
	env     *cli.Env
	path    string        // path of the plan, "" without --plan
	plan    *receipt.Plan // nil until the models and questions are known

	spent func(model string) collect.Spending // returns the spending in a model's logs, nil without logs
}

// lookByPlan takes every interim look for which the results have enough trials, records it in the
// plan, and prints the plan's state.
func (c *Command) lookByPlan(env *cli.Env) error {
	e, release, err := c.begin(env)
	if err != nil {
		return err
	}
	defer release()
	source, err := e.Open(env)
	if err != nil {
		return err
	}
	r, err := e.look(source, func(*receipt.Seen) error { return nil })
	if err != nil {
		return err
	}
	return c.show(env, source, e.statusReport(source, r))
}

// begin opens the plan and locks it. Other processes cannot use the plan until release() is called.
func (c *Command) begin(env *cli.Env) (e *evaluation, release func(), err error) {
	switch {
	case c.Schema != "":
		return nil, nil, cli.Usagef("--schema and --plan cannot be used together, because the thresholds of a schema change as attempts are added; remove one")
	case c.Prior != "":
		return nil, nil, cli.Usagef("--prior and --plan cannot be used together; remove one")
	}
	e, release = &evaluation{Command: *c, env: env}, func() {}
	if c.Plan == "" {
		return e, release, nil
	}
	target, err := atomicfile.Resolve(c.Plan)
	if err == nil && target.Stream {
		err = errors.New("not a regular file")
	}
	state := filelock.Locked
	if e.path = target.Path; err == nil {
		release, state, err = filelock.TryPath(e.path)
	}
	switch {
	case err != nil:
		return nil, nil, e.nameFile(reason.Of(err))
	case state == filelock.Busy:
		return nil, nil, e.nameFile(errors.New("another process is using this plan; wait until it ends"))
	}
	atomicfile.Sweep(filepath.Dir(e.path))
	if err = e.read(); err != nil {
		release()
		return nil, nil, err
	}
	return e, release, nil
}

// nameFile returns the error prefixed with the name of the plan's file, if there is one.
func (e *evaluation) nameFile(err error) error {
	if e.Plan == "" {
		return err
	}
	return fmt.Errorf("%s: %w", quoted.Path(e.Plan), err)
}

// read reads the plan if its file exists. Flags that the user did not give get their values from
// the plan.
func (e *evaluation) read() error {
	if _, err := os.Stat(e.path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var err error
	if e.plan, err = input.ReadPlan(e.Plan); err != nil {
		return err
	}
	s, given := e.plan.Settings, e.env.FlagsGiven()
	fill(&e.Command.Policy, s.Policy, e.Command.Policy != auto)
	fill(&e.Correction, s.Correction, e.Correction != sequential.Recommended.String())
	fill(&e.Confidence, s.Confidence, slices.Contains(given, "confidence"))
	fill(&e.env.Seed, s.Seed, slices.Contains(given, "seed"))
	fill(&e.MaxTrials, &s.MaxTrials, e.MaxTrials != nil)
	fill(&e.Batch, &s.Batch, e.Batch != nil)
	fill(&e.Metric, &s.Metric, e.Metric != nil)
	fill(&e.Budget, &s.Budget, e.Budget != nil || s.Budget == 0)
	fill(&e.HalfWidth, &s.HalfWidth, e.HalfWidth != nil || s.Policy != sequential.HalfWidth.String())
	fill(&e.Weights, s.Weights, e.Weights != "" || s.Weights == metrics.Binary.String())
	e.noteKept()
	e.Otherwise, err = results.ParseMissing(s.Missing)
	return err
}

// noteKept sets the message that an interruption prints: how many interim looks are kept, and
// where.
func (e *evaluation) noteKept() {
	looks := len(e.plan.Looks)
	e.env.Keeps(tables.Count(looks, "look") + " " + tables.Are(looks) + " kept in " + e.Plan)
}

// fill sets a flag to value, unless the user gave the flag.
func fill[T any](flag *T, value T, given bool) {
	if !given {
		*flag = value
	}
}

// save writes the plan to disk.
func (e *evaluation) save() error {
	if e.path == "" {
		return nil
	}
	data, err := e.plan.Bytes()
	if err == nil {
		err = atomicfile.Write(e.path, data)
	}
	if err != nil {
		return e.nameFile(reason.Of(err))
	}
	e.noteKept()
	return nil
}

// look takes every interim look for which the results have enough trials. It saves each look s in
// the plan's file, and then calls seen(s).
func (e *evaluation) look(source *input.Source, seen func(*receipt.Seen) error) (*receipt.Replay, error) {
	if err := e.settle(source); err != nil {
		return nil, err
	}
	log, err := e.plan.Settings.On(source.Board)
	if err != nil {
		return nil, e.nameFile(err)
	}
	r := receipt.NewReplay(e.plan, log, e.env.Workers)
	return r, e.catchUp(r, seen)
}

// catchUp takes every further interim look for which the results in r have enough trials. It saves
// each look s, and then calls seen(s).
func (e *evaluation) catchUp(r *receipt.Replay, seen func(*receipt.Seen) error) error {
	return e.nameLookFile(r.Continue(e.env.Context, func(s *receipt.Seen) error {
		if err := e.save(); err != nil {
			return err
		}
		return seen(s)
	}))
}

// nameLookFile adds the name of the plan's file to an error that occurred during an interim look.
func (e *evaluation) nameLookFile(err error) error {
	switch _, wrong := errors.AsType[*receipt.Unconfirmed](err); {
	case wrong:
		return e.nameFile(err)
	case errors.Is(err, results.ErrNoneMet):
		return e.nameFile(errors.New("no two models share a question; run some questions with several models"))
	}
	return err
}

// settle creates the plan for the results. If the plan exists, settle instead returns an error if
// the flags contradict it.
func (e *evaluation) settle(source *input.Source) error {
	switch {
	case source.OnlyCounts():
		return fmt.Errorf("%s: a plan needs the order of trials, which counts of outcomes do not show; use a file of single attempts", quoted.Path(e.Results()))
	case source.Kept != nil && source.Kept.Scores != nil:
		return cli.Usagef("a plan requires outcomes that are categories, but these outcomes are scores; convert them with settle import --correct-from C")
	}
	options, err := e.Compared.Options(e.env, e.Board, source)
	if err != nil {
		return err
	}
	e.spent = source.Spent
	b := source.Board
	if e.plan != nil {
		return e.agree(b, options.Weights)
	}
	s, err := e.settings(b, options.Weights)
	if err != nil {
		return err
	}
	var first []int
	for model := range b.Models {
		for question := range b.Questions {
			first = append(first, len(b.Row(model, question)))
		}
	}
	e.plan, err = receipt.New(s.For(b.Models, b.Questions, first))
	return err
}

// settings returns the settings of a plan for a board, as the flags request.
func (e *evaluation) settings(b *results.Board, w metrics.Weights) (s receipt.Settings, err error) {
	e.Default = "bayes:fitted"
	step, err := e.step(b, w)
	if err == nil {
		step.Costs, err = e.costs(b.Models, e.spent)
	}
	if err == nil && e.plan == nil {
		err = checkRun(b, step)
	}
	missing := e.Otherwise
	if e.Reading.Policy != nil {
		missing, _ = results.ParseMissing(*e.Reading.Policy) // kong checked the name
	}
	return receipt.NewSettings(step, e.Named(), w, missing, e.env.Seed, input.DefaultDraws), err
}

// agree returns an error if flags contradict the settings of the plan.
func (e *evaluation) agree(b *results.Board, w metrics.Weights) error {
	s, err := e.settings(b, w)
	if err != nil {
		return err
	}
	if name, planned := e.plan.Settings.Changed(s); name != "" {
		return cli.Usagef("plan %s was started with %s %v; remove --%s or start a new plan", quoted.Path(e.Plan),
			strings.ReplaceAll(name, "_", " "), planned, strings.ReplaceAll(name, "_", "-"))
	}
	return nil
}

// statusReport returns a report on the state of the plan after its last interim look.
func (e *evaluation) statusReport(source *input.Source, r *receipt.Replay) *budget.Next {
	s := e.plan.Settings
	w, _ := metrics.ParseWeights(s.Weights) // the plan has checked them
	n := &budget.Next{
		Name: source.Name, Metric: s.Metric, Note: source.Note, Origin: source.Origin(e.env, w), Next: &sequential.Next{},
		Planned: &budget.Planned{Looks: len(e.plan.Looks)}, CostWords: e.costWords,
	}
	if seen := r.Last; seen != nil {
		next := *seen.Next
		n.Board, n.Traits, n.Step, n.Separated, n.Next = seen.Board, metrics.TraitsOf(seen.Metric), seen.Step, seen.Separated, &next
		n.Metric = seen.Metric.Name()
	} else {
		n.Board, _ = results.NewBoard(s.Models, s.Questions, 1, 1) // holds only names, which the plan has checked
		n.Step, _ = s.Step()
	}
	n.Board.Task = source.Board.Task
	n.Next.Runs, n.Planned.Missing, n.Planned.Asked = r.Rest()
	n.Models = slices.DeleteFunc(slices.Clone(n.Models), func(model int) bool {
		return !slices.ContainsFunc(n.Next.Runs, func(run sequential.Run) bool { return run.Model == model })
	})
	return n
}
