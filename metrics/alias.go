package metrics

import (
	"errors"
	"fmt"
)

// AvgAs turns f into another name of avg: it returns f with the fields Alias and New
// set. Use it for a method that provably orders the models of every complete board of
// right and wrong answers as avg does (docs/rankings.md). The metric has the scores of
// avg. On boards where the method differs from avg, it returns an error. The error
// recommends another metric, given by name.
func AvgAs(f Family, instead string) Family {
	f.Alias = "avg"
	f.New = func(parameters string, o Options) (Metric, error) {
		if parameters != "" {
			return nil, errors.New("no parameters are allowed")
		}
		m := Avg(o.Weights).(*weightedMetric)
		m.name, m.instead = f.Name, instead
		return m, nil
	}
	return f
}

// checkAlias returns an error if the metric is another name of avg and the board has
// graded outcomes or is unequal.
func (m *weightedMetric) checkAlias(top int, unequal bool) error {
	switch {
	case m.instead == "":
		return nil
	case top > 1:
		return m.refuse("it has graded outcomes")
	case unequal:
		return m.refuse("its numbers of trials differ")
	}
	return nil
}

// refuse returns the error, with the given reason, for a board that m cannot score. On
// such a board, the method after which m is named can order models differently from
// avg.
func (m *weightedMetric) refuse(because string) error {
	return fmt.Errorf("cannot score this board by %s: %s. %s orders models as avg does only if every outcome is right or wrong "+
		"and all models have the same number of trials of every question; use %s, or avg itself",
		m.name, because, m.name, m.instead)
}
