package logs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// promptfooFile is a promptfoo file, which holds the results of one evaluation.
type promptfooFile struct {
	ID      value `json:"evalId"`
	Time    value `json:"results.timestamp"`
	Prompts list[part[struct {
		Label value `json:"label"`
	}]] `json:"results.prompts"` // of each provider; precedes the results
	Results elementVisitor[promptfooRow] `json:"results.results"`
	Task    value                        `json:"config.description"`
	Version value                        `json:"metadata.promptfooVersion"`
}

// promptfooRow is one answer of a provider to a promptfoo test case.
type promptfooRow struct {
	Provider value                 `json:"provider.id"`
	Label    value                 `json:"provider.label"`
	Prompt   value                 `json:"prompt.label"`
	About    value                 `json:"testCase.description"`
	Vars     compact               `json:"vars"`
	Asserts  compact               `json:"testCase.assert"`
	Success  value                 `json:"success"`
	Score    value                 `json:"score"`
	Scores   orderedMembers[value] `json:"namedScores"`
	Reason   value                 `json:"failureReason"`
	Cost     value                 `json:"cost"`
	Tokens   value                 `json:"tokenUsage.total"`
}

// promptfooError is the failureReason that promptfoo writes for a test that could not
// be judged.
const promptfooError = "2"

// promptfoo holds the state while a promptfoo log is read.
type promptfoo struct {
	r       *reading
	doc     promptfooFile
	prompts []string            // distinct labels
	tests   map[string][]string // by test name: the different assertions of tests with that name
}

// readPromptfoo reads the answers of providers to test cases. A test case that was
// repeated appears once per repeat.
func readPromptfoo(r *reading) error {
	p := promptfoo{r: r, tests: map[string][]string{}}
	p.doc.Results.do = func(_ string, row *promptfooRow) error {
		p.add(row)
		return nil
	}
	err := document(r.file, &p.doc)
	for _, g := range r.logs {
		g.log.Task, g.log.Run = p.doc.Task.string(), p.doc.ID.string()
		g.log.Time, g.log.Tool = p.doc.Time.string(), p.doc.Version.string()
	}
	return err
}

// add adds one provider's answer to a test case as an attempt.
func (p *promptfoo) add(row *promptfooRow) {
	if p.prompts == nil {
		for _, prompt := range p.doc.Prompts {
			placeOf(&p.prompts, prompt.it.Label.string())
		}
	}
	model := cmp.Or(row.Label.string(), row.Provider.string())
	if len(p.prompts) > 1 {
		model = fmt.Sprintf("%s, prompt %d", model, placeOf(&p.prompts, row.Prompt.string())+1)
	}
	g := p.r.log(model, "")
	outcome := g.ownOutcome("success", row.Success.orNaN(), append(row.Scores, named[value]{"score", row.Score}))
	if row.Reason.string() == promptfooError {
		outcome = math.NaN()
	}
	g.occurrence(p.question(row), outcome)
	g.log.Cost.add(row.Cost.orNaN(), 1)
	g.log.Tokens.add(row.Tokens.orNaN(), 1)
}

// question returns a name for a test case, made of its description and variables. If
// another test case has the same name but different assertions, a number is appended.
func (p *promptfoo) question(row *promptfooRow) string {
	name := cmp.Or(strings.TrimSpace(row.About.string()+" "+string(row.Vars)), "test")
	same := p.tests[name]
	place := placeOf(&same, string(row.Asserts))
	p.tests[name] = same
	if place > 0 {
		name = fmt.Sprintf("%s #%d", name, place+1)
	}
	return name
}

// placeOf returns the index of a name in a list. It appends the name if it is new.
func placeOf(names *[]string, name string) int {
	if i := slices.Index(*names, name); i >= 0 {
		return i
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// compact holds any JSON value as text without white space.
type compact string

// UnmarshalJSONFrom stores the value as text without white space.
func (c *compact) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	raw = raw.Clone()
	if err := raw.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)); err != nil {
		return err
	}
	*c = compact(raw)
	return nil
}
