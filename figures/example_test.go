package figures_test

import (
	"fmt"
	"os"

	"settle/figures"
)

func ExampleFigure() {
	f := &figures.Figure{
		Caption: "stand-in data",
		Panels: []figures.Panel{figures.Curves{
			Title: "(a) AIME'25", XLabel: "trials n", YLabel: "mean τ",
			Lines: []figures.Line{
				{Name: "bayes", X: []float64{1, 2, 80}, Y: []float64{0.5, 0.7, 1}, SE: []float64{0.02, 0.01, 0}},
				{Name: "pass@2", X: []float64{2, 80}, Y: []float64{0.6, 0.9}},
			},
			Rules: []figures.Rule{{Horizontal: true, At: 0.9, Label: "τ = 0.9"}},
			LogX:  true,
		}},
	}
	if err := f.WriteData(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// panel,kind,line,group,x,y,se
	// (a) AIME'25,line,bayes,,1,0.5,0.02
	// (a) AIME'25,line,bayes,,2,0.7,0.01
	// (a) AIME'25,line,bayes,,80,1,0
	// (a) AIME'25,line,pass@2,,2,0.6,
	// (a) AIME'25,line,pass@2,,80,0.9,
	// (a) AIME'25,rule,τ = 0.9,,,0.9,
}
