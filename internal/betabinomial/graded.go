package betabinomial

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distmv"

	"settle/internal/unfused"
)

// A Graded is a number of questions that have the same counts of outcomes by category.
type Graded struct {
	Counts    []int // by category
	Questions int
}

// A Part is the normal distribution of a model's score, given one concentration. The
// posterior of the score is a mixture of Parts.
type Part struct {
	Mu, Sigma, Weight float64

	// Mean and Prior hold parameters of Dirichlet distributions, by category. Mean
	// approximates the posterior of the mean probabilities. Prior is the prior of a
	// question's probabilities if the mean probabilities equal their posterior mean; its
	// parameters add up to the concentration.
	Mean, Prior []float64
}

// FitGraded returns, for each model, the posterior of the model's score as a mixture of
// normal distributions. The score is the sum over the categories of weight times
// probability, averaged over the model's questions.
//
// The probabilities of the categories on a question have the prior Dirichlet(κπ), where
// κ is the model's concentration and π holds the mean probabilities over all questions.
// The concentrations have the same prior as in Fit and are integrated out in the same
// way. The mean probabilities π are uniform on the simplex. Their posterior given κ is
// approximated by a Dirichlet distribution, in which a question of n trials counts as
// n/(1 + (n − 1)/(1 + κ)) trials.
func FitGraded(models [][]Graded, weights []float64) [][]Part {
	marginals, each := make([]curve, len(models)), make([]int, len(models))
	parts := make([][concentrations]Part, len(models))
	for i, counts := range models {
		counts = slices.Clone(counts)
		slices.SortFunc(counts, func(a, b Graded) int { return slices.Compare(a.Counts, b.Counts) })
		for k := range concentrations {
			g := concentrationCounts{math.Exp(logConcentration(k)), counts, nil}
			g.shares = g.effective()
			marginals[i][k] = g.log()
			parts[i][k] = g.part(weights)
		}
		each[i] = 1
	}
	mixtures := make([][]Part, len(models))
	for i, posterior := range pool(marginals, each, hyperpriors()) {
		for k, weight := range posterior {
			parts[i][k].Weight = weight
		}
		mixtures[i] = keep(parts[i][:])
	}
	return mixtures
}

// keep returns the parts whose weight is not negligible. It makes their weights add up
// to 1.
func keep(parts []Part) []Part {
	var largest, sum float64
	for _, p := range parts {
		largest = max(largest, p.Weight)
	}
	kept := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Weight <= negligible*largest })
	for _, p := range kept {
		sum += p.Weight
	}
	for i := range kept {
		kept[i].Weight /= sum
	}
	return kept
}

// concentrationCounts holds a model's counts together with one value of the concentration.
type concentrationCounts struct {
	concentration float64
	counts        []Graded
	shares        []float64 // Dirichlet parameters of the posterior of the mean probabilities
}

// effective returns the Dirichlet parameters of the posterior of the mean
// probabilities.
func (g concentrationCounts) effective() []float64 {
	shares := make([]float64, len(g.counts[0].Counts))
	for category := range shares {
		shares[category] = 1
	}
	for _, c := range g.counts {
		worth := float64(c.Questions) / (1 + (float64(trialsOf(c))-1)/(1+g.concentration))
		for category, n := range c.Counts {
			shares[category] += float64(worth * float64(n))
		}
	}
	return shares
}

func trialsOf(c Graded) (n int) {
	for _, count := range c.Counts {
		n += count
	}
	return n
}

// log returns the log likelihood of the concentration. This likelihood is computed as
// the likelihood of the mean probabilities divided by their posterior density, both
// evaluated at the posterior mean of these probabilities.
func (g concentrationCounts) log() float64 {
	pi := slices.Clone(g.shares)
	floats.Scale(1/floats.Sum(pi), pi)
	var sum float64
	for _, c := range g.counts {
		one := logGamma(g.concentration) - logGamma(g.concentration+float64(trialsOf(c)))
		for category, n := range c.Counts {
			if n > 0 {
				a := float64(g.concentration * pi[category])
				one += logGamma(a+float64(n)) - logGamma(a)
			}
		}
		sum += float64(float64(c.Questions) * one)
	}
	return sum - distmv.NewDirichlet(g.shares, nil).LogProb(pi)
}

// part returns a normal approximation of the posterior of the score, given the
// concentration. The categories have the given weights in the score.
func (g concentrationCounts) part(weights []float64) Part {
	total := floats.Sum(g.shares)
	mean, spread := unfused.MeanVariance(weights, g.shares)
	p := Part{
		Mu: mean, Mean: g.shares,
		Prior: floats.ScaleTo(make([]float64, len(weights)), g.concentration/total, g.shares),
	}
	nu := make([]float64, len(weights))
	var shift, variance, questions, slope float64
	for _, c := range g.counts {
		for category, n := range c.Counts {
			nu[category] = p.Prior[category] + float64(n)
		}
		mass, times := g.concentration+float64(trialsOf(c)), float64(c.Questions)
		own, of := unfused.MeanVariance(weights, nu)
		questions += times
		shift += float64(times * (own - mean))
		variance += float64(times * of / (mass + 1))
		slope += float64(times * g.concentration / mass)
	}
	slope /= questions
	p.Mu += shift / questions
	p.Sigma = math.Sqrt(variance/(questions*questions) + float64(slope*slope*spread/(total+1)))
	return p
}
