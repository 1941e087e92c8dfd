package posterior

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/metrics"
	"settle/results"
)

// A Component is one part of a variance, with the limits Lo and Hi of its confidence interval.
// All fields are in squared units of the score and at least 0.
type Component struct{ Variance, Lo, Hi float64 }

// Components holds the two parts of the variance of the observed score difference between two
// models at a random question.
type Components struct {
	Between Component // variance of the true difference between questions
	Within  Component // variance from the noise of the trials, at the board's numbers of trials
}

// NewComponents splits the variance of the score difference between models i and j into two
// parts: the variance between questions and the noise of the trials. Each part has its own
// interval, at the given confidence for that part alone. ok is false if the noise cannot be
// estimated: if scores are not sample means, if questions come in groups, if there are fewer than
// three questions, or if a model has fewer than two trials of some question.
//
// Let s² be the sample variance of the M observed differences, one per question. Let w be the
// mean of the unbiased estimates w_q of the noise in these differences. The parts are max(0, s² −
// w) and w. Both s² and w are approximated by χ² variables with degrees of freedom that match
// their variances. The variance of s² is estimated from the kurtosis of the differences
// (Shoemaker 2003, "Fixing the F test for equal variances"), and the variance of w from the
// variance of the w_q (Satterthwaite 1946). The interval of s² − w is the modified large-sample
// interval of Ting, Burdick, Graybill, Jeyaratnam & Lu 1990, "Confidence intervals on linear
// combinations of variance components that are unrestricted in sign".
func NewComponents(m metrics.Estimator, t *results.Tally, i, j int, confidence float64) (c Components, ok bool) {
	gaps, noise, ok := gapsOf(m, t, i, j)
	if !ok {
		return c, false
	}
	alpha := float64((1 - confidence) / 2)
	total, totalDF := spreadOf(gaps)
	within, withinDF := meanOf(noise)
	if total == 0 {
		return c, true
	}
	c.Within = Component{Variance: within}
	if within > 0 {
		c.Within.Lo = within * withinDF / chi(1-alpha, withinDF)
		c.Within.Hi = within * withinDF / chi(alpha, withinDF)
	}
	lo, hi := unrestrictedInterval(total, totalDF, within, withinDF, alpha)
	c.Between = Component{max(0, total-within), max(0, lo), max(0, hi)}
	return c, true
}

// gapsOf returns the difference between the mean scores of two models at each question. noise
// holds the variance of each difference, estimated from the trials of both models. ok is false if
// that variance cannot be estimated.
func gapsOf(m metrics.Estimator, t *results.Tally, i, j int) (gaps, noise []float64, ok bool) {
	pair := t.Part([]int{i, j}, nil)
	if pair.LeastMet() < 2 || pair.Trials == 0 || t.Groups != nil || t.Questions < 3 {
		return nil, nil, false
	}
	var means [2][]float64
	for model := range means {
		var err error
		if means[model], err = metrics.QuestionMeans(m, pair, model); err != nil {
			return nil, nil, false
		}
	}
	for q := range pair.Questions {
		one := pair.Part(nil, []int{q})
		a, sampled := metrics.SamplingNoise(m, one, 0)
		b, _ := metrics.SamplingNoise(m, one, 1)
		if !sampled {
			return nil, nil, false
		}
		gaps, noise = append(gaps, means[0][q]-means[1][q]), append(noise, a.Within+b.Within)
	}
	return gaps, noise, true
}

// spreadOf returns the sample variance s² of the values x. df is the number of degrees of freedom
// of a χ² variable that matches the variance of s²: 2s⁴ divided by that variance. The variance of
// s² is s⁴ (κ/M + 2/(M − 1)), where M is the number of values and κ their excess kurtosis.
func spreadOf(x []float64) (variance, df float64) {
	n := float64(len(x))
	mean, m2, m4 := 0.0, 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		d := float64((v - mean) * (v - mean))
		m2 += d / n
		m4 += float64(d*d) / n
	}
	if m2 == 0 {
		return 0, 0
	}
	excess := m4/float64(m2*m2) - 3
	return m2 * n / (n - 1), min(max(1, 2/max(excess/n+2/(n-1), 1e-9)), float64(10*n))
}

// meanOf returns the mean of the estimated variances x. df is the number of degrees of freedom of
// a χ² variable that matches the variance of the mean: twice the squared mean divided by that
// variance.
func meanOf(x []float64) (mean, df float64) {
	n := float64(len(x))
	for _, v := range x {
		mean += v / n
	}
	var squares float64
	for _, v := range x {
		squares += float64((v - mean) * (v - mean))
	}
	own := squares / (n * (n - 1))
	if mean == 0 || own == 0 {
		return mean, 100 * n
	}
	return mean, min(2*float64(mean*mean)/own, 100*n)
}

// unrestrictedInterval returns a confidence interval for the difference of two variances. a and b
// are their estimates, with n1 and n2 degrees of freedom. The tail probability is alpha on each
// side.
func unrestrictedInterval(a, n1, b, n2, alpha float64) (lo, hi float64) {
	g1, h1 := 1-n1/chi(1-alpha, n1), n1/chi(alpha, n1)-1
	g2, h2 := 1-n2/chi(1-alpha, n2), n2/chi(alpha, n2)-1
	f := distuv.F{D1: n1, D2: n2}
	f1, f2 := f.Quantile(1-alpha), f.Quantile(alpha)
	square := func(x float64) float64 { return float64(x * x) }
	g12 := (square(f1-1) - square(g1*f1) - square(h2)) / f1
	h12 := (square(1-f2) - square(h1*f2) - square(g2)) / f2
	below := square(g1*a) + square(h2*b) + float64(g12*a*b)
	above := square(h1*a) + square(g2*b) + float64(h12*a*b)
	return a - b - math.Sqrt(max(0, below)), a - b + math.Sqrt(max(0, above))
}

// chi returns the quantile at probability p of a χ² variable with df degrees of freedom.
func chi(p, df float64) float64 { return distuv.ChiSquared{K: df}.Quantile(p) }
