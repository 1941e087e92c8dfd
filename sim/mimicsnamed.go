package sim

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/results"
)

// Mimics have 30 questions, as in the paper, unless their name sets another number.
// With the two limits, computing the probabilities of all categories takes only
// seconds.
const (
	mimicQuestions = 30
	maxMimics      = 1000
	maxMimicCells  = 30_000
)

// fig7 is a file of invented styles, with which the paper's statements about Fig. 7
// hold. The leader is first under each of the twelve schemata, and the last five models
// keep their places. In the middle, each schema orders the models by the signals that
// it rewards. The mimics share only their names with the paper's models.
//
//go:embed fig7.csv
var fig7 string

// NamedMimics returns the mimics with the given name. "fig7" means eleven models on 30 questions.
// "LxM" or "LxM:SPREAD" means L models with random styles on M questions. Their abilities are
// evenly spaced, with a distance of SPREAD logits between the worst and the best, 2.2 by default.
// L·M is at most 30,000. The seed determines the questions and the random styles. ok is false for
// any other name.
func NamedMimics(name string, seed uint64) (m *Mimics, ok bool, err error) {
	if name == "fig7" {
		m, err = ReadMimics(strings.NewReader(fig7), "fig7.csv", seed)
		return m, true, err
	}
	models, questions, spread, ok := parseSize(name)
	if !ok {
		return nil, false, nil
	}
	m, err = randomMimics(models, questions, spread, seed)
	return m, true, err
}

// OnQuestions returns the same models on n questions that are drawn with the seed. With the same
// seed and a larger n, the first questions stay the same, except for their names. The number of
// models times n must be at most 30,000.
func (m *Mimics) OnQuestions(n int, seed uint64) (*Mimics, error) {
	if err := checkMimics(len(m.Models), n); err != nil {
		return nil, err
	}
	return &Mimics{Models: m.Models, Questions: drawQuestions(n, seed)}, nil
}

// checkMimics returns an error if the number of models or questions is out of range.
func checkMimics(models, questions int) error {
	switch {
	case models < 1 || questions < 1:
		return fmt.Errorf("mimics require at least one model and one question, not %d and %d", models, questions)
	case models > maxMimicCells/questions || models > maxMimics:
		return fmt.Errorf("%d models × %d questions exceed the limit of %d models or of %d pairs of a model and a question", models, questions, maxMimics, maxMimicCells)
	}
	return nil
}

func randomMimics(models, questions int, spread float64, seed uint64) (*Mimics, error) {
	if err := checkMimics(models, questions); err != nil {
		return nil, err
	}
	if err := checkSpread(spread); err != nil {
		return nil, err
	}
	m := &Mimics{Questions: drawQuestions(questions, seed)}
	for i, name := range results.Numbered("LLM", models) {
		m.Models = append(m.Models, drawStyle(rng.New(seed, "random mimics", i), name, abilityOf(i, models, spread)))
	}
	return m, nil
}

// drawStyle draws a random style with the given ability. The ranges of the random values ensure
// that each schema prefers some models and that most attempts are valid.
func drawStyle(stream *rng.Stream, name string, ability float64) Mimic {
	between := func(low, high float64) float64 { return low + float64((high-low)*stream.Float64()) }
	boxed := between(0.5, 1)
	return Mimic{
		Name: name, Ability: ability,
		BoxedCorrect: boxed,
		BoxedWrong:   boxed * between(0.7, 1),
		Verbosity:    between(0.08, 0.3),
		Degenerate:   between(0, 0.04),
		BPT:          between(0.3, 0.6),
		Doubt:        between(1, 2),
		Persuasion:   between(-1, 1),
		OffTask:      between(0, 0.04),
		Surprise:     between(0.85, 1.15),
		Brittleness:  between(0, 1),
	}
}

// drawQuestions draws n questions from the seed. Harder questions tend to have longer
// answers.
func drawQuestions(n int, seed uint64) []MimicQuestion {
	questions := make([]MimicQuestion, n)
	stream := rng.New(seed, "questions of mimics", 0)
	strangeness := distuv.LogNormal{Mu: math.Ln2, Sigma: 0.25}
	for i, name := range results.Numbered("question", n) {
		stream.Seek(i)
		difficulty := normalNumber(stream)
		questions[i] = MimicQuestion{
			Name:        name,
			Difficulty:  millionth(1.2 * difficulty),
			Length:      millionth(float64(0.2*difficulty) + float64(0.2*normalNumber(stream))),
			Strangeness: millionth(strangeness.Quantile(uniformNumber(stream))),
		}
	}
	return questions
}
