package metrics

import (
	"errors"
	"fmt"
)

// AvgAs is the family of a method of which it is proved that it orders the models of every
// complete board of right and wrong answers as avg does (docs/rankings.md): its name stands
// for avg, score and all. Other boards are refused, for there it would be a method by
// itself; instead says what to use there. It is given its Alias and New.
func AvgAs(f Family, instead string) Family {
	f.Alias = "avg"
	f.New = func(parameters string, o Options) (Metric, error) {
		if parameters != "" {
			return nil, errors.New("it takes no parameters")
		}
		m := Avg(o.Weights).(*weighted)
		m.name, m.instead = f.Name, instead
		return m, nil
	}
	return f
}

// checkAlias is what Check and checkTally say of a name of avg.
func (m *weighted) checkAlias(top int, unequal bool) error {
	switch {
	case m.instead == "":
		return nil
	case top > 1:
		return m.refuse("outcomes are graded")
	case unequal:
		return m.refuse("numbers of trials differ")
	}
	return nil
}

// refuse says why a board is none for a name of avg.
func (m *weighted) refuse(because string) error {
	return fmt.Errorf("%s is another name of avg, for boards of right and wrong answers with as many trials of every "+
		"question by every model: there it orders models as avg does. Here %s: say %s, or avg itself",
		m.name, because, m.instead)
}
