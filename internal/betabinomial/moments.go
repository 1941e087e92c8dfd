package betabinomial

import "slices"

// Moments returns for each model a single Beta prior of the chances behind its
// questions, found without any likelihood: its mean is (S + ½)/(N + 1) for S successes
// in all N trials of the model, and the concentration, the same for all models, is the
// one under which as many pairs of trials of a question would differ as do. It is for
// what needs a prior many times and a good one is good enough, such as the average of a
// variance over questions.
//
// It takes nothing but sums, products and quotients, so that it is the same on all
// processors. Two questions of pairs that differ as pairs of different questions do are
// added to the board: few trials, which hardly tell, err to a high concentration, that
// is to the wide side. It lies from 0.05 to 400, as those of Fit do.
func Moments(models [][]Count) []Node {
	nodes := make([]Node, len(models))
	differing := make([]float64, len(models)) // pairs of trials of a question that differ
	chance := make([]float64, len(models))    // likewise, if they were of different questions
	for i, counts := range models {
		var sums moment
		for _, c := range counts {
			sums.add(c)
		}
		m := (sums.successes + 0.5) / (sums.trials + 1)
		nodes[i] = Node{Alpha: m, Beta: 1 - m, Weight: 1}
		differing[i] = sums.differing + float64(imagined*m*(1-m)/float64(len(models)))
		chance[i] = (sums.told + imagined/float64(len(models))) * m * (1 - m)
	}
	correlation := min(max(1-inOrder(differing)/inOrder(chance), 1.0/(1+highest)), 1/(1+lowest))
	for i := range nodes {
		nodes[i].Alpha *= 1/correlation - 1
		nodes[i].Beta *= 1/correlation - 1
	}
	return nodes
}

// inOrder is the sum of numbers, whatever their order: the same bits.
func inOrder(x []float64) (sum float64) {
	slices.Sort(x)
	for _, x := range x {
		sum += x
	}
	return sum
}

// imagined is how many questions Moments adds to a board.
const imagined = 2.0

// moment is sums over the questions of a model.
type moment struct {
	successes, trials float64
	told              float64 // questions of two trials or more
	differing         float64 // over these: the unbiased estimate of p(1 − p)
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
