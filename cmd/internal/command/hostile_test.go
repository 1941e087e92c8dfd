package command_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
	"settle/internal/tables"
	"settle/internal/tests/clitest"
	"settle/internal/tests/nametest"
	"settle/report"
)

// table writes a CSV file into the folder of the test and returns its name.
func table(t *testing.T, name string, rows [][]string) string {
	t.Helper()
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	write(t, name, b.String())
	return name
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// attempts are two trials of every question by every model, at a task.
func attempts(task string, models, questions []string) [][]string {
	var rows [][]string
	for i, m := range models {
		for j, q := range questions {
			for k := range 2 {
				rows = append(rows, []string{task, m, q, fmt.Sprint(k), fmt.Sprint((i*j + k*i + j) % 3 / 2)})
			}
		}
	}
	return rows
}

var attemptColumns = [][]string{{"task", "model", "question", "trial", "outcome"}}

// few are some of the hostile names, every fifth or so, one of each kind.
func few() (some []string) {
	for i, name := range nametest.Readable() {
		if i%6 == 1 {
			some = append(some, name)
		}
	}
	return some
}

// hostileFile is the name of a file that does harm where it is not taken for text.
const hostileFile = "\u202e<img src=x onerror=alert(1)>\"'`&$%_#{}|;=1+1\x1b[31m\n[a](javascript:b).csv"

// hostileFolder makes a folder of files full of hostile names the working one.
func hostileFolder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	all, some := nametest.Readable(), few()
	table(t, hostileFile, append(attemptColumns, attempts(some[2], all, []string{"q", "r", "s"})...))
	table(t, "models.csv", append(attemptColumns, attempts(some[2], some, []string{"q", "r", "s"})...))
	table(t, "questions.csv", append(attemptColumns, attempts(some[3], some[:4], all)...))
	tasks := attemptColumns
	for _, task := range some {
		tasks = append(tasks, attempts(task, some[:3], some[5:8])...)
	}
	table(t, "tasks.csv", tasks)
	columns := [][]string{append(slices.Clone(some), "model", "question", "trial", some[0]+" outcome")}
	for _, row := range attempts("", some[:3], []string{"q"}) {
		columns = append(columns, append(slices.Clone(some), row[1], row[2], row[3], row[4]))
	}
	table(t, "columns.csv", columns)
	holes := attempts(some[2], some, some)
	table(t, "holes.csv", append(attemptColumns, holes[:len(holes)-5]...))
	coins, gold := [][]string{{"model", "question", "p"}}, [][]string{{"model", "score"}}
	for i, m := range all {
		for j, q := range []string{some[0], some[1], some[4]} {
			coins = append(coins, []string{m, q, fmt.Sprint(float64((7*i+3*j)%97) / 97)})
		}
	}
	table(t, "coins.csv", coins)
	for i, m := range some {
		gold = append(gold, []string{m, fmt.Sprint(i)})
	}
	table(t, "gold.csv", gold)
	signals := [][]string{{"task", "model", "question", "trial", "has_box", "is_correct", "repeated_pattern", "C"}}
	for _, row := range attempts(some[1], some, []string{"q", some[0]}) {
		signals = append(signals, append(row[:4], row[4], row[4], "0", "0.1"))
	}
	table(t, "signals.csv", signals)
	quoted := func(s string) string {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	write(t, "schema.yaml", fmt.Sprintf("name: %s\nabout: %s\ncategories: [{name: %s, weight: 0}, {name: %s, weight: 1}]\n"+
		"rules: [{category: %s, when: [correct]}, {category: %s}]\n",
		quoted(some[0]), quoted(some[1]), quoted(some[4]), quoted(some[6]), quoted(some[6]), quoted(some[4])))
	write(t, "log.json", fmt.Sprintf(`{"version": 2, "status": "success", "eval": {"task": %s, "model": %s, "packages": {"inspect_ai": "0.3.95"}},
 "results": {"total_samples": 2, "completed_samples": 2, "scores": [{"name": %[3]s, "scorer": %[3]s, "metrics": {"accuracy": {"name": "accuracy", "value": 0.5}}}]},
 "samples": [{"id": %[1]s, "epoch": 1, "scores": {%[3]s: {"value": "C"}}}, {"id": %[2]s, "epoch": 1, "scores": {%[3]s: {"value": "I"}}}]}`,
		quoted(some[0]), quoted(some[1]), quoted(some[3])))
	if _, stderr, code := run(t, []string{"converge", hostileFile, "--replicates", "2", "--metrics", "avg", "--out", "made", "--figures", "svg"}, "text"); code != 0 {
		t.Fatal(stderr)
	}
}

// benchmarks are the paper's, with hostile models and questions.
func benchmarks(t *testing.T) {
	t.Helper()
	all, some := nametest.Readable(), few()
	list := attemptColumns
	for _, task := range []string{"aime24", "aime25", "hmmt_feb_2025", "brumo_2025"} {
		list = append(list, attempts(task, all, some[:3])...)
	}
	table(t, "benchmarks.csv", list)
}

// hostileCase is a command on such files, with the names that it prints in any format,
// if it prints them.
type hostileCase struct {
	args   []string
	code   int
	shows  []string
	figure bool // it writes figures into a folder
}

// hostileCases returns lines of all commands; with -short every third.
func hostileCases() []hostileCase {
	all, some := nametest.Readable(), few()
	lines := []hostileCase{
		{args: []string{"rank", hostileFile, "--draws", "10", "--metrics", "bayes,pass@2"}, shows: all, figure: true},
		{args: []string{"compare", "models.csv", some[0], some[1]}, shows: some[:2]},
		{args: []string{"rank", "tasks.csv", "--task", "all", "--draws", "10"}, shows: some[:3]},
		{args: []string{"rank", "tasks.csv", "--task", some[4], "--draws", "10"}, shows: some[:3], figure: true},
		{args: []string{"rank", "columns.csv", "--column", "outcome=" + some[0] + " outcome", "--draws", "10"}, shows: some[:3]},
		{args: []string{"rank", "holes.csv", "--missing", "unequal", "--draws", "10"}, shows: some},
		{args: []string{"rank", "signals.csv", "--schema", "schema.yaml", "--draws", "10"}, shows: some, figure: true},
		{args: []string{"rank", "signals.csv", "--schema", "schema.yaml,exact-match"}, shows: some, figure: true},
		{args: []string{"rank", "models.csv", "--prior", hostileFile, "--metrics", "bayes", "--draws", "10"}, shows: some},
		{args: []string{"converge", "models.csv", "--gold", "gold.csv", "--replicates", "9"}, figure: true},
		{args: []string{"converge", hostileFile, "--replicates", "3", "--metrics", "avg"}},
		{args: []string{"bootstrap", hostileFile, "--replicates", "5", "--metrics", "avg"}, figure: true},
		{args: []string{"bootstrap", "models.csv", "--replicates", "5", "--metrics", "avg", "--show", "score"}, shows: some, figure: true},
		{args: []string{"budget", "plan", "models.csv"}, figure: true},
		{args: []string{"budget", "adapt", "models.csv", "--replicates", "3"}, figure: true},
		{args: []string{"next", "questions.csv"}, code: 4},
		{args: []string{"next", hostileFile}, code: 4},
		{args: []string{"import", "questions.csv"}},
		{args: []string{"import", "log.json", "tasks.csv", "--task", "all"}},
		{args: []string{"audit", "log.json", "--all"}},
		{args: []string{"verify", "made"}},
		{args: []string{"simulate", "write", "w" + hostileFile}},
		{args: []string{"simulate", "curves", "--coins", "coins.csv", "--trials", "3", "--replicates", "3", "--metrics", "avg"}, figure: true},
		{args: []string{"simulate", "converge", "--coins", "coins.csv", "--trials", "3", "--replicates", "9", "--metrics", "avg"}, figure: true},
		{args: []string{"simulate", "pair", some[0], some[3], "--coins", "coins.csv", "--trials", "3", "--replicates", "3"}, figure: true},
		{args: []string{"bakeoff", "coins:coins.csv", "--trials", "4", "--replicates", "40", "--metrics", "avg,bayes"}, figure: true},
	}
	if !testing.Short() {
		return lines
	}
	var sample []hostileCase
	for i := 0; i < len(lines); i += 3 {
		sample = append(sample, lines[i])
	}
	return sample
}

// Every command shows every name in every format as a name.
func TestHostileNames(t *testing.T) {
	hostileFolder(t)
	for _, c := range hostileCases() {
		for _, format := range cli.Formats() {
			name := fmt.Sprintf("settle %.60q as %s", c.args, format)
			stdout, stderr, code := run(t, c.args, format)
			if code != c.code || stderr != "" {
				t.Errorf("%s: exit %d, %s", name, code, stderr)
				continue
			}
			if err := wellFormed(format, stdout); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for _, lost := range missing(t, format, stdout, c.shows) {
				t.Errorf("%s: it does not show %q", name, lost)
			}
		}
	}
}

// run runs the program with a format.
func run(t *testing.T, args []string, format string) (stdout, stderr string, code int) {
	t.Helper()
	args = append(slices.Clone(args), "--format", format)
	var out, err bytes.Buffer
	code = command.Settle(t.Context(), args, &out, &err)
	return out.String(), err.String(), code
}

// wellFormed is clitest's, for reports of several tables, too.
func wellFormed(format, content string) error {
	if format != "csv" {
		return clitest.WellFormed(format, content)
	}
	tables, err := parts(content)
	for _, part := range tables {
		err = errors.Join(err, clitest.WellFormed(format, part))
	}
	return err
}

// parts splits CSV of several tables at the empty lines outside of quotes.
func parts(content string) (all []string, err error) {
	var part strings.Builder
	quotes := 0
	for line := range strings.Lines(content) {
		if line == "\n" && quotes%2 == 0 {
			all = append(all, part.String())
			part.Reset()
			continue
		}
		quotes += strings.Count(line, `"`)
		part.WriteString(line)
	}
	return append(all, part.String()), nil
}

// missing returns the names that a report does not show: as they are in JSON, as
// tables.SafeCell writes them in CSV, and as tables.Clean does elsewhere.
func missing(t *testing.T, format, content string, names []string) (lost []string) {
	t.Helper()
	shown := map[string]bool{}
	text := content
	switch format {
	case "tex":
		return nil // package tables reads LaTeX back
	case "csv":
		r := csv.NewReader(strings.NewReader(content))
		r.FieldsPerRecord = -1
		records, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, cell := range slices.Concat(records...) {
			shown[cell] = true
		}
	case "json":
		var document any
		if err := json.Unmarshal([]byte(content), &document); err != nil {
			t.Fatal(err)
		}
		collect(document, shown)
	case "md", "html":
		var err error
		if text, err = clitest.Shown(format, content); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names {
		clean := strings.Join(strings.Fields(tables.Clean(name)), " ")
		switch format {
		case "json": // a reader of CSV reads CR LF as LF
			if !shown[strings.ReplaceAll(name, "\r\n", "\n")] {
				lost = append(lost, name)
			}
		case "csv":
			if !shown[tables.SafeCell(strings.ReplaceAll(name, "\r\n", "\n"))] {
				lost = append(lost, name)
			}
		default:
			if !strings.Contains(strings.Join(strings.Fields(text), " "), clean) {
				lost = append(lost, name)
			}
		}
	}
	return lost
}

// collect notes the texts of a document.
func collect(document any, texts map[string]bool) {
	switch v := document.(type) {
	case string:
		texts[v] = true
	case []any:
		for _, one := range v {
			collect(one, texts)
		}
	case map[string]any:
		for key, one := range v {
			texts[key] = true
			collect(one, texts)
		}
	}
}

// Every file that a command writes into a folder is what its format asks for, is
// there under a harmless name, and holds no name that does anything; so it is where
// the title of figures is hostile, too.
func TestHostileNamesInFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it draws many figures")
	}
	hostileFolder(t)
	for i, c := range hostileCases() {
		if !c.figure {
			continue
		}
		name := fmt.Sprintf("settle %.60q", c.args)
		folder := fmt.Sprint("out", i)
		args := append(slices.Clone(c.args), "--out", folder, "--title", nametest.Texts()[i]+"\xff")
		if _, stderr, code := run(t, args, "text"); code != 0 {
			t.Errorf("%s: exit %d, %s", name, code, stderr)
			continue
		}
		checkFolder(t, name, folder)
	}
}

// checkFolder checks every file of a folder.
func checkFolder(t *testing.T, name, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) < 2 {
		t.Errorf("%s: %d files, %v", name, len(entries), err)
	}
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		format := strings.TrimPrefix(filepath.Ext(entry.Name()), ".")
		if format == "csv" {
			format = "csv"
		}
		if err := clitest.WellFormed(format, string(content)); err != nil || !report.IsSafeName(entry.Name()) {
			t.Errorf("%s: %s: %v", name, entry.Name(), err)
		}
	}
}

// What is wrong is said in one line that names what it is about, and does nothing to
// the terminal that it is shown on.
func TestHostileNamesInErrors(t *testing.T) {
	hostileFolder(t)
	for i, name := range nametest.Texts() {
		if testing.Short() && i%24 != 1 && utf8.ValidString(name) {
			continue
		}
		if strings.ContainsRune(name, 0) || strings.HasPrefix(name, "-") {
			continue // which no argument can hold, or which is a flag
		}
		for _, args := range [][]string{
			{"rank", "no-" + name}, {"rank", "models.csv", "--task=" + name}, {"compare", "models.csv", name, "b"}, {name}, {"rank", "--" + name},
			{"rank", "models.csv", "--metrics=" + name}, {"rank", "signals.csv", "--schema=" + name}, {"rank", "models.csv", "--column=model=" + name},
			{"rank", "models.csv", "--gold=" + name}, {"converge", "models.csv", "--gold=" + name}, {"simulate", "pair", name, "b", "--coins", "coins.csv"},
			{"bakeoff", "coins:" + name}, {"report", "models.csv", "-o" + name}, {"import", "models.csv", "--to=" + name}, {"reproduce", name},
			{"audit", "log.json", "--expect=" + name + "=1"}, {"rank", "models.csv", "--out=models.csv/" + name, "--draws=10"},
		} {
			stdout, stderr, code := run(t, args, "text")
			if code == 0 { // a name that means something, such as a folder
				continue
			}
			if stdout != "" || strings.Count(stderr, "\n") != 1 || len(stderr) > 1200 {
				t.Errorf("settle %.80q: %d lines, %d bytes: %.300q", args, strings.Count(stderr, "\n"), len(stderr), stderr)
			}
			if err := clitest.WellFormed("text", stderr); err != nil {
				t.Errorf("settle %.80q: %v", args, err)
			}
		}
	}
}

// The pages show all names, and nothing of them is alive.
func TestHostileNamesInPages(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	hostileFolder(t)
	benchmarks(t)
	all, some := nametest.Readable(), few()
	for _, c := range []struct {
		args  []string
		page  string
		shows []string
	}{
		{[]string{"report", "models.csv", "--replicates", "9", "--draws", "50", "-o", "m.html"}, "m.html", some},
		{[]string{"report", "questions.csv", "--replicates", "9", "--draws", "50", "-o", "q.html"}, "q.html", some[:4]},
		{[]string{"report", "holes.csv", "--missing", "unequal", "--replicates", "9", "--draws", "50", "-o", "h.html"}, "h.html", some},
		{[]string{"report", "signals.csv", "--schema", "schema.yaml", "--replicates", "9", "--draws", "50", "-o", "s.html"}, "s.html", some},
		{[]string{"report", "tasks.csv", "--replicates", "3", "--draws", "20", "-o", "t.html"}, "t.html", some},
		{[]string{"bakeoff", "coins:coins.csv", "--trials", "4", "--replicates", "40", "--metrics", "avg", "--out", "b"}, "b/index.html", all},
		{[]string{"reproduce", "table2", "--data", "benchmarks.csv", "--out", "r"}, "r/table2.html", all},
	} {
		name := fmt.Sprintf("settle %.60q", c.args)
		if _, stderr, code := run(t, c.args, "text"); code != 0 {
			t.Errorf("%s: exit %d, %s", name, code, stderr)
			continue
		}
		content, err := os.ReadFile(c.page)
		if err != nil {
			t.Fatal(err)
		}
		if err := clitest.WellFormed("html", string(content)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, lost := range missing(t, "html", string(content), c.shows) {
			t.Errorf("%s: it does not show %q", name, lost)
		}
	}
}
