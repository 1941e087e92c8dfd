package logs

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/results"

	"github.com/go-json-experiment/json/jsontext"
)

// A Choice is the error for a log with several verdicts if the caller chose none of
// them, or for a log that lacks the chosen verdict.
type Choice struct {
	Wanted string   // the requested verdict, or ""
	Names  []string // the verdicts in the order of the log
	Unfit  []string // values that cannot be verdicts: for each, its name and its kind, which is not a number
}

// Error returns a message that lists the verdicts.
func (c *Choice) Error() string {
	var b strings.Builder
	switch {
	case c.Wanted != "" && len(c.Names) == 0:
		fmt.Fprintf(&b, "holds no verdict %s", quoted.Text(c.Wanted))
	case c.Wanted != "":
		fmt.Fprintf(&b, "holds no verdict %s, only %s", quoted.Text(c.Wanted), quoted.List(c.Names))
	case len(c.Names) == 0:
		b.WriteString("holds no verdict that is a number")
	default:
		fmt.Fprintf(&b, "holds several verdicts; choose one with --score: %s", quoted.List(c.Names))
	}
	if len(c.Unfit) > 0 && (len(c.Names) == 0 || c.Wanted != "") {
		fmt.Fprintf(&b, " (without outcomes: %s)", quoted.Join(c.Unfit))
	}
	return b.String()
}

// A reading holds the state while one log file is read.
type reading struct {
	file   *file
	opts   Options
	format string
	tool   string
	logs   []*gatherer
	held   int64 // approximate memory in bytes
	weighs bool  // a field of the attempts can hold their weights
}

// Approximate memory, in bytes, of an attempt, of its answer and weight together, and of
// a question without its name.
const (
	perAttempt  = 24
	perBallot   = 24
	perQuestion = 64
)

// tooLarge returns an error if reading has used more memory than allowed.
func (r *reading) tooLarge() error {
	if r.opts.MaxBytes > 0 && r.held > r.opts.MaxBytes {
		return &results.TooLarge{Needs: r.held, Allows: r.opts.MaxBytes}
	}
	return nil
}

// log returns the gatherer for one model's attempts at a task. It makes one if needed.
func (r *reading) log(model, task string) *gatherer {
	for _, g := range r.logs {
		if g.log.Model == model && g.log.Task == task {
			return g
		}
	}
	g := &gatherer{
		held:     &r.held,
		ballots:  r.opts.Ballots,
		log:      &Log{File: r.file.path, Format: r.format, Model: model, Task: task, Folder: r.file.dir()},
		verdicts: verdicts{want: r.opts.Score, at: map[string]int{}},
		index:    map[string]uint32{},
	}
	r.logs = append(r.logs, g)
	return g
}

// finish checks all logs in the file and returns them.
func (r *reading) finish() ([]*Log, error) {
	if name := r.opts.Ballots.WeightColumn(); name != "" && !r.weighs {
		return nil, fmt.Errorf("logs of %s have no weight field %s; remove --weight-by", r.format, quoted.Text(name))
	}
	var logs []*Log
	for _, g := range r.logs {
		if g.log.Len() == 0 && len(g.verdicts.found) == 0 && !r.opts.Empty {
			continue
		}
		other := r.opts.Task != "" && g.log.Task != "" && g.log.Task != r.opts.Task
		if err := g.finish(r.opts.Empty); err != nil && !other {
			return nil, err
		}
		g.log.Tool = cmp.Or(g.log.Tool, r.tool)
		logs = append(logs, g.log)
	}
	if len(logs) == 0 {
		return nil, fmt.Errorf("%s log: %w", r.format, ErrNoAttempts)
	}
	return logs, nil
}

// A gatherer builds a Log from the attempts that a reader passes to it.
type gatherer struct {
	held     *int64 // memory of all logs in the file
	ballots  results.BallotOptions
	wrong    error // error of the first invalid ballot
	log      *Log
	verdicts verdicts
	index    map[string]uint32 // question numbers by name
	last     []int64           // highest trial so far, by question
	unsorted bool              // trials can be duplicates
	repeated bool              // some question has more than one trial

	broken     int  // number of attempts that ended with an error, if the tool's log tells
	fractional bool // some reward was neither 0 nor 1
}

// verdicts holds all verdicts in a log, and which one is selected. A verdict is a kind
// of result that a log has for its attempts, such as the result of one scorer.
type verdicts struct {
	want  string
	found []verdict
	at    map[string]int
	taken int // index of the selected verdict in found, plus 1
}

type verdict struct {
	name, alias string // such as FILTER/METRIC and METRIC; equal if there is only one name
	fit         bool   // some attempt has a number
	holds       string // kind of a value that is not a number
	lower       bool   // the log says that a lower value is better
}

// find returns the index of a verdict. It adds the verdict if it is new.
func (v *verdicts) find(name string) int {
	if i, ok := v.at[name]; ok {
		return i
	}
	return v.add(name, name)
}

func (v *verdicts) add(name, alias string) int {
	i := len(v.found)
	v.at[name] = i
	v.found = append(v.found, verdict{name: name, alias: alias})
	if v.taken == 0 && (v.want == name || v.want == alias) && v.want != "" {
		v.taken = i + 1
	}
	return i
}

// meet records a value of the given JSON kind that an attempt has for the i-th verdict.
// It reports whether that verdict is selected. If ok is true, the value is a number or
// missing. If the caller requested no verdict, meet selects the first verdict for which
// some attempt has a number.
func (v *verdicts) meet(i int, kind jsontext.Kind, ok, missing bool) bool {
	found := &v.found[i]
	switch {
	case ok && !missing:
		found.fit = true
		if v.taken == 0 && v.want == "" {
			v.taken = i + 1
		}
	case !ok && found.holds == "":
		found.holds = kindName(kind)
	}
	return v.taken == i+1
}

// recordVerdict records the value that an attempt has for a verdict, and reports
// whether that verdict is selected.
func (g *gatherer) recordVerdict(verdict string, v value) bool {
	_, ok := v.number()
	return g.verdicts.meet(g.verdicts.find(verdict), v.kind, ok, v.isMissing())
}

// take records an attempt's value for a verdict. It returns the value if the verdict is
// selected and the value is a number, else NaN.
func (g *gatherer) take(verdict string, v value) float64 {
	if x, ok := v.number(); g.recordVerdict(verdict, v) && ok {
		return x
	}
	return math.NaN()
}

// outcome works like take, for a value that is already a float64. NaN means no value.
func (g *gatherer) outcome(verdict string, x float64) float64 {
	if g.verdicts.meet(g.verdicts.find(verdict), jsontext.KindNumber, true, math.IsNaN(x)) {
		return x
	}
	return math.NaN()
}

// ownOutcome returns an attempt's outcome. The outcome is x, the value of the tool's
// own verdict, unless the caller requested one of the other verdicts.
func (g *gatherer) ownOutcome(own string, x float64, others orderedMembers[value]) float64 {
	outcome := math.NaN()
	if g.verdicts.want != "" {
		for _, v := range others {
			outcome = orElse(g.take(v.name, v.it), outcome)
		}
	}
	return orElse(g.outcome(own, x), outcome)
}

// takenName returns the name of the selected verdict, or "" if none is selected.
func (v *verdicts) takenName() string {
	if v.taken == 0 {
		return ""
	}
	return v.found[v.taken-1].name
}

// markLower records that a lower value of the named verdict is better.
func (v *verdicts) markLower(name string) {
	if i, ok := v.at[name]; ok {
		v.found[i].lower = true
	}
}

// check returns the name of the selected verdict. It fails if the choice is not clear.
func (v *verdicts) check() (string, error) {
	choice := &Choice{Wanted: v.want}
	var named, same int
	for _, found := range v.found {
		if found.fit {
			choice.Names = append(choice.Names, found.name)
		} else if found.holds != "" {
			choice.Unfit = append(choice.Unfit, fmt.Sprintf("%s holds %s", quoted.Text(found.name), found.holds))
		}
		if v.want != "" && found.fit && (found.name == v.want || found.alias == v.want) {
			named++
			if found.name == v.want {
				same++
			}
		}
	}
	switch {
	case len(v.found) == 0 && v.want == "":
		return "", nil
	case named > 1 && same == 0: // several filters have this metric
		choice.Wanted = ""
		return "", choice
	case v.want != "" && v.taken > 0 && (v.found[v.taken-1].fit || v.found[v.taken-1].holds == ""):
		return v.found[v.taken-1].name, nil
	case v.want != "":
		return "", choice
	case len(choice.Names) > 1 || len(choice.Names) == 0 && len(choice.Unfit) > 0:
		return "", choice
	case len(choice.Names) == 1:
		return choice.Names[0], nil
	}
	return "", nil // no attempt has a verdict
}

// question returns the number of a question. It adds the question if it is new.
func (g *gatherer) question(name string) uint32 {
	q, ok := g.index[name]
	if !ok {
		q = uint32(len(g.log.questions))
		g.index[name] = q
		*g.held += perQuestion + int64(len(name))
		g.log.questions = append(g.log.questions, name)
		g.last = append(g.last, math.MinInt64)
	}
	return q
}

// attempt adds an attempt at a question. If the outcome is NaN, the attempt was not
// scored.
func (g *gatherer) attempt(question string, trial int64, outcome float64) {
	g.log.Whole.Rows++
	g.add(g.question(question), trial, outcome)
}

func (g *gatherer) add(q uint32, trial int64, outcome float64) {
	if last := &g.last[q]; trial > *last {
		g.repeated = g.repeated || *last != math.MinInt64
		*last = trial
	} else {
		g.unsorted, g.repeated = true, true
	}
	*g.held += perAttempt
	g.log.rows = append(g.log.rows, row{question: q, trial: trial, outcome: outcome})
}

// occurrence adds an attempt at a question and gives it the next trial number of that
// question, starting with 1.
func (g *gatherer) occurrence(question string, outcome float64) {
	q := g.question(question)
	g.log.Whole.Rows++
	g.add(q, max(0, g.last[q])+1, outcome)
}

// repeats adds one attempt at a question for each of the values, with the trial numbers
// 1, 2, and so on. The i-th answer belongs to the i-th attempt. There can be fewer
// answers than values.
func (g *gatherer) repeats(question, verdict string, values, answers []value) {
	for i, v := range values {
		g.attempt(question, int64(i+1), g.outcome(verdict, v.orNaN()))
		if i < len(answers) {
			g.answer(answers[i])
		}
	}
}

// longestAnswer is the maximum length of an answer, in bytes. Longer texts are complete
// outputs, which some tools log if they extract no answer.
const longestAnswer = 1000

// answer stores the answer of the attempt added last, if answers are requested.
func (g *gatherer) answer(v value) { g.ballot(v, value{}) }

// ballot stores the answer and the weight of the attempt added last, if the caller of
// the package wants answers and weights.
func (g *gatherer) ballot(answer, weight value) {
	if !g.ballots.Read {
		return
	}
	b := results.Ballot{Answer: answer.text}
	switch answer.kind {
	case jsontext.KindTrue, jsontext.KindFalse:
		b.Answer = strconv.FormatBool(answer.kind == jsontext.KindTrue)
	}
	if len(b.Answer) > longestAnswer {
		g.note("answers of more than %d bytes are left out, because they are complete outputs instead of final answers", longestAnswer)
		b.Answer = ""
	}
	column := g.ballots.WeightColumn()
	x, ok := weight.number()
	err := error(nil)
	if !ok {
		err = fmt.Errorf("%s is %s, not a number", quoted.Bare(column), kindName(weight.kind))
	}
	if err == nil {
		b.Weight, err = g.ballots.ParseWeight(column, x)
	}
	last := len(g.log.rows) - 1
	if err != nil && g.wrong == nil {
		g.wrong = fmt.Errorf("question %s: %w", quoted.Text(g.log.questions[g.log.rows[last].question]), err)
	}
	for len(g.log.ballots) < last {
		g.log.ballots = append(g.log.ballots, results.NoBallot)
	}
	g.log.ballots = append(g.log.ballots, b)
	*g.held += perBallot + int64(len(b.Answer))
}

// parts holds, for each part of a benchmark, the set of the questions in that part.
type parts map[string]map[string]bool

func (p parts) add(part, question string) {
	if p[part] == nil {
		p[part] = map[string]bool{}
	}
	p[part][question] = true
}

// addPrinted adds one published number for each k. Its name is the given name followed
// by k, such as pass@10. The tool prints these numbers but does not write them to a
// file.
func (g *gatherer) addPrinted(name string, rule Rule, ks ...int) {
	for _, k := range ks {
		g.log.Published = append(g.log.Published,
			Published{Name: name + strconv.Itoa(k), Value: math.NaN(), Rule: rule, K: k, Printed: true})
	}
}

func (g *gatherer) note(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if !slices.Contains(g.log.Notes, note) {
		g.log.Notes = append(g.log.Notes, note)
	}
}

// finish checks the attempts and sets the selected verdict. If empty is true, a log
// without a numeric verdict is not an error.
func (g *gatherer) finish(empty bool) error {
	score, err := g.verdicts.check()
	choice, ok := errors.AsType[*Choice](err)
	if noVerdict := ok && choice.Wanted == "" && len(choice.Names) == 0; err != nil && !(empty && noVerdict) {
		return err
	}
	if g.log.Score == "" {
		g.log.Score = score
	}
	for _, v := range g.verdicts.found {
		switch {
		case v.name != score && v.fit && !v.lower:
			g.log.Others = append(g.log.Others, v.name)
		case v.name == score && v.lower:
			g.log.LowerBetter = true
			g.note("lower is better for the verdict %s; change the outcomes before you rank them", quoted.Text(score))
		}
	}
	if err := cmp.Or(g.wrong, g.checkDoubled()); err != nil {
		return err
	}
	g.log.Numbered = g.log.Numbered || g.repeated
	if len(g.log.rows) > 0 && !slices.ContainsFunc(g.log.rows, func(r row) bool { return !math.IsNaN(r.outcome) }) {
		g.note("none of the %d attempts has a verdict", len(g.log.rows))
		g.log.Unscored = g.broken < len(g.log.rows)
	}
	return nil
}

// checkDoubled fails if a trial of a question is listed twice.
func (g *gatherer) checkDoubled() error {
	if !g.unsorted {
		return nil
	}
	sorted := slices.Clone(g.log.rows)
	slices.SortFunc(sorted, compareRows)
	for i := 1; i < len(sorted); i++ {
		if compareRows(sorted[i-1], sorted[i]) == 0 {
			return fmt.Errorf("lists trial %d of question %s twice",
				sorted[i].trial, quoted.Text(g.log.questions[sorted[i].question]))
		}
	}
	return nil
}

func compareRows(a, b row) int {
	return cmp.Or(cmp.Compare(a.question, b.question), cmp.Compare(a.trial, b.trial))
}

var errNoQuestion = errors.New("an attempt names no question")
