// Package budget implements settle budget, which computes how many trials separate models and
// what they cost.
//
// Usage:
//
//	settle budget [plan] [flags] FILE|stand-in:NAME|coins:NAME    trials that each pair needs
//	settle budget gap [flags] GAP                                 trials for two models with a known gap
//	settle budget adapt [flags] FILE|stand-in:NAME|coins:NAME     comparison of policies that choose trials
//
// See docs/guide.md for examples.
package budget

// Command holds the sub-commands of settle budget.
type Command struct {
	Plan  Plan         `cmd:"" top:"task,missing,weights,schema,pairs,top,half-width,power,format,out" default:"withargs" help:"Show the trials per question needed to separate pairs of models (the default)."`
	Gap   gapCommand   `cmd:"" top:"mean,questions,question-sd,correlation,confidence,power,at,cost-per-trial,format,out" help:"Show the trials needed to separate two models with a known gap, before any results exist."`
	Adapt adaptCommand `cmd:"" top:"task,missing,weights,metric,truth,batch,half-width,replicates,format,out" help:"Compare adaptive policies, which decide after each batch of trials which models run more."`
}

// Help returns the help text of the command.
func (*Command) Help() string {
	return "Compute how many trials are needed to separate the models, and what these trials cost."
}
