package sim

import (
	"strconv"
	"strings"

	"settle/internal/csvfile"
)

// Named returns the coins that a name stands for: "paper", "paper-quantile", or
// "LxM" or "LxM:SPREAD" for Random with L models and M questions. The seed is
// that of Paper and Random. ok is false for any other name.
func Named(name string, seed uint64) (coins *Coins, ok bool, err error) {
	switch name {
	case "paper":
		return Paper(seed), true, nil
	case "paper-quantile":
		return PaperQuantile(), true, nil
	}
	models, questions, spread, ok := parseSize(name)
	if !ok {
		return nil, false, nil
	}
	coins, err = Random(models, questions, spread, seed)
	return coins, true, err
}

// parseSize reads "20x30" and "20x30:1.5". Its numbers are decimal, with leading
// zeros or without.
func parseSize(name string) (models, questions int, spread float64, ok bool) {
	size, width, given := strings.Cut(name, ":")
	l, m, found := strings.Cut(size, "x")
	models, errL := strconv.Atoi(l)
	questions, errM := strconv.Atoi(m)
	spread = DefaultSpread
	ok = true
	if given {
		spread, ok = csvfile.Number(width)
	}
	return models, questions, spread, ok && found && errL == nil && errM == nil
}
