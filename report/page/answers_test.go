package page

import (
	"bytes"
	"strings"
	"testing"
)

// An answer shows names as they are and leads to a section or a heading, and nothing that
// leads nowhere, or to two places, is written.
func TestAnswers(t *testing.T) {
	answer := Answer{Question: "who? " + evil, Says: "says " + evil, Section: "head", More: "more " + evil}
	p := &Page{
		Summary:  []Block{Answers{Title: "In short", List: []Answer{answer, {Question: "and?", Says: "no link"}}}},
		Sections: []Section{{ID: "a", Blocks: []Block{Heading{"Head", "head"}, Heading{Text: "no ID"}}}},
	}
	root := parse(t, written(t, p))
	lists := root.each("dl")
	if len(lists) != 1 {
		t.Fatalf("%d lists", len(lists))
	}
	links := lists[0].each("a")
	if len(links) != 1 || links[0].attr["href"] != "#head" || !strings.HasPrefix(links[0].text, "more a<b>") {
		t.Errorf("links are %+v", links)
	}
	if root.each("dt")[0].text != lists[0].each("dt")[0].text || !strings.HasPrefix(root.each("dd")[0].text, "says a<b>") {
		t.Error("the answer is not what it is")
	}
	if heads := root.each("h3"); len(heads) != 2 || heads[0].attr["id"] != "head" {
		t.Error("the heading has no ID")
	}
	p.Sections[0].Blocks = nil
	var b bytes.Buffer
	if err := p.Write(&b); err == nil {
		t.Error("an answer leads nowhere")
	}
	p.Sections[0].Blocks = []Block{Heading{"Head", "head"}, Heading{"Head", "head"}}
	if err := p.Write(&b); err == nil {
		t.Error("two headings have one ID")
	}
}
