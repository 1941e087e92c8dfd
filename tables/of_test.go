package tables

import (
	"fmt"
	"reflect"
	"testing"
)

// A table has the head, the alignment and the cell of every column, and a row
// for every thing.
func TestNew(t *testing.T) {
	got := New("Squares", []Of[int]{
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
