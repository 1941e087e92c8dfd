package next

import (
	"fmt"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/quoted"
	report "settle/report/budget"
	"settle/study/budget"
)

// checkNew returns an error if --new is combined with a flag that it cannot be used with.
func (c *Command) checkNew() error {
	if c.New == "" {
		return nil
	}
	if c.Policy != auto || c.Batch != nil || c.MaxTrials != nil || c.HalfWidth != nil || c.Metric != nil || c.Correction != "valid" ||
		len(c.Cost) > 0 || c.Plan != "" || c.Follow || c.Stdio {
		return cli.Usagef("--new cannot be used with --policy, --batch, --max-trials, --half-width, " +
			"--metric, --correction, --cost, --plan, --follow or --stdio; remove them")
	}
	return nil
}

// runNew prints which questions the model named by --new should run first.
func (c *Command) runNew(env *cli.Env, source *input.Source) error {
	if !(c.Confidence > 0.5 && c.Confidence < 1) {
		return cli.Usagef("--confidence must be above 0.5 and below 1, not %v", c.Confidence)
	}
	if err := c.Compared.Check(); err != nil {
		return err
	}
	options, err := c.Compared.Options(env, c.Board, source)
	if err != nil {
		return err
	}
	known, err := budget.NewNewcomer(source.Board, c.New)
	if err != nil {
		return fmt.Errorf("%s: --new: %w", quoted.Path(c.Results()), err)
	}
	lo, hi := options.Weights.Range()
	shown := report.Newcomer{
		Newcomer: known, Name: source.Name, Model: c.New, Board: source.Board, Note: source.Note,
		Origin: source.Origin(env, options.Weights), Confidence: c.Confidence, Range: hi - lo,
		Run: min(cli.ValueOr(c.Budget, known.Enough()), len(known.Unmet)),
	}
	out, err := env.Output()
	if err != nil {
		return err
	}
	if err := out.Table(source.FileName("next"), shown.Runs()); err != nil {
		return err
	}
	if shown.Run > 0 {
		return env.PrintOpen(shown.Report(env.Format))
	}
	return env.Print(shown.Report(env.Format))
}
