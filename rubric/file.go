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

	"settle/metrics"
)

// definition is a schema as a file spells it.
type definition struct {
	Name       string
	About      string
	Categories []struct {
		Name   string
		Weight string // a decimal or a fraction, kept as it is written
	}
	Rules []struct {
		Category string
		When     []string
	}
}

// Open returns the schema of the paper that has the name, or else the one in
// the file at that path.
func Open(nameOrPath string) (*Schema, error) {
	if s, err := Named(nameOrPath); err == nil {
		return s, nil
	}
	text, err := os.ReadFile(nameOrPath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%q is neither a schema nor a file: give a path or one of %s: %w", nameOrPath, strings.Join(Names(), ", "), fs.ErrNotExist)
	} else if path, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, fmt.Errorf("%s: %w", nameOrPath, path.Err) // the name first, as in other errors
	} else if err != nil {
		return nil, err
	}
	return Parse(bytes.NewReader(text), nameOrPath)
}

// Parse reads a schema in YAML:
//
//	name: Boxed or nothing
//	about: Correct answers count if they are in a box.   # may be left out
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
// A condition is the name of a variable (see Variables) or "not" and one; all
// conditions of a rule must hold. Weights are decimals or fractions. There are
// 2 to 256 categories, each with a rule; the last rule has no conditions, and
// none may be one that can never decide. Errors fit one line and start with
// the given name of the file.
func Parse(r io.Reader, file string) (*Schema, error) {
	decoder := yaml.NewDecoder(r)
	decoder.KnownFields(true)
	var d definition
	if err := decoder.Decode(&d); errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: is empty; a schema has name, categories and rules", file)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", file, plain(err))
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: goes on after the schema: give one schema per file", file)
	}
	s, err := d.schema()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return s, nil
}

// plain fits the library's errors into one line, without the names of Go types.
func plain(err error) error {
	var mismatch *yaml.TypeError
	if !errors.As(err, &mismatch) {
		return errors.New(strings.Join(strings.Fields(err.Error()), " "))
	}
	complaints := make([]string, len(mismatch.Errors))
	for i, complaint := range mismatch.Errors {
		for _, internal := range []string{" in type ", " into "} {
			complaint, _, _ = strings.Cut(complaint, internal)
		}
		complaints[i] = strings.Join(strings.Fields(complaint), " ")
	}
	return errors.New(strings.Join(complaints, "; "))
}

// schema checks a definition and resolves its names.
func (d *definition) schema() (*Schema, error) {
	s := &Schema{name: d.Name, about: d.About}
	if d.Name == "" {
		return nil, errors.New("the schema has no name")
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
		return nil, errors.New("attempts may fit no rule: end with a rule that has no conditions")
	}
	for category, name := range s.categories {
		if !slices.ContainsFunc(s.rules, func(r rule) bool { return r.category == category }) {
			return nil, fmt.Errorf("category %q has no rule", name)
		}
	}
	return s, nil
}

// outcomes returns the categories' names and weights.
func (d *definition) outcomes() ([]string, metrics.Weights, error) {
	var names, weights []string
	for i, c := range d.Categories {
		switch {
		case c.Name == "":
			return nil, metrics.Weights{}, fmt.Errorf("category %d has no name", i)
		case slices.Contains(names, c.Name):
			return nil, metrics.Weights{}, fmt.Errorf("category %q is there twice", c.Name)
		case c.Weight == "":
			return nil, metrics.Weights{}, fmt.Errorf("category %q has no weight", c.Name)
		case strings.Contains(c.Weight, ","):
			return nil, metrics.Weights{}, fmt.Errorf("category %q: weight %q is not a number", c.Name, c.Weight)
		}
		names, weights = append(names, c.Name), append(weights, c.Weight)
	}
	if len(names) < 2 {
		return nil, metrics.Weights{}, fmt.Errorf("%d categories: give at least two", len(names))
	}
	w, err := metrics.ParseWeights(strings.Join(weights, ","))
	return names, w, err
}

// resolve appends the i-th rule to those of the schema.
func (d *definition) resolve(i int, s *Schema) error {
	added := rule{category: slices.Index(s.categories, d.Rules[i].Category)}
	if added.category < 0 {
		return fmt.Errorf("%q is not a category: give one of %s", d.Rules[i].Category, strings.Join(s.categories, ", "))
	}
	for _, text := range d.Rules[i].When {
		c, err := parseCondition(text)
		if err != nil {
			return err
		}
		if slices.Contains(added.conditions, condition{c.variable, !c.want}) {
			return fmt.Errorf("%q contradicts another condition", text)
		}
		added.conditions = append(added.conditions, c)
	}
	for earlier := range s.rules {
		if s.rules[earlier].takes(&added) {
			return fmt.Errorf("never decides, for rule %d comes first: drop it or move it up", earlier+1)
		}
	}
	s.rules = append(s.rules, added)
	return nil
}

// parseCondition reads a variable, or "not" and one.
func parseCondition(text string) (condition, error) {
	name, want := strings.TrimSpace(text), true
	if rest, negated := strings.CutPrefix(name, "not "); negated {
		name, want = strings.TrimSpace(rest), false
	}
	place := find(name)
	if place < 0 {
		names := make([]string, len(vocabulary))
		for i, v := range vocabulary {
			names[i] = v.Name
		}
		return condition{}, fmt.Errorf("%q is not a variable: give one of %s", name, strings.Join(names, ", "))
	}
	if other := vocabulary[place].complement; other != "" {
		return condition{find(other), !want}, nil
	}
	return condition{place, want}, nil
}
