package standings

import (
	"fmt"
	"strconv"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// priorNote warns of a prior that draws scores or intervals off what the trials show, "" of
// one that hardly does.
func priorNote(p standings.Prior) string {
	note, beside := "", fmt.Sprint(p.Trials)
	if p.Most > p.Trials {
		beside = fmt.Sprintf("%d to %d", p.Trials, p.Most)
	}
	if p.Heavy() {
		note = fmt.Sprintf("Trials of each question: the prior counts as %s, beside %s on the board; "+
			"scores are drawn towards its mean (--metrics avg has no prior).",
			strconv.FormatFloat(p.Uniform+p.Given, 'g', 6, 64), beside)
	}
	if p.Outside > 0 {
		outside := fmt.Sprintf("The intervals of %d of %s leave out the mean of their trials.", p.Outside, tables.Count(p.Models, "model"))
		note = wording.Joined(outside, " ", note)
	}
	return note
}
