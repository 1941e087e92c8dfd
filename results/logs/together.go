package logs

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
)

// Distinct leaves out logs of runs that others are of, too: Inspect writes one
// run in two forms, and a run that goes on where another stopped takes over its
// attempts. It says which in notes.
func Distinct(logs []*Log) (kept []*Log, notes []string) {
	for _, log := range logs {
		later := slices.IndexFunc(logs, log.wentOn)
		if later < 0 {
			kept = append(kept, log)
			continue
		}
		notes = append(notes, fmt.Sprintf("%s is of a run that stopped and went on in %s: the later log is read",
			quoted.Path(log.File), quoted.Path(logs[later].File)))
	}
	kept, same := distinctRuns(kept)
	return kept, append(notes, same...)
}

// wentOn tells whether a run is one that went on where the log's own stopped.
func (l *Log) wentOn(other *Log) bool {
	return l.Retried != "" && other.Again == l.Retried && other.Model == l.Model && other.Task == l.Task &&
		other.Run != l.Run && other.Time > l.Time
}

// distinctRuns leaves out all logs of a run but the first.
func distinctRuns(logs []*Log) (kept []*Log, notes []string) {
	type identity struct{ run, model, task string }
	seen := map[identity]*Log{}
	for _, log := range logs {
		id := identity{log.Run, log.Model, log.Task}
		if same := seen[id]; log.Run != "" && same != nil {
			notes = append(notes, fmt.Sprintf("%s is of the same run as %s: it is read once",
				quoted.Path(log.File), quoted.Path(same.File)))
			continue
		}
		seen[id] = log
		kept = append(kept, log)
	}
	return kept, notes
}

// Together checks that logs can be repeats of one model's attempts at one task.
// The notes say in what they differ. It fails if they cannot: where files that
// belong together line by line have different lengths.
func Together(logs []*Log) (notes []string, err error) {
	if len(logs) < 2 {
		return nil, nil
	}
	if err := sameKind(logs); err != nil {
		return nil, err
	}
	if logs[0].Format == nemoSkills {
		if err := sameLength(logs); err != nil {
			return nil, err
		}
	}
	return sameQuestions(logs), nil
}

// sameKind fails for logs of different tools, or of which some number their
// trials and others do not.
func sameKind(logs []*Log) error {
	first := logs[0]
	for _, log := range logs[1:] {
		switch {
		case log.Format != first.Format:
			return fmt.Errorf("%s is a log of %s and %s of %s: they cannot be repeats of one another",
				quoted.Path(first.File), first.Format, quoted.Path(log.File), log.Format)
		case log.Numbered != first.Numbered:
			return fmt.Errorf("%s and %s: one has several trials of a question, or numbers them, and the other has one: read them apart",
				quoted.Path(first.File), quoted.Path(log.File))
		case log.Score != first.Score && log.Score != "" && first.Score != "":
			return fmt.Errorf("%s has the verdict %s and %s %s: choose one with --score",
				quoted.Path(first.File), quoted.Text(first.Score), quoted.Path(log.File), quoted.Text(log.Score))
		}
	}
	return nil
}

// sameLength fails if files of different lengths are to belong together line by
// line.
func sameLength(logs []*Log) error {
	for _, log := range logs[1:] {
		if log.Len() != logs[0].Len() {
			return fmt.Errorf("%s has %d lines and %s %d: the same line of each seed is the same question, so one is cut short",
				quoted.Path(logs[0].File), logs[0].Len(), quoted.Path(log.File), log.Len())
		}
	}
	return nil
}

// sameQuestions notes that repeats are not of the same questions.
func sameQuestions(logs []*Log) []string {
	if logs[0].Numbered {
		return nil
	}
	sorted := func(l *Log) []string { return slices.Sorted(slices.Values(l.questions)) }
	first := sorted(logs[0])
	for _, log := range logs[1:] {
		if !slices.Equal(first, sorted(log)) {
			return []string{fmt.Sprintf("the repeats are not of the same questions: %s has %d, %s %d",
				quoted.Path(logs[0].File), len(logs[0].questions), quoted.Path(log.File), len(log.questions))}
		}
	}
	return nil
}
