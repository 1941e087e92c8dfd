package browsertest_test

import (
	"os"
	"path/filepath"
	"testing"
)

// The page of reproduce can be read from disk without scripts, and whatever it links to
// stands beside it.
func TestReproduceWithoutScripts(t *testing.T) {
	needAll(t)
	folder := t.TempDir()
	settle(t, folder, "settle reproduce table3 examples equations --out out")
	page := fileURL(filepath.Join(folder, "out", "index.html"))
	for _, v := range []view{{scriptless: true}, {width: 360, scriptless: true}, {width: 680, scriptless: true, printed: true}} {
		p := opened(t, page, v)
		p.complete()
		p.fits()
	}
	p := opened(t, page, view{})
	var links []string
	p.eval(`[...document.querySelectorAll("a[href]:not([href^='#']):not([href^='data:'])")].map(a => decodeURI(a.getAttribute("href")))`, &links)
	if len(links) < 4 { // each experiment has a table or a figure
		t.Errorf("it links to %q", links)
	}
	for _, link := range links {
		if info, err := os.Stat(filepath.Join(folder, "out", filepath.FromSlash(link))); err != nil || info.Size() == 0 {
			t.Errorf("it links to %s, which is not there: %v", link, err)
		}
	}
	p.accessible("light")
	p.look(view{dark: true})
	p.isDark(true)
	p.accessible("dark")
}
