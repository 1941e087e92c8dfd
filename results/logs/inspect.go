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

// inspectZip is the form in which Inspect writes by default.
var inspectZip = format{name: "Inspect", read: readInspectZip}

// The members of a zip file of Inspect's that are read. A run that was killed
// leaves the journal alone.
const (
	journalStart     = "_journal/start.json"
	journalSummaries = "_journal/summaries/"
)

// inspectFile is a log. Its parts may come in any order but that samples follow what
// names the run.
type inspectFile struct {
	Status     value                        `json:"status"`
	Eval       part[inspectEval]            `json:"eval"`
	Results    part[inspectResults]         `json:"results"`
	Samples    each[inspectSample]          `json:"samples"`
	Reductions list[part[inspectReduction]] `json:"reductions"`

	Usage inspectUsages `json:"stats.model_usage"` // of the whole run
}

// inspectEval says what the run was.
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

// inspectSample is a sample, or a summary of one.
type inspectSample struct {
	ID     value                       `json:"id"`
	Epoch  value                       `json:"epoch"`
	Error  value                       `json:"error"`
	Scores ordered[part[inspectFound]] `json:"scores"` // by scorer
	Score  part[inspectFound]          `json:"score"`  // of the first versions, which had one scorer
	Usage  inspectUsages               `json:"model_usage"`
}

// inspectUsages says what was spent, by model: by the one that is evaluated and by graders.
type inspectUsages struct {
	ordered[part[struct {
		Tokens value `json:"total_tokens"`
		Cost   value `json:"total_cost"`
	}]]
}

// sums returns the tokens and the cost of all models, NaN where nobody says them.
func (u inspectUsages) sums() (tokens, cost float64) {
	if len(u.ordered) == 0 {
		return math.NaN(), math.NaN()
	}
	for _, of := range u.ordered {
		tokens += of.it.it.Tokens.orNaN()
		cost += of.it.it.Cost.orNaN()
	}
	return tokens, cost
}

// inspectFound holds what a scorer found: a value, or values by key.
type inspectFound struct {
	Value  branch `json:"value"`
	Answer value  `json:"answer"`
}

// inspectResults holds what was published.
type inspectResults struct {
	Samples    value                        `json:"total_samples"`
	Scores     list[part[inspectScore]]     `json:"scores"`
	Reductions list[part[inspectReduction]] `json:"sample_reductions"`
	Early      part[inspectEarly]           `json:"early_stopping"`

	// Of version 1, which had one scorer.
	Scorer  part[inspectScore]           `json:"scorer"`
	Metrics ordered[part[inspectMetric]] `json:"metrics"`
}

// inspectEarly holds the epochs of samples that were stopped early.
type inspectEarly struct {
	Manager value `json:"manager"`
	Stops   list[part[struct {
		ID    value `json:"id"`
		Epoch value `json:"epoch"`
	}]] `json:"early_stops"`
}

// inspectScore are the metrics of a scorer, or of one of its keys.
type inspectScore struct {
	Name    value                        `json:"name"`
	Scorer  value                        `json:"scorer"`
	Reducer value                        `json:"reducer"`
	Metrics ordered[part[inspectMetric]] `json:"metrics"` // by name, or a list
}

type inspectMetric struct {
	Name    value `json:"name"`
	Value   value `json:"value"`
	Cluster value `json:"params.cluster"`
	Option  value `json:"options.cluster"`
}

// inspectReduction holds what became of the epochs of each sample.
type inspectReduction struct {
	Scorer  value `json:"scorer"`
	Reducer value `json:"reducer"`
	Samples list[part[struct {
		ID    value  `json:"sample_id"`
		Value branch `json:"value"`
	}]] `json:"samples"`
}

// inspect is a log that is being read.
type inspect struct {
	r   *reading
	g   *gatherer
	doc inspectFile

	status  string
	samples int    // of a list that were begun
	odd     string // text that is no verdict, "" if none
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

// readInspectJSON reads the form that is one object.
func readInspectJSON(r *reading) error {
	l := newInspect(r)
	if err := document(r.file, &l.doc); err != nil {
		return err
	}
	l.status = l.doc.Status.string()
	return l.finish()
}

// readInspectZip reads the form of many members, of which those with all samples
// in full are not needed.
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
	for _, name := range zip.takeSamples() { // there are only the samples in full
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

// member reads a member of the zip file.
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

// journal are the summaries that a run wrote on its way, in order.
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

// add adds a sample.
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
	}
	epoch, ok := sample.Epoch.whole()
	if !ok {
		epoch = 1
	}
	l.g.attempt(sample.ID.string(), epoch, outcome)
	l.g.answer(sample.answer(l.g.verdicts.takenName()))
	tokens, cost := sample.Usage.sums()
	l.g.log.Tokens.add(tokens, 1)
	l.g.log.Cost.add(cost, 1)
}

// answer returns what the scorer took for the answer whose verdict, SCORER or SCORER.KEY, is taken.
func (s *inspectSample) answer(taken string) value {
	for _, scorer := range s.Scores {
		if taken == scorer.name || strings.HasPrefix(taken, scorer.name+".") {
			return scorer.it.it.Answer
		}
	}
	return s.Score.it.Answer
}

// score returns what a scorer found, if that is the verdict SCORER or SCORER.KEY that is
// taken, else NaN.
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

// value is a value, if it is the verdict that is taken, else NaN.
func (l *inspect) value(verdict string, v value) float64 {
	if !v.there() {
		return math.NaN()
	}
	x, ok := l.number(v)
	if l.g.verdicts.meet(l.g.verdicts.find(verdict), v.kind, ok, math.IsNaN(x)) && ok {
		return x
	}
	return math.NaN()
}

// number returns what Inspect makes of a value; a word that it does not know is noted.
func (l *inspect) number(v value) (float64, bool) {
	x, ok, odd := inspectNumber(v)
	if odd {
		l.odd = cmp.Or(l.odd, strings.TrimSpace(v.text))
	}
	return x, ok
}

// inspectNumber returns what Inspect makes of a value: letters are correct, partial,
// incorrect and no answer; words that it does not know are odd, and 0.
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

// finish says what the log is, and what was published of the verdict that was
// taken.
func (l *inspect) finish() error {
	log, eval := l.g.log, &l.doc.Eval.it
	log.Task, log.Model, log.Time = eval.Task.string(), eval.Model.string(), sortable(eval.Created.string())
	log.Tool = eval.Tool.string()
	for _, id := range []value{eval.RunID, eval.TaskID, eval.EvalID} {
		if id.there() {
			log.Run += "/" + id.string()
		}
	}
	if log.Again = eval.TaskID.string(); l.status != "success" {
		log.Retried = log.Again
	}
	if total := l.doc.Results.it.Samples.count(); total > 0 { // in a log that was cut they may be those that are left
		log.Whole.Attempts = max(total, len(log.questions)*max(1, eval.Epochs.count()))
	}
	early := &l.doc.Results.it.Early.it
	log.StoppedBy = early.Manager.string()
	for _, stop := range early.Stops {
		if epoch, ok := stop.it.Epoch.whole(); ok {
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
		l.g.note("the run was cut off: what it had written by then is read")
	default:
		l.g.note("the run ended with status %s: what was scored by then is read", quoted.Text(l.status))
	}
	if l.odd != "" {
		l.g.note("a verdict such as %s counts as 0, as for Inspect itself", quoted.Text(l.odd))
	}
	if log.Len() == 0 && len(l.reductions()) > 0 && !l.r.opts.Empty {
		return fmt.Errorf("%s log: %w: it was written without samples, only with a value for each question", l.r.format, ErrNoAttempts)
	}
	l.publish(l.g.verdicts.takenName())
	return nil
}

// sortable is a time so written that text sorts as it does.
func sortable(created string) string {
	if t, err := time.Parse(time.RFC3339Nano, created); err == nil {
		return t.UTC().Format("2006-01-02T15:04:05.000000000Z")
	}
	return created
}

// scores are the metrics that were published, in the form of today.
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

// reductions returns those of the log, wherever it has them.
func (l *inspect) reductions() []part[inspectReduction] {
	return slices.Concat(l.doc.Results.it.Reductions, l.doc.Reductions)
}

// publish hands on what was published of a verdict, SCORER or SCORER.KEY, or of
// all if no attempt has any.
func (l *inspect) publish(taken string) {
	for _, s := range l.doc.Results.it.scores() {
		if taken != "" && !s.isOf(taken) {
			continue
		}
		reducer := s.Reducer.string()
		reduce, known := inspectReduce(cmp.Or(reducer, l.reducer()))
		byQuestion := l.reduced(s.scorer(), reducer, taken)
		for _, m := range s.Metrics {
			name, why := m.it.it.describe(m.name)
			p := Published{Name: s.title(name), Value: m.it.it.Value.orNaN(), Reduce: reduce, Why: why, ByQuestion: byQuestion}
			p.Rule = inspectRule(name)
			if taken != "" && taken != s.scorer() && s.Name.string() == s.scorer() {
				p.Why = cmp.Or(p.Why, "a metric of several keys at once")
			}
			switch {
			case p.Why != "":
				p.Rule = RuleUnknown
			case p.Rule == RuleUnknown:
				p.Why = "how it is made is not known"
			case !known:
				p.Rule, p.Why = RuleUnknown, "reduced by "+quoted.Bare(reducer)
			}
			l.g.log.Published = append(l.g.log.Published, p)
		}
	}
}

// describe returns the name of a metric, by which the log may have it, and why it cannot
// be recomputed, "" if it may be.
func (m *inspectMetric) describe(key string) (name, why string) {
	name = m.Name.string()
	if own, _, ok := strings.Cut(name, "/"); ok && own != "inspect_ai" {
		why = "a metric of " + own + ", not of Inspect itself"
	}
	for _, cluster := range []value{m.Cluster, m.Option} {
		if cluster.kind == jsontext.KindString {
			why = "clustered by " + quoted.Bare(cluster.text)
		}
	}
	return cmp.Or(key, name), why
}

// scorer is the name of the scorer.
func (s *inspectScore) scorer() string { return cmp.Or(s.Scorer.string(), s.Name.string()) }

// isOf tells whether an entry is of a verdict: of the scorer, or of one of its keys
// by itself or together with others.
func (s *inspectScore) isOf(taken string) bool {
	scorer, name := s.scorer(), s.Name.string()
	if name != scorer {
		return taken == name || taken == scorer+"."+name || taken == scorer
	}
	return taken == scorer || strings.HasPrefix(taken, scorer+".")
}

// reducer is that of all entries that do not say.
func (l *inspect) reducer() string {
	if reducers := l.doc.Eval.it.Reducers; len(reducers) == 1 {
		return reducers[0].string()
	}
	return ""
}

// title tells the metrics of several scorers and reducers apart.
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

// reduced are the values of all samples that a reducer made of a verdict.
func (l *inspect) reduced(scorer, reducer, taken string) map[string]float64 {
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
			if x, ok, _ := inspectNumber(v); ok && v.there() {
				values[sample.it.ID.string()] = x
			}
		}
		return values
	}
	return nil
}

// inspectRule is how Inspect makes a metric.
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

// inspectReduce is what a reducer does, and whether that is known.
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
