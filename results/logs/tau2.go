package logs

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"settle/internal/quoted"
)

// tau2File is a log of tau2-bench. The simulations are in the file itself or in a
// folder next to it.
type tau2File struct {
	Time        value                  `json:"timestamp"`
	Model       value                  `json:"model"`
	Domain      value                  `json:"domain"`
	Rate        value                  `json:"pass_rate"` // named by an envelope
	Trials      value                  `json:"info.num_trials"`
	Version     value                  `json:"info.git_commit"`
	AgentModel  value                  `json:"info.agent_info.llm"`
	RunDomain   value                  `json:"info.environment_info.domain_name"`
	Tasks       length                 `json:"tasks"`
	Simulations elementVisitor[tauRun] `json:"simulations"`
	Index       list[part[struct {
		ID value `json:"id"`
	}]] `json:"simulation_index"`
}

// tauRun is one attempt at a task, in a log of tau2-bench or of its predecessor
// tau-bench.
type tauRun struct {
	ID        value `json:"task_id"`
	Trial     value `json:"trial"`
	End       value `json:"termination_reason"` // of tau2-bench, like Reward
	Reward    value `json:"reward_info.reward"`
	OldReward value `json:"reward"` // of tau-bench
	AgentCost value `json:"agent_cost"`
	UserCost  value `json:"user_cost"`
}

// tau2 holds the state while a tau2-bench log is read.
type tau2 struct {
	r   *reading
	g   *gatherer
	doc tau2File

	simulations, unplaced int
}

// readTau2 reads the simulations in a log of tau2-bench.
func readTau2(r *reading) error {
	t := tau2{r: r, g: r.log("", "")}
	t.doc.Simulations.do = func(_ string, run *tauRun) error {
		t.add(run)
		return nil
	}
	if err := document(r.file, &t.doc); err != nil {
		return err
	}
	if !t.doc.Simulations.there {
		if err := t.readFolder(); err != nil {
			return err
		}
	}
	return t.finish()
}

// add adds one simulation as an attempt. If an infrastructure error ended the
// simulation, the attempt has no outcome.
func (t *tau2) add(run *tauRun) {
	t.simulations++
	id := run.ID.string()
	if id == "" {
		t.unplaced++
		return
	}
	reward := run.Reward.orNaN()
	if run.End.string() == "infrastructure_error" {
		reward = math.NaN()
	}
	outcome := t.g.outcome("reward", t.g.success(reward))
	trial, numbered := run.Trial.integer()
	if !numbered {
		trial = max(-1, t.g.last[t.g.question(id)]) + 1
	}
	t.g.attempt(id, trial, outcome)
	t.g.log.Cost.add(run.AgentCost.orNaN()+orElse(run.UserCost.orNaN(), 0), 1)
}

// rewardTolerance is the tolerance for a reward of 1. A reward is a product and can
// therefore have rounding errors.
const rewardTolerance = 1e-6

// success returns 1 if the reward is 1, NaN if it is NaN, and 0 otherwise.
func (g *gatherer) success(reward float64) float64 {
	switch {
	case math.IsNaN(reward):
		return reward
	case math.Abs(reward-1) <= rewardTolerance:
		return 1
	}
	g.fractional = g.fractional || reward != 0
	return 0
}

// readFolder reads the simulations in the folder next to the file. If the file has an
// index, it fails unless the folder has exactly the simulations in the index.
func (t *tau2) readFolder() error {
	var index []string
	for _, entry := range t.doc.Index {
		if entry.it.ID.exists() {
			index = append(index, entry.it.ID.string())
		}
	}
	dir := filepath.Join(t.r.file.dir(), "simulations")
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil && t.doc.Trials.count() == 0 && index == nil:
		return ErrNotALog
	case err != nil:
		return fmt.Errorf("tau2 log: %w: it has no simulations, and there is no folder named simulations next to it", ErrNoAttempts)
	}
	var names []string
	there := map[string]bool{}
	for _, entry := range entries {
		if id, ok := strings.CutSuffix(entry.Name(), ".json"); ok {
			names = append(names, id)
			there[id] = true
		}
	}
	if index != nil {
		for _, id := range index {
			if !there[id] {
				return fmt.Errorf("its index lists the simulation %s, which is not in the folder simulations", quoted.Text(id))
			}
		}
		if len(index) != len(names) {
			return fmt.Errorf("its index lists %d simulations, but the folder simulations/ contains %d", len(index), len(names))
		}
		names = index
	}
	for _, name := range names {
		if err := t.readOne(filepath.Join(dir, name+".json")); err != nil {
			return fmt.Errorf("%s: %w", quoted.Path(filepath.Join("simulations", name+".json")), err)
		}
	}
	return nil
}

func (t *tau2) readOne(path string) error {
	run, err := member[tauRun](path)
	if err == nil {
		t.add(&run)
	}
	return err
}

func (t *tau2) finish() error {
	if t.unplaced > 0 {
		return fmt.Errorf("%d of its %d simulations name no task",
			t.unplaced, t.simulations)
	}
	log, doc := t.g.log, &t.doc
	log.Model = cmp.Or(doc.AgentModel.string(), doc.Model.string())
	log.Task = cmp.Or(doc.RunDomain.string(), doc.Domain.string())
	log.Time, log.Tool = doc.Time.string(), doc.Version.string()
	log.Whole.Attempts = doc.Tasks.n * doc.Trials.count()
	if rate := doc.Rate.orNaN(); !math.IsNaN(rate) {
		log.Published = append(log.Published, Published{Name: "pass_rate", Value: rate, Scale: 100, Decimals: 1, Rule: Mean})
	}
	t.g.printedTau()
	t.publishSubmission()
	return nil
}

// printedTau adds the numbers that the tool prints: pass^k and, if all rewards are 0 or
// 1, the mean reward.
func (g *gatherer) printedTau() {
	if !g.fractional {
		g.log.Published = append(g.log.Published,
			Published{Name: "avg_reward", Value: math.NaN(), Rule: MeanAttempts, Printed: true})
	}
	g.addPrinted("pass^", PassHatK, 1, 2, 3, 4, 5, 6, 7, 8)
}

// tauSubmission is a submission to the leaderboard, with its numbers for each domain.
type tauSubmission struct {
	Results dict[dict[value]] `json:"results"`
}

// publishSubmission adds the numbers of a leaderboard submission, if there is one next
// to the file.
func (t *tau2) publishSubmission() {
	submission := readBeside[tauSubmission](t.r.file.dir(), "submission.json")
	for k := 1; k <= 4; k++ {
		name := "pass_" + strconv.Itoa(k)
		if x, ok := submission.Results[t.g.log.Task][name].publishedNumber(); ok {
			t.g.log.Published = append(t.g.log.Published,
				Published{Name: name, Value: x, Scale: 100, Decimals: 1, Rule: PassHatK, K: k, Joint: true})
		}
	}
}

// readTauBench reads the attempts in a log of tau-bench, the predecessor of tau2-bench.
func readTauBench(r *reading) error {
	g := r.log("", "")
	err := records(r.file, func(number int, run *tauRun) error {
		id, err := run.ID.question()
		if err != nil {
			return err
		}
		trial, numbered := run.Trial.integer()
		if !numbered {
			return fmt.Errorf("run %d has no trial", number)
		}
		g.attempt(id, trial, g.outcome("reward", g.success(run.OldReward.orNaN())))
		return nil
	})
	g.printedTau()
	return err
}
