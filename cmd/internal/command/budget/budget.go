// Package budget is the command that tells how many trials it takes to tell
// models apart, and what they cost.
//
// Usage:
//
//	settle budget [plan] [flags] FILE|stand-in:NAME|coins:NAME    trials that each pair needs
//	settle budget gap [flags] GAP                                 trials that two models of a known gap need
//	settle budget adapt [flags] FILE|stand-in:NAME|coins:NAME     trials where they tell most
//
// See docs/guide.md for examples.
package budget

// Command is the grammar of the command, without the flags that every command
// has.
type Command struct {
	Plan  Plan         `cmd:"" top:"task,missing,weights,schema,pairs,top,half-width,power,format,out" default:"withargs" help:"Show the trials of each question that pairs of models need (the default)."`
	Gap   gapCommand   `cmd:"" top:"mean,questions,question-sd,correlation,confidence,power,at,cost-per-trial,format,out" help:"Show the trials that two models of a known gap need, before there are any results."`
	Adapt adaptCommand `cmd:"" top:"task,missing,weights,metric,truth,batch,half-width,replicates,format,out" help:"Spend a budget of trials where they tell most."`
}

// Help says what the command does.
func (*Command) Help() string {
	return "Say how many trials it takes to separate models, and what they cost."
}
