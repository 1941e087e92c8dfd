package browsertest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What the app shows is what the command draws: each path and text of the file, in colours
// that the page can darken; and what is read off, at each place, is what the data say.
func TestDrawings(t *testing.T) {
	needApp(t)
	for screen, figures := range map[string]int{
		"#results?example=stand-in:hmmt25": 5, "#coins?replicates=100": 3, "#pair": 1, "#priors?replicates=100": 1,
	} {
		t.Run(screen[1:5], func(t *testing.T) {
			for _, v := range []view{{}, {width: 360, height: 740, dark: true}} {
				p := openApp(t, screen, v)
				p.fits()
				p.drawsWhatIsWritten(figures)
				for _, a := range p.areas() {
					if a.compare(t) == 0 {
						t.Errorf("%s: nothing is read off", a.Figure)
					}
				}
			}
		})
	}
}

// drawsWhatIsWritten checks that the drawings on the screen are the files that the latest
// runs wrote, of the screen's paper, and that letters are as large as those of notes in print.
func (p *tab) drawsWhatIsWritten(figures int) {
	p.Helper()
	var found []struct {
		Title, Shown, Written string
		Paper, Behind, Kind   string
		Letters               float64 // the least, in pixels
	}
	p.eval(`(() => {
		const written = asked.filter(r => r.answer).flatMap(r => [...r.answer.files]).filter(([name]) => name.endsWith(".svg"));
		const plain = svg => [...svg.querySelectorAll("path, circle, text, title, desc")].map(e => (e.getAttribute("d") ?? "") + e.textContent).join("\n");
		const file = ([, bytes]) => new DOMParser().parseFromString(new TextDecoder().decode(bytes).replaceAll("style=", "data-style="), "image/svg+xml");
		return [...document.querySelectorAll(".drawings svg.figure")].map(svg => {
			const title = svg.querySelector("title").textContent, files = written.map(file).filter(doc => doc.querySelector("title").textContent === title);
			const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
			return { title, shown: plain(svg), written: plain(files.at(-1)), kind: svg.dataset.kind,
				paper: getComputedStyle(svg.querySelector("path")).fill, behind: getComputedStyle(document.body).backgroundColor,
				letters: scale * Math.min(...[...svg.querySelectorAll("text")].map(e => parseFloat(getComputedStyle(e).fontSize))) };
		});
	})()`, &found)
	if len(found) != figures {
		p.Errorf("%d drawings, want %d", len(found), figures)
	}
	for _, f := range found {
		if f.Shown != f.Written || len(f.Shown) < 1000 {
			p.Errorf("%s: what is shown is not what is written", f.Title)
		}
		if f.Paper != f.Behind && f.Kind != "heat maps" {
			p.Errorf("%s is on %s, the page is %s", f.Title, f.Paper, f.Behind)
		}
		if f.Letters < 9 { // those of ranks in circles, and of indices, are 7 points high, 9.3 pixels
			p.Errorf("%s has letters of %.1f pixels", f.Title, f.Letters)
		}
	}
}

// While more replicates come in, lines that a reader has hidden stay hidden, what is open
// stays open, and the focus where it is.
func TestHiddenLinesStay(t *testing.T) {
	needApp(t)
	p := openApp(t, "#coins?replicates=100", view{})
	const figure = "#coins-tau figure"
	p.click(figure + " .choose > summary")
	p.click(figure + " button.line")
	p.call(nil, `selector => document.querySelector(selector).focus()`, figure+" .scrub")
	p.until("the focus reads", `document.querySelector("#coins-tau .readout")`)
	p.press(kb.End)
	p.until("the last trial is read", `document.querySelector("#coins-tau .readout-head")?.textContent.endsWith(": 80")`)
	state := func() (s struct {
		Pressed, Read  []string
		Open, Focused  bool
		Drawn          bool
		Text, Replicas string
	}) {
		p.call(&s, `figure => {
			const f = document.querySelector(figure), buttons = [...f.querySelectorAll("button.line")];
			return {
				pressed: buttons.filter(b => b.ariaPressed === "true").map(b => b.textContent),
				read: [...f.querySelectorAll(".readout-name")].map(e => e.textContent),
				open: f.querySelector(".choose").open, focused: document.activeElement.matches(figure + " .scrub"),
				drawn: [...f.querySelectorAll('[data-line="' + buttons[0].value + '"]')].some(e => e.getBoundingClientRect().width > 0),
				text: f.querySelector(".readout-head")?.textContent ?? "",
				replicas: [...f.querySelectorAll("svg text")].map(e => e.textContent).find(text => text.includes("fresh boards")) ?? "",
			};
		}`, figure)
		return s
	}
	before := state()
	if !before.Open || !before.Focused || before.Drawn || len(before.Pressed) < 2 || len(before.Read) == 0 {
		t.Fatalf("it begins with %+v", before)
	}
	p.choose("Runs", "1000")
	p.call(nil, `selector => document.querySelector(selector).focus()`, figure+" .scrub")
	p.until("it computes", `asked.some(r => !r.ended)`)
	p.rest()
	after := state()
	if after.Replicas == before.Replicas {
		t.Errorf("it still shows %q", after.Replicas)
	}
	after.Replicas = before.Replicas
	if fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("with more replicates it is %+v, and was %+v", after, before)
	}
	if slices.Contains(after.Read, "bayes") || !strings.Contains(after.Text, ": ") {
		t.Errorf("it reads %q at %q", after.Read, after.Text)
	}
}

// Pressing on the ranks of a run goes to the trial there, and the axis ends where half of
// it or more is drawn.
func TestRunIsPointedAt(t *testing.T) {
	needApp(t)
	p := openApp(t, "#coins?replicates=100", view{})
	p.click("#coins-ranks figure:last-child .chart .axis")
	var said string
	p.eval(`document.querySelector("#coins-at").textContent`, &said)
	// The axis is from 1 to 10, and its middle between 5 and 6.
	if said != "5 of 80" && said != "6 of 80" {
		t.Errorf("the middle of the axis is %q", said)
	}
	p.call(nil, `n => { const slider = document.querySelector("#coins-n"); slider.value = n; slider.dispatchEvent(new Event("input")); }`, 41)
	var ticks []string
	p.eval(`[...document.querySelectorAll("#coins-ranks figure:last-child .chart text[text-anchor=middle]")].map(e => e.textContent)`, &ticks)
	if len(ticks) < 3 || ticks[len(ticks)-1] != "80" {
		t.Errorf("the axis has %q", ticks)
	}
}
