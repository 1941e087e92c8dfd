package page

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// The place of a map is hidden where no script fills it. Its board is in the page as it was
// given, and names are text.
func TestGrid(t *testing.T) {
	given := Grid{
		ID: "board", Board: []byte("{}\n\x00\x01\xff</script>"), Models: []string{evil, "b"}, Questions: []string{"q", evil},
		Order: []int{1, 0}, Weights: []float64{0, 1}, Pairs: "two-models",
	}
	doc := written(t, &Page{Sections: []Section{{ID: "a", Blocks: []Block{given}}}})
	if !strings.Contains(string(doc), `<div class="grid" data-from="board" data-pairs="two-models" hidden="hidden"></div>`) {
		t.Error("there is no hidden place")
	}
	var board string
	var names struct {
		Models, Questions []string
		Order             []int
		Weights           []float64
	}
	for _, s := range parse(t, doc).each("script") {
		switch s.attr["id"] {
		case "board":
			board = unpacked(t, s.text)
		case "board-names":
			if err := json.Unmarshal([]byte(s.text), &names); err != nil {
				t.Fatal(err)
			}
		}
	}
	shown := `a<b>&"'</script><script>alert(1)</script>\u202e\x1b`
	if board != string(given.Board) || names.Models[0] != shown || names.Questions[1] != shown ||
		!slices.Equal(names.Order, given.Order) || !slices.Equal(names.Weights, given.Weights) {
		t.Errorf("the page holds %q and %+v", board, names)
	}
	for what, order := range map[string][]int{"one short": {0}, "one twice": {1, 1}, "one beyond": {1, 2}} {
		p := given
		p.Order = order
		if err := (&Page{Sections: []Section{{ID: "a", Blocks: []Block{p}}}}).Write(io.Discard); err == nil {
			t.Errorf("%s: it is written", what)
		}
	}
	given.ID = `"`
	if err := (&Page{Sections: []Section{{ID: "a", Blocks: []Block{given}}}}).Write(io.Discard); err == nil {
		t.Error("a bad ID is written")
	}
}
