package schemata

import (
	"cmp"
	"fmt"
	"slices"

	"settle/experiments/checks"
	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/results"
	"settle/rubric"
	"settle/rubric/signals"
	"settle/sim"
)

// The size of the simulated attempts. They are the default, because the paper does not
// publish the signals (measured properties) of its models' attempts.
const (
	mimicsName      = "fig7"
	mimicsTrials    = paper.Trials
	mimicsQuestions = paper.Questions // questions of each of the four tasks, as many as in the benchmarks
)

// attempts holds attempts with their signals, which are the measured properties by
// which schemata sort attempts into categories. Each task has its own thresholds.
type attempts struct {
	tasks []signals.Ruled

	// mimics holds the simulated models at each task; truth holds their thresholds without
	// the noise of trials. exact holds the probabilities of categories under the paper's
	// schemata, by name of the schema. All three are nil for the user's attempts.
	mimics []*sim.Mimics
	truth  []rubric.Thresholds
	exact  map[string][]taskChances
}

// taskChances holds the exact probabilities of the categories at one task, by model,
// question and category.
type taskChances = [][][]float64

// attemptsOf returns the user's attempts. If there are none, it returns simulated
// attempts.
func attemptsOf(o paper.Options) *attempts {
	if o.Signals != nil {
		return &attempts{tasks: signals.Rule(o.Signals...)}
	}
	return paper.Once(o.Cache, "attempts of mimics", func() *attempts { return mimickedAttempts(o.Seed) })
}

// mimickedAttempts draws attempts by mimics, which are simulated models, at four tasks.
func mimickedAttempts(seed uint64) *attempts {
	m, _, err := sim.NamedMimics(mimicsName, seed)
	paper.StopOn(err)
	kinds := sim.MimicTasks()
	a := &attempts{mimics: paper.Must(m.OnTasks(kinds, mimicsQuestions, seed)), exact: map[string][]taskChances{}}
	for i, mimics := range a.mimics {
		drawn := paper.Must(mimics.Attempts(mimicsTrials, seed, i))
		drawn.Task = kinds[i].Name
		a.tasks = append(a.tasks, signals.Rule(drawn)...)
		a.truth = append(a.truth, mimics.Thresholds())
	}
	for _, s := range rubric.Paper() {
		a.exact[s.Name()] = a.allChances(s)
	}
	return a
}

// Reasons why checks on attempts by mimics (simulated models) are not tests.
var (
	styledMimics = checks.Fitted.Because(
		"the mimics' styles were made up so that the mimics show this statement of the paper")
	otherMimics = checks.Data.Because(
		"the paper publishes no signals of its models, and the mimics were not made to show this statement")
)

// ground returns the kind of a check on these attempts, with a reason. The user's
// attempts make it a test. For attempts by mimics (simulated models), ground returns
// ofMimics.
func (a *attempts) ground(ofMimics checks.Ground) checks.Ground {
	if a.mimics != nil {
		return ofMimics
	}
	return checks.Test.Because("the signals are the user's, and could contradict the published number or statement")
}

// note returns a note for readers on where the attempts come from.
func (a *attempts) note() string {
	note := a.shape() + "." +
		wording.If(len(a.tasks) > 1, " Every task has its own thresholds, and categories are pooled over tasks.")
	if a.mimics == nil {
		return note + " Signals as given by the user."
	}
	return note + " Simulated: all signals come from LLM mimics with made-up styles at made-up tasks. Nothing was measured, " +
		"and no mimic stands for a model of the paper."
}

// shape describes the size of the attempts in words: tasks, models, questions and
// trials.
func (a *attempts) shape() string {
	least, most, questions := a.tasks[0].Trials, 0, 0
	for _, t := range a.tasks {
		least, most = min(least, t.Trials), max(most, t.Trials)
		questions += len(t.Questions)
	}
	size := tables.SizeBetween(len(a.tasks[0].Models), questions, least, most)
	return size + wording.If(len(a.tasks) > 1, fmt.Sprintf(" of %d tasks", len(a.tasks)))
}

// total returns the number of attempts by all models at all tasks.
func (a *attempts) total() int {
	return lists.Sum(a.tasks, func(t signals.Ruled) int { return len(t.Cells) })
}

// counts returns the number of attempts in each category of a schema, over all models.
func (a *attempts) counts(s *rubric.Schema) []int {
	counts := make([]int, s.Weights().Len())
	for _, t := range a.tasks {
		for i := range t.Cells {
			counts[s.Category(&t.Cells[i], &t.By)]++
		}
	}
	return counts
}

// allChances returns, for each task, the exact probabilities with which attempts by
// mimics (simulated models) fall into the categories of a schema.
func (a *attempts) allChances(s *rubric.Schema) (all []taskChances) {
	for i, m := range a.mimics {
		all = append(all, m.Chances(s, &a.truth[i]))
	}
	return all
}

// chances returns the exact probabilities of the categories of a schema, averaged over
// all mimics (simulated models) and over the questions of all tasks.
func (a *attempts) chances(s *rubric.Schema) []float64 {
	all := a.exact[s.Name()]
	if all == nil {
		all = a.allChances(s)
	}
	means := make([]float64, s.Weights().Len())
	cells := float64(a.total()) / mimicsTrials
	for _, task := range all {
		for _, questions := range task {
			for _, chances := range questions {
				for category, chance := range chances {
					means[category] += chance / cells
				}
			}
		}
	}
	return means
}

// trueMeans returns the true scores of the mimics (simulated models), indexed by schema
// and then by model. A score is the mean over all tasks, which have equally many
// questions.
func (a *attempts) trueMeans() [][]float64 {
	var all [][]float64
	for _, s := range rubric.Paper() {
		means := make([]float64, len(a.tasks[0].Models))
		for _, task := range a.exact[s.Name()] {
			for model, mean := range sim.MeansOf(task, s.Weights()) {
				means[model] += mean / float64(len(a.mimics))
			}
		}
		all = append(all, means)
	}
	return all
}

// taskName returns the name of a task as tables show it.
func taskName(t signals.Ruled) string {
	return cmp.Or(t.Task, results.AllTasks)
}

// sharesPrompts reports whether all trials of a model on the same question use the same
// prompt.
func (a *attempts) sharesPrompts() bool {
	for _, t := range a.tasks {
		for row := range slices.Chunk(t.Cells, t.Trials) {
			other := func(x rubric.Signals) bool { return x[rubric.PromptBPT] != row[0][rubric.PromptBPT] }
			if slices.ContainsFunc(row, other) {
				return false
			}
		}
	}
	return true
}
