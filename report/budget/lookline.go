package budget

import (
	"fmt"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/study/sequential"
	"settle/study/sequential/receipt"
)

// LookLine returns one line about a look (interim analysis) of a sequential plan. It
// says how many pairs are decided so far, and which trials to run next or why the plan
// stops.
func LookLine(seen *receipt.Seen) string {
	n := Next{Board: seen.Board, Step: seen.Step, Next: seen.Next, Planned: &Planned{Looks: seen.Look.Look}}
	_, decided := n.count()
	line := fmt.Sprintf("look %d: ", seen.Look.Look)
	if pairs := len(n.Comparisons); pairs > 0 {
		line += fmt.Sprintf("%d of %s decided; ", decided, tables.Count(pairs, "pair"))
	}
	if n.Stop != sequential.GoOn {
		return line + "stop: " + n.idleReason()
	}
	attempts := lists.Sum(n.Next.Runs, func(r sequential.Run) int { return r.Trials })
	return line + fmt.Sprintf("%s to run for %s", tables.Count(attempts, "attempt"),
		andMore(lists.Each(n.Models, func(model int) string { return n.Board.Models[model] })))
}
