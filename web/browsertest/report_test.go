package browsertest_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// reported is the page of a report, in a folder of its own, and what the program printed
// of it.
type reported struct {
	folder  string // where the program ran
	page    string // the path of the page
	printed struct {
		Tasks []struct {
			Task, Lead                  string
			Scores, Questions, Standard json.RawMessage
		}
	}
}

// report runs settle report with arguments as they are in a line of a shell.
func report(t testing.TB, folder, args string) reported {
	t.Helper()
	r := reported{folder: folder, page: filepath.Join(folder, "report.html")}
	if err := json.Unmarshal(settle(t, folder, "settle report "+args+" --format json"), &r.printed); err != nil {
		t.Fatal(err)
	}
	return r
}

// boards are those whose reports are looked at: what report is given, made in a folder.
var boards = []struct {
	name  string
	brief bool // also looked at where not all tests are wanted
	args  func(t testing.TB, folder string) string
}{
	{"stand-in", true, func(testing.TB, string) string { return "stand-in:aime25" }},
	{"evalperf", false, func(t testing.TB, folder string) string {
		return copied(t, folder, shared(t, "evalperf-31x118x100.npz")) + " --replicates 100"
	}},
	{"pareval", false, func(t testing.TB, folder string) string {
		return copied(t, folder, shared(t, "pareval-graded-7x143x20.npz")) + " --replicates 100 --weights 0,0.2,0.5,1"
	}},
	{"livecodebench", false, func(t testing.TB, folder string) string {
		return copied(t, folder, shared(t, "logs/livecodebench/codeforces_n10_3models"))
	}},
	{"nemo-skills", false, func(t testing.TB, folder string) string { // one model: there is nothing to rank
		return copied(t, folder, shared(t, "logs/nemo-skills/math_aime25"))
	}},
	{"two models", true, func(testing.TB, string) string { return "coins:2x30,trials=8" }},
	{"three questions", true, func(testing.TB, string) string { return "coins:5x3,trials=4" }},
	{"120 models", false, func(testing.TB, string) string { return "coins:120x40,trials=4 --replicates 50" }},
	{"tasks", false, func(t testing.TB, folder string) string {
		return quote(filepath.Base(tasks(t, folder))) + " --replicates 100"
	}},
	{"hostile", true, func(t testing.TB, folder string) string {
		return quote(filepath.Base(hostile(t, folder))) + " --replicates 100"
	}},
}

// tasks writes a board of three models and two tasks.
func tasks(t testing.TB, folder string) string {
	var b strings.Builder
	b.WriteString("task,model,question,trial,outcome\n")
	for k, task := range []string{"algebra", "geometry"} {
		for m, model := range []string{"ada", "bob", "cy"} {
			for q := range 6 {
				for n := range 5 {
					fmt.Fprintf(&b, "%s,%s,%s-%d,%d,%d\n", task, model, task, q, n+1, (m*(q+1)+n*(k+2)+q)%(3+m)/2%2)
				}
			}
		}
	}
	return write(t, folder, "tasks.csv", b.String())
}

// evil are names that would do harm in a page that took them for what they look like.
var evil = []string{
	`<script>alert(1)</script>`, "\u202egpj.evil", `"><img src=x onerror=alert(2)>`, `=HYPERLINK("http://example.org")`,
	`</script><!--`, `{{.}} ]]> &amp; '`, `javascript:alert(3)`, "\x1b[31mred", `<svg/onload=alert(4)>`,
	"a name as long as a line " + strings.Repeat("and_longer", 8),
}

// hostile writes a board whose models and questions, and whose file, have such names.
func hostile(t testing.TB, folder string) string {
	var b strings.Builder
	for m, model := range evil {
		for q, question := range evil {
			for n := range 4 {
				line, err := json.Marshal(map[string]any{"model": model, "question": question, "trial": n + 1, "outcome": (m*q + n*m + q) % 3 / 2})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&b, "%s\n", line)
			}
		}
	}
	return write(t, folder, `<img src=x onerror=alert(5)>'".jsonl`, b.String())
}

// A report is a page that can be read from disk without scripts: its first sentence is
// the one that the program prints, its tables and figures can be seen, and nothing is
// wider than a telephone.
func TestReportWithoutScripts(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			needBrowser(t)
			if !b.brief {
				needAll(t)
			}
			folder := t.TempDir()
			r := report(t, folder, b.args(t, folder))
			p := opened(t, fileURL(r.page), view{scriptless: true})
			p.leadsWith(r)
			p.complete()
			p.fits()
			p.holdsDocuments(r)
			p.saves()
			for _, v := range []view{
				{width: 360, height: 740, scriptless: true},
				{width: 680, scriptless: true, printed: true}, // A4 without its margins is 180 mm wide
			} {
				p := opened(t, fileURL(r.page), v)
				p.complete()
				p.fits()
			}
			p = unfolded(t, fileURL(r.page), view{})
			if b.name == "hostile" {
				p.showsNames()
			}
			p.accessible("light")
			p.look(view{dark: true})
			p.isDark(true)
			p.accessible("dark")
		})
	}
}

// The first screen has the leaderboard, at any width; nothing is cut there, or in the sections
// once they are open, which links, addresses and printers open; and the search finds models that
// are not shown at first.
func TestFirstScreen(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			needBrowser(t)
			if !b.brief {
				needAll(t)
			}
			folder := t.TempDir()
			r := report(t, folder, b.args(t, folder))
			for _, width := range []int{1400, 800, 390} {
				p := opened(t, fileURL(r.page), view{width: width})
				var top float64
				p.eval(`document.querySelector(".board svg").getBoundingClientRect().top`, &top)
				if top < 0 || top > 900 {
					t.Errorf("at %d pixels the first drawing stands at %g", width, top)
				}
				p.uncut()
				p.eval(`document.querySelector(".open-all").click()`, nil)
				p.until("all are open", `![...document.querySelectorAll(".folded > details")].some(e => !e.open)`)
				p.uncut()
			}
			p := opened(t, fileURL(r.page), view{})
			p.eval(`location.hash = document.querySelector(".folded").id`, nil)
			p.until("an address opens a section", `document.querySelector(".folded > details").open`)
			p.eval(`document.querySelectorAll(".folded > details")[0].open = false`, nil)
			p.eval(`dispatchEvent(new Event("beforeprint"))`, nil)
			p.until("printing opens all", `!document.querySelector("details:not([open])")`)
			p.eval(`dispatchEvent(new Event("afterprint"))`, nil)
			p.until("and closes them again", `!document.querySelector(".folded > details").open`)
			if b.name == "120 models" {
				p.findsModels(120)
			}
		})
	}
}

// uncut checks that no text is cut at the sides: what does not fit wraps, or scrolls where a
// keyboard reaches it.
func (p *tab) uncut() {
	p.Helper()
	var cut []string
	p.eval(`[...document.body.querySelectorAll("*:not(svg *, .skip, script)")].filter(e => {
		const style = getComputedStyle(e), area = style.overflowX !== "visible" && e.clientWidth > 1;
		return area && e.checkVisibility() && e.scrollWidth > e.clientWidth + 1 && !(style.overflowX === "auto" && e.tabIndex === 0);
	}).map(e => e.outerHTML.slice(0, 120))`, &cut)
	if cut = append(cut, p.beyond()...); len(cut) > 0 {
		p.Errorf("cut: %q", cut)
	}
}

// findsModels checks that 30 of so many models are seen, and any other is when searched for.
func (p *tab) findsModels(models int) {
	p.Helper()
	const rows = `[...document.querySelector(".board table").tBodies[0].rows]`
	var seen, all int
	p.eval(rows+`.filter(e => e.checkVisibility()).length`, &seen)
	p.eval(rows+`.length`, &all)
	if seen != 30 || all != models {
		p.Errorf("%d of %d models are seen", seen, all)
	}
	var last string
	p.eval(rows+`.at(-1).querySelector("th").textContent`, &last)
	p.click(`header .find input[type="search"]`)
	p.press(strings.ToLower(last))
	p.until("the last model is found", rows+`.at(-1).checkVisibility() && `+rows+`.filter(e => e.checkVisibility()).length === 1`)
}

// leadsWith checks that the first paragraph, seen without scrolling, is the first
// sentence that the program prints.
func (p *tab) leadsWith(r reported) {
	p.Helper()
	var lead struct {
		Text        string
		Top, Height float64
	}
	p.eval(`(() => {
		const e = document.querySelector("h1 ~ p"), r = e.getBoundingClientRect();
		return { text: e.textContent, top: r.top, height: innerHeight };
	})()`, &lead)
	want := r.printed.Tasks[len(r.printed.Tasks)-1].Lead
	if want = visible.Replace(want); lead.Text != want {
		p.Errorf("the page begins with %q, the program with %q", lead.Text, want)
	}
	if lead.Top < 0 || lead.Top > lead.Height/3 {
		p.Errorf("the first sentence stands at %v of %v pixels", lead.Top, lead.Height)
	}
}

// complete checks that whatever the page has can be seen, but for what a reader opens:
// texts, tables with as many cells as their heads, and one drawing of each figure with a
// name, a description and ink.
func (p *tab) complete() {
	p.Helper()
	var found struct {
		Sections, Tables, Figures int
		Wrong                     []string
	}
	p.eval(`document.querySelectorAll(".folded > details").forEach(e => { e.open = true; })`, nil)
	p.eval(`(() => {
		const wrong = [], seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
		const shut = e => e.closest("details:not([open])");
		const all = selector => [...document.querySelectorAll(selector)].filter(e => !shut(e));
		for (const e of all("h1, h2, h3, main p:not(.held), table, td, th"))
			if (e.textContent.trim() && !e.closest(".held, .compare, .grid") && !seen(e)) wrong.push("not seen: " + e.outerHTML.slice(0, 200));
		const tables = all("table"), figures = all("figure");
		for (const table of tables) {
			const wide = table.tHead.rows[0].cells.length;
			for (const row of table.tBodies[0].rows) {
				let cells = 0;
				for (const cell of row.cells) cells += cell.colSpan;
				if (cells !== wide) wrong.push("a row of " + cells + " for " + wide + " columns: " + row.outerHTML.slice(0, 200));
			}
		}
		for (const figure of figures) {
			const drawings = [...figure.querySelectorAll("svg.figure")].filter(seen);
			if (drawings.length !== 1) { wrong.push(drawings.length + " drawings: " + figure.innerText.slice(0, 100)); continue; }
			const [svg] = drawings, box = svg.getBoundingClientRect(), ink = svg.getBBox();
			if (box.width < 100 || box.height < 50 || ink.width < 50) wrong.push("an empty drawing: " + figure.innerText.slice(0, 100));
			for (const of of ["title", "desc"])
				if (!svg.querySelector(of)?.textContent.trim()) wrong.push("no " + of + ": " + figure.innerText.slice(0, 100));
			if (!svg.querySelector("text")) wrong.push("no text: " + figure.innerText.slice(0, 100));
		}
		return { sections: all("section").length, tables: tables.length, figures: figures.length, wrong };
	})()`, &found)
	for _, wrong := range found.Wrong {
		p.Error(wrong)
	}
	if found.Sections < 2 || found.Tables < 2 {
		p.Errorf("%d sections, %d tables and %d figures", found.Sections, found.Tables, found.Figures)
	}
}

// fits checks that nothing reaches beyond the sides of the screen, but in what scrolls
// by itself.
func (p *tab) fits() {
	p.Helper()
	if beyond := p.beyond(); len(beyond) > 0 {
		p.Errorf("wider than the screen: %q", beyond)
	}
}

// beyond is what reaches beyond the sides of the screen.
func (p *tab) beyond() (beyond []string) {
	p.Helper()
	p.eval(`(() => {
		const wide = document.documentElement.clientWidth, page = document.documentElement.scrollWidth, beyond = [];
		const held = e => { // what scrolls or cuts it
			for (let at = e.parentElement; at && at !== document.body; at = at.parentElement)
				if (getComputedStyle(at).overflowX !== "visible") return at;
		};
		for (const e of document.body.querySelectorAll("*:not(svg *)")) {
			const r = e.getBoundingClientRect();
			if (!e.checkVisibility() || r.width === 0 || getComputedStyle(e).position === "absolute" || held(e)) continue;
			if (r.right > wide + 1 || r.left < -1) beyond.push(r.left + " to " + r.right + ": " + e.outerHTML.slice(0, 120));
		}
		if (page > wide) beyond.push("the page is " + page + " pixels wide on a screen of " + wide);
		return beyond.slice(-3);
	})()`, &beyond)
	return beyond
}

// isDark checks that the page is as dark or light as the reader wants it: what is written
// and what is behind it, by their relative luminance (WCAG 2).
func (p *tab) isDark(dark bool) {
	p.Helper()
	var ink, paper [3]float64
	p.eval(`getComputedStyle(document.body).color.match(/[\d.]+/g).slice(0, 3).map(Number)`, &ink)
	p.eval(`getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g).slice(0, 3).map(Number)`, &paper)
	if (luminance(paper) < luminance(ink)) != dark {
		p.Errorf("ink %v on paper %v where the reader wants it %s", ink, paper, either(dark, "dark", "light"))
	}
}

func luminance(rgb [3]float64) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		sum += weight * math.Pow(rgb[i]/255, 2.2)
	}
	return sum
}

// holdsDocuments checks that the documents in the page, as the browser parses them, are
// what the commands print that the page names, run in the folder where the page was made.
// Three are of no command but report itself, and of the pairs of rank and next the page
// holds those of neighbours and of the leader.
func (p *tab) holdsDocuments(r reported) {
	p.Helper()
	var held []struct{ ID, JSON, Line string }
	p.eval(`[...document.querySelectorAll('script[type="application/json"]')].map(e => {
		const row = [...document.querySelectorAll("th[scope=row]")].find(th => th.textContent === "#" + e.id)?.parentElement;
		return { id: e.id, json: JSON.stringify(JSON.parse(e.textContent)), line: row?.cells[1].textContent ?? "" };
	})`, &held)
	kinds := map[string]bool{}
	for _, h := range held {
		prefix, kind, ok := strings.Cut(h.ID, "json-")
		if !ok {
			continue // what the page's script reads, which TestPairsAreThoseOfRank looks at
		}
		kinds[kind] = true
		if h.Line == "" {
			p.Errorf("nothing says what %s is", h.ID)
			continue
		}
		got := document(p, []byte(h.JSON))
		var want any
		switch kind {
		case "scores":
			want = document(p, r.task(prefix).Scores)
		case "questions":
			want = document(p, r.task(prefix).Questions)
		case "standard":
			want = document(p, r.task(prefix).Standard)
		default:
			want = document(p, settle(p, r.folder, h.Line))
		}
		if kind == "rank" {
			if pool, ok := want.(map[string]any)["pool"]; ok { // of all tasks, which rank prints one by one, too
				want = pool
			}
			for _, metric := range want.(map[string]any)["metrics"].([]any) {
				nearPairs(metric.(map[string]any), "rows")
			}
		}
		if kind == "next" {
			nearPairs(want.(map[string]any), "standings")
		}
		if !reflect.DeepEqual(got, want) {
			p.Errorf("%s is not what is printed by %s", h.ID, h.Line)
		}
	}
	if !kinds["rank"] {
		p.Errorf("the documents are %v", kinds)
	}
}

// task is what was printed of the task whose IDs have a prefix: task-N-, or all- for the
// last of several.
func (r reported) task(prefix string) (of struct {
	Task, Lead                  string
	Scores, Questions, Standard json.RawMessage
}) {
	number := len(r.printed.Tasks)
	fmt.Sscanf(prefix, "task-%d-", &number)
	return r.printed.Tasks[number-1]
}

// nearPairs leaves of the pairs those of neighbours and of the leader, as the models stand
// in rows.
func nearPairs(of map[string]any, rows string) {
	place := map[any]int{}
	for i, row := range of[rows].([]any) {
		place[row.(map[string]any)["model"]] = i
	}
	pairs, ok := of["pairs"].([]any)
	if !ok {
		return
	}
	of["pairs"] = slices.DeleteFunc(pairs, func(p any) bool {
		above, below := place[p.(map[string]any)["above"]], place[p.(map[string]any)["below"]]
		return above != 0 && below != above+1
	})
}

// saves checks that each file that the page offers is saved under its name, and is CSV of
// rows of one length, its names first, in which no cell is a formula.
func (p *tab) saves() {
	p.Helper()
	const numbered = `[...document.querySelectorAll("a[download]")].map((a, i) => {
		for (let at = a; at = at.parentElement?.closest("details"); ) at.open = true;
		a.dataset.test = i;
		return a.download;
	})`
	var offered []string
	p.eval(numbered, &offered)
	if len(offered) < 2 {
		p.Errorf("the page offers %q", offered)
	}
	for i, want := range offered {
		if i%8 == 7 { // after ten files of one page Chromium would ask the reader
			p.visit("")
			p.eval(numbered, nil)
		}
		name, content := p.save(fmt.Sprintf(`[data-test="%d"]`, i))
		if name != want {
			p.Errorf("%s is saved as %s", want, name)
		}
		rows, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
		if err != nil || len(rows) < 1 || len(rows[0]) < 2 { // there may be nothing to run next
			p.Errorf("%s: %d rows, %v", name, len(rows), err)
		}
		for _, row := range rows {
			for _, cell := range row {
				if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@") || strings.ContainsAny(cell, "\u202e\x1b") {
					p.Errorf("%s: a cell that a spreadsheet or a terminal obeys: %q", name, cell)
				}
			}
		}
	}
}

// visible are the marks of evil names that a page writes out.
var visible = strings.NewReplacer("\u202e", `\u202e`, "\x1b", `\x1b`)

// showsNames checks that the names of the hostile board are text: as they are where that
// can be seen, escaped where it could not.
func (p *tab) showsNames() {
	p.Helper()
	var text string
	p.eval(`document.querySelector(".board table").innerText`, &text)
	for _, name := range evil {
		if name = visible.Replace(name); !strings.Contains(text, name) {
			p.Errorf("the leaderboard does not show %q:\n%s", name, text)
		}
	}
	var elements int
	p.eval(`document.querySelectorAll("img, iframe, object, embed, [onload], [onerror], a[href^=javascript]").length`, &elements)
	if elements > 0 {
		p.Errorf("%d elements come from names", elements)
	}
}
