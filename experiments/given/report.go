package given

import (
	"fmt"
	"slices"
	"strings"

	"settle/experiments/paper"
	"settle/internal/tables"
)

// Document is what was given, for JSON.
type Document struct {
	Benchmarks []BenchmarkDocument `json:"benchmarks"`
	Missing    []string            `json:"missing"`     // benchmarks that are not there
	OtherTasks []string            `json:"other_tasks"` // tasks that are none of the four
	Models     []string            `json:"models"`      // those of the figures and tables
	Found      []string            `json:"found"`       // of the paper's eleven
	Absent     []string            `json:"not_found"`   // of these
	Left       []string            `json:"not_on_all"`  // models that some benchmarks lack
	Notes      []string            `json:"notes"`       // what was done where attempts are missing
}

// BenchmarkDocument is a benchmark that was given.
type BenchmarkDocument struct {
	Key       string `json:"key"`
	Title     string `json:"title"`
	Models    int    `json:"models_read"`
	Questions int    `json:"questions_read"`
	Trials    int    `json:"trials_read"`
	Used      int    `json:"trials_used"`
	Greedy    int    `json:"greedy_trials"` // 0 if none are given
	Unlike    string `json:"unlike"`        // why the paper's numbers are not about it, or ""
}

// Document is what was given, for JSON.
func (g *Results) Document() *Document {
	d := &Document{
		Missing: notNil(g.Lacking), OtherTasks: notNil(g.Other), Models: g.Models,
		Found: notNil(g.Found), Absent: notNil(g.Absent), Left: notNil(g.Left), Notes: notNil(g.Notes),
	}
	for _, b := range g.Benchmarks {
		one := BenchmarkDocument{
			Key: b.Key, Title: b.Title, Models: b.Read.Models, Questions: b.Read.Questions, Trials: b.Read.Trials,
			Used: b.Board.Trials(), Unlike: b.Unlike,
		}
		if b.Greedy != nil {
			one.Greedy = b.Greedy.Trials()
		}
		d.Benchmarks = append(d.Benchmarks, one)
	}
	return d
}

// notNil is a list that is [] in JSON where it is empty.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Table shows which of the paper's benchmarks and models were given, and what stands
// against comparing them with it.
func (g *Results) Table() *tables.Table {
	t := tables.New("Results given", []tables.Field[paper.Benchmark]{
		tables.Left("benchmark", func(b paper.Benchmark) string { return b.Title }),
		tables.Right("models", func(b paper.Benchmark) string { return fmt.Sprint(b.Read.Models) }),
		tables.Right("questions", func(b paper.Benchmark) string { return fmt.Sprint(b.Read.Questions) }),
		tables.Right("trials", func(b paper.Benchmark) string { return fmt.Sprint(b.Read.Trials) }),
		tables.Right("compared with the paper", func(b paper.Benchmark) string { return tables.YesNo(b.Unlike == "") }),
	}, g.Benchmarks)
	t.Notes = g.Sentences()
	return t
}

// Sentences tell what was given, what is wrong with it first.
func (g *Results) Sentences() []string {
	var told []string
	tell := func(format string, values ...any) {
		if sentence := fmt.Sprintf(format, values...); !slices.Contains(told, sentence) {
			told = append(told, sentence)
		}
	}
	for _, b := range g.Benchmarks {
		if b.Noise {
			tell("WARNING: %s. This is random noise, and no LLM's results.", b.Unlike)
		}
	}
	for _, b := range g.Benchmarks {
		if b.Unlike != "" && !b.Noise {
			tell("Not compared with the paper: %s.", b.Unlike)
		}
	}
	switch {
	case len(g.Absent) == 0:
		tell("All of the paper's eleven models are there%s.", g.besides())
	case len(g.Found) == 0:
		tell("None of the paper's eleven models is named; --models names models, one a line.")
	default:
		tell("Not found of the paper's eleven models: %s%s.", strings.Join(g.Absent, ", "), g.besides())
	}
	if g.Left != nil {
		tell("Left out, for not all benchmarks have them: %s.", strings.Join(g.Left, ", "))
	}
	if g.Lacking != nil {
		tell("Not there: %s. No stand-in takes their place.", strings.Join(g.Lacking, ", "))
	}
	if g.Other != nil {
		tell("Tasks that are none of the paper's: %s.", strings.Join(g.Other, ", "))
	}
	for _, b := range g.Benchmarks {
		if b.Read.Trials > b.Board.Trials() {
			tell("Of the trials of %s the first %d are taken, as many as the paper has.", b.Title, b.Board.Trials())
		}
	}
	return append(told, g.Notes...)
}

// besides counts the models beside the paper's, "" where there are none.
func (g *Results) besides() string {
	others := len(g.Benchmarks[0].Whole.Models) - len(g.Found)
	switch {
	case others == 0:
		return ""
	case len(g.Models) == len(g.Found):
		return fmt.Sprintf("; figures and tables leave out %s beside them", tables.Count(others, "model"))
	}
	return fmt.Sprintf("; figures and tables show all %d models", len(g.Models))
}
