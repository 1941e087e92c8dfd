package rubric_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"settle/internal/tests/mutants"
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
		{"[degenerate]", "[broken]", `own.yaml: rule 1: unknown variable "broken"; variables are invalid, correct`},
		{"[degenerate]", "[has_box > 0.5]", `own.yaml: rule 1: "has_box" in "has_box > 0.5" cannot be compared with a number; use token_ratio, prompt_bpt or completion_bpt`},
		{"[degenerate]", "[token_ratio > long]", `own.yaml: rule 1: "long" in "token_ratio > long" is not a number from 0 to 1000000`},
		{"[degenerate]", "[token_ratio > -1]", `own.yaml: rule 1: "-1" in "token_ratio > -1" is not a number`},
		{"[degenerate]", "[token_ratio > 0x1p3]", `own.yaml: rule 1: "0x1p3" in "token_ratio > 0x1p3" is not a number`},
		{"[degenerate]", "[token_ratio > 1.2, token_ratio <= 1]", `own.yaml: rule 1: "token_ratio <= 1" contradicts another condition`},
		{"[degenerate]", "[prompt_bpt < 2, not prompt_bpt < 2.5]", `own.yaml: rule 1: "not prompt_bpt < 2.5" contradicts another condition`},
		{"[degenerate]}\n", "[token_ratio > 1.2]}\n  - {category: boxed, when: [boxed, token_ratio >= 1.3]}\n", "own.yaml: rule 2: never applies, because rule 1 decides first"},
		{"boxed, when", "square, when", `own.yaml: rule 2: unknown category "square"; categories are "useless", "unboxed", "boxed"`},
		{"not wrong, boxed", "not wrong, wrong", `own.yaml: rule 2: "wrong" contradicts another condition`},
		{"when: [correct]", "when: [boxed, correct]", "own.yaml: rule 3: never applies, because rule 2 decides first"},
		{"  - {category: useless}\n", "", "own.yaml: some attempts may not match any rule; end with a rule without conditions"},
		{"  - {category: unboxed, when: [correct]}\n", "", `own.yaml: category "unboxed" has no rule`},
		{"weight: 1/3", "weight: a third", `own.yaml: weight "a third" is not a number`},
		{"weight: 1/3", `weight: "1,2"`, `own.yaml: category "unboxed": weight "1,2" is not a number`},
		{", weight: 1/3", "", `own.yaml: category "unboxed" has no weight`},
		{"name: unboxed", "name: boxed", `own.yaml: category "boxed" is listed twice`},
		{"  - {category: useless}\n", "  - {category: useless}\n---\nname: x\n", "own.yaml: has more data after the schema"},
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

// A weight is a decimal number, with zeros before it or without: 010 is ten, as it
// is not in YAML 1.1, and 010/3 ten thirds.
func TestWeightsAreDecimal(t *testing.T) {
	for text, want := range map[string]string{"010": "10", "08": "8", "010/3": "10/3", "1/010": "1/10", "-007/014": "-1/2", "00.50": "1/2", "0/3": "0"} {
		s, err := rubric.Parse(strings.NewReader(strings.Replace(own, "1/3", text, 1)), "own.yaml")
		if err != nil || s.Weights().String() != "0,"+want+",1" {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"0x10", "0o17", "0b11", "1_0", "1e2", "0x1/3", "1/0b1", "1/0"} {
		_, err := rubric.Parse(strings.NewReader(strings.Replace(own, "1/3", text, 1)), "own.yaml")
		if want := `own.yaml: weight "` + text + `" is not a number`; err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// A path may lead to anything: a schema is refused after a megabyte, and messages
// repeat no more of it than a beginning.
func TestParseIsBounded(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	many := func(n int, line string) string { return strings.Repeat(line, n) }
	var keys strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	for name, c := range map[string]struct {
		file io.Reader
		want string
	}{
		"zeros":        {mutants.Endless("\x00"), "own.yaml: more than 131072 bytes; a schema needs name, categories and rules"},
		"lists":        {mutants.Endless("- a\n"), "own.yaml: more than 131072 bytes; a schema needs name, categories and rules"},
		"a long key":   {strings.NewReader(own + long[:1000] + ": 1\n"), "own.yaml: line 11: field " + long[:185] + "…"},
		"long weight":  {strings.NewReader(strings.Replace(own, "1/3", long, 1)), `own.yaml: weight "` + long[:100] + `"… is not a number`},
		"long name":    {strings.NewReader(strings.Replace(own, "unboxed, when", long+", when", 1)), `own.yaml: rule 3: unknown category "` + long[:100] + `"…; categories are "useless", "unboxed", "boxed"`},
		"categories":   {strings.NewReader("name: x\ncategories:\n" + many(257, "  - {name: a, weight: 0}\n")), "own.yaml: 257 categories and 0 rules; the limits are 256 and 1024"},
		"rules":        {strings.NewReader("name: x\nrules:\n" + many(1025, "  - {category: a}\n")), "own.yaml: 0 categories and 1025 rules; the limits are 256 and 1024"},
		"conditions":   {strings.NewReader(strings.Replace(own, "[degenerate]", "[degenerate"+many(10_000, ", degenerate")+", x]", 1)), `own.yaml: rule 1: unknown variable "x"`},
		"many keys":    {strings.NewReader("name: x\n" + keys.String()), "own.yaml: line 2: field k0 not found; line 3: field k1 not found; "},
		"open lists":   {strings.NewReader("name: " + many(100_000, "[")), "own.yaml: yaml: "},
		"many aliases": {strings.NewReader("a: &a [x,x,x,x,x,x,x,x,x]\n" + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"), "own.yaml: line 1: field a not found; line 2: field b not found; line 3: field c not found"},
		"a closed one": {iotest.ErrReader(&fs.PathError{Op: "read", Path: "own.yaml", Err: fs.ErrClosed}), "own.yaml: file already closed"},
	} {
		before := time.Now()
		_, err := rubric.Parse(c.file, "own.yaml")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
			continue
		}
		if wrong := mutants.CheckMessage(err, "own.yaml"); wrong != nil {
			t.Errorf("%s: %v", name, wrong)
		}
		if took := time.Since(before); took > 5*time.Second { // the longest takes half a second
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

// Nothing a file may hold makes Parse panic or a schema leave an attempt out: it
// fails in one short line that names the file, or the schema can be spelled
// again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{own, "", "\x00", "name: x\n---\n", strings.Replace(own, "1/3", "010/3", 1), strings.Replace(own, "boxed", "\u202e", 1), "{", "a: &a [*a]", "name: [" + strings.Repeat("x", 2000)} {
		f.Add(text)
	}
	f.Fuzz(checkParsing)
}

func checkParsing(t *testing.T, text string) {
	s, err := rubric.Parse(strings.NewReader(text), "fuzz")
	if err != nil {
		if wrong := mutants.CheckMessage(err, "fuzz"); wrong != nil {
			t.Error(wrong)
		}
		return
	}
	x := rubric.Missing()
	if c := s.Category(&x, &rubric.Thresholds{}); c < 0 || c >= len(s.Categories()) || s.Weights().Len() != len(s.Categories()) {
		t.Fatalf("category %d of %d", c, len(s.Categories()))
	}
	again, err := rubric.Parse(bytes.NewReader(spelled(t, s)), "again")
	if err != nil {
		t.Fatalf("spelled again: %v", err)
	}
	if again.Name() != s.Name() || again.About() != s.About() || !slices.Equal(again.Categories(), s.Categories()) ||
		again.Weights().String() != s.Weights().String() || !reflect.DeepEqual(again.Rules(), s.Rules()) {
		t.Errorf("another schema after it was spelled again")
	}
}

// spelled is a schema as YAML has it.
func spelled(t *testing.T, s *rubric.Schema) []byte {
	categories, weights := s.Categories(), strings.Split(s.Weights().String(), ",")
	file := map[string]any{"name": s.Name(), "about": s.About()}
	var listed, rules []map[string]any
	for i, name := range categories {
		listed = append(listed, map[string]any{"name": name, "weight": weights[i]})
	}
	for _, r := range s.Rules() {
		rules = append(rules, map[string]any{"category": categories[r.Category], "when": r.When})
	}
	file["categories"], file["rules"] = listed, rules
	text, err := yaml.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Two thousand damaged schemata are refused in one line, or are other schemata.
func TestDamagedSchemata(t *testing.T) {
	for mutant := range mutants.Of([]byte(own), 2000) {
		checkParsing(t, string(mutant))
	}
}

// Numbers of a schema's own are thresholds that no data set moves, and what rules
// ask for beside them is as it is written, negated or not. A missing length is long,
// a missing confidence low, and a missing prompt in distribution.
func TestComparisons(t *testing.T) {
	s, err := rubric.Parse(strings.NewReader(`name: Bounds
categories: [{name: "0", weight: 0}, {name: "1", weight: 1}, {name: "2", weight: 2}, {name: "3", weight: 3}]
rules:
  - {category: "1", when: [token_ratio > 1.20, not completion_bpt>=0.5]}
  - {category: "2", when: [token_ratio≤0.5, completion_bpt < 2]}
  - {category: "3", when: [not prompt_bpt < 3]}
  - {category: "0"}
`), "bounds.yaml")
	if err != nil {
		t.Fatal(err)
	}
	rules := []rubric.Rule{
		{1, []string{"token_ratio > 1.2", "completion_bpt < 0.5"}},
		{2, []string{"token_ratio <= 0.5", "completion_bpt < 2"}},
		{3, []string{"prompt_bpt >= 3"}}, {0, nil},
	}
	if diff := cmp.Diff(rules, s.Rules()); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]rubric.Signal{rubric.TokenRatio, rubric.PromptBPT, rubric.CompletionBPT}, s.Needs()); diff != "" {
		t.Errorf("needs (-want +got):\n%s", diff)
	}
	if uses := s.Uses(&rubric.Thresholds{}); len(uses) != 0 {
		t.Errorf("uses %v of the percentiles, want none", uses)
	}
	if got := s.Bounds(rubric.TokenRatio); !slices.Equal(got, []float64{0.5, 1.2}) {
		t.Errorf("bounds of token_ratio are %v", got)
	}
	nan := math.NaN()
	for _, row := range []struct {
		length, bits, prompt float64
		category             int
	}{
		{1.2, 0.4, 0, 0}, {math.Nextafter(1.2, 2), 0.4, 0, 1}, {1.3, 0.5, 0, 0}, {0.5, 1.9, 9, 2}, {0.5, 2, 3, 3},
		{0.5, 2, math.Nextafter(3, 0), 0}, {nan, 0.4, 0, 1}, {0.5, nan, 0, 0}, {0.6, 0.4, nan, 0},
	} {
		x := rubric.Missing()
		x[rubric.TokenRatio], x[rubric.CompletionBPT], x[rubric.PromptBPT] = row.length, row.bits, row.prompt
		if got := s.Category(&x, &rubric.Thresholds{}); got != row.category {
			t.Errorf("%+v is in category %d", row, got)
		}
	}
}
