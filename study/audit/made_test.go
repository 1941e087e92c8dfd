package audit_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"settle/study/audit"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
)

// Numbers that tools made of the small logs of package logs are those that the logs give.
// The published ones of Harbor, verifiers and Every Eval Ever are by their packages or,
// of the jobs of old, by hand: a mean over four trials of which two have no reward and
// two a reward of 1, and of one success in two trials of each task.
func TestMadeLogs(t *testing.T) {
	const percent = `-- percent_samples.jsonl --
{"schema_version": "0.3.0", "model_id": "m", "evaluation_name": "t", "sample_id": "a", "evaluation": {"score": 1.0}}
{"schema_version": "0.3.0", "model_id": "m", "evaluation_name": "t", "sample_id": "b", "evaluation": {"score": 0.0}}
-- percent.json --
{"schema_version": "0.3.0", "evaluation_id": "e", "evaluation_results": [{"evaluation_name": "t", "metric_config": {"metric_unit": "percent", "metric_kind": "accuracy"},
 "score_details": {"score": 50.0, "uncertainty": {"standard_error": {"value": 49.0, "method": "bootstrap"}, "num_samples": 3,
 "confidence_interval": {"lower": 0, "upper": 100, "confidence_level": 0.95, "method": "seeded_percentile_bootstrap"}}}}]}
`
	const rollouts = `-- results.jsonl --
{"example_id": 0, "prompt": [], "completion": [], "reward": 1.0, "metrics": {"format": 1}}
{"example_id": 0, "prompt": [], "completion": [], "reward": 0.0, "metrics": {"format": 1}}
{"example_id": 1, "prompt": [], "completion": [], "reward": 1.0, "metrics": {"format": 0}}
{"example_id": 1, "prompt": [], "completion": [], "reward": 1.0, "metrics": {"format": 1}}
-- metadata.json --
{"env_id": "e", "model": "m", "num_examples": 2, "rollouts_per_example": 2, "avg_reward": 0.75, "pass_at_k": {"1": 0.75, "2": 1.0}, "pass_all_k": {"1": 0.75, "2": 0.75}}
`
	agrees := func(name string, x float64) audit.Check {
		return audit.Check{Name: name, Published: x, Recomputed: x, Verdict: audit.Agrees}
	}
	cannot := func(name string, x float64) audit.Check {
		return audit.Check{Name: name, Published: x, Recomputed: math.NaN(), Verdict: audit.CannotTell}
	}
	for name, c := range map[string]struct {
		archive string
		want    []audit.Check
	}{
		"harbor": {"", []audit.Check{agrees("attempts", 6), agrees("mean", 0.5), agrees("pass@2", 1)}},
		"harbor-old": {"", []audit.Check{ // the job of two rewards has numbers, but of no metric that its file names
			agrees("mean", 0.5), cannot("max", 1), agrees("pass@2", 1), agrees("attempts", 1), cannot("a", 1), cannot("b", 0.5)}},
		"verifiers": {"", []audit.Check{agrees("attempts", 4), agrees("avg_reward", 0.4375),
			cannot("pass@1", 0.5), cannot("pass@2", 1), cannot("pass^1", 0.5), cannot("pass^2", 0)}},
		// 0 of the second example's pairs and 1 of the first's are not both right: (0 + 1)/2.
		"rollouts": {rollouts, []audit.Check{agrees("attempts", 4), agrees("avg_reward", 0.75), agrees("pass@1", 0.75), agrees("pass@2", 1),
			agrees("pass^1", 0.75), {Name: "pass^2", Published: 0.75, Recomputed: 0.5, Verdict: audit.Differs}}},
		// The z of 0.95 is 1.959963984540054, the mean 5/6 and its standard error 1/6.
		"everyevalever-made": {"", []audit.Check{agrees("questions", 6), agrees("score", 0.5), agrees("standard_error", 0.22360679774997896),
			agrees("score", 5./6), agrees("standard_error", 1./6),
			agrees("confidence_interval.lower", 5./6-1.959963984540054/6), agrees("confidence_interval.upper", 5./6+1.959963984540054/6)}},
		"percent": {percent, []audit.Check{{Name: "questions", Published: 3, Recomputed: 2, Verdict: audit.CannotTell},
			{Name: "score", Published: 50, Recomputed: 50, Verdict: audit.CannotTell}, cannot("standard_error", 49),
			cannot("confidence_interval.lower", 0), cannot("confidence_interval.upper", 100)}},
	} {
		t.Run(name, func(t *testing.T) {
			archive := txtar.Parse([]byte(c.archive))
			if c.archive == "" {
				var err error
				if archive, err = txtar.ParseFile("../../results/logs/testdata/" + name + ".txtar"); err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			for _, file := range archive.Files {
				if path := filepath.Join(dir, file.Name); filepath.Ext(path) != "" {
					if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, file.Data, 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			var got []audit.Check
			for _, log := range audit.Logs(readFolder(t, dir)) {
				for _, check := range log.Checks {
					check.Why = ""
					got = append(got, check)
				}
			}
			if diff := gocmp.Diff(c.want, got, cmpopts.EquateNaNs(), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
