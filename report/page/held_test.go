package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
)

// What a page holds can be saved and read as it was given: the address of a file is its
// bytes in base64 (RFC 2397), and a document is the same value, though nothing in it
// ends its element.
func TestHeld(t *testing.T) {
	content := []byte("model\n" + evil + "\n")
	document, err := json.Marshal(map[string]string{"model": evil})
	if err != nil {
		t.Fatal(err)
	}
	var spread bytes.Buffer
	if err := json.Indent(&spread, document, "", "  "); err != nil {
		t.Fatal(err)
	}
	doc := written(t, &Page{Title: "x", Sections: []Section{{ID: "a", Blocks: []Block{
		Heading{"Head " + evil, "head"}, Downloads{"Data:", []Download{{"CSV " + evil, "a.csv", "text/csv", content}}},
		Document{ID: "data", JSON: spread.Bytes()},
	}}}})
	root := parse(t, doc)
	var saved []byte
	for _, a := range root.each("a") {
		if text, ok := strings.CutPrefix(a.attr["href"], "data:text/csv;charset=utf-8;base64,"); ok && a.attr["download"] == "a.csv" {
			saved, err = base64.StdEncoding.DecodeString(text)
		}
	}
	if err != nil || !bytes.Equal(saved, content) {
		t.Errorf("saved %q, %v", saved, err)
	}
	scripts := root.each("script")
	if len(scripts) != 2 || scripts[0].attr["type"] != "application/json" || scripts[0].attr["id"] != "data" {
		t.Fatalf("%d scripts", len(scripts))
	}
	var back map[string]string
	if err := json.Unmarshal([]byte(scripts[0].text), &back); err != nil || back["model"] != evil {
		t.Errorf("%q is read as %q, %v", scripts[0].text, back, err)
	}
	if h := root.each("h3"); len(h) != 1 || !strings.HasPrefix(h[0].text, "Head a<b>") {
		t.Error("no heading")
	}
}

// What cannot be saved, or is no document, is refused.
func TestHeldRefused(t *testing.T) {
	for what, b := range map[string]Block{
		"a folder":    Downloads{Files: []Download{{"x", "../a.csv", "text/csv", nil}}},
		"no name":     Downloads{Files: []Download{{"x", "", "text/csv", nil}}},
		"no type":     Downloads{Files: []Download{{"x", "a.csv", "text/csv,x", nil}}},
		"no JSON":     Document{ID: "a", JSON: []byte("{")},
		"a bad ID":    Document{ID: `a"b`, JSON: []byte("{}")},
		"of a figure": Figure{Figure: sample().Sections[0].Blocks[1].(Figure).Figure, Held: []Download{{"x", "/", "text/csv", nil}}},
	} {
		var out bytes.Buffer
		if err := (&Page{Sections: []Section{{ID: "s", Blocks: []Block{b}}}}).Write(&out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes", what, err, out.Len())
		}
	}
}
