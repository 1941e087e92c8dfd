package figures

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// saturating is a curve of the shape that all metrics of the paper have:
// 1 − a·exp(−b·n) from n = k to 80.
func saturating(name, group string, a, b float64, k int) Line {
	l := Line{Name: name, Group: group}
	for n := k; n <= 80; n++ {
		l.X = append(l.X, float64(n))
		l.Y = append(l.Y, 1-a*math.Exp(-b*float64(n)))
		l.SE = append(l.SE, 0.004)
	}
	return l
}

// thirteen are as many lines as Fig. 2 has, under the same names.
func thirteen(shift float64) []Line {
	lines := []Line{saturating("bayes", "bayes", 0.42, 0.055, 1)}
	for i, family := range []string{"pass@%d", "pass-naive@%d", "gpass@%d:0.5", "mgpass@%d"} {
		for j, k := range []int{2, 4, 8} {
			a := 0.35 + 0.05*float64(j) + 0.03*float64(i) + shift
			b := 0.05 - 0.008*float64(j) - 0.004*float64(i)
			lines = append(lines, saturating(fmt.Sprintf(family, k), family, a, b, k))
		}
	}
	return lines
}

// figure2 has three panels of thirteen lines.
func figure2() *Figure {
	panel := func(title string, shift float64) Panel {
		return Curves{Title: title, XLabel: "n", YLabel: "mean τ", Lines: thirteen(shift), YRange: &[2]float64{0.5, 1}}
	}
	return &Figure{
		Title: "Figure 2", Caption: "stand-in data",
		Panels: []Panel{panel("(a) fresh", 0), panel("(b) columns", 0.03), panel("(c) rows", 0.05)},
	}
}

// board has n models, ranked 1, 2, 2, 3, 4, 4, …
func board(n int) Leaderboard {
	b := Leaderboard{Title: "(a) AIME'25", XLabel: "posterior mean"}
	for i := range n {
		score := 0.9 - 0.8*float64(i)/float64(n)
		b.Entries = append(b.Entries, Entry{
			Model: fmt.Sprintf("organisation/some-model-with-a-long-name-%02d", i+1),
			Rank:  fmt.Sprint(1 + i/3*2 + min(i%3, 1)),
			Score: score, Lo: score - 0.03, Hi: score + 0.02, Observed: math.NaN(),
		})
	}
	return b
}

// straight is a line through the given heights at x = 1, 2, …
func straight(name string, ys ...float64) Line {
	l := Line{Name: name, Y: ys}
	for i := range ys {
		l.X = append(l.X, float64(i+1))
	}
	return l
}

// one is the simplest figure that holds the lines.
func one(lines ...Line) *Figure { return &Figure{Panels: []Panel{Curves{Lines: lines}}} }

func render(t *testing.T, f *Figure, format Format) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// paperModels are models of the paper, and rates about what they score.
var paperModels = []struct {
	name string
	rate float64
}{
	{"Qwen3-30B-A3B-Thinking-2507", 0.84}, {"gpt-oss-20b-high", 0.814}, {"gpt-oss-20b-medium", 0.813},
	{"gpt-oss-20b-low", 0.788}, {"OpenThinker2-32B", 0.775}, {"LIMO-v2", 0.745}, {"EXAONE-4.0-1.2B", 0.716},
	{"OpenThinker3-1.5B", 0.6725}, {"OpenReasoning-Nemotron-1.5B", 0.662},
	{"DeepSeek-R1-Distill-Qwen-1.5B", 0.63}, {"Sky-T1-32B-Flash", 0.597},
}

// climbing are the competition ranks of the first models of the paper by
// binomial counts on 30 questions, over 80 trials; gold is the order of the
// rates. It settles where these ranks do.
func climbing(title string, models int, seed uint64) Trajectories {
	const questions, trials = 30, 80
	r := rand.New(rand.NewPCG(seed, 0))
	tr := Trajectories{Title: title}
	var rates []float64
	for i := range models {
		m := paperModels[i%len(paperModels)]
		if again := i / len(paperModels); again > 0 {
			m.name, m.rate = fmt.Sprintf("%s-v%d", m.name, again+1), m.rate-0.26*float64(again)
		}
		tr.Paths = append(tr.Paths, Path{Model: m.name, Gold: float64(i + 1)})
		rates = append(rates, m.rate)
	}
	counts := make([]int, models)
	for n := 1; n <= trials; n++ {
		tr.N = append(tr.N, n)
		for i := range counts {
			for range questions {
				if r.Float64() < rates[i] {
					counts[i]++
				}
			}
		}
		for i, c := range counts {
			better := 0
			for _, d := range counts {
				if d > c {
					better++
				}
			}
			tr.Paths[i].Ranks = append(tr.Paths[i].Ranks, float64(1+better))
		}
	}
	for i := trials - 1; i >= 0; i-- {
		for _, p := range tr.Paths {
			if p.Ranks[i] != p.Gold {
				return tr
			}
		}
		tr.Settled = tr.N[i]
	}
	return tr
}

// paths is the simplest figure that holds the paths.
func paths(n []int, ps ...Path) *Figure {
	return &Figure{Panels: []Panel{Trajectories{N: n, Paths: ps}}}
}

// swaps has ranks of three models after 2 to 6 trials, in words: a and b tie
// at first, b is then ahead, and from n = 5 on all are where gold has them.
func swaps() Trajectories {
	return Trajectories{
		Title: "(a) settles", N: []int{2, 3, 4, 5, 6}, Settled: 5,
		Paths: []Path{
			{Model: "a", Ranks: []float64{1, 2, 2, 1, 1}, Gold: 1},
			{Model: "b", Ranks: []float64{1, 1, 1, 2, 2}, Gold: 2},
			{Model: "c", Ranks: []float64{3, 3, 3, 3, 3}, Gold: 3},
		},
	}
}

// swapsBack is swaps without its end: it does not settle.
func swapsBack() Trajectories {
	tr := swaps()
	tr.Title, tr.N, tr.Settled = "(b) does not", tr.N[:3], 0
	for i := range tr.Paths {
		tr.Paths[i].Ranks = tr.Paths[i].Ranks[:3]
	}
	return tr
}

// oddPaths are models of odd names, all tied in average ranks.
func oddPaths() Trajectories {
	tr := Trajectories{Title: oddNames[0], XLabel: oddNames[3], N: []int{1, 3}}
	for _, name := range oddNames {
		tr.Paths = append(tr.Paths, Path{Model: name, Ranks: []float64{3.5, 3.5}, Gold: math.NaN()})
	}
	return tr
}

// settling has the shapes that convergence@n has in the paper, for four
// metrics on four tasks: probabilities, and their means as rules. The last
// metric settles nowhere, the third not on the first two tasks.
func settling() *Figure {
	f := &Figure{Title: "How many trials until the ranking settles"}
	for i, means := range [][]float64{{40, 69.5}, {60.9, 70.1}, {43.8, 69.5, 69.9}, {27.3, 48.5, 50.1}} {
		c := Curves{
			Title: []string{"(a) AIME'24", "(b) AIME'25", "(c) HMMT'25", "(d) BrUMO'25"}[i],
			Note:  "never settle: pass@8 100 %", XLabel: "convergence@n", YLabel: "share of replicates",
		}
		for j, name := range []string{"bayes", "pass@2", "pass@4", "pass@8"} {
			l := Line{Name: name, Fill: true, Empty: "never settles"}
			for n := 1; n <= 80 && j < len(means); n++ {
				z := (float64(n) - means[j]) / 9
				l.X = append(l.X, float64(n))
				l.Y = append(l.Y, math.Exp(-z*z/2)/22.6)
			}
			c.Lines = append(c.Lines, l)
			if j < len(means) {
				c.Rules = append(c.Rules, Rule{At: means[j], Label: fmt.Sprintf("%.1f", means[j]), Line: name})
			}
		}
		f.Panels = append(f.Panels, c)
	}
	return f
}

// costs has the shapes of time per replicate against the number of models, for
// three ways that grow with its first, first and second power: in seconds with
// intervals, of which some reach below zero, and in microseconds without.
func costs() *Figure {
	f := &Figure{Title: "Time per replicate"}
	for i, unit := range []float64{1, 1e6} {
		c := Curves{
			Title: []string{"(a) seconds", "(b) microseconds"}[i], XLabel: "models", YLabel: []string{"s", "µs"}[i],
			LogX: true, LogY: true, Rules: []Rule{{Horizontal: true, At: 0.01 * unit, Label: "a hundredth of a second"}},
		}
		for j, name := range []string{"incremental", "by counts", "by trials"} {
			l := Line{Name: name}
			for m := 3.0; m <= 1000; m *= 1.5 {
				y := []float64{7e-7 * m, 2e-5 * m, 3e-7 * m * m}[j] * unit
				l.X, l.Y = append(l.X, math.Round(m)), append(l.Y, y)
				if i == 0 {
					l.SE = append(l.SE, y*(0.05+float64(j)*0.7*m/1000))
				}
			}
			c.Lines = append(c.Lines, l)
		}
		f.Panels = append(f.Panels, c)
	}
	return f
}
