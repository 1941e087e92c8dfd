package logs_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"settle/results/logs"

	"github.com/rogpeppe/go-internal/txtar"
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
		"verifiers": {`{"env": {"id": "e"}, "task": {"data": {"idx": 0}}, "traces": [{"task": {"data": {"idx": 0}}, "agent": {"config": {"model": "m"}}, "rewards": {"r": {"score": 1}}, "ok": true,
			"calls": [{"usage": {"cost": 0.5}}, {"usage": {"prompt_tokens": 1}}, {"usage": {"cost": 0.25}}], "num_total_tokens": 30}]}
			{"env": {"id": "e"}, "task": {"data": {"idx": 0}}, "traces": [{"task": {"data": {"idx": 0}}, "agent": {"config": {"model": "m"}}, "rewards": {"r": {"score": 1}}, "ok": true, "calls": [], "num_total_tokens": 0}]}`,
			logs.Spent{Sum: 0.75, Attempts: 1}, logs.Spent{Sum: 30, Attempts: 1}},
		"verifiers before": {`{"example_id": 1, "prompt": [], "completion": [], "reward": 1, "token_usage": {"input_tokens": 10.0, "output_tokens": 2.0}}
			{"example_id": 1, "prompt": [], "completion": [], "reward": 1}`,
			logs.Spent{}, logs.Spent{Sum: 12, Attempts: 1}},
		"promptfoo": {`{"evalId": "e", "results": {"version": 3, "prompts": [{"label": "p"}], "results": [
			{"provider": {"id": "m"}, "vars": {}, "success": true, "cost": 0.25, "tokenUsage": {"total": 12}},
			{"provider": {"id": "m"}, "vars": {}, "success": true, "cost": 0.5, "tokenUsage": {"total": 8}}, {"provider": {"id": "m"}, "vars": {}, "success": false}]}}`,
			logs.Spent{Sum: 0.75, Attempts: 2}, logs.Spent{Sum: 20, Attempts: 2}},
		"Every Eval Ever, once a sample": {`{"schema_version": "0.3.0", "model_id": "m", "evaluation_name": "t", "sample_id": "a", "evaluation_result_id": "acc", "evaluation": {"score": 1}, "token_usage": {"total_tokens": 12}}
			{"schema_version": "0.3.0", "model_id": "m", "evaluation_name": "t", "sample_id": "b", "evaluation_result_id": "acc", "evaluation": {"score": 1}, "token_usage": {"total_tokens": 8}}`,
			logs.Spent{}, logs.Spent{Sum: 20, Attempts: 2}},
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
	// The six trials of the job cost 0.25 dollars and 100 + 20 tokens each; of two steps,
	// one says its cost and both say their tokens.
	dir := t.TempDir()
	archive, err := txtar.ParseFile("testdata/harbor.txtar")
	if err != nil {
		t.Fatal(err)
	}
	archive.Files = append(archive.Files, txtar.File{Name: "job/steps/result.json", Data: []byte(`{"task_name": "add", "trial_name": "steps", "source": "sums",
		"agent_info": {"name": "terminus-2", "model_info": {"name": "m-1"}}, "agent_result": null, "step_results": [
		{"agent_result": {"n_input_tokens": 5, "n_output_tokens": 1, "cost_usd": 0.5}}, {"agent_result": null},
		{"agent_result": {"n_input_tokens": 3, "n_output_tokens": 1, "cost_usd": null}}]}`)})
	unpack(t, dir, archive)
	read, err := logs.Read(filepath.Join(dir, "job", "result.json"), logs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if cost, tokens := read[0].Cost, read[0].Tokens; cost != (logs.Spent{Sum: 2, Attempts: 7}) || tokens != (logs.Spent{Sum: 730, Attempts: 7}) {
		t.Errorf("Harbor: cost %+v, tokens %+v", cost, tokens)
	}
	if mean := (logs.Spent{Sum: 3, Attempts: 2}).Mean(); mean != 1.5 {
		t.Errorf("mean %v", mean)
	}
	if mean := (logs.Spent{}).Mean(); !math.IsNaN(mean) {
		t.Errorf("mean of nothing %v", mean)
	}
}
