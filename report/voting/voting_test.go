package voting

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"settle/figures"
	"settle/report"
	"settle/results"
	"settle/study/voting"
)

// vote is made up, of two trials: nothing of it is computed.
func vote(shares bool) Vote {
	outcome := func(kind voting.Kind, parameter, samples, score, se, difference, asMany float64) voting.Outcome {
		return voting.Outcome{
			Rule: voting.Rule{Kind: kind, Parameter: parameter}, Samples: voting.Mean{Value: samples, SE: 0.1},
			Score: voting.Mean{Value: score, SE: se}, Difference: difference, AsMany: asMany,
		}
	}
	m := voting.Model{Avg: 0.48, Outcomes: []voting.Outcome{
		outcome(voting.Fixed, 1, 1, 0.5, 0.02, -0.1, 0.5), outcome(voting.Fixed, 2, 2, 0.6, 0, 0, 0.6),
		outcome(voting.Beta, 0.95, 1.5, 0.625, 0.0123, 0.025, 0.55), outcome(voting.Dirichlet, 0.95, 1.75, 0.61, math.NaN(), 0.01, 0.575),
	}}
	return Vote{
		Setting: report.Setting{Name: "x.csv", Shape: results.Shape{Models: 2, Questions: 3, Trials: 2, Top: 1}, Scheme: "rows", Replicates: 9, Seed: 1},
		Result:  &voting.Result{Mean: m, Models: []voting.Model{m, m}}, Models: []string{"a", "b"}, Shares: shares,
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		shares bool
		want   []string
	}{
		{true, []string{
			"Adaptive consistency (Beta, 0.95) reaches 62.5 % accuracy with 1.5 of 2 samples per question and saves 25 %. " +
				"All 2 reach 60.0 %; a fixed number at the same cost reaches 55.0 %.",
			"rule            samples   saved  accuracy     ±  vs all 2  fixed, same cost",
			"fixed 1            1.00  50.0 %    50.0 %  2.00    -10.00            50.0 %",
			"Beta 0.95          1.50  25.0 %    62.5 %  1.23     +2.50            55.0 %",
			"Dirichlet 0.95     1.75  12.5 %    61.0 %     –     +1.00            57.5 %",
			"(avg) is 48.0 %.", "Means over models",
		}},
		{false, []string{
			"reaches a score of 0.6250 with 1.5 of 2", "All 2 reach 0.6000; a fixed number at the same cost reaches 0.5500.",
			"Beta 0.95          1.50  25.0 %  0.6250  0.01230  +0.02500            0.5500",
		}},
	} {
		text, err := vote(c.shares).Report("text").Render("text")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
	}
}

// With one trial there is nothing to save.
func TestOneTrial(t *testing.T) {
	v := vote(true)
	v.Shape.Trials = 1
	v.Result.Mean.Outcomes = slices.Delete(v.Result.Mean.Outcomes, 1, 2)
	if got, want := v.advice(), "With one trial per question, no rule can stop early: every rule uses that one sample and reaches 50.0 %."; got != want {
		t.Error(got)
	}
}

// CSV and JSON hold the mean and every model, with null for what does not exist.
func TestData(t *testing.T) {
	csv, err := vote(true).Report("csv").Render("csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(csv)), "\n")
	if want := "model,rule,parameter,samples,samples_se,saved,score,score_se,difference,as_many"; len(lines) != 13 || lines[0] != want {
		t.Errorf("%d lines, the first %s", len(lines), lines[0])
	}
	for at, want := range map[int]string{
		3: ",beta,0.95,1.5,0.1,0.25,0.625,0.0123,0.025,0.55", 8: "a,dirichlet,0.95,1.75,0.1,0.125,0.61,,0.01,0.575",
	} {
		if lines[at] != want {
			t.Errorf("line %d is %s, want %s", at, lines[at], want)
		}
	}
	text, err := vote(true).Report("json").Render("json")
	if err != nil {
		t.Fatal(err)
	}
	type rule struct {
		Rule     string
		Score    float64
		Score_SE *float64
	}
	var document struct {
		Avg      float64
		Rules    []rule
		By_Model []struct {
			Model string
			Rules []rule
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	if d := document; d.Avg != 0.48 || len(d.Rules) != 4 || len(d.By_Model) != 2 || d.By_Model[1].Model != "b" ||
		d.By_Model[1].Rules[2].Score != 0.625 || d.Rules[3].Score_SE != nil {
		t.Errorf("%+v", d)
	}
}

// The figure has a line of fixed numbers and named points of the other rules.
func TestFigure(t *testing.T) {
	f := vote(true).Figure()
	lines := f.Panels[0].(figures.Curves).Lines
	if len(lines) != 3 || lines[0].Points || !slices.Equal(lines[0].Y, []float64{50, 60}) {
		t.Errorf("%+v", lines)
	}
	if l := lines[1]; !l.Points || l.X[0] != 1.5 || l.Y[0] != 62.5 || l.Labels[0] != "Beta 0.95" {
		t.Errorf("%+v", l)
	}
	if err := f.Write(&bytes.Buffer{}, figures.SVG); err != nil {
		t.Error(err)
	}
}
