package sim

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/rubric"
)

// Mimics are simulated LLMs that produce all base signals of every attempt (appendix D
// of the paper), not only its correctness as coins do. An attempt depends on the style
// of the model and the properties of the question. All its distributions have closed
// forms, so the probability of every category of any schema is known: see Chances.
//
// Every attempt of model l at question q is drawn as follows, independently of the
// other trials:
//
//   - It is correct with probability logistic(ability − difficulty − brittleness
//     · (strangeness − mean strangeness of the questions)). Given the correctness, box,
//     length, confidence and verdict are independent.
//   - The answer is in a box with probability boxed_correct if it is correct, else
//     boxed_wrong.
//   - Its token_ratio is lognormal. Its median is verbosity · exp(length), and its
//     logarithm has a standard deviation of 0.5. A completion longer than 1 is cut off
//     at 1 and has not ended by itself. Of the other completions, a share degenerate
//     has not ended by itself either. Both kinds have repeated_pattern = 1.
//   - Its completion_bpt is lognormal. Its median is bpt, times doubt if the answer is
//     wrong, and its logarithm has a standard deviation of 0.35.
//   - Its prompt_bpt is strangeness · surprise, the same in all trials.
//   - The verifier finds it off-task with probability off_task. Otherwise the verifier
//     finds a correct attempt correct with probability logistic(persuasion + 2), and a
//     wrong one with probability logistic(persuasion − 2). In all other cases it finds
//     the attempt wrong. It gives its verdict the probability 1 − u²/2, at least ½, and
//     divides the rest between the other two in the ratio v to 1 − v, where u and v are
//     uniform in [0, 1]. The probabilities A, B and C add up to 1.
//
// Lognormal numbers are rounded to millionths; lengths are rounded before they are cut
// off. Probabilities refer to the rounded numbers.
//
// Methods do not change Mimics, and several goroutines can call them at once.
type Mimics struct {
	Models    []Mimic         // at least one, with distinct names
	Questions []MimicQuestion // at least one, with distinct names
}

// A Mimic holds the style of one simulated LLM. ReadMimics documents the range and the
// column of each field.
type Mimic struct {
	Name         string
	Ability      float64 // logit of a correct answer to a question of difficulty 0
	BoxedCorrect float64 // probability that a correct answer is in a box
	BoxedWrong   float64 // probability that a wrong answer is in a box
	Verbosity    float64 // median token_ratio on a question of length 0
	Degenerate   float64 // probability of a repeated pattern in completions that are not cut off
	BPT          float64 // median completion_bpt of a correct answer, in bits per token
	Doubt        float64 // factor on BPT for a wrong answer; 1 if wrong and correct answers are alike
	Persuasion   float64 // logits by which the verifier's verdict shifts towards correct
	OffTask      float64 // probability that the verifier finds an attempt off-task
	Surprise     float64 // factor on prompt_bpt
	Brittleness  float64 // logits of ability lost per bit per token of strangeness above the mean
}

// A MimicQuestion holds the properties of one question. They are the same for all
// mimics.
type MimicQuestion struct {
	Name        string
	Difficulty  float64 // in logits
	Length      float64 // shift of ln(token_ratio); 0 for an average question
	Strangeness float64 // prompt_bpt of a model with surprise 1, in bits per token, > 0
}

// These are the constants of the distributions that the comment on Mimics describes.
const (
	lengthSpread = 0.5  // standard deviation of ln(token_ratio)
	bptSpread    = 0.35 // standard deviation of ln(completion_bpt)
	acuity       = 2    // logits by which the verifier separates correct and wrong attempts, in each direction
)

// length returns the distribution of token_ratio, before completions are cut off at 1.
func (m *Mimics) length(model, question int) distuv.LogNormal {
	return distuv.LogNormal{Mu: math.Log(m.Models[model].Verbosity) + m.Questions[question].Length, Sigma: lengthSpread}
}

// confidence returns the distribution of completion_bpt for correct or for wrong
// attempts.
func (m *Mimics) confidence(model int, correct bool) distuv.LogNormal {
	median := m.Models[model].BPT
	if !correct {
		median *= m.Models[model].Doubt
	}
	return distuv.LogNormal{Mu: math.Log(median), Sigma: bptSpread}
}

// boxProbability returns the probability that an answer, correct or wrong, is in a box.
func (m *Mimics) boxProbability(model int, correct bool) float64 {
	if correct {
		return m.Models[model].BoxedCorrect
	}
	return m.Models[model].BoxedWrong
}

// prompt returns the prompt_bpt of a question for a model, which is the same for all
// attempts.
func (m *Mimics) prompt(model, question int) float64 {
	return m.Questions[question].Strangeness * m.Models[model].Surprise
}

// correctProbabilities returns the probability of a correct answer for each model and
// question.
func (m *Mimics) correctProbabilities() [][]float64 {
	var ordinary float64
	for _, q := range m.Questions {
		ordinary += q.Strangeness / float64(len(m.Questions))
	}
	chances := make([][]float64, len(m.Models))
	for i, model := range m.Models {
		chances[i] = make([]float64, len(m.Questions))
		for j, q := range m.Questions {
			chances[i][j] = logistic(model.Ability - q.Difficulty - float64(model.Brittleness*(q.Strangeness-ordinary)))
		}
	}
	return chances
}

// verdicts returns the probabilities that the verifier finds an attempt correct, wrong
// or off-task.
func (m *Mimics) verdicts(model int, correct bool) [3]float64 {
	style := &m.Models[model]
	logit := style.Persuasion - acuity
	if correct {
		logit = style.Persuasion + acuity
	}
	onTask := 1 - style.OffTask
	return [3]float64{onTask * logistic(logit), onTask * logistic(-logit), style.OffTask}
}

// opinion sets A, B and C, the probabilities that the verifier states for its three verdicts. The
// given verdict (0 for A, 1 for B, 2 for C) gets the probability sure. Of the rest, the verdict
// before it in the cycle A, B, C gets the given share, and the verdict after it gets the
// remainder.
func opinion(x *rubric.Signals, verdict int, sure, share float64) {
	rest := 1 - sure
	x[rubric.A+rubric.Signal(verdict)] = sure
	x[rubric.A+rubric.Signal((verdict+1)%3)] = rest * (1 - share)
	x[rubric.A+rubric.Signal((verdict+2)%3)] = rest * share
}

// names returns the names of the models and of the questions.
func (m *Mimics) names() (models, questions []string) {
	for _, model := range m.Models {
		models = append(models, model.Name)
	}
	for _, q := range m.Questions {
		questions = append(questions, q.Name)
	}
	return models, questions
}
