package figures

import (
	"encoding/csv"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tagged elements of an inline figure, in order.
type taggedElement struct {
	name, panel string
	attr        map[string]string
	paths       int // of it and of what is below it
}

// tagsOf are the elements of an inline figure that have tags of a name.
func tagsOf(t *testing.T, f *Figure, name string) (found []*taggedElement) {
	t.Helper()
	inline, err := f.Inline()
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(inline.SVG))
	var stack []*taggedElement
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &taggedElement{name: token.Name.Local, attr: map[string]string{}}
			if len(stack) > 0 {
				e.panel = stack[len(stack)-1].panel
			}
			for _, a := range token.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			if panel, ok := e.attr["data-panel"]; ok {
				e.panel = panel
			}
			stack = append(stack, e)
			for _, above := range stack {
				if e.name == "path" || e.name == "circle" {
					above.paths++
				}
			}
			if _, ok := e.attr[name]; ok {
				found = append(found, e)
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		}
	}
}

// What a script needs of curves is there: the axes of each panel, which rows of the data
// are behind which line, what is drawn of it, and its entry in the legend. Lines that
// coincide are one. The line "b" is 0.5 to 2 over x from 1 to 100 on logarithmic axes: its
// ends are those of the area in x, and in y stand off by 2 % of the axis (by hand:
// (2/0.5)^0.02 = 1.02811).
func TestTagsOfCurves(t *testing.T) {
	line := func(name string, ys ...float64) Line {
		return Line{Name: name, X: []float64{1, 10, 100}[:len(ys)], Y: ys}
	}
	f := &Figure{Panels: []Panel{
		Curves{
			Title: "first", XLabel: "x & y", YLabel: "y", Rules: []Rule{{At: 5}},
			Lines: []Line{line("a", 1, 2, 3), line("copy", 1, 2, 3), line("none")},
		},
		Curves{Title: "second", LogX: true, LogY: true, Lines: []Line{line("b", 0.5, 1, 2), line("a", 1)}},
	}}
	areas := tagsOf(t, f, "data-of")
	if len(areas) != 2 || areas[0].panel != "0" || areas[1].panel != "1" {
		t.Fatalf("%d areas", len(areas))
	}
	low, high := number7(0.5/math.Pow(4, 0.02)), number7(2*math.Pow(4, 0.02))
	for i, want := range []map[string]string{
		{"data-x": "1 100", "data-of": "x & y", "data-what": "y", "data-lines": "0:0+3 1:3+3"},
		{"data-x": "1 100 log", "data-y": low + " " + high + " log", "data-lines": "3:0+3 0:3+1"},
	} {
		for name, value := range want {
			if got := areas[i].attr[name]; got != value {
				t.Errorf("area %d: %s is %q, want %q", i, name, got, value)
			}
		}
	}
	drawn := map[string]int{}
	for _, g := range tagsOf(t, f, "data-line") {
		drawn[g.panel+" "+g.attr["data-line"]] += g.paths
	}
	for _, want := range []string{"0 0", "0 1", "1 3", "1 0"} {
		if drawn[want] == 0 {
			t.Errorf("nothing is drawn of line %q: %v", want, drawn)
		}
	}
	if first := tagsOf(t, f, "data-first")[0].attr["data-first"]; first != "0 7" { // six points and a rule
		t.Errorf("panels begin with the rows %s", first)
	}
	same := &Figure{Panels: []Panel{Curves{Lines: []Line{line("a", 1, 2), line("copy", 1, 2), line("c", 2, 1)}}}}
	var keys []string
	for _, g := range tagsOf(t, same, "data-key") {
		keys = append(keys, g.attr["data-key"]+" "+g.attr["data-name"])
	}
	if want := []string{"0 a = copy", "2 c"}; !slices.Equal(keys, want) {
		t.Errorf("entries are %q, want %q", keys, want)
	}
	if lines := tagsOf(t, same, "data-lines")[0].attr["data-lines"]; lines != "0:0+2 2:4+2" {
		t.Errorf("lines are %q", lines)
	}
}

func number7(v float64) string { return fmt.Sprintf("%.7g", v) }

// The rows that a tag names are those of the line or the model in the data, for every
// figure of the tests, wide and narrow.
func TestTagsNameRows(t *testing.T) {
	for name, f := range usual() {
		var data strings.Builder
		if err := f.WriteData(&data); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(strings.NewReader(data.String())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		head, records := records[0], records[1:]
		firsts := strings.Fields(tagsOf(t, f, "data-first")[0].attr["data-first"])
		areas := tagsOf(t, f, "data-of")
		if len(areas) == 0 {
			t.Errorf("%s has no area", name)
		}
		for _, area := range areas {
			panel, _ := strconv.Atoi(area.panel)
			first, _ := strconv.Atoi(firsts[panel])
			own := records[first:]
			if len(f.Panels[panel].records("")) == 0 {
				continue
			}
			if title := own[0][0]; title != panelName(f.Panels[panel], panel) {
				t.Errorf("%s: panel %d begins with a row of %q", name, panel, title)
			}
			if lines, ok := area.attr["data-lines"]; ok {
				checkStretches(t, name, head, own, lines)
				continue
			}
			cells, columns := atoiOr(area.attr["data-rows"], 0), atoiOr(area.attr["data-columns"], 1)
			if cells *= columns; cells > len(own) || cells > 0 && own[cells-1][0] != own[0][0] {
				t.Errorf("%s: panel %d has not %d cells", name, panel, cells)
			}
		}
	}
}

// checkStretches fails where a stretch of rows is of two lines, or not all of one.
func checkStretches(t *testing.T, name string, head []string, own [][]string, lines string) {
	t.Helper()
	of := max(slices.Index(head, "line"), slices.Index(head, "model"))
	for _, part := range strings.Fields(lines) {
		var line, first, count int
		if _, err := fmt.Sscanf(part, "%d:%d+%d", &line, &first, &count); err != nil {
			t.Fatal(err)
		}
		for _, row := range own[first : first+count] {
			if row[of] != own[first][of] || row[0] != own[0][0] {
				t.Errorf("%s: %s holds rows of %q and %q", name, part, own[first][of], row[of])
			}
		}
		end := first + count
		if end < len(own) && slices.Contains(head, "x") && slices.Equal(own[end][:of+1], own[first][:of+1]) {
			t.Errorf("%s: %s is not all of %q", name, part, own[first][of])
		}
	}
}

func atoiOr(s string, none int) int {
	if v, err := strconv.Atoi(s); err == nil {
		return v
	}
	return none
}
