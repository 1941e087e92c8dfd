package browsertest_test

import (
	"encoding/base64"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// drop drops files on the element of a selector, as a mouse does that brings them.
func (p *tab) drop(selector string, paths ...string) {
	p.Helper()
	var files []string
	for _, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			p.Fatal(err)
		}
		files = append(files, whole)
	}
	at := p.middle(selector)
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: files, DragOperationsMask: 1}
	for _, kind := range []input.DispatchDragEventType{
		input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop,
	} {
		command(p, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: at.X, Y: at.Y, Data: data})
	}
}

// choose sets a select or an input by its label, as a reader does.
func (p *tab) choose(label, value string) {
	p.Helper()
	var found bool
	p.call(&found, `(label, value) => {
		const of = [...document.querySelectorAll("main label")].find(e => e.textContent.trim() === label)?.control;
		if (!of) return false;
		of.value = value;
		of.dispatchEvent(new Event("change", { bubbles: true }));
		return of.value === value;
	}`, label, value)
	if !found {
		p.Fatalf("nothing can be set by %q to %q", label, value)
	}
}

// Files of every format that the command line reads are read when they are dropped: what
// the app asks of them, and shows, is what the commands print of the same files.
func TestDroppedFiles(t *testing.T) {
	needApp(t)
	folder := t.TempDir()
	for _, f := range formats(t, folder) {
		t.Run(f.name, func(t *testing.T) {
			p := openApp(t, "#results", view{})
			var paths []string
			for _, name := range f.files {
				paths = append(paths, filepath.Join(folder, name))
			}
			p.drop("#results-drop", paths...)
			p.until("it computes", `asked.length > 0`)
			if f.says != "" { // of logs that do not name their model
				p.rest()
				var remedy string
				p.eval(`document.querySelector("#results-read .remedy").textContent`, &remedy)
				if problem := p.problems(); problem == "" || strings.Contains(problem, "--") || !strings.Contains(remedy, "Columns and names") {
					t.Errorf("the app says %q, and %q", problem, remedy)
				}
				p.choose("Names in paths", f.says)
			}
			p.until("every command answered", `["import", "rank", "converge", "budget", "next"].every(name => asked.some(r => r.answer && r.args[0] === name)) &&
				document.querySelector("#table-next")`)
			p.checkRuns()
			for _, r := range p.runs() {
				for _, name := range f.files {
					want, err := os.ReadFile(filepath.Join(folder, name))
					if err != nil {
						t.Fatal(err)
					}
					if got := r.Files[name]; got != encoded(want) {
						t.Errorf("settle %s has another %s: %d bytes", strings.Join(r.Args, " "), name, len(got))
					}
				}
			}
			if problem := p.problems(); problem != "" {
				t.Errorf("the app says %q", problem)
			}
			p.leaderboardIsThatOfRank()
		})
	}
}

// problems are what the app says went wrong.
func (p *tab) problems() (said string) {
	p.Helper()
	p.eval(`[...document.querySelectorAll("main .problem")].filter(e => e.checkVisibility()).map(e => e.textContent).join("; ").trim()`, &said)
	return said
}

// leaderboardIsThatOfRank checks that the leaderboard on the screen is, cell by cell, the
// table that the command prints which stands below it.
func (p *tab) leaderboardIsThatOfRank() {
	p.Helper()
	var shown [][]string
	p.eval(`[...document.querySelectorAll("#table-rank tbody tr")].map(r => [...r.cells].map(c => c.textContent))`, &shown)
	for _, r := range p.runs() {
		if r.Args[0] != "rank" || r.Args[len(r.Args)-1] != "md" {
			continue
		}
		var want [][]string
		for line := range strings.Lines(r.Stdout) {
			if strings.HasPrefix(line, "|") && !strings.Contains(line, "--") {
				var row []string
				for _, cell := range cells.FindAllString(strings.TrimSpace(line)[1:], -1) {
					row = append(row, unescape.Replace(strings.TrimSpace(strings.TrimSuffix(cell, "|"))))
				}
				want = append(want, row)
			}
		}
		if len(shown) < 2 || fmt.Sprint(shown) != fmt.Sprint(want[1:]) {
			p.Errorf("the leaderboard is %q, the command prints %q", shown, want)
		}
		return
	}
	p.Error("the app ranks nothing")
}

// What cannot be read is said as the command line says it, and nothing else is shown.
func TestDroppedNonsense(t *testing.T) {
	needApp(t)
	folder := t.TempDir()
	p := openApp(t, "#results", view{})
	p.drop("#results-drop", write(t, folder, "nonsense.csv", "model,question\na,b,c,d\n"))
	p.until("it computes", `asked.length > 0`)
	p.rest()
	p.checkRuns()
	said := strings.TrimPrefix(strings.TrimSpace(p.runs()[0].Stderr), "settle: ")
	if problem := p.problems(); said == "" || !strings.HasPrefix(problem, said) {
		t.Errorf("the app says %q, the command %q", problem, said)
	}
}

// Files that cannot be read are skipped and named, in a folder or not, and all else is
// shown of the others. Nothing of the files is in the address.
func TestBadFilesAreSkipped(t *testing.T) {
	needApp(t)
	folder := t.TempDir()
	settle(t, folder, "settle simulate write board.csv --coins 4x9 --trials 6")
	bad := write(t, folder, "broken.jsonl", "{\"model\": \n")
	p := openApp(t, "#results", view{})
	p.drop("#results-drop", filepath.Join(folder, "board.csv"), bad, write(t, folder, "secret.csv", "model,question\na,b,c,d\n"))
	p.until("the files are read", `document.querySelector(".skipped")`)
	p.until("a leaderboard", `document.querySelector("#table-rank") && document.querySelector("#table-next")`)
	p.rest()
	var said, command, fragment string
	p.eval(`document.querySelector(".skipped").textContent`, &said)
	p.eval(`document.querySelector("#results-leaderboard pre.command").textContent`, &command)
	p.eval(`location.hash`, &fragment)
	for _, want := range []string{"2 files cannot be read", "broken.jsonl:1: is not a JSON object", `secret.csv:1: the header has no columns "trial"`} {
		if !strings.Contains(said, want) {
			t.Errorf("the app says %q, not %q", said, want)
		}
	}
	if command != "settle rank board.csv" || fragment != "#results" {
		t.Errorf("the command is %q, the address %q", command, fragment)
	}
	p.leaderboardIsThatOfRank()
}

// A run that is cancelled ends, what was found before stays, and it can be started again.
func TestCancel(t *testing.T) {
	needApp(t)
	p := openApp(t, "#pair", view{})
	p.eval(`location.hash = "#priors?replicates=3000&models=20&questions=200&trials=200"`, nil)
	p.until("first results", `document.querySelector("#table-priors")`)
	p.click("#priors-answer .state button")
	p.rest()
	p.until("it is cancelled", `document.querySelector("#priors-answer .state").textContent.startsWith("Cancelled. Earlier results are shown.") &&
		document.querySelector("#table-priors") && asked.every(r => r.ended) && !asked.some(r => r.answer && r.args.includes("--replicates=3000"))`)
	p.click("#priors-answer .state button")
	p.until("it begins again", `asked.some(r => !r.ended) && document.querySelector("#priors-answer .spinner")`)

	p = openApp(t, "#pair", view{})
	p.eval(`location.hash = "#coins?replicates=10000&questions=200&coins=drawn"`, nil)
	p.until("it can be cancelled", `document.querySelector("#coins-cancel")`)
	p.click("#coins-cancel")
	p.until("it is cancelled", `asked.every(r => r.ended) && document.querySelector("#coins-progress").textContent.startsWith("Cancelled") && !document.querySelector("[aria-busy=true]")`)
	p.click("#coins-again")
	p.until("it begins again", `asked.some(r => !r.ended)`)
}

// The report that the app saves is the file that settle report writes.
func TestReportOfTheApp(t *testing.T) {
	needApp(t)
	folder := t.TempDir()
	settle(t, folder, "settle simulate write board.csv --coins 4x9 --trials 6")
	p := openApp(t, "#results", view{})
	p.drop("#results-drop", filepath.Join(folder, "board.csv"))
	p.until("the report can be saved", `document.querySelector("#results-save")`)
	p.rest()
	name, content := p.save("#results-save")
	if name != "report.html" {
		t.Errorf("it saves %s", name)
	}
	var line string
	p.eval(`[...document.querySelectorAll("pre.command")].map(e => e.textContent).find(line => line.startsWith("settle report "))`, &line)
	settle(t, folder, line)
	want, err := os.ReadFile(filepath.Join(folder, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	p.samePage(line, string(content), string(want))
}

var (
	drawing = regexp.MustCompile(`(?s)<svg class="figure".*?</svg>`)
	heldCSV = regexp.MustCompile(`data:text/csv;charset=utf-8;base64,[^"]*`)
)

// samePage checks that two pages are the same: texts, tables, documents and data as same
// has it, and drawings but for lines that lie a hundredth of a point elsewhere.
func (p *tab) samePage(what, inApp, native string) {
	p.Helper()
	plain := func(page string) string {
		return heldCSV.ReplaceAllStringFunc(page, func(url string) string {
			content, err := base64.StdEncoding.DecodeString(url[strings.Index(url, ",")+1:])
			if err != nil {
				p.Error(err)
			}
			return string(content)
		})
	}
	inApp, native = plain(inApp), plain(native)
	p.same(what, drawing.ReplaceAllString(inApp, "(drawing)"), drawing.ReplaceAllString(native, "(drawing)"))
	a, b := drawing.FindAllString(inApp, -1), drawing.FindAllString(native, -1)
	if len(a) != len(b) || len(a) == 0 {
		p.Fatalf("%s: %d drawings in the app, %d of the command", what, len(a), len(b))
	}
	for i := range a {
		p.sameDrawing(fmt.Sprintf("%s: drawing %d", what, i+1), a[i], b[i])
	}
}

// sameDrawing checks that two drawings are the same but for lines that lie a hundredth of a
// point elsewhere.
func (p *tab) sameDrawing(what, inApp, native string) {
	p.Helper()
	if !slices.Equal(number.Split(inApp, -1), number.Split(native, -1)) {
		p.Errorf("%s is another", what)
		return
	}
	x, y := number.FindAllString(inApp, -1), number.FindAllString(native, -1)
	for k := range x {
		u, _ := strconv.ParseFloat(x[k], 64)
		v, _ := strconv.ParseFloat(y[k], 64)
		if math.Abs(u-v) > 0.0101 {
			p.Errorf("%s has %s, and not %s", what, x[k], y[k])
		}
	}
}

// A link brings back what was set: the same screen, the same values, the same commands.
func TestLinks(t *testing.T) {
	needApp(t)
	for screen, set := range map[string][][2]string{
		"#coins": {{"Trials", "24"}, {"Second metric", "avg"}},
		"#pair":  {{"Gap", "0.05"}, {"Questions", "40"}},
	} {
		p := openApp(t, screen, view{})
		for _, s := range set {
			p.choose(s[0], s[1])
		}
		p.until("it computes", `asked.some(r => !r.ended)`)
		p.rest()
		p.checkRuns()
		fragment, lines := p.place()
		again := openApp(t, fragment, view{})
		if f, l := again.place(); f != fragment || l != lines {
			t.Errorf("%s leads to %s with %s, and not to %s", fragment, f, l, lines)
		}
		for _, s := range set {
			if !strings.Contains(lines, s[1]) || !strings.Contains(fragment, s[1]) {
				t.Errorf("with %s %s set the link is %s and the commands are %s", s[0], s[1], fragment, lines)
			}
		}
	}
}

// place is the fragment of the address and the commands that a screen shows.
func (p *tab) place() (fragment, lines string) {
	p.Helper()
	p.eval(`location.hash`, &fragment)
	p.eval(`[...document.querySelectorAll("pre.command")].map(e => e.textContent).join("\n")`, &lines)
	return fragment, lines
}

// What an address asks for and cannot have is said, a preset is undone by Back, and a
// metric that wants more trials than there are is left out of τ, with a word.
func TestAddresses(t *testing.T) {
	needApp(t)
	p := openApp(t, "#coins?trials=4&models=abc", view{})
	if said, want := p.problems(), "These values in the address are invalid and were ignored: models=abc"; said != want {
		t.Errorf("the app says %q, want %q", said, want)
	}
	p.until("pass@8, which is asked for by standard, is left out", `document.querySelector("#coins-left-out")?.textContent.endsWith(": pass@8.")`)
	p = openApp(t, "#pair?questions=77", view{})
	p.until("an answer", `document.querySelector("#table-pair")`)
	var after string
	p.eval(`(document.querySelector("#pair-preset-2").click(), location.hash)`, &after)
	if want := "#pair?gap=0.08&mean=0.84&questions=77"; after != want {
		t.Errorf("the preset leads to %s, want %s", after, want)
	}
	p.eval(`(history.back(), "")`, &after)
	p.until("Back undoes it", `location.hash === "#pair?questions=77" && document.querySelector("#field-gap").value === "0.03"`)
}
