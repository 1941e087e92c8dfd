package reporter_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
)

// settle runs the program and returns what it prints.
func settle(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := command.Settle(context.Background(), args, &stdout, &stderr); code != 0 && !(args[0] == "next" && code == cli.ExitOpen) {
		t.Fatalf("settle %s: exit %d: %s", strings.Join(args, " "), code, stderr.String())
	}
	return stdout.Bytes()
}

// pageOf is the page of a report.
func pageOf(t *testing.T, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	settle(t, append([]string{"report", "-o", file}, args...)...)
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// documentsOf are the documents that a page holds, by their IDs.
func documentsOf(t *testing.T, page string) map[string]any {
	t.Helper()
	found := map[string]any{}
	for _, m := range regexp.MustCompile(`(?s)<script type="application/json" id="([^"]*)">(.*?)</script>`).FindAllStringSubmatch(page, -1) {
		found[m[1]] = decoded(t, []byte(m[2]))
	}
	return found
}

func decoded(t *testing.T, document []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(document, &v); err != nil {
		t.Fatal(err)
	}
	if m, ok := v.(map[string]any); ok {
		delete(m, "provenance")                                            // of this command, and not of the other
		for _, name := range []string{"document", "sentence", "remarks"} { // of what is printed alone
			delete(m, name)
		}
	}
	return v
}

// nearPairs leaves of the pairs of rank, or of next, those of neighbours and of the leader,
// as they stand in its rows.
func nearPairs(document map[string]any) any {
	if metrics, ok := document["metrics"]; ok {
		for _, metric := range metrics.([]any) {
			leaveNear(metric.(map[string]any), "rows")
		}
		return document
	}
	leaveNear(document, "standings")
	return document
}

func leaveNear(document map[string]any, rows string) {
	place := map[any]int{}
	for i, row := range document[rows].([]any) {
		place[row.(map[string]any)["model"]] = i
	}
	var near []any
	for _, p := range document["pairs"].([]any) {
		above, below := place[p.(map[string]any)["above"]], place[p.(map[string]any)["below"]]
		if above == 0 || below == above+1 {
			near = append(near, p)
		}
	}
	document["pairs"] = near
}

// long skips what takes seconds, where that is asked for.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
}

// own are the documents that report itself prints.
var own = []string{"scores", "questions", "standard"}

// The documents of a page are what the commands print that it names, number by number;
// of the pairs of rank those that the page says.
func TestDocumentsAreThoseOfTheCommands(t *testing.T) {
	long(t)
	for _, args := range [][]string{
		{"stand-in:hmmt25", "--replicates", "30"},
		{"coins:6x12", "--replicates", "30", "--seed", "3", "--metrics", "avg,pass@2"},
		{"coins:4x9,unequal=2-6", "--replicates", "30"},
	} {
		page := pageOf(t, args...)
		documents := documentsOf(t, page)
		rows := regexp.MustCompile(`<th scope="row">#json-(\w+)</th><td data-name="command that prints all of it">settle ([^<]*)</td>`).
			FindAllStringSubmatch(page, -1)
		compared := 0
		for _, row := range rows {
			if slices.Contains(own, row[1]) {
				continue
			}
			words := strings.Fields(strings.NewReplacer("&#39;", "", "&#43;", "+").Replace(row[2]))
			want := decoded(t, settle(t, words...))
			if row[1] == "rank" || row[1] == "next" {
				want = nearPairs(want.(map[string]any))
			}
			if !reflect.DeepEqual(documents["json-"+row[1]], want) {
				t.Errorf("%q: the document is not that of settle %s", args, row[2])
			}
			compared++
		}
		if compared != 5 {
			t.Errorf("%q: compared %d documents, want 5", args, compared)
		}
		printed := decoded(t, settle(t, append([]string{"report", "--format", "json", "-o", filepath.Join(t.TempDir(), "page.html")}, args...)...))
		task := printed.(map[string]any)["tasks"].([]any)[0].(map[string]any)
		for _, of := range own {
			if task[of] == nil || !reflect.DeepEqual(documents["json-"+of], task[of]) {
				t.Errorf("%q: the document %s is not the one that is printed", args, of)
			}
		}
	}
}

// boardTable is where the leaderboard begins, which has no caption.
const boardTable = `<div class="table stacked board"`

// cellsOf are the cells of a table of a page: the first one with that caption.
func cellsOf(t *testing.T, page, caption string) [][]string {
	t.Helper()
	at := strings.Index(page, `<span class="said">`+caption)
	if caption == boardTable {
		at = strings.Index(page, boardTable)
	}
	if at < 0 {
		t.Fatalf("no table %q", caption)
	}
	table := page[at:]
	table = table[strings.Index(table, "<tbody>"):strings.Index(table, "</tbody>")]
	var rows [][]string
	for _, tr := range regexp.MustCompile(`<tr[^>]*>.*</tr>`).FindAllString(table, -1) {
		var cells []string
		for _, m := range regexp.MustCompile(`<t[hd][^>]*>([^<]*)</t[hd]>`).FindAllStringSubmatch(tr, -1) {
			cells = append(cells, strings.ReplaceAll(html.UnescapeString(m[1]), "−", "-"))
		}
		rows = append(rows, cells)
	}
	return rows
}

// printedCells are the cells of the first table of what a command prints as Markdown.
func printedCells(markdown []byte) (rows [][]string) {
	for _, line := range strings.Split(string(markdown), "\n") {
		if !strings.HasPrefix(line, "|") {
			if rows != nil {
				break
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = html.UnescapeString(strings.ReplaceAll(strings.TrimSpace(cells[i]), `\`, ""))
		}
		rows = append(rows, cells)
	}
	return rows[2:] // below the head and its rule
}

// The cells of the tables are those of the tables that the commands print which the page
// names: of the leaderboard but for the observed means, of the pairs of the budget that are not
// separated, and of the models that are to be run.
func TestTablesAreThoseOfTheCommands(t *testing.T) {
	long(t)
	for _, board := range [][]string{{"stand-in:hmmt25"}, {"coins:5x12,trials=6,drop=0.2"}} {
		page := pageOf(t, append(board, "--replicates", "10", "--cost-per-trial", "0.5")...)
		for _, tt := range []struct {
			caption string
			command string
			rows    int
			not     string // rows that have such a cell are not shown
			column  int    // that is not shown, 0 for none
		}{
			{boardTable, "rank", 5, "", 2},
			{"Neighbours that are not separated", "budget --cost-per-trial 0.5", 1, "now", 0},
			{"Models to run", "next", 1, "0", 0},
		} {
			words := strings.Fields(tt.command)
			args := append([]string{words[0]}, append(board, words[1:]...)...)
			var want [][]string
			for _, row := range printedCells(settle(t, append(args, "--format", "md")...)) {
				if slices.Contains(row, tt.not) {
					continue
				}
				if tt.column > 0 {
					row = slices.Delete(row, tt.column, tt.column+1)
				}
				want = append(want, row)
			}
			if shown := cellsOf(t, page, tt.caption); len(shown) < tt.rows || !reflect.DeepEqual(shown, want) {
				t.Errorf("%q, %s: the page shows\n%q, the command\n%q", board, tt.caption, shown, want)
			}
		}
	}
}

// The numbers that no other command prints are those of the document, rounded: of
// the questions, and of the ranks without one of them.
func TestTablesAreThoseOfTheDocuments(t *testing.T) {
	page := pageOf(t, "stand-in:aime25", "--replicates", "10")
	documents := documentsOf(t, page)
	of := func(document string, path ...string) []any {
		at := documents[document]
		for _, field := range path {
			at = at.(map[string]any)[field]
		}
		return at.([]any)
	}
	number := func(of any, field string, digits int) string {
		value, ok := of.(map[string]any)[field].(float64)
		if !ok {
			return "–"
		}
		return strconv.FormatFloat(value, 'f', digits, 64)
	}
	byQuestion := map[string]any{}
	for _, q := range of("json-questions", "questions") {
		byQuestion[q.(map[string]any)["question"].(string)] = q
	}
	shown := cellsOf(t, page, "The most decisive of")
	for _, row := range shown {
		q := byQuestion[row[0]]
		if got := []string{number(q, "gap", 4), number(q, "mean", 4), number(q, "sd", 4), number(q, "discrimination", 2)}; !slices.Equal(row[1:5], got) {
			t.Errorf("the page shows %q, the document has %q", row, got)
		}
	}
	if len(shown) != 5 {
		t.Errorf("%d questions are listed, want 5", len(shown))
	}
	var ranks, want [][]string
	for _, row := range cellsOf(t, page, "Models whose rank changes if one question is left out") {
		ranks = append(ranks, []string{row[0], row[2], row[3]})
	}
	for _, m := range of("json-questions", "leave_one_out", "ranks") {
		row := []string{m.(map[string]any)["model"].(string), number(m, "rank_best", 0), number(m, "rank_worst", 0)}
		if row[1] != row[2] {
			want = append(want, row)
		}
	}
	if len(want) == 0 || !reflect.DeepEqual(ranks, want) {
		t.Errorf("the page shows\n%q, the document has\n%q", ranks, want)
	}
}

// What a page says to run is what the first sentence of budget says, to where that goes
// on with all pairs together. Only one model could be first there, which is said before it.
func TestRunIsTheFirstSentenceOfBudget(t *testing.T) {
	printed := decoded(t, settle(t, "report", "stand-in:hmmt25", "--replicates", "10", "--format", "json", "-o", filepath.Join(t.TempDir(), "page.html")))
	run := printed.(map[string]any)["tasks"].([]any)[0].(map[string]any)["run"].(string)
	advice := decoded(t, settle(t, "budget", "stand-in:hmmt25", "--format", "json")).(map[string]any)["advice"].([]any)
	first, _, _ := strings.Cut(advice[0].(string), " All of them")
	if want := "The first place needs no more trials on these questions. For other places: " + first; !strings.HasPrefix(run, want) {
		t.Errorf("%q does not begin with %q", run, want)
	}
}

// hostile are names that would do harm in a page, a drawing, a spreadsheet or a terminal.
var hostile = []string{
	"<script>alert(1)</script>", "\u202egpj.evil", `"><img src=x onerror=alert(2)>`, "=HYPERLINK(\"http://x\")",
	"</script><!--", "{{.}} ]]> &amp; '", "-->\u2066",
}

// A page of models and questions of any names nests, runs nothing, and shows them as they
// are; and what is saved from it is no formula.
func TestHostileNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "<b>.jsonl")
	var lines strings.Builder
	for i, model := range hostile {
		for q, question := range hostile {
			for trial := range 2 {
				line, err := json.Marshal(map[string]any{
					"model": model, "question": question, "trial": trial + 1, "outcome": (i*q + trial*i + q) % 3 / 2,
				})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&lines, "%s\n", line)
			}
		}
	}
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	page := pageOf(t, file, "--replicates", "10")
	if strings.ContainsAny(page, "\u202e\u2066") {
		t.Error("a mark that changes the direction of text is in the page")
	}
	scripts, running, images := 0, 0, 0
	d := xml.NewDecoder(strings.NewReader(regexp.MustCompile(`(<(?:meta|link) [^>]*)>`).ReplaceAllString(strings.TrimPrefix(page, "<!doctype html>\n"), "$1/>")))
	d.Entity = xml.HTMLEntity
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page does not nest: %v", err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			switch token.Name.Local {
			case "script":
				if len(token.Attr) == 0 {
					running++
				} else if scripts++; !slices.Contains([]string{"application/json", "application/octet-stream"}, token.Attr[0].Value) {
					t.Errorf("a script runs: %v", token.Attr)
				}
			case "img", "iframe", "object", "embed", "b":
				images++
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") {
					t.Errorf("%s has %s", token.Name.Local, a.Name.Local)
				}
				if csv, ok := strings.CutPrefix(a.Value, "data:text/csv;charset=utf-8;base64,"); ok {
					saved, err := base64.StdEncoding.DecodeString(csv)
					if err != nil || regexp.MustCompile(`(?m)(^|,|")=`).Match(saved) || bytes.Contains(saved, []byte("\u202e")) {
						t.Errorf("what is saved could do harm: %v", err)
					}
				}
			}
		}
	}
	if scripts != 11 || running != 1 || images > 0 {
		t.Errorf("%d documents, %d scripts and %d elements of names, want 11, the page's own and 0", scripts, running, images)
	}
	for _, name := range []string{hostile[0], `\u202egpj.evil`, hostile[2], hostile[4]} {
		if !strings.Contains(text.String(), name) {
			t.Errorf("the page does not show %q", name)
		}
	}
}

// A page of 60 models is less than 3 MB.
func TestSize(t *testing.T) {
	long(t)
	page := pageOf(t, "coins:60x40,trials=8", "--replicates", "20", "--draws", "200")
	if len(page) > 3_000_000 {
		t.Errorf("%d bytes", len(page))
	}
	t.Logf("%d bytes", len(page))
}

// What the page says of two models is what rank says: of each the cells of its table, of
// the pair those of compare with the metric and estimand of the page, and whether they
// are told apart as its document has it.
func TestPairsAreThoseOfRank(t *testing.T) {
	args := []string{"coins:5x12", "--replicates", "10", "--seed", "3"}
	for _, estimand := range []string{"questions", "population"} {
		given := append(args, "--estimand", estimand)
		data := documentsOf(t, pageOf(t, given...))["two-models"].(map[string]any)
		metric := map[string]string{"questions": "bayes:fitted", "population": "avg"}[estimand]
		on := map[string]string{"questions": "these questions", "population": "similar questions"}[estimand]
		ranked := decoded(t, settle(t, "rank", "coins:5x12", "--seed", "3", "--estimand", estimand, "--metrics", metric, "--format", "json"))
		pairs := ranked.(map[string]any)["metrics"].([]any)[0].(map[string]any)["pairs"].([]any)
		models := data["models"].([]any)
		each := printedCells(settle(t, "rank", "coins:5x12", "--seed", "3", "--estimand", estimand, "--metrics", metric, "--format", "md"))
		for i, model := range models {
			want := slices.DeleteFunc(slices.Clone(each[i]), func(cell string) bool { return cell == model })
			if got := texts(data["each"].([]any)[i]); !slices.Equal(got, want) {
				t.Errorf("%s: of %s it says %q, want %q", estimand, model, got, want)
			}
		}
		at := 0
		for i := range models {
			for j := i + 1; j < len(models); j++ {
				a, b := models[i].(string), models[j].(string)
				printed := settle(t, "compare", "coins:5x12", a, b, "--seed", "3", "--metrics", metric, "--draws", "0", "--format", "md")
				var want []string
				for _, row := range printedCells(printed) {
					if row[0] == metric && row[1] == on { // metric, on, A, B, difference, σ, lo, hi, z, ρ
						want = []string{row[4], row[6] + " to " + row[7], row[8], row[9]}
					}
				}
				pair := pairs[at].(map[string]any)
				for _, is := range []string{"resolved", "separated"} {
					want = append(want, map[any]string{true: "yes", false: "no"}[pair[is]])
				}
				if got := texts(data["pairs"].([]any)[i].([]any)[j-i-1]); !slices.Equal(got, want) {
					t.Errorf("%s: of %s over %s it says %q, want %q", estimand, a, b, got, want)
				}
				at++
			}
		}
		if at != 10 || len(pairs) != at {
			t.Errorf("%d pairs, and rank has %d", at, len(pairs))
		}
	}
}

func texts(list any) (out []string) {
	for _, one := range list.([]any) {
		out = append(out, one.(string))
	}
	return out
}
