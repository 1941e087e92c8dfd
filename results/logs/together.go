package logs

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
)

// Distinct removes every log whose attempts are also in another log. For example,
// Inspect can write one run in two forms, and a resumed run takes over the attempts of
// the stopped run. The notes say which logs were removed.
func Distinct(logs []*Log) (kept []*Log, notes []string) {
	for _, log := range logs {
		later := slices.IndexFunc(logs, log.resumedBy)
		if later < 0 {
			kept = append(kept, log)
			continue
		}
		notes = append(notes, fmt.Sprintf("%s belongs to a run that was resumed in %s; only the later log is read",
			quoted.Path(log.File), quoted.Path(logs[later].File)))
	}
	kept, same := distinctRuns(kept)
	return kept, append(notes, same...)
}

// resumedBy reports whether the other log is of a run that resumed the run of l.
func (l *Log) resumedBy(other *Log) bool {
	return l.Retried != "" && other.Again == l.Retried && other.Model == l.Model && other.Task == l.Task &&
		other.Run != l.Run && other.Time > l.Time
}

// distinctRuns keeps only the first log of each run.
func distinctRuns(logs []*Log) (kept []*Log, notes []string) {
	type identity struct{ run, model, task string }
	seen := map[identity]*Log{}
	for _, log := range logs {
		id := identity{log.Run, log.Model, log.Task}
		if same := seen[id]; log.Run != "" && same != nil {
			notes = append(notes, fmt.Sprintf("%s belongs to the same run as %s; only one is read",
				quoted.Path(log.File), quoted.Path(same.File)))
			continue
		}
		seen[id] = log
		kept = append(kept, log)
	}
	return kept, notes
}

// Together checks whether the logs can be repeats of one model's attempts at one task.
// The notes list the differences between the logs. It fails if the logs cannot be
// repeats, for example if files that must correspond line by line have different
// lengths.
func Together(logs []*Log) (notes []string, err error) {
	if len(logs) < 2 {
		return nil, nil
	}
	if err := sameKind(logs); err != nil {
		return nil, err
	}
	if logs[0].Format == nemoSkills {
		if err := checkLengths(logs); err != nil {
			return nil, err
		}
	}
	return sameQuestions(logs), nil
}

// sameKind fails if the logs come from different tools or use different verdicts, or if
// only some of them number their trials.
func sameKind(logs []*Log) error {
	first := logs[0]
	for _, log := range logs[1:] {
		switch {
		case log.Format != first.Format:
			return fmt.Errorf("%s is a log of %s, but %s is a log of %s; repeated runs must have logs of the same tool",
				quoted.Path(first.File), first.Format, quoted.Path(log.File), log.Format)
		case log.Numbered != first.Numbered:
			return fmt.Errorf("only one of %s and %s contains trial numbers or several trials of a question; read these files separately",
				quoted.Path(first.File), quoted.Path(log.File))
		case log.Score != first.Score && log.Score != "" && first.Score != "":
			return fmt.Errorf("%s has the verdict %s, but %s has %s; choose one with --score",
				quoted.Path(first.File), quoted.Text(first.Score), quoted.Path(log.File), quoted.Text(log.Score))
		}
	}
	return nil
}

// checkLengths fails if files that must correspond line by line have different lengths.
func checkLengths(logs []*Log) error {
	for _, log := range logs[1:] {
		if log.Len() != logs[0].Len() {
			return fmt.Errorf("%s has %d lines, but %s has %d; a given line must be about the same question in the files of all seeds, so one file is truncated",
				quoted.Path(logs[0].File), logs[0].Len(), quoted.Path(log.File), log.Len())
		}
	}
	return nil
}

// sameQuestions returns a note if logs that should be repeats have different questions.
func sameQuestions(logs []*Log) []string {
	if logs[0].Numbered {
		return nil
	}
	sorted := func(l *Log) []string { return slices.Sorted(slices.Values(l.questions)) }
	first := sorted(logs[0])
	for _, log := range logs[1:] {
		if !slices.Equal(first, sorted(log)) {
			return []string{fmt.Sprintf("the repeats have different questions: %s has %d, %s has %d",
				quoted.Path(logs[0].File), len(logs[0].questions), quoted.Path(log.File), len(log.questions))}
		}
	}
	return nil
}
