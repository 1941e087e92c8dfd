package logs

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type liveCodeBenchRow struct {
	ID     value       `json:"question_id"`
	Test   value       `json:"test_id"` // distinguishes the tests of one question, if they are asked one by one
	Part   value       `json:"id"`      // has the same purpose
	Graded list[value] `json:"graded_list"`
}

// liveCodeBenchFile matches a LiveCodeBench file name:
// Scenario.SCENARIO_N_T_eval_all.json.
var liveCodeBenchFile = regexp.MustCompile(`^Scenario\.([a-z]+)_`)

// readLiveCodeBench reads the graded answers to each question of LiveCodeBench. It
// numbers them in the order of the file.
func readLiveCodeBench(r *reading) error {
	g := r.log("", r.file.match(liveCodeBenchFile)[0])
	g.log.Named = true // the tool writes OUTPUT/MODEL/Scenario.….json
	var positions []string
	err := records(r.file, func(_ int, row *liveCodeBenchRow) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		if part := cmp.Or(row.Test.string(), row.Part.string()); part != "" {
			id += "/" + part
		}
		positions = append(positions, id)
		for i, v := range row.Graded {
			g.attempt(id, int64(i+1), v.orNaN())
		}
		return nil
	})
	if err == nil {
		publishLiveCodeBench(r.file, g.log, positions)
	}
	return err
}

// liveCodeBenchScores holds the pass@k numbers that LiveCodeBench published.
type liveCodeBenchScores struct {
	Detail dict[dict[value]]     `json:"detail"` // of each question, by its position
	Shares orderedMembers[value] `json:"*"`
}

// publishLiveCodeBench reads the published numbers from the file next to the log.
// positions[i] is the name of the i-th question in the log.
func publishLiveCodeBench(f *file, log *Log, positions []string) {
	stem, ok := strings.CutSuffix(filepath.Base(f.path), "_eval_all.json")
	scores := readBeside[list[part[liveCodeBenchScores]]](f.dir(), stem+"_eval.json")
	if !ok || len(scores) == 0 {
		return
	}
	for _, share := range scores[0].it.Shares {
		name := share.name
		k, err := strconv.Atoi(strings.TrimPrefix(name, "pass@"))
		x, ok := share.it.publishedNumber()
		if err != nil || !ok || k < 1 {
			continue
		}
		detail := scores[0].it.Detail[name]
		log.Whole.Questions = max(log.Whole.Questions, len(detail))
		log.Published = append(log.Published,
			Published{Name: name, Value: x, Rule: PassAtK, K: k, ByQuestion: nameByPosition(detail, positions)})
	}
	slices.SortFunc(log.Published, func(a, b Published) int { return a.K - b.K })
}

// nameByPosition returns a map from question names to values, given a map from
// positions to values. It returns an empty map unless every question has a value.
func nameByPosition(values map[string]value, positions []string) map[string]float64 {
	named := map[string]float64{}
	for position, v := range values {
		i, err := strconv.Atoi(position)
		if x, ok := v.publishedNumber(); ok && err == nil && i >= 0 && i < len(positions) && len(values) == len(positions) {
			named[positions[i]] = x
		}
	}
	return named
}
