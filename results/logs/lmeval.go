package logs

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// lmEvalRow is a document under a filter.
type lmEvalRow struct {
	ID      value          `json:"doc_id"`
	Filter  value          `json:"filter"`
	Metrics list[value]    `json:"metrics"` // that it lists, nil if it lists none
	Answers firstLength    `json:"resps"`   // to the first request
	Answer  firstText      `json:"filtered_resps"`
	Fields  ordered[value] `json:"*"` // all that may be metrics
}

// notMetrics are fields that are known for something else.
var notMetrics = strings.Fields("doc target arguments doc_hash prompt_hash target_hash")

// firstLength is the length of the first list in a list.
type firstLength struct{ length }

// UnmarshalJSONFrom reads it.
func (l *firstLength) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	return array(d, func(i int) error {
		if i > 0 {
			return nil
		}
		return l.length.UnmarshalJSONFrom(d)
	})
}

// firstText is the first text of a list, or the only one of the list in its first place. Of
// choices there are several, each with its likelihood.
type firstText struct{ value }

// UnmarshalJSONFrom reads it.
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

// invalidAnswer is what filters of lm-eval return if they find nothing.
const invalidAnswer = "[invalid]"

// lmEvalFile holds what the name of a samples file says: samples_TASK_TIME.jsonl.
var lmEvalFile = regexp.MustCompile(`^samples_(.+)_(\d{4}-\d\d-\d\dT\d\d[-:.]\d\d[-:.]\d\d(?:\.\d+)?)\.jsonl?`)

// lmEvalRows are the rows of a file that were read.
type lmEvalRows struct {
	g       *gatherer
	filters []string             // in order
	places  map[lmEvalMetric]int // among the verdicts
	answers int                  // to the first request
}

type lmEvalMetric struct{ filter, name string }

// readLMEval reads the samples of lm-evaluation-harness: a row for each document
// and filter. The file is one trial.
func readLMEval(r *reading) error {
	match := r.file.match(lmEvalFile)
	task, time := match[0], match[1]
	var results lmEvalResults
	if time != "" {
		results = beside[lmEvalResults](r.file.dir(), "results_"+time+".json")
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
		rows.g.note("%d answers to each question have one score together: they count as one trial", rows.answers)
	}
	rows.publish(results.Results[task], results.Configs[task].it)
	return nil
}

// add adds a row, if it has the verdict that is taken.
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
		if v.meet(l.place(filter, field.name), field.it.kind, ok, field.it.missing()) {
			outcome, taken = x, true
		}
	}
	if taken || v.want == "" && (v.taken == 0 || !any && len(l.filters) == 1) {
		l.g.attempt(id, 1, outcome)
		l.g.ballot(row.answer(), memberOf(row.Fields, weight))
	}
	return nil
}

// answer returns the answer by the row's filter.
func (row *lmEvalRow) answer() value {
	if row.Answer.text == invalidAnswer {
		return value{}
	}
	return row.Answer.value
}

// place returns the index of a metric under a filter among the verdicts.
func (l *lmEvalRows) place(filter, name string) int {
	key := lmEvalMetric{filter, name}
	i, known := l.places[key]
	if !known {
		i = l.g.verdicts.add(filter+"/"+name, name)
		l.places[key] = i
	}
	return i
}

// publish hands on what was published of the verdict that was taken, and of those that
// no document has.
func (l *lmEvalRows) publish(aggregates map[string]value, config lmEvalConfig) {
	v := &l.g.verdicts
	for i := range v.found {
		found := &v.found[i]
		filter := strings.TrimSuffix(found.name, "/"+found.alias)
		if v.taken == i+1 || !found.fit {
			l.g.log.Published = append(l.g.log.Published, published(aggregates, found.alias, filter, config, found.fit)...)
		}
		if len(l.filters) == 1 { // then the name of the filter distinguishes nothing
			found.name, found.alias = found.alias, found.name
		}
	}
}

// lmEvalResults is what the results file of the same time says.
type lmEvalResults struct {
	Model     value `json:"model_name"`
	Version   value `json:"lm_eval_version"`
	Commit    value `json:"git_hash"`
	Arguments value `json:"config.model_args"`
	Samples   dict[part[struct {
		Effective value `json:"effective"`
	}]] `json:"n-samples"` // by task, and so are the next
	Results dict[dict[value]]        `json:"results"`
	Configs dict[part[lmEvalConfig]] `json:"configs"`
}

// lmEvalConfig says how the metrics of a task are aggregated, where it is named.
type lmEvalConfig struct {
	Metrics list[part[struct {
		Metric      value `json:"metric"`
		Aggregation value `json:"aggregation"`
	}]] `json:"metric_list"`
}

// model is the one that the run names, or its arguments.
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

// aggregation returns how a metric is aggregated, "" if that is not said.
func (c *lmEvalConfig) aggregation(metric string) string {
	how := ""
	for _, m := range c.Metrics {
		if m.it.Metric.string() == metric {
			how = m.it.Aggregation.string()
		}
	}
	return how
}

// published is what the results say of a metric under a filter, which may have a
// number for each document or not.
func published(aggregates map[string]value, metric, filter string, config lmEvalConfig, numbers bool) []Published {
	how := config.aggregation(metric)
	var all []Published
	for _, p := range []Published{
		{Name: metric + "," + filter, Rule: Mean},
		{Name: metric + "_stderr," + filter, Rule: StdErr},
	} {
		x, ok := aggregates[p.Name].published()
		if !ok {
			continue
		}
		p.Value = x
		switch {
		case !numbers:
			p.Rule, p.Why = RuleUnknown, "a corpus metric: no document has a number of its own"
		case how != "" && how != "mean" && how != "nanmean":
			p.Rule, p.Why = RuleUnknown, "aggregated by "+how+", not by the mean over documents"
		}
		all = append(all, p)
	}
	return all
}
