package logs

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Columns of the details files of lighteval, which are Parquet files with one row per
// document. Metrics have columns in a group named "metric" ("metrics" in older
// versions).
const (
	lightevalID   = "doc.id"
	lightevalTask = "doc.task_name"
)

// lightevalMetric returns the name of the metric in a column. If the column holds
// lists, the name is without the ending ".list.element". ok is false if the column
// holds no metric.
func lightevalMetric(column string) (name string, ok bool) {
	if name, ok = strings.CutPrefix(column, "metric."); !ok {
		name, ok = strings.CutPrefix(column, "metrics.")
	}
	return strings.TrimSuffix(name, ".list.element"), ok
}

// readLighteval reads a details file of lighteval, which is one trial of each question.
func readLighteval(r *reading, columns []string) (wanted []string, add addRow) {
	isMetric := func(column string) bool {
		_, ok := lightevalMetric(column)
		return ok
	}
	metrics := slices.DeleteFunc(slices.Clone(columns), func(c string) bool { return !isMetric(c) })
	if len(metrics) == 0 || !slices.Contains(columns, lightevalID) {
		return nil, nil
	}
	time := r.file.match(lightevalFile)[0]
	model, results := lightevalRun(r.file, time)
	add = func(column func(name string) value) error {
		question, ok := column(lightevalID).label()
		if !ok {
			return fmt.Errorf("%s is not a name", lightevalID)
		}
		task := column(lightevalTask).string()
		g := r.log(model, task)
		g.log.Time = time
		outcome := math.NaN()
		for _, c := range metrics {
			metric, _ := lightevalMetric(c)
			outcome = orElse(g.take(metric, column(c)), outcome)
		}
		for _, m := range results.Tasks[task].it.Metrics {
			for _, metric := range m.it.lower() {
				g.verdicts.markLower(metric)
			}
		}
		g.occurrence(question, outcome)
		return nil
	}
	return append(metrics, lightevalID, lightevalTask), add
}

// lightevalFile matches the name of a details file: details_TASK_TIME.parquet.
var lightevalFile = regexp.MustCompile(`_(\d{4}-\d\d-\d\dT\d\d[-:.]\d\d[-:.]\d\d(?:\.\d+)?)\.parquet$`)

// lightevalResults holds the model's name and the metrics of each task from a results
// file of lighteval.
type lightevalResults struct {
	Model value `json:"config_general.model_name"`
	Tasks dict[part[struct {
		Metrics list[part[lightevalConfig]] `json:"metrics"`
	}]] `json:"config_tasks"`
}

// lightevalConfig describes a metric, or a group of metrics.
type lightevalConfig struct {
	Name   value  `json:"metric_name"`
	Higher branch `json:"higher_is_better"` // in a group, an object by metric
}

// lower returns the names of the metrics of which lower is better.
func (c *lightevalConfig) lower() (names []string) {
	for _, metric := range append(c.Higher.members, named[value]{c.Name.string(), c.Higher.value}) {
		if metric.it.kind == jsontext.KindFalse {
			names = append(names, metric.name)
		}
	}
	return names
}

// lightevalRun returns the model's name and the results file with the same time as the
// details file. The results file is in the same folder or, if that is
// details/ORG/MODEL/TIME, in results/ORG/MODEL. If it names no model, the name is
// ORG/MODEL from the path.
func lightevalRun(f *file, time string) (model string, results lightevalResults) {
	if time == "" {
		return "", results
	}
	inDetails := f.folder(4) == "details"
	dirs := []string{f.dir()}
	if inDetails {
		dirs = append(dirs, filepath.Join(f.parentFolder(5), "results", f.folder(3), f.folder(2)))
	}
	for _, dir := range dirs {
		results = readBeside[lightevalResults](dir, "results_"+time+".json")
		if model := results.Model.string(); model != "" {
			return model, results
		}
	}
	if inDetails && f.folder(1) == time {
		model = f.folder(3) + "/" + f.folder(2)
	}
	return model, results
}
