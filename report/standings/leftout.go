package standings

import (
	"fmt"

	"settle/report/wording"
	"settle/study/standings"
)

// leftOutNote returns a warning about questions that the metric leaves out. It returns
// "" if the metric uses all questions.
func leftOutNote(metric string, l standings.LeftOut) string {
	why := fmt.Sprintf("on which some model has fewer than %d trials", l.Needs)
	switch {
	case l.Questions == 0:
		return ""
	case l.Own && l.Needs == 1:
		why = "on which no model has a trial"
	case l.Needs == 1:
		why = "on which some model has no trial"
	}
	return fmt.Sprintf("%s leaves out %d of %d questions: those %s.", metric, l.Questions, l.Of, why)
}

// ownNote returns a note on the questions by which models are compared, if different
// models have different questions. Otherwise it returns "".
func ownNote(s standings.Standings) string {
	if !s.LeftOut.Own {
		return ""
	}
	least, most := s.Rows[0].Questions, 0
	for _, row := range s.Rows {
		least, most = min(least, row.Questions), max(most, row.Questions)
	}
	counts := wording.IfElse(most > least, fmt.Sprintf("%d to %d", least, most), fmt.Sprint(least))
	return fmt.Sprintf("Each model is scored on the questions that it has, %s of %d. "+
		"Two models are compared (z, ties) on the questions that both have.", counts, s.LeftOut.Of)
}

// unequalNotes returns the warnings about an unequal board. Each can be "".
func unequalNotes(s standings.Standings) []string {
	return []string{leftOutNote(s.Metric, s.LeftOut), ownNote(s)}
}
