package betabinomial

import "slices"

// Moments returns a single Beta prior for each model, by the method of moments. The
// prior describes the success probabilities of the model's questions. If the model has
// S successes in all its N trials, the mean of the prior is (S + ½)/(N + 1). All models
// get the same concentration. With this concentration, two trials of one question are
// expected to have different outcomes as often as they do in the counts. Use Moments if
// many priors are needed and a good prior suffices, for example to average a variance
// over questions.
//
// Moments uses only sums, products and quotients, so that the result is the same on all
// processors. It adds two imaginary questions that look as if all questions of a model
// were equally hard. With few trials, the concentration is therefore too high rather
// than too low, and intervals are too wide rather than too narrow. The concentration
// lies between 0.05 and 400, as in Fit.
func Moments(models [][]Count) []Node {
	nodes := make([]Node, len(models))
	differing := make([]float64, len(models)) // pairs of trials of the same question with different outcomes
	chance := make([]float64, len(models))    // the same, expected for trials of different questions
	for i, counts := range models {
		var sums moment
		for _, c := range counts {
			sums.add(c)
		}
		m := (sums.successes + 0.5) / (sums.trials + 1)
		nodes[i] = Node{Alpha: m, Beta: 1 - m, Weight: 1}
		differing[i] = sums.differing + float64(imaginaryQuestions*m*(1-m)/float64(len(models)))
		chance[i] = (sums.told + imaginaryQuestions/float64(len(models))) * m * (1 - m)
	}
	correlation := min(max(1-sumSorted(differing)/sumSorted(chance), 1.0/(1+highest)), 1/(1+lowest))
	for i := range nodes {
		nodes[i].Alpha *= 1/correlation - 1
		nodes[i].Beta *= 1/correlation - 1
	}
	return nodes
}

// sumSorted returns the sum of the numbers. It sorts them first, so that their original
// order does not change the rounding.
func sumSorted(x []float64) (sum float64) {
	slices.Sort(x)
	for _, x := range x {
		sum += x
	}
	return sum
}

// imaginaryQuestions is the number of imaginary questions that Moments adds to the
// counts of all models together.
const imaginaryQuestions = 2.0

// A moment holds sums over all questions of one model.
type moment struct {
	successes, trials float64
	told              float64 // number of questions with at least two trials
	differing         float64 // sum, over the questions with at least two trials, of the unbiased estimate of p(1 − p)
}

func (m *moment) add(c Count) {
	successes, trials, questions := float64(c.Successes), float64(c.Trials), float64(c.Questions)
	m.successes += float64(questions * successes)
	m.trials += float64(questions * trials)
	if c.Trials > 1 {
		m.told += questions
		m.differing += float64(questions * successes * (trials - successes) / (trials * (trials - 1)))
	}
}
