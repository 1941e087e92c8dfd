package experiments_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/figures"
	"settle/results"
)

func run(t *testing.T, id string, o experiments.Options) *experiments.Result {
	t.Helper()
	selected, err := experiments.Select(id)
	if err != nil {
		t.Fatal(err)
	}
	result, err := selected[0].Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// find returns the check of the given name.
func find(t *testing.T, r *experiments.Result, name string) checks.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Check == name {
			return c
		}
	}
	t.Fatalf("there is no check %q", name)
	panic("unreachable")
}

// The gold row of Table 1 is that of the paper; it depends on the means alone.
// Every board ranks LLM11 first: its mean leads by 0.11.
func TestTable1(t *testing.T) {
	r := run(t, "table1", experiments.Options{Seed: 4})
	if len(r.Checks) != 33 {
		t.Errorf("%d checks, want the 33 numbers of Table 1", len(r.Checks))
	}
	for _, c := range r.Checks {
		if strings.HasPrefix(c.Check, "gold") && c.Obtained != *c.Published {
			t.Errorf("%s: obtained %v, published %v", c.Check, c.Obtained, *c.Published)
		}
	}
	for _, row := range []string{"without interval", "with interval"} {
		if c := find(t, r, "rank of LLM11 "+row); c.Obtained != 1.0 || !strings.Contains(c.Note, "100.0 %") {
			t.Errorf("%s: %+v", row, c)
		}
	}
}

// The published numbers of Fig. 3 are those of its caption. The simulated ones
// agree with the exact 83.5, 93.8 and 96.7 % (half of ties counted; another
// draw of the coins moves them by some 0.3 points) within four standard errors.
func TestFig3(t *testing.T) {
	r := run(t, "fig3", experiments.Options{Seed: 4})
	for name, want := range map[string]struct{ published, exact float64 }{
		"P(LLM10 above LLM9) at N = 80":  {0.837, 0.835},
		"P(LLM10 above LLM9) at N = 199": {0.947, 0.938},
		"P(LLM10 above LLM9) at N = 285": {0.969, 0.967},
	} {
		c := find(t, r, name)
		if *c.Published != want.published {
			t.Errorf("%s: published %v, want %v", name, *c.Published, want.published)
		}
		if math.Abs(c.Obtained.(float64)-want.exact) > 4**c.SE+0.003 {
			t.Errorf("%s: obtained %v ± %v, want %v", name, c.Obtained, *c.SE, want.exact)
		}
	}
	// E|z| crosses at about 215 and 318; a noisy curve crosses earlier.
	for name, want := range map[string][3]float64{
		"first N with mean |z| ≥ 1.645": {199, 180, 222},
		"first N with mean |z| ≥ 1.96":  {285, 270, 325},
	} {
		c := find(t, r, name)
		n := c.Obtained.(float64)
		if *c.Published != want[0] || n < want[1] || n > want[2] {
			t.Errorf("%s: published %v, obtained %v; want %v and %v to %v", name, *c.Published, n, want[0], want[1], want[2])
		}
	}
}

// Fig. 2 in full takes seconds; what must hold of it is that bayes leads while
// trials are few, as the paper says, and that the bootstraps agree with each
// other.
func TestFig2(t *testing.T) {
	if testing.Short() {
		t.Skip("the experiment in full takes seconds; run without -short")
	}
	r := run(t, "fig2", experiments.Options{Seed: 1})
	for _, panel := range []string{"(a)", "(b)", "(c)"} {
		if c := find(t, r, panel+" share of n ≤ 10 at which no curve is above bayes"); c.Verdict != checks.Agrees {
			t.Errorf("%s: obtained %v, want %v", c.Check, c.Obtained, c.Statement)
		}
		// The ceiling √(54/55) where gold ties a pair and the scores do not.
		if c := find(t, r, panel+" τ of bayes at n = 80"); !(c.Obtained.(float64) > 0.9 && c.Obtained.(float64) <= math.Sqrt(54./55)) {
			t.Errorf("%s: obtained %v, want (0.9, 0.991]", c.Check, c.Obtained)
		}
	}
	if c := find(t, r, "largest difference in τ between (b) and (c)"); c.Obtained.(float64) > 0.02 {
		t.Errorf("%s: %v, the paper calls them nearly identical", c.Check, c.Obtained)
	}
	names := map[string]bool{}
	for _, f := range r.Figures {
		names[f.Name] = true
		var svg bytes.Buffer
		if err := f.Figure.Write(&svg, figures.SVG); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	for _, want := range []string{"fig2", "fig2a", "fig2b", "fig2c"} {
		if !names[want] {
			t.Errorf("there is no figure %s", want)
		}
	}
}

// The same seed gives the same checks on any number of workers.
func TestExperimentsAreDeterministic(t *testing.T) {
	var all []string
	for _, workers := range []int{1, 5} {
		found, err := json.Marshal(run(t, "table1", experiments.Options{Seed: 2, Workers: workers}).Checks)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(found))
	}
	if all[0] != all[1] {
		t.Error("five workers give other checks than one")
	}
}

func TestSelect(t *testing.T) {
	all, err := experiments.Select()
	if err != nil || len(all) != len(experiments.All()) {
		t.Errorf("none named: %d experiments, %v", len(all), err)
	}
	two, err := experiments.Select("fig3", "fig2")
	if err != nil || len(two) != 2 || two[0].ID != "fig2" {
		t.Errorf("fig3 and fig2: %v, %v", two, err)
	}
	if _, err := experiments.Select("fig9"); err == nil || !strings.Contains(err.Error(), `there is no experiment "fig9"; there are fig2, table1, fig3, fig1`) {
		t.Errorf("fig9: error %v", err)
	}
}

// What the paper measures on its benchmarks, and what on schemata; the rest is
// about coins.
func TestUses(t *testing.T) {
	uses := map[experiments.Uses]string{}
	for _, e := range experiments.All() {
		uses[e.Uses] += e.ID + " "
	}
	want := map[experiments.Uses]string{
		experiments.UsesNothing:    "fig2 table1 fig3 priors examples equations intervals ",
		experiments.UsesBenchmarks: "fig1 fig4 fig5 fig6 table2 table3 story growth followup ",
		experiments.UsesSignals:    "table4 table5 fig7 ",
	}
	if !maps.Equal(uses, want) {
		t.Errorf("got %v, want %v", uses, want)
	}
}

// Every column of a CSV file has a name of its own that programs can use: data
// beside a figure as other data. The boards are small, so that only what is
// simulated takes time.
func TestDataHasNamedColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("the experiments in full take seconds; run without -short")
	}
	o := experiments.Options{Seed: 1, Cache: new(experiments.Cache)}
	for _, key := range experiments.BenchmarkKeys {
		board, err := results.NewBoard([]string{"a", "b", "c", "d", "e", "f", "g"}, []string{"q", "r"}, 20, 1)
		if err != nil {
			t.Fatal(err)
		}
		for model := range board.Models {
			for trial := range 3 * model {
				board.Row(model, 0)[trial] = 1
			}
		}
		o.Benchmarks = append(o.Benchmarks, experiments.Benchmark{Key: key, Title: key, Board: board})
	}
	percent := regexp.MustCompile(`(?m)^[0-9.]+ ?%$`)
	for _, e := range experiments.All() {
		t.Run(e.ID, func(t *testing.T) {
			r := run(t, e.ID, o)
			for _, d := range r.Data {
				var names []string
				for _, c := range d.Table.Columns {
					names = append(names, c.Name)
				}
				checkNames(t, d.Name, names)
				for _, row := range d.Table.Rows {
					if percent.MatchString(strings.Join(row, "\n")) {
						t.Errorf("%s.csv has percentages where shares in [0, 1] belong: %q", d.Name, row)
					}
				}
			}
			for _, f := range r.Figures {
				var data bytes.Buffer
				if err := f.Figure.WriteData(&data); err != nil {
					t.Fatal(err)
				}
				header, _, _ := strings.Cut(data.String(), "\n")
				checkNames(t, f.Name, strings.Split(header, ","))
			}
		})
	}
}

func checkNames(t *testing.T, file string, names []string) {
	t.Helper()
	plain := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for i, name := range names {
		if !plain.MatchString(name) || slices.Contains(names[:i], name) {
			t.Errorf("%s.csv has the columns %q", file, names)
			return
		}
	}
}

// An experiment that is cancelled ends with the context's error.
func TestCancelledExperiment(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, e := range experiments.All() {
		if _, err := e.Run(ctx, experiments.Options{Seed: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", e.ID, err, context.Canceled)
		}
	}
}
