package docs_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
	"settle/metrics"
	"settle/montecarlo"
	"settle/replicate"
	"settle/sim"
	"settle/study/sequential"
	"settle/tables"
)

// looked are boards whose truth is known, of many kinds: coins, or drawn for each
// replicate.
var looked = []struct {
	name   string
	coins  func(t *testing.T) *sim.Coins
	trials int
}{
	{"11 × 30 × 80, `coins:paper`, two equal", func(*testing.T) *sim.Coins { return sim.Paper(1) }, 80},
	{"11 × 30 × 80, shares of `stand-in:aime25`", sharesOf("aime25"), 80},
	{"11 × 30 × 80, posterior of `stand-in:aime25`", nil, 80},
	{"11 × 30 × 80, shares of `stand-in:hmmt25`", sharesOf("hmmt25"), 80},
	{"20 × 30 × 80, `coins:20x30`", func(t *testing.T) *sim.Coins { return random(t, 20, 30) }, 80},
	{"11 × 30 × 80, within ±0.005", nearEqual, 80},
	{"2 × 30 × 80, equal", func(*testing.T) *sim.Coins { return alike(2, 30) }, 80},
	{"6 × 30 × 80, equal", func(*testing.T) *sim.Coins { return alike(6, 30) }, 80},
	{"6 × 30 × 80, equal, right in 1 of 200", func(*testing.T) *sim.Coins { return flat(6, 30, 0.005) }, 80},
	{"12 × 198 × 16, U-shaped", uShaped, 16},
	{"4 × 3 × 80, two equal", few, 80},
	{"2 × 1 × 80, equal", func(*testing.T) *sim.Coins { return flat(2, 1, 0.5) }, 80},
}

// sharesOf are coins with the shares of a stand-in as chances.
func sharesOf(name string) func(t *testing.T) *sim.Coins {
	return func(t *testing.T) *sim.Coins {
		board, err := sim.StandIn(name)
		if err != nil {
			t.Fatal(err)
		}
		c := &sim.Coins{Models: board.Models, Questions: board.Questions}
		tally := board.Tally(board.Trials())
		for model := range board.Models {
			var p []float64
			for _, successes := range tally.Row(model) {
				p = append(p, float64(successes)/float64(board.Trials()))
			}
			c.P = append(c.P, p)
		}
		return c
	}
}

func random(t *testing.T, models, questions int) *sim.Coins {
	c, err := sim.Random(models, questions, sim.DefaultSpread, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// nearEqual are models of one set of questions whose chances differ by up to 0.01.
func nearEqual(*testing.T) *sim.Coins {
	c := alike(11, 30)
	for model := range c.P {
		for q := range c.P[model] {
			c.P[model][q] = 0.01 + 0.98*c.P[model][q] + 0.001*float64(model-5)
		}
	}
	return c
}

// alike are models with the same chances.
func alike(models, questions int) *sim.Coins {
	c := &sim.Coins{Models: make([]string, models), Questions: make([]string, questions)}
	r := rand.New(rng.New(1, "alike", 0))
	var p []float64
	for range questions {
		p = append(p, math.Round(1e6*distuv.Beta{Alpha: 0.5, Beta: 0.5, Src: r}.Rand())/1e6)
	}
	for model := range c.Models {
		c.Models[model] = fmt.Sprint("m", model)
		c.P = append(c.P, slices.Clone(p))
	}
	return c
}

// flat are models with one chance for all questions.
func flat(models, questions int, p float64) *sim.Coins {
	c := alike(models, questions)
	for model := range c.P {
		for q := range c.P[model] {
			c.P[model][q] = p
		}
	}
	return c
}

// uShaped are models of many questions, most of which are nearly always or nearly never
// solved, and each model fails at some more.
func uShaped(*testing.T) *sim.Coins {
	c := alike(12, 198)
	r := rand.New(rng.New(1, "u-shaped", 0))
	for model := range c.P {
		mean := 0.3 + 0.03*float64(model)
		for q := range c.P[model] {
			c.P[model][q] = math.Round(1e6*distuv.Beta{Alpha: mean, Beta: 1 - mean, Src: r}.Rand()) / 1e6
		}
	}
	return c
}

func few(*testing.T) *sim.Coins {
	c := flat(4, 3, 0.5)
	for q := range 3 {
		c.P[2][q], c.P[3][q] = 0.35, 0.8
	}
	return c
}

// tried are the corrections in the order of the columns.
var tried = []sequential.Correction{sequential.None, sequential.Bonferroni, sequential.OBrienFleming,
	sequential.Holm, sequential.Mixture, sequential.Betting}

// looks plays all policies on one of the boards, in batches of 4 trials.
func looks(t *testing.T, board, replicates int) []sequential.Result {
	t.Helper()
	b := looked[board]
	var source replicate.Source
	var gold []int
	if b.coins != nil {
		c := b.coins(t)
		source, gold = c.Source(sequential.MostTrials(b.trials, len(c.Models)), 1), c.Gold()
	} else {
		standIn, err := sim.StandIn("aime25")
		if err != nil {
			t.Fatal(err)
		}
		source = sequential.Posterior(standIn.TallyAll(), metrics.Binary, sequential.MostTrials(b.trials, len(standIn.Models)), 1)
	}
	d := sequential.Design{
		Batch: 4, HalfWidth: 0.025, Confidence: 0.95, Trials: b.trials, Sampled: sequential.Sampled(metrics.Binary),
	}
	rs, err := sequential.Evaluate(t.Context(), source, metrics.Avg(metrics.Binary), gold, d, tried,
		montecarlo.Options{Replicates: replicates})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// cell is what a policy did under a correction: boards with a wrong call, comparisons
// left open, and trials spent.
func cell(r sequential.Result) string {
	return fmt.Sprintf("%s / %s / %s", tables.Float(100*r.WrongBoards.Value, 1),
		tables.Float(100*r.Undecided.Value, 0), tables.Float(100*r.BudgetShare(), 0))
}

const lookedBoards = 2000

// rowsOf are the rows of one board.
func rowsOf(name string, rs []sequential.Result) string {
	var b strings.Builder
	for _, policy := range sequential.Policies() {
		fmt.Fprintf(&b, "| %s | %s |", name, policy)
		for _, c := range tried {
			at := slices.IndexFunc(rs, func(r sequential.Result) bool { return r.Policy.String() == policy && r.Correction == c })
			if at < 0 {
				b.WriteString(" – |")
				continue
			}
			fmt.Fprintf(&b, " %s |", cell(rs[at]))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// The table of sequential.md is what is measured here on 2,000 evaluations of each kind
// of board: with -update it is written, else a tenth of them must agree with it to five
// standard errors, and what the page promises is asked of its rows: no correction
// exceeds its level by more than three standard errors, and on a board like AIME'25 at
// most 63 % of neighbours are left, the leader is found in at least 85 % of evaluations,
// and with at most 70 % of the trials.
func TestSequentialCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of evaluations")
	}
	rows := measuredRows(t, "sequential.md", "looks", func() string {
		var b strings.Builder
		b.WriteString("| models × questions × trials | policy |")
		for _, c := range tried {
			fmt.Fprintf(&b, " %v |", c)
		}
		b.WriteString("\n|:--|:--|" + strings.Repeat("--:|", len(tried)) + "\n")
		for i, board := range looked {
			b.WriteString(rowsOf(board.name, looks(t, i, lookedBoards)))
		}
		return strings.TrimSuffix(b.String(), "\n")
	})
	if *update {
		return
	}
	if want := len(looked) * len(sequential.Policies()); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	const fewer = lookedBoards / 10
	for i, board := range looked {
		for _, r := range looks(t, i, fewer) {
			row := rows[i*len(sequential.Policies())+int(r.Policy)]
			name := fmt.Sprintf("%s, %v, %v", board.name, r.Policy, r.Correction)
			if row[0] != board.name || row[1] != r.Policy.String() {
				t.Fatalf("row %v, want %s", row, name)
			}
			var page [3]float64
			for j, part := range strings.Split(row[2+slices.Index(tried, r.Correction)], " / ") {
				page[j] = number(t, part) / 100
			}
			agrees := func(what string, got, page, se, rounding float64) {
				if math.Abs(got-page) > 5*se+rounding {
					t.Errorf("%s: %.3f %s, the page says %.3f", name, got, what, page)
				}
			}
			wrong, open, spent := page[0], page[1], page[2]
			agrees("wrong", r.WrongBoards.Value, wrong, math.Sqrt((wrong*(1-wrong)+0.002)/fewer), 0.001)
			agrees("undecided", r.Undecided.Value, open, r.Undecided.SE+math.Sqrt(0.002/fewer), 0.005)
			agrees("spent", r.BudgetShare(), spent, (r.Trials.SE)/float64(r.Budget)+math.Sqrt(0.0005/fewer), 0.005)
			if limit := 0.05 + 3*math.Sqrt(0.05*0.95/lookedBoards); r.Correction != sequential.None && wrong > limit {
				t.Errorf("%s: %.3f of the boards are wrong", name, wrong)
			}
			likeAIME := strings.Contains(board.name, "shares of `stand-in:aime25`") && r.Correction == r.Policy.Valid()
			switch {
			case !likeAIME:
			case r.Policy == sequential.All && open > 0.63:
				t.Errorf("%s: %.2f undecided", name, open)
			case r.Policy == sequential.TopTwo && (open > 0.15 || spent > 0.7):
				t.Errorf("%s: %.2f undecided, %.2f spent", name, open, spent)
			}
		}
	}
}
