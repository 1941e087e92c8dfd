package logs

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// lmEvalRow is a line of an lm-eval samples file: one document and one filter.
type lmEvalRow struct {
	ID      value                 `json:"doc_id"`
	Filter  value                 `json:"filter"`
	Metrics list[value]           `json:"metrics"` // listed metrics, nil if none are listed
	Answers firstLength           `json:"resps"`   // to the first request
	Answer  firstText             `json:"filtered_resps"`
	Fields  orderedMembers[value] `json:"*"` // all fields that can be metrics
}

// notMetrics lists the fields of a line that are not metrics.
var notMetrics = strings.Fields("doc target arguments doc_hash prompt_hash target_hash")

// firstLength reads a list of lists. It holds the length of the first inner list.
type firstLength struct{ length }

// UnmarshalJSONFrom reads a list and stores the length of its first element.
func (l *firstLength) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	return array(d, func(i int) error {
		if i > 0 {
			return nil
		}
		return l.length.UnmarshalJSONFrom(d)
	})
}

// firstText holds the first element of a list if that is a text. If the first element
// is a list with a single text, firstText holds that text. It ignores an inner list of
// several elements, which holds choices with their likelihoods, not an answer.
type firstText struct{ value }

// UnmarshalJSONFrom reads a list and stores the text of its first element.
func (t *firstText) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	return array(d, func(i int) error {
		switch {
		case i > 0:
			return nil
		case d.PeekKind() != jsontext.KindBeginArray:
			return t.value.UnmarshalJSONFrom(d)
		}
		return array(d, func(j int) error {
			if j > 0 {
				t.value = value{}
				return nil
			}
			return t.value.UnmarshalJSONFrom(d)
		})
	})
}

// invalidAnswer is the text that an lm-eval filter writes if it finds no answer.
const invalidAnswer = "[invalid]"

// lmEvalFile matches the name of an lm-eval samples file: samples_TASK_TIME.jsonl.
var lmEvalFile = regexp.MustCompile(`^samples_(.+)_(\d{4}-\d\d-\d\dT\d\d[-:.]\d\d[-:.]\d\d(?:\.\d+)?)\.jsonl?`)

// lmEvalRows holds the state while the lines of an lm-eval samples file are read.
type lmEvalRows struct {
	g       *gatherer
	filters []string             // in the order of the file
	places  map[lmEvalMetric]int // for each filter and metric, its index among the verdicts
	answers int                  // number of answers to the first request
}

type lmEvalMetric struct{ filter, name string }

// readLMEval reads the samples of lm-evaluation-harness: one row per document and
// filter. A file is one trial of each question.
func readLMEval(r *reading) error {
	match := r.file.match(lmEvalFile)
	task, time := match[0], match[1]
	var results lmEvalResults
	if time != "" {
		results = readBeside[lmEvalResults](r.file.dir(), "results_"+time+".json")
	}
	r.weighs = true
	rows := lmEvalRows{g: r.log(results.model(), task), places: map[lmEvalMetric]int{}}
	log := rows.g.log
	log.Time, log.Tool = time, cmp.Or(results.Version.string(), results.Commit.string())
	log.Whole.Questions = results.Samples[task].it.Effective.count()
	err := records(r.file, func(_ int, row *lmEvalRow) error { return rows.add(row) })
	if err != nil {
		return err
	}
	if rows.answers > 1 {
		rows.g.note("the %d answers to each question share one score and count as one trial", rows.answers)
	}
	rows.publish(results.Results[task], results.Configs[task].it, results.Higher[task])
	return nil
}

// add adds an attempt for a row, if the row has a value for the selected verdict.
func (l *lmEvalRows) add(row *lmEvalRow) error {
	id, err := row.ID.question()
	if err != nil {
		return err
	}
	filter := cmp.Or(row.Filter.string(), "none")
	if !slices.Contains(l.filters, filter) {
		l.filters = append(l.filters, filter)
	}
	if l.answers == 0 {
		l.answers = row.Answers.n
	}
	outcome, taken, any := math.NaN(), false, false
	v, weight := &l.g.verdicts, l.g.ballots.WeightColumn()
	for _, field := range row.Fields {
		listed := func(m value) bool { return m.text == field.name }
		if weight != "" && field.name == weight || slices.Contains(notMetrics, field.name) || row.Metrics != nil && !slices.ContainsFunc(row.Metrics, listed) {
			continue
		}
		any = true
		x, ok := field.it.number()
		if v.meet(l.place(filter, field.name), field.it.kind, ok, field.it.isMissing()) {
			outcome, taken = x, true
		}
	}
	if taken || v.want == "" && (v.taken == 0 || !any && len(l.filters) == 1) {
		l.g.attempt(id, 1, outcome)
		l.g.ballot(row.answer(), memberOf(row.Fields, weight))
	}
	return nil
}

// answer returns the answer that the row's filter extracted, or the zero value.
func (row *lmEvalRow) answer() value {
	if row.Answer.text == invalidAnswer {
		return value{}
	}
	return row.Answer.value
}

// place returns the index of a metric computed with a filter. Each pair of metric and
// filter is a verdict of its own.
func (l *lmEvalRows) place(filter, name string) int {
	key := lmEvalMetric{filter, name}
	i, known := l.places[key]
	if !known {
		i = l.g.verdicts.add(filter+"/"+name, name)
		l.places[key] = i
	}
	return i
}

// publish adds the numbers that lm-eval published for the selected verdict. It also
// adds the published numbers of metrics that have no value for any single document, and
// marks the metrics of which lower is better.
func (l *lmEvalRows) publish(aggregates map[string]value, config lmEvalConfig, higher map[string]value) {
	v := &l.g.verdicts
	for i := range v.found {
		found := &v.found[i]
		filter := strings.TrimSuffix(found.name, "/"+found.alias)
		found.lower = higher[found.alias].kind == jsontext.KindFalse
		if v.taken == i+1 || !found.fit {
			l.g.log.Published = append(l.g.log.Published, publishedNumbers(aggregates, found.alias, filter, config, found.fit)...)
		}
		if len(l.filters) == 1 { // a single filter distinguishes nothing
			found.name, found.alias = found.alias, found.name
		}
	}
}

// lmEvalResults is the results file that has the same time as the samples file.
type lmEvalResults struct {
	Model     value `json:"model_name"`
	Version   value `json:"lm_eval_version"`
	Commit    value `json:"git_hash"`
	Arguments value `json:"config.model_args"`
	Samples   dict[part[struct {
		Effective value `json:"effective"`
	}]] `json:"n-samples"` // by task, like the fields below
	Results dict[dict[value]]        `json:"results"`
	Configs dict[part[lmEvalConfig]] `json:"configs"`
	Higher  dict[dict[value]]        `json:"higher_is_better"`
}

// lmEvalConfig says how each metric of a task is aggregated. The file can lack this
// information.
type lmEvalConfig struct {
	Metrics list[part[struct {
		Metric      value `json:"metric"`
		Aggregation value `json:"aggregation"`
	}]] `json:"metric_list"`
}

// model returns the model's name, from the run or from the run's arguments.
func (r *lmEvalResults) model() string {
	if name := r.Model.string(); name != "" {
		return name
	}
	for _, arg := range strings.Split(r.Arguments.string(), ",") {
		if key, name, _ := strings.Cut(arg, "="); key == "pretrained" || key == "model" {
			return name
		}
	}
	return ""
}

// aggregation returns the name of the function that aggregates a metric, or "" if it is
// unknown.
func (c *lmEvalConfig) aggregation(metric string) string {
	how := ""
	for _, m := range c.Metrics {
		if m.it.Metric.string() == metric {
			how = m.it.Aggregation.string()
		}
	}
	return how
}

// publishedNumbers returns the numbers that lm-eval published for a metric with a
// filter. The last argument is false if the log lacks the metric's value for each
// document. The published numbers then cannot be recomputed.
func publishedNumbers(aggregates map[string]value, metric, filter string, config lmEvalConfig, numbers bool) []Published {
	how := config.aggregation(metric)
	var all []Published
	for _, p := range []Published{
		{Name: metric + "," + filter, Rule: Mean},
		{Name: metric + "_stderr," + filter, Rule: StdErr},
	} {
		x, ok := aggregates[p.Name].publishedNumber()
		if !ok {
			continue
		}
		p.Value = x
		switch {
		case !numbers:
			p.Rule, p.Why = RuleUnknown, "a corpus metric without a number for each document"
		case how != "" && how != "mean" && how != "nanmean":
			p.Rule, p.Why = RuleUnknown, "aggregated by "+how+", not the mean over documents"
		}
		all = append(all, p)
	}
	return all
}
