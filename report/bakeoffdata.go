package report

import (
	"fmt"

	"settle/tables"
)

// data is every point as CSV, one per row.
func (b Bakeoff) data() *tables.Table {
	return tables.New("", []tables.Of[bakedPoint]{
		tables.Left("metric", func(p bakedPoint) string { return p.of.Metric }),
		tables.Right("n", func(p bakedPoint) string { return fmt.Sprint(p.N) }),
		whole("bias", func(p bakedPoint) float64 { return p.Bias }),
		whole("bias_se", func(p bakedPoint) float64 { return p.BiasSE }),
		whole("rmse", func(p bakedPoint) float64 { return p.RMSE }),
		whole("rmse_se", func(p bakedPoint) float64 { return p.RMSESE }),
		whole("tau", func(p bakedPoint) float64 { return p.Tau }),
		whole("tau_se", func(p bakedPoint) float64 { return p.TauSE }),
		whole("undefined", func(p bakedPoint) float64 { return float64(p.Undefined) }),
		whole("ahead_of_reference", func(p bakedPoint) float64 { return p.Ahead[b.reference()].Tau + 0 /* no −0 */ }),
		whole("ahead_of_reference_se", func(p bakedPoint) float64 { return p.Ahead[b.reference()].TauSE }),
		whole("weighted_tau", func(p bakedPoint) float64 { return p.Weighted }),
		whole("weighted_tau_se", func(p bakedPoint) float64 { return p.WeightedSE }),
		whole("top1", func(p bakedPoint) float64 { return p.Top1 }),
		whole("top1_se", func(p bakedPoint) float64 { return p.Top1SE }),
		whole("rank_error", func(p bakedPoint) float64 { return p.RankError }),
		whole("rank_error_se", func(p bakedPoint) float64 { return p.RankErrorSE }),
		whole("tied", func(p bakedPoint) float64 { return p.Tied }),
		whole("failed", func(p bakedPoint) float64 { return float64(p.Failed) }),
		whole("coverage", func(p bakedPoint) float64 { return p.Coverage }),
		whole("coverage_se", func(p bakedPoint) float64 { return p.CoverageSE }),
		whole("width", func(p bakedPoint) float64 { return p.Width }),
		whole("settles", func(p bakedPoint) float64 { mean, _ := p.of.Convergence.Mean(); return mean }),
		whole("settles_se", func(p bakedPoint) float64 { _, se := p.of.Convergence.Mean(); return se }),
		whole("settles_restricted", func(p bakedPoint) float64 { mean, _ := p.of.Convergence.Restricted(); return mean }),
		whole("settles_restricted_se", func(p bakedPoint) float64 { _, se := p.of.Convergence.Restricted(); return se }),
		whole("never", func(p bakedPoint) float64 { return p.of.Convergence.Never() }),
	}, b.points())
}
