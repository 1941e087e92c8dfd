package logs

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// evalPlusFile is a log of EvalPlus or of its derivative BigCodeBench.
type evalPlusFile struct {
	Eval    elementVisitor[evalPlusTask] `json:"eval"`
	PassAtK dict[dict[value]]            `json:"pass_at_k"` // by verdict
}

// evalPlusTask holds the samples of one task, in the order of the file.
type evalPlusTask []part[evalPlusSample]

type evalPlusSample struct {
	Status value `json:"status"` // of BigCodeBench
	Base   value `json:"base_status"`
	Plus   value `json:"plus_status"`
}

// UnmarshalJSONFrom reads the samples of a task. It also accepts the form that the
// first versions of EvalPlus wrote. That form has one list of samples for each kind of
// tests, and a sample is a list that starts with its status.
func (t *evalPlusTask) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	switch kind := d.PeekKind(); kind {
	case jsontext.KindString, jsontext.KindNumber, jsontext.KindTrue, jsontext.KindFalse:
		return kindError(kind, d.StackPointer(), "an array")
	case jsontext.KindBeginObject:
	default:
		return (*list[part[evalPlusSample]])(t).UnmarshalJSONFrom(d)
	}
	var old struct {
		Base list[list[value]] `json:"base"`
		Plus list[list[value]] `json:"plus"`
	}
	if err := decode(d, &old); err != nil {
		return err
	}
	for i, base := range old.Base {
		sample := evalPlusSample{Base: first(base)}
		if i < len(old.Plus) {
			sample.Plus = first(old.Plus[i])
		}
		*t = append(*t, part[evalPlusSample]{it: sample})
	}
	return nil
}

// first returns the first of the values, or the zero value if there are none.
func first(values []value) value {
	if len(values) == 0 {
		return value{}
	}
	return values[0]
}

// Names of the verdicts of EvalPlus, and of the only verdict of BigCodeBench.
const (
	baseVerdict   = "base"
	plusVerdict   = "plus"
	statusVerdict = "status"
)

// readEvalPlus reads a log of EvalPlus or BigCodeBench.
func readEvalPlus(r *reading) error {
	g := r.log("", "")
	var tasks commonPrefix
	var doc evalPlusFile
	doc.Eval.do = func(id string, task *evalPlusTask) error {
		tasks.add(id)
		for i, sample := range *task {
			g.attempt(id, int64(i+1), sample.it.outcome(g))
		}
		return nil
	}
	if err := document(r.file, &doc); err != nil {
		return err
	}
	g.log.Task = tasks.prefix
	if verdict := g.verdicts.takenName(); verdict != "" {
		if g.log.Published = doc.publishedNumbers(verdict); len(g.log.Published) == 0 {
			g.addPrinted(verdict+" pass@", PassAtK, 1, 10, 100)
		}
	}
	return nil
}

// outcome returns the outcome of a sample. For the verdict plus, the sample must pass
// both the base tests and the plus tests.
func (s *evalPlusSample) outcome(g *gatherer) float64 {
	if s.Status.exists() {
		return g.outcome(statusVerdict, passOutcome(s.Status))
	}
	base, plus := passOutcome(s.Base), passOutcome(s.Plus)
	outcome := g.outcome(baseVerdict, base)
	if math.IsNaN(plus) { // the tool ran no plus tests
		return outcome
	}
	return orElse(g.outcome(plusVerdict, base*plus), outcome)
}

// passOutcome returns 1 if a sample passed its tests, NaN if it has no status, and 0
// otherwise.
func passOutcome(v value) float64 {
	if v.isMissing() {
		return math.NaN()
	}
	return truth(v.text == "pass" || v.text == "success")
}

// publishedNumbers returns the pass@k numbers that the tool wrote for one kind of
// tests.
func (f *evalPlusFile) publishedNumbers(verdict string) []Published {
	var all []Published
	for name, v := range f.PassAtK[verdict] {
		k, err := strconv.Atoi(strings.TrimPrefix(name, "pass@"))
		if x, ok := v.number(); ok && err == nil && k > 0 {
			all = append(all, Published{Name: verdict + " " + name, Value: x, Rule: PassAtK, K: k})
		}
	}
	slices.SortFunc(all, func(a, b Published) int { return a.K - b.K })
	return all
}

// commonPrefix finds the text before the slash in names such as HumanEval/0, where it
// is the name of the benchmark. The text is "" unless it is the same in all names.
type commonPrefix struct {
	prefix string
	begun  bool
}

func (c *commonPrefix) add(name string) {
	prefix, _, ok := strings.Cut(name, "/")
	if !ok || c.begun && c.prefix != prefix {
		prefix = ""
	}
	c.prefix, c.begun = prefix, true
}
