package browsertest_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// gridOf makes the page of a board and opens it when its map is drawn.
func gridOf(t *testing.T, args string, v view) *tab {
	t.Helper()
	p := opened(t, fileURL(report(t, t.TempDir(), args).page), v)
	p.eval(`{ for (let at = document.querySelector(".grid"); at = at.parentElement?.closest("details"); ) at.open = true; }`, nil)
	p.until("the map is there", `document.querySelector(".grid-map canvas")?.width > 0`)
	return p
}

// search types into the search of the map and returns what is found.
func (p *tab) searchGrid(text string) (found string) {
	p.Helper()
	p.call(&found, `text => {
		const input = document.querySelector(".grid input[type=search]");
		input.value = text;
		input.dispatchEvent(new Event("input"));
		return document.querySelector(".grid output").textContent;
	}`, text)
	return found
}

// The search finds every question of the board, and no other.
func TestGridFindsEveryQuestion(t *testing.T) {
	needBrowser(t)
	p := gridOf(t, "stand-in:aime25 --replicates 100", view{})
	for q := range 30 {
		name := fmt.Sprintf("question%02d", q+1)
		if found, want := p.searchGrid(name), "1 of 30 questions: "+name; found != want {
			t.Errorf("%s: found is %q, want %q", name, found, want)
		}
	}
	if found := p.searchGrid("no such thing"); found != "0 of 30 questions" {
		t.Errorf("of nothing %q is found", found)
	}
	p.accessible("light")
}

// A click on a cell shows the trials of its model on its question, as they were given, and
// marks the rows of the model; so does Enter. All cells of a board are looked at, which a
// rule of the test made: of three models, which are columns in the order of their scores, on
// questions that are as on the board.
func TestGridShowsOutcomes(t *testing.T) {
	needBrowser(t)
	const models, questions, trials = 3, 14, 5
	right := func(m, q, n int) bool { return (n*7+q*(m+3)+n*q)%6 <= 2*m }
	folder := t.TempDir()
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{"model", "question", "trial", "outcome"})
	for m := range models {
		for q := range questions {
			for n := range trials {
				w.Write([]string{fmt.Sprint("model", m), fmt.Sprintf("item%02d", q), fmt.Sprint(n + 1), either(right(m, q, n), "1", "0")})
			}
		}
	}
	w.Flush()
	p := unfolded(t, fileURL(report(t, folder, write(t, folder, "board.csv", b.String())+" --replicates 50").page), view{})
	p.until("the map is there", `document.querySelector(".grid-map canvas")?.width > 0`)
	p.eval(`{ const s = document.querySelector(".grid .sort-by"); s.value = "board"; s.dispatchEvent(new Event("change")); }`, nil)
	type cell struct {
		Model, Question, Outcomes, Marked string
	}
	var cells []cell
	p.do(chromedp.Focus(".grid-map"))
	p.eval(`(() => {
		const map = document.querySelector(".grid-map"), cells = [];
		const press = key => map.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		press("Home");
		for (let i = 0; i < 14; i++) {
			for (let j = 0; j < 3; j++) {
				press("Enter");
				const [, question, model] = document.querySelector(".grid-cell [role=status]").textContent.match(/^(.*), (.*) \(rank/);
				cells.push({ question, model, outcomes: document.querySelector(".trials").textContent,
					marked: document.querySelector(".board tr.chosen th")?.parentElement.textContent ?? "" });
				press("ArrowRight");
			}
			press("ArrowDown");
			press("ArrowLeft");
			press("ArrowLeft");
		}
		return cells;
	})()`, &cells)
	seen := map[string]bool{}
	for _, c := range cells {
		var m, q int
		if _, err := fmt.Sscanf(c.Model+" "+c.Question, "model%d item%d", &m, &q); err != nil {
			t.Fatalf("a cell of %q and %q", c.Model, c.Question)
		}
		want := ""
		for n := range trials {
			want += either(right(m, q, n), "✓", "✗")
		}
		if c.Outcomes != want || !strings.Contains(c.Marked, c.Model) {
			t.Errorf("%s on %s: %s, want %s; marked is %q", c.Model, c.Question, c.Outcomes, want, c.Marked)
		}
		seen[c.Model+c.Question] = true
	}
	if len(seen) != models*questions {
		t.Errorf("%d cells are seen, want %d", len(seen), models*questions)
	}
	p.do(chromedp.KeyEvent(kb.Home))
	p.click(".grid-map canvas") // its middle, which is a cell or beside all of them
	p.accessible("light")
	p.look(view{dark: true})
	p.accessible("dark")
}

// The pair of the map is that of the picker, either way round, and the columns follow the
// leaderboard.
func TestGridIsLinked(t *testing.T) {
	needBrowser(t)
	p := gridOf(t, "stand-in:aime25 --replicates 100", view{})
	var pairs, order []string
	p.eval(`(() => {
		const [grid, compare] = [".grid", ".compare"].map(name => document.querySelector(name)), names = [];
		const chosen = of => [...of.querySelectorAll("select.first, select.second")].map(s => s.selectedOptions[0].text).join(" ");
		const choose = (of, name, i) => {
			const s = of.querySelector("select." + name);
			s.selectedIndex = i;
			s.dispatchEvent(new Event("change", { bubbles: true }));
			names.push(chosen(grid), chosen(compare));
		};
		choose(compare, "first", 4);
		choose(grid, "second", 7);
		return names;
	})()`, &pairs)
	if len(pairs) != 4 || pairs[0] != pairs[1] || pairs[2] != pairs[3] || pairs[0] == pairs[2] {
		t.Errorf("the pairs of map and picker are %q", pairs)
	}
	p.eval(`(() => {
		const map = document.querySelector(".grid-map"), names = [];
		const press = key => map.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		const columns = () => {
			press("Home");
			let all = "";
			for (let i = 0; i < 11; i++) { all += map.ariaValueText.match(/, (.*) \(rank/)[1] + " "; press("ArrowRight"); }
			names.push(all);
		};
		const head = [...document.querySelectorAll(".board th")].find(th => th.textContent.startsWith("model"));
		columns();
		head.querySelector("button").click();
		columns();
		names.push([...document.querySelector(".board table").tBodies[0].rows].map(r => r.querySelector("th").textContent).join(" ") + " ");
		return names;
	})()`, &order)
	if len(order) != 3 || order[0] == order[1] || order[1] != order[2] {
		t.Errorf("the columns are %q", order)
	}
}

// A map of 500 models answers at once: a click within a second, with everything that the
// page does.
func TestGridOfManyIsQuick(t *testing.T) {
	needAll(t)
	p := gridOf(t, "coins:500x198,trials=4 --replicates 20 --draws 200", view{})
	began := time.Now()
	p.click(".grid-map canvas")
	p.until("the outcomes are there", `document.querySelectorAll(".trials > li").length === 4`)
	if took := time.Since(began); took > time.Second {
		t.Errorf("a click takes %v", took)
	}
}
