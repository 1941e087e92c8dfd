package sim

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"settle/internal/rng"
)

// The coins of section 2.7 of the paper have 30 questions. The probabilities of the
// i-th model are drawn from Beta(a, 18 − a), where a is the i-th number in paperAlphas.
// They are then shifted, so that their mean is the published mean. The two models with
// a = 7 are identical.
const (
	paperQuestions = 30

	// PaperConcentration is the sum of the two parameters of each Beta distribution that
	// the paper's coins use.
	PaperConcentration = 18
)

var (
	paperAlphas = []float64{4, 5, 6, 7, 7, 8, 9, 10, 11, 12, 13}

	// PaperMeans holds the true means of the paper's coins, LLM1 to LLM11.
	PaperMeans = []float64{0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327}
)

// Paper returns the coins (simulated models) of Fig. 2 of "Don't Pass@k", for which the paper
// publishes only the means. Their probabilities are drawn from Beta distributions with the seed.
// One constant per model is added to the logits, so that the mean equals the published mean. It
// still does after rounding to millionths. LLM4 and LLM5 are identical.
func Paper(seed uint64) *Coins {
	return paper(func(model int, beta distuv.Beta) []float64 {
		return betaDraws(rng.New(seed, "paper coins", model), beta, paperQuestions)
	})
}

// PaperQuantile returns the paper's coins without random draws. It uses the quantiles
// of the same Beta distributions at (i − ½)/30 for i = 1..30.
func PaperQuantile() *Coins {
	return paper(func(_ int, beta distuv.Beta) []float64 { return betaQuantiles(beta, paperQuestions) })
}

// Quantiles returns one model's probabilities at M questions, without random draws. They are the
// quantiles at (i − ½)/M, for i = 1..M, of a Beta distribution with the given mean in (0, 1). The
// concentration, above 0, is the sum of the distribution's two parameters. One constant is then
// added to the logits, and the probabilities are rounded to millionths. Their mean is now the
// multiple of 10^-6/M nearest to the given mean. With an infinite concentration, all
// probabilities equal the mean.
func Quantiles(mean, concentration float64, questions int) []float64 {
	if math.IsInf(concentration, 1) {
		return roundToMillionths(slices.Repeat([]float64{mean}, questions), mean)
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

// DefaultSpread is the distance, in logits, between the true means of the worst and the
// best of the paper's coins, 0.2332 and 0.7327.
const DefaultSpread = 2.2

// maxRandom is the largest number of probabilities that Random draws. Drawing that many
// takes some seconds.
const maxRandom = 1_000_000

// Random returns coins like the paper's, of any size. From the worst model to the best, the true
// means are evenly spaced on the logit scale, symmetrically around ½. The spread is the distance
// between the worst and the best, in logits. Each model's probabilities are drawn from the Beta
// distribution with its mean and the paper's concentration of 18. They are shifted so that their
// mean is exact, and rounded to millionths. Random returns an error unless models and questions
// are at least 1, their product is at most a million, and spread is in [0, 20].
func Random(models, questions int, spread float64, seed uint64) (*Coins, error) {
	r := recipe{
		models: models, questions: questions, family: families[0], parameters: map[string]float64{"spread": spread},
	}
	return r.draw(seed)
}

// checkRandom returns an error if Random does not accept the given sizes or spread.
func checkRandom(models, questions int, spread float64) error {
	switch {
	case models < 1 || questions < 1:
		return fmt.Errorf("coins require at least one model and one question, not %d and %d", models, questions)
	case models > maxRandom/questions:
		return fmt.Errorf("%d models × %d questions exceed the limit of %d probabilities", models, questions, maxRandom)
	}
	return checkSpread(spread)
}

// checkSpread returns an error if spread, the distance in logits between the worst and
// the best model, is out of range.
func checkSpread(spread float64) error {
	if !(spread >= 0 && spread <= 20) {
		return fmt.Errorf("spread is %v logits; it must be from 0 to 20", spread)
	}
	return nil
}

// abilityOf returns a model's ability as a logit. The abilities are evenly spaced from −spread/2
// for the first model to spread/2 for the last. A single model has ability 0.
func abilityOf(model, models int, spread float64) float64 {
	if models == 1 {
		return 0
	}
	return spread * (float64(model)/float64(models-1) - 0.5)
}

// betaDraws returns n draws from a Beta distribution. On arm64, about one draw in 10⁹ differs from
// the draw on other processors, because package rand fuses operations before a comparison. All
// later draws of the stream then differ too.
func betaDraws(stream *rng.Stream, beta distuv.Beta, n int) []float64 {
	beta.Src = stream
	p := make([]float64, n)
	for i := range p {
		p[i] = beta.Rand()
	}
	return p
}

// shiftToMean adds one constant to the logits of the probabilities p, so that their
// mean becomes the given mean in (0, 1). It rounds p to millionths. The mean is then
// the multiple of 10^-6/len(p) nearest to the given mean.
func shiftToMean(p []float64, mean float64) []float64 {
	logits := make([]float64, len(p))
	for i, x := range p {
		x = min(max(x, 1e-12), 1-1e-12) // a draw of exactly 0 or 1 has no finite logit
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
			return roundToMillionths(shifted, mean)
		case total < mean*float64(len(p)):
			low = shift
		default:
			high = shift
		}
	}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
