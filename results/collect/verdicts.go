package collect

import (
	"fmt"
	"slices"

	"settle/internal/quoted"
	"settle/results/logs"
)

// readSingle reads a log that lacks the requested verdict. If the log has only one
// verdict, readSingle uses that verdict, because --score matters only if there is a
// choice. Otherwise it returns the last argument, the error for the absent verdict.
func (r *reading) readSingle(
	read func(string, logs.Options) ([]*logs.Log, error), opt Options, lacks error,
) ([]*logs.Log, error) {
	found, err := read(r.Path, logs.Options{MaxBytes: opt.Table.MaxBytes, Task: opt.namedTask()})
	if err != nil {
		return nil, lacks
	}
	r.lacks = lacks
	for _, log := range found {
		if log.Score != "" {
			log.Notes = append(log.Notes, fmt.Sprintf("it holds only the verdict %s, which replaces %s",
				quoted.Text(log.Score), quoted.Text(opt.Score)))
		}
	}
	return found, nil
}

// checkVerdicts lists the verdicts of all logs if some log holds several. It fails if
// no log holds the requested verdict.
func (c *Collection) checkVerdicts(readings []reading) error {
	var lacks error
	knows := false
	for i := range readings {
		switch r := &readings[i]; {
		case r.lacks != nil && lacks == nil:
			lacks = r.lacks
		case r.lacks == nil && r.format != "" && !r.other:
			knows = true
		}
	}
	if lacks != nil && !knows {
		return lacks
	}
	if !slices.ContainsFunc(readings, func(r reading) bool { return r.several != nil }) {
		return nil
	}
	for i := range readings {
		r := &readings[i]
		v := Verdicts{File: r.Path, Format: r.format, Names: r.several}
		if r.several != nil {
			v.Format, _ = logs.Format(r.Path) // cannot fail, because the log was read before
		} else if r.format == "" {
			continue
		} else if score := r.pieces[0].log.Score; score != "" {
			v.Names = []string{score}
		}
		c.Verdicts = append(c.Verdicts, v)
	}
	return nil
}
