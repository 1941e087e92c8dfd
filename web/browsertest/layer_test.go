package browsertest_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reading is what a figure says of a place: what it is, and lines of a name and a value.
type reading struct {
	Head string
	Rows [][2]string
}

// record is a row of the data of a figure, by the names of its columns.
type record map[string]string

// area is what can be read off one panel of a figure, stop by stop.
type area struct {
	Figure, Kind, Of string
	CSV              string // the data of the figure, as it can be saved
	Panel            int
	Panels           int
	Readings         []reading
}

// areas are all that can be read off the figures of a page, each panel stop by stop: maps
// and leaderboards with the pointer, all else with the keyboard.
func (p *tab) areas() (all []area) {
	p.Helper()
	p.eval(`(async () => {
		const all = [], pause = () => new Promise(done => setTimeout(done));
		const decode = a => new TextDecoder().decode(Uint8Array.from(atob(a.href.split(",")[1]), c => c.charCodeAt(0)));
		for (const scrub of document.querySelectorAll(".plot > .scrub")) {
			if (!scrub.checkVisibility()) continue;
			const figure = scrub.closest("figure"), plot = scrub.parentElement, svg = plot.querySelector("svg");
			const rect = svg.querySelectorAll("rect[data-of]")[[...plot.querySelectorAll(".scrub")].indexOf(scrub)];
			const panel = Number(rect.closest("[data-panel]")?.dataset.panel ?? 0);
			const file = figure.querySelector("a[download]");
			const one = {
				figure: svg.querySelector("title").textContent, kind: svg.dataset.kind, of: rect.dataset.of, panel,
				panels: svg.dataset.first.split(" ").length, csv: file ? decode(file) : "", readings: [],
			};
			all.push(one);
			const read = () => {
				const out = plot.querySelector(".readout");
				one.readings.push(out && {
					head: out.querySelector(".readout-head").textContent,
					rows: [...out.querySelectorAll(".readout-row")].map(r =>
						[r.querySelector(".readout-name").textContent, r.querySelector(".readout-value").textContent]),
				});
			};
			const press = async key => {
				scrub.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
				await pause();
			};
			scrub.focus();
			await press("Home");
			for (let i = 0; !plot.querySelector(".readout") && i < 100; i++) await pause(); // the data are unpacked
			const stops = Number(scrub.getAttribute("aria-valuemax")) + 1;
			if (rect.dataset.rows) {
				const box = scrub.getBoundingClientRect(), columns = Number(rect.dataset.columns ?? 1), rows = Number(rect.dataset.rows);
				for (let i = 0; i < columns * rows; i++) {
					const x = i % columns + .5, y = Math.floor(i / columns) + .5;
					scrub.dispatchEvent(new PointerEvent("pointermove", {
						clientX: box.left + box.width * x / columns, clientY: box.top + box.height * y / rows, bubbles: true,
					}));
					await pause();
					read();
				}
			} else {
				for (let i = 0; i < stops; i++) { read(); await press("ArrowRight"); }
			}
			scrub.blur();
		}
		return all;
	})()`, &all)
	return all
}

// records are those of the panel of an area.
func (a area) records(t *testing.T) []record {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(a.CSV)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%s: %d rows of data, %v", a.Figure, len(rows), err)
	}
	var panels []string
	var found []record
	for _, row := range rows[1:] {
		r := record{}
		for i, name := range rows[0] {
			r[name] = strings.TrimPrefix(row[i], "'") // put before what a spreadsheet would obey
		}
		if !slices.Contains(panels, r["panel"]) {
			panels = append(panels, r["panel"])
		}
		if slices.Index(panels, r["panel"]) == a.Panel {
			found = append(found, r)
		}
	}
	if len(panels) != a.Panels {
		t.Fatalf("%s: data of %d panels, drawn are %d", a.Figure, len(panels), a.Panels)
	}
	return found
}

// want is what is to be read off an area, in any order: of each stop its head and its
// rows, made of the records alone.
func (a area) want(t *testing.T) map[string][][2]string {
	want := map[string][][2]string{}
	for _, r := range a.records(t) {
		add := func(head string, rows ...[2]string) { want[head] = append(want[head], rows...) }
		_, curve := r["y"]
		switch {
		case curve && (r["kind"] == "rule" || r["x"] == "" || r["y"] == ""): // drawn to see where something is
		case curve:
			name := r["line"]
			if r["point"] != "" {
				name = r["point"]
			}
			add(a.Of+": "+shown(t, r["x"]), [2]string{name, measured(t, r)})
		case a.Kind == "heat maps":
			head := r["model"] + " over " + r["column"]
			if _, err := strconv.Atoi(r["column"]); err == nil {
				head = r["model"] + ", rank " + r["column"]
			} else if r["model"] == r["column"] {
				head = r["model"]
			}
			add(head, [2]string{"", percent(t, r["share"])})
		case a.Kind == "leaderboards":
			add(r["model"], [2]string{a.Of, measured(t, record{"y": r["score"], "lo": r["lo"], "hi": r["hi"]})})
		default: // ranks along trials or metrics
			at := r["n"]
			if at == "" {
				at = r["column"]
			}
			value := r["rank"]
			if gold := r["gold"]; gold != "" && gold != value {
				value += " (gold " + gold + ")"
			}
			add(either(a.Of == "", "", a.Of+": ")+at, [2]string{r["model"], value})
		}
	}
	return want
}

// measured is a value of a record with its standard error or its interval.
func measured(t *testing.T, r record) string {
	t.Helper()
	switch {
	case r["se"] != "":
		return shown(t, r["y"]) + " ± " + shown(t, r["se"])
	case r["lo"] != "":
		return fmt.Sprintf("%s (%s to %s)", shown(t, r["y"]), shown(t, r["lo"]), shown(t, r["hi"]))
	}
	return shown(t, r["y"])
}

var short = regexp.MustCompile(`^-?\d*(\.\d{1,5})?$`)

// shown is a number as figures say it: as it is in the data if that is up to five
// decimals, else rounded to four, or to three digits below 0.001.
func shown(t *testing.T, text string) string {
	t.Helper()
	if short.MatchString(text) {
		return text
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(v) >= 0.001 {
		return strconv.FormatFloat(v, 'f', 4, 64)
	}
	cut, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if math.Abs(cut) >= 1e-6 || cut == 0 {
		return strconv.FormatFloat(cut, 'f', -1, 64)
	}
	return regexp.MustCompile(`e([+-])0`).ReplaceAllString(strconv.FormatFloat(cut, 'g', -1, 64), "e$1")
}

func percent(t *testing.T, text string) string {
	t.Helper()
	if text == "" {
		return "–"
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return strconv.FormatFloat(100*v, 'f', 1, 64) + " %"
}

// reportOf is the page of a report of arguments.
func reportOf(t *testing.T, args string) reported {
	t.Helper()
	needBrowser(t)
	return report(t, t.TempDir(), args)
}

// What is read off a figure, at each place where there is something to read, is what its
// data say there: each number digit for digit, rounded as is said, and nothing else.
func TestReadingsAreTheData(t *testing.T) {
	r := reportOf(t, "stand-in:aime25 --replicates 200")
	for _, v := range []view{{}, {width: 360}} {
		kinds := map[string]int{}
		for _, a := range unfolded(t, fileURL(r.page), v).areas() {
			if a.CSV == "" {
				t.Errorf("%s: no data to save", a.Figure)
				continue
			}
			kinds[a.Kind] += a.compare(t)
		}
		for _, kind := range []string{"curves", "heat maps", "trajectories", "bump charts"} {
			if kinds[kind] == 0 {
				t.Errorf("at %d pixels nothing is read off %s; what is: %v", v.width, kind, kinds)
			}
		}
	}
}

// compare compares what was read off an area with its data, and counts the stops.
func (a area) compare(t *testing.T) int {
	t.Helper()
	want := a.want(t)
	seen := map[string]bool{}
	wrong := 0
	fail := func(format string, args ...any) {
		if wrong++; wrong <= 3 {
			t.Errorf(a.Figure+": "+format, args...)
		}
	}
	for _, got := range a.Readings {
		wanted, ok := want[got.Head]
		if !ok {
			fail("read off at %q, which the data do not have", got.Head)
			continue
		}
		seen[got.Head] = true
		read := apart(got.Rows, wanted)
		same := func(w, r [2]string) bool { return w[1] == r[1] && (w[0] == "" || w[0] == r[0]) }
		for _, r := range read {
			if !slices.ContainsFunc(wanted, func(w [2]string) bool { return same(w, r) }) && a.known(r[0], wanted) {
				fail("%s: reads %q, the data say %q", got.Head, r, wanted)
			}
		}
		for _, w := range wanted {
			if !slices.ContainsFunc(read, func(r [2]string) bool { return same(w, r) }) && len(got.Rows) < 16 {
				fail("%s: does not read %q, but %q", got.Head, w, read)
			}
		}
	}
	for head := range want {
		if !seen[head] {
			fail("%q is never read off", head)
		}
	}
	return len(seen)
}

// apart separates rows of lines that coincide everywhere: "a = b = c" in the legend, which
// also says of lines that they are only beside the axes.
func apart(rows, wanted [][2]string) (read [][2]string) {
	for _, row := range rows {
		names := strings.Split(strings.TrimSuffix(row[0], " (only beside the axes)"), " = ")
		for _, name := range names {
			if !slices.ContainsFunc(wanted, func(w [2]string) bool { return w[0] == name }) {
				names = row[:1]
				break
			}
		}
		for _, name := range names {
			read = append(read, [2]string{name, row[1]})
		}
	}
	return read
}

// known tells whether rows of a name come from the data of the figure: a leaderboard and
// a map say more, of which other tests know.
func (a area) known(name string, wanted [][2]string) bool {
	return (a.Kind != "heat maps" && a.Kind != "leaderboards") ||
		slices.ContainsFunc(wanted, func(w [2]string) bool { return w[0] == name })
}

// press presses keys, as on a keyboard.
func (p *tab) press(keys string) {
	p.Helper()
	p.do(chromedp.KeyEvent(keys))
}

// readout is what is read off at the moment, nil if nothing is.
func (p *tab) readout() (r *reading) {
	p.Helper()
	p.eval(`(() => {
		const out = document.querySelector(".readout");
		return out?.checkVisibility() ? { head: out.querySelector(".readout-head").textContent, rows:
			[...out.querySelectorAll(".readout-row")].map(r => [r.querySelector(".readout-name").textContent, r.querySelector(".readout-value").textContent]) } : null;
	})()`, &r)
	return r
}

// scrubOf is the selector of the first area of a figure whose data can be saved under a
// name.
func scrubOf(file string) string {
	return fmt.Sprintf(`figure:has(a[download="%s"]) .wide .scrub, figure:has(a[download="%s"]) .any .scrub`, file, file)
}

// A real mouse that moves over a figure, and a real keyboard that moves along it, read
// off; Escape and leaving end that.
func TestPointAndKeys(t *testing.T) {
	r := reportOf(t, "stand-in:aime25 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{})
	scrub := scrubOf("agreement.csv")
	at := p.middle(scrub)
	p.hover(at)
	p.until("the mouse reads", `document.querySelector(".readout")`)
	pointed := p.readout()
	p.hover(point{2, 2})
	p.until("leaving ends it", `!document.querySelector(".readout")`)

	p.call(nil, `selector => document.querySelector(selector).focus()`, scrub)
	p.until("the focus reads", `document.querySelector(".readout")`)
	p.press(kb.Home)
	p.until("the first trial is read", `document.querySelector(".readout-head")?.textContent.endsWith(": 1")`)
	var heads []string
	for range 3 {
		before := p.readout().Head
		p.press(kb.ArrowRight)
		p.until("a key reads", fmt.Sprintf(`![%q, undefined].includes(document.querySelector(".readout-head")?.textContent)`, before))
		heads = append(heads, p.readout().Head)
	}
	var said struct {
		Text, Role, Name string
		Focused          bool
	}
	p.eval(`(e => ({ text: e.getAttribute("aria-valuetext"), role: e.role, name: e.ariaLabel, focused: e.matches(":focus-visible") }))(document.activeElement)`, &said)
	last := p.readout()
	if said.Role != "slider" || said.Name == "" || !said.Focused || !strings.HasPrefix(said.Text, last.Head) ||
		!strings.Contains(said.Text, last.Rows[0][0]+" "+last.Rows[0][1]) {
		t.Errorf("a screen reader hears %+v of %+v", said, last)
	}
	// The figure is of n = 1 to 80: three steps lead from 1 to 4, and the middle is near 40.
	if !strings.HasSuffix(heads[2], ": 4") {
		t.Errorf("three steps lead to %q", heads)
	}
	if n, err := strconv.Atoi(pointed.Head[strings.LastIndex(pointed.Head, " ")+1:]); err != nil || n < 39 || n > 42 {
		t.Errorf("in the middle the mouse reads %q", pointed.Head)
	}
	p.press(kb.Escape)
	p.until("Escape ends it", `!document.querySelector(".readout")`)
}

// A line is hidden and shown again by its button and by its name in the legend, is then
// not read off, and all or none are at once.
func TestLinesHide(t *testing.T) {
	r := reportOf(t, "stand-in:aime25 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{})
	figure := `figure:has(a[download="agreement.csv"])`
	p.click(figure + " .choose > summary")
	p.until("there are buttons", fmt.Sprintf(`document.querySelectorAll('%s button.line').length > 1`, figure))
	state := func() (s struct {
		Pressed []string
		Drawn   []bool
		Read    []string
	}) {
		p.call(&s, `async figure => {
			const f = document.querySelector(figure), buttons = [...f.querySelectorAll("button.line")];
			const scrub = [...f.querySelectorAll(".scrub")].find(e => e.checkVisibility());
			scrub.blur(); scrub.focus();
			await new Promise(done => setTimeout(done, 50));
			const read = [...f.querySelectorAll(".readout-name")].map(e => e.textContent);
			return { pressed: buttons.filter(b => b.ariaPressed === "true").map(b => b.textContent), read,
				drawn: buttons.map(b => [...f.querySelectorAll('[data-line="' + b.value + '"]')].some(e => e.getBoundingClientRect().width > 0)) };
		}`, figure)
		return s
	}
	all := state()
	if len(all.Pressed) < 3 || slices.Contains(all.Drawn, false) {
		t.Fatalf("it begins with %+v", all)
	}
	p.click(figure + " button.line")
	hidden := state()
	if hidden.Drawn[0] || slices.Contains(hidden.Drawn[1:], false) || slices.Contains(hidden.Pressed, all.Pressed[0]) || slices.Contains(hidden.Read, all.Pressed[0]) {
		t.Errorf("without %s it is %+v", all.Pressed[0], hidden)
	}
	p.click(figure + " button.line")
	if again := state(); !slices.Equal(again.Pressed, all.Pressed) || slices.Contains(again.Drawn, false) {
		t.Errorf("with it again it is %+v", again)
	}
	p.click(figure + " button.none")
	if none := state(); len(none.Pressed) > 0 || slices.Contains(none.Drawn, true) {
		t.Errorf("with none it is %+v", none)
	}
	p.click(figure + " button.all")
	var key struct{ Name, Selector string }
	p.call(&key, `figure => {
		const e = [...document.querySelectorAll(figure + " .wide [data-key], " + figure + " .any [data-key]")].find(e => e.checkVisibility());
		e.dataset.test = "key";
		return { name: e.dataset.name, selector: figure + ' [data-test="key"]' };
	}`, figure)
	p.click(key.Selector)
	if legend := state(); len(legend.Pressed) != len(all.Pressed)-1 || slices.Contains(legend.Pressed, key.Name) {
		t.Errorf("after a click on %q in the legend it is %+v", key.Name, legend)
	}
}

// sorted are the texts of a column of a table, row by row.
const columnOf = `(table, column) => [...document.querySelector(table).tBodies[0].rows]
	.filter(r => !r.matches(".more, .heading") && r.checkVisibility()).map(r => {
		const cell = r.cells[column].cloneNode(true);
		for (const note of cell.querySelectorAll(".note")) note.remove();
		return cell.textContent.trim();
	})`

// Clicking on the head of a column sorts the table by it, up, down, and then as it was;
// rows stay whole.
func TestTablesSort(t *testing.T) {
	r := reportOf(t, "stand-in:aime25 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{})
	const table = ".board table"
	column := func(i int) (texts []string) {
		p.call(&texts, columnOf, table, i)
		return texts
	}
	var heads []string
	p.eval(`[...document.querySelector(".board table").tHead.rows[0].cells].map(e => e.textContent.trim())`, &heads)
	begin := map[int][]string{}
	for i := range heads {
		begin[i] = column(i)
	}
	whole := map[string]string{} // a row by its model
	model := slices.Index(heads, "model")
	for i, name := range begin[model] {
		whole[name] = begin[1][i] + "|" + begin[len(heads)-1][i]
	}
	for i, head := range heads {
		if head != "model" && strings.HasPrefix(head, "interval") {
			continue // the drawings, which stand in the order of the scores
		}
		button := fmt.Sprintf("%s thead tr > :nth-child(%d) button.sort", table, i+1)
		for _, direction := range []string{"ascending", "descending", ""} {
			p.click(button)
			var aria string
			p.call(&aria, `selector => document.querySelector(selector).closest("th").ariaSort ?? ""`, button)
			if aria != direction {
				t.Errorf("%s: it says %q, want %q", head, aria, direction)
			}
			got := column(i)
			names := column(model)
			for k, name := range names {
				if row := column(1)[k] + "|" + column(len(heads) - 1)[k]; k < 2 && row != whole[name] {
					t.Errorf("%s %s: the row of %s is %q, and was %q", head, direction, name, row, whole[name])
				}
			}
			want := slices.Clone(begin[i])
			switch direction {
			case "ascending":
				slices.SortStableFunc(want, byNumber)
			case "descending":
				slices.SortStableFunc(want, func(a, b string) int { return byNumber(b, a) })
			}
			if !slices.Equal(numbersOf(got), numbersOf(want)) {
				t.Errorf("%s %s: %q, want %q", head, direction, got, want)
			}
		}
	}
}

var leading = regexp.MustCompile(`-?\d+(\.\d+)?`)

// numbersOf returns what a column is sorted by: the number that each cell begins with, a
// little less behind "<", or else its text.
func numbersOf(texts []string) (keys []string) {
	for _, text := range texts {
		if n := leading.FindString(strings.ReplaceAll(text, "−", "-")); n != "" && leading.FindStringIndex(text)[0] < 3 {
			if v, err := strconv.ParseFloat(n, 64); err == nil && strings.HasPrefix(text, "<") {
				n = fmt.Sprint(v - 1e-9)
			}
			text = n
		}
		keys = append(keys, text)
	}
	return keys
}

// byNumber orders cells by the numbers that they begin with, or else as words.
func byNumber(a, b string) int {
	keys := numbersOf([]string{a, b})
	x, errX := strconv.ParseFloat(keys[0], 64)
	y, errY := strconv.ParseFloat(keys[1], 64)
	if errX == nil && errY == nil {
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
	return strings.Compare(strings.ToLower(a), strings.ToLower(b))
}

// Of a long table the rows are seen that have what is searched for; how many they are is
// said.
func TestTablesSearch(t *testing.T) {
	r := reportOf(t, "coins:16x12,trials=6 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{})
	p.click(`header .find input[type="search"]`)
	p.press("llm1")
	p.until("it says how many", `document.querySelector("header .find output").textContent !== ""`)
	var said, seen string
	p.eval(`document.querySelector("header .find output").textContent`, &said)
	p.eval(`[...document.querySelector(".board table").tBodies[0].rows].filter(r => r.checkVisibility()).
		map(r => [...r.cells].map(c => c.textContent.trim()).find(text => text.startsWith("LLM"))).sort().join(" ")`, &seen)
	if seen != "LLM10 LLM11 LLM12 LLM13 LLM14 LLM15 LLM16" || said != "7 of 16 rows" { // LLM01 to LLM16
		t.Errorf("it says %q of %q", said, seen)
	}
	for range "llm1" {
		p.press(kb.Backspace)
	}
	p.until("all are seen again", `![...document.querySelector(".board table").tBodies[0].rows].some(r => !r.checkVisibility())`)
}

// Whichever two models are chosen, what is said of them is what rank prints of the pair.
func TestPairsAreThoseOfRank(t *testing.T) {
	r := reportOf(t, "stand-in:aime25 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{})
	var line string
	p.eval(`[...document.querySelectorAll("th[scope=row]")].find(th => th.textContent === "#json-rank").parentElement.cells[1].textContent`, &line)
	var ranked struct {
		Metrics []struct {
			Rows []struct {
				Model string
				Mu    float64
			}
			Pairs []struct {
				Above, Below        string
				Z, Rho              float64
				Resolved, Separated bool
			}
		}
	}
	if err := json.Unmarshal(settle(t, r.folder, line), &ranked); err != nil {
		t.Fatal(err)
	}
	means := map[string]float64{}
	for _, row := range ranked.Metrics[0].Rows {
		means[row.Model] = row.Mu
	}
	var compared map[string]map[string]string
	p.eval(`(() => {
		const of = {}, place = document.querySelector(".compare"), [first, second] = place.querySelectorAll("select");
		const names = [...first.options].map(o => o.text);
		for (let i = 0; i < names.length; i++) for (let j = 0; j < names.length; j++) {
			if (i === j) continue;
			first.value = first.options[i].value; second.value = second.options[j].value;
			for (const s of [first, second]) s.dispatchEvent(new Event("change", { bubbles: true }));
			const rows = { said: place.querySelector("p[role=status]").textContent };
			for (const row of place.querySelectorAll("table.compared tbody tr")) rows[row.cells[0].textContent] = row.cells[1].textContent;
			of[names[i] + "|" + names[j]] = rows;
		}
		return of;
	})()`, &compared)
	if want := 11 * 10; len(compared) != want {
		t.Errorf("%d pairs can be chosen, want %d", len(compared), want)
	}
	yes := map[bool]string{true: "yes", false: "no"}
	for _, pair := range ranked.Metrics[0].Pairs {
		for _, chosen := range []string{pair.Above + "|" + pair.Below, pair.Below + "|" + pair.Above} {
			got := compared[chosen]
			about := func(name string) string { // what is said under a name that begins so
				for key := range got {
					if strings.HasPrefix(key, name) {
						return got[key]
					}
				}
				return "nothing"
			}
			for name, want := range map[string][2]string{
				"difference":               {got["difference"], strconv.FormatFloat(means[pair.Above]-means[pair.Below], 'f', 4, 64)},
				"z":                        {got["z"], strconv.FormatFloat(pair.Z, 'f', 2, 64)},
				"apart by themselves":      {about("separated alone"), yes[pair.Resolved]},
				"apart with all the other": {about("separated, all pairs together"), yes[pair.Separated]},
			} {
				if want[0] != want[1] {
					t.Errorf("%s: %s is %q, want %q", chosen, name, want[0], want[1])
				}
			}
			if rho := about("ρ, "); !sameShare(rho, pair.Rho) {
				t.Errorf("%s: ρ is %q, want %v", chosen, rho, pair.Rho)
			}
			if !strings.HasPrefix(got["said"], pair.Above+" over "+pair.Below+": ") {
				t.Errorf("%s: it says %q", chosen, got["said"])
			}
		}
	}
}

// sameShare tells whether a text such as "97.5 %" or "more than 99.9 %" says a share.
func sameShare(text string, share float64) bool {
	number := leading.FindString(text)
	v, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return false
	}
	if strings.HasPrefix(text, "more than ") || strings.HasPrefix(text, ">") {
		return share > v/100
	}
	_, decimals, _ := strings.Cut(number, ".")
	return math.Abs(100*share-v) <= 0.5000001*math.Pow(10, -float64(len(decimals)))
}

// The layer is for readers with a screen: on paper nothing of it is seen, at 360 pixels
// nothing of it is wider, and of one who prefers that nothing moves.
func TestLayerKeepsOut(t *testing.T) {
	r := reportOf(t, "coins:16x12,trials=6 --replicates 50")
	p := unfolded(t, fileURL(r.page), view{width: 360, still: true})
	p.until("it runs", `document.documentElement.matches(".scripted")`)
	p.fits()
	p.complete()
	var moving int
	p.eval(`document.getAnimations().length`, &moving)
	if moving > 0 {
		t.Errorf("%d things move", moving)
	}
	p.look(view{width: 680, printed: true})
	var seen []string
	p.eval(`[...document.querySelectorAll(".scrub, .cursor, .dot, .readout, .choose, .find, .compare")].filter(e => e.checkVisibility()).map(e => e.className)`, &seen)
	if len(seen) > 0 {
		t.Errorf("on paper there are %q", seen)
	}
	p.complete()
	p.fits()
}
