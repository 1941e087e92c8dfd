package standings

import (
	"fmt"

	"settle/report/wording"
	"settle/study/standings"
)

// leftOutNote says which questions of an unequal board a metric leaves out, "" if it takes all.
func leftOutNote(metric string, l standings.LeftOut) string {
	why := fmt.Sprintf("some model met fewer than %d times", l.Needs)
	switch {
	case l.Questions == 0:
		return ""
	case l.Own && l.Needs == 1:
		why = "no model met"
	case l.Needs == 1:
		why = "some model never met"
	}
	return fmt.Sprintf("%s leaves out %d of %d questions that %s.", metric, l.Questions, l.Of, why)
}

// ownNote says what models are compared by that met different questions, "" if they
// did not.
func ownNote(s standings.Standings) string {
	if !s.LeftOut.Own {
		return ""
	}
	least, most := s.Rows[0].Questions, 0
	for _, row := range s.Rows {
		least, most = min(least, row.Questions), max(most, row.Questions)
	}
	counts := wording.IfElse(most > least, fmt.Sprintf("%d to %d", least, most), fmt.Sprint(least))
	return fmt.Sprintf("Each model is scored by the questions that it met, %s of %d; "+
		"two models are compared (z, ties) on those that both met.", counts, s.LeftOut.Of)
}

// unequalNotes are the warnings of an unequal board, "" where there is nothing to say.
func unequalNotes(s standings.Standings) []string {
	return []string{leftOutNote(s.Metric, s.LeftOut), ownNote(s)}
}
