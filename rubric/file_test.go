package rubric_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"settle/rubric"
)

const own = `name: Boxed or nothing
categories:
  - {name: useless, weight: 0}
  - {name: unboxed, weight: 1/3}
  - {name: boxed, weight: 1}
rules:
  - {category: useless, when: [degenerate]}
  - {category: boxed, when: [not wrong, boxed]}
  - {category: unboxed, when: [correct]}
  - {category: useless}
`

func TestParse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.yaml")
	if err := os.WriteFile(path, []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := rubric.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []rubric.Rule{{0, []string{"degenerate"}}, {2, []string{"correct", "boxed"}}, {1, []string{"correct"}}, {0, nil}}
	if diff := cmp.Diff(want, s.Rules()); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]rubric.Signal{rubric.HasBox, rubric.IsCorrect, rubric.RepeatedPattern}, s.Needs()); diff != "" {
		t.Errorf("needs (-want +got):\n%s", diff)
	}
	if got := s.Weights().String(); got != "0,1/3,1" {
		t.Errorf("weights %s", got)
	}
	for _, row := range []struct{ degenerate, correct, boxed, category float64 }{
		{1, 1, 1, 0}, {0, 1, 1, 2}, {0, 1, 0, 1}, {0, 0, 1, 0},
	} {
		x := rubric.Missing()
		x[rubric.RepeatedPattern], x[rubric.IsCorrect], x[rubric.HasBox] = row.degenerate, row.correct, row.boxed
		if got := s.Category(&x, &rubric.Thresholds{}); got != int(row.category) {
			t.Errorf("%+v is in category %d", row, got)
		}
	}
}

// Each change to a good file breaks it in one way, and the error says which.
func TestParseRefuses(t *testing.T) {
	for _, row := range []struct{ old, new, says string }{
		{own, "", "own.yaml: is empty"},
		{"name: Boxed or nothing\n", "", "own.yaml: the schema has no name"},
		{"rules:", "rule:", "own.yaml: line 6: field rule not found"},
		{"[degenerate]", "degenerate", "own.yaml: line 7: cannot unmarshal !!str `degenerate`"},
		{"rules:", "rules: [", "own.yaml: yaml: line "},
		{"[degenerate]", "[broken]", `own.yaml: rule 1: "broken" is not a variable: give one of invalid, correct`},
		{"boxed, when", "square, when", `own.yaml: rule 2: "square" is not a category: give one of "useless", "unboxed", "boxed"`},
		{"not wrong, boxed", "not wrong, wrong", `own.yaml: rule 2: "wrong" contradicts another condition`},
		{"when: [correct]", "when: [boxed, correct]", "own.yaml: rule 3: never decides, for rule 2 comes first"},
		{"  - {category: useless}\n", "", "own.yaml: attempts may fit no rule: end with a rule that has no conditions"},
		{"  - {category: unboxed, when: [correct]}\n", "", `own.yaml: category "unboxed" has no rule`},
		{"weight: 1/3", "weight: a third", `own.yaml: weight "a third" is not a number`},
		{"weight: 1/3", `weight: "1,2"`, `own.yaml: category "unboxed": weight "1,2" is not a number`},
		{", weight: 1/3", "", `own.yaml: category "unboxed" has no weight`},
		{"name: unboxed", "name: boxed", `own.yaml: category "boxed" is there twice`},
		{"  - {category: useless}\n", "  - {category: useless}\n---\nname: x\n", "own.yaml: goes on after the schema"},
	} {
		text := strings.Replace(own, row.old, row.new, 1)
		_, err := rubric.Parse(strings.NewReader(text), "own.yaml")
		if err == nil || !strings.HasPrefix(err.Error(), row.says) || strings.ContainsAny(err.Error(), "\n") {
			t.Errorf("%q for %q: got %v, want %s", row.new, row.old, err, row.says)
		}
	}
}

func TestOpen(t *testing.T) {
	if s, err := rubric.Open("Format+Confidence"); err != nil || s.Name() != "Format+Confidence" {
		t.Errorf("got %v", err)
	}
	dir := t.TempDir()
	if _, err := rubric.Open(filepath.Join(dir, "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	if _, err := rubric.Open(dir); err == nil || err.Error() != dir+": is a directory" { // as package results says it
		t.Errorf("a directory: %v", err)
	}
}

// Nothing a file may hold makes Parse panic or a schema leave an attempt out.
func FuzzParse(f *testing.F) {
	f.Add(own)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := rubric.Parse(strings.NewReader(text), "fuzz")
		if err != nil {
			return
		}
		x := rubric.Missing()
		if c := s.Category(&x, &rubric.Thresholds{}); c < 0 || c >= len(s.Categories()) || s.Weights().Len() != len(s.Categories()) {
			t.Fatalf("category %d of %d", c, len(s.Categories()))
		}
	})
}
