package logs

import (
	"cmp"
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// totalReward is the name of the verdict that the tool verifiers computes as the
// weighted sum of the rewards.
const totalReward = "reward"

// verifiersEpisode is a line of traces.jsonl: an attempt at a task by one or more
// agents.
type verifiersEpisode struct {
	ID     value                      `json:"id"`
	Env    value                      `json:"env.id"`
	Traces list[part[verifiersTrace]] `json:"traces"`
}

// verifiersTrace is the trace of one agent. In version 0.2, each line of the file is a
// trace.
type verifiersTrace struct {
	ID        value                  `json:"id"`
	Task      value                  `json:"task.data.id"`
	Index     value                  `json:"task.data.idx"`
	Key       value                  `json:"task.key"`
	Version   value                  `json:"verifiers.version"`
	Model     value                  `json:"agent.config.model"`
	Agent     value                  `json:"agent.name"`
	Trainable value                  `json:"agent.trainable"`
	Rewards   orderedMembers[branch] `json:"rewards"` // a score and its weight or, in version 0.2, their product
	OK        value                  `json:"ok"`
	Errors    length                 `json:"errors"`
	Tokens    value                  `json:"num_total_tokens"`
	Calls     list[part[struct {
		Cost value `json:"usage.cost"`
	}]] `json:"calls"`
}

// readVerifiers reads the episodes in a log of verifiers. The episodes of a task are
// its trials.
func readVerifiers(r *reading) error {
	empty := 0
	err := records(r.file, func(_ int, e *verifiersEpisode) error {
		if len(e.Traces) == 0 {
			empty++
		}
		for _, t := range e.Traces {
			if err := t.it.add(r, e.Env.string(), e.ID.string()); err != nil {
				return err
			}
		}
		return nil
	})
	if empty > 0 && len(r.logs) > 0 {
		r.logs[0].note("%d episodes ended before an agent began, so their model is unknown", empty)
	}
	return err
}

// readVerifiersTraces reads a log of verifiers in which each line is a trace. The
// model's name is only in the name of the folder.
func readVerifiersTraces(r *reading) error {
	return records(r.file, func(_ int, t *verifiersTrace) error { return t.add(r, "", t.ID.string()) })
}

// add adds an agent's trace as an attempt. It leaves out auxiliary agents, such as
// judges, which are not trainable and have no rewards.
func (t *verifiersTrace) add(r *reading, env, id string) error {
	if t.Trainable.kind == jsontext.KindFalse && len(t.Rewards) == 0 {
		return nil
	}
	question, err := value{text: cmp.Or(t.Task.string(), t.Index.string(), t.Key.string())}.question()
	if err != nil {
		return err
	}
	if name := t.Agent.string(); name != "" && name != "agent" {
		env += "/" + name
	}
	g := r.log(t.Model.string(), env)
	g.log.Run, g.log.Tool = cmp.Or(g.log.Run, id), t.Version.string()
	g.occurrence(question, t.outcome(g))
	cost, tokens := math.NaN(), t.Tokens.orNaN()
	for _, call := range t.Calls {
		cost = addKnown(cost, call.it.Cost.orNaN())
	}
	g.log.Cost.add(cost, 1)
	g.log.Tokens.add(knownOrNaN(tokens == 0, tokens), 1) // 0 means that no call states its number of tokens
	return nil
}

// outcome returns the selected reward. It returns NaN if an error ended the attempt,
// because verifiers leaves such attempts out of its means.
func (t *verifiersTrace) outcome(g *gatherer) float64 {
	total := math.NaN()
	scores := make(orderedMembers[value], 0, len(t.Rewards))
	for _, reward := range t.Rewards {
		score, weight := reward.it.value, 1.0
		if reward.it.kind == jsontext.KindBeginObject {
			score, weight = reward.it.member("score"), orElse(reward.it.member("weight").orNaN(), 1)
		}
		total = addKnown(total, float64(score.orNaN()*weight))
		scores = append(scores, named[value]{name: reward.name, it: score})
	}
	outcome := g.ownOutcome(totalReward, total, scores)
	failed := t.OK.kind == jsontext.KindFalse || !t.OK.exists() && t.Errors.n > 0
	return knownOrNaN(failed, outcome)
}

// verifiersRollout is a line of results.jsonl: one rollout, which is an attempt.
type verifiersRollout struct {
	ID      value                 `json:"example_id"`
	Reward  value                 `json:"reward"`
	Error   value                 `json:"error"`
	Metrics orderedMembers[value] `json:"metrics"` // includes the rewards, without their weights
	Input   value                 `json:"token_usage.input_tokens"`
	Output  value                 `json:"token_usage.output_tokens"`
}

// verifiersMetadata is the file metadata.json next to the results.
type verifiersMetadata struct {
	Env      value                 `json:"env_id"`
	Model    value                 `json:"model"`
	Examples value                 `json:"num_examples"`
	Rollouts value                 `json:"rollouts_per_example"`
	Version  value                 `json:"version_info.vf_version"`
	Average  value                 `json:"avg_reward"`
	PassAtK  orderedMembers[value] `json:"pass_at_k"`
	PassHatK orderedMembers[value] `json:"pass_all_k"`
}

// readVerifiersResults reads the rollouts in a log of verifiers. The rollouts of an
// example are its trials.
func readVerifiersResults(r *reading) error {
	metadata := readBeside[verifiersMetadata](r.file.dir(), "metadata.json")
	g := r.log(metadata.Model.string(), metadata.Env.string())
	g.log.Run, g.log.Tool = r.file.path, metadata.Version.string()
	g.log.Whole.Attempts = metadata.Examples.count() * metadata.Rollouts.count()
	err := records(r.file, func(_ int, row *verifiersRollout) error {
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		reward := row.Reward.orNaN()
		g.fractional = g.fractional || reward != 0 && reward != 1
		g.occurrence(id, g.ownOutcome(totalReward, reward, row.Metrics))
		g.log.Tokens.add(row.Input.orNaN()+row.Output.orNaN(), 1)
		if !row.Error.null() {
			g.note("an attempt that ended in an error counts with its reward, as in verifiers itself")
		}
		return nil
	})
	g.publishVerifiers(&metadata)
	return err
}

// publishVerifiers adds the numbers that verifiers published for the reward.
func (g *gatherer) publishVerifiers(m *verifiersMetadata) {
	if g.verdicts.takenName() != totalReward || !m.Average.exists() {
		return
	}
	g.log.Published = append(g.log.Published, Published{Name: "avg_reward", Value: m.Average.orNaN(), Rule: MeanAttempts})
	for i, rates := range []orderedMembers[value]{m.PassAtK, m.PassHatK} {
		for _, v := range rates {
			k, _ := value{text: v.name}.integer()
			p := Published{Name: []string{"pass@", "pass^"}[i] + v.name, Value: v.it.orNaN(), Rule: []Rule{PassAtK, PassHatK}[i], K: int(k)}
			if g.fractional {
				p.Rule, p.Why = RuleUnknown, "rewards of at least pass_threshold count as right, and some are neither 0 nor 1"
			}
			g.log.Published = append(g.log.Published, p)
		}
	}
}
