package metrics

import (
	"context"
	"fmt"
	"math"
	"slices"

	"settle/internal/betabinomial"
	"settle/internal/unfused"
	"settle/results"
)

// A Fittable is an Estimator whose prior is fitted to the board that it scores. Its
// result for one model therefore depends on all models.
type Fittable interface {
	Estimator

	// Fit fits the prior to a tally that passes Check. The returned Estimator holds the
	// scores and estimates of this tally and panics for any other tally.
	Fit(ctx context.Context, t *results.Tally) (Estimator, error)
}

// Fit returns m with its prior fitted to the tally, or m itself if it is not a
// Fittable.
func Fit(ctx context.Context, m Estimator, t *results.Tally) (Estimator, error) {
	if f, ok := m.(Fittable); ok {
		return f.Fit(ctx, t)
	}
	return m, nil
}

// isFitted reports whether a metric's prior is fitted to the board. It returns true
// both before and after the fit.
func isFitted(m Metric) bool {
	switch m.(type) {
	case *fittedMetric, *fit:
		return true
	}
	return false
}

// fittedMetric is a metric whose scores are posterior means, where the prior is fitted
// to the board.
type fittedMetric struct {
	name     string
	weights  Weights           // weights of the categories, for bayes
	question conditionalScorer // nil for graded outcomes
	sampled  Targeter          // the score without a prior; nil for bayes
	product  *Geometric        // set if the metric is not a mean over questions; nil otherwise
	anew     bool              // the mean is over all similar questions, not only the questions of the board
	known    bool              // the prior uses the difficulty of questions, estimated from the other models
	fitTo    func(models [][]betabinomial.Count) [][]betabinomial.Node
}

// A conditionalScorer computes the expected score of a question whose probability of
// success has the distribution Beta(α, β).
type conditionalScorer interface {
	posterior(alpha, beta float64) moments
	impossible() float64 // the score if the probability is 0
	limits() Bounds
}

// BayesFitted returns Bayes@N with a prior that is fitted to the board. A model's
// probabilities of success on the questions have a Beta distribution, with a mean and a
// concentration for each model. Both are estimated from the model's own counts, and the
// concentration also from the other models. σ and the interval include the uncertainty
// of these estimates (see package betabinomial). A uniform prior per question would
// imply a prior of ½ ± 1/√(12M) for the mean of M questions; the fitted prior does not.
//
// For graded outcomes the distribution is Dirichlet instead of Beta.
func BayesFitted(w Weights) Fittable {
	m := &fittedMetric{name: "bayes:fitted", weights: w, fitTo: betabinomial.Fit}
	if w.Len() == 2 {
		m.question = line{w.Float(0), w.Float(1)}
	}
	return m
}

// rootCurve is the score √(Pass@k · Pass^k) of one question. Its mean and variance are
// computed to first order around the posterior means of Pass@k and Pass^k.
type rootCurve struct{ *Geometric }

func (c rootCurve) posterior(alpha, beta float64) moments {
	var p factors
	for i, u := range []*UStatistic{c.a, c.b, c.sum} {
		p[i] = u.kernel().posterior(alpha, beta)
	}
	e := p.root()
	return moments{e.Mu, e.Sigma * e.Sigma}
}

func (c rootCurve) impossible() float64 { return 0 }
func (c rootCurve) limits() Bounds      { return Bounds{0, 1} }

// Fitted returns a metric whose score is the posterior mean of the expected score of K
// trials. The prior is fitted to the board, as in BayesFitted. The metric has a score
// at every n ≥ 1. If n is less than K, the score is the posterior's prediction for K
// trials.
func (m *UStatistic) Fitted() Fittable {
	return &fittedMetric{name: m.name + fittedSuffix, question: curve{m}, sampled: m, fitTo: betabinomial.Fit}
}

// OfNewQuestions returns a metric whose score is the expected score on a question that
// is not on the board, under the prior of Fitted. For Pass@k under Beta(α, β) this is 1
// − B(α, β + k)/B(α, β), averaged over the posterior of α and β, where B is the beta
// function. The metric has a score at every n ≥ 1. Its interval is for the mean over
// all questions similar to the questions of the board.
func (m *UStatistic) OfNewQuestions() Fittable {
	return &fittedMetric{name: m.name + newSuffix, question: curve{m}, sampled: m, anew: true, fitTo: betabinomial.Fit}
}

// ZeroInflated returns a metric like Fitted, with a prior in which a share of a model's
// questions is unsolvable. This share is also estimated from the board. Without it, a
// Beta distribution predicts that enough trials solve nearly every question.
func (m *UStatistic) ZeroInflated() Fittable {
	return &fittedMetric{name: m.name + inflatedSuffix, question: curve{m}, sampled: m, fitTo: betabinomial.FitInflated}
}

// Fitted returns a metric whose score is the posterior mean under a prior fitted to the
// board. Given the prior, the posterior is computed to first order. The metric has a
// score at every n ≥ 1.
func (m *Geometric) Fitted() Fittable {
	return &fittedMetric{
		name: m.name + fittedSuffix, question: rootCurve{m}, sampled: m, product: m, fitTo: betabinomial.Fit,
	}
}

// ZeroInflated returns a metric like Fitted, with a prior in which a share of a model's
// questions is unsolvable.
func (m *Geometric) ZeroInflated() Fittable {
	return &fittedMetric{
		name: m.name + inflatedSuffix, question: rootCurve{m}, sampled: m, product: m, fitTo: betabinomial.FitInflated,
	}
}

// line is a score that is linear in the probability of success. It rises from the
// weight of a wrong answer to the weight of a correct one.
type line struct{ wrong, correct float64 }

func (l line) posterior(alpha, beta float64) moments {
	total, step := alpha+beta, l.correct-l.wrong
	return moments{
		mean:     l.wrong + float64(step*alpha)/total,
		variance: step * step * (alpha / total) * (beta / total) / (total + 1),
	}
}

func (l line) impossible() float64 { return l.wrong }

func (l line) limits() Bounds { return Bounds{min(l.wrong, l.correct), max(l.wrong, l.correct)} }

// curve is the expected score of K trials as a function of the probability of success.
type curve struct{ *UStatistic }

func (c curve) posterior(alpha, beta float64) moments { return c.kernel().posterior(alpha, beta) }
func (c curve) impossible() float64                   { return c.kernel().scores[0] }
func (c curve) limits() Bounds                        { return c.kernel().extent }

// Target returns the limit of the score as the number of trials grows. This is the
// target of the same metric without the fitted prior. For scores of new questions it
// returns NaN.
func (m *fittedMetric) Target(p []float64) float64 {
	switch {
	case m.anew:
		return math.NaN() // the board does not determine the chances of new questions
	case m.sampled != nil:
		return m.sampled.Target(p)
	}
	return meanOver(p, func(p float64) float64 {
		return float64((1-p)*m.weights.Float(0)) + float64(p*m.weights.Float(1))
	})
}

func (m *fittedMetric) Name() string    { return m.name }
func (m *fittedMetric) FirstTrial() int { return 1 }

func (m *fittedMetric) Check(top, trials int) error {
	if m.weights.Len() > 2 && !m.known {
		return Bayes(m.weights, nil).Check(top, trials)
	}
	if top != 1 || m.weights.Len() > 2 {
		return fmt.Errorf("%s requires binary outcomes, but the board has categories 0..%d", m.name, top)
	}
	return checkTrials(m, trials)
}

// Score fits the prior to the tally and returns the score of one model. Call ScoreAll
// to fit the prior only once for all models.
func (m *fittedMetric) Score(t *results.Tally, model int) float64 { return m.fit(t).Score(t, model) }

// ScoreAll fits the prior once and sets the scores of all models.
func (m *fittedMetric) ScoreAll(t *results.Tally, scores []float64) {
	f := m.fit(t)
	for model := range scores {
		scores[model] = f.Score(t, model)
	}
}

// Estimate fits the prior to the tally and returns the estimate of one model. Call Fit
// to fit the prior only once.
func (m *fittedMetric) Estimate(t *results.Tally, model int) Estimate {
	return m.fit(t).Estimate(t, model)
}

func (m *fittedMetric) Fit(ctx context.Context, t *results.Tally) (Estimator, error) {
	if err := checkTally(m, t); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return m.fit(t), ctx.Err()
}

// fit returns the metric with its prior fitted to a tally.
func (m *fittedMetric) fit(t *results.Tally) *fit {
	must(checkTally(m, t))
	f := &fit{fittedMetric: m, tally: t, estimates: make([]Estimate, t.Models)}
	switch {
	case m.question == nil:
		f.fitGraded()
	case !m.known || !f.fitKnown():
		f.fitBinary()
	}
	return f
}

func (f *fit) fitBinary() {
	counts := make([][]betabinomial.Count, f.tally.Models)
	for model := range counts {
		counts[model] = countsOf(f.tally, model)
	}
	nodes := f.fitTo(counts)
	f.nodes = nodes
	known := map[*betabinomial.Node]Estimate{} // models with the same counts share their nodes
	for model, own := range nodes {
		e, ok := known[&own[0]]
		if !ok {
			e = f.mix(own, counts[model])
			known[&own[0]] = e
		}
		f.estimates[model] = e
	}
	f.questionMean = func(model, question int) (mean float64) {
		one := betabinomial.Count{
			Successes: int(f.tally.Row(model)[question]), Trials: f.tally.TrialsOf(model, question), Questions: 1,
		}
		given := f.nodeScores()
		for _, node := range nodes[model] {
			mean += float64(node.Weight * f.part(given, node, []betabinomial.Count{one}).Mu)
		}
		return mean
	}
}

func (f *fit) fitGraded() {
	counts, values := make([][]betabinomial.Graded, f.tally.Models), f.weights.Floats()
	for model := range counts {
		counts[model] = gradedOf(f.tally, model, f.weights.Len())
	}
	parts := betabinomial.FitGraded(counts, values)
	lo, hi := f.weights.Range()
	for model := range parts {
		f.estimates[model] = mixtureEstimate(parts[model], Bounds{lo, hi})
	}
	f.questionMean = func(model, question int) (mean float64) {
		for _, p := range parts[model] {
			nu := slices.Clone(p.Prior)
			addCounts(nu, f.tally, model, question)
			own, _ := unfused.MeanVariance(values, nu)
			mean += float64(p.Weight * own)
		}
		return mean
	}
}

// countsOf groups a model's questions by their numbers of trials and successes. It
// returns one Count per group, in ascending order of trials and then of successes.
// Questions without trials are left out.
func countsOf(t *results.Tally, model int) []betabinomial.Count {
	if !t.Unequal() {
		return countsOfEqual(t, model)
	}
	seen := map[[2]int]int{}
	for q, successes := range t.Row(model) {
		if n := t.TrialsOf(model, q); n > 0 {
			seen[[2]int{n, int(successes)}]++
		}
	}
	counts := make([]betabinomial.Count, 0, len(seen))
	for key, questions := range seen {
		counts = append(counts, betabinomial.Count{Successes: key[1], Trials: key[0], Questions: questions})
	}
	slices.SortFunc(counts, betabinomial.Count.Compare)
	return counts
}

// countsOfEqual does the same as countsOf if all questions have the same number of
// trials. It uses no map.
func countsOfEqual(t *results.Tally, model int) []betabinomial.Count {
	questions := make([]int, t.Trials+1)
	for _, successes := range t.Row(model) {
		questions[successes]++
	}
	var counts []betabinomial.Count
	for successes, n := range questions {
		if n > 0 {
			counts = append(counts, betabinomial.Count{Successes: successes, Trials: t.Trials, Questions: n})
		}
	}
	return counts
}

// gradedOf groups a model's questions by their numbers of outcomes in each category. It
// returns one Graded per group. Questions without trials are left out.
func gradedOf(t *results.Tally, model, categories int) []betabinomial.Graded {
	var graded []betabinomial.Graded
	known := map[string]int{}
	for q := range t.Questions {
		if t.TrialsOf(model, q) == 0 {
			continue
		}
		counts := make([]int64, categories)
		addCounts(counts, t, model, q)
		key := fmt.Sprint(counts)
		at, ok := known[key]
		if !ok {
			at, known[key] = len(graded), len(graded)
			one := betabinomial.Graded{Counts: make([]int, categories)}
			for category, n := range counts {
				one.Counts[category] = int(n)
			}
			graded = append(graded, one)
		}
		graded[at].Questions++
	}
	return graded
}

// mix returns the estimate of a mean score over the questions in counts. The prior of
// each question is a mixture of the priors in nodes.
func (m *fittedMetric) mix(nodes []betabinomial.Node, counts []betabinomial.Count) Estimate {
	parts := make([]betabinomial.Part, len(nodes))
	given := m.nodeScores()
	for i, node := range nodes {
		parts[i] = m.part(given, node, counts)
	}
	return mixtureEstimate(parts, m.question.limits())
}

// nodeScores returns the scores that must be computed under each prior of a mixture.
// For a geometric mean √(A · B) these are A, B and A + B. For any other metric, the
// first is the score of a question, and the other two are nil.
func (m *fittedMetric) nodeScores() (g [3]*givenNode) {
	g[0] = &givenNode{question: m.question}
	if m.product != nil {
		g = m.product.nodeScores()
	}
	return g
}

// part returns the normal distribution of the score under one Beta prior of a mixture,
// together with the weight of this prior. The node is the prior, and the first argument
// is the result of nodeScores.
func (m *fittedMetric) part(given [3]*givenNode, node betabinomial.Node, counts []betabinomial.Count) betabinomial.Part {
	switch {
	case m.anew:
		return betabinomial.Part{Mu: m.question.posterior(node.Alpha, node.Beta).mean, Weight: node.Weight}
	case m.product != nil:
		e := factorsOf(given, node, counts).root()
		return betabinomial.Part{Mu: e.Mu, Sigma: e.Sigma, Weight: node.Weight}
	}
	if score, ok := m.question.(line); ok && node.Zero == 0 {
		return score.mean(node, given[0].sumsOf(counts))
	}
	return given[0].mean(node, counts)
}

// lineSum holds sums over all questions that have the same number of trials. products
// is the sum of successes times failures.
type lineSum struct{ trials, questions, successes, failures, products float64 }

// sumsOf returns the sums over questions from which line.mean computes the mean. The
// first call computes them, and later calls return the same sums. Therefore all calls
// must have the same counts.
func (g *givenNode) sumsOf(counts []betabinomial.Count) []lineSum {
	if g.sums != nil {
		return g.sums
	}
	for _, c := range counts {
		last := len(g.sums) - 1
		if last < 0 || g.sums[last].trials != float64(c.Trials) {
			g.sums = append(g.sums, lineSum{trials: float64(c.Trials)})
			last++
		}
		s, questions, successes := &g.sums[last], float64(c.Questions), float64(c.Successes)
		failures := s.trials - successes
		s.questions += questions
		s.successes += float64(questions * successes)
		s.failures += float64(questions * failures)
		s.products += float64(questions * successes * failures)
	}
	return g.sums
}

// mean computes the same as givenNode.mean, for a score that is linear in the
// probability of success. It needs only the sums that sumsOf returns. Under the prior
// Beta(α, β), a question with c successes in n trials adds (α + c)/(α + β + n) to the
// mean of the sum, and (α + c)(β + n − c)/((α + β + n)²(α + β + n + 1)) to its
// variance.
func (l line) mean(node betabinomial.Node, sums []lineSum) betabinomial.Part {
	var mean, variance, questions float64
	for _, s := range sums {
		total := node.Alpha + node.Beta + s.trials
		questions += s.questions
		mean += (float64(s.questions*node.Alpha) + s.successes) / total
		variance += (float64(s.questions*node.Alpha*node.Beta) + float64(node.Alpha*s.failures) +
			float64(node.Beta*s.successes) + s.products) / (total * total * (total + 1))
	}
	step := l.correct - l.wrong
	return betabinomial.Part{
		Mu: l.wrong + float64(step*mean)/questions, Sigma: math.Abs(step) * math.Sqrt(variance) / questions, Weight: node.Weight,
	}
}

// mean returns the posterior mean and standard deviation of the mean score over the
// questions in counts. The node is the prior. Given this prior, the questions are
// independent.
func (g *givenNode) mean(node betabinomial.Node, counts []betabinomial.Count) betabinomial.Part {
	var mean, variance, questions float64
	for j, p := range g.moments(node, counts) {
		times := float64(counts[j].Questions)
		questions += times
		mean += float64(times * p.mean)
		variance += float64(times * p.variance)
	}
	return betabinomial.Part{Mu: mean / questions, Sigma: math.Sqrt(variance) / questions, Weight: node.Weight}
}

// givenNode holds the posterior means and variances of a score under one prior of a
// mixture. If the next prior differs only in the share of unsolvable questions, the
// values for solvable questions are used again.
type givenNode struct {
	question    conditionalScorer
	alpha, beta float64
	solvable    []moments // by count, of the questions that the model can solve
	all         []moments
	sums        []lineSum // sums over all questions, for linear scores
}

// moments returns the posterior mean and variance of a question's score under the prior
// n, for each element of counts. The next call overwrites the result.
func (g *givenNode) moments(n betabinomial.Node, counts []betabinomial.Count) []moments {
	if n.Alpha != g.alpha || n.Beta != g.beta || len(g.solvable) == 0 {
		g.alpha, g.beta, g.solvable = n.Alpha, n.Beta, g.solvable[:0]
		for _, c := range counts {
			g.solvable = append(g.solvable,
				g.question.posterior(n.Alpha+float64(c.Successes), n.Beta+float64(c.Trials-c.Successes)))
		}
	}
	if n.Zero == 0 {
		return g.solvable
	}
	g.all = append(g.all[:0], g.solvable...)
	for i, c := range counts {
		if c.Successes == 0 {
			g.all[i] = mixedWith(g.all[i], g.question.impossible(), n.Impossible(c.Trials))
		}
	}
	return g.all
}

// mixedWith returns the mean and variance of a variable that has a fixed value, number,
// with the given chance. Otherwise the variable has the mean and variance in m.
func mixedWith(m moments, number, chance float64) moments {
	gap := number - m.mean
	return moments{
		mean:     m.mean + float64(chance*gap),
		variance: float64((1-chance)*m.variance) + float64(chance*(1-chance)*gap*gap),
	}
}

// mixtureEstimate returns the estimate of a score whose posterior is the mixture of the
// normal distributions in parts. The values of the score lie within the given bounds.
func mixtureEstimate(parts []betabinomial.Part, within Bounds) Estimate {
	all, means, weights := make(mixture, len(parts)), make([]float64, len(parts)), make([]float64, len(parts))
	var variance float64
	for i, p := range parts {
		all[i] = part{p.Mu, p.Sigma, p.Weight}
		means[i], weights[i] = p.Mu, p.Weight
		variance += float64(p.Weight * float64(p.Sigma*p.Sigma))
	}
	mean, between := unfused.MeanVariance(means, weights)
	e := Estimate{Mu: mean, Sigma: math.Sqrt(variance + between), Range: within, given: variance}
	if e.Sigma > 0 {
		e.law = mixedLaw{&all, e.Mu, e.Sigma}
	}
	return e
}

// fit is a metric whose prior has been fitted to one tally.
type fit struct {
	*fittedMetric
	tally        *results.Tally
	estimates    []Estimate                        // by model
	nodes        [][]betabinomial.Node             // by model, for binary outcomes
	questionMean func(model, question int) float64 // the posterior mean of one question
}

func (f *fit) Score(t *results.Tally, model int) float64 { return f.Estimate(t, model).Mu }

func (f *fit) ScoreAll(t *results.Tally, scores []float64) {
	for model := range scores {
		scores[model] = f.Score(t, model)
	}
}

func (f *fit) Estimate(t *results.Tally, model int) Estimate {
	if t != f.tally {
		must(fmt.Errorf("%s was fitted to a different tally", f.name))
	}
	return f.estimates[model]
}

// questionMeans returns the posterior means of a model's score, by question. The mean
// is NaN for a question that the model never met, unless the prior uses the difficulty
// of questions.
func (f *fit) questionMeans(model int) []float64 {
	if f.product != nil {
		return f.product.questionMeansBy(f.nodes[model], f.tally, model)
	}
	if f.known {
		means := make([]float64, f.tally.Questions)
		for q := range means {
			means[q] = f.questionMean(model, q)
		}
		return means
	}
	return metValues(f.tally, model, func(q, _ int) float64 { return f.questionMean(model, q) })
}
