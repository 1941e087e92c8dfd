package browsertest_test

import (
	_ "embed"
	"slices"
	"strings"
)

// axe is axe-core, which looks for what keeps people from using a page; see
// testdata/axe-core.
//
//go:embed testdata/axe-core/axe.min.js
var axe string

// accessible checks that axe-core finds nothing on the page that it calls serious or
// critical, or on a page of the app anything.
func (p *tab) accessible(what string) {
	p.Helper()
	type finding struct {
		ID, Impact, Help string
		Nodes            []struct{ HTML, FailureSummary string }
	}
	var found struct {
		Violations []finding
		Passes     int
	}
	p.eval(axe+"\n;undefined", nil)
	p.eval(`axe.run(document, { preload: false, resultTypes: ["violations"] }).
		then(r => ({ violations: r.violations, passes: r.passes.length }))`, &found)
	if found.Passes < 10 {
		p.Errorf("%s: axe-core ran only %d rules", what, found.Passes)
	}
	for _, f := range found.Violations {
		for _, n := range f.Nodes[:min(3, len(f.Nodes))] {
			html := n.HTML[:min(300, len(n.HTML))]
			if serious := []string{"serious", "critical"}; p.strict || slices.Contains(serious, f.Impact) {
				p.Errorf("%s: %s (%s, %d times): %s\n%s\n%s", what, f.ID, f.Impact, len(f.Nodes), f.Help, html, strings.TrimSpace(n.FailureSummary))
			} else {
				p.Logf("%s: %s (%s, %d times): %s\n%s", what, f.ID, f.Impact, len(f.Nodes), f.Help, html)
			}
		}
	}
}
