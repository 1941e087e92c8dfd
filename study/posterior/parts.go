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
}

// NewParts returns the parts of each model's mean, of outcomes worth the given weights.
//
// With v_q the sample variance of the n_q outcomes of a question (denominator n_q − 1)
// and s² that of the M sample means, Trials² is Σ v_q/n_q / M², Questions² is b/M with
// b = s² − mean(v_q/n_q), or 0 where that is negative, and the ICC is b/(b + mean(v_q)):
// of equally many trials of each question that of a one-way analysis of variance (Shrout
// & Fleiss, Psychological Bulletin 86, 1979, ICC(1,1)).
//
// All but the mean are NaN where a question has a single trial, which does not tell its
// noise; Questions and ICC also of a single question, and the ICC where no outcome differs.
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
	var means, noises []float64
	within, single := 0.0, false
	counts := make([]float64, len(values))
	for q := range t.Questions {
		trials := t.TrialsOf(model, q)
		if trials == 0 {
			continue
		}
		n := float64(trials)
		counts[0] = n
		for c, count := range t.Row(model)[q*t.Top : (q+1)*t.Top] {
			counts[c+1] = float64(count)
			counts[0] -= float64(count)
		}
		mean, variance := unfused.MeanVariance(values, counts)
		means = append(means, mean)
		if single = single || trials == 1; !single {
			noises = append(noises, variance/(n-1))
			within += variance * n / (n - 1)
		}
	}
	m := float64(len(means))
	p := Parts{Mean: stat.Mean(means, nil), Trials: math.NaN(), Questions: math.NaN(), ICC: math.NaN()}
	if single || len(means) == 0 {
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
	p.ICC = between / (between + within/m)
	return p
}
