package browsertest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
)

// The app opens on the story, which plays by itself and runs nothing. What it shows is what
// the command prints that stands below it.
func TestStory(t *testing.T) {
	p := openApp(t, "", view{})
	p.until("it plays", `document.querySelector("#coins-n").value > 3`)
	var shown struct {
		Heading, Often, Command string
		Rows                    [][]string
		Ran                     int
	}
	p.eval(`(() => {
		document.querySelector("#coins-play").click();
		document.querySelector("#coins-ranks details").open = true;
		return new Promise(done => setTimeout(done, 100)).then(() => ({
			heading: document.querySelector("h2").textContent, often: document.querySelector("#coins-story .note").textContent,
			command: document.querySelector("pre.command").textContent, ran: asked.length,
			rows: [...document.querySelectorAll("#coins-ranks tbody tr")].map(r => [...r.cells].map(c => c.textContent)),
		}));
	})()`, &shown)
	var told struct {
		Looks []struct {
			Every  float64
			Points []struct{ Changed float64 }
		}
		Traces []struct {
			Ranks      [][]int
			Gold_ranks []int
		}
	}
	if err := json.Unmarshal(settle(t, t.TempDir(), shown.Command+" --format json"), &told); err != nil {
		t.Fatal(err)
	}
	looks := told.Looks[0]
	if want := fmt.Sprintf("%.1f\u00a0%% of leaderboards change between trial 8 and trial 9", 100*looks.Points[1].Changed); shown.Heading != want {
		t.Errorf("the story is headed %q, not %q", shown.Heading, want)
	}
	for _, share := range []float64{looks.Points[1].Changed, looks.Points[2].Changed, looks.Every} {
		if want := fmt.Sprintf("%.1f\u00a0%%", 100*share); !strings.Contains(shown.Often, want) {
			t.Errorf("%q lacks %q", shown.Often, want)
		}
	}
	want := [][]string{}
	for i, ranks := range append(told.Traces[0].Ranks, told.Traces[0].Gold_ranks) {
		row := []string{either(i < 80, fmt.Sprint(i+1), "truth")}
		for _, rank := range ranks {
			row = append(row, fmt.Sprint(rank))
		}
		want = append(want, row)
	}
	if fmt.Sprint(shown.Rows) != fmt.Sprint(want) {
		t.Errorf("the ranks are %v, not %v", shown.Rows, want)
	}
	if shown.Ran > 0 {
		t.Errorf("the story waits for %d runs", shown.Ran)
	}
}

// The picture of the story is there within a second at 10 Mbit/s and 40 ms, with nothing
// kept of before: the median of five.
func TestFirstPicture(t *testing.T) {
	needApp(t)
	var paints, pictures []float64
	for range 5 {
		p := open(t, needApp(t), view{})
		command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch})
		const rate = 10e6 / 8                                                                      // bytes a second
		slow := &network.Conditions{Latency: 40, DownloadThroughput: rate, UploadThroughput: rate} // all requests
		command(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{slow}})
		p.visit("")
		p.until("a picture", `times.first && performance.getEntriesByName("first-contentful-paint").length`)
		var paint, picture, script float64
		p.eval(`performance.getEntriesByType("resource").find(e => e.name.endsWith("/app.js")).duration`, &script)
		if script < 40 {
			t.Fatalf("app.js is there after %.0f ms: the network is not slow", script)
		}
		p.eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &paint)
		p.eval(`times.first`, &picture)
		paints, pictures = append(paints, paint), append(pictures, picture)
		p.close()
	}
	t.Logf("first contentful paint after %.0f ms, the picture after %.0f ms", paints, pictures)
	if most := max(median(paints), median(pictures)); most > 1000 {
		t.Errorf("the picture comes after %.0f ms", most)
	}
}

// Once it has been opened, the app opens without a server, and computes.
func TestOffline(t *testing.T) {
	needApp(t)
	server := httptest.NewServer(http.FileServer(http.Dir(filepath.Join(scratch, "web"))))
	defer server.Close()
	p := open(t, server.URL+"/", view{})
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: recorder})
	p.visit("")
	p.eval(`navigator.serviceWorker.ready.then(() => true)`, nil)
	server.Close()
	p.visit("?again#pair")
	p.until("it computes", `document.querySelector("#table-pair")`)
	p.checkRuns()
	for _, fault := range p.found() {
		if !strings.Contains(fault, "ERR_CONNECTION_REFUSED") {
			t.Error(fault)
		}
	}
}

// Nothing on any screen is cut off, whether the screen is wide or narrow.
func TestNothingIsClipped(t *testing.T) {
	needApp(t)
	for _, screen := range screens(t) {
		for _, width := range []int{1400, 800, 390} {
			p := openApp(t, screen+either(screen == "#results", "?example=stand-in:aime25", ""), view{width: width, still: true})
			p.fits()
			for _, e := range p.clipped() {
				t.Errorf("%s at %d pixels: clipped is %s", screen, width, e)
			}
			p.close()
		}
	}
}

// clipped are texts that are cut off: by an element that hides what does not fit or
// scrolls without taking the focus, by the edge of a drawing, or in a control.
func (p *tab) clipped() (clipped []string) {
	p.Helper()
	p.eval(`(() => {
		const clipped = [];
		const say = (e, why) => clipped.push(why + ": " + e.textContent.trim().slice(0, 60) + " " + e.outerHTML.slice(0, 100));
		for (const e of document.body.querySelectorAll("*:not(svg *)")) {
			if (!e.checkVisibility() || e.closest(".unseen, .skip") || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
			const range = document.createRange();
			range.selectNodeContents(e);
			const r = range.getBoundingClientRect();
			for (let at = e; at && at !== document.body; at = at.parentElement) {
				const style = getComputedStyle(at);
				if (style.position === "absolute" && style.overflowX === "hidden") break; // for screen readers alone
				if (style.overflowX === "visible" || at.tabIndex >= 0) continue;
				const box = at.getBoundingClientRect();
				if (r.right > box.right + 1 || r.left < box.left - 1) { say(e, "beyond " + at.className); break; }
			}
		}
		for (const svg of document.querySelectorAll("main svg")) {
			if (!svg.checkVisibility()) continue;
			const box = svg.getBoundingClientRect();
			for (const text of svg.querySelectorAll("text")) {
				const r = text.getBoundingClientRect();
				if (text.checkVisibility({ visibilityProperty: true }) && (r.right > box.right + 1 || r.left < box.left - 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1)) say(text, "beyond the drawing");
			}
		}
		for (const e of document.querySelectorAll("main input:not([type=range]), main select")) {
			if (e.checkVisibility() && e.scrollWidth > e.clientWidth + 1) clipped.push("in a control: " + e.id);
		}
		return clipped.slice(0, 8);
	})()`, &clipped)
	return clipped
}
