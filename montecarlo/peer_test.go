package montecarlo_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"settle/bootstrap"
	"settle/internal/boardtest"
	"settle/montecarlo"
	"settle/sim"
)

// peer is a vectorised numpy program that draws the same curves from the same
// board; see its README for what it needs.
const peer = "../../shared/peers/speed.py"

// numpy finds a Python that can run the peer.
func numpy(b *testing.B) string {
	b.Helper()
	if _, err := os.Stat(peer); err != nil {
		b.Skipf("the numpy program is not here: %v", err)
	}
	for _, python := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	b.Skip("no Python with numpy is installed")
	return ""
}

// BenchmarkAgainstNumpy runs the workload of Fig. 2 (c) on all processors,
// 10⁴ replicates of thirteen metrics, and the numpy program in turn, five times
// each, and reports the medians per replicate and of the ratios.
func BenchmarkAgainstNumpy(b *testing.B) {
	python := numpy(b)
	board, err := sim.StandIn("hmmt25")
	if err != nil {
		b.Fatal(err)
	}
	source, err := bootstrap.New(board, bootstrap.Options{Replacement: true}, 1)
	if err != nil {
		b.Fatal(err)
	}
	ms, gold := boardtest.Parse(b, "paper"), boardtest.Gold(b, board)
	var ours, theirs, ratios []float64
	for b.Loop() {
		for range 5 {
			const replicates = 10_000
			start := time.Now()
			if _, err := montecarlo.Curves(context.Background(), source, ms, gold, montecarlo.Options{Replicates: replicates}); err != nil {
				b.Fatal(err)
			}
			us := time.Since(start).Seconds() / replicates
			them := secondsPerReplicate(b, python, "fig2", "400")
			ours, theirs, ratios = append(ours, us), append(theirs, them), append(ratios, them/us)
		}
	}
	b.ReportMetric(median(ours)*1e6, "µs/replicate")
	b.ReportMetric(median(theirs)*1e6, "numpy-µs/replicate")
	b.ReportMetric(median(ratios), "times-numpy")
}

func secondsPerReplicate(b *testing.B, python string, arguments ...string) float64 {
	b.Helper()
	out, err := exec.Command(python, append([]string{peer}, arguments...)...).Output()
	if err != nil {
		b.Fatal(err)
	}
	var report struct {
		Seconds float64 `json:"seconds_per_replicate"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		b.Fatal(err)
	}
	return report.Seconds
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
