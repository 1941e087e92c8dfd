package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/results"
)

// Imported describes files of attempts (logs or tables) that were read and then written
// as one table.
type Imported struct {
	To      string // name of the written file, "" for none
	Read    []ImportedFiles
	Skipped int // files without attempts, in folders or matched by a pattern
	Tasks   []*results.Attempts
	Notes   []string

	Verdicts []ImportedVerdicts // verdicts in the logs, if the user must first choose one; nothing else is read then
}

// ImportedVerdicts lists the kinds of verdicts that a log contains. A verdict is a
// score that the log gives to each attempt.
type ImportedVerdicts struct {
	File     string   `json:"file"`
	Format   string   `json:"format"`
	Verdicts []string `json:"verdicts"`
}

// ImportedFiles counts the files that have one format and were written by one version
// of one tool.
type ImportedFiles struct {
	Format   string `json:"format"`
	Tool     string `json:"tool"` // version of the tool, "" if unknown
	Files    int    `json:"files"`
	Attempts int    `json:"attempts"` // attempts in the files
}

// An importedTask summarizes the attempts of one task.
type importedTask struct {
	name                                string // "" if the files name no task
	models, questions, trials, attempts int    // trials counts distinct trial labels
	failed                              int    // attempts without an outcome
	stopped                             int    // attempts that were stopped early
	missing                             uint64 // attempts missing for another reason, of models × questions × trials
	byModel                             []importedModel
}

// importedTaskFields lists the fields that describe the attempts of one task.
var importedTaskFields = tables.Fields[importedTask]{
	tables.Data("task", func(t importedTask) string { return t.name }),
	tables.Data("models", func(t importedTask) int { return t.models }),
	tables.Data("questions", func(t importedTask) int { return t.questions }),
	tables.Data("trials", func(t importedTask) int { return t.trials }),
	tables.Data("attempts", func(t importedTask) int { return t.attempts }),
	tables.Data("failed", func(t importedTask) int { return t.failed }),
	tables.Data("missing", func(t importedTask) uint64 { return t.missing }),
	tables.Data("stopped", func(t importedTask) int { return t.stopped }),
	tables.Data("by_model", func(t importedTask) any { return importedModelFields.Without("task").JSON(t.byModel) }),
}

// An importedModel summarizes the attempts of one model at one task.
type importedModel struct {
	task, name       string
	attempts, failed int
	mean             float64 // mean outcome; NaN if there is none or it is infinite
	outcomes         string  // kind of outcomes, from kindOfOutcomes
}

// importedModelFields lists the fields that describe the attempts of one model.
var importedModelFields = tables.Fields[importedModel]{
	tables.Data("task", func(m importedModel) string { return m.task }),
	tables.Data("model", func(m importedModel) string { return m.name }),
	tables.Data("attempts", func(m importedModel) int { return m.attempts }),
	tables.Data("failed", func(m importedModel) int { return m.failed }),
	tables.Data("mean", func(m importedModel) float64 { return m.mean }).Rounded("mean", 4),
	tables.Data("outcomes", func(m importedModel) string { return m.outcomes }),
}

// kindOfOutcomes returns a name for the kind of numbers that a model's outcomes are,
// such as "0/1" or "fractions". It chooses the narrowest of a few kinds that includes
// all outcomes.
func kindOfOutcomes(outcomes []float64) string {
	all := func(is func(x float64) bool) bool {
		return !slices.ContainsFunc(outcomes, func(x float64) bool { return !is(x) })
	}
	switch {
	case len(outcomes) == 0:
		return "none"
	case all(func(x float64) bool { return x == 0 || x == 1 }):
		return "0/1"
	case all(func(x float64) bool { return x >= 0 && x < results.MaxCategories && x == math.Trunc(x) }):
		return fmt.Sprintf("0..%.0f", slices.Max(outcomes))
	case all(func(x float64) bool { return x >= 0 && x <= 1 }):
		return "fractions"
	}
	return "any numbers"
}

// importedModels returns a summary of the attempts of each model.
func importedModels(a *results.Attempts) []importedModel {
	models := make([]importedModel, len(a.Models()))
	outcomes := make([][]float64, len(models))
	for t := range a.All() {
		models[t.Model].attempts++
		if math.IsNaN(t.Outcome) {
			models[t.Model].failed++
		} else {
			outcomes[t.Model] = append(outcomes[t.Model], t.Outcome)
		}
	}
	for i, name := range a.Models() {
		m := &models[i]
		m.task, m.name, m.outcomes = a.Task, name, kindOfOutcomes(outcomes[i])
		if m.mean = stat.Mean(outcomes[i], nil); math.IsInf(m.mean, 0) {
			m.mean = math.NaN()
		}
	}
	return models
}

// newImportedTask returns a summary of the attempts of one task.
func newImportedTask(a *results.Attempts) importedTask {
	t := importedTask{name: a.Task, models: len(a.Models()), questions: len(a.Questions()), attempts: a.Len()}
	labels := map[int64]bool{}
	for attempt := range a.All() {
		labels[attempt.Trial] = true
		if math.IsNaN(attempt.Outcome) {
			t.failed++
		}
	}
	t.trials = len(labels)
	t.byModel = importedModels(a)
	t.stopped = a.Stopped()
	t.missing = uint64(t.models)*uint64(t.questions)*uint64(t.trials) - uint64(t.attempts) - uint64(t.stopped)
	return t
}

// Report returns a report of the files that were read, the tasks and the models. If
// logs contain several verdicts and the user must first choose one, it lists these
// verdicts instead.
func (i Imported) Report() report.Report {
	read, verdicts, shown := any(i.Read), tables.Absent, []*tables.Table(nil)
	tasks := lists.Each(i.Tasks, newImportedTask)
	if i.Verdicts != nil {
		read, verdicts, shown = []ImportedFiles{}, i.Verdicts, []*tables.Table{verdictsTable(i.Verdicts)}
	} else {
		models, more := modelsTable(tasks)
		models.Warn(more...)
		models.Warn(i.notes()...)
		attempts := tables.New("Attempts", importedTaskFields.Without("stopped by_model"), tasks)
		shown = []*tables.Table{readTable(i.Read), attempts, models}
	}
	return report.Report{Tables: shown, JSON: tables.NewObject("file", tables.OrNull(i.To), "read", read, "skipped", i.Skipped,
		"tasks", importedTaskFields.JSON(tasks), "notes", append([]string{}, i.Notes...), "verdicts", verdicts)}
}

// notes returns the sentences shown below the tables.
func (i Imported) notes() []string {
	var notes []string
	if i.To != "" {
		notes = append(notes, fmt.Sprintf("Written to %s, one attempt per row.", i.To))
	}
	if i.Skipped > 0 {
		notes = append(notes, fmt.Sprintf("Skipped: %s without attempts.", tables.Count(i.Skipped, "file")))
	}
	return append(notes, i.Notes...)
}

// shownModels is the greatest number of models that the table shows.
const shownModels = 20

// modelsTable returns a table of the models of all tasks. If the table does not show
// all models, it also returns a note that says so.
func modelsTable(tasks []importedTask) (table *tables.Table, more []string) {
	models := lists.Flat(tasks, func(t importedTask) []importedModel { return t.byModel })
	if n := len(models) - shownModels; n > 0 {
		models = models[:shownModels]
		more = append(more, fmt.Sprintf("… and %d more; --format json shows all.", n))
	}
	return tables.New("Models", importedModelFields, models), more
}

// verdictsTable returns a table of the verdicts in each log, among which the user must
// choose one.
func verdictsTable(list []ImportedVerdicts) *tables.Table {
	table := tables.New("Verdicts", []tables.Field[ImportedVerdicts]{
		tables.Left("file", func(v ImportedVerdicts) string { return v.File }),
		tables.Left("format", func(v ImportedVerdicts) string { return v.Format }),
		tables.Left("verdicts", func(v ImportedVerdicts) string { return strings.Join(v.Verdicts, ", ") }),
	}, list)
	table.Notes = []string{"Some logs hold several verdicts: choose one with --score. So far only their names were read."}
	return table
}

// readTable returns a table of the files that were read, with one row for each format
// and tool.
func readTable(read []ImportedFiles) *tables.Table {
	return tables.New("Files", []tables.Field[ImportedFiles]{
		tables.Left("format", func(f ImportedFiles) string { return f.Format }),
		tables.Left("tool", func(f ImportedFiles) string { return f.Tool }),
		tables.Data("files", func(f ImportedFiles) int { return f.Files }),
		tables.Data("attempts", func(f ImportedFiles) int { return f.Attempts }),
	}, read)
}
