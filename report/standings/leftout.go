package standings

import (
	"fmt"

	"settle/report/wording"
	"settle/study/standings"
)

// leftOutNote returns a warning that says how many questions the metric leaves out, and
// why. It returns "" if the metric uses all questions.
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
	return fmt.Sprintf("%s leaves out %d of %d questions, %s.", metric, l.Questions, l.Of, why)
}

// ownNote returns a note for results in which models have different questions. It says
// on which questions two models are compared. For any other results, it returns "".
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

// unequalNotes returns warnings for results in which models or questions have different
// numbers of trials. Each warning can be "".
func unequalNotes(s standings.Standings) []string {
	return []string{leftOutNote(s.Metric, s.LeftOut), ownNote(s)}
}
