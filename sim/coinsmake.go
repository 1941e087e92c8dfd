package sim

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
)

// The coins of section 2.7 of the paper answer 30 questions. The probabilities of LLM i
// are Beta(a, 18 − a) distributed, with the i-th of the following a, and have the
// published means. The two models with a = 7 are identical.
const (
	paperQuestions = 30

	// PaperConcentration is the sum of the two parameters of the Beta distributions of
	// the paper's coins.
	PaperConcentration = 18
)

var (
	paperAlphas = []float64{4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13}

	// PaperMeans holds the true means of the paper's coins, LLM1 to LLM11.
	PaperMeans = []float64{0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327}
)

// Paper returns the coins of Fig. 2, for which only the means are published. The
// probabilities are Beta draws from the seed. Their logits are shifted by one constant
// per model until the mean is the published one. They are rounded to millionths such that
// the mean is exact. LLM4 and LLM5 are identical.
func Paper(seed uint64) *Coins {
	return paper(func(model int, beta distuv.Beta) []float64 {
		return betaDraws(rng.New(seed, "paper coins", model), beta, paperQuestions)
	})
}

// PaperQuantile returns the paper's coins without a seed: instead of draws it uses the
// quantiles of the same Beta distributions at (i − ½)/30.
func PaperQuantile() *Coins {
	return paper(func(_ int, beta distuv.Beta) []float64 { return betaQuantiles(beta, paperQuestions) })
}

// Quantiles returns the probabilities of one model at M questions, without a seed. They
// are the quantiles at (i − ½)/M of the Beta distribution with the given mean in (0, 1)
// and the given concentration above 0, the sum of its parameters. Their logits are
// shifted by one constant until their mean is the given one, and they are rounded to
// millionths. For an infinite concentration all probabilities equal the mean.
func Quantiles(mean, concentration float64, questions int) []float64 {
	if math.IsInf(concentration, 1) {
		return inMillionths(slices.Repeat([]float64{mean}, questions), mean)
	}
	beta := distuv.Beta{Alpha: concentration * mean, Beta: concentration * (1 - mean)}
	return shiftToMean(betaQuantiles(beta, questions), mean)
}

func betaQuantiles(beta distuv.Beta, questions int) []float64 {
	p := make([]float64, questions)
	for i := range p {
		p[i] = beta.Quantile((float64(i) + 0.5) / float64(questions))
	}
	return p
}

func paper(values func(model int, beta distuv.Beta) []float64) *Coins {
	models := make([]string, len(PaperMeans))
	p := make([][]float64, len(PaperMeans))
	for i, a := range paperAlphas {
		models[i] = fmt.Sprintf("LLM%d", i+1)
		if i > 0 && a == paperAlphas[i-1] {
			p[i] = p[i-1]
			continue
		}
		p[i] = shiftToMean(values(i, distuv.Beta{Alpha: a, Beta: PaperConcentration - a}), PaperMeans[i])
	}
	return newCoins(models, p)
}

// DefaultSpread is the distance in logits between the means of the worst and the best
// of the paper's coins, which are 0.2332 and 0.7327.
const DefaultSpread = 2.2

// maxRandom is the largest number of probabilities that Random draws, which takes some
// seconds.
const maxRandom = 1_000_000

// Random returns any number of coins like the paper's. From the worst model to the
// best, the true means are evenly spaced on the logit scale, over spread logits around
// ½. The probabilities are drawn from the Beta distribution with the model's mean and
// the paper's concentration of 18, shifted so that their mean is exact, and rounded to
// millionths. Random returns an error unless there are at least one model and question,
// at most a million probabilities in all, and spread is in [0, 20].
func Random(models, questions int, spread float64, seed uint64) (*Coins, error) {
	r := recipe{
		models: models, questions: questions, family: families[0], parameters: map[string]float64{"spread": spread},
	}
	return r.draw(seed)
}

// checkRandom returns an error for sizes and spreads that Random rejects.
func checkRandom(models, questions int, spread float64) error {
	switch {
	case models < 1 || questions < 1:
		return fmt.Errorf("coins require at least one model and one question, not %d and %d", models, questions)
	case models > maxRandom/questions:
		return fmt.Errorf("%d models × %d questions exceed the limit of %d probabilities", models, questions, maxRandom)
	}
	return checkSpread(spread)
}

// checkSpread returns an error if the distance in logits between the worst and the best
// model is out of range.
func checkSpread(spread float64) error {
	if !(spread >= 0 && spread <= 20) {
		return fmt.Errorf("spread is %v logits; it must be from 0 to 20", spread)
	}
	return nil
}

// abilityOf returns the logit of a model's ability. The abilities of models are evenly
// spaced.
func abilityOf(model, models int, spread float64) float64 {
	if models == 1 {
		return 0
	}
	return spread * (float64(model)/float64(models-1) - 0.5)
}

// betaDraws draws by gonum, whose gamma variables take about two normal numbers per
// draw. On arm64, package rand fuses operations before a comparison. One number in 10⁹
// then differs there, and with it all later numbers of the coin.
func betaDraws(stream *rng.Stream, beta distuv.Beta, n int) []float64 {
	beta.Src = stream
	p := make([]float64, n)
	for i := range p {
		p[i] = beta.Rand()
	}
	return p
}

// shiftToMean adds one constant to the logits of the probabilities p such that the mean
// of p becomes the given mean in (0, 1). It rounds p to millionths. The mean is then
// the multiple of 10^-6/len(p) nearest to the given mean.
func shiftToMean(p []float64, mean float64) []float64 {
	logits := make([]float64, len(p))
	for i, x := range p {
		x = min(max(x, 1e-12), 1-1e-12) // a draw of exactly 0 or 1 could not be shifted
		logits[i] = math.Log(x / (1 - x))
	}
	shifted := make([]float64, len(p))
	low, high := -100.0, 100.0
	for {
		shift := float64((low + high) / 2)
		var total float64
		for i, logit := range logits {
			shifted[i] = logistic(logit + shift)
			total += shifted[i]
		}
		switch {
		case shift == low || shift == high:
			return inMillionths(shifted, mean)
		case total < mean*float64(len(p)):
			low = shift
		default:
			high = shift
		}
	}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
