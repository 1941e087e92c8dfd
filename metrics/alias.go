package metrics

import (
	"fmt"
	"slices"
	"strings"
)

// Alias is a method of which it is proved that it orders the models of every complete
// board of right and wrong answers as avg does (docs/rankings.md): its name stands for avg,
// score and all. Other boards are refused, for there it would be a method by itself.
type Alias struct {
	Name    string // "davidson"
	Doc     string // what it names
	Instead string // what to use on other boards
}

// aliases is the registry, in the order in which it is listed.
var aliases []Alias

// RegisterAlias adds names of avg to the grammar. Listings of families do not have them.
// It panics if a name is there already.
func RegisterAlias(more ...Alias) {
	for _, a := range more {
		taken := slices.ContainsFunc(families, func(f Family) bool { return f.Name == a.Name })
		if taken || slices.ContainsFunc(aliases, func(b Alias) bool { return b.Name == a.Name }) {
			panic("metrics: the name " + a.Name + " is registered twice")
		}
		aliases = append(aliases, a)
	}
}

// Aliases lists the names that stand for avg.
func Aliases() []Alias { return slices.Clone(aliases) }

// family is the name as a family, for listings.
func (a Alias) family() Family {
	return Family{
		Name: a.Name, Syntax: a.Name, Doc: a.Doc, Aim: "mean weight of an outcome", Alias: "avg",
		Why: "on complete boards of right and wrong answers it orders models exactly as avg does, which is proved in " +
			"docs/rankings.md; its score is that of avg. On other boards: avg, or " + a.Instead,
		New: func(parameters string, o Options) (Metric, error) {
			if m, ok := parseAlias(a.Name+parameters, o); ok {
				return m, nil
			}
			return nil, fmt.Errorf("%s takes no parameters", a.Name)
		},
	}
}

// parseAlias is the metric of a name that stands for avg, if it does.
func parseAlias(name string, o Options) (Metric, bool) {
	for _, a := range aliases {
		if strings.EqualFold(a.Name, name) {
			m := Avg(o.Weights).(*weighted)
			m.name, m.alias = a.Name, &a
			return m, true
		}
	}
	return nil, false
}

// refuse says why a board is none for a name of avg.
func (a *Alias) refuse(because string) error {
	return fmt.Errorf("%s is another name of avg, for boards of right and wrong answers with as many trials of every "+
		"question by every model: there it orders models as avg does. Here %s: say avg, or %s",
		a.Name, because, a.Instead)
}

// checkAlias is what Check and checkTally say of a name of avg.
func (m *weighted) checkAlias(top int, unequal bool) error {
	switch {
	case m.alias == nil:
		return nil
	case top > 1:
		return m.alias.refuse("outcomes are graded")
	case unequal:
		return m.alias.refuse("numbers of trials differ")
	}
	return nil
}
