package posterior

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// Parts are what the standard error of a model's mean over questions is made of, in
// units of the score.
type Parts struct {
	Mean float64 // of the questions' sample means

	// Trials is the standard error on these very questions, and Questions what comes to
	// it because other questions could have been asked: the squares of the two add up to
	// the variance of the mean as an estimate of that over all questions like these.
	Trials, Questions float64

	// ICC is the share of the variance of a single outcome that lies between questions,
	// in [0, 1]: how alike two trials of one question are.
	ICC float64

	// Runs is how far the means of two runs, of one trial of each question each, differ by
	// chance at most, at 95 %. Flips is the share of questions on which two trials differ.
	Runs, Flips float64
}

// NewParts returns the parts of each model's mean, of outcomes worth the given weights.
//
// With v_q the sample variance of the n_q outcomes of a question (denominator n_q − 1)
// and s² that of the M sample means, Trials² is Σ v_q/n_q / M² and Questions² is b/M with
// b = s² − mean(v_q/n_q), or 0 where that is negative. The ICC is that of a one-way analysis
// of variance (Shrout & Fleiss, Psychological Bulletin 86, 1979, ICC(1,1)), with the mean
// group size n₀ = (N − Σ n_q²/N)/(M − 1) of N trials in all where trials differ. Runs is
// 1.96·√(2·mean(v_q)/M), and Flips the mean share of pairs of trials that differ; both go by
// the questions with two trials or more.
//
// Trials and Questions are NaN where a question has a single trial, which does not tell its
// noise; the others but the mean where all have. Questions and ICC are NaN of a single
// question, too, and the ICC where no outcome differs.
func NewParts(w metrics.Weights, t *results.Tally) []Parts {
	parts := make([]Parts, t.Models)
	for model := range parts {
		parts[model] = partsOf(w.Floats(), t, model)
	}
	return parts
}

// rounding is the share of a variance that may be left of it where nothing is.
const rounding = 1e-12

func partsOf(values []float64, t *results.Tally, model int) Parts {
	var means, trials, noises, variances, flips []float64
	counts := make([]float64, len(values))
	for q := range t.Questions {
		n := float64(t.TrialsOf(model, q))
		if n == 0 {
			continue
		}
		counts[0] = n
		for c, count := range t.Row(model)[q*t.Top : (q+1)*t.Top] {
			counts[c+1] = float64(count)
			counts[0] -= float64(count)
		}
		mean, variance := unfused.MeanVariance(values, counts)
		means, trials = append(means, mean), append(trials, n)
		if n > 1 {
			noises = append(noises, variance/(n-1))
			variances = append(variances, variance*n/(n-1))
			flips = append(flips, flipping(counts, n))
		}
	}
	m := float64(len(means))
	p := Parts{
		Mean: stat.Mean(means, nil), Trials: math.NaN(), Questions: math.NaN(), ICC: intraclass(means, trials, variances),
		Runs: 1.96 * math.Sqrt(2*stat.Mean(variances, nil)/m), Flips: stat.Mean(flips, nil),
	}
	if len(noises) < len(means) || len(means) == 0 {
		return p
	}
	noise := stat.Mean(noises, nil)
	p.Trials = math.Sqrt(noise / m)
	if len(means) == 1 {
		return p
	}
	spread := stat.Variance(means, nil)
	between := spread - noise
	if between <= rounding*spread {
		between = 0
	}
	p.Questions = math.Sqrt(between / m)
	return p
}

// flipping returns the share of the pairs of n trials that are of different categories.
func flipping(counts []float64, n float64) float64 {
	alike := 0.0
	for _, k := range counts {
		alike += float64(k * (k - 1))
	}
	return 1 - alike/(n*(n-1))
}

// intraclass returns the ICC of questions with so many trials, given the sample variances of
// the questions with two or more.
func intraclass(means, trials, variances []float64) float64 {
	m, all, squares, left := float64(len(means)), 0.0, 0.0, 0.0
	mean := stat.Mean(means, trials)
	among, within := 0.0, 0.0
	for q, n := range trials {
		all += n
		squares += float64(n * n)
		among += float64(n * float64((means[q]-mean)*(means[q]-mean)))
		if n > 1 {
			within += float64(variances[0] * (n - 1))
			variances, left = variances[1:], left+n-1
		}
	}
	if left == 0 || m < 2 {
		return math.NaN()
	}
	among, within = among/(m-1), within/left
	between := among - within
	if between <= rounding*among {
		between = 0
	}
	between /= (all - squares/all) / (m - 1)
	return between / (between + within)
}
