package docs_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/results/logs"
)

// documents are commands, short runs whose documents have every field, by the
// section of the page that explains them.
var documents = map[string][]string{
	"rank": {
		"rank stand-in:aime25 --draws 10 --format json",
		"rank mimics:fig7,trials=4 --draws 10 --schema conf-calibrated --format json",
		"rank coins:3x9,unequal=1-6 --draws 10 --format json",
		"rank coins:3x9,drop=0.4 --missing common --draws 10 --format json",
	},
	"rank under several schemata": {"rank mimics:fig7,trials=4 --schema exact-match,format-aware --format json"},
	"compare": {
		"compare stand-in:aime25 LIMO-v2 OpenThinker2-32B --draws 10 --format json",
		"compare coins:3x9,unequal=1-6 LLM1 LLM2 --draws 10 --format json",
	},
	"compare --against": {"compare coins:4x9,unequal=1-6 --against coins:3x9,unequal=2-6 --format json"},
	"gate": {
		"gate stand-in:aime25 Qwen3-30B-A3B-Thinking-2507 LIMO-v2 --estimand population --format json",
		"gate coins:3x9,unequal=1-6 LLM3 LLM1 --confidence 0.001 --format json",
		"gate coins:3x9,trials=4 LLM3 --per-question 0.01 --format json",
	},
	"Schemata": {"schemata --format json"},
	"bootstrap": {
		"bootstrap stand-in:hmmt25 --metrics bayes --replicates 3 --format json",
		"simulate curves --metrics bayes --replicates 3 --format json",
		"bootstrap stand-in:hmmt25,unequal=0-9 --metrics bayes --replicates 3 --format json",
		"bootstrap stand-in:hmmt25 --metrics bayes --show tau,score --at 2,80 --replicates 3 --format json",
		"bootstrap stand-in:hmmt25 --metrics bayes --show distribution --at 2,80 --replicates 3 --format json",
	},
	"converge": {
		"converge stand-in:hmmt25 --metrics bayes,pass@8 --replicates 3 --worst 2 --trace 1 --looks 8,16 --format json",
		"simulate converge --replicates 3 --trace 1 --looks 8,16 --format json",
	},
	"next": {
		"next stand-in:hmmt25,unequal=0-9 --budget 90 --format json",
		"next coins:3x4,trials=8 --plan OUT/plan.json --format json",
		"next coins:3x9,trials=2 --new LLM9 --format json",
	},
	"vote": {
		"vote coins:3x9,trials=6,answers=3 --replicates 3 --format json",
		"vote coins:3x9,trials=6,answers=3,drop=0.1 --missing common --replicates 1 --format json",
	},
	"verify": {"verify testdata/plan.json coins:3x4,trials=8 --format json"},
	"budget plan": {
		"budget plan stand-in:hmmt25 --cost-per-trial 1 --format json",
		"budget plan coins:3x9,unequal=1-6 --format json",
	},
	"budget gap":      {"budget gap 0.05 --cost-per-trial 1 --format json"},
	"budget adapt":    {"budget adapt stand-in:hmmt25 --replicates 3 --format json"},
	"report":          {"report stand-in:hmmt25 --replicates 3 -o OUT/page.html --format json"},
	"import":          {"import testdata/whole-log.json --format json"},
	"audit":           {"audit testdata/whole-log.json --format json"},
	"metrics":         {"metrics --format json", "metrics avg --measure --format json"},
	"simulate pair":   {"simulate pair LLM10 LLM9 --replicates 3 --format json"},
	"simulate priors": {"simulate priors --trials 2 --replicates 3 --format json"},
	"simulate write": {
		"simulate write OUT/board.csv --format json",
		"simulate write OUT/board.csv --coins 3x9,unequal=1-6 --format json",
	},
	"bakeoff": {
		"bakeoff --metrics bayes,avg --n 2,4 --trials 4 --replicates 3 --cost --format json",
	},
	"Reports of --shard": {
		"converge stand-in:hmmt25 --metrics bayes --replicates 3 --shard 1/2 --part OUT/ --format json",
	},
	"reproduce": {
		"reproduce table2 --out OUT --format json",
		"reproduce table2 --data testdata/aime24.csv --out OUT --format json",
		"reproduce --list --format json",
	},
}

// Every field of a command's JSON is named in the section of docs/formats.md
// that explains the command, or in what all have in common.
func TestFormatsNameEveryField(t *testing.T) {
	page, err := os.ReadFile("formats.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := sectionsOf(string(page))
	bin := program(t)
	for section, lines := range documents {
		text, ok := sections[section]
		if !ok {
			t.Errorf("formats.md has no section %q", section)
			continue
		}
		known := fieldsIn(text)
		maps.Copy(known, fieldsIn(sections["What all have in common"]))
		for _, line := range lines {
			words := strings.Fields(strings.ReplaceAll(line, "OUT", t.TempDir()))
			command := exec.Command(filepath.Join(bin, "settle"), words...)
			var stderr bytes.Buffer
			command.Stderr = &stderr
			printed, err := command.Output()
			if err != nil && !slices.Contains([]int{3, 4}, command.ProcessState.ExitCode()) { // no, and open, are answers, too
				t.Errorf("%s: %v\n%s", line, err, stderr.String())
				continue
			}
			var document any
			if err := json.Unmarshal(printed, &document); err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			report := func(section string, known, fields map[string]bool) {
				for field := range fields {
					if !known[field] {
						t.Errorf("formats.md, %s: the field %q of %s is missing", section, field, line)
					}
				}
			}
			report(section, known, fieldsOf(document, map[string]bool{}))
			if top, ok := document.(map[string]any); ok {
				report("Schemata", fieldsIn(sections["Schemata"]), fieldsOf(top["schema"], map[string]bool{}))
			}
		}
	}
}

// sectionsOf returns the sections of a page by their headings.
func sectionsOf(page string) map[string]string {
	sections := map[string]string{}
	for _, part := range strings.Split("\n"+page, "\n## ")[1:] {
		heading, text, _ := strings.Cut(part, "\n")
		sections[heading] = text
	}
	return sections
}

// fieldsIn returns the names in the code of the tables of a text: `rows[].mu`
// names rows and mu.
func fieldsIn(text string) map[string]bool {
	names := map[string]bool{}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "|") {
			continue // such as a list of the columns of CSV
		}
		for _, code := range regexp.MustCompile("`[^`]+`").FindAllString(line, -1) {
			for _, name := range regexp.MustCompile(`\w+`).FindAllString(code, -1) {
				names[name] = true
			}
		}
	}
	return names
}

// fieldsOf collects the names of all fields of a document. What stands in a
// schema is for the section of that.
func fieldsOf(v any, names map[string]bool) map[string]bool {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			names[name] = true
			if name != "schema" {
				fieldsOf(value, names)
			}
		}
	case []any:
		for _, value := range v {
			fieldsOf(value, names)
		}
	}
	return names
}

// Pages name all formats of logs that are read.
func TestFormatsOfLogs(t *testing.T) {
	all, tables := logs.Formats()
	for name, c := range map[string]struct {
		page, begin string
		formats     []string
	}{
		"all":     {"../README.md", "Settle reads the logs of many evaluation tools", all},
		"Parquet": {"formats.md", "- **Parquet** with", tables},
	} {
		text, err := os.ReadFile(c.page)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\n"+c.begin)
		line, _, found := strings.Cut(rest, "\n")
		for _, format := range c.formats {
			if !strings.Contains(line, format) {
				t.Errorf("%s: what is said of %s formats (%t) does not name %s", c.page, name, found, format)
			}
		}
	}
}
