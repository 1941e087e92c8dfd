package costs

import (
	"fmt"
	"math"
	"strings"

	"github.com/dustin/go-humanize"
)

// A Point holds a run and its measured costs.
type Point struct {
	Run
	HeldOut bool    `json:"held_out"` // not used to fit the constants, but to check them
	Seconds float64 `json:"seconds"`  // processor time of all processors together
	MB      float64 `json:"mb"`       // peak resident memory in 10⁶ bytes
}

// Fitted returns the constants of a kind of command. They are fitted to all points of that kind
// that are not held out.
func Fitted(points []Point, k Kind) (Constants, error) {
	var runs []Run
	var seconds []float64
	for _, p := range points {
		if p.Kind == k && !p.HeldOut {
			runs, seconds = append(runs, p.Run), append(seconds, p.Seconds)
		}
	}
	return Fit(runs, seconds)
}

// Blocks returns the text of each block of docs/scale.md, keyed by name.
func Blocks(points []Point) (map[string]string, error) {
	blocks := map[string]string{}
	all := map[Kind]Constants{}
	var constants []string
	for _, k := range []Kind{Bootstrap, Rank} {
		c, err := Fitted(points, k)
		if err != nil {
			return nil, err
		}
		all[k] = c
		for i, term := range Terms(k) {
			constants = append(constants, fmt.Sprintf("| `%s` | %s | %s |", k, term, nanoseconds(c[i])))
		}
	}
	blocks["scale: constants"] = "| command | of each | ns |\n|---|---|---:|\n" + strings.Join(constants, "\n")
	for name, heldOut := range map[string]bool{"scale: fitted": false, "scale: held out": true} {
		var rows []string
		for _, p := range points {
			if p.HeldOut == heldOut {
				rows = append(rows, p.row(all[p.Kind]))
			}
		}
		blocks[name] = "| run | board | replicates | s | predicted | error | MB | predicted |\n" +
			"|---|---:|---:|---:|---:|---:|---:|---:|\n" + strings.Join(rows, "\n")
	}
	var beyond []string
	for _, r := range Beyond() {
		beyond = append(beyond, fmt.Sprintf("| %s | %s | %s | %s | %s |",
			r.name(), r.size(), r.replicates(), duration(all[r.Kind].Seconds(r)), bytesText(r.Bytes())))
	}
	blocks["scale: beyond"] = "| run | board | replicates | processor time | memory |\n|---|---:|---:|---:|---:|\n" + strings.Join(beyond, "\n")
	return blocks, nil
}

// Beyond returns runs that are too large to measure; their costs are only predicted.
func Beyond() []Run {
	const k, m = 1000, 10_000
	return []Run{
		{Kind: Bootstrap, Models: 11, Questions: 30, Trials: 80, Replicates: 1_000_000_000},
		{Kind: Bootstrap, Models: k, Questions: k, Trials: k, Replicates: k},
		{Kind: Bootstrap, Models: k, Questions: k, Trials: k, Replicates: k, Counts: true},
		{Kind: Bootstrap, Models: m, Questions: k, Trials: 100, Replicates: 100, Counts: true},
		{Kind: Bootstrap, Models: m, Questions: m, Trials: k, Replicates: 100},
		{Kind: Bootstrap, Models: m, Questions: m, Trials: k, Replicates: 100, Counts: true},
		{Kind: Rank, Models: m, Questions: m, Trials: 100},
		{Kind: Rank, Models: m, Questions: m, Trials: k, Counts: true},
	}
}

func (p Point) row(c Constants) string {
	predicted := c.Seconds(p.Run)
	return fmt.Sprintf("| %s | %s | %s | %.3g | %.3g | %+.0f %% | %.0f | %.0f |",
		p.name(), p.size(), p.replicates(), p.Seconds, predicted, 100*(predicted/p.Seconds-1), p.MB, p.Bytes()/1e6)
}

func (r Run) name() string {
	if r.Counts {
		return "`" + string(r.Kind) + " counts:`"
	}
	return "`" + string(r.Kind) + "`"
}

func (r Run) size() string {
	return fmt.Sprintf("%s × %s × %s", groupDigits(r.Models), groupDigits(r.Questions), groupDigits(r.Trials))
}

func (r Run) replicates() string {
	if r.Kind == Rank {
		return ""
	}
	return groupDigits(r.Replicates)
}

// groupDigits formats a whole number with its digits in groups of three.
func groupDigits(n int) string { return strings.ReplaceAll(humanize.Comma(int64(n)), ",", " ") }

// nanoseconds formats a number of seconds as nanoseconds.
func nanoseconds(seconds float64) string {
	if ns := 1e9 * seconds; ns >= 1000 {
		return groupDigits(int(math.Round(ns)))
	}
	return fmt.Sprintf("%.3g", 1e9*seconds)
}

// duration formats a time in a readable unit.
func duration(seconds float64) string {
	switch {
	case seconds < 120:
		return fmt.Sprintf("%.3g s", seconds)
	case seconds < 7200:
		return fmt.Sprintf("%.3g min", seconds/60)
	case seconds < 48*3600:
		return fmt.Sprintf("%.3g h", seconds/3600)
	}
	return fmt.Sprintf("%.3g days", seconds/86400)
}

func bytesText(bytes float64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.0f MB", bytes/1e6)
	}
	return fmt.Sprintf("%.3g GB", bytes/1e9)
}
