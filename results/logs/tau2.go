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

// tau2File is a log of tau2-bench: a file, with the simulations in it or in a folder
// beside it.
type tau2File struct {
	Time        value        `json:"timestamp"`
	Model       value        `json:"model"`
	Domain      value        `json:"domain"`
	Rate        value        `json:"pass_rate"` // that an envelope names
	Trials      value        `json:"info.num_trials"`
	Version     value        `json:"info.git_commit"`
	AgentModel  value        `json:"info.agent_info.llm"`
	RunDomain   value        `json:"info.environment_info.domain_name"`
	Tasks       length       `json:"tasks"`
	Simulations each[tauRun] `json:"simulations"`
	Index       list[part[struct {
		ID value `json:"id"`
	}]] `json:"simulation_index"`
}

// tauRun is one attempt at a task, of tau2-bench or of the first tau-bench.
type tauRun struct {
	ID        value `json:"task_id"`
	Trial     value `json:"trial"`
	End       value `json:"termination_reason"` // of tau2-bench, and so is the next
	Reward    value `json:"reward_info.reward"`
	OldReward value `json:"reward"` // of tau-bench
	AgentCost value `json:"agent_cost"`
	UserCost  value `json:"user_cost"`
}

// tau2 is a log of tau2-bench that is being read.
type tau2 struct {
	r   *reading
	g   *gatherer
	doc tau2File

	simulations, unplaced int
}

// readTau2 reads simulations.
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

// add adds one attempt. One that the infrastructure ended was not scored; whatever else
// ends one counts.
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
	trial, numbered := run.Trial.whole()
	if !numbered {
		trial = max(-1, t.g.last[t.g.question(id)]) + 1
	}
	t.g.attempt(id, trial, outcome)
	t.g.log.Cost.add(run.AgentCost.orNaN()+orElse(run.UserCost.orNaN(), 0), 1)
}

// rewarded is how near to 1 the reward of a success is: it is a product.
const rewarded = 1e-6

// success is the outcome of a reward.
func (g *gatherer) success(reward float64) float64 {
	switch {
	case math.IsNaN(reward):
		return reward
	case math.Abs(reward-1) <= rewarded:
		return 1
	}
	g.fractional = g.fractional || reward != 0
	return 0
}

// readFolder reads the simulations in the folder beside the file. They must be
// those of the index, whose ids name them.
func (t *tau2) readFolder() error {
	var index []string
	for _, entry := range t.doc.Index {
		if entry.it.ID.there() {
			index = append(index, entry.it.ID.string())
		}
	}
	dir := filepath.Join(t.r.file.dir(), "simulations")
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil && t.doc.Trials.count() == 0 && index == nil:
		return ErrNotALog
	case err != nil:
		return fmt.Errorf("tau2 log: %w: it has no simulations, and no folder simulations is beside it", ErrNoAttempts)
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
				return fmt.Errorf("its index names the simulation %s, which is not in simulations", quoted.Text(id))
			}
		}
		if len(index) != len(names) {
			return fmt.Errorf("its index names %d simulations and the folder simulations has %d", len(index), len(names))
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
		return fmt.Errorf("%d of its %d simulations name no task, so that nobody can tell what they are attempts at",
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

// printedTau adds what the tools print: the average reward, where rewards are all
// or nothing, and pass^k.
func (g *gatherer) printedTau() {
	if !g.fractional {
		g.log.Published = append(g.log.Published,
			Published{Name: "avg_reward", Value: math.NaN(), Rule: MeanAttempts, Printed: true})
	}
	g.printed("pass^", PassHatK, 1, 2, 3, 4, 5, 6, 7, 8)
}

// tauSubmission holds what a submission to the leaderboard says, by domain.
type tauSubmission struct {
	Results dict[dict[value]] `json:"results"`
}

// publishSubmission reads a submission, if one is beside the file.
func (t *tau2) publishSubmission() {
	submission := beside[tauSubmission](t.r.file.dir(), "submission.json")
	for k := 1; k <= 4; k++ {
		name := "pass_" + strconv.Itoa(k)
		if x, ok := submission.Results[t.g.log.Task][name].published(); ok {
			t.g.log.Published = append(t.g.log.Published,
				Published{Name: name, Value: x, Scale: 100, Decimals: 1, Rule: PassHatK, K: k, Joint: true})
		}
	}
}

// readTauBench reads the runs of the first tau-bench.
func readTauBench(r *reading) error {
	g := r.log("", "")
	err := records(r.file, func(number int, run *tauRun) error {
		id, err := run.ID.question()
		if err != nil {
			return err
		}
		trial, numbered := run.Trial.whole()
		if !numbered {
			return fmt.Errorf("run %d has no trial", number)
		}
		g.attempt(id, trial, g.outcome("reward", g.success(run.OldReward.orNaN())))
		return nil
	})
	g.printedTau()
	return err
}
