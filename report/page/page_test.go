package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/figures"
	"settle/internal/tables"
)

// element is a node of a page, with the text below it.
type element struct {
	name     string
	attr     map[string]string
	children []*element
	text     string // of its own
}

// parse reads a page. All that this package writes is XML but for the doctype and the
// elements that are never closed, so that a mistake in the nesting is an error.
func parse(t *testing.T, doc []byte) *element {
	t.Helper()
	rest, ok := strings.CutPrefix(string(doc), "<!doctype html>\n")
	if !ok {
		t.Fatalf("it begins with %q", doc[:20])
	}
	rest = regexp.MustCompile(`(<(?:meta|link) [^>]*)>`).ReplaceAllString(rest, "$1/>")
	d := xml.NewDecoder(strings.NewReader(rest))
	d.Entity = xml.HTMLEntity
	stack := []*element{{}}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if len(stack) != 1 || len(stack[0].children) != 1 {
				t.Fatal("the page is not one element")
			}
			return stack[0].children[0]
		}
		if err != nil {
			t.Fatalf("the page does not nest: %v", err)
		}
		top := stack[len(stack)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attr: map[string]string{}}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			top.children = append(top.children, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			top.text += string(token)
		}
	}
}

// each are the elements of a name below e, e included.
func (e *element) each(name string) (found []*element) {
	if e.name == name {
		found = append(found, e)
	}
	for _, c := range e.children {
		found = append(found, c.each(name)...)
	}
	return found
}

// all is the text of e and of all below it.
func (e *element) all() string {
	parts := []string{e.text}
	for _, c := range e.children {
		parts = append(parts, c.all())
	}
	return strings.Join(parts, "")
}

const evil = "a<b>&\"'</script><script>alert(1)</script>\u202e\x1b"

// sample has a block of every kind, and a name that would do harm in every place.
func sample() *Page {
	curve := figures.Line{Name: evil, X: []float64{1, 2, 3}, Y: []float64{1, 3, math.NaN()}}
	figure := &figures.Figure{
		Title: "Figure " + evil, Caption: "caption " + evil + "\nsecond",
		Panels: []figures.Panel{figures.Curves{Title: evil, XLabel: "n", YLabel: "τ", Lines: []figures.Line{curve}}},
	}
	plain := &tables.Table{
		Title: "Plain " + evil, Columns: []tables.Column{{Name: evil}, {Name: "x", Right: true}},
		Rows: [][]string{{"group " + evil, ""}, {evil, "1"}}, Headings: []int{0}, Notes: []string{"note " + evil},
	}
	stacked := Table{
		Title: "Stacked", Stacked: true, Columns: []tables.Column{{Name: "claim"}, {Name: "verdict"}},
		Rows: []Row{{
			Cells: []Cell{{Text: evil, Note: evil}, {Text: "holds", Tone: Good}},
			More:  &Details{Summary: "All 2", Blocks: []Block{TableOf(plain)}},
		}},
	}
	return &Page{
		Title: "Page " + evil, Lead: "Lead " + evil, Provenance: "From: " + evil,
		Summary: []Block{Text("summary " + evil), List{"These:", []Item{{evil, "two", ""}, {evil, "", ""}, {evil, "", "other.html"}}}},
		Sections: []Section{
			{ID: "one", Title: "One " + evil, Status: "2 of 3", Tone: Bad, Blocks: []Block{
				Text("text"), Figure{Figure: figure, Files: []Link{{"PDF", "one.pdf"}, {"data (CSV)", "one.csv"}}}, Note("small"),
			}},
			{ID: "two", Title: "Two", Blocks: []Block{stacked, TableOf(plain), Links{"Files:", []Link{{evil, "two.md"}}}}},
		},
	}
}

func written(t *testing.T, p *Page) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A page nests, begins with what it comes to, lists its sections in order with what
// they came to, and leads to each.
func TestPage(t *testing.T) {
	root := parse(t, written(t, sample()))
	if root.attr["lang"] != "en" || len(root.each("h1")) != 1 {
		t.Error("no language, or not one heading")
	}
	body := root.each("body")[0].all()
	order := []string{
		"Page a<b>", "Lead a<b>", "summary a<b>", "Contents", "One a<b>", "2 of 3", "Two", "text", "caption", "From: ",
	}
	for at, want := range order {
		i := strings.Index(body, want)
		if i < 0 {
			t.Fatalf("no %q behind %q", want, order[:at])
		}
		body = body[i+len(want):]
	}
	ids := map[string]bool{}
	var walk func(e *element)
	walk = func(e *element) {
		if id := e.attr["id"]; id != "" {
			if ids[id] {
				t.Errorf("two elements are %q", id)
			}
			ids[id] = true
		}
		for _, c := range e.children {
			walk(c)
		}
	}
	walk(root)
	for _, a := range root.each("a") {
		if id, inside := strings.CutPrefix(a.attr["href"], "#"); inside && !ids[id] {
			t.Errorf("nothing is %q", id)
		}
	}
}

// What a page shows of a name is the name, on one line and without what changes the
// direction of text; no name becomes an element.
func TestNamesAreText(t *testing.T) {
	doc := written(t, sample())
	root := parse(t, doc)
	if n := len(root.each("script")); n != 2 || bytes.Contains(doc, []byte("\u202e")) || bytes.Contains(doc, []byte("\x1b")) {
		t.Error("a name is alive, or there is another script than the page's own and the data of the figure")
	}
	want := `a<b>&"'</script><script>alert(1)</script>\u202e\x1b`
	if n := strings.Count(root.all(), want); n < 12 {
		t.Errorf("the name is there %d times as it is", n)
	}
}

// Nothing is fetched, and nothing runs but the script of all pages: the page names no
// other place, and its links are to itself and to files beside it.
func TestNothingOutside(t *testing.T) {
	doc := bytes.Replace(written(t, sample()), []byte("<script>"+script+"</script>"), nil, 1)
	doc = regexp.MustCompile(`<script type="application/octet-stream" id="figure-data-1">[A-Za-z0-9+/=]*</script>`).ReplaceAll(doc, nil)
	doc = bytes.Replace(doc, []byte(`<link rel="icon" href="data:`), nil, 1) // the page's own
	for _, bad := range []string{
		"http://", "https://", "//", "url(", "@import", "<link", "<script", "<iframe", "javascript:", " on",
	} {
		for _, at := range regexp.MustCompile(regexp.QuoteMeta(bad)).FindAllIndex(doc, -1) {
			around := string(doc[max(0, at[0]-40):min(len(doc), at[1]+40)])
			if bad != " on" || regexp.MustCompile(`<[a-z]+[^>]* on[a-z]+=`).MatchString(around) {
				t.Errorf("%q in %q", bad, around)
			}
		}
	}
	var links []string
	for _, a := range parse(t, doc).each("a") {
		links = append(links, a.attr["href"])
	}
	if want := []string{"#main", "#two", "other.html", "#one", "#two", "one.pdf", "one.csv", "two.md"}; !slices.Equal(links, want) {
		t.Errorf("links are %q, want %q", links, want)
	}
}

// Who does not see a page is told what is on it: figures have names and descriptions,
// tables captions, and every head says of what.
func TestAccessible(t *testing.T) {
	root := parse(t, written(t, sample()))
	svgs := root.each("svg")
	if len(svgs) != 2 {
		t.Fatalf("%d drawings, want one for wide and one for narrow screens", len(svgs))
	}
	for _, svg := range svgs {
		title, desc := svg.each("title"), svg.each("desc")
		if svg.attr["role"] != "img" || len(title) != 1 || len(desc) != 1 {
			t.Fatal("a drawing has no name or no description")
		}
		if !strings.HasPrefix(title[0].text, "Figure a<b>") || !strings.Contains(desc[0].text, "τ against n") {
			t.Errorf("a drawing is %q, %q", title[0].text, desc[0].text)
		}
	}
	for _, table := range root.each("table") {
		if captions := table.each("caption"); len(captions) == 0 || strings.TrimSpace(captions[0].all()) == "" {
			t.Error("a table has no caption")
		}
		for _, th := range table.each("th") {
			if th.attr["scope"] == "" {
				t.Errorf("%q heads nothing", th.all())
			}
		}
		for _, tr := range table.each("tr") {
			if len(tr.children) > 0 && tr.children[0].name != "th" && tr.attr["class"] != "more" {
				t.Errorf("row %q has no head", tr.all())
			}
		}
	}
}

// The same page is the same bytes.
func TestSameBytes(t *testing.T) {
	if !bytes.Equal(written(t, sample()), written(t, sample())) {
		t.Error("two pages differ")
	}
}

// A page that leads nowhere, or to elsewhere, is refused, and so is one with a figure
// that cannot be drawn or a table that is not one.
func TestRefused(t *testing.T) {
	one := func(b Block) *Page { return &Page{Sections: []Section{{ID: "a", Blocks: []Block{b}}}} }
	link := func(file string) *Page { return one(Links{Links: []Link{{"x", file}}}) }
	for what, p := range map[string]*Page{
		"no ID":       {Sections: []Section{{Title: "a"}}},
		"a bad ID":    {Sections: []Section{{ID: `a"b`}}},
		"one ID":      {Sections: []Section{{ID: "a"}, {ID: "a"}}},
		"a scheme":    link("javascript:alert(1)"),
		"elsewhere":   link("../x"),
		"a root":      link("/etc/passwd"),
		"a server":    link("//example.org/x"),
		"no figure":   one(Figure{Figure: &figures.Figure{}}),
		"short row":   one(Table{Columns: make([]tables.Column, 2), Rows: []Row{{Cells: make([]Cell, 1)}}}),
		"no section":  one(List{Items: []Item{{"x", "b", ""}}}),
		"item's file": one(List{Items: []Item{{"x", "", "../x"}}}),
		"cell's file": one(Table{Columns: make([]tables.Column, 1), Rows: []Row{{Cells: []Cell{{Text: "x", File: "//x"}}}}}),
		"in details":  one(Details{Blocks: []Block{Links{Links: []Link{{"x", "a:b"}}}}}),
		"in a figure": one(Figure{Figure: sample().Sections[0].Blocks[1].(Figure).Figure, Files: []Link{{"x", ""}}}),
	} {
		var b bytes.Buffer
		if err := p.Write(&b); err == nil || b.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", what, err, b.Len())
		}
	}
}

// The style is for the page alone: it names no file, and says what is dark and what
// is printed.
func TestStyle(t *testing.T) {
	for _, want := range []string{"prefers-color-scheme: dark", "@media print", "size: A4", "max-width: 40rem"} {
		if !strings.Contains(style, want) {
			t.Errorf("the style has no %q", want)
		}
	}
	for _, name := range []string{
		"paper", "ink", "faint", "black", "grid", "shade", "span", "frame", "brown", "indigo", "maroon", "wine",
	} {
		if !strings.Contains(style, "--figure-"+name+":") {
			t.Errorf("figures have no dark %s", name)
		}
	}
	if strings.Contains(style, "</") {
		t.Error("the style ends itself")
	}
}
