package browsertest_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A reader of the site of the documentation finds a page by a word in it, and opens it.
// make site writes the site.
func TestSite(t *testing.T) {
	folder := filepath.Join(root, "out", "site")
	if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
		t.Skip("make site has not run")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer server.Close()
	p := opened(t, server.URL+"/", view{})
	p.do(
		chromedp.Click(`.VPNavBarSearch button`, chromedp.NodeVisible),
		chromedp.SendKeys(`#localsearch-input`, "glossary", chromedp.NodeVisible),
		chromedp.WaitVisible(`.VPLocalSearchBox .result`),
	)
	var found, heading string
	p.eval(`document.querySelector(".VPLocalSearchBox .result").textContent`, &found)
	p.do(chromedp.Click(`.VPLocalSearchBox .result`), chromedp.WaitNotPresent(`.VPLocalSearchBox`))
	p.eval(`document.querySelector("h1").textContent`, &heading)
	if !strings.Contains(found, "Glossary") || !strings.Contains(heading, "Glossary") {
		t.Errorf("the first result is %q, and opens %q", found, heading)
	}
}
