package audit

import (
	"fmt"
	"math"
	"slices"

	"settle/internal/unfused"
	"settle/results/logs"
)

// An attempts holds the outcomes in a group of logs, by question. Within a question, they are in
// the order of the trials. Attempts without an outcome are only counted.
type attempts struct {
	names  []string
	places map[string]int
	trials [][]float64 // outcomes of each question
	labels [][]int64   // labels of the trials with these outcomes
	failed []int       // by question: number of attempts without an outcome
}

// attemptsOf collects the attempts of all logs in a group.
func attemptsOf(group []*logs.Log) attempts {
	a := attempts{places: map[string]int{}}
	for i, log := range group {
		questions := log.Questions()
		for attempt := range log.All() {
			q := a.place(questions[attempt.Question])
			if math.IsNaN(attempt.Outcome) {
				a.failed[q]++
				continue
			}
			label := attempt.Trial
			if !log.Numbered && len(group) > 1 {
				label = int64(i)
			}
			a.trials[q] = append(a.trials[q], attempt.Outcome)
			a.labels[q] = append(a.labels[q], label)
		}
	}
	for q := range a.trials {
		a.sort(q)
	}
	return a
}

func (a *attempts) place(name string) int {
	q, known := a.places[name]
	if !known {
		q = len(a.names)
		a.places[name] = q
		a.names = append(a.names, name)
		a.trials, a.labels, a.failed = append(a.trials, nil), append(a.labels, nil), append(a.failed, 0)
	}
	return q
}

// sort sorts the trials of a question by their labels.
func (a *attempts) sort(q int) {
	if slices.IsSorted(a.labels[q]) {
		return
	}
	order := make([]int, len(a.labels[q]))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return int(min(1, max(-1, a.labels[q][i]-a.labels[q][j]))) })
	sorted := make([]float64, len(order))
	for i, from := range order {
		sorted[i] = a.trials[q][from]
	}
	a.trials[q] = sorted
}

// recompute computes a published number again from the attempts. If it cannot, it returns NaN
// and the reason.
func (a attempts) recompute(p logs.Published) (x float64, why string) {
	if p.Rule == logs.RuleUnknown {
		return math.NaN(), p.Why
	}
	chosen := a.includedTrials(p)
	if len(chosen) == 0 {
		return math.NaN(), "no attempt has an outcome"
	}
	lenient := p.Rule == logs.GPassAtK || p.Rule == logs.PassAtK && !p.Printed
	if fewest := fewestTrials(chosen); fewest < p.K && !lenient {
		return math.NaN(), fmt.Sprintf("a question has only %d of %d trials", fewest, p.K)
	}
	switch p.Rule {
	case logs.PassHatK, logs.PassAtK, logs.GPassAtK:
	default:
		if p.K > 0 {
			for i := range chosen {
				chosen[i] = chosen[i][:p.K]
			}
		}
	}
	x = apply(p, chosen)
	if p.Scale != 0 {
		x *= p.Scale
	}
	return x, ""
}

// question computes the value of one question, by the rule of the published number p. It returns
// NaN for an unknown question or one without trials.
func (a attempts) question(name string, p logs.Published) float64 {
	q, known := a.places[name]
	if !known || len(a.trials[q]) == 0 {
		return math.NaN()
	}
	if p.Rule == logs.PassAtK {
		return passAtK(a.trials[q], p.K)
	}
	return reduce(p.Reduce, a.trials[q])
}

// includedTrials returns, by question, the trials from which a published number is computed. It
// leaves out questions without trials.
func (a attempts) includedTrials(p logs.Published) [][]float64 {
	var chosen [][]float64
	for q, trials := range a.trials {
		if p.Zeros {
			trials = slices.Concat(trials, make([]float64, a.failed[q]))
		}
		if len(trials) > 0 && (p.Among == nil || p.Among[a.names[q]]) {
			chosen = append(chosen, trials)
		}
	}
	return chosen
}

func fewestTrials(chosen [][]float64) int {
	fewest := math.MaxInt
	for _, trials := range chosen {
		fewest = min(fewest, len(trials))
	}
	return fewest
}

// apply computes a number from the trials of the chosen questions, by the rule that the published
// number p uses.
func apply(p logs.Published, chosen [][]float64) float64 {
	over := func(of func(trials []float64) float64) []float64 {
		values := make([]float64, len(chosen))
		for q, trials := range chosen {
			values[q] = of(trials)
		}
		return values
	}
	reduced := func(trials []float64) float64 { return reduce(p.Reduce, trials) }
	switch p.Rule {
	case logs.Mean:
		return mean(over(reduced))
	case logs.StdErr:
		return deviation(over(reduced)) / math.Sqrt(float64(len(chosen)))
	case logs.NormalBound:
		p.Rule = logs.StdErr
		return mean(over(reduced)) + float64(p.T*apply(p, chosen))
	case logs.Deviation:
		return deviation(over(reduced))
	case logs.Variance:
		return variance(over(reduced))
	case logs.MeanAttempts:
		return mean(slices.Concat(chosen...))
	case logs.PassAtK:
		return mean(over(func(trials []float64) float64 { return passAtK(trials, p.K) }))
	case logs.PassHatK:
		return mean(over(func(trials []float64) float64 { return probabilityAtLeast(len(trials), countCorrect(trials), p.K, p.K) }))
	case logs.GPassAtK:
		return mean(over(func(trials []float64) float64 { return gPassAtK(trials, p.K, p.T) }))
	case logs.MeanDeviation:
		return mean(over(deviation))
	case logs.DeviationOfTrials:
		return deviation(trialMeans(chosen))
	case logs.StdErrOfTrials:
		means := trialMeans(chosen)
		return deviation(means) / math.Sqrt(float64(len(means)))
	}
	panic(fmt.Sprintf("audit: rule %d", p.Rule))
}

// trialMeans returns the mean outcome over questions for the first trial, the second trial, and so
// on. It stops at the last trial that all questions have.
func trialMeans(chosen [][]float64) []float64 {
	means := make([]float64, fewestTrials(chosen))
	column := make([]float64, len(chosen))
	for n := range means {
		for q, trials := range chosen {
			column[q] = trials[n]
		}
		means[n] = mean(column)
	}
	return means
}

// mean returns the mean of values, which can be infinite. (unfused.MeanVariance subtracts the
// first value, so it returns NaN if that value is infinite.)
func mean(values []float64) float64 {
	sum := 0.0
	for _, x := range values {
		sum += x
	}
	return sum / float64(len(values))
}

// variance returns the sample variance of values, or 0 for a single value.
func variance(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	ones := slices.Repeat([]float64{1}, len(values))
	_, v := unfused.MeanVariance(values, ones)
	return v * float64(len(values)) / float64(len(values)-1)
}

func deviation(values []float64) float64 { return math.Sqrt(variance(values)) }

// reduce returns one value for all trials of a question, such as their mean or median, by rule r.
func reduce(r logs.Reduce, trials []float64) float64 {
	switch r.By {
	case logs.ByMode:
		return mode(trials)
	case logs.ByMedian:
		return median(trials)
	case logs.ByMax:
		return slices.Max(trials)
	case logs.ByPassAtK:
		return passAtK(trials, r.K)
	case logs.ByAtLeastK:
		if countCorrect(trials) >= r.K {
			return 1
		}
		return 0
	}
	return mean(trials)
}

// mode returns the most frequent value of the trials. If several are equally frequent, it
// returns the one that occurs first.
func mode(trials []float64) float64 {
	counts := map[float64]int{}
	most := 0
	for _, x := range trials {
		counts[x]++
		most = max(most, counts[x])
	}
	at := slices.IndexFunc(trials, func(x float64) bool { return counts[x] == most })
	return trials[at]
}

func median(trials []float64) float64 {
	sorted := slices.Sorted(slices.Values(trials))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// countCorrect returns the number of correct trials. A trial is correct if its value is at least
// 1.
func countCorrect(trials []float64) int {
	c := 0
	for _, x := range trials {
		if x >= 1 {
			c++
		}
	}
	return c
}

// passAtK returns 1 − C(n−c, k)/C(n, k), the estimate of pass@k if c of n trials are correct. It
// returns 1 if n − c < k, even if there are fewer than k trials, as the tools do.
func passAtK(trials []float64, k int) float64 {
	n, c := len(trials), countCorrect(trials)
	if n-c < k {
		return 1
	}
	return 1 - probabilityAtLeast(n, n-c, k, k)
}

// gPassAtK returns the probability that at least ⌈t·k⌉, and at least one, of k trials drawn
// without replacement are correct. It returns 0 if there are fewer than k trials.
func gPassAtK(trials []float64, k int, t float64) float64 {
	if len(trials) < k {
		return 0
	}
	return probabilityAtLeast(len(trials), countCorrect(trials), k, max(1, int(math.Ceil(t*float64(k)))))
}

// probabilityAtLeast returns the probability that at least m marked items are among k items,
// drawn without replacement from n items with c marked ones. Each term is the previous term
// times a ratio, so no binomial coefficient overflows.
func probabilityAtLeast(n, c, k, m int) float64 {
	if m > min(c, k) || k > n {
		return 0
	}
	term, top := 1.0, min(c, k) // the largest possible number of marked items
	if top == k {
		for i := range k { // C(c, k)/C(n, k)
			term *= float64(c-i) / float64(n-i)
		}
	} else {
		for i := range c { // C(n−c, k−c)/C(n, k) = C(k, c)/C(n, c)
			term *= float64(k-i) / float64(n-i)
		}
	}
	sum := 0.0
	for j := top; j >= m; j-- {
		sum += term
		// from j marked items to j−1
		term = float64(term * (float64(j) * float64(n-c-k+j) / (float64(c-j+1) * float64(k-j+1))))
	}
	return sum
}
