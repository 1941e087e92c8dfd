// Package command is the program settle: every command, by the question that it
// answers.
//
// A command is a package below this one: a kong grammar with flags in and
// reports out. This one only puts them together, and knows the short names of
// those that are programs of their own, too.
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

// settle is the grammar of the whole program. The help of a command is the
// question that it answers; what it does is in the help of its own.
type settle struct {
	cli.Common
	Rank       rank.Command      `cmd:"" top:"task,missing,weights,schema,metrics,confidence,estimand,columns,format,out" help:"Who leads, and how sure is that?"`
	Compare    compare.Command   `cmd:"" top:"against,task,missing,weights,metrics,models,confidence,draws,format,out" help:"Which of two models is better?"`
	Gate       gate.Command      `cmd:"" top:"task,missing,weights,metrics,per-question,claim,margin,confidence,estimand,format" without:"out,schema,prior" help:"May a new model take the place of an old one?"`
	Converge   converge.Command  `cmd:"" top:"task,missing,weights,schema,metrics,gold,scheme,replicates,format,out" help:"How many trials until a ranking stops changing?"`
	Bootstrap  bootstrap.Command `cmd:"" top:"task,missing,weights,schema,metrics,gold,scheme,show,format,out" help:"How close to gold do rankings come as trials are added?"`
	Budget     budget.Command    `cmd:"" help:"How many trials separate models, and what do they cost?"`
	Next       next.Command      `cmd:"" free:"results" top:"task,weights,metric,policy,batch,max-trials,confidence,plan,format,out" help:"What to run next?"`
	Vote       vote.Command      `cmd:"" without:"schema" top:"task,missing,column,weights,answers,threshold,windows,replicates,format,out" help:"When to stop sampling a question?"`
	Report     reporter.Command  `cmd:"" top:"task,missing,weights,schema,metrics,confidence,estimand,output,top,cost-per-trial" help:"What is there to say of a board, on one page?"`
	Import     importer.Command  `cmd:"" top:"task,score,name,column,correct-from,to,format,explain,quiet,max-memory" without:"seed,workers,out" help:"What do my logs hold?"`
	Simulate   simulate.Command  `cmd:"" help:"What happens where the truth is known?"`
	Bakeoff    simulate.Bakeoff  `cmd:"" help:"Which estimator comes closest to the truth?"`
	Metrics    catalog.Command   `cmd:"" without:"seed,workers,out" help:"Which metrics are there, and what do they score?"`
	Schemata   schemata.Command  `cmd:"" without:"seed,workers,out" help:"Which schemata are there, and what is each category worth?"`
	Reproduce  reproduce.Command `cmd:"" top:"list,data,missing,name,tables,coins,signals,figures,format,out" help:"Which of the paper's numbers come out?"`
	Merge      merge.Command     `cmd:"" top:"format,out,figures,width,title,workers,quiet,explain,max-memory,no-provenance" help:"What do the parts of a run on several machines come to?"`
	Audit      audit.Command     `cmd:"" without:"seed,workers,out" help:"Do the numbers that a tool published follow from its own log?"`
	Serve      serve.Command     `cmd:"" without:"seed,workers,out,explain,max-memory,no-provenance" help:"May I try it in a browser?"`
	Verify     verify.Command    `cmd:"" without:"seed,workers,out,weights" help:"Do the files of a folder, or the looks of a plan, stand?"`
	Version    cli.Version       `cmd:"" without:"seed,workers,out,explain,max-memory" name:"version" help:"Which settle is this?"`
	Completion cli.Completion    `cmd:"" without:"seed,workers,format,out,explain,max-memory,no-provenance" help:"How does my shell complete commands and flags?"`
}

// Settle runs the program with arguments, as cli.Run does.
func Settle(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return settleWith(ctx, args, nil, stdout, stderr)
}

// settleWith is Settle for a command whose sums are given by parts, if these are not nil.
func settleWith(ctx context.Context, args []string, parts *shards.Collected, stdout, stderr io.Writer) int {
	program := cli.Program{
		Name: "settle",
		Description: "Settle tells how many trials it takes until a leaderboard of LLMs settles. " +
			"Begin with: settle rank stand-in:aime25",
		Vars:    vars(),
		Results: input.BuiltIns(),
		Metrics: metrics.Names(),
		Parts:   parts,
	}
	grammar := &settle{Merge: merge.Command{Again: settleWith}}
	args, grammar.Merge.Behind = behind(args)
	return cli.Run(ctx, program, grammar, args, stdout, stderr)
}

// vars returns the lists that tags of the grammar name.
func vars() map[string]string {
	return map[string]string{
		"metrics":     metrics.Common + " (settle metrics lists all)",
		"schemes":     strings.Join(resampling.Schemes(), ","),
		"claims":      strings.Join(claims.Claims(), ","),
		"policies":    strings.Join(sequential.Policies(), ","),
		"corrections": strings.Join(sequential.Corrections(), ","),
	}
}

// behind takes what stands behind "--" from the arguments of merge: it is for another
// command, whose flags merge has not.
func behind(args []string) (before, after []string) {
	at := slices.Index(args, "--")
	if at < 0 || !slices.Contains(args[:at], "merge") {
		return args, nil
	}
	return args[:at], args[at+1:]
}

// As is Settle for a program that is one of the commands: what it is given are
// the arguments behind the command's name.
func As(name string) func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return func(ctx context.Context, args []string, stdout, stderr io.Writer) int {
		return Settle(ctx, slices.Concat([]string{name}, args), stdout, stderr)
	}
}
