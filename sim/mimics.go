package sim

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/rubric"
)

// Mimics are simulated LLMs that emit all base signals of every attempt (appendix D of
// the paper), not only correctness as coins do. An attempt depends on the style of the
// model and the properties of the question, by distributions in closed form. The
// probability of every category of any schema is therefore known: see Chances.
//
// Every attempt of model l at question q is drawn as follows, independently of the
// number of the trial:
//
//   - It is correct with probability logistic(ability − difficulty − brittleness
//     · (strangeness − mean strangeness of the questions)). Given that, box,
//     length, confidence and verdict are independent.
//   - The answer is in a box with probability boxed_correct, or boxed_wrong.
//   - Its token_ratio is lognormal with median verbosity · exp(length) and a
//     standard deviation of ln of 0.5. A completion longer than 1 is cut off at
//     1 and has not ended by itself. Of the others, the share degenerate has not
//     ended by itself either. Both have repeated_pattern = 1.
//   - Its completion_bpt is lognormal with median bpt, times doubt if the answer
//     is wrong, and a standard deviation of ln of 0.35.
//   - Its prompt_bpt is strangeness · surprise: a prompt does not change between
//     trials.
//   - The verifier finds it off-task with probability off_task. Otherwise it finds
//     it correct with probability logistic(persuasion + 2) if it is correct and
//     logistic(persuasion − 2) if it is wrong, and else wrong. The verifier gives
//     its verdict the probability 1 − u²/2, at least ½, and divides the rest
//     between the other two in the ratio v to 1 − v, with u and v uniform in
//     [0, 1]. A, B and C add up to 1.
//
// Lognormal numbers are rounded to millionths, lengths before they are cut off.
// Probabilities refer to the rounded numbers.
//
// Methods do not change Mimics, and several goroutines can call them at once.
type Mimics struct {
	Models    []Mimic         // at least one, with distinct names
	Questions []MimicQuestion // at least one, with distinct names
}

// A Mimic is the style of one simulated LLM. The documentation of ReadMimics gives the
// range and the column of each field.
type Mimic struct {
	Name         string
	Ability      float64 // logit of a correct answer to a question of difficulty 0
	BoxedCorrect float64 // probability that a correct answer is in a box
	BoxedWrong   float64 // probability that a wrong answer is in a box
	Verbosity    float64 // median token_ratio on a question of length 0
	Degenerate   float64 // probability of a repeated pattern in completions that are not cut off
	BPT          float64 // median completion_bpt of a correct answer, in bits per token
	Doubt        float64 // factor on the bits of a wrong answer; 1 if they equal those of a correct one
	Persuasion   float64 // shift in logits of the verifier's verdict towards correct
	OffTask      float64 // probability that the verifier finds an attempt off-task
	Surprise     float64 // factor on prompt_bpt
	Brittleness  float64 // logits of ability lost per bit per token of strangeness above the mean
}

// A MimicQuestion holds the properties of a question, which are the same for all mimics.
type MimicQuestion struct {
	Name        string
	Difficulty  float64 // logit
	Length      float64 // shift of ln(token_ratio)
	Strangeness float64 // prompt_bpt of a model with surprise 1, in bits per token, > 0
}

// Constants of the distributions; see Mimics.
const (
	lengthSpread = 0.5  // standard deviation of ln(token_ratio)
	bptSpread    = 0.35 // standard deviation of ln(completion_bpt)
	acuity       = 2    // logits by which the verifier separates correct and wrong attempts, in each direction
)

// length returns the distribution of token_ratio before completions are cut off at 1.
func (m *Mimics) length(model, question int) distuv.LogNormal {
	return distuv.LogNormal{Mu: math.Log(m.Models[model].Verbosity) + m.Questions[question].Length, Sigma: lengthSpread}
}

// confidence returns the distribution of completion_bpt.
func (m *Mimics) confidence(model int, correct bool) distuv.LogNormal {
	median := m.Models[model].BPT
	if !correct {
		median *= m.Models[model].Doubt
	}
	return distuv.LogNormal{Mu: math.Log(median), Sigma: bptSpread}
}

// boxed returns the probability of a box.
func (m *Mimics) boxed(model int, correct bool) float64 {
	if correct {
		return m.Models[model].BoxedCorrect
	}
	return m.Models[model].BoxedWrong
}

// prompt returns the prompt_bpt of all attempts of a model at a question.
func (m *Mimics) prompt(model, question int) float64 {
	return m.Questions[question].Strangeness * m.Models[model].Surprise
}

// correct returns the probabilities of a correct answer, by model and question.
func (m *Mimics) correct() [][]float64 {
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
// and off-task.
func (m *Mimics) verdicts(model int, correct bool) [3]float64 {
	style := &m.Models[model]
	logit := style.Persuasion - acuity
	if correct {
		logit = style.Persuasion + acuity
	}
	onTask := 1 - style.OffTask
	return [3]float64{onTask * logistic(logit), onTask * logistic(-logit), style.OffTask}
}

// opinion sets the verifier's probabilities A, B and C. The verdict has the probability
// sure. In the cycle A, B, C, the next opinion has the share 1 − share of the remaining
// probability, and the one after it has the rest.
func opinion(x *rubric.Signals, verdict int, sure, share float64) {
	rest := 1 - sure
	x[rubric.A+rubric.Signal(verdict)] = sure
	x[rubric.A+rubric.Signal((verdict+1)%3)] = rest * (1 - share)
	x[rubric.A+rubric.Signal((verdict+2)%3)] = rest * share
}

// names returns the names of models and questions.
func (m *Mimics) names() (models, questions []string) {
	for _, model := range m.Models {
		models = append(models, model.Name)
	}
	for _, q := range m.Questions {
		questions = append(questions, q.Name)
	}
	return models, questions
}
