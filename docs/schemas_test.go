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

	"settle/internal/tests/clitest"
)

// further are commands whose documents are those of another section of formats.md, or that
// formats.md explains in words, by section.
var further = map[string][]string{
	"What all have in common": {"version --format json", "verify OUT --format json", "rank stand-in:aime25 --draws 0 --no-provenance --format json"},
	"simulate write":          {"simulate signals OUT/signals.csv --format json"},
	"bakeoff":                 {"bakeoff init python OUT/own --format json", "bakeoff all --metrics avg,bayes --draws 2 --format json"},
}

// Each JSON document has a schema in docs/schemas, which says what formats.md says of its
// members. With -update the schemas are written, from the documents of the commands here and
// of those that scripts of the commands print:
//
//	DOCUMENTS=$folder go test -count=1 ./cmd/...; DOCUMENTS=$folder go test ./docs -run Schemas -update
func TestSchemas(t *testing.T) {
	if testing.Short() && !*update {
		t.Skip("the scripts of the commands check their documents")
	}
	page, err := os.ReadFile("formats.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := sectionsOf(string(page))
	more, err := filepath.Glob(filepath.Join(os.Getenv("DOCUMENTS"), "*.json"))
	if err != nil || *update && len(more) < 100 {
		t.Fatalf("DOCUMENTS holds %d documents of scripts (%v)", len(more), err)
	}
	shapes := shapes{}
	for _, list := range []map[string][]string{documents, further} {
		for _, section := range slices.Sorted(maps.Keys(list)) {
			meanings := meaningsIn(sections["What all have in common"] + sections["Schemata"] + sections["Plans of next"] + sections[section])
			for _, document := range documentsOf(t, list[section]) {
				if !*update {
					if err := clitest.CheckSchema(document); err != nil {
						t.Errorf("%s: %v", section, err)
					}
					continue
				}
				s := shapes.add(t, document)
				maps.Copy(s.meanings, meanings)
			}
		}
	}
	for _, file := range more {
		document, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		shapes.add(t, document)
	}
	for name, s := range shapes {
		file, err := clitest.SchemaFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(s.schema(name)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("schemas", file), text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// documentsOf returns the documents that commands print, and those that they write into OUT.
func documentsOf(t *testing.T, lines []string) (documents [][]byte) {
	t.Helper()
	for _, line := range lines {
		folder := t.TempDir()
		if strings.HasPrefix(line, "verify OUT") {
			documentsOf(t, []string{"rank coins:3x9 --draws 0 --out " + folder + " --format json"})
		}
		words := strings.Fields(strings.ReplaceAll(line, "OUT", folder))
		command := exec.Command(filepath.Join(program(t), "settle"), words...)
		var stderr bytes.Buffer
		command.Stderr = &stderr
		out, err := command.Output()
		if err != nil && !slices.Contains([]int{3, 4}, command.ProcessState.ExitCode()) {
			t.Fatalf("%s: %v\n%s", line, err, stderr.String())
		}
		documents = append(documents, out)
		files, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.HasPrefix(text, []byte("{\n  \"document\"")) { // others hold the data of a figure
				documents = append(documents, text)
			}
		}
	}
	return documents
}

func decoded(t *testing.T, document []byte) (v any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// shapes holds what was seen of documents, by their names.
type shapes map[string]*shape

// add takes in one more document, and returns the shape of those with its name.
func (s shapes) add(t *testing.T, document []byte) *shape {
	t.Helper()
	top, ok := decoded(t, document).(map[string]any)
	name, named := top["document"].(string)
	if !ok || !named {
		t.Fatalf("no document: %.80s", document)
	}
	if s[name] == nil {
		s[name] = &shape{meanings: map[string]string{}}
	}
	s[name].add("", top)
	return s[name]
}

// A shape holds what was seen of one member of documents.
type shape struct {
	types    map[string]bool
	members  map[string]*shape
	had      map[string]int // how many objects had a member
	objects  int
	items    *shape
	meanings map[string]string // by path, of the whole document
}

// fractions are the members that can have a fraction, by name: those of which one was seen
// in any document, and those that are seldom other than whole. If they are not finite, they
// are null.
var fractions = map[string]bool{
	"bits_se": true, "cost": true, "depth": true, "expected_n": true, "helps_until": true, "high": true, "low": true,
	"ns": true, "prior_weight": true, "trials_median": true,
}

// add takes in one more value of a member.
func (s *shape) add(name string, v any) {
	if s.types == nil {
		s.types, s.members, s.had = map[string]bool{}, map[string]*shape{}, map[string]int{}
	}
	switch v := v.(type) {
	case nil:
		s.types["null"] = true
	case bool:
		s.types["boolean"] = true
	case string:
		s.types["string"] = true
	case json.Number:
		s.types["integer"] = true
		if strings.ContainsAny(v.String(), ".eE") {
			fractions[name] = true
		}
	case []any:
		s.types["array"] = true
		if s.items == nil {
			s.items = &shape{}
		}
		for _, item := range v {
			s.items.add(name+"[]", item)
		}
	case map[string]any:
		s.types["object"] = true
		s.objects++
		for name, value := range v {
			if s.members[name] == nil {
				s.members[name] = &shape{}
			}
			s.had[name]++
			s.members[name].add(name, value)
		}
	}
}

// schema returns the schema of a document.
func (s *shape) schema(name string) map[string]any {
	out := s.part("", s.meanings)
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out["$id"] = "urn:" + strings.ReplaceAll(name, "/", ":")
	out["title"] = name
	out["properties"].(map[string]any)["document"] = map[string]any{"const": name}
	return out
}

// part returns the schema of the member at a path.
func (s *shape) part(path string, meanings map[string]string) map[string]any {
	out := map[string]any{}
	counts := strings.HasPrefix(meaning(path, meanings), "how many of ")
	if s.types["integer"] && !counts && fractions[path[strings.LastIndexByte(path, '.')+1:]] {
		s.types["number"], s.types["null"] = true, true
		delete(s.types, "integer")
	}
	if types := slices.Sorted(maps.Keys(s.types)); len(types) == 1 {
		out["type"] = types[0]
	} else if len(types) > 1 {
		out["type"] = types
	}
	if text := meaning(path, meanings); text != "" {
		out["description"] = text
	}
	if s.types["array"] && s.items.types != nil {
		out["items"] = s.items.part(path+"[]", meanings)
	}
	if s.types["object"] {
		members, required := map[string]any{}, []string{}
		for _, name := range slices.Sorted(maps.Keys(s.members)) {
			members[name] = s.members[name].part(path+"."+name, meanings)
			if s.had[name] == s.objects {
				required = append(required, name)
			}
		}
		out["properties"], out["required"], out["additionalProperties"] = members, required, false
	}
	return out
}

// meaningsIn returns what the tables of a section say, by the names in their first column. A
// name without the object that the one before it is in is in the same.
func meaningsIn(text string) map[string]string {
	meanings := map[string]string{}
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "¦"), "|")
		if len(cells) != 4 {
			continue
		}
		object := ""
		for _, code := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
			name := code[1]
			if at := strings.LastIndexByte(name, '.'); at >= 0 {
				object = name[:at+1]
			} else {
				name = object + name
			}
			meanings[strings.TrimSuffix(name, "[]")] = strings.ReplaceAll(strings.TrimSpace(cells[2]), "¦", "|")
		}
	}
	return meanings
}

// meaning returns the description of the member at a path. Without one, it returns the
// description of the nearest object around the member that names the member.
func meaning(path string, meanings map[string]string) string {
	path = strings.Trim(path, ".[]")
	name := "`" + path[strings.LastIndexByte(path, '.')+1:] + "`"
	for at := len(path); at > 0; at = strings.LastIndexByte(path[:at], '.') {
		for rest, found := strings.TrimSuffix(path[:at], "[]"), true; found; _, rest, found = strings.Cut(rest, ".") {
			if text := meanings[rest]; text != "" && (at == len(path) || strings.Contains(text, name)) {
				return plain(text)
			}
		}
	}
	return ""
}

var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// plain returns a text without its Markdown.
func plain(text string) string { return strings.ReplaceAll(link.ReplaceAllString(text, "$1"), "`", "") }
