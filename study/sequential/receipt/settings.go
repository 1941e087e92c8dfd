package receipt

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
	"settle/study/posterior"
	"settle/study/sequential"
)

// Settings holds everything that a plan fixes before its first look.
type Settings struct {
	Policy     string    `json:"policy"`
	Correction string    `json:"correction"`
	Confidence float64   `json:"confidence"`
	MaxTrials  int       `json:"max_trials"`
	Batch      int       `json:"batch"`
	HalfWidth  float64   `json:"half_width"`
	Budget     int       `json:"budget"` // attempts before the next look, 0 for no limit
	Meant      int       `json:"meant"`  // see sequential.Design
	Metric     string    `json:"metric"`
	Weights    string    `json:"weights"`
	Missing    string    `json:"missing"` // how failed attempts count
	Seed       uint64    `json:"seed"`
	Critical   Critical  `json:"critical"`
	Costs      []float64 `json:"cost"` // cost of one trial by model; empty if all cost the same
	Models     []string  `json:"models"`
	Questions  []string  `json:"questions"`

	// First holds, for each model, the trials per question that the first look sees. An
	// element is one number or, if questions differ, a list: "4x10,3x20" stands for 10
	// questions with 4 trials, followed by 20 with 3.
	First []string `json:"first"`
}

// A Critical holds the name of the method that computes the critical |z|, and the number of draws
// that the method makes. Pairs that are unlikely to reach the critical |z| get no more trials.
type Critical struct {
	Method string `json:"method"`
	Draws  int    `json:"draws"`
}

// These constants limit the size of plans, because plans can come from untrusted data.
const (
	mostDraws = 1 << 20
	mostCells = 1 << 26 // models times questions
)

// NewSettings returns the settings of a plan with the given step, metric, weights and other
// choices. draws is the number of draws for the critical value. The method For sets the models
// and questions later.
func NewSettings(s sequential.Step, metric string, w metrics.Weights, missing results.Missing, seed uint64, draws int) Settings {
	return Settings{
		Policy: s.Policy.String(), Correction: s.Correction.String(), Confidence: s.Confidence, MaxTrials: s.MaxTrials,
		Batch: s.Batch, HalfWidth: s.HalfWidth, Budget: s.Budget, Meant: s.Meant, Metric: metric, Weights: w.String(),
		Missing: missing.String(), Seed: seed, Critical: Critical{posterior.RomanoWolf.String(), draws},
		Costs: append([]float64{}, s.Costs...),
	}
}

// For returns a copy of the settings for the given models and questions. The numbers of trials
// that the first look sees are in first, by model, then question.
func (s Settings) For(models, questions []string, first []int) Settings {
	s.Models, s.Questions, s.First = models, questions, make([]string, len(models))
	for model := range models {
		s.First[model] = encode(first[model*len(questions) : (model+1)*len(questions)])
	}
	return s
}

// check returns an error if a setting is invalid or if settings contradict each other.
func (s *Settings) check() error {
	step, err := s.Step()
	if err == nil {
		err = step.Check()
	}
	if err == nil {
		_, _, err = s.metric()
	}
	if err == nil {
		_, err = results.ParseMissing(s.Missing)
	}
	switch {
	case err != nil:
		return err
	case s.Critical.Method != posterior.RomanoWolf.String() || s.Critical.Draws < 1 || s.Critical.Draws > mostDraws:
		return fmt.Errorf("unknown critical value: method %s with %d draws", quoted.Text(s.Critical.Method), s.Critical.Draws)
	case len(s.First) != len(s.Models):
		return fmt.Errorf("the numbers of trials before the first look are given for %d models, not %d", len(s.First), len(s.Models))
	case len(s.Models) < 2 && step.Policy != sequential.HalfWidth:
		return fmt.Errorf("policy %v requires at least two models", step.Policy)
	}
	if err := CheckNames(s.Models, s.Questions); err != nil {
		return err
	}
	for _, list := range s.First {
		if _, err := decode(list, len(s.Questions)); err != nil {
			return err
		}
	}
	return nil
}

// CheckNames returns an error if a list of names is empty, if a name is empty or repeated, or if
// there are too many pairs of a model and a question.
func CheckNames(models, questions []string) error {
	if err := cmp.Or(checkNames("model", models), checkNames("question", questions)); err != nil {
		return err
	}
	if len(models) > mostCells/len(questions) {
		return fmt.Errorf("%d models at %d questions exceed the limit of %d model-question pairs", len(models), len(questions), mostCells)
	}
	return nil
}

// checkNames returns an error if there is no name, or if a name is empty or repeated. kind is the
// word for a name in messages.
func checkNames(kind string, names []string) error {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if name == "" || seen[name] {
			return fmt.Errorf("the %s name %s is empty or repeated", kind, quoted.Text(name))
		}
		seen[name] = true
	}
	if len(names) == 0 {
		return fmt.Errorf("a plan requires at least one %s", kind)
	}
	return nil
}

// Step returns the settings in the form of a step of the evaluation, without any decided pairs.
// It fails if a setting is unknown or out of range.
func (s *Settings) Step() (step sequential.Step, err error) {
	if step.Policy, err = sequential.ParsePolicy(s.Policy); err != nil {
		return step, err
	}
	if step.Correction, err = sequential.ParseCorrection(s.Correction); err != nil {
		return step, err
	}
	if step.Correction == sequential.Recommended || !step.Correction.Suits(step.Policy) {
		return step, fmt.Errorf("correction %v cannot be used with policy %v", step.Correction, step.Policy)
	}
	step.Confidence, step.MaxTrials, step.Batch, step.Budget = s.Confidence, s.MaxTrials, s.Batch, s.Budget
	step.HalfWidth, step.Meant = s.HalfWidth, s.Meant
	if len(s.Costs) > 0 {
		step.Costs = s.Costs
	}
	if s.Meant < 1 || s.Meant > results.MaxTrials {
		return step, fmt.Errorf("the field meant must be a number of trials from 1 to %d, not %d", results.MaxTrials, s.Meant)
	}
	return step, nil
}

// metric returns the metric of the plan. sampled is the metric that step-down corrections compare
// in its place; see sequential.Compared.
func (s *Settings) metric() (m, sampled metrics.Estimator, err error) {
	w, err := metrics.ParseWeights(s.Weights)
	if err != nil {
		return nil, nil, err
	}
	if strings.HasPrefix(s.Metric, "exec:") || strings.Contains(s.Metric, ",") {
		return nil, nil, fmt.Errorf("a plan cannot use the metric %s", quoted.Text(s.Metric))
	}
	return sequential.Compared(s.Metric, metrics.Options{Weights: w})
}

// topCategory returns the highest category that has a weight.
func (s *Settings) topCategory() int { return strings.Count(s.Weights, ",") }

// places returns a map from the name of each model to its index.
func (s *Settings) places() map[string]int {
	at := make(map[string]int, len(s.Models))
	for model, name := range s.Models {
		at[name] = model
	}
	return at
}

// Changed returns the JSON name of the first setting that differs in other, and its value in s.
// It returns "" if none differs. It ignores the names of models and questions, the first trials,
// costs if other has none, and settings that no flag sets.
func (s *Settings) Changed(other Settings) (name string, value any) {
	if len(other.Costs) > 0 && !slices.Equal(s.Costs, other.Costs) {
		return "cost", s.Costs
	}
	other.Meant, other.Critical = s.Meant, s.Critical
	here, there := reflect.ValueOf(*s), reflect.ValueOf(other)
	for i := range here.NumField() {
		if value := here.Field(i); value.Comparable() && !value.Equal(there.Field(i)) {
			return here.Type().Field(i).Tag.Get("json"), value.Interface()
		}
	}
	return "", nil
}

// encode returns the text form of the numbers of trials of all questions, as used in
// Settings.First.
func encode(trials []int) string {
	var parts []string
	for from := 0; from < len(trials); {
		to := from
		for to < len(trials) && trials[to] == trials[from] {
			to++
		}
		if to-from == len(trials) {
			return strconv.Itoa(trials[0])
		}
		parts = append(parts, fmt.Sprintf("%dx%d", trials[from], to-from))
		from = to
	}
	return strings.Join(parts, ",")
}

// A stretch is a run of consecutive questions of which a model has the same number of trials.
type stretch struct{ trials, questions int }

// decode parses a text that encode returned, for the given number of questions. The length of the
// text limits the memory that decode uses.
func decode(text string, questions int) (list []stretch, err error) {
	sum := 0
	for part := range strings.SplitSeq(text, ",") {
		s := stretch{questions: questions}
		trials, times, several := strings.Cut(part, "x")
		if s.trials, err = strconv.Atoi(trials); err == nil && several {
			s.questions, err = strconv.Atoi(times)
		}
		if err != nil || s.trials < 0 || s.trials > results.MaxTrials || s.questions < 1 || s.questions > questions {
			return nil, fmt.Errorf("invalid first trials %s", quoted.Text(text))
		}
		list, sum = append(list, s), sum+s.questions
	}
	if sum != questions {
		return nil, errors.New("the numbers of trials before the first look do not cover each question exactly once")
	}
	return list, nil
}

// firstTrials returns the numbers of trials that the first look sees, by model, then question.
func (s *Settings) firstTrials() (counts []int) {
	for _, list := range s.First {
		stretches, _ := decode(list, len(s.Questions)) // already checked
		for _, part := range stretches {
			counts = append(counts, slices.Repeat([]int{part.trials}, part.questions)...)
		}
	}
	return counts
}
