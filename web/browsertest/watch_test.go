package browsertest_test

import (
	"slices"
	"strings"
	"testing"
)

// Whatever a page does that no page may do is found. Each page here does one such thing;
// an error of a page is also one where its script goes on.
func TestFaultsAreFound(t *testing.T) {
	needBrowser(t)
	const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'">`
	for name, c := range map[string]struct{ html, want string }{
		"an error on the console":  {`<script>console.error("oh")</script>`, `console.error: "oh"`},
		"a warning on the console": {`<script>console.warn("ah")</script>`, `console.warning: "ah"`},
		"a word on the console":    {`<script>console.log("eh")</script>`, `console.log: "eh"`},
		"an exception":             {`<script>throw new Error("oh")</script>`, "an exception: "},
		"a broken promise":         {`<script>Promise.reject(new Error("oh"))</script>`, "an exception: "},
		"a breach of the policy":   {policy + `<img src="data:image/gif;base64,AAAA">`, "against the content security policy: "},
		"a dialogue":               {`<script>alert("oh")</script>`, "a dialogue: oh"},
		"a picture of elsewhere":   {`<img src="http://example.org/a.png">`, "a request leaves the page: http://example.org/a.png"},
		"a file beside it":         {`<link rel="stylesheet" href="beside.css">`, "a request leaves the page: file://"},
		"a call":                   {`<script>fetch("https://example.org/").catch(() => {})</script>`, "a request leaves the page: https://example.org/"},
		"a beacon":                 {`<script>navigator.sendBeacon("http://example.org/b")</script>`, "a request leaves the page: http://example.org/b"},
		"a socket":                 {`<script>new WebSocket("ws://example.org/")</script>`, "a socket: ws://example.org/"},
		"an exception of a worker": {
			`<script>new Worker(URL.createObjectURL(new Blob(['throw new Error("oh")'])))</script>`, "oh",
		},
		"an error of a worker on the console": {
			`<script>new Worker(URL.createObjectURL(new Blob(['console.error("oh")'])))</script>`, "oh",
		},
		"a word of a worker on the console": {
			`<script>new Worker(URL.createObjectURL(new Blob(['console.log("eh")'])))</script>`, "eh",
		},
		"a call of a worker": {
			`<script>new Worker(URL.createObjectURL(new Blob(['fetch("http://example.org/w").catch(() => {})'])))</script>`,
			"http://example.org/w",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Log(c.want)
			page := write(t, t.TempDir(), "page.html", "<!doctype html><title>page</title>"+c.html)
			p := opened(t, fileURL(page), view{})
			var found []string
			p.wait("the fault is found", func() bool {
				found = append(found, p.found()...)
				for _, left := range theBrowser.leaving() {
					found = append(found, "left: "+left)
				}
				return slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, c.want) })
			}, func() { t.Logf("found %q", found) })
			p.eval("new Promise(done => setTimeout(done, 50))", nil) // what else it brings
			p.found()
			theBrowser.leaving()
		})
	}
}

// A page that does nothing of that has no faults, and one that is too wide, or that hides
// what it says, is told from one that is not.
func TestLooksAreTold(t *testing.T) {
	needBrowser(t)
	page := write(t, t.TempDir(), "page.html", `<!doctype html><title>page</title>
		<div style="overflow-x: auto"><p style="width: 2000px">it scrolls by itself</p></div><p id="wide">text</p>`)
	p := opened(t, fileURL(page), view{width: 360})
	if beyond := p.beyond(); len(beyond) > 0 {
		t.Errorf("a page that fits does not: %q", beyond)
	}
	p.eval(`document.querySelector("#wide").style.width = "400px"`, nil)
	if beyond := p.beyond(); len(beyond) == 0 {
		t.Error("a paragraph of 400 pixels fits a screen of 360")
	}
}
