package posterior

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"settle/internal/unfused"
	"settle/metrics"
	"settle/results"
)

// A Parts splits the standard error of a model's mean score into one part that the trials cause
// and one part that the choice of questions causes, in units of the score.
type Parts struct {
	Mean float64 // mean of the sample means of the questions

	// Trials is the standard error due to the trials alone, which applies to the questions
	// of the board. Questions is the additional standard error that arises if these
	// questions are a sample. The sum of the squares of both is the variance of the mean as
	// an estimate for the population of questions.
	Trials, Questions float64

	// ICC is the intraclass correlation: the share of the variance of a single outcome that
	// lies between questions, in [0, 1].
	ICC float64

	// Runs is the difference that the means of two runs, with one trial of each question,
	// exceed by chance in 5 % of cases. Flips is the expected share of questions at which
	// two trials have different outcomes.
	Runs, Flips float64
}

// NewParts returns the Parts of each model, for outcomes with the given weights.
//
// Let v_q be the sample variance of the n_q outcomes of a question (denominator n_q − 1), and s²
// the sample variance of the M questions' means. Then Trials² is Σ v_q/n_q / M², and Questions²
// is b/M with b = max(0, s² − mean(v_q/n_q)).
//
// ICC is the intraclass correlation of a one-way analysis of variance (Shrout & Fleiss,
// Psychological Bulletin 86, 1979, ICC(1,1)). If the numbers of trials differ, the mean group
// size is n₀ = (N − Σ n_q²/N)/(M − 1) with N trials in total. Runs is 1.96·√(2·mean(v_q)/M), but
// at most the range of the weights. Flips is, for each question, the share of pairs of trials
// with different outcomes, averaged over questions. Runs and Flips use the questions with at
// least two trials.
//
// Trials and Questions are NaN if some question has a single trial, because the noise of that
// trial is then unknown. If all questions have a single trial, every field except Mean is NaN.
// Questions and ICC are also NaN if there is a single question. ICC is NaN if all outcomes are
// equal.
func NewParts(w metrics.Weights, t *results.Tally) []Parts {
	parts := make([]Parts, t.Models)
	for model := range parts {
		parts[model] = partsOf(w.Floats(), t, model)
	}
	return parts
}

// rounding is the relative size up to which a difference of two variances counts as 0.
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
			flips = append(flips, flipShare(counts, n))
		}
	}
	m := float64(len(means))
	p := Parts{
		Mean: stat.Mean(means, nil), Trials: math.NaN(), Questions: math.NaN(), ICC: intraclass(means, trials, variances),
		Runs: 1.96 * math.Sqrt(2*stat.Mean(variances, nil)/m), Flips: stat.Mean(flips, nil),
	}
	p.Runs = min(p.Runs, slices.Max(values)-slices.Min(values))
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

// flipShare returns the share of pairs of trials that have two different outcomes. counts holds
// the number of trials by category, and n is the number of all trials.
func flipShare(counts []float64, n float64) float64 {
	alike := 0.0
	for _, k := range counts {
		alike += float64(k * (k - 1))
	}
	return 1 - alike/(n*(n-1))
}

// intraclass returns the intraclass correlation (see Parts.ICC). means and trials hold the mean
// and the number of trials of each question. variances holds the sample variance of each question
// with at least two trials.
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
