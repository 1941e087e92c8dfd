package input

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/metrics"
	"settle/metrics/external"
	"settle/results"
	"settle/sim"
	"settle/study/bakeoff"
)

// Told is what of a plan the replicates are: what their board holds, whatever file it was
// read from, and what weights, prior, metrics and gold come to.
func (r *Replicates) Told() []cli.Told {
	told := []cli.Told{
		ToldBoard(r.Board),
		{Name: "trials", Value: fmt.Sprint(r.Draws.Shape().Trials)},
	}
	return slices.Concat(told, ToldOptions(r.options), ToldMetrics(r.Metrics), r.Gold.Told())
}

// ToldBoard is what a board holds.
func ToldBoard(b *results.Board) cli.Told {
	return cli.Told{Name: "board", Value: "sha256:" + b.Digest()}
}

// ToldOptions are what categories are worth, and the prior.
func ToldOptions(o metrics.Options) []cli.Told {
	told := []cli.Told{{Name: "weights", Value: o.Weights.String()}}
	if o.Prior == nil {
		return told
	}
	share := "1"
	if o.PriorShare != nil {
		share = o.PriorShare.RatString()
	}
	return append(told, cli.Told{Name: "prior", Value: tallied(o.Prior) + ", each as " + share})
}

// ToldMetrics are metrics by their names, where these say all: not those of programs.
func ToldMetrics(ms []metrics.Metric) []cli.Told {
	names := make([]string, len(ms))
	for i, m := range ms {
		if _, ok := m.(*external.Metric); ok {
			return nil
		}
		names[i] = m.Name()
	}
	return []cli.Told{{Name: "metrics", Value: strings.Join(names, ",")}}
}

// Told is the order of the models.
func (g Gold) Told() []cli.Told {
	switch {
	case g.Orders != nil:
		orders := make([][]int, len(g.Orders))
		for i, levels := range g.Orders {
			orders[i] = ordinals(levels)
		}
		return []cli.Told{{Name: "gold", Value: brief(orders)}}
	case g.Levels != nil:
		return []cli.Told{{Name: "gold", Value: brief(ordinals(g.Levels))}}
	}
	return nil
}

// brief is a list as it is printed, or a digest where it is too long for a plan, which
// every part has in it.
func brief(list any) string {
	const most = 1000
	text := fmt.Sprint(list)
	if len(text) > most {
		return DigestOf(text)
	}
	return text
}

// ordinals are levels as 0, 1, 2, … from the worst.
func ordinals(levels []int) []int {
	sorted := slices.Compact(slices.Sorted(slices.Values(levels)))
	out := make([]int, len(levels))
	for i, level := range levels {
		out[i], _ = slices.BinarySearch(sorted, level)
	}
	return out
}

// ToldCoins are coins by their models and chances, whatever names them.
func ToldCoins(coins *sim.Coins) cli.Told {
	d := newDigest()
	d.texts(coins.Models)
	for _, chances := range coins.P {
		d.numbers(chances)
	}
	return cli.Told{Name: "coins", Value: d.String()}
}

// ToldField is where methods compete: models and chances, what categories are worth, and
// which attempts are missing.
func ToldField(f *bakeoff.Field) []cli.Told {
	d := newDigest()
	d.texts(f.Models)
	fmt.Fprintf(d, "%d questions, %d categories\n", f.Chances.Questions, f.Chances.Top+1)
	for model := range f.Models {
		d.numbers(f.Chances.Row(model))
	}
	told := []cli.Told{{Name: "board", Value: d.String()}, {Name: "weights", Value: f.Weights.String()}}
	if f.Missing.Any() {
		told = append(told, cli.Told{Name: "missing", Value: fmt.Sprintf("%+v, own questions: %t", f.Missing, f.OwnQuestions)})
	}
	return told
}

// tallied is what a tally counts.
func tallied(t *results.Tally) string {
	d := newDigest()
	fmt.Fprintf(d, "%d models, %d questions, %d categories\n", t.Models, t.Questions, t.Top+1)
	for model := range t.Models {
		for _, count := range t.Row(model) {
			fmt.Fprintf(d, "%d ", count)
		}
		for question := range t.Questions {
			fmt.Fprintf(d, "%d ", t.TrialsOf(model, question))
		}
	}
	return d.String()
}

// DigestOf is that of some texts, as plans have it.
func DigestOf(list ...string) string {
	d := newDigest()
	d.texts(list)
	return d.String()
}

// digest is a SHA-256 that is being made.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) texts(list []string) {
	fmt.Fprintln(d, len(list))
	for _, text := range list {
		fmt.Fprintln(d, len(text), text)
	}
}

func (d digest) numbers(list []float64) {
	for _, x := range list {
		fmt.Fprintf(d, "%x ", math.Float64bits(x))
	}
	fmt.Fprintln(d)
}

// String is the digest as plans have it.
func (d digest) String() string { return "sha256:" + hex.EncodeToString(d.Sum(nil)) }
