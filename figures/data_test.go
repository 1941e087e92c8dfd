package figures

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"testing"
)

func csvOf(t *testing.T, f *Figure) string {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteData(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The columns are those of the documentation; 0.1 and 1/3 are in the shortest
// form that reads back; a line that coincides is there all the same.
func TestDataOfCurves(t *testing.T) {
	f := &Figure{Panels: []Panel{
		Curves{
			Title: `(a) "quoted", comma`,
			Lines: []Line{
				{Name: "a", Group: "g", X: []float64{1, 2}, Y: []float64{0.1, math.NaN()}, SE: []float64{1. / 3, 0}},
				{Name: "b", X: []float64{1, 2}, Y: []float64{0.1, math.NaN()}, Points: true},
			},
			Rules: []Rule{{At: 80, Label: "N = 80"}, {At: 1.645, Label: "z", Horizontal: true}},
		},
		Curves{Lines: []Line{straight("c", 1)}},
	}}
	want := `panel,kind,line,group,x,y,se
"(a) ""quoted"", comma",line,a,g,1,0.1,0.3333333333333333
"(a) ""quoted"", comma",line,a,g,2,,0
"(a) ""quoted"", comma",points,b,,1,0.1,
"(a) ""quoted"", comma",points,b,,2,,
"(a) ""quoted"", comma",rule,N = 80,,80,,
"(a) ""quoted"", comma",rule,z,,,1.645,
2,line,c,,1,1,
`
	if got := csvOf(t, f); got != want {
		t.Errorf("data are\n%s\nwant\n%s", got, want)
	}
}

// Names are whole in the data, however they are drawn.
func TestDataOfLeaderboard(t *testing.T) {
	nan := math.NaN()
	f := &Figure{Panels: []Panel{Leaderboard{Title: "AIME", Entries: []Entry{
		{Model: oddNames[2], Rank: "1", Score: 0.75, Lo: 0.5, Hi: 1, Observed: 0.8, Place: 1.5, RankLo: 1, RankHi: 2},
		{Model: oddNames[4], Rank: "2", Score: 0.25, Lo: nan, Hi: nan, Observed: nan},
	}}}}
	rows, err := csv.NewReader(bytes.NewReader([]byte(csvOf(t, f)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"panel", "rank", "model", "score", "lo", "hi", "observed", "place", "rank_lo", "rank_hi"},
		{"AIME", "1", oddNames[2], "0.75", "0.5", "1", "0.8", "1.5", "1", "2"},
		{"AIME", "2", oddNames[4], "0.25", "", "", "", "", "", ""},
	}
	for i, row := range rows {
		for j, got := range row {
			if got != want[i][j] {
				t.Errorf("row %d, column %d is %q, want %q", i, j, got, want[i][j])
			}
		}
	}
	if len(rows) != len(want) {
		t.Errorf("%d rows, want %d", len(rows), len(want))
	}
}

// One row per model and number of trials; average ranks as they are, and nothing
// where there is no gold.
func TestDataOfTrajectories(t *testing.T) {
	untitled := Trajectories{N: []int{80}, Paths: []Path{
		{Model: "x, \"y\"", Ranks: []float64{1.5}, Gold: math.NaN()},
		{Model: oddNames[2], Ranks: []float64{1.5}, Gold: 1.5},
	}}
	want := `panel,model,n,rank,gold
(b) does not,a,2,1,1
(b) does not,a,3,2,1
(b) does not,a,4,2,1
(b) does not,b,2,1,2
(b) does not,b,3,1,2
(b) does not,b,4,1,2
(b) does not,c,2,3,3
(b) does not,c,3,3,3
(b) does not,c,4,3,3
2,"x, ""y""",80,1.5,
2,"` + oddNames[2] + `",80,1.5,1.5
`
	if got := csvOf(t, &Figure{Panels: []Panel{swapsBack(), untitled}}); got != want {
		t.Errorf("data are\n%q\nwant\n%q", got, want)
	}
}

// The names of points have a column of their own, empty where a line or a rule has none.
func TestDataOfLabels(t *testing.T) {
	f := &Figure{Panels: []Panel{Curves{
		Lines: []Line{{Name: "q", X: []float64{1, 2}, Y: []float64{3, 4}, Points: true, Labels: []string{"one", "two"}}, straight("a", 5)},
		Rules: []Rule{{At: 6}},
	}}}
	want := "panel,kind,line,group,x,y,se,point\n1,points,q,,1,3,,one\n1,points,q,,2,4,,two\n1,line,a,,1,5,,\n1,rule,,,6,,,\n"
	if got := csvOf(t, f); got != want {
		t.Errorf("data are\n%s\nwant\n%s", got, want)
	}
	f.Panels = []Panel{Curves{Lines: []Line{{Name: "q", X: []float64{1, 2}, Y: []float64{3, 4}, Labels: []string{"one"}}}}}
	if err := f.WriteData(io.Discard); err == nil {
		t.Error("two points have one label, and that is no error")
	}
}
