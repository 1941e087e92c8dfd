// Package command puts the commands together into the program settle.
//
// Call [Settle] to run the program, or [As] for a command that is also a program of its own.
//
// Most commands are packages below this one: each is a kong grammar that parses flags and prints
// a report. Do not put the code of a command here.
package command

import (
	"context"
	"io"
	"slices"
	"strings"

	resampling "settle/bootstrap"
	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/audit"
	"settle/cmd/internal/command/bootstrap"
	"settle/cmd/internal/command/budget"
	"settle/cmd/internal/command/catalog"
	"settle/cmd/internal/command/compare"
	"settle/cmd/internal/command/converge"
	"settle/cmd/internal/command/gate"
	"settle/cmd/internal/command/importer"
	"settle/cmd/internal/command/merge"
	"settle/cmd/internal/command/next"
	"settle/cmd/internal/command/rank"
	"settle/cmd/internal/command/reporter"
	"settle/cmd/internal/command/reproduce"
	"settle/cmd/internal/command/schemata"
	"settle/cmd/internal/command/serve"
	"settle/cmd/internal/command/simulate"
	"settle/cmd/internal/command/verify"
	"settle/cmd/internal/command/vote"
	"settle/cmd/internal/input"
	"settle/metrics"
	"settle/montecarlo/shards"
	claims "settle/study/gate"
	"settle/study/sequential"
)

// settle is the grammar of the whole program. The help tag of a command holds the question that
// the command answers; the command's Help method says what the command does.
type settle struct {
	cli.Common
	Rank       rank.Command      `cmd:"" top:"task,missing,weights,schema,metrics,confidence,estimand,columns,format,out" help:"Who leads, and how sure is that?"`
	Compare    compare.Command   `cmd:"" top:"against,task,missing,weights,metrics,models,confidence,draws,format,out" help:"Which of two models is better?"`
	Gate       gate.Command      `cmd:"" top:"task,missing,weights,metrics,per-question,claim,margin,confidence,estimand,format" without:"out,schema,prior" help:"Can a new model replace an old one?"`
	Converge   converge.Command  `cmd:"" top:"task,missing,weights,schema,metrics,gold,scheme,replicates,format,out" help:"How many trials does a ranking need before it stops changing?"`
	Bootstrap  bootstrap.Command `cmd:"" top:"task,missing,weights,schema,metrics,gold,scheme,show,format,out" help:"How close do rankings come to the gold ranking as trials are added?"`
	Budget     budget.Command    `cmd:"" help:"How many trials are needed to separate the models, and what do they cost?"`
	Next       next.Command      `cmd:"" free:"results" top:"task,weights,metric,policy,batch,max-trials,confidence,plan,format,out" help:"Which trials should run next?"`
	Vote       vote.Command      `cmd:"" without:"schema" top:"task,missing,column,weights,answers,threshold,windows,replicates,format,out" help:"When can I stop sampling a question?"`
	Report     reporter.Command  `cmd:"" top:"task,missing,weights,schema,metrics,confidence,estimand,output,top,cost-per-trial" help:"What does a whole leaderboard look like on one page?"`
	Import     importer.Command  `cmd:"" top:"task,score,name,column,correct-from,to,format,explain,quiet,max-memory" without:"seed,workers,out" help:"What do my logs contain?"`
	Simulate   simulate.Command  `cmd:"" help:"How do methods behave when the truth is known?"`
	Bakeoff    simulate.Bakeoff  `cmd:"" help:"Which estimator comes closest to the truth?"`
	Metrics    catalog.Command   `cmd:"" without:"seed,workers,out" help:"Which metrics exist, and what do they score?"`
	Schemata   schemata.Command  `cmd:"" without:"seed,workers,out" help:"Which schemata exist, and what weights do their categories have?"`
	Reproduce  reproduce.Command `cmd:"" top:"list,data,missing,name,tables,coins,signals,figures,format,out" help:"Which numbers of the paper can be reproduced?"`
	Merge      merge.Command     `cmd:"" top:"format,out,figures,width,title,workers,quiet,explain,max-memory,no-provenance" help:"What is the result of a run split among several machines?"`
	Audit      audit.Command     `cmd:"" without:"seed,workers,out" help:"Do the numbers published by a tool follow from its log?"`
	Serve      serve.Command     `cmd:"" without:"seed,workers,out,explain,max-memory,no-provenance" help:"How can I use Settle in a browser?"`
	Verify     verify.Command    `cmd:"" without:"seed,workers,out,weights" help:"Are output files unchanged, and are the looks of a plan valid?"`
	Version    cli.Version       `cmd:"" without:"seed,workers,out,explain,max-memory" name:"version" help:"Which version of Settle is this?"`
	Completion cli.Completion    `cmd:"" without:"seed,workers,format,out,explain,max-memory,no-provenance" help:"How do I set up shell completion?"`
}

// Settle runs the program with the given arguments, as cli.Run does.
func Settle(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return settleWith(ctx, args, nil, stdout, stderr)
}

// settleWith is like Settle. If parts is not nil, the command takes its sums (intermediate results)
// from these part files instead of running replicates.
func settleWith(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name: "settle",
		Description: "Settle computes how many trials an LLM leaderboard needs until its ranking settles. " +
			"Try: settle rank stand-in:aime25",
		Vars:    vars(),
		Results: input.BuiltIns(),
		Metrics: metrics.Names(),
		Parts:   parts,
	}
	grammar := &settle{Merge: merge.Command{Again: settleWith}}
	args, grammar.Merge.Behind = cutDashes(args)
	return cli.Run(ctx, program, grammar, args, stdout, stderr)
}

// vars returns the lists of names that help texts refer to, by the name of the list.
func vars() map[string]string {
	return map[string]string{
		"metrics":     metrics.Common + " (for all, see settle metrics)",
		"schemes":     strings.Join(resampling.Schemes(), ","),
		"claims":      strings.Join(claims.Claims(), ","),
		"policies":    strings.Join(sequential.Policies(), ","),
		"corrections": strings.Join(sequential.Corrections(), ","),
	}
}

// cutDashes splits the arguments of settle merge at "--". The arguments after "--" belong to
// another command, whose flags merge does not have.
func cutDashes(args []string) (before, after []string) {
	at := slices.Index(args, "--")
	if at < 0 || !slices.Contains(args[:at], "merge") {
		return args, nil
	}
	return args[:at], args[at+1:]
}

// As returns a function that runs one command as a program of its own. The function's args are the
// arguments after the name of the command.
func As(name string) func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
		return Settle(ctx, slices.Concat([]string{name}, args), stdout, stderr)
	}
}
