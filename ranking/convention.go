package ranking

import "settle/internal/enum"

// A Convention says how ranks are numbered if some models tie.
type Convention int

// Each comment shows the ranks of four models if the second and the third tie.
const (
	Competition    Convention = iota // 1 2 2 4: 1 + the number of better models
	CompetitionMax                   // 1 3 3 4: the number of models at least as good
	Dense                            // 1 2 2 3: 1 + the number of better groups
	Average                          // 1 2.5 2.5 4: the mean of Competition and CompetitionMax
)

var conventionNames = enum.Names[Convention]{"competition", "competition-max", "dense", "average"}

// String returns the name of the convention in lower case, such as "competition".
func (c Convention) String() string { return conventionNames.Name(c) }

// rank returns the rank that all models of one group of tied models share. Groups are numbered from
// 0, the best first. The group has the places from..to−1, counted from 0.
func (c Convention) rank(group, from, to int) float64 {
	best, worst := float64(from+1), float64(to)
	switch c {
	case Competition:
		return best
	case CompetitionMax:
		return worst
	case Dense:
		return float64(group + 1)
	case Average:
		return (best + worst) / 2
	}
	panic("ranking: unknown convention: " + c.String())
}
