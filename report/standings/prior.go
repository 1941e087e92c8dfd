package standings

import (
	"fmt"
	"strconv"

	"settle/internal/tables"
	"settle/report/wording"
	"settle/study/standings"
)

// priorNote returns a warning if the prior shrinks scores strongly, or if it moves
// intervals away from the means of the models' own trials. Otherwise it returns "".
func priorNote(p standings.Prior) string {
	note, beside := "", fmt.Sprint(p.Trials)
	if p.Most > p.Trials {
		beside = fmt.Sprintf("%d to %d", p.Trials, p.Most)
	}
	if weight := p.Uniform + p.Given; p.Heavy() {
		note = fmt.Sprintf("The prior counts as %s %s per question; the board has %s. "+
			"It shrinks scores towards its mean (--metrics avg has no prior).",
			strconv.FormatFloat(weight, 'g', 6, 64), wording.IfElse(weight == 1, "trial", "trials"), beside)
	}
	if p.Outside > 0 {
		outside := fmt.Sprintf("For %d of %s, the interval excludes the mean of the model's own trials.", p.Outside, tables.Count(p.Models, "model"))
		note = wording.Joined(outside, " ", note)
	}
	return note
}
