package logs

import (
	"cmp"
	"fmt"
)

type scorioRow struct {
	Model   value       `json:"model"`
	ID      value       `json:"data_id"`
	Seed    value       `json:"seed"`
	Results dict[value] `json:"processed_results"`
}

// readScorio reads a log of the package scorio. Each line holds one attempt and its
// verdicts.
func readScorio(r *reading) error {
	return records(r.file, func(number int, row *scorioRow) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		seed, numbered := row.Seed.integer()
		if !numbered {
			return fmt.Errorf("record %d has no seed", number)
		}
		g := r.log(row.Model.string(), "")
		g.log.Numbered = true
		verdict := cmp.Or(g.verdicts.want, "is_correct")
		outcome := row.Results[verdict].orNaN()
		if row.Results[verdict].exists() {
			outcome = g.outcome(verdict, outcome)
		}
		g.attempt(id, seed, outcome)
		return nil
	})
}
