package arena

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"settle/internal/rng"
	"settle/metrics"
	_ "settle/metrics/rankers" // its methods, by name
	"settle/rubric"
	"settle/sim"
	"settle/study/bakeoff"
	"settle/study/posterior"
)

// Family is a way to draw models whose chances are known, and which of their attempts are
// made.
type Family struct {
	Name  string // short, for the head of a column
	About string // what it is, for a reader

	// Models are "coins:NAME" as package sim has them, drawn anew from the seed of each
	// draw; "mimics:NAME SCHEMA", whose outcomes are graded; or "stand-in:NAME", whose
	// chances are drawn from what its results leave open.
	Models  string
	Missing sim.Missing
}

// kinds are the families with all attempts made. Of those with gaps there is one for
// each way in which attempts go missing, too.
var kinds = []struct {
	Family
	gaps bool
}{
	{Family{Name: "paper", Models: "coins:paper", About: "the paper's coins: 11 models × 30 questions"}, true},
	{Family{Name: "ability", Models: "coins:15x60,ability",
		About: "15 models × 60 questions: abilities, difficulties that models share, and what is of a model and a question"}, true},
	{Family{Name: "u-shaped", Models: "coins:11x200,u-shaped,spread=1", About: "11 models × 200 questions that each model nearly always or nearly never solves"}, true},
	{Family{Name: "near", Models: "coins:20x100,near-equal", About: "20 models that are nearly equal × 100 questions"}, true},
	{Family{Name: "mimics", Models: "mimics:fig7 format-aware", About: "graded: 11 mimics × 30 questions under the schema format-aware"}, true},
	{Family{Name: "aime24", Models: "stand-in:aime24", About: "chances that the stand-in of AIME'24 leaves open: 11 models × 30 questions"}, false},
	{Family{Name: "aime25", Models: "stand-in:aime25", About: "likewise, of AIME'25"}, false},
	{Family{Name: "hmmt25", Models: "stand-in:hmmt25", About: "likewise, of HMMT'25"}, false},
	{Family{Name: "brumo25", Models: "stand-in:brumo25", About: "likewise, of BrUMO'25"}, false},
}

// gaps are the ways in which attempts go missing.
var gaps = []struct {
	suffix, about string
	missing       sim.Missing
}{
	{"−", "a fifth of the attempts missing at random", sim.Missing{Drop: 0.2}},
	{"≠", "0 to N attempts of each question, drawn for each model", sim.Missing{Most: mostTrials}},
}

// Families are all of them, those with all attempts made first.
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

// Trials are the numbers of trials that families compete with.
func Trials() []int { return []int{1, 4, 16, mostTrials} }

const mostTrials = 64

// Complete tells whether all attempts are made.
func (f Family) Complete() bool { return !f.Missing.Any() }

// opener returns what makes the field of a draw, for several goroutines at once.
func (f Family) opener(seed uint64) func(draw int) (*bakeoff.Field, error) {
	kind, name, _ := strings.Cut(f.Models, ":")
	var open func(draw int) (*bakeoff.Field, error)
	switch kind {
	case "coins":
		open = func(draw int) (*bakeoff.Field, error) { return coins(name, seed+uint64(draw)) }
	case "mimics":
		same, err := mimics(name, seed) // in every draw
		open = func(int) (*bakeoff.Field, error) { field := same; return &field, err }
	case "stand-in":
		open = standIn(name, seed)
	}
	return func(draw int) (*bakeoff.Field, error) {
		field, err := open(draw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		// By common questions alone, metrics would have hardly any where attempts are missing.
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
		return nil, fmt.Errorf("there are no coins %s", name)
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
		return field, fmt.Errorf("there are no mimics %s", of)
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

// standIn draws the chances of each draw from what the results leave open of them.
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

// CompleteFamilies is the number of families of which all attempts are made.
func CompleteFamilies() int { return len(kinds) }

// The standing league draws the models of each family so often, and so many boards of
// each draw; greedy runs, which cost little, on more.
const (
	Draws        = 40
	Boards       = 1
	GreedyBoards = 20
)

// Methods are those of the standing league, the reference first: all that rank whole
// boards, and the estimators.
func Methods() []string {
	return []string{
		"avg", "bayes",
		"bt", "rao-kupper", "irt-2pl", "borda", "copeland", "win-rate", "schulze", "minimax", "kemeny",
		"majority-judgment", "inverse-difficulty", "elo", "elo-mean:5", "glicko", "trueskill",
		"pass@4", "pass^4", "gpass@4:0.5", "mgpass@4", "geom@4", "geomds@4", "geospectrum@4", "moment@4:2", "tail@4:3",
	}
}
