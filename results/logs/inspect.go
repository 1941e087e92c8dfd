package logs

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"settle/internal/lists"
	"settle/internal/quoted"

	"github.com/go-json-experiment/json/jsontext"
)

// inspectZip is the format of Inspect logs that are zip files, which is Inspect's
// default.
var inspectZip = format{name: "Inspect", read: readInspectZip}

// Names of members of an Inspect zip file that form its journal. A run that was killed
// leaves only the journal.
const (
	journalStart     = "_journal/start.json"
	journalSummaries = "_journal/summaries/"
)

// inspectFile is an Inspect log. Its parts can come in any order, except that the
// samples come after the parts that name the run.
type inspectFile struct {
	Status     value                         `json:"status"`
	Eval       part[inspectEval]             `json:"eval"`
	Results    part[inspectResults]          `json:"results"`
	Samples    elementVisitor[inspectSample] `json:"samples"`
	Reductions list[part[inspectReduction]]  `json:"reductions"`

	Usage inspectUsages `json:"stats.model_usage"` // of the whole run
}

// inspectEval describes the run that wrote an Inspect log.
type inspectEval struct {
	Task     value     `json:"task"`
	Model    value     `json:"model"`
	Created  value     `json:"created"`
	RunID    value     `json:"run_id"`
	TaskID   value     `json:"task_id"`
	EvalID   value     `json:"eval_id"`
	Epochs   value     `json:"config.epochs"`
	Reducers oneOrMore `json:"config.epochs_reducer"`
	Tool     value     `json:"packages.inspect_ai"`
}

// inspectSample is one sample in an Inspect log, or the summary of one.
type inspectSample struct {
	ID     value                              `json:"id"`
	Epoch  value                              `json:"epoch"`
	Error  value                              `json:"error"`
	Scores orderedMembers[part[inspectFound]] `json:"scores"` // by scorer
	Score  part[inspectFound]                 `json:"score"`  // first versions, which had one scorer
	Usage  inspectUsages                      `json:"model_usage"`
}

// inspectUsages holds the tokens and the cost of each model: the evaluated model and
// any graders.
type inspectUsages struct {
	orderedMembers[part[struct {
		Tokens value `json:"total_tokens"`
		Cost   value `json:"total_cost"`
	}]]
}

// sums returns the tokens and the cost of all models together. A sum is NaN if unknown.
func (u inspectUsages) sums() (tokens, cost float64) {
	if len(u.orderedMembers) == 0 {
		return math.NaN(), math.NaN()
	}
	for _, of := range u.orderedMembers {
		tokens += of.it.it.Tokens.orNaN()
		cost += of.it.it.Cost.orNaN()
	}
	return tokens, cost
}

// inspectFound is the result of an Inspect scorer: one value, or several values with
// keys.
type inspectFound struct {
	Value  branch `json:"value"`
	Answer value  `json:"answer"`
}

// inspectResults holds the numbers that Inspect computed from the samples.
type inspectResults struct {
	Samples    value                        `json:"total_samples"`
	Scores     list[part[inspectScore]]     `json:"scores"`
	Reductions list[part[inspectReduction]] `json:"sample_reductions"`
	Early      part[inspectEarly]           `json:"early_stopping"`

	// Fields of version 1, which had only one scorer.
	Scorer  part[inspectScore]                  `json:"scorer"`
	Metrics orderedMembers[part[inspectMetric]] `json:"metrics"`
}

// inspectEarly lists the epochs of samples that Inspect stopped early.
type inspectEarly struct {
	Manager value `json:"manager"`
	Stops   list[part[struct {
		ID    value `json:"id"`
		Epoch value `json:"epoch"`
	}]] `json:"early_stops"`
}

// inspectScore holds the metrics of an Inspect scorer, or of one key of a scorer.
type inspectScore struct {
	Name    value                               `json:"name"`
	Scorer  value                               `json:"scorer"`
	Reducer value                               `json:"reducer"`
	Metrics orderedMembers[part[inspectMetric]] `json:"metrics"` // by name, or a list
}

type inspectMetric struct {
	Name    value `json:"name"`
	Value   value `json:"value"`
	Cluster value `json:"params.cluster"`
	Option  value `json:"options.cluster"`
}

// inspectReduction holds, for each sample, the value to which Inspect reduced the
// sample's epochs.
type inspectReduction struct {
	Scorer  value `json:"scorer"`
	Reducer value `json:"reducer"`
	Samples list[part[struct {
		ID    value  `json:"sample_id"`
		Value branch `json:"value"`
	}]] `json:"samples"`
}

// inspect holds the state while an Inspect log is read.
type inspect struct {
	r   *reading
	g   *gatherer
	doc inspectFile

	status  string
	samples int    // number of samples read so far in the current list
	odd     string // a text that is not a known verdict, or ""
}

func newInspect(r *reading) *inspect {
	l := &inspect{r: r, g: r.log("", "")}
	l.doc.Samples.do = func(_ string, sample *inspectSample) error {
		if l.samples++; sample.ID.string() == "" {
			return fmt.Errorf("sample %d has no id", l.samples)
		}
		l.add(sample)
		return nil
	}
	return l
}

// readInspectJSON reads an Inspect log that is one JSON object.
func readInspectJSON(r *reading) error {
	l := newInspect(r)
	if err := document(r.file, &l.doc); err != nil {
		return err
	}
	l.status = l.doc.Status.string()
	return l.finish()
}

// readInspectZip reads an Inspect log that is a zip file. If the file has summaries of
// the samples, the full samples are not read.
func readInspectZip(r *reading) error {
	l := newInspect(r)
	zip := r.file.zip
	header := "header.json"
	if zip.members[header] == nil {
		header, l.status = journalStart, "started"
	}
	if err := l.member(header, &l.doc); err != nil {
		return err
	}
	l.status = cmp.Or(l.doc.Status.string(), l.status)
	if zip.members["reductions.json"] != nil {
		if err := l.member("reductions.json", &l.doc.Reductions); err != nil {
			return err
		}
	}
	summaries := []string{"summaries.json"}
	if zip.members[summaries[0]] == nil {
		summaries = zip.journal()
	}
	for _, name := range summaries {
		l.samples = 0
		if err := l.member(name, &l.doc.Samples); err != nil {
			return err
		}
	}
	if len(summaries) > 0 {
		return l.finish()
	}
	for _, name := range zip.takeSamples() { // there are only full samples
		var sample inspectSample
		if err := l.member(name, &sample); err != nil {
			return err
		}
		if sample.ID.string() != "" {
			l.add(&sample)
		}
	}
	return l.finish()
}

// member reads one member of the Inspect zip file as JSON.
func (l *inspect) member(name string, into any) error {
	text, err := l.r.file.zip.json(name, l.r.file.mayGoOn)
	if err != nil {
		return err
	}
	defer text.close()
	err = text.read(into)
	if err == nil {
		err = text.end()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// journal returns, in order, the names of the files with sample summaries that a run
// wrote while it ran.
func (a *archive) journal() []string {
	numbers := map[string]int{}
	for name := range a.members {
		rest, ok := strings.CutPrefix(name, journalSummaries)
		if n, err := strconv.Atoi(strings.TrimSuffix(rest, ".json")); ok && err == nil {
			numbers[name] = n
		}
	}
	return slices.SortedFunc(maps.Keys(numbers), func(a, b string) int {
		return cmp.Or(cmp.Compare(numbers[a], numbers[b]), cmp.Compare(a, b))
	})
}

// add adds a sample to the log as an attempt.
func (l *inspect) add(sample *inspectSample) {
	outcome := math.NaN()
	for _, scorer := range sample.Scores {
		outcome = orElse(l.score(scorer.name, &scorer.it.it.Value), outcome)
	}
	if sample.Score.there {
		scorer := "score"
		if scores := l.doc.Results.it.scores(); len(scores) == 1 {
			scorer = scores[0].Scorer.string()
		}
		outcome = orElse(l.score(scorer, &sample.Score.it.Value), outcome)
	}
	if !sample.Error.null() {
		outcome = math.NaN()
		l.g.broken++
	}
	epoch, ok := sample.Epoch.integer()
	if !ok {
		epoch = 1
	}
	l.g.attempt(sample.ID.string(), epoch, outcome)
	l.g.answer(sample.answer(l.g.verdicts.takenName()))
	tokens, cost := sample.Usage.sums()
	l.g.log.Tokens.add(tokens, 1)
	l.g.log.Cost.add(cost, 1)
}

// answer returns the answer that a scorer extracted from the sample. The selected
// verdict is given as the scorer's name, or as SCORER.KEY.
func (s *inspectSample) answer(taken string) value {
	for _, scorer := range s.Scores {
		if taken == scorer.name || strings.HasPrefix(taken, scorer.name+".") {
			return scorer.it.it.Answer
		}
	}
	return s.Score.it.Answer
}

// score returns a scorer's result if it is the selected verdict, else NaN. If the
// result has several values, each is a verdict of its own, named SCORER.KEY.
func (l *inspect) score(scorer string, found *branch) float64 {
	if found.kind != jsontext.KindBeginObject {
		return l.value(scorer, found.value)
	}
	outcome := math.NaN()
	for _, member := range found.members {
		outcome = orElse(l.value(scorer+"."+member.name, member.it), outcome)
	}
	return outcome
}

// value returns the number for a verdict's value if that verdict is selected, else NaN.
func (l *inspect) value(verdict string, v value) float64 {
	if !v.exists() {
		return math.NaN()
	}
	x, ok := l.number(v)
	if l.g.verdicts.meet(l.g.verdicts.find(verdict), v.kind, ok, math.IsNaN(x)) && ok {
		return x
	}
	return math.NaN()
}

// number converts a value to a number as Inspect does. It stores an unknown word in
// l.odd.
func (l *inspect) number(v value) (float64, bool) {
	x, ok, odd := inspectNumber(v)
	if odd {
		l.odd = cmp.Or(l.odd, strings.TrimSpace(v.text))
	}
	return x, ok
}

// inspectNumber converts a value to a number as Inspect does. The letters C, P, I and N
// mean correct, partial, incorrect and no answer. An unknown word counts as 0, and odd
// is then true. For an object or array, ok is false.
func inspectNumber(v value) (x float64, ok, odd bool) {
	if v.kind != jsontext.KindString {
		x, ok = v.number()
		return x, ok, false
	}
	switch v.text {
	case "C":
		return 1, true, false
	case "P":
		return 0.5, true, false
	case "I", "N":
		return 0, true, false
	}
	text := strings.TrimSpace(v.text)
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, true, false
	}
	switch strings.ToLower(text) {
	case "yes", "true":
		return 1, true, false
	case "no", "false":
		return 0, true, false
	case "":
		return math.NaN(), true, false
	}
	return 0, true, true
}

// finish sets the properties of the log and adds the numbers that Inspect published for
// the selected verdict.
func (l *inspect) finish() error {
	log, eval := l.g.log, &l.doc.Eval.it
	log.Task, log.Model, log.Time = eval.Task.string(), eval.Model.string(), sortableTime(eval.Created.string())
	log.Tool = eval.Tool.string()
	for _, id := range []value{eval.RunID, eval.TaskID, eval.EvalID} {
		if id.exists() {
			log.Run += "/" + id.string()
		}
	}
	if log.Again = eval.TaskID.string(); l.status != "success" {
		log.Retried = log.Again
	}
	if total := l.doc.Results.it.Samples.count(); total > 0 { // in a shortened log, this can be the number of samples that remain
		log.Whole.Attempts = max(total, len(log.questions)*max(1, eval.Epochs.count()))
	}
	early := &l.doc.Results.it.Early.it
	log.StoppedBy = early.Manager.string()
	for _, stop := range early.Stops {
		if epoch, ok := stop.it.Epoch.integer(); ok {
			log.Stopped = append(log.Stopped, Stop{stop.it.ID.string(), epoch})
		}
	}
	if tokens, cost := l.doc.Usage.sums(); log.Tokens.Attempts == 0 {
		log.Tokens.add(tokens, log.Len())
		log.Cost.add(cost, log.Len())
	}
	switch l.status {
	case "success", "":
	case "started":
		l.g.note("the run was killed; only the samples written before that are read")
	default:
		l.g.note("the run ended with status %s; only the samples scored before that are read", quoted.Text(l.status))
	}
	if l.odd != "" {
		l.g.note("a verdict such as %s counts as 0, as in Inspect itself", quoted.Text(l.odd))
	}
	if log.Len() == 0 && len(l.reductions()) > 0 && !l.r.opts.Empty {
		return fmt.Errorf("%s log: %w: it was written without samples, with only one value per question", l.r.format, ErrNoAttempts)
	}
	l.publish(l.g.verdicts.takenName())
	return nil
}

// sortableTime rewrites a time so that the texts of several times sort in time order.
func sortableTime(created string) string {
	if t, err := time.Parse(time.RFC3339Nano, created); err == nil {
		return t.UTC().Format("2006-01-02T15:04:05.000000000Z")
	}
	return created
}

// scores returns the published metrics. It converts metrics of version 1 to the current
// form.
func (r *inspectResults) scores() []inspectScore {
	all := lists.Each(r.Scores, func(s part[inspectScore]) inspectScore { return s.it })
	if r.Scorer.there {
		s := r.Scorer.it
		s.Scorer.text = s.scorer()
		all = append(all, s)
	}
	if len(r.Metrics) > 0 {
		if len(all) == 0 {
			all = append(all, inspectScore{})
		}
		all[0].Metrics = append(all[0].Metrics, r.Metrics...)
	}
	return all
}

// reductions returns the values to which Inspect reduced the epochs of each sample. The
// log can hold them in two places.
func (l *inspect) reductions() []part[inspectReduction] {
	return slices.Concat(l.doc.Results.it.Reductions, l.doc.Reductions)
}

// publish adds the numbers that Inspect published for a verdict, named SCORER or
// SCORER.KEY. If taken is "", it adds the numbers for all verdicts.
func (l *inspect) publish(taken string) {
	for _, s := range l.doc.Results.it.scores() {
		if taken != "" && !s.belongsTo(taken) {
			continue
		}
		reducer := s.Reducer.string()
		reduce, known := inspectReduce(cmp.Or(reducer, l.reducer()))
		byQuestion := l.reducedValues(s.scorer(), reducer, taken)
		for _, m := range s.Metrics {
			name, why := m.it.it.describe(m.name)
			p := Published{Name: s.title(name), Value: m.it.it.Value.orNaN(), Reduce: reduce, Why: why, ByQuestion: byQuestion}
			p.Rule = inspectRule(name)
			if taken != "" && taken != s.scorer() && s.Name.string() == s.scorer() {
				p.Why = cmp.Or(p.Why, "a metric over several keys together")
			}
			switch {
			case p.Why != "":
				p.Rule = RuleUnknown
			case p.Rule == RuleUnknown:
				p.Why = "how it is computed is unknown"
			case !known:
				p.Rule, p.Why = RuleUnknown, "reduced by "+quoted.Bare(reducer)
			}
			l.g.log.Published = append(l.g.log.Published, p)
		}
	}
}

// describe returns the name of a metric: the given key or, if that is empty, the name
// in m. It also returns the reason why the metric cannot be recomputed, or "" if there
// is none.
func (m *inspectMetric) describe(key string) (name, reason string) {
	name = m.Name.string()
	if own, _, ok := strings.Cut(name, "/"); ok && own != "inspect_ai" {
		reason = "a metric of " + own + ", not of Inspect itself"
	}
	for _, cluster := range []value{m.Cluster, m.Option} {
		if cluster.kind == jsontext.KindString {
			reason = "clustered by " + quoted.Bare(cluster.text)
		}
	}
	return cmp.Or(key, name), reason
}

// scorer returns the name of the scorer to which the metrics belong.
func (s *inspectScore) scorer() string { return cmp.Or(s.Scorer.string(), s.Name.string()) }

// belongsTo reports whether the metrics in s were computed from the given verdict. The
// verdict is named after a scorer, or after a scorer and one of its keys. Metrics of a
// scorer as a whole belong to all verdicts of that scorer.
func (s *inspectScore) belongsTo(taken string) bool {
	scorer, name := s.scorer(), s.Name.string()
	if name != scorer {
		return taken == name || taken == scorer+"."+name || taken == scorer
	}
	return taken == scorer || strings.HasPrefix(taken, scorer+".")
}

// reducer returns the name of the reducer for metrics that do not name one. A reducer
// turns the epochs of a sample into one value. The name is "" if it is not known.
func (l *inspect) reducer() string {
	if reducers := l.doc.Eval.it.Reducers; len(reducers) == 1 {
		return reducers[0].string()
	}
	return ""
}

// title returns a metric's name with a prefix, so that metrics of different scorers or
// reducers have different names.
func (s *inspectScore) title(metric string) string {
	title, name, reducer := s.scorer(), s.Name.string(), s.Reducer.string()
	if name != "" && name != title {
		title += "." + name
	}
	if reducer != "" && reducer != "mean" {
		title += " (" + reducer + ")"
	}
	return title + " " + metric
}

// reducedValues returns, for each sample, the value that a reducer computed from the
// sample's epochs. The values are those of the selected verdict. The result is nil if
// the log holds no such values.
func (l *inspect) reducedValues(scorer, reducer, taken string) map[string]float64 {
	for _, r := range l.reductions() {
		if r.it.Scorer.string() != scorer || cmp.Or(r.it.Reducer.string(), "mean") != cmp.Or(reducer, "mean") {
			continue
		}
		values := map[string]float64{}
		for _, sample := range r.it.Samples {
			v := sample.it.Value.value
			if v.kind == jsontext.KindBeginObject {
				v = sample.it.Value.member(strings.TrimPrefix(taken, scorer+"."))
			}
			if x, ok, _ := inspectNumber(v); ok && v.exists() {
				values[sample.it.ID.string()] = x
			}
		}
		return values
	}
	return nil
}

// inspectRule returns the rule by which Inspect computes a metric.
func inspectRule(metric string) Rule {
	switch strings.TrimPrefix(metric, "inspect_ai/") {
	case "accuracy", "mean":
		return Mean
	case "stderr":
		return StdErr
	case "std":
		return Deviation
	case "var":
		return Variance
	}
	return RuleUnknown
}

// inspectReduce returns a method of turning the trials of a question into one value,
// given Inspect's name for that method. It returns false if the name is unknown.
func inspectReduce(name string) (Reduce, bool) {
	switch name {
	case "", "mean":
		return Reduce{}, true
	case "mode":
		return Reduce{By: ByMode}, true
	case "median":
		return Reduce{By: ByMedian}, true
	case "max":
		return Reduce{By: ByMax}, true
	}
	for prefix, by := range map[string]ReduceBy{"pass_at_": ByPassAtK, "at_least_": ByAtLeastK} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			if k, err := strconv.Atoi(rest); err == nil && k > 0 {
				return Reduce{by, k}, true
			}
		}
	}
	return Reduce{}, false
}
