package lists_test

import (
	"slices"
	"testing"

	"settle/internal/lists"
)

// Lists keep the order of the things, and of no things there is nothing.
func TestLists(t *testing.T) {
	things := []int{3, 0, 2}
	odd := func(n int) bool { return n%2 == 1 }
	twice := func(n int) int { return 2 * n }
	if got := lists.Each(things, twice); !slices.Equal(got, []int{6, 0, 4}) {
		t.Errorf("each is %v", got)
	}
	if got := lists.Flat(things, lists.Indices); !slices.Equal(got, []int{0, 1, 2, 0, 1}) {
		t.Errorf("flat is %v", got)
	}
	if got := lists.Where(things, odd); !slices.Equal(got, []int{3}) || things[1] != 0 {
		t.Errorf("of %v %v are odd", things, got)
	}
	if n := lists.CountIf(things, odd); n != 1 {
		t.Errorf("%d are odd", n)
	}
	if sum, most := lists.Sum(things, twice), lists.Max(things, twice); sum != 10 || most != 6 {
		t.Errorf("the sum is %d, the largest %d", sum, most)
	}
	var none []int
	if each := lists.Each(none, twice); each == nil || lists.Flat(none, lists.Indices) != nil || lists.Max(none, twice) != 0 {
		t.Errorf("each of none is %v", each)
	}
}
