package logs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

type qwenRow struct {
	ID     value       `json:"idx"`
	Scores list[value] `json:"score"`
	Preds  list[value] `json:"pred"`
}

// qwenMetrics is the file of averages that Qwen2.5-Math writes next to its samples.
type qwenMetrics struct {
	Samples  value `json:"num_samples"`
	Accuracy value `json:"acc"`
}

// qwenSeed matches the seed in the name of a Qwen2.5-Math file.
var qwenSeed = regexp.MustCompile(`_seed(\d+)_`)

// readQwenMath reads the samples of each question from a Qwen2.5-Math file.
func readQwenMath(r *reading) error {
	g := r.log("", "")
	if seed := r.file.match(qwenSeed)[0]; seed != "" {
		g.log.Time = strings.Repeat("0", max(0, 20-len(seed))) + seed
	}
	err := records(r.file, func(_ int, row *qwenRow) error {
		id, err := row.ID.question()
		if err == nil {
			g.repeats(id, "score", row.Scores, row.Preds)
		}
		return err
	})
	if err != nil {
		return err
	}
	publishQwenMath(r.file, g.log)
	return nil
}

// publishQwenMath reads the averages in the file next to the log. The name of that file
// is the log's name, the prompt's name and _metrics.json.
func publishQwenMath(f *file, log *Log) {
	stem := strings.TrimSuffix(filepath.Base(f.path), ".jsonl")
	entries, err := os.ReadDir(f.dir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasPrefix(name, stem+"_") || !strings.HasSuffix(name, "_metrics.json") {
			continue
		}
		metrics := readBeside[qwenMetrics](f.dir(), name)
		accuracy, ok := metrics.Accuracy.publishedNumber()
		if !ok {
			continue
		}
		log.Whole.Questions = metrics.Samples.count()
		log.Published = append(log.Published, Published{Name: "acc", Value: accuracy, Scale: 100, Decimals: 1, Rule: Mean, K: 1})
		return
	}
}
