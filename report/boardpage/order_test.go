package boardpage

import (
	"strings"
	"testing"

	"settle/ranking"
	standingsreport "settle/report/standings"

	"settle/report/page"
	"settle/study/standings"
)

// ranked is a part whose ranking has the models a, b, c and d of the board in the order
// b, a, c and d, of which the last two are level.
func ranked() Part {
	return Part{Standings: standingsreport.Standings{Name: "board", Rankings: []standings.Standings{{Metric: "m", Rows: []standings.Standing{
		{Model: "b", Index: 1, Rank: 1}, {Model: "a", Index: 0, Rank: 2}, {Model: "c", Index: 2, Rank: 3}, {Model: "d", Index: 3, Rank: 3},
	}}}}}
}

// Another order is told where it is another: not where models are level on either side,
// and of several pairs the one that is highest in the ranking.
func TestOrdered(t *testing.T) {
	for _, tt := range []struct {
		levels []int // of a, b, c and d
		want   string
	}{
		{[]int{3, 4, 2, 1}, ""},
		{[]int{3, 4, 1, 2}, ""}, // c and d are level in the ranking
		{[]int{4, 4, 1, 1}, ""}, // a and b are level here
		{[]int{4, 3, 2, 1}, "This section uses x, which ranks a above b; the ranking by m has the opposite order."},
		{[]int{2, 1, 3, 0}, "This section uses x, which ranks a above b; the ranking by m has the opposite order, " +
			"and 2 other pairs differ too."}, // c is before both
	} {
		s := &setting{Part: ranked()}
		s.warnOfOrder("x", byLevel(tt.levels))
		got := ""
		if len(s.blocks) > 0 {
			got = string(s.blocks[0].(page.Text))
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.levels, got, tt.want)
		}
		same := &setting{Part: ranked()}
		order := ranking.ByCompare(4, func(i, j int) int { return tt.levels[i] - tt.levels[j] })
		if same.warnOfOrder("x", byOrder(order)); len(same.blocks) != len(s.blocks) {
			t.Errorf("%v: an order says something else than its levels", tt.levels)
		}
	}
}

// A note stands on a page once, and a title without the name of the board.
func TestOnce(t *testing.T) {
	s := &setting{Part: ranked(), said: map[string]bool{}}
	if first, again := s.news([]string{"x", "", "y"}), s.news([]string{"y", "z"}); strings.Join(first, "") != "xy" || strings.Join(again, "") != "z" {
		t.Errorf("%q, %q", first, again)
	}
	for title, want := range map[string]string{
		"board: τ and more": "Τ and more", "board ranked": "Ranked", "boarding": "boarding", "other": "other",
	} {
		if got := s.short(title); got != want {
			t.Errorf("%q becomes %q, want %q", title, got, want)
		}
	}
}

// Why studies are not there is said once in a section, and in every section: the answers
// at the top lead to it.
func TestAbsent(t *testing.T) {
	part := ranked()
	part.Absent = map[Study]string{Converge: "why", Bootstrap: "why", Plan: "why"}
	said := map[string]bool{}
	for name, fill := range map[string]func(*setting){"settling": (*setting).settling, "budget": (*setting).budget} {
		s := &setting{Part: part, said: said}
		if fill(s); len(s.blocks) != 1 || s.blocks[0] != page.Text("Not shown: why.") {
			t.Errorf("%s: %v", name, s.blocks)
		}
	}
}
