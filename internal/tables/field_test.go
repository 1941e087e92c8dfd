package tables

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"testing"
)

// A table has the head, the alignment and the cell of every column, and a row
// for every thing.
func TestNew(t *testing.T) {
	got := New("Squares", []Field[int]{
		Left("n", func(n int) string { return fmt.Sprint(n) }),
		Right("n²", func(n int) string { return fmt.Sprint(n * n) }),
	}, []int{2, 3})
	want := &Table{
		Title: "Squares", Columns: []Column{{Name: "n"}, {Name: "n²", Right: true}},
		Rows: [][]string{{"2", "4"}, {"3", "9"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// One list of fields yields a table, CSV and JSON. A column that no row has is left out of
// tables, a member of an object that the thing does not have out of JSON.
func TestFieldsInAllFormats(t *testing.T) {
	fields := Fields[float64]{
		Data("name", func(x float64) string { return fmt.Sprintf("<%v>", x) }).Head("Name"),
		Data("root", math.Sqrt).Rounded("√", 2),
		Data("half", func(x float64) float64 { return x / 2 }).Percent("½").When(func(x float64) bool { return x > 0 }),
		Data("never", math.Sqrt).When(func(float64) bool { return false }),
		Data("whole", func(x float64) any { return OrNull(int(x)) }),
		Data("digits", func(x float64) any { return OrAbsent(int(x)) }),
		Right("shown", func(x float64) string { return "…" }),
	}
	things := []float64{2, -1, 0}
	shown := New("", fields, things)
	if want := []Column{
		{Name: "Name"}, {Name: "√", Right: true}, {Name: "½", Right: true}, {Name: "whole", Right: true},
		{Name: "digits", Right: true}, {Name: "shown", Right: true},
	}; !reflect.DeepEqual(shown.Columns, want) {
		t.Errorf("columns %v, want %v", shown.Columns, want)
	}
	if want := [][]string{
		{"<2>", "1.41", "100.0 %", "2", "2", "…"}, {"<-1>", "–", "", "-1", "-1", "…"}, {"<0>", "0.00", "", "–", "", "…"},
	}; !reflect.DeepEqual(shown.Rows, want) {
		t.Errorf("rows %q, want %q", shown.Rows, want)
	}
	if got, want := fields.CSV(things).Rows, [][]string{
		{"<2>", "1.4142135623730951", "1", "", "2", "2"}, {"<-1>", "", "", "", "-1", "-1"}, {"<0>", "0", "", "", "", ""},
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("CSV %q, want %q", got, want)
	}
	got, err := json.Marshal(NewObject("a", Absent, "things", fields.Pick("digits root half").JSON(things)))
	const want = `{"things":[{"digits":2,"root":1.4142135623730951,"half":1},{"digits":-1,"root":null},{"root":0}]}`
	if err != nil || string(got) != want {
		t.Errorf("JSON %s, want %s (%v)", got, want, err)
	}
}
