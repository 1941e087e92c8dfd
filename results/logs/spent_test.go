package logs_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"settle/results/logs"
)

// The costs and tokens of attempts are added up by hand from what each file says.
func TestSpent(t *testing.T) {
	for name, c := range map[string]struct {
		text         string
		cost, tokens logs.Spent
	}{
		"Inspect, by sample": {`{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"},
			"stats": {"model_usage": {"m": {"total_tokens": 9000, "total_cost": 90}}},
			"samples": [
			{"id": 1, "epoch": 1, "scores": {"s": {"value": 1}}, "model_usage": {"m": {"total_tokens": 80, "total_cost": 0.25}, "grader": {"total_tokens": 20, "total_cost": 0.5}}},
			{"id": 2, "epoch": 1, "scores": {"s": {"value": 0}}, "model_usage": {"m": {"total_tokens": 60, "total_cost": null}}},
			{"id": 3, "epoch": 1, "scores": {"s": {"value": 0}}, "model_usage": {}}]}`,
			logs.Spent{Sum: 0.75, Attempts: 1}, logs.Spent{Sum: 160, Attempts: 2}},
		"Inspect, by run": {`{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"},
			"stats": {"model_usage": {"m": {"total_tokens": 70}, "grader": {"total_tokens": 30}}},
			"samples": [{"id": 1, "epoch": 1, "scores": {"s": {"value": 1}}}, {"id": 2, "epoch": 1, "scores": {"s": {"value": 0}}}]}`,
			logs.Spent{}, logs.Spent{Sum: 100, Attempts: 2}},
		"tau2": {`{"info": {"num_trials": 2, "agent_info": {"llm": "m"}, "environment_info": {"domain_name": "retail"}}, "tasks": [{"id": "0"}], "simulations": [
			{"task_id": "0", "trial": 0, "reward_info": {"reward": 1.0}, "agent_cost": 0.5, "user_cost": 0.25},
			{"task_id": "0", "trial": 1, "reward_info": {"reward": 0.0}, "agent_cost": 0.125, "user_cost": null}]}`,
			logs.Spent{Sum: 0.875, Attempts: 2}, logs.Spent{}},
		"nobody says": {`{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"},
			"samples": [{"id": 1, "epoch": 1, "scores": {"s": {"value": 1}}, "model_usage": {"m": {"total_tokens": -1}}}]}`,
			logs.Spent{}, logs.Spent{}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "log.json")
			if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			read, err := logs.Read(path, logs.Options{})
			if err != nil || len(read) != 1 {
				t.Fatalf("%d logs, %v", len(read), err)
			}
			if cost, tokens := read[0].Cost, read[0].Tokens; cost != c.cost || tokens != c.tokens {
				t.Errorf("cost %+v, tokens %+v, want %+v and %+v", cost, tokens, c.cost, c.tokens)
			}
		})
	}
	if mean := (logs.Spent{Sum: 3, Attempts: 2}).Mean(); mean != 1.5 {
		t.Errorf("mean %v", mean)
	}
	if mean := (logs.Spent{}).Mean(); !math.IsNaN(mean) {
		t.Errorf("mean of nothing %v", mean)
	}
}
