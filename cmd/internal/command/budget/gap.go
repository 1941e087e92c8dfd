package budget

import (
	"settle/cmd/internal/cli"
	budgetreport "settle/report/budget"

	"settle/study/budget"
)

type gapCommand struct {
	cli.Drawing
	Gap          float64  `arg:"" help:"By how much the true mean of the better model is higher, such as 0.08 for 80 and 88 %."`
	Mean         float64  `default:"0.5" placeholder:"P" help:"Mean of both models: 0.84 for 80 and 88 %."`
	Questions    int      `default:"30" placeholder:"M" help:"Questions."`
	QuestionSD   *float64 `range:"0.." name:"question-sd" placeholder:"SD" help:"Standard deviation of a model's chances from question to question; 0.3 to 0.45 on real benchmarks, 0.11 on the paper's coins. Default: 0.71 of √(P(1 − P)), the largest that there can be, so that half of a trial's variance is between questions."`
	Correlation  float64  `default:"0.5" placeholder:"R" help:"Correlation of the two models' chances over the questions, from 0 to 1: it matters for questions that are a sample."`
	Confidence   float64  `default:"0.95" placeholder:"P" help:"One-sided confidence of the rule that separates models, from 0.8 to below 1: z is to reach its quantile."`
	Power        float64  `range:"(0..1)" default:"0.8" placeholder:"P" help:"Chance with which the rule separates the two models, the better model ahead."`
	At           []int    `range:"1..1000000000" placeholder:"N" help:"Trials of each question to show; several may be given, separated by commas. Default: round numbers."`
	CostPerTrial *float64 `range:"(0..)" placeholder:"X" help:"What one trial costs, to show the cost in money."`
}

// Help says what the command does.
func (*gapCommand) Help() string {
	return "Show how many trials, or questions, separate two models of a known gap, before there are any results."
}

// Run plans for the gap and reports.
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
