package bootstrap

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"settle/montecarlo"
	"settle/report"
	bakeoffreport "settle/report/bakeoff"
	"settle/study/bakeoff"
	"settle/study/converge"
)

// A mean τ that is not a number is null in JSON, which has no NaN (RFC 8259,
// section 6).
func TestUndefinedTauIsNull(t *testing.T) {
	nan := math.NaN()
	curve := montecarlo.Curve{Metric: "m", Points: []montecarlo.Point{{N: 1, Tau: nan, SE: nan}}}
	estimator := bakeoff.Result{
		Metric: "m", Points: []bakeoff.Point{{N: 1, Tau: nan, TauSE: nan}},
		Convergence: converge.Distribution{Replicates: 1, Counts: []int{1}},
	}
	for name, r := range map[string]report.Report{
		"curves":  Curves{Curves: []montecarlo.Curve{curve}}.Report(report.JSON),
		"bakeoff": bakeoffreport.Bakeoff{Options: bakeoff.Options{At: []int{1}}, Results: []bakeoff.Result{estimator}}.Report(report.JSON),
	} {
		written, err := json.Marshal(r.JSON)
		if err != nil || !strings.Contains(string(written), `"tau":null`) {
			t.Errorf("%s: %s (%v)", name, written, err)
		}
	}
}
