package experiments_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/experiments"
	"settle/experiments/paper"
	"settle/internal/tests/papertest"
	"settle/results"
)

// The same seed gives the same checks on any number of workers.
func TestExperimentsAreDeterministic(t *testing.T) {
	var all []string
	for _, workers := range []int{1, 5} {
		o := paper.Options{Seed: 2, Workers: workers, Draws: 6}
		found := append(papertest.Run(t, "table1", o).Checks, papertest.Run(t, "fig3", o).Checks...)
		checks, err := json.Marshal(found)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(checks))
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
	if _, err := experiments.Select("fig9"); err == nil || !strings.Contains(err.Error(), `unknown experiment "fig9"; experiments are fig2, table1, fig3, fig1`) {
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
		experiments.UsesNothing:    "priors examples equations intervals ",
		experiments.UsesCoins:      "fig2 table1 fig3 ",
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
	o := paper.Options{Seed: 1, Cache: new(paper.Cache), Draws: 3}
	for _, key := range paper.BenchmarkKeys {
		board, err := results.NewBoard([]string{"a", "b", "c", "d", "e", "f", "g"}, []string{"q", "r"}, 20, 1)
		if err != nil {
			t.Fatal(err)
		}
		for model := range board.Models {
			for trial := range 3 * model {
				board.Row(model, 0)[trial] = 1
			}
		}
		o.Benchmarks = append(o.Benchmarks, paper.Benchmark{Key: key, Title: key, Board: board})
	}
	percent := regexp.MustCompile(`(?m)^[0-9.]+ ?%$`)
	for _, e := range experiments.All() {
		t.Run(e.ID, func(t *testing.T) {
			r := papertest.Run(t, e.ID, o)
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
		if _, err := e.Run(ctx, paper.Options{Seed: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want %v", e.ID, err, context.Canceled)
		}
	}
}
