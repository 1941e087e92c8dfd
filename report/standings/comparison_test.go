package standings

import (
	"reflect"
	"slices"
	"testing"

	"settle/study/standings"
)

// By hand: the means are 60/64, 30/64 and 2/64, all far apart; 30/64 in halves-to-even of
// four digits is 0.4688. Of each model it says what a brief table does but for its name.
func TestComparison(t *testing.T) {
	s, _ := rankedBoard(t, 30, 2, 60)
	c := Standings{}.Comparison(s)
	if want := []string{"c", "a", "b"}; !slices.Equal(c.Models, want) || c.Left != 0 {
		t.Fatalf("models are %q, and %d others", c.Models, c.Left)
	}
	if c.Of[0] != "rank" || c.Of[1] != "avg" || c.Each[1][0] != "2" || c.Each[1][1] != "0.4688" {
		t.Errorf("of a it says %q: %q", c.Of, c.Each[1])
	}
	told := []string{c.OfPairs[4], c.OfPairs[5]}
	want := []string{"separated alone, one-sided 95 %", "separated, all pairs together at 95 %"}
	if !slices.Equal(told, want) {
		t.Errorf("it says %q, want %q", told, want)
	}
	differences := [][]string{{c.Pairs[0][0][0], c.Pairs[0][1][0]}, {c.Pairs[1][0][0]}}
	if want := [][]string{{"0.4688", "0.9062"}, {"0.4375"}}; !reflect.DeepEqual(differences, want) {
		t.Errorf("differences are %q, want %q", differences, want)
	}
	for _, pairs := range c.Pairs {
		for _, p := range pairs {
			if p[3] != "100.0 %" || p[4] != "yes" || p[5] != "yes" {
				t.Errorf("a pair is %q", p)
			}
		}
	}
}

// Of more than 100 models the first 100 are compared with each other; where not all pairs
// were compared, none.
func TestComparisonOfMany(t *testing.T) {
	var rights []int
	for i := range 103 {
		rights = append(rights, i%64)
	}
	s, _ := rankedBoard(t, rights...)
	c := Standings{}.Comparison(s)
	if len(c.Models) != 100 || c.Left != 3 || len(c.Each) != 100 || len(c.Pairs) != 99 {
		t.Fatalf("%d models, %d left, %d rows, %d lists of pairs", len(c.Models), c.Left, len(c.Each), len(c.Pairs))
	}
	for i, pairs := range c.Pairs {
		if len(pairs) != 99-i {
			t.Errorf("model %d has %d pairs", i+1, len(pairs))
		}
	}
	s.Pairs = s.Pairs[:102]
	if (Standings{}).Comparison(s) != nil || (Standings{}).Comparison(standings.Standings{Rows: s.Rows}) != nil {
		t.Error("pairs that were not compared are shown")
	}
}
