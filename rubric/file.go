package rubric

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/internal/reason"
	"settle/metrics"
)

// definition holds the fields of a schema file.
type definition struct {
	Name       string
	About      string
	Categories []struct {
		Name   string
		Weight string // a decimal or a fraction, as written
	}
	Rules []struct {
		Category string
		When     []string
	}

	Schema     string // name of a schema of the paper, instead of the fields above
	Thresholds string
	Verifier   struct {
		Baseline    []float64
		Temperature *float64
	}
}

// Open returns the schema of the paper with the given name or, if there is none, the
// schema in the file at that path.
func Open(nameOrPath string) (*Schema, error) {
	if s, err := Named(nameOrPath); err == nil {
		return s, nil
	}
	file, err := os.Open(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("unknown schema %s; use a path or one of %s: %w", quoted.Text(nameOrPath), strings.Join(Names(), ", "), fs.ErrNotExist)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(nameOrPath), reason.Of(err))
	}
	defer file.Close()
	return Parse(file, nameOrPath)
}

// These constants limit the size of a schema file. The YAML library compares every key
// of a mapping with every other key, so a file of one megabyte can take a minute.
const (
	maxBytes      = 1 << 17
	maxCategories = 256
	maxRules      = 1024
)

// Parse reads a schema from a YAML file. The file either has the form
//
//	name: Boxed or nothing
//	about: Correct answers count if they are in a box.   # can be left out
//	categories:                # 0, 1, … in this order
//	  - {name: useless, weight: 0}
//	  - {name: unboxed, weight: 1/3}
//	  - {name: boxed, weight: 1}
//	rules:                     # tried in this order
//	  - {category: useless, when: [degenerate]}
//	  - {category: boxed, when: [correct, boxed]}
//	  - {category: unboxed, when: [correct]}
//	  - {category: useless}    # everything else
//
// or names one of the paper's schemata:
//
//	schema: format-aware
//
// Both forms can also configure the signals (see Setting):
//
//	thresholds: pilot.csv      # attempts whose percentiles are the thresholds; the path starts at this file's folder
//	verifier:
//	  baseline: [0.5, -1, -2]  # logits of a content-free prompt: correct, wrong, off-task
//	  temperature: 2
//
// A condition is the name of a variable (see Variables), a comparison of token_ratio,
// prompt_bpt or completion_bpt with a number, such as "token_ratio > 1.2", or "not" and
// one of these. All conditions of a rule must hold. The number in a
// comparison is the same for every data set, whereas the thresholds of variables are
// percentiles of the data. Weights are decimals or fractions.
//
// There are 2 to 256 categories, each with a rule, and at most 1,024 rules. The last
// rule must have no conditions. A rule is rejected if it can never decide, because an
// earlier rule always decides first. A file has at most 128 KiB. Errors fit one line and
// start with the given file name.
func Parse(r io.Reader, file string) (*Schema, error) {
	s, err := parse(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", quoted.Path(file), err)
	}
	s.setting.place(file)
	return s, nil
}

const expected = "a schema needs name, categories and rules"

func parse(r io.Reader) (*Schema, error) {
	text, err := bounded.ReadAll(r, maxBytes)
	if _, ok := errors.AsType[*bounded.TooLong](err); ok {
		return nil, fmt.Errorf("%w; %s", err, expected)
	} else if err != nil {
		return nil, reason.Of(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var d definition
	if err := decoder.Decode(&d); errors.Is(err, io.EOF) {
		return nil, errors.New("is empty; " + expected)
	} else if err != nil {
		return nil, plainError(err)
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("has more data after the schema; use one file per schema")
	}
	setting, err := d.settingOf()
	if err != nil {
		return nil, err
	}
	define := d.schema
	if d.Schema != "" {
		define = d.namedSchema
	}
	s, err := define()
	if err != nil {
		return nil, err
	}
	other := *s
	other.setting = setting
	return &other, nil
}

// plainError returns an error of the YAML library as one line, without the names of Go
// types.
func plainError(err error) error {
	mismatch, ok := errors.AsType[*yaml.TypeError](err)
	if !ok {
		return errors.New(quoted.Message(err))
	}
	complaints := make([]string, len(mismatch.Errors))
	for i, complaint := range mismatch.Errors {
		for _, internal := range []string{" in type ", " into "} {
			complaint, _, _ = strings.Cut(complaint, internal)
		}
		complaints[i] = strings.Join(strings.Fields(complaint), " ")
	}
	return errors.New(quoted.Message(errors.New(strings.Join(complaints, "; "))))
}

// schema returns the schema that a file defines. It fails if the definition is
// incomplete or contradictory.
func (d *definition) schema() (*Schema, error) {
	s := &Schema{name: d.Name, about: d.About}
	if d.Name == "" {
		return nil, errors.New("the schema has no name")
	}
	if len(d.Categories) > maxCategories || len(d.Rules) > maxRules {
		return nil, fmt.Errorf("%d categories and %d rules; the limits are %d and %d", len(d.Categories), len(d.Rules), maxCategories, maxRules)
	}
	var err error
	if s.categories, s.weights, err = d.outcomes(); err != nil {
		return nil, err
	}
	for i := range d.Rules {
		if err := d.resolve(i, s); err != nil {
			return nil, fmt.Errorf("rule %d: %w", i+1, err)
		}
	}
	if n := len(s.rules); n == 0 || len(s.rules[n-1].conditions) > 0 {
		return nil, errors.New("some attempts may not match any rule; end with a rule without conditions")
	}
	for category, name := range s.categories {
		if !slices.ContainsFunc(s.rules, func(r rule) bool { return r.category == category }) {
			return nil, fmt.Errorf("category %s has no rule", quoted.Text(name))
		}
	}
	return s, nil
}

// outcomes returns the names and the weights of the categories, or an error if any is
// missing, repeated or invalid.
func (d *definition) outcomes() ([]string, metrics.Weights, error) {
	var names, weights []string
	for i, c := range d.Categories {
		switch {
		case c.Name == "":
			return nil, metrics.Weights{}, fmt.Errorf("category %d has no name", i)
		case slices.Contains(names, c.Name):
			return nil, metrics.Weights{}, fmt.Errorf("category %s is listed twice", quoted.Text(c.Name))
		case c.Weight == "":
			return nil, metrics.Weights{}, fmt.Errorf("category %s has no weight", quoted.Text(c.Name))
		case strings.Contains(c.Weight, ","):
			return nil, metrics.Weights{}, fmt.Errorf("category %s: weight %s is not a number", quoted.Text(c.Name), quoted.Text(c.Weight))
		}
		names, weights = append(names, c.Name), append(weights, c.Weight)
	}
	if len(names) < 2 {
		return nil, metrics.Weights{}, fmt.Errorf("%d categories; at least two are needed", len(names))
	}
	w, err := metrics.ParseWeights(strings.Join(weights, ","))
	return names, w, err
}

// resolve checks the i-th rule of the file and appends it to the rules of the schema.
func (d *definition) resolve(i int, s *Schema) error {
	added := rule{category: slices.Index(s.categories, d.Rules[i].Category)}
	if added.category < 0 {
		return fmt.Errorf("unknown category %s; categories are %s", quoted.Text(d.Rules[i].Category), quoted.List(s.categories))
	}
	for _, text := range d.Rules[i].When {
		c, err := parseCondition(text)
		if err != nil {
			return err
		}
		opposite := c
		opposite.want = !c.want
		if slices.ContainsFunc(added.conditions, func(d condition) bool { return d.implies(&opposite) }) {
			return fmt.Errorf("%s contradicts another condition", quoted.Text(text))
		}
		if !slices.Contains(added.conditions, c) {
			added.conditions = append(added.conditions, c)
		}
	}
	for earlier := range s.rules {
		if s.rules[earlier].covers(&added) {
			return fmt.Errorf("never applies, because rule %d decides first; remove this rule or move it up", earlier+1)
		}
	}
	s.rules = append(s.rules, added)
	return nil
}

// parseCondition parses the name of a variable or a comparison, optionally preceded by
// "not".
func parseCondition(text string) (condition, error) {
	name, want := strings.TrimSpace(text), true
	if rest, negated := strings.CutPrefix(name, "not "); negated {
		name, want = strings.TrimSpace(rest), false
	}
	if c, ok, err := parseComparison(name); ok || err != nil {
		c.want = c.want == want
		return c, err
	}
	place := find(name)
	if place < 0 {
		var names []string
		for _, v := range vocabulary {
			names = append(names, v.Name)
		}
		return condition{}, fmt.Errorf("unknown variable %s; variables are %s; or compare %v, %v or %v with a number, as in \"token_ratio > 1.2\"",
			quoted.Text(name), strings.Join(names, ", "), comparedSignals[0], comparedSignals[1], comparedSignals[2])
	}
	if other := vocabulary[place].complement; other != "" {
		return condition{variable: find(other), want: !want}, nil
	}
	return condition{variable: place, want: want}, nil
}
