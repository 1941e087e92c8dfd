package budget

import (
	"settle/cmd/internal/cli"
	budgetreport "settle/report/budget"

	"settle/study/budget"
)

type gapCommand struct {
	cli.Drawing
	Gap          float64  `arg:"" help:"Difference between the true mean scores of the two models, such as 0.08 for 80 and 88 %."`
	Mean         float64  `default:"0.5" placeholder:"P" help:"Average of the two true mean scores, such as 0.84 for 80 and 88 %."`
	Questions    int      `default:"30" placeholder:"M" help:"Number of questions."`
	QuestionSD   *float64 `range:"0.." name:"question-sd" placeholder:"SD" help:"Standard deviation of a model's success probability across questions: 0.3 to 0.45 on many real benchmarks, 0.11 for the paper's coins. Default: 0.71 times its maximum √(P(1 − P)), where P is the average; half of a trial's variance is then between questions."`
	Correlation  float64  `default:"0.5" placeholder:"R" help:"Correlation of the two models' success probabilities across questions, from 0 to 1. It matters only if the questions are a sample."`
	Confidence   float64  `default:"0.95" placeholder:"P" help:"One-sided confidence level, from 0.8 to below 1. Models are separated if z reaches the normal quantile of this level."`
	Power        float64  `range:"(0..1)" default:"0.8" placeholder:"P" help:"Power: probability that the two models are separated with the better model ahead."`
	At           []int    `range:"1..1000000000" placeholder:"N" help:"Numbers of trials per question to show, separated by commas. Default: round numbers."`
	CostPerTrial *float64 `range:"(0..)" placeholder:"X" help:"Cost of one trial, to show costs in money."`
}

// Help returns the help text of the command.
func (*gapCommand) Help() string {
	return "Show how many trials or questions are needed to separate two models with a known gap, before any results exist."
}

// Run computes how many trials separate two models with the given gap, and prints the report.
func (c *gapCommand) Run(env *cli.Env) error {
	o := budget.PlanOptions{
		Confidence: c.Confidence, Power: c.Power, At: c.At, CostPerTrial: cli.ValueOr(c.CostPerTrial, 0),
	}
	if _, err := budget.Quantile(c.Confidence); err != nil {
		return cli.Usagef("--confidence: %w", err)
	}
	gap := budget.Gap{
		Gap: c.Gap, Mean: c.Mean, Questions: c.Questions, SD: cli.ValueOr(c.QuestionSD, -1), Correlation: c.Correlation,
	}
	if _, err := env.Output(); err != nil { // before the long work
		return err
	}
	plan, err := cli.Await(env.Context, func() (*budget.GapPlan, error) { return gap.Plan(env.Context, o) })
	if err != nil {
		return cli.Usagef("%w", err)
	}
	shown := budgetreport.Gap{GapPlan: plan}
	return env.PrintDrawn(shown.Report(env.Format), "gap", shown.Figure())
}
