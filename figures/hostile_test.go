package figures

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"settle/internal/tests/clitest"
	"settle/internal/tests/nametest"
)

// hostile are figures of each kind, with a hostile name in every place for text.
func hostile() map[string]*Figure {
	names, few := nametest.Texts(), nametest.Texts()[:3]
	ones := make([]float64, len(few))
	for i := range ones {
		ones[i] = 1
	}
	var (
		curves = Curves{Title: names[0], Note: names[1], XLabel: names[2], YLabel: names[3], Beyond: names[4]}
		board  = Leaderboard{Title: names[0], XLabel: names[1]}
		paths  = Trajectories{Title: names[0], XLabel: names[1], N: []int{1, 2, 3}}
		heat   = HeatMap{Title: names[0], XLabel: names[1], Columns: few}
		bumps  = Bumps{Title: names[0], XLabel: names[1], Columns: few}
	)
	for i, name := range names {
		line := straight(name, 1, float64(i))
		line.Group, line.Empty = names[len(names)-1-i], name
		curves.Lines = append(curves.Lines, line)
		curves.Rules = append(curves.Rules, Rule{At: 1 + float64(i)/100, Label: name, Line: name})
		board.Entries = append(board.Entries, Entry{Model: name, Rank: few[i%3], Score: float64(i), Lo: float64(i), Hi: float64(i) + 1})
		paths.Paths = append(paths.Paths, Path{Model: name, Ranks: slices.Clone(ones), Gold: 1})
		heat.Rows = append(heat.Rows, HeatRow{name, ones})
		bumps.Rows = append(bumps.Rows, BumpRow{name, ones})
	}
	return map[string]*Figure{
		"curves": {Panels: []Panel{curves}}, "leaderboard": {Panels: []Panel{board}}, "trajectories": {Panels: []Panel{paths}},
		"heat map": {Panels: []Panel{heat}}, "bumps": {Panels: []Panel{bumps}},
	}
}

// Names do nothing in any format, wherever they stand: what that means is clitest's.
func TestHostileNames(t *testing.T) {
	for name, f := range hostile() {
		for _, format := range Formats() {
			if testing.Short() && format == PNG {
				continue // which is a picture, and slow
			}
			if err := clitest.WellFormed(string(format), string(render(t, f, format))); err != nil {
				t.Errorf("%s as %s: %v", name, format, err)
			}
		}
		inline, err := f.Inline()
		if err != nil {
			t.Fatal(err)
		}
		if err := clitest.WellFormed("svg", inline.SVG); err != nil {
			t.Errorf("%s in a page: %v", name, err)
		}
	}
	for _, name := range nametest.Texts() {
		f := one(straight(name, 1, 2))
		f.Title, f.Caption = name, name+"\n"+name
		if err := clitest.WellFormed("svg", string(render(t, f, SVG))); err != nil {
			t.Errorf("the title %q: %v", name, err)
		}
		f.Panels = []Panel{Curves{Title: strings.Repeat(name, 2), Lines: []Line{straight(fmt.Sprint(name, 1), 1)}}}
		if inline, err := f.Inline(); err != nil || clitest.WellFormed("svg", inline.SVG) != nil {
			t.Errorf("the title %q in a page: %v", name, err)
		}
	}
}
