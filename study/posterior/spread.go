package posterior

import "math"

// spread returns a row of Scores.between, computed from a model's mean on each question. A mean
// is NaN for a question that the model never attempted. degrees is the number of degrees of
// freedom of the sum of squares of the row. It is 0 if the model attempted fewer than two
// questions (or groups of questions).
//
// Without groups, the squares of the row sum to s² / M, which has M − 1 degrees of freedom.
//
// With groups, the squares sum to the variance CR2 of the mean (Bell & McCaffrey 2002, "Bias
// reduction in standard errors for linear regression with multi-stage samples"; Cameron & Miller
// 2015, "A practitioner's guide to cluster-robust inference"). A mean is the regression on a
// constant; its hat matrix H has 1/M everywhere. For a group g of m questions, with f = m/M, the
// block of I − H has the eigenvalue 1 − f for the vector of ones and 1 for vectors orthogonal to
// it. So (I − H)^(−½) divides the sum E of the group's residuals by √(1 − f), and
//
//	CR2 = Σ_g E_g² / (M² (1 − f_g)).
//
// The degrees of freedom are Satterthwaite's, (Σλ)² / Σλ². The λ are the eigenvalues of that
// quadratic form for independent questions with equal variance. The form is Σ_g (v_g'y)² with
// v_g = (1_g − f_g 1) / (M √(1 − f_g)), and
//
//	v_g'v_g = f_g / M,  v_g'v_h = −f_g f_h / (M √((1 − f_g)(1 − f_h))).
//
// The trace is 1/M. With u = f² / (1 − f), the degrees of freedom are
//
//	1 / (Σ f² + (Σ u)² − Σ u²),
//
// which is M − 1 if every group has one question.
func spread(means []float64, groups []int) (row []float64, degrees float64) {
	var count, sum float64
	for _, m := range means {
		if !math.IsNaN(m) {
			count++
			sum += m
		}
	}
	if groups != nil {
		return clusteredSpread(means, groups, count, sum/count)
	}
	for q, m := range means {
		if means[q] = (m - sum/count) / math.Sqrt(count*(count-1)); math.IsNaN(m) {
			means[q] = 0
		}
	}
	return means, count - 1
}

// clusteredSpread does the work of spread for questions that come in groups. count is the number
// of questions that the model attempted, and mean is the mean over these questions.
func clusteredSpread(means []float64, groups []int, count, mean float64) (row []float64, degrees float64) {
	var sizes []float64
	for q, group := range groups {
		for len(row) <= group {
			row, sizes = append(row, 0), append(sizes, 0)
		}
		if !math.IsNaN(means[q]) {
			row[group] += means[q] - mean
			sizes[group]++
		}
	}
	var f2, u, u2 float64
	for g, size := range sizes {
		f := size / count
		if f == 1 {
			return row, 0
		}
		row[g] /= count * math.Sqrt(1-f)
		share := float64(f*f) / (1 - f)
		f2, u, u2 = f2+float64(f*f), u+share, u2+float64(share*share)
	}
	return row, 1 / (f2 + float64(u*u) - u2)
}
