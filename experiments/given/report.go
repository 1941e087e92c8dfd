package given

import (
	"fmt"
	"slices"
	"strings"

	"settle/experiments/paper"
	"settle/internal/tables"
)

// A Document describes the user's results as JSON.
type Document struct {
	Benchmarks []tables.Object `json:"benchmarks"`
	*Results
}

// Document returns a description of the user's results as JSON.
func (g *Results) Document() *Document { return &Document{benchmarkFields.JSON(g.Benchmarks), g} }

// benchmarkFields lists the fields that describe a benchmark. Tables for readers show
// only some of them.
var benchmarkFields = tables.Fields[paper.Benchmark]{
	tables.Data("key", func(b paper.Benchmark) string { return b.Key }),
	tables.Data("title", func(b paper.Benchmark) string { return b.Title }).Head("benchmark"),
	tables.Data("models_read", func(b paper.Benchmark) int { return b.Read.Models }).Head("models"),
	tables.Data("questions_read", func(b paper.Benchmark) int { return b.Read.Questions }).Head("questions"),
	tables.Data("trials_read", func(b paper.Benchmark) int { return b.Read.Trials }).Head("trials"),
	tables.Data("trials_used", func(b paper.Benchmark) int { return b.Board.Trials() }),
	tables.Data("greedy_trials", func(b paper.Benchmark) int { // 0 if there are none
		if b.Greedy == nil {
			return 0
		}
		return b.Greedy.Trials()
	}),
	tables.Data("unlike", func(b paper.Benchmark) string { return b.Unlike }), // why the paper's numbers do not apply
}

// Table returns a table of the found benchmarks and models, with warnings about
// differences from the paper's.
func (g *Results) Table() *tables.Table {
	t := tables.New("Results given", append(benchmarkFields.Pick("title models_read questions_read trials_read"),
		tables.Right("compared with the paper", func(b paper.Benchmark) string { return tables.YesNo(b.Unlike == "") }),
	), g.Benchmarks)
	t.Warn(g.Sentences()...)
	return t
}

// Sentences returns sentences about the user's results, warnings first.
func (g *Results) Sentences() []string {
	var told []string
	tell := func(format string, values ...any) {
		if sentence := fmt.Sprintf(format, values...); !slices.Contains(told, sentence) {
			told = append(told, sentence)
		}
	}
	for _, b := range g.Benchmarks {
		if b.Noise {
			tell("WARNING: %s. Such outcomes are random noise, not results of LLMs.", b.Unlike)
		}
	}
	for _, b := range g.Benchmarks {
		if b.Unlike != "" && !b.Noise {
			tell("Not compared with the paper: %s.", b.Unlike)
		}
	}
	switch {
	case len(g.Absent) == 0:
		tell("All of the paper's eleven models are found%s.", g.extraModelsPhrase())
	case len(g.Found) == 0:
		tell("None of the paper's eleven models is found; --models FILE names models, one per line.")
	default:
		tell("Missing models of the paper's eleven: %s%s.", strings.Join(g.Absent, ", "), g.extraModelsPhrase())
	}
	if len(g.Left) > 0 {
		tell("Models left out because at least one benchmark lacks them: %s.", strings.Join(g.Left, ", "))
	}
	if len(g.Lacking) > 0 {
		tell("Missing benchmarks, which no stand-ins replace: %s.", strings.Join(g.Lacking, ", "))
	}
	if len(g.Other) > 0 {
		tell("Tasks that are not benchmarks of the paper: %s.", strings.Join(g.Other, ", "))
	}
	for _, b := range g.Benchmarks {
		if b.Read.Trials > b.Board.Trials() {
			tell("Only the first %[2]d trials of %[1]s are used, as many as in the paper.", b.Title, b.Board.Trials())
		}
	}
	return append(told, g.Notes...)
}

// extraModelsPhrase returns a phrase about the user's models that are not in the paper,
// or "" if there are none.
func (g *Results) extraModelsPhrase() string {
	others := len(g.Benchmarks[0].Whole.Models) - len(g.Found)
	switch {
	case others == 0:
		return ""
	case len(g.Models) == len(g.Found):
		return fmt.Sprintf("; figures and tables leave out %s", tables.Count(others, "other model"))
	}
	return fmt.Sprintf("; figures and tables show all %d models", len(g.Models))
}
