package page

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/figures"
)

// A page has one script that runs, which is page.js, and its policy lets that one run and
// nothing else: the digest is that of the content of the element (CSP Level 2, 4.2.5).
func TestScript(t *testing.T) {
	doc := string(written(t, sample()))
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(doc, -1)
	if len(scripts) != 1 || !strings.Contains(scripts[0][1], layer) {
		t.Fatalf("%d scripts run", len(scripts))
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(doc)
	if policy == nil {
		t.Fatal("no policy")
	}
	digest := sha256.Sum256([]byte(scripts[0][1]))
	want := []string{
		"default-src 'none'", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(digest[:]) + "'", "style-src 'unsafe-inline'",
		"img-src data:", "base-uri 'none'", "form-action 'none'",
	}
	if got := strings.Split(html.UnescapeString(policy[1]), "; "); !slices.Equal(got, want) {
		t.Errorf("the policy is %q, want %q", got, want)
	}
}

// The script sets text as text, asks no server and stays small enough to be read.
func TestScriptIsTame(t *testing.T) {
	all := layer + gridLayer
	for _, bad := range []string{
		"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "fetch(", "XMLHttpRequest",
		"import(", "http:", "https:", "localStorage", "cookie",
	} {
		if strings.Contains(all, bad) {
			t.Errorf("the script has %s", bad)
		}
	}
	if lines := strings.Count(layer, "\n"); lines > 520 || len(layer) > 26_000 {
		t.Errorf("the script has %d lines and %d bytes", lines, len(layer))
	}
	if lines := strings.Count(gridLayer, "\n"); lines > 320 || len(gridLayer) > 18_000 {
		t.Errorf("the script of the map has %d lines and %d bytes", lines, len(gridLayer))
	}
}

// unpacked is what a page packed, as page.js unpacks it.
func unpacked(t *testing.T, packed string) string {
	t.Helper()
	deflated, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(deflated)))
	if err != nil {
		t.Fatal(err)
	}
	return string(plain)
}

// The data of a figure that the page does not hold to save are packed in it, once for
// figures of the same data: numbers of more than five decimals with four, small ones with
// three digits (by hand), names without what text must not hold.
func TestPackedData(t *testing.T) {
	figure := &figures.Figure{Panels: []figures.Panel{figures.Curves{Lines: []figures.Line{{
		Name: "0.1234567" + evil, X: []float64{1, 2.03125, 3}, Y: []float64{0.12345, 0.123456789, 0.000123456},
	}}}}}
	twice := []Block{Figure{Figure: figure}, Figure{Figure: figure}, Figure{Figure: figure, Held: []Download{{"CSV", "a.csv", "text/csv", nil}}}}
	doc := written(t, &Page{Sections: []Section{{ID: "a", Blocks: twice}}})
	root := parse(t, doc)
	var from, packed []string
	for _, f := range root.each("figure") {
		from = append(from, f.attr["data-from"])
	}
	for _, m := range regexp.MustCompile(`<script type="application/octet-stream" id="figure-data-1">([^<]*)`).FindAllSubmatch(doc, -1) {
		packed = append(packed, string(m[1])) // as it is: in a script nothing is escaped
	}
	if !slices.Equal(from, []string{"figure-data-1", "figure-data-1", ""}) || len(packed) != 1 {
		t.Fatalf("data are from %q, and there are %d", from, len(packed))
	}
	name := `"0.1234567a<b>&""'</script><script>alert(1)</script>\u202e\x1b"`
	want := "panel,kind,line,group,x,y,se\n1,line," + name + ",,1,0.12345,\n1,line," + name + ",,2.03125,0.1235,\n1,line," + name + ",,3,0.000123,\n"
	if got := unpacked(t, packed[0]); got != want {
		t.Errorf("packed is\n%s, want\n%s", got, want)
	}
}

// The choice of two models is hidden where no script shows it, and its data are as they
// were given, but names are text.
func TestPairs(t *testing.T) {
	given := Pairs{
		ID: "two", Title: "Two", Models: []string{evil, "b", "c"}, Of: []string{"rank"}, Each: [][]string{{"1"}, {"2"}, {"3"}},
		OfPairs: []string{"z"}, Pairs: [][][]string{{{"1.5"}, {"2.5"}}, {{"1.0"}}}, Notes: []string{"z is z"},
	}
	doc := written(t, &Page{Sections: []Section{{ID: "a", Blocks: []Block{given}}}})
	root := parse(t, doc)
	if !bytes.Contains(doc, []byte(`<div class="compare" data-from="two" hidden="hidden"></div>`)) {
		t.Error("there is no hidden place")
	}
	var back Pairs
	for _, s := range root.each("script") {
		if s.attr["id"] == "two" {
			if err := json.Unmarshal([]byte(s.text), &back); err != nil {
				t.Fatal(err)
			}
		}
	}
	if back.Models[0] != `a<b>&"'</script><script>alert(1)</script>\u202e\x1b` || back.Pairs[0][1][0] != "2.5" || back.Each[2][0] != "3" {
		t.Errorf("the data are %+v", back)
	}
	for what, spoil := range map[string]func(*Pairs){
		"no models":  func(p *Pairs) { p.Models = nil },
		"one short":  func(p *Pairs) { p.Each = p.Each[:2] },
		"no pair":    func(p *Pairs) { p.Pairs = [][][]string{{{"1.5"}}, {{"1.0"}}} },
		"a bad name": func(p *Pairs) { p.ID = `"` },
	} {
		p := given
		spoil(&p)
		if err := (&Page{Sections: []Section{{ID: "a", Blocks: []Block{p}}}}).Write(io.Discard); err == nil {
			t.Errorf("%s: it is written", what)
		}
	}
}
