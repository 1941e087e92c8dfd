package arena

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"settle/internal/rng"
	"settle/metrics"
	_ "settle/metrics/rankers" // registers its methods by name
	"settle/rubric"
	"settle/sim"
	"settle/study/bakeoff"
	"settle/study/posterior"
)

// A Family says how models with known outcome probabilities are drawn, and which of their
// attempts are made.
type Family struct {
	Name  string // short, for a column head
	About string // description for readers

	// Models says where the models come from. "coins:NAME" stands for coins from package sim
	// with a new seed for each draw. "mimics:NAME SCHEMA" stands for models with graded
	// outcomes. "stand-in:NAME" stands for probabilities that are drawn from the posterior
	// given the results of a stand-in.
	Models  string
	Missing sim.Missing
}

// kinds lists the families without missing attempts. If kinds[i].gaps is true, there is also one
// family for each pattern of missing attempts gaps[j].
var kinds = []struct {
	Family
	gaps bool
}{
	{Family{Name: "paper", Models: "coins:paper", About: "the paper's coins: 11 models × 30 questions"}, true},
	{Family{Name: "ability", Models: "coins:15x60,ability",
		About: "15 models × 60 questions: abilities, shared difficulties, and model-question interactions"}, true},
	{Family{Name: "u-shaped", Models: "coins:11x200,u-shaped,spread=1", About: "11 models × 200 questions that each model nearly always or nearly never solves"}, true},
	{Family{Name: "near", Models: "coins:20x100,near-equal", About: "20 nearly equal models × 100 questions"}, true},
	{Family{Name: "mimics", Models: "mimics:fig7 format-aware", About: "graded: 11 mimics × 30 questions under the schema format-aware"}, true},
	{Family{Name: "aime24", Models: "stand-in:aime24", About: "posterior draws of the AIME'24 stand-in: 11 models × 30 questions"}, false},
	{Family{Name: "aime25", Models: "stand-in:aime25", About: "the same for the AIME'25 stand-in"}, false},
	{Family{Name: "hmmt25", Models: "stand-in:hmmt25", About: "the same for the HMMT'25 stand-in"}, false},
	{Family{Name: "brumo25", Models: "stand-in:brumo25", About: "the same for the BrUMO'25 stand-in"}, false},
}

// gaps lists the patterns of missing attempts.
var gaps = []struct {
	suffix, about string
	missing       sim.Missing
}{
	{"−", "a fifth of the attempts missing at random", sim.Missing{Drop: 0.2}},
	{"≠", "a random number of attempts, 0 to N, of each model at each question", sim.Missing{Most: mostTrials}},
}

// Families returns all families. Those without missing attempts come first.
func Families() (all []Family) {
	for _, kind := range kinds {
		all = append(all, kind.Family)
	}
	for _, gap := range gaps {
		for _, kind := range kinds {
			if kind.gaps {
				f := kind.Family
				f.Name, f.Missing = f.Name+gap.suffix, gap.missing
				f.About = kind.Name + " with " + gap.about
				all = append(all, f)
			}
		}
	}
	return all
}

// Trials returns the numbers of trials per question at which methods are compared on a family.
func Trials() []int { return []int{1, 4, 16, mostTrials} }

const mostTrials = 64

// Complete reports whether the family has no missing attempts.
func (f Family) Complete() bool { return !f.Missing.Any() }

// opener returns a function that creates the models of the family for the draw with a given index.
// The function is safe for concurrent use.
func (f Family) opener(seed uint64) func(draw int) (*bakeoff.Field, error) {
	kind, name, _ := strings.Cut(f.Models, ":")
	var open func(draw int) (*bakeoff.Field, error)
	switch kind {
	case "coins":
		open = func(draw int) (*bakeoff.Field, error) { return coins(name, seed+uint64(draw)) }
	case "mimics":
		same, err := mimics(name, seed) // the same in every draw
		open = func(int) (*bakeoff.Field, error) { field := same; return &field, err }
	case "stand-in":
		open = standIn(name, seed)
	}
	return func(draw int) (*bakeoff.Field, error) {
		field, err := open(draw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		// If attempts are missing, hardly any question is common to all models.
		field.Name, field.Missing, field.OwnQuestions = f.Name, f.Missing, true
		return field, nil
	}
}

func coins(name string, seed uint64) (*bakeoff.Field, error) {
	c, ok, err := sim.Named(name, seed)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("unknown coins %s", name)
	}
	return bakeoff.OfCoins(c), nil
}

func mimics(name string, seed uint64) (field bakeoff.Field, err error) {
	of, schema, _ := strings.Cut(name, " ")
	m, ok, err := sim.NamedMimics(of, seed)
	if err != nil {
		return field, err
	}
	if !ok {
		return field, fmt.Errorf("unknown mimics %s", of)
	}
	s, err := rubric.Named(schema)
	if err != nil {
		return field, err
	}
	thresholds := m.Thresholds()
	names := make([]string, len(m.Models))
	for i, model := range m.Models {
		names[i] = model.Name
	}
	return *bakeoff.OfChances(names, m.Chances(s, &thresholds), s.Weights()), nil
}

// standIn returns a function that draws models whose results resemble a stand-in, a constructed
// board. It draws their outcome probabilities from the posterior given the board's results.
func standIn(name string, seed uint64) func(draw int) (*bakeoff.Field, error) {
	board, err := sim.StandIn(name)
	if err != nil {
		return func(int) (*bakeoff.Field, error) { return nil, err }
	}
	tally := board.TallyAll()
	fitted := posterior.NewChances(metrics.Binary.Floats(), tally, nil)
	return func(draw int) (*bakeoff.Field, error) {
		stream := rng.New(seed, "chances of a stand-in", draw)
		source, drawer := rand.New(stream), fitted.Drawer()
		chances := make([][][]float64, len(board.Models))
		for model := range chances {
			drawer.Begin(model, source.Float64(), stream)
			chances[model] = make([][]float64, len(board.Questions))
			for q := range chances[model] {
				chances[model][q] = make([]float64, 2)
				drawer.Question(q, chances[model][q])
			}
		}
		return bakeoff.OfChances(board.Models, chances, metrics.Binary), nil
	}
}

// CompleteFamilies returns the number of families without missing attempts.
func CompleteFamilies() int { return len(kinds) }

// These are the settings of the standing league, the published comparison of all methods. Draws is
// the number of draws of each family's models, and Boards the number of boards of each draw.
// GreedyBoards is the number of boards of each draw for greedy runs, which take little time.
const (
	Draws        = 40
	Boards       = 1
	GreedyBoards = 20
)

// Methods returns the names of the methods in the standing league, the published comparison of all
// methods. The first one is the reference. They are all methods that rank whole boards, and the
// main estimators.
func Methods() []string {
	return []string{
		"avg", "bayes",
		"bt", "rao-kupper", "irt-2pl", "borda", "copeland", "win-rate", "schulze", "minimax", "kemeny",
		"majority-judgment", "inverse-difficulty", "elo", "elo-mean:5", "glicko", "trueskill",
		"pass@4", "pass^4", "gpass@4:0.5", "mgpass@4", "geom@4", "geomds@4", "geospectrum@4", "moment@4:2", "tail@4:3",
	}
}
