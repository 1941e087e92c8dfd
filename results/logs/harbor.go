package logs

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"settle/internal/quoted"

	"github.com/go-json-experiment/json/jsontext"
)

// harborJob is the file that describes a Harbor job. Its trials are in folders next to
// it.
type harborJob struct {
	ID        value                  `json:"id"`
	Started   value                  `json:"started_at"`
	Completed value                  `json:"stats.n_completed_trials"`
	Evals     dict[part[harborEval]] `json:"stats.evals"` // by AGENT__MODEL__SOURCE
}

type harborEval struct {
	Metrics list[orderedMembers[value]] `json:"metrics"`
	PassAtK orderedMembers[value]       `json:"pass_at_k"`
}

// harborTrial is the file that describes one trial of a Harbor job.
type harborTrial struct {
	Name    value                 `json:"trial_name"`
	Task    value                 `json:"task_name"`
	Source  value                 `json:"source"`
	Agent   value                 `json:"agent_info.name"`
	Model   value                 `json:"agent_info.model_info.name"`
	Started value                 `json:"started_at"`
	Rewards orderedMembers[value] `json:"verifier_result.rewards"`
	Valid   value                 `json:"reward_valid"`                       // since version 0.25
	Policy  value                 `json:"exception_info.policy.reward_valid"` // in version 0.25
	Usage   part[harborUsage]     `json:"agent_result"`
	Steps   list[part[struct {
		Usage part[harborUsage] `json:"agent_result"`
	}]] `json:"step_results"`
}

type harborUsage struct {
	Input  value `json:"n_input_tokens"` // including tokens from the cache
	Output value `json:"n_output_tokens"`
	Cost   value `json:"cost_usd"`
}

// readHarbor reads the trials of a Harbor job. It numbers the trials of each task in
// order of time.
func readHarbor(r *reading) error {
	var job harborJob
	if err := document(r.file, &job); err != nil {
		return err
	}
	trials, err := harborTrials(r.file.dir())
	if err != nil {
		return err
	}
	zeros := false // whether Harbor counts an attempt without a reward as 0, as versions up to 0.25 do
	for _, t := range trials {
		g := r.log(t.model(), t.source())
		if t.Task.string() == "" {
			return fmt.Errorf("%s: %w", quoted.Text(t.Name.string()), errNoQuestion)
		}
		g.occurrence(t.Task.string(), t.outcome(g))
		t.spend(g.log)
		zeros = zeros || !t.Valid.exists() || t.Policy.exists()
	}
	for _, g := range r.logs {
		g.log.Run, g.log.Time = job.ID.string(), sortableTime(job.Started.string())
		g.publishHarbor(job.Evals[g.log.Model+"__"+g.log.Task].it, zeros)
	}
	if len(r.logs) == 1 {
		r.logs[0].log.Whole.Attempts = job.Completed.count()
	}
	return nil
}

// harborTrials reads the trials in the folders of a Harbor job and sorts them by time.
func harborTrials(job string) (trials []harborTrial, err error) {
	entries, err := os.ReadDir(job)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		name := filepath.Join(entry.Name(), "result.json")
		if !entry.IsDir() {
			continue
		}
		if _, err := os.Stat(filepath.Join(job, name)); errors.Is(err, fs.ErrNotExist) {
			continue // the trial has not ended
		}
		trial, err := member[harborTrial](filepath.Join(job, name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", quoted.Path(name), err)
		}
		if trial.Name.exists() {
			trials = append(trials, trial)
		}
	}
	slices.SortStableFunc(trials, func(a, b harborTrial) int {
		return cmp.Compare(sortableTime(a.Started.string()), sortableTime(b.Started.string()))
	})
	return trials, nil
}

// model returns the names of the agent and of its model, joined as Harbor joins them.
func (t *harborTrial) model() string {
	if t.Model.string() == "" {
		return t.Agent.string()
	}
	return t.Agent.string() + "__" + t.Model.string()
}

// source returns the name of the task's data set. If there is none, it returns the name
// that Harbor uses instead.
func (t *harborTrial) source() string { return cmp.Or(t.Source.string(), "adhoc") }

// outcome returns the selected reward. An attempt that ended with an exception keeps
// its reward, unless Harbor declares the reward invalid.
func (t *harborTrial) outcome(g *gatherer) float64 {
	outcome := math.NaN()
	for _, reward := range t.Rewards {
		outcome = orElse(g.take(reward.name, reward.it), outcome)
	}
	if t.Valid.kind == jsontext.KindFalse && !math.IsNaN(outcome) {
		g.note("rewards that Harbor declares invalid are left out")
		return math.NaN()
	}
	return outcome
}

// spend adds the cost of a trial to the log. If a trial has several steps, it adds up
// the costs of the steps.
func (t *harborTrial) spend(log *Log) {
	usages := []part[harborUsage]{t.Usage}
	for _, step := range t.Steps {
		usages = append(usages, step.it.Usage)
	}
	cost, tokens := math.NaN(), math.NaN()
	for _, u := range usages {
		cost = addKnown(cost, u.it.Cost.orNaN())
		tokens = addKnown(tokens, u.it.Input.orNaN()+u.it.Output.orNaN())
	}
	log.Cost.add(cost, 1)
	log.Tokens.add(tokens, 1)
}

// addKnown returns the sum of two numbers, in which NaN counts as 0. It returns NaN if
// both are NaN.
func addKnown(x, y float64) float64 {
	if math.IsNaN(x) {
		return y
	}
	return x + orElse(y, 0)
}

// publishHarbor adds the metrics that Harbor computed for a job. If zeros is true,
// Harbor counts an attempt without a reward as 0.
func (g *gatherer) publishHarbor(eval harborEval, zeros bool) {
	if zeros && slices.ContainsFunc(g.log.rows, func(r row) bool { return math.IsNaN(r.outcome) }) {
		g.note("Harbor's own mean counts attempts without a reward as 0; --missing wrong does the same")
	}
	for _, metrics := range eval.Metrics {
		for _, m := range metrics {
			p := Published{Name: m.name, Value: m.it.orNaN(), Rule: MeanAttempts, Zeros: zeros}
			if m.name != "mean" {
				p.Rule, p.Why = RuleUnknown, "a metric of the job that the file does not describe"
			}
			g.log.Published = append(g.log.Published, p)
		}
	}
	for _, m := range eval.PassAtK {
		k, _ := strconv.Atoi(m.name)
		g.log.Published = append(g.log.Published,
			Published{Name: "pass@" + m.name, Value: m.it.orNaN(), Rule: PassAtK, K: k, Zeros: zeros})
	}
}
